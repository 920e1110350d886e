//! Films in a browser: they show the motion of the simulation, and react to the reader.

use serde_json::json;
use stiction::patch::{BristleModel, BristleParameters, DistributedPatch, Grid, Surface};
use stiction::plot::{Figure, Film, Page, Panel, Reel, Section};
use stiction::prelude::*;
use stiction::record::Scene;
use stiction::scenario::Scenario;

use super::browser::Browser;

fn film(file: &str, until: f64, every: f64) -> Film {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scenarios/");
    let scenario = Scenario::load(format!("{root}{file}.toml")).unwrap();
    let (mut sim, _) = scenario.simulation().unwrap();
    let mut scene = Scene::every_seconds(every);
    sim.run_observed(until, &mut scene).unwrap();
    scene.into_film()
}

/// Returns a page with a film and a plot over time beside it.
fn page(film: Film) -> Page {
    let times = film.times.clone();
    let panel = Panel::new().x("time [s]").y("t [s]").line("t", &times, &times);
    Page::new("Film")
        .section(Section::new("Motion").film(film).figure(Figure::new("").panel(panel)))
}

const FRAME: &str = "Number(document.querySelector('.film').dataset.frame)";

/// Returns a hash of the painted picture.
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
    // Another frame is another picture, and the first frame again is the first picture.
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
    // The film plays to its end and stops there.
    page.value(
        "document.querySelector('.film select').value = 2; \
        document.querySelector('.film select').dispatchEvent(new Event('change'))",
    );
    page.value("document.querySelector('.film .play').click()");
    page.wait(&format!("{FRAME} === 50 && document.querySelector('.play').textContent === 'Play'"));
    page.finish();
}

