//! Friction under a given load and time-dependent forces, on the masses and plates of random
//! mechanisms.

use std::error::Error;

use nalgebra::Vector2;
use stiction_core::signal::{
    Chirp, Interpolation, Piecewise, Ramp, Samples, Signal, Sine, SmoothStep, Square, Sum,
};
use stiction_core::{Direct, ParameterError, PlanarFrame, PlanarPose, Space};
use stiction_friction::{
    Axes, BristleRate, CoulombGsat, EllipsoidContact, Loaded, StribeckCurve, SupportLoad,
};
use stiction_mechanics::TimedEffort;
use stiction_network::{NetworkBuilder, NodePort};
use stiction_patch::{
    BristleParameters, ContactPatch, DistributedPatch, Mount, ReducedPatch, ReducedShape,
    StickSlipPatch,
};

use super::RandomWire;

/// Friction law of a plate.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pad {
    StickSlip,
    Reduced,
    Distributed,
    Ellipsoid,
}

/// Returns a normal force of a random kind.
fn load(wire: &RandomWire) -> Result<Signal, ParameterError> {
    let weight = 1.0 + coarse(wire.limit);
    if wire.ends.1.is_multiple_of(2) {
        return Ok(weight.into());
    }
    Signal::steps([(0.0, weight), (0.1, weight + wire.point.x)])
}

/// Rounds to few values, so that components often differ in one parameter only.
fn coarse(value: f64) -> f64 {
    value.ceil()
}

pub(super) fn connect_loaded(
    net: &mut NetworkBuilder,
    wire: &RandomWire,
    mass: NodePort<Space>,
) -> Result<(), Box<dyn Error>> {
    let law = CoulombGsat::builder().stiffness(coarse(wire.stiffness / 100.0) * 100.0);
    let law = law.damping(1.0).friction(coarse(wire.limit)).build()?;
    let law = Loaded::<_, Space>::builder().law(law).normal_force(load(wire)?);
    net.connect(law.build()?, Direct::new(), mass)?;
    Ok(())
}

/// Connects a force whose scalars are one of the signals.
pub(super) fn connect_signal(
    net: &mut NetworkBuilder,
    wire: &RandomWire,
    mass: NodePort<Space>,
) -> Result<(), Box<dyn Error>> {
    let [x, y, z] = [0, 1, 2].map(|axis| signal(wire, wire.ends.1, axis));
    net.connect(TimedEffort::<Space>::new([x?, y?, z?]), Direct::new(), mass)?;
    Ok(())
}

fn signal(wire: &RandomWire, kind: usize, axis: usize) -> Result<Signal, ParameterError> {
    let RandomWire { damping, limit, direction, point, .. } = *wire;
    let (along, at) = (direction[axis], point[axis]);
    let again = |kind| signal(wire, kind, axis);
    Ok(match kind % 8 {
        0 => Sine::builder().amplitude(along).angular_frequency(3.0).build()?.into(),
        1 => Ramp::builder().to(along).duration(limit).build()?.into(),
        2 => SmoothStep::builder().to(along).duration(limit).build()?.into(),
        3 => Square::builder().amplitude(along).period(limit).build()?.into(),
        4 => {
            let chirp = Chirp::builder().amplitude(along).from(1.0).to(damping);
            chirp.duration(limit).build()?.into()
        }
        5 => {
            let samples = [(0.0, along), (limit, at), (2.0 * limit, 0.0)];
            Samples::new(samples, Interpolation::Lines)?.into()
        }
        6 => Piecewise::new(again(0)?, [(0.1 * limit, again(1)?)])?.into(),
        _ => Sum::new([again(0)?, again(3)?]).into(),
    })
}

pub(super) fn connect_pad(
    net: &mut NetworkBuilder,
    wire: &RandomWire,
    plate: NodePort<PlanarFrame>,
    pad: Pad,
) -> Result<(), Box<dyn Error>> {
    let RandomWire { stiffness, damping, limit, direction, point, .. } = *wire;
    let position = point.xy().map(coarse) * 0.2;
    let mount = Mount::on_body(PlanarPose { position, angle: coarse(direction.z) })?;
    // The points span a triangle for every direction.
    let far = Vector2::new(0.1 + 0.1 * direction.x.abs(), 0.1 * direction.y);
    let patch = ContactPatch::from_points([
        (Vector2::zeros(), 1.0),
        (far, 1.0 + direction.z.abs()),
        (Vector2::new(0.0, 0.2), limit),
    ])?;
    // As printed, weak bristles are unstable in fast sliding; see the Dahl elements.
    let (bristles, rate) = (bristles(wire)?, BristleRate::Implicit);
    let load = load(wire)?;
    match pad {
        Pad::StickSlip => {
            let pad = StickSlipPatch::builder()
                .patch(patch)
                .friction(coarse(limit))
                .stiffness(stiffness)
                .torsional_stiffness(0.02 * stiffness)
                .damping(damping)
                .torsional_damping(0.02 * damping)
                .mount(mount);
            net.connect(Loaded::new(pad.build()?, load)?, Direct::new(), plate)?;
        }
        Pad::Reduced => {
            let pad = ReducedPatch::builder()
                .shape(ReducedShape::ellipsoid(&patch))
                .bristles(bristles)
                .bristle_rate(rate)
                .mount(mount);
            net.connect(Loaded::new(pad.build()?, load)?, Direct::new(), plate)?;
        }
        Pad::Distributed => {
            let pad = DistributedPatch::builder()
                .patch(patch)
                .bristles(bristles)
                .bristle_rate(rate)
                .mount(mount);
            net.connect(Loaded::new(pad.build()?, load)?, Direct::new(), plate)?;
        }
        Pad::Ellipsoid => {
            let contact = EllipsoidContact::builder()
                .stiffness([100.0, 100.0, 2.0])
                .damping([1.0, 1.0, 0.02])
                .friction(coarse(limit))
                .semi_axes([1.0, 1.0, 0.1])
                .height(0.1)
                .load(SupportLoad::tilting(
                    1.0 + coarse(limit),
                    [point.x.into(), point.y.into()],
                    Axes::World,
                ));
            net.connect(contact.build()?, Direct::new(), plate)?;
        }
    }
    Ok(())
}

fn bristles(wire: &RandomWire) -> Result<BristleParameters, ParameterError> {
    BristleParameters::builder()
        .stiffness(coarse(wire.stiffness / 100.0) * 100.0)
        .damping(0.1)
        .friction(StribeckCurve::constant(coarse(wire.limit))?)
        .build()
}
