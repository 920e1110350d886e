//! Logs from the wild: broken ones are refused with place and reason, unusual ones are read.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may fail")]

use stiction_scenario::ScenarioFile;
use stiction_study::fit::curve::{TorqueColumns, TorqueRecord};
use stiction_study::fit::{Fit, Free, Log, LogError};

/// A joint with a motor; angle and rate are recorded.
fn joint(effort: &str) -> ScenarioFile {
    let text = "schema_version = 1\nsolver = { step = 2e-3, until = 4.0 }\n\
        bodies.joint = { type = \"rotor\", inertia = 0.05 }\n\
        connections.motor = { ports = \"joint\", law = { type = \"effort\", effort = EFFORT } }\n\
        connections.friction = { ports = \"joint\", law = { type = \"gsat\", stiffness = 50.0, damping = 0.5, limit = 0.25 } }\n";
    ScenarioFile::from_bytes("joint.toml", text.replace("EFFORT", effort).into()).unwrap()
}

/// A torque that the log has.
const INPUT: &str = "{ type = \"input\", name = \"torque\", unit = \"N m\" }";

const FREE: &str = "connections.friction.law.limit";

/// Returns why a log is refused, or how many rows it has, its columns and doubts.
fn said(bytes: &[u8]) -> String {
    let log = match Log::from_bytes("log.csv", bytes) {
        Ok(log) => log,
        Err(error) => return error.to_string(),
    };
    // A log without a column of torques is that of a joint with a constant torque.
    let is_driven = log.names().iter().any(|name| name.contains("torque"));
    let file = joint(if is_driven { INPUT } else { "0.3" });
    let doubts = match Fit::new([Free::new(FREE)]).doubts(&file, &log) {
        Ok(doubts) => doubts,
        Err(error) => return error.to_string(),
    };
    let read = format!("{} rows of {}", log.time().len(), log.names().join(", "));
    doubts.iter().fold(read, |read, doubt| format!("{read}; {doubt}"))
}

