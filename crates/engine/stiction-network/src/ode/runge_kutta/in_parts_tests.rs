//! Equations in parts give the bits of the same equations in one piece: coupled or not, in another
//! order of the variables or not, on any number of threads.

use stiction_core::Stage;

use super::FEW;
use crate::ode::{InParts, Ode, OdeError, Packed, Parts, RungeKutta, Tableau};

/// Gaps of the parts in another order, behind their variables.
const GAPS: usize = 3;

/// Relaxing variables of different speeds in parts; neighbours in different parts attract each other
/// if they are coupled. Every turn of the rates and the projection do something of their own.
#[derive(Debug)]
struct Chain {
    bounds: Vec<usize>,
    coupled: bool,
    /// Which parts have their variables in reverse order where that is asked for.
    reversed: fn(usize) -> bool,
    /// Where rates are not finite.
    broken: Vec<usize>,
}

impl Chain {
    fn new(bounds: Vec<usize>, coupled: bool) -> Self {
        Self { bounds, coupled, reversed: |_| false, broken: vec![] }
    }

    fn is_broken(&self, part: usize, i: usize) -> bool {
        self.broken.contains(&(self.bounds[part] + i))
    }

    fn start(&self) -> Vec<f64> {
        (0..self.dim()).map(|i| (1.7 * i as f64).sin()).collect()
    }
}

impl Ode for Chain {
    fn dim(&self) -> usize {
        self.bounds.last().copied().unwrap_or(0)
    }
    fn rhs(&self, _: &Stage, _: &[f64], _: &mut [f64]) {
        panic!("has parts");
    }
    fn parts(&self) -> Option<InParts<'_>> {
        Some(InParts(self))
    }
}

impl Parts for Chain {
    fn bounds(&self) -> &[usize] {
        &self.bounds
    }
    fn is_coupled(&self) -> bool {
        self.coupled
    }
    fn enter(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        for (i, (x, dx)) in x.iter().zip(dx).enumerate() {
            let push = (stage.time + i as f64).cos() + stage.tau - 0.5 * stage.step_start;
            *dx = push - x * (1.0 + part as f64).ln();
            if self.is_broken(part, i) {
                *dx = f64::NAN;
            }
        }
    }
    fn couple(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        for &bound in self.bounds.iter().filter(|&&bound| bound > 0 && bound < x.len()) {
            let force = (x[bound] - x[bound - 1]).sin() + stage.time;
            dx[bound] -= force;
            dx[bound - 1] += force;
        }
    }
    fn leave(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        for (x, dx) in x.iter().zip(dx) {
            *dx = *dx / (1.0 + part as f64) - x * x * (0.3 + stage.time);
        }
    }
    fn project(&self, part: usize, x: &mut [f64]) {
        if let Some(x) = x.first_mut() {
            *x += 1e-3 * (1.0 + part as f64);
        }
    }
    fn packed(&self) -> Option<&dyn Packed> {
        let any = (1..self.bounds.len()).any(|end| (self.reversed)(end - 1));
        any.then_some(self)
    }
}

impl Packed for Chain {
    fn len(&self, part: usize) -> Option<usize> {
        let len = self.bounds[part + 1] - self.bounds[part];
        (self.reversed)(part).then_some(len + GAPS)
    }
    fn pack(&self, _: usize, x: &[f64], packed: &mut [f64]) {
        packed.fill(7.0);
        packed.iter_mut().zip(x.iter().rev()).for_each(|(packed, x)| *packed = *x);
    }
    fn unpack(&self, _: usize, packed: &[f64], x: &mut [f64]) {
        x.iter_mut().rev().zip(packed).for_each(|(x, packed)| *x = *packed);
    }
    fn rates(&self, part: usize, stage: &Stage, packed: &[f64], rates: &mut [f64]) {
        assert_eq!([packed.len(), rates.len()], [Packed::len(self, part).unwrap(); 2]);
        let len = packed.len() - GAPS;
        let (mut x, mut dx) = (vec![0.0; len], vec![0.0; len]);
        self.unpack(part, packed, &mut x);
        self.enter(part, stage, &x, &mut dx);
        self.leave(part, stage, &x, &mut dx);
        self.pack(part, &dx, rates);
    }
    fn project(&self, part: usize, packed: &mut [f64]) {
        let len = packed.len() - GAPS;
        let mut x = vec![0.0; len];
        self.unpack(part, packed, &mut x);
        Parts::project(self, part, &mut x);
        self.pack(part, &x, packed);
    }
}

