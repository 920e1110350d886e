//! What a network consists of: its components, and what is connected to what.
//!
//! For those who have no handles: a writer of files, a list of parts. Components come as
//! [`dyn Any`](Any), to be asked for the types that one knows; what was boxed comes without the box.
//!
//! ```
//! use stiction_core::{Body, Direct, Line, Motion, Stage, impedance::from_fn};
//! use stiction_network::{Connected, Ground, NetworkBuilder};
//! # #[derive(Debug)]
//! # struct Cart(f64);
//! # impl Body for Cart {
//! #     type Domain = Line;
//! #     fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
//! #         (motion.flow, force / self.0)
//! #     }
//! #     fn energy(&self, motion: &Motion<Line>) -> f64 { 0.5 * self.0 * motion.flow.powi(2) }
//! # }
//! let mut net = NetworkBuilder::new();
//! let cart = net.add(Cart(2.0), Motion::default())?;
//! net.name(cart, "cart")?;
//! net.connect(from_fn::<Line, _>(|_, motion| -8.0 * motion.pose), Direct::new(), cart.port())?;
//! let network = net.build()?;
//!
//! let parts = network.admittances();
//! assert_eq!(parts[0].name, Some("cart"));
//! assert_eq!(parts[0].component.downcast_ref::<Cart>().map(|cart| cart.0), Some(2.0));
//! let ends = &network.impedances()[0].ends;
//! assert_eq!(ends[0].domain, "1-D translation");
//! assert!(matches!(ends[0].to, Connected::Admittance { index: 0, port: 0 }));
//! # Ok::<(), stiction_network::NetworkError>(())
//! ```

use core::any::Any;
use core::fmt;
use core::ops::Range;

use stiction_core::Seen;

use crate::end::{Address, End, ResolvedEnd};
use crate::look::WireRef;
use crate::network::Network;
use crate::spans::Span;
use crate::stability::BristleStart;

/// An admittance of a network.
#[derive(Clone)]
pub struct Placed<'a> {
    /// The name that it was given.
    pub name: Option<&'a str>,
    /// Its type in messages.
    pub type_name: String,
    /// The component.
    pub component: &'a dyn Any,
    /// Its variables in the state: motion after motion of its ports, then internal state.
    pub variables: Range<usize>,
    /// The shape that it was [given](crate::NetworkBuilder::shape).
    pub shape: Option<&'a Seen>,
}

/// An impedance of a network, with its connection.
#[derive(Clone)]
pub struct PlacedLaw<'a> {
    /// The name that it was given.
    pub name: Option<&'a str>,
    /// Type of the law in messages.
    pub type_name: String,
    /// The law.
    pub law: &'a dyn Any,
    /// Type of the coupling in messages.
    pub coupling_name: String,
    /// The coupling.
    pub coupling: &'a dyn Any,
    /// What it is connected to, in the order of the ports.
    pub ends: Vec<ConnectedEnd<'a>>,
    /// Its internal variables in the state.
    pub variables: Range<usize>,
    /// How its bristles are bent as a run starts.
    pub start: BristleStart,
}

/// One end of a connection.
#[derive(Clone, Debug)]
pub struct ConnectedEnd<'a> {
    /// Name of its domain, [`Domain::NAME`](stiction_core::Domain::NAME).
    pub domain: &'static str,
    /// What is there.
    pub to: Connected<'a>,
}

/// What a connection leads to.
#[derive(Clone)]
pub enum Connected<'a> {
    /// A port of an admittance.
    Admittance {
        /// Its place in [`Network::admittances`].
        index: usize,
        /// Which of its ports.
        port: usize,
    },
    /// A fixed pose.
    Ground {
        /// Its scalars, in the order of [`Flat`](stiction_core::Flat).
        pose: Vec<f64>,
    },
    /// A prescribed motion.
    Prescribed {
        /// The [`Drive`](stiction_core::Drive).
        drive: &'a dyn Any,
    },
}

