# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._components import LimitSet, Part, Signal
from ._law import Law

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]

__all__ = [
    "Law",
    "gsat",
    "rate_dependent_gsat",
    "lugre",
    "dahl",
    "elasto_plastic",
    "threshold",
    "maxwell_slip",
    "thermal_gsat",
    "coulomb",
    "amended_lugre",
    "limit_set",
    "directional_gsat",
    "coulomb_contact",
    "pyramid_contact",
    "lugre_contact",
    "elliptic_contact",
    "limit_set_contact",
    "spring_damper",
    "effort",
    "end_stop",
    "axial_spring",
    "penalty_hinge",
    "distributed_patch",
    "reduced_patch",
    "stick_slip_patch",
    "ellipsoid_contact",
]

def gsat(
    *,
    stiffness: _Number,
    damping: _Number,
    limit: _Number,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
) -> Law:
    """Coulomb friction with a constant limit (Kikuuwe and Yamamoto, eq. 19).

    Args:
        stiffness: Stiffness K of the stuck contact [N/m] or [N m/rad], > 0.
        damping: Damping B of the stuck contact [N s/m] or [N m s/rad], ≥ 0.
        limit: Magnitude F of the sliding friction [N] or [N m], ≥ 0.
        relaxation: How the stage length enters; the paper's form by default.
    """
    ...

def rate_dependent_gsat(
    *,
    stiffness: _Number,
    damping: _Number,
    curve: _Number | Part | _Table,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
    viscous_damping: _Number | None = 0.0,
) -> Law:
    """Coulomb friction with Stribeck effect and viscous friction that sticks without drift.

    Args:
        stiffness: Stiffness K of the stuck contact [N/m] or [N m/rad], > 0.
        damping: Damping B of the stuck contact [N s/m] or [N m s/rad], > 0.
        curve: Friction F(s) [N] or [N m] against the sliding speed.
        relaxation: How the stage length enters; the paper's form by default.
        viscous_damping: Viscous friction D [N s/m] or [N m s/rad], ≥ 0.
    """
    ...

def lugre(
    *,
    stiffness: _Number,
    damping: _Number,
    bristle_rate: Literal['explicit'] | Literal['implicit'] | Literal['order_preserving'] | None = 'explicit',
    steady_deflection: _Number | Part | _Table | None = None,
    steady_force: _Number | Part | _Table | None = None,
    viscous_damping: _Number | None = 0.0,
) -> Law:
    """LuGre friction (Kikuuwe and Yamamoto, eq. 12); drifts.

    Args:
        stiffness: Stiffness K, σ₀ of the bristle [N/m] or [N m/rad], > 0.
        damping: Damping B, σ₁ of the bristle [N s/m] or [N m s/rad], ≥ 0.
        bristle_rate: How the rate is evaluated; the paper's form by default.
        steady_deflection: The steady bristle deflection [m] (Kikuuwe and Yamamoto, eq. 12).
        steady_force: The steady force K e [N] (Canudas de Wit et al. 1995).
        viscous_damping: Viscous friction D, σ₂ [N s/m] or [N m s/rad], ≥ 0.
    """
    ...

def dahl(
    *,
    stiffness: _Number,
    limit: _Number,
    bristle_rate: Literal['explicit'] | Literal['implicit'] | Literal['order_preserving'] | None = 'explicit',
) -> Law:
    """Dahl friction (Kikuuwe and Yamamoto, eq. 11); drifts.

    Args:
        stiffness: Stiffness K at rest [N/m] or [N m/rad], > 0.
        limit: Magnitude F of the sliding friction [N] or [N m], > 0.
        bristle_rate: How the rate is evaluated; the paper's form by default.
    """
    ...

