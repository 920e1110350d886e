//! From a figure to shapes on a page: places of axes, legends and words, in pixels.

use super::{
    Figure, PlotError,
    axis::{Span, Ticks, position},
    curve::{Area, Point},
    font::text_width,
    panel::Panel,
    ranges::spans,
    scene::{Anchor, SMALL, Scene, Shape, TEXT},
    series::{Color, Kind},
};

mod curves;
mod head;
mod marks;

use head::Entry;

const MARGIN: f64 = 14.0;
const COLUMN_GAP: f64 = 22.0;
const ROW_GAP: f64 = 12.0;
/// Space at the right of the axes for half of the last tick label.
const RIGHT: f64 = 16.0;

const FIGURE_TITLE: f64 = 17.0;
const LABEL: f64 = 12.5;
const ROW: f64 = 18.0;
const TICK_LENGTH: f64 = 4.0;

const SOFT_TEXT: Color = Color::rgb(80, 80, 80);
const SPINE: Color = Color::rgb(130, 130, 130);
const GRID: Color = Color::rgb(228, 228, 228);
const FAINT_GRID: Color = Color::rgb(243, 243, 243);
const WHITE: Color = Color::rgb(255, 255, 255);

/// Length of the piece of line beside a legend entry, and space for a dot if all are dots.
const SAMPLE: f64 = 24.0;
const DOT_SAMPLE: f64 = 6.0;
/// Largest distance of a coordinate from the page, in pixels.
const FAR: f64 = 1e6;

/// A panel with its axes. Its origin is the upper left corner between the axes.
struct Frame<'a> {
    panel: &'a Panel,
    x: Span,
    y: Span,
    x_ticks: Ticks,
    y_ticks: Ticks,
    /// Space at the left for label and tick labels.
    left: f64,
    width: f64,
    height: f64,
    /// Whether the horizontal axis carries labels.
    labelled: bool,
}

/// Checks the requirements that types cannot express.
pub(super) fn check(figure: &Figure) -> Result<(), PlotError> {
    if figure.panels.is_empty() {
        return Err(PlotError::NoPanels);
    }
    for (k, panel) in figure.panels.iter().enumerate() {
        panel.check(k + 1)?;
    }
    let is_log = |panel: &Panel| panel.x_log;
    if figure.share_x && figure.panels.iter().any(is_log) && !figure.panels.iter().all(is_log) {
        return Err(PlotError::MixedScales);
    }
    let rows = figure.panels.len().div_ceil(columns(figure));
    let height = figure.panel_height * rows as f64;
    let fits = |length: f64, least: f64| (least..=8000.0).contains(&length);
    if fits(figure.width, 100.0) && fits(figure.panel_height, 30.0) && fits(height, 30.0) {
        return Ok(());
    }
    Err(PlotError::InvalidSize { width: figure.width, height })
}

/// Returns the number of panels in a full row.
pub(super) fn columns(figure: &Figure) -> usize {
    figure.columns.min(figure.panels.len())
}

/// Lays out a figure.
pub(super) fn scene(figure: &Figure) -> Result<Scene, PlotError> {
    check(figure)?;
    let columns = columns(figure);
    let frames = frames(figure, columns);
    if frames.iter().any(|frame| frame.width < 30.0) {
        let height = figure.panel_height * figure.panels.len().div_ceil(columns) as f64;
        return Err(PlotError::InvalidSize { width: figure.width, height });
    }

    let mut shapes = Vec::new();
    let mut top = MARGIN;
    if !figure.title.is_empty() {
        let baseline = [MARGIN, top + FIGURE_TITLE * 0.9];
        shapes.push(Shape::text(&figure.title, baseline, FIGURE_TITLE, TEXT, Anchor::Start));
        top += FIGURE_TITLE + 9.0;
    }
    let cell = cell_width(figure, columns);
    for row in frames.chunks(columns) {
        let panels: Vec<_> = row.iter().map(Frame::draw).collect();
        top += panels.iter().map(|(_, [header, _])| *header).fold(0.0, f64::max);
        let footer = panels.iter().map(|(_, [_, footer])| *footer).fold(0.0, f64::max);
        for (column, (frame, (panel, _))) in row.iter().zip(panels).enumerate() {
            let origin = [MARGIN + column as f64 * (cell + COLUMN_GAP) + frame.left, top];
            shapes.extend(panel.into_iter().map(|shape| shape.moved(origin)));
        }
        top += figure.panel_height + footer + ROW_GAP;
    }
    let height = (top - ROW_GAP + MARGIN).ceil();
    Ok(Scene { width: figure.width.ceil(), height, shapes })
}

