//! Wires of copies side by side.
//!
//! Here the state is in columns already ([`crate::copies`]): a lane is a copy. The ends of a wire are
//! columns, the same for all copies, and no two lanes share a body. So motions are read and efforts are
//! added for all lanes at once, without gathering, in the order in which one copy alone would do it.

use stiction_core::lanes::{Block, WIDTH};
use stiction_core::sets::{Columns, ColumnsMut, Refused, Sets};
use stiction_core::vectors::InLanes;
use stiction_core::{AnyDomain, Real, Stage};

use super::WirePool;
use super::connections::Connections;
use super::ends::{Ends, Outside};
use super::linked::{ANY, SETS, Scratch, first, with_scratch};
use super::side_by_side::{LanesOf, SideBySide, row};
use crate::look::WireRef;

/// [`WirePool::respond`] in lanes: of the wires of a part, those of copies.
pub(super) fn respond(pool: &dyn WirePool, part: usize, lanes: &mut LanesOf<'_>) {
    let Connections { segments, copied, outside, .. } = pool.connections();
    let (places, of_a_copy) = (segments.at(part).places(), copied.of(part));
    for (own, place) in of_a_copy.iter().zip(places.clone()) {
        let count = (places.end - place).div_ceil(of_a_copy.len());
        let stride = of_a_copy.len();
        with_scratch(|scratch| {
            for done in (0..count).step_by(SETS * WIDTH) {
                let sets = copied.sets(own, lanes.vectors, done, (count - done).min(SETS * WIDTH));
                let first = place + done * stride;
                let blocks = done / WIDTH * lanes.columns..;
                let wire = OneOfEach { pool, outside, own, first, stride, last: places.end, sets };
                let state = (&lanes.x[blocks.clone()], &mut lanes.dx[blocks], lanes.columns);
                wire.respond(lanes.stage, state, scratch);
            }
        });
    }
}

/// One wire of each copy.
struct OneOfEach<'a> {
    pool: &'a dyn WirePool,
    outside: &'a Outside,
    /// Where it is among the columns, in every copy: its ends and its internal variables.
    own: &'a SideBySide,
    /// Place of that of the first copy, the step from one to the next, and the end of all.
    first: usize,
    stride: usize,
    last: usize,
    sets: [Sets<'a>; 2],
}

