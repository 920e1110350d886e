//! Tests of whole pages, as text. The tests of the library open them in a browser.

use super::*;
use crate::plot::Panel;

fn ramp(n: u32) -> Vec<f64> {
    (0..n).map(|k| f64::from(k) / 3.0).collect()
}

fn with_figure(figure: Figure) -> Page {
    Page::new("Page").section(Section::new("Section").figure(figure))
}

/// Returns the JSON of the figures of a page.
fn figures(html: &str) -> Vec<serde_json::Value> {
    let scripts = html.split("<script type=\"application/json\">").skip(1);
    scripts
        .map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap())
        .collect()
}

/// Pictures that a reader saves from a page are XML too.
#[test]
fn control_characters_do_not_reach_a_page() {
    let name = |what: &str| format!("{what}\u{1b}[31m\u{0}");
    let ramp = ramp(3);
    let panel =
        Panel::new().title(name("a")).x(name("b")).y(name("c")).line(name("d"), &ramp, &ramp);
    let figure = Figure::new(name("e")).panel(panel.note([0.5, 0.5], name("f")));
    let mut table = TextTable::new(name("g"), &["h\u{7}"]);
    table.row([name("i")]);
    let section =
        Section::new(name("j")).note(name("k")).text(name("l")).table(&table).figure(figure);
    let html = Page::new(name("m")).section(section).to_html().unwrap();
    assert!(html.chars().all(|c| c == '\n' || !c.is_control()));
    let [data] = &figures(&html)[..] else { panic!("one figure") };
    let text = data.to_string();
    for what in ["a", "b", "c", "d", "f"] {
        assert!(text.contains(&format!("{what}\u{fffd}[31m\u{fffd}")), "{what}: {text}");
    }
}

#[test]
fn a_page_holds_text_tables_and_verdicts() {
    let mut table = TextTable::new("Speeds", &["name", "v [m/s]"]);
    table.row(["slow", "0.1"]).row(["fast"]);
    let open =
        |word: &str, passed| Verdict { open: Some(word.to_owned()), passed, ..Verdict::default() };
    let page = Page::new("Report")
        .section(Section::new("One").note("1.2 s").text("First.\n\nSecond.").table(&table))
        .section(Section::new("File").source("a = 1\n\nb = \"<2>\"\n"))
        .section(
            Section::new("Two")
                .verdict(Verdict::absolute("x [m]", 1.0, 1.0, 0.0))
                .verdict(Verdict::absolute("y [m]", 1.0, 2.0, 0.5))
                .verdict(open("time", false))
                .verdict(open("not <met>", false))
                .verdict(open("time", true)),
        );
    let html = page.to_html().unwrap();
    for part in [
        "<p>First.</p>\n<p>Second.</p>",
        "<pre tabindex=\"0\">a = 1\n\nb = &quot;&lt;2&gt;&quot;</pre>",
        "<caption>Speeds</caption>",
        "<tr><th>name</th><th class=\"number\">v [m/s]</th></tr>",
        "<tr><td>fast</td><td class=\"number\"></td></tr>",
        "<li><a href=\"#section-1\">One</a> <span class=\"soft\">1.2 s</span></li>",
        "<li><a href=\"#section-3\">Two</a> <span class=\"fail\">fail 1/2</span></li>",
        "<p class=\"fail\">1 of 2 comparisons passes.</p>",
        "<p>Not counted: 1 not &lt;met&gt;; 2 time.</p>",
        "<td class=\"pass\">pass</td>",
        "<td class=\"number\">−1</td><td class=\"number\">0.5</td><td class=\"fail\">fail</td>",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(html.matches("class=\"verdicts\"").count(), 1);
    assert!(!html.contains("Drag to zoom"));
}

#[test]
fn contents_are_grouped_by_part() {
    let page = Page::new("Report").section(Section::new("Before")).part("First <part>");
    let page = page.section(Section::new("One")).section(Section::new("Two"));
    let html = page.part("Second").section(Section::new("Three")).to_html().unwrap();
    let contents = "<ol>\n<li><a href=\"#section-1\">Before</a></li>\n</ol>\n\
                    <p><strong>First &lt;part&gt;</strong></p>\n<ol start=\"2\">\n\
                    <li><a href=\"#section-2\">One</a></li>\n\
                    <li><a href=\"#section-3\">Two</a></li>\n</ol>\n\
                    <p><strong>Second</strong></p>\n<ol start=\"4\">\n\
                    <li><a href=\"#section-4\">Three</a></li>\n</ol>\n</nav>";
    assert!(html.contains(contents));
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let html = with_figure(Figure::new("").panel(Panel::new())).to_html().unwrap();
    // The licence names where uPlot comes from.
    let html = html.replacen("https://github.com/leeoniya/uPlot", "", 1);
    for word in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn no_text_can_break_the_page() {
    let evil = "</script></title><script>alert('1')</script><!-- \"&";
    let t = ramp(3);
    let panel = Panel::new().title(evil).x(evil).y(evil).line(evil, &t, &t).note([0.0; 2], evil);
    let mut table = TextTable::new(evil, &[evil]);
    table.row([evil]);
    let section = Section::new(evil).note(evil).text(evil).source(evil).table(&table);
    let [quantity, found] = [evil, evil].map(str::to_owned);
    let section = section.verdict(Verdict { quantity, found, ..Verdict::default() });
    let html = Page::new(evil).section(section.figure(Figure::new(evil).panel(panel)));
    let html = html.to_html().unwrap();
    assert!(!html.contains("alert('1')</script>") && !html.contains("<script>alert"));
    assert!(!html.contains("<!--"));
    // The data and the program: no other script element is opened or closed.
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("</script").count(), 2);
    let panel = &figures(&html)[0]["panels"][0];
    for text in [&panel["title"], &panel["series"][0]["label"], &panel["marks"][0]["label"]] {
        assert_eq!(text, evil);
    }
}

#[test]
fn the_program_cannot_end_its_own_element() {
    for script in [SCRIPT, FIGURE_SCRIPT, FILM_SCRIPT] {
        assert!(!script.contains("</script") && !script.contains("<!--"));
    }
    assert!(!STYLE.contains("</style") && !FIGURE_STYLE.contains("</style"));
}

#[test]
fn equal_columns_are_embedded_once() {
    let t = ramp(100);
    let panel = || Panel::new().line("a", &t, &t).line("b", &t, &t[..50].repeat(2));
    let html = with_figure(Figure::new("").panel(panel()).panel(panel())).to_html().unwrap();
    let figure = &figures(&html)[0];
    assert_eq!(figure["data"].as_array().unwrap().len(), 2);
    assert_eq!(figure["panels"][1]["series"][1]["x"], 0);
    assert_eq!(figure["panels"][1]["series"][1]["y"], 1);
}

#[test]
fn pages_of_less_precision_and_fewer_points_are_smaller() {
    let t = ramp(100_000);
    let y: Vec<f64> = t.iter().map(|t| t.sin()).collect();
    let page = with_figure(Figure::new("").panel(Panel::new().line("", &t, &y)));
    let all = page.to_html().unwrap().len();
    let single = page.clone().single_precision().to_html().unwrap().len();
    let thinned = page.thinned(4000).to_html().unwrap().len();
    assert!((2_190_000..2_260_000).contains(&all), "{all}");
    assert!((1_120_000..1_190_000).contains(&single), "{single}");
    assert!(thinned < 195_000, "{thinned}");
}
