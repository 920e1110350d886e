//! Simulations II and III: an arm with friction in its joints.

use nalgebra::{DMatrix, DVector, Vector3};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use crate::{Check, Effort, Outcome, ReproduceError};

const MASS: f64 = 0.5;
const LENGTH: f64 = 0.3;
const STEP: f64 = 1e-4;
/// From here on the arm only trembles \[s\].
const REST: f64 = 6.0;
const PARAMETERS: &str = "The paper does not print the masses and lengths of the links: two uniform \
                          rods of 0.5 kg and 0.3 m meet all that it says of the motion.";

/// The torque on a joint, eqs. (28c), (28d).
fn torque(joint: usize, time: f64) -> f64 {
    let (sine, cosine) = (100.0 * time).sin_cos();
    let tremor = if joint == 0 { sine } else { cosine };
    if time < 4.0 { (0.3 * time).min(0.52) } else { 0.336 + 0.144 * tremor }
}

fn motor(joint: usize) -> impl Fn(&Stage) -> f64 + Send + Sync + 'static {
    move |stage| torque(joint, stage.time)
}

fn gsat() -> Result<GsatFriction<Shaft>, ReproduceError> {
    Ok(GsatFriction::builder().stiffness(5000.0).damping(1.0).limit(0.5).build()?)
}

fn record<I: Impedance<Domain = Shaft>>(
    net: NetworkBuilder,
    joints: [Wire<I>; 2],
    tableau: Tableau,
    until: f64,
) -> Result<Recorder, ReproduceError> {
    let names = ["angle 0", "speed 0", "angle 1", "speed 1"];
    let sampler = Sampler::every_steps(10).channels(names, move |frame| {
        let [first, second] = [frame.wire_motion(joints[0])?, frame.wire_motion(joints[1])?];
        Ok([first.pose, first.flow, second.pose, second.flow])
    });
    let mut recorder = Recorder::from(sampler);
    Simulation::new(net.build()?, tableau, STEP)?.run_observed(until, &mut recorder)?;
    Ok(recorder)
}

/// Simulation II with a friction law of one's choice.
fn joint_space<I>(law: &I, tableau: Tableau, until: f64) -> Result<Recorder, ReproduceError>
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let mut net = NetworkBuilder::new();
    let rod = Link::uniform_rod(MASS, LENGTH)?;
    let arm = net.add(PlanarArm::builder().links([rod, rod]).build()?, [Motion::default(); 2])?;
    let mut joint = |i: usize| {
        net.connect(TimedEffort::new(motor(i)), Direct::new(), arm.joint(i))?;
        net.connect(law.clone(), Direct::new(), arm.joint(i))
    };
    let joints = [joint(0)?, joint(1)?];
    record(net, joints, tableau, until)
}

/// Simulation III: two bodies in space, with springs of `stiffness` \[N/m\] for hinges, eq. (29).
fn bodies(stiffness: f64, until: f64) -> Result<Recorder, ReproduceError> {
    let at = |x: f64| Pose::at(Vector3::x() * x);
    let mut net = NetworkBuilder::new();
    let rod = RigidBody::rod(MASS, LENGTH, 1e-4)?;
    let first = net.add(rod.clone(), Motion::at_rest(at(0.5 * LENGTH)))?;
    let second = net.add(rod, Motion::at_rest(at(1.5 * LENGTH)))?;
    let hinge =
        PenaltyHinge::builder().stiffness(stiffness).damping((stiffness * MASS / 4.0).sqrt());
    let hinge = hinge.bending_stiffness(100.0).bending_damping(0.05).build()?;
    let (base, tip) = (at(-0.5 * LENGTH), at(0.5 * LENGTH));
    let (origin, ground) = (Pose::default(), Ground::<SpatialFrame>::default());
    let pairs = [(ground.into(), first.port().into()), (first.port().into(), second.port().into())];
    let pairs: [(AnyPort<SpatialFrame>, AnyPort<SpatialFrame>); 2] = pairs;
    let mut joints = vec![];
    for (i, (ports, parent)) in pairs.into_iter().zip([origin, tip]).enumerate() {
        let frames = RelativeFrame::builder().parent(parent).child(base).build()?;
        let angle = HingeAngle::builder().parent(parent).child(base).build()?;
        net.connect(hinge.clone(), frames, ports.clone())?;
        net.connect(TimedEffort::new(motor(i)), angle.clone(), ports.clone())?;
        joints.push(net.connect(gsat()?, angle, ports)?);
    }
    record(net, [joints[0], joints[1]], Tableau::rk4(), until)
}

/// Slopes \[rad/s\] of both angles at rest, less the tremor of 100 rad/s and three overtones.
fn slopes(record: &Recorder) -> Result<[f64; 2], ReproduceError> {
    let time = record.time();
    let rest = time.partition_point(|&time| time < REST);
    let time = &time[rest..];
    let basis = DMatrix::from_fn(time.len(), 10, |row, column| match column {
        0 => 1.0,
        1 => time[row] - REST,
        _ if column % 2 == 0 => (50.0 * column as f64 * time[row]).sin(),
        _ => (50.0 * (column - 1) as f64 * time[row]).cos(),
    });
    let svd = basis.svd(true, true);
    let slope = |name: &str| -> Result<f64, ReproduceError> {
        let angle = DVector::from_column_slice(&record.column(name)?[rest..]);
        let fit = svd.solve(&angle, f64::EPSILON).map_err(str::to_owned)?;
        Ok(fit[1])
    };
    Ok([slope("angle 0")?, slope("angle 1")?])
}

