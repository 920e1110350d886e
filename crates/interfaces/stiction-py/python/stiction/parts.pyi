# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._components import Map, Part, Signal
from ._law import Law
from .testing import PythonLaw

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]

__all__ = [
    "Part",
    "base_start",
    "bristles",
    "connection",
    "fingertip",
    "inertial",
    "joint_axes",
    "link",
    "measure",
    "mount",
    "piece",
    "plot",
    "pose",
    "pressure",
    "pressure_piece",
    "range",
    "record",
    "rim",
    "sampled_surface",
    "seen",
    "solver",
    "start",
    "stops",
    "stribeck_curve",
    "sweep",
    "tree_link",
]

def base_start(
    *,
    angular_velocity: _Numbers | None = (0.0, 0.0, 0.0),
    orientation: _Numbers | None = (1.0, 0.0, 0.0, 0.0),
    position: _Numbers | None = (0.0, 0.0, 0.0),
    velocity: _Numbers | None = (0.0, 0.0, 0.0),
) -> Part:
    """The motion of a free base at time zero, in the axes of the world; what is not given is zero.

    Args:
        angular_velocity: Angular velocity at time zero [rad/s].
        orientation: Orientation (w, x, y, z) at time zero, of any length but zero.
        position: Position at time zero [m].
        velocity: Velocity at time zero [m/s].
    """
    ...

def bristles(
    *,
    stiffness: _Number,
    damping: _Number,
    friction: _Number | Part | _Table,
    breakaway_fraction: _Number | None = 0.9,
    bristle_rate: Literal['explicit'] | Literal['implicit'] | Literal['order_preserving'] | None = 'explicit',
    model: Literal['lugre'] | Literal['elasto_plastic'] | None = 'elasto_plastic',
    viscous_damping: _Number | None = 0.0,
) -> Part:
    """Bristles, per normal force.

    Args:
        stiffness: Stiffness σ₀ [1/m], > 0.
        damping: Damping σ₁ of the bristle [s/m], ≥ 0.
        friction: Steady friction coefficient g [1] against the sliding speed.
        breakaway_fraction: Deflection s_ba at which an elasto-plastic bristle starts to yield, as a fraction of
            the largest one; between 0 and 1.
        bristle_rate: How the rate of a bristle is evaluated.
        model: elasto_plastic (holds) or lugre (drifts).
        viscous_damping: Viscous friction σ₂ [s/m], ≥ 0.
    """
    ...

def connection(
    *,
    ports: str | Sequence[str] | NDArray[Any],
    law: Law | PythonLaw | _Table,
    map: Map | _Table | None = None,
    start: Literal['unbent'] | Literal['loaded'] | Literal['slipping'] | None = None,
) -> Part:
    """A law between ports.

    Args:
        ports: One name or a list: a body, an arm's joint `arm[0]` or `arm.shoulder`, a drive, or `ground`.
        law: Spring, load, friction or contact: what acts between them.
        map: How their motion becomes that of the law.
        start: How its bristles start.
    """
    ...

def fingertip(
    *,
    exponent: _Number | None = None,
    exponent_per_load: _Number | None = None,
    growth: _Number | None = 0.005714285714285714,
    interval: _Number | None = None,
    sampled_load: _Number | None = None,
) -> Part:
    """A soft fingertip: a round pad that grows with the normal force. Give one of the exponents.

    Args:
        exponent: Exponent k > 0 of the pressure (1 − (ρ/a)^k)^(1/k) for every load; 2 is a Hertz contact.
        exponent_per_load: Exponent per normal force c > 0, k = c f_N [1/N]: the pressure gets more uniform with
            the load.
        growth: Radius at 1 N [m/N^(1/3)]; by default that of the paper, 5.714e-3.
        interval: Time for which the pad keeps its size [s]; needed where the force does not change in steps.
        sampled_load: Force for which the limit surface is sampled [N], for all sizes of the pad; by default the
            largest force. Not with exponent_per_load, where each size has its own.
    """
    ...

def inertial(
    *,
    mass: _Number,
    inertia: _Numbers,
    center: _Numbers | None = (0.0, 0.0, 0.0),
) -> Part:
    """Mass, centre of mass and inertia of a link.

    Args:
        mass: Mass m [kg], > 0.
        inertia: Inertia about the centre of mass, axes of the link [kg m²]: its three principal moments, or its
            nine entries by rows.
        center: Centre of mass in the axes of the link, from its origin [m], finite.
    """
    ...

def joint_axes(
    *,
    orientation: _Numbers | None = (1.0, 0.0, 0.0, 0.0),
) -> Part:
    """The axes of a frame.

    Args:
        orientation: Their orientation (w, x, y, z), of any length but zero.
    """
    ...