def elasto_plastic(
    *,
    stiffness: _Number,
    damping: _Number,
    limit: _Number,
    breakaway_fraction: _Number,
    bristle_rate: Literal['explicit'] | Literal['implicit'] | Literal['order_preserving'] | None = 'explicit',
    viscous_damping: _Number | None = 0.0,
) -> Law:
    """Elasto-plastic friction of Dupont (Waltersson and Karayiannidis, eqs. 4 to 6), in one, two and three
    dimensions (eqs. 15 to 17).

    Args:
        stiffness: Stiffness K, σ₀ of the bristle [N/m] or [N m/rad], > 0.
        damping: Damping B, σ₁ of the bristle [N s/m] or [N m s/rad], ≥ 0.
        limit: Magnitude F of the sliding friction [N] or [N m], > 0.
        breakaway_fraction: Deflection at which the bristle starts to yield, as a fraction of F/K; between 0 and
            1.
        bristle_rate: How the rate is evaluated; the paper's form by default.
        viscous_damping: Viscous friction D, σ₂ [N s/m] or [N m s/rad], ≥ 0.
    """
    ...

def threshold(
    *,
    limit: _Number,
    threshold_speed: _Number,
) -> Law:
    """Coulomb friction made continuous below a speed; creeps or chatters, and has no memory.

    Args:
        limit: Magnitude F of the sliding friction [N] or [N m], > 0.
        threshold_speed: Speed v_th below which the force is in proportion to the speed [m/s] or [rad/s], > 0.
    """
    ...

def maxwell_slip(
    *,
    stiffnesses: _Numbers,
    shares: _Numbers,
    curve: _Number | Part | _Table,
    attraction: _Number,
    damping: _Number | None = 0.0,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
    viscous_damping: _Number | None = 0.0,
) -> Law:
    """Generalized Maxwell-slip friction; see the module.

    Args:
        stiffnesses: Stiffness K_i of each element [N/m] or [N m/rad], > 0.
        shares: Share α_i of each element in the friction level [1], > 0; their sum is 1.
        curve: Steady friction s(v) of all elements together [N] or [N m].
        attraction: How fast the level follows the curve, C [N/s] or [N m/s], > 0.
        damping: Damping B of all elements while they stick [N s/m] or [N m s/rad], ≥ 0.
        relaxation: How the stage length enters; the paper's form by default.
        viscous_damping: Viscous friction D [N s/m] or [N m s/rad], ≥ 0.
    """
    ...

def thermal_gsat(
    *,
    stiffness: _Number,
    damping: _Number,
    curve: _Number | Part | _Table,
    viscosity: _Table,
    heat_capacity: _Number,
    heat_loss: _Number,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
    viscous_damping: _Number | None = 0.0,
) -> Law:
    """Coulomb, Stribeck and viscous friction with a temperature, without drift; see the module.

    Args:
        stiffness: Stiffness K of the stuck contact [N/m] or [N m/rad], > 0.
        damping: Damping B of the stuck contact [N s/m] or [N m s/rad], > 0.
        curve: Friction F(s) [N] or [N m] against the sliding speed, cold.
        viscosity: How the lubricant thins.
        heat_capacity: Heat that raises the temperature by a kelvin, C [J/K], > 0.
        heat_loss: Heat lost to the surroundings per kelvin, G [W/K], ≥ 0.
        relaxation: How the stage length enters; the paper's form by default.
        viscous_damping: Viscous friction D, cold [N s/m] or [N m s/rad], ≥ 0.
    """
    ...

def coulomb(
    *,
    stiffness: _Number,
    damping: _Number,
    friction: _Number | Part | _Table | Signal,
    normal_force: _Number | Signal | _Table,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
) -> Law:
    """Coulomb friction under a given normal force, without drift.

    Args:
        stiffness: Stiffness K of the stuck contact [N/m] or [N m/rad], > 0.
        damping: Damping B of the stuck contact [N s/m] or [N m s/rad], ≥ 0.
        friction: Friction coefficient μ [1] (a lever arm [m] on a shaft), ≥ 0; or a curve, from static to
            kinetic; or a function of the time.
        normal_force: Normal force [N], ≥ 0 and finite at all times. Of a file: a number, a sample or an end of a
            ramp below zero is refused; where another signal falls below zero, there is no load.
        relaxation: How the stage length enters; the paper's form by default.
    """
    ...

