//! How the free base of an articulation starts: one rigid motion in a file, seven ports in the network.

use stiction_core::{Domain, Flat, Motion, Shaft, SpatialFrame};
use stiction_mechanics::Articulation;

use crate::drive::upright;
use crate::error::{Fault, Inside};

/// Numbers of a rigid motion: position, orientation, velocity, angular velocity.
const SCALARS: usize = 13;

/// The motions of its ports, from the numbers of the file; at rest in the axes of the world without any.
pub(crate) fn motions<D: Domain>(given: Option<&[f64]>) -> Result<Vec<Motion<D>>, Fault> {
    let base = given.map_or_else(|| Ok(Motion::default()), rigid).inside("internal")?;
    let mut slots = [0.0; 2];
    let of_port = |port: &Motion<Shaft>| {
        port.store(&mut slots);
        Motion::<D>::load(&slots)
    };
    Ok(Articulation::base_ports(&base).iter().map(of_port).collect())
}

/// Returns the names of the numbers of a port of a free base: the first three are its position and velocity, the others its
/// quaternion and angular velocity.
pub(crate) const fn scalars(port: usize) -> &'static [&'static str] {
    if port < 3 { &["position", "velocity"] } else { &["component", "rate"] }
}

fn rigid(given: &[f64]) -> Result<Motion<SpatialFrame>, Fault> {
    let found = given.len();
    if found != SCALARS {
        let message = format!(
            "must be {SCALARS} numbers, position, orientation (w, x, y, z), velocity and angular velocity of the \
             free base, found {found}"
        );
        return Err(Fault::new(message));
    }
    if let Some(bad) = given.iter().find(|number| !number.is_finite()) {
        return Err(Fault::new(format!("must be finite, found {bad}")));
    }
    let Motion { pose, flow } = Motion::<SpatialFrame>::load(given);
    Ok(Motion { pose: upright::<SpatialFrame>(pose)?, flow })
}

#[cfg(test)]
mod tests {
    use crate::Scenario;

    fn walker() -> String {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenarios/walker.toml");
        std::fs::read_to_string(path).unwrap()
    }

    const FEET: [&str; 4] = ["front_left", "front_right", "hind_left", "hind_right"];

    /// Where the friction of the feet holds, position and speed of the base along the incline, and the friction of each
    /// foot through its normal force, at two times.
    fn stands(text: &str, times: [f64; 2]) -> [Vec<f64>; 2] {
        let scenario = Scenario::from_toml(text).unwrap();
        let columns = scenario.mechanism().unwrap().columns();
        let (mut sim, outputs) = scenario.simulation_with_outputs().unwrap();
        times.map(|time| {
            sim.run_until(time).unwrap();
            let mut found = vec![];
            for foot in FEET {
                // The place where the friction holds: that of the foot, less its deflection.
                let own =
                    columns.iter().filter(|name| name.starts_with(&format!("{foot}_ground.")));
                let own: Vec<_> = own.collect();
                let [.., x, y] = own[..] else { unreachable!("{own:?}") };
                for (axis, deflection) in [("x", x), ("y", y)] {
                    let at = outputs.read(&format!("{foot}_ground.{axis}"), &sim).unwrap();
                    found.push(at - outputs.read(deflection, &sim).unwrap());
                }
            }
            found.push(outputs.read("walker.base_x.position", &sim).unwrap());
            found.push(outputs.read("walker.base_x.velocity", &sim).unwrap());
            found.extend(FEET.map(|foot| {
                let force = |axis| outputs.read(&format!("{foot}_ground.f{axis}"), &sim).unwrap();
                force("x").hypot(force("y")) / force("z")
            }));
            found
        })
    }

