"""A law without a mechanism: for arrays of motions, and step by step."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _stiction
from ._arguments import as_finite, as_flat, as_number, as_numbers, as_rows
from ._components import Component, names_files
from .errors import ParameterError, ShapeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Self

__all__ = ["Element", "Law", "Response"]

_FIRST_STEP = 1e-9
"""The first step towards a steady motion [s]."""
_SHARE = 0.05
"""Later steps, as a share of the elapsed time."""
_SETTLED_BY = 1e10
"""Time by which a law has settled, if it ever does [s]."""


class Response(NamedTuple):
    """The answer of a law.

    Attributes:
        effort: The effort that it exerts, [N] or [N m]; friction opposes the motion.
        rate: Time derivative of its internal variables.
    """

    effort: NDArray[np.float64]
    rate: NDArray[np.float64]


class Law(Component):
    """The law of a connection: a spring, a load, a friction law, a contact, a pad.

    It is a part of a scenario, and can also be evaluated by itself:

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
        """The domain in which it is evaluated: that of `on`, or its first one."""
        if self._domain is None:
            self._domain = self.domains[0]
        return self._domain

    def on(self, domain: str) -> Law:
        """Returns this law, to be evaluated in another of its domains."""
        other = Law(self.tag, self._given)
        other._domain = domain
        other._bound()
        return other

    def _bound(self) -> _stiction.SoloLaw:
        """Returns the law in its domain, built once."""
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
        """Returns efforts and internal rates of many motions, in one call of the engine.

        The arrays are broadcast against each other. Quantities with one scalar have no axis of their own: in the
        domain `line` a flow is a number, in the domain `plane` it is two, along the last axis. This holds for poses
        too, and for internal variables according to their number.

        Args:
            flow: Velocities [m/s] or [rad/s].
            internal: Internal variables; by default zero.
            pose: Poses [m] or [rad]; by default the origin. Friction does not depend on it, springs do.
            time: Time of the evaluation [s], for loads that depend on it.
            tau: Length over which the answer is used [s]; 0 asks for the law in continuous time.

        Raises:
            ShapeError: Arrays that do not fit, or that are not numbers.
            ParameterError: A time that is not finite, a `tau` that is negative.
        """
        time, tau = as_finite("time", time), as_finite("tau", tau)
        if tau < 0.0:
            raise ParameterError(f"tau must be finite and not negative, found {tau}")
        law = self._bound()
        poses, flows, internals = law.widths
        given = [
            as_rows("pose", _start(law.origin) if pose is None else pose, poses),
            as_rows("flow", flow, flows),
            as_rows("internal", _start([0.0] * internals) if internal is None else internal, internals),
        ]
        try:
            shape = np.broadcast_shapes(*(rows.shape[:-1] for rows in given))
        except ValueError as error:
            raise ShapeError(f"the arrays cannot be broadcast against each other: {error}") from None
        count = math.prod(shape)
        flat = [as_flat(rows, shape) for rows in given]
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
        """Returns the efforts of `respond` alone."""
        return self.respond(flow, internal, pose=pose, time=time, tau=tau).effort

    def steady(self, flow: ArrayLike) -> NDArray[np.float64]:
        """Returns the friction at constant velocities, after everything has settled: the Stribeck curve of any law.

        It is the force that has to be overcome, so it has the sign of the velocity: minus the effort.

        Args:
            flow: Velocities [m/s] or [rad/s], as for `respond`.

        Raises:
            ShapeError: As `respond`.
            ParameterError: A velocity that is not finite; a law that does not settle within 1e10 s, for instance
                because it depends on place or time; one in a domain with a frame.
        """
        law = self._bound()
        poses, flows, internals = law.widths
        if poses != flows or self.domain.endswith("frame"):
            raise ParameterError(f"steady: a law without a frame is needed, found one in the domain {self.domain!r}")
        rows = as_rows("flow", flow, flows)
        velocity = np.ascontiguousarray(rows).reshape(-1, flows)
        if not np.isfinite(velocity).all():
            raise ParameterError("flow must be finite")
        friction = np.zeros_like(velocity)
        moving = np.arange(len(velocity))
        pose = np.tile(np.array(law.origin), (len(velocity), 1))
        internal = np.zeros((len(velocity), internals))
        last = np.full_like(velocity, np.nan)
        # Each step is a fixed share of the elapsed time: relaxation ends long before steps become too long for it,
        # and growth or oscillation is seen as a change on any time scale.
        time, step = 0.0, _FIRST_STEP
        while len(moving):
            if time > _SETTLED_BY:
                first = velocity[moving[0]].tolist()
                raise ParameterError(f"flow: the force of {self!r} at {first} does not settle within {_SETTLED_BY:g} s")
            answer = np.empty(velocity[moving].size), np.empty(internal.size)
            given = (pose.reshape(-1), np.ascontiguousarray(velocity[moving]).reshape(-1), internal.reshape(-1))
            law.respond(given, answer, time, step)
            effort, change = answer[0].reshape(-1, flows), step * answer[1].reshape(internal.shape)
            pose, internal = pose + step * velocity[moving], internal + change
            is_settled = _still(effort - last, effort) & _still(change, internal)
            friction[moving[is_settled]] = 0.0 - effort[is_settled]
            left = ~is_settled
            moving, pose, internal, last = moving[left], pose[left], internal[left], effort[left]
            time += step
            step = _SHARE * time
        return _shaped(friction.reshape(-1), rows.shape[:-1], flows)

    def stored_energy(self, internal: ArrayLike = (), *, pose: ArrayLike | None = None) -> float:
        """Returns the energy stored in the law [J], with these values of its internal variables."""
        law = self._bound()
        place = as_numbers("pose", law.origin if pose is None else pose)
        return law.stored_energy(place.reshape(-1).tolist(), as_numbers("internal", internal).reshape(-1).tolist())

    def element(self) -> Element:
        """Returns a new element of the law, with its memory: at rest and without deflection."""
        return Element(self)


