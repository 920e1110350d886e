//! From a figure to shapes on a page: where axes, legends and words go, in pixels.

use super::{
    Figure, PlotError,
    axis::{Span, Ticks, position},
    curve::{Area, Point},
    font::text_width,
    legend::{Crowd, Entry},
    panel::Panel,
    ranges::spans,
    scene::{Anchor, SMALL, Scene, Shape, TEXT},
    series::{Color, Kind},
};

mod curves;
mod head;
mod marks;

const MARGIN: f64 = 14.0;
const COLUMN_GAP: f64 = 22.0;
const ROW_GAP: f64 = 12.0;
/// Room at the right of the axes for half of the last tick label.
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

/// Length of the piece of line beside a legend entry, and room for a dot where all are dots.
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
    /// Room at the left for label and tick labels.
    left: f64,
    width: f64,
    height: f64,
    /// Whether the horizontal axis carries labels.
    labelled: bool,
}

/// A panel ready to be placed.
struct Drawn {
    shapes: Vec<Shape>,
    header: f64,
    footer: f64,
}

/// Checks what the types cannot.
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

/// Number of panels in a full row.
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
    let drawn: Vec<Drawn> = frames.iter().map(Frame::draw).collect();

    let mut shapes = Vec::new();
    let mut top = MARGIN;
    if !figure.title.is_empty() {
        let baseline = [MARGIN, top + FIGURE_TITLE * 0.9];
        shapes.push(Shape::text(&figure.title, baseline, FIGURE_TITLE, TEXT, Anchor::Start));
        top += FIGURE_TITLE + 9.0;
    }
    let cell = cell_width(figure, columns);
    let mut drawn = drawn.into_iter();
    for row in frames.chunks(columns) {
        let panels: Vec<Drawn> = drawn.by_ref().take(row.len()).collect();
        top += panels.iter().map(|p| p.header).fold(0.0, f64::max);
        let footer = panels.iter().map(|p| p.footer).fold(0.0, f64::max);
        for (column, (frame, panel)) in row.iter().zip(panels).enumerate() {
            let origin = [MARGIN + column as f64 * (cell + COLUMN_GAP) + frame.left, top];
            shapes.extend(panel.shapes.into_iter().map(|shape| shape.moved(origin)));
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
        let label = if self.panel.y_label.is_empty() { 0.0 } else { LABEL + 8.0 };
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

    /// Pixels from the left of a position on the horizontal axis.
    fn across(&self, position: f64) -> f64 {
        ((position - self.x.low) / self.x.length() * self.width).clamp(-FAR, FAR)
    }

    /// Pixels from the top of a position on the vertical axis.
    fn down(&self, position: f64) -> f64 {
        ((self.y.high - position) / self.y.length() * self.height).clamp(-FAR, FAR)
    }

    /// The place of a data point, if it has one.
    fn place(&self, x: f64, y: f64) -> Option<Point> {
        let (x_log, y_log) = (self.panel.x_log, self.panel.y_log);
        Some([self.across(position(x, x_log)?), self.down(position(y, y_log)?)])
    }

    fn draw(&self) -> Drawn {
        let area = self.area();
        let mut shapes = self.grid();
        let mut crowd = Crowd { area, samples: Vec::new(), faint: Vec::new(), taken: Vec::new() };

        let mut curves = Vec::new();
        let mut entries: Vec<Entry<'_>> = Vec::new();
        for (series, color) in self.panel.colored() {
            if self.draw_series(series, color, &mut shapes, &mut curves, &mut crowd)
                && !series.label.is_empty()
            {
                let width = text_width(&series.label, SMALL);
                entries.push(Entry { series, color, sample: SAMPLE, width });
            }
        }
        if entries.iter().all(|entry| entry.series.kind == Kind::Points) {
            entries.iter_mut().for_each(|entry| entry.sample = DOT_SAMPLE);
        }
        self.draw_marks(&mut shapes, &mut crowd);
        shapes.append(&mut curves);
        shapes.extend(self.spines());

        let mut head = Vec::new();
        let mut header = self.legend(&entries, &mut crowd, &mut shapes, &mut head);
        self.mark_labels(&mut crowd, &mut shapes);

        // The common power of ten stands above the axis, beside the title where there is room.
        let common = &self.y_ticks.common;
        if !common.is_empty() {
            let width = text_width(common, SMALL);
            if width + 12.0 > self.left {
                head = head.into_iter().map(|shape| shape.moved([0.0, -ROW])).collect();
                header += if header > 0.0 { ROW } else { 0.0 };
            }
            let baseline = [-self.left, -8.0];
            shapes.push(Shape::text(common, baseline, SMALL, SOFT_TEXT, Anchor::Start));
            header = header.max(ROW + 2.0);
        }
        shapes.append(&mut head);
        let footer = self.labels(&mut shapes);
        Drawn { shapes, header: header.max(8.0), footer }
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

    /// Tick and axis labels; returns the room they take below the axes.
    fn labels(&self, shapes: &mut Vec<Shape>) -> f64 {
        let h = self.height;
        for tick in &self.y_ticks.major {
            let baseline = [-TICK_LENGTH - 4.0, self.down(tick.position) + 0.36 * SMALL];
            shapes.push(Shape::text(&tick.label, baseline, SMALL, SOFT_TEXT, Anchor::End));
        }
        if !self.panel.y_label.is_empty() {
            // Long labels are set smaller, the more so below a power of ten.
            let room = if self.y_ticks.common.is_empty() { h + 24.0 } else { h };
            let size = room / text_width(&self.panel.y_label, LABEL).max(1.0);
            let size = LABEL * size.clamp(0.6, 1.0);
            shapes.push(Shape::Text {
                text: self.panel.y_label.clone(),
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
        let mut footer = TICK_LENGTH + 6.0 + SMALL;
        let second = h + footer + LABEL;
        if !self.panel.x_label.is_empty() {
            let baseline = [0.5 * self.width, second];
            shapes.push(Shape::text(&self.panel.x_label, baseline, LABEL, TEXT, Anchor::Middle));
        }
        let common = &self.x_ticks.common;
        if !common.is_empty() {
            let baseline = [self.width, second];
            shapes.push(Shape::text(common, baseline, SMALL, SOFT_TEXT, Anchor::End));
        }
        if !(self.panel.x_label.is_empty() && common.is_empty()) {
            footer += LABEL + 4.0;
        }
        footer
    }
}
