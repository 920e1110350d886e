//! Drift-free stiction of contacts: any limit set, several feet, torsion and rolling.

use stiction::friction::cone::ConeScale;
use stiction::friction::{
    Diagonal, Ellipsoid, EllipticContact, FrameContact, LimitSet, LimitSetGsat, PyramidContact,
    RegularPolygon,
};

use super::*;

/// Generates limit sets in the plane whose largest inscribed disc has radius 1 per unit of normal
/// force.
fn sets() -> impl Strategy<Value = (usize, f64, f64)> {
    (3_usize..9, -3.0..3.0_f64, 1.0..4.0_f64)
}

/// Asserts that a block on a surface with a limit set stays stuck under a load in the disc inside
/// the set.
fn set_sticks<S, G>(seeds: &str, law: impl Fn(StuckBlock, (usize, f64, f64)) -> LimitSetGsat<S, G>)
where
    S: LimitSet<Vector2<f64>>,
    G: stiction::friction::Gain<Vector2<f64>> + stiction::friction::AxisGain,
{
    let inputs = stuck_block()
        .prop_flat_map(|b| (Just(b), sub_limit_load::<Plane>(b), sets(), 0.5..5.0_f64));
    assert_mostly_holds(CASES, seeds, &inputs, |(block, load, set, normal)| {
        // The block's limit is that of the disc: coefficient times normal force.
        let law = law(StuckBlock { limit: block.limit / normal, ..block }, set);
        let law = Loaded::<_, Plane>::builder().law(law).normal_force(normal).build().unwrap();
        // One axis of the ellipse is up to four times softer.
        let (stiffness, damping) = (block.stiffness / 4.0, block.damping / 4.0);
        let softest = StuckBlock { stiffness, damping, ..block };
        let cycles = [block, softest].map(|block| cycles(&block, load.period(), false));
        let cycles = cycles[0].max(cycles[1]);
        held_below(block.limit, &observed(held_block(block, law), &load, cycles)?)
    });
}

#[test]
fn a_polygon_holds() {
    set_sticks("polygon", |block, (sides, phase, _)| {
        let set = RegularPolygon::new(sides, 1.0, phase).unwrap();
        let law = LimitSetGsat::builder().set(set).coefficient(block.limit);
        law.stiffness(block.stiffness).damping(block.damping).build().unwrap()
    });
}

/// The axes differ in friction and stiffness, and a coefficient falls with the speed.
#[test]
fn an_ellipse_with_a_breakaway_peak_holds() {
    set_sticks("ellipse", |block, (_, _, ratio)| {
        let set = Ellipsoid::new(Vector2::new(ratio, 1.0)).unwrap();
        let curve = StribeckCurve::builder().coulomb(0.7 * block.limit).breakaway(block.limit);
        let curve = curve.stribeck_speed(0.01).build().unwrap();
        let law = LimitSetGsat::builder().set(set).coefficient(curve);
        let gain = |x: f64| Diagonal::new(Vector2::new(x / ratio, x)).unwrap();
        law.stiffness(gain(block.stiffness)).damping(gain(block.damping)).build().unwrap()
    });
}

#[test]
fn a_box_on_pyramid_feet_sticks() {
    let inputs =
        (0.1..10.0_f64, 0.02..0.08_f64, 0.3..0.8_f64, 0.1..0.45_f64, 0.0..6.2_f64, 3_usize..9);
    assert_holds(
        CASES_OF_MANY_CONTACTS,
        "pyramid-box",
        &inputs,
        |(mass, height, mu, share, heading, sides)| {
            let foot = |stiffness: f64, damping: f64| {
                let foot =
                    PyramidContact::builder().stiffness(stiffness).damping(damping).friction(mu);
                // The faces touch the circular cone.
                foot.sides(sides).scale(ConeScale::Outer).phase(0.4).build()
            };
            let load = box_load(mass, mu * share, heading);
            feet_hold(&observed(box_on(mass, height, 0.5, foot), &load, 60)?)
        },
    );
}

/// A body that touches the ground at one point, with torsional and rolling friction.
#[derive(Clone, Debug)]
struct Touching {
    mass: f64,
    inertia: f64,
    step: f64,
    /// Friction coefficients of the axes: sliding, torsion, rolling (1, m).
    friction: [f64; 3],
    /// K T²/m and B T/m of the axes, and of the normal.
    ratios: [(f64, f64); 3],
    rolling: bool,
}

const GRAVITY: f64 = 9.81;

