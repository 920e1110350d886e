"""The stubs are those of the engine, and complete."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parent.parent / "tools" / "stubs.py"


def test_the_stubs_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_stubs_are_true() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "stiction"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_checker_refuses_what_the_engine_does_not_know(tmp_path: Path) -> None:
    right = tmp_path / "right.py"
    right.write_text("from stiction import laws\nlaws.gsat(stiffness=1e5, damping=4.0, limit=5)\n")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from stiction import laws\nlaws.gsat(stiffnes=1e5, damping=4.0, limit=5)\nlaws.gsat(stiffness='a', damping=1, limit=1)\n")
    check = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    assert subprocess.run([*check, str(right)], capture_output=True).returncode == 0
    done = subprocess.run([*check, str(wrong)], capture_output=True, text=True)
    assert done.returncode == 1 and "Found 2 errors" in done.stdout or "Found 3 errors" in done.stdout, done.stdout
