//! Order of the rows of a scheme: bodies that laws join stand side by side if possible.

use super::Film;

impl Film {
    /// Returns the bodies from the uppermost row to the lowest. Bodies that laws join follow each other, beginning with
    /// one that has few links; a prescribed motion is below the bodies that it moves. Others keep their order.
    pub(in crate::plot) fn rows(&self) -> Vec<usize> {
        let mut joined: Vec<Vec<usize>> = vec![vec![]; self.bodies.len()];
        for law in &self.laws {
            let ends: Vec<usize> = law.ends.iter().flatten().map(|(body, _)| *body).collect();
            for pair in ends.windows(2).filter(|pair| pair[0] != pair[1]) {
                for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    let Some(known) = joined.get_mut(one) else { continue };
                    if other < self.bodies.len() && !known.contains(&other) {
                        known.push(other);
                    }
                }
            }
        }
        let first = |body: &usize| (self.bodies[*body].is_prescribed, joined[*body].len(), *body);
        let (mut found, mut is_found) = (vec![], vec![false; self.bodies.len()]);
        for body in 0..self.bodies.len() {
            if is_found[body] {
                continue;
            }
            let group = reached(body, &joined, first);
            let Some(start) = group.into_iter().min_by_key(first) else { continue };
            for row in reached(start, &joined, first) {
                is_found[row] = true;
                found.push(row);
            }
        }
        found
    }
}

/// Returns all bodies linked to a body, each after one that it is joined to, if possible directly after it.
fn reached<K: Ord>(from: usize, joined: &[Vec<usize>], first: impl Fn(&usize) -> K) -> Vec<usize> {
    let (mut found, mut waiting) = (vec![], vec![from]);
    while let Some(body) = waiting.pop() {
        if found.contains(&body) {
            continue;
        }
        found.push(body);
        let mut next = joined[body].clone();
        next.sort_by_key(&first);
        // The last one is taken next.
        waiting.extend(next.into_iter().rev());
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::plot::{Film, FilmBody, FilmLaw};

    /// Returns the rows of bodies joined in pairs; the last bodies are prescribed.
    fn rows(free: usize, prescribed: usize, pairs: &[(usize, usize)]) -> Vec<usize> {
        let body = |is_prescribed| FilmBody { is_prescribed, ..FilmBody::default() };
        let law = |&(a, b): &(usize, usize)| FilmLaw {
            ends: vec![Some((a, 0)), Some((b, 0))],
            ..FilmLaw::default()
        };
        let bodies = (0..free + prescribed).map(|k| body(k >= free)).collect();
        Film { times: vec![0.0], bodies, laws: pairs.iter().map(law).collect() }.rows()
    }

    #[test]
    fn what_is_joined_stands_side_by_side() {
        // A block on a block on a belt.
        assert_eq!(rows(2, 1, &[(2, 0), (0, 1)]), [1, 0, 2]);
        // Two blocks on one belt: the belt is between them.
        assert_eq!(rows(2, 1, &[(2, 0), (2, 1)]), [0, 2, 1]);
        // A chain whose links are in any order.
        assert_eq!(rows(4, 0, &[(3, 0), (1, 3), (2, 1)]), [0, 3, 1, 2]);
        // The control: bodies without links keep their order, and so does a body joined to itself.
        assert_eq!(rows(3, 0, &[]), [0, 1, 2]);
        assert_eq!(rows(2, 1, &[(1, 1)]), [0, 1, 2]);
        // A ring and a separate body; a link to a body that does not exist.
        assert_eq!(rows(4, 0, &[(0, 2), (2, 3), (3, 0)]), [0, 2, 3, 1]);
        assert_eq!(rows(1, 0, &[(0, 7)]), [0]);
    }
}
