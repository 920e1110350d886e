//! Results do not depend on the choice of axes and reference points, nor on reflection.

use super::*;
use stiction::patch::{twist_at, wrench_from};

const TAU: f64 = 1e-5;
/// Tolerance of wrenches whose deflections are rounded by a rotation: \[N\], or a share of larger
/// ones.
const ROUNDING: f64 = 1e-10;

/// Returns the difference, relative for forces of hundreds of newtons, whose rounding is relative.
fn off(found: &PlanarWrench, expected: &PlanarWrench) -> f64 {
    let size = expected.force.amax().max(expected.torque.abs() / 0.01);
    difference(found, expected) / size.max(1.0)
}

/// A moving patch with bent bristles.
#[derive(Clone, Debug)]
struct Scene {
    patch: ContactPatch,
    bristles: Bristles,
    twist: PlanarTwist,
    numbers: [f64; 7],
    mount: PlanarPose,
    body: PlanarPose,
}

fn scenes() -> impl Strategy<Value = Scene> {
    let numbers = prop::array::uniform7(-0.9..0.9_f64);
    (patches(), bristles(), twists(0.01), numbers, poses(0.05), poses(0.5)).prop_map(
        |(patch, bristles, twist, numbers, mount, body)| Scene {
            patch,
            bristles,
            twist,
            numbers,
            mount,
            body,
        },
    )
}

/// Returns a scene without symmetry, for controls.
fn scene() -> Scene {
    let points = [(0.01, 0.0, 1.0), (-0.004, 0.003, 2.0), (0.0, -0.008, 1.5)];
    let points = points.map(|(x, y, share)| (vector![x, y], share));
    Scene {
        patch: ContactPatch::from_points(points).unwrap(),
        bristles: of_the_paper(BristleModel::ElastoPlastic),
        twist: PlanarTwist { linear: vector![4e-3, -2e-3], angular: 0.3 },
        numbers: [0.3, -0.8, 0.6, 0.1, -0.5, 0.7, 0.2],
        mount: pose(0.02, -0.01, 0.4),
        body: pose(0.1, 0.2, -0.7),
    }
}

impl Scene {
    fn internal(&self, kind: Kind) -> Vec<f64> {
        deflections(kind, &self.patch, self.bristles.longest(), &self.numbers)
    }

    fn motion(&self) -> Motion<PlanarFrame> {
        Motion { pose: self.body, flow: self.twist }
    }

    fn wrench(&self, kind: Kind, mount: Mount) -> PlanarWrench {
        let law = self.bristles.friction(kind, &self.patch, mount, LOAD);
        respond(&law, TAU, &self.motion(), &self.internal(kind)).0
    }

    /// Returns how far the friction is from turning with the world, whose new pose is `world`. A
    /// patch in the world is at `place` there.
    fn off_in_a_turned_world(
        &self,
        kind: Kind,
        in_world: bool,
        world: &PlanarPose,
        place: &PlanarPose,
    ) -> f64 {
        let at = if in_world { Mount::in_world } else { Mount::on_body };
        let expected = self.wrench(kind, at(self.mount).unwrap());
        let expected = PlanarWrench { force: turned(world.angle, expected.force), ..expected };
        let moved = Self {
            body: composed(world, &self.body),
            twist: PlanarTwist { linear: turned(world.angle, self.twist.linear), ..self.twist },
            ..self.clone()
        };
        let mount = if in_world { Mount::in_world(*place) } else { Mount::on_body(self.mount) };
        off(&moved.wrench(kind, mount.unwrap()), &expected)
    }

    /// Returns how far the friction is from that of the body described in another frame, with the
    /// pose `frame` in the old one. The patch is at `place` in it.
    fn off_about_another_point(&self, kind: Kind, frame: &PlanarPose, place: &PlanarPose) -> f64 {
        let expected = self.wrench(kind, Mount::on_body(self.mount).unwrap());
        let lever = turned(self.body.angle, frame.position);
        let moved = Self {
            body: composed(&self.body, frame),
            twist: twist_at(&self.twist, &lever),
            ..self.clone()
        };
        let found = moved.wrench(kind, Mount::on_body(*place).unwrap());
        off(&wrench_from(&found, &lever), &expected)
    }

    /// Returns how far the friction is from that of the patch described in another frame, with
    /// bristles in the axes of `axes`. A limit surface is that of the cells, without the grid.
    fn off_in_another_frame(&self, kind: Kind, frame: &PlanarPose, axes: f64) -> f64 {
        let cells = Self { patch: seen_from(&pose(0.0, 0.0, 0.0), &self.patch), ..self.clone() };
        let expected = cells.wrench(kind, Mount::on_body(self.mount).unwrap());
        let mount = Mount::on_body(composed(&self.mount, frame)).unwrap();
        let law = self.bristles.friction(kind, &seen_from(frame, &self.patch), mount, LOAD);
        let internal = seen_in_axes(kind, axes, &cells.internal(kind));
        off(&respond(&law, TAU, &self.motion(), &internal).0, &expected)
    }

