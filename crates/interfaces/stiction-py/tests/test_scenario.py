"""Scenarios: their sources, errors and changes."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import EXAMPLES, block
from hypothesis import given, settings
from hypothesis import strategies as st

import stiction
from stiction import bodies, laws, maps, parts


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_table_is_the_same_scenario(path: Path) -> None:
    scenario = stiction.Scenario.load(path)
    assert stiction.Scenario(scenario.to_dict(), folder=path.parent) == scenario
    assert stiction.Scenario.from_toml(scenario.to_toml(), folder=path.parent) == scenario
    assert pickle.loads(pickle.dumps(scenario)) == scenario
    assert scenario.path == path
    # Every number can be set to its own value, by the path under which it is listed.
    assert scenario.with_values(scenario.parameters) == scenario


def test_values_are_changed_by_path(pushed: stiction.Scenario) -> None:
    heavier = pushed.with_values({"bodies.block.mass": 2, "bodies.block.start.velocity": np.float64(0.5)})
    assert heavier != pushed
    assert heavier.parameters["bodies.block.mass"] == 2
    assert heavier.parameters["bodies.block.start.velocity"] == 0.5
    assert pushed.parameters["bodies.block.mass"] == 1.0
    softer = pushed.with_values({"connections.friction.law": laws.gsat(stiffness=1e4, damping=40, limit=5)})
    assert softer.parameters["connections.friction.law.stiffness"] == 1e4


def test_equal_scenarios_have_equal_hashes(pushed: stiction.Scenario) -> None:
    other = stiction.Scenario.from_toml("# another text\n" + pushed.to_toml())
    zero = pushed.with_values({"bodies.block.start.velocity": 0.0})
    assert other == pushed and hash(other) == hash(pushed)
    assert zero == pushed.with_values({"bodies.block.start.velocity": -0.0})
    assert hash(zero) == hash(pushed.with_values({"bodies.block.start.velocity": -0.0}))
    limits = [pushed.with_values({"connections.friction.law.limit": float(limit)}) for limit in range(50)]
    assert len({hash(scenario) for scenario in limits}) == 50 and len({*limits, pushed, other}) == 50


def test_a_notebook_shows_bodies_and_connections(pushed: stiction.Scenario) -> None:
    shown = pushed.with_values({"title": "a < b"})._repr_html_()
    for cell in ("<td>block</td>", "<td>point_mass</td>", "<td>gsat</td>", "limit = 5.0", "effort = sine(amplitude = 1.0", "a &lt; b"):
        assert cell in shown, cell


@pytest.mark.parametrize("rows", [np.diag([2.0, 3.0, 4.0]), np.diag([2.0, 3.0, 4.0]).tolist()], ids=["array", "list"])
def test_arrays_of_any_kind_stand_in_a_scenario(rows: Any) -> None:
    def of(body: Any) -> stiction.Scenario:
        return stiction.Scenario({"solver": {"step": np.float32(0.5), "until": np.int64(1)}, "bodies": {"b": body}})

    plain = of({"type": "rigid_body", "mass": 1.0, "inertia": [2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0]})
    by_table = of({"type": "rigid_body", "mass": np.array(1.0), "inertia": rows})
    by_function = of(bodies.rigid_body(mass=np.float16(1.0), inertia=rows))
    changed = of({"type": "rigid_body", "mass": 2, "inertia": np.ones(3)})
    changed = changed.with_values({"bodies.b.mass": np.array(1), "bodies.b.inertia": rows})
    assert plain == by_table == by_function == changed
    with pytest.raises(stiction.ScenarioError, match="inertia"):
        bodies.rigid_body(mass=1.0, inertia=np.eye(2))


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: stiction.Scenario(3), "table must be a mapping, found 3"),  # type: ignore[arg-type]
        (lambda: stiction.run(3), "table must be a mapping, found 3"),  # type: ignore[arg-type]
        (lambda: block().with_values(3), "values must be a mapping from paths to values, found 3"),  # type: ignore[arg-type]
        (lambda: block().with_values({3: 1.0}), "values must be a mapping from paths to values"),  # type: ignore[dict-item]
    ],
)
def test_what_is_no_table_is_named(act: Any, words: str) -> None:
    with pytest.raises(stiction.ParameterError, match=words):
        act()


def test_errors_name_file_line_field_and_requirement(tmp_path: Path, pushed: stiction.Scenario) -> None:
    path = tmp_path / "block.toml"
    pushed.save(path)
    text = path.read_text().replace("limit = 5.0", "limit = -5.0")
    path.write_text(text)
    with pytest.raises(stiction.ScenarioError, match="limit = -5 must be finite and not negative") as caught:
        stiction.Scenario.load(path)
    error = caught.value
    assert error.file == str(path)
    assert error.line == 1 + text[: text.index("limit = -5.0")].count("\n")
    assert error.path == "connections.friction.law.limit"
    assert isinstance(error, stiction.Error) and isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.path) == (str(error), error.line, error.path)


@pytest.mark.parametrize(
    ("table", "path", "words"),
    [
        ({}, None, "needs `solver`"),
        ({"solver": {"step": 1e-3}}, "solver", "missing field `until`"),
        ({"solver": {"step": 1e-3, "until": "soon"}}, "solver", "invalid type"),
        ({"bodies": {"b": {"type": "brick"}}}, "bodies.b", "there is no body of type `brick`"),
        ({"bodies": {"b": {"type": "point_mass", "mass": float("nan")}}}, "bodies.b.mass", "must be finite"),
        ({"bodies": {"b": {"type": "point_mass", "mass": object()}}}, "bodies.b.mass", "cannot be a `object`"),
        ({"bodies": {"b": {"type": "point_mass", "mass": 2**80}}}, "bodies.b.mass", "too large"),
        ({"bodies": {1: {}}}, "bodies", "a key that is no text"),
        ({"bodies": {"b": [None]}}, "bodies.b.0", "None is no value"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_with_its_keys(table: dict[Any, Any], path: str | None, words: str) -> None:
    whole = {"solver": {"step": 1e-3, "until": 1.0}, **table} if table else {}
    with pytest.raises(stiction.ScenarioError, match=words) as caught:
        stiction.Scenario(whole)
    if path is not None:
        assert str(caught.value.path).startswith(path)
    assert caught.value.line is None


def test_what_contains_itself_is_refused() -> None:
    table: dict[str, Any] = {}
    table["bodies"] = table
    with pytest.raises(stiction.ScenarioError, match="contains itself"):
        stiction.Scenario(table)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError, match="nowhere.toml"):
        stiction.Scenario.load("nowhere.toml")


def test_pickles_of_another_version_are_refused(pushed: stiction.Scenario) -> None:
    rebuild, state = pushed.__reduce__()
    assert rebuild(*state) == pushed
    with pytest.raises(stiction.SnapshotError, match="another version"):
        rebuild(2, *state[1:])
    with pytest.raises(stiction.ScenarioError):
        rebuild(1, "nothing", *state[2:])


def test_copies_and_parts(pushed: stiction.Scenario) -> None:
    assert copy.deepcopy(pushed) == pushed
    table = {
        "solver": parts.solver(step=1e-4, until=0.1),
        "bodies": {"a": bodies.point_mass(mass=1.0), "b": bodies.point_mass(mass=2.0, start={"velocity": 1.0})},
        "connections": {
            "c": parts.connection(ports=["a", "b"], map=maps.between(), law=laws.spring_damper(stiffness=10.0)),
        },
        "plots": [parts.plot(y=["a.x", "b.x"])],
    }
    scenario = stiction.Scenario(table)
    assert scenario.bodies == ["a", "b"] and scenario.connections == ["c"]
    assert scenario.until == 0.1 and scenario.step_size == 1e-4


def test_a_robot_says_what_is_not_read(tmp_path: Path) -> None:
    """A limit in degrees looks like a mistake and is one; in radians there is no note."""
    urdf = """<robot name="r"><link name="base"/>
    <link name="arm"><inertial><mass value="1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
    <joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="LOWER" upper="0" effort="10" velocity="10"/></joint></robot>"""
    table = {"solver": {"step": 1e-3, "until": 0.1}, "bodies": {"arm": {"type": "urdf", "file": "r.urdf"}}}

    def notes(lower: str) -> list[str]:
        (tmp_path / "r.urdf").write_text(urdf.replace("LOWER", lower))
        return [note for note in stiction.Scenario(table, folder=tmp_path).notes() if "degrees" in note]

    assert notes("-1.7") == []
    assert len(notes("-170")) == 1 and notes("-170")[0].startswith("bodies.arm: r.urdf:5: ")


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["solver", "bodies", "connections", "drives", "record", "plots", "sweep"]), json)
def test_nonsense_is_an_error_and_never_a_crash(key: str, value: Any) -> None:
    """Values that are not refused mean the absence of a value."""
    table = block().to_dict()
    try:
        scenario = stiction.Scenario({**table, key: value})
    except stiction.Error:
        return
    assert scenario.title == "A block"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30), json)
def test_nonsense_by_path_is_an_error_and_never_a_crash(path: str, value: Any) -> None:
    try:
        block().with_values({path: value})
    except stiction.Error:
        pass
