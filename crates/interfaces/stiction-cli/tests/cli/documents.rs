//! The pages of the book about the command work as printed.

use std::path::Path;

use crate::{Place, table};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/src").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Follows a page: writes its files, types its commands. Returns their number.
fn follow(page: &str, place: &Place) -> usize {
    let mut commands = 0;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(file) = kind.strip_prefix("toml file=") {
            place.write(file, &(block.join("\n") + "\n"));
        } else if let Some(file) = kind.strip_prefix("toml append=") {
            place.write(file, &(place.read(file) + &block.join("\n") + "\n"));
        } else if kind == "sh" {
            for line in block.iter().filter_map(|line| line.strip_prefix("stiction ")) {
                let words = split(line.split(" #").next().unwrap().trim());
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let ended = place.stiction(&words);
                assert_eq!(ended.code, Some(0), "stiction {line}\n{}{}", ended.out, ended.err);
                // The steps of templates and pages are small enough for what they show.
                assert!(!ended.err.contains("too large"), "stiction {line}\n{}", ended.err);
                commands += 1;
            }
        }
    }
    commands
}

#[test]
fn the_commands_of_the_reference_work() {
    let place = Place::new();
    assert!(follow(&page("command-line.md"), &place) >= 12);
    assert!(place.path("out/belt-sweep/members.csv").is_file());
}

#[test]
fn the_tutorial_works() {
    let place = Place::new();
    assert!(follow(&page("tutorial.md"), &place) >= 6);
    for folder in ["first", "fast", "lugre", "apart", "speeds", "later"] {
        assert!(place.path(folder).join("page.html").is_file(), "{folder}");
    }
    // "The spring is loaded until it has 1.5 N, after 0.75 s."
    let loaded =
        place.json("first/summary.json")["columns"]["spring.force"]["min"].as_f64().unwrap();
    assert!((-1.7..-1.49).contains(&loaded), "{loaded}");
    assert_eq!(place.json("first/summary.json")["rows"], 10_001);
    // "The swing grows with the speed of the belt", and is suddenly smaller.
    let (speeds, later) = (swings(&place, "speeds"), swings(&place, "later"));
    let [slow, fast] = [&speeds[..16], &speeds[16..]];
    assert!(
        slow.iter().all(|(belt, _)| *belt < 0.107) && fast.iter().all(|(belt, _)| *belt > 0.12)
    );
    assert!(slow.is_sorted_by_key(|(_, swing)| *swing));
    let near = |found: f64, expected: f64| (found - expected).abs() < 5e-5;
    assert!(near(slow[0].1, 11.13e-3) && near(slow[15].1, 24.81e-3), "{slow:?}");
    assert!(fast.iter().all(|(_, swing)| (7.55e-3..7.85e-3).contains(swing)), "{fast:?}");
    // "Up to 0.106 m/s nothing has changed. Beyond, 0.05 mm are left."
    for ((_, before), (_, after)) in slow.iter().zip(&later) {
        assert!((before - after).abs() < 1e-6, "{before} {after}");
    }
    assert!(later[16..].iter().all(|(_, swing)| (4.5e-5..5.5e-5).contains(swing)), "{later:?}");
}

/// Returns the speed of the belt and the swing of every member of a sweep.
fn swings(place: &Place, folder: &str) -> Vec<(f64, f64)> {
    let members = table(&place.read(&format!("{folder}/members.csv")));
    let [belt, swing] = ["drives.belt.velocity", "swing"].map(|name| members[name].iter().copied());
    belt.zip(swing).collect()
}

/// Returns the words of a line, with single quotes as in a shell.
pub(crate) fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