def link(
    *,
    mass: _Number,
    length: _Number,
    center: _Number | None = None,
    inertia: _Number | None = None,
) -> Part:
    """A link; without centre and inertia, a uniform rod.

    Args:
        mass: Mass m [kg], > 0.
        length: Distance l from its joint to the next one [m], ≥ 0; of a rod > 0.
        center: Distance c from its joint to its centre of mass [m], finite; negative for a counterweight.
        inertia: Moment of inertia J about its centre of mass [kg m²], ≥ 0; zero is a point mass, which must not
            lie in the joint.
    """
    ...

def measure(
    *,
    of: str,
    from_: _Number | None = None,
    take: Literal['last'] | Literal['min'] | Literal['max'] | Literal['swing'] | Literal['mean'] | Literal['rms'] | Literal['slope'] | Literal['first'] | None = 'last',
    to: _Number | None = None,
) -> Part:
    """A number of a run.

    Args:
        of: Column of the record.
        from_: From this time on [s], at least 0; the begin of the run by default.
        take: The number that is taken from it.
        to: Until this time [s], at least from; the end of the run by default.
    """
    ...

def mount(
    *,
    on: Literal['body'] | Literal['world'] | None = 'body',
    pose: _Numbers | None = (0.0, 0.0, 0.0),
) -> Part:
    """Where a patch sits; by default its frame is that of the body.

    Args:
        on: The body or the world, to which the patch is fixed; the body by default.
        pose: Pose of the patch frame in the frame it is fixed to, x and y [m] and angle [rad].
    """
    ...

def piece(
    *,
    signal: _Number | Signal | _Table,
    from_: _Number | None = 0.0,
) -> Part:
    """A signal that holds from a time on.

    Args:
        signal: The signal.
        from_: Begin [s], later than that of the piece before; the first piece holds before its own too.
    """
    ...

def plot(
    *,
    y: Sequence[str] | NDArray[Any],
    equal_aspect: bool | None = False,
    title: str | None = None,
    x: str | None = None,
    x_label: str | None = None,
    y_label: str | None = None,
) -> Part:
    """A panel of the figure.

    Args:
        y: Columns that are drawn.
        equal_aspect: Whether both axes have the same scale.
        title: Its title.
        x: Column of the horizontal axis; the time by default.
        x_label: Label of the horizontal axis.
        y_label: Label of the vertical axis.
    """
    ...

def pose(
    *,
    orientation: _Numbers | None = (1.0, 0.0, 0.0, 0.0),
    position: _Numbers | None = (0.0, 0.0, 0.0),
) -> Part:
    """Position and orientation of a frame in space.

    Args:
        orientation: Orientation (w, x, y, z): turns body coordinates into world coordinates.
        position: Position of the origin [m].
    """
    ...

def pressure(
    *,
    cells: _Count | None = None,
    file: str | None = None,
    fingertip: Part | _Table | None = None,
    pieces: Sequence[Part | _Table] | NDArray[Any] | None = None,
    points: Sequence[_Numbers] | NDArray[Any] | None = None,
    polygon: Sequence[_Numbers] | NDArray[Any] | None = None,
    ring: _Numbers | None = None,
    rows: Sequence[_Numbers] | NDArray[Any] | None = None,
    size: _Number | None = None,
    surface: str | None = None,
) -> Part:
    """The pressure under a pad: one of surface, ring, polygon, points, rows, file, fingertip and pieces.

    Args:
        cells: Cells along a side of the grid, 1 to 4096, 21 by default; only where there is a grid.
        file: A file with these pressures, relative to the scenario: comma-separated numbers, or the grey levels
            of an image whose name ends with .png.
        fingertip: A round pad that grows with the normal force.
        pieces: One pressure after another.
        points: Points: x [m], y [m], share of the load.
        polygon: Corners [m].
        ring: Inner and outer radius [m].
        rows: Pressures of the cells, as one sees an image: the first row is at the top (+y).
        size: Side of the grid [m]; the width of an image. Not beside points and pieces.
        surface: square, circle, circle_R, line, line_x, line_grad, line_grad_x, nonconvex1 or nonconvex2.
    """
    ...

def pressure_piece(
    *,
    pressure: Part | _Table,
    from_: _Number | None = 0.0,
) -> Part:
    """A pressure that holds from a time on.

    Args:
        pressure: The pressure.
        from_: Begin [s]; the first one also holds before it.
    """
    ...

def range(
    *,
    count: _Count | None = None,
    from_: _Number | None = None,
    log: bool | None = False,
    to: _Number | None = None,
    values: _Numbers | None = None,
) -> Part:
    """Values of a parameter: in a grid values, or from, to and count; in another design from and to.

    Args:
        count: Number of values of a grid, at least 1.
        from_: Least value.
        log: Whether the values are spaced by factors; they are then positive.
        to: Largest value.
        values: The values of a grid, at least one.
    """
    ...

def record(
    *,
    columns: Sequence[str] | NDArray[Any] | None = None,
    every: _Number | None = None,
) -> Part:
    """The columns that are recorded.

    Args:
        columns: Columns, such as block.x; all by default, those of friction (friction.sticks, friction.margin,
            friction.slip_speed) where a plot or a measure names them. They are recorded in the order of the
            mechanism: bodies, connections, energy, by name.
        every: Time between two rows [s]; by default so that there are at most 10 000.
    """
    ...

