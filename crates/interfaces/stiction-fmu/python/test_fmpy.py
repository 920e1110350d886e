"""FMUs of the examples in FMPy, an independent importer: `pytest crates/interfaces/stiction-fmu/python`.

Needs `pip install fmpy numpy pytest` and the command in the variable STICTION_COMMAND, with the library for FMUs beside it
or in STICTION_FMU_LIBRARY.
"""

import math
import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave
from fmpy.validation import validate_fmu

ROOT = Path(__file__).parents[4]
EXAMPLES = sorted((ROOT / "examples" / "scenarios").glob("*.toml"))
COMMAND = os.environ["STICTION_COMMAND"]
# By default the library beside the command is used.
LIBRARY = [f"--library={path}" for path in os.environ.get("STICTION_FMU_LIBRARY", "").split()]
VERSIONS = [2, 3]
ROWS = 40

BLOCK = """schema_version = 1
title = "A block under 100 % load"
solver = { step = 1e-4, until = 2.0 }
bodies.block = { type = "point_mass", mass = 1.0 }
connections.push = { ports = "block", law = { type = "effort", effort = { type = "input", name = "push", unit = "N", start = 3.0 } } }
connections.friction = { ports = "block", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 } }
"""

SLIDER = """schema_version = 1
solver = { step = 1e-4, until = 30.0 }
bodies.slider = { type = "point_mass", mass = 1.0 }
connections.motor = { ports = "slider", law = { type = "effort", effort = EFFORT } }
[connections.friction]
ports = "slider"
law = { type = "rate_dependent_gsat", stiffness = 1e5, damping = 400.0, viscous_damping = 0.4, curve = CURVE }
"""


def stiction(*arguments):
    subprocess.run([COMMAND, "--quiet", *map(str, arguments)], check=True)


def names_in(table):
    """The names of the columns of a table, without their units."""
    return [header.split(" [")[0] for header in table.read_text().splitlines()[0].split(",")]


def moving(scenario):
    """Settings for an example that stands still by default, because only an input turns the joint."""
    return ["--set", "connections.motor.law.effort.start=0.4"] if Path(scenario).stem == "joint" else []


def export(scenario, version, folder):
    """The FMU of a scenario file."""
    fmu = folder / f"{Path(scenario).stem}_{version}.fmu"
    stiction("fmu", scenario, "-o", fmu, "--fmi", version, *moving(scenario), *LIBRARY)
    return fmu


def bits(values):
    return np.ascontiguousarray(values, dtype=float).view(np.uint64)


class Instance:
    """An instance with one interface for both versions."""

    kinds = {2: FMU2Slave, 3: FMU3Slave}
    interface = "coSimulation"

    def __init__(self, fmu, version, name="one"):
        self.version = version
        description = fmpy.read_model_description(fmu)
        self.references = {one.name: one.valueReference for one in description.modelVariables}
        self.folder = fmpy.extract(fmu)
        self.count = description.numberOfContinuousStates
        token = description.guid if version == 2 else description.instantiationToken
        identifier = getattr(description, self.interface).modelIdentifier
        self.fmu = self.kinds[version](
            guid=token, unzipDirectory=self.folder, modelIdentifier=identifier, instanceName=name)
        self.fmu.instantiate()

    def begin(self, **parameters):
        for name, value in parameters.items():
            self.set(name.replace("__", "."), value)
        if self.version == 2:
            self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        return self

    def get(self, name):
        read = self.fmu.getReal if self.version == 2 else self.fmu.getFloat64
        return read([self.references[name]])[0]

    def set(self, name, value):
        write = self.fmu.setReal if self.version == 2 else self.fmu.setFloat64
        write([self.references[name]], [value])

    def step(self, at, length):
        self.fmu.doStep(at, length)

    def save(self):
        return (self.fmu.getFMUstate if self.version == 2 else self.fmu.getFMUState)()

    def serialized(self, state):
        return (self.fmu.serializeFMUstate if self.version == 2 else self.fmu.serializeFMUState)(state)

    def restore(self, data):
        read = self.fmu.deSerializeFMUstate if self.version == 2 else self.fmu.deserializeFMUState
        state = read(data)
        (self.fmu.setFMUstate if self.version == 2 else self.fmu.setFMUState)(state)

    def end(self):
        self.fmu.terminate()
        self.fmu.freeInstance()
        shutil.rmtree(self.folder)


