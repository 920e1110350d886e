//! Maps: how the motion of what is connected becomes the motion that a law sees.

use nalgebra::{Quaternion, Vector2, Vector3};
use stiction_core::{
    Coupling, Direct, Domain, Line, PlanarFrame, Plane, PortDomains, Pose, Shaft, Space,
    SpatialFrame, VectorDomain,
};
use stiction_mechanics::{
    Along, ArmPoint, Between, BodyPoint, Differential, Footprint, HingeAngle, InFrame, PlanarPoint,
    PointsBetween, Reaction, RelativeFrame, SphereOnPlane, Transmission,
};
use stiction_network::{AnyPort, Ports};

use crate::error::{Fault, Inside};
use crate::law::LawDomain;
use crate::port::DomainPort;
use crate::tagged::{parameters, tagged};
use crate::value::Numbers;

tagged! {
    /// How the motion of what is connected becomes the motion that the law sees.
    Map, "map" {
        /// The motion of the port itself.
        "direct" => Direct(Itself),
        /// The second port relative to the first, for points and shafts: the effort acts on the second,
        /// its opposite on the first.
        "between" => Between(Framed),
        /// A gear, a rack and pinion, a lever.
        "transmission" => Transmission(Ratio),
        /// A weighted sum of two motions.
        "differential" => Differential(Weights),
        /// Along a direction.
        "along" => Along(Direction),
        /// A point of a planar body.
        "planar_point" => PlanarPoint(PointInPlane),
        /// A point of a rigid body.
        "body_point" => BodyPoint(PointInSpace),
        /// A point of the second rigid body relative to a point of the first, in world axes: the force
        /// acts on the second, its opposite on the first.
        "points_between" => PointsBetween(TwoPoints),
        /// The lowest point of a sphere seen from a plane.
        "sphere_on_plane" => SphereOnPlane(Sphere),
        /// The angle of a hinge between two rigid bodies, the parent first: the child turned about the z
        /// axis of the parent's joint frame. The torque acts on the child, its opposite on the parent.
        "hinge_angle" => HingeAngle(Joint),
        /// The joint frame of a child seen from that of its parent, in axes of the latter. The parent is
        /// the first port: the wrench acts on the child, its opposite on the parent.
        "relative_frame" => RelativeFrame(RelativeJoint),
        /// A rigid body's print on the ground, as a planar body.
        "footprint" => Footprint(Print),
        /// A point of an arm: the end of the last of the links that it is connected to.
        "arm_point" => ArmPoint(PointOfArm),
    }
}

