//! A body that slides on a plane, without a mechanism.
//!
//! Motions and reports cross as tuples; their names are in Python (`stiction/sliding.py`).

use nalgebra::{Vector2, Vector3};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use stiction::core::{ContactMode, Motion, PlanarFrame, PlanarPose, PlanarTwist, Wrench};
use stiction::sliding::planar_slider::STANDARD_GRAVITY;
use stiction::sliding::{
    PlanarSlider as Slider, QuasiStaticPush, SlidingError, StepReport, SupportHull as Hull,
};

use crate::error::{plain, refused};

/// x, y, angle, and their rates.
type Moving = (f64, f64, f64, f64, f64, f64);
/// Force and moment at the centre of mass.
type Load = ([f64; 3], [f64; 3]);
type Point = (f64, f64);
/// Mode, normal impulse, friction impulse, multiplier, contact point in the world and from below the centre of mass,
/// distance from the border.
type Report = (String, f64, (f64, f64, f64), f64, Option<Point>, Option<Point>, Option<f64>);

/// Steps after which a slide checks for an interruption.
const STEPS_BETWEEN_LOOKS: usize = 100_000;

fn of_sliding(error: SlidingError) -> PyErr {
    match error {
        SlidingError::Argument(error) => refused(error),
        other => plain("SimulationError", &other.to_string()),
    }
}

fn motion((x, y, angle, vx, vy, rate): Moving) -> Motion<PlanarFrame> {
    let pose = PlanarPose { position: Vector2::new(x, y), angle };
    Motion::new(pose, PlanarTwist { linear: Vector2::new(vx, vy), angular: rate })
}

fn numbers(motion: &Motion<PlanarFrame>) -> Moving {
    let Motion { pose, flow } = motion;
    let (position, velocity) = (pose.position, flow.linear);
    (position.x, position.y, pose.angle, velocity.x, velocity.y, flow.angular)
}

fn wrench((force, torque): Load) -> Wrench {
    Wrench { force: Vector3::from(force), torque: Vector3::from(torque) }
}

fn told(report: &StepReport) -> Report {
    let (point, p) = (report.contact_point, report.impulse);
    (
        report.status.to_string(),
        report.normal_impulse,
        (p.x, p.y, p.z),
        report.multiplier,
        point.map(|point| (point.position.x, point.position.y)),
        point.map(|point| (point.offset.x, point.offset.y)),
        report.hull_margin(),
    )
}

/// Velocity of the centre of mass and rate; force over the normal force and its moment; point of the support force.
type QuasiStatic = ((f64, f64, f64), (f64, f64, f64), Point);

/// Returns the motion of a body that is pushed slowly; None if the pushed point is at rest.
#[pyfunction]
pub(crate) fn quasi_static_push(
    friction: f64,
    semi_axes: [f64; 3],
    point: [f64; 2],
    height: f64,
    velocity: [f64; 2],
) -> PyResult<Option<QuasiStatic>> {
    let push = QuasiStaticPush::builder().friction(friction).semi_axes(semi_axes);
    let push = push.point(Vector2::from(point)).height(height).build().map_err(refused)?;
    Ok(push.motion(&Vector2::from(velocity)).map(|found| {
        let (v, push, offset) = (found.twist.linear, found.push, found.offset);
        let twist = (v.x, v.y, found.twist.angular);
        (twist, (push.x, push.y, found.moment), (offset.x, offset.y))
    }))
}

/// The convex hull of the patch on which a body stands, in the axes of the body from below its centre of mass.
#[pyclass(frozen, eq, module = "stiction._stiction")]
#[derive(Clone, PartialEq)]
pub(crate) struct SupportHull {
    hull: Hull,
    /// Kind and numbers that made it, for pickles.
    made: (String, Vec<f64>),
}

#[pymethods]
impl SupportHull {
    /// Makes a hull: `rectangle` with two sides, `ring` with two radii, `of_points` with x and y of every point.
    #[new]
    fn new(kind: String, numbers: Vec<f64>) -> PyResult<Self> {
        let hull = match (&*kind, &numbers[..]) {
            ("rectangle", &[length, width]) => Hull::rectangle(length, width),
            ("ring", &[outer, inner]) => Hull::ring(outer, inner),
            ("of_points", all) if all.len() % 2 == 0 => {
                let points: Vec<_> = all.chunks_exact(2).map(Vector2::from_column_slice).collect();
                Hull::of_points(&points)
            }
            _ => {
                return Err(refused(format!("there is no hull `{kind}` with this many numbers")));
            }
        };
        Ok(Self { hull: hull.map_err(refused)?, made: (kind, numbers) })
    }

