//! How files write limit sets, and the laws with them: which type a law is of, its set and its stiffness
//! say.
//!
//! All these laws have one table, but each pair of a set and a kind of gain is a type of its own. So the values are
//! read twice: once to find the type, once to build it.
//!
//! ```text
//! set         { type = "disc", radius = 0.3 }   ──>  Disc                               ┐
//! stiffness   1e5 ── is_each: false ──────────────>  f64         one number             ├─ P::Law<Disc, f64>
//! stiffness   [1e5, 2e5] ── is_each: true ────────>  Diagonal<V>  one for each axis     ┘
//!                                                                                       │
//! values ──────────────────────────────────────── from_values ──────────────────────────┴─> AnyLaw
//! ```
//! `P`, a [`Site`], says what is built of the pair: [`LimitSetLaw`] a law under a given normal force,
//! [`LimitSetContact`] a contact.

use core::marker::PhantomData;

use nalgebra::Vector2;
use stiction_core::description::Inside;
use stiction_core::{
    AnyLaw, Describe, Description, Domain, Form, Given, Impedance, LawTable, Parameter, Space,
    Value, ValueError, Vector, VectorDomain,
};

use super::{ConvexPolygon, Disc, Ellipsoid, LimitSet, RegularPolygon};
use crate::{
    AxisGain, Coefficient, Diagonal, Gain, LimitSetGsat, Loaded, PointContact, Relaxation,
};

/// Admissible friction per normal force.
#[derive(Describe)]
enum AdmissibleSet<V: Vector> {
    /// A disc: the same limit in all directions.
    Disc {
        /// Radius: the friction coefficient.
        radius: f64,
    },
    /// An ellipse or ellipsoid along the axes: grooves, a grain.
    Ellipsoid {
        /// Friction coefficients along the axes.
        semi_axes: V,
    },
    /// A regular polygon; in a plane.
    RegularPolygon {
        /// Number of sides, at least 3.
        #[field(within(3.0, 1_048_576.0, "must be from 3 to 1048576"))]
        sides: usize,
        /// Least friction coefficient: the distance of the sides.
        apothem: f64,
        /// Direction of the first corner \[rad\].
        #[field(default = 0.0)]
        phase: f64,
    },
    /// A convex polygon with the origin inside; in a plane.
    ConvexPolygon {
        /// Corners, counter-clockwise, at least 3.
        #[field(length(3, usize::MAX, "must be at least 3"))]
        vertices: Vec<[f64; 2]>,
    },
}

/// Each set is one of the kinds.
macro_rules! sets {
    ($([$($v:ident)?] $set:ty, $of:ty, $kind:pat => $new:expr, $own:ident => $written:expr;)+) => {$(
        impl $(<$v: Vector>)? Parameter for $set {
            fn form() -> Form {
                AdmissibleSet::<$of>::form()
            }
            fn value(&self) -> Value {
                let $own = self;
                let written: AdmissibleSet<$of> = $written;
                written.value()
            }
            fn of(value: Value) -> Result<Self, ValueError> {
                // The kind chose the type of the set, so another kind is a bug of the caller.
                match AdmissibleSet::<$of>::of(value)? {
                    $kind => Ok($new?),
                    _ => Err(ValueError::new("is another set")),
                }
            }
        }
    )+};
}
sets! {
    [] Disc, Vector2<f64>, AdmissibleSet::Disc { radius } => Self::new(radius),
        set => AdmissibleSet::Disc { radius: set.radius() };
    [V] Ellipsoid<V>, V, AdmissibleSet::Ellipsoid { semi_axes } => Self::new(semi_axes),
        set => AdmissibleSet::Ellipsoid { semi_axes: set.semi_axes() };
    [] RegularPolygon, Vector2<f64>,
        AdmissibleSet::RegularPolygon { sides, apothem, phase } => Self::new(sides, apothem, phase),
        set => AdmissibleSet::RegularPolygon {
            sides: set.sides(), apothem: set.apothem(), phase: set.phase(),
        };
    [] ConvexPolygon, Vector2<f64>,
        AdmissibleSet::ConvexPolygon { vertices } => {
            let vertices: Vec<_> = vertices.into_iter().map(Vector2::from).collect();
            Self::new(&vertices)
        },
        set => AdmissibleSet::ConvexPolygon { vertices: set.vertices().map(Into::into).collect() };
}

