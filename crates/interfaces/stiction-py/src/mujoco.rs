//! Friction of `MuJoCo`'s joints and contacts: the work of every step, on the arrays of its own data.
//!
//! | call | when | what |
//! |---|---|---|
//! | `find` | positions and velocities of the step are known | moves the bristles along, lists the contacts |
//! | `write_rows` | there is room for them | writes the rows J |
//! | `solve` | Python has asked `MuJoCo` for M⁻¹ Jᵀ | the friction, added to `qfrc_passive` |
//! | `follow` | the step is made | bristles, normal forces for the next step |
//!
//! All forces except friction and the normal forces of its contacts are those of the last step: its change of velocity
//! Δq̇, minus the share of those two, plus the change of applied forces and actuators since then,
//! `q̇ + Δq̇ + h M⁻¹ (Jᵀ f − Jₙᵀ fₙ + Δq)`. The normal forces are in the equations of the friction ([`condensed`]), so
//! that `MuJoCo` need not solve a step twice. The limit of a contact follows from the normal force of the last step, by
//! `MuJoCo`'s own law of constraints, `max(0, D (a − J q̈))`.
//!
//! The file is long because the methods of a Python class must be in one block; everything that needs no class is in
//! the modules beside.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use stiction::host::{
    Dense, ElementLaw, ElementState, Factored, HostFriction, LawId, Placed, Report,
};

use crate::error::{plain, refused};
use crate::host_law::{of_contact, of_host, of_joint, of_patch};

mod condensed;
mod contact;
mod mooring;
mod touches;
mod tree;

use condensed::{Condensed, Normal, Rows};
use contact::{Layout, Touch};
use touches::{Pair, Taken, Touches};
use tree::Tree;

/// The largest number of rows whose matrix is formed; with more of them it is cheaper not to.
const DENSE_ROWS: usize = 128;
/// Separates the keys of joints from those of contacts.
const JOINT_KEYS: u64 = 1 << 63;

/// Views of the arrays of a model and its data. The arrays live as long as these views, and do not move.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Views {
    qpos: Py<PyArray1<f64>>,
    qvel: Py<PyArray1<f64>>,
    qacc: Py<PyArray1<f64>>,
    cdof: Py<PyArray2<f64>>,
    subtree_com: Py<PyArray2<f64>>,
    xpos: Py<PyArray2<f64>>,
    xmat: Py<PyArray2<f64>>,
    qfrc_passive: Py<PyArray1<f64>>,
    qfrc_actuator: Py<PyArray1<f64>>,
    qfrc_applied: Py<PyArray1<f64>>,
    qacc_smooth: Py<PyArray1<f64>>,
    dof_frictionloss: Py<PyArray1<f64>>,
}

/// The contacts of a step: their frames, and D and a of all constraints.
type Given<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

/// Returns the numbers of an array to which nobody writes meanwhile.
fn numbers<'a, D: numpy::ndarray::Dimension>(
    array: &'a Bound<'_, numpy::PyArray<f64, D>>,
) -> PyResult<&'a [f64]> {
    // SAFETY: the thread holds the lock of the interpreter, calls nothing that would write to the array while the
    // slice lives, and MuJoCo, which could, runs in the calls of the same thread.
    Ok(unsafe { array.as_slice() }?)
}

/// A joint of one degree of freedom with friction.
struct Joint {
    law: LawId,
    dof: usize,
    /// Whether its limit grows with the torque of the actuators.
    is_loaded: bool,
}

