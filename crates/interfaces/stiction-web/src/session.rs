//! A simulation that advances a number of steps at a time.
//!
//! A run made in pieces has the bits of one made at once, and the rows of `stiction run`.

use serde_json::{Value, json};
use stiction::network::{EnergyBalance, Frame, Observer, Simulation, SimulationError};
use stiction::plot::Film;
use stiction::record::{Recorder, Sampler, Scene};
use stiction::scenario::{Channels, Mechanism, Outputs, Scenario};

use crate::fault::PlayError;

/// Largest number of rows; a scenario that asks for more gets them further apart.
const MOST_ROWS: f64 = 20_000.0;
/// Largest number of frames of a film, and approximate number of values in all of them.
const FILM_FRAMES: usize = 600;
const FILM_NUMBERS: usize = 200_000;
/// A film of a run that continues beyond its end restarts after this many times its length.
const LONGEST_FILM: f64 = 2.0;

/// A running scenario.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) scenario: Scenario,
    simulation: Simulation,
    channels: Vec<Channels>,
    outputs: Outputs,
    pub(crate) recorder: Recorder,
    scene: Scene,
    /// Time between two rows \[s\].
    pub(crate) every: f64,
    film_every: f64,
    /// Time of the first frame \[s\].
    film_since: f64,
    /// Number of rows that have been handed out.
    told: usize,
    has_begun: bool,
}

impl Session {
    /// Builds the mechanism, at time zero.
    pub(crate) fn new(scenario: Scenario) -> Result<Self, PlayError> {
        // All columns can be viewed, whichever the file records.
        let mut whole = scenario.clone();
        whole.record.columns.clear();
        let Mechanism { network, channels, outputs } = whole.mechanism()?;
        let solver = &scenario.solver;
        let mut simulation = Simulation::new(network, solver.method.into(), solver.step)?;
        simulation.watch_energy()?;
        let every = scenario.sampling().max(scenario.solver.until / MOST_ROWS);
        let frames = FILM_NUMBERS / simulation.frame().picture().size().max(1);
        let film_every = scenario.solver.until / frames.clamp(2, FILM_FRAMES) as f64;
        let recorder = Recorder::from(sampler(&channels, every));
        let scene = Scene::every_seconds(film_every);
        Ok(Self {
            scenario,
            simulation,
            channels,
            outputs,
            recorder,
            scene,
            every,
            film_every,
            film_since: 0.0,
            told: 0,
            has_begun: false,
        })
    }

    /// Returns the names of the columns with their units, the time first.
    pub(crate) fn columns(&self) -> Vec<(&str, &str)> {
        let recorded = self.channels.iter().flat_map(|group| {
            group.names().iter().zip(group.units()).map(|(name, unit)| (&**name, &**unit))
        });
        [("t", "s")].into_iter().chain(recorded).collect()
    }

    /// Returns the inputs with their present values; the unit is empty if there is none.
    pub(crate) fn inputs(&self) -> Vec<Value> {
        let declared = self.simulation.network().inputs().declared().iter();
        let facts = declared.map(|input| {
            let handle = self.simulation.input(input.name());
            let value = handle.and_then(|handle| self.simulation.input_value(handle));
            let value = value.unwrap_or(input.start());
            json!({ "name": input.name(), "unit": input.unit(), "value": value })
        });
        facts.collect()
    }

    /// Moves an input to a value within a time \[s\]; zero is at once.
    pub(crate) fn set(&mut self, input: &str, value: f64, over: f64) -> Result<(), PlayError> {
        let handle = self.simulation.input(input)?;
        Ok(self.simulation.move_input(handle, value, over)?)
    }

    /// Makes steps until the time `until` \[s\], but at most `steps` of them. Beyond the end of the scenario, where
    /// the user may go on steering, the record and the film restart from time to time. If the motion cannot go on, the
    /// state is that after the last good step.
    pub(crate) fn advance(&mut self, steps: u32, until: f64) -> Result<Value, PlayError> {
        self.make_room();
        if !self.has_begun {
            self.has_begun = true;
            self.recorder.start(&self.simulation.frame(), until)?;
            self.scene.observe(&self.simulation.frame())?;
        }
        let is_due = steps > 0 && until > self.simulation.time();
        if is_due {
            let Self { simulation, recorder, scene, .. } = self;
            let mut look = Look { left: steps, recorder, scene };
            let result = simulation.run_observed(until, &mut look);
            // A run that was paused is intact: it is at the end of a good step, and continues with the same bits.
            if look.left > 0 {
                result?;
            }
        }
        let is_done = self.simulation.time() >= until;
        if is_done {
            self.recorder.record(&self.simulation.frame())?;
        }
        self.standing(is_done)
    }

