//! Films in a browser: what is shown is what a simulation did, and the reader's hands have effect.

use serde_json::json;
use stiction::plot::{Figure, Film, Page, Panel, Section};
use stiction::prelude::*;
use stiction::record::Scene;
use stiction::scenario::Scenario;

use super::browser::Browser;

fn film(file: &str, until: f64, every: f64) -> Film {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenarios/");
    let scenario = Scenario::load(format!("{root}{file}.toml")).unwrap();
    let (mut sim, _) = scenario.simulation().unwrap();
    let mut scene = Scene::every_seconds(every);
    sim.run_observed(until, &mut scene).unwrap();
    scene.into_film()
}

/// A page with a film, and a plot over the time beside it.
fn page(film: Film) -> Page {
    let times = film.times.clone();
    let panel = Panel::new().x("time [s]").y("t [s]").line("t", &times, &times);
    Page::new("Film")
        .section(Section::new("Motion").film(film).figure(Figure::new("").panel(panel)))
}

const FRAME: &str = "Number(document.querySelector('.film').dataset.frame)";

/// What is painted, as one number.
fn painted(browser: &mut Browser) -> f64 {
    let sum = "(() => { const canvas = document.querySelector('.film canvas'); \
         const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data; \
         let sum = 0; for (let i = 0; i < data.length; i++) sum = (sum * 31 + data[i]) % 1000003; return sum; })()";
    browser.settle();
    browser.value(sum).as_f64().unwrap()
}

#[test]
fn a_film_is_played_stepped_and_turned() {
    let film = film("rolling_sphere", 0.5, 0.01);
    assert_eq!(film.times.len(), 51);
    let Some(mut page) = Browser::open(&page(film)) else { return };
    page.wait("document.querySelector('.film canvas') !== null");
    let mut seen = vec![painted(&mut page)];
    page.value("document.querySelector('.film-stage').focus()");
    for (key, frame) in [("ArrowRight", 1.0), ("End", 50.0), ("ArrowLeft", 49.0), ("Home", 0.0)] {
        page.key(key);
        assert_eq!(page.value(FRAME), frame, "{key}");
        seen.push(painted(&mut page));
    }
    // Another frame is another picture, and the first one again is the first picture.
    assert_eq!(seen.pop(), Some(seen[0]));
    for key in ["a", "w", "+"] {
        page.key(key);
        seen.push(painted(&mut page));
    }
    page.key("0");
    assert_eq!(painted(&mut page), seen[0], "the camera is where it was");
    let count = seen.len();
    seen.sort_by(f64::total_cmp);
    seen.dedup();
    assert_eq!(seen.len(), count);
    // It plays to its end and stops there.
    page.value(
        "document.querySelector('.film select').value = 2; \
        document.querySelector('.film select').dispatchEvent(new Event('change'))",
    );
    page.value("document.querySelector('.film .play').click()");
    page.wait(&format!("{FRAME} === 50 && document.querySelector('.play').textContent === 'Play'"));
    page.finish();
}

/// Pictures of a film are drawn in Rust, the page by its script: the same points are in the same place.
#[test]
fn a_picture_has_the_projection_of_the_page() {
    let points = [[0.0, 0.0, 0.0], [0.3, -0.2, 0.1], [1.0, 2.0, -3.0]];
    for file in ["rolling_sphere", "two_link_drift"] {
        let mut film = film(file, 0.5, 0.01);
        // As the page has them.
        let round = |numbers: &mut Vec<f64>| {
            numbers.iter_mut().for_each(|number| *number = f64::from(*number as f32));
        };
        film.bodies.iter_mut().for_each(|body| round(&mut body.poses));
        film.laws.iter_mut().for_each(|law| round(&mut law.places));
        let Some(mut page) = Browser::open(&page(film.clone())) else { return };
        page.wait("document.querySelector('.film canvas') !== null");
        page.settle();
        let size = page.numbers(
            "(() => { const at = players[0].camera.center; return [2 * at[0], 2 * at[1]]; })()",
        );
        let camera = film.camera(size[0], size[1]);
        let seen = format!("{points:?}.flatMap((point) => players[0].camera.see(point))");
        let on_page = page.numbers(&seen);
        let here = points.iter().flat_map(|point| camera.see(*point));
        let gap = |page: &[f64]| {
            let gaps = here.clone().zip(page).map(|(a, b)| (a - b).abs());
            gaps.fold(0.0, f64::max)
        };
        assert_eq!(on_page.len(), 9);
        assert!(gap(&on_page) < 1e-6, "{file}: {}", gap(&on_page));
        // The control: a camera that was turned sees them elsewhere.
        page.value("players[0].camera.turnBy(0.01, 0); players[0].drawNow()");
        assert!(gap(&page.numbers(&seen)) > 1e-2, "{file}");
        page.finish();
    }
}