def amended_lugre(
    *,
    stiffness: _Number,
    damping: _Number,
    friction: _Number | Part | _Table,
    normal_force: _Number | Signal | _Table,
    bristle_rate: Literal['explicit'] | Literal['implicit'] | Literal['order_preserving'] | None = 'explicit',
    viscous_damping: _Number | None = 0.0,
) -> Law:
    """LuGre friction in proportion to the load (Waltersson and Karayiannidis, eqs. 1 to 3); drifts.

    Args:
        stiffness: Stiffness σ₀ of the bristle per normal force [1/m], > 0.
        damping: Damping σ₁ of the bristle per normal force [s/m], ≥ 0.
        friction: Steady friction coefficient g [1] (a lever arm [m] on a shaft) against the speed.
        normal_force: Normal force [N], ≥ 0 and finite at all times. Of a file: a number, a sample or an end of a
            ramp below zero is refused; where another signal falls below zero, there is no load.
        bristle_rate: How the rate is evaluated; the paper's form by default.
        viscous_damping: Viscous friction σ₂ per normal force [s/m], ≥ 0.
    """
    ...

def limit_set(
    *,
    set: LimitSet | _Table,
    stiffness: _Number | _Numbers,
    damping: _Number | _Numbers,
    normal_force: _Number | Signal | _Table,
    coefficient: _Number | Part | _Table | Signal | None = None,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
) -> Law:
    """Friction with a limit set of your own, under a given normal force, without drift.

    Args:
        set: Admissible friction per unit of normal force.
        stiffness: Stiffness K of the stuck element [N/m] or [N m/rad], > 0: a number, or one per axis.
        damping: Damping B of the stuck element [N s/m] or [N m s/rad], ≥ 0: a number, or one per axis, like the
            stiffness.
        normal_force: Normal force [N], ≥ 0 and finite at all times. Of a file: a number, a sample or an end of a
            ramp below zero is refused; where another signal falls below zero, there is no load.
        coefficient: Factor on the set, or a curve of it over the sliding speed.
        relaxation: How the stage length enters; the paper's form by default.
    """
    ...

def directional_gsat(
    *,
    stiffness: _Number,
    damping: _Number,
    forward: _Number | Part | _Table,
    backward: _Number | Part | _Table,
    backward_viscous_damping: _Number | None = 0.0,
    forward_viscous_damping: _Number | None = 0.0,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
) -> Law:
    """Friction with another level in the other direction, without drift; see the module.

    Args:
        stiffness: Stiffness K of the stuck contact [N/m] or [N m/rad], > 0.
        damping: Damping B of the stuck contact [N s/m] or [N m s/rad], > 0.
        forward: Friction [N] or [N m] against the speed of sliding along the positive direction.
        backward: Friction [N] or [N m] against the speed of sliding the other way.
        backward_viscous_damping: Viscous friction D₋ the other way [N s/m] or [N m s/rad], ≥ 0.
        forward_viscous_damping: Viscous friction D₊ along the positive direction [N s/m] or [N m s/rad], ≥ 0.
        relaxation: How the stage length enters; the paper's form by default.
    """
    ...

def coulomb_contact(
    *,
    stiffness: _Number,
    damping: _Number,
    friction: _Number | Part | _Table | Signal,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
    tangential_damping: _Number | None = None,
    tangential_stiffness: _Number | None = None,
) -> Law:
    """A contact of a point with a plane with Coulomb friction.

    Args:
        stiffness: Normal stiffness K [N/m], > 0.
        damping: Normal damping B [N s/m], ≥ 0.
        friction: Friction coefficient μ [1], ≥ 0; or a curve, from static to kinetic; or a function of the time.
        relaxation: How the stage length enters the friction; the paper's form by default.
        tangential_damping: Tangential damping [N s/m], ≥ 0; that of the normal by default, as in the paper.
        tangential_stiffness: Tangential stiffness [N/m], > 0; that of the normal by default, as in the paper.
    """
    ...

