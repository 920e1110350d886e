"""The friction that joints and contacts of a model can have."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from .._law import Law
from ..errors import ParameterError

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["Contact", "GearLoss", "from_frictionloss", "from_urdf"]

BREAKAWAY = 1e-4
"""Deflection of a joint before it slides, if only its friction is known [rad], [m]."""
SETTLING = 1e-3
"""Damping over stiffness, if only the stiffness is known [s]."""


@dataclass(frozen=True)
class GearLoss:
    """Friction of a geared joint: that of a law, and a share of the transmitted torque.

    The limit is `limit + share * |torque|`; the torque is that of the actuators on the joint in the last step, MuJoCo's
    `qfrc_actuator`.

    Attributes:
        law: `laws.gsat` or `laws.rate_dependent_gsat`, whose limit holds without a torque.
        share: Loss per transmitted torque [1], >= 0: 0.1 is 10 %.
    """

    law: Law
    share: float

    def __post_init__(self) -> None:
        if not isinstance(self.law, Law):
            raise ParameterError(f"GearLoss: law must be one of stiction.laws, found {self.law!r}")
        _judged("GearLoss: share", self.share)


@dataclass(frozen=True)
class Contact:
    """Coulomb friction of a contact with MuJoCo's normal force.

    Sticking contacts hold at any stiffness and any step; the stiffness sets how far they give before they slide.

    Attributes:
        friction: Coefficient of friction [1], >= 0, or a curve of it over the sliding speed (`parts.stribeck_curve`);
            by default MuJoCo's coefficient.
        stiffness: Stiffness of the stuck contact [N/m], > 0.
        damping: Damping of the stuck contact [N s/m], >= 0; by default 1 ms times the stiffness.
        torsion: Radius r [m], >= 0: a contact that only spins resists with the torque `friction * r` times its normal
            force, 0 for none; by default MuJoCo's torsional coefficient over that of sliding, if its `condim` was 4.
        patch: Whether all points where two geometries touch are one patch, with one bristle for sliding and spinning:
            `stiffness` and `damping` are then those of the whole patch. It needs three rows in place of two or three
            per point, and its bristle survives points that come, go and jump. A patch that only slides, or only
            spins, has the friction of its points; one that does both has that of an ellipsoid.
    """

    friction: float | Mapping[str, Any] | Any | None = None
    stiffness: float = 1e5
    damping: float | None = None
    torsion: float | None = None
    patch: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.friction, (int, float)):
            _judged("Contact: friction", self.friction)
        _judged("Contact: stiffness", self.stiffness, positive=True)
        for name in ("damping", "torsion"):
            if getattr(self, name) is not None:
                _judged(f"Contact: {name}", getattr(self, name))

    def _table(self, friction: Any) -> dict[str, Any]:
        """Returns the law with a coefficient."""
        damping = SETTLING * self.stiffness if self.damping is None else self.damping
        # The normal force is set in every step; that of the table is not used.
        return {
            "type": "coulomb",
            "stiffness": self.stiffness,
            "damping": damping,
            "friction": friction,
            "normal_force": 0.0,
        }


def from_frictionloss(frictionloss: float, *, stiffness: float | None = None, damping: float | None = None) -> Law:
    """Returns the law that replaces MuJoCo's `frictionloss`.

    Args:
        frictionloss: Friction of the joint [N m], [N], > 0.
        stiffness: Stiffness of the stuck joint [N m/rad], [N/m], > 0; by default such that it gives 1e-4 rad, or 0.1
            mm, before it slides.
        damping: Damping of the stuck joint [N m s/rad], [N s/m], >= 0; by default 1 ms times the stiffness.

    Raises:
        ParameterError: A value out of its range.
    """
    from .. import laws

    _judged("frictionloss", frictionloss, positive=True)
    stiffness = frictionloss / BREAKAWAY if stiffness is None else stiffness
    _judged("stiffness", stiffness, positive=True)
    damping = SETTLING * stiffness if damping is None else damping
    _judged("damping", damping)
    return laws.gsat(stiffness=stiffness, damping=damping, limit=frictionloss)


def from_urdf(source: str | PathLike[str], *, damping: bool = False) -> dict[str, Law]:
    """Returns laws for the joints of a URDF, from `<dynamics friction= damping=>`: the argument `joints` of `attach`.

    Many importers drop these numbers. A joint without friction is left out.

    Args:
        source: A file, or the text of a URDF.
        damping: Whether the law includes the viscous damping. MuJoCo reads it itself and keeps it, so this is for
            models made by tools that drop it.

    Raises:
        ParameterError: The source is not a URDF, or is a xacro that was not expanded; a value is not a number.
    """
    from .. import laws, parts

    found: dict[str, Law] = {}
    for joint in _robot(source).iter("joint"):
        dynamics = joint.find("dynamics")
        name = joint.get("name")
        if dynamics is None or name is None:
            continue
        dry, viscous = (_number(name, dynamics, key) for key in ("friction", "damping"))
        if dry == 0.0:
            continue
        law = from_frictionloss(dry)
        if damping and viscous > 0.0:
            law = laws.rate_dependent_gsat(
                stiffness=law["stiffness"],
                damping=law["damping"],
                curve=parts.stribeck_curve(coulomb=dry, breakaway=dry, stribeck_speed=1.0),
                viscous_damping=viscous,
            )
        found[name] = law
    return found


def _robot(source: str | PathLike[str]) -> ElementTree.Element:
    """Returns the root of a URDF."""
    is_text = isinstance(source, str) and source.lstrip().startswith("<")
    name = "the URDF" if is_text else os.fspath(source)
    try:
        root = ElementTree.fromstring(str(source)) if is_text else ElementTree.parse(source).getroot()
    except ElementTree.ParseError as error:
        raise ParameterError(f"{name} is no XML: {error}") from None
    if any("ros.org/wiki/xacro" in element.tag for element in root.iter()) or name.endswith(".xacro"):
        raise ParameterError(f"{name} is a xacro: expand it first, with `xacro in.urdf.xacro > out.urdf`")
    if root.tag != "robot":
        raise ParameterError(f"{name} is no URDF: its root is <{root.tag}>, and must be <robot>")
    return root


def _number(joint: str, dynamics: ElementTree.Element, key: str) -> float:
    text = dynamics.get(key, "0")
    hint = "; expand the xacro first" if "${" in text else ""
    try:
        number = float(text)
    except ValueError:
        raise ParameterError(f"joint {joint}: {key}={text!r} is no number{hint}") from None
    _judged(f"joint {joint}: {key}", number)
    return number


def _judged(name: str, number: float, *, positive: bool = False) -> None:
    """Raises an error if a number is out of its range."""
    wanted = "finite and positive" if positive else "finite and not negative"
    is_number = isinstance(number, (int, float)) or hasattr(number, "__float__")
    if not (is_number and math.isfinite(number) and number >= 0.0 and not (positive and number == 0.0)):
        raise ParameterError(f"{name} must be {wanted}, found {number!r}")
