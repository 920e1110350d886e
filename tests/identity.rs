//! Components that files cannot name are told apart: [`Network::difference`], which uses the texts that also determine
//! the order of summation, sees each of their parameters. Components that files can name are tested in
//! `stiction-scenario`, with the registry.

use nalgebra::{Matrix3, Vector2, Vector3, vector};
use stiction::core::impedance::from_fn;
use stiction::core::signal::{Ramp, Sine};
use stiction::core::{Coupling, coupling::from_fns};
use stiction::friction::{
    CrossPolytope, Diagonal, EllipticContact, Friction, GearFriction, LimitSet, LimitSetGsat,
    NormalLoad, NormalSpring, PointSupports, Pressed, SupportSet,
};
use stiction::mechanics::{Articulation, FollowerForce, Inertial, Joint, LinkFrame, TreeLink};
use stiction::patch::{BristleParameters, ContactPatch, LimitSurface, ReducedPatch, ReducedShape};
use stiction::prelude::*;

/// Parameters that go unnoticed.
#[derive(Default)]
struct Census(Vec<String>);

impl Census {
    /// Changes each parameter of a component alone, by one part in 1e9.
    fn parameters(&mut self, name: &str, values: &[f64], network: impl Fn(&[f64]) -> Network) {
        let plain = network(values);
        // The unchanged network must show no difference.
        let same = plain.difference(&network(values));
        assert_eq!(same, None, "{name} differs from itself");
        for changed in 0..values.len() {
            let mut others = values.to_vec();
            others[changed] *= 1.0 + 1e-9;
            if plain.difference(&network(&others)).is_none() {
                self.0.push(format!("parameter {changed} of {name}"));
            }
        }
    }

    /// Compares two networks that differ in a choice of a component.
    fn choices(&mut self, name: &str, [one, other]: [Network; 2]) {
        if one.difference(&other).is_none() {
            self.0.push(format!("a choice of {name}"));
        }
    }
}

#[test]
fn every_parameter_is_seen() {
    let mut census = Census::default();
    laws(&mut census);
    sets(&mut census);
    loads(&mut census);
    assert!(census.0.is_empty(), "{:#?}", census.0);
}

/// Control: a component that hides a parameter is noticed.
#[test]
fn a_hidden_parameter_goes_unseen() {
    let mut census = Census::default();
    // A closure has no identity, so nothing tells two of one type apart.
    census.parameters("a law", &[2.0], |p| {
        let stiffness = p[0];
        law(from_fn::<Line, _>(move |_, motion| -stiffness * motion.pose))
    });
    census.parameters("a map", &[2.0], |p| {
        let factor = p[0];
        let map = from_fns::<Line, Line, _, _>(
            move |m| Motion { pose: factor * m.pose, flow: factor * m.flow },
            move |_, f| factor * f,
        );
        behind(map, Ground::<Line>::default())
    });
    assert_eq!(census.0, ["parameter 0 of a law", "parameter 0 of a map"]);
}

/// The two types have the same parameters too.
#[test]
fn types_that_are_called_alike_are_told_apart() {
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
    let [hard, soft] = [law(hard::Spring(2.0)), law(soft::Spring(2.0))];
    assert_eq!(hard.difference(&law(hard::Spring(2.0))), None);
    let difference = hard.difference(&soft).unwrap();
    assert!(difference.contains("hard::Spring") && difference.contains("soft::Spring"));
}

/// Returns a network with a law on the ground.
fn law<I: Impedance>(law: I) -> Network {
    behind_with(law, Direct::new(), Ground::<I::Domain>::default())
}

/// Returns a network with a map in front of a law that does nothing.
fn behind<C: Coupling<From = P::Domains>, P: stiction::network::Ports>(
    map: C,
    ports: P,
) -> Network {
    behind_with(from_fn::<C::To, _>(|_, _| Effort::<C::To>::default()), map, ports)
}

fn behind_with<I, C, P>(law: I, map: C, ports: P) -> Network
where
    I: Impedance,
    C: Coupling<To = I::Domain, From = P::Domains>,
    P: stiction::network::Ports,
{
    let mut net = NetworkBuilder::new();
    net.connect(law, map, ports).unwrap();
    net.build().unwrap()
}

fn coulomb(p: &[f64]) -> CoulombGsat {
    CoulombGsat::builder().stiffness(p[0]).damping(p[1]).friction(p[2]).build().unwrap()
}