def pyramid_contact(
    *,
    stiffness: _Number,
    damping: _Number,
    friction: _Number | Part | _Table | Signal,
    sides: _Count,
    phase: _Number | None = 0.0,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
    scale: Literal['inner'] | Literal['outer'] | Literal['equal_area'] | Literal['equal_perimeter'] | Literal['equal_mean_radius'] | Literal['minimax'] | None = 'inner',
    tangential_damping: _Number | None = None,
    tangential_stiffness: _Number | None = None,
) -> Law:
    """A contact of a point with a plane with a friction pyramid.

    Args:
        stiffness: Normal stiffness K [N/m], > 0.
        damping: Normal damping B [N s/m], ≥ 0.
        friction: Friction coefficient μ [1] of the circular cone that is linearized, ≥ 0; or a curve, from static
            to kinetic; or a function of the time.
        sides: Number of sides n, 3 to 1 048 576.
        phase: Direction of vertex 0 [rad], of the force of the body on the surface; finite.
        relaxation: How the stage length enters the friction; the paper's form by default.
        scale: Size of the polygon; inside the circle by default.
        tangential_damping: Tangential damping [N s/m], ≥ 0; that of the normal by default.
        tangential_stiffness: Tangential stiffness [N/m], > 0; that of the normal by default.
    """
    ...

def lugre_contact(
    *,
    stiffness: _Number,
    damping: _Number,
    bristle_stiffness: _Number,
    bristle_damping: _Number,
    friction: _Number | Part | _Table,
    bristle_rate: Literal['explicit'] | Literal['implicit'] | Literal['order_preserving'] | None = 'explicit',
    viscous_damping: _Number | None = 0.0,
) -> Law:
    """A contact of a point with a plane with LuGre friction.

    Args:
        stiffness: Normal stiffness K [N/m], > 0.
        damping: Normal damping B [N s/m], ≥ 0.
        bristle_stiffness: Stiffness σ₀ of a bristle per normal force [1/m], > 0.
        bristle_damping: Damping σ₁ of a bristle per normal force [s/m], ≥ 0.
        friction: Friction coefficient [1], > 0, or a curve of it over the speed.
        bristle_rate: How the rate of the bristle is evaluated.
        viscous_damping: Viscous friction σ₂ per normal force [s/m], ≥ 0.
    """
    ...

def elliptic_contact(
    *,
    stiffness: _Number,
    damping: _Number,
    friction: _Numbers,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
    rolling_damping: _Number | None = None,
    rolling_friction: _Numbers | None = None,
    rolling_stiffness: _Number | None = None,
    speed_dependence: _Number | Part | _Table | None = None,
    tangential_damping: _Number | None = None,
    tangential_stiffness: _Number | None = None,
    torsional_damping: _Number | None = None,
    torsional_friction: _Number | None = None,
    torsional_stiffness: _Number | None = None,
) -> Law:
    """A contact of a body with a plane that also resists spinning and rolling.

    Args:
        stiffness: Normal stiffness K [N/m], > 0.
        damping: Normal damping B [N s/m], ≥ 0.
        friction: Friction coefficients along x and y [1], ≥ 0.
        relaxation: How the stage length enters the friction; the paper's form by default.
        rolling_damping: Damping against rolling [N m s/rad], ≥ 0.
        rolling_friction: Friction coefficients of rolling about x and y [m], > 0; needs the torsional one.
        rolling_stiffness: Stiffness against rolling [N m/rad], > 0.
        speed_dependence: Factor on all friction coefficients over the equivalent sliding speed, such as one that
            falls from 1.3 to 1.
        tangential_damping: Tangential damping [N s/m], ≥ 0; that of the normal by default.
        tangential_stiffness: Tangential stiffness [N/m], > 0; that of the normal by default.
        torsional_damping: Damping against spinning [N m s/rad], ≥ 0.
        torsional_friction: Friction coefficient of spinning about the normal [m], > 0.
        torsional_stiffness: Stiffness against spinning [N m/rad], > 0.
    """
    ...