impl OneOfEach<'_> {
    /// That of a copy. Lanes without one do what the last one does.
    fn wire(&self, copy: usize) -> WireRef<'_> {
        let copies = (self.last - self.first).div_ceil(self.stride);
        let place = self.first + copy.min(copies - 1) * self.stride;
        let ends = Ends::new(&self.own.ends, self.outside);
        WireRef { law: self.pool.law(place), map: self.pool.map(place), ends, base: 0 }
    }

    /// The state and its rates come in sets of so many columns.
    fn respond(
        &self,
        stage: &Stage,
        (x, dx, columns): (&[Block], &mut [Block], usize),
        scratch: &mut Scratch,
    ) {
        let [of_law, of_map] = self.sets;
        let sets = of_law.starts.len();
        let (law, map) = (self.pool.law(self.first), self.pool.map(self.first));
        let (len, ports) = (self.own.lens, map.domains());
        let Scratch { from, motion, effort, efforts, .. } = scratch;
        // On one node, as most: its motion is read and the effort is added where it is.
        let on_node = match *self.own.ends {
            [at] if self.outside.at(at).is_none() => Some(at as usize),
            _ => None,
        };
        let from = if let Some(at) = on_node {
            Columns::new(&x[at..], columns)
        } else {
            let from = first(from, sets * len.from, ANY);
            self.gather(ports, stage, (x, columns), from);
            Columns::new(from, len.from)
        };
        let mut refused = Refused::default();
        let motion = if map.is_direct() {
            from
        } else {
            let motion = first(motion, sets * len.motion, ANY);
            let seen = ColumnsMut::new(motion, len.motion);
            refused = map.motion_in_lanes(of_map, from, seen);
            Columns::new(motion, len.motion)
        };
        let internal = Columns::new(&x[self.own.column..], columns);
        let effort = first(effort, sets * len.effort, ANY);
        let exerted = ColumnsMut::new(effort, len.effort);
        let rate = ColumnsMut::new(&mut dx[self.own.column..], columns);
        let given = [motion, internal];
        refused = refused.and(law.respond_in_lanes(of_law, stage, given, [exerted, rate]));
        let exerted = Columns::new(effort, len.effort);

        if let Some(at) = on_node.filter(|_| refused.is_empty()) {
            let blocks = &mut dx[at + ports[0].pose_len..];
            let sums = ColumnsMut { blocks, stride: columns, adds: true };
            let late = map.efforts_in_lanes(of_map, [from, exerted], sums);
            debug_assert!(late.is_empty(), "refused after the same motion was not");
            return;
        }
        let efforts = first(efforts, sets * len.efforts, ANY);
        let on_ports = ColumnsMut::new(efforts, len.efforts);
        refused = refused.and(map.efforts_in_lanes(of_map, [from, exerted], on_ports));
        if !refused.is_empty() {
            self.respond_to_refused(refused, stage, (x, dx, columns), scratch);
        }
        let efforts = &scratch.efforts[..];
        let (at, count) = (&*self.own.ends, of_law.count);
        of_law.vectors.run(Push { at, ports, count, efforts, dx, columns });
    }

    /// Motions of the ports in columns.
    fn gather(
        &self,
        ports: &[AnyDomain],
        stage: &Stage,
        (x, columns): (&[Block], usize),
        from: &mut [Block],
    ) {
        let len: usize = ports.iter().map(AnyDomain::motion_len).sum();
        let mut before = 0;
        for (at, port) in self.own.ends.iter().zip(ports) {
            let own = before..before + port.motion_len();
            before = own.end;
            if self.outside.at(*at).is_none() {
                for (from, x) in from.chunks_exact_mut(len).zip(x.chunks_exact(columns)) {
                    from[own.clone()].copy_from_slice(&x[*at as usize..][..own.len()]);
                }
            } else {
                let mut all = [0.0; super::CAPACITY];
                self.outside.write_motion(*at, stage, &mut all[..own.len()]);
                for from in from.chunks_exact_mut(len) {
                    for (block, number) in from[own.clone()].iter_mut().zip(all) {
                        *block = [number; WIDTH];
                    }
                }
            }
        }
    }

    /// The same in the plain form, where a kernel does not apply.
    #[cold]
    fn respond_to_refused(
        &self,
        refused: Refused,
        stage: &Stage,
        (x, dx, columns): (&[Block], &mut [Block], usize),
        Scratch { efforts, look, .. }: &mut Scratch,
    ) {
        let [sets, _] = self.sets;
        let lanes = sets.vectors.lanes();
        for set in 0..sets.starts.len() {
            for lane in 0..WIDTH {
                if !refused.has(set, lane - lane % lanes) {
                    continue;
                }
                let wire = self.wire(set * WIDTH + lane);
                let state = row(&x[set * columns..][..columns], lane);
                let own = self.own.column..self.own.column + wire.law.internal_len();
                wire.look(stage, &state, &state[own.clone()], look);
                let rates = &mut dx[set * columns..][own];
                for (block, rate) in rates.iter_mut().zip(&look.rate) {
                    block[lane] = *rate;
                }
                let len = look.efforts.len();
                for (block, effort) in efforts[set * len..].iter_mut().zip(&look.efforts) {
                    block[lane] = *effort;
                }
            }
        }
    }
}

/// Adds efforts on ports to the columns of their flows.
struct Push<'a> {
    at: &'a [u32],
    ports: &'a [AnyDomain],
    /// Number of copies.
    count: usize,
    efforts: &'a [Block],
    dx: &'a mut [Block],
    columns: usize,
}

impl InLanes for Push<'_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { at, ports, count, mut efforts, dx, columns } = self;
        for (set, dx) in dx.chunks_exact_mut(columns).enumerate().take(count.div_ceil(WIDTH)) {
            for (at, port) in at.iter().zip(ports) {
                let (effort, rest) = efforts.split_at(port.flow_len);
                efforts = rest;
                let first = (*at as usize).saturating_add(port.pose_len);
                // A port outside takes any effort.
                let Some(sums) = dx.get_mut(first..first.saturating_add(effort.len())) else {
                    continue;
                };
                for (effort, sum) in effort.iter().zip(sums) {
                    let mut lane = 0;
                    while lane < WIDTH && set * WIDTH + lane < count {
                        let sum = &mut sum[lane..];
                        (R::load(token, sum) + R::load(token, &effort[lane..])).store(sum);
                        lane += R::COUNT;
                    }
                }
            }
        }
    }
}