/// Rust draws the pictures of a film, a script draws the page: each point is in one place in both.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "`cargo test --workspace` opens it")]
fn a_picture_has_the_projection_of_the_page() {
    let points = [[0.0, 0.0, 0.0], [0.3, -0.2, 0.1], [1.0, 2.0, -3.0]];
    // The camera follows the coin, and nothing else.
    for (file, follows) in [
        ("rolling_sphere", false),
        ("two_link_drift", false),
        ("spinning_coin", true),
        ("pad_drift", false),
    ] {
        let mut film = film(file, 0.5, 0.01);
        // Numbers are rounded as in the page.
        let round = |numbers: &mut Vec<f64>| {
            numbers.iter_mut().for_each(|number| *number = f64::from(*number as f32));
        };
        film.bodies.iter_mut().for_each(|body| round(&mut body.poses));
        film.laws.iter_mut().for_each(|law| round(&mut law.places));
        let Some(mut page) = Browser::open(&page(film.clone())) else { return };
        page.wait("document.querySelector('.film canvas') !== null");
        assert_eq!(page.value("players[0].follows"), follows, "{file}");
        let seen = format!("{points:?}.flatMap((point) => players[0].camera.see(point))");
        let gap = |page: &mut Browser, frame: usize| {
            page.value(&format!("players[0].show({frame}); players[0].drawNow()"));
            let size = page.numbers(
                "(() => { const at = players[0].camera.center; return [2 * at[0], 2 * at[1]]; })()",
            );
            let camera = film.camera_at(size[0], size[1], frame);
            let here = points.iter().flat_map(|point| camera.see(*point));
            let on_page = page.numbers(&seen);
            assert_eq!(on_page.len(), 9);
            here.zip(on_page).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        page.settle();
        for frame in [0, 20, 50] {
            let gap = gap(&mut page, frame);
            // Numbers of a page have single precision, and there are at most 4000 pixels per metre.
            assert!(gap < 1e-3, "{file}, frame {frame}: {gap}");
        }
        // Controls: a camera that breaks the rule for following the mechanism, and one that was turned.
        if follows {
            page.value("document.querySelector('.film-stage').focus()");
            page.key("f");
            assert_eq!(page.value("players[0].follows"), false);
            assert!(gap(&mut page, 20) > 10.0, "{file}");
            page.key("f");
        }
        page.value("players[0].camera.turnBy(0.01, 0)");
        assert!(gap(&mut page, 20) > 1e-2, "{file}");
        page.finish();
    }
}

#[test]
fn film_and_plots_show_the_same_time() {
    let Some(mut page) = Browser::open(&page(film("stick_slip", 2.0, 0.02))) else { return };
    page.wait("document.querySelector('.panel[data-view]') !== null");
    page.value("document.querySelector('figure.plot').scrollIntoView({ block: 'center' })");
    let at = page.numbers(
        "(() => { const p = figureOf(document.querySelector('figure.plot')).panels[0]; \
         const box = p.plot.over.getBoundingClientRect(); \
         return [box.left + p.across(1.01), box.top + p.height / 2]; })()",
    );
    page.mouse("mouseMoved", [at[0], at[1]], &json!({}));
    page.wait(&format!("{FRAME} === 50"));
    assert_eq!(page.value("document.querySelector('.now').hidden"), false);
    // The block sticks to the belt at 0.5 s and slips at 1 s, as the plot of the scenario shows.
    assert_eq!(page.value("document.querySelector('.film').dataset.modes"), "2");
    page.value("players[0].show(25)");
    assert_eq!(page.value("document.querySelector('.film').dataset.modes"), "1");
    page.finish();
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "`cargo test --workspace` opens it")]
fn every_scenario_has_a_film_without_complaints() {
    for file in [
        "two_link_drift",
        "two_link_penalty",
        "gripper",
        "block_on_incline",
        "spinning_coin",
        "pad_drift",
        "in_hand_fingertip",
        "ellipsoid_slider",
    ] {
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

/// Friction of a joint has a ring at the joint, whose place its body knows.
#[test]
fn laws_of_joints_act_at_the_joints() {
    let place_of = |film: &Film, name: &str| -> [f64; 3] {
        let law = film.laws.iter().find(|law| law.name == name).unwrap();
        assert_eq!((law.place_count, law.forces.len()), (1, 0), "{name}");
        law.places[..3].try_into().unwrap()
    };
    let apart = |a: [f64; 3], b: [f64; 3]| (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max);
    let walker = film("walker", 0.01, 0.01);
    // The base is 0.351 m off the ground, and a thigh of 0.2 m hangs from its hip, turned by 0.5 rad.
    let hip = [0.2, 0.12, 0.351];
    let knee = [0.2 - 0.2 * 0.5_f64.sin(), 0.12, 0.351 - 0.2 * 0.5_f64.cos()];
    // The robot has hardly moved: it falls 50 nm in a step of 0.1 ms.
    for (name, place) in [("front_left_hip", hip), ("front_left_knee", knee)] {
        let found = place_of(&walker, name);
        assert!(apart(found, place) < 1e-6, "{name}: {found:?}, not {place:?}");
    }
    // Controls: other joints are elsewhere.
    assert!(apart(place_of(&walker, "front_right_hip"), hip) > 0.1);
    assert!(apart(place_of(&walker, "front_left_hip"), knee) > 0.05);
    // Links of a planar arm begin at its joints.
    let arm = film("two_link_drift", 0.01, 0.01);
    let of_joints = arm.laws.iter().filter(|law| law.place_count == 1 && law.forces.is_empty());
    let mut seen = 0;
    for law in of_joints {
        let Some((index, port)) = law.ends[0] else { continue };
        assert_eq!(
            law.places[..3],
            arm.bodies[index].poses[7 * port..7 * port + 3],
            "{}",
            law.name
        );
        seen += 1;
    }
    assert!(seen > 0, "no law of a joint");
}

/// Compares friction that holds with Newton's law.
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

/// Returns a plate on a pad of LuGre bristles that begins to turn: the rim slips, the middle sticks.
fn turning_plate() -> Simulation {
    let mut net = NetworkBuilder::new();
    let plate = PlanarBody::builder().mass(0.2).inertia(1e-3).build().unwrap();
    let flow = PlanarTwist { linear: nalgebra::Vector2::new(0.01, 0.0), angular: 2.0 };
    let start = PlanarPose { position: nalgebra::Vector2::new(0.1, 0.2), angle: 1.0 };
    let body = net.add(plate, Motion::new(start, flow)).unwrap();
    net.shape(body, stiction::core::Shape::Cuboid { sizes: [0.06, 0.04, 0.01] }).unwrap();
    let disc = Surface::RasterCircle.patch(Grid::new(21, 0.02).unwrap()).unwrap();
    let pad = DistributedPatch::builder().patch(disc);
    let pad =
        pad.bristles(BristleParameters::table_one_coulomb().unwrap()).model(BristleModel::LuGre);
    let pad = net
        .connect(Loaded::new(pad.build().unwrap(), 1.0).unwrap(), Direct::new(), body.port())
        .unwrap();
    net.name_wire(pad, "pad").unwrap();
    Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-6).unwrap()
}

/// Looking at a pad changes nothing, and the picture shows the state of the cells.
#[test]
fn a_film_has_the_cells_of_a_pad_and_the_motion_keeps_its_bits() {
    let (mut alone, mut filmed) = (turning_plate(), turning_plate());
    let mut scene = Scene::every_seconds(1e-5);
    alone.run_until(4e-4).unwrap();
    filmed.run_observed(4e-4, &mut scene).unwrap();
    let bits =
        |sim: &Simulation| sim.state().values().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&alone), bits(&filmed));
    filmed.run_until(4.01e-4).unwrap();
    assert_ne!(bits(&alone), bits(&filmed), "the control: another time");
    let film = scene.into_film();
    let pad = film.laws[0].pad.as_ref().unwrap();
    let sticking: Vec<f64> =
        (0..film.times.len()).filter_map(|frame| pad.sticking(frame)).collect();
    assert_eq!(sticking.len(), film.times.len());
    // All cells stick at first; then the circle of sticking cells shrinks.
    assert_eq!(sticking[0], 1.0);
    assert!(sticking.iter().any(|part| (0.2..0.8).contains(part)), "{sticking:?}");
    assert!(sticking.last() < Some(&0.05), "{sticking:?}");
    // The arrow is in the axes of the world, however the plate has turned.
    let force = &film.laws[0].forces[3 * 10..3 * 11];
    assert!(force[0] < 0.0 && force[1].abs() < 0.1 * force[0].abs(), "{force:?}");

    let words = |k: usize| Reel::new().film("", film.clone()).still_svg(film.times[k]).unwrap();
    let said = |k: usize| {
        let picture = words(k);
        let line = picture.lines().find(|line| line.contains(">pad "));
        line.unwrap_or_default().to_owned()
    };
    // After the first step all cells follow the motion within a percent: LuGre creeps.
    assert!(said(0).contains("pad creeps"), "{}", said(0));
    assert!(said(40).contains("pad slips"), "{}", said(40));
    let middle = sticking.iter().position(|part| *part < 0.6).unwrap();
    let picture = words(middle);
    assert!(picture.contains("pad slips in part"), "{middle}");
    let dots = |color: &str| {
        picture.lines().filter(|line| line.starts_with("<circle") && line.contains(color)).count()
    };
    assert!(
        dots("#1A9850") > 50 && dots("#F08030") > 50,
        "{} {}",
        dots("#1A9850"),
        dots("#F08030")
    );

    let Some(mut page) = Browser::open(&page(film.clone())) else { return };
    page.wait("document.querySelector('.film canvas') !== null");
    let on_page = page.numbers(
        "Array.from(players[0].film.times.keys(), (k) => sticking(players[0].film.laws[0].pad, k))",
    );
    assert!(on_page.iter().zip(&sticking).all(|(a, b)| (a - b).abs() < 1e-6), "{on_page:?}");
    // Returns the colour painted at a point of the pad.
    let color = |page: &mut Browser, point: [f64; 2]| {
        page.numbers(&format!(
            "(() => {{ const player = players[0]; player.forces = false; player.drawNow(); \
             const [x, y] = player.camera.see([{}, {}, 0]); const s = Math.max(devicePixelRatio, 1); \
             return [...player.canvas.getContext('2d').getImageData(x * s, y * s, 1, 1).data]; }})()",
            point[0], point[1]
        ))
    };
    page.value(&format!("players[0].show({middle})"));
    let at = film.bodies[0].poses[7 * middle..7 * middle + 2].to_vec();
    let is_green = |c: &[f64]| c[1] > c[0] + 40.0;
    let is_orange = |c: &[f64]| c[0] > c[2] + 60.0 && c[0] > c[1] + 40.0;
    let inner = color(&mut page, [at[0], at[1]]);
    assert!(is_green(&inner), "{inner:?}");
    let outer = color(&mut page, [at[0] + 0.009, at[1]]);
    assert!(is_orange(&outer), "{outer:?}");
    // Controls: at the end the middle has slipped too, and there is no colour outside the pad.
    page.value("players[0].show(40)");
    let aside = color(&mut page, [at[0] + 0.014, at[1]]);
    assert!(!is_green(&aside) && !is_orange(&aside), "{aside:?}");
    assert_ne!(is_green(&color(&mut page, [at[0] + 0.003, at[1]])), is_green(&inner));
    page.finish();
}

/// Limits the size of a page with a pad whose cells all differ in every frame of the longest film.
#[test]
fn a_page_with_a_pad_stays_small() {
    let film = film("pad_drift", 5.0, 5.0 / 600.0);
    assert_eq!(film.times.len(), 601);
    let html = page(film).to_html().unwrap();
    assert!((100_000..1_500_000).contains(&html.len()), "{}", html.len());
}
