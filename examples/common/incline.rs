//! A block on a tilted plane: where it breaks away, and where it slides to.

use std::f64::consts::TAU;

use nalgebra::{Vector2, Vector3};
use stiction::friction::cone::LinearizedCone;
use stiction::prelude::*;

use crate::common::{Outcome, record};

const MASS: f64 = 1.0;
const GRAVITY: f64 = 9.81;
/// A block that is stuck swings at 100 rad/s, and comes to rest as fast as it can.
pub(crate) const STIFFNESS: f64 = 1e4;
pub(crate) const DAMPING: f64 = 190.0;
const STEP: f64 = 1e-3;
/// Time in which it comes to rest \[s\], more than thirty times that of its swing.
const SETTLE: f64 = 0.4;
/// Rate of tilting \[rad/s\], so slow that nothing swings.
const RATE: f64 = 0.1;
/// Number of headings all around.
pub(crate) const AROUND: u32 = 72;

/// What is found out about a contact.
pub(crate) struct Findings {
    /// Tilt \[rad\] at which the block breaks away.
    pub(crate) breakaway: f64,
    /// Tangents of that tilt, all around.
    pub(crate) tangents: Vec<f64>,
    /// Angles \[rad\] from the slope to where the block slides on a steep plane, all around.
    pub(crate) deviations: Vec<f64>,
    /// The plane is tilted slowly.
    pub(crate) tilted: Recorder,
    /// On the steep plane the block is pushed across the slope.
    pub(crate) pushed: Recorder,
}

/// A block in contact with the plane.
struct Block<C: Impedance> {
    sim: Simulation,
    mass: Handle<PointMass<Space>>,
    sole: Wire<C>,
}

/// Directions all around \[rad\], the last one is the first.
pub(crate) fn headings(count: u32) -> Vec<f64> {
    (0..=count).map(|k| f64::from(k) * TAU / f64::from(count)).collect()
}

/// Angles in degrees.
pub(crate) fn degrees(angles: &[f64]) -> Vec<f64> {
    angles.iter().map(|angle| angle.to_degrees()).collect()
}

/// Points at these angles and distances.
pub(crate) fn polar(angles: &[f64], radii: &[f64]) -> (Vec<f64>, Vec<f64>) {
    angles.iter().zip(radii).map(|(angle, r)| (r * angle.cos(), r * angle.sin())).unzip()
}

/// Finds out all there is, for a slope that falls along `heading`.
pub(crate) fn examine<C>(contact: &C, heading: f64, steep: f64, end: f64) -> Outcome<Findings>
where
    C: Impedance<Domain = Space> + Clone,
{
    let tangent = |heading: &f64| Ok(breakaway(contact, *heading, 1e-6)?.tan());
    let deviation = |heading: &f64| {
        let slide = sliding(contact, steep, *heading)?;
        let off = slide.y.atan2(slide.x) - heading;
        Ok(off - (off / TAU).round() * TAU)
    };
    let across = Vector3::new(-heading.sin(), heading.cos(), 0.0) * 2.0;
    Ok(Findings {
        breakaway: breakaway(contact, heading, 1e-12)?,
        tangents: headings(AROUND).iter().map(tangent).collect::<Outcome<_>>()?,
        deviations: headings(AROUND).iter().map(deviation).collect::<Outcome<_>>()?,
        tilted: track(contact, move |time| (RATE * time, heading), Vector3::zeros(), end / RATE)?,
        pushed: track(contact, move |_| (steep, heading), across, 0.6)?,
    })
}

/// Weight in the axes of the plane \[N\]: the third is its normal, the slope falls along `heading`.
fn weight((tilt, heading): (f64, f64)) -> Vector3<f64> {
    let (along, down) = tilt.sin_cos();
    Vector3::new(along * heading.cos(), along * heading.sin(), -down) * (MASS * GRAVITY)
}

