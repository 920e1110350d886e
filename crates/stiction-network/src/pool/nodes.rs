//! All admittances of one type in one vector.

use core::any::Any;
use core::ops::Range;

use stiction_core::lanes::{Block, WIDTH};
use stiction_core::{Admittance, Domain, Flat, LaneParameters, Motion, Real, Stage};

use super::copied::{
    Alike, CAPACITY, Copied, CopiedParts, LanesOf, Set, load, row, set_row, store,
};
use super::wires::LEAST_LINKED;
use super::{Segments, unboxed};
use crate::rows::{from_rows, to_rows};
use crate::vectors::{InLanes, Machine, Vectors};

/// All admittances of one type. `slot` is the order of insertion, `place` that of the layout.
pub(crate) trait NodePool: Send + Sync {
    fn len(&self) -> usize;
    /// Of its items, which all have the same.
    fn type_name(&self) -> String;
    fn text(&self, slot: usize) -> String;
    fn name(&self, place: usize) -> String;
    fn port_count(&self, slot: usize) -> usize;
    fn motion_len(&self) -> usize;
    fn variable(&self, place: usize, index: usize) -> String;
    /// Brings the items into the order of the layout, `slots[place]`.
    fn arrange(&mut self, slots: &[usize], segments: Segments);
    /// Turns the efforts in `dx` into rates; `x` and `dx` are those of the part.
    fn rates(&self, part: usize, stage: &Stage, machine: Machine, x: &[f64], dx: &mut [f64]);
    /// Prepares the items of a part that are not in copies; after those of the parts before.
    fn prepare_side_by_side(&mut self, part: usize);
    /// Where the variables of the items of a part lie within it.
    fn extent(&self, part: usize) -> Range<usize>;
    /// The items of a part, if they can be evaluated in lanes.
    fn alike(&self, part: usize) -> Option<Alike>;
    /// From now on the items of the part can be asked for in lanes, with their variables from `column`
    /// on.
    fn set_copied(&mut self, part: usize, column: usize);
    /// [`Self::rates`] in lanes.
    fn rates_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>);
    /// [`Self::project`] in lanes.
    fn project_in_lanes(&self, part: usize, vectors: Vectors, columns: usize, x: &mut [Block]);
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
    /// The component, of what is inside where it is boxed.
    fn inside(&self, place: usize) -> Option<&dyn Any>;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

pub(crate) struct Nodes<A> {
    pub(crate) items: Vec<A>,
    segments: Segments,
    copied: CopiedParts<()>,
    /// The parts in which items that are no copies are evaluated side by side.
    linked: CopiedParts<()>,
}

impl<A: Admittance> Nodes<A> {
    const MOTION: usize = Motion::<A::Domain>::LEN;
    const POSE: usize = <<A::Domain as Domain>::Pose as Flat>::LEN;

    pub(crate) fn new(items: Vec<A>) -> Self {
        Self {
            items,
            segments: Segments::default(),
            copied: CopiedParts::default(),
            linked: CopiedParts::default(),
        }
    }

    #[inline(always)]
    fn item_len(item: &A) -> usize {
        item.port_count() * Self::MOTION + item.internal_len()
    }

