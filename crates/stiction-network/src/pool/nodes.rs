//! All admittances of one type in one vector.
//!
//! Items of a part have their variables one after the other, so that the loop walks through the state
//! without looking anything up:
//!
//! ```text
//!      item 0                          item 1
//! x    | pose flow | ... | internal |  | pose flow | ... | internal |
//! dx   | .    sum  | ... | .        |  | .    sum  | ... | .        |   before: efforts of all wires
//! dx   | rate acc. | ... | rate     |  | rate acc. | ... | rate     |   after
//!        port 0      port 1 ...
//! ```

use core::any::Any;
use core::ops::Range;

use stiction_core::lanes::{Block, WIDTH};
use stiction_core::{
    Admittance, Domain, Flat, Input, LaneParameters, Motion, Real, Stage, WithoutInertia, kernel,
};

use super::items::{arrange, unboxed};
use super::powers::Booked;
use super::segments::Segments;
use super::side_by_side::{
    CAPACITY, LanesOf, PoolCopies, Set, SideBySideParts, load, row, set_row, store,
};
use crate::picture::{BodyPicture, PortPicture};
use crate::vectors::{InLanes, Vectors};

type Boxed<D> = Box<dyn Admittance<Domain = D>>;

/// All admittances of one type. `slot` is the order of insertion, `place` that of the layout.
pub(crate) trait NodePool: Send + Sync {
    fn len(&self) -> usize;
    /// Of its items, which all have the same.
    fn type_name(&self) -> String;
    fn text(&self, slot: usize) -> String;
    fn name(&self, place: usize) -> String;
    fn port_count(&self, slot: usize) -> usize;
    /// Ports of an item that are parts of one motion, with their names.
    fn inseparable_ports(&self, slot: usize) -> Vec<(usize, String)>;
    fn motion_len(&self) -> usize;
    fn variable(&self, place: usize, index: usize) -> String;
    /// Brings the items into the order of the layout, `slots[place]`.
    fn arrange(&mut self, slots: &[usize], segments: Segments);
    /// Turns the efforts in `dx` into rates; `x` and `dx` are those of the part.
    fn rates(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]);
    /// Where the variables of the items of a part lie within it.
    fn span(&self, part: usize) -> Range<usize>;
    /// The items of a part, if they can be evaluated in lanes.
    fn copies(&self, part: usize) -> Option<PoolCopies>;
    /// From now on the items of the part can be asked for in lanes, with their variables from `column`
    /// on.
    fn set_copied(&mut self, part: usize, column: usize);
    /// [`Self::rates`] in lanes.
    fn rates_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>);
    /// [`Self::project`] in lanes.
    fn project_in_lanes(&self, part: usize, vectors: Vectors, columns: usize, x: &mut [Block]);
    /// Rate of the item at `place`; here `x` and `dx` are its own.
    fn rate(&self, place: usize, stage: &Stage, x: &[f64], dx: &mut [f64]);
    /// How the item at `place` looks; `x` is its own.
    fn pictured(&self, place: usize, x: &[f64]) -> BodyPicture;
    /// Indices of the flows among the variables of the item at `place`.
    fn flow_slots(&self, place: usize) -> Vec<usize>;
    /// `x` is that of the part.
    fn project(&self, part: usize, x: &mut [f64]);
    /// Of all items; `x` and `dx` are those of the network, here and below.
    fn stored_energy(&self, x: &[f64]) -> f64;
    fn stored_power(&self, x: &[f64], dx: &[f64]) -> f64;
    /// What they take in from outside and what they turn into heat.
    fn exchanged_power(&self, stage: &Stage, x: &[f64]) -> [f64; 2];
    /// Adds the stored power of every item times `weight` to `stored`, and what they exchange to `all`.
    fn book(
        &self,
        stage: &Stage,
        x_dx: (&[f64], &[f64]),
        weight: f64,
        stored: &mut [f64],
        all: &mut Booked,
    );
    /// What each item stores.
    fn energies(&self, x: &[f64], out: &mut [f64]);
    fn component(&self, place: usize) -> Option<&dyn Any>;
    /// The component, of what is inside where it is boxed.
    fn inside(&self, place: usize) -> Option<&dyn Any>;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    /// Of all items.
    fn inputs(&self) -> Vec<&Input>;
    /// The place of an item with a port that moves nothing, and that port; `x` is that of the network.
    fn without_inertia(&self, x: &[f64]) -> Option<(usize, WithoutInertia)>;
}

