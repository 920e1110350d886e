//! A coin on a table: the mechanism, and the exact motion under the elliptic law of friction.

use nalgebra::Vector3;
use stiction::friction::EllipticContact;
use stiction::prelude::*;

use crate::common::{Outcome, record};

const GRAVITY: f64 = 9.81;
/// Angular frequency of a coin on its contact \[rad/s\].
const FREQUENCY: f64 = 5000.0;
/// Share of the friction with which the coin is shaken in the end.
const SHAKE: f64 = 0.8;

/// A thin uniform disc and its friction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coin {
    pub(crate) mass: f64,
    pub(crate) radius: f64,
    /// Friction coefficient of sliding.
    pub(crate) mu: f64,
}

/// A motion that comes to rest.
#[derive(Default)]
pub(crate) struct Path {
    pub(crate) time: Vec<f64>,
    pub(crate) distance: Vec<f64>,
    pub(crate) speed: Vec<f64>,
    pub(crate) spin: Vec<f64>,
}

impl Coin {
    /// Moment of inertia about the axis \[kg m²\].
    pub(crate) fn inertia(&self) -> f64 {
        0.5 * self.mass * self.radius * self.radius
    }

    /// Friction coefficient of spinning \[m\]: the mean distance of a disc from its centre, times μ.
    pub(crate) fn torsional(&self) -> f64 {
        2.0 / 3.0 * self.mu * self.radius
    }

    /// Weight \[N\].
    pub(crate) fn weight(&self) -> f64 {
        self.mass * GRAVITY
    }

    /// The exact motion. Friction is `N (μ² v, μ_t² ω)/D` with `D² = μ² v² + μ_t² ω²`, so in the time σ
    /// with `dt = D dσ` both fade exponentially: `v' = −α v, ω' = −β ω`. Distance and time are
    /// integrals over `y = exp(−β σ/4)`, in which they are smooth (Simpson).
    pub(crate) fn exact(&self, speed: f64, spin: f64) -> Path {
        const PIECES: u32 = 4000;
        let (mu, torsional) = (self.mu, self.torsional());
        let alpha = self.weight() * mu * mu / self.mass;
        let beta = self.weight() * torsional * torsional / self.inertia();
        let motion = |y: f64| (speed * y.powf(4.0 * alpha / beta), spin * y.powi(4));
        let rates = |y: f64| {
            let (v, w) = motion(y);
            let time = if y > 0.0 { 4.0 / beta * (mu * v).hypot(torsional * w) / y } else { 0.0 };
            (time, v * time)
        };
        let mut path = Path::default();
        let (mut time, mut distance) = (0.0, 0.0);
        let width = 1.0 / f64::from(PIECES);
        for k in 0..=PIECES {
            let y = 1.0 - f64::from(k) * width;
            let (v, w) = motion(y);
            path.time.push(time);
            path.distance.push(distance);
            path.speed.push(v);
            path.spin.push(w);
            let (a, b, c) = (rates(y), rates(y - 0.5 * width), rates((y - width).max(0.0)));
            time += width / 6.0 * (a.0 + 4.0 * b.0 + c.0);
            distance += width / 6.0 * (a.1 + 4.0 * b.1 + c.1);
        }
        path
    }

    /// Throws the coin; from `shaken` on it is shaken. All forces are in units of their limits.
    pub(crate) fn throw(
        &self,
        (speed, spin): (f64, f64),
        step: f64,
        shaken: f64,
        until: f64,
    ) -> Outcome<Recorder> {
        let Self { mass, radius, mu } = *self;
        let stiffness = mass * FREQUENCY * FREQUENCY;
        let depth = self.weight() / stiffness;
        let start = Motion {
            pose: Pose::at(Vector3::z() * -depth),
            flow: Twist { linear: Vector3::x() * speed, angular: Vector3::z() * spin },
        };
        let mut net = NetworkBuilder::new();
        let disc = RigidBody::cylinder(mass, radius, 0.1 * radius)?;
        let disc = net.add(disc.with_gravity(Vector3::z() * -GRAVITY)?, start)?;
        let contact =
            EllipticContact::builder().stiffness(stiffness).damping(1.8 * mass * FREQUENCY);
        let contact = contact.friction([mu; 2]).torsional_friction(self.torsional()).build()?;
        let contact = net.connect(contact, Direct::new(), disc.port())?;
        let limits = [mu * self.weight(), self.torsional() * self.weight()];
        let shake = TimedEffort::<SpatialFrame>::new(move |stage: &Stage| {
            let swing = (125.0 * (stage.time - shaken).max(0.0)).sin();
            Wrench { force: Vector3::x() * (SHAKE * limits[0] * swing), ..Wrench::default() }
        });
        net.connect(shake, Direct::new(), disc.port())?;
        let sampler = Sampler::every_steps(1)
            .channels(["x", "speed", "spin"], move |frame| {
                let Motion { pose, flow } = frame.motion(disc)?;
                Ok([pose.position.x, flow.linear.x, flow.angular.z])
            })
            .channel("anchor", move |frame| {
                Ok(frame.wire_motion(contact)?.pose.position.x - frame.internal(contact)?[0])
            })
            .channels(["friction", "torsion"], move |frame| {
                let Wrench { force, torque } = frame.effort(contact)?;
                Ok([-force.x / limits[0], -torque.z / limits[1]])
            })
            .channels(["mode", "slip_speed"], move |frame| {
                let state = frame.contact_state(contact)?;
                Ok([state.mode.code(), state.slip_speed])
            });
        record(Simulation::new(net.build()?, Tableau::rk4(), step)?, until, sampler)
    }
}

/// Returns the time at which the coin stops \[s\]: where the straight line through the last two speeds of its slip ends; NaN if it does not.
pub(crate) fn stop(record: &Recorder) -> Outcome<f64> {
    let [time, slip] = record.columns_named(["t", "slip_speed"])?;
    Ok(match slip.iter().position(|&slip| slip == 0.0) {
        Some(k) if k < 2 => time[k],
        Some(k) => {
            let share = slip[k - 1] / (slip[k - 2] - slip[k - 1]);
            time[k - 1] + share * (time[k - 1] - time[k - 2])
        }
        None => f64::NAN,
    })
}

/// The last value of a column.
pub(crate) fn last(column: &[f64]) -> f64 {
    column[column.len() - 1]
}
