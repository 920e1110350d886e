// Rapier on the tasks; included twice, for `engine` in single and in double precision.

use std::time::Instant;

use engine::dynamics::{FrictionModel, SpringCoefficients};
use engine::prelude::*;

use crate::task::{Body, GRAVITY, Simulator, World, place, settling_time, slab, sphere};

/// Names of the settings of [`Rapier::parameters`].
const SETTINGS: [&str; 5] = [
    "default",
    "Coulomb",
    "stiff contact",
    "stiff contact, Coulomb, 16 iterations",
    "16 iterations",
];

pub(crate) struct Rapier;

impl Rapier {
    fn parameters(setting: usize, step: f64) -> IntegrationParameters {
        let mut parameters = IntegrationParameters { dt: step as Real, ..Default::default() };
        parameters.min_ccd_dt = 0.01 * parameters.dt;
        if setting == 1 || setting == 3 {
            parameters.friction_model = FrictionModel::Coulomb;
        }
        if setting == 2 || setting == 3 {
            // As stiff as the step resolves, and without the slop that the defaults allow.
            let stiff = SpringCoefficients {
                natural_frequency: (0.25 / step) as Real,
                damping_ratio: 1.0,
            };
            parameters.contact_softness = stiff;
            parameters.static_contact_softness = stiff;
            parameters.normalized_allowed_linear_error = 1e-5;
        }
        if setting >= 3 {
            parameters.num_solver_iterations = 16;
        }
        parameters
    }
}

impl Simulator for Rapier {
    fn name(&self) -> &'static str {
        NAME
    }
    fn settings(&self) -> &[&'static str] {
        &SETTINGS
    }
    fn world(
        &mut self,
        body: Body,
        count: usize,
        setting: usize,
        step: f64,
    ) -> Option<Box<dyn World>> {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::new(0.0, 0.0, -GRAVITY as Real);
        world.integration_parameters = Self::parameters(setting, step);
        let friction =
            if body == Body::Sphere { sphere::FRICTION } else { slab::FRICTION } as Real;
        let plane = SharedShape::halfspace(Vector::new(0.0, 0.0, 1.0));
        world.insert(RigidBodyBuilder::fixed(), ColliderBuilder::new(plane).friction(friction));
        let bodies = (0..count)
            .map(|k| {
                let [x, y] = place(k, count);
                let (height, collider) = match body {
                    Body::Sphere => {
                        let ball = ColliderBuilder::ball(sphere::RADIUS as Real);
                        (sphere::RADIUS, ball.mass(sphere::MASS as Real))
                    }
                    Body::Box => {
                        let (half, height) = (0.5 * slab::SIDE, 0.5 * slab::HEIGHT);
                        let [a, c] = [half as Real, height as Real];
                        (height, ColliderBuilder::cuboid(a, a, c).mass(slab::MASS as Real))
                    }
                };
                let at = Vector::new(x as Real, y as Real, height as Real);
                let rigid = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
                world.insert(rigid, collider.friction(friction)).0
            })
            .collect();
        for _ in 0..(settling_time(count) / step).round() as u32 {
            world.step();
        }
        let mut settled = Settled { world, bodies, start: vec![], body };
        settled.start = settled.bodies.iter().map(|&b| *settled.world.bodies[b].position()).collect();
        Some(Box::new(settled))
    }
}

struct Settled {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
    start: Vec<Pose>,
    body: Body,
}

impl Settled {
    fn throw(&mut self, speed: f64) {
        let (linear, angular) = match self.body {
            Body::Sphere => ([speed, 0.0], 0.0),
            Body::Box => (slab::VELOCITY, slab::SPIN),
        };
        for (&body, &start) in self.bodies.iter().zip(&self.start) {
            let body = &mut self.world.bodies[body];
            body.set_position(start, true);
            body.set_linvel(Vector::new(linear[0] as Real, linear[1] as Real, 0.0), true);
            body.set_angvel(Vector::new(0.0, 0.0, angular as Real), true);
        }
    }
}

impl World for Settled {
    fn run(&mut self, speed: f64, steps: u32) -> f64 {
        self.throw(speed);
        let clock = Instant::now();
        for _ in 0..steps {
            self.world.step();
        }
        clock.elapsed().as_secs_f64()
    }

    fn slips(&mut self, speed: f64, steps: u32) -> Vec<f64> {
        self.throw(speed);
        let slip = |world: &PhysicsWorld| {
            let body = &world.bodies[self.bodies[0]];
            f64::from(body.linvel().x) - f64::from(body.angvel().y) * sphere::RADIUS
        };
        (0..steps)
            .map(|_| {
                self.world.step();
                slip(&self.world)
            })
            .collect()
    }
}
