//! The pages of the book about the command: what they print works as printed.

use std::path::Path;

use crate::Place;

/// Command lines in the code blocks of a page, without their comments.
fn commands(page: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("stiction "));
    lines.map(|line| line.split(" #").next().unwrap().trim().to_owned()).collect()
}

#[test]
fn the_commands_of_the_reference_work() {
    let place = Place::new();
    let found = commands("command-line.md");
    assert!(found.len() >= 12, "{found:?}");
    for line in found {
        let words: Vec<String> = split(&line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ended = place.stiction(&words);
        assert_eq!(ended.code, Some(0), "stiction {line}\n{}{}", ended.out, ended.err);
    }
}

/// Words of a line, with single quotes as a shell has them.
fn split(line: &str) -> Vec<String> {
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
