//! All admittances of one type in one vector.

use core::any::Any;
use core::ops::Range;

use stiction_core::{Admittance, Domain, Flat, Motion, Real, Stage};

use super::Segments;
use super::lanes::{CAPACITY, ItemLanes, Run, Runs, gather, rows};
use crate::vectors::{InLanes, Vectors};

/// All admittances of one type. `slot` is the order of insertion, `place` that of the layout.
pub(crate) trait NodePool: Send + Sync {
    fn len(&self) -> usize;
    fn type_name(&self) -> &'static str;
    fn text(&self, slot: usize) -> String;
    fn name(&self, place: usize) -> String;
    fn port_count(&self, slot: usize) -> usize;
    fn motion_len(&self) -> usize;
    fn variable(&self, place: usize, index: usize) -> String;
    /// Brings the items into the order of the layout, `slots[place]`.
    fn arrange(&mut self, slots: &[usize], segments: Segments);
    /// Turns the efforts in `dx` into rates; `x` and `dx` are those of the part.
    fn rates(&self, part: usize, vectors: Vectors, stage: &Stage, x: &[f64], dx: &mut [f64]);
    /// Rate of the item at `place`; here `x` and `dx` are its own.
    fn rate(&self, place: usize, stage: &Stage, x: &[f64], dx: &mut [f64]);
    /// Indices of the flows among the variables of the item at `place`.
    fn flow_slots(&self, place: usize) -> Vec<usize>;
    /// `x` is that of the part.
    fn project(&self, part: usize, x: &mut [f64]);
    /// Of all items; `x` and `dx` are those of the network, here and below.
    fn stored_energy(&self, x: &[f64]) -> f64;
    fn stored_power(&self, x: &[f64], dx: &[f64]) -> f64;
    fn component(&self, place: usize) -> Option<&dyn Any>;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

pub(crate) struct Nodes<A> {
    pub(crate) items: Vec<A>,
    segments: Segments,
    runs: Runs,
}

impl<A: Admittance> Nodes<A> {
    const MOTION: usize = Motion::<A::Domain>::LEN;
    const POSE: usize = <<A::Domain as Domain>::Pose as Flat>::LEN;

    pub(crate) fn new(items: Vec<A>) -> Self {
        Self { items, segments: Segments::default(), runs: Runs::default() }
    }

    #[inline(always)]
    fn item_len(item: &A) -> usize {
        item.port_count() * Self::MOTION + item.internal_len()
    }

    /// What an item has for lanes; all with the same number of variables.
    fn for_lanes(item: &A) -> Option<ItemLanes> {
        let small = item.port_count() == 1 && item.internal_len() == 0 && Self::MOTION <= CAPACITY;
        item.lane_parameters().filter(|_| small).map(ItemLanes::of_one)
    }

