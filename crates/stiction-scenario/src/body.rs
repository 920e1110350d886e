//! Bodies and other things that forces move.

use nalgebra::{Matrix3, Vector2, Vector3};
use stiction_core::{
    Admittance, Domain, Flat, Line, Motion, PlanarFrame, PlanarPose, PlanarTwist, Plane, Pose,
    Shaft, Space, SpatialFrame, Twist, VectorDomain,
};
use stiction_mechanics::{Link, PlanarArm, PlanarBody, PointMass, RigidBody};
use stiction_network::{AnyPort, Frame, Handle, NetworkBuilder};

use crate::channel::Channels;
use crate::described::Known;
use crate::error::{Fault, Inside};
use crate::port::DomainPort;
use crate::tagged::{Tagged, by_type, parameters, tagged};
use crate::text::{Fields, Node};
use crate::value::{DomainName, Numbers};

/// A body and how it starts.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Body {
    /// What it is.
    #[serde(flatten)]
    pub kind: BodyKind,
    /// Its motion at time zero.
    #[serde(default, skip_serializing_if = "Start::is_rest")]
    pub start: Start,
}

tagged! {
    /// What a body is.
    BodyKind, "body" {
        /// A mass without rotation.
        "point_mass" => PointMass(Mass),
        /// A wheel, a motor, a link about one axis.
        "rotor" => Rotor(Rotor),
        /// A rigid body in a plane.
        "planar_body" => PlanarBody(Planar),
        /// A rigid body in space.
        "rigid_body" => RigidBody(Rigid),
        /// An arm of links with revolute joints in a plane; its ports are `name[0]`, `name[1]`, … for one
        /// link too.
        "planar_arm" => PlanarArm(Arm),
    }
}