parameters! {
    /// The motion of the port itself.
    #[derive(Default)]
    Itself {
        /// A frame of the world in which it is seen; z is the normal of a contact. For points in
        /// space.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub frame: Option<FrameOf>,
    }
    /// The axes along which the difference is seen.
    #[derive(Default)]
    Framed {
        /// A frame of the world; z is the normal of a contact. For points in space.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub frame: Option<FrameOf>,
    }
    /// A ratio of speeds.
    Ratio {
        /// `line` or `shaft`: what the law sees.
        #[serde(default)]
        pub to: crate::value::DomainName,
        /// Output over input; m/rad between a shaft and a line.
        pub ratio: f64,
    }
    /// Weights of two motions.
    Weights {
        /// `line` or `shaft`: what the law sees.
        #[serde(default)]
        pub to: crate::value::DomainName,
        /// Of the first and of the second port.
        pub weights: [f64; 2],
    }
    /// A direction.
    Direction {
        /// Of any length but zero.
        pub direction: Numbers,
        /// Where the coordinate is zero [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub origin: Option<Numbers>,
    }
    /// A point of a body.
    PointInPlane {
        /// Body coordinates [m].
        pub point: [f64; 2],
    }
    /// A point of a body.
    PointInSpace {
        /// Body coordinates [m].
        pub point: [f64; 3],
        /// A frame of the world in which the point is seen; z is the normal of a contact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub frame: Option<FrameOf>,
    }
    /// Points of two bodies.
    TwoPoints {
        /// On the first body [m].
        #[serde(default)]
        pub first: [f64; 3],
        /// On the second body [m].
        #[serde(default)]
        pub second: [f64; 3],
        /// A frame of the world in which the difference is seen; z is the normal of a contact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub frame: Option<FrameOf>,
    }
    /// A sphere.
    Sphere {
        /// Radius [m].
        pub radius: f64,
        /// Normal of the plane, towards the sphere.
        #[serde(default = "up")]
        pub normal: [f64; 3],
        /// A frame of the world in which the point is seen, with z along the normal of a tilted plane.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub frame: Option<FrameOf>,
    }
    /// Joint frames of two bodies; where they are does not matter to the angle.
    #[derive(Default)]
    Joint {
        /// On the first body, the parent.
        #[serde(default)]
        pub parent: AxesOf,
        /// On the second body, the child.
        #[serde(default)]
        pub child: AxesOf,
    }
    /// Joint frames of two bodies.
    #[derive(Default)]
    RelativeJoint {
        /// On the first body, the parent.
        #[serde(default)]
        pub parent: FrameOf,
        /// On the second body, the child.
        #[serde(default)]
        pub child: FrameOf,
        /// Whether the opposite force acts on the parent where the child's frame is.
        #[serde(default)]
        pub reaction_at_child: bool,
    }
    /// A print on the ground.
    #[derive(Default)]
    Print {
        /// Height of the support [m].
        #[serde(default)]
        pub support_height: f64,
    }
    /// A point of an arm.
    PointOfArm {
        /// Lengths of the links [m]; the last is the distance of the point along its link.
        #[schemars(length(min = 1, max = 6))]
        pub lengths: Vec<f64>,
        /// Position of the first joint [m].
        #[serde(default)]
        pub base: [f64; 2],
    }
    /// The axes of a frame.
    AxesOf {
        /// Their orientation (w, x, y, z), of any length but zero.
        #[serde(default = "aligned")]
        pub orientation: [f64; 4],
    }
    /// A frame.
    FrameOf {
        /// Its origin [m].
        #[serde(default)]
        pub position: [f64; 3],
        /// Its orientation (w, x, y, z), of any length but zero.
        #[serde(default = "aligned")]
        pub orientation: [f64; 4],
    }
}

const fn up() -> [f64; 3] {
    [0.0, 0.0, 1.0]
}
const fn aligned() -> [f64; 4] {
    [1.0, 0.0, 0.0, 0.0]
}

impl Default for AxesOf {
    fn default() -> Self {
        Self { orientation: aligned() }
    }
}
impl AxesOf {
    const fn pose(&self) -> Pose {
        let [w, x, y, z] = self.orientation;
        Pose { position: Vector3::new(0.0, 0.0, 0.0), orientation: Quaternion::new(w, x, y, z) }
    }
}
impl Default for FrameOf {
    fn default() -> Self {
        Self { position: [0.0; 3], orientation: aligned() }
    }
}
impl Default for Map {
    fn default() -> Self {
        Self::Direct(Itself::default())
    }
}

impl FrameOf {
    fn quaternion(&self) -> Quaternion<f64> {
        let [w, x, y, z] = self.orientation;
        Quaternion::new(w, x, y, z)
    }
    fn pose(&self) -> Pose {
        Pose { position: Vector3::from(self.position), orientation: self.quaternion() }
    }
}

/// A coupling of any type.
pub(crate) type AnyMap<F, T> = Box<dyn Coupling<From = F, To = T>>;

/// Takes a coupling with its ports.
pub(crate) trait Connect {
    fn connect<D, P>(self, map: AnyMap<P::Domains, D>, ports: P) -> Result<(), Fault>
    where
        D: LawDomain,
        P: Ports;
}

