//! Domains of ports that are known at run time only.

use core::any::TypeId;

use nalgebra::Quaternion;

use crate::{Domain, Flat, Motion, Pose, Wrench};

/// The domain of a port, known at run time: the constants and functions of a [`Domain`].
#[derive(Clone, Copy, Debug)]
pub struct AnyDomain {
    /// Name in messages, [`Domain::NAME`].
    pub name: &'static str,
    /// Name in files, [`Domain::TAG`].
    pub tag: &'static str,
    /// Names of the scalars of a flow.
    pub flow_names: &'static [&'static str],
    /// Names of the scalars of an effort.
    pub effort_names: &'static [&'static str],
    /// Number of the scalars of a pose.
    pub pose_len: usize,
    /// Number of the scalars of a flow, and of an effort.
    pub flow_len: usize,
    /// Place of the quaternion in a pose, [`Domain::QUATERNION`].
    pub quaternion: Option<usize>,
    pose_names: &'static [&'static str],
    id: fn() -> TypeId,
    power: fn(&[f64], &[f64]) -> f64,
    in_space: fn(&[f64]) -> Option<Pose>,
    effort_in_space: fn(&[f64]) -> Option<Wrench>,
    valid_pose: fn(&mut [f64]),
    moved: fn(&mut [f64], f64),
}

impl AnyDomain {
    /// Returns the description of a domain.
    #[must_use]
    pub const fn of<D: Domain>() -> Self {
        Self {
            name: D::NAME,
            tag: D::TAG,
            flow_names: D::FLOW_NAMES,
            effort_names: D::EFFORT_NAMES,
            pose_len: <D::Pose as Flat>::LEN,
            flow_len: <D::Flow as Flat>::LEN,
            quaternion: D::QUATERNION,
            pose_names: D::POSE_NAMES,
            id: TypeId::of::<D>,
            power: |flow, effort| D::power(&Flat::load(flow), &Flat::load(effort)),
            in_space: |pose| D::in_space(&Flat::load(pose)),
            effort_in_space: |effort| D::effort_in_space(&Flat::load(effort)),
            valid_pose: |pose| D::valid_pose(Flat::load(pose)).store(pose),
            moved: |motion, h| Motion::<D>::load(motion).moved(h).store(motion),
        }
    }

    /// Returns [`Self::of`] as a static reference.
    #[must_use]
    #[inline(always)]
    pub const fn get<D: Domain>() -> &'static Self {
        const { &Self::of::<D>() }
    }

    /// Returns whether its motions are a coordinate and its rate, as those of a joint are.
    #[must_use]
    pub const fn is_coordinate(&self) -> bool {
        self.pose_len == 1 && self.flow_len == 1
    }

    /// Returns which domain it is.
    #[must_use]
    pub fn id(&self) -> TypeId {
        (self.id)()
    }

    /// Returns the number of the scalars of a motion: pose, then flow.
    #[must_use]
    pub const fn motion_len(&self) -> usize {
        self.pose_len + self.flow_len
    }

    /// Returns the name of a scalar of a motion; "variable" if the domain names none.
    #[must_use]
    pub fn motion_name(&self, index: usize) -> &'static str {
        let name = match index.checked_sub(self.pose_len) {
            None => self.pose_names.get(index),
            Some(index) => self.flow_names.get(index),
        };
        name.copied().unwrap_or("variable")
    }

    /// Returns the power of a flow and an effort \[W\].
    #[must_use]
    pub fn power(&self, flow: &[f64], effort: &[f64]) -> f64 {
        (self.power)(flow, effort)
    }

    /// Returns where a pose is in space; see [`Domain::in_space`].
    #[must_use]
    pub fn in_space(&self, pose: &[f64]) -> Option<Pose> {
        (self.in_space)(&pose[..self.pose_len])
    }

    /// Returns an effort as force and moment in space; see [`Domain::effort_in_space`].
    #[must_use]
    pub fn effort_in_space(&self, effort: &[f64]) -> Option<Wrench> {
        (self.effort_in_space)(effort)
    }

    /// Returns the length of the quaternion of a pose, if it has one; a length of zero is not an orientation.
    #[must_use]
    pub fn quaternion_length(&self, pose: &[f64]) -> Option<f64> {
        let [w, x, y, z] = *pose[self.quaternion?..].first_chunk()?;
        Some(Quaternion::new(w, x, y, z).norm())
    }

    /// Makes the pose of a motion a valid one; see [`Domain::valid_pose`].
    pub fn make_valid(&self, motion: &mut [f64]) {
        (self.valid_pose)(&mut motion[..self.pose_len]);
    }

    /// Moves on for a short time `h` \[s\], the flow held; see [`Motion::moved`].
    pub fn advance(&self, motion: &mut [f64], h: f64) {
        (self.moved)(motion, h);
    }
}

/// Cuts the motions of ports, one after the other in a row, into those of each.
pub fn motions_of<'a>(
    domains: &'a [AnyDomain],
    mut motions: &'a [f64],
) -> impl Iterator<Item = (&'a AnyDomain, &'a [f64])> {
    domains.iter().map(move |domain| {
        let (own, rest) = motions.split_at(domain.motion_len());
        motions = rest;
        (domain, own)
    })
}

/// Does something to the motion of each port in a row.
pub fn change_motions(
    domains: &[AnyDomain],
    mut motions: &mut [f64],
    mut change: impl FnMut(&AnyDomain, &mut [f64]),
) {
    for domain in domains {
        let (own, rest) = motions.split_at_mut(domain.motion_len());
        motions = rest;
        change(domain, own);
    }
}