/// The equation of a [`Chain`] in one piece.
struct Whole<'a>(&'a Chain);

impl Ode for Whole<'_> {
    fn dim(&self) -> usize {
        self.0.dim()
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let parts = self.0.bounds.windows(2).map(|pair| pair[0]..pair[1]).enumerate();
        for (part, own) in parts.clone() {
            self.0.enter(part, stage, &x[own.clone()], &mut dx[own]);
        }
        if self.0.coupled {
            self.0.couple(stage, x, dx);
        }
        for (part, own) in parts {
            self.0.leave(part, stage, &x[own.clone()], &mut dx[own]);
        }
    }
    fn project(&self, x: &mut [f64]) {
        for (part, pair) in self.0.bounds.windows(2).enumerate() {
            Parts::project(self.0, part, &mut x[pair[0]..pair[1]]);
        }
    }
}

/// Returns those that come with the library, one without weights but the last, one without a chain.
fn tableaus() -> Vec<Tableau> {
    let midpoint = Tableau::new("midpoint", 2, &[0.0, 0.5], &[&[], &[0.5]], &[0.0, 1.0]).unwrap();
    Tableau::all().into_iter().chain([midpoint]).collect()
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Returns the state after a few steps.
fn run(stepper: &mut RungeKutta, ode: &impl Ode, mut x: Vec<f64>) -> Vec<f64> {
    for k in 0..4 {
        stepper.step(ode, 0.3 + 0.1 * f64::from(k), 0.1, &mut x).unwrap();
    }
    x
}

/// Returns bounds of a single part, and of parts of growing and of shrinking lengths; with few variables,
/// and with enough of them that rates are summed up stage by stage.
fn all_bounds() -> Vec<Vec<usize>> {
    let growing = |count: usize| (0..=count).map(|i| i * (i + 1) / 2).collect::<Vec<_>>();
    let shrinking = |count: usize| {
        let bounds = growing(count);
        bounds.iter().rev().map(|bound| bounds[count] - bound).collect::<Vec<_>>()
    };
    let all = vec![
        vec![0, 5],
        vec![0, 1, 1, 4],
        growing(9),
        shrinking(9),
        vec![0, 2000],
        growing(60),
        shrinking(60),
    ];
    let dims: Vec<_> = all.iter().map(|bounds| bounds.last().copied().unwrap_or(0)).collect();
    assert!(dims.iter().any(|&dim| dim < FEW) && dims.iter().any(|&dim| dim > FEW));
    all
}

#[test]
fn parts_have_the_bits_of_the_whole() {
    for bounds in all_bounds() {
        for coupled in [false, true] {
            let chain = Chain::new(bounds.clone(), coupled);
            for tableau in tableaus() {
                let mut stepper = RungeKutta::new(tableau.clone(), chain.dim());
                let parts = run(&mut stepper, &chain, chain.start());
                let whole = run(&mut stepper, &Whole(&chain), chain.start());
                let name = tableau.name();
                assert_eq!(bits(&parts), bits(&whole), "{name} {coupled} {bounds:?}");
            }
        }
    }
}

/// The control: what is between the parts, and the projection, count in the comparison above.
#[test]
fn coupling_and_projection_change_the_result() {
    let bounds = vec![0, 1, 1, 4];
    let end = |chain: &Chain| run(&mut RungeKutta::new(Tableau::rk4(), 4), chain, chain.start());
    let apart = end(&Chain::new(bounds.clone(), false));
    let together = end(&Chain::new(bounds, true));
    assert!((apart[0] - together[0]).abs() > 0.1 && (apart[1] - together[1]).abs() > 0.1);
    // The last variable of the last part feels neither.
    assert_eq!(apart[3], together[3]);
}

#[test]
fn parts_in_another_order_have_the_bits_of_the_whole() {
    let some: [fn(usize) -> bool; 3] = [|_| true, |part| part % 2 == 0, |part| part > 2];
    for bounds in all_bounds() {
        for reversed in some {
            let chain = Chain { reversed, ..Chain::new(bounds.clone(), false) };
            for tableau in tableaus() {
                let mut stepper = RungeKutta::new(tableau.clone(), chain.dim());
                let parts = run(&mut stepper, &chain, chain.start());
                let whole = run(&mut stepper, &Whole(&chain), chain.start());
                assert_eq!(bits(&parts), bits(&whole), "{} {bounds:?}", tableau.name());
            }
        }
    }
}

/// What one equation needs of memory says nothing about the next one.
#[test]
fn a_stepper_serves_equations_with_other_parts() {
    let dim = 45;
    let even = Chain::new((0..=9).map(|i| 5 * i).collect(), false);
    let one = Chain::new(vec![0, dim], false);
    let bounds = || vec![0, 20, 25, dim];
    let reversed = Chain { reversed: |_| true, ..Chain::new(bounds(), false) };
    // Its only part in another order is a short one: there is room for it as it is.
    let short = Chain { reversed: |part| part == 1, ..Chain::new(bounds(), false) };
    let all = [&even, &short, &one, &reversed, &even, &reversed];
    let mut stepper = RungeKutta::new(Tableau::rk4(), dim);
    for chain in all {
        let alone = run(&mut RungeKutta::new(Tableau::rk4(), dim), chain, chain.start());
        assert_eq!(bits(&run(&mut stepper, chain, chain.start())), bits(&alone));
    }
}

#[test]
fn a_broken_part_is_named_and_nothing_moves() {
    let bounds: Vec<usize> = (0..=60).map(|i| i * (i + 1) / 2).collect();
    let first: [(&[usize], usize); 4] =
        [(&[0], 0), (&[7], 7), (&[1829], 1829), (&[1700, 44, 46], 44)];
    for (broken, expected) in first {
        for (coupled, is_reversed) in [(false, false), (true, false), (false, true)] {
            let broken = broken.to_vec();
            let reversed = if is_reversed { |part| part % 2 == 0 } else { |_| false };
            let chain = Chain { reversed, broken, ..Chain::new(bounds.clone(), coupled) };
            for tableau in tableaus() {
                let mut x = chain.start();
                let mut stepper = RungeKutta::new(tableau, chain.dim());
                let error = stepper.step(&chain, 2.0, 0.1, &mut x).unwrap_err();
                // Only a neighbour in another part may fail with it, from the second stage on.
                let is_whole = stepper.step(&Whole(&chain), 2.0, 0.1, &mut x).unwrap_err();
                assert_eq!(error, is_whole);
                if !coupled {
                    assert_eq!(error, OdeError::NotFinite { index: expected, time: 2.0 });
                }
                assert_eq!(bits(&x), bits(&chain.start()));
            }
        }
    }
}

#[test]
fn bounds_that_are_none_are_refused() {
    struct Wrong(Chain);
    impl Ode for Wrong {
        fn dim(&self) -> usize {
            6
        }
        fn rhs(&self, _: &Stage, _: &[f64], _: &mut [f64]) {}
        fn parts(&self) -> Option<InParts<'_>> {
            Some(InParts(&self.0))
        }
    }
    let bad = [vec![], vec![0], vec![6], vec![1, 6], vec![0, 4], vec![0, 7], vec![0, 5, 4, 6]];
    for bounds in bad {
        for coupled in [false, true] {
            let found = bounds.last().copied().unwrap_or(0);
            let wrong = Wrong(Chain::new(bounds.clone(), coupled));
            let mut x = [0.5; 6];
            let mut stepper = RungeKutta::new(Tableau::rk4(), 6);
            let error = stepper.step(&wrong, 0.0, 0.1, &mut x).unwrap_err();
            assert_eq!(error, OdeError::Length { expected: 6, found }, "{bounds:?}");
            assert_eq!(x, [0.5; 6]);
        }
    }
    let good = Wrong(Chain::new(vec![0, 2, 6], false));
    RungeKutta::new(Tableau::rk4(), 6).step(&good, 0.0, 0.1, &mut [0.5; 6]).unwrap();
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_no_bit_and_no_error() {
    let bounds: Vec<usize> = (0..=60).map(|i| i * (i + 1) / 2).collect();
    type Reversed = fn(usize) -> bool;
    let modes: [(bool, Reversed); 3] =
        [(false, |_| false), (true, |_| false), (false, |part| part % 2 == 0)];
    for (coupled, reversed) in modes {
        let good = Chain { reversed, ..Chain::new(bounds.clone(), coupled) };
        let broken = vec![1700, 44, 46];
        let bad = Chain { reversed, broken, ..Chain::new(bounds.clone(), coupled) };
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut x = bad.start();
                let mut stepper = RungeKutta::new(Tableau::rk4(), bad.dim());
                let error = stepper.step(&bad, 2.0, 0.1, &mut x).unwrap_err();
                assert_eq!(bits(&x), bits(&bad.start()));
                (bits(&run(&mut stepper, &good, good.start())), error)
            })
        };
        let one = on(1);
        for threads in [2, 3, 8] {
            assert!(on(threads) == one, "{threads} threads, coupled: {coupled}");
        }
    }
}