fn laws(census: &mut Census) {
    census.parameters("GearFriction", &[100.0, 0.1, 1e3, 0.5, 0.02, 0.1, 1.2], |p| {
        let mesh = SpringDamper::<Shaft>::builder().stiffness(p[0]).damping(p[1]).build().unwrap();
        let gear = GearFriction::builder().mesh(mesh).stiffness(p[2]).damping(p[3]).limit(p[4]);
        law(gear.driving(p[5]).back_driven(p[6]).build().unwrap())
    });
    census.parameters("FrameContact", &[1e4, 10.0, 0.3, 0.4, 0.01, 0.02, 0.03], |p| {
        let contact = EllipticContact::builder().stiffness(p[0]).damping(p[1]);
        let contact = contact.friction([p[2], p[3]]).torsional_friction(p[4]);
        let contact = contact.rolling_friction([p[5], p[6]]).build().unwrap();
        law(contact.pyramidal())
    });
    let spring = |p: &[f64]| NormalSpring::builder().stiffness(p[0]).damping(p[1]).build().unwrap();
    census.parameters("NormalSpring", &[1e6, 3.0], |p| law(spring(p)));
    census.parameters("Pressed", &[1e6, 3.0, 1e5, 2.0, 0.3], |p| {
        let pressed = Pressed::<_, Line>::builder().law(coulomb(&p[2..])).pressing(spring(p));
        law(pressed.build().unwrap())
    });
    census.parameters("FollowerForce", &[0.1, 0.2, 3.0, 4.0], |p| {
        let ramp = |to| Signal::from(Ramp::builder().to(to).duration(1.0).build().unwrap());
        let force = [ramp(p[2]), ramp(p[3])];
        law(FollowerForce::<PlanarFrame>::new(Vector2::new(p[0], p[1]), force).unwrap())
    });
    census.parameters("TimedEffort", &[1.0, 2.0], |p| {
        let sine = Sine::builder().amplitude(1.0).angular_frequency(1.0).build().unwrap();
        law(TimedEffort::<Line>::new(sine).with_jumps([p[0], p[1]]).unwrap())
    });
    // A surface from a file is identified by its samples, here those of the pressure.
    census.parameters("LimitSurface", &[0.1, 0.2, 0.3, 0.4, 2.0], |p| {
        let points = [(vector![p[0], p[1]], 1.0), (vector![-p[2], p[3]], p[4])];
        let points = points.into_iter().chain([(vector![0.0, -0.1], 1.0)]);
        let surface = LimitSurface::new(&ContactPatch::from_points(points).unwrap(), 3).unwrap();
        let shape = ReducedShape::rim(Vector2::zeros(), 0.03, 1e-4).unwrap();
        let bristles = BristleParameters::table_one_stribeck().unwrap();
        let pad = ReducedPatch::builder().shape(shape.with_limit_surface(surface));
        law(Loaded::new(pad.bristles(bristles).build().unwrap(), 1.0).unwrap())
    });
    // A map holds the data that it has read from its tree.
    census.parameters("LinkFrame", &[0.4, 0.5, 0.6, 0.1, 0.2], |p| {
        let place = Pose::at(Vector3::new(p[0], p[1], p[2]));
        let link = TreeLink::builder().name("arm").parent("base").origin(place);
        let inertial = Inertial::new(1.0, Vector3::zeros(), Matrix3::identity()).unwrap();
        let link = link.joint(Joint::Revolute(Vector3::new(p[3], p[4], 1.0))).inertial(inertial);
        let link = link.build().unwrap();
        let tree = Articulation::builder().links([link]).build().unwrap();
        behind(LinkFrame::<1>::of(&tree, "arm").unwrap(), [Ground::<Shaft>::default()])
    });
}

fn sets(census: &mut Census) {
    fn plane<S>(set: S) -> Network
    where
        LimitSetGsat<S, f64>: Friction<Plane>,
        S: LimitSet<Vector2<f64>> + core::fmt::Debug,
    {
        let gsat = LimitSetGsat::builder().set(set).stiffness(1e4).damping(10.0).build().unwrap();
        law(Loaded::<_, Plane>::builder().law(gsat).normal_force(2.0).build().unwrap())
    }
    census.parameters("CrossPolytope", &[0.3, 0.4], |p| {
        plane(CrossPolytope::new(Vector2::new(p[0], p[1])).unwrap())
    });
    // A closure has no identity, so the name stands for it.
    let named = |name| plane(SupportSet::new(name, |n: Vector2<f64>| n.normalize()).unwrap());
    census.choices("SupportSet", ["one", "other"].map(named));
    census.parameters("PointSupports", &[0.1, 0.2, 0.3, 0.4, 2.0], |p| {
        let points = [(vector![p[0], p[1]], 1.0), (vector![-p[2], p[3]], p[4])];
        let points: Vec<_> = points.into_iter().chain([(vector![0.0, -0.1], 1.0)]).collect();
        let diagonal = |x: f64| Diagonal::new(Vector3::new(x, x, 1e-3 * x)).unwrap();
        let gsat = LimitSetGsat::builder().set(PointSupports::new(&points).unwrap());
        let gsat = gsat.stiffness(diagonal(1e4)).damping(diagonal(10.0)).build().unwrap();
        law(Loaded::<_, Space>::builder().law(gsat).normal_force(2.0).build().unwrap())
    });
}

fn loads(census: &mut Census) {
    let sine = || Sine::builder().amplitude(1.0).angular_frequency(1.0).build().unwrap();
    let under = |load: NormalLoad| {
        let friction = coulomb(&[1.0, 1.0, 1.0]);
        law(Loaded::<_, Line>::builder().law(friction).normal_force(load).build().unwrap())
    };
    census
        .choices("NormalLoad", [NormalLoad::from(sine()), NormalLoad::lifting(sine())].map(under));
    let plain = || from_fn::<Line, _>(|_, motion| -motion.flow);
    census.choices("FromFn", [law(plain()), law(plain().as_source())]);
}