/// Checks what is said about bytes, between its begin and its end.
fn check(begin: &str, cases: &[(impl AsRef<[u8]>, &str)], end: &str) {
    let mut wrong = String::new();
    for (bytes, expected) in cases {
        let bytes = bytes.as_ref();
        let (said, expected) = (said(bytes), format!("{begin}{expected}{end}"));
        if said != expected {
            let text = String::from_utf8_lossy(bytes);
            let text: String = text.chars().take(80).collect();
            wrong += &format!("{text}\n  said     {said}\n  expected {expected}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn files_that_are_no_tables() {
    assert!(matches!(Log::read("no such file"), Err(LogError::File { .. })));
    let empty = "the file is empty; its first line must have the names of the columns";
    let cases: [(&[u8], _); 3] = [(b"", empty), (b"\xef\xbb\xbf", empty), (b"\n\n\n", empty)];
    check("log.csv:1: ", &cases, "");
    // Latin-1, UTF-16 and an archive.
    let cases: [(&[u8], _); 3] = [
        (b"t,joint.rate\n0,1\n1,\xb5\n", "3"),
        (b"\xff\xfet\0,\0j\0", "1"),
        (b"PK\x03\x04\x14\x00\x00\x00\x08\x00\xff\xfe", "1"),
    ];
    let fault = ": is not a line of a table of comma separated values: a file is written in UTF-8";
    check("log.csv:", &cases, fault);
    let json = b"{\"t\": [0, 1], \"joint.rate\": [1, 2]}\n";
    check(NO_TIME, &[(json, "{\"t\": [0, 1], \"joint.rate\": [1, 2]}")], "");
    let cases: [(&[u8], _); 4] = [
        (b"t;joint.rate;torque\n0;1;0\n1;2;0\n", "t;joint.rate;torque; separated by semicolons"),
        (b"t;joint.rate\n0,0;1,5\n0,1;2,5\n", "t;joint.rate; separated by semicolons"),
        (b"t\tjoint.rate\n0\t1\n1\t2\n", "t\tjoint.rate; separated by tabs"),
        (b"t joint.rate\n0 1\n1 2\n", "t joint.rate; separated by spaces"),
    ];
    check(NO_TIME, &cases, "? commas are needed, and points in numbers");
}

const NO_TIME: &str = "log.csv:1: no column is called `t`, the time [s]; there are ";

#[test]
fn first_lines_that_are_no_names() {
    let comment = "# bench 3; a comment? the first line must have the names of the columns";
    let cases: [(&[u8], _); 3] = [
        (b"# bench 3\nt,joint.rate\n0,1\n1,2\n", comment),
        (b"time,joint.rate\n0,1\n1,2\n", "time, joint.rate; is it `time`?"),
        (b"T,joint.rate\n0,1\n1,2\n", "T, joint.rate; is it `T`?"),
    ];
    check(NO_TIME, &cases, "");
    let twice = "column 3: the name `joint.rate` stands there twice";
    let numbers = "the first line has the numbers 0, 1, 0; it must have the names of the columns";
    let cases: [(&[u8], _); 10] = [
        (b"0,1,0\n0.1,2,0\n0.2,3,0\n", numbers),
        (b"t,joint.rate,joint.rate\n0,1,1\n1,2,2\n", twice),
        (b"t,t,joint.rate\n0,0,1\n1,1,2\n", "column 2: the name `t` stands there twice"),
        (b"t,joint.rate,joint.rate [rad/s]\n0,1,1\n1,2,2\n", twice),
        (b"t,joint.rate,\n0,1,\n1,2,\n", "column 3: the name `` must not be empty"),
        (b"t,joint.speed\n0,1\n1,2\n", "the scenario has no column and no input `joint.speed`"),
        (b"t,elbow.rate\n0,1\n1,2\n", "the scenario has no column and no input `elbow.rate`"),
        (b"t,torque\n0,1\n1,2\n", "no column is compared with the model: all drive inputs"),
        (
            b"t,joint.rate,torque,input.torque\n0,1,0,0\n1,2,0,0\n",
            "`torque` and `input.torque` are the same input",
        ),
        (b"t\n0\n1\n", "no column is compared with the model: there is only the time"),
    ];
    check("log.csv:1: ", &cases, "");
}

#[test]
fn rows_that_are_no_numbers() {
    let cases: [(&[u8], _); 7] = [
        (b"t,joint.rate\n", ": has 0 rows of numbers, at least 2 are needed"),
        (b"t,joint.rate\n0,1\n", ": has 1 rows of numbers, at least 2 are needed"),
        (b"t,joint.rate,torque\n0,1,0\n0.1,2,0\n0.2,3", ":4: has 2 cells, the first line has 3"),
        (b"t,joint.rate\n0,1\n0,1,2,5\n", ":3: has 4 cells, the first line has 2"),
        (
            b"t,joint.rate\n0,1\n1,-1e300\n",
            ":3: `joint.rate` is -1e300, it must be smaller than 1e150",
        ),
        (b"t,joint.rate,joint.angle\n0,1,\n1,2,\n", ": `joint.angle` has no number"),
        (
            b"t,joint.rate,torque\n0,1,\n1,2,0.5\n",
            ":2: `torque` drives an input and needs a number in the first row",
        ),
    ];
    check("log.csv", &cases, "");
    let cases: [(&[u8], _); 12] = [
        (b"t,joint.rate\n0,1\n1,\"2\n2,3\n", r#"3: `joint.rate` is "2\n2,3""#),
        (b"t,joint.rate\n0,1\n\"0,1\",2\n", r#"3: `t` is "0,1""#),
        (b"t,joint.rate\n0,\"1,000\"\n1,2\n", r#"2: `joint.rate` is "1,000""#),
        (b"t,joint.rate\n0,NaN\n1,nan\n", r#"2: `joint.rate` is "NaN""#),
        (b"t,joint.rate\n0,1\nNaN,2\n", r#"3: `t` is "NaN""#),
        (b"t,joint.rate\n0,1\n1,-inf\n", r#"3: `joint.rate` is "-inf""#),
        (b"t,joint.rate\n0,1\n1,1e999\n", r#"3: `joint.rate` is "1e999""#),
        (b"t,joint.rate\n0,1\n1,#DIV/0!\n", "3: `joint.rate` is \"#DIV/0!\""),
        (b"t,joint.rate\n0,1 rad/s\n1,2 rad/s\n", r#"2: `joint.rate` is "1 rad/s""#),
        (b"t,joint.rate\n0,1\n1,2.5D0\n", r#"3: `joint.rate` is "2.5D0""#),
        (b"t,joint.rate\n0,1\n1,2\nt,joint.rate\n0,1\n", r#"4: `t` is "t""#),
        (
            b"t,joint.rate\n2026-11-25T09:00:00,1\n2026-11-25T09:00:01,2\n",
            r#"2: `t` is "2026-11-25T09:00:00""#,
        ),
    ];
    let fault = ", which is no finite number; leave the cell empty where nothing was measured";
    check("log.csv:", &cases, fault);
}

#[test]
fn times_that_do_not_go_on() {
    let cases: [(&[u8], _); 4] = [
        (b"t,joint.rate\n0,1\n1,2\n0.5,3\n", "4: `t` is 0.5, it must be after 1.0"),
        (b"t,joint.rate\n0,1\n1,2\n1,3\n", "4: `t` is 1, it must be after 1.0"),
        (b"t,joint.rate\n0,1\n,2\n2,3\n", "3: `t` is NaN, every row needs its time"),
        (
            b"t,joint.rate\n0,1\n1.7e9,2\n",
            "3: `t` is 1700000000, more than 1e9 steps of the solver after the first row",
        ),
    ];
    check("log.csv:", &cases, "");
}

#[test]
fn units_that_are_written() {
    let cases: [(&[u8], _); 4] = [
        (b"t [ms],joint.rate\n0,1\n10,2\n", "`t` is in ms, it must be in s"),
        (b"t,joint.angle [deg]\n0,1\n1,2\n", "`joint.angle` is in deg, it must be in rad"),
        (b"t,joint.rate [rpm]\n0,1\n1,2\n", "`joint.rate` is in rpm, it must be in rad/s"),
        (b"t,joint.rate,torque [N cm]\n0,1,2\n1,2,2\n", "`torque` is in N cm, it must be in N m"),
    ];
    check("log.csv:1: ", &cases, "");
}

/// Returns the text of a log with `rows` rows.
fn table(head: &str, rows: usize, row: impl Fn(f64) -> String) -> Vec<u8> {
    let mut text = head.to_owned();
    for k in 0..rows {
        text += &format!("\n{}", row(k as f64));
    }
    text.into_bytes()
}

/// One angle, and its rate.
fn angle(t: f64) -> f64 {
    2.0 * t + 0.5 * (3.0 * t).sin()
}

fn rate(t: f64) -> f64 {
    2.0 + 1.5 * (3.0 * t).cos()
}

#[test]
fn units_that_only_look_wrong() {
    let both = |angle_in: f64, rate_in: f64, time_in: f64| {
        table("t,joint.angle,joint.rate", 400, |k| {
            let t = 0.01 * k;
            format!("{},{},{}", time_in * t, angle_in * angle(t), rate_in * rate(t))
        })
    };
    let degrees = 57.295_779_5;
    let wrapped = |turn: f64, per_second: f64| {
        table("t,joint.angle", 400, |k| format!("{},{}", 0.01 * k, (per_second * 0.01 * k) % turn))
    };
    let whole =
        |step: f64| table("t,joint.rate", 400, |k| format!("{},{}", step * k, rate(0.01 * k)));
    let cases = [(both(1.0, 1.0, 1.0), ""), (both(degrees, degrees, 1.0), "")];
    check("400 rows of joint.angle, joint.rate", &cases, "");
    let cases = [
        (both(degrees, 1.0, 1.0), "57.2956 times as fast as `joint.rate` says: degrees"),
        (
            both(1.0, degrees, 1.0),
            "0.0175 times as fast as `joint.rate` says: a velocity in degrees per second",
        ),
        (
            both(1.0, 9.549_296_6, 1.0),
            "0.1047 times as fast as `joint.rate` says: a velocity in revolutions per minute",
        ),
        (
            both(degrees, 9.549_296_6, 1.0),
            "6.0000 times as fast as `joint.rate` says: degrees and revolutions per minute",
        ),
        (both(1.0, 1.0, 1e3), "0.0010 times as fast as `joint.rate` says: times in milliseconds"),
    ];
    let begin = "400 rows of joint.angle, joint.rate; `joint.angle` changes ";
    check(begin, &cases, "? it must be once, in SI units");
    let turn = "; `joint.angle` jumps from 358 to 0 at line 182: a turn of 360 degrees? it must be in rad, and go on without jumps";
    let cases = [
        (wrapped(360.0, 200.0), turn),
        (wrapped(core::f64::consts::TAU, 4.0), ""),
        (wrapped(1e9, 300.0), ""),
        (wrapped(360.0, 3e4), ""),
    ];
    check("400 rows of joint.angle", &cases, "");
    let late =
        "; `t` goes to 3990 in whole numbers, the scenario to 4 s: milliseconds? it must be in s";
    let cases = [(whole(10.0), late), (whole(1.0), "")];
    check("400 rows of joint.rate", &cases, "");
}

#[test]
fn what_is_unusual_is_read() {
    let cases: [(&[u8], _); 15] = [
        (b"\xef\xbb\xbft,joint.rate\n0,1\n1,2\n", ""),
        (b"t,joint.rate\r\n0,1\r\n1,2\r\n", ""),
        (b"t,joint.rate\r0,1\r1,2\r", ""),
        (b"t,joint.rate\n0,1\n1,2", ""),
        (b"t,joint.rate\n\n0,1\n\n1,2\n\n", ""),
        (b"t, joint.rate \n 0 , 1 \n1,\t2\n", ""),
        (b"\"t\",\"joint.rate\"\n\"0\",\"1\"\n\"1\",\"2\"\n", ""),
        (b"joint.rate,t\n1,0\n2,1\n", ""),
        (b"t,joint.rate\n+0,+1.5e-3\n1E0,2.\n", ""),
        (b"t,joint.rate\n0,1e100\n1,-1e100\n", ""),
        (b"t,joint.rate\n-0.5,1\n0,2\n", ""),
        (b"t,joint.rate\n1.7e9,1\n1700000001,2\n", ""),
        (b"t,joint.rate,torque\n0,,1\n1,2,\n", ", torque"),
        (b"t,joint.rate,torque\n0,1,0.3\n1,2,0.3\n", ", torque"),
        (b"t,joint.rate,input.torque [N m]\n0,1,0\n1,2,0\n", ", input.torque"),
    ];
    check("2 rows of joint.rate", &cases, "");
    let log = Log::from_bytes("log.csv", b"joint.rate,t\n +1.5e-3,0\n,1\n").unwrap();
    assert_eq!((log.column("joint.rate").unwrap()[0], log.time()), (1.5e-3, &[0.0, 1.0][..]));
    assert!(log.column("joint.rate").unwrap()[1].is_nan());
}

/// Columns of a log that is evaluated without a simulation are refused or read.
#[test]
fn columns_of_a_curve() {
    let said = |bytes: &[u8]| {
        let log = Log::from_bytes("log.csv", bytes).unwrap();
        let columns = TorqueColumns { torque: "tau", velocity: Some("v"), position: None };
        TorqueRecord::of(&log, columns)
            .map(|record| record.gaps())
            .map_err(|error| error.to_string())
    };
    let rows = |head: &str, row: fn(f64) -> String| table(head, 20, row);
    let plain: fn(f64) -> String = |k| format!("{k},1,{}", k.sin());
    let cases: [(Vec<u8>, Result<usize, &str>); 5] = [
        (rows("t,v,tau", plain), Ok(0)),
        (
            rows(
                "t,v,tau",
                |k| if k == 3.0 { "3,,1".into() } else { format!("{k},1,{}", k.sin()) },
            ),
            Ok(1),
        ),
        (
            rows("t,v,tau [mN m]", plain),
            Err("log.csv:1: `tau` is in mN m, it must be in N m or Nm or N·m or N"),
        ),
        (rows("t,v,tau", |k| format!("{k},1,0.5")), Err("`torque` is 0.5 in all rows")),
        (
            rows("t,v,tau", |k| if k < 9.0 { format!("{k},1,") } else { format!("{k},,1") }),
            Err("`tau` has no number in a row that has the other columns"),
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(said(&bytes), expected.map_err(str::to_owned));
    }
}
