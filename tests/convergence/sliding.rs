//! Planar sliding: the steps of the slider and the contact with stiction converge to the motion
//! under rigid friction, at order 1 in the step and order 1 in 1/K.

use stiction::core::{
    Impedance, Motion, PlanarFrame, PlanarPose, PlanarTwist, PlanarWrench, Stage, Wrench,
};
use stiction::friction::{EllipsoidContact, Pressing, TiltingLoad};
use stiction::nalgebra::{SVector, Vector3, vector};
use stiction::prelude::*;
use stiction::sliding::{AppliedLoad, PlanarSlider, Push};

const MASS: f64 = 0.5;
const INERTIA: f64 = 0.5 * 2.0 * 0.05 * 0.05 / 12.0;
const END: f64 = 0.3;

/// A slide: the ellipsoid, the height of the centre of mass, and the height of example 3's push, if
/// it acts.
#[derive(Clone, Copy)]
struct Case {
    semi_axes: [f64; 3],
    height: f64,
    push_height: Option<f64>,
    start: [f64; 3],
}

const EXAMPLE_1: Case =
    Case { semi_axes: [1.0, 1.0, 0.01], height: 0.08, push_height: None, start: [0.7, 0.9, 10.0] };
const ANISOTROPIC: Case = Case { semi_axes: [1.0, 0.7, 0.012], ..EXAMPLE_1 };
const PUSHED_LOW: Case = Case { push_height: Some(0.05), start: [0.2, 0.3, 0.0], ..EXAMPLE_1 };

impl Case {
    fn slider(&self) -> PlanarSlider {
        let slider = PlanarSlider::builder().mass(MASS).inertia(INERTIA).gravity(9.8);
        let slider = slider.friction(0.31).semi_axes(self.semi_axes).height(self.height);
        slider.build().unwrap()
    }

    fn start(&self) -> Motion<PlanarFrame> {
        let [x, y, w] = self.start;
        Motion::new(PlanarPose::default(), PlanarTwist { linear: vector![x, y], angular: w })
    }

    fn load(&self, time: f64, pose: &PlanarPose) -> Wrench {
        let Some(height) = self.push_height else { return Wrench::default() };
        let force = 2.2 + 2.0 * (std::f64::consts::TAU * time / 0.1).cos();
        let force = vector![force, 0.0, 0.0];
        let push = Push::in_body_axes(force, vector![-0.025, -0.0025], height).unwrap();
        push.wrench(pose, self.height)
    }

    /// Returns the motion under rigid friction: the closed form of the wrench, by classical RK4
    /// with 10 µs.
    fn exact(&self) -> SVector<f64, 6> {
        let slider = self.slider();
        let rate = |time: f64, x: &SVector<f64, 6>| {
            let pose = PlanarPose { position: vector![x[0], x[1]], angle: x[2] };
            let twist = PlanarTwist { linear: vector![x[3], x[4]], angular: x[5] };
            let load = self.load(time, &pose);
            let friction = slider.sliding_wrench(&twist, &load).unwrap().at_center_of_mass();
            let force = (friction.force + load.force.xy()) / MASS;
            let turning = (friction.torque + load.torque.z) / INERTIA;
            SVector::<f64, 6>::from([x[3], x[4], x[5], force.x, force.y, turning])
        };
        let [vx, vy, w] = self.start;
        let mut x = SVector::<f64, 6>::from([0.0, 0.0, 0.0, vx, vy, w]);
        let (h, steps) = (1e-5, 30_000);
        for k in 0..steps {
            let t = f64::from(k) * h;
            let k1 = rate(t, &x);
            let k2 = rate(t + h / 2.0, &(x + k1 * (h / 2.0)));
            let k3 = rate(t + h / 2.0, &(x + k2 * (h / 2.0)));
            let k4 = rate(t + h, &(x + k3 * h));
            x += (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0);
        }
        x.component_mul(&WEIGHTS)
    }

    fn stepped(&self, h: f64) -> SVector<f64, 6> {
        let (slider, mut state) = (self.slider(), self.start());
        let steps = (END / h).round() as u32;
        for k in 0..steps {
            let load = self.load(f64::from(k) * h, &state.pose);
            slider.step(&mut state, h, &load).unwrap();
        }
        weighed(&state)
    }

