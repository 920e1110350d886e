//! Interactive pages: one HTML file with text, tables and figures.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::film::Film;
use super::markup::escape;
use super::{Figure, PlotError, layout};
use crate::{TextTable, count};

mod data;
mod film;
mod html;
mod verdict;

pub use verdict::Verdict;

use data::Precision;

const STYLE: &str = include_str!("page/page.css");
/// Script that figures and films share.
const SCRIPT: &str = include_str!("page/base.js");
/// Style and script of figures: [uPlot](https://github.com/leeoniya/uPlot) 1.6.32 with its licence, and its use here.
const FIGURE_STYLE: &str = include_str!("page/uplot/uPlot.min.css");
const FIGURE_SCRIPT: &str = concat!(
    "/*\n",
    include_str!("page/uplot/LICENSE"),
    "\n*/\n",
    include_str!("page/uplot/uPlot.iife.min.js"),
    include_str!("page/ticks.js"),
    include_str!("page/curves.js"),
    include_str!("page/panel.js"),
    include_str!("page/figure.js"),
);
/// Script of films.
const FILM_SCRIPT: &str = concat!(
    include_str!("page/film_camera.js"),
    include_str!("page/film_view.js"),
    include_str!("page/film_reading.js"),
    include_str!("page/film_pad.js"),
    include_str!("page/film_scheme.js"),
    include_str!("page/film.js"),
);
/// Policy that forbids loading anything.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
const HELP: &str = "Drag to zoom, double-click for all; <span class=\"keys\">click, then turn the \
                    wheel to zoom and use the arrow keys, + − 0; Shift and drag to move; </span>\
                    click names to hide and show.";

/// Contents of a section.
#[derive(Debug, Clone)]
enum Item {
    Text(String),
    Source(String),
    Table(TextTable),
    Verdicts(Vec<Verdict>),
    Figure(Figure),
    Film(Film),
}

/// A titled part of a [`Page`], with an entry in the table of contents.
#[derive(Debug, Clone)]
pub struct Section {
    title: String,
    note: String,
    items: Vec<Item>,
}

impl Section {
    /// Starts a section.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), note: String::new(), items: Vec::new() }
    }

    /// Sets a few words beside the title, such as the time of the run.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Adds paragraphs of plain text; empty lines separate them.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.item(Item::Text(text.into()))
    }

    /// Adds a text line by line as it is, such as a scenario.
    #[must_use]
    pub fn source(self, text: impl Into<String>) -> Self {
        self.item(Item::Source(text.into()))
    }

    /// Adds a table.
    #[must_use]
    pub fn table(self, table: &TextTable) -> Self {
        self.item(Item::Table(table.clone()))
    }

    /// Adds a comparison; consecutive ones share a table.
    #[must_use]
    pub fn verdict(mut self, verdict: Verdict) -> Self {
        match self.items.last_mut() {
            Some(Item::Verdicts(verdicts)) => verdicts.push(verdict),
            _ => self.items.push(Item::Verdicts(vec![verdict])),
        }
        self
    }

    /// Adds a figure.
    #[must_use]
    pub fn figure(self, figure: Figure) -> Self {
        self.item(Item::Figure(figure))
    }

    /// Adds a film of a mechanism, unless there is nothing to be seen in it.
    #[must_use]
    pub fn film(self, film: Film) -> Self {
        if film.is_empty() { self } else { self.item(Item::Film(film)) }
    }

    fn item(mut self, item: Item) -> Self {
        self.items.push(item);
        self
    }

    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.items.iter().flat_map(|item| match item {
            Item::Verdicts(verdicts) => verdicts.as_slice(),
            _ => &[],
        })
    }

    /// Returns the number of comparisons that pass, and of all that are counted.
    fn score(&self) -> (usize, usize) {
        let counted = self.verdicts().filter(|verdict| verdict.open.is_none());
        counted.fold((0, 0), |(passed, all), v| (passed + usize::from(v.passed), all + 1))
    }
}

