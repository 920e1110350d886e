"""The command that the wheel brings."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import EXAMPLES

import stiction

COMMAND = [sys.executable, "-m", "stiction"]


def test_it_says_its_version_and_its_laws() -> None:
    version = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True)
    assert version.returncode == 0 and version.stdout == f"stiction {stiction.__version__}\n"
    found = subprocess.run([*COMMAND, "laws", "gsat"], capture_output=True, text=True)
    assert found.returncode == 0 and "Stiffness K of the stuck contact" in found.stdout


def test_its_exit_status_is_passed_on(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("schema_version = 1\n")
    done = subprocess.run([*COMMAND, "check", str(wrong)], capture_output=True, text=True)
    assert done.returncode == 1 and "needs `solver`" in done.stderr
    assert subprocess.run([*COMMAND, "nonsense"], capture_output=True).returncode == 2
    assert subprocess.run([*COMMAND, "check", str(EXAMPLES[0])], capture_output=True).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_it_and_leaves_nothing(tmp_path: Path) -> None:
    path = next(path for path in EXAMPLES if path.stem == "stick_slip")
    out = tmp_path / "out"
    run = [*COMMAND, "run", str(path), "--set", "solver.until=1e5", "--out", str(out)]
    process = subprocess.Popen(run, stderr=subprocess.PIPE, text=True)
    # Until it has begun.
    deadline = time.monotonic() + 30.0
    while not out.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130 and "interrupted" in said
    assert not out.exists()
