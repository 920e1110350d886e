//! The chain of Burridge and Knopoff as a network.

use stiction::friction::StribeckShape;
use stiction::prelude::*;

use crate::common::Outcome;

/// A fault in the units of Carlson and Langer 1989: length, time and mass are such that a block has
/// the mass 1, its leaf spring the stiffness 1 and its friction at rest the value 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    /// Stiffness `l²` of the springs between blocks; l is the speed of sound, in blocks.
    pub(crate) coupling: f64,
    /// `2 α`: how fast friction falls with the speed, `1/(1 + 2 α v)`.
    pub(crate) weakening: f64,
    /// Speed ν of the plate.
    pub(crate) plate: f64,
    /// Stiffness and damping of a block that is stuck.
    pub(crate) stick: (f64, f64),
}

/// A block and its friction.
pub(crate) type Friction = Wire<RateDependentGsat<Line>>;
pub(crate) type Block = Handle<PointMass<Line>>;

/// What friction falls to at high speed; the law of the paper falls to zero, a curve must not.
const RESIDUAL: f64 = 1e-6;

impl Fault {
    /// The friction of a block.
    fn friction(&self) -> Outcome<RateDependentGsat<Line>> {
        let curve = StribeckCurve::builder().coulomb(RESIDUAL).breakaway(1.0);
        let curve = curve.stribeck_speed(1.0 / self.weakening).shape(StribeckShape::Rational);
        let (stiffness, damping) = self.stick;
        let law = RateDependentGsat::builder().stiffness(stiffness).damping(damping);
        Ok(law.curve(curve.build()?).build()?)
    }

    /// The chain, its ends free, with blocks at `start` from where the plate holds them.
    pub(crate) fn network(&self, start: &[f64]) -> Outcome<(Network, Vec<Block>, Vec<Friction>)> {
        let mut net = NetworkBuilder::new();
        let plate = ConstantVelocity::<Line>::builder().velocity(self.plate).build()?;
        let plate = Prescribed::new(plate);
        let block = PointMass::<Line>::builder().mass(1.0).build()?;
        let leaf = SpringDamper::<Line>::builder().stiffness(1.0).build()?;
        let coil = SpringDamper::<Line>::builder().stiffness(self.coupling).build()?;
        let friction = self.friction()?;
        let (mut blocks, mut frictions) = (vec![], vec![]);
        for &place in start {
            let block = net.add(block.clone(), Motion::at_rest(place))?;
            net.connect(leaf.clone(), Between::new(), (plate.clone(), block.port()))?;
            frictions.push(net.connect(friction.clone(), Direct::new(), block.port())?);
            blocks.push(block);
        }
        for pair in blocks.windows(2) {
            net.connect(coil.clone(), Between::new(), (pair[0].port(), pair[1].port()))?;
        }
        Ok((net.build()?, blocks, frictions))
    }
}
