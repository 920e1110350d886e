//! Recording of a film while a simulation runs.

use stiction_core::{Domain, Pose, Shaft};
use stiction_network::{
    Connected, Frame, LawPicture, Network, Observer, Picture, PortPicture, SimulationError,
};

use crate::plot::{Film, FilmBody, FilmLaw, FilmPad};

/// Records a film of a simulation at equal intervals: shapes, places, forces, stick and slip.
///
/// ```
/// use stiction::prelude::*;
/// use stiction::record::Scene;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut net = NetworkBuilder::new();
/// let ball = net.add(RigidBody::sphere(0.3, 0.2)?, Motion::default())?;
/// net.name(ball, "ball")?;
/// let mut sim = Simulation::new(net.build()?, Tableau::rk4(), 1e-3)?;
/// let mut scene = Scene::every_seconds(0.04);
/// sim.run_observed(1.0, &mut scene)?;
/// let film = scene.into_film();
/// assert_eq!((film.times.len(), film.bodies[0].name.as_str()), (26, "ball"));
/// // `Section::new("Motion").film(film)` puts it into a page.
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    every: f64,
    next: f64,
    film: Film,
    /// The prescribed motions that are drawn as bodies: law and end.
    drives: Vec<(usize, usize)>,
}

/// Part of the time between two frames that counts as rounding.
const ROUNDING: f64 = 1e-6;

impl Scene {
    /// Takes a frame at the start, and at the first step at or after every multiple of `seconds` \[s\]; a value that is
    /// not positive takes one at every step.
    #[must_use]
    pub fn every_seconds(seconds: f64) -> Self {
        Self { every: seconds, next: f64::NEG_INFINITY, film: Film::default(), drives: vec![] }
    }

    /// Returns the film.
    #[must_use]
    pub fn into_film(self) -> Film {
        self.film
    }

    fn begin(&mut self, network: &Network, picture: &Picture) {
        let named = |name: Option<&str>, kind: &str| name.unwrap_or(kind).to_owned();
        let bodies =
            network.admittances().into_iter().zip(&picture.bodies).map(|(body, seen)| FilmBody {
                name: named(body.name, &body.type_name),
                shapes: seen.seen.iter().map(|seen| seen.shape.clone()).collect(),
                turns: turns(seen.ports.first()),
                ..FilmBody::default()
            });
        self.film.bodies = bodies.collect();
        // A drive of several connections is one body.
        let mut drives: Vec<(*const (), usize)> = vec![];
        let laws = network.impedances().into_iter().zip(&picture.laws).enumerate();
        let laws: Vec<_> = laws
            .map(|(index, (law, acting))| {
                let name = named(law.name, &law.type_name);
                let ends = law.ends.iter().enumerate().map(|(end, to)| match *to {
                    Connected::Admittance { index, port } => Some((index, port)),
                    Connected::Ground => None,
                    Connected::Prescribed { drive } => {
                        let drive = core::ptr::from_ref(drive).cast::<()>();
                        if let Some((_, body)) = drives.iter().find(|(known, _)| *known == drive) {
                            let of_all = &mut self.film.bodies[*body].name;
                            of_all.push_str(", ");
                            of_all.push_str(&name);
                            return Some((*body, 0));
                        }
                        self.drives.push((index, end));
                        drives.push((drive, self.film.bodies.len()));
                        self.film.bodies.push(FilmBody {
                            name: format!("drive of {name}"),
                            turns: turns(acting.ends.get(end)),
                            is_prescribed: true,
                            ..FilmBody::default()
                        });
                        Some((self.film.bodies.len() - 1, 0))
                    }
                });
                let ends: Vec<_> = ends.collect();
                let joint = joint_of(&ends, acting, picture);
                FilmLaw {
                    ends,
                    name,
                    kind: law.type_name,
                    place_count: acting.places.len() + usize::from(joint.is_some()),
                    pad: acting.pad.as_ref().map(|_| FilmPad::default()),
                    ..FilmLaw::default()
                }
            })
            .collect();
        self.film.laws = laws;
    }

    fn take(&mut self, time: f64, picture: &Picture) {
        self.film.times.push(time);
        let count = picture.bodies.len();
        let (bodies, drives) = self.film.bodies.split_at_mut(count);
        for (body, seen) in bodies.iter_mut().zip(&picture.bodies) {
            if seen.seen.is_empty() {
                seen.ports.iter().for_each(|port| add_port(body, port));
            } else {
                seen.seen.iter().for_each(|seen| add_pose(&mut body.poses, &seen.pose));
            }
        }
        for (body, (law, end)) in drives.iter_mut().zip(&self.drives) {
            let end = picture.laws.get(*law).and_then(|law| law.ends.get(*end));
            end.into_iter().for_each(|end| add_port(body, end));
        }
        for (law, acting) in self.film.laws.iter_mut().zip(&picture.laws) {
            add_law(law, acting);
            law.places.extend(joint_of(&law.ends, acting, picture).into_iter().flatten());
        }
    }
}