#[test]
fn film_and_plots_show_the_same_time() {
    let Some(mut page) = Browser::open(&page(film("stick_slip", 2.0, 0.02))) else { return };
    page.wait("document.querySelector('.panel[data-drawn]') !== null");
    page.value("document.querySelector('figure.plot').scrollIntoView({ block: 'center' })");
    let at = page.numbers(
        "(() => { const p = figureOf(document.querySelector('figure.plot')).panels[0]; \
         const box = p.canvas.getBoundingClientRect(); \
         return [box.left + p.left + p.across(1.01), box.top + p.top + p.height / 2]; })()",
    );
    page.mouse("mouseMoved", [at[0], at[1]], &json!({}));
    page.wait(&format!("{FRAME} === 50"));
    // It sticks to the belt at 0.5 s and slips at 1 s, as the plot of the scenario shows.
    assert_eq!(page.value("document.querySelector('.film').dataset.modes"), "2");
    page.value("players[0].show(25)");
    assert_eq!(page.value("document.querySelector('.film').dataset.modes"), "1");
    page.finish();
}

#[test]
fn every_scenario_has_a_film_without_complaints() {
    for file in
        ["two_link_drift", "two_link_penalty", "gripper", "block_on_incline", "spinning_coin"]
    {
        let film = film(file, 0.05, 0.01);
        assert!(!film.is_empty(), "{file}");
        let Some(mut page) = Browser::open(&page(film)) else { return };
        page.wait("document.querySelector('.film canvas') !== null");
        let first = painted(&mut page);
        page.value("players[0].trails = players[0].bend = true; players[0].show(4)");
        assert_ne!(painted(&mut page), first, "{file}");
        page.finish();
    }
}

/// A friction that holds, and what Newton says of it.
#[test]
fn a_film_has_the_places_and_forces_of_the_simulation() {
    let mut net = NetworkBuilder::new();
    let sphere = RigidBody::sphere(0.3, 0.2).unwrap();
    let sphere = sphere.with_gravity(nalgebra::Vector3::new(0.0, 0.0, -9.8)).unwrap();
    let start = Pose::at(nalgebra::Vector3::new(1.0, 2.0, 0.2 - 0.3 * 9.8 / 1e4));
    let ball = net.add(sphere, Motion::at_rest(start)).unwrap();
    net.name(ball, "ball").unwrap();
    let contact = CoulombContact::builder().stiffness(1e4).damping(50.0).friction(0.5);
    let map = SphereOnPlane::builder().radius(0.2).build().unwrap();
    net.connect(contact.build().unwrap(), map, ball.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    let mut scene = Scene::every_seconds(0.01);
    sim.run_observed(0.1, &mut scene).unwrap();
    let film = scene.into_film();
    assert_eq!((film.times.len(), film.bodies.len(), film.laws.len()), (11, 1, 1));
    let (ball, law) = (&film.bodies[0], &film.laws[0]);
    assert_eq!((ball.name.as_str(), ball.poses.len()), ("ball", 77));
    assert_eq!(&ball.poses[..2], &[1.0, 2.0]);
    // The contact point is below the middle, and the force there bears the weight.
    assert_eq!((law.place_count, &law.places[..2]), (1, &[1.0, 2.0][..]));
    assert!((law.places[2] + 0.3 * 9.8 / 1e4).abs() < 1e-12);
    assert!((law.forces[2] - 0.3 * 9.8).abs() < 1e-9 && law.forces[0] == 0.0);
    assert!(law.modes.iter().all(|mode| *mode == ContactMode::Stick));
}
