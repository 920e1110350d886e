//! A simulation that advances a number of steps at a time.
//!
//! A run made in pieces has the bits of one made at once, and the rows of `stiction run`.

use serde::Serialize;
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
pub struct Session {
    scenario: Scenario,
    simulation: Simulation,
    channels: Vec<Channels>,
    outputs: Outputs,
    recorder: Recorder,
    scene: Scene,
    every: f64,
    film_every: f64,
    /// Time of the first frame \[s\].
    film_since: f64,
    /// Number of rows that have been handed out.
    told: usize,
    has_begun: bool,
}

/// A number that is set from outside.
#[derive(Debug, Serialize)]
pub struct InputFacts {
    /// Its name.
    pub name: String,
    /// Its unit; empty if it has none.
    pub unit: String,
    /// Its present value.
    pub value: f64,
}

/// The state of a run.
#[derive(Debug, Serialize)]
pub struct Standing {
    /// Time \[s\].
    pub time: f64,
    /// Whether it has reached the time at which it was to stop.
    pub is_done: bool,
    /// Number of rows in this answer.
    pub rows: usize,
    /// The mode of the friction of each connection, with its margin if that is known.
    pub modes: Vec<(String, String, Option<f64>)>,
    /// The balance since the start \[J\]: supplied, dissipated, stored, surplus; NaN becomes null.
    pub energy: [f64; 4],
    /// The balance in words.
    pub energy_text: String,
    /// Share of the energy turned over that came from nowhere.
    pub energy_share: f64,
}

/// Largest steps \[s\]; absent if nothing limits them.
#[derive(Debug, Serialize)]
pub struct Limits {
    /// The step of the scenario.
    pub step: f64,
    /// The largest at which stuck friction holds, even if a load sets in at once.
    pub holds: Option<f64>,
    /// The largest that resolves the mechanism in its present state, up to 1000 times the step.
    pub resolves: Option<f64>,
}

impl Session {
    /// Builds the mechanism, at time zero.
    ///
    /// # Errors
    /// A scenario that cannot be built.
    pub fn new(scenario: Scenario) -> Result<Self, PlayError> {
        // All columns can be viewed, whichever the file records.
        let mut whole = scenario.clone();
        whole.record.columns.clear();
        let Mechanism { network, channels, outputs } = whole.mechanism()?;
        let solver = &scenario.solver;
        let mut simulation = Simulation::new(network, solver.method.into(), solver.step)?;
        simulation.watch_energy()?;
        let every = scenario.sampling().max(scenario.solver.until / MOST_ROWS);
        let frames = FILM_NUMBERS / simulation.frame().picture().len().max(1);
        let film_every = scenario.solver.until / frames.clamp(2, FILM_FRAMES) as f64;
        let recorder = Recorder::from(sampler(&channels, every));
        let scene = Scene::every_seconds(film_every);
        let (told, has_begun) = (0, false);
        let session = Self {
            scenario,
            simulation,
            channels,
            outputs,
            recorder,
            scene,
            every,
            film_every,
            film_since: 0.0,
            told,
            has_begun,
        };
        Ok(session)
    }

    /// Returns the scenario.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the time between two rows \[s\].
    #[must_use]
    pub const fn every(&self) -> f64 {
        self.every
    }

    /// Returns the record.
    #[must_use]
    pub const fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Returns the names of the columns with their units, the time first.
    #[must_use]
    pub fn columns(&self) -> Vec<(&str, &str)> {
        let recorded = self.channels.iter().flat_map(|group| {
            group.names().iter().zip(group.units()).map(|(name, unit)| (&**name, &**unit))
        });
        [("t", "s")].into_iter().chain(recorded).collect()
    }

    /// Returns the inputs.
    #[must_use]
    pub fn inputs(&self) -> Vec<InputFacts> {
        let declared = self.simulation.network().inputs().declared().iter();
        let facts = declared.map(|input| {
            let (name, unit) = (input.name().clone(), input.unit().clone());
            let handle = self.simulation.input(&name);
            let value = handle.and_then(|handle| self.simulation.input_value(handle));
            InputFacts { name, unit, value: value.unwrap_or(input.start()) }
        });
        facts.collect()
    }

    /// Moves an input to a value within a time \[s\]; zero is at once.
    ///
    /// # Errors
    /// An unknown input, and a value that is not a number.
    pub fn set(&mut self, input: &str, value: f64, over: f64) -> Result<(), PlayError> {
        let handle = self.simulation.input(input)?;
        Ok(self.simulation.move_input(handle, value, over)?)
    }

    /// Makes steps until the time `until` \[s\], but at most `steps` of them. Beyond the end of the scenario, where
    /// the user may go on steering, the record and the film restart from time to time.
    ///
    /// # Errors
    /// The motion cannot go on; the state is that after the last good step.
    pub fn advance(&mut self, steps: u32, until: f64) -> Result<Standing, PlayError> {
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
    pub fn take_rows(&mut self, rows: &mut Vec<f64>) {
        let columns = self.recorder.columns();
        let count = self.recorder.time().len();
        rows.reserve((count - self.told) * columns.len());
        for row in self.told..count {
            rows.extend(columns.iter().map(|column| column[row]));
        }
        self.told = count;
    }

    /// Returns the film so far.
    #[must_use]
    pub fn film(&self) -> Film {
        let mut film = self.scene.clone().into_film();
        film.name_drives(|connection, end| self.scenario.drive_at(connection, end));
        film
    }

    /// Returns the warnings about the step in the present state.
    ///
    /// # Errors
    /// None for a mechanism that could be built.
    pub fn doubts(&self) -> Result<Vec<String>, PlayError> {
        Ok(self.simulation.step_doubts()?.iter().map(ToString::to_string).collect())
    }

    /// Returns the largest steps that hold and resolve the mechanism in its present state.
    ///
    /// # Errors
    /// None for a mechanism that could be built.
    pub fn limits(&self) -> Result<Limits, PlayError> {
        let Self { simulation, .. } = self;
        let (network, state) = (simulation.network(), simulation.state());
        let (tableau, step) = (simulation.tableau(), simulation.step_size());
        Ok(Limits {
            step,
            holds: network.largest_stuck_step(state, tableau)?,
            resolves: network.largest_resolved_step(state, tableau, step, 1000.0, 1.05)?,
        })
    }

    fn standing(&self, is_done: bool) -> Result<Standing, PlayError> {
        let energy: EnergyBalance = self.simulation.energy().unwrap_or_default();
        let states = self.outputs.contact_states(&self.simulation)?.into_iter();
        let modes = states.map(|(name, state)| {
            let margin = state.margin.is_finite().then_some(state.margin);
            (name.to_owned(), state.mode.to_string(), margin)
        });
        Ok(Standing {
            time: self.simulation.time(),
            is_done,
            rows: self.recorder.time().len() - self.told,
            modes: modes.collect(),
            energy: [energy.supplied, energy.dissipated, energy.stored, energy.surplus],
            energy_text: energy.to_string(),
            energy_share: energy.share(),
        })
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

fn sampler(channels: &[Channels], every: f64) -> Sampler {
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
