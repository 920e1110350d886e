//! Friction with a limit set of one's own, under a given load or in the contact of a point.

use core::marker::PhantomData;

use nalgebra::Vector2;
use stiction_core::{Domain, ParameterError, Plane, Space, Vector, VectorDomain};
use stiction_friction::{
    AxisGain, ConvexPolygon, Diagonal, Disc, Ellipsoid, Gain, LimitSet, LimitSetGsat, Loaded,
    LoadedFriction, PointContact, RegularPolygon,
};

use crate::curve::{Level, RelaxationChoice};
use crate::error::{Fault, Inside};
use crate::folder::Folder;
use crate::signal::Signal;
use crate::tagged::{by_type, parameters};
use crate::value::Numbers;
use stiction_core::AnyLaw;

parameters! {
    /// Friction with a limit set under a given normal force.
    LimitSetLaw {
        /// Admissible friction per normal force.
        pub set: AdmissibleSet,
        /// Factor on the set, or a curve of it over the sliding speed.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        pub coefficient: Level,
        /// Stiffness of the stuck element [N/m] or [N m/rad]: a number, or one per axis.
        pub stiffness: Numbers,
        /// Damping of the stuck element [N s/m] or [N m s/rad]: a number, or one per axis, like the
        /// stiffness.
        pub damping: Numbers,
        /// Normal force [N].
        pub normal_force: Signal,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
    }
    /// A contact of a point with a plane with a limit set.
    LimitSetContactLaw {
        /// Normal stiffness [N/m].
        pub stiffness: f64,
        /// Normal damping [N s/m].
        pub damping: f64,
        /// Admissible friction per normal force.
        pub set: AdmissibleSet,
        /// Factor on the set, or a curve of it over the sliding speed.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        pub coefficient: Level,
        /// Tangential stiffness [N/m]: a number, or one per axis; that of the normal by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tangential_stiffness: Option<Numbers>,
        /// Tangential damping [N s/m]: a number, or one per axis; that of the normal by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tangential_damping: Option<Numbers>,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
    }
}

const fn one() -> Level {
    Level::Constant(1.0)
}
fn is_one(level: &Level) -> bool {
    *level == one()
}

by_type! {
    /// Admissible friction per normal force.
    AdmissibleSet = "AdmissibleSet", SetByKey {
        /// The same in all directions.
        Disc {
            /// Radius: the friction coefficient.
            radius: f64,
        },
        /// An ellipse or ellipsoid along the axes: grooves, a grain.
        Ellipsoid {
            /// Friction coefficients along the axes.
            semi_axes: Numbers,
        },
        /// A regular polygon; in a plane.
        RegularPolygon {
            /// Number of sides, at least 3.
            #[schemars(range(min = 3, max = 1_048_576))]
            sides: usize,
            /// Least friction coefficient: the distance of the sides.
            apothem: f64,
            /// Angle of the normal of the first side [rad].
            #[serde(default)]
            phase: f64,
        },
        /// A convex polygon with the origin inside; in a plane.
        ConvexPolygon {
            /// Corners, counter-clockwise.
            #[schemars(length(min = 3))]
            vertices: Vec<[f64; 2]>,
        },
    }
}

/// Where friction with a set acts: takes a law with any set.
trait Site<V: Vector> {
    type Domain: Domain;
    fn put<L: LoadedFriction<V>>(self, law: L) -> Result<AnyLaw<Self::Domain>, Fault>;
}

/// Under a normal force that is given.
struct UnderLoad<'a, D> {
    force: &'a Signal,
    folder: Folder<'a>,
    domain: PhantomData<D>,
}

impl<D: VectorDomain> Site<D::Vector> for UnderLoad<'_, D> {
    type Domain = D;
    fn put<L: LoadedFriction<D::Vector>>(self, law: L) -> Result<AnyLaw<D>, Fault> {
        let force = self.force.load(self.folder).inside("normal_force")?;
        Ok(Box::new(Loaded::<L, D>::builder().law(law).normal_force(force).build()?))
    }
}

/// At a point with a spring along the normal.
struct AtPoint {
    stiffness: f64,
    damping: f64,
}

impl Site<Vector2<f64>> for AtPoint {
    type Domain = Space;
    fn put<L: LoadedFriction<Vector2<f64>>>(self, law: L) -> Result<AnyLaw<Space>, Fault> {
        let contact = PointContact::builder().stiffness(self.stiffness).damping(self.damping);
        Ok(Box::new(contact.law(law).build()?))
    }
}

/// The stuck element, with the names of its stiffness and damping in a file.
struct Stuck<'a> {
    stiffness: (&'static str, &'a Numbers),
    damping: (&'static str, &'a Numbers),
    coefficient: &'a Level,
    relaxation: RelaxationChoice,
}

