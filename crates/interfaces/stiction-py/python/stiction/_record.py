"""The record of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _stiction
from ._extras import need
from ._pickled import check
from .errors import ShapeError, UnknownNameError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Record"]


class Record(Mapping[str, "NDArray[np.float64]"]):
    """Columns of numbers by name, the time `t` [s] first.

    The arrays are those that the engine filled, without a copy. `record["block.x"]` is a column, `record.t` the time.
    A notebook shows a picture of the first columns.
    """

    __slots__ = ("_columns", "_units", "title")

    title: str
    """Title of figures."""

    def __init__(
        self,
        names: Sequence[str],
        columns: Sequence[NDArray[np.float64]],
        title: str = "",
        units: Mapping[str, str] | None = None,
    ) -> None:
        if len(names) != len(columns) or len(set(names)) != len(names) or "t" not in names:
            raise ShapeError("a record needs a column for every name, and one of them is `t`")
        if any(column.shape != columns[0].shape or column.ndim != 1 for column in columns):
            raise ShapeError("the columns of a record are arrays of one axis and of one length")
        self._columns = dict(zip(names, columns))
        # Without given units, columns have those that their names imply, as `block.x` does.
        self._units = {name: (_stiction.unit(name) if units is None else units.get(name, "")) for name in names}
        self.title = title

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return list(self._columns)

    @property
    def t(self) -> NDArray[np.float64]:
        """Times of the rows [s]."""
        return self._columns["t"]

    @property
    def units(self) -> dict[str, str]:
        """Units of the columns; an empty text if a column has no unit or it is not known."""
        return dict(self._units)

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        try:
            return self._columns[name]
        except (KeyError, TypeError):
            known = ", ".join(self.names[:40])
            raise UnknownNameError(f"there is no column `{name}`; there are {known}") from None

    def __eq__(self, other: object) -> bool:
        """Whether both have equal columns, units and numbers; the title does not count. NaN equals itself."""
        if not isinstance(other, Record):
            return NotImplemented
        if self.names != other.names or self._units != other._units:
            return False
        return all(np.array_equal(column, other[name], equal_nan=True) for name, column in self._columns.items())

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<stiction.Record {self.title!r}: {len(self.t)} rows of {', '.join(self.names)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _record, (1, self.names, list(self._columns.values()), self.title, self._units)

    def to_numpy(self, names: str | Sequence[str] | None = None) -> NDArray[np.float64]:
        """Returns the columns of the given names, or all, side by side in one new array."""
        if isinstance(names, str):
            names = [names]
        return np.column_stack([self[name] for name in names or self.names])

    def to_pandas(self) -> Any:
        """Returns a `pandas.DataFrame` with the time as its index; needs the extra `pandas`."""
        pandas = need("pandas", "pandas")
        columns = {name: column for name, column in self._columns.items() if name != "t"}
        return pandas.DataFrame(columns, index=pandas.Index(self.t, name="t"))

    def to_xarray(self) -> Any:
        """Returns an `xarray.Dataset` along the dimension `t`, with units; needs the extra `xarray`."""
        xarray = need("xarray", "xarray")
        units = self.units
        variables = {
            name: ("t", column, {"units": units[name]})
            for name, column in self._columns.items()
            if name != "t"
        }
        times = ("t", self.t, {"units": "s"})
        return xarray.Dataset(variables, coords={"t": times}, attrs={"title": self.title})

    def plot(self, *names: str, x: str = "t", axes: Any = None) -> Any:
        """Draws columns over the time, or over another column, and returns the axes of matplotlib.

        Args:
            names: Columns; by default all with the unit of the first one that varies.
            x: Column of the horizontal axis.
            axes: Axes to draw in; by default new ones. Needs the extra `plot`.
        """
        units = self.units
        names = names or tuple(next(iter(self._by_unit().values()), ()))
        columns = [self[name] for name in names]
        if axes is None:
            _, axes = need("matplotlib.pyplot", "plot").subplots(layout="constrained")
        for name, column in zip(names, columns):
            axes.plot(self[x], column, label=name)
        axes.set_xlabel(_label("time" if x == "t" else x, units[x]))
        shared = {units[name] for name in names}
        axes.set_ylabel(_label(names[0] if len(names) == 1 else "", *shared))
        if len(names) > 1:
            axes.legend()
        axes.set_title(self.title)
        return axes

    def save_page(self, path: str | os.PathLike[str]) -> None:
        """Writes a page to explore in a browser: the columns that vary over the time, a panel for each unit.

        Raises:
            OSError: The file cannot be written.
            ShapeError: No column varies.
        """
        panels = [self._panel(names) for names in self._by_unit().values()]
        _stiction.page(Path(path), self.title, np.ascontiguousarray(self.t), panels)

    def _repr_html_(self) -> str:
        """Returns the view of a notebook: a small picture of the first columns that vary."""
        panels = [self._panel(names[:6]) for names in list(self._by_unit().values())[:1]]
        picture = _stiction.svg(self.title, np.ascontiguousarray(self.t), panels, (600.0, 180.0)) if panels else ""
        return f"{picture}<p>{escape(repr(self))}</p>"

    def _by_unit(self) -> dict[str, list[str]]:
        """Returns the columns that vary by their units, in their order."""
        found: dict[str, list[str]] = {}
        for name, column in self._columns.items():
            if name != "t" and len(column) and np.ptp(column) > 0.0:
                found.setdefault(self._units[name], []).append(name)
        return found

    def _panel(self, names: Sequence[str]) -> tuple[str, list[tuple[str, NDArray[np.float64]]]]:
        """Returns the label of the vertical axis, and the curves."""
        label = _label(names[0] if len(names) == 1 else "", self._units[names[0]])
        curves = [(name if len(names) > 1 else "", self[name]) for name in names]
        return label, [(name, np.ascontiguousarray(column, dtype=np.float64)) for name, column in curves]


def _label(name: str, *units: str) -> str:
    """Returns a name with its unit, if all have the same one."""
    return f"{name} [{units[0]}]".strip() if len(units) == 1 and units[0] else name


def _record(version: object, names: list[str], columns: list[Any], title: str, units: dict[str, str]) -> Record:
    """Makes a record from a pickle."""
    check(version, "Record")
    return Record(names, columns, title, units)
