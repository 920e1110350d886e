//! A run, step by step, and its distance from a reference.

use stiction::prelude::*;
use stiction::sliding::{PlanarSlider, StepReport};

use super::body::{Body, STEP};
use crate::PaperError;
use crate::experiments::check::worst;
use crate::experiments::table::{Row, Table};

/// A step: states before and after, and the event.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) before: Motion<PlanarFrame>,
    pub(super) after: Motion<PlanarFrame>,
    pub(super) load: Wrench,
    pub(super) report: StepReport,
}

/// A run in steps of the paper's size.
pub(super) struct Run {
    pub(super) slider: PlanarSlider,
    pub(super) steps: Vec<Step>,
}

impl Run {
    pub(super) fn new(body: &Body, count: u32) -> Result<Self, PaperError> {
        let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), body.start);
        let mut steps = vec![];
        for k in 0..count {
            let (before, load) = (state, body.load(f64::from(k) * STEP, &state.pose)?);
            let report = body.slider.step(&mut state, STEP, &load)?;
            steps.push(Step { before, after: state, load, report });
        }
        Ok(Self { slider: body.slider.clone(), steps })
    }

    /// Returns the times at the ends of the steps \[s\].
    pub(super) fn times(&self) -> Vec<f64> {
        (1..=self.steps.len()).map(|k| k as f64 * STEP).collect()
    }

    pub(super) fn column(&self, of: impl Fn(&Step) -> f64) -> Vec<f64> {
        self.steps.iter().map(of).collect()
    }

    /// Returns the steps before the one in which the body stops for good.
    pub(super) fn moving(&self) -> &[Step] {
        let last = self.steps.iter().rposition(|step| step.report.status != ContactMode::Stick);
        &self.steps[..last.map_or(0, |last| last + 1)]
    }

    /// Returns the least distance of the contact point from the border of the support \[m\].
    pub(super) fn least_margin(&self) -> f64 {
        least(self.steps.iter().map(|step| step.report.hull_margin().unwrap_or(f64::NAN)))
    }
}

/// Returns the least value; NaN counts as less than any.
pub(super) fn least(values: impl Iterator<Item = f64>) -> f64 {
    let counted = values.map(|value| if value.is_nan() { f64::NEG_INFINITY } else { value });
    counted.fold(f64::INFINITY, f64::min)
}

/// Returns the distance of the contact point from the foot of the centre of mass \[m\].
pub(super) fn offset(step: &Step) -> f64 {
    step.report.contact_point.map_or(f64::NAN, |point| point.offset.norm())
}

/// Returns velocities, angular velocity, pose and contact point, as in the reference.
fn numbers(step: &Step) -> [f64; 8] {
    let Motion { pose, flow } = step.after;
    let point = step.report.contact_point.map(|point| point.position);
    let [ax, ay] = point.map_or([f64::NAN; 2], Into::into);
    let [x, y] = [pose.position.x, pose.position.y];
    [flow.linear.x, flow.linear.y, flow.angular, x, y, pose.angle, ax, ay]
}

/// An independent run.
pub(super) struct Reference {
    /// Step numbers, from 1, with the numbers of the step.
    rows: Vec<(usize, [f64; 8])>,
}

impl Reference {
    /// Reads a table `k,vx,vy,wz,qx,qy,theta,ax,ay`.
    pub(super) fn read(table: &Table) -> Result<Self, PaperError> {
        let names = ["vx", "vy", "wz", "qx", "qy", "theta", "ax", "ay"];
        let row = |row: Row<'_>| Ok((row.number("k")? as usize, row.numbers(names)?));
        Ok(Self { rows: table.rows().map(row).collect::<Result<_, PaperError>>()? })
    }

    /// Returns times \[s\] and values of a quantity of the reference.
    pub(super) fn curve(&self, column: usize) -> [Vec<f64>; 2] {
        let time = self.rows.iter().map(|(step, _)| *step as f64 * STEP).collect();
        [time, self.rows.iter().map(|(_, row)| row[column]).collect()]
    }

    /// Returns the largest differences in the velocity \[m/s\], the angular velocity \[rad/s\], the pose \[m, rad\] and
    /// the contact point \[m\]; NaN for a run that is too short.
    pub(super) fn differences(&self, run: &Run) -> [f64; 4] {
        let mut off = [const { vec![] }; 4];
        for (number, row) in &self.rows {
            let Some(step) = run.steps.get(number - 1) else { return [f64::NAN; 4] };
            for (i, (found, known)) in numbers(step).into_iter().zip(row).enumerate() {
                off[[0, 0, 1, 2, 2, 2, 3, 3][i]].push(found - known);
            }
        }
        off.map(worst)
    }
}

#[cfg(test)]
mod tests {
    use super::super::body::HEIGHT;
    use super::*;

    #[test]
    fn a_reference_tells_other_runs_apart() {
        let table = Table::read("k,vx,vy,wz,qx,qy,theta,ax,ay\n2,0.1,0.2,0.3,0,0,0,0,0\n");
        let reference = Reference::read(&table).unwrap();
        let short = Run::new(&Body::square().unwrap(), 1).unwrap();
        assert!(reference.differences(&short).iter().all(|off| off.is_nan()));
        let other = Run::new(&Body::pushed(HEIGHT).unwrap(), 2).unwrap();
        assert!(reference.differences(&other)[0] > 0.1);
        assert!(Reference::read(&Table::read("k,vx\n1,x\n")).is_err());
    }

    #[test]
    fn nan_is_never_small() {
        assert_eq!(least([1.0, f64::NAN].into_iter()), f64::NEG_INFINITY);
    }
}
