"""Shared by tests of sweeps: a sweep of a thousand members, the command that runs it, measures that misbehave."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np

import stiction

COMMAND = os.environ.get("STICTION_COMMAND", "").split() or [sys.executable, "-m", "stiction"]

TEXT = """
schema_version = 1
title = "A block that is pushed"
solver = { step = 1e-4, until = 0.2 }
bodies.block = { type = "point_mass", mass = 1.0 }
[connections.push]
ports = "block"
law = { type = "effort", effort = { type = "sine", mean = 3.0, amplitude = 2.5, frequency = 10.0 } }
[connections.friction]
ports = "block"
start = "slipping"
law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 }

[sweep]
design = "latin_hypercube"
members = 40
seed = 7
[sweep.parameters]
"connections.friction.law.limit" = { from = 3.0, to = 6.0 }
"bodies.block.mass" = { from = 0.2, to = 2.0, log = true }
[sweep.measures]
far = { of = "block.x", take = "max" }
speed = { of = "block.vx", take = "rms", from = 0.05 }
"""
# The files that the command and Python must write alike, to the byte.
FILES = ["members.csv", "statistics.csv", "summary.json", "scenario.toml", "plot.svg"]


def written(folder: Path, text: str = TEXT) -> Path:
    path = folder / "block.toml"
    path.write_text(text)
    return path


def command(path: Path, out: Path, *more: str) -> None:
    """The plain run of the command."""
    run = [*COMMAND, "--quiet", "sweep", str(path), "--out", str(out), *more]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def contents(out: Path) -> dict[str, bytes]:
    return {name: (out / name).read_bytes() for name in FILES}


def kept(out: Path) -> int:
    """Returns the number of members kept of a sweep that did not end."""
    path = out / "members.partial.csv"
    return max(path.read_text().count("\n") - 2, 0) if path.exists() else 0


class KillsOnce:
    """A measure that kills its process, once."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __call__(self, record: stiction.Record) -> float:
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return float(record["block.x"].max())
        os.kill(os.getpid(), signal.SIGKILL)
        return 0.0


def kills(record: stiction.Record) -> float:
    """A measure that kills its process for some members, whenever it is taken."""
    if record["block.x"].max() > 0.013:
        os.kill(os.getpid(), signal.SIGKILL)
    return 1.0


class FailsWhile:
    """A measure that fails as long as a file is there."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __call__(self, record: stiction.Record) -> float:
        if self.mark.exists():
            raise OSError("the licence server is away")
        return float(record["block.x"].max())


class DrawsByChunk:
    """A measure as it must not be: its numbers depend on which members came before in this process."""

    def __init__(self) -> None:
        self.draws = np.random.default_rng(1)

    def __call__(self, record: stiction.Record) -> float:
        return float(self.draws.random())


def highest(record: stiction.Record) -> float:
    return float(record["block.x"].max())


def refuses(record: stiction.Record) -> float:
    if record["block.x"].max() > 1e-4:
        raise ValueError("it slid")
    return 1.0
