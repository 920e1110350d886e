//! The right-hand side of a network, as a whole and in parts.
//!
//! ```text
//! rhs of a part       enter: clear efforts, all wire pools respond       leave: all node pools
//!                     [0 0 0 0]  ->  [sums of efforts | internal rates]  ->  [rates and accelerations]
//!
//! one part            enter, leave
//! several parts       enter each; couple: wires between parts, in the whole; leave each
//! copies in a part    pack the part once a step; its stages are evaluated in columns; unpack
//! ```
//!
//! `Parts` hands these pieces to the stepper, so that it can take a part through all
//! stages while it is in the cache. Whatever the way, the bits are those of [`Ode::rhs`].

use stiction_core::vectors::Vectors;
use stiction_core::{Stage, earlier};

use crate::copies::{Evaluation, PartCopies, Pools};
use crate::network::Network;
use crate::ode::{Ode, Parts, for_parts, threads};

impl Ode for Network {
    fn dim(&self) -> usize {
        self.initial.len()
    }

    /// Evaluates the stages of eq. (13): clear the efforts; for every impedance Psi, response, Phi; for every
    /// admittance the rate. Efforts are summed in the flow slots of `dx`, which the admittances then
    /// overwrite by accelerations. Slices of a wrong length give rates that are not a number.
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        if x.len() != self.dim() || dx.len() != self.dim() {
            dx.fill(f64::NAN);
        } else if self.layout.bounds.len() == 2 {
            // One part, as nearly always: the slices are the whole.
            self.enter(0, stage, x, dx);
            self.leave(0, stage, x, dx);
        } else {
            self.rhs_in_parts(stage, x, dx);
        }
    }

    fn parts(&self) -> Option<&dyn Parts> {
        (self.layout.bounds.len() > 2 || self.has_copies_abreast()).then_some(self as _)
    }

    fn project(&self, x: &mut [f64]) {
        for (part, pair) in self.layout.bounds.windows(2).enumerate() {
            if let Some(own) = x.get_mut(pair[0]..pair[1]) {
                Parts::project(self, part, own);
            }
        }
    }

    fn next_jump(&self, after: f64) -> Option<f64> {
        self.wires.iter().fold(None, |jump, pool| earlier(jump, pool.next_jump(after)))
    }
}

impl Parts for Network {
    fn bounds(&self) -> &[usize] {
        &self.layout.bounds
    }
    fn is_coupled(&self) -> bool {
        self.layout.coupled
    }
    #[inline(always)]
    fn enter(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        if part < self.layout.moving.len() {
            self.clear(part, dx);
            for pool in &self.wires {
                pool.respond(part, stage, x, dx);
            }
        }
    }
    fn couple(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        for pool in &self.wires {
            pool.respond(self.layout.moving.len(), stage, x, dx);
        }
    }
    #[inline(always)]
    fn leave(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        if part < self.layout.moving.len() {
            for pool in &self.nodes {
                pool.rates(part, stage, x, dx);
            }
        }
    }
    fn project(&self, part: usize, x: &mut [f64]) {
        if part < self.layout.moving.len() {
            for pool in &self.nodes {
                pool.project(part, x);
            }
        }
    }
    fn packed_len(&self, part: usize) -> Option<usize> {
        self.abreast(part).map(|(_, copies)| copies.len())
    }
    fn pack(&self, part: usize, x: &[f64], packed: &mut [f64]) {
        if let Some((vectors, copies)) = self.abreast(part) {
            copies.pack(vectors, x, packed);
        }
    }
    fn unpack(&self, part: usize, packed: &[f64], x: &mut [f64]) {
        if let Some((vectors, copies)) = self.abreast(part) {
            copies.unpack(vectors, packed, x);
        }
    }
    fn packed_rates(&self, part: usize, stage: &Stage, packed: &[f64], rates: &mut [f64]) {
        if let Some((vectors, copies)) = self.abreast(part) {
            let on = Evaluation { pools: self.pools(), vectors, part, stage };
            copies.rates(&on, packed, rates);
        }
    }
    fn project_packed(&self, part: usize, packed: &mut [f64]) {
        if let Some((vectors, copies)) = self.abreast(part) {
            copies.project(vectors, self.pools(), part, packed);
        }
    }
}

impl Network {
    /// Clears the efforts of a part.
    #[inline(always)]
    pub(crate) fn clear(&self, part: usize, dx: &mut [f64]) {
        let (moving, internal) = dx.split_at_mut(self.layout.moving[part]);
        moving.fill(0.0);
        if cfg!(debug_assertions) {
            // Otherwise a law that forgets to write a rate would go on with one of another stage.
            internal.fill(f64::NAN);
        }
    }

    /// Lets all wires respond: writes the efforts into the flow slots, and the internal rates.
    pub(crate) fn respond(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let bounds = &self.layout.bounds[..];
        for_parts(threads(bounds.len() - 1), 0, bounds, [&mut *dx], &|part, [dx]| {
            self.enter(part, stage, &x[bounds[part]..bounds[part + 1]], dx);
        });
        if self.layout.coupled {
            self.couple(stage, x, dx);
        }
    }

    #[inline(never)]
    fn rhs_in_parts(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.respond(stage, x, dx);
        let bounds = &self.layout.bounds[..];
        for_parts(threads(bounds.len() - 1), 0, bounds, [dx], &|part, [dx]| {
            self.leave(part, stage, &x[bounds[part]..bounds[part + 1]], dx);
        });
    }

    fn has_copies_abreast(&self) -> bool {
        self.vectors.is_some() && !self.copies.is_empty()
    }

    /// Returns the copies of a part that are evaluated side by side, and in which vectors.
    fn abreast(&self, part: usize) -> Option<(Vectors, &PartCopies)> {
        self.vectors.zip(self.copies.get(part)?.as_deref())
    }

    fn pools(&self) -> Pools<'_> {
        Pools { nodes: &self.nodes, wires: &self.wires }
    }
}
