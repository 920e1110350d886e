//! Other simulators against the library, in turns, on tasks that both can do: the rolling sphere at
//! equal error, the time of a step, and many bodies.
//!
//! `peers [--python PYTHON]`: includes `MuJoCo` if that Python has the package `mujoco`.

mod equal_error;
mod growth;
mod library;
mod mujoco;
#[path = "../../shared/race.rs"]
#[allow(dead_code, reason = "used in part")]
mod race;
#[path = "../../shared/record.rs"]
mod record;
mod task;

mod rapier_f32 {
    use rapier3d as engine;
    const NAME: &str = "Rapier f32";
    include!("rapier.rs");
}
#[allow(clippy::unnecessary_cast, clippy::useless_conversion, reason = "the same text as for f32")]
mod rapier_f64 {
    use rapier3d_f64 as engine;
    const NAME: &str = "Rapier f64";
    include!("rapier.rs");
}

use library::Library;
use task::Simulator;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mujoco = match &arguments[..] {
        [flag, python] if flag == "--python" => match mujoco::MuJoCo::start(python) {
            Ok(simulator) => Some(simulator),
            Err(error) => {
                eprintln!("MuJoCo does not start: {error}");
                None
            }
        },
        _ => None,
    };
    let mut own = Library;
    let mut spheres = equal_error::Candidates::of(&mut own);
    let mut peers: Vec<Box<dyn Simulator>> = vec![];
    if let Some(mut mujoco) = mujoco {
        equal_error::step_time("mujoco", &mut own, &mut mujoco);
        equal_error::compare("mujoco", &mut spheres, &mut mujoco);
        peers.push(Box::new(mujoco));
    }
    equal_error::compare("rapier_f32", &mut spheres, &mut rapier_f32::Rapier);
    equal_error::compare("rapier_f64", &mut spheres, &mut rapier_f64::Rapier);
    peers.push(Box::new(rapier_f32::Rapier));
    peers.push(Box::new(rapier_f64::Rapier));
    growth::run(&mut peers);
}