/// The friction of a model of `MuJoCo`.
#[pyclass(module = "stiction._stiction")]
pub(crate) struct MujocoFriction {
    tree: Tree,
    views: Views,
    friction: HostFriction,
    /// Laws and the numbers of their axes, by the numbers of the laws.
    laws: Vec<(LawId, usize)>,
    joints: Vec<Joint>,
    layout: Option<Layout>,
    touches: Touches,
    placed: Vec<Placed>,
    start_pose: Vec<f64>,
    start_velocity: Vec<f64>,
    end_pose: Vec<f64>,
    /// Change of the velocities in the last step.
    change: Vec<f64>,
    /// Friction of the last step as generalized forces, and with the normal forces beside it.
    effort: Vec<f64>,
    taken_out: Vec<f64>,
    /// Applied forces, those of the actuators among them, of the last step.
    applied: Vec<f64>,
    moved: Vec<f64>,
    normals: Vec<Normal>,
    condensed: Condensed,
    sum: Vec<f64>,
    free: Vec<f64>,
    displacement: Vec<f64>,
    report: Option<Report>,
    /// Whether a step was solved for and not followed.
    #[pyo3(get)]
    is_pending: bool,
    /// Whether the current step was made.
    is_made: bool,
}

#[pymethods]
impl MujocoFriction {
    #[new]
    fn new(shape: Tree, views: Views) -> Self {
        let freedoms = shape.freedoms();
        let zeros = || vec![0.0; freedoms];
        Self {
            tree: shape,
            views,
            friction: HostFriction::new(),
            laws: vec![],
            joints: vec![],
            layout: None,
            touches: Touches::default(),
            placed: vec![],
            start_pose: vec![],
            start_velocity: vec![],
            end_pose: vec![],
            change: zeros(),
            effort: zeros(),
            taken_out: zeros(),
            applied: vec![],
            moved: zeros(),
            normals: vec![],
            condensed: Condensed::default(),
            sum: vec![],
            free: vec![],
            displacement: vec![],
            report: None,
            is_pending: false,
            is_made: false,
        }
    }

    /// Adds the friction of a joint.
    fn add_joint(&mut self, dof: usize, table: &Bound<'_, PyAny>, share: f64) -> PyResult<()> {
        let law = self.add_law(of_joint(table, share)?);
        self.joints.push(Joint { law, dof, is_loaded: share > 0.0 });
        Ok(())
    }

    /// Adds a law for contacts, or for patches of them, and returns its number.
    fn add_contact_law(
        &mut self,
        table: &Bound<'_, PyAny>,
        torsion_radius: f64,
        is_patch: bool,
    ) -> PyResult<usize> {
        let law = if is_patch { of_patch(table)? } else { of_contact(table, torsion_radius)? };
        Ok(self.add_law(law).number())
    }

    /// Sets the friction of a pair of geometries: the number of a law, whether it is multiplied by the coefficient
    /// that `MuJoCo` gives the contact, and for a patch the radius of torsion of each of its points; `None` if its
    /// friction stays `MuJoCo`'s.
    fn set_pair(
        &mut self,
        pair: (i32, i32),
        law: Option<(usize, bool, Option<f64>)>,
    ) -> PyResult<()> {
        let kind = match law {
            None => Pair::Left,
            Some((number, by_own_coefficient, patch)) => {
                let found = self.laws.get(number);
                let &(law, axes) = found.ok_or_else(|| refused("there is no such law"))?;
                Pair::Taken(Taken { law, axes, by_own_coefficient, patch })
            }
        };
        self.touches.pairs.insert(pair, kind);
        Ok(())
    }

    /// Sets the layout of a contact.
    fn set_layout(&mut self, layout: Layout) {
        self.layout = Some(layout);
    }

    /// Whether there is no last step.
    #[getter]
    const fn is_new(&self) -> bool {
        self.applied.is_empty()
    }

    /// Begins with a step [s] under the forces that `MuJoCo` has summed, except constraints: `qacc_smooth`.
    fn begin(&mut self, py: Python<'_>, step: f64, with_actuators: bool) -> PyResult<()> {
        let acceleration = numbers(self.views.qacc_smooth.bind(py))?;
        for (change, acceleration) in self.change.iter_mut().zip(acceleration) {
            *change = step * acceleration;
        }
        self.renew_applied(py, with_actuators)
    }