impl Map {
    /// Finds the coupling for the domains of the ports and hands it to `site`.
    pub(crate) fn resolve(&self, ports: &[DomainPort], site: impl Connect) -> Result<(), Fault> {
        match self {
            Self::Direct(itself) => direct(itself, ports, site),
            Self::Between(framed) => between(framed, ports, site),
            Self::Transmission(ratio) => transmission(ratio, ports, site),
            Self::Differential(weights) => differential(weights, ports, site),
            Self::Along(direction) => match ports {
                [DomainPort::Plane(port)] => along(direction, port, site),
                [DomainPort::Space(port)] => along(direction, port, site),
                _ => refuse("along", "one point in a plane or in space", ports),
            },
            Self::PlanarPoint(point) => {
                let [DomainPort::PlanarFrame(port)] = ports else {
                    return refuse("planar_point", "one planar body", ports);
                };
                let map = PlanarPoint::builder().point(Vector2::from(point.point)).build()?;
                site.connect::<Plane, _>(Box::new(map), port.clone())
            }
            Self::BodyPoint(point) => {
                let [DomainPort::SpatialFrame(port)] = ports else {
                    return refuse("body_point", "one rigid body", ports);
                };
                let map = BodyPoint::builder().point(Vector3::from(point.point)).build()?;
                framed(map, point.frame.as_ref(), port.clone(), site)
            }
            Self::ArmPoint(point) => arm_point(point, ports, site),
            Self::SphereOnPlane(sphere) => {
                let [DomainPort::SpatialFrame(port)] = ports else {
                    return refuse("sphere_on_plane", "one rigid body", ports);
                };
                let map = SphereOnPlane::builder().radius(sphere.radius);
                let map = map.normal(Vector3::from(sphere.normal)).build()?;
                framed(map, sphere.frame.as_ref(), port.clone(), site)
            }
            Self::Footprint(print) => {
                let [DomainPort::SpatialFrame(port)] = ports else {
                    return refuse("footprint", "one rigid body", ports);
                };
                let map = Footprint::builder().support_height(print.support_height).build()?;
                site.connect::<PlanarFrame, _>(Box::new(map), port.clone())
            }
            Self::PointsBetween(points) => {
                points.resolve(two_bodies("points_between", ports)?, site)
            }
            Self::HingeAngle(joint) => joint.resolve(two_bodies("hinge_angle", ports)?, site),
            Self::RelativeFrame(joint) => joint.resolve(two_bodies("relative_frame", ports)?, site),
        }
    }
}

type TwoBodies = (AnyPort<SpatialFrame>, AnyPort<SpatialFrame>);

fn two_bodies(map: &str, ports: &[DomainPort]) -> Result<TwoBodies, Fault> {
    let [DomainPort::SpatialFrame(first), DomainPort::SpatialFrame(second)] = ports else {
        return refuse(map, "two rigid bodies", ports);
    };
    Ok((first.clone(), second.clone()))
}

impl TwoPoints {
    fn resolve(&self, ports: TwoBodies, site: impl Connect) -> Result<(), Fault> {
        let map = PointsBetween::builder().first(Vector3::from(self.first));
        let map = map.second(Vector3::from(self.second)).build()?;
        framed(map, self.frame.as_ref(), ports, site)
    }
}

impl Joint {
    fn resolve(&self, ports: TwoBodies, site: impl Connect) -> Result<(), Fault> {
        let map = HingeAngle::builder().parent(self.parent.pose()).child(self.child.pose());
        site.connect::<Shaft, _>(Box::new(map.build()?), ports)
    }
}

impl RelativeJoint {
    fn resolve(&self, ports: TwoBodies, site: impl Connect) -> Result<(), Fault> {
        let reaction =
            if self.reaction_at_child { Reaction::AtChildPoint } else { Reaction::AtParentPoint };
        let map = RelativeFrame::builder().parent(self.parent.pose()).child(self.child.pose());
        site.connect::<SpatialFrame, _>(Box::new(map.reaction(reaction).build()?), ports)
    }
}