pub(super) fn torques(_: Effort) -> Result<Outcome, ReproduceError> {
    let time: Vec<f64> = (0..=5000).map(|k| 1e-3 * f64::from(k)).collect();
    let of = |joint| time.iter().map(|&time| torque(joint, time)).collect::<Vec<_>>();
    let panel = Panel::new().x("time [s]").y("torque [N m]").line("joint 0", &time, &of(0));
    let panel = panel.line("joint 1", &time, &of(1)).horizontal(0.5, "friction limit");
    let largest = of(0).into_iter().skip(4001).fold(0.0, f64::max);
    let text = "Eqs. (28c), (28d): beyond the friction limit of 0.5 N m until 4 s, a tremor below it \
                from then on.";
    Ok(Outcome::new(text)
        .check(Check::near("largest torque after 4 s [N m]", largest, 0.48, 1e-4))
        .figure(Figure::new("").panel(panel)))
}

pub(super) fn drift(effort: Effort) -> Result<Outcome, ReproduceError> {
    let until = if effort == Effort::Full { 60.0 } else { 10.0 };
    let window = until - REST;
    let steady = SteadyState::Deflection(StribeckCurve::constant(0.5 / 5000.0)?);
    let lugre =
        LuGreFriction::builder().stiffness(5000.0).damping(1.0).steady_state(steady).build()?;
    let dahl = DahlFriction::builder().stiffness(5000.0).limit(0.5).build()?;
    let runs = [
        ("gsat", joint_space(&gsat()?, Tableau::rk4(), until)?),
        ("gsat, Euler", joint_space(&gsat()?, Tableau::euler(), until)?),
        ("LuGre", joint_space(&lugre, Tableau::rk4(), until)?),
        ("Dahl", joint_space(&dahl, Tableau::rk4(), until)?),
    ];
    let [time, first, second] = runs[0].1.columns_named(["t", "speed 0", "speed 1"])?;
    let moves = |k: &usize| first[*k].abs().max(second[*k].abs()) > 1e-2;
    let stop = (0..time.len()).rev().find(moves).map_or(f64::NAN, |k| time[k]);
    let mut outcome = Outcome::new(format!(
        "The arm stops at around 4.5 s (text of the paper). From then on its motors tremble below the \
         friction limit: with the gsat law it stays, with LuGre it drifts; Dahl is added here. \
         Published drifts are those of an independent implementation over the same window, 6 to \
         {until} s. {PARAMETERS}"
    ))
    .check(Check::near("stops at [s], text of the paper", stop, 4.5, 0.1));
    // Drift over 6..10 s and 6..60 s.
    let published = match effort {
        Effort::Quick => [[0.0; 2], [0.0; 2], [2.17e-2, 2.51e-2], [2.13e-2, 2.84e-2]],
        Effort::Full => [[0.0; 2], [0.0; 2], [0.285, 0.335], [0.292, 0.372]],
    };
    let mut panels = [Panel::new(), Panel::new()];
    for (i, (model, record)) in runs.iter().enumerate() {
        let slopes = slopes(record)?;
        for joint in 0..2 {
            let quantity = format!("{model}: joint {joint} drifts by [rad]");
            let (found, expected) = (slopes[joint] * window, published[i][joint]);
            outcome = outcome.check(if expected == 0.0 {
                Check::below(quantity, found, 1e-12)
            } else {
                Check::relative(quantity, found, expected, 0.005)
            });
            let angle = record.column(["angle 0", "angle 1"][joint])?;
            panels[joint] = panels[joint].clone().line(*model, &time[..10_001], &angle[..10_001]);
        }
    }
    let [one, two] = panels;
    let one = one.x("time [s]").y("angle 0 [rad]");
    let two = two.x("time [s]").y("angle 1 [rad]");
    Ok(outcome.figure(Figure::new("").columns(2).panel(one).panel(two)))
}

pub(super) fn penalty(effort: Effort) -> Result<Outcome, ReproduceError> {
    let until = if effort == Effort::Full { 6.0 } else { 3.0 };
    let exact = joint_space(&gsat()?, Tableau::rk4(), until)?;
    let mut outcome = Outcome::new(format!(
        "The links as bodies in space, with springs for hinges, eq. (29): the angles are those of \
         simulation II up to the stretch of the springs, in proportion to 1/stiffness. The published \
         differences are those of an independent implementation over 6 s; an upper bound for a \
         shorter run. {PARAMETERS}"
    ));
    let published = [(1e5, [1.41e-4, 1.88e-4]), (1e6, [1.99e-5, 3.26e-5])];
    let mut panel = Panel::new().x("time [s]").y("difference of angle 1 [rad]");
    for (stiffness, expected) in published {
        let record = bodies(stiffness, until)?;
        for joint in 0..2 {
            let name = ["angle 0", "angle 1"][joint];
            let pairs = record.column(name)?.iter().zip(exact.column(name)?);
            let apart: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
            let most = apart.iter().fold(0.0_f64, |most, apart| most.max(apart.abs()));
            let quantity = format!("{stiffness:.0e} N/m: angle {joint} differs by [rad]");
            outcome = outcome.check(match effort {
                Effort::Full => Check::relative(quantity, most, expected[joint], 0.02),
                Effort::Quick => Check::below(quantity, most, 1.02 * expected[joint]),
            });
            if joint == 1 {
                panel = panel.line(format!("{stiffness:.0e} N/m"), exact.time(), &apart);
            }
        }
    }
    Ok(outcome.figure(Figure::new("").panel(panel)))
}
