//! The power of components: laws dissipate it, maps pass it on, and maps between bodies keep their momentum.

use std::collections::BTreeSet;

use nalgebra::Vector3;
use stiction_core::coupling::Fit;
use stiction_core::vectors::Lanes;
use stiction_core::{AnyCoupling, AnyDomain, SpatialFrame, change_motions, motions_of};

use super::check::SOURCES;
use super::draw::Draws;
use super::stand::Run;
use crate::Scenario;
use crate::domain::DomainId;

/// Checks that a law on a freely moving body is passive: it dissipates power and feeds none in.
pub(super) fn passive(tag: &str, alone: &Scenario) -> Result<(), String> {
    let mut sim = Run::new(alone, Lanes::One, false).map_err(|error| error.to_string())?.sim;
    sim.watch_energy().map_err(|error| error.to_string())?;
    while sim.time() < 2.0 {
        sim.step().map_err(|error| error.to_string())?;
        let Some(energy) = sim.energy() else { return Err("has no energy".to_owned()) };
        if energy.supplied != 0.0 && !SOURCES.contains(&tag) {
            return Err(format!("is a source of {} J", energy.supplied));
        }
        // A thousand stages are summed, each rounded to 1e-16, with derivatives of energies from differences, exact to
        // 1e-10.
        if energy.dissipated < -1e-9 * energy.turnover {
            return Err(format!("gives {energy:?}"));
        }
    }
    Ok(())
}

/// Maps whose ports are not free bodies: the support of a gear case or of an arm takes the remaining momentum.
const HELD_BY_OTHERS: [&str; 4] = ["differential", "arm_point", "link_point", "link_frame"];

/// Faults of a map.
pub(super) const POWER: &str = "power";
pub(super) const RATE: &str = "rate";
pub(super) const MOMENTUM: &str = "momentum";
pub(super) const ANGULAR_MOMENTUM: &str = "angular momentum";

/// Checks that a map has no faults, except those of a form that fits one law only, the hinge of a paper.
pub(super) fn transposed(tag: &str, map: &dyn AnyCoupling) -> Result<(), String> {
    // `()` is a law that no map knows.
    let is_special = matches!(map.fit(&()), Fit::Wrong(_));
    if is_special && tag != "relative_frame" {
        return Err("fits only one law".to_owned());
    }
    let mut found = faults(map);
    found.retain(|fault| match *fault {
        POWER => true,
        RATE => !is_special,
        _ => !is_special && !HELD_BY_OTHERS.contains(&tag),
    });
    if found.is_empty() { Ok(()) } else { Err(format!("has the faults {found:?}")) }
}

/// Returns the faults of a map at drawn motions and efforts.
pub(super) fn faults(map: &dyn AnyCoupling) -> BTreeSet<&'static str> {
    let (domains, to) = (map.domains(), map.attached());
    let seen = |from: &[f64]| {
        let mut motion = vec![0.0; to.motion_len()];
        map.motion(from, &mut motion);
        motion
    };
    let mut draws = Draws::new("map");
    let mut faults = BTreeSet::new();
    for _ in 0..100 {
        let mut random = |len: usize, size: f64| -> Vec<f64> {
            (0..len).map(|_| size * (2.0 * draws.unit() - 1.0)).collect()
        };
        let mut from = random(domains.iter().map(AnyDomain::motion_len).sum(), 2.0);
        change_motions(domains, &mut from, |domain, motion| domain.make_valid(motion));
        let effort = random(to.flow_len, 9.0);
        let motion = seen(&from);
        let mut efforts = vec![0.0; domains.iter().map(|domain| domain.flow_len).sum()];
        map.efforts(&from, &effort, &mut efforts);
        let ports = on_ports(domains, &from, &efforts);
        faults.extend(power(to, &motion, &effort, &ports).then_some(POWER));
        if domains.len() > 1 || map.flow_is_pose_rate() {
            let moved = |h: f64| {
                let mut from = from.clone();
                change_motions(domains, &mut from, |domain, motion| domain.advance(motion, h));
                seen(&from)
            };
            faults.extend(rate(to, &motion, moved).then_some(RATE));
        }
        faults.extend(momenta(&ports));
    }
    faults
}