fn refuse<T>(map: &str, needs: &str, ports: &[DomainPort]) -> Result<T, Fault> {
    let found: Vec<_> = ports.iter().map(DomainPort::domain).collect();
    let message = format!("`{map}` connects {needs}, found: {}", found.join(", "));
    Err(Fault::new(message).inside("type"))
}

fn not_in_a_frame() -> Result<(), Fault> {
    Err(Fault::new("only points in space can be seen in a frame").inside("frame"))
}

fn direct(itself: &Itself, ports: &[DomainPort], site: impl Connect) -> Result<(), Fault> {
    if itself.frame.is_some() {
        let [DomainPort::Space(port)] = ports else { return not_in_a_frame() };
        return framed(Direct::<Space>::new(), itself.frame.as_ref(), port.clone(), site);
    }
    macro_rules! each {
        ($($name:ident),+) => {
            match ports {
                $([DomainPort::$name(port)] => {
                    site.connect::<$name, _>(Box::new(Direct::<$name>::new()), port.clone())
                })+
                [_, _] => {
                    Err(Fault::new("two ports need a `map`, such as { type = \"between\" }"))
                }
                _ => refuse("direct", "one port", ports),
            }
        };
    }
    each!(Line, Shaft, Plane, Space, PlanarFrame, SpatialFrame)
}

fn between(given: &Framed, ports: &[DomainPort], site: impl Connect) -> Result<(), Fault> {
    if let (Some(_), [DomainPort::Line(_) | DomainPort::Shaft(_) | DomainPort::Plane(_), ..]) =
        (&given.frame, ports)
    {
        return not_in_a_frame();
    }
    macro_rules! each {
        ($($name:ident),+) => {
            match ports {
                $([DomainPort::$name(a), DomainPort::$name(b)] => site
                    .connect::<$name, _>(Box::new(Between::<$name>::new()), (a.clone(), b.clone())),)+
                [DomainPort::Space(a), DomainPort::Space(b)] => {
                    let ports = (a.clone(), b.clone());
                    framed(Between::<Space>::new(), given.frame.as_ref(), ports, site)
                }
                _ => refuse("between", "two ports of one kind, points or shafts", ports),
            }
        };
    }
    each!(Line, Shaft, Plane)
}

fn transmission(ratio: &Ratio, ports: &[DomainPort], site: impl Connect) -> Result<(), Fault> {
    use crate::value::DomainName as Name;
    macro_rules! each {
        ($($from:ident to $to:ident),+) => {
            match (ports, ratio.to) {
                $(([DomainPort::$from(port)], Name::$to) => {
                    let map = Transmission::<$from, $to>::builder().ratio(ratio.ratio).build()?;
                    site.connect::<$to, _>(Box::new(map), port.clone())
                })+
                ([DomainPort::Line(_) | DomainPort::Shaft(_)], _) => {
                    Err(Fault::new("must be line or shaft").inside("to"))
                }
                _ => refuse("transmission", "one line or shaft", ports),
            }
        };
    }
    each!(Line to Line, Line to Shaft, Shaft to Line, Shaft to Shaft)
}

fn differential(weights: &Weights, ports: &[DomainPort], site: impl Connect) -> Result<(), Fault> {
    use crate::value::DomainName as Name;
    macro_rules! each {
        ($($a:ident and $b:ident to $to:ident),+) => {
            match (ports, weights.to) {
                $(([DomainPort::$a(first), DomainPort::$b(second)], Name::$to) => {
                    let map = Differential::<$a, $b, $to>::builder().weights(weights.weights);
                    let ports = (first.clone(), second.clone());
                    site.connect::<$to, _>(Box::new(map.build()?), ports)
                })+
                ([_, _], to) if !matches!(to, Name::Line | Name::Shaft) => {
                    Err(Fault::new("must be line or shaft").inside("to"))
                }
                _ => refuse("differential", "two lines or shafts", ports),
            }
        };
    }
    each!(
        Line and Line to Line, Line and Shaft to Line, Shaft and Line to Line,
        Shaft and Shaft to Line, Line and Line to Shaft, Line and Shaft to Shaft,
        Shaft and Line to Shaft, Shaft and Shaft to Shaft
    )
}

