//! Tests of whole figures.

use super::*;

fn time() -> Vec<f64> {
    (0..200).map(|k| 0.01 * f64::from(k)).collect()
}

fn figure() -> Figure {
    let t = time();
    let v: Vec<f64> = t.iter().map(|t| (3.0 * t).cos()).collect();
    Figure::new("Rolling & sliding")
        .panel(
            Panel::new()
                .title("Velocity")
                .x("time [s]")
                .y("velocity [m/s]")
                .line("v_x", &t, &v)
                .dashed("exact ≤ 5/7 v₀", &[0.0, 2.0], &[0.3, 0.3])
                .vertical(0.583, "slip ends"),
        )
        .panel(Panel::new().x("time [s]").y("height [mm]").steps("", &t, &v))
}

/// Returns the coordinate lists of all lines of a colour.
fn lines(svg: &str, color: Color) -> Vec<Vec<[f64; 2]>> {
    let stroke = format!("stroke=\"{color}\"");
    svg.lines()
        .filter(|line| line.starts_with("<polyline") && line.contains(&stroke))
        .map(|line| {
            let points = line.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
            let point = |pair: &str| {
                let (x, y) = pair.split_once(',').unwrap();
                [x.parse().unwrap(), y.parse().unwrap()]
            };
            points.split_whitespace().map(point).collect()
        })
        .collect()
}

fn only_panel(panel: Panel) -> String {
    Figure::new("").panel(panel).to_svg().unwrap()
}

/// XML cannot represent most control characters in any form.
#[test]
fn no_text_makes_an_svg_ill_formed() {
    let nasty: String =
        (0..0x20).chain([0x7f, 0x9b, 0xfffe, 0xffff]).filter_map(char::from_u32).collect();
    let t = time();
    let name = |what: &str| format!("{what}{nasty}");
    let panel = Panel::new().title(name("title")).x(name("x")).y(name("y"));
    let panel = panel.line(name("line"), &t, &t).line(name("other"), &t, &t);
    let panel = panel.horizontal(0.5, name("horizontal")).note([0.5, 0.5], name("note"));
    let svg = Figure::new(name("figure")).panel(panel).to_svg().unwrap();
    let is_allowed =
        |c: char| c == '\n' || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
    assert!(svg.chars().all(is_allowed));
    for what in ["title", "x", "y", "line", "other", "horizontal", "note", "figure"] {
        assert!(svg.contains(&format!("{what}\u{fffd}")), "{what} is missing");
    }
    // The control: the test does see characters that are not allowed.
    assert!(!nasty.chars().all(is_allowed));
}

#[test]
fn an_svg_contains_every_word() {
    let svg = figure().to_svg().unwrap();
    for word in [
        "Rolling &amp; sliding",
        "Velocity",
        "time [s]",
        "velocity [m/s]",
        "height [mm]",
        "v_x",
        "exact ≤ 5/7 v₀",
        "slip ends",
        "0.5",
    ] {
        assert!(svg.contains(&format!(">{word}</text>")), "{word}");
    }
    assert!(svg.starts_with("<svg width=\"900\" height="));
    assert!(svg.contains("font-family=\"DejaVu Sans, sans-serif\""));
    assert!(svg.trim_end().ends_with("</svg>"));
}

#[test]
fn equal_figures_give_equal_bytes() {
    assert_eq!(figure().to_svg().unwrap(), figure().to_svg().unwrap());
}

