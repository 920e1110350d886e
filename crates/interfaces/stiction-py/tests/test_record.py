"""Records: arrays without a copy, and exports."""

from __future__ import annotations

import math
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

import stiction


@pytest.fixture
def record(pushed: stiction.Scenario) -> stiction.Record:
    return pushed.simulation().run(0.2, every=0.01)


def test_columns_are_arrays_of_the_engine(record: stiction.Record) -> None:
    for name, column in record.items():
        # Owned by Rust, viewed by NumPy.
        assert column.dtype == np.float64 and column.flags.c_contiguous and not column.flags.owndata, name
        assert column is record[name]
    assert record.t is record["t"] and len(record.t) == 21
    assert record.units["block.x"] == "m" and record.units["friction.force"] == "N" and record.units["t"] == "s"
    assert list(record) == record.names and len(record) == len(record.names)
    with pytest.raises(stiction.UnknownNameError, match="there is no column `x`"):
        record["x"]
    with pytest.raises(stiction.UnknownNameError, match="there is no column"):
        record[["block.x"]]  # type: ignore[index]


def test_pickles_have_the_same_bits_and_say_their_version(record: stiction.Record) -> None:
    again = pickle.loads(pickle.dumps(record))
    assert again.names == record.names and again.title == record.title
    assert all((again[name].view(np.uint64) == record[name].view(np.uint64)).all() for name in record)
    rebuild, state = record.__reduce__()
    with pytest.raises(stiction.SnapshotError, match="another version"):
        rebuild("2", *state[1:])
    with pytest.raises(stiction.ShapeError):
        rebuild(1, ["t", "t"], [np.zeros(2), np.zeros(2)], "", {})
    with pytest.raises(stiction.ShapeError):
        rebuild(1, ["t", "a"], [np.zeros(2), np.zeros(3)], "", {})


def test_tables_of_other_packages(record: stiction.Record) -> None:
    frame = record.to_pandas()
    assert list(frame.columns) == record.names[1:] and frame.index.name == "t"
    assert (frame["block.x"].to_numpy() == record["block.x"]).all()
    dataset = record.to_xarray()
    assert dataset["block.x"].attrs["units"] == "m" and (dataset["t"] == record.t).all()
    assert (record.to_numpy(["block.x"])[:, 0] == record["block.x"]).all()


def test_figures_have_labels_with_units(record: stiction.Record) -> None:
    import matplotlib

    matplotlib.use("Agg")
    axes = record.plot("block.x", "friction.x")
    assert axes.get_xlabel() == "time [s]" and axes.get_ylabel() == "[m]"
    assert record.plot("block.vx", x="block.x", axes=axes).get_xlabel() == "block.x [m]"
    assert len(record.plot().lines) > 0
    matplotlib.pyplot.close("all")


def test_a_notebook_shows_the_first_columns_that_vary(record: stiction.Record) -> None:
    shown = record._repr_html_()
    assert shown.startswith("<svg") and shown.count("<polyline") >= 2 and "[m]" in shown and "21 rows" in shown
    # The control: a record that does not vary has no picture, not even with `<` in its title.
    still = stiction.Record(["t", "b.x"], [np.array([0.0, 1.0]), np.zeros(2)], "a < b")
    assert "<svg" not in still._repr_html_() and "a &lt; b" in still._repr_html_()


def test_a_page_has_a_panel_for_each_unit(record: stiction.Record, tmp_path: Path) -> None:
    record.save_page(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert all(label in page for label in ("[m]", "[m/s]", "[N]")) and "block.x" in page
    with pytest.raises(OSError):
        record.save_page(tmp_path / "page.html" / "page.html")
    with pytest.raises(stiction.ShapeError, match="no panels"):
        stiction.Record(["t"], [np.zeros(2)]).save_page(tmp_path / "page.html")


@pytest.mark.parametrize(("method", "package"), [("to_pandas", "pandas"), ("to_xarray", "xarray"), ("plot", "matplotlib")])
def test_a_package_that_is_not_there_is_named(
    record: stiction.Record, method: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(stiction.MissingExtraError, match=f"needs {package}.*pip install 'stiction"):
        getattr(record, method)()


def test_records_are_compared_by_their_numbers() -> None:
    def of(value: float) -> stiction.Record:
        return stiction.Record(["t", "b.x"], [np.array([0.0, 1.0]), np.array([1.0, value])])

    assert (of(2.0) == of(2.0)) is True
    assert (of(math.nan) == of(math.nan)) is True
    # The controls: another number, and another type.
    assert (of(2.0) == of(3.0)) is False
    assert (of(2.0) == 3) is False
    assert of(2.0).to_numpy("b.x").shape == (2, 1)