fn along<D: VectorDomain>(
    along: &Direction,
    port: &AnyPort<D>,
    site: impl Connect,
) -> Result<(), Fault>
where
    Along<D>: Coupling<From = D, To = Line>,
{
    let map = Along::<D>::builder()
        .direction(along.direction.to().inside("direction")?)
        .origin(Numbers::or_zero(along.origin.as_ref()).inside("origin")?);
    site.connect::<Line, _>(Box::new(map.build()?), port.clone())
}

/// The map itself, or seen in a frame of the world.
fn framed<M, P>(map: M, frame: Option<&FrameOf>, ports: P, site: impl Connect) -> Result<(), Fault>
where
    M: Coupling<From = P::Domains, To = Space>,
    P: Ports,
    P::Domains: PortDomains,
{
    let Some(frame) = frame else { return site.connect::<Space, _>(Box::new(map), ports) };
    let map = InFrame::builder().map(map).origin(Vector3::from(frame.position));
    let map = map.orientation(frame.quaternion()).build().inside("frame")?;
    site.connect::<Space, _>(Box::new(map), ports)
}

fn arm_point(point: &PointOfArm, ports: &[DomainPort], site: impl Connect) -> Result<(), Fault> {
    let count = point.lengths.len();
    if !(1..=6).contains(&count) {
        let message = format!("must be a list of 1 to 6 lengths, found {count}");
        return Err(Fault::new(message).inside("lengths"));
    }
    let joints: Option<Vec<&AnyPort<Shaft>>> = ports
        .iter()
        .map(|port| if let DomainPort::Shaft(joint) = port { Some(joint) } else { None })
        .collect();
    let Some(joints) = joints.filter(|joints| joints.len() == point.lengths.len()) else {
        let needs = format!("as many joints as it has lengths, {}", point.lengths.len());
        return refuse("arm_point", &needs, ports);
    };
    macro_rules! each {
        ($($count:literal),+) => {
            match joints.len() {
                $($count => arm_point_of::<$count>(point, &joints, site),)+
                _ => refuse("arm_point", "1 to 6 joints", ports),
            }
        };
    }
    each!(1, 2, 3, 4, 5, 6)
}

fn arm_point_of<const K: usize>(
    point: &PointOfArm,
    joints: &[&AnyPort<Shaft>],
    site: impl Connect,
) -> Result<(), Fault> {
    let mut lengths = [0.0; K];
    lengths.copy_from_slice(&point.lengths);
    let map = ArmPoint::<K>::builder().lengths(lengths).base(Vector2::from(point.base)).build()?;
    let ports: [AnyPort<Shaft>; K] = core::array::from_fn(|i| joints[i].clone());
    site.connect::<Plane, _>(Box::new(map), ports)
}

/// The origin of a domain, for the port `ground`.
pub(crate) fn ground_like(port: &DomainPort) -> DomainPort {
    fn ground<D: Domain>() -> AnyPort<D> {
        stiction_network::Ground::default().into()
    }
    match port {
        DomainPort::Line(_) => ground::<Line>().into(),
        DomainPort::Shaft(_) => ground::<Shaft>().into(),
        DomainPort::Plane(_) => ground::<Plane>().into(),
        DomainPort::Space(_) => ground::<Space>().into(),
        DomainPort::PlanarFrame(_) => ground::<PlanarFrame>().into(),
        DomainPort::SpatialFrame(_) => ground::<SpatialFrame>().into(),
    }
}
