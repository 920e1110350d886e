//! From a figure to shapes on a page: where axes, legends and words go, in pixels.

use super::{
    Figure, PlotError,
    axis::{Span, Ticks, drawable, position},
    curve::{self, Area, Point},
    legend::{Crowd, Entry, wrapped},
    panel::{Mark, Panel},
    ranges::spans,
    render::text_width,
    scene::{Anchor, DOT_RADIUS, ENTRY_GAP, SMALL, Scene, Shape, TEXT},
    series::{Color, Kind, Series},
};

const MARGIN: f64 = 14.0;
const COLUMN_GAP: f64 = 22.0;
const ROW_GAP: f64 = 12.0;
/// Room at the right of the axes for half of the last tick label.
const RIGHT: f64 = 16.0;

const FIGURE_TITLE: f64 = 17.0;
const PANEL_TITLE: f64 = 13.5;
const LABEL: f64 = 12.5;
const ROW: f64 = 18.0;
const TICK_LENGTH: f64 = 4.0;

const SOFT_TEXT: Color = Color::rgb(80, 80, 80);
const SPINE: Color = Color::rgb(130, 130, 130);
const GRID: Color = Color::rgb(228, 228, 228);
const FAINT_GRID: Color = Color::rgb(243, 243, 243);
const MARK: Color = Color::rgb(120, 120, 120);
const WHITE: Color = Color::rgb(255, 255, 255);