    /// Appends the rows since the last call, row after row.
    pub(crate) fn take_rows(&mut self, rows: &mut Vec<f64>) {
        let columns = self.recorder.columns();
        let count = self.recorder.time().len();
        rows.reserve((count - self.told) * columns.len());
        for row in self.told..count {
            rows.extend(columns.iter().map(|column| column[row]));
        }
        self.told = count;
    }

    /// Returns the film so far.
    pub(crate) fn film(&self) -> Film {
        let mut film = self.scene.clone().into_film();
        film.name_drives(|connection, end| self.scenario.drive_at(connection, end));
        film
    }

    /// Returns the warnings about the step in the present state.
    pub(crate) fn doubts(&self) -> Result<Vec<String>, PlayError> {
        Ok(self.simulation.step_doubts()?.iter().map(ToString::to_string).collect())
    }

    /// Returns the step of the scenario and the largest ones \[s\]: at which stuck friction holds, even if a load sets
    /// in at once, and which resolves the mechanism in its present state, up to 1000 times the step; null if nothing
    /// limits them. With the warnings about the step.
    pub(crate) fn limits(&self) -> Result<Value, PlayError> {
        let Self { simulation, .. } = self;
        let (network, state) = (simulation.network(), simulation.state());
        let (tableau, step) = (simulation.tableau(), simulation.step_size());
        let holds = network.largest_stuck_step(state, tableau)?;
        let resolves = network.largest_resolved_step(state, tableau, step, 1000.0, 1.05)?;
        let doubts = self.doubts()?;
        Ok(json!({ "step": step, "holds": holds, "resolves": resolves, "doubts": doubts }))
    }

    /// Returns the state of the run: the number of rows in this answer; for each friction its name, mode and margin,
    /// null if that is not known; the energy since the start \[J\], supplied, dissipated, stored and surplus, in words
    /// too, and the share of the energy turned over that came from nowhere.
    fn standing(&self, is_done: bool) -> Result<Value, PlayError> {
        let energy: EnergyBalance = self.simulation.energy().unwrap_or_default();
        let states = self.outputs.contact_states(&self.simulation)?.into_iter();
        // JSON has no infinity: an unknown margin becomes null.
        let modes = states.map(|(name, state)| json!([name, state.mode.to_string(), state.margin]));
        Ok(json!({
            "time": self.simulation.time(),
            "is_done": is_done,
            "rows": self.recorder.time().len() - self.told,
            "modes": modes.collect::<Vec<_>>(),
            "energy": [energy.supplied, energy.dissipated, energy.stored, energy.surplus],
            "energy_text": energy.to_string(),
            "energy_share": energy.share(),
        }))
    }

    fn make_room(&mut self) {
        let has_rows = self.recorder.time().len() as f64 > MOST_ROWS + 1.0;
        if has_rows && self.told == self.recorder.time().len() {
            self.recorder = Recorder::from(sampler(&self.channels, self.every));
            self.told = 0;
        }
        let now = self.simulation.time();
        if now - self.film_since > LONGEST_FILM * FILM_FRAMES as f64 * self.film_every {
            self.scene = Scene::every_seconds(self.film_every);
            self.film_since = now;
        }
    }
}

pub(crate) fn sampler(channels: &[Channels], every: f64) -> Sampler {
    channels.iter().cloned().fold(Sampler::every_seconds(every), |sampler, group| {
        let names = group.names().to_vec();
        sampler.group(names, move |frame, row| group.read(frame, row))
    })
}

/// Passes every step to the recorder and the film, and pauses the run when no more steps are left.
struct Look<'a> {
    left: u32,
    recorder: &'a mut Recorder,
    scene: &'a mut Scene,
}

impl Observer for Look<'_> {
    fn start(&mut self, _: &Frame<'_>, _: f64) -> Result<(), SimulationError> {
        Ok(())
    }
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        self.recorder.observe(frame)?;
        self.scene.observe(frame)?;
        self.left -= 1;
        if self.left > 0 {
            return Ok(());
        }
        Err(SimulationError::Observer { time: frame.time(), source: "paused".into() })
    }
}
