//! Pages in a browser: every kind of series and mark is drawn, and pages react to the reader.
//!
//! The tests need Chromium; without it they say so and pass, or fail if `STICTION_NEED_BROWSER` is set.

use serde_json::{Value, json};
use stiction::plot::{Figure, Page, Panel, Section, Series, Verdict};

use browser::Browser;

mod browser;
mod films;

fn ramp(n: u32) -> Vec<f64> {
    (0..n).map(|k| f64::from(k) / f64::from(n - 1)).collect()
}

fn stride(values: &[f64], by: usize) -> Vec<f64> {
    values.iter().step_by(by).copied().collect()
}

fn one(figure: Figure) -> Page {
    Page::new("Page").section(Section::new("Section").figure(figure))
}

/// Returns a figure with all kinds of series and marks.
fn gallery() -> Figure {
    let t = ramp(401);
    let wave = |phase: f64| -> Vec<f64> { t.iter().map(|t| (12.0 * t + phase).sin()).collect() };
    let lines = Panel::new()
        .title("Lines")
        .x("time [s]")
        .y("force [N]")
        .line("line", &t, &wave(0.0))
        .dashed("dashed", &t, &wave(0.7))
        .steps("steps", &stride(&t, 20), &stride(&wave(1.4), 20))
        .area("area", &t[200..], &wave(2.1)[200..])
        .horizontal(0.5, "limit")
        .vertical(0.25, "slip ends");
    let coarse = stride(&t, 20);
    let dots = Panel::new()
        .title("Dots")
        .y("drift [m]")
        .points("points", &coarse, &coarse.iter().map(|t| 1e-7 * t * t).collect::<Vec<_>>())
        .line_and_points("both", &coarse, &coarse.iter().map(|t| 1e-7 * t).collect::<Vec<_>>())
        .line("gap", &[0.1, 0.2, f64::NAN, 0.4, f64::NAN, 0.6], &[5e-8; 6]);
    let errors = Panel::new()
        .title("Errors")
        .log_log()
        .x("step [s]")
        .y("error [m]")
        .line_and_points("rk4", &[1e-5, 1e-4, 1e-3, 1e-2], &[1e-13, 1e-11, 1e-8, 1e-5])
        .dashed("order 4", &[1e-4, 1e-2], &[1e-12, 1e-4]);
    let plane = Panel::new()
        .equal_aspect()
        .title("Plane")
        .x("x [m]")
        .y("y [m]")
        .series(Series::polygon("block", &[0.0, 1.0, 1.0, 0.0], &[0.0, 0.0, 1.0, 1.0]))
        .arrow([0.5, 0.5], [1.5, 0.8], "push")
        .note([0.1, 0.9], "corner");
    let drawing = Panel::new()
        .without_axes()
        .title("Drawing")
        .series(Series::polygon("", &[0.0, 2.0, 1.0], &[0.0, 0.0, 1.0]).opacity(0.6));
    let offset = Panel::new().x("time [s]").y("z [m]").line("", &[0.0, 1.0], &[9.81, 9.81 + 6e-7]);
    [lines, dots, errors, plane, drawing, offset]
        .into_iter()
        .fold(Figure::new("All kinds").columns(2), Figure::panel)
}

/// Returns an attribute of all panels that are drawn.
fn attributes(browser: &mut Browser, name: &str) -> Vec<String> {
    let panels = format!("[...document.querySelectorAll('.panel')].map((p) => p.dataset.{name})");
    serde_json::from_value(browser.value(&panels)).unwrap()
}

/// Returns the number of pixels on the canvas of a panel that have the colour of each of its series.
fn inked(browser: &mut Browser, panel: usize) -> Vec<u32> {
    browser.settle();
    let counts = format!(
        "(() => {{ const {{ plot, series }} = figureOf(holders[0]).panels[{panel}], {{ canvas }} = plot.ctx;
        const {{ data }} = plot.ctx.getImageData(0, 0, canvas.width, canvas.height);
        return series.map(({{ color }}) => {{
          const parts = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
          let n = 0;
          for (let i = 0; i < data.length; i += 4) {{
            n += data[i + 3] > 128 && parts.every((part, k) => Math.abs(part - data[i + k]) < 40) ? 1 : 0;
          }}
          return n; }}); }})()"
    );
    serde_json::from_value(browser.value(&counts)).unwrap()
}