#[test]
fn lengths_must_agree() {
    let error = |panel| Figure::new("").panel(Panel::new()).panel(panel).to_svg().unwrap_err();
    assert_eq!(
        error(Panel::new().line("v_x", &[0.0, 1.0], &[0.0])).to_string(),
        "series `v_x` has 2 abscissas but 1 ordinates"
    );
    assert_eq!(
        error(Panel::new().line("", &[], &[]).points("", &[], &[0.0])).to_string(),
        "series `number 2 of panel 2` has 0 abscissas but 1 ordinates"
    );
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let panel = Panel::new();
    let refused = |figure: Figure| figure.to_svg().unwrap_err();
    assert!(matches!(refused(Figure::new("")), PlotError::NoPanels));
    assert!(matches!(
        refused(Figure::new("").panel(panel.clone().y_log().y_range(0.0, 1.0))),
        PlotError::InvalidRange { axis: 'y', .. }
    ));
    for (width, height) in [(f64::NAN, 200.0), (900.0, -1.0), (1e9, 200.0), (100.0, 100.0)] {
        let figure = Figure::new("").columns(2).size(width, height);
        let figure = figure.panel(panel.clone()).panel(panel.clone());
        assert!(matches!(refused(figure), PlotError::InvalidSize { .. }), "{width} {height}");
    }
    let shared = |one: Panel, other: Panel| Figure::new("").share_x().panel(one).panel(other);
    let mixed = shared(panel.clone().x_log(), panel.clone());
    assert!(matches!(refused(mixed.clone()), PlotError::MixedScales));
    let page = Page::new("").section(Section::new("").figure(mixed)).to_html();
    assert!(matches!(page, Err(PlotError::MixedScales)));
    assert!(shared(panel.clone().x_log(), panel.x_log()).to_svg().is_ok());
}

#[test]
fn a_gap_splits_the_line() {
    let t = time();
    let mut v = t.clone();
    v[50..60].fill(f64::NAN);
    v[120] = f64::INFINITY;
    let drawn = lines(&only_panel(Panel::new().line("", &t, &v)), palette::BLUE);
    assert_eq!(drawn.len(), 3);
}

#[test]
fn a_lone_point_shows_as_a_dot() {
    let svg = only_panel(Panel::new().line("", &[1.0, 2.0, 3.0], &[f64::NAN, 1.0, f64::NAN]));
    assert_eq!(svg.matches("<circle").count(), 1);
}

#[test]
fn a_million_points_stay_small_and_keep_their_extremes() {
    let n = 1_000_000;
    let x: Vec<f64> = (0..n).map(|k| 1e-6 * k as f64).collect();
    let mut y: Vec<f64> = (0..n).map(|k| (k as f64 * 0.7).sin()).collect();
    y[333_333] = 3.0;
    y[777_777] = -2.0;
    let svg = only_panel(Panel::new().line("", &x, &y).y_range(-2.0, 3.0));
    assert!(svg.len() < 100_000, "{}", svg.len());
    let points = lines(&svg, palette::BLUE).concat();
    let depths = || points.iter().map(|p| p[1]);
    let (top, bottom) = (depths().fold(f64::MAX, f64::min), depths().fold(f64::MIN, f64::max));
    // 220 pixels between the axes: both ends of the range are reached.
    assert_eq!(bottom - top, 220.0);
}

#[test]
fn awkward_data_never_panic() {
    let values = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        1e-320,
        1e299,
        -1e299,
        0.0,
        -0.0,
        1.0,
        1.0 + f64::EPSILON,
        1e16,
    ];
    for a in values {
        for b in values {
            let (x, y) = ([a, b], [b, a]);
            let mut panel = Panel::new()
                .line("a", &x, &y)
                .dashed("b", &x, &y)
                .points("c", &x, &y)
                .line_and_points("d", &x, &y)
                .steps("e", &x, &y)
                .area("f", &x, &y)
                .series(Series::polygon("g", &x, &y))
                .horizontal(a, "h")
                .vertical(b, "v")
                .arrow([a, a], [b, b], "r")
                .note(x, "n");
            only_panel(panel.clone());
            only_panel(panel.clone().equal_aspect());
            only_panel(panel.clone().x_range(0.0, 1.0).y_range(-1e-6, 1e-6));
            panel = panel.log_log();
            only_panel(panel);
        }
    }
}

#[test]
fn empty_series_leave_no_trace() {
    let svg = only_panel(Panel::new().line("nothing", &[], &[]).line("all", &[1.0], &[f64::NAN]));
    assert!(!svg.contains("nothing") && !svg.contains(">all"));
}