    /// Returns the motion of the contact with stiction through the whole network.
    fn with_contact(self, gains: Gains, step: f64) -> SVector<f64, 6> {
        let load = TiltingLoad::new(move |stage, motion| {
            let moment = self.load(stage.time, &motion.pose).torque.xy();
            Pressing { normal_force: MASS * 9.8, tilting_moment: moment }
        });
        let contact =
            EllipsoidContact::builder().stiffness(gains.0).damping(gains.1).friction(0.31);
        let contact = contact.semi_axes(self.semi_axes).height(self.height).load(load);
        self.through_the_network(contact.build().unwrap(), step)
    }

    fn through_the_network<I>(self, contact: I, step: f64) -> SVector<f64, 6>
    where
        I: Impedance<Domain = PlanarFrame>,
    {
        let push = stiction::core::impedance::from_fn::<PlanarFrame, _>(move |stage, motion| {
            let load = self.load(stage.time, &motion.pose);
            PlanarWrench { force: load.force.xy(), torque: load.torque.z }
        });
        let mut net = NetworkBuilder::new();
        let body = PlanarBody::builder().mass(MASS).inertia(INERTIA).build().unwrap();
        let body = net.add(body, self.start()).unwrap();
        net.connect(push.as_source(), Direct::new(), body.port()).unwrap();
        net.connect(contact, Direct::new(), body.port()).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
        sim.run_until(END).unwrap();
        weighed(&sim.motion(body).unwrap())
    }
}

/// Weights of the state: angles times the side of the square, 0.05 m, are lengths, like the rest.
const WEIGHTS: SVector<f64, 6> = SVector::<f64, 6>::new(1.0, 1.0, 0.05, 1.0, 1.0, 0.05);

fn weighed(motion: &Motion<PlanarFrame>) -> SVector<f64, 6> {
    let Motion { pose, flow } = motion;
    let (x, v) = (pose.position, flow.linear);
    SVector::from([x.x, x.y, pose.angle, v.x, v.y, flow.angular]).component_mul(&WEIGHTS)
}

/// Stiffness and damping per axis.
#[derive(Clone, Copy)]
struct Gains([f64; 3], [f64; 3]);

impl Gains {
    /// Returns `K E²` and `√(K m) E²`.
    fn of(case: &Case, stiffness: f64) -> Self {
        let damping = (stiffness * MASS).sqrt();
        Self(case.semi_axes.map(|e| stiffness * e * e), case.semi_axes.map(|e| damping * e * e))
    }

    /// Returns gains whose stiffness about the vertical is not in proportion to the squared
    /// semi-axes.
    fn out_of_proportion(stiffness: f64) -> Self {
        let damping = (stiffness * MASS).sqrt();
        Self([stiffness, stiffness, 4e-4 * stiffness], [damping, damping, 4e-4 * damping])
    }
}

/// Returns the observed order between the first and the last of errors at these scales.
fn order(scales: &[f64], errors: &[f64]) -> f64 {
    let last = errors.len() - 1;
    (errors[0] / errors[last]).ln() / (scales[0] / scales[last]).ln()
}

/// Example 1 gives the two columns of the table, to two digits, and the orders.
#[test]
fn slider_and_contact_converge_to_rigid_friction() {
    let exact = EXAMPLE_1.exact();
    let steps = [1e-2, 5e-3, 1e-3, 2.5e-4];
    let errors = steps.map(|h| (EXAMPLE_1.stepped(h) - exact).norm());
    println!("slider, h: {steps:?} {errors:?}, order {:.3}", order(&steps, &errors));
    for (found, expected) in errors.iter().zip([5.80e-3, 2.90e-3, 5.79e-4, 1.45e-4]) {
        assert!((found / expected - 1.0).abs() < 0.01, "{found:e} is not {expected:e}");
    }
    assert!((order(&steps, &errors) - 1.0).abs() < 0.01);

    let compliances = [1e-3, 1e-4, 1e-5];
    let contact = |step: f64| {
        move |compliance: f64| {
            let gains = Gains::of(&EXAMPLE_1, 1.0 / compliance);
            (EXAMPLE_1.with_contact(gains, step) - exact).norm()
        }
    };
    let coarse = compliances.map(contact(1e-3));
    println!("contact, 1/K: {compliances:?} {coarse:?}, order {:.3}", order(&compliances, &coarse));
    for (found, expected) in coarse.iter().zip([1.88e-3, 2.26e-4, 2.40e-5]) {
        assert!((found / expected - 1.0).abs() < 0.01, "{found:e} is not {expected:e}");
    }
    // The softest contact is not yet in the asymptotic range.
    assert!((order(&compliances[1..], &coarse[1..]) - 1.0).abs() < 0.05);
    let fine = [1e-4, 1e-6].map(contact(2e-4));
    for (found, expected) in fine.iter().zip([2.28e-4, 2.46e-6]) {
        assert!((found / expected - 1.0).abs() < 0.01, "{found:e} is not {expected:e}");
    }
}