def rim(
    *,
    radius: _Number,
    center_of_pressure: _Numbers | None = (0.0, 0.0),
    from_: _Number | None = 0.0,
    limit_surface: Part | _Table | None = None,
    viscous_factor: _Number | None = 0.0,
) -> Part:
    """The rim that a reduced pad stands for.

    Args:
        radius: Radius r with the torque of the pad in pure rotation [m]; 2/3 of that of a uniform disc.
        center_of_pressure: Centre of pressure [m].
        from_: Time from which it holds [s]; the first one also holds before it.
        limit_surface: Pressure of the same shape at some size, whose limit surface is sampled; without it,
            friction on an ellipsoid.
        viscous_factor: Mean square distance from the centre of pressure [m²]; only viscous friction needs it.
    """
    ...

def sampled_surface(
    *,
    pressure: Part | _Table,
    samples: _Count,
) -> Part:
    """A limit surface by the pressure that it is sampled from.

    Args:
        pressure: The pressure, which does not change.
        samples: Samples per quarter turn.
    """
    ...

def seen(
    *,
    shape: _Table,
    pose: Part | _Table | None = None,
) -> Part:
    """A shape in its place.

    Args:
        shape: The shape.
        pose: Where its axes are.
    """
    ...

def solver(
    *,
    step: _Number,
    until: _Number,
    method: Literal['euler'] | Literal['heun'] | Literal['rk4'] | Literal['three_eighths'] | None = 'rk4',
) -> Part:
    """How a mechanism is stepped.

    Args:
        step: Step [s].
        until: End of the run [s].
        method: Runge-Kutta scheme.
    """
    ...

def start(
    *,
    angle: _Number | _Numbers | None = None,
    angular_velocity: _Number | _Numbers | None = None,
    base: Part | _Table | None = None,
    internal: _Numbers | None = None,
    orientation: _Numbers | None = None,
    position: _Number | _Numbers | None = None,
    velocity: _Number | _Numbers | None = None,
) -> Part:
    """The motion at time zero; what is not given is zero.

    Args:
        angle: Angle at time zero [rad]; a list for an arm.
        angular_velocity: Angular velocity at time zero [rad/s]; a list for an arm.
        base: Motion of the base of an articulation, if that is free.
        internal: State at time zero beyond the motion.
        orientation: Orientation (w, x, y, z) at time zero, of any length but zero.
        position: Position at time zero [m].
        velocity: Velocity at time zero [m/s].
    """
    ...

def stops(
    *,
    stiffness: _Number,
    damping: _Number | None = 0.0,
) -> Part:
    """Stops at the ends of a travel.

    Args:
        stiffness: Stiffness [N m/rad, or N/m], > 0.
        damping: Damping [N m s/rad, or N s/m], ≥ 0.
    """
    ...

def stribeck_curve(
    *,
    coulomb: _Number,
    breakaway: _Number,
    stribeck_speed: _Number,
    shape: Literal['rational'] | Literal['gaussian'] | _Table | None = 'gaussian',
) -> Part:
    """A friction level that depends on the sliding speed.

    Args:
        coulomb: Level Fc at high speed, > 0.
        breakaway: Level Fs at rest, ≥ Fc, > 0.
        stribeck_speed: Speed scale vs [m/s], > 0.
        shape: How the level falls.
    """
    ...

def sweep(
    *,
    parameters: _Table,
    measures: _Table,
    design: Literal['grid'] | Literal['random'] | Literal['latin_hypercube'] | None = 'grid',
    members: _Count | None = None,
    seed: _Count | None = 0,
) -> Part:
    """Runs of a scenario with other parameters.

    Args:
        parameters: Ranges by path: `"connections.friction.law.limit"`. Each path leads to a number.
        measures: Numbers of each run, by name.
        design: How the parameters are chosen.
        members: Number of runs of a random or Latin hypercube design, at least 1.
        seed: Seed of a random or Latin hypercube design.
    """
    ...

def tree_link(
    *,
    name: str,
    parent: str,
    joint: Literal['fixed'] | _Table,
    armature: _Number | None = 0.0,
    inertial: Part | _Table | None = None,
    joint_name: str | None = None,
    origin: Part | _Table | None = None,
    shapes: Sequence[Part | _Table] | NDArray[Any] | None = None,
) -> Part:
    """A link and the joint that carries it.

    Args:
        name: Its name, which no other link has.
        parent: The link that carries it, or the base.
        joint: How it moves on its parent.
        armature: Inertia that the joint feels and no link has, that of a rotor times the square of its gear ratio
            [kg m², or kg], ≥ 0.
        inertial: Its mass, if it has one of its own.
        joint_name: Name of the joint, which no other joint has; that of the link by default.
        origin: Frame of the joint in that of the parent [m].
        shapes: Its appearance, in its axes; by default a line of capsules to the joints that it carries.
    """
    ...

def __getattr__(name: str) -> Any: ...