/// Returns the ends of the axes of a panel: left, right, bottom, top.
fn view(browser: &mut Browser, panel: usize) -> [f64; 4] {
    browser.settle();
    let ends = attributes(browser, "view").swap_remove(panel);
    let ends: Vec<f64> = ends.split(' ').map(|end| end.parse().unwrap()).collect();
    ends.try_into().unwrap()
}

fn wait_for_figures(browser: &mut Browser) {
    browser.wait("document.querySelector('.panel[data-view]') !== null");
}

#[test]
fn every_kind_is_drawn_with_the_ticks_of_the_svg() {
    let Some(mut page) = Browser::open(&one(gallery())) else { return };
    wait_for_figures(&mut page);
    // Dashes and lone points cover fewer pixels than lines.
    let least: [&[u32]; 6] =
        [&[400, 200, 400, 200], &[100, 300, 20], &[200, 100], &[400], &[100], &[200]];
    for (panel, least) in least.into_iter().enumerate() {
        let inked = inked(&mut page, panel);
        assert_eq!(inked.len(), least.len());
        assert!(inked.iter().zip(least).all(|(inked, least)| inked >= least), "{panel}: {inked:?}");
    }
    let svg = gallery().to_svg().unwrap();
    let ticks = [attributes(&mut page, "xTicks"), attributes(&mut page, "yTicks")].concat();
    assert_eq!(ticks.len(), 12);
    for ticks in ticks.iter().filter(|ticks| !ticks.is_empty()) {
        assert!(ticks.split('|').count() >= 2, "{ticks}");
        for tick in ticks.split('|') {
            assert!(svg.contains(&format!(">{tick}</text>")), "{tick}");
        }
    }
    page.finish();
}

/// The script has its own copy of the rules for ticks.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "`cargo test --workspace` opens it")]
fn ticks_are_those_of_the_svg_for_any_range() {
    let decades = (-9..=9).map(|k| 10_f64.powi(k));
    let linear = decades.flat_map(|unit| {
        let ranges =
            [(0.0, 1.0), (-0.31, 0.3), (-7.4, -1.2), (9.81, 9.81 + 6e-7), (-2e6 - 3.0, -2e6)];
        ranges.map(|(low, high)| (false, low * unit, high * unit))
    });
    let log = [(1e-9, 2e-5), (1e-20, 1e4), (0.08, 1.3), (1.02, 1.12), (3e-7, 4e-6), (2e5, 9e6)];
    let ranges: Vec<_> = linear.chain(log.map(|(low, high)| (true, low, high))).collect();
    let panels: Vec<Panel> = ranges
        .iter()
        .map(|&(log, low, high)| {
            let panel = Panel::new().y_range(low, high);
            if log { panel.y_log() } else { panel }
        })
        .collect();
    let figure = |panel: &Panel| Figure::new("").size(300.0, 220.0).panel(panel.clone());
    let section = panels.iter().map(figure).fold(Section::new(""), Section::figure);
    let Some(mut page) = Browser::open(&Page::new("Page").section(section)) else { return };
    page.value("holders.forEach(figureOf)");
    let drawn = attributes(&mut page, "yTicks");
    assert_eq!(drawn.len(), 101);
    for ((panel, ticks), range) in panels.iter().zip(drawn).zip(&ranges) {
        let svg = figure(panel).to_svg().unwrap();
        let labels =
            svg.split("<text ").skip(1).filter(|text| text.contains("text-anchor=\"end\""));
        let labels: Vec<&str> = labels.filter_map(|text| text.split(['<', '>']).nth(1)).collect();
        let labels: Vec<&str> = labels.into_iter().map(str::trim).collect();
        assert!(labels.len() >= 2);
        assert_eq!(ticks.split('|').collect::<Vec<_>>(), labels, "{range:?}");
    }
    page.finish();
}