impl fmt::Debug for Placed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, type_name, variables, shape, .. } = self;
        f.debug_struct("Placed")
            .field("name", name)
            .field("type_name", type_name)
            .field("variables", variables)
            .field("shape", shape)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for PlacedLaw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, type_name, coupling_name, ends, variables, start, .. } = self;
        f.debug_struct("PlacedLaw")
            .field("name", name)
            .field("type_name", type_name)
            .field("coupling_name", coupling_name)
            .field("ends", ends)
            .field("variables", variables)
            .field("start", start)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Connected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Admittance { index, port } => write!(f, "port {port} of admittance {index}"),
            Self::Ground { pose } => write!(f, "ground at {pose:?}"),
            Self::Prescribed { .. } => f.write_str("a prescribed motion"),
        }
    }
}

impl Network {
    /// All admittances: type after type in the order in which the types came first, those of a type
    /// in the order in which they were added.
    #[must_use]
    pub fn admittances(&self) -> Vec<Placed<'_>> {
        let pools = self.node_spans.iter().enumerate();
        let of_pool = pools.flat_map(|(pool, spans)| {
            spans.iter().enumerate().map(move |(slot, span)| {
                let node = self.node_at(span);
                Placed {
                    name: self.names.get(&self.place_of(pool, slot)).map(String::as_str),
                    type_name: node.name(),
                    component: node.inside(),
                    variables: span.range(),
                    shape: self.shapes.get(&self.place_of(pool, slot)),
                }
            })
        });
        of_pool.collect()
    }

    /// All impedances, in an order like that of [`Self::admittances`].
    #[must_use]
    pub fn impedances(&self) -> Vec<PlacedLaw<'_>> {
        let mut places = self.port_places();
        places.sort_unstable();
        let pools = self.wire_spans.iter().enumerate();
        let of_pool = pools.flat_map(|(pool, spans)| {
            let places = &places;
            spans.iter().enumerate().map(move |(slot, span)| {
                let WireRef { law, map, .. } = self.wire_at(span);
                let address = self.place_of(pool, slot);
                PlacedLaw {
                    name: self.wire_names.get(&address).map(String::as_str),
                    type_name: law.name(),
                    law: law.inside(),
                    coupling_name: map.name(),
                    coupling: map.inside(),
                    ends: self.connected_ends(span, places),
                    variables: span.range(),
                    start: self.bristle_starts.get(&address).copied().unwrap_or_default(),
                }
            })
        });
        of_pool.collect()
    }

    /// What makes this network another mechanism than `other`, or one with other last bits: a
    /// component, its initial state or parameters, a connection, the order of the components. `None`
    /// if both give the same bits at every step.
    ///
    /// Types are compared by their names, without generic parameters (a box is what is inside), and
    /// parameters as their texts show them: the `Debug` text of bodies, laws and maps, `describe` of
    /// drives, signals and loads. That is all of them for the components of the library. It is
    /// nothing for a closure, and only what its author shows for a type of your own: two closures
    /// of one type, or values of a type that hides a parameter, are **not** told apart. Their order
    /// on one port, and with it the last bits, then is that of insertion.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.layout.bounds != other.layout.bounds || self.layout.moving != other.layout.moving {
            return Some("the number of variables, or how they are divided".to_owned());
        }
        let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        let (own, theirs) = (bits(&self.initial), bits(&other.initial));
        if let Some(index) = (0..own.len()).find(|&index| own[index] != theirs[index]) {
            let (component, variable) = self.describe_variable(index);
            return Some(format!("the initial value of {variable} of {component}"));
        }
        let (own, theirs) = (self.texts(), other.texts());
        let differs = own.iter().zip(&theirs).find(|(own, theirs)| own != theirs);
        match differs {
            Some(((own, own_text), (theirs, their_text))) if own_text == their_text => {
                Some(format!("{own} in place of {theirs}, both {own_text}"))
            }
            Some(((_, own), (_, theirs))) => Some(format!("{own} in place of {theirs}")),
            None => (own.len() != theirs.len()).then(|| "the number of components".to_owned()),
        }
    }

    /// Types, parameters and connections of all components in the order in which they are
    /// evaluated.
    fn texts(&self) -> Vec<(String, String)> {
        let nodes = self.nodes.iter().flat_map(|pool| {
            let name = without_parameters(pool.type_name()).to_owned();
            (0..pool.len()).map(move |place| (name.clone(), pool.text(place)))
        });
        let wires = self.wires.iter().flat_map(|pool| {
            (0..pool.len()).map(|place| {
                let [law, map] = [pool.law(place).type_name(), pool.map(place).type_name()];
                let name = format!("{} {}", without_parameters(law), without_parameters(map));
                (name, format!("{} {:?}", pool.text(place), pool.resolved_ends(place)))
            })
        });
        nodes.chain(wires).collect()
    }

    pub(crate) const fn place_of(&self, pool: usize, slot: usize) -> Address {
        Address { network: self.id, pool: pool as u32, slot: slot as u32 }
    }

    /// Offset of every port with the place of its admittance in [`Self::admittances`] and its number.
    fn port_places(&self) -> Vec<(u32, usize, usize)> {
        let spans = self.node_spans.iter().flat_map(|spans| spans.iter()).enumerate();
        let ports = spans.flat_map(|(index, span)| {
            let (node, len) = (self.node_at(span), self.node_at(span).domain().motion_len());
            let ports = 0..node.port_count();
            ports.map(move |port| (span.offset + (port * len) as u32, index, port))
        });
        ports.collect()
    }

    fn connected_ends(&self, span: Span, places: &[(u32, usize, usize)]) -> Vec<ConnectedEnd<'_>> {
        let (pool, place) = (&self.wires[span.pool as usize], span.place as usize);
        let ends = pool.resolved_ends(place).into_iter().zip(pool.outside(place));
        let ends = ends.zip(pool.map(place).domains());
        let connected = ends.filter_map(|((end, outside), port)| {
            let to = match (end, outside) {
                (_, Some(End::Ground(pose))) => Connected::Ground { pose: pose.to_vec() },
                (_, Some(End::Prescribed(drive))) => {
                    Connected::Prescribed { drive: drive.as_any() }
                }
                (ResolvedEnd::Node(offset), _) => {
                    let found = places.binary_search_by_key(&offset, |(offset, ..)| *offset);
                    let (_, index, port) = *places.get(found.ok()?)?;
                    Connected::Admittance { index, port }
                }
                _ => return None,
            };
            Some(ConnectedEnd { domain: port.name, to })
        });
        connected.collect()
    }
}