/// Text, tables and interactive figures in one HTML file, which opens without a network.
///
/// A page is a list of [`Section`]s. It takes the same [`Figure`]s as an SVG, and shows all that
/// they show; legends stand above the axes. In a browser the reader
///
/// - drags a rectangle to zoom in (a flat one zooms along one axis), turns the wheel over a panel
///   that was clicked (or with Ctrl held), and double-clicks to get back;
/// - drags with Shift to move, or uses the arrow keys, `+`, `-` and `0` after a click or Tab;
/// - points at a panel to read the nearest point of every series;
/// - clicks a name in a legend to hide or show its series.
///
/// Panels of a figure that [shares abscissas](Figure::share_x) zoom together. Pages follow the light
/// or dark scheme of the reader and print in the light one.
///
/// ```no_run
/// use stiction_output::RunDirectory;
/// use stiction_output::plot::{Figure, Page, Panel, Section, Verdict};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let time: Vec<f64> = (0..1_000_000).map(|k| 1e-6 * f64::from(k)).collect();
/// let speed: Vec<f64> = time.iter().map(|t| (2.0 - 0.98 * t).max(10.0 / 7.0)).collect();
/// let panel = Panel::new().x("time [s]").y("speed [m/s]").line("simulated", &time, &speed);
/// let section = Section::new("Rolling sphere")
///     .note("0.8 s")
///     .text("Friction must leave the sphere 5/7 of its speed.")
///     .verdict(Verdict::relative("final speed [m/s]", 1.4286, 10.0 / 7.0, 1e-3))
///     .figure(Figure::new("").panel(panel));
/// let page = Page::new("Validation").section(section).thinned(4000);
/// RunDirectory::create("out")?.write_page("validation.html", &page)?;
/// # Ok(())
/// # }
/// ```
///
/// **What happens to the data.** All points are embedded bit by bit, and the reader sees all of their
/// digits, unless the page is [thinned](Self::thinned) or of [single
/// precision](Self::single_precision). A series of 10⁶ points takes 21 MB then; figures are drawn
/// when they come near the window, and redrawn in about a tenth of a second. Equal pages give
/// equal bytes.
#[derive(Debug, Clone)]
pub struct Page {
    title: String,
    sections: Vec<Section>,
    /// Titles, each with the number of sections before it.
    parts: Vec<(usize, String)>,
    most: Option<usize>,
    precision: Precision,
}

impl Page {
    /// Starts a page.
    pub fn new(title: impl Into<String>) -> Self {
        let title = title.into();
        let (sections, parts) = (Vec::new(), Vec::new());
        Self { title, sections, parts, most: None, precision: Precision::Double }
    }

    /// Starts a part: the table of contents lists the sections that follow under its title.
    #[must_use]
    pub fn part(mut self, title: impl Into<String>) -> Self {
        self.parts.push((self.sections.len(), title.into()));
        self
    }

    /// Adds a section.
    #[must_use]
    pub fn section(mut self, section: Section) -> Self {
        self.sections.push(section);
        self
    }

    /// Thins series of more than `points` points to at most about as many, extrema included.
    ///
    /// The remaining points belong to the series: with 4000 of them, a smooth line of 10⁶ points stays exact far
    /// beyond the resolution of a screen, and noise up to about that resolution. Series with fewer points stay as
    /// they are. (A line that turns a thousand times, or a line or a cloud that fills the plane at random, may keep
    /// more.)
    #[must_use]
    pub fn thinned(mut self, points: usize) -> Self {
        self.most = Some(points);
        self
    }

    /// Embeds numbers with seven digits, in half the space.
    ///
    /// Columns whose differences would suffer (9.81 to 9.81 + 10⁻⁶) keep all of their digits.
    #[must_use]
    pub fn single_precision(mut self) -> Self {
        self.precision = Precision::Single;
        self
    }