/// Observations of a contact that should stick.
#[derive(Debug, Default)]
struct Touched {
    /// Steps at which the contact did not report sticking.
    not_stuck: usize,
    /// Steps at which a deflection did not follow its component of the twist to the bit.
    slipping: usize,
    /// Largest difference of the mean deflections and positions of the last two quarters.
    drift: f64,
    /// Least margin of the normal force, over the normal force.
    least_margin: f64,
}

impl Touching {
    fn block(&self, axis: usize) -> StuckBlock {
        let (a, b) = self.ratios[axis];
        let mass = if axis == 0 { self.mass } else { self.inertia };
        let (step, limit) = (self.step, self.friction[axis] * self.mass * GRAVITY);
        StuckBlock {
            mass,
            stiffness: a * mass / (step * step),
            damping: b * mass / step,
            step,
            limit,
        }
    }

    fn contact(&self) -> FrameContact {
        let [slide, spin, roll] = [0, 1, 2].map(|axis| self.block(axis));
        let contact = EllipticContact::builder().stiffness(slide.stiffness).damping(slide.damping);
        let contact = contact.friction([self.friction[0]; 2]).torsional_friction(self.friction[1]);
        let contact = contact.torsional_stiffness(spin.stiffness).torsional_damping(spin.damping);
        if !self.rolling {
            return contact.build().unwrap();
        }
        let contact = contact.rolling_friction([self.friction[2]; 2]);
        contact.rolling_stiffness(roll.stiffness).rolling_damping(roll.damping).build().unwrap()
    }

    /// Runs under a wrench `constant + swing sin(w t)`, in shares of the friction of each axis,
    /// switched on over the first cycle.
    fn observe(&self, constant: [f64; 5], swing: [f64; 5], steps: usize, cycles: usize) -> Touched {
        let period = steps as f64 * self.step;
        let frequency = std::f64::consts::TAU / period;
        let limits = [0, 0, 1, 2, 2].map(|axis| self.block(axis).limit);
        let applied = move |t: f64| {
            let rise = (t / period).min(1.0);
            let wave = (frequency * t).sin();
            let f: [f64; 5] =
                std::array::from_fn(|i| limits[i] * rise * (constant[i] + swing[i] * wave));
            Wrench { force: Vector3::new(f[0], f[1], 0.0), torque: Vector3::new(f[3], f[4], f[2]) }
        };
        let size = (2.5 * self.inertia / self.mass).sqrt();
        let mut net = NetworkBuilder::new();
        let body = RigidBody::sphere(self.mass, size).unwrap();
        let body = body.with_gravity(Vector3::new(0.0, 0.0, -GRAVITY)).unwrap();
        let sink = self.mass * GRAVITY / self.block(0).stiffness;
        let start = Motion::at_rest(Pose::at(Vector3::new(0.0, 0.0, -sink)));
        let body = net.add(body, start).unwrap();
        let contact = net.connect(self.contact(), Direct::new(), body.port()).unwrap();
        let load = TimedEffort::<SpatialFrame>::new(move |stage: &Stage| applied(stage.time));
        net.connect(load, Direct::new(), body.port()).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), self.step).unwrap();
        assert!(sim.stability_warnings().unwrap().is_empty(), "outside the stable region");

        let mut seen = Touched { least_margin: f64::INFINITY, ..Touched::default() };
        let mut means = [[0.0; 7]; 2];
        let mut step = 0;
        let watched = &mut |frame: &stiction::network::Frame<'_>| {
            let state = frame.contact_state(contact)?;
            let Motion { pose, flow } = frame.wire_motion(contact)?;
            let twist =
                [flow.linear.x, flow.linear.y, flow.angular.z, flow.angular.x, flow.angular.y];
            let rate = frame.internal_rate(contact)?;
            seen.not_stuck += usize::from(state.mode != ContactMode::Stick);
            seen.slipping += usize::from(rate.iter().zip(twist).any(|(e, v)| *e != v));
            seen.least_margin = seen.least_margin.min(state.margin);
            let quarter = 4 * step / (steps * cycles);
            if (2..4).contains(&quarter) {
                let e = frame.internal(contact)?;
                for (mean, e) in means[quarter - 2].iter_mut().zip(e) {
                    *mean += e / (steps * cycles / 4) as f64;
                }
                for i in 0..2 {
                    means[quarter - 2][5 + i] += pose.position[i] / (steps * cycles / 4) as f64;
                }
            }
            step += 1;
            Ok(())
        };
        sim.run_observed(period * cycles as f64, watched).unwrap();
        seen.drift = (0..7).map(|i| (means[1][i] - means[0][i]).abs()).fold(0.0, f64::max);
        seen
    }
}