#[test]
fn what_passes_around_the_panel_stays_outside() {
    let turn: Vec<f64> = ramp(2001).iter().map(|t| 20.0 * t).collect();
    let (x, y): (Vec<f64>, Vec<f64>) = turn.iter().map(|a| (a.cos(), a.sin())).unzip();
    let (ahead, far) = ([0.0, 0.5, 1.0], [1e6, -1e6, 1e6]);
    let figure = Figure::new("").panel(Panel::new().line("", &x, &y));
    let figure = figure.panel(Panel::new().line("", &ahead, &far));
    let Some(mut page) = Browser::open(&one(figure)) else { return };
    wait_for_figures(&mut page);
    let mut show = |panel: u8, [left, right, low, high]: [f64; 4]| {
        page.value(&format!(
            "(() => {{ const figure = figureOf(holders[0]), panel = figure.panels[{panel}];
            figure.show(panel, 'x', {left}, {right}); figure.show(panel, 'y', {low}, {high});
            }})()"
        ));
        inked(&mut page, usize::from(panel))[0]
    };
    assert_eq!(show(0, [-0.5, 0.5, -0.5, 0.5]), 0);
    assert!(show(0, [0.5, 1.5, -0.5, 0.5]) > 100);
    // Between two distant points the line is straight, from side to side.
    assert!(show(1, [0.249, 0.251, -1e5, 1e5]) > 100);
    assert_eq!(show(1, [0.249, 0.251, 1e5, 2e5]), 0);
    page.finish();
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "`cargo test --workspace` opens it")]
fn awkward_data_and_views_do_no_harm() {
    let x = [0.0, 1.0, 2.0, 3.0];
    let columns: [[f64; 4]; 7] = [
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0],
        [f64::MAX, -1e299, 1e299, 0.0],
        [0.0, 1e-320, -1e-320, 1e-310],
        [10.0, 10.0, 10.0 + 1e-15, 10.0],
        [1e-300, 1e-270, 1e270, -1.0],
        [0.0, -0.0, 0.0, -1.0],
        [f64::NAN; 4],
    ];
    let panel = |y: &[f64; 4]| {
        let panel = Panel::new().line("a", &x, y).points("b", y, &x).steps("c", y, y);
        let panel = panel.area("d", &x, y).series(Series::polygon("e", &x, y));
        panel.line("f", &[], &[]).note([y[0], y[1]], "here")
    };
    let panels = columns.iter().map(panel);
    let logs = columns.iter().map(panel).map(Panel::log_log);
    let equals = columns.iter().map(panel).map(Panel::equal_aspect);
    let figures = panels.chain(logs).chain(equals).map(|panel| Figure::new("").panel(panel));
    let section = figures.fold(Section::new(""), Section::figure);
    let Some(mut page) = Browser::open(&Page::new("Page").section(section)) else { return };
    let ticks = page.value(
        "(() => { let most = 0;
        for (const holder of holders) {
          const figure = figureOf(holder), [panel] = figure.panels;
          for (const factor of [...Array(12).fill(3), ...Array(60).fill(0.3)]) {
            panel.zoom(factor, 100, 50);
            panel.plot.setCursor({ left: 100, top: 50 });
            most = Math.max(most, panel.ticks.x.major.length, panel.ticks.y.minor.length);
          }
        }
        return most; })()",
    );
    // There is at most one tick per power of ten from the least to the largest number.
    assert!((100..=700).contains(&ticks.as_u64().unwrap()), "{ticks}");
    page.finish();
}

