"""The friction of a model of MuJoCo, step by step."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _stiction
from .._extras import need
from ..errors import ParameterError, SimulationError
from . import _passive
from ._own import OwnFriction
from ._select import Contacts, joint_laws

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Self

    from .._law import Law
    from ._laws import Contact, GearLoss

__all__ = ["Bridge", "ContactFriction", "JointFriction", "attach"]

VIEWS = (
    "qpos",
    "qvel",
    "qacc",
    "qacc_smooth",
    "cdof",
    "subtree_com",
    "xpos",
    "xmat",
    "qfrc_passive",
    "qfrc_actuator",
    "qfrc_applied",
)
SHAPE = (
    "jnt_type",
    "jnt_qposadr",
    "jnt_dofadr",
    "body_parentid",
    "body_rootid",
    "body_dofadr",
    "body_dofnum",
    "dof_parentid",
    "geom_bodyid",
)
CONTACT_FIELDS = ("pos", "friction", "geom", "dim", "efc_address")
INTEGRATORS = ("mjINT_EULER", "mjINT_IMPLICIT", "mjINT_IMPLICITFAST")
UNTRIED = ("mjENBL_SLEEP", "mjENBL_IPC", "mjENBL_SPECULATIVE")
"""Options of MuJoCo's step with which this scheme was not tried."""


class JointFriction(NamedTuple):
    """The friction of a joint in the last step.

    Attributes:
        effort: Effort on the joint [N m], [N], against its motion.
        deflection: Deflection of its bristle [rad], [m].
        slides: Whether it slid; laws that always relax (LuGre, Dahl) never do.
    """

    effort: float
    deflection: float
    slides: bool


class ContactFriction(NamedTuple):
    """The friction of a contact, or of a patch, in the last step.

    Attributes:
        geoms: The two geometries.
        position: Place [m]; for a patch, where it pressed in the step before.
        force: Friction on the second geometry [N], in the world.
        torque: Friction against spinning, about the normal from the first to the second [N m].
        normal_force: [N].
        slides: Whether it slid.
    """

    geoms: tuple[int, int]
    position: tuple[float, float, float]
    force: tuple[float, float, float]
    torque: float
    normal_force: float
    slides: bool


def attach(
    model: Any,
    data: Any,
    *,
    joints: Mapping[str, Law | GearLoss | str | bool] | str | bool | None = None,
    contacts: Mapping[tuple[str | int, str | int], float | Contact | Law | None] | Contact | Law | float | str | bool | None = None,
    callback: bool = False,
) -> Bridge:
    """Puts friction on a model of MuJoCo, and switches MuJoCo's own off there.

    Args:
        model: A `mujoco.MjModel`. Its `dof_frictionloss`, `geom_condim` and `pair_dim` are changed until `detach`.
        data: The `mujoco.MjData` that is stepped.
        joints: Laws by the names of joints (hinge or slide): `laws.gsat`, `rate_dependent_gsat`, `lugre`, `dahl`,
            `elasto_plastic`, or a `GearLoss`. "frictionloss" for a joint, or for all that have one, makes a law of
            the `frictionloss` of the model (`from_frictionloss`). The damping of a joint stays MuJoCo's.
        contacts: Friction by pairs of geometries: a coefficient, a `Contact`, `laws.coulomb`, or `laws.limit_set`
            with an ellipsoid; None for the coefficient that MuJoCo gives the contact. Each of the two is the name of
            a geometry, that of a body for all of its geometries, the number of a group, or "all"; the first match
            counts. "all" alone is every contact that has friction, and a coefficient or law alone applies to every
            contact. `condim` belongs to geometries: a contact that loses its friction because both of its geometries
            are in chosen pairs gets friction with MuJoCo's coefficients here.
        callback: Whether friction comes from `mujoco.set_mjcb_passive`, so that `mujoco.mj_step(model, data)`
            includes it in any loop. By default `Bridge.step` makes the step, and nothing global is touched.

    Returns:
        Bridge: To be used as a context, or to be detached.

    Raises:
        ParameterError: A joint with several axes; a law that cannot act there; an integrator with stages; not a model
            of MuJoCo.
        UnknownNameError: A joint or geometry that the model does not have.
        MissingExtraError: `mujoco` is not installed.
    """
    return Bridge(model, data, joints, contacts, callback)


