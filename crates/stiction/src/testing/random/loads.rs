//! Friction under a given load and forces that change in time, on the masses and plates of random
//! mechanisms.

use std::error::Error;

use nalgebra::{Vector2, Vector3};
use stiction_core::{Direct, Motion, ParameterError, PlanarFrame, PlanarPose, Space, Stage};
use stiction_friction::{BristleRate, CoulombGsat, Loaded, StribeckCurve};
use stiction_mechanics::TimedEffort;
use stiction_mechanics::profiles::{
    AnyProfile, Chirp, Interpolation, Piecewise, Ramp, Samples, Sine, SmoothStep, Square, Sum,
};
use stiction_network::{NetworkBuilder, NodePort};
use stiction_patch::{
    BristleParameters, ContactPatch, DistributedPatch, Mount, ReducedPatch, ReducedShape, Schedule,
    StickSlipPatch,
};
use stiction_sliding::{EllipsoidContact, Pressing, SupportLoad};

use super::RandomWire;

/// What rubs on a plate.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pad {
    StickSlip,
    Reduced,
    Distributed,
    Ellipsoid,
}

/// A weight with moments that tilt the body, of a type of its own, so that it has an identity.
#[derive(Debug)]
struct Tilted {
    weight: f64,
    moment: Vector2<f64>,
}

impl SupportLoad for Tilted {
    fn pressing(&self, _: &Stage, _: &Motion<PlanarFrame>) -> Pressing {
        Pressing { normal_force: self.weight, tilting_moment: self.moment }
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}

/// A law of one's choice under a normal force of a random kind.
macro_rules! under_load {
    ($net:expr, $wire:expr, $port:expr, $load:ident => $law:expr) => {{
        let weight = 1.0 + coarse($wire.limit);
        if $wire.ends.1 % 2 == 0 {
            let $load = weight;
            $net.connect($law, Direct::new(), $port)?;
        } else {
            let $load = Schedule::new([(0.0, weight), (0.1, weight + $wire.point.x)])?;
            $net.connect($law, Direct::new(), $port)?;
        }
    }};
}

/// Few values, so that components often differ in one parameter only.
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
    under_load!(net, wire, mass, load =>
        Loaded::<_, Space, _>::builder().law(law).normal_force(load).build()?);
    Ok(())
}

/// A force that is one of the signals.
pub(super) fn connect_signal(
    net: &mut NetworkBuilder,
    wire: &RandomWire,
    mass: NodePort<Space>,
) -> Result<(), Box<dyn Error>> {
    net.connect(TimedEffort::new(signal(wire, wire.ends.1)?), Direct::new(), mass)?;
    Ok(())
}

fn signal(wire: &RandomWire, kind: usize) -> Result<AnyProfile<Space>, ParameterError> {
    let RandomWire { damping, limit, direction, point, .. } = *wire;
    Ok(match kind % 8 {
        0 => {
            Box::new(Sine::<Space>::builder().amplitude(direction).angular_frequency(3.0).build()?)
        }
        1 => Box::new(Ramp::<Space>::builder().to(direction).duration(limit).build()?),
        2 => Box::new(SmoothStep::<Space>::builder().to(direction).duration(limit).build()?),
        3 => Box::new(Square::<Space>::builder().amplitude(direction).period(limit).build()?),
        4 => {
            let chirp = Chirp::<Space>::builder().amplitude(direction).from(1.0).to(damping);
            Box::new(chirp.duration(limit).build()?)
        }
        5 => {
            let samples = [(0.0, direction), (limit, point), (2.0 * limit, Vector3::zeros())];
            Box::new(Samples::<Space>::new(samples, Interpolation::Lines)?)
        }
        6 => Box::new(Piecewise::new(signal(wire, 0)?, [(0.1 * limit, signal(wire, 1)?)])?),
        _ => Box::new(Sum::<Space>::new([signal(wire, 0)?, signal(wire, 3)?])),
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
    // Spans a triangle, whatever the direction.
    let far = Vector2::new(0.1 + 0.1 * direction.x.abs(), 0.1 * direction.y);
    let patch = ContactPatch::from_points([
        (Vector2::zeros(), 1.0),
        (far, 1.0 + direction.z.abs()),
        (Vector2::new(0.0, 0.2), limit),
    ])?;
    // As printed, weak bristles are unstable where they slide fast; see the Dahl elements.
    let (bristles, rate) = (bristles(wire)?, BristleRate::Implicit);
    match pad {
        Pad::StickSlip => under_load!(net, wire, plate, load => StickSlipPatch::builder()
            .patch(patch)
            .friction(coarse(limit))
            .stiffness(stiffness)
            .torsional_stiffness(0.02 * stiffness)
            .damping(damping)
            .torsional_damping(0.02 * damping)
            .mount(mount)
            .normal_force(load)
            .build()?),
        Pad::Reduced => under_load!(net, wire, plate, load => ReducedPatch::builder()
            .shape(ReducedShape::ellipsoid(&patch))
            .bristles(bristles)
            .bristle_rate(rate)
            .mount(mount)
            .normal_force(load)
            .build()?),
        Pad::Distributed => under_load!(net, wire, plate, load => DistributedPatch::builder()
            .patch(patch)
            .bristles(bristles)
            .bristle_rate(rate)
            .mount(mount)
            .normal_force(load)
            .build()?),
        Pad::Ellipsoid => {
            let contact = EllipsoidContact::builder()
                .stiffness([100.0, 100.0, 2.0])
                .damping([1.0, 1.0, 0.02])
                .friction(coarse(limit))
                .semi_axes([1.0, 1.0, 0.1])
                .height(0.1)
                .load(Tilted { weight: 1.0 + coarse(limit), moment: point.xy() });
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