/// Returns the joint that a law without a place in space acts on.
fn joint_of(
    ends: &[Option<(usize, usize)>],
    acting: &LawPicture,
    picture: &Picture,
) -> Option<[f64; 3]> {
    let &Some((index, port)) = ends.first().filter(|_| acting.places.is_empty())? else {
        return None;
    };
    picture.bodies.get(index)?.ports.get(port)?.joint
}

fn turns(port: Option<&PortPicture>) -> bool {
    port.is_some_and(|port| port.domain == Shaft::TAG)
}

fn add_port(body: &mut FilmBody, port: &PortPicture) {
    match &port.pose {
        Some(pose) => add_pose(&mut body.poses, pose),
        None => body.firsts.push(port.first),
    }
}

fn add_pose(numbers: &mut Vec<f64>, pose: &Pose) {
    let (p, q) = (pose.position, pose.orientation);
    numbers.extend([p.x, p.y, p.z, q.w, q.i, q.j, q.k]);
}

fn add_law(law: &mut FilmLaw, acting: &LawPicture) {
    law.places.extend(acting.places.iter().flat_map(|place| <[f64; 3]>::from(place.position)));
    law.firsts.push(acting.first);
    if let Some(pad) = &mut law.pad {
        pad.push(acting.pad.as_ref());
    }
    law.modes.extend(acting.mode);
    let deflection = |i: usize| acting.deflection.get(i).copied().unwrap_or_default();
    let Some(axes) = acting.places.first().map(|place| place.orientation) else {
        if acting.mode.is_some() {
            law.deflections.extend([deflection(0), 0.0, 0.0]);
        }
        return;
    };
    let turned = |x: f64, y: f64, z: f64| {
        let vector = nalgebra::Vector3::new(x, y, z);
        <[f64; 3]>::from(nalgebra::UnitQuaternion::from_quaternion(axes) * vector)
    };
    if let Some(effort) = &acting.effort {
        law.forces.extend(turned(effort.force.x, effort.force.y, effort.force.z));
    }
    if acting.mode.is_some() {
        law.deflections.extend(turned(deflection(0), deflection(1), 0.0));
    }
}

impl Observer for Scene {
    fn start(&mut self, _: &Frame<'_>, _: f64) -> Result<(), SimulationError> {
        (self.next, self.film) = (f64::NEG_INFINITY, Film::default());
        self.drives.clear();
        Ok(())
    }

    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        if frame.time() < self.next {
            return Ok(());
        }
        let picture = frame.picture();
        if self.film.times.is_empty() {
            self.begin(frame.network(), &picture);
        }
        self.take(frame.time(), &picture);
        // The next multiple, a little early, so that rounding leaves no frame out.
        let passed = (frame.time() / self.every + ROUNDING).floor();
        self.next = if self.every > 0.0 {
            (passed + 1.0 - ROUNDING) * self.every
        } else {
            f64::NEG_INFINITY
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use stiction::prelude::*;

    use super::*;

    /// Returns a film of blocks on one belt or on a belt each, with a spring that holds the first one.
    fn film(blocks: usize, is_one_belt: bool) -> Film {
        let mut net = NetworkBuilder::new();
        let belt =
            || Prescribed::<Line, _>::new(|stage: &Stage| Motion::new(0.1 * stage.time, 0.1));
        let shared = belt();
        for k in 0..blocks {
            let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
            let mass = net.add(mass, Motion::default()).unwrap();
            net.name(mass, format!("block{k}")).unwrap();
            let law = GsatFriction::<Line>::builder().stiffness(1e4).damping(10.0).limit(1.0);
            let drive = if is_one_belt { shared.clone() } else { belt() };
            let ends = (drive, mass.port());
            let wire = net.connect(law.build().unwrap(), Between::new(), ends).unwrap();
            net.name_wire(wire, format!("rub{k}")).unwrap();
        }
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
        let mut scene = Scene::every_seconds(0.01);
        sim.run_observed(0.05, &mut scene).unwrap();
        scene.into_film()
    }

    #[test]
    fn a_drive_of_several_connections_is_one_body() {
        for blocks in 1..4 {
            let film = film(blocks, true);
            assert_eq!(film.bodies.len(), blocks + 1);
            let belt = &film.bodies[blocks];
            assert!(belt.is_prescribed && belt.firsts.len() == film.times.len());
            assert!((belt.firsts[belt.firsts.len() - 1] - 0.005).abs() < 1e-12);
            let ends = film.laws.iter().map(|law| law.ends[0]);
            assert!(ends.into_iter().all(|end| end == Some((blocks, 0))));
        }
        assert_eq!(film(2, true).bodies[2].name, "drive of rub0, rub1");
        // The control: two belts with equal motions are still two.
        assert_eq!(film(2, false).bodies.len(), 4);
    }
}