    /// Moves the bristles along with the last step, whose `rows` are given, and lists the contacts of the next one.
    /// Returns the first contact with an unknown pair, if there is one: then nothing is listed.
    fn find(
        &mut self,
        py: Python<'_>,
        rows: &Bound<'_, PyArray2<f64>>,
        contacts: Option<Given<'_>>,
    ) -> PyResult<Option<usize>> {
        self.finish(py, rows)?;
        self.check_frictionless(py)?;
        self.touches.begin();
        let Some((frames, stiffness, reference)) = contacts else { return Ok(None) };
        let unknown = self.list(py, &frames, numbers(&stiffness)?, numbers(&reference)?);
        if !matches!(unknown, Ok(None)) {
            self.touches.take_back();
        }
        unknown
    }

    /// Number of rows of the step, those of the normals last.
    #[getter]
    fn rows(&self) -> usize {
        self.friction_rows() + self.touches.pushes.len()
    }

    /// Writes the rows into an array of their size.
    fn write_rows(&mut self, py: Python<'_>, rows: &Bound<'_, PyArray2<f64>>) -> PyResult<()> {
        let freedoms = self.tree.freedoms();
        let axes = numbers(self.views.cdof.bind(py))?;
        let centres = numbers(self.views.subtree_com.bind(py))?;
        // SAFETY: the array is the caller's own, and the lock of the interpreter is held.
        let rows = unsafe { rows.as_slice_mut() }?;
        let rows = rows.get_mut(..self.rows() * freedoms).ok_or_else(too_few_rows)?;
        let (rows, normals) = rows.split_at_mut(self.friction_rows() * freedoms);
        let mut rows = rows.chunks_exact_mut(freedoms);
        for (joint, row) in self.joints.iter().zip(&mut rows) {
            row.fill(0.0);
            row[joint.dof] = 1.0;
        }
        self.touches.write_rows(&self.tree, (axes, centres), rows, normals);
        for (kept, view) in
            [(&mut self.start_pose, &self.views.qpos), (&mut self.start_velocity, &self.views.qvel)]
        {
            kept.clear();
            kept.extend_from_slice(numbers(view.bind(py))?);
        }
        Ok(())
    }

    /// Finds the friction of a step [s] from the rows and `MuJoCo`'s responses to them, M⁻¹ times each, and adds it
    /// to `qfrc_passive`. Returns whether it converged. `with_actuators`: `qfrc_actuator` is already that of this
    /// step.
    fn solve(
        &mut self,
        py: Python<'_>,
        step: f64,
        rows: &Bound<'_, PyArray2<f64>>,
        responses: &Bound<'_, PyArray2<f64>>,
        with_actuators: bool,
    ) -> PyResult<bool> {
        let freedoms = self.tree.freedoms();
        let friction = self.friction_rows();
        let size = self.rows() * freedoms;
        let jacobian = numbers(rows)?.get(..size).ok_or_else(too_few_rows)?;
        let responses = numbers(responses)?.get(..size).ok_or_else(too_few_rows)?;
        let rows = Rows { jacobian, responses, freedoms, friction };
        self.renew_applied(py, with_actuators)?;
        self.set_free(step, rows);
        let split = friction * freedoms;
        let report = if friction <= DENSE_ROWS {
            self.condensed.fill(step, rows, &self.normals, &mut self.free);
            self.arrange(py)?;
            let mass = Dense::new(friction, &self.condensed.matrix).map_err(of_host)?;
            self.friction.solve(step, &mass, &self.free)
        } else {
            self.condensed.forces.clear();
            self.add_last_normals(step, rows);
            self.arrange(py)?;
            let (jacobian, responses) = (&jacobian[..split], &responses[..split]);
            let mass = Factored::new(friction, freedoms, jacobian, responses).map_err(of_host)?;
            self.friction.solve(step, &mass, &self.free)
        };
        let report = report.map_err(of_host)?;
        self.effort.fill(0.0);
        for (row, effort) in jacobian.chunks_exact(freedoms).zip(self.friction.efforts()) {
            for (sum, entry) in self.effort.iter_mut().zip(row) {
                *sum += entry * effort;
            }
        }
        // SAFETY: the lock of the interpreter is held, and MuJoCo is between two of its stages.
        let passive = unsafe { self.views.qfrc_passive.bind(py).as_slice_mut() }?;
        for (passive, effort) in passive.iter_mut().zip(&self.effort) {
            *passive += effort;
        }
        self.report = Some(report);
        self.is_pending = true;
        Ok(report.converged)
    }