parameters! {
    /// A mass without rotation.
    Mass {
        /// `line`, `plane` or `space`.
        #[serde(default)]
        pub domain: DomainName,
        /// Mass [kg].
        pub mass: f64,
        /// Acceleration of free fall [m/s²].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub gravity: Option<Numbers>,
    }
    /// Something that turns about one axis.
    Rotor {
        /// Moment of inertia [kg m²].
        pub inertia: f64,
        /// Angular acceleration without any torque [rad/s²], as that of free fall.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub gravity: f64,
    }
    /// A rigid body in a plane.
    Planar {
        /// Mass [kg].
        pub mass: f64,
        /// Moment of inertia about its centre of mass [kg m²].
        pub inertia: f64,
        /// Acceleration of free fall [m/s²].
        #[serde(default)]
        pub gravity: [f64; 2],
    }
    /// A rigid body in space; give its shape or its inertia.
    Rigid {
        /// Mass [kg].
        pub mass: f64,
        /// Shape of a homogeneous body.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub shape: Option<Solid>,
        /// Inertia about the centre of mass, body axes [kg m²]: its three principal moments, or its
        /// nine entries by rows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(
            length(min = 3, max = 9),
            extend("oneOf" = [{ "maxItems": 3 }, { "minItems": 9 }])
        )]
        pub inertia: Option<Vec<f64>>,
        /// Acceleration of free fall [m/s²].
        #[serde(default)]
        pub gravity: [f64; 3],
        /// Whether the quaternion is pulled back to unit length after a step.
        #[serde(default = "yes")]
        pub renormalise: bool,
    }
    /// An arm in a plane.
    Arm {
        /// From the base outwards.
        #[schemars(length(min = 1, max = 32))]
        pub links: Vec<LinkOf>,
        /// Acceleration of free fall [m/s²].
        #[serde(default)]
        pub gravity: [f64; 2],
    }
    /// A link; without centre and inertia, a uniform rod.
    LinkOf {
        /// Mass [kg].
        pub mass: f64,
        /// Length [m].
        pub length: f64,
        /// Distance of the centre of mass from the joint [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub center: Option<f64>,
        /// Moment of inertia about the centre of mass [kg m²].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub inertia: Option<f64>,
    }
    /// The motion at time zero; what is not given is zero.
    #[derive(Default)]
    Start {
        /// Position [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub position: Option<Numbers>,
        /// Angle [rad]; a list for an arm.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub angle: Option<Numbers>,
        /// Orientation (w, x, y, z), of any length but zero.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub orientation: Option<[f64; 4]>,
        /// Velocity [m/s].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub velocity: Option<Numbers>,
        /// Angular velocity [rad/s]; a list for an arm.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub angular_velocity: Option<Numbers>,
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
const fn is_zero(value: &f64) -> bool {
    *value == 0.0
}
const fn yes() -> bool {
    true
}

by_type! {
    /// A homogeneous body.
    Solid = "Solid", SolidByKey {
        /// A solid sphere.
        Sphere {
            /// Radius [m].
            radius: f64,
        },
        /// A thin spherical shell.
        HollowSphere {
            /// Radius [m].
            radius: f64,
        },
        /// A cuboid.
        Cuboid {
            /// Edges [m].
            sizes: [f64; 3],
        },
        /// A cylinder along z.
        Cylinder {
            /// Radius [m].
            radius: f64,
            /// Length [m].
            length: f64,
        },
        /// A slender rod along x.
        Rod {
            /// Length [m].
            length: f64,
            /// Moment of inertia about its axis [kg m²].
            axial_inertia: f64,
        },
    }
}

impl Start {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_rest(&self) -> bool {
        *self == Self::default()
    }

    /// Refuses what a body of this kind does not have.
    fn only(&self, kind: &str, known: &[&str]) -> Result<(), Fault> {
        let given = [
            ("position", self.position.is_some()),
            ("angle", self.angle.is_some()),
            ("orientation", self.orientation.is_some()),
            ("velocity", self.velocity.is_some()),
            ("angular_velocity", self.angular_velocity.is_some()),
        ];
        match given.iter().find(|(name, given)| *given && !known.contains(name)) {
            None => Ok(()),
            Some((name, _)) => {
                let known = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
                let message = format!("a {kind} has no `{name}`, only {}", known.join(" and "));
                Err(Fault::new(message).inside(*name))
            }
        }
    }

    fn linear<D: VectorDomain>(&self) -> Result<Motion<D>, Fault> {
        self.only("point mass", &["position", "velocity"])?;
        Ok(Motion {
            pose: Numbers::or_zero(self.position.as_ref()).inside("position")?,
            flow: Numbers::or_zero(self.velocity.as_ref()).inside("velocity")?,
        })
    }

    fn rotary(&self) -> Result<Motion<Shaft>, Fault> {
        self.only("rotor", &["angle", "angular_velocity"])?;
        Ok(Motion {
            pose: Numbers::or_zero(self.angle.as_ref()).inside("angle")?,
            flow: Numbers::or_zero(self.angular_velocity.as_ref()).inside("angular_velocity")?,
        })
    }

    fn planar(&self) -> Result<Motion<PlanarFrame>, Fault> {
        self.only("planar body", &["position", "angle", "velocity", "angular_velocity"])?;
        let pose = PlanarPose {
            position: Numbers::or_zero(self.position.as_ref()).inside("position")?,
            angle: Numbers::or_zero(self.angle.as_ref()).inside("angle")?,
        };
        let flow = PlanarTwist {
            linear: Numbers::or_zero(self.velocity.as_ref()).inside("velocity")?,
            angular: Numbers::or_zero(self.angular_velocity.as_ref()).inside("angular_velocity")?,
        };
        Ok(Motion { pose, flow })
    }

    fn spatial(&self) -> Result<Motion<SpatialFrame>, Fault> {
        self.only("rigid body", &["position", "orientation", "velocity", "angular_velocity"])?;
        let position = Numbers::or_zero(self.position.as_ref()).inside("position")?;
        let given = self.orientation.unwrap_or([1.0, 0.0, 0.0, 0.0]);
        let orientation = crate::value::orientation(given).inside("orientation")?;
        let flow = Twist {
            linear: Numbers::or_zero(self.velocity.as_ref()).inside("velocity")?,
            angular: Numbers::or_zero(self.angular_velocity.as_ref()).inside("angular_velocity")?,
        };
        Ok(Motion { pose: Pose { position, orientation }, flow })
    }

    fn joints(&self, count: usize) -> Result<Vec<Motion<Shaft>>, Fault> {
        self.only("planar arm", &["angle", "angular_velocity"])?;
        let list = |numbers: &Option<Numbers>, key: &str| match numbers {
            None => Ok(vec![0.0; count]),
            Some(numbers) if numbers.as_slice().len() == count => Ok(numbers.as_slice().to_vec()),
            Some(numbers) => {
                let found = numbers.as_slice().len();
                let message =
                    format!("must be a list of {count}, one for each joint, found {found}");
                Err(Fault::new(message).inside(key))
            }
        };
        let angles = list(&self.angle, "angle")?;
        let rates = list(&self.angular_velocity, "angular_velocity")?;
        Ok(angles.into_iter().zip(rates).map(|(pose, flow)| Motion { pose, flow }).collect())
    }
}

/// What became of a body: its ports and what can be recorded of it.
pub(crate) struct BuiltBody {
    pub(crate) ports: Vec<DomainPort>,
    pub(crate) channels: Channels,
}

impl Body {
    /// Reads a body: `start` beside the parameters of its kind.
    pub(crate) fn read(node: Node<'_>, known: &Known) -> Result<Self, Fault> {
        let mut fields = Fields::of("body", node)?;
        let start = fields.read("start")?.unwrap_or_default();
        Ok(Self { kind: BodyKind::read(fields.rest(), known)?, start })
    }

    pub(crate) fn add(&self, name: &str, net: &mut NetworkBuilder) -> Result<BuiltBody, Fault> {
        match &self.kind {
            BodyKind::PointMass(mass) => match mass.domain {
                DomainName::Line => self.add_mass::<Line>(mass, name, net),
                DomainName::Plane => self.add_mass::<Plane>(mass, name, net),
                DomainName::Space => self.add_mass::<Space>(mass, name, net),
                _ => Err(Fault::new("must be line, plane or space").inside("domain")),
            },
            BodyKind::Rotor(rotor) => {
                let body = PointMass::<Shaft>::builder().mass(rotor.inertia);
                let body = body.gravity(rotor.gravity).build().map_err(|mut error| {
                    if error.parameter == "mass" {
                        error.parameter = "inertia";
                    }
                    error
                })?;
                let start = self.start.rotary().inside("start")?;
                one_port(name, net, body, start)
            }
            BodyKind::PlanarBody(planar) => {
                let body = PlanarBody::builder().mass(planar.mass).inertia(planar.inertia);
                let body = body.gravity(Vector2::from(planar.gravity)).build()?;
                one_port(name, net, body, self.start.planar().inside("start")?)
            }
            BodyKind::RigidBody(rigid) => {
                one_port(name, net, rigid.build()?, self.start.spatial().inside("start")?)
            }
            BodyKind::PlanarArm(arm) => {
                let links = arm.links.iter().enumerate();
                let links =
                    links.map(|(i, link)| link.build().inside(i.to_string()).inside("links"));
                let links = links.collect::<Result<Vec<_>, _>>()?;
                let count = links.len();
                let body = PlanarArm::builder().links(links).gravity(Vector2::from(arm.gravity));
                let start = self.start.joints(count).inside("start")?;
                let handle = insert(name, net, body.build()?, start)?;
                let names = (0..count)
                    .flat_map(|i| [format!("{name}[{i}].angle"), format!("{name}[{i}].rate")]);
                let channels = Channels::new(names.collect(), move |frame, out| {
                    for motion in frame.motions(handle)? {
                        out.extend([motion.pose, motion.flow]);
                    }
                    Ok(())
                });
                let port = |i| AnyPort::from(handle.port_at(i)).into();
                Ok(BuiltBody { ports: (0..count).map(port).collect(), channels })
            }
        }
    }

    fn add_mass<D: VectorDomain>(
        &self,
        mass: &Mass,
        name: &str,
        net: &mut NetworkBuilder,
    ) -> Result<BuiltBody, Fault>
    where
        DomainPort: From<AnyPort<D>>,
    {
        let gravity = Numbers::or_zero(mass.gravity.as_ref()).inside("gravity")?;
        let body = PointMass::<D>::builder().mass(mass.mass).gravity(gravity).build()?;
        one_port(name, net, body, self.start.linear().inside("start")?)
    }
}

fn insert<A: Admittance>(
    name: &str,
    net: &mut NetworkBuilder,
    body: A,
    start: impl Into<stiction_network::Start<A::Domain>>,
) -> Result<Handle<A>, Fault> {
    let refused =
        |error: stiction_network::NetworkError| Fault::new(error.to_string()).inside("start");
    let handle = net.add(body, start).map_err(refused)?;
    net.name(handle, name).map_err(refused)?;
    Ok(handle)
}

fn one_port<A: Admittance>(
    name: &str,
    net: &mut NetworkBuilder,
    body: A,
    start: Motion<A::Domain>,
) -> Result<BuiltBody, Fault>
where
    DomainPort: From<AnyPort<A::Domain>>,
{
    let handle = insert(name, net, body, start)?;
    let names = A::Domain::POSE_NAMES.iter().chain(A::Domain::FLOW_NAMES);
    let names = names.map(|scalar| format!("{name}.{scalar}")).collect();
    let channels = Channels::new(names, move |frame: &Frame<'_>, out| {
        let motion = frame.motion(handle)?;
        let start = out.len();
        out.resize(start + Motion::<A::Domain>::LEN, 0.0);
        motion.store(&mut out[start..]);
        Ok(())
    });
    Ok(BuiltBody { ports: vec![AnyPort::from(handle.port()).into()], channels })
}

