"""The code in the page of the book, in the README and in the docstrings of modules runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT, need_mujoco

import stiction

TEXTS = {
    "book": (ROOT / "docs" / "src" / "python.md").read_text(encoding="utf-8"),
    "book, other engines": (ROOT / "docs" / "src" / "in-other-engines.md").read_text(encoding="utf-8"),
    "README": (ROOT / "README.md").read_text(encoding="utf-8"),
    "README of the package": (ROOT / "crates" / "interfaces" / "stiction-py" / "README.md").read_text(encoding="utf-8"),
    "package": stiction.__doc__ or "",
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_code_of_a_text_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib
    import matplotlib.pyplot

    matplotlib.use("Agg")
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", TEXTS[name], flags=re.DOTALL)
    assert blocks
    if any("mujoco" in block for block in blocks):
        need_mujoco()
    # Blocks of one text continue each other.
    names: dict[str, object] = {"__name__": "text"}
    for block in blocks:
        exec(compile(block, str(Path(name)), "exec"), names)
    matplotlib.pyplot.close("all")
