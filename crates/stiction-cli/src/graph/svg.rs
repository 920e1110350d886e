//! The graph as a picture.

use std::fmt::Write;

use stiction::output::printable;

use super::layers::layers;
use super::{Graph, Kind, Node};

/// Distances in pixels.
const LINE: f64 = 17.0;
const PADDING: f64 = 12.0;
const GAP_X: f64 = 64.0;
const GAP_Y: f64 = 26.0;
const MARGIN: f64 = 24.0;
const TITLE: f64 = 36.0;
/// Mean width of a letter at 13 pixels.
const LETTER: f64 = 7.4;

/// Where a node is drawn.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn middle(self) -> f64 {
        self.top + 0.5 * self.height
    }
}

/// An SVG document.
pub(crate) fn svg(graph: &Graph, title: &str) -> String {
    let (frames, width, height) = place(graph, title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"DejaVu Sans, sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"{MARGIN}\" y=\"30\" font-size=\"16\">{}</text>\n",
        escape(title)
    );
    // Writing to a string does not fail.
    let _ = edges(&mut svg, graph, &frames);
    for (node, frame) in graph.nodes.iter().zip(&frames) {
        let _ = draw(&mut svg, node, *frame);
    }
    svg + "</svg>\n"
}

/// The frames of all nodes, and the size of the picture.
fn place(graph: &Graph, title: &str) -> (Vec<Frame>, f64, f64) {
    let size = |node: &Node| {
        let lines = std::iter::once(&node.name).chain(&node.details);
        let letters = lines.clone().map(|line| line.chars().count()).max().unwrap_or(0);
        (letters as f64 * LETTER + 2.0 * PADDING, lines.count() as f64 * LINE + PADDING)
    };
    let layers = layers(graph);
    let heights: Vec<f64> = layers
        .iter()
        .map(|layer| layer.iter().map(|k| size(&graph.nodes[*k]).1 + GAP_Y).sum::<f64>() - GAP_Y)
        .collect();
    let tallest = heights.iter().copied().fold(0.0, f64::max);
    let mut frames = vec![Frame::default(); graph.nodes.len()];
    let mut left = MARGIN;
    for (layer, height) in layers.iter().zip(&heights) {
        let widest = layer.iter().map(|k| size(&graph.nodes[*k]).0).fold(0.0, f64::max);
        let mut top = MARGIN + TITLE + 0.5 * (tallest - height);
        for k in layer {
            let (width, height) = size(&graph.nodes[*k]);
            frames[*k] = Frame { left: left + 0.5 * (widest - width), top, width, height };
            top += height + GAP_Y;
        }
        left += widest + GAP_X;
    }
    let of_title = title.chars().count() as f64 * 1.25 * LETTER + 2.0 * MARGIN;
    ((frames), (left - GAP_X + MARGIN).max(of_title), tallest + TITLE + 2.0 * MARGIN)
}

/// Lines from side to side, fanned out where several meet.
fn edges(svg: &mut String, graph: &Graph, frames: &[Frame]) -> std::fmt::Result {
    for (k, edge) in graph.edges.iter().enumerate() {
        let (mut a, mut b) = (edge.end, edge.connection);
        if frames[a].left > frames[b].left {
            std::mem::swap(&mut a, &mut b);
        }
        let (from, to) = (frames[a], frames[b]);
        let (x0, x1) = (from.left + from.width, to.left);
        let (y0, y1) = (port(graph, frames, k, a), port(graph, frames, k, b));
        let middle = 0.5 * (x0 + x1);
        writeln!(
            svg,
            "<path d=\"M{x0:.1} {y0:.1}C{middle:.1} {y0:.1} {middle:.1} {y1:.1} {x1:.1} {y1:.1}\" \
             fill=\"none\" stroke=\"#8c8c8c\" stroke-width=\"1.6\"/>"
        )?;
        if !edge.label.is_empty() {
            // Beside the connection: many may lead to the other end.
            let (x, y, anchor) =
                if a == edge.end { (x1 - 4.0, y1, "end") } else { (x0 + 4.0, y0, "start") };
            let (y, label) = (y - 4.0, escape(&edge.label));
            writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"11\" fill=\"#555555\" \
                 text-anchor=\"{anchor}\">{label}</text>"
            )?;
        }
    }
    Ok(())
}

/// The height at which an edge leaves a node: spread over its side, in the order of the other ends.
fn port(graph: &Graph, frames: &[Frame], edge: usize, node: usize) -> f64 {
    let other = |k: usize| {
        let e = &graph.edges[k];
        if e.end == node { e.connection } else { e.end }
    };
    let right = |k: usize| frames[other(k)].left > frames[node].left;
    let mut same: Vec<usize> = (0..graph.edges.len())
        .filter(|k| graph.edges[*k].end == node || graph.edges[*k].connection == node)
        .filter(|k| right(*k) == right(edge))
        .collect();
    same.sort_by(|a, b| frames[other(*a)].middle().total_cmp(&frames[other(*b)].middle()));
    let place = same.iter().position(|k| *k == edge).unwrap_or(0) as f64;
    frames[node].top + frames[node].height * (place + 1.0) / (same.len() as f64 + 1.0)
}

fn draw(svg: &mut String, node: &Node, frame: Frame) -> std::fmt::Result {
    let Frame { left, top, width, height } = frame;
    let (fill, stroke, radius, dash) = match node.kind {
        Kind::Body => ("#dcecf7", "#0072b2", 2.0, ""),
        Kind::Drive => ("#fdf1dc", "#e69f00", 2.0, " stroke-dasharray=\"5 3\""),
        Kind::Ground => ("#eeeeee", "#8c8c8c", 2.0, ""),
        Kind::Connection => ("#ffffff", "#d55e00", 12.0, ""),
    };
    writeln!(
        svg,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
         rx=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.4\"{dash}/>"
    )?;
    let x = left + 0.5 * width;
    for (k, line) in std::iter::once(&node.name).chain(&node.details).enumerate() {
        let y = top + 0.5 * PADDING + LINE * (k as f64 + 0.76);
        let style = if k == 0 { " font-weight=\"bold\"" } else { " fill=\"#555555\"" };
        let line = escape(line);
        writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\"{style}>{line}</text>"
        )?;
    }
    Ok(())
}

fn escape(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
