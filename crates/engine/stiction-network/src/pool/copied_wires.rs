//! Wires of copies side by side.
//!
//! Here the state is in columns already ([`crate::copies`]): a lane is a copy. The ends of a wire are
//! columns, the same for all copies, and no two lanes share a body. So motions are read and efforts are
//! added for all lanes at once, without gathering, in the order in which one copy alone would do it.
//!
//! ```text
//! items of the part   a0 b0 a1 b1 a2 b2        three copies of a mechanism with the wires a and b
//! one of each, of b      b0    b1    b2        every second item, from place 1 on
//!
//! columns             copy 0  copy 1  copy 2
//!   x of body 1         .       .       .      ends of b: the columns of its bodies
//!   vx of body 1        .       .       .      the efforts of b are added here, all lanes at once
//!   z of b              .       .       .      column of b: its internal state
//! ```

use stiction_core::lanes::{CAPACITY, load_columns, store_columns};
use stiction_core::vectors::InLanes;
use stiction_core::{Coupling, Flat, Impedance, LaneValues, Real, Stage};

use super::ends::{Ends, Outside};
use super::side_by_side::{LanesOf, Set, SideBySide, SideBySideParts, row, set_row};
use super::wire::{self, Efforts, Motions, WireItem};

/// [`WirePool::respond_in_lanes`](super::WirePool::respond_in_lanes).
pub(super) struct Responses<'a, 'b, I, C> {
    /// The wires of the part.
    pub(super) items: &'a [WireItem<I, C>],
    pub(super) all: &'a SideBySideParts,
    /// Those of the part among all.
    pub(super) copied: &'a [SideBySide],
    pub(super) outside: &'a Outside,
    pub(super) lanes: &'a mut LanesOf<'b>,
}

impl<I, C> InLanes for Responses<'_, '_, I, C>
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { items, all, copied, outside, lanes } = self;
        let stage = lanes.stage;
        for (place, own) in copied.iter().enumerate() {
            let items = &OneOfEach { items: &items[place..], of_a_copy: copied.len() };
            let parameters = all.parameters(own);
            let wire = At { ends: Ends::new(&own.ends, outside), column: own.column };
            // Not inlined, a closure would be compiled without the vectors in use.
            lanes.for_sets(
                items.len(),
                R::COUNT,
                #[inline(always)]
                |mut set: Set<'_>| {
                    // The state has a set of eight copies after the other, the parameters a block of eight.
                    let parameters = parameters.values::<R>(token, set.first);
                    if !respond_side_by_side(token, items, &wire, parameters, stage, &mut set) {
                        respond_one_by_one(R::COUNT, items, &wire, stage, &mut set);
                    }
                },
            );
        }
    }
}

/// Columns of a wire, in every copy: those of its ends and of its internal variables.
struct At<'a> {
    ends: Ends<'a>,
    column: usize,
}

/// One wire of each copy.
struct OneOfEach<'a, I, C> {
    /// From that of the first copy on.
    items: &'a [WireItem<I, C>],
    of_a_copy: usize,
}

impl<I, C> OneOfEach<'_, I, C> {
    #[inline(always)]
    fn len(&self) -> usize {
        // The items begin with a wire in the middle of the first copy, so the last copy may be cut short.
        self.items.len().div_ceil(self.of_a_copy)
    }
    #[inline(always)]
    fn of(&self, copy: usize) -> &WireItem<I, C> {
        &self.items[copy * self.of_a_copy]
    }
}

/// Responds with as many wires as there are lanes; false if one of them needs the plain form.
#[inline(always)]
fn respond_side_by_side<R: Real, I, C>(
    token: R::Token,
    items: &OneOfEach<'_, I, C>,
    wire: &At<'_>,
    parameters: [LaneValues<'_, R>; 2],
    stage: &Stage,
    Set { lane, x, dx, .. }: &mut Set<'_>,
) -> bool
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    // The first copy stands for all: the wire of this one would have to be fetched from memory.
    let (lane, item) = (*lane, items.of(0));
    let own = wire.column..wire.column + item.law.memory().len();
    let [mut from, mut internal, mut rate, mut efforts] = [[R::splat(token, 0.0); CAPACITY]; 4];
    let (from, efforts) =
        (&mut from[..Motions::<C>::LEN], &mut efforts[..<Efforts<C> as Flat>::LEN]);
    let (internal, rate) = (&mut internal[..own.len()], &mut rate[..own.len()]);
    wire.ends.read_lanes::<C::From, R>(token, stage, (x, lane), from);
    load_columns(token, &x[own.clone()], lane, internal);
    if !wire::respond_side_by_side(item, parameters, stage, [from, internal], [rate, efforts]) {
        return false;
    }
    store_columns(rate, &mut dx[own], lane);
    wire.ends.push_lanes::<C::From, R>(token, efforts, (dx, lane));
    true
}

/// Evaluates the wires of [`respond_side_by_side`] in the plain form.
#[cold]
#[inline(never)]
fn respond_one_by_one<I, C>(
    lanes: usize,
    items: &OneOfEach<'_, I, C>,
    wire: &At<'_>,
    stage: &Stage,
    Set { first, lane, x, dx }: &mut Set<'_>,
) where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    for k in 0..lanes {
        // Lanes without an item repeat the last item.
        let WireItem { law, coupling } = items.of((*first + k).min(items.len() - 1));
        let own = wire.column..wire.column + law.memory().len();
        let (state, mut rates) = (row(x, *lane + k), row(dx, *lane + k));
        // In a row the numbers of one lane stand where they stand among the columns, so the ends fit for both.
        let from = wire.ends.read::<C::From>(stage, &state);
        let motion = coupling.motion(&from);
        let effort = law.respond(stage, &motion, &state[own.clone()], &mut rates[own]);
        wire.ends.push::<C::From>(&coupling.efforts(&from, &effort), &mut rates);
        set_row(&rates, dx, *lane + k);
    }
}
