"""A law by itself: for arrays of motions, and step by step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _stiction
from ._admissible import _numbers
from ._components import Component, names_files
from .errors import ParameterError, ShapeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Self

__all__ = ["Element", "Law", "Response"]


class Response(NamedTuple):
    """The answer of a law.

    Attributes:
        effort: The effort that it exerts, [N] or [N m]: friction opposes the motion.
        rate: Time derivative of its internal variables.
    """

    effort: NDArray[np.float64]
    rate: NDArray[np.float64]


class Law(Component):
    """What a connection does: a spring, a load, a friction law, a contact, a pad.

    It stands in a scenario, and can be asked by itself:

    - `respond`, `effort`: for whole arrays of motions in one call of the engine;
    - `element`: step by step, with its memory, for a control loop or an observer.
    """

    kind, module, definition = "law", "laws", "Law"

    __slots__ = ("_domain", "_solo")

    _domain: str | None
    _solo: _stiction.SoloLaw | None

    def __init__(self, tag: str, given: Any) -> None:
        super().__init__(tag, given)
        self._domain = None
        self._solo = None

    @property
    def domains(self) -> list[str]:
        """The domains in which it can act: `line`, `shaft`, `plane`, `space`, `planar_frame`, `spatial_frame`."""
        return list(_stiction.check("law", self.to_dict(), True))

    @property
    def domain(self) -> str:
        """The domain in which it is asked: that of `on`, or its first one."""
        if self._domain is None:
            self._domain = self.domains[0]
        return self._domain

    def on(self, domain: str) -> Law:
        """This law, to be asked in another of its domains."""
        other = Law(self.tag, self._given)
        other._domain = domain
        other._bound()
        return other

    def _bound(self) -> _stiction.SoloLaw:
        """The law in its domain, built once."""
        if self._solo is None:
            self._solo = _stiction.SoloLaw(self.to_dict(), self.domain)
        return self._solo

    @property
    def internal(self) -> list[tuple[str, str]]:
        """Name and unit of every internal variable: deflections of bristles and the like."""
        return self._bound().internal

    def respond(
        self,
        flow: ArrayLike,
        internal: ArrayLike | None = None,
        *,
        pose: ArrayLike | None = None,
        time: float = 0.0,
        tau: float = 0.0,
    ) -> Response:
        """Efforts and internal rates of many motions, in one call of the engine.

        The arrays are broadcast against each other. What has one scalar has no axis of its own: in the domain `line`
        a flow is a number, in the domain `plane` it is two, along the last axis. The same holds for poses, and for
        internal variables by their number.

        Args:
            flow: Velocities [m/s] or [rad/s].
            internal: Internal variables; by default zero.
            pose: Poses [m] or [rad]; by default the origin. Friction does not depend on it, springs do.
            time: Time of the evaluation [s], for loads that depend on it.
            tau: Length over which the answer is used [s]; 0 asks for the law in continuous time.

        Raises:
            ShapeError: Arrays that do not fit, or that are no numbers.
            ParameterError: A time that is not finite, a `tau` that is negative.
        """
        time, tau = _time("time", time), _time("tau", tau)
        if tau < 0.0:
            raise ParameterError(f"tau must be finite and not negative, found {tau}")
        law = self._bound()
        poses, flows, internals = law.widths
        given = [
            _rows("pose", _start(law.origin) if pose is None else pose, poses),
            _rows("flow", flow, flows),
            _rows("internal", _start([0.0] * internals) if internal is None else internal, internals),
        ]
        try:
            shape = np.broadcast_shapes(*(rows.shape[:-1] for rows in given))
        except ValueError as error:
            raise ShapeError(f"the arrays cannot be broadcast against each other: {error}") from None
        count = math.prod(shape)
        flat = [_flat(rows, shape) for rows in given]
        try:
            effort, rate = np.empty(count * flows), np.empty(count * internals)
        except ValueError as error:
            raise ShapeError(f"there are more motions than there is room for: {error}") from None
        law.respond((flat[0], flat[1], flat[2]), (effort, rate), time, tau)
        return Response(_shaped(effort, shape, flows), _shaped(rate, shape, internals))

    def effort(
        self,
        flow: ArrayLike,
        internal: ArrayLike | None = None,
        *,
        pose: ArrayLike | None = None,
        time: float = 0.0,
        tau: float = 0.0,
    ) -> NDArray[np.float64]:
        """The efforts of `respond` alone."""
        return self.respond(flow, internal, pose=pose, time=time, tau=tau).effort

    def stored_energy(self, internal: Sequence[float] = (), *, pose: Sequence[float] | None = None) -> float:
        """Energy that it would give back [J], with these values of its internal variables."""
        law = self._bound()
        return law.stored_energy(list(law.origin if pose is None else pose), list(internal))

    def element(self) -> Element:
        """A new element of the law, with its memory: at rest and without deflection."""
        return Element(self)


class Element(_stiction.Element):
    """One element of a law with its memory, step by step: for control loops and observers.

    A step is that of eq. (20) of Kikuuwe and Yamamoto: the law is asked once, with `tau = dt`, which keeps stiff
    friction stable, and its memory moves on by `dt` times its rate. `step(flow, dt)` gives the effort that the element
    exerts, so friction compensation adds its negative.

    ```python
    friction = stiction.laws.gsat(stiffness=1e5, damping=400, limit=5).element()
    force = friction.step(velocity, 1e-3)
    ```
    """

    law: Law
    """The law that it is of."""

    def __new__(cls, law: Law) -> Self:
        if not isinstance(law, Law):
            raise ParameterError(f"an element is of a law, not of {law!r}")
        return super().__new__(cls, law._bound())

    def __init__(self, law: Law) -> None:
        self.law = law

    def run(self, flow: ArrayLike, dt: float) -> NDArray[np.float64]:
        """The efforts over a series of flows, each for `dt` [s], in one call of the engine.

        Args:
            flow: Velocities one after the other along the first axis.
            dt: Time between two of them [s].
        """
        width = self.law._bound().widths[1]
        rows = _rows("flow", flow, width)
        if rows.ndim != 2:
            raise ShapeError(f"flow: a series is needed, found the shape {np.shape(flow)}")
        efforts = self.steps(np.ascontiguousarray(rows).reshape(-1), float(dt))
        return _shaped(efforts, rows.shape[:-1], width)

    def __reduce__(self) -> tuple[Any, ...]:
        return _element, (1, self.law, self.law._domain, self.state)

    def __repr__(self) -> str:
        return f"<element of {self.law!r} at t = {self.time} s>"


def _element(version: object, law: Law, domain: str | None, state: Any) -> Element:
    """Makes an element from a pickle."""
    from ._pickled import check

    check(version, "Element")
    element = (law.on(domain) if domain else law).element()
    element.state = state
    return element


def _time(name: str, given: Any) -> float:
    """A finite time [s]."""
    try:
        found = float(given)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"{name}: {error}") from None
    if not math.isfinite(found):
        raise ParameterError(f"{name} must be finite, found {found}")
    return found


def _start(scalars: list[float]) -> Any:
    """The scalars as an array; one scalar has no axis of its own."""
    return scalars[0] if len(scalars) == 1 else np.array(scalars)


def _rows(name: str, given: ArrayLike, width: int) -> NDArray[np.float64]:
    """The scalars of one motion along the last axis."""
    numbers = _numbers(name, given)
    if width == 1:
        return numbers[..., np.newaxis]
    if numbers.ndim == 0 or numbers.shape[-1] != width:
        raise ShapeError(f"{name}: {width} numbers along the last axis are needed, found the shape {numbers.shape}")
    return numbers


def _flat(rows: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """One row that stands for all, or a row for each motion."""
    if rows.size != rows.shape[-1]:
        rows = np.broadcast_to(rows, (*shape, rows.shape[-1]))
    return np.ascontiguousarray(rows).reshape(-1)


def _shaped(numbers: NDArray[np.float64], shape: tuple[int, ...], width: int) -> NDArray[np.float64]:
    return numbers.reshape(shape if width == 1 else (*shape, width))
