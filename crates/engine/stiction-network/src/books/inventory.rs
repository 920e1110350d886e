//! Components of a network and their connections.
//!
//! For callers without handles: a film, a list of parts.
//!
//! ```
//! use stiction_core::{Direct, Line, impedance::from_fn};
//! use stiction_network::{Connected, Ground, NetworkBuilder};
//!
//! let mut net = NetworkBuilder::new();
//! let spring = from_fn::<Line, _>(|_, motion| -8.0 * motion.pose);
//! let spring = net.connect(spring, Direct::new(), Ground::<Line>::default())?;
//! net.name_wire(spring, "spring")?;
//! let network = net.build()?;
//!
//! let part = &network.impedances()[0];
//! assert_eq!(part.name, Some("spring"));
//! assert!(matches!(part.ends[0], Connected::Ground));
//! # Ok::<(), stiction_network::NetworkError>(())
//! ```

use core::any::Any;

use crate::compose::end::{End, ResolvedEnd};
use crate::compose::spans::Span;
use crate::network::Network;

/// An admittance of a network, or an impedance with its connection.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// The name that it was given.
    pub name: Option<&'a str>,
    /// Its type in messages, or that of the law.
    pub type_name: String,
    /// The ends of the connection, in the order of the ports; an admittance has none.
    pub ends: Vec<Connected<'a>>,
}

/// End of a connection.
#[derive(Clone, Debug)]
pub enum Connected<'a> {
    /// A port of an admittance.
    Admittance {
        /// Its place in [`Network::admittances`].
        index: usize,
        /// Which of its ports.
        port: usize,
    },
    /// A fixed pose.
    Ground,
    /// A prescribed motion.
    Prescribed {
        /// The [`Drive`](stiction_core::Drive).
        drive: &'a dyn Any,
    },
}

impl Network {
    /// Returns all admittances: type after type in the order in which the types came first, those of a type
    /// in the order in which they were added.
    #[must_use]
    pub fn admittances(&self) -> Vec<Part<'_>> {
        let part = |(address, span)| Part {
            name: self.placed_nodes.name(address),
            type_name: self.node_at(span).name(),
            ends: vec![],
        };
        self.placed_nodes.iter().map(part).collect()
    }

    /// Returns all impedances, in an order like that of [`Self::admittances`].
    #[must_use]
    pub fn impedances(&self) -> Vec<Part<'_>> {
        let mut places = self.port_places();
        places.sort_unstable();
        let part = |(address, span)| Part {
            name: self.placed_wires.name(address),
            type_name: self.wire_at(span).law.name(),
            ends: self.connected_ends(span, &places),
        };
        self.placed_wires.iter().map(part).collect()
    }

    /// Returns the offset of every port with the place of its admittance in [`Self::admittances`] and its number.
    fn port_places(&self) -> Vec<(u32, usize, usize)> {
        let ports = self.placed_nodes.iter().enumerate().flat_map(|(index, (_, span))| {
            let node = self.node_at(span);
            let ports = node.ports();
            (0..ports.count())
                .map(move |port| (span.offset + ports.offset(port) as u32, index, port))
        });
        ports.collect()
    }

    fn connected_ends(&self, span: Span, places: &[(u32, usize, usize)]) -> Vec<Connected<'_>> {
        let (pool, place) = (&self.wires[span.pool as usize], span.place as usize);
        let ends = pool.resolved_ends(place).into_iter().zip(pool.outside(place));
        let connected = ends.filter_map(|(end, outside)| {
            Some(match (end, outside) {
                (_, Some(End::Ground(_))) => Connected::Ground,
                (_, Some(End::Prescribed(drive))) => {
                    Connected::Prescribed { drive: drive.as_any() }
                }
                (ResolvedEnd::Node(offset), _) => {
                    let found = places.binary_search_by_key(&offset, |(offset, ..)| *offset);
                    let (_, index, port) = *places.get(found.ok()?)?;
                    Connected::Admittance { index, port }
                }
                _ => return None,
            })
        });
        connected.collect()
    }
}