    /// What the items of a part have for lanes, if it fits.
    fn for_lanes(&self, part: usize) -> Option<Vec<[LaneParameters; 2]>> {
        let (items, _) = self.segments.at(part).of(&self.items);
        let fitting = |item: &A| {
            let small = item.port_count() == 1 && item.internal_len() == 0;
            item.lane_parameters().filter(|_| small && Self::MOTION <= CAPACITY)
        };
        let first = items.first().and_then(fitting)?;
        let fitting = |item: &A| fitting(item).filter(|other| first.fits(other));
        items.iter().map(|item| Some([fitting(item)?, LaneParameters::default()])).collect()
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
    fn type_name(&self) -> String {
        self.items.first().map_or_else(core::any::type_name::<A>, A::type_name).to_owned()
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
        super::arrange(&mut self.items, slots);
        self.items.shrink_to_fit();
        self.segments = segments;
    }
    fn rates(&self, part: usize, stage: &Stage, machine: Machine, x: &[f64], dx: &mut [f64]) {
        let (items, start) = self.segments.at(part).of(&self.items);
        let (x, dx) = (&x[start..], &mut dx[start..]);
        match (self.linked.of(part), machine.for_copies(items.len())) {
            (Some(part), Some(vectors)) => {
                vectors.run(Linked { parameters: &self.linked, part, items, stage, x, dx });
            }
            _ => rates_in_turn(items, stage, x, dx),
        }
    }
    fn prepare_side_by_side(&mut self, part: usize) {
        if self.segments.at(part).of(&self.items).0.len() >= LEAST_LINKED
            && let Some(parameters) = self.for_lanes(part)
        {
            self.linked.add(part, (), 0, &parameters);
        }
    }
    fn extent(&self, part: usize) -> Range<usize> {
        let (items, start) = self.segments.at(part).of(&self.items);
        start..start + items.iter().map(Self::item_len).sum::<usize>()
    }
    fn alike(&self, part: usize) -> Option<Alike> {
        let (items, start) = self.segments.at(part).of(&self.items);
        self.for_lanes(part)?;
        let (count, len) = (items.len(), Self::MOTION);
        Some(Alike { count, start, len, flows: [Self::POSE, len] })
    }
    fn set_copied(&mut self, part: usize, column: usize) {
        let parameters = self.for_lanes(part).unwrap_or_default();
        self.copied.add(part, (), column, &parameters);
    }
    fn rates_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>) {
        lanes.vectors.run(Rates { pool: self, part, lanes });
    }
    fn project_in_lanes(&self, part: usize, vectors: Vectors, columns: usize, x: &mut [Block]) {
        vectors.run(Projection { pool: self, part, columns, x });
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
    fn inside(&self, place: usize) -> Option<&dyn Any> {
        type Boxed<D> = Box<dyn Admittance<Domain = D>>;
        self.items.get(place).map(|item| unboxed(item, |boxed: &Boxed<A::Domain>| &**boxed))
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Rates of items whose variables follow each other, one at a time.
#[inline(always)]
fn rates_in_turn<A: Admittance>(items: &[A], stage: &Stage, mut x: &[f64], mut dx: &mut [f64]) {
    for item in items {
        let len = Nodes::item_len(item);
        let (state, x_rest) = x.split_at(len);
        let (rate, dx_rest) = dx.split_at_mut(len);
        (x, dx) = (x_rest, dx_rest);
        item.rate(stage, state, rate);
    }
}

/// [`NodePool::rates`] side by side.
struct Linked<'a, A> {
    parameters: &'a CopiedParts<()>,
    part: &'a Copied<()>,
    items: &'a [A],
    stage: &'a Stage,
    x: &'a [f64],
    dx: &'a mut [f64],
}

impl<A: Admittance> InLanes for Linked<'_, A> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { parameters, part, items, stage, x, dx } = self;
        let len = R::COUNT * Nodes::<A>::MOTION;
        let Some(like) = items.first() else { return };
        let groups = items.len() / R::COUNT;
        let rows = x.chunks_exact(len).zip(dx.chunks_exact_mut(len)).take(groups);
        for (group, (x, dx)) in rows.enumerate() {
            let own = parameters.parameters::<R>(token, part, group * R::COUNT)[0];
            let [mut state, mut rate] = [[R::splat(token, 0.0); CAPACITY]; 2];
            let state = &mut state[..Nodes::<A>::MOTION];
            let rate = &mut rate[..Nodes::<A>::MOTION];
            from_rows(token, x, state);
            from_rows(token, dx, rate);
            if like.rate_lanes(stage, &own, state, rate) {
                to_rows(token, rate, dx);
            } else {
                rates_in_turn(&items[group * R::COUNT..][..R::COUNT], stage, x, dx);
            }
        }
        let done = groups * len;
        rates_in_turn(&items[groups * R::COUNT..], stage, &x[done..], &mut dx[done..]);
    }
}