fn cell_width(figure: &Figure, columns: usize) -> f64 {
    let gaps = COLUMN_GAP * (columns - 1) as f64;
    (figure.width - 2.0 * MARGIN - gaps) / columns as f64
}

/// Chooses ranges, ticks and widths.
fn frames(figure: &Figure, columns: usize) -> Vec<Frame<'_>> {
    let count = figure.panels.len();
    let cell = cell_width(figure, columns);
    let spans = spans(figure);
    let mut frames: Vec<Frame<'_>> = figure
        .panels
        .iter()
        .zip(&spans)
        .enumerate()
        .map(|(k, (panel, &(x, y)))| Frame {
            panel,
            x,
            y,
            x_ticks: Ticks::default(),
            y_ticks: Ticks::default(),
            left: 0.0,
            width: 0.0,
            height: figure.panel_height,
            labelled: !figure.share_x || k + columns >= count,
        })
        .collect();
    let mut lefts = vec![0.0_f64; columns];
    // Equal aspect makes ranges depend on widths, which depend on tick labels: repeat.
    for _ in 0..3 {
        for (k, frame) in frames.iter_mut().enumerate() {
            if !frame.panel.bare {
                let count = (frame.height / 42.0).max(2.0);
                frame.y_ticks = Ticks::new(frame.y, frame.panel.y_log, count);
            }
            lefts[k % columns] = lefts[k % columns].max(frame.needed_left());
        }
        for (k, frame) in frames.iter_mut().enumerate() {
            frame.left = lefts[k % columns];
            frame.width = cell - frame.left - RIGHT;
            if frame.panel.equal && frame.width > 0.0 {
                let (x, y) = spans[k];
                let scale = (frame.width / x.length()).min(frame.height / y.length());
                frame.x = x.with_length(frame.width / scale);
                frame.y = y.with_length(frame.height / scale);
            }
        }
    }
    for frame in frames.iter_mut().filter(|frame| !frame.panel.bare) {
        frame.choose_x_ticks();
    }
    frames
}

