//! The mechanism in motion as pictures: an SVG that moves, and its frames.

use std::fs;
use std::path::Path;

use stiction::output::RunDirectory;
use stiction::plot::{Film, Reel};

use crate::Outcome;

/// The SVG that moves.
const MOVING: &str = "film.svg";

fn name(frame: usize) -> String {
    format!("film-{frame:03}.svg")
}

/// Returns whether a file is one of those written here.
fn is_frame(name: &str) -> bool {
    let digits = name.strip_prefix("film-").and_then(|rest| rest.strip_suffix(".svg"));
    let is_number = |digits: &str| digits.len() == 3 && digits.bytes().all(|c| c.is_ascii_digit());
    name == MOVING || digits.is_some_and(is_number)
}

/// Returns the names of the files of `count` frames, and of those that an earlier run left in a folder.
pub(crate) fn names(folder: &Path, count: Option<u16>) -> Vec<String> {
    let count = count.map_or(0, usize::from);
    let mut names: Vec<String> = (1..=count).map(name).collect();
    names.push(MOVING.to_owned());
    // A folder that does not exist yet has none.
    let left = fs::read_dir(folder).into_iter().flatten().flatten();
    let left = left.filter_map(|entry| entry.file_name().into_string().ok());
    names.extend(left.filter(|name| is_frame(name)));
    names.sort();
    names.dedup();
    names
}

/// Writes a film.
pub(crate) fn write(out: &RunDirectory, title: &str, film: Film, count: u16) -> Outcome<()> {
    if film.is_empty() {
        return Err("there is nothing in motion to be drawn for --frames".into());
    }
    let reel = Reel::new().film(title, film);
    out.write_text(MOVING, &reel.to_svg(count.into())?)?;
    for (k, time) in reel.times(count.into()).into_iter().enumerate() {
        out.write_text(name(k + 1), &reel.still_svg(time)?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::plot::FilmBody;

    #[test]
    fn a_film_is_written_with_its_frames() {
        let folder = tempfile::tempdir().unwrap();
        let out = RunDirectory::create(folder.path()).unwrap();
        let block = FilmBody { firsts: vec![0.0, 0.5, 1.0], ..FilmBody::default() };
        let film = Film { times: vec![0.0, 1.0, 2.0], bodies: vec![block], ..Film::default() };
        write(&out, "A block", film, 3).unwrap();
        let mut found: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        assert_eq!(found, names(folder.path(), Some(3)));
        assert_eq!(found.len(), 4);
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert_ne!(read("film-001.svg"), read("film-003.svg"));
        let refused = write(&out, "Nothing", Film::default(), 3).unwrap_err().to_string();
        assert!(refused.contains("nothing in motion"), "{refused}");
    }

    #[test]
    fn frames_of_an_earlier_run_are_known_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let others = ["film-1.svg", "film-0001.svg", "film-abc.svg", "film-001.gif", "films.svg"];
        for name in ["film-007.svg", "film.svg"].iter().chain(&others) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let expected = ["film-001.svg", "film-007.svg", "film.svg"];
        assert_eq!(names(folder.path(), Some(1)), expected);
        assert_eq!(names(&folder.path().join("none"), None), ["film.svg"]);
    }
}
