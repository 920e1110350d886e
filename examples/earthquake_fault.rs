//! An earthquake fault: the chain of springs and blocks of Burridge and Knopoff 1967, with friction
//! that falls with the speed (Carlson and Langer 1989, Phys. Rev. A 40, 6470). A plate pulls the
//! blocks slowly; they stick, and when one lets go it may take its neighbours along. Small events
//! follow the law of Gutenberg and Richter, and now and then a large part of the fault slides at once.
//!
//! Everything is in the units of that paper: `ü = l² (u₊ − 2u + u₋) − (u − ν t) − 1/(1 + 2α u̇)`. The paper has a
//! multivalued friction; here a stuck block is held by a spring an order of magnitude stiffer than all others. Its slip
//! is that of its anchor, its position less its deflection.

use std::process::ExitCode;

use stiction::friction::StribeckShape;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

mod common;

/// Change these and run again: the step and the length of the run, the folder of the results.
const RUN: common::Run = common::Run { step: 0.02, until: 500.0 };
const OUT: &str = "out/earthquake_fault";

const BLOCKS: usize = 4_000;
/// Speed of sound l, in blocks per unit of time.
const SOUND: f64 = 10.0;
/// Rate α at which friction falls with the speed.
const ALPHA: f64 = 2.5;
/// Speed ν of the plate.
const PLATE: f64 = 0.01;
/// Time before which events are forgotten, because the fault is still too even.
const FROM: f64 = 200.0;
/// Friction at high speed; the law of the paper falls to zero, a curve must not.
const RESIDUAL: f64 = 1e-6;
/// Stiffness of the springs beside a block, and of a stuck block relative to that.
const BESIDE: f64 = 2.0 * SOUND * SOUND + 1.0;
const STICK: f64 = 20.0;
/// Initial position of all blocks, a force of 0.8 of the friction, and the disorder in that force.
const START: f64 = -0.8;
const DISORDER: f64 = 0.1;
/// Time between two samples of the blocks.
const LOOK: f64 = 0.1;

fn main() -> ExitCode {
    common::report(run())
}

/// Blocks that slid together: start and end, first and last block, and the sum of their slips.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Event {
    start: f64,
    end: f64,
    first: usize,
    last: usize,
    moment: f64,
}

impl Event {
    /// Returns the logarithm of the moment (Carlson and Langer: μ = ln M).
    fn magnitude(&self) -> f64 {
        self.moment.ln()
    }

    fn absorb(&mut self, other: Self) {
        (self.start, self.end) = (self.start.min(other.start), self.end.max(other.end));
        (self.first, self.last) = (self.first.min(other.first), self.last.max(other.last));
        self.moment += other.moment;
    }
}

/// Joins sliding blocks to events: blocks that slide side by side belong to one event, and so do blocks that slide
/// where, or beside where, a block slid at the sample before.
#[derive(Default)]
struct Catalogue {
    anchors: Vec<f64>,
    /// Event of each block at the last sample.
    active: Vec<Option<usize>>,
    events: Vec<Event>,
    /// Event into which each one was merged; itself if it was not.
    joined: Vec<usize>,
    /// Adjacent blocks that slid since the last sample, and their event.
    parts: Vec<(Event, usize)>,
}

impl Catalogue {
    /// Returns the event into which `index` was merged.
    fn root(&self, mut index: usize) -> usize {
        while self.joined[index] != index {
            index = self.joined[index];
        }
        index
    }

    /// Takes the anchors at the end of an interval; a block slides if its anchor moved by more than `least`. Returns
    /// the number of blocks that slid, and the sum of their slips.
    fn look(&mut self, [start, end]: [f64; 2], anchors: &[f64], least: f64) -> (usize, f64) {
        let before = std::mem::replace(&mut self.anchors, anchors.to_vec());
        let slips: Vec<f64> =
            anchors.iter().zip(before).map(|(now, before)| now - before).collect();
        let (mut sliding, mut total) = (0, 0.0);
        let mut now = vec![None; anchors.len()];
        let mut first = 0;
        for stretch in slips.chunk_by(|a, b| (*a > least) == (*b > least)) {
            let last = first + stretch.len() - 1;
            if stretch[0] > least {
                let moment = stretch.iter().sum();
                let part = Event { start, end, first, last, moment };
                let event = self.attach(part);
                now[first..=last].fill(Some(event));
                self.parts.push((part, event));
                sliding += stretch.len();
                total += moment;
            }
            first = last + 1;
        }
        self.active = now;
        (sliding, total)
    }

    /// Merges a part and the events that it touches, or starts an event.
    fn attach(&mut self, part: Event) -> usize {
        let reach = part.first.saturating_sub(1)..(part.last + 2).min(self.active.len());
        let mut home = None;
        for block in reach {
            let Some(touched) = self.active[block].map(|event| self.root(event)) else { continue };
            let home = *home.get_or_insert(touched);
            if touched != home {
                let other = self.events[touched];
                self.events[home].absorb(other);
                self.joined[touched] = home;
            }
        }
        if let Some(home) = home {
            self.events[home].absorb(part);
            return home;
        }
        self.events.push(part);
        self.joined.push(self.joined.len());
        self.events.len() - 1
    }