/// Every series and mark leaves its colour on the canvas, in the reader's colour scheme.
#[test]
fn colours_follow_the_scheme() {
    let t = ramp(11);
    let panel =
        Panel::new().line("a", &t, &t).series(Series::polygon("b", &t, &t)).horizontal(0.3, "");
    let Some(mut page) = Browser::open(&one(Figure::new("").panel(panel))) else { return };
    wait_for_figures(&mut page);
    // Counts the pixels of a colour on the first canvas.
    let count = |page: &mut Browser, [red, green, blue]: [u8; 3]| -> u64 {
        let expression = format!(
            "(() => {{ const canvas = document.querySelector('canvas');
            const {{ data }} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let n = 0;
            for (let i = 0; i < data.length; i += 4) {{
              const near = [{red}, {green}, {blue}].every((v, k) => Math.abs(v - data[i + k]) < 9);
              n += near && data[i + 3] > 128 ? 1 : 0;
            }}
            return n; }})()"
        );
        page.value(&expression).as_u64().unwrap()
    };
    let (vermilion, light, dark) = ([213, 94, 0], [120, 120, 120], [154, 159, 165]);
    for color in [vermilion, light] {
        assert!(count(&mut page, color) > 100, "{color:?}");
    }
    // Blended borders have any colour in places.
    assert!(count(&mut page, dark) < 50);
    let scheme = json!({ "name": "prefers-color-scheme", "value": "dark" });
    page.call("Emulation.setEmulatedMedia", &json!({ "features": [scheme] }));
    page.settle();
    assert!(count(&mut page, dark) > 100);
    assert!(count(&mut page, light) < 50);
    page.finish();
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "`cargo test --workspace` opens it")]
fn a_million_points_are_drawn_as_a_few_thousand() {
    let t = ramp(1_000_000);
    let y: Vec<f64> = t.iter().map(|t| (4000.0 * t).sin()).collect();
    let turns = |f: fn(f64) -> f64| t.iter().map(|t| f(400.0 * t)).collect::<Vec<_>>();
    let figure = Figure::new("")
        .panel(Panel::new().line("", &t, &y))
        .panel(Panel::new().points("", &t, &y))
        .panel(Panel::new().equal_aspect().line("", &turns(f64::cos), &turns(f64::sin)));
    let Some(mut page) = Browser::open(&one(figure)) else { return };
    wait_for_figures(&mut page);
    let count = |panel: usize| {
        format!(
            "(() => {{ let n = 0;
            for (const name of ['lineTo', 'arc']) {{
              const plain = Path2D.prototype[name];
              Path2D.prototype[name] = function (...numbers) {{ n += 1; plain.apply(this, numbers); }};
            }}
            const {{ panels, cell }} = figureOf(holders[0]);
            panels[{panel}].draw(cell);
            return n; }})()"
        )
    };
    let counts: Vec<u64> =
        (0..3).map(|panel| page.value(&count(panel)).as_u64().unwrap()).collect();
    assert!((3000..8000).contains(&counts[0]), "{counts:?}");
    assert!((10_000..200_000).contains(&counts[1]), "{counts:?}");
    assert!((10_000..300_000).contains(&counts[2]), "{counts:?}");
    page.finish();
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "`cargo test --workspace` opens it")]
fn figures_far_below_wait_until_they_are_seen_or_printed() {
    let t = ramp(10);
    let section = |k: usize| {
        let verdict = Verdict::absolute("end", t[9], 1.0, 0.0);
        let panel = Panel::new().line("a", &t, &t);
        Section::new(format!("Case {k}")).verdict(verdict).figure(Figure::new("").panel(panel))
    };
    let page = (1..=60).map(section).fold(Page::new("Report"), Page::section).thinned(4000);
    let Some(mut page) = Browser::open(&page) else { return };
    page.value("location.hash = 'section-20'");
    page.wait("document.querySelector('#section-20 .panel[data-view]') !== null");
    let drawn = "document.querySelectorAll('.panel').length";
    let before = page.value(drawn).as_u64().unwrap();
    assert!((1..20).contains(&before), "{before}");
    assert_eq!(
        page.value("document.querySelector('p.pass').textContent"),
        "60 of 60 comparisons pass."
    );
    page.call("Page.printToPDF", &json!({}));
    assert_eq!(page.value(drawn), 60);
    page.finish();
}

