//! The order of the links: from the root outwards, as the joints stand in the file.

use std::collections::HashMap;

use super::element::Element;
use super::error::{Fault, UrdfError};

/// A joint between two links of the file.
pub(crate) struct Edge<'a> {
    pub(crate) joint: Element<'a>,
    pub(crate) name: &'a str,
    pub(crate) parent: &'a str,
    pub(crate) child: &'a str,
}

/// The links by their names, the root, and the joints in an order in which a link is carried before it carries.
pub(crate) struct Order<'a> {
    pub(crate) links: HashMap<&'a str, Element<'a>>,
    pub(crate) root: &'a str,
    pub(crate) edges: Vec<Edge<'a>>,
}

impl<'a> Order<'a> {
    pub(crate) fn of(robot: Element<'a>) -> Result<Self, UrdfError> {
        let links = links(robot)?;
        let edges = edges(robot, &links)?;
        let mut carrier = HashMap::new();
        for (index, edge) in edges.iter().enumerate() {
            if carrier.insert(edge.child, index).is_some() {
                let (joint, link) = (edge.name.to_owned(), edge.child.to_owned());
                return Err(edge.joint.fault(Fault::TwoParents { joint, link }));
            }
        }
        let names = || robot.all("link").filter_map(|link| Some((link, link.0.attribute("name")?)));
        let mut roots = names().filter(|(_, name)| !carrier.contains_key(name));
        let Some((_, root)) = roots.next() else {
            let (first, link) = names().next().map_or((robot, ""), |(first, name)| (first, name));
            let fault = if link.is_empty() {
                Fault::NoLinks
            } else {
                Fault::Loop { link: link.to_owned() }
            };
            return Err(first.fault(fault));
        };
        if let Some((second, link)) = roots.next() {
            let (link, root) = (link.to_owned(), root.to_owned());
            return Err(second.fault(Fault::TwoRoots { link, root }));
        }
        let edges = outwards(root, edges);
        if edges.len() + 1 < links.len() {
            let reached = |name: &str| name == root || edges.iter().any(|edge| edge.child == name);
            if let Some((link, name)) = names().find(|(_, name)| !reached(name)) {
                return Err(link.fault(Fault::Loop { link: name.to_owned() }));
            }
        }
        Ok(Self { links, root, edges })
    }
}

fn links<'a>(robot: Element<'a>) -> Result<HashMap<&'a str, Element<'a>>, UrdfError> {
    let mut links = HashMap::new();
    for link in robot.all("link") {
        let name = link.name()?;
        if links.insert(name, link).is_some() {
            return Err(link.fault(Fault::Twice { what: "link", name: name.to_owned() }));
        }
    }
    Ok(links)
}

fn edges<'a>(
    robot: Element<'a>,
    links: &HashMap<&'a str, Element<'a>>,
) -> Result<Vec<Edge<'a>>, UrdfError> {
    let mut edges: Vec<Edge<'a>> = vec![];
    for joint in robot.all("joint") {
        let name = joint.name()?;
        if edges.iter().any(|edge| edge.name == name) {
            return Err(joint.fault(Fault::Twice { what: "joint", name: name.to_owned() }));
        }
        let end = |element| {
            let end = joint.need(element)?;
            let link = end.word("link")?;
            let unknown = || Fault::NoLink { joint: name.to_owned(), link: link.to_owned() };
            links.contains_key(link).then_some(link).ok_or_else(|| end.fault(unknown()))
        };
        edges.push(Edge { joint, name, parent: end("parent")?, child: end("child")? });
    }
    Ok(edges)
}

/// Returns those that can be reached from the root: a branch to its end, then the next.
fn outwards<'a>(root: &'a str, edges: Vec<Edge<'a>>) -> Vec<Edge<'a>> {
    let mut at: HashMap<&str, Vec<Edge<'a>>> = HashMap::new();
    for edge in edges.into_iter().rev() {
        at.entry(edge.parent).or_default().push(edge);
    }
    let mut ordered = vec![];
    let mut next = at.remove(root).unwrap_or_default();
    while let Some(edge) = next.pop() {
        next.extend(at.remove(edge.child).unwrap_or_default());
        ordered.push(edge);
    }
    ordered
}
