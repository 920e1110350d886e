//! Differences between two networks.

use crate::network::Network;

impl Network {
    /// Returns the first difference that makes this network another mechanism than `other`, or one with
    /// other last bits: a component, its initial state or parameters, a connection, the order of the
    /// components. `None` if both give the same bits at every step.
    ///
    /// Types are compared by their names, without generic parameters (a box counts as its contents), and
    /// parameters as their texts show them: the `Debug` text of bodies, laws and maps, `describe` of
    /// drives, signals and loads. The components of the library show all parameters. A closure shows
    /// none, and a type of your own only those that its author shows: two closures of one type, or
    /// values of a type that hides a parameter, are **not** told apart. Their order on one port, and
    /// with it the last bits, then is that of insertion.
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

    /// Returns the types, parameters and connections of all components in the order in which they are
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
}

/// Returns the name of a type without its generic parameters: a signal in a box is one in a field of its type.
fn without_parameters(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use stiction_core::{Direct, Impedance, Line, Motion};

    use crate::tests::components::{Bristle, Elastic, Mass, Relative, on_ground};
    use crate::tests::lanes::Belt;
    use crate::{AnyPort, Connected, Ground, Network, NetworkBuilder, Prescribed};

    const fn spring(stiffness: f64) -> Elastic {
        Elastic { stiffness, damping: 0.3 }
    }

    /// Builds two masses: a box with a spring to the second one, springs to grounds, drags by belts.
    fn mechanism(grounds: &[f64], belts: &[f64], boxed: bool) -> Network {
        let mut net = NetworkBuilder::new();
        let a = net.add(Mass(1.0), Motion::new(0.1, 0.0)).unwrap();
        let b = net.add(Mass(3.0), Motion::new(0.4, 0.0)).unwrap();
        net.name(b, "b").unwrap();
        if boxed {
            let law: Box<dyn Impedance<Domain = Line>> = Box::new(spring(7.0));
            let ports = (AnyPort::from(a.port()), AnyPort::from(b.port()));
            net.connect(law, Relative, ports).unwrap();
        } else {
            net.connect(spring(7.0), Relative, (a.port(), b.port())).unwrap();
        }
        for &place in grounds {
            net.connect(spring(3.0), Relative, (Ground::at(place), a.port())).unwrap();
        }
        for &speed in belts {
            net.connect(spring(5.0), Relative, (Prescribed::new(Belt(speed)), a.port())).unwrap();
        }
        net.build().unwrap()
    }

    #[test]
    fn what_is_connected_to_what() {
        for boxed in [false, true] {
            let network = mechanism(&[0.5], &[2.0], boxed);
            let (nodes, wires) = (network.admittances(), network.impedances());
            assert_eq!(nodes.iter().map(|node| node.name).collect::<Vec<_>>(), [None, Some("b")]);
            let types = wires.iter().map(|wire| &*wire.type_name).collect::<Vec<_>>();
            assert_eq!(types, ["Elastic"; 3]);
            let leads_to = |to: &Connected<'_>, place| matches!(to, Connected::Admittance { index, port: 0 } if *index == place);
            assert!(leads_to(&wires[0].ends[0], 0) && leads_to(&wires[0].ends[1], 1));
            assert!(matches!(wires[1].ends[0], Connected::Ground));
            let Connected::Prescribed { drive } = wires[2].ends[0] else { panic!("no drive") };
            assert_eq!(drive.downcast_ref::<Belt>().map(|belt| belt.0), Some(2.0));
        }
    }

    #[test]
    fn differences_are_told() {
        let network = || mechanism(&[0.1, 0.7], &[0.2], false);
        // Neither the order of springs to several places is one, nor a box.
        let other = mechanism(&[0.7, 0.1], &[0.2], true);
        assert_eq!(network().difference(&other), None);
        let text = |other: &Network| network().difference(other).unwrap_or_default();
        assert!(text(&mechanism(&[0.1, 0.8], &[0.2], false)).contains("0.8"));
        assert!(text(&mechanism(&[0.1, 0.7], &[0.3], false)).contains("Belt(0.3)"));
        assert!(text(&mechanism(&[0.1, 0.7], &[], false)).contains("number of components"));
        let mut net = NetworkBuilder::new();
        net.add(Mass(1.0), Motion::new(0.1, 0.0)).unwrap();
        net.add(Mass(3.0), Motion::new(0.5, 0.0)).unwrap();
        net.connect(spring(3.0), Direct::new(), Ground::at(0.1)).unwrap();
        let other = net.build().unwrap();
        assert_eq!(text(&other), "the initial value of x of b");
        // The variable of a bristle is no motion.
        let bristle =
            on_ground(&[Bristle { stiffness: 1.0, damping: 0.0, limit: 1.0 }], Motion::default());
        let spring = on_ground(&[spring(1.0)], Motion::default());
        for difference in [spring.difference(&bristle), bristle.difference(&spring)] {
            assert_eq!(difference.unwrap(), "the number of variables, or how they are divided");
        }
    }
}
