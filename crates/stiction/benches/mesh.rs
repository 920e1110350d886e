//! Masses with springs between neighbours, and a gsat slider under each if there is friction: a chain
//! or a sheet, put together in order or in random order.

use std::hint::black_box;

use stiction::prelude::*;

use crate::door::{Door, untyped};
use crate::hand_written::Rhs;

const STIFFNESS: f64 = 40.0;
const DAMPING: f64 = 0.3;
const BRISTLE: f64 = 1e4;
const VISCOUS: f64 = 20.0;
const LIMIT: f64 = 0.5;

/// Masses and their connections, in the order of composition.
pub(crate) struct Mesh {
    /// Number of the mass at each place.
    masses: Vec<usize>,
    /// Places connected by a spring.
    edges: Vec<[usize; 2]>,
    friction: bool,
}

impl Mesh {
    /// Returns masses in a row.
    pub(crate) fn chain(count: usize, friction: bool) -> Self {
        let edges = (1..count).map(|place| [place - 1, place]).collect();
        Self { masses: (0..count).collect(), edges, friction }
    }

    /// Returns masses in rows and columns, each connected with its four neighbours.
    pub(crate) fn sheet(rows: usize, columns: usize, friction: bool) -> Self {
        let mut edges = vec![];
        for place in 0..rows * columns {
            if (place + 1) % columns != 0 {
                edges.push([place, place + 1]);
            }
            if place + columns < rows * columns {
                edges.push([place, place + columns]);
            }
        }
        Self { masses: (0..rows * columns).collect(), edges, friction }
    }

    /// Puts masses and springs in random order.
    pub(crate) fn shuffled(mut self) -> Self {
        shuffle(&mut self.masses);
        shuffle(&mut self.edges);
        self
    }

    /// Returns the numbers of masses, springs and sliders.
    pub(crate) fn counts(&self) -> [usize; 3] {
        let masses = self.masses.len();
        [masses, self.edges.len(), if self.friction { masses } else { 0 }]
    }

    pub(crate) fn components(&self) -> usize {
        self.counts().iter().sum()
    }

    /// Returns the initial deflection and velocity of the mass at a place.
    fn start(place: usize) -> (f64, f64) {
        (0.02 * (place as f64 * 0.7).sin(), 0.1 * (place as f64 * 0.3).cos())
    }

    pub(crate) fn edge_list(&self) -> (EdgeList, Vec<f64>) {
        let count = self.masses.len();
        let edges = self.edges.iter().map(|edge| edge.map(|place| self.masses[place])).collect();
        let mut x = vec![0.0; count * if self.friction { 3 } else { 2 }];
        for (place, &mass) in self.masses.iter().enumerate() {
            (x[2 * mass], x[2 * mass + 1]) = Self::start(place);
        }
        (EdgeList { edges, friction: self.friction, count }, x)
    }

    pub(crate) fn network(&self, door: Door) -> Network {
        let mut net = NetworkBuilder::new();
        let mut place_of = vec![0; self.masses.len()];
        for (place, &mass) in self.masses.iter().enumerate() {
            place_of[mass] = place;
        }
        let mut at_place = vec![None; self.masses.len()];
        for place in place_of {
            let mass = PointMass::<Line>::builder().mass(black_box(1.0)).build().expect("valid");
            let (pose, flow) = Self::start(place);
            at_place[place] = Some(net.add(mass, Motion::new(pose, flow)).expect("finite").port());
        }
        let ports: Vec<_> = at_place.into_iter().flatten().collect();
        for &[i, j] in &self.edges {
            let spring = SpringDamper::<Line>::builder().stiffness(STIFFNESS).damping(DAMPING);
            let spring = spring.build().expect("valid");
            let pair = [ports[i], ports[j]];
            door.connect(&mut net, spring, Between::new(), (pair[0], pair[1]), &pair.map(untyped));
        }
        for port in ports.into_iter().filter(|_| self.friction) {
            let slider = GsatFriction::<Line>::builder().stiffness(BRISTLE).damping(VISCOUS);
            let slider = slider.limit(LIMIT).build().expect("valid");
            door.connect(&mut net, slider, Direct::new(), port, &[untyped(port)]);
        }
        net.build().expect("small")
    }
}

/// Shuffles in an order that is random, but equal in every run.
fn shuffle<T>(items: &mut [T]) {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for i in (1..items.len()).rev() {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        items.swap(i, (seed % (i as u64 + 1)) as usize);
    }
}

/// A plain list of springs in their order of composition: position and velocity alternate, then
/// follow the deflections of the sliders.
pub(crate) struct EdgeList {
    edges: Vec<[usize; 2]>,
    friction: bool,
    count: usize,
}

impl Rhs for EdgeList {
    fn rhs(&self, _: f64, tau: f64, x: &[f64], dx: &mut [f64]) {
        let (moving, bristles) = x.split_at(2 * self.count);
        let (rates, bristle_rates) = dx.split_at_mut(2 * self.count);
        rates.fill(0.0);
        for &[i, j] in &self.edges {
            let stretch = moving[2 * j] - moving[2 * i];
            let force = STIFFNESS * stretch + DAMPING * (moving[2 * j + 1] - moving[2 * i + 1]);
            rates[2 * i + 1] += force;
            rates[2 * j + 1] -= force;
        }
        if self.friction {
            let z = VISCOUS + tau * BRISTLE;
            for (i, (e, e_rate)) in bristles.iter().zip(bristle_rates).enumerate() {
                let trial = z * moving[2 * i + 1] + BRISTLE * e;
                let f = trial.clamp(-LIMIT, LIMIT);
                *e_rate = if f == trial { moving[2 * i + 1] } else { (f - BRISTLE * e) / z };
                rates[2 * i + 1] -= f;
            }
        }
        for (x, dx) in moving.chunks_exact(2).zip(rates.chunks_exact_mut(2)) {
            dx[0] = x[1];
        }
    }
}
