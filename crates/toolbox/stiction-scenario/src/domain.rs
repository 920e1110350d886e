//! Domains that are known only at run time, and their names in messages.

use core::any::TypeId;

use stiction_core::{AnyDomain, Domain, PortDomains};

use crate::error::listed;

/// A domain as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainId {
    pub(crate) id: TypeId,
    /// Its name in messages.
    pub(crate) name: &'static str,
    /// Its name in files.
    pub(crate) tag: &'static str,
}

impl DomainId {
    /// Returns the domain of a type.
    #[must_use]
    pub fn of<D: Domain>() -> Self {
        Self { id: TypeId::of::<D>(), name: D::NAME, tag: D::TAG }
    }

    /// Returns the domains of the ports of a map.
    pub(crate) fn of_ports<F: PortDomains>() -> Vec<Self> {
        let one = |domain: &AnyDomain| Self { id: domain.id(), name: domain.name, tag: domain.tag };
        F::DOMAINS.iter().map(one).collect()
    }
}

/// Returns each domain once.
pub(crate) fn distinct(domains: impl IntoIterator<Item = DomainId>) -> Vec<DomainId> {
    let mut found = vec![];
    for domain in domains {
        if !found.contains(&domain) {
            found.push(domain);
        }
    }
    found
}

/// Wording of a domain in messages.
#[derive(Clone, Copy)]
pub(crate) enum Words {
    /// Domain of a law: `a frame in space`.
    Law,
    /// One port: `rigid body`.
    Port,
    /// Several ports: `rigid bodies`.
    Ports,
}

/// Returns a list such as `a line, a shaft, or a point in a plane or in space`.
pub(crate) fn any_of(domains: &[DomainId], words: Words) -> String {
    let known: [(&str, [&str; 3]); 6] = [
        ("line", ["a line", "line", "lines"]),
        ("shaft", ["a shaft", "shaft", "shafts"]),
        ("plane", ["a point in a plane", "point in a plane", "points in a plane"]),
        ("space", ["a point in space", "point in space", "points in space"]),
        ("planar_frame", ["a frame in a plane", "planar body", "planar bodies"]),
        ("spatial_frame", ["a frame in space", "rigid body", "rigid bodies"]),
    ];
    let tags: Vec<&str> = domains.iter().map(|domain| domain.tag).collect();
    let has_both = tags.contains(&"plane") && tags.contains(&"space");
    let mut all = vec![];
    for (tag, said) in known.into_iter().filter(|(tag, _)| tags.contains(tag)) {
        match tag {
            "plane" if has_both => all.push(format!("{} or in space", said[words as usize])),
            "space" if has_both => {}
            _ => all.push(said[words as usize].to_owned()),
        }
    }
    for domain in domains.iter().filter(|domain| known.iter().all(|(tag, _)| *tag != domain.tag)) {
        all.push(match words {
            Words::Law => format!("a {}", domain.name),
            Words::Port => domain.name.to_owned(),
            Words::Ports => format!("{}s", domain.name),
        });
    }
    match all.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, [one])) => format!("{one} or {last}"),
        Some((last, several)) => format!("{}, or {last}", several.join(", ")),
    }
}

/// Returns the ports of several maps of one name: `two lines or shafts`.
pub(crate) fn ports_of(maps: &[Vec<DomainId>]) -> String {
    let counts = maps.iter().map(Vec::len);
    let (least, most) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
    let number = match (least, most) {
        (1, 1) => "one".to_owned(),
        (2, 2) => "two".to_owned(),
        (3, 3) => "three".to_owned(),
        _ if least == most => most.to_string(),
        _ => format!("{least} to {most}"),
    };
    let domains = distinct(maps.iter().flatten().copied());
    let is_of_one_kind = |ports: &Vec<DomainId>| distinct(ports.iter().copied()).len() == 1;
    if most == 1 {
        format!("{number} {}", any_of(&domains, Words::Port))
    } else if domains.len() > 1 && maps.iter().all(is_of_one_kind) {
        format!("{number} ports of one kind, {}", any_of(&domains, Words::Ports))
    } else {
        format!("{number} {}", any_of(&domains, Words::Ports))
    }
}

/// Returns the domains that a file may choose: `line, plane or space`.
pub(crate) fn tags(domains: &[DomainId]) -> String {
    let tags: Vec<&str> = domains.iter().map(|domain| domain.tag).collect();
    listed(&tags, "or")
}