/// Length of the piece of line beside a legend entry, and room for a dot where all are dots.
const SAMPLE: f64 = 24.0;
const DOT_SAMPLE: f64 = 6.0;
const DASH: (f64, f64) = (7.0, 4.0);
/// Dashes would no longer be told apart: such lines are drawn solid.
const LONGEST_DASHED: f64 = 20_000.0;
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

    /// Draws fills into `below` and lines into `above`; returns whether anything was there to draw.
    fn draw_series(
        &self,
        series: &Series,
        color: Color,
        below: &mut Vec<Shape>,
        above: &mut Vec<Shape>,
        crowd: &mut Crowd,
    ) -> bool {
        let area = self.area();
        let points = || series.x.iter().zip(&series.y).map(|(&x, &y)| self.place(x, y));
        if points().flatten().next().is_none() {
            return false;
        }
        let lines = match series.kind {
            Kind::Points => Vec::new(),
            Kind::Line | Kind::Dashed | Kind::LineAndPoints | Kind::Area => curve::thin(points()),
            Kind::Steps => curve::thin(curve::steps(points())),
            Kind::Polygon => {
                let mut ring: Vec<Point> = points().flatten().collect();
                ring.extend(ring.first().copied());
                vec![ring]
            }
        };
        let fill = |points: &[Point]| Shape::Fill {
            points: curve::clip_polygon(points, &area),
            color,
            opacity: series.opacity,
        };
        match series.kind {
            Kind::Area => {
                let zero = if self.panel.y_log { self.y.low } else { 0.0 };
                let base = self.down(zero);
                for line in &lines {
                    if let (Some(first), Some(last)) = (line.first(), line.last()) {
                        let mut ring = line.clone();
                        ring.extend([[last[0], base], [first[0], base]]);
                        below.push(fill(&ring));
                    }
                }
            }
            Kind::Polygon => below.extend(lines.iter().map(|ring| fill(ring))),
            _ => {}
        }

        let thinner = if series.kind == Kind::LineAndPoints { 0.75 } else { 1.0 };
        let width = series.width * thinner;
        let clipped: Vec<Vec<Point>> =
            lines.iter().flat_map(|line| curve::clip_line(line, &area)).collect();
        for line in curve::without_retracing(clipped) {
            crowd.samples.extend(curve::sampled(&line, 3.0));
            if let [center] = line[..] {
                // Alone between two gaps: a line would not show.
                above.push(Shape::Dot { center, radius: 0.75 * width, color });
            } else if series.kind == Kind::Dashed && curve::length(&line) < LONGEST_DASHED {
                let dashes = curve::dashes(&line, DASH.0, DASH.1);
                above.extend(dashes.into_iter().map(|dash| Shape::line(dash, color, width)));
            } else {
                above.push(Shape::line(line, color, width));
            }
        }
        if series.kind.has_points() {
            let shown: Vec<Point> = points().flatten().filter(|p| area.contains(*p)).collect();
            let radius = DOT_RADIUS * series.width / 1.6;
            for center in curve::thin_dots(shown.iter().copied()) {
                crowd.samples.push(center);
                above.push(Shape::Dot { center, radius, color });
            }
        }
        true
    }

    /// Reference lines, segments and arrows, without their labels.
    fn draw_marks(&self, shapes: &mut Vec<Shape>, crowd: &mut Crowd) {
        let area = self.area();
        for mark in &self.panel.marks {
            let (a, b) = match mark {
                Mark::Horizontal { y, .. } if drawable(*y, self.panel.y_log) => {
                    let y = self.down(position(*y, self.panel.y_log).unwrap_or_default());
                    ([0.0, y], [self.width, y])
                }
                Mark::Vertical { x, .. } if drawable(*x, self.panel.x_log) => {
                    let x = self.across(position(*x, self.panel.x_log).unwrap_or_default());
                    ([x, self.height], [x, 0.0])
                }
                Mark::Segment { from, to, .. } => {
                    let ends = (self.place(from[0], from[1]), self.place(to[0], to[1]));
                    let (Some(a), Some(b)) = ends else { continue };
                    (a, b)
                }
                _ => continue,
            };
            for line in curve::clip_line(&[a, b], &area) {
                crowd.faint.extend(curve::sampled(&line, 3.0));
                shapes.push(Shape::line(line, MARK, 1.1));
            }
            if matches!(mark, Mark::Segment { arrow: true, .. }) && area.contains(b) {
                shapes.extend(arrow_head(a, b));
            }
        }
    }

    fn mark_labels(&self, crowd: &mut Crowd, shapes: &mut Vec<Shape>) {
        let (w, h) = (self.width, self.height);
        let height = SMALL + 3.0;
        for mark in &self.panel.marks {
            let (label, candidates) = match mark {
                Mark::Horizontal { label, y } => {
                    let width = text_width(label, SMALL);
                    let Some(y) = position(*y, self.panel.y_log) else { continue };
                    let y = self.down(y);
                    let across = [w - width - 4.0, 6.0, 0.5 * (w - width), 0.25 * w, 0.75 * w];
                    let places = across.map(|x| [[x, y - height - 2.0], [x, y + 2.0]]);
                    (label, places.concat())
                }
                Mark::Vertical { label, x } => {
                    let width = text_width(label, SMALL);
                    let Some(x) = position(*x, self.panel.x_log) else { continue };
                    let x = self.across(x);
                    let down = [3.0, h - height - 3.0, 0.25 * h, 0.5 * h, 0.75 * h];
                    let places = down.map(|y| [[x + 5.0, y], [x - width - 5.0, y]]);
                    (label, places.concat())
                }
                Mark::Segment { label, from: at, .. } | Mark::Note { label, at } => {
                    let width = text_width(label, SMALL);
                    let Some([x, y]) = self.place(at[0], at[1]) else { continue };
                    let middle = y - 0.5 * height;
                    let (above, below) = (y - height - 4.0, y + 4.0);
                    let places = vec![
                        [x + 7.0, middle],
                        [x - width - 7.0, middle],
                        [x - 0.5 * width, above],
                        [x - 0.5 * width, below],
                        [x + 5.0, above],
                        [x + 5.0, below],
                        [x - width - 5.0, above],
                        [x - width - 5.0, below],
                    ];
                    (label, places)
                }
            };
            if label.is_empty() {
                continue;
            }
            let Some(area) = crowd.emptiest(&candidates, text_width(label, SMALL), height) else {
                continue;
            };
            if crowd.samples.iter().chain(&crowd.faint).any(|p| area.contains(*p)) {
                shapes.push(Shape::rectangle(&area.grown(1.5), WHITE, 0.75));
            }
            let baseline = [area.left, area.top + 0.9 * SMALL];
            shapes.push(Shape::text(label, baseline, SMALL, SOFT_TEXT, Anchor::Start));
            crowd.taken.push(area);
        }
    }

    /// Draws the legend into `shapes` when a corner is free, else with the title into `head`.
    /// Returns the room the head takes above the axes.
    fn legend(
        &self,
        entries: &[Entry<'_>],
        crowd: &mut Crowd,
        shapes: &mut Vec<Shape>,
        head: &mut Vec<Shape>,
    ) -> f64 {
        let title = &self.panel.title;
        let title_height = if title.is_empty() { 0.0 } else { PANEL_TITLE + 9.0 };
        let widest = entries.iter().map(Entry::total).fold(0.0, f64::max);
        let (width, height) = (widest + 14.0, ROW * entries.len() as f64 + 6.0);
        let corner = if entries.is_empty() { None } else { crowd.free_corner(width, height) };
        if let Some(area) = corner {
            shapes.push(Shape::rectangle(&area, WHITE, 0.8));
            for (k, entry) in entries.iter().enumerate() {
                let middle = area.top + 3.0 + ROW * (k as f64 + 0.5);
                entry.draw([area.left + 7.0, middle], shapes);
            }
            crowd.taken.push(area);
        }
        let mut header = title_height;
        if corner.is_none() && !entries.is_empty() {
            let total: f64 = entries.iter().map(|e| e.total() + ENTRY_GAP).sum();
            let title_width =
                if title.is_empty() { 0.0 } else { text_width(title, PANEL_TITLE) + 30.0 };
            if title_width + total <= self.width {
                // One row beside the title.
                header = header.max(ROW + 6.0);
                let mut x = if title.is_empty() { 0.0 } else { self.width - total + ENTRY_GAP };
                for entry in entries {
                    entry.draw([x, -13.0], head);
                    x += entry.total() + ENTRY_GAP;
                }
            } else {
                let rows = wrapped(entries, self.width);
                header += ROW * rows.len() as f64 + 6.0;
                let mut y = -header + title_height + 0.5 * ROW;
                for row in rows {
                    let mut x = 0.0;
                    for entry in row {
                        entry.draw([x, y], head);
                        x += entry.total() + ENTRY_GAP;
                    }
                    y += ROW;
                }
            }
        }
        if !title.is_empty() {
            let baseline = [0.0, -header + PANEL_TITLE + 1.0];
            head.push(Shape::text(title, baseline, PANEL_TITLE, TEXT, Anchor::Start));
        }
        header
    }
}

fn arrow_head(tail: Point, tip: Point) -> Option<Shape> {
    let d = [tip[0] - tail[0], tip[1] - tail[1]];
    let length = d[0].hypot(d[1]);
    let along = [d[0] / length, d[1] / length];
    let corner = |side: f64| {
        [tip[0] - 9.0 * along[0] - side * along[1], tip[1] - 9.0 * along[1] + side * along[0]]
    };
    let points = vec![tip, corner(3.6), corner(-3.6)];
    (length > 1e-3).then_some(Shape::Fill { points, color: MARK, opacity: 1.0 })
}