impl Stuck<'_> {
    /// The law with one number for all axes, or one for each.
    fn law<V, S, P>(&self, set: S, site: P) -> Result<AnyLaw<P::Domain>, Fault>
    where
        V: Vector,
        S: LimitSet<V>,
        P: Site<V>,
    {
        match (self.stiffness.1, self.damping.1) {
            (Numbers::One(stiffness), Numbers::One(damping)) => {
                site.put(self.with_gains::<V, S, f64>(set, *stiffness, *damping)?)
            }
            (Numbers::List(_), Numbers::List(_)) => {
                let diagonal = |(name, numbers): (&'static str, &Numbers)| {
                    let gain = Diagonal::new(numbers.to::<V>().inside(name)?);
                    gain.map_err(|mut error: ParameterError| {
                        error.parameter = name;
                        Fault::from(error)
                    })
                };
                let gains = (diagonal(self.stiffness)?, diagonal(self.damping)?);
                site.put(self.with_gains::<V, S, Diagonal<V>>(set, gains.0, gains.1)?)
            }
            _ => {
                let (stiffness, damping) = (self.stiffness.0, self.damping.0);
                let message =
                    format!("must be a number or a list like `{stiffness}`, one for each axis");
                Err(Fault::new(message).inside(damping))
            }
        }
    }

    fn with_gains<V, S, G>(
        &self,
        set: S,
        stiffness: G,
        damping: G,
    ) -> Result<LimitSetGsat<S, G>, Fault>
    where
        V: Vector,
        S: LimitSet<V>,
        G: Gain<V> + AxisGain,
    {
        let law = LimitSetGsat::builder()
            .set(set)
            .coefficient(self.coefficient.coefficient().inside("coefficient")?)
            .stiffness(stiffness)
            .damping(damping)
            .relaxation(self.relaxation.into());
        law.build().map_err(|mut error| {
            error.parameter = match error.parameter {
                "stiffness" => self.stiffness.0,
                "damping" => self.damping.0,
                other => other,
            };
            error.into()
        })
    }
}

impl AdmissibleSet {
    /// Hands a set of any dimension over.
    fn round<V: Vector, P: Site<V>>(
        &self,
        stuck: &Stuck<'_>,
        site: P,
    ) -> Result<AnyLaw<P::Domain>, Fault> {
        match self {
            Self::Disc { radius } => stuck.law(Disc::new(*radius).inside("set")?, site),
            Self::Ellipsoid { semi_axes } => {
                let semi_axes = semi_axes.to::<V>().inside("semi_axes").inside("set")?;
                stuck.law(Ellipsoid::new(semi_axes).inside("set")?, site)
            }
            Self::RegularPolygon { .. } | Self::ConvexPolygon { .. } => {
                let message = "a polygon is a set of forces in a plane, but the connection is one \
                               of 1 or 3 axes";
                Err(Fault::new(message).inside("type").inside("set"))
            }
        }
    }

    /// Hands a set in the plane over.
    fn planar<P: Site<Vector2<f64>>>(
        &self,
        stuck: &Stuck<'_>,
        site: P,
    ) -> Result<AnyLaw<P::Domain>, Fault> {
        match self {
            Self::RegularPolygon { sides, apothem, phase } => {
                let set = RegularPolygon::new(*sides, *apothem, *phase).inside("set")?;
                stuck.law(set, site)
            }
            Self::ConvexPolygon { vertices } => {
                let vertices: Vec<_> = vertices.iter().map(|[x, y]| Vector2::new(*x, *y)).collect();
                stuck.law(ConvexPolygon::new(&vertices).inside("set")?, site)
            }
            _ => self.round(stuck, site),
        }
    }
}

impl LimitSetLaw {
    const fn stuck(&self) -> Stuck<'_> {
        Stuck {
            stiffness: ("stiffness", &self.stiffness),
            damping: ("damping", &self.damping),
            coefficient: &self.coefficient,
            relaxation: self.relaxation,
        }
    }

    const fn site<'a, D>(&'a self, folder: Folder<'a>) -> UnderLoad<'a, D> {
        UnderLoad { force: &self.normal_force, folder, domain: PhantomData }
    }

    pub(crate) fn build<D: VectorDomain>(&self, folder: Folder<'_>) -> Result<AnyLaw<D>, Fault> {
        self.set.round(&self.stuck(), self.site(folder))
    }

    pub(crate) fn build_planar(&self, folder: Folder<'_>) -> Result<AnyLaw<Plane>, Fault> {
        self.set.planar(&self.stuck(), self.site(folder))
    }
}

impl LimitSetContactLaw {
    pub(crate) fn build(&self) -> Result<AnyLaw<Space>, Fault> {
        let normal = [self.stiffness, self.damping].map(Numbers::One);
        let stuck = Stuck {
            stiffness: (
                "tangential_stiffness",
                self.tangential_stiffness.as_ref().unwrap_or(&normal[0]),
            ),
            damping: ("tangential_damping", self.tangential_damping.as_ref().unwrap_or(&normal[1])),
            coefficient: &self.coefficient,
            relaxation: self.relaxation,
        };
        self.set.planar(&stuck, AtPoint { stiffness: self.stiffness, damping: self.damping })
    }
}