    /// Learns the result of `MuJoCo`'s step. The bristles follow in the next one, when the places of the bodies are
    /// known.
    fn follow(&mut self, py: Python<'_>, rows: &Bound<'_, PyArray2<f64>>) -> PyResult<()> {
        let freedoms = self.tree.freedoms();
        let views = &self.views;
        self.tree.moved(&self.start_pose, numbers(views.qpos.bind(py))?, &mut self.moved);
        let ends = numbers(views.qvel.bind(py))?;
        for ((change, start), end) in self.change.iter_mut().zip(&self.start_velocity).zip(ends) {
            *change = end - start;
        }
        let rows = numbers(rows)?;
        let acceleration = numbers(views.qacc.bind(py))?;
        self.taken_out.copy_from_slice(&self.effort);
        self.end_pose.clear();
        self.end_pose.extend_from_slice(numbers(views.qpos.bind(py))?);
        self.is_made = self.is_pending;
        let normals = rows.chunks_exact(freedoms).skip(self.friction.rows());
        self.touches.learn(normals, acceleration, &mut self.taken_out);
        Ok(())
    }

    /// Forgets bristles, normal forces and the last step.
    fn reset(&mut self) -> PyResult<()> {
        self.friction.retract();
        self.friction.arrange([]).map_err(of_host)?;
        self.touches.clear();
        self.change.fill(0.0);
        self.effort.fill(0.0);
        self.taken_out.fill(0.0);
        self.applied.clear();
        (self.report, self.is_pending, self.is_made) = (None, false, false);
        Ok(())
    }

    /// Returns torque or force on each joint with friction [N m], [N], its deflection [rad], [m], and whether it
    /// slides.
    fn joint_states(&self) -> Vec<(f64, f64, bool)> {
        let states = self.friction.elements().take(self.joints.len());
        let told = |state: ElementState<'_>| {
            (self.effort_of(state.first_row), state.deflection[0], state.slides)
        };
        states.map(told).collect()
    }

    /// The contacts with friction in the last step: geometries, place [m], friction on the second body [N] in the
    /// world, torque about the normal [N m], normal force [N], whether it slides.
    #[allow(clippy::type_complexity, reason = "named in Python")]
    fn contact_states(&self) -> Vec<((i32, i32), [f64; 3], [f64; 3], f64, f64, bool)> {
        let states = self.friction.elements().skip(self.joints.len());
        let told = |(state, touch): (ElementState<'_>, &Touch)| {
            let effort = |axis: usize| self.effort_of(state.first_row + axis);
            let force = (touch.tangent * effort(0) + touch.second_tangent() * effort(1)).into();
            let torque = if touch.axes == 3 { touch.arm() * effort(2) } else { 0.0 };
            (touch.pair, touch.place.into(), force, torque, touch.normal_force, state.slides)
        };
        states.zip(&self.touches.now).map(told).collect()
    }

    /// Statistics of the last solution: sweeps, Newton steps, residual.
    #[getter]
    fn report(&self) -> Option<(usize, usize, f64)> {
        self.report.map(|report| (report.sweeps, report.newton_steps, report.residual))
    }

    /// Number of steps that have not converged.
    #[getter]
    fn unconverged_steps(&self) -> u64 {
        self.friction.unconverged_steps()
    }

    /// The velocities of the rows of friction after the step [m/s], [rad/s], as the friction predicts them.
    #[getter]
    fn predicted_velocity(&self) -> Vec<f64> {
        self.friction.predicted_velocity().to_vec()
    }

    /// Energy stored in the bristles [J].
    #[getter]
    fn stored_energy(&self) -> f64 {
        self.friction.stored_energy()
    }
}

