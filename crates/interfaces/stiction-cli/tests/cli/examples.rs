//! The scenarios that come with the library.

use stiction::scenario::Scenario;

use crate::documents::split;
use crate::{Place, scenarios};

pub(crate) fn files() -> Vec<String> {
    let entries = std::fs::read_dir(scenarios()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let mut files: Vec<String> = paths.map(|path| path.to_str().unwrap().to_owned()).collect();
    files.sort();
    files
}

/// Scenarios whose beginning, in which bristles bend, would need finer steps than the whole.
const NEED_FINER_STEPS_AT_FIRST: [&str; 4] =
    ["ellipsoid_slider", "hysteresis_iwan", "robot_arm", "two_link_penalty"];

#[test]
fn all_scenarios_are_sound_and_run() {
    assert!(files().len() >= 3);
    for file in files() {
        let place = Place::new();
        let said = place.stiction(&["check", "--strict", &file]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{file}");
        let until = Scenario::load(&file).unwrap().solver.until.min(0.02);
        let until = until.to_string();
        let said = place.stiction(&["run", &file, "--until", &until, "--out", "o"]);
        assert_eq!(said.code, Some(0), "{file}: {}", said.err);
        let name = file.rsplit('/').next().unwrap();
        let is_expected = |line: &&str| {
            NEED_FINER_STEPS_AT_FIRST.iter().any(|known| name == format!("{known}.toml"))
                && line.contains("in steps of a half the mean of")
        };
        assert_eq!(said.err.lines().find(|line| !is_expected(line)), None, "{file}");
        let title = Scenario::load(&file).unwrap().title;
        assert!(!title.is_empty(), "{file}");
        place.stiction(&["graph", &file, "--out", "g.mmd"]).success();
        let text = std::fs::read_to_string(&file).unwrap();
        let shown = format!("#   stiction run examples/scenarios/{name}");
        assert!(text.contains(&shown), "{file} does not say how to run it");
    }
}

/// Returns the commands in the comments of a scenario. A law alone replaces the law in the command before.
fn commands(text: &str) -> Vec<Vec<String>> {
    let comments = text.lines().filter_map(|line| line.strip_prefix("#   ")).collect::<Vec<_>>();
    let joined = comments.join("\n").replace("\\\n", " ");
    let mut commands: Vec<Vec<String>> = vec![];
    for line in joined.lines() {
        if let Some(command) = line.strip_prefix("stiction ") {
            commands.push(split(command));
        } else if line.starts_with('{') {
            let mut command = commands.last().unwrap().clone();
            let mut laws = 0;
            for word in &mut command {
                if let Some((path, _)) = word.clone().split_once(".law={") {
                    *word = format!("{path}.law={line}");
                    laws += 1;
                }
            }
            assert!(laws > 0, "{line}");
            commands.push(command);
        }
    }
    commands
}

#[test]
fn what_the_comments_of_scenarios_say_works() {
    let mut variants = 0;
    for file in files() {
        let place = Place::new();
        let text = std::fs::read_to_string(&file).unwrap();
        let scenario = Scenario::load(&file).unwrap();
        let until = format!("solver.until={}", scenario.solver.until.min(0.02));
        // Measured from the beginning, because the run is so short.
        let measures = scenario.sweep.iter().flat_map(|sweep| &sweep.measures);
        let measures = measures.filter(|(_, measure)| measure.from.is_some());
        let windows: Vec<String> =
            measures.map(|(name, _)| format!("sweep.measures.{name}.from=0.0")).collect();
        let mut kept: Vec<String> = vec![];
        let commands = commands(&text);
        assert!(!commands.is_empty(), "{file}");
        for command in commands {
            let known = |word: &String| match word.strip_prefix("examples/scenarios/") {
                Some(name) => scenarios().join(name).to_str().unwrap().to_owned(),
                None => word.clone(),
            };
            let mut words: Vec<String> = command.iter().map(known).collect();
            if matches!(words[0].as_str(), "run" | "sweep") {
                words.extend(["--set".to_owned(), until.clone()]);
            }
            if words[0] == "sweep" {
                words.extend(windows.iter().flat_map(|from| ["--set".to_owned(), from.clone()]));
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            // Warnings are fine: some of the variations are too stiff for their step.
            let ended = place.stiction(&words);
            assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
            if words[0] != "run" {
                continue;
            }
            let stem = file.rsplit('/').next().unwrap().strip_suffix(".toml").unwrap();
            let out = words.iter().position(|word| *word == "--out").map(|at| words[at + 1]);
            let out = out.map_or_else(|| format!("out/{stem}"), str::to_owned);
            let scenario = place.read(&format!("{out}/scenario.toml"));
            let lines = scenario.lines().filter(|line| !line.starts_with('#'));
            let scenario = lines.collect::<Vec<_>>().join("\n");
            assert!(!kept.contains(&scenario), "{words:?} is what another command is");
            variants += usize::from(!kept.is_empty());
            kept.push(scenario);
        }
    }
    assert!(variants >= 14, "{variants} variants");
}