    /// Returns the events that began at or after `from` and have ended, in the order of their starts.
    fn finished(&self, from: f64, now: f64) -> Vec<Event> {
        let whole = self.events.iter().enumerate().filter(|(k, _)| self.joined[*k] == *k);
        let whole = whole.map(|(_, event)| *event);
        whole.filter(|event| event.start >= from && event.end < now).collect()
    }
}

/// Time, mean force of the plate on a block, share of sliding blocks, and moment so far.
type Columns = [Vec<f64>; 4];

/// A block and its friction.
type Block = (Handle<PointMass<Line>>, Wire<RateDependentGsat<Line>>);

/// Returns the chain with free ends.
fn chain() -> common::Outcome<(Network, Vec<Block>)> {
    let mut net = NetworkBuilder::new();
    let plate = Prescribed::new(ConstantVelocity::<Line>::builder().velocity(PLATE).build()?);
    let block = PointMass::<Line>::builder().mass(1.0).build()?;
    let leaf = SpringDamper::<Line>::builder().stiffness(1.0).build()?;
    let coil = SpringDamper::<Line>::builder().stiffness(SOUND * SOUND).build()?;
    let curve = StribeckCurve::builder().coulomb(RESIDUAL).breakaway(1.0);
    let curve = curve.stribeck_speed(0.5 / ALPHA).shape(StribeckShape::Rational).build()?;
    let stiffness = STICK * BESIDE;
    // Damping is half of the critical one.
    let law = RateDependentGsat::builder().stiffness(stiffness).damping(stiffness.sqrt());
    let law = law.curve(curve).build()?;
    let mut blocks: Vec<Block> = vec![];
    for noise in noise().take(BLOCKS) {
        let start = Motion::at_rest(START + DISORDER / BESIDE * noise);
        let block = net.add(block.clone(), start)?;
        net.connect(leaf.clone(), Between::new(), (plate.clone(), block.port()))?;
        blocks.push((block, net.connect(law.clone(), Direct::new(), block.port())?));
    }
    for pair in blocks.windows(2) {
        net.connect(coil.clone(), Between::new(), (pair[0].0.port(), pair[1].0.port()))?;
    }
    Ok((net.build()?, blocks))
}

/// Loads the chain and samples its blocks.
fn simulate() -> common::Outcome<(Catalogue, Columns)> {
    let (network, blocks) = chain()?;
    let mut sim = Simulation::new(network, Tableau::rk4(), RUN.step)?;
    let every = (LOOK / RUN.step).round() as u64;
    let (mut catalogue, mut columns) = (Catalogue::default(), Columns::default());
    let (mut places, mut anchors) = (vec![0.0; BLOCKS], vec![0.0; BLOCKS]);
    let (mut steps, mut before, mut moment) = (0, 0.0, 0.0);
    let mut look = |frame: &Frame<'_>| {
        if steps % every == 0 {
            for (k, &(block, friction)) in blocks.iter().enumerate() {
                places[k] = frame.motion(block)?.pose;
                anchors[k] = places[k] - frame.internal(friction)?[0];
            }
            let time = frame.time();
            // Motion slower than the plate is creep, not an earthquake.
            let (sliding, slip) = catalogue.look([before, time], &anchors, PLATE * LOOK);
            moment += slip;
            let mean = places.iter().sum::<f64>() / BLOCKS as f64;
            let row = [time, PLATE * time - mean, sliding as f64 / BLOCKS as f64, moment];
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
            before = time;
        }
        steps += 1;
        Ok(())
    };
    sim.run_observed(RUN.until, &mut look)?;
    Ok((catalogue, columns))
}

/// Returns pseudo-random numbers from −1 to 1 (`SplitMix64`).
fn noise() -> impl Iterator<Item = f64> {
    (1..).map(|k: u64| {
        let mut z = k.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 11) as f64 / 2.0_f64.powi(52) - 1.0
    })
}

/// Returns the slope b of `N(μ) ~ exp(−b μ)` between two magnitudes by maximum likelihood, its standard error, and the
/// number of events used: the root of `1/b − Δ/(exp(b Δ) − 1) = mean − from`, `Δ = to − from` (Page 1968). `None` if
/// there is no such root.
fn slope(magnitudes: &[f64], [from, to]: [f64; 2]) -> Option<[f64; 3]> {
    let within: Vec<f64> = magnitudes.iter().copied().filter(|m| (from..to).contains(m)).collect();
    let (events, width) = (within.len() as f64, to - from);
    let mean = within.iter().sum::<f64>() / events - from;
    let expected = |b: f64| {
        let x = b * width;
        // Near zero the two terms cancel.
        if x.abs() < 1e-4 { width * (0.5 - x / 12.0) } else { 1.0 / b - width / x.exp_m1() }
    };
    let (mut low, mut high) = (-500.0 / width, 500.0 / width);
    if !(expected(high)..expected(low)).contains(&mean) {
        return None;
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if expected(middle) > mean { low = middle } else { high = middle }
    }
    let b = 0.5 * (low + high);
    // The variance of one magnitude is 1/b² − Δ² e^{bΔ}/(e^{bΔ} − 1)².
    let cut = 0.5 * width / (0.5 * b * width).sinh();
    Some([b, 1.0 / (events * (1.0 / (b * b) - cut * cut)).sqrt(), events])
}