fn touching() -> impl Strategy<Value = Touching> {
    let logarithmic = |low: f64, high: f64| (low.ln()..high.ln()).prop_map(f64::exp);
    let ratios = (logarithmic(1e-2, 2.0), 0.2..0.9_f64);
    let ratios = proptest::array::uniform3(ratios).prop_map(|ratios| {
        ratios.map(|(a, share)| (a, (2.0 * share * a.sqrt()).min(0.8 * (2.78 - 0.4 * a))))
    });
    let friction = [logarithmic(0.1, 1.0), logarithmic(1e-3, 0.1), logarithmic(1e-3, 0.1)];
    (
        logarithmic(0.01, 100.0),
        logarithmic(1e-3, 1e-1),
        logarithmic(1e-5, 1e-3),
        friction,
        ratios,
        any::<bool>(),
    )
        .prop_map(|(mass, radius, step, friction, ratios, rolling)| Touching {
            mass,
            inertia: 0.4 * mass * radius * radius,
            step,
            friction,
            ratios,
            rolling,
        })
}

fn wrench_shares() -> impl Strategy<Value = ([f64; 5], [f64; 5], usize)> {
    let shares = || proptest::array::uniform5(-1.0..1.0_f64);
    (shares(), shares(), 20_usize..200)
}

/// Returns shares scaled to a total, without rolling moments if the contact has no rolling
/// friction.
fn scaled(shares: [f64; 5], total: f64, rolling: bool) -> [f64; 5] {
    let used = if rolling { 5 } else { 3 };
    let norm = shares[..used].iter().map(|share| share * share).sum::<f64>().sqrt().max(1e-3);
    std::array::from_fn(|i| if i < used { shares[i] / norm * total } else { 0.0 })
}

#[test]
fn torsion_and_rolling_stick() {
    let inputs = (touching(), wrench_shares(), 0.1..0.4_f64, 0.1..0.4_f64);
    assert_mostly_holds(CASES, "elliptic", &inputs, |(body, (constant, swing, steps), c, s)| {
        let frequency = std::f64::consts::TAU / (steps as f64 * body.step);
        let axes = if body.rolling { 3 } else { 2 };
        // A resonance of an axis with the load must not exceed the limit.
        let gain = (0..axes).map(|axis| body.block(axis).gain(frequency)).fold(1.0, f64::max);
        let constant = scaled(constant, c, body.rolling);
        let swing = scaled(swing, s / gain, body.rolling);
        let settling = (0..axes).map(|axis| body.block(axis).settling_steps()).fold(0, usize::max);
        let cycles = (2 * settling / steps + 4).next_multiple_of(4);
        if cycles * steps > 100_000 {
            return Ok(false);
        }
        let seen = body.observe(constant, swing, steps, cycles);
        if seen.least_margin < 0.05 {
            return Ok(false);
        }
        prop_assert!(seen.not_stuck == 0 && seen.slipping == 0, "{seen:?}");
        // Deflections are of the order of 1e-6 to 1e-2 m or rad.
        prop_assert!(seen.drift <= 1e-15 * (steps * cycles) as f64 / 4.0, "{seen:?}");
        prop_assert!(seen.drift <= 1e-13, "{seen:?}");
        Ok(true)
    });
}

/// Control: above the limit of any one axis, or of all together, it slips and reports this.
#[test]
fn torsion_and_rolling_above_the_limit_slip() {
    assert_holds(100, "elliptic-above", &(touching(), wrench_shares()), |(body, (shares, ..))| {
        let constant = scaled(shares, 1.2, body.rolling);
        let seen = body.observe(constant, [0.0; 5], 100, 8);
        prop_assert!(seen.slipping > 0 && seen.not_stuck > 0, "{seen:?}");
        prop_assert!(seen.least_margin <= 0.0, "{seen:?}");
        for axis in 0..if body.rolling { 5 } else { 3 } {
            let alone: [f64; 5] = std::array::from_fn(|i| if i == axis { 1.1 } else { 0.0 });
            let seen = body.observe(alone, [0.0; 5], 100, 8);
            prop_assert!(seen.slipping > 0 && seen.least_margin <= 0.0, "axis {axis}: {seen:?}");
        }
        Ok(())
    });
}
