//! Simulation III: the arm of simulation II, held together by springs.

use crate::kikuuwe::{PenaltyArm, joint_gsat, joints};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use super::two_link::{LINKS, STEP, joint_space};
use crate::experiments::Provenance::Reference;
use crate::experiments::check::worst;
use crate::experiments::{Findings, PaperError, Thoroughness};

/// Stiffness of the hinges \[N/m\], and the largest differences of the angles from simulation II in an independent
/// implementation \[rad\]: over 6 s, and over 3 s if its record is available.
const EXPECTED: [(f64, [f64; 2], Option<[f64; 2]>); 2] =
    [(1e5, [1.41e-4, 1.88e-4], Some([6.311e-6, 2.056e-5])), (1e6, [1.99e-5, 3.26e-5], None)];

fn bodies(stiffness: f64, until: f64) -> Result<Recorder, PaperError> {
    let mut arm = PenaltyArm::new(stiffness, STEP)?;
    let mut recorder = Recorder::from(joints(arm.friction, 10));
    arm.simulation.run_observed(until, &mut recorder)?;
    Ok(recorder)
}

pub(super) fn run(effort: Thoroughness) -> Result<Findings, PaperError> {
    let until = if effort == Thoroughness::Full { 6.0 } else { 3.0 };
    let exact = joint_space(&joint_gsat()?, Tableau::rk4(), until)?;
    let mut outcome = Findings::new(format!(
        "The links as bodies in space, with springs for hinges, eq. (29). The paper: almost the same \
         result as simulation II if the hinges are stiff enough. The largest difference of the angles from \
         those over {until} s is compared with an independent implementation; hinges ten times \
         as stiff bring them six to seven times nearer."
    ))
    .assumed(format!(
        "{LINKS} Hinges: damping half of the critical one, stiffness and damping against bending 100 N \
         m/rad and 0.05 N m s/rad; moment of inertia of a rod about its axis 1e-4 kg m²."
    ));
    let mut panel = Panel::new().x("time [s]").y("difference of angle 1 [rad]");
    for (stiffness, six, three) in EXPECTED {
        let Some(expected) = (if effort == Thoroughness::Full { Some(six) } else { three }) else {
            continue;
        };
        let record = bodies(stiffness, until)?;
        for joint in 0..2 {
            let name = ["angle 0", "angle 1"][joint];
            let pairs = record.column(name)?.iter().zip(exact.column(name)?);
            let apart: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
            let most = worst(apart.iter().copied());
            let quantity = format!("{stiffness:.0e} N/m: angle {joint} differs by [rad]");
            outcome = outcome.check(Reference.relative(quantity, most, expected[joint], 0.02));
            if joint == 1 {
                panel = panel.line(format!("{stiffness:.0e} N/m"), exact.time(), &apart);
            }
        }
    }
    Ok(outcome.figure(Figure::new("").panel(panel)))
}
