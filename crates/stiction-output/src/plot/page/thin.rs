//! Which points of a long series a page keeps.

use std::collections::HashSet;

use super::super::{
    axis::{Span, position},
    curve::{self, Point},
    panel::Panel,
    series::{Kind, Series},
};

/// Magnifications at which what is left out must not show, from the best to the least.
const SCALES: [f64; 9] = [64.0, 32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.25];

/// The coordinates of a series with at most about `most` points.
///
/// Points that have no place on the axes stay as one gap, a pair of NaN.
pub(super) fn thinned(
    series: &Series,
    panel: &Panel,
    (x, y): (Span, Span),
    (width, height): (f64, f64),
    most: usize,
) -> (Vec<f64>, Vec<f64>) {
    if series.x.len() <= most {
        return (series.x.clone(), series.y.clone());
    }
    let place = |scale: f64| -> Vec<Option<Point>> {
        let pixel = |at: f64, span: Span, length: f64| (at - span.low) / span.length() * length;
        let points = series.x.iter().zip(&series.y);
        points
            .map(|(&px, &py)| {
                let (px, py) = (position(px, panel.x_log)?, position(py, panel.y_log)?);
                Some([pixel(px, x, width * scale), pixel(py, y, height * scale)])
            })
            .collect()
    };
    let mut lines = Vec::new();
    let mut points = Vec::new();
    for scale in SCALES {
        points = place(scale);
        lines = match series.kind {
            Kind::Points => vec![distinct(&points)],
            Kind::Line | Kind::Dashed | Kind::Area | Kind::Polygon => {
                curve::thin(points.iter().copied())
            }
            // Corners of stairs and dots on straight pieces must stay.
            Kind::Steps | Kind::LineAndPoints => curve::thin_lightly(points.iter().copied()),
        };
        let count = |lines: &[Vec<Point>]| lines.iter().map(Vec::len).sum::<usize>();
        if matches!(series.kind, Kind::Line | Kind::Dashed) && scale <= 1.0 && count(&lines) > most
        {
            lines = curve::without_retracing(lines);
        }
        if count(&lines) <= most {
            break;
        }
    }
    originals(series, &points, &lines)
}

/// Dots of which none covers another.
fn distinct(points: &[Option<Point>]) -> Vec<Point> {
    let mut seen = HashSet::new();
    let cell = |p: &Point| p.map(|v| (2.0 * v).floor() as i64);
    points.iter().flatten().copied().filter(|p| seen.insert(cell(p))).collect()
}

/// The data behind the points of lines, which are in the order of the series.
fn originals(
    series: &Series,
    points: &[Option<Point>],
    lines: &[Vec<Point>],
) -> (Vec<f64>, Vec<f64>) {
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    let mut next = 0;
    for line in lines {
        if !xs.is_empty() {
            xs.push(f64::NAN);
            ys.push(f64::NAN);
        }
        for point in line {
            let found = points[next..].iter().position(|p| p.as_ref() == Some(point));
            let Some(found) = found else { break };
            next += found;
            xs.push(series.x[next]);
            ys.push(series.y[next]);
        }
    }
    (xs, ys)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPANS: (Span, Span) = (Span { low: 0.0, high: 1.0 }, Span { low: -1.0, high: 1.0 });

    fn few(series: &Series, most: usize) -> (Vec<f64>, Vec<f64>) {
        thinned(series, &Panel::new(), SPANS, (900.0, 220.0), most)
    }

    fn time(n: u32) -> Vec<f64> {
        (0..n).map(|k| f64::from(k) / f64::from(n)).collect()
    }

    #[test]
    fn short_series_stay() {
        let t = time(100);
        assert_eq!(few(&Series::line("", &t, &t), 100), (t.clone(), t));
    }

    #[test]
    fn what_is_left_are_points_of_the_series_with_its_extrema() {
        let t = time(200_000);
        let mut noise: Vec<f64> = (0..200_000).map(|k| (f64::from(k) * 0.7).sin() * 0.5).collect();
        noise[77_777] = 0.99;
        noise[155_555] = -0.99;
        for series in [Series::line("", &t, &noise), Series::steps("", &t, &noise)] {
            let (x, y) = few(&series, 4000);
            assert!((1000..=4000).contains(&x.len()), "{}", x.len());
            let points: HashSet<_> =
                t.iter().zip(&noise).map(|(x, y)| (x.to_bits(), y.to_bits())).collect();
            assert!(x.iter().zip(&y).all(|(x, y)| points.contains(&(x.to_bits(), y.to_bits()))));
            assert!(x.windows(2).all(|pair| pair[0] < pair[1]));
            for k in [0, 77_777, 155_555, 199_999] {
                assert!(x.contains(&t[k]), "{k}");
            }
        }
    }

    #[test]
    fn smooth_lines_stay_exact_far_beyond_the_screen() {
        let t = time(1_000_000);
        let y: Vec<f64> = t.iter().map(|t| (6.0 * t).sin()).collect();
        let (x, y) = few(&Series::line("", &t, &y), 4000);
        assert!(x.len() <= 4000);
        let error = x.windows(2).zip(y.windows(2)).map(|(x, y)| {
            let middle = 0.5 * (x[0] + x[1]);
            (0.5 * (y[0] + y[1]) - (6.0 * middle).sin()).abs()
        });
        // A pixel is 2/220.
        assert!(error.fold(0.0, f64::max) < 0.01 * 2.0 / 220.0);
    }

    #[test]
    fn gaps_stay() {
        let t = time(10_000);
        let mut y = t.clone();
        y[5000..5010].fill(f64::NAN);
        let (x, y) = few(&Series::line("", &t, &y), 100);
        assert_eq!(y.iter().filter(|y| y.is_nan()).count(), 1);
        assert!(x.len() < 20 && x.contains(&t[4999]) && x.contains(&t[5010]));
    }

    #[test]
    fn turns_on_a_cycle_are_kept_once() {
        let turn = |k: u32| f64::from(k) * std::f64::consts::TAU / 500.0;
        let x: Vec<f64> = (0..500_000).map(|k| 0.5 + 0.4 * turn(k).cos()).collect();
        let y: Vec<f64> = (0..500_000).map(|k| 0.9 * turn(k).sin()).collect();
        assert!(few(&Series::line("", &x, &y), 4000).0.len() <= 4000);
        assert!(few(&Series::points("", &x, &y), 4000).0.len() <= 4000);
    }
}
