//! Spheres that roll on a plane (simulation I of Kikuuwe and Yamamoto).

use std::hint::black_box;

use nalgebra::Vector3;
use stiction::prelude::*;

use crate::door::{Door, untyped};
use crate::hand_written::Rhs;
use crate::work::{ByHand, Composed, Work};

const MASS: f64 = 0.3;
const RADIUS: f64 = 0.2;

/// Spheres on a plane, 15 variables each: p, q, v, w, e.
struct Spheres {
    inverse_mass: f64,
    inverse_inertia: f64,
    radius: f64,
    stiffness: f64,
    damping: f64,
    friction: f64,
    gravity: f64,
}

impl Rhs for Spheres {
    fn rhs(&self, _: f64, tau: f64, x: &[f64], dx: &mut [f64]) {
        let z = self.damping + tau * self.stiffness;
        for (x, d) in x.chunks_exact(15).zip(dx.chunks_exact_mut(15)) {
            let (vx, vy, vz) = (x[7], x[8], x[9]);
            let (wx, wy, wz) = (x[10], x[11], x[12]);
            let (cx, cy) = (vx - wy * self.radius, vy + wx * self.radius);
            let depth = x[2] - self.radius;
            let fz = if depth < 0.0 {
                (self.stiffness * depth + self.damping * vz).min(0.0)
            } else {
                0.0
            };
            let (tx, ty) = (z * cx + self.stiffness * x[13], z * cy + self.stiffness * x[14]);
            let (norm, limit) = ((tx * tx + ty * ty).sqrt(), -self.friction * fz);
            let (fx, fy, ex, ey) = if norm <= limit {
                (tx, ty, cx, cy)
            } else {
                let scale = limit / norm;
                let (fx, fy) = (tx * scale, ty * scale);
                (fx, fy, (fx - self.stiffness * x[13]) / z, (fy - self.stiffness * x[14]) / z)
            };
            d[0] = vx;
            d[1] = vy;
            d[2] = vz;
            let (qw, qx, qy, qz) = (x[3], x[4], x[5], x[6]);
            d[3] = 0.5 * (-wx * qx - wy * qy - wz * qz);
            d[4] = 0.5 * (wx * qw + wy * qz - wz * qy);
            d[5] = 0.5 * (wy * qw + wz * qx - wx * qz);
            d[6] = 0.5 * (wz * qw + wx * qy - wy * qx);
            d[7] = -fx * self.inverse_mass;
            d[8] = -fy * self.inverse_mass;
            d[9] = -fz * self.inverse_mass - self.gravity;
            // This is (0, 0, -R) x (-fx, -fy, -fz).
            d[10] = -self.radius * fy * self.inverse_inertia;
            d[11] = self.radius * fx * self.inverse_inertia;
            d[12] = 0.0;
            d[13] = ex;
            d[14] = ey;
        }
    }
}

pub(crate) fn by_hand<const N: usize>() -> Box<dyn Work> {
    let rhs = Spheres {
        inverse_mass: 1.0 / black_box(MASS),
        inverse_inertia: 1.0 / (0.4 * MASS * RADIUS * RADIUS),
        radius: RADIUS,
        stiffness: 1e7,
        damping: 10.0,
        friction: 0.1,
        gravity: 9.8,
    };
    let mut x = vec![0.0; 15 * N];
    for one in x.chunks_exact_mut(15) {
        one[2] = RADIUS - MASS * 9.8 / 1e7;
        one[3] = 1.0;
        one[7] = 2.0;
    }
    ByHand::boxed(rhs, x)
}

pub(crate) fn network(count: usize, door: Door) -> Network {
    let mut net = NetworkBuilder::new();
    for _ in 0..count {
        let sphere = RigidBody::sphere(black_box(MASS), RADIUS).expect("valid");
        let sphere = sphere.with_gravity(Vector3::new(0.0, 0.0, -9.8)).expect("valid");
        let start = Motion {
            pose: Pose::at(Vector3::new(0.0, 0.0, RADIUS - MASS * 9.8 / 1e7)),
            flow: Twist { linear: Vector3::new(2.0, 0.0, 0.0), angular: Vector3::zeros() },
        };
        let sphere = net.add(sphere.with_renormalise(false), start).expect("valid");
        let contact = CoulombContact::builder().stiffness(1e7).damping(10.0).friction(0.1).build();
        let map = SphereOnPlane::builder().radius(RADIUS).build().expect("valid");
        let port = sphere.port();
        door.connect(&mut net, contact.expect("valid"), map, port, &[untyped(port)]);
    }
    net.build().expect("small")
}

pub(crate) fn composed<const N: usize>() -> Box<dyn Work> {
    Composed::boxed(network(N, Door::Typed))
}

pub(crate) fn boxed<const N: usize>() -> Box<dyn Work> {
    Composed::boxed(network(N, Door::Boxed))
}