/// A place for a law with a set.
pub(crate) trait Site<V: Vector> {
    type Domain: Domain;
    /// The law with a set and a stiffness.
    type Law<S: LimitSet<V> + Parameter, G: Gain<V> + AxisGain>: Describe<Built = Self::Law<S, G>>
        + Impedance<Domain = Self::Domain>;
}

/// Spaces with sets: only in a plane there are polygons.
pub(crate) trait Sets: Vector {
    fn polygon<P: Site<Self>>(
        _: &Value,
        _: bool,
        _: Vec<Value>,
    ) -> Result<AnyLaw<P::Domain>, ValueError> {
        // The space of the connection is a type, but the set comes from a file: only here do they meet.
        let message = "a polygon is a set of forces in a plane, but the connection is one of 1 or 3 \
                       axes";
        Err(ValueError::new(message).inside("type").inside("set"))
    }
}

impl Sets for f64 {}
impl Sets for nalgebra::Vector3<f64> {}
impl Sets for Vector2<f64> {
    fn polygon<P: Site<Self>>(
        set: &Value,
        is_each: bool,
        values: Vec<Value>,
    ) -> Result<AnyLaw<P::Domain>, ValueError> {
        match AdmissibleSet::<Self>::of(set.clone()).inside("set")? {
            AdmissibleSet::RegularPolygon { .. } => {
                with_set::<Self, P, RegularPolygon>(is_each, values)
            }
            // `law` has dealt with the sets that are no polygons.
            _ => with_set::<Self, P, ConvexPolygon>(is_each, values),
        }
    }
}