class Bridge:
    """The friction of a model of MuJoCo, made by `attach`.

    Until `detach`, or the end of its context, this friction replaces the model's own in its joints and contacts.
    Bridges of one model, each with its `MjData`, share the record of the model's original friction.
    """

    def __init__(self, model: Any, data: Any, joints: Any, contacts: Any, callback: bool) -> None:
        mujoco = self._mujoco = need("mujoco", "mujoco")
        _check_model(mujoco, model, data)
        self._model, self._data, self._options = model, data, model.opt
        self._integrators = tuple(int(getattr(mujoco.mjtIntegrator, name)) for name in INTEGRATORS)
        self._untried = sum(int(getattr(mujoco.mjtEnableBit, name, 0)) for name in UNTRIED)
        self._check_options()
        own = OwnFriction.of(model)
        self._contacts = Contacts(mujoco, model, own, contacts)
        self._joints = joint_laws(mujoco, model, own, joints)
        if not (self._joints or self._contacts):
            raise ParameterError("joints and contacts: nothing is chosen that friction should act on")
        views = {name: getattr(data, name) for name in VIEWS} | {"dof_frictionloss": model.dof_frictionloss}
        self._friction = _stiction.MujocoFriction({name: getattr(model, name).tolist() for name in SHAPE}, views)
        for dof, law in self._joints.values():
            self._friction.add_joint(dof, law.law, law.share)
        self._laws: dict[str, int] = {}
        self._has_layout = False
        self._has_actuators = bool(model.nu)
        self._make_room(max(len(self._joints), 12))
        self._time, self._expected = float("nan"), float("nan")
        self._is_attached = True
        dofs = [dof for dof, _ in self._joints.values()]
        self._let_go = own.take(self, {"dof_frictionloss": dofs, **self._contacts.places})
        self._is_callback = callback
        if callback:
            _passive.add(mujoco, self)

    def step(self, count: int = 1) -> None:
        """Makes steps of MuJoCo with this friction: instead of `mujoco.mj_step(model, data, count)`.

        A data that was reset (`mj_resetData`) loses its bristles; one whose positions were set keeps them.

        Raises:
            SimulationError: The state is not finite or MuJoCo has reset it; the model was changed under the bridge;
                it is detached. The message says what to do.
        """
        if self._is_callback:
            raise SimulationError("this bridge acts through mjcb_passive: step with mujoco.mj_step(model, data)")
        if count < 0:
            raise ParameterError(f"count must be at least 0, found {count}")
        self._check_attached()
        mujoco, model, data = self._mujoco, self._model, self._data
        for _ in range(count):
            start = data.time
            mujoco.mj_step1(model, data)
            if start != self._expected:
                self._friction.reset()
            self._expected = float("nan")
            self._before()
            mujoco.mj_step2(model, data)
            if not data.time > start:
                raise SimulationError("MuJoCo has reset the state, which was not finite or too large: see data.warning")
            self._friction.follow(self._rows)
            self._expected = data.time

    def reset(self) -> None:
        """Forgets bristles and normal forces, as at the beginning."""
        self._friction.reset()

    def detach(self) -> None:
        """Restores the model's own friction exactly, except in places of other bridges; a second call does
        nothing."""
        if not self._is_attached:
            return
        self._is_attached = False
        if self._is_callback:
            _passive.remove(self._mujoco, self)
        self._let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.detach()

    @property
    def joints(self) -> dict[str, JointFriction]:
        """Friction of the joints in the last step, by name."""
        return {name: JointFriction(*state) for name, state in zip(self._joints, self._friction.joint_states())}

    @property
    def contacts(self) -> list[ContactFriction]:
        """Friction of the contacts in the last step."""
        return [ContactFriction(*state) for state in self._friction.contact_states()]

    @property
    def sticking(self) -> bool:
        """Whether nothing slid in the last step."""
        return not any(state[-1] for state in (*self._friction.joint_states(), *self._friction.contact_states()))

    @property
    def stored_energy(self) -> float:
        """Returns the energy stored in all bristles [J]."""
        return self._friction.stored_energy

    @property
    def unconverged_steps(self) -> int:
        """Number of steps so far whose friction is not exact: it is admissible, but sticking parts may creep."""
        return self._friction.unconverged_steps

    @property
    def report(self) -> tuple[int, int, float] | None:
        """Statistics of the last solution: sweeps, Newton steps, and by how much the last sweep changed it [1]."""
        return self._friction.report

    def _before(self) -> None:
        """Adds the friction of the step whose positions and velocities are known to `qfrc_passive`."""
        mujoco, model, data = self._mujoco, self._model, self._data
        options = self._options
        integrator = options.integrator
        if integrator not in self._integrators:
            self._check_options()
        # Integrators that are implicit in the damping of actuators get the forces of the last step.
        with_actuators = self._has_actuators and integrator == self._integrators[0]
        if with_actuators:
            mujoco.mj_fwdActuation(model, data)
        if self._friction.is_new:
            # Without a last step the acting forces are unknown.
            mujoco.mj_rne(model, data, 0, data.qfrc_bias)
            mujoco.mj_fwdActuation(model, data)
            mujoco.mj_fwdAcceleration(model, data)
            self._friction.begin(options.timestep, with_actuators)
        contacts = None
        if data.ncon and self._contacts:
            found = data.contact
            if not self._has_layout:
                self._learn_layout(found)
            contacts = (found.frame, data.efc_D, data.efc_aref)
        while (unknown := self._friction.find(self._rows, contacts)) is not None:
            self._get_to_know(unknown)
        rows = self._friction.rows
        if rows > len(self._rows):
            self._make_room(2 * rows)
        self._friction.write_rows(self._rows)
        if rows:
            mujoco.mj_solveM(model, data, self._responses[:rows], self._rows[:rows])
        self._friction.solve(options.timestep, self._rows, self._responses, with_actuators)

    def _passive(self, data: Any) -> None:
        """Called by MuJoCo in every evaluation of its passive forces."""
        if data is not self._data:
            return
        time = data.time
        if time != self._time:
            # Either the last step was made, or the state was changed otherwise.
            if time == self._expected and self._friction.is_pending:
                self._friction.follow(self._rows)
            else:
                self._friction.reset()
        if self._contacts:
            self._mujoco.mj_referenceConstraint(self._model, data)
        self._before()
        self._time, self._expected = time, time + self._options.timestep

    def _make_room(self, rows: int) -> None:
        self._rows = np.zeros((rows, self._model.nv))
        self._responses = np.zeros((rows, self._model.nv))

    def _learn_layout(self, contacts: Any) -> None:
        """Learns the layout of contacts, which MuJoCo shows as views of one array of structures."""
        frame = contacts.frame
        start = frame.ctypes.data
        layout = {name: getattr(contacts, name).ctypes.data - start for name in CONTACT_FIELDS}
        self._friction.set_layout({"stride": frame.strides[0], **layout})
        self._has_layout = True

    def _get_to_know(self, index: int) -> None:
        """Registers the friction of a new pair in contact."""
        contact = self._data.contact[index]
        geoms = int(contact.geom[0]), int(contact.geom[1])
        found = self._contacts.friction_of(geoms, int(contact.dim), contact.friction)
        if found is None:
            self._friction.set_pair(geoms, None)
            return
        table, torsion, by_own_coefficient, is_patch = found
        key = repr((table, None if is_patch else torsion))
        if key not in self._laws:
            self._laws[key] = self._friction.add_contact_law(table, torsion, is_patch)
        self._friction.set_pair(geoms, (self._laws[key], by_own_coefficient, torsion if is_patch else None))

    def _check_attached(self) -> None:
        if not self._is_attached:
            raise SimulationError("this bridge is detached: attach again")

    def _check_options(self) -> None:
        """Refuses options that the scheme does not support."""
        integrator = self._options.integrator
        if integrator not in self._integrators:
            name = self._mujoco.mjtIntegrator(integrator).name
            raise ParameterError(
                f"model.opt.integrator is {name}: friction belongs to one step, which has no stages or a form of its own "
                "there; take Euler, implicit or implicitfast"
            )
        if self._options.enableflags & self._untried:
            names = ", ".join(name.removeprefix("mjENBL_").lower() for name in UNTRIED)
            raise ParameterError(f"model.opt.enableflags: friction is not tried with {names}; switch them off")


def _check_model(mujoco: Any, model: Any, data: Any) -> None:
    for name, value, wanted in (("model", model, mujoco.MjModel), ("data", data, mujoco.MjData)):
        if isinstance(value, wanted):
            continue
        found = f"{type(value).__module__}.{type(value).__qualname__}"
        hint = "; MJX and Warp run on devices that cannot call this package" if "mjx" in found or "warp" in found else ""
        raise ParameterError(f"{name} must be a mujoco.{wanted.__name__}, found {found}{hint}")
    if data.qvel.shape != (model.nv,) or data.qpos.shape != (model.nq,):
        raise ParameterError("data is not of this model: it has other numbers of freedoms")
