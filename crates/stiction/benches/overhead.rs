//! Cost of composed mechanisms relative to a hand-written monolithic RK4 of each.
//!
//! Both run in one process, in turns, and the smallest time of many short samples counts, so that
//! the ratios mean something on a noisy machine. Both have one thread: a second one would fall
//! asleep during the other competitor's turn, and is measured by `scale`. Instructions, which do
//! not depend on the load of the machine, are counted by the benchmark `instructions`.
//!
//! `cargo bench -p stiction --bench overhead [-- WORD]`; with a word, only cases with it in their key.

mod arm;
mod door;
mod hand_written;
mod mechanisms;
#[allow(dead_code, reason = "used in part")]
mod mesh;
#[path = "../../../docs/benchmarks/shared/race.rs"]
mod race;
#[path = "../../../docs/benchmarks/shared/record.rs"]
mod record;
mod spheres;
mod work;

use work::Case;

/// Largest difference between the results of the two ways \[m, rad or N\].
const AGREEMENT: f64 = 1e-6;

fn compare(table: &str, against: &str, cases: &[Case], only: Option<&str>) {
    let chosen = |case: &&Case| only.is_none_or(|word| case.key.contains(word));
    let cases: Vec<&Case> = cases.iter().filter(chosen).collect();
    if cases.is_empty() {
        return;
    }
    println!("{table}, ns per step");
    println!("{:48} {:>10} {:>10} {:>7} {:>7}", "", "by hand", "library", "ratio", "median");
    for case in cases {
        let Some(by_hand) = case.by_hand else { continue };
        let (mut library, mut by_hand) = ((case.composed)(), by_hand());
        let seconds = if record::quick() { 0.1 } else { 2.0 };
        let [hand, own] = race::race(
            seconds,
            &mut [&mut |steps| race::timed(|| by_hand.run(steps)), &mut |steps| {
                race::timed(|| library.run(steps))
            }],
        );
        agree(case.title, &library.result(), &by_hand.result());
        let (ratio, copies) = (own.least / hand.least, case.copies as f64);
        println!(
            "{:48} {:>10.1} {:>10.1} {ratio:>7.3} {:>7.3}",
            case.title,
            hand.least / copies,
            own.least / copies,
            own.median / hand.median
        );
        record::Figure {
            case: &format!("{}_time", case.key),
            table,
            what: &format!("{}: time", case.title),
            against,
            value: ratio,
        }
        .record();
    }
    println!();
}

fn agree(title: &str, library: &[f64], by_hand: &[f64]) {
    assert_eq!(library.len(), by_hand.len(), "{title}: not the same number of results");
    let off = library.iter().zip(by_hand).find(|(a, b)| {
        let close = (*a - *b).abs() < AGREEMENT;
        !close
    });
    assert!(off.is_none(), "{title}: not the same result {off:?}");
}

fn main() {
    let word = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    let only = word.as_deref();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    one.install(|| compare("Mechanisms", "hand-written RK4", &mechanisms::MECHANISMS, only));
}