impl MujocoFriction {
    /// Moves the bristles along if the last step was made; forgets it otherwise.
    fn finish(&mut self, py: Python<'_>, rows: &Bound<'_, PyArray2<f64>>) -> PyResult<()> {
        self.is_pending = false;
        if !core::mem::take(&mut self.is_made) {
            self.friction.retract();
            return Ok(());
        }
        self.displacement.clear();
        self.displacement.extend(self.joints.iter().map(|joint| self.moved[joint.dof]));
        // Positions that were set since then are not a motion.
        let is_untouched = self.end_pose == numbers(self.views.qpos.bind(py))?;
        let poses = (numbers(self.views.xpos.bind(py))?, numbers(self.views.xmat.bind(py))?);
        let rows = numbers(rows)?;
        let slides = self.friction.elements().skip(self.joints.len()).map(|state| state.slides);
        for (touch, slides) in self.touches.now.iter_mut().zip(slides) {
            touch.is_loose = slides || !is_untouched;
            let first = self.displacement.len();
            if is_untouched {
                self.displacement.resize(first + touch.axes, 0.0);
                let own = &mut self.displacement[first..];
                touch.displacement(&self.tree.frames(touch.pair, poses), own);
            } else {
                let freedoms = self.tree.freedoms();
                let own = rows[first * freedoms..].chunks_exact(freedoms).take(touch.axes);
                self.displacement.extend(own.map(|row| dot(row, &self.moved)));
            }
        }
        self.friction.follow(&self.displacement).map_err(of_host)
    }

    fn effort_of(&self, row: usize) -> f64 {
        self.friction.efforts().get(row).copied().unwrap_or(0.0)
    }

    fn friction_rows(&self) -> usize {
        self.joints.len() + self.touches.rows()
    }

    fn add_law(&mut self, law: ElementLaw) -> LawId {
        let axes = law.axes();
        let id = self.friction.add_law(law);
        self.laws.push((id, axes));
        id
    }

    /// Checks that the friction of `MuJoCo` is still switched off; otherwise friction would act twice.
    fn check_frictionless(&self, py: Python<'_>) -> PyResult<()> {
        let losses = numbers(self.views.dof_frictionloss.bind(py))?;
        match self.joints.iter().find(|joint| losses[joint.dof] != 0.0) {
            None => Ok(()),
            Some(joint) => Err(plain(
                "SimulationError",
                &format!(
                    "model.dof_frictionloss[{}] is {} again: the bridge has set it to 0, as this friction is its own; \
                     detach, change the model, attach",
                    joint.dof, losses[joint.dof]
                ),
            )),
        }
    }

    /// Lists the contacts that have friction here; returns the first one with an unknown pair.
    fn list(
        &mut self,
        py: Python<'_>,
        frames: &Bound<'_, PyArray2<f64>>,
        stiffness: &[f64],
        reference: &[f64],
    ) -> PyResult<Option<usize>> {
        let missing = || plain("SimulationError", "the layout of the contacts is not known");
        let layout = self.layout.as_ref().ok_or_else(missing)?;
        let poses = (numbers(self.views.xpos.bind(py))?, numbers(self.views.xmat.bind(py))?);
        for index in 0..frames.shape()[0] {
            let contact = layout.read(frames, index);
            let Some(address) = usize::try_from(contact.address).ok() else { continue };
            let taken = match self.touches.pairs.get(&contact.pair).copied() {
                None => return Ok(Some(index)),
                Some(Pair::Left) => continue,
                Some(Pair::Taken(taken)) => taken,
            };
            let (Some(&stiffness), Some(&reference), 1) =
                (stiffness.get(address), reference.get(address), contact.dim)
            else {
                return Err(plain(
                    "SimulationError",
                    &format!(
                        "the contact of the geometries {} and {} has condim {}: the bridge has set it to 1, as this \
                         friction is its own; detach, change the model, attach",
                        contact.pair.0, contact.pair.1, contact.dim
                    ),
                ));
            };
            self.touches.add(contact, taken, (stiffness, reference), &self.tree, poses);
        }
        self.touches.end(&self.tree, poses);
        Ok(None)
    }