#[test]
fn the_reader_zooms_moves_hides_and_reads() {
    let t = ramp(1001);
    let y: Vec<f64> = t.iter().map(|t| 1.0 / (3.0 + t)).collect();
    let panel = || Panel::new().x("time [s]").y("force [N]").line("ours", &t, &y);
    let figure = Figure::new("").share_x().panel(panel().steps("theirs", &t, &t)).panel(panel());
    let Some(mut page) = Browser::open(&one(figure)) else { return };
    wait_for_figures(&mut page);
    let area = page.numbers(
        "(() => { const box = figureOf(holders[0]).panels[0].plot.over.getBoundingClientRect();
        return [box.left, box.top, box.width, box.height]; })()",
    );
    let at = |x: f64, y: f64| [area[0] + x * area[2], area[1] + y * area[3]];
    let length = |view: &[f64; 4]| view[1] - view[0];
    let near = |a: f64, b: f64| (a - b).abs() < 4e-3;
    let home = [view(&mut page, 0), view(&mut page, 1)];
    let bounds = (home[0][2], home[0][3] - home[0][2]);
    let none = json!({});
    let drag = |page: &mut Browser, from: [f64; 2], to: [f64; 2], more: &Value| {
        page.mouse("mousePressed", from, more);
        page.mouse("mouseMoved", to, more);
        page.mouse("mouseReleased", to, more);
    };

    // Before a click the wheel scrolls the page.
    page.mouse("mouseWheel", at(0.5, 0.5), &json!({ "deltaX": 0, "deltaY": -200 }));
    assert_eq!(view(&mut page, 0), home[0]);

    drag(&mut page, at(0.4, 0.3), at(0.6, 0.8), &none);
    let zoomed = [view(&mut page, 0), view(&mut page, 1)];
    assert!(near(zoomed[0][0], 0.4) && near(zoomed[0][1], 0.6), "{zoomed:?}");
    assert!(near((zoomed[0][2] - bounds.0) / bounds.1, 0.2), "{zoomed:?}");
    assert!(near((zoomed[0][3] - bounds.0) / bounds.1, 0.7), "{zoomed:?}");
    assert_eq!(zoomed[1][..2], zoomed[0][..2], "shared abscissas");
    assert_eq!(zoomed[1][2..], home[1][2..], "own ordinates");

    drag(&mut page, at(0.5, 0.5), at(0.6, 0.5), &json!({ "modifiers": 8 }));
    let moved = view(&mut page, 0);
    assert!((length(&moved) - length(&zoomed[0])).abs() < 1e-9, "{moved:?}");
    assert!(near(moved[0], zoomed[0][0] - 0.02), "{moved:?}");

    for clicks in 1..=2 {
        page.mouse("mousePressed", at(0.5, 0.5), &json!({ "clickCount": clicks }));
        page.mouse("mouseReleased", at(0.5, 0.5), &json!({ "clickCount": clicks }));
    }
    assert_eq!([view(&mut page, 0), view(&mut page, 1)], home, "a double click");

    page.mouse("mouseWheel", at(0.25, 0.5), &json!({ "deltaX": 0, "deltaY": -200 }));
    page.wait("document.querySelector('.panel').dataset.view.split(' ')[0] > 0.01");
    let wheel = view(&mut page, 0);
    assert!(length(&wheel) < 0.9 && near((0.25 - wheel[0]) / length(&wheel), 0.25), "{wheel:?}");

    for key in ["0", "+", "ArrowRight"] {
        page.key(key);
    }
    let keys = view(&mut page, 0);
    assert!((length(&keys) - 0.7).abs() < 1e-9 && (keys[0] - 0.22).abs() < 1e-9, "{keys:?}");
    page.key("Escape");
    assert_eq!(view(&mut page, 0), home[0]);

    // The table has name, x and y of both series, with all digits.
    page.mouse("mouseMoved", at(0.5004, 0.5), &none);
    page.settle();
    let cells = "[...document.querySelectorAll('.tip td')].map((cell) => cell.textContent)";
    let expected = (1.0_f64 / 3.5).to_string();
    assert_eq!(page.value(cells), json!(["ours", "0.5", expected, "theirs", "0.5", "0.5"]));

    let before = inked(&mut page, 0);
    let button = "document.querySelector('.head button')";
    page.value(&format!("{button}.click()"));
    page.settle();
    let after = inked(&mut page, 0);
    assert!(before[0] > 300 && after[0] == 0 && after[1] >= before[1], "{before:?} {after:?}");
    assert_eq!(page.value(&format!("{button}.ariaPressed")), "false");
    page.value(&format!("{button}.click()"));
    page.settle();
    assert_eq!(inked(&mut page, 0), before);
    page.finish();
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "`cargo test --workspace` opens it")]
fn a_figure_is_saved_as_one_picture_of_what_is_shown() {
    let t = ramp(401);
    let panel = Panel::new().title("Force").x("time [s]").y("force [N]").line("a line", &t, &t);
    let figure = Figure::new("Friction / drift").panel(panel);
    let Some(mut page) = Browser::open(&one(figure)) else { return };
    wait_for_figures(&mut page);
    // Counts the dark pixels, of text, and the coloured ones, of curves.
    let coloured = |page: &mut Browser| {
        page.numbers(
            "(() => { const canvas = figureOf(holders[0]).picture(2);
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let [dark, coloured] = [0, 0];
            for (let i = 0; i < data.length; i += 4) {
              const parts = data.slice(i, i + 3);
              if (Math.max(...parts) < 110) dark++;
              if (Math.max(...parts) - Math.min(...parts) > 40) coloured++;
            }
            return [canvas.width, canvas.height, dark, coloured]; })()",
        )
    };
    let all = coloured(&mut page);
    let grid = page.numbers(
        "(() => { const box = figureOf(holders[0]).grid.getBoundingClientRect();
        return [box.width, box.height]; })()",
    );
    assert!(all[0] >= 2.0 * grid[0] && all[1] >= 2.0 * grid[1], "{all:?} of {grid:?}");
    assert!(all[2] > 500.0 && all[3] > 1000.0, "text and curves: {all:?}");

    page.value("document.querySelectorAll('.head button').forEach((button) => button.click())");
    page.settle();
    let hidden = coloured(&mut page);
    assert_eq!(hidden[3], 0.0, "no curve is shown: {hidden:?} of {all:?}");

    let saved = page.value(
        "(() => { let saved = null;
        HTMLAnchorElement.prototype.click = function () { saved = [this.download, this.href]; };
        document.querySelector('.save').click();
        return [saved[0], saved[1].slice(0, 22)]; })()",
    );
    assert_eq!(saved[1], "data:image/png;base64,");
    assert_eq!(saved[0], "Friction_drift.png");
    page.finish();
}

#[test]
fn labels_stay_text() {
    let evil = "</script><img src=x onerror=\"throw new Error('broken')\">";
    let panel = Panel::new().title(evil).x(evil).y(evil).line(evil, &[0.0, 1.0], &[0.0, 1.0]);
    let page = one(Figure::new(evil).panel(panel.vertical(0.5, evil)));
    let Some(mut page) = Browser::open(&page) else { return };
    wait_for_figures(&mut page);
    page.value("figureOf(holders[0]).panels[0].plot.setCursor({ left: 100, top: 100 })");
    assert_eq!(page.value("document.querySelector('.tip span').textContent"), evil);
    assert_eq!(page.value("document.querySelectorAll('img').length"), 0);
    assert!(inked(&mut page, 0)[0] > 100);
    page.finish();
}

/// Control: a page with an error fails the tests.
#[test]
#[should_panic(expected = "broken on purpose")]
fn complaints_are_heard() {
    let Some(mut page) = Browser::open(&Page::new("Page")) else { panic!("broken on purpose") };
    page.value("setTimeout(() => { throw new Error('broken on purpose'); })");
    page.finish();
}