class Element(_stiction.Element):
    """One element of a law with its memory, step by step: for control loops and observers.

    A step is that of eq. (20) of Kikuuwe and Yamamoto: the law is evaluated once, with `tau = dt`, which keeps stiff
    friction stable, and its memory advances by `dt` times its rate. `step(flow, dt)` returns the effort that the
    element exerts, so friction compensation adds its negative.

    ```python
    friction = stiction.laws.gsat(stiffness=1e5, damping=400, limit=5).element()
    force = friction.step(velocity, 1e-3)
    ```
    """

    law: Law
    """The law of the element."""

    def __new__(cls, law: Law) -> Self:
        if not isinstance(law, Law):
            raise ParameterError(f"an element is of a law, not of {law!r}")
        return super().__new__(cls, law._bound())

    def __init__(self, law: Law) -> None:
        self.law = law

    def run(self, flow: ArrayLike, dt: float) -> NDArray[np.float64]:
        """Returns the efforts over a series of flows, each for `dt` [s], in one call of the engine.

        Args:
            flow: Velocities one after the other along the first axis.
            dt: Time between two of them [s].
        """
        width = self.law._bound().widths[1]
        rows = as_rows("flow", flow, width)
        if rows.ndim != 2:
            raise ShapeError(f"flow: a series is needed, found the shape {np.shape(flow)}")
        efforts = self.steps(np.ascontiguousarray(rows).reshape(-1), as_number("dt", dt))
        return _shaped(efforts, rows.shape[:-1], width)

    def __reduce__(self) -> tuple[Any, ...]:
        return _element, (1, self.law, self.law._domain, self.state)

    def __repr__(self) -> str:
        return f"<element of {self.law!r} at t = {self.time:.10g} s>"


def _element(version: object, law: Law, domain: str | None, state: Any) -> Element:
    """Makes an element from a pickle."""
    from ._pickled import check

    check(version, "Element")
    element = (law.on(domain) if domain else law).element()
    element.state = state
    return element


def _still(change: NDArray[np.float64], of: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Returns whether nothing in each row changed in a step that is long enough to see it."""
    return np.asarray((np.abs(change) <= 1e-10 * np.abs(of)).all(axis=1))


def _start(scalars: list[float]) -> Any:
    """Returns the scalars as an array; one scalar has no axis of its own."""
    return scalars[0] if len(scalars) == 1 else np.array(scalars)


def _shaped(numbers: NDArray[np.float64], shape: tuple[int, ...], width: int) -> NDArray[np.float64]:
    return numbers.reshape(shape if width == 1 else (*shape, width))