    /// Applies the change of the applied forces since the last step as if it had been part of that step.
    fn renew_applied(&mut self, py: Python<'_>, with_actuators: bool) -> PyResult<()> {
        let applied = numbers(self.views.qfrc_applied.bind(py))?;
        let actuators = numbers(self.views.qfrc_actuator.bind(py))?;
        let share = if with_actuators { 1.0 } else { 0.0 };
        let now = applied.iter().zip(actuators).map(|(applied, other)| applied + share * other);
        if self.applied.is_empty() {
            self.applied.extend(now);
            return Ok(());
        }
        for ((now, before), sum) in now.zip(&mut self.applied).zip(&mut self.taken_out) {
            *sum -= now - *before;
            *before = now;
        }
        Ok(())
    }

    /// Computes the velocities of the rows without friction and without the normal forces beside it, and the
    /// acceleration that the normals lack.
    fn set_free(&mut self, step: f64, rows: Rows<'_>) {
        // One product per row gives the velocities before friction.
        self.sum.clear();
        self.sum.extend(self.start_velocity.iter().zip(&self.change).map(|(a, b)| a + b));
        self.free.clear();
        for index in 0..rows.friction {
            let taken_out = step * dot(rows.response(index), &self.taken_out);
            self.free.push(dot(rows.row(index), &self.sum) - taken_out);
        }
        self.normals.clear();
        for (index, push) in (rows.friction..).zip(&self.touches.pushes) {
            let taken_out = dot(rows.response(index), &self.taken_out);
            let missing = push.reference - dot(rows.row(index), &self.change) / step + taken_out;
            self.normals.push(Normal { stiffness: push.stiffness, missing });
        }
    }

    /// Adds the effect of the last normal forces on the velocities, if there are too many rows to solve for them.
    fn add_last_normals(&mut self, step: f64, rows: Rows<'_>) {
        for (index, push) in (rows.friction..).zip(&self.touches.pushes) {
            for (row, free) in self.free.iter_mut().enumerate() {
                *free += step * push.force * dot(rows.row(row), rows.response(index));
            }
        }
    }

    /// Lists the elements with their loads, and moves the bristles of patches to the present patches. A new contact
    /// has the normal force that it would have without friction.
    fn arrange(&mut self, py: Python<'_>) -> PyResult<()> {
        let actuator = numbers(self.views.qfrc_actuator.bind(py))?;
        self.placed.clear();
        for (key, joint) in (JOINT_KEYS..).zip(&self.joints) {
            let load = if joint.is_loaded { actuator[joint.dof].abs() } else { 0.0 };
            self.placed.push(Placed { key, law: joint.law, load });
        }
        self.touches.load_new(&self.condensed.forces);
        let placed = |touch: &Touch| Placed { key: touch.key, law: touch.law, load: touch.load };
        self.placed.extend(self.touches.now.iter().map(placed));
        self.friction.arrange(self.placed.iter().copied()).map_err(of_host)?;
        for (place, touch) in (self.joints.len()..).zip(&mut self.touches.now) {
            let bristle = self.friction.elements().nth(place);
            if let Some(told) = bristle.and_then(|state| touch.told(state.deflection)) {
                self.friction.set_deflection(place, &told).map_err(of_host)?;
            }
        }
        Ok(())
    }
}

fn too_few_rows() -> PyErr {
    plain("ShapeError", "there are fewer rows than elements need")
}

/// Returns the dot product, by four independent sums, which vectorise.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_fours, b_fours) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a_fours.remainder().iter().zip(b_fours.remainder()).map(|(a, b)| a * b).sum();
    let mut sums = [0.0; 4];
    for (a, b) in a_fours.zip(b_fours) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}