/// Motion and effort of a port.
type OnPort<'a> = (&'a AnyDomain, &'a [f64], &'a [f64]);

fn on_ports<'a>(
    domains: &'a [AnyDomain],
    from: &'a [f64],
    mut efforts: &'a [f64],
) -> Vec<OnPort<'a>> {
    let port = |(domain, motion): (&'a AnyDomain, &'a [f64])| {
        let (own, rest) = efforts.split_at(domain.flow_len);
        efforts = rest;
        (domain, motion, own)
    };
    motions_of(domains, from).map(port).collect()
}

/// Returns whether the power behind a map differs from that on its ports.
fn power(to: &AnyDomain, motion: &[f64], effort: &[f64], ports: &[OnPort<'_>]) -> bool {
    let size = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a * b).abs()).sum::<f64>();
    let there = to.power(&motion[to.pose_len..], effort);
    let (mut here, mut scale) = (0.0, size(&motion[to.pose_len..], effort));
    for (domain, motion, effort) in ports {
        here += domain.power(&motion[domain.pose_len..], effort);
        scale += size(&motion[domain.pose_len..], effort);
    }
    // A link behind 14 joints takes some hundred operations, each rounded to 1e-16 of the terms.
    (there - here).abs() > 1e-12 * scale
}

/// Returns whether the pose behind a map, with the ports moved for a short time, moves otherwise than its flow says.
fn rate(to: &AnyDomain, motion: &[f64], moved: impl Fn(f64) -> Vec<f64>) -> bool {
    let said = |h: f64| {
        let mut motion = motion.to_vec();
        to.advance(&mut motion, h);
        motion
    };
    // The difference is of the fifth order in h, with rates of up to a few hundred if a hinge is bent far.
    let h = 1e-4;
    let slope = |a: &[f64], b: &[f64], i: usize, h: f64| (a[i] - b[i]) / (2.0 * h);
    let (near, far) = ([moved(h), moved(-h)], [moved(2.0 * h), moved(-2.0 * h)]);
    let said = [said(0.01 * h), said(-0.01 * h)];
    (0..to.pose_len).any(|i| {
        let close = slope(&near[0], &near[1], i, h);
        // An angle may jump by a turn between the two, and fast rotation makes the difference inaccurate.
        let uncertain = (close - slope(&far[0], &far[1], i, 2.0 * h)).abs();
        let wrong = (close - slope(&said[0], &said[1], i, 0.01 * h)).abs();
        uncertain < 1e-3 && wrong > uncertain + 1e-6
    })
}

/// Returns which sums over the ports do not vanish: of the efforts; in space, of forces and moments.
fn momenta(ports: &[OnPort<'_>]) -> Vec<&'static str> {
    let len = ports[0].0.flow_len;
    if ports.len() < 2 || ports.iter().any(|(domain, ..)| domain.flow_len != len) {
        return vec![];
    }
    let is_lost = |terms: &[f64]| {
        let (sum, size) = (terms.iter().sum::<f64>(), terms.iter().map(|term| term.abs()).sum());
        sum.abs() > 1e-12 * f64::max(1.0, size)
    };
    let all = |of: &dyn Fn(usize, usize) -> f64, len: usize| {
        (0..len).any(|k| is_lost(&(0..ports.len()).map(|port| of(port, k)).collect::<Vec<_>>()))
    };
    // Points and shafts have no orientation, so only momentum can be checked.
    if ports.iter().any(|(domain, ..)| domain.id() != DomainId::of::<SpatialFrame>().id) {
        return Vec::from_iter(all(&|port, k| ports[port].2[k], len).then_some(MOMENTUM));
    }
    let wrench = |port: usize| ports[port].0.effort_in_space(ports[port].2).unwrap();
    let moment = |port: usize| -> Vector3<f64> {
        let place = ports[port].0.in_space(ports[port].1).unwrap().position;
        wrench(port).torque + place.cross(&wrench(port).force)
    };
    let lost = [
        all(&|port, k| wrench(port).force[k], 3).then_some(MOMENTUM),
        all(&|port, k| moment(port)[k], 3).then_some(ANGULAR_MOMENTUM),
    ];
    lost.into_iter().flatten().collect()
}
