//! `MuJoCo` on the tasks: a Python process that keeps models and steps them in one call.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

use crate::task::{Body, GRAVITY, Simulator, World, place, settling_time, slab, sphere};

/// Names and options: attributes of `<option>`, then attributes of every `<geom>`; `{2dt}` is twice
/// the step. "Documented" follows the advice of the manual against slip.
const SETTINGS: [(&str, &str, &str); 8] = [
    ("default", "", ""),
    ("elliptic", r#"cone="elliptic""#, ""),
    ("documented", r#"cone="elliptic" impratio="10" noslip_iterations="3""#, ""),
    ("implicitfast", r#"integrator="implicitfast""#, ""),
    ("stiff contact", "", STIFF),
    ("stiff contact, elliptic, impratio 100", r#"cone="elliptic" impratio="100""#, STIFF),
    (
        "stiff contact, elliptic, impratio 100, noslip 20",
        r#"cone="elliptic" impratio="100" noslip_iterations="20" tolerance="1e-12""#,
        STIFF,
    ),
    ("stiff contact, impratio 100", r#"impratio="100" tolerance="1e-12""#, STIFF),
];
const STIFF: &str = r#"solref="{2dt} 1" solimp="0.999 0.9999 0.001""#;
const NAMES: [&str; SETTINGS.len()] = {
    let mut names = [""; SETTINGS.len()];
    let mut k = 0;
    while k < names.len() {
        names[k] = SETTINGS[k].0;
        k += 1;
    }
    names
};

/// Worker process; a request and an answer are a line each.
struct Worker {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Worker {
    fn ask(&mut self, request: &str) -> std::io::Result<String> {
        writeln!(self.requests, "{request}")?;
        self.requests.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        match answer.trim().split_once(' ') {
            Some(("ok", rest)) => Ok(rest.to_owned()),
            _ => Err(std::io::Error::other(format!("{request:.40}: {answer}"))),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The worker ends with its input anyway, so ending it loses nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) struct MuJoCo {
    worker: Rc<RefCell<Worker>>,
}

impl MuJoCo {
    /// Starts the worker with a Python that has the package `mujoco`.
    pub(crate) fn start(python: &str) -> std::io::Result<Self> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/mujoco_worker.py");
        let mut child = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let lost = || std::io::Error::other("no pipe");
        let requests = child.stdin.take().ok_or_else(lost)?;
        let answers = BufReader::new(child.stdout.take().ok_or_else(lost)?);
        let mut worker = Worker { child, requests, answers };
        println!("MuJoCo {}", worker.ask("version")?);
        Ok(Self { worker: Rc::new(RefCell::new(worker)) })
    }
}

impl Simulator for MuJoCo {
    fn name(&self) -> &'static str {
        "MuJoCo"
    }
    fn settings(&self) -> &[&'static str] {
        &NAMES
    }
    fn world(
        &mut self,
        body: Body,
        count: usize,
        setting: usize,
        step: f64,
    ) -> Option<Box<dyn World>> {
        let xml = model(body, count, setting, step);
        let id = self.worker.borrow_mut().ask(&format!(
            "load {} {}",
            settling_time(count),
            xml.replace('\n', " ")
        ));
        match id {
            Ok(id) => Some(Box::new(Loaded { worker: self.worker.clone(), id, body })),
            Err(error) => {
                eprintln!("MuJoCo: {error}");
                None
            }
        }
    }
}

fn model(body: Body, count: usize, setting: usize, step: f64) -> String {
    let (_, option, geom) = SETTINGS[setting];
    let geom = geom.replace("{2dt}", &format!("{}", 2.0 * step));
    let friction = if body == Body::Sphere { sphere::FRICTION } else { slab::FRICTION };
    let (shape, height) = match body {
        Body::Sphere => {
            let (radius, mass) = (sphere::RADIUS, sphere::MASS);
            (format!(r#"type="sphere" size="{radius}" mass="{mass}""#), radius)
        }
        Body::Box => {
            let (a, c, mass) = (0.5 * slab::SIDE, 0.5 * slab::HEIGHT, slab::MASS);
            (format!(r#"type="box" size="{a} {a} {c}" mass="{mass}""#), c)
        }
    };
    // Bodies collide with the plane, not with each other.
    let common = format!(r#"friction="{friction} 0.005 0.0001" {geom}"#);
    let bodies: String = (0..count)
        .map(|k| {
            let [x, y] = place(k, count);
            format!(
                r#"<body pos="{x} {y} {height}"><freejoint/>
                <geom {shape} contype="1" conaffinity="0" {common}/></body>"#
            )
        })
        .collect();
    // The default memory for this many bodies exceeds that of the machine.
    let memory = if count > 1000 { r#"<size memory="2G"/>"# } else { "" };
    format!(
        r#"<mujoco>{memory}<option timestep="{step}" gravity="0 0 -{GRAVITY}" {option}/>
        <worldbody><geom type="plane" size="0 0 1" contype="0" conaffinity="1" {common}/>
        {bodies}</worldbody></mujoco>"#
    )
}

struct Loaded {
    worker: Rc<RefCell<Worker>>,
    id: String,
    body: Body,
}

impl Loaded {
    fn ask(&mut self, what: &str, speed: f64, steps: u32) -> std::io::Result<String> {
        let [x, y, spin] = match self.body {
            Body::Sphere => [speed, 0.0, 0.0],
            Body::Box => [slab::VELOCITY[0], slab::VELOCITY[1], slab::SPIN],
        };
        self.worker.borrow_mut().ask(&format!("{what} {} {x} {y} {spin} {steps}", self.id))
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        let _ = self.worker.borrow_mut().ask(&format!("drop {}", self.id));
    }
}

impl World for Loaded {
    fn run(&mut self, speed: f64, steps: u32) -> f64 {
        let seconds = self.ask("run", speed, steps);
        seconds.ok().and_then(|text| text.parse().ok()).unwrap_or(f64::INFINITY)
    }

    fn slips(&mut self, speed: f64, steps: u32) -> Vec<f64> {
        let velocities = self.ask("velocities", speed, steps).unwrap_or_default();
        let numbers: Vec<f64> =
            velocities.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        numbers.chunks_exact(2).map(|pair| pair[0] - pair[1] * sphere::RADIUS).collect()
    }
}