/// Draws places and times of sliding; events beyond the magnitude `large` stand out.
fn map(catalogue: &Catalogue, large: f64) -> Panel {
    // 500 instants suffice for the eye.
    let interval = RUN.until / 500.0;
    let mut place = Panel::new().title("where and when blocks slid").x("block").y("time");
    let classes = [
        ("beyond the straight part", true, palette::VERMILION),
        ("in it and below", false, palette::BLUE),
    ];
    for (name, is_large, color) in classes {
        let (mut x, mut y, mut next, mut now) = (vec![], vec![], 0.0, 0.0);
        for &(part, event) in &catalogue.parts {
            if part.end >= next {
                (now, next) = (part.end, part.end + interval);
            }
            let magnitude = catalogue.events[catalogue.root(event)].magnitude();
            // Small events are over within an interval, so all of them are drawn.
            if (magnitude >= large) == is_large && (!is_large || part.end == now) {
                x.extend([part.first as f64 - 0.5, part.last as f64 + 0.5, f64::NAN]);
                y.extend([part.end, part.end, f64::NAN]);
            }
        }
        place = place.series(Series::line(name, &x, &y).color(color).width(1.0));
    }
    place
}

/// Draws the number of events per magnitude, in bins of a quarter, and their slope.
fn counts(magnitudes: &[f64], fit: Option<[f64; 3]>, range: [f64; 2]) -> Panel {
    const WIDTH: f64 = 0.25;
    let low = magnitudes.iter().copied().fold(f64::INFINITY, f64::min);
    let mut bins = std::collections::BTreeMap::<usize, f64>::new();
    for magnitude in magnitudes {
        *bins.entry(((magnitude - low) / WIDTH) as usize).or_default() += 1.0 / WIDTH;
    }
    let (x, y): (Vec<f64>, Vec<f64>) =
        bins.into_iter().map(|(bin, count)| (low + (bin as f64 + 0.5) * WIDTH, count)).unzip();
    let counts = Panel::new().title("how many of which size").x("magnitude μ = ln M");
    let counts = counts.y("events per magnitude").y_log().points("", &x, &y);
    let Some([b, error, events]) = fit else { return counts };
    // The line is the density with this slope and this number of events in the range.
    let whole = ((-b * range[0]).exp() - (-b * range[1]).exp()) / b;
    let line = range.map(|m| events * (-b * m).exp() / whole);
    let label = format!("b = {b:.2} ± {error:.2}");
    counts.series(Series::line(label, &range, &line).color(palette::VERMILION))
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let (catalogue, columns) = simulate()?;
    let events = catalogue.finished(FROM, RUN.until);
    let magnitudes: Vec<f64> = events.iter().map(Event::magnitude).collect();
    // The range is from the slip that takes all the friction off one block alone to the slip from which an event runs
    // on by itself (Carlson and Langer).
    let range = [-BESIDE.ln(), (2.0 * SOUND / ALPHA).ln()];
    let fit = slope(&magnitudes, range);

    let mut table = TextTable::new("An earthquake fault", &["quantity", "found"]);
    table.row(["events", &events.len().to_string()]);
    if let Some([b, error, events]) = fit {
        table.row(["slope b, N(μ) ~ exp(−b μ)", &format!("{b:.3} ± {error:.3}")]);
        table.row(["found from events", &events.to_string()]);
    }
    if let Some(event) = events.iter().max_by(|a, b| a.moment.total_cmp(&b.moment)) {
        table.row(["largest magnitude", &format!("{:.2}", event.magnitude())]);
        table.row(["blocks it moved", &(event.last - event.first + 1).to_string()]);
    }

    let [time, force, ..] = &columns;
    let load = Panel::new().title("load on the fault").x("time").y("mean force of the plate");
    let load = load.line("", time, force).vertical(FROM, "catalogue starts");
    let figure = Figure::new("An earthquake fault of springs and blocks").columns(3);
    let figure = figure.panel(map(&catalogue, range[1])).panel(counts(&magnitudes, fit, range));
    let figure = figure.panel(load).size(1400.0, 360.0);

    let names = ["t", "mean force of the plate", "share that slides", "moment"];
    out.write_table("trajectory.csv", &names, &columns)?;
    let column = |read: fn(&Event) -> f64| events.iter().map(read).collect::<Vec<_>>();
    let names = ["start", "end", "first block", "last block", "moment", "magnitude"];
    let columns = [
        column(|event| event.start),
        column(|event| event.end),
        column(|event| event.first as f64),
        column(|event| event.last as f64),
        column(|event| event.moment),
        magnitudes,
    ];
    out.write_table("events.csv", &names, &columns)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
