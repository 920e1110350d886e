//! Answers requests, one after another.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use stiction::scenario::ScenarioFile;

use crate::fault::{PlayError, fault};
use crate::laws;
use crate::numbers::numbers;
use crate::plots;
use crate::request::Request;
use crate::session::Session;

/// The longest text that is read \[bytes\].
const LONGEST: usize = 1 << 20;
/// Name of the text in errors.
const NAME: &str = "scenario.toml";

/// The answer as JSON, and the numbers that belong to it.
#[derive(Debug, Default)]
pub struct Answer {
    /// An object; it has the key `error` if the request failed.
    pub json: String,
    /// Rows of a record.
    pub rows: Vec<f64>,
}

/// Answers requests, and keeps the mechanism that was opened last.
#[derive(Debug, Default)]
pub struct Desk {
    /// Its text, and its run.
    open: Option<(String, Session)>,
    files: BTreeMap<String, String>,
}

impl Desk {
    /// Answers a request in JSON.
    pub fn answer(&mut self, request: &[u8]) -> Answer {
        let mut rows = vec![];
        let met = serde_json::from_slice(request).map_err(PlayError::from);
        let met = met.and_then(|request| self.meet(request, &mut rows));
        let json = met.unwrap_or_else(|error| json!({ "error": fault(&error) }));
        Answer { json: json.to_string(), rows }
    }

    fn meet(&mut self, request: Request, rows: &mut Vec<f64>) -> Result<Value, PlayError> {
        match request {
            Request::Open { text, files } => self.open(text, files),
            Request::Advance { steps, until } => {
                let session = self.session()?;
                let standing =
                    session.advance(steps, until.unwrap_or(session.scenario.solver.until))?;
                session.take_rows(rows);
                Ok(standing)
            }
            Request::Set { input, value, over } => {
                self.session()?.set(&input, value, over)?;
                Ok(json!({}))
            }
            // Already JSON and long: it is not parsed and written again.
            Request::Film => Ok(json!({ "film": self.session()?.film().to_json() })),
            Request::Limits => self.session()?.limits(),
            Request::Page => {
                let (text, session) = self.open.as_ref().ok_or(PlayError::NothingOpen)?;
                Ok(json!({ "page": plots::page(session, text)?.to_html()? }))
            }
            Request::Swap { text, law } => {
                let file = file(&text, &self.files)?;
                Ok(json!({ "text": laws::swapped(&file, &law)? }))
            }
        }
    }

    /// Returns the facts of a scenario: the files that it names, every number, and the first doubts about its step.
    /// The previous run is closed, even if this text has an error.
    fn open(&mut self, text: String, files: BTreeMap<String, String>) -> Result<Value, PlayError> {
        self.open = None;
        self.files = files;
        let file = file(&text, &self.files)?;
        let named = file.named_files();
        // A page has no folder to look them up in.
        let missing: Vec<String> =
            named.iter().filter(|name| !self.files.contains_key(*name)).cloned().collect();
        if !missing.is_empty() {
            return Err(PlayError::Missing { names: missing });
        }
        let session = Session::new(file.scenario()?)?;
        let scenario = &session.scenario;
        let columns = session.columns();
        let facts = json!({
            "title": scenario.title,
            "step": scenario.solver.step,
            "until": scenario.solver.until,
            "every": session.every,
            "columns": columns,
            "files": named,
            "inputs": session.inputs(),
            "numbers": numbers(&file, scenario),
            "plots": plots::plots(scenario, &columns),
            "doubts": session.doubts()?,
        });
        self.open = Some((text, session));
        Ok(facts)
    }

    fn session(&mut self) -> Result<&mut Session, PlayError> {
        self.open.as_mut().map(|(_, session)| session).ok_or(PlayError::NothingOpen)
    }
}

/// Returns a text with the files that it names.
fn file(text: &str, files: &BTreeMap<String, String>) -> Result<ScenarioFile, PlayError> {
    if text.len() > LONGEST {
        return Err(PlayError::TooLong { length: text.len(), most: LONGEST });
    }
    let file = ScenarioFile::from_bytes(NAME, text.as_bytes().to_vec())?;
    let with = |file: ScenarioFile, (name, text): (&String, &String)| {
        file.with_file(name, text.as_bytes().to_vec())
    };
    Ok(files.iter().fold(file, with))
}