impl Rigid {
    fn build(&self) -> Result<RigidBody, Fault> {
        let mass = self.mass;
        let body = match (&self.shape, &self.inertia) {
            (Some(shape), None) => match *shape {
                Solid::Sphere { radius } => RigidBody::sphere(mass, radius),
                Solid::HollowSphere { radius } => RigidBody::hollow_sphere(mass, radius),
                Solid::Cuboid { sizes } => RigidBody::cuboid(mass, Vector3::from(sizes)),
                Solid::Cylinder { radius, length } => RigidBody::cylinder(mass, radius, length),
                Solid::Rod { length, axial_inertia } => RigidBody::rod(mass, length, axial_inertia),
            }
            .map_err(|error| {
                if error.parameter == "mass" {
                    error.into()
                } else {
                    Fault::from(error).inside("shape")
                }
            })?,
            (None, Some(entries)) => {
                let tensor = match entries[..] {
                    [x, y, z] => Matrix3::from_diagonal(&Vector3::new(x, y, z)),
                    _ if entries.len() == 9 => Matrix3::from_row_slice(entries),
                    _ => {
                        let found = entries.len();
                        let message = format!("must have 3 or 9 entries, found {found}");
                        return Err(Fault::new(message).inside("inertia"));
                    }
                };
                RigidBody::builder().mass(mass).inertia(tensor).build()?
            }
            _ => return Err(Fault::new("a rigid_body needs one of `shape` and `inertia`")),
        };
        let body = body.with_gravity(Vector3::from(self.gravity))?;
        Ok(body.with_renormalise(self.renormalise))
    }
}

impl LinkOf {
    fn build(&self) -> Result<Link, Fault> {
        Ok(match (self.center, self.inertia) {
            (None, None) => Link::uniform_rod(self.mass, self.length)?,
            (Some(center), Some(inertia)) => {
                let link = Link::builder().mass(self.mass).length(self.length);
                link.center(center).inertia(inertia).build()?
            }
            _ => {
                return Err(Fault::new(
                    "a link needs both `center` and `inertia`, or none of them",
                ));
            }
        })
    }
}
