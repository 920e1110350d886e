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
//!
//! As in [`super::wires`], only code that needs types stands here; code that looks at one admittance takes
//! [`NodePool::item`].

use core::any::Any;
use core::ops::Range;

use stiction_core::constraint::normalise;
use stiction_core::lanes::{Block, CAPACITY, WIDTH, load_columns, store_columns};
use stiction_core::vectors::{InLanes, Vectors};
use stiction_core::{
    Admittance, AnyAdmittance, AnyDomain, Constraint, Domain, Flat, Input, LaneParameters, Motion,
    Real, Stage,
};

use super::items::arrange;
use super::segments::Segments;
use super::side_by_side::{LanesOf, PoolCopies, Set, SideBySideParts, row, set_row};

/// All admittances of one type. `slot` is the order of insertion, `place` that of the layout.
pub(crate) trait NodePool: Any + Send + Sync {
    /// Returns an admittance, to be looked at.
    fn item(&self, place: usize) -> &dyn AnyAdmittance;
    fn places(&self) -> &Places;
    fn places_mut(&mut self) -> &mut Places;
    /// Brings the items into the order `slots[place]`.
    fn arrange(&mut self, slots: &[usize]);
    /// Turns the efforts in `dx` into rates; `x` and `dx` are those of the part.
    fn rates(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]);
    /// Pulls all items of a part back onto their constraints; `x` is that of the part.
    fn project(&self, part: usize, x: &mut [f64]);
    /// Does what [`Self::rates`] does, in lanes.
    fn rates_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>);
    /// Does what [`Self::project`] does, in lanes.
    fn project_in_lanes(&self, part: usize, vectors: Vectors, columns: usize, x: &mut [Block]);
}

/// Where the admittances of a pool are.
#[derive(Debug, Default)]
pub(crate) struct Places {
    count: usize,
    segments: Segments,
    copied: SideBySideParts,
}

/// Questions that the building of a network and its checks ask about admittances, whatever their types.
impl<'p> dyn NodePool + 'p {
    pub(crate) fn len(&self) -> usize {
        self.places().count
    }

    /// Returns the name by which pools are ordered. All items have one type; a box counts as its contents.
    pub(crate) fn type_name(&self) -> &'static str {
        self.item(0).type_name()
    }

    /// Returns the text that tells the items of a pool apart.
    pub(crate) fn text(&self, slot: usize) -> String {
        format!("{:?}", self.item(slot))
    }

    /// Returns all items with their variables in the state.
    pub(crate) fn states(&self) -> impl Iterator<Item = (&dyn AnyAdmittance, Range<usize>)> {
        self.places().segments.iter().flat_map(move |segment| {
            let mut next = segment.base() + segment.start();
            segment.places().map(move |place| {
                let item = self.item(place);
                let state = next..next + item.len();
                next = state.end;
                (item, state)
            })
        })
    }

    /// Sets where the items are, part after part.
    pub(crate) fn set_segments(&mut self, segments: Segments) {
        self.places_mut().segments = segments;
    }

    /// Returns where the variables of the items of a part lie within it.
    pub(crate) fn span(&self, part: usize) -> Range<usize> {
        let segment = self.places().segments.at(part);
        let len: usize = segment.places().map(|place| self.item(place).len()).sum();
        segment.start()..segment.start() + len
    }

    /// Returns the inputs of all items.
    pub(crate) fn inputs(&self) -> Vec<&Input> {
        (0..self.len()).flat_map(|place| self.item(place).inputs()).collect()
    }

    /// Returns the items of a part, if they can be evaluated in lanes.
    pub(crate) fn copies(&self, part: usize) -> Option<PoolCopies> {
        let segment = self.places().segments.at(part);
        let (start, places) = (segment.start(), segment.places());
        if !Vectors::EXIST || places.is_empty() {
            return None;
        }
        let parameters = self.item(places.start).lane_parameters()?;
        let domain = self.item(places.start).ports().domain(0);
        let fits = |item: &dyn AnyAdmittance| {
            let small = item.ports().count() == 1 && item.memory().is_empty();
            small && item.lane_parameters().is_some_and(|other| parameters.fits(&other))
        };
        let (count, len) = (places.len(), domain.motion_len());
        let are_copies = len <= CAPACITY && places.clone().all(|place| fits(self.item(place)));
        are_copies.then_some(PoolCopies { count, start, len, flows: [domain.pose_len, len] })
    }

    /// Prepares the items of the part, so that from now on they can be asked for in lanes, with their variables from
    /// `column` on.
    pub(crate) fn set_copied(&mut self, part: usize, column: usize) {
        if !Vectors::EXIST {
            return;
        }
        let places = self.places().segments.at(part).places();
        let parameters = places.filter_map(|place| self.item(place).lane_parameters());
        let parameters: Vec<_> =
            parameters.map(|parameters| [parameters, LaneParameters::default()]).collect();
        self.places_mut().copied.add(part, &[], column, &parameters);
    }
}