/// Puts the block on a plane whose tilt and heading are a function of time; it neither sinks in nor
/// rises at first.
fn place<C, S>(contact: &C, slope: S, velocity: Vector3<f64>) -> Outcome<Block<C>>
where
    C: Impedance<Domain = Space> + Clone,
    S: Fn(f64) -> (f64, f64) + Send + Sync + 'static,
{
    let mut net = NetworkBuilder::new();
    let depth = Vector3::z() * (weight(slope(0.0)).z / STIFFNESS);
    let mass = PointMass::<Space>::builder().mass(MASS).build()?;
    let mass = net.add(mass, Motion::new(depth, velocity))?;
    let pull = TimedEffort::<Space>::new(move |stage: &Stage| weight(slope(stage.time)));
    net.connect(pull, Direct::new(), mass.port())?;
    let sole = net.connect(contact.clone(), Direct::new(), mass.port())?;
    Ok(Block { sim: Simulation::new(net.build()?, Tableau::rk4(), STEP)?, mass, sole })
}

/// The tilt \[rad\] at which the block breaks away, to `tolerance`.
///
/// The plane is tilted by a little more. If the block holds, it is left as it is; else it is put back
/// and the next try is half as large: in the end no swing after a try decides.
fn breakaway<C>(contact: &C, heading: f64, tolerance: f64) -> Outcome<f64>
where
    C: Impedance<Domain = Space> + Clone,
{
    let (mut tilt, mut more, mut deflection) = (0.0, 0.25, [0.0; 2]);
    while more > tolerance {
        let slope = (tilt + more, heading);
        let Block { mut sim, sole, .. } = place(contact, move |_| slope, Vector3::zeros())?;
        let mut state = sim.state().clone();
        sim.network().set_internal(sole, &mut state, &deflection)?;
        sim.set_state(state)?;
        sim.run_until(SETTLE)?;
        if sim.contact_state(sole)?.mode == ContactMode::Stick {
            tilt += more;
            deflection.copy_from_slice(sim.internal(sole)?);
        } else {
            more *= 0.5;
        }
    }
    Ok(tilt)
}

/// Acceleration along the plane \[m/s²\] of a block that was at rest and slides.
fn sliding<C>(contact: &C, tilt: f64, heading: f64) -> Outcome<Vector2<f64>>
where
    C: Impedance<Domain = Space> + Clone,
{
    let mut block = place(contact, move |_| (tilt, heading), Vector3::zeros())?;
    block.sim.run_until(SETTLE)?;
    let before = block.sim.motion(block.mass)?.flow.xy();
    block.sim.run_until(2.0 * SETTLE)?;
    Ok((block.sim.motion(block.mass)?.flow.xy() - before) / SETTLE)
}

/// Place, mode and share of the admissible friction on a plane whose tilt and heading are given.
fn track<C, S>(contact: &C, slope: S, velocity: Vector3<f64>, until: f64) -> Outcome<Recorder>
where
    C: Impedance<Domain = Space> + Clone,
    S: Fn(f64) -> (f64, f64) + Copy + Send + Sync + 'static,
{
    let Block { sim, mass, sole } = place(contact, slope, velocity)?;
    let sampler = Sampler::every_steps(1)
        .channel("tilt", move |frame| Ok(slope(frame.time()).0))
        .channels(["x", "y"], move |frame| Ok(frame.motion(mass)?.pose.xy().into()))
        .channels(["mode", "share"], move |frame| {
            let state = frame.contact_state(sole)?;
            Ok([state.mode.code(), 1.0 - state.margin])
        });
    record(sim, until, sampler)
}

/// Angle from the slope to where the block should slide \[rad\]: along what is left of its weight after
/// friction has taken the nearest force of the polygon.
pub(crate) fn deviation(cone: &LinearizedCone, tilt: f64, heading: f64) -> f64 {
    let sector = TAU / cone.sides() as f64;
    let turned = (heading - cone.phase()) / sector - 0.5;
    let off_face = (turned - turned.round()) * sector;
    let (across, along) = (off_face.sin() * tilt.tan(), off_face.cos() * tilt.tan());
    let face = cone.face_coefficient();
    let reach = face * (0.5 * sector).tan();
    (across - across.clamp(-reach, reach)).atan2(along - face) - off_face
}
