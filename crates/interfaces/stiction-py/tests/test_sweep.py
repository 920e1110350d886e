"""Sweeps: the members of the command, wherever they run."""

from __future__ import annotations

import csv
import io
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sweeping import (
    COMMAND,
    FILES,
    TEXT,
    DrawsByChunk,
    FailsWhile,
    KillsOnce,
    command,
    contents,
    highest,
    kept,
    kills,
    refuses,
    written,
)

import stiction
from stiction import _chunks

SPAWN = multiprocessing.get_context("spawn")


def pool(workers: int = 2) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=SPAWN)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """Returns the scenario, and the files written by the command."""
    folder = tmp_path_factory.mktemp("plain")
    path = written(folder)
    command(path, folder / "out")
    return path, contents(folder / "out")


def same(out: Path, expected: dict[str, bytes]) -> None:
    found = contents(out)
    assert [name for name in FILES if found[name] != expected[name]] == []
    assert not (out / "members.partial.csv").exists()


def test_threads_write_what_the_command_writes(plain: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, expected = plain
    swept = stiction.sweep(path, out=tmp_path / "out", threads=2)
    same(tmp_path / "out", expected)
    assert swept.folder == tmp_path / "out" and swept.resumed == 0 and swept.failures == []


def test_members_are_those_of_a_loop(plain: tuple[Path, dict[str, bytes]]) -> None:
    """An independent way: one scenario after the other, measured by NumPy."""
    path, _ = plain
    swept = stiction.sweep(path)
    scenario = stiction.Scenario.load(path)
    for row in (0, 17, 39):
        values = {name: float(column[row]) for name, column in swept.parameters.items()}
        record = stiction.run(scenario.with_values(values))
        assert swept["far"][row] == record["block.x"].max()
        late = record["block.vx"][record.t >= 0.05]
        assert swept["speed"][row] == pytest.approx(np.sqrt(np.mean(late**2)), rel=1e-12)
    # The design: one draw in every 40th of the range, by the log of the mass.
    limit = swept["connections.friction.law.limit"]
    assert sorted(np.floor((limit - 3.0) / 3.0 * 40)) == list(range(40))
    shares = np.log(swept["bodies.block.mass"] / 0.2) / np.log(10.0)
    assert sorted(np.floor(shares * 40)) == list(range(40))


@pytest.mark.parametrize("chunk", [None, 7])
def test_processes_write_what_the_command_writes(
    plain: tuple[Path, dict[str, bytes]], tmp_path: Path, chunk: int | None
) -> None:
    path, expected = plain
    told: list[tuple[int, int]] = []
    with pool() as executor:
        stiction.sweep(
            path, executor=executor, out=tmp_path / "out", chunk=chunk, progress=lambda *now: told.append(now)
        )
        # It belongs to the caller and still works.
        assert executor.submit(os.getpid).result() != os.getpid()
    same(tmp_path / "out", expected)
    assert told[-1] == (40, 40) and len(told) > 1


def test_what_depends_on_the_chunk_is_noticed(plain: tuple[Path, dict[str, bytes]]) -> None:
    """The control: a measure that draws by chunk gives other numbers in other chunks; any other does not."""
    path, _ = plain

    def columns(chunk: int) -> stiction.Swept:
        with pool() as executor:
            measures = {"drawn": DrawsByChunk(), "far": highest}
            return stiction.sweep(path, None, measures, executor=executor, chunk=chunk)

    one, other = columns(3), columns(8)
    assert (one["drawn"] != other["drawn"]).any()
    assert (one["far"] == other["far"]).all()


def test_lost_processes_cost_what_they_ran(plain: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, _ = plain
    undisturbed = stiction.sweep(path, None, {"x": highest})
    out, measures = tmp_path / "out", {"x": KillsOnce(tmp_path / "killed")}
    with pool() as executor, pytest.raises(stiction.WorkersLostError, match="the same call goes on from there"):
        stiction.sweep(path, None, measures, executor=executor, out=out, chunk=5)
    with pool() as executor:
        swept = stiction.sweep(path, None, measures, executor=executor, out=out, chunk=5)
    assert (swept["x"] == undisturbed["x"]).all()
    # With a function that makes pools it recovers by itself.
    again = {"x": KillsOnce(tmp_path / "killed too")}
    swept = stiction.sweep(path, None, again, executor=pool, chunk=5)
    assert (tmp_path / "killed too").exists()
    assert (swept["x"] == undisturbed["x"]).all()


def test_a_member_that_kills_costs_no_other(plain: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, _ = plain
    far = stiction.sweep(path)["far"]
    deadly = int((far > 0.013).sum())
    assert 0 < deadly < 10
    with pytest.raises(stiction.WorkersLostError, match="3 times with the members") as lost:
        stiction.sweep(path, None, {"x": kills}, executor=pool, out=tmp_path / "out", chunk=1)
    assert kept(tmp_path / "out") == 40 - deadly
    assert sorted(map(int, re.findall(r"\d+", str(lost.value).split("members")[1].split(";")[0]))) == list(np.flatnonzero(far > 0.013))


class _Impatient:
    """Presses Ctrl-C when `members` members are done."""

    def __init__(self, members: int) -> None:
        self.members = members

    def __call__(self, done: int, _all: int) -> None:
        if done >= self.members:
            raise KeyboardInterrupt


def test_what_python_began_the_command_ends(plain: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, expected = plain
    out = tmp_path / "out"
    with pool() as executor, pytest.raises(KeyboardInterrupt):
        stiction.sweep(path, executor=executor, out=out, chunk=2, progress=_Impatient(6))
    assert 6 <= kept(out) < 40
    command(path, out)
    same(out, expected)


def test_what_the_command_began_python_ends(plain: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, expected = plain
    out = tmp_path / "out"
    run = [*COMMAND, "--quiet", "sweep", str(path), "--out", str(out), "--jobs", "1"]
    process = subprocess.Popen(run)
    deadline = time.monotonic() + 60.0
    while kept(out) < 4 and time.monotonic() < deadline:
        time.sleep(0.002)
    with pytest.raises(stiction.SweepError, match="in use by another run"):
        stiction.sweep(path, out=out)
    process.kill()
    assert process.wait() != 0, "it had ended before it was killed"
    there = kept(out)
    assert 4 <= there < 40
    swept = stiction.sweep(path, out=out)
    assert swept.resumed == there
    same(out, expected)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("executor", ["None", "ThreadPoolExecutor(2)"])
def test_ctrl_c_ends_it_and_keeps_what_is_done(tmp_path: Path, executor: str) -> None:
    path, out = written(tmp_path, TEXT.replace("until = 0.2", "until = 0.5").replace("members = 40", "members = 4000")), tmp_path / "out"
    code = (
        "import stiction\nfrom concurrent.futures import ThreadPoolExecutor\n"
        f"stiction.sweep({str(path)!r}, out={str(out)!r}, executor={executor}, chunk=4)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60.0
    while kept(out) < 8 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode != 0 and "KeyboardInterrupt" in said, said
    assert 8 <= kept(out) < 4000


def test_every_form_of_a_design_is_the_same(plain: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, _ = plain
    limit = "connections.friction.law.limit"
    text = f'[sweep.parameters]\n"{limit}" = {{ values = [4.0, 4.5, 5.0] }}\n[sweep.measures]\nfar = {{ of = "block.x" }}\n'
    (tmp_path / "design.toml").write_text(text)
    table = {"parameters": {limit: {"values": [4.0, 4.5, 5.0]}}}
    measures = {"far": {"of": "block.x"}}
    forms = [
        (tmp_path / "design.toml", None),
        (text, None),
        (table, measures),
        ({limit: [4.0, 4.5, 5.0]}, measures),
        ({limit: np.array([4, 4.5, 5])}, {"far": "block.x"}),
        ({"design": "grid", "parameters": {limit: {"from": 4, "to": 5, "count": 3}}}, {"far": "block.x"}),
    ]
    columns = [stiction.sweep(path, design, what)["far"] for design, what in forms]
    assert all((column == columns[0]).all() for column in columns) and columns[0][0] > columns[0][1]
    # The scenario in every form, with its own measures if a design has none.
    scenario = stiction.Scenario.load(path)
    for given in (str(path), scenario, TEXT, scenario.to_dict()):
        swept = stiction.sweep(given, {limit: [4.0, 5.0]})
        assert list(swept.measures) == ["far", "speed"] and len(swept.index) == 2
    assert list(stiction.sweep(path, {limit: [4.0]}, ["block.x", "block.vx"])) == [limit, "block.vx", "block.x"]
    few = stiction.sweep(path, members=5, seed=3)
    assert len(few["far"]) == 5


def test_the_table_says_what_the_files_say(plain: tuple[Path, dict[str, bytes]]) -> None:
    path, expected = plain
    swept = stiction.sweep(path)
    frame = swept.to_pandas()
    headers, *rows = csv.reader(io.StringIO(expected["members.csv"].decode()))
    assert {"far [m]", "speed [m/s]"} < set(headers)
    names = [header.split(" [")[0] for header in headers]
    assert ["member", *frame.columns] == names
    for name in swept:
        column = [float(row[names.index(name)]) for row in rows]
        assert (frame[name].to_numpy() == column).all(), name
    assert list(frame.index) == [int(row[0]) for row in rows]
    assert list(frame["status"]) == [row[-2] for row in rows]
    names, *rows = csv.reader(io.StringIO(expected["statistics.csv"].decode()))
    for row in rows:
        assert swept.statistics[row[0]] == dict(zip(names[1:], map(float, row[1:])))
    assert swept.statistics["far"]["mean"] == pytest.approx(swept["far"].mean(), rel=1e-12)
    assert swept.units == {"far": "m", "speed": "m/s"}
    assert swept.rank_correlations["far"]["connections.friction.law.limit"] < -0.5
    back = pickle.loads(pickle.dumps(swept))
    assert repr(back) == repr(swept) and (back["far"] == swept["far"]).all()
    with pytest.raises(stiction.UnknownNameError, match="there is no column `fur`"):
        swept["fur"]


def test_members_that_fail_are_named(plain: tuple[Path, dict[str, bytes]]) -> None:
    path, _ = plain
    design = {"bodies.block.mass": [1.0, -1.0], "connections.friction.law.limit": [1.0, 50.0]}
    with pool() as executor, pytest.warns(stiction.SweepWarning) as told:
        swept = stiction.sweep(path, design, {"held": refuses}, executor=executor)
    assert list(swept.finished) == [False, True, False, False]
    assert swept["held"][1] == 1.0 and np.isnan(swept["held"][[0, 2, 3]]).all()
    slid, _, negative = swept.failures[0], swept.failures[1], swept.failures[2]
    assert slid.member == 0 and slid.error == "measure `held`: ValueError: it slid"
    assert negative.parameters["bodies.block.mass"] == -1.0 and "must be finite and positive" in negative.error
    assert any("it slid" in str(warning.message) for warning in told)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", stiction.SweepWarning)
        here = stiction.sweep(path, design, {"held": refuses})
    assert [failed.error for failed in here.failures] == [failed.error for failed in swept.failures]


def test_a_measure_that_was_changed_is_another_sweep(plain: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, _ = plain
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        stiction.sweep(path, None, {"x": highest}, executor=ThreadPoolExecutor(1), out=out, chunk=2, progress=_Impatient(2))
    with pytest.raises(stiction.SweepError, match="the version is"):
        stiction.sweep(path, None, {"x": lambda record: record["block.x"].min()}, out=out)
    assert stiction.sweep(path, None, {"x": highest}, out=out).resumed >= 2
    with pytest.raises(KeyboardInterrupt):
        stiction.sweep(path, executor=ThreadPoolExecutor(1), out=out, chunk=2, progress=_Impatient(2))
    assert stiction.sweep(path, out=out, restart=True).resumed == 0


class Pretended(Executor):
    """Members that take `seconds` each, by the answers; nothing is run."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._max_workers = workers
        self.seconds = seconds
        self.sizes: list[int] = []
        self.ran: list[int] = []
        self.waiting: list[tuple[Future[Any], list[int]]] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        _, indices = args
        self.sizes.append(len(indices))
        self.waiting.append((future, indices))
        self.most = max(self.most, len(self.waiting))
        # Nothing completes before all slots are taken: then the first is done.
        threading.Timer(0.002, self.end).start()
        return future

    def end(self) -> None:
        future, indices = self.waiting.pop(0)
        self.ran.extend(indices)
        try:
            members = [(index, [0.0, 0.0], "finished", None, [None, None]) for index in indices]
            future.set_result(_chunks.Chunk(members, self.seconds * len(indices)))
        except Exception as error:  # In the thread of a timer it would be lost, and the sweep would wait for ever.
            future.set_exception(error)


def test_chunks_take_seconds_and_end_together(plain: tuple[Path, dict[str, bytes]]) -> None:
    path, _ = plain

    def shared_out(workers: int, seconds: float, members: int) -> Pretended:
        executor = Pretended(workers, seconds)
        stiction.sweep(path, members=members, executor=executor)
        assert sorted(executor.ran) == list(range(members))
        assert executor.most <= 2 * workers
        return executor

    quick = shared_out(2, 0.01, 3000)
    # Single members until the first answers say how long they take, then two seconds of them, in the end fewer.
    assert quick.sizes[:2] == [1, 1] and max(quick.sizes) == 200
    assert quick.sizes[-1] <= 4 and len(quick.sizes) < 60
    # Members that take longer than a chunk should are sent one at a time.
    assert set(shared_out(2, 5.0, 50).sizes) == {1}
    # Many workers get longer chunks: 500 of them, 10 s.
    assert max(shared_out(500, 0.1, 200_000).sizes) == 100


def test_progress_is_told(plain: tuple[Path, dict[str, bytes]], capfd: pytest.CaptureFixture[str]) -> None:
    path, _ = plain
    stiction.sweep(path, progress=True)
    assert capfd.readouterr().err.endswith("40 of 40 members\n")
    stiction.sweep(path)
    assert capfd.readouterr().err == ""


def test_a_parquet_table_has_the_members_or_says_why_not(plain: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, _ = plain
    out = tmp_path / "out"
    try:
        swept = stiction.sweep(path, out=out, format="parquet")
    except stiction.SweepError as error:
        # Refused before anything is run.
        assert "built without Parquet" in str(error) and not out.exists()
    else:
        import pandas

        assert (pandas.read_parquet(out / "members.parquet")["far"].to_numpy() == swept["far"]).all()


@pytest.mark.parametrize("retry", [True, False])
def test_members_that_failed_are_run_again_on_request_only(
    plain: tuple[Path, dict[str, bytes]], tmp_path: Path, retry: bool
) -> None:
    path, out, mark = plain[0], tmp_path / "out", tmp_path / "away"
    measures = {"x": FailsWhile(mark)}
    mark.touch()
    with pytest.raises(KeyboardInterrupt):
        stiction.sweep(path, None, measures, executor=ThreadPoolExecutor(1), out=out, chunk=3, progress=_Impatient(6))
    failed = kept(out)
    mark.unlink()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", stiction.SweepWarning)
        swept = stiction.sweep(path, None, measures, out=out, retry_failed=retry)
    assert failed >= 6 and len(swept.failures) == (0 if retry else failed)
    assert swept.resumed == (0 if retry else failed)


def test_files_travel_with_a_scenario(tmp_path: Path) -> None:
    pushed = TEXT.replace(
        'effort = { type = "sine", mean = 3.0, amplitude = 2.5, frequency = 10.0 }',
        'effort = { type = "samples", file = "push.csv" }',
    )
    path, force = written(tmp_path, pushed), tmp_path / "push.csv"
    force.write_text("t,force\n0,6\n0.1,2\n0.2,0\n")
    here = stiction.sweep(path)
    study = stiction._stiction.Study(stiction.Scenario.load(path))
    packed = _chunks.parcel(study, {})
    force.unlink()
    path.unlink()
    chunk = _chunks.run_chunk(packed, [3, 38])
    assert [values[0] for _, values, *_ in chunk.members] == [here["far"][3], here["far"][38]]
    # The scenario was read once for both, and another parcel is another scenario.
    assert _chunks._unpacked(packed) is _chunks._unpacked(packed)


def test_another_version_on_a_worker_is_refused(plain: tuple[Path, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch) -> None:
    study = stiction._stiction.Study(stiction.Scenario.load(plain[0]), version="other")
    packed = _chunks.parcel(study, {"other": highest})
    monkeypatch.setattr(stiction._stiction, "__version__", "9.9.9")
    with pytest.raises(stiction.SweepError, match="install the same version everywhere"):
        _chunks.run_chunk(packed, [0])


LIMIT = "connections.friction.law.limit"


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"scenario": "nowhere.toml"}, FileNotFoundError, "nowhere.toml"),
        ({"scenario": "schema_version = 1\n"}, stiction.ScenarioError, "needs `solver`"),
        ({"design": {"connections.fraction.law.limit": [1.0]}}, stiction.SweepError, "connections.fraction"),
        ({"design": {LIMIT: {"from": 1.0}}}, stiction.ScenarioError, "needs `values`, or `from`, `to` and `count`"),
        ({"design": {"parameters": {LIMIT: [1.0]}, "memebers": 3}}, stiction.ScenarioError, "memebers"),
        ({"design": {LIMIT: []}}, stiction.ScenarioError, "values = 0 must be at least 1"),
        ({"design": 3}, stiction.ParameterError, "design must be a table"),
        ({"design": "sweep = ["}, stiction.ScenarioError, "TOML"),
        ({"measures": ["block.y"]}, stiction.ScenarioError, "block.y"),
        ({"measures": {"far": {"of": "block.x", "take": "most"}}}, stiction.ScenarioError, "most"),
        ({"measures": {"far": 3}}, stiction.ParameterError, "`far` must be a column"),
        ({"measures": {}}, stiction.SweepError, "needs parameters and measures"),
        ({"measures": {"status": highest}}, stiction.SweepError, "name of a column of every table"),
        ({"chunk": 0}, stiction.ParameterError, "chunk must be an integer of at least 1, found 0"),
        ({"chunk": 1.5}, stiction.ParameterError, "found 1.5"),
        ({"threads": -1}, stiction.ParameterError, "threads must be"),
        ({"members": 0}, stiction.ParameterError, "members must be"),
        ({"seed": -1}, stiction.ParameterError, "seed must be"),
        ({"design": {LIMIT: [1.0]}, "members": 3}, stiction.ScenarioError, "has all combinations as members"),
        ({"design": {LIMIT: [1.0]}, "seed": 3}, stiction.SweepError, "does not fit"),
        ({"format": "xlsx"}, stiction.ParameterError, "format must be"),
        ({"executor": 3}, stiction.ParameterError, "executor must be None"),
        ({"executor": lambda: 3}, stiction.ParameterError, "must give a concurrent.futures.Executor"),
    ],
)
def test_what_is_wrong_is_said(
    plain: tuple[Path, dict[str, bytes]], arguments: dict[str, object], error: type[Exception], said: str
) -> None:
    given = {"scenario": plain[0], **arguments}
    with pytest.raises(error, match=said):
        stiction.sweep(**given)


def test_what_has_ended_takes_no_work(plain: tuple[Path, dict[str, bytes]]) -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(stiction.SweepError, match="it takes no work: cannot schedule new futures"):
        stiction.sweep(plain[0], executor=executor)


def test_a_law_in_python_is_refused(plain: tuple[Path, dict[str, bytes]]) -> None:
    class Held:
        def respond(self, stage: object, pose: float, flow: float) -> float:
            return -flow

    table = stiction.Scenario.load(plain[0]).to_dict()
    table["connections"]["friction"]["law"] = Held()
    with pytest.raises(stiction.ScenarioError, match="written in Python"):
        stiction.sweep(table, {"bodies.block.mass": [1.0]})


LIMIT = 0.5


def _helper(record: stiction.Record) -> float:
    return float(record.t[-1]) * LIMIT


def test_a_measure_is_another_one_when_what_it_uses_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from stiction._sweep import _version

    def made(by: float, more: float = 1.0) -> Any:
        return lambda record, shift=more: by * _helper(record) + shift

    version = _version({"a": made(2.0)})
    assert version == _version({"a": made(2.0)})
    # A value that it closes over, a default, its name: each makes a different measure.
    others = [_version({"a": made(3.0)}), _version({"a": made(2.0, 2.0)}), _version({"b": made(2.0)})]
    # A number of the module, and a function that it calls, which calls another.
    monkeypatch.setattr(sys.modules[__name__], "LIMIT", 0.6)
    others.append(_version({"a": made(2.0)}))
    monkeypatch.setattr(sys.modules[__name__], "_helper", lambda record: 1.0)
    others.append(_version({"a": made(2.0)}))
    assert len({version, *others}) == 6
