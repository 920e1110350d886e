//! Tests of the desk, from the side of a page.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use stiction::record::Recorder;
use stiction::scenario::{Scenario, ScenarioFile};

use crate::Desk;
use crate::numbers::numbers;
use crate::session::sampler;

const BLOCK: &str = "# Größe: µ\nschema_version = 1\nsolver = { step = 1e-4, until = 0.1 }\n\
    bodies.block = { type = \"point_mass\", mass = 1 }\n\
    connections.push = { ports = \"block\", law = { type = \"effort\", effort = { type = \"input\", name = \"push\", unit = \"N\", start = 3.0 } } }\n\
    [connections.friction]\nports = \"block\"\nlaw = { type = \"gsat\", stiffness = 1e5, damping = 400.0, limit = 5.0 } # stays\n";

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/scenarios")
}

/// Returns names, texts and files of all examples.
fn examples() -> (Vec<(String, String)>, BTreeMap<String, String>) {
    let (mut texts, mut files) = (vec![], BTreeMap::new());
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let (name, text) = (path.file_name().unwrap(), std::fs::read_to_string(&path).unwrap());
        let name = name.to_str().unwrap().to_owned();
        if name.ends_with(".toml") {
            texts.push((name, text));
        } else {
            files.insert(name, text);
        }
    }
    texts.sort();
    assert!(texts.len() > 10 && !files.is_empty());
    (texts, files)
}

fn ask(desk: &mut Desk, request: &Value) -> (Value, Vec<f64>) {
    let answer = desk.answer(request.to_string().as_bytes());
    (serde_json::from_str(&answer.json).unwrap(), answer.rows)
}

fn open(desk: &mut Desk, text: &str) -> Value {
    ask(desk, &json!({ "ask": "open", "text": text })).0
}

/// Returns all rows of a run that is made in pieces of `steps` steps.
fn rows_in_pieces(desk: &mut Desk, steps: u32) -> Vec<f64> {
    let mut all = vec![];
    loop {
        let (standing, rows) = ask(desk, &json!({ "ask": "advance", "steps": steps }));
        assert!(standing.get("error").is_none(), "{standing}");
        all.extend(rows);
        if standing["is_done"] == true {
            return all;
        }
    }
}

/// Returns the rows that `stiction run` records.
fn native_rows(scenario: &Scenario) -> Vec<f64> {
    let mut whole = scenario.clone();
    whole.record.columns.clear();
    let (mut sim, channels) = whole.simulation().unwrap();
    let mut recorder = Recorder::from(sampler(&channels, scenario.sampling()));
    sim.run_observed(scenario.solver.until, &mut recorder).unwrap();
    recorder.record(&sim.frame()).unwrap();
    let columns = recorder.columns();
    let row = |k: usize| columns.iter().map(move |column| column[k]);
    (0..recorder.time().len()).flat_map(row).collect()
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_run_in_pieces_has_the_bits_of_one_at_once() {
    let text = std::fs::read_to_string(folder().join("stick_slip.toml")).unwrap();
    let text = text.replace("until = 10.0", "until = 0.9");
    let native = native_rows(&Scenario::from_toml(&text).unwrap());
    let mut desk = Desk::default();
    for steps in [1, 7, 1000, u32::MAX] {
        assert!(open(&mut desk, &text).get("error").is_none());
        assert_eq!(bits(&rows_in_pieces(&mut desk, steps)), bits(&native), "{steps}");
    }
    // A different step is noticed.
    open(&mut desk, &text.replace("step = 1e-4", "step = 1.0001e-4"));
    assert_ne!(bits(&rows_in_pieces(&mut desk, 1000)), bits(&native));
}

#[test]
fn every_example_opens_runs_and_has_a_film() {
    let (texts, files) = examples();
    let mut desk = Desk::default();
    for (name, text) in texts {
        let (facts, _) = ask(&mut desk, &json!({ "ask": "open", "text": text, "files": files }));
        assert!(facts.get("error").is_none(), "{name}: {facts}");
        let (standing, rows) = ask(&mut desk, &json!({ "ask": "advance", "steps": 300 }));
        assert!(standing["time"].as_f64().unwrap() > 0.0, "{name}: {standing}");
        let width = facts["columns"].as_array().unwrap().len();
        assert_eq!(rows.len(), width * standing["rows"].as_u64().unwrap() as usize);
        let (film, _) = ask(&mut desk, &json!({ "ask": "film" }));
        let film = film["film"].as_str().unwrap();
        // Drives have the names of the file.
        assert!(!film.contains("drive of "), "{name}: {film}");
        let film: Value = serde_json::from_str(film).unwrap();
        assert!(!film["bodies"].as_array().unwrap().is_empty(), "{name}");
        for plot in facts["plots"].as_array().unwrap() {
            assert!(!plot["y"].as_array().unwrap().is_empty(), "{name}: {plot}");
        }
    }
}

#[test]
fn files_that_are_not_there_are_named() {
    let (texts, mut files) = examples();
    let (_, text) = texts.iter().find(|(name, _)| name == "pad_drift.toml").unwrap();
    let loads = files.remove("pad_drift_loads.csv").unwrap();
    let mut desk = Desk::default();
    let (answer, _) = ask(&mut desk, &json!({ "ask": "open", "text": text, "files": files }));
    assert_eq!(answer["error"]["missing"], json!(["pad_drift_loads.csv"]));
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("names `pad_drift_loads.csv`"), "{message}");
    // Its name in the text.
    let elsewhere = text.replace("pad_drift_loads.csv", "data/loads.csv");
    let given = json!({ "data/loads.csv": loads, "unused.csv": "" });
    let (facts, _) = ask(&mut desk, &json!({ "ask": "open", "text": elsewhere, "files": given }));
    assert_eq!(facts["files"], json!(["data/loads.csv"]), "{facts}");
    // Other errors name no files.
    let (answer, _) = ask(&mut desk, &json!({ "ask": "open", "text": "a", "files": {} }));
    assert!(answer["error"].get("missing").is_none(), "{answer}");
}