pub(crate) struct Nodes<A> {
    items: Vec<A>,
    places: Places,
}

impl<A: Admittance> Nodes<A> {
    const MOTION: usize = Motion::<A::Domain>::LEN;

    pub(crate) fn new() -> Self {
        Self { items: vec![], places: Places::default() }
    }

    pub(crate) fn add(&mut self, item: A) {
        self.items.push(item);
        self.places.count += 1;
    }

    #[inline(always)]
    fn item_len(item: &A) -> usize {
        item.ports().domains().map(AnyDomain::motion_len).sum::<usize>() + item.memory().len()
    }
}

impl<A: Admittance> NodePool for Nodes<A> {
    fn item(&self, place: usize) -> &dyn AnyAdmittance {
        &self.items[place]
    }
    fn places(&self) -> &Places {
        &self.places
    }
    fn places_mut(&mut self) -> &mut Places {
        &mut self.places
    }
    fn arrange(&mut self, slots: &[usize]) {
        arrange(&mut self.items, slots);
        self.items.shrink_to_fit();
    }
    fn rates(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (items, start) = self.places.segments.at(part).of(&self.items);
        let (mut x, mut dx) = (&x[start..], &mut dx[start..]);
        for item in items {
            let len = Self::item_len(item);
            let (state, x_rest) = x.split_at(len);
            let (rate, dx_rest) = dx.split_at_mut(len);
            (x, dx) = (x_rest, dx_rest);
            item.rate(stage, state, rate);
        }
    }
    fn project(&self, part: usize, x: &mut [f64]) {
        let (items, start) = self.places.segments.at(part).of(&self.items);
        let mut x = &mut x[start..];
        for item in items {
            let (state, rest) = x.split_at_mut(Self::item_len(item));
            x = rest;
            item.constraint().project(&item.ports(), state);
        }
    }
    fn rates_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>) {
        lanes.vectors.run(Rates { pool: self, part, lanes });
    }
    fn project_in_lanes(&self, part: usize, vectors: Vectors, columns: usize, x: &mut [Block]) {
        vectors.run(Projection { pool: self, part, columns, x });
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
        let (stage, [copied]) = (lanes.stage, pool.places.copied.of(part)) else { return };
        let (items, _) = pool.places.segments.at(part).of(&pool.items);
        // Read only the first item: the others would have to be fetched from memory.
        let Some(any) = items.first() else { return };
        let own = copied.column..copied.column + Nodes::<A>::MOTION;
        let zero = R::splat(token, 0.0);
        let parameters = pool.places.copied.parameters(copied);
        // Not inlined, a closure would be compiled without the vectors in use.
        lanes.for_sets(
            items.len(),
            R::COUNT,
            #[inline(always)]
            |Set { first, lane, x, dx }: Set<'_>| {
                let [mut numbers, _] = parameters.values::<R>(token, first);
                let [mut state, mut rate] = [[zero; CAPACITY]; 2];
                let state = &mut state[..Nodes::<A>::MOTION];
                let rate = &mut rate[..Nodes::<A>::MOTION];
                load_columns(token, &x[own.clone()], lane, state);
                load_columns(token, &dx[own.clone()], lane, rate);
                if any.kernel(&mut numbers, stage, state, rate).is_some() {
                    store_columns(rate, &mut dx[own.clone()], lane);
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
        let [copied] = pool.places.copied.of(part) else { return };
        let (items, _) = pool.places.segments.at(part).of(&pool.items);
        let Some(any) = items.first() else { return };
        let own = copied.column..copied.column + Nodes::<A>::MOTION;
        let constraint = any.constraint();
        if matches!(constraint, Constraint::None) {
            return;
        }
        for (set, x) in x.chunks_exact_mut(columns).enumerate() {
            for lane in (0..WIDTH).step_by(R::COUNT) {
                if let (Constraint::UnitQuaternions, Some(at)) = (constraint, A::Domain::QUATERNION)
                {
                    let columns = &mut x[own.start + at..own.start + at + 4];
                    let mut quaternion = [R::splat(token, 0.0); 4];
                    load_columns(token, columns, lane, &mut quaternion);
                    normalise(&mut quaternion);
                    store_columns(&quaternion, columns, lane);
                    continue;
                }
                let first = (set * WIDTH + lane).min(items.len() - 1);
                one_by_one(items, first, (lane, R::COUNT), |item, lane| {
                    let mut state = row(&x[own.clone()], lane);
                    item.constraint().project(&item.ports(), &mut state[..own.len()]);
                    set_row(&state, &mut x[own.clone()], lane);
                });
            }
        }
    }
}

/// Calls `f` for the items in `count` lanes, from `lane` on, in their plain form.
#[cold]
#[inline(never)]
fn one_by_one<A>(
    items: &[A],
    first: usize,
    (lane, count): (usize, usize),
    mut f: impl FnMut(&A, usize),
) {
    for k in 0..count {
        // Lanes without an item repeat the last item.
        f(&items[(first + k).min(items.len() - 1)], lane + k);
    }
}