def limit_set_contact(
    *,
    stiffness: _Number,
    damping: _Number,
    set: LimitSet | _Table,
    coefficient: _Number | Part | _Table | Signal | None = None,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
    tangential_damping: _Number | _Numbers | None = None,
    tangential_stiffness: _Number | _Numbers | None = None,
) -> Law:
    """A contact of a point with a plane with a limit set of your own.

    Args:
        stiffness: Normal stiffness [N/m].
        damping: Normal damping [N s/m].
        set: Admissible friction per normal force.
        coefficient: Factor on the set, or a curve of it over the sliding speed.
        relaxation: How the stage length enters.
        tangential_damping: Tangential damping [N s/m]: a number, or one per axis; that of the normal by default.
        tangential_stiffness: Tangential stiffness [N/m]: a number, or one per axis; that of the normal by
            default.
    """
    ...

def spring_damper(
    *,
    damping: _Number | None = 0.0,
    rest: _Number | _Numbers | None = None,
    stiffness: _Number | None = 0.0,
) -> Law:
    """A linear spring and damper in parallel (eq. 10).

    Args:
        damping: Damping b [N s/m] or [N m s/rad], ≥ 0, default zero.
        rest: Pose at which the spring is relaxed [m] or [rad], finite, default zero.
        stiffness: Stiffness k [N/m] or [N m/rad], ≥ 0, default zero.
    """
    ...

def effort(
    *,
    effort: _Number | Signal | _Table | Sequence[_Number | _Table] | NDArray[Any],
) -> Law:
    """A force, torque or wrench that is constant or a function of the time.

    Args:
        effort: One signal [N] or [N m], or a list with one for every scalar of the effort (force before torque).
    """
    ...

def end_stop(
    *,
    lower: _Number,
    upper: _Number,
    stiffness: _Number,
    damping: _Number | None = 0.0,
) -> Law:
    """A stop at each end of a travel.

    Args:
        lower: Where the travel begins, x_min [m] or [rad], finite.
        upper: Where it ends, x_max [m] or [rad], finite, above lower.
        stiffness: Stiffness k of the stops [N/m] or [N m/rad], > 0.
        damping: Damping b of the stops [N s/m] or [N m s/rad], ≥ 0, default zero.
    """
    ...

def axial_spring(
    *,
    stiffness: _Number,
    length: _Number,
    damping: _Number | None = 0.0,
) -> Law:
    """A spring and damper with a free length, acting along the line between two points.

    Args:
        stiffness: Stiffness k [N/m], ≥ 0.
        length: Length l at which the spring is relaxed [m], ≥ 0.
        damping: Damping b [N s/m], ≥ 0, default zero.
    """
    ...

def penalty_hinge(
    *,
    stiffness: _Number,
    bending_stiffness: _Number,
    bending_damping: _Number | None = 0.0,
    damping: _Number | None = 0.0,
) -> Law:
    """A hinge about the z axis of the parent's joint frame, by penalty (eq. 29).

    Args:
        stiffness: Stiffness kt against separation [N/m], ≥ 0.
        bending_stiffness: Stiffness kr against tilt of the axis [N m/rad], ≥ 0; zero makes a ball joint.
        bending_damping: Damping cr of tilt [N m s/rad], ≥ 0, default zero.
        damping: Damping ct of separation [N s/m], ≥ 0, default zero.
    """
    ...

def distributed_patch(
    *,
    pressure: Part | _Table,
    bristles: Part | _Table,
    normal_force: _Number | Signal | _Table,
    arithmetic: Literal['plain'] | Literal['exact'] | Literal['fast'] | None = 'exact',
    mount: Part | _Table | None = None,
) -> Law:
    """A pad with a bristle in every cell.

    Args:
        pressure: The pressure under it.
        bristles: Its bristles.
        normal_force: Normal force [N], ≥ 0 and finite at all times. Of a file: a number, a sample or an end of a
            ramp below zero is refused; where another signal falls below zero, there is no load.
        arithmetic: How the sums over the cells are computed.
        mount: Where it sits.
    """
    ...