    /// Pickled as the arguments that make it.
    fn __getnewargs__(&self) -> (String, Vec<f64>) {
        self.made.clone()
    }

    /// Returns the distance of a point from the border [m], in the axes of the body; negative outside.
    fn margin(&self, x: f64, y: f64) -> f64 {
        self.hull.margin(&Vector2::new(x, y))
    }

    /// Returns the corners of a polygon [m], counter-clockwise; none for a disc.
    #[getter]
    fn corners(&self) -> Vec<Point> {
        self.hull.corners().map(|corner| (corner.x, corner.y)).collect()
    }
}

/// A body that slides on a plane.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct PlanarSlider(Slider);

#[pymethods]
impl PlanarSlider {
    #[new]
    #[pyo3(signature = (*, mass, inertia, friction, semi_axes, height, gravity = STANDARD_GRAVITY, support = None))]
    fn new(
        mass: f64,
        inertia: f64,
        friction: f64,
        semi_axes: [f64; 3],
        height: f64,
        gravity: f64,
        support: Option<&SupportHull>,
    ) -> PyResult<Self> {
        let builder = Slider::builder().mass(mass).inertia(inertia).friction(friction);
        let builder = builder.semi_axes(semi_axes).height(height).gravity(gravity);
        let built = match support {
            None => builder.build(),
            Some(support) => builder.support(support.hull.clone()).build(),
        };
        Ok(Self(built.map_err(refused)?))
    }

    /// Returns the motion after a step of a duration [s] under a constant load, and a report of the step.
    fn step(&self, moving: Moving, duration: f64, load: Load) -> PyResult<(Moving, Report)> {
        let mut state = motion(moving);
        let report = self.0.step(&mut state, duration, &wrench(load)).map_err(of_sliding)?;
        Ok((numbers(&state), told(&report)))
    }

    /// Returns the columns of a slide under a constant load until it sticks, with at most `most` steps: the time, the
    /// motion, the mode as a number (0 separated, 1 stick, 2 slip), and the distance of the contact point from the
    /// border.
    fn slide<'py>(
        &self,
        py: Python<'py>,
        moving: Moving,
        duration: f64,
        load: Load,
        most: usize,
    ) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
        let (mut state, load) = (motion(moving), wrench(load));
        let mut columns = vec![vec![]; 9];
        let mut add = |time: f64, state: &Motion<PlanarFrame>, report: Option<&StepReport>| {
            let (x, y, angle, vx, vy, rate) = numbers(state);
            let mode = report.map_or(f64::NAN, |report| report.status.code());
            let margin = report.and_then(StepReport::hull_margin).unwrap_or(f64::NAN);
            let row = [time, x, y, angle, vx, vy, rate, mode, margin];
            columns.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
        };
        add(0.0, &state, None);
        let mut done = 0;
        while done < most {
            let end = most.min(done + STEPS_BETWEEN_LOOKS);
            let sticks = py.detach(|| -> Result<bool, SlidingError> {
                while done < end {
                    let report = self.0.step(&mut state, duration, &load)?;
                    done += 1;
                    add(done as f64 * duration, &state, Some(&report));
                    if report.status == ContactMode::Stick {
                        return Ok(true);
                    }
                }
                Ok(false)
            });
            if sticks.map_err(of_sliding)? {
                break;
            }
            py.check_signals()?;
        }
        Ok(columns.into_iter().map(|column| column.into_pyarray(py)).collect())
    }

    /// Returns the friction at an instant on a sliding body: force and moment at the contact point, that point from
    /// below the centre of mass, and the weighted slip; None at rest and if nothing presses it on the plane.
    fn sliding_wrench(
        &self,
        velocity: [f64; 3],
        load: Load,
    ) -> Option<((f64, f64, f64), Point, f64)> {
        let [x, y, angular] = velocity;
        let twist = PlanarTwist { linear: Vector2::new(x, y), angular };
        let found = self.0.sliding_wrench(&twist, &wrench(load))?;
        let (f, offset) = (found.friction, found.offset);
        Some(((f.x, f.y, f.z), (offset.x, offset.y), found.multiplier))
    }

    /// Returns the kinetic energy [J] at a velocity: of the centre of mass along x and y, and about the vertical.
    fn kinetic_energy(&self, velocity: [f64; 3]) -> f64 {
        let [x, y, angular] = velocity;
        self.0.kinetic_energy(&PlanarTwist { linear: Vector2::new(x, y), angular })
    }
}
