//! What tells two components apart: every parameter of every component of the library is seen by
//! [`Network::difference`], which goes by the same texts as the order of summation.

mod files;
mod laws;
mod mechanics;
mod pads;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use stiction::core::coupling::PortDomains;
use stiction::core::impedance::from_fn;
use stiction::core::{Coupling, Drive};
use stiction::network::Ports;
use stiction::prelude::*;

/// Collects what goes unseen, and which components were looked at.
#[derive(Default)]
struct Census {
    known: BTreeSet<String>,
    unseen: Vec<String>,
}

impl Census {
    /// A network of a component with these parameters: each is changed alone, by a billionth.
    fn parameters(&mut self, name: &str, values: &[f64], network: impl Fn(&[f64]) -> Network) {
        self.known.insert(name.to_owned());
        let plain = network(values);
        // What is seen must be the change, not something by chance.
        let same = plain.difference(&network(values));
        assert_eq!(same, None, "{name} differs from itself");
        for changed in 0..values.len() {
            let mut others = values.to_vec();
            others[changed] *= 1.0 + 1e-9;
            assert_ne!(others[changed], values[changed], "{name}: a parameter that is 0");
            if plain.difference(&network(&others)).is_none() {
                self.unseen.push(format!("parameter {changed} of {name}"));
            }
        }
    }

    /// Networks of a component that are all different: other choices, curves, kinds.
    fn choices(&mut self, name: &str, networks: Vec<Network>) {
        self.known.insert(name.to_owned());
        for (i, network) in networks.iter().enumerate() {
            for (j, other) in networks.iter().enumerate().skip(i + 1) {
                if network.difference(other).is_none() {
                    self.unseen.push(format!("choices {i} and {j} of {name}"));
                }
            }
        }
    }
}

#[test]
fn every_parameter_of_every_component_is_seen() {
    let mut census = Census::default();
    laws::all(&mut census);
    mechanics::all(&mut census);
    pads::all(&mut census);
    files::all(&mut census);
    assert!(census.unseen.is_empty(), "{:#?}", census.unseen);
    let missing: Vec<_> = components().into_iter().filter(|c| !census.known.contains(c)).collect();
    assert!(missing.is_empty(), "not in the census: {missing:?}");
}

/// Control: a component that hides a parameter is found.
#[test]
fn a_hidden_parameter_goes_unseen() {
    struct Hidden(f64);
    impl core::fmt::Debug for Hidden {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str("Hidden")
        }
    }
    impl Impedance for Hidden {
        type Domain = Line;
        fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
            -self.0 * motion.pose
        }
    }
    let mut census = Census::default();
    census.parameters("Hidden", &[2.0], |p| law(Hidden(p[0])));
    assert_eq!(census.unseen, ["parameter 0 of Hidden"]);
}

/// What is called alike, and has the same parameters, but is of another type.
#[test]
fn types_that_are_called_alike_are_told_apart() {
    fn spring(factor: bool) -> Network {
        mod hard {
            #[derive(Debug)]
            pub(super) struct Spring(pub(super) f64);
        }
        mod soft {
            #[derive(Debug)]
            pub(super) struct Spring(pub(super) f64);
        }
        macro_rules! respond {
            ($spring:ty, $factor:expr) => {
                impl Impedance for $spring {
                    type Domain = Line;
                    fn respond(
                        &self,
                        _: &Stage,
                        motion: &Motion<Line>,
                        _: &[f64],
                        _: &mut [f64],
                    ) -> f64 {
                        -$factor * self.0 * motion.pose
                    }
                }
            };
        }
        respond!(hard::Spring, 9.0);
        respond!(soft::Spring, 3.0);
        if factor { law(hard::Spring(2.0)) } else { law(soft::Spring(2.0)) }
    }
    assert_eq!(spring(true).difference(&spring(true)), None);
    let difference = spring(true).difference(&spring(false)).unwrap();
    assert!(difference.contains("hard::Spring") && difference.contains("soft::Spring"));
}

/// A law on the ground.
fn law<I: Impedance>(law: I) -> Network {
    let mut net = NetworkBuilder::new();
    net.connect(law, Direct::new(), Ground::<I::Domain>::default()).unwrap();
    net.build().unwrap()
}

/// A map from the given ports.
fn map<C, P>(map: C, ports: P) -> Network
where
    C: Coupling<From = P::Domains>,
    P: Ports<Domains: PortDomains>,
{
    let mut net = NetworkBuilder::new();
    let nothing = from_fn::<C::To, _>(|_, _| Effort::<C::To>::default());
    net.connect(nothing, map, ports).unwrap();
    net.build().unwrap()
}

fn drive<D: Domain>(drive: impl Drive<D>) -> Network {
    map(Direct::<D>::new(), Prescribed::new(drive))
}

/// The types that are components of the library: what the sources implement the traits for.
fn components() -> BTreeSet<String> {
    let traits = [
        "Impedance",
        "Bristle",
        "Admittance",
        "Body",
        "KinematicMap",
        "Coupling",
        "Drive",
        "Friction",
        "LimitSet",
    ];
    let mut found = BTreeSet::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    // What stands for a class of Python has no parameters of its own.
    let ours = |file: &PathBuf| !file.components().any(|part| part.as_os_str() == "stiction-py");
    for file in sources(&crates).into_iter().filter(ours) {
        let text = fs::read_to_string(&file).unwrap();
        // Tests come last in a file.
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for implementation in text.split("\nimpl").skip(1) {
            let head = implementation.split(" {\n").next().unwrap_or_default();
            let Some((of, name)) = head.split_once(" for ") else { continue };
            let of = of.trim_start_matches(|c| c != ' ').trim();
            let of = of.rsplit_once("> ").map_or(of, |(_, of)| of);
            let of = of.split('<').next().unwrap_or_default();
            let name = name.split(['<', '\n', ' ']).next().unwrap_or_default();
            // Generic ones: closures, boxes, what has another of these traits, what others are made of.
            let generic = name.len() == 1 || ["Box", "AxisSet"].contains(&name);
            if traits.contains(&of) && !generic {
                found.insert(name.to_owned());
            }
        }
    }
    found
}

/// Without those of tests and benchmarks.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let test = name.contains("test") || name == "benches";
        if path.is_dir() && !test && name != "examples" {
            found.extend(sources(&path));
        } else if name.ends_with(".rs") && !test {
            found.push(path);
        }
    }
    found
}
