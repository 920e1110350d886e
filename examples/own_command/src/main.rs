//! The command `stiction` with a law, a body, a map and a prescribed motion of your own.
//!
//! ```sh
//! cd examples/own_command
//! cargo run -- run skydiver.toml      # the picture: out/skydiver/plot.svg
//! cargo run -- run fairground.toml    # all four in one file
//! cargo run -- laws drag              # its entry, from its documentation
//! ```

mod arc;
mod drag;
mod pendulum;
mod winch;

use std::process::ExitCode;

use stiction::core::{Line, Register};
use stiction::scenario::{Registry, library};

use arc::Arc;
use drag::Drag;
use pendulum::Pendulum;
use winch::Winch;

fn components() -> Registry {
    let mut registry = library();
    registry.law::<Drag>();
    registry.body::<Pendulum>();
    registry.map::<Arc>();
    registry.drive::<Line, Winch>();
    registry
}

fn main() -> ExitCode {
    stiction_cli::run(&components())
}

#[cfg(test)]
mod tests {
    use stiction::network::Simulation;
    use stiction::scenario::{Scenario, ScenarioFile};

    use super::*;

    const FAIRGROUND: &str = include_str!("../fairground.toml");

    fn read(text: &str) -> Result<Scenario, String> {
        let file = ScenarioFile::from_bytes("fairground.toml", text.into());
        let file = file.map_err(|error| error.to_string())?;
        file.with_registry(&components()).scenario().map_err(|error| error.to_string())
    }

    #[test]
    fn all_four_move() {
        let scenario = read(FAIRGROUND).unwrap();
        let (mut sim, outputs) = scenario.simulation_with_outputs().unwrap();
        let energy = |sim: &Simulation| {
            let [angle, rate] =
                ["swing.angle", "swing.rate"].map(|name| outputs.read(name, sim).unwrap());
            0.5 * (2.0 * rate).powi(2) + 9.81 * 2.0 * (1.0 - angle.cos())
        };
        let before = energy(&sim);
        sim.run_until(scenario.solver.until).unwrap();
        // The air has slowed the swing, and the winch draws the sledge at its speed.
        assert!(energy(&sim) < 0.9 * before);
        assert!((outputs.read("sledge.vx", &sim).unwrap() - 0.2).abs() < 1e-3);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (find, replace, said) in [
            ("radius = 2.0", "radius = -2.0", "Arc: radius = -2 must be finite and positive"),
            ("length = 2.0", "lenght = 2.0", "did you mean `length`?"),
            ("speed = 0.2", "speed = nan", "Winch: speed = NaN must be finite"),
            ("ports = \"swing\"", "ports = \"sledge\"", "`arc` connects one shaft"),
        ] {
            assert_eq!(FAIRGROUND.matches(find).count(), 1, "{find}");
            let message = read(&FAIRGROUND.replace(find, replace)).unwrap_err();
            assert!(message.contains("fairground.toml:") && message.contains(said), "{message}");
        }
    }
}