    fn largest_change([before, after]: &[Vec<f64>; 2]) -> f64 {
        before.iter().zip(after).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    /// Below the friction of its feet, a walker that trembles stays where it is; above it, it slides away.
    #[test]
    fn a_walker_stands_on_an_incline_and_slides_on_a_steeper_one() {
        let text = walker();
        let held = stands(&text, [0.5, 1.5]);
        let feet = held.clone().map(|found| found[..8].to_vec());
        // A place is a position less a deflection that is summed over 10^4 steps, each rounded to 3e-17 m: in steps of one
        // sign that is 3e-13, and 3e-15 at random.
        assert!(largest_change(&feet) < 1e-13, "{held:?}");
        // The base trembles about its place.
        assert!((held[1][8] - held[0][8]).abs() < 1e-3, "{held:?}");
        let steep = text.replace("[4.3872, 0.0, -8.7743]", "[5.6257, 0.0, -8.0367]");
        assert_ne!(steep, text);
        let slid = stands(&steep, [0.5, 1.5]);
        // It gains speed, and the force of each foot is at its limit.
        assert!(slid[1][9] - slid[0][9] > 0.5, "{slid:?}");
        for (shares, is_at_limit) in [(&held[1][10..], false), (&slid[1][10..], true)] {
            assert_eq!(shares.len(), 4);
            let differs = |share: &f64| (share / 0.6 - 1.0).abs() > 1e-9;
            assert!(shares.iter().all(|share| differs(share) != is_at_limit), "{shares:?}");
        }
    }

    #[test]
    fn a_free_base_starts_with_one_motion() {
        let text =
            walker().replace("0.351, 1.0, 0.0, 0.0, 0.0, 0.0", "0.351, 0.8, 0.0, 0.6, 0.0, 0.1");
        let start =
            Scenario::from_toml(&text).unwrap().mechanism().unwrap().network.initial_state();
        // After eight joints seven ports: a position, a quaternion, and their rates.
        let base = start.values()[16..30].chunks_exact(2).map(|port| port[0]);
        assert_eq!(base.collect::<Vec<_>>(), [0.0, 0.0, 0.351, 0.8, 0.0, 0.6, 0.0]);
        let refused = |internal: &str| {
            let start = text.find("internal = ").unwrap();
            let end = start + text[start..].find(']').unwrap() + 1;
            let text = format!("{}internal = {internal}{}", &text[..start], &text[end..]);
            Scenario::from_toml(&text).unwrap_err().to_string()
        };
        let found = refused("[1.0, 2.0]");
        assert!(found.contains("must be 13 numbers") && found.contains("found 2"), "{found}");
        let found = refused("[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]");
        assert!(found.contains("must have a length"), "{found}");
    }

    /// A law on a number of the quaternion is refused where it stands, one on a joint, a place or a link is not.
    #[test]
    fn a_law_on_a_part_of_the_orientation_is_refused() {
        let with = |ports: &str, map: &str| {
            let law = "law = { type = \"gsat\", stiffness = 10.0, damping = 1.0, limit = 1.0 }";
            let text = walker() + &format!("\n[connections.rub]\nports = {ports}\n{map}\n{law}\n");
            let line =
                1 + text.lines().position(|line| line == format!("ports = {ports}")).unwrap();
            let found = Scenario::from_toml(&text).and_then(|scenario| scenario.mechanism());
            (line, found.err().map(|error| error.to_string()))
        };
        for part in ["w", "x", "y", "z"] {
            let (line, error) = with(&format!("\"walker.base_q{part}\""), "");
            let expected = format!(
                "scenario:{line}:1: `base_q{part}` is a part of one motion, base_qw, base_qx, base_qy, base_qz, on which \
                 a law stands through a link: `ports` the name of the body, `map = {{ type = \"link_point\", link = … }}` or \
                 `link_frame`"
            );
            assert_eq!(error.unwrap().lines().next().unwrap(), expected);
        }
        let between = with("[\"walker.base_qx\", \"ground\"]", "map = { type = \"between\" }");
        assert!(between.1.unwrap().contains("`base_qx` is a part of one motion"));
        for port in ["walker.base_x", "walker.front_left_hip"] {
            assert_eq!(with(&format!("\"{port}\""), "").1, None);
        }
        let link = "map = { type = \"link_point\", link = \"base\" }";
        assert_eq!(with("\"walker\"", link).1, None);
    }
}