@pytest.fixture
def block(tmp_path):
    path = tmp_path / "block.toml"
    path.write_text(BLOCK)
    return path


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("scenario", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_valid_and_has_the_bits_of_the_command(scenario, version, tmp_path):
    fmu = export(scenario, version, tmp_path)
    assert validate_fmu(str(fmu)) == []
    solver = tomllib.loads(scenario.read_text())["solver"]
    every = 10 * solver["step"]
    until = ROWS * every
    out = tmp_path / "native"
    stiction("run", scenario, "--until", repr(until), "--set", f"record.every={every!r}",
             "--set", "record.columns=[]", "--set", "plots=[]", *moving(scenario), "--out", out)
    header = names_in(out / "trajectory.csv")
    description = fmpy.read_model_description(fmu)
    outputs = [one.name for one in description.modelVariables if one.causality == "output"]
    found = fmpy.simulate_fmu(str(fmu), stop_time=until, output_interval=every, output=outputs)
    # All recorded columns are outputs, and move with the same bits.
    columns = [name for name in header if name != "t" and not name.startswith("input.")]
    assert set(columns) <= set(outputs) and len(columns) >= 4
    table = np.loadtxt(out / "trajectory.csv", delimiter=",", skiprows=1)
    assert len(table) == len(found) == ROWS + 1
    moved = False
    for place, name in enumerate(header):
        if name in columns:
            own = table[:, place]
            moved |= bool(np.ptp(own) > 0)
            # The text does not tell one NaN from another.
            same = (bits(own) == bits(found[name])) | (np.isnan(own) & np.isnan(found[name]))
            assert same.all(), name
    assert moved


@pytest.mark.parametrize("version", VERSIONS)
def test_states_inputs_and_parameters(block, version, tmp_path):
    fmu = export(block, version, tmp_path)
    one, other = [Instance(fmu, version, name) for name in ["one", "other"]]
    one.begin()
    other.begin()
    one.set("push", 8.0)
    other.set("push", -8.0)
    for k in range(100):
        one.step(k * 1e-3, 1e-3)
        other.step(k * 1e-3, 1e-3)
    assert one.get("block.x") == -other.get("block.x") > 0.01
    state = one.save()
    data = one.serialized(state)
    one.step(0.1, 0.05)
    expected = one.get("block.x")
    other.restore(data)
    assert other.get("push") == 8.0
    other.step(0.1, 0.05)
    assert bits([other.get("block.x")]) == bits([expected])
    # Damaged states, NaN and late parameters are refused.
    with pytest.raises(FMICallException):
        other.restore(bytes(data[:-1]))
    with pytest.raises(FMICallException):
        other.set("push", math.nan)
    with pytest.raises(FMICallException):
        other.set("connections.friction.law.limit", 2.0)
    weak = Instance(fmu, version).begin(**{"connections__friction__law__limit": 2.0})
    weak.step(0.0, 0.5)
    assert weak.get("block.x") == pytest.approx(0.125, rel=0.03)
    for instance in [one, other, weak]:
        instance.end()


def swing(positions, target):
    last = positions[2 * len(positions) // 3 :]
    return min(last) - target, max(last) - target


def controlled(fmu, version, periods, target=0.05, period=1e-3):
    """Positions and forces of a slider under a digital PI controller with damping."""
    instance = Instance(fmu, version).begin()
    total, last, positions, forces = 0.0, 0.0, [], []
    for k in range(periods):
        position = instance.get("slider.x")
        error = target - position
        total += error * period
        force = 100.0 * error + 200.0 * total - 8.0 * (position - last) / period
        last = position
        instance.set("force", force)
        instance.step(k * period, (k + 1) * period - k * period)
        forces.append(force)
        positions.append(instance.get("slider.x"))
    instance.end()
    return positions, forces


def slider(folder, name, breakaway, effort='{ type = "input", name = "force", unit = "N" }'):
    curve = f"{{ coulomb = 1.0, breakaway = {breakaway}, stribeck_speed = 0.01 }}"
    path = folder / f"{name}.toml"
    path.write_text(SLIDER.replace("EFFORT", effort).replace("CURVE", curve))
    return path


def test_a_controlled_slider_hunts_and_its_film_is_the_same(tmp_path):
    periods = 15_000
    path = slider(tmp_path, "hunting", 2.0)
    runs = [controlled(export(path, version, tmp_path), version, periods) for version in VERSIONS]
    assert np.array_equal(bits(runs[0][0]), bits(runs[1][0]))
    positions, forces = runs[0]
    low, high = swing(positions, 0.05)
    assert low < -1e-4 and high > 1e-4
    # The forces of the loop, replayed from a film in one scenario: without a controller the motion follows from the
    # forces alone. Its steps begin where the film jumps, which is the grid except for rounding.
    rows = "".join(f"{k * 1e-3!r},{force!r}\n" for k, force in enumerate(forces))
    (tmp_path / "forces.csv").write_text("# s, N\nt,force\n" + rows)
    film = '{ type = "samples", file = "forces.csv", column = "force", between = "steps" }'
    path = slider(tmp_path, "film", 2.0, film)
    stiction("run", path, "--until", "2.0", "--set", "record.every=1e-3", "--out", tmp_path / "film")
    table = np.loadtxt(tmp_path / "film" / "trajectory.csv", delimiter=",", skiprows=1)
    header = names_in(tmp_path / "film" / "trajectory.csv")
    native = table[1:, header.index("slider.x")]
    assert np.max(np.abs(native - positions[: len(native)])) < 1e-9
    # The control: the slider comes to rest if friction at rest is as large as in motion.
    settled, _ = controlled(export(slider(tmp_path, "settling", 1.0), 3, tmp_path), 3, periods)
    low, high = swing(settled, 0.05)
    assert high - low < 1e-4


@pytest.mark.parametrize("version", VERSIONS)
def test_messages_have_file_line_and_name(block, version, tmp_path, capfd):
    fmu = export(block, version, tmp_path)
    instance = Instance(fmu, version, "the block")
    with pytest.raises(FMICallException):
        instance.begin(**{"bodies__block__mass": -1.0})
    said = capfd.readouterr()
    text = said.out + said.err
    assert "bodies.block.mass: PointMass: mass = -1 must be finite and positive" in text, text
    # The logger of 2.0 is given the name as an argument, which that of FMPy does not print.
    assert version == 2 or "the block: " in text, text
    instance.fmu.freeInstance()


def test_another_value_gives_other_bits(block, tmp_path):
    """The control: the comparison of bits would notice."""
    found = []
    for mass in ["1.0", "1.00000000000001"]:
        path = tmp_path / f"mass_{mass}.toml"
        path.write_text(block.read_text().replace("mass = 1.0", f"mass = {mass}"))
        instance = Instance(export(path, 3, tmp_path), 3).begin(push=8.0)
        instance.step(0.0, 0.1)
        found.append(instance.get("block.x"))
        instance.end()
    assert not np.array_equal(bits(found[:1]), bits(found[1:]))


def test_the_same_scenario_makes_the_same_bytes(block, tmp_path):
    first = export(block, 3, tmp_path).read_bytes()
    assert export(block, 3, tmp_path).read_bytes() == first
    # The library of CI has checks, and the names of functions.
    assert len(first) < 5e6