    /// All items and where their variables are.
    fn states(&self) -> impl Iterator<Item = (&A, Range<usize>)> {
        self.segments.iter().flat_map(|(segment, mut next)| {
            segment.of(&self.items).0.iter().map(move |item| {
                let state = next..next + Self::item_len(item);
                next = state.end;
                (item, state)
            })
        })
    }
}

impl<A: Admittance> NodePool for Nodes<A> {
    fn len(&self) -> usize {
        self.items.len()
    }
    fn type_name(&self) -> &'static str {
        core::any::type_name::<A>()
    }
    fn text(&self, slot: usize) -> String {
        format!("{:?}", self.items[slot])
    }
    fn name(&self, place: usize) -> String {
        self.items[place].name()
    }
    fn port_count(&self, slot: usize) -> usize {
        self.items.get(slot).map_or(0, Admittance::port_count)
    }
    fn motion_len(&self) -> usize {
        Self::MOTION
    }
    fn variable(&self, place: usize, index: usize) -> String {
        let ports = self.items[place].port_count();
        let (port, scalar) = (index / Self::MOTION, index % Self::MOTION);
        if port >= ports {
            return format!("internal[{}]", index - ports * Self::MOTION);
        }
        let names = if scalar < Self::POSE { A::Domain::POSE_NAMES } else { A::Domain::FLOW_NAMES };
        let name = names.get(if scalar < Self::POSE { scalar } else { scalar - Self::POSE });
        let name = name.copied().unwrap_or("variable");
        if ports == 1 { name.to_owned() } else { format!("{name}[{port}]") }
    }
    fn arrange(&mut self, slots: &[usize], segments: Segments) {
        arrange(&mut self.items, slots);
        let parts = segments.iter().map(|(segment, _)| segment.of(&self.items).0);
        self.runs = Runs::new(parts.map(|items| items.iter().map(Self::for_lanes).collect()));
        self.items.shrink_to_fit();
        self.segments = segments;
    }
    fn rates(&self, part: usize, vectors: Vectors, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (items, start) = self.segments.at(part).of(&self.items);
        let (mut items, mut x, mut dx) = (items, &x[start..], &mut dx[start..]);
        for &run in self.runs.of(part) {
            let (own, rest) = items.split_at(run.len as usize);
            items = rest;
            let len = own.iter().map(Self::item_len).sum();
            let (state, x_rest) = x.split_at(len);
            let (rate, dx_rest) = dx.split_at_mut(len);
            (x, dx) = (x_rest, dx_rest);
            let runs = &self.runs;
            vectors.run(Rates { items: own, run, runs, stage, x: state, dx: rate });
        }
    }
    fn rate(&self, place: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.items[place].rate(stage, x, dx);
    }
    fn flow_slots(&self, place: usize) -> Vec<usize> {
        let motions = self.items[place].port_count() * Self::MOTION;
        (0..motions).filter(|slot| slot % Self::MOTION >= Self::POSE).collect()
    }
    fn project(&self, part: usize, x: &mut [f64]) {
        let (items, start) = self.segments.at(part).of(&self.items);
        let mut x = &mut x[start..];
        for item in items {
            let (state, rest) = x.split_at_mut(Self::item_len(item));
            x = rest;
            item.project(state);
        }
    }
    fn stored_energy(&self, x: &[f64]) -> f64 {
        self.states().map(|(item, state)| item.stored_energy(&x[state])).sum()
    }
    fn stored_power(&self, x: &[f64], dx: &[f64]) -> f64 {
        self.states().map(|(item, state)| item.stored_power(&x[state.clone()], &dx[state])).sum()
    }
    fn component(&self, place: usize) -> Option<&dyn Any> {
        self.items.get(place).map(|item| item as &dyn Any)
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Rates of items whose variables follow each other.
struct Rates<'a, A> {
    items: &'a [A],
    run: Run,
    runs: &'a Runs,
    stage: &'a Stage,
    x: &'a [f64],
    dx: &'a mut [f64],
}

impl<A: Admittance> InLanes for Rates<'_, A> {
    #[inline(always)]
    fn items(&self) -> usize {
        self.run.lanes()
    }

    #[inline(always)]
    fn side_by_side<R: Real>(self, token: R::Token) {
        let Self { items, run, runs, stage, x, dx } = self;
        let len = Nodes::<A>::MOTION;
        let zero = R::splat(token, 0.0);
        for (first, old) in run.blocks(R::COUNT) {
            let [parameters, _] = runs.parameters::<R>(token, run, first);
            let own = first * len..(first + R::COUNT) * len;
            let (x, dx) = (&x[own.clone()], &mut dx[own]);
            let [mut state, mut rate] = [[zero; CAPACITY]; 2];
            let (state, rate) = (&mut state[..len], &mut rate[..len]);
            gather(token, |lane| &x[lane * len..(lane + 1) * len], state);
            gather(token, |lane| &dx[lane * len..(lane + 1) * len], rate);
            items[first].rate_lanes(stage, &parameters, state, rate);
            let rows = rows(token, rate);
            // Every lane by its number: a range that starts anywhere would keep the rows in memory.
            for (lane, row) in rows[..R::COUNT].iter().enumerate() {
                if lane >= old {
                    dx[lane * len..(lane + 1) * len].copy_from_slice(&row[..len]);
                }
            }
        }
    }

    #[inline(always)]
    fn one_by_one(self) {
        let Self { items, stage, mut x, mut dx, .. } = self;
        for item in items {
            let len = Nodes::item_len(item);
            let (state, x_rest) = x.split_at(len);
            let (rate, dx_rest) = dx.split_at_mut(len);
            (x, dx) = (x_rest, dx_rest);
            item.rate(stage, state, rate);
        }
    }
}

/// `items[place]` becomes the former `items[slots[place]]`.
fn arrange<T>(items: &mut Vec<T>, slots: &[usize]) {
    let mut taken: Vec<Option<T>> = core::mem::take(items).into_iter().map(Some).collect();
    items.extend(slots.iter().filter_map(|&slot| taken.get_mut(slot).and_then(Option::take)));
}