def reduced_patch(
    *,
    bristles: Part | _Table,
    normal_force: _Number | Signal | _Table,
    limit_surface_file: str | None = None,
    mount: Part | _Table | None = None,
    pressure: Part | _Table | None = None,
    samples: _Count | None = None,
    shapes: Sequence[Part | _Table] | NDArray[Any] | None = None,
) -> Law:
    """A pad with three bristles and a limit surface. Give the pressure under it, or its shapes.

    Args:
        bristles: Its bristles.
        normal_force: Normal force [N], ≥ 0 and finite at all times. Of a file: a number, a sample or an end of a
            ramp below zero is refused; where another signal falls below zero, there is no load.
        limit_surface_file: JSON file with the limit surface of this pressure at some size, relative to the
            scenario.
        mount: Where it sits.
        pressure: The pressure under it.
        samples: Samples of the limit surface per quarter turn; without it, friction on an ellipsoid.
        shapes: Its shape where the pressure is not known: one, or several that hold one after another.
    """
    ...

def stick_slip_patch(
    *,
    pressure: Part | _Table,
    friction: _Number | Part | _Table | Signal,
    stiffness: _Number,
    torsional_stiffness: _Number,
    damping: _Number,
    torsional_damping: _Number,
    normal_force: _Number | Signal | _Table,
    mount: Part | _Table | None = None,
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
) -> Law:
    """A pad with three springs that sticks to the bit.

    Args:
        pressure: The pressure under it, in at most 100 000 cells that carry: each is compared with every other,
            once, which takes ten seconds for that many.
        friction: Friction coefficient [1], ≥ 0; or a curve, from static to kinetic; or a function of the time.
        stiffness: Stiffness of the stuck patch along the plane [N/m], > 0.
        torsional_stiffness: Stiffness of the stuck patch about its centre of pressure [N m/rad], > 0.
        damping: Damping of the stuck patch along the plane [N s/m], > 0.
        torsional_damping: Damping of the stuck patch about its centre of pressure [N m s/rad], > 0.
        normal_force: Normal force [N], ≥ 0 and finite at all times. Of a file: a number, a sample or an end of a
            ramp below zero is refused; where another signal falls below zero, there is no load.
        mount: Where the patch sits.
        relaxation: How the stage length enters; the paper's form by default.
    """
    ...

def ellipsoid_contact(
    *,
    stiffness: _Numbers,
    damping: _Numbers,
    friction: _Number,
    semi_axes: _Numbers,
    normal_force: _Number | Signal | _Table,
    height: _Number | None = 0.0,
    moment_axes: Literal['world'] | Literal['body'] | None = 'world',
    relaxation: Literal['implicit'] | _Table | None = 'implicit',
    tilting_moment: Sequence[_Number | Signal | _Table] | NDArray[Any] | None = None,
) -> Law:
    """Friction on an ellipsoid of a body on a plane.

    Args:
        stiffness: Stiffness K of the stuck contact along x and y [N/m] and about the vertical [N m/rad], > 0.
        damping: Damping B of the stuck contact along x and y [N s/m] and about the vertical [N m s/rad], > 0.
        friction: Friction coefficient μ, ≥ 0.
        semi_axes: Semi-axes e_t, e_o [1] and e_r [m], > 0.
        normal_force: Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where
            another signal falls below zero, there is no load.
        height: Height of the centre of mass above the support [m], ≥ 0; 0 by default.
        moment_axes: Axes of the tilting moment.
        relaxation: How the stage length enters.
        tilting_moment: Moments of the applied load about x and y at the centre of mass [N m]: a push above or
            below it. They move the contact point.
    """
    ...

def __getattr__(name: str) -> Any: ...