pub(crate) struct Nodes<A> {
    pub(crate) items: Vec<A>,
    segments: Segments,
    copied: SideBySideParts<()>,
}

impl<A: Admittance> Nodes<A> {
    const MOTION: usize = Motion::<A::Domain>::LEN;
    const POSE: usize = <<A::Domain as Domain>::Pose as Flat>::LEN;

    pub(crate) fn new(items: Vec<A>) -> Self {
        Self { items, segments: Segments::default(), copied: SideBySideParts::default() }
    }

    #[inline(always)]
    fn item_len(item: &A) -> usize {
        item.port_count() * Self::MOTION + item.internal_len()
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
    fn inseparable_ports(&self, slot: usize) -> Vec<(usize, String)> {
        let Some(item) = self.items.get(slot) else { return vec![] };
        let named = |port| (port, item.port_name(port).map_or(format!("{port}"), str::to_owned));
        item.inseparable_ports().map(named).collect()
    }
    fn motion_len(&self) -> usize {
        Self::MOTION
    }
    fn variable(&self, place: usize, index: usize) -> String {
        let ports = self.items[place].port_count();
        let (port, scalar) = (index / Self::MOTION, index % Self::MOTION);
        if port >= ports {
            return self.items[place].internal_name(index - ports * Self::MOTION).name.into();
        }
        let names = if scalar < Self::POSE { A::Domain::POSE_NAMES } else { A::Domain::FLOW_NAMES };
        let name = names.get(if scalar < Self::POSE { scalar } else { scalar - Self::POSE });
        let name = name.copied().unwrap_or("variable");
        if ports == 1 { name.to_owned() } else { format!("{name}[{port}]") }
    }
    fn arrange(&mut self, slots: &[usize], segments: Segments) {
        arrange(&mut self.items, slots);
        self.items.shrink_to_fit();
        self.segments = segments;
    }
    fn rates(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (items, start) = self.segments.at(part).of(&self.items);
        let (mut x, mut dx) = (&x[start..], &mut dx[start..]);
        for item in items {
            let len = Self::item_len(item);
            let (state, x_rest) = x.split_at(len);
            let (rate, dx_rest) = dx.split_at_mut(len);
            (x, dx) = (x_rest, dx_rest);
            item.rate(stage, state, rate);
        }
    }
    fn span(&self, part: usize) -> Range<usize> {
        let (items, start) = self.segments.at(part).of(&self.items);
        start..start + items.iter().map(Self::item_len).sum::<usize>()
    }
    fn copies(&self, part: usize) -> Option<PoolCopies> {
        if !Vectors::EXIST {
            return None;
        }
        let (items, start) = self.segments.at(part).of(&self.items);
        let [first, ..] = items else { return None };
        let small = |item: &A| item.port_count() == 1 && item.internal_len() == 0;
        let parameters = kernel::of_admittance(first)?;
        let fits = |item: &A| {
            small(item) && kernel::of_admittance(item).is_some_and(|other| parameters.fits(&other))
        };
        let are_copies = Self::MOTION <= CAPACITY && items.iter().all(fits);
        let (count, len) = (items.len(), Self::MOTION);
        are_copies.then_some(PoolCopies { count, start, len, flows: [Self::POSE, len] })
    }
    fn set_copied(&mut self, part: usize, column: usize) {
        if !Vectors::EXIST {
            return;
        }
        let (items, _) = self.segments.at(part).of(&self.items);
        let parameters = items.iter().filter_map(kernel::of_admittance);
        let parameters: Vec<_> =
            parameters.map(|parameters| [parameters, LaneParameters::default()]).collect();
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
    fn pictured(&self, place: usize, x: &[f64]) -> BodyPicture {
        let item = &self.items[place];
        let port = |(port, state): (usize, &[f64])| PortPicture {
            joint: item.joint_at(x, port),
            pose: A::Domain::in_space(&Motion::<A::Domain>::load(state).pose),
            first: state.first().copied().unwrap_or_default(),
            domain: A::Domain::TAG,
        };
        let ports =
            x.chunks_exact(Self::MOTION).take(item.port_count()).enumerate().map(port).collect();
        BodyPicture { seen: item.view(x), ports }
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
    fn exchanged_power(&self, stage: &Stage, x: &[f64]) -> [f64; 2] {
        self.states().fold([0.0; 2], |[supplied, dissipated], (item, state)| {
            let state = &x[state];
            [
                supplied + item.supplied_power(stage, state),
                dissipated + item.dissipated_power(stage, state),
            ]
        })
    }
    fn book(
        &self,
        stage: &Stage,
        (x, dx): (&[f64], &[f64]),
        weight: f64,
        stored: &mut [f64],
        all: &mut Booked,
    ) {
        for ((item, state), stored) in self.states().zip(stored) {
            let (x, dx) = (&x[state.clone()], &dx[state]);
            let power = weight * item.stored_power(x, dx);
            let supplied = weight * item.supplied_power(stage, x);
            let dissipated = weight * item.dissipated_power(stage, x);
            *stored += power;
            all.supplied += supplied;
            all.dissipated += dissipated;
            all.residual += power + dissipated - supplied;
        }
    }
    fn energies(&self, x: &[f64], out: &mut [f64]) {
        for ((item, state), out) in self.states().zip(out) {
            *out = item.stored_energy(&x[state]);
        }
    }
    fn component(&self, place: usize) -> Option<&dyn Any> {
        self.items.get(place).map(|item| item as &dyn Any)
    }
    fn inside(&self, place: usize) -> Option<&dyn Any> {
        self.items.get(place).map(|item| unboxed(item, |boxed: &Boxed<A::Domain>| &**boxed))
    }
    fn inputs(&self) -> Vec<&Input> {
        self.items.iter().flat_map(Admittance::inputs).collect()
    }
    fn without_inertia(&self, x: &[f64]) -> Option<(usize, WithoutInertia)> {
        let mut items = self.states().enumerate();
        items.find_map(|(place, (item, state))| Some((place, item.without_inertia(&x[state])?)))
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
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
        let (stage, [copied]) = (lanes.stage, pool.copied.of(part)) else { return };
        let (items, _) = pool.segments.at(part).of(&pool.items);
        // The others would have to be fetched from memory.
        let Some(any) = items.first() else { return };
        let own = copied.column..copied.column + Nodes::<A>::MOTION;
        let zero = R::splat(token, 0.0);
        // Not inlined, a closure would be compiled without the vectors in use.
        lanes.for_sets(
            items.len(),
            R::COUNT,
            #[inline(always)]
            |Set { first, lane, x, dx }: Set<'_>| {
                let [mut numbers, _] = pool.copied.parameters::<R>(token, copied, first);
                let [mut state, mut rate] = [[zero; CAPACITY]; 2];
                let state = &mut state[..Nodes::<A>::MOTION];
                let rate = &mut rate[..Nodes::<A>::MOTION];
                load(token, &x[own.clone()], lane, state);
                load(token, &dx[own.clone()], lane, rate);
                if any.kernel(&mut numbers, stage, state, rate).is_some() {
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
        let [copied] = pool.copied.of(part) else { return };
        let (items, _) = pool.segments.at(part).of(&pool.items);
        let Some(any) = items.first() else { return };
        let own = copied.column..copied.column + Nodes::<A>::MOTION;
        for (set, x) in x.chunks_exact_mut(columns).enumerate() {
            for lane in (0..WIDTH).step_by(R::COUNT) {
                let first = (set * WIDTH + lane).min(items.len() - 1);
                let mut state = [R::splat(token, 0.0); CAPACITY];
                let state = &mut state[..Nodes::<A>::MOTION];
                load(token, &x[own.clone()], lane, state);
                if any.project_kernel(state) {
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