/// Returns the place of a word in pixels from the top.
fn height_of(word: &str, svg: &str) -> f64 {
    let line = svg.lines().find(|line| line.ends_with(&format!(">{word}</text>"))).unwrap();
    line.split(" y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
}

#[test]
fn the_legend_stands_above_the_axes_in_as_many_rows_as_it_needs() {
    let named = |panel: Panel, name: &str| panel.line(name, &[0.0, 1.0], &[0.0, 1.0]);
    let (long, longer) =
        ("a name ".repeat(8).trim().to_owned(), "name ".repeat(16).trim().to_owned());
    let one = named(named(Panel::new().title("title"), "short"), &long);
    let svg = only_panel(one.clone());
    let (title, short, last) =
        (height_of("title", &svg), height_of("short", &svg), height_of(&long, &svg));
    assert!((title - short).abs() < 2.0 && last == short, "{title} {short} {last}");
    let svg = only_panel(named(one, &longer));
    let (first, second) = (height_of("short", &svg), height_of(&longer, &svg));
    // There is a second row, above the highest tick of the axis.
    assert!(second - first > 15.0 && second < height_of("1.0", &svg), "{first} {second}");
}

#[test]
fn what_applies_to_all_ticks_stands_with_the_name_of_the_axis() {
    let svg = |high| only_panel(Panel::new().y("z [m]").line("", &[0.0, 1.0], &[9.81, high]));
    assert!(svg(9.81 + 6e-7).contains(">z [m] ×10⁻⁷ + 9.81</text>"));
    assert!(svg(9.9).contains(">z [m]</text>"));
}

#[test]
fn a_dashed_line_is_one_line() {
    let (x, y) = ([0.0, 0.5, 1.0], [0.0, 1.0, 0.0]);
    assert_eq!(only_panel(Panel::new().dashed("", &x, &y)).matches("stroke-dasharray").count(), 1);
    assert!(!only_panel(Panel::new().line("", &x, &y)).contains("stroke-dasharray"));
}

#[test]
fn a_drawing_has_no_axes() {
    let triangle =
        |panel: Panel| panel.series(Series::polygon("", &[0.0, 1.0, 0.5], &[0.0, 0.0, 1.0]));
    let (drawing, plot) = (triangle(Panel::new().without_axes()), triangle(Panel::new()));
    let (drawing, plot) = (only_panel(drawing), only_panel(plot));
    assert_eq!(drawing.matches("<polyline").count(), 1);
    assert!(!drawing.contains("<text"));
    // The control: ticks, grid and axes.
    assert!(plot.matches("<polyline").count() > 5 && plot.contains("<text"));
}

#[test]
fn an_area_is_as_opaque_as_it_is_told() {
    let svg = |series: Series| only_panel(Panel::new().without_axes().series(series));
    let area = Series::area("", &[0.0, 1.0], &[1.0; 2]);
    assert!(svg(area.clone()).contains("opacity=\"0.18\""));
    assert!(svg(area.clone().opacity(0.75)).contains("opacity=\"0.75\""));
    // An opacity that is not a number changes nothing.
    assert_eq!(svg(area.clone().opacity(f64::NAN)), svg(area));
}

#[test]
fn shades_are_darker_where_values_are_larger() {
    let place = [0.0, 1.0, 2.0, 3.0, 4.0];
    let panel = |values: &[f64]| Panel::new().shades(&place, &place, values, 5.0);
    let svg = Figure::new("").panel(panel(&[1.0, 8.0, 0.0, -1.0, f64::NAN])).to_svg().unwrap();
    // The lightest and the darkest shade have a point each; values that are not above zero have none.
    for color in ["#B2CADF", "#005096"] {
        assert_eq!(svg.matches(color).count(), 1, "{color}: {svg}");
    }
    assert_eq!(svg.matches("<circle").count(), 2);
    let refused = Figure::new("").panel(panel(&[1.0, 2.0])).to_svg();
    assert!(matches!(refused, Err(PlotError::LengthMismatch { x: 5, y: 2, .. })));
}