    /// Returns the mirror image, with the signs of y and of rotations reversed.
    fn mirrored(&self) -> Self {
        let flip = |v: Vector2<f64>| vector![v.x, -v.y];
        let cells = self.patch.x().iter().zip(self.patch.y()).zip(self.patch.weight());
        let cells = cells.map(|((x, y), weight)| (vector![*x, -*y], *weight));
        let place = |p: PlanarPose| PlanarPose { position: flip(p.position), angle: -p.angle };
        Self {
            patch: ContactPatch::from_points(cells).unwrap(),
            twist: PlanarTwist { linear: flip(self.twist.linear), angular: -self.twist.angular },
            mount: place(self.mount),
            body: place(self.body),
            ..self.clone()
        }
    }
}

proptest! {
    #![proptest_config(crate::config(128, "patches"))]

    #[test]
    fn in_a_turned_world(scene in scenes(), world in poses(0.5), in_world in any::<bool>()) {
        for kind in KINDS {
            let place = composed(&world, &scene.mount);
            let off = scene.off_in_a_turned_world(kind, in_world, &world, &place);
            prop_assert!(off < ROUNDING, "{kind:?}: {off}");
        }
    }

    #[test]
    fn about_another_point_of_the_body(scene in scenes(), frame in poses(0.05)) {
        let home = pose(0.0, 0.0, 0.0);
        let back = PlanarPose {
            position: turned(-frame.angle, home.position - frame.position),
            angle: -frame.angle,
        };
        for kind in KINDS {
            let off = scene.off_about_another_point(kind, &frame, &composed(&back, &scene.mount));
            prop_assert!(off < ROUNDING, "{kind:?}: {off}");
        }
    }

    /// Limit surfaces are excluded: their samples are in the axes of the patch.
    #[test]
    fn counted_from_another_frame_of_the_patch(scene in scenes(), frame in poses(0.05)) {
        for kind in [Kind::Distributed, Kind::Ellipsoid] {
            let off = scene.off_in_another_frame(kind, &frame, frame.angle);
            prop_assert!(off < ROUNDING, "{kind:?}: {off}");
        }
    }

    #[test]
    fn in_a_mirror(scene in scenes()) {
        let cells = Scene { patch: seen_from(&pose(0.0, 0.0, 0.0), &scene.patch), ..scene };
        let mirrored = cells.mirrored();
        for kind in KINDS {
            let wrench = cells.wrench(kind, Mount::on_body(cells.mount).unwrap());
            let expected = PlanarWrench {
                force: vector![wrench.force.x, -wrench.force.y],
                torque: -wrench.torque,
            };
            let mut internal = cells.internal(kind);
            let count = if kind == Kind::Distributed { internal.len() / 2 } else { 1 };
            internal[count..].iter_mut().for_each(|z| *z = -*z);
            let mount = Mount::on_body(mirrored.mount).unwrap();
            let law = mirrored.bristles.friction(kind, &mirrored.patch, mount, LOAD);
            let (found, _) = respond(&law, TAU, &mirrored.motion(), &internal);
            prop_assert!(off(&found, &expected) < ROUNDING, "{kind:?}");
        }
    }

    #[test]
    fn in_the_opposite_motion(scene in scenes()) {
        for kind in KINDS {
            let law = scene.bristles.friction(kind, &scene.patch, Mount::default(), LOAD);
            let internal = scene.internal(kind);
            let (there, there_rate) = respond(&law, TAU, &scene.motion(), &internal);
            let back = PlanarTwist { linear: -scene.twist.linear, angular: -scene.twist.angular };
            let unbent: Vec<_> = internal.iter().map(|z| -z).collect();
            let motion = Motion { flow: back, ..scene.motion() };
            let (back, back_rate) = respond(&law, TAU, &motion, &unbent);
            let opposite = PlanarWrench { force: -back.force, torque: -back.torque };
            prop_assert!(difference(&there, &opposite) < 1e-12, "{kind:?}");
            prop_assert!(there_rate.iter().zip(&back_rate).all(|(a, b)| (a + b).abs() < 1e-12));
        }
    }
}

/// Controls: a patch or motion that is not transformed is noticed.
#[test]
fn a_patch_that_stays_behind_is_found() {
    let (scene, frame) = (scene(), pose(0.01, -0.02, 0.8));
    for kind in KINDS {
        let off = scene.off_in_a_turned_world(kind, true, &frame, &scene.mount);
        assert!(off > 1e-2, "{kind:?}: {off}");
        let off = scene.off_about_another_point(kind, &frame, &scene.mount);
        assert!(off > 1e-2, "{kind:?}: {off}");
        let off = scene.off_in_another_frame(kind, &frame, 0.0);
        assert!(off > 1e-2, "{kind:?}: {off}");
        let there = scene.wrench(kind, Mount::default());
        let mirrored = scene.mirrored().wrench(kind, Mount::default());
        assert!(difference(&there, &mirrored) > 1e-2, "{kind:?}");
    }
}
