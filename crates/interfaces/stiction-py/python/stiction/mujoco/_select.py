"""Selects the joints and contacts of a model that get friction, by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .._law import Law
from ..errors import ParameterError, UnknownNameError
from ._laws import Contact, GearLoss, from_frictionloss

if TYPE_CHECKING:
    from ._own import OwnFriction

ANY = "all"
ROLLING = 6


def joint_laws(mujoco: Any, model: Any, own: OwnFriction, joints: Any) -> dict[str, tuple[int, GearLoss]]:
    """Returns the joints that get friction by name, each with its degree of freedom and its law."""
    names = [_name(mujoco, model, mujoco.mjtObj.mjOBJ_JOINT, place) for place in range(model.njnt)]
    if joints is None or joints is False:
        return {}
    losses = own["dof_frictionloss"]
    if joints is True or (isinstance(joints, str) and joints == "frictionloss"):
        wanted: Mapping[str, Any] = {
            name: True
            for place, name in enumerate(names)
            if _is_scalar(mujoco, model, place) and losses[model.jnt_dofadr[place]] > 0.0
        }
        if not wanted:
            raise ParameterError("joints: no hinge or slide of the model has a frictionloss to take over")
    elif isinstance(joints, Mapping):
        wanted = joints
    else:
        raise ParameterError(f"joints must be a mapping from names to laws, or 'frictionloss', found {joints!r}")
    found = {}
    for name, given in wanted.items():
        if name not in names:
            raise _unknown("joint", str(name), names)
        place = names.index(name)
        if not _is_scalar(mujoco, model, place):
            raise ParameterError(
                f"joint {name}: friction of a ball or free joint is not that of one axis; a law is for hinge and slide"
            )
        dof = int(model.jnt_dofadr[place])
        found[name] = (dof, _joint_law(name, given, float(losses[dof])))
    return found


def _joint_law(name: str, given: Any, frictionloss: float) -> GearLoss:
    if isinstance(given, GearLoss):
        return given
    if isinstance(given, Law):
        return GearLoss(given, 0.0)
    if given is True or given == "frictionloss":
        if frictionloss == 0.0:
            raise ParameterError(f"joint {name}: it has no frictionloss to take over; give it a law")
        return GearLoss(from_frictionloss(frictionloss), 0.0)
    raise ParameterError(f"joint {name}: a law of stiction.laws, a GearLoss or 'frictionloss' is needed, found {given!r}")


def _is_scalar(mujoco: Any, model: Any, place: int) -> bool:
    scalar = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
    return int(model.jnt_type[place]) in scalar


class Contacts:
    """The pairs of geometries with friction here.

    `condim` is lowered to 1 where it takes over, and the original value is kept: friction that MuJoCo loses by that,
    because `condim` belongs to geometries and not to pairs, is taken over too.
    """

    def __init__(self, mujoco: Any, model: Any, own: OwnFriction, contacts: Any) -> None:
        self._mujoco, self._model = mujoco, model
        self._chosen: dict[tuple[int, int], Contact | Law] = {}
        """Laws by pairs of geometries, the smaller number first."""
        self._condim = own["geom_condim"]
        self._pair_dim = own["pair_dim"]
        self._default: Contact | Law | None = None
        if contacts is None or contacts is False:
            self.geoms, self.pairs = np.zeros(0, int), np.zeros(0, int)
            return
        if model.nflex:
            raise ParameterError("contacts: the model has flexes, whose contacts are not those of two geometries")
        if isinstance(contacts, Mapping):
            self._choose(contacts)
            taken = sorted({place for pair in self._chosen for place in pair})
        else:
            everything = contacts is True or (isinstance(contacts, str) and contacts == ANY)
            self._default = Contact() if everything else self._friction("contacts", contacts)
            taken = list(range(model.ngeom))
        self.geoms = np.array(taken, int)
        self.pairs = np.array(
            [place for place in range(model.npair) if self._default is not None or self._is_chosen(place)], int
        )
        for what, places, condim in (("geom", self.geoms, self._condim), ("pair", self.pairs, self._pair_dim)):
            rolling = [place for place in places if condim[place] == ROLLING]
            if rolling:
                raise ParameterError(
                    f"contacts: {what} {rolling[0]} has condim 6, and rolling friction is not taken over; with 4 it has "
                    "sliding and spinning"
                )

    def __bool__(self) -> bool:
        return self.geoms.size > 0

    @property
    def places(self) -> dict[str, Any]:
        """Returns the places in which MuJoCo's own friction is to be off."""
        return {"geom_condim": self.geoms, "pair_dim": self.pairs}

    def friction_of(self, geoms: tuple[int, int], dim: int, coefficients: Any) -> tuple[dict[str, Any], float, bool, bool] | None:
        """Returns the table of the law of a pair, its radius of torsion, whether MuJoCo's coefficient multiplies it,
        and whether the pair is one patch.

        Returns None if its friction stays MuJoCo's.
        """
        before = self._condim_before(geoms)
        given = self._chosen.get((min(geoms), max(geoms)))
        if given is None and before > 1:
            given = self._default
        if given is None and before == 1:
            return None
        if dim == before and given is None:
            return None
        if given is None:
            given = Contact()
        if isinstance(given, Law):
            return given.to_dict(), 0.0, False, False
        sliding, other, spinning = (float(number) for number in coefficients[:3])
        if given.friction is None and sliding != other:
            raise ParameterError(
                f"contacts: MuJoCo gives {self.name(geoms)} the unequal coefficients {sliding} and {other}; say which with "
                "laws.limit_set and limit_sets.ellipsoid, or give one number"
            )
        torsion = given.torsion
        if torsion is None:
            torsion = spinning / sliding if before >= 4 and sliding > 0.0 else 0.0
        own = given.friction is None
        return given._table(1.0 if own else given.friction), torsion, own, given.patch

    def name(self, geoms: Iterable[int]) -> str:
        """Returns geometries by name, for messages."""
        kind = self._mujoco.mjtObj.mjOBJ_GEOM
        return " and ".join(_name(self._mujoco, self._model, kind, place) for place in geoms)

    def _condim_before(self, geoms: tuple[int, int]) -> int:
        """Returns the `condim` that MuJoCo gave a pair, by its own rules."""
        for place in range(self._model.npair):
            if {int(self._model.pair_geom1[place]), int(self._model.pair_geom2[place])} == set(geoms):
                return int(self._pair_dim[place])
        first, second = geoms
        order = int(self._model.geom_priority[first]) - int(self._model.geom_priority[second])
        if order == 0:
            return int(max(self._condim[first], self._condim[second]))
        return int(self._condim[first if order > 0 else second])

    def _is_chosen(self, place: int) -> bool:
        geoms = int(self._model.pair_geom1[place]), int(self._model.pair_geom2[place])
        return (min(geoms), max(geoms)) in self._chosen

    def _choose(self, contacts: Mapping[Any, Any]) -> None:
        for pair, given in contacts.items():
            if not (isinstance(pair, tuple) and len(pair) == 2):
                raise ParameterError(f"contacts: a pair of geometries or bodies is needed, found {pair!r}")
            friction = self._friction(f"contacts[{pair!r}]", given)
            for first in self._geoms(pair[0]):
                for second in self._geoms(pair[1]):
                    if first != second and (first, second) not in self._chosen:
                        self._chosen[min(first, second), max(first, second)] = friction
        if not self._chosen:
            raise ParameterError("contacts: no pair of geometries is chosen")

    def _friction(self, name: str, given: Any) -> Contact | Law:
        if given is None or given is True:
            return Contact()
        if isinstance(given, (Contact, Law)):
            return given
        if isinstance(given, (int, float)):
            return Contact(friction=float(given))
        raise ParameterError(
            f"{name}: a coefficient, a Contact, laws.coulomb or laws.limit_set is needed, found {given!r}"
        )

    def _geoms(self, who: Any) -> list[int]:
        """Returns the geometries of a name: one, those of a body, those of a group by its number, or all."""
        mujoco, model = self._mujoco, self._model
        if who == ANY:
            return list(range(model.ngeom))
        if isinstance(who, int):
            members = [place for place in range(model.ngeom) if model.geom_group[place] == who]
            if not members:
                raise UnknownNameError(f"there is no geometry in group {who}")
            return members
        geom = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, str(who))
        if geom >= 0:
            return [geom]
        body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, str(who))
        if body < 0:
            names = [_name(mujoco, model, mujoco.mjtObj.mjOBJ_GEOM, place) for place in range(model.ngeom)]
            names += [_name(mujoco, model, mujoco.mjtObj.mjOBJ_BODY, place) for place in range(model.nbody)]
            raise _unknown("geometry or body", str(who), names)
        members = [place for place in range(model.ngeom) if model.geom_bodyid[place] == body]
        if not members:
            raise ParameterError(f"contacts: the body {who} has no geometry")
        return members


def _name(mujoco: Any, model: Any, kind: Any, place: int) -> str:
    name = mujoco.mj_id2name(model, kind, place)
    return str(name) if name else f"{str(kind).rsplit('_', 1)[-1].lower()}[{place}]"


def _unknown(kind: str, name: str, names: list[str]) -> UnknownNameError:
    close = difflib.get_close_matches(name, names, 1)
    hint = f" (did you mean `{close[0]}`?)" if close else ""
    few = ", ".join(names[:40]) or "none"
    return UnknownNameError(f"there is no {kind} `{name}`{hint}; there are {few}")
