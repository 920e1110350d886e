//! Ranges of axes.

use super::{
    Figure,
    axis::{Span, position},
    panel::{MarkKind, Panel},
    series::{Kind, Series},
};

/// Returns the ranges of all panels, before equal aspect extends some.
pub(super) fn spans(figure: &Figure) -> Vec<(Span, Span)> {
    let mut spans: Vec<(Span, Span)> = figure.panels.iter().map(of_panel).collect();
    let shared = Span::of(spans.iter().flat_map(|(x, _)| [x.low, x.high]));
    if let (true, Some(shared)) = (figure.share_x, shared) {
        spans.iter_mut().for_each(|(x, _)| *x = shared);
    }
    spans
}

/// Returns the ranges of a panel, from the requested ranges and its data.
fn of_panel(panel: &Panel) -> (Span, Span) {
    let (x_log, y_log) = (panel.x_log, panel.y_log);
    let x_exact = panel.x_range.and_then(|(low, high)| Span::exact(low, high, x_log));
    let y_exact = panel.y_range.and_then(|(low, high)| Span::exact(low, high, y_log));

    let points = panel.series.iter().flat_map(|s| s.x.iter().copied().zip(s.y.iter().copied()));
    // Those of reference lines have no place.
    let ends = panel.marks.iter().flat_map(|mark| [mark.at, mark.to]);
    // Only points visible on one axis count on the other.
    let seen = points
        .chain(ends.map(|[x, y]| (x, y)))
        .filter_map(|(x, y)| Some((position(x, x_log)?, position(y, y_log)?)));
    let xs =
        seen.clone().filter(|(_, y)| y_exact.is_none_or(|span| span.contains(*y))).map(|(x, _)| x);
    let ys = seen.filter(|(x, _)| x_exact.is_none_or(|span| span.contains(*x))).map(|(_, y)| y);
    let lines = |kind| panel.marks.iter().filter(move |mark| mark.kind == kind);
    let verticals = lines(MarkKind::Vertical).filter_map(|mark| position(mark.at[0], x_log));
    let horizontals = lines(MarkKind::Horizontal).filter_map(|mark| position(mark.at[1], y_log));
    let filled = panel.series.iter().any(|s| s.kind == Kind::Area && !s.x.is_empty());
    let zero = (filled && !y_log).then_some(0.0);

    // Functions of the abscissa may touch the sides; dots and curves that turn back need a margin.
    let forward = |s: &Series| !s.x.windows(2).any(|pair| pair[0] > pair[1]);
    let touches = |s: &Series| !s.kind.has_points() && s.kind != Kind::Polygon && forward(s);
    let margin = if panel.series.iter().all(touches) && !panel.equal { 0.0 } else { 0.03 };
    let x = Span::around(Span::of(xs.chain(verticals)), margin, x_log);
    let x = if margin == 0.0 && !x_log { x.snapped() } else { x };
    let y = Span::around(Span::of(ys.chain(horizontals).chain(zero)), 0.06, y_log);
    (x_exact.unwrap_or(x), y_exact.unwrap_or(y))
}
