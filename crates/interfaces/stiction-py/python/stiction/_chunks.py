"""The worker's side of a sweep: runs members by their indices.

A worker gets the sweep as one parcel of bytes and caches the unpacked study under the digest of the parcel, so that
the scenario and the files that it names are read once per process, not once per chunk. The parameters of a member
come from the design and the index; nothing here depends on which members share a chunk.
"""

from __future__ import annotations

import hashlib
import importlib
import pickle
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from . import _stiction
from ._record import Record
from .errors import SweepError

Measured: TypeAlias = Callable[[Record], float]

# Sweeps that a worker keeps at the same time.
_MOST = 4


class Parcel(NamedTuple):
    """A sweep, packed for sending."""

    digest: str
    bytes: bytes


class Chunk(NamedTuple):
    """Results of some members: index, measures, status, message and warnings of each."""

    members: list[tuple[int, list[float], str, str | None, list[str | None]]]
    seconds: float


class OwnMeasures:
    """Measures that are functions of the record, one after the other."""

    def __init__(self, functions: Mapping[str, Measured]) -> None:
        self.functions = dict(functions)

    def __call__(self, record: Record) -> list[float]:
        numbers = []
        for name, function in self.functions.items():
            try:
                numbers.append(float(function(record)))
            except Exception as error:
                raise RuntimeError(f"measure `{name}`: {type(error).__name__}: {error}") from error
        return numbers


def parcel(study: _stiction.Study, functions: Mapping[str, Measured]) -> Parcel:
    """Packs a sweep. Functions defined in the main module can be sent only with cloudpickle, which Dask and Ray
    bring."""
    try:
        pickler: Any = importlib.import_module("cloudpickle")
    except ImportError:
        pickler = pickle
    packed = zlib.compress(pickler.dumps((study.parcel(), dict(functions))))
    return Parcel(hashlib.sha256(packed).hexdigest(), packed)


_kept: OrderedDict[str, tuple[_stiction.Study, OwnMeasures | None]] = OrderedDict()
_lock = Lock()


def _unpacked(packed: Parcel) -> tuple[_stiction.Study, OwnMeasures | None]:
    """Returns the sweep of a parcel; two chunks of one process share it."""
    with _lock:
        known = _kept.get(packed.digest)
        if known is None:
            (path, text, settings, files, names, version), functions = pickle.loads(zlib.decompress(packed.bytes))
            if version != _stiction.__version__:
                raise SweepError(
                    f"this worker has stiction {_stiction.__version__}, the sweep is of stiction {version}: "
                    "install the same version everywhere"
                )
            study = _stiction.Study.of_parcel(path, text, settings, files, names)
            known = study, OwnMeasures(functions) if functions else None
            _kept[packed.digest] = known
            while len(_kept) > _MOST:
                _kept.popitem(last=False)
        _kept.move_to_end(packed.digest)
        return known


def run_chunk(packed: Parcel, indices: Sequence[int]) -> Chunk:
    """Runs members; called on a worker."""
    study, own = _unpacked(packed)
    # Only work that grows with the number of members counts for the size of chunks.
    started = time.perf_counter()
    members = study.run(indices, own)
    return Chunk(members, time.perf_counter() - started)