    /// Returns the page as an HTML document.
    ///
    /// # Errors
    /// Those of [`Figure::to_svg`] for the first figure that cannot be drawn.
    pub fn to_html(&self) -> Result<String, PlotError> {
        let title = escape(&self.title);
        let has = |kind: fn(&Item) -> bool| self.sections.iter().any(|s| s.items.iter().any(kind));
        let has_figures = has(|item| matches!(item, Item::Figure(_)));
        let has_films = has(|item| matches!(item, Item::Film(_)));
        let (style, figures) = if has_figures { (FIGURE_STYLE, FIGURE_SCRIPT) } else { ("", "") };
        let films = if has_films { FILM_SCRIPT } else { "" };
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <title>{title}</title>\n<style>\n{style}\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n"
        );
        self.push_summary(&mut page);
        if has_figures {
            // A line of writing to a string cannot fail.
            let thinned = self.most.map(|most| {
                format!(" Series of more than {most} points are thinned, extrema included.")
            });
            let thinned = thinned.unwrap_or_default();
            let _ = writeln!(page, "<p class=\"soft screen\">{HELP}{thinned}</p>");
            page.push_str("<noscript><p>The figures need JavaScript.</p></noscript>\n");
        }
        page.push_str("</header>\n");
        if self.sections.len() > 1 {
            self.push_contents(&mut page);
        }
        page.push_str("<main>\n");
        for (k, section) in self.sections.iter().enumerate() {
            self.push_section(&mut page, section, k + 1)?;
        }
        let _ = write!(
            page,
            "</main>\n<script>\n{SCRIPT}{figures}{films}</script>\n</body>\n</html>\n"
        );
        Ok(page)
    }

    fn push_summary(&self, page: &mut String) {
        let scores = self.sections.iter().map(Section::score);
        let (passed, all) = scores.fold((0, 0), |sum, (p, a)| (sum.0 + p, sum.1 + a));
        if all > 0 {
            let (class, all) =
                (html::class(passed == all), count(all, "comparison", "comparisons"));
            let verb = if passed == 1 { "passes" } else { "pass" };
            let _ = writeln!(page, "<p class=\"{class}\">{passed} of {all} {verb}.</p>");
        }
        let mut open = BTreeMap::new();
        let verdicts = self.sections.iter().flat_map(Section::verdicts);
        let words = verdicts.filter_map(|verdict| verdict.open.as_deref());
        words.for_each(|word| *open.entry(word).or_insert(0) += 1);
        if !open.is_empty() {
            let counts = open.iter().map(|(word, count)| format!("{count} {}", escape(word)));
            let counts = counts.collect::<Vec<_>>().join("; ");
            let _ = writeln!(page, "<p>Not counted: {counts}.</p>");
        }
    }

    fn push_contents(&self, page: &mut String) {
        page.push_str("<nav aria-label=\"Contents\">\n");
        let starts = self.parts.iter().map(|(start, title)| (*start, Some(title)));
        let starts: Vec<_> = [(0, None)].into_iter().chain(starts).collect();
        for (k, (start, title)) in starts.iter().enumerate() {
            let end = starts.get(k + 1).map_or(self.sections.len(), |next| next.0);
            if let Some(title) = title {
                let _ = writeln!(page, "<p><strong>{}</strong></p>", escape(title));
            }
            if *start < end {
                self.push_list(page, *start, end);
            }
        }
        page.push_str("</nav>\n");
    }

    /// Writes links to the sections from `start` to before `end`.
    fn push_list(&self, page: &mut String, start: usize, end: usize) {
        let from = if start == 0 { String::new() } else { format!(" start=\"{}\"", start + 1) };
        let _ = writeln!(page, "<ol{from}>");
        for (k, section) in self.sections[start..end].iter().enumerate() {
            let title = escape(&section.title);
            let (number, aside) = (start + k + 1, html::aside(section.score(), &section.note));
            let _ = writeln!(page, "<li><a href=\"#section-{number}\">{title}</a>{aside}</li>");
        }
        page.push_str("</ol>\n");
    }

    fn push_section(
        &self,
        page: &mut String,
        section: &Section,
        number: usize,
    ) -> Result<(), PlotError> {
        let title = escape(&section.title);
        let aside = html::aside(section.score(), &section.note);
        let _ = writeln!(page, "<section id=\"section-{number}\">\n<h2>{title}{aside}</h2>");
        for item in &section.items {
            match item {
                Item::Text(text) => html::push_text(page, text),
                Item::Source(text) => html::push_source(page, text),
                Item::Table(table) => html::push_table(page, table),
                Item::Verdicts(verdicts) => verdict::push_table(page, verdicts),
                Item::Figure(figure) => self.push_figure(page, figure)?,
                Item::Film(film) => {
                    let data = film.to_json();
                    let _ = writeln!(
                        page,
                        "<figure class=\"film\"><script type=\"application/json\">{data}</script>\n</figure>"
                    );
                }
            }
        }
        page.push_str("</section>\n");
        Ok(())
    }

    fn push_figure(&self, page: &mut String, figure: &Figure) -> Result<(), PlotError> {
        layout::check(figure)?;
        let rows = figure.panels.len().div_ceil(layout::columns(figure)) as f64;
        // The height is about that of the figure, so that the page does not jump when it is drawn.
        let height = (rows * (figure.panel_height + 75.0)).round();
        let _ = writeln!(
            page,
            "<figure class=\"plot\" style=\"max-width: {}px; min-height: {height}px\">",
            figure.width
        );
        if !figure.title.is_empty() {
            let _ = writeln!(page, "<figcaption>{}</figcaption>", escape(&figure.title));
        }
        let data = data::json(figure, self.most, self.precision);
        let _ = writeln!(page, "<script type=\"application/json\">{data}</script>\n</figure>");
        Ok(())
    }
}

#[cfg(test)]
mod tests;