/// A slider writes a number into the text, `--set` sets it by its path: both give the same scenario.
#[test]
fn numbers_stand_where_they_are_said_to_stand() {
    let (mut texts, files) = examples();
    texts.push(("block".to_owned(), BLOCK.to_owned()));
    let with_files = |text: &str| {
        let file = ScenarioFile::from_bytes("s.toml", text.into()).unwrap();
        files.iter().fold(file, |file, (name, text)| file.with_file(name, text.clone().into()))
    };
    let mut seen = 0;
    for (name, text) in texts {
        let units: Vec<u16> = text.encode_utf16().collect();
        let scenario = with_files(&text).scenario().unwrap();
        for number in numbers(&with_files(&text), &scenario) {
            assert!(!number.text.is_empty(), "{name}: {}", number.path);
            let written = String::from_utf16(&units[number.from..number.to]).unwrap();
            let value: toml::Value =
                format!("v = {written}").parse::<toml::Table>().unwrap()["v"].clone();
            let read = value.as_float().or(value.as_integer().map(|whole| whole as f64));
            assert_eq!(read, Some(number.value), "{name}: {}", number.path);
            if number.is_integer {
                continue;
            }
            // Small enough that the range is not left.
            let other = format!("{:?}", number.value * (1.0 - 1e-9));
            let splice = |from: usize, to: usize| {
                let parts =
                    [&units[..from], &other.encode_utf16().collect::<Vec<_>>(), &units[to..]];
                String::from_utf16(&parts.concat()).unwrap()
            };
            let read = |text: &str| with_files(text).scenario();
            let set = match with_files(&text).scenario_with(&[(&number.path, &other)]) {
                Ok(set) => set,
                // The number leaves its range in both ways.
                Err(_) => continue,
            };
            let spliced = read(&splice(number.from, number.to)).unwrap();
            assert_eq!(spliced, set, "{name}: {}", number.path);
            // The control: a place beside it would be noticed.
            assert_ne!(read(&splice(number.from + 1, number.to)).ok(), Some(set));
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn bad_input_is_named_with_its_line() {
    let mut desk = Desk::default();
    let wrong = [
        ("limit = 5.0", "limit = -5.0", 8, "finite and not negative"),
        ("step = 1e-4", "step = 0.0", 3, "must be finite and positive, found 0"),
        ("step = 1e-4", "stepp = 1e-4", 3, "unknown field"),
        ("schema_version = 1", "schema_version = ", 2, ""),
    ];
    for (right, broken, line, says) in wrong {
        let answer = open(&mut desk, &BLOCK.replace(right, broken));
        let error = &answer["error"];
        assert_eq!(error["line"], line, "{error}");
        assert!(error["message"].as_str().unwrap().contains(says), "{error}");
        let (answer, _) = ask(&mut desk, &json!({ "ask": "advance", "steps": 1 }));
        assert!(answer["error"]["message"].as_str().unwrap().contains("no scenario is open"));
    }
    let answer = open(&mut desk, &"#".repeat(2 << 20));
    assert!(answer["error"]["message"].as_str().unwrap().contains("at most"), "{answer}");
    assert!(open(&mut desk, BLOCK).get("error").is_none());
}

#[test]
fn an_input_moves_what_it_pushes() {
    let mut desk = Desk::default();
    let facts = open(&mut desk, BLOCK);
    assert_eq!(facts["inputs"], json!([{ "name": "push", "unit": "N", "value": 3.0 }]));
    let advance = json!({ "ask": "advance", "steps": 10_000 });
    let mode = |standing: &Value| standing["modes"][0][1].as_str().unwrap().to_owned();
    let (standing, _) = ask(&mut desk, &advance);
    assert_eq!((mode(&standing).as_str(), standing["is_done"].as_bool()), ("stick", Some(true)));
    // Continue beyond the end of the scenario.
    let set = json!({ "ask": "set", "input": "push", "value": 6.0 });
    assert_eq!(ask(&mut desk, &set).0, json!({}));
    let (standing, rows) =
        ask(&mut desk, &json!({ "ask": "advance", "steps": 10_000, "until": 1.1 }));
    assert_eq!(mode(&standing), "slip");
    // 1 N on 1 kg for 1 s, minus the time in which the bristle bends.
    let columns = facts["columns"].as_array().unwrap();
    let speed = columns.iter().position(|column| column[0] == "block.vx").unwrap();
    let last = rows[rows.len() - columns.len() + speed];
    assert!((last - 1.0).abs() < 1e-2, "{last}");
    let wrong = json!({ "ask": "set", "input": "pull", "value": 6.0 });
    assert!(ask(&mut desk, &wrong).0["error"]["message"].as_str().unwrap().contains("push"));
}

#[test]
fn a_step_beyond_the_limit_is_doubted_and_ends_the_run() {
    let mut desk = Desk::default();
    open(&mut desk, BLOCK);
    let (limits, _) = ask(&mut desk, &json!({ "ask": "limits" }));
    let holds = limits["holds"].as_f64().unwrap();
    assert!(holds > 1e-4 && limits["doubts"] == json!([]), "{limits}");
    let with_step = |step: f64| BLOCK.replace("step = 1e-4", &format!("step = {step:?}"));
    assert_eq!(open(&mut desk, &with_step(0.9 * holds))["doubts"], json!([]));
    assert_ne!(open(&mut desk, &with_step(1.1 * holds))["doubts"], json!([]));
}

#[test]
fn laws_take_each_others_place() {
    let mut desk = Desk::default();
    for law in ["gsat", "lugre", "dahl", "threshold"] {
        let (answer, _) = ask(&mut desk, &json!({ "ask": "swap", "text": BLOCK, "law": law }));
        let text = answer["text"].as_str().unwrap();
        assert!(text.contains(&format!("type = \"{law}\"")) && text.contains("# stays"), "{text}");
        assert!(open(&mut desk, text).get("error").is_none(), "{text}");
        rows_in_pieces(&mut desk, 1000);
    }
    let (answer, _) = ask(&mut desk, &json!({ "ask": "swap", "text": BLOCK, "law": "gsat" }));
    let same = Scenario::from_toml(answer["text"].as_str().unwrap()).unwrap();
    assert_eq!(same, Scenario::from_toml(BLOCK).unwrap());
    // A curve that is a number, and one that is a table.
    for curve in ["5.0", "{ coulomb = 5.0, breakaway = 6.0, stribeck_speed = 0.01 }"] {
        let curved = BLOCK.replace("type = \"gsat\"", "type = \"rate_dependent_gsat\"");
        let curved = curved.replace("limit = 5.0", &format!("curve = {curve}"));
        assert!(open(&mut desk, &curved).get("error").is_none(), "{curved}");
        let (answer, _) = ask(&mut desk, &json!({ "ask": "swap", "text": curved, "law": "gsat" }));
        let swapped = Scenario::from_toml(answer["text"].as_str().unwrap()).unwrap();
        assert_eq!(swapped, same, "{curve}");
    }
    // A law in a table of its own is written anew.
    let long = BLOCK.replace("law = { type = \"gsat\", ", "law.type = \"gsat\"\nlaw = { ");
    let long = long.replace(
        "law = { stiffness = 1e5, damping = 400.0, limit = 5.0 }",
        "law.stiffness = 1e5\nlaw.damping = 400.0\nlaw.limit = 5.0",
    );
    let (answer, _) = ask(&mut desk, &json!({ "ask": "swap", "text": long, "law": "dahl" }));
    assert!(answer["text"].as_str().unwrap().contains("dahl"), "{answer}");
    let none = BLOCK.split("[connections.friction]").next().unwrap();
    let (answer, _) = ask(&mut desk, &json!({ "ask": "swap", "text": none, "law": "dahl" }));
    assert!(answer["error"]["message"].as_str().unwrap().contains("no connection"), "{answer}");
}

#[test]
fn a_run_becomes_a_page() {
    let mut desk = Desk::default();
    assert!(ask(&mut desk, &json!({ "ask": "page" })).0.get("error").is_some());
    open(&mut desk, BLOCK);
    rows_in_pieces(&mut desk, 1000);
    let (answer, _) = ask(&mut desk, &json!({ "ask": "page" }));
    let page = answer["page"].as_str().unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("class=\"film\""));
    assert!(page.contains("Größe"));
}