/// Returns the law of a type that its set and its stiffness say, from the values of that type.
fn law<V: Sets, P: Site<V>>(
    set: &Value,
    [stiffness, damping]: [(&'static str, &Value); 2],
    values: Vec<Value>,
) -> Result<AnyLaw<P::Domain>, ValueError> {
    let is_each = matches!(stiffness.1, Value::Numbers(_));
    if is_each != matches!(damping.1, Value::Numbers(_)) {
        let message =
            format!("must be a number or a list like `{}`, one for each axis", stiffness.0);
        return Err(ValueError::new(message).inside(damping.0));
    }
    // The law would refuse a bad list too, but would not call it by the name that this table has for it.
    for (name, given) in [stiffness, damping].into_iter().filter(|_| is_each) {
        let gain = Diagonal::new(V::of(given.clone()).inside(name)?);
        gain.map_err(|mut error| {
            error.parameter = name;
            error
        })?;
    }
    match AdmissibleSet::<V>::of(set.clone()).inside("set")? {
        AdmissibleSet::Disc { .. } => with_set::<V, P, Disc>(is_each, values),
        AdmissibleSet::Ellipsoid { .. } => with_set::<V, P, Ellipsoid<V>>(is_each, values),
        _ => V::polygon::<P>(set, is_each, values),
    }
}

fn with_set<V: Vector, P: Site<V>, S: LimitSet<V> + Parameter>(
    is_each: bool,
    values: Vec<Value>,
) -> Result<AnyLaw<P::Domain>, ValueError> {
    let mut given = Given::new(values);
    Ok(if is_each {
        Box::new(P::Law::<S, Diagonal<V>>::from_values(&mut given)?)
    } else {
        Box::new(P::Law::<S, f64>::from_values(&mut given)?)
    })
}

/// Friction with a limit set under a given normal force.
pub(crate) struct LimitSetLaw<D>(PhantomData<D>);

impl<D: VectorDomain> Site<D::Vector> for LimitSetLaw<D> {
    type Domain = D;
    type Law<S: LimitSet<D::Vector> + Parameter, G: Gain<D::Vector> + AxisGain> =
        Loaded<LimitSetGsat<S, G>, D>;
}

impl<D: VectorDomain> LawTable for LimitSetLaw<D>
where
    D::Vector: Sets,
{
    type Domain = D;
    // One of the types stands for all: every set has the table of `AdmissibleSet`, and a `Diagonal` also takes one
    // number.
    const TABLE: &'static Description =
        Loaded::<LimitSetGsat<Ellipsoid<D::Vector>, Diagonal<D::Vector>>, D>::DESCRIPTION;
    fn law(given: &mut Given) -> Result<AnyLaw<D>, ValueError> {
        let [of_law, force] = given.next_values();
        let Value::Record(of_law) = of_law else { return Err(ValueError::new("is no law")) };
        // The values are in the order of the fields of `LimitSetGsat`; its relaxation, the fifth, is not needed.
        let [set, _, stiffness, damping] = Given::new(of_law.clone()).next_values();
        let gains = [("stiffness", &stiffness), ("damping", &damping)];
        law::<D::Vector, Self>(&set, gains, vec![Value::Record(of_law), force])
    }
}

/// A contact of a point with a plane with a limit set of your own.
///
/// Only its table is used: the values go on to a contact with a law, whose parameters are called as if
/// they were not tangential.
#[derive(Describe)]
#[describe(tag = "limit_set_contact")]
pub(crate) struct LimitSetContact<V: Vector> {
    /// Normal stiffness \[N/m\].
    pub stiffness: f64,
    /// Normal damping \[N s/m\].
    pub damping: f64,
    /// Admissible friction per normal force.
    #[field(part)]
    pub set: Ellipsoid<V>,
    /// Factor on the set, or a curve of it over the sliding speed.
    #[field(default = Coefficient::default())]
    pub coefficient: Coefficient,
    /// Tangential stiffness \[N/m\]: a number, or one per axis; that of the normal by default.
    #[field(default = None)]
    pub tangential_stiffness: Option<Diagonal<V>>,
    /// Tangential damping \[N s/m\]: a number, or one per axis; that of the normal by default.
    #[field(default = None)]
    pub tangential_damping: Option<Diagonal<V>>,
    /// How the stage length enters.
    #[field(default = Relaxation::default())]
    pub relaxation: Relaxation,
}

/// Renames the parameters in an error of the inner law to those of the contact.
fn in_contact(mut error: ValueError) -> ValueError {
    // `law.stiffness` of the built contact is `tangential_stiffness` in the table.
    if error.path.first().is_some_and(|name| name == "law") {
        error.path.remove(0);
        for name in ["stiffness", "damping"] {
            if error.path.first().is_some_and(|first| first == name) {
                let own = format!("tangential_{name}");
                error.message = error.message.replacen(name, &own, 1);
                error.path[0] = own;
            }
        }
    }
    error
}

type OfContact = LimitSetContact<Vector2<f64>>;

impl Site<Vector2<f64>> for OfContact {
    type Domain = Space;
    type Law<S: LimitSet<Vector2<f64>> + Parameter, G: Gain<Vector2<f64>> + AxisGain> =
        PointContact<LimitSetGsat<S, G>>;
}

impl LawTable for OfContact {
    type Domain = Space;
    const TABLE: &'static Description = Self::DESCRIPTION;
    fn law(given: &mut Given) -> Result<AnyLaw<Space>, ValueError> {
        let [stiffness, damping, set, coefficient, along, against, relaxation] =
            given.next_values();
        let or = |given, normal: &Value| {
            if given == Value::Absent { normal.clone() } else { given }
        };
        let (along, against) = (or(along, &stiffness), or(against, &damping));
        let gains = [("tangential_stiffness", &along), ("tangential_damping", &against)];
        // The table is flat, but the contact contains a law: the values are grouped in the order of the fields.
        let of_law = [&set, &coefficient, &along, &against, &relaxation].map(Value::clone);
        let values = vec![stiffness, damping, Value::Record(of_law.into())];
        law::<_, Self>(&set, gains, values).map_err(in_contact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;
    use stiction_core::AnyImpedance;
    use stiction_core::{Line, NormalLoad, Plane};

    fn gsat<V, S, G>(set: S, gains: [G; 2]) -> LimitSetGsat<S, G>
    where
        V: Vector,
        S: LimitSet<V>,
        G: Gain<V> + AxisGain,
    {
        let [stiffness, damping] = gains;
        let law = LimitSetGsat::builder().set(set).coefficient(0.9).stiffness(stiffness);
        law.damping(damping)
            .relaxation(Relaxation::Constant { stage_damping: 0.3 })
            .build()
            .unwrap()
    }

    /// Asserts that a law and the law of its values are of one type, with the same parameters to the bit.
    fn same<T: LawTable>(law: impl Impedance, values: Vec<Value>) {
        let again = T::law(&mut Given::new(values)).unwrap();
        assert_eq!(format!("{again:?}"), format!("{law:?}"));
        assert_eq!(AnyImpedance::type_name(&again), AnyImpedance::type_name(&law));
    }

    fn same_loaded<D: VectorDomain>(law: impl Impedance + Describe)
    where
        D::Vector: Sets,
    {
        let values = law.values();
        same::<LimitSetLaw<D>>(law, values);
    }

    /// Asserts the same of a contact, which has the parameters of its law beside its own.
    fn same_in_contact(contact: impl Impedance + Describe) {
        let mut values = contact.values();
        let Some(Value::Record(of_law)) = values.pop() else { panic!("{values:?}") };
        values.extend(of_law);
        same::<OfContact>(contact, values);
    }

    /// Asserts that every set comes back, with one number for all axes, and with one for each.
    fn of_both<D: VectorDomain>(set: impl LimitSet<D::Vector> + Parameter + Clone)
    where
        D::Vector: Sets,
    {
        let each = |gain: f64| {
            Diagonal::new(D::Vector::from_axes(|axis| gain + 0.1 * axis as f64)).unwrap()
        };
        let load = NormalLoad::lifting(2.0);
        let law = gsat::<D::Vector, _, _>(set.clone(), [1e3, 7.0]);
        let law = Loaded::<_, D>::builder().law(law).normal_force(load.clone());
        same_loaded::<D>(law.build().unwrap());
        let law = gsat::<D::Vector, _, _>(set, [each(1e3), each(7.0)]);
        let law = Loaded::<_, D>::builder().law(law).normal_force(load);
        same_loaded::<D>(law.build().unwrap());
    }

    #[test]
    fn every_set_comes_back_from_its_values() {
        let disc = || Disc::new(0.1 + 0.2).unwrap();
        of_both::<Line>(disc());
        of_both::<Plane>(disc());
        of_both::<Space>(disc());
        of_both::<Line>(Ellipsoid::new(0.3).unwrap());
        of_both::<Plane>(Ellipsoid::new(vector![0.3, 0.7]).unwrap());
        of_both::<Space>(Ellipsoid::new(vector![0.3, 0.7, 0.0]).unwrap());
        let regular = || RegularPolygon::new(5, 0.4, 0.2).unwrap();
        let corners = [vector![0.5, -0.2], vector![0.1, 0.6], vector![-0.4, -0.3]];
        let convex = || ConvexPolygon::new(&corners).unwrap();
        of_both::<Plane>(regular());
        of_both::<Plane>(convex());
        let contact = |law| PointContact::builder().stiffness(1e4).damping(3.0).law(law);
        same_in_contact(contact(gsat(regular(), [1e3, 7.0])).build().unwrap());
        let each = [vector![1e3, 2e3], vector![7.0, 8.0]].map(|gain| Diagonal::new(gain).unwrap());
        let contact = PointContact::builder().stiffness(1e4).damping(3.0).law(gsat(convex(), each));
        same_in_contact(contact.build().unwrap());
    }

    fn refused<T: LawTable>(values: Vec<Value>) -> (String, String) {
        let Err(error) = T::law(&mut Given::new(values)) else { panic!("accepted") };
        (error.path.join("."), error.message)
    }

    #[test]
    fn what_is_wrong_is_named() {
        let number = Value::Number;
        let disc = |radius| Value::Choice(0, vec![number(radius)]);
        let of_law = |set, damping| {
            Value::Record(vec![set, Value::Absent, number(1e3), damping, Value::Absent])
        };
        let law = |set, damping| vec![of_law(set, damping), number(1.0)];
        let (path, message) = refused::<LimitSetLaw<Plane>>(law(disc(-1.0), number(1.0)));
        assert_eq!(path, "set.radius");
        assert!(message.contains("radius = -1 must be finite and not negative"), "{message}");
        let pair = Value::Numbers(vec![1.0, 2.0]);
        let (path, message) = refused::<LimitSetLaw<Plane>>(law(disc(1.0), pair));
        assert_eq!((&*path, message.contains("a list like `stiffness`")), ("damping", true));
        let polygon = Value::Choice(2, vec![number(4.0), number(0.3), Value::Absent]);
        let (path, message) = refused::<LimitSetLaw<Line>>(law(polygon, number(1.0)));
        assert_eq!((&*path, message.starts_with("a polygon is a set")), ("set.type", true));
        assert_eq!(refused::<LimitSetLaw<Line>>(vec![]).0, "");
        // Errors of the law use the parameter names of the contact.
        let contact = vec![number(1e3), number(1.0), disc(0.3), Value::Absent, number(-2.0)];
        let (path, message) = refused::<OfContact>(contact);
        assert_eq!(path, "tangential_stiffness");
        assert!(message.contains("tangential_stiffness = -2 must be"), "{message}");
    }
}