/// Under anisotropic friction and a push below the centre of mass, whose moments move the contact
/// point, slider and contact agree with rigid friction at the same orders.
#[test]
fn anisotropic_and_tilted_slides_converge() {
    for (name, case) in [("anisotropic", ANISOTROPIC), ("pushed low", PUSHED_LOW)] {
        let exact = case.exact();
        let steps = [2e-3, 2.5e-4];
        let errors = steps.map(|h| (case.stepped(h) - exact).norm());
        let compliances = [1e-5, 1e-6];
        let contact = compliances.map(|compliance| {
            let gains = if case.semi_axes[1] == 1.0 {
                Gains::of(&case, 1.0 / compliance)
            } else {
                Gains::out_of_proportion(1.0 / compliance)
            };
            (case.with_contact(gains, 2e-4) - exact).norm()
        });
        let orders = [order(&steps, &errors), order(&compliances, &contact)];
        println!("{name}: slider {errors:?}, contact {contact:?}, orders {orders:.3?}");
        assert!(orders.iter().all(|order| (order - 1.0).abs() < 0.1), "{orders:?}");
        assert!(contact[1] < errors[1], "{contact:?}");
    }
}

/// Friction that shortens the trial force instead of projecting it in the metric of the contact.
#[derive(Debug)]
struct RadialScaling {
    gains: ([f64; 3], [f64; 3]),
    semi_axes: [f64; 3],
}

impl Impedance for RadialScaling {
    type Domain = PlanarFrame;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(3)
    }
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> PlanarWrench {
        let (k, b) = (Vector3::from(self.gains.0), Vector3::from(self.gains.1));
        let flow = vector![motion.flow.linear.x, motion.flow.linear.y, motion.flow.angular];
        let stage_damping = b + k * stage.tau;
        let spring = k.component_mul(&Vector3::from_column_slice(internal));
        let trial = stage_damping.component_mul(&flow) + spring;
        let needed = trial.component_div(&Vector3::from(self.semi_axes)).norm();
        let force = trial * (0.31 * MASS * 9.8 / needed).min(1.0);
        rate.copy_from_slice((force - spring).component_div(&stage_damping).as_slice());
        PlanarWrench { force: -force.xy(), torque: -force.z }
    }
}

/// On an anisotropic ellipsoid only the projection in the metric `(B + τ K)⁻¹` converges; shortening
/// the trial force leaves an error that no stiffness removes.
#[test]
fn only_the_projection_in_the_metric_of_the_contact_converges() {
    let case = Case { height: 0.0, ..ANISOTROPIC };
    let exact = case.exact();
    let errors = [1e4, 1e5].map(|stiffness| {
        let gains = Gains::out_of_proportion(stiffness);
        let radial = RadialScaling { gains: (gains.0, gains.1), semi_axes: case.semi_axes };
        let projected = (case.with_contact(gains, 2e-4) - exact).norm();
        [projected, (case.through_the_network(radial, 2e-4) - exact).norm()]
    });
    println!("projection, radial scaling at K = 1e4, 1e5: {errors:?}");
    let [[soft, soft_radial], [stiff, stiff_radial]] = errors;
    assert!(stiff < 0.15 * soft && stiff < 1e-4, "{errors:?}");
    assert!(stiff_radial > 100.0 * stiff && stiff_radial > 0.9 * soft_radial, "{errors:?}");
}