/// [`NodePool::rates_in_lanes`].
struct Rates<'a, 'b, A> {
    pool: &'a Nodes<A>,
    part: usize,
    lanes: &'a mut LanesOf<'b>,
}

impl<A: Admittance> InLanes for Rates<'_, '_, A> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { pool, part, lanes } = self;
        let (stage, Some(copied)) = (lanes.stage, pool.copied.of(part)) else { return };
        let (items, _) = pool.segments.at(part).of(&pool.items);
        let own = copied.column..copied.column + Nodes::<A>::MOTION;
        let zero = R::splat(token, 0.0);
        // Not inlined, a closure would be compiled without the vectors in use.
        lanes.for_sets(
            items.len(),
            R::COUNT,
            #[inline(always)]
            |Set { first, lane, x, dx }: Set<'_>| {
                let [parameters, _] = pool.copied.parameters::<R>(token, copied, first);
                let [mut state, mut rate] = [[zero; CAPACITY]; 2];
                let state = &mut state[..Nodes::<A>::MOTION];
                let rate = &mut rate[..Nodes::<A>::MOTION];
                load(token, &x[own.clone()], lane, state);
                load(token, &dx[own.clone()], lane, rate);
                if items[first].rate_lanes(stage, &parameters, state, rate) {
                    store(rate, &mut dx[own.clone()], lane);
                    return;
                }
                one_by_one(items, first, (lane, R::COUNT), |item, lane| {
                    let mut rates = row(&dx[own.clone()], lane);
                    let state = &row(&x[own.clone()], lane)[..own.len()];
                    item.rate(stage, state, &mut rates[..own.len()]);
                    set_row(&rates, &mut dx[own.clone()], lane);
                });
            },
        );
    }
}

/// [`NodePool::project_in_lanes`].
struct Projection<'a, A> {
    pool: &'a Nodes<A>,
    part: usize,
    columns: usize,
    x: &'a mut [Block],
}

impl<A: Admittance> InLanes for Projection<'_, A> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { pool, part, columns, x } = self;
        let Some(copied) = pool.copied.of(part) else { return };
        let (items, _) = pool.segments.at(part).of(&pool.items);
        let own = copied.column..copied.column + Nodes::<A>::MOTION;
        for (set, x) in x.chunks_exact_mut(columns).enumerate() {
            for lane in (0..WIDTH).step_by(R::COUNT) {
                let first = (set * WIDTH + lane).min(items.len() - 1);
                let [parameters, _] =
                    pool.copied.parameters::<R>(token, copied, set * WIDTH + lane);
                let mut state = [R::splat(token, 0.0); CAPACITY];
                let state = &mut state[..Nodes::<A>::MOTION];
                load(token, &x[own.clone()], lane, state);
                if items[first].project_lanes(&parameters, state) {
                    store(state, &mut x[own.clone()], lane);
                    continue;
                }
                one_by_one(items, first, (lane, R::COUNT), |item, lane| {
                    let mut state = row(&x[own.clone()], lane);
                    item.project(&mut state[..own.len()]);
                    set_row(&state, &mut x[own.clone()], lane);
                });
            }
        }
    }
}

/// The items in so many lanes from the given one on, in their plain form.
#[cold]
#[inline(never)]
fn one_by_one<A>(
    items: &[A],
    first: usize,
    (lane, count): (usize, usize),
    mut f: impl FnMut(&A, usize),
) {
    for k in 0..count {
        // Lanes without an item do what the last one does.
        f(&items[(first + k).min(items.len() - 1)], lane + k);
    }
}