impl Frame<'_> {
    fn area(&self) -> Area {
        Area { left: 0.0, top: 0.0, right: self.width, bottom: self.height }
    }

    fn needed_left(&self) -> f64 {
        let widths = self.y_ticks.major.iter().map(|tick| text_width(&tick.label, SMALL));
        let is_named = !named(&self.panel.y_label, &self.y_ticks).is_empty();
        let label = if is_named { LABEL + 8.0 } else { 0.0 };
        label + widths.fold(0.0, f64::max).ceil() + TICK_LENGTH + 4.0
    }

    fn choose_x_ticks(&mut self) {
        let mut count = (self.width / 75.0).max(2.0);
        loop {
            self.x_ticks = Ticks::new(self.x, self.panel.x_log, count);
            let ticks = &self.x_ticks.major;
            let widest = ticks.iter().map(|t| text_width(&t.label, SMALL)).fold(0.0, f64::max);
            let room = ticks
                .windows(2)
                .map(|pair| self.across(pair[1].position) - self.across(pair[0].position))
                .fold(f64::INFINITY, f64::min);
            if widest + 12.0 <= room || count < 1.5 {
                break;
            }
            count *= 0.7;
        }
    }

    /// Returns the pixels from the left of a position on the horizontal axis.
    fn across(&self, position: f64) -> f64 {
        ((position - self.x.low) / self.x.length() * self.width).clamp(-FAR, FAR)
    }

    /// Returns the pixels from the top of a position on the vertical axis.
    fn down(&self, position: f64) -> f64 {
        ((self.y.high - position) / self.y.length() * self.height).clamp(-FAR, FAR)
    }

    /// Returns the place of a data point, if it has one.
    fn place(&self, [x, y]: [f64; 2]) -> Option<Point> {
        Some([self.x_place(x)?, self.y_place(y)?])
    }

    fn x_place(&self, x: f64) -> Option<f64> {
        position(x, self.panel.x_log).map(|x| self.across(x))
    }

    fn y_place(&self, y: f64) -> Option<f64> {
        position(y, self.panel.y_log).map(|y| self.down(y))
    }

    /// Returns the shapes of the panel, and the space that it takes above and below its axes.
    fn draw(&self) -> (Vec<Shape>, [f64; 2]) {
        let mut shapes = self.grid();
        let mut curves = Vec::new();
        let mut entries: Vec<Entry<'_>> = Vec::new();
        for (series, color) in self.panel.colored() {
            let is_drawn = self.draw_series(series, color, &mut shapes, &mut curves);
            if is_drawn && !series.label.is_empty() {
                entries.push(Entry { series, color, sample: SAMPLE });
            }
        }
        if entries.iter().all(|entry| entry.series.kind == Kind::Points) {
            entries.iter_mut().for_each(|entry| entry.sample = DOT_SAMPLE);
        }
        self.draw_marks(&mut shapes);
        shapes.append(&mut curves);
        shapes.extend(self.spines());
        self.mark_labels(&mut shapes);
        let header = self.head(&entries, &mut shapes);
        let footer = self.labels(&mut shapes);
        (shapes, [header.max(8.0), footer])
    }

    fn grid(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let mut vertical = |position: f64, color| {
            let x = self.across(position);
            shapes.push(Shape::line([[x, 0.0], [x, self.height]], color, 0.8));
        };
        self.x_ticks.minor.iter().for_each(|&p| vertical(p, FAINT_GRID));
        self.x_ticks.major.iter().for_each(|t| vertical(t.position, GRID));
        let mut horizontal = |position: f64, color| {
            let y = self.down(position);
            shapes.push(Shape::line([[0.0, y], [self.width, y]], color, 0.8));
        };
        self.y_ticks.minor.iter().for_each(|&p| horizontal(p, FAINT_GRID));
        self.y_ticks.major.iter().for_each(|t| horizontal(t.position, GRID));
        shapes
    }

    fn spines(&self) -> Vec<Shape> {
        let (w, h) = (self.width, self.height);
        if self.panel.bare {
            return Vec::new();
        }
        let mut shapes = vec![Shape::line([[0.0, 0.0], [0.0, h], [w, h]], SPINE, 1.0)];
        for tick in &self.x_ticks.major {
            let x = self.across(tick.position);
            shapes.push(Shape::line([[x, h], [x, h + TICK_LENGTH]], SPINE, 1.0));
        }
        for tick in &self.y_ticks.major {
            let y = self.down(tick.position);
            shapes.push(Shape::line([[-TICK_LENGTH, y], [0.0, y]], SPINE, 1.0));
        }
        shapes
    }

    /// Draws tick and axis labels; returns the space that they take below the axes.
    fn labels(&self, shapes: &mut Vec<Shape>) -> f64 {
        let h = self.height;
        for tick in &self.y_ticks.major {
            let baseline = [-TICK_LENGTH - 4.0, self.down(tick.position) + 0.36 * SMALL];
            shapes.push(Shape::text(&tick.label, baseline, SMALL, SOFT_TEXT, Anchor::End));
        }
        let y_label = named(&self.panel.y_label, &self.y_ticks);
        if !y_label.is_empty() {
            // Long labels are set smaller.
            let size = LABEL * ((h + 24.0) / text_width(&y_label, LABEL)).clamp(0.6, 1.0);
            shapes.push(Shape::Text {
                text: y_label,
                baseline: [-self.left + 0.8 * LABEL, 0.5 * h],
                size,
                color: TEXT,
                anchor: Anchor::Middle,
                upward: true,
            });
        }
        if !self.labelled {
            return TICK_LENGTH;
        }
        for tick in &self.x_ticks.major {
            let baseline = [self.across(tick.position), h + TICK_LENGTH + 3.0 + SMALL];
            shapes.push(Shape::text(&tick.label, baseline, SMALL, SOFT_TEXT, Anchor::Middle));
        }
        let footer = TICK_LENGTH + 6.0 + SMALL;
        let x_label = named(&self.panel.x_label, &self.x_ticks);
        if x_label.is_empty() {
            return footer;
        }
        let baseline = [0.5 * self.width, h + footer + LABEL];
        shapes.push(Shape::text(&x_label, baseline, LABEL, TEXT, Anchor::Middle));
        footer + LABEL + 4.0
    }
}

/// Returns the name of an axis, with the common part of its tick labels.
fn named(label: &str, ticks: &Ticks) -> String {
    format!("{label} {}", ticks.common).trim().to_owned()
}