/// Name of a type without its generic parameters: a signal in a box is one in a field of its type.
fn without_parameters(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use stiction_core::{Direct, Drive, Impedance, Line, Motion, Stage};
    use stiction_ode::Tableau;

    use crate::test_components::{Mass, Relative};
    use crate::{AnyPort, Connected, Ground, Network, NetworkBuilder, Prescribed, Simulation};

    #[derive(Debug)]
    struct Belt(f64);
    impl Drive<Line> for Belt {
        fn motion(&self, stage: &Stage) -> Motion<Line> {
            Motion::new(self.0 * stage.time, self.0)
        }
        fn describe(&self) -> String {
            format!("{self:?}")
        }
    }

    #[derive(Debug)]
    struct Spring(f64);
    impl Impedance for Spring {
        type Domain = Line;
        fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
            -self.0 * motion.pose - 0.3 * motion.flow
        }
    }

    /// Two masses: a box with a spring to the second one, springs to grounds, drags by belts.
    fn mechanism(grounds: &[f64], belts: &[f64], boxed: bool) -> Network {
        let mut net = NetworkBuilder::new();
        let a = net.add(Mass(1.0), Motion::new(0.1, 0.0)).unwrap();
        let b = net.add(Mass(3.0), Motion::new(0.4, 0.0)).unwrap();
        net.name(b, "b").unwrap();
        if boxed {
            let law: Box<dyn Impedance<Domain = Line>> = Box::new(Spring(7.0));
            let ports = (AnyPort::from(a.port()), AnyPort::from(b.port()));
            net.connect(law, Relative, ports).unwrap();
        } else {
            net.connect(Spring(7.0), Relative, (a.port(), b.port())).unwrap();
        }
        for &place in grounds {
            net.connect(Spring(3.0), Relative, (Ground::at(place), a.port())).unwrap();
        }
        for &speed in belts {
            net.connect(Spring(5.0), Relative, (Prescribed::new(Belt(speed)), a.port())).unwrap();
        }
        net.build().unwrap()
    }

    fn bits(network: Network) -> Vec<u64> {
        let mut sim = Simulation::new(network, Tableau::rk4(), 1e-2).unwrap();
        sim.run_until(1.0).unwrap();
        sim.state().values().iter().map(|value| value.to_bits()).collect()
    }

    #[test]
    fn what_is_connected_to_what_and_what_is_in_a_box() {
        for boxed in [false, true] {
            let network = mechanism(&[0.5], &[2.0], boxed);
            let (nodes, wires) = (network.admittances(), network.impedances());
            assert_eq!(nodes.iter().map(|node| node.name).collect::<Vec<_>>(), [None, Some("b")]);
            assert_eq!(nodes[1].component.downcast_ref::<Mass>().map(|mass| mass.0), Some(3.0));
            let start = network.initial_state().values()[nodes[1].variables.clone()].to_vec();
            assert_eq!(start, [0.4, 0.0]);
            let stiffness = wires.iter().map(|wire| wire.law.downcast_ref::<Spring>().unwrap().0);
            assert_eq!(stiffness.collect::<Vec<_>>(), [7.0, 3.0, 5.0]);
            assert!(wires[0].coupling.is::<Relative>());
            let ends = |wire: usize| [&wires[wire].ends[0].to, &wires[wire].ends[1].to];
            let second = |to: &Connected<'_>, place| matches!(to, Connected::Admittance { index, port: 0 } if *index == place);
            assert!(second(ends(0)[0], 0) && second(ends(0)[1], 1));
            assert!(matches!(ends(1)[0], Connected::Ground { pose } if pose == &[0.5]));
            let Connected::Prescribed { drive } = ends(2)[0] else { panic!("no drive") };
            assert_eq!(drive.downcast_ref::<Belt>().map(|belt| belt.0), Some(2.0));
        }
    }

    #[test]
    fn the_order_of_springs_to_several_places_does_not_matter() {
        let plain = mechanism(&[0.1, 0.7, -0.3], &[0.2, 0.9, 0.4], false);
        let other = mechanism(&[0.7, -0.3, 0.1], &[0.9, 0.4, 0.2], true);
        assert_eq!(plain.difference(&other), None);
        assert_eq!(bits(plain), bits(other));
    }

    #[test]
    fn differences_are_told() {
        let network = || mechanism(&[0.1, 0.7], &[0.2], false);
        assert_eq!(network().difference(&network()), None);
        let text = |other: &Network| network().difference(other).unwrap_or_default();
        assert!(text(&mechanism(&[0.1, 0.8], &[0.2], false)).contains("0.8"));
        assert!(text(&mechanism(&[0.1, 0.7], &[0.3], false)).contains("Belt(0.3)"));
        assert!(text(&mechanism(&[0.1, 0.7], &[], false)).contains("number of components"));
        let mut net = NetworkBuilder::new();
        net.add(Mass(1.0), Motion::new(0.1, 0.0)).unwrap();
        net.add(Mass(3.0), Motion::new(0.5, 0.0)).unwrap();
        net.connect(Spring(3.0), Direct::new(), Ground::at(0.1)).unwrap();
        let other = net.build().unwrap();
        assert_eq!(text(&other), "the initial value of variable 0 of b".replace("variable 0", "x"));
    }

    /// The variable of a bristle is no motion.
    #[test]
    fn variables_of_laws_make_a_difference() {
        #[derive(Debug)]
        struct Bristle;
        impl Impedance for Bristle {
            type Domain = Line;
            fn internal_len(&self) -> usize {
                1
            }
            fn respond(
                &self,
                _: &Stage,
                motion: &Motion<Line>,
                internal: &[f64],
                rate: &mut [f64],
            ) -> f64 {
                rate[0] = motion.flow;
                -internal[0]
            }
        }
        fn on_mass(law: impl Impedance<Domain = Line>) -> Network {
            let mut net = NetworkBuilder::new();
            let mass = net.add(Mass(1.0), Motion::new(0.1, 0.0)).unwrap();
            net.connect(law, Direct::new(), mass.port()).unwrap();
            net.build().unwrap()
        }
        let [spring, bristle] = [on_mass(Spring(1.0)), on_mass(Bristle)];
        for difference in [spring.difference(&bristle), bristle.difference(&spring)] {
            let text = "the number of variables, or how they are divided";
            assert_eq!(difference.as_deref(), Some(text));
        }
    }
}
