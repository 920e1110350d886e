//! Number of cells and samples that suffice: Figs. 9, 36 and 37.

use crate::planar_lugre::{CELLS, ModelKind, PadContact, PatchModel, Wrenches, follow};
use nalgebra::Vector2;
use stiction::output::TextTable;
use stiction::patch::{BristleModel, BristleParameters, Surface};
use stiction::plot::{Figure, Panel, Series, palette};

use super::profile::VELOCITIES;
use super::words::patch;
use crate::experiments::Provenance::{Bound, Paper, Reference};
use crate::experiments::check::worst;
use crate::experiments::table::{Table, table};
use crate::experiments::{Check, Findings, PaperError, Thoroughness};

/// Cells along a side of the fine grid.
const FINE: usize = 101;
/// Samples per right angle of the fine limit surface.
const FINE_SAMPLES: usize = 100;
const COARSE: [usize; 8] = [5, 9, 13, 17, 21, 25, 29, 33];
/// One Euler step of this many is compared.
const EVERY: usize = 10;
/// Relative deviation of an error from the reference, which takes the same steps.
const SAME_SCHEME: f64 = 1e-6;
/// Factor by which the error falls from 5 to 33 samples, taken for "rapidly".
const RAPID: f64 = 10.0;

/// Returns the friction over the velocity profile of a point; the torque is about the centre of pressure of the contact
/// itself, as in the program of the authors.
fn friction(
    contact: &PadContact,
    kind: ModelKind,
    parameters: BristleParameters,
    at: Vector2<f64>,
) -> Result<Wrenches, PaperError> {
    let mut model = PatchModel::new(kind, BristleModel::ElastoPlastic)?.moved_at(at)?;
    model.parameters = parameters;
    let mut columns = follow(&model.friction(contact)?, EVERY);
    let lever = contact.first().center_of_pressure() - at;
    let [fx, fy, tau] = &mut columns;
    for ((tau, fx), fy) in tau.iter_mut().zip(fx).zip(fy) {
        *tau -= lever.x * *fy - lever.y * *fx;
    }
    Ok(columns)
}

/// Returns the root mean square deviation of force and torque, relative to their largest values.
fn deviation(found: &Wrenches, exact: &Wrenches) -> [f64; 2] {
    // The last row is at the end of the profile, after the last step.
    let rows = exact[0].len() - 1;
    let of = |parts: &[usize]| {
        let gap =
            |i: usize| parts.iter().map(|&k| (found[k][i] - exact[k][i]).powi(2)).sum::<f64>();
        let size = |i: usize| parts.iter().map(|&k| exact[k][i].powi(2)).sum::<f64>();
        let largest = worst((0..rows).map(size));
        ((0..rows).map(gap).sum::<f64>() / rows as f64 / largest).sqrt()
    };
    [of(&[0, 1]), of(&[2])]
}

/// Returns the errors of the reference: force and torque.
fn published(
    table: &Table,
    surface: Surface,
    p: usize,
    cells: usize,
) -> Result<[f64; 2], PaperError> {
    for row in table.rows() {
        let same = row.word("surface")? == surface.name() && row.number("p")? == p as f64;
        if same && row.number("N")? == cells as f64 {
            return Ok([row.number("rmse_ft")?, row.number("rmse_tau")?]);
        }
    }
    Err(format!("no row for {surface}, p = {p}, N = {cells}").into())
}

/// Errors for one surface and set of parameters.
struct Errors {
    /// By number of cells: force and torque of the distributed, then of the reduced model.
    rows: Vec<[f64; 4]>,
    /// Errors of the reduced model with 21 x 21 cells and the fine limit surface.
    fine: [f64; 2],
}

impl Errors {
    fn new(surface: Surface, p: usize) -> Result<Self, PaperError> {
        let parameters = match p {
            0 => BristleParameters::table_one_coulomb()?,
            _ => BristleParameters::table_one_stribeck()?,
        };
        let exact = PadContact::fixed(patch(surface, FINE)?);
        let at = exact.first().center_of_pressure();
        let exact = friction(&exact, ModelKind::Distributed, parameters, at)?;
        let of = |contact: &PadContact, kind| -> Result<[f64; 2], PaperError> {
            Ok(deviation(&friction(contact, kind, parameters, at)?, &exact))
        };
        let row = |cells: usize| -> Result<[f64; 4], PaperError> {
            let coarse = PadContact::fixed(patch(surface, cells)?);
            let ([a, b], [c, d]) =
                (of(&coarse, ModelKind::Distributed)?, of(&coarse, ModelKind::LimitSurface)?);
            Ok([a, b, c, d])
        };
        let rows = COARSE.into_iter().map(row).collect::<Result<_, _>>()?;
        let sampled = PadContact::fixed(patch(surface, CELLS)?).sampled(FINE_SAMPLES);
        Ok(Self { rows, fine: of(&sampled, ModelKind::LimitSurface)? })
    }

    /// Returns the errors of all cases in order, each computed in its own thread: they take minutes.
    fn of_all(cases: &[(Surface, usize)]) -> Result<Vec<(Surface, usize, Self)>, PaperError> {
        std::thread::scope(|scope| {
            let run = |&(surface, p): &(Surface, usize)| {
                (surface, p, scope.spawn(move || Self::new(surface, p)))
            };
            let threads: Vec<_> = cases.iter().map(run).collect();
            let join = |(surface, p, thread): (_, _, std::thread::ScopedJoinHandle<'_, _>)| {
                let errors: Result<Self, PaperError> =
                    thread.join().map_err(|_| format!("{surface}, p = {p}: a thread failed"))?;
                Ok((surface, p, errors?))
            };
            threads.into_iter().map(join).collect()
        })
    }

    /// Returns the errors of the reduced model over those of the distributed one, by number of cells.
    fn ratios(&self) -> Vec<[f64; 2]> {
        self.rows.iter().map(|[a, b, c, d]| [c / a, d / b]).collect()
    }

    /// Adds the errors beside those of the reference.
    fn referred(
        &self,
        tables: &[Table; 2],
        surface: Surface,
        p: usize,
    ) -> Result<Vec<Check>, PaperError> {
        let mut checks = vec![];
        for (model, name) in ["distributed", "reduced"].into_iter().enumerate() {
            let name = format!("{surface}, p = {p}, {name}");
            let mut off = vec![];
            for (cells, row) in COARSE.into_iter().zip(&self.rows) {
                let expected = published(&tables[model], surface, p, cells)?;
                for (k, expected) in expected.into_iter().enumerate() {
                    let found = row[2 * model + k];
                    off.push(found / expected - 1.0);
                    if cells == CELLS {
                        let quantity = format!("{name}, N = 21: {}", PARTS[k]);
                        checks.push(Reference.relative(quantity, found, expected, SAME_SCHEME));
                    }
                }
            }
            let quantity = format!("{name}: largest relative deviation of an error");
            checks.push(Reference.below(quantity, worst(off), SAME_SCHEME));
        }
        Ok(checks)
    }

    /// Checks the statements of the paper about the two models; for the circle, which it omits, ours.
    fn claimed(&self, surface: Surface, p: usize) -> Vec<Check> {
        let ratios = self.ratios();
        let place = COARSE.into_iter().position(|cells| cells == CELLS).unwrap_or_default();
        let source = if surface == Surface::Circle { Bound } else { Paper };
        let mut checks = vec![];
        for (k, part) in PARTS.into_iter().enumerate() {
            let name = format!("{surface}, p = {p}, {part}: error of reduced over distributed");
            let row = source.at_most(format!("{name}, N = 21"), ratios[place][k], 1.0);
            let largest = worst(ratios.iter().map(|ratio| ratio[k]));
            let all = Bound.at_most(format!("{name}, largest of all N"), largest, COMPARABLE);
            let finer = self.fine[k] / self.rows[place][k];
            checks.extend([row, all].map(|check| check.or_explained(WORSE)));
            let quantity = format!("{name}, N = 21, with 100 samples per right angle");
            checks.push(source.information(quantity, finer, 1.0));
        }
        checks
    }
}

const PARTS: [&str; 2] = ["force", "torque"];
/// Ratio of errors taken for "comparable".
const COMPARABLE: f64 = 1.5;
const WORSE: &str = "the errors of the reduced model level off while those of the distributed one still fall: \
                     they are due to the model, three bristles for a pad whose cells turn round one after \
                     the other, not to its cells or samples (the rows with 100 samples per \
                     right angle). The distributed model is compared with itself on a finer grid. The \
                     advantage that the paper names is there in the forces on coarse grids. The \
                     independent implementation has the same errors to 1e-6.";

pub(super) fn cells(effort: Thoroughness) -> Result<Findings, PaperError> {
    let all = [Surface::Square, Surface::RasterCircle, Surface::GradientLine, Surface::Circle];
    let (surfaces, sets) = match effort {
        Thoroughness::Full => (&all[..], &[0, 1][..]),
        Thoroughness::Quick => (&all[2..3], &[1][..]),
    };
    let place_of = |surface| all.iter().position(|one| *one == surface).unwrap_or_default();
    let tables = [
        table!("planar_lugre/fig09_rmse_distributed.csv"),
        table!("planar_lugre/fig36_rmse_reduced.csv"),
    ];
    let panel = |title: &str, y: &str| Panel::new().title(title).x("N").y(y).y_log();
    let mut panels = [
        panel("distributed (Fig. 9)", "force"),
        panel("reduced (Fig. 36)", "force"),
        panel("", "torque"),
        panel("", "torque"),
    ];
    let headers = ["surface", "p", "N", "distributed: force", "torque", "reduced: force", "torque"];
    let ratio = ["reduced over distributed: force", "torque"];
    let mut list = TextTable::new("Errors of the coarse grids", &[&headers[..], &ratio].concat());
    let mut outcome = Findings::new(
        "Root mean square distance of force and torque from the distributed model with 101 x 101 \
         cells over the velocities of Fig. 5, in units of the largest value; explicit Euler, 1e-5 \
         s. Compared with the independent implementation, every number for 5 to 33 cells along a \
         side; the figures themselves are pictures. The circle is the raster of the paper; circle_R, \
         added here, has all cells whose centre is within 10 mm: most of the error of the other is \
         its radius of 9.5 mm and half a cell. The paper: \"both models are comparable in accuracy. \
         The reduced model exhibits a slight advantage due to the bilinear interpolation\" (read as: \
         no larger errors with its 21 x 21 cells, and nowhere more than one and a half times those \
         of the distributed model).",
    )
    .assumed(format!("{VELOCITIES}."));
    let sides = COARSE.map(|cells| cells as f64);
    let cases = surfaces.iter().flat_map(|&surface| sets.iter().map(move |&p| (surface, p)));
    for (surface, p, errors) in Errors::of_all(&cases.collect::<Vec<_>>())? {
        outcome = outcome.checks(errors.referred(&tables, surface, p)?);
        outcome = outcome.checks(errors.claimed(surface, p));
        for ((cells, row), ratio) in COARSE.into_iter().zip(&errors.rows).zip(errors.ratios()) {
            let first = [surface.to_string(), p.to_string(), cells.to_string()];
            let (row, ratio) = (row.map(|x| format!("{x:.3e}")), ratio.map(|x| format!("{x:.2}")));
            list.row(first.into_iter().chain(row).chain(ratio));
        }
        // Panels are placed row by row.
        for (place, k) in [0, 2, 1, 3].into_iter().enumerate() {
            let column: Vec<f64> = errors.rows.iter().map(|row| row[k]).collect();
            let label = if place == 0 { format!("{surface}, p = {p}") } else { String::new() };
            let series = match p {
                0 => Series::dashed(label, &sides, &column),
                _ => Series::line_and_points(label, &sides, &column),
            };
            let series = series.color(palette::SEQUENCE[place_of(surface)]);
            panels[place] = core::mem::take(&mut panels[place]).series(series);
        }
    }
    let figure = Figure::new("").columns(2).size(950.0, 260.0);
    let outcome = outcome.table(list).figure(panels.into_iter().fold(figure, Figure::panel));
    Ok(match effort {
        Thoroughness::Full => outcome,
        Thoroughness::Quick => outcome.not_compared(
            "the square and the circles, whose fine grids take minutes: they belong to a full run",
        ),
    })
}

pub(super) fn samples(effort: Thoroughness) -> Result<Findings, PaperError> {
    let surfaces = [Surface::Square, Surface::RasterCircle, Surface::GradientLine];
    let parameters = BristleParameters::table_one_stribeck()?;
    let mut panels = [Panel::new().y("force").y_log(), Panel::new().x("N_ls").y("torque").y_log()];
    let mut table =
        TextTable::new("Errors of coarse limit surfaces", &["surface", "N_ls", "force", "torque"]);
    let coarse = if effort == Thoroughness::Full { &COARSE[..] } else { &[5, 13, 21, 33] };
    let counts: Vec<f64> = coarse.iter().map(|&samples| samples as f64).collect();
    let mut found = vec![];
    for (surface, color) in surfaces.into_iter().zip(palette::SEQUENCE) {
        let contact = PadContact::fixed(patch(surface, CELLS)?);
        let at = contact.first().center_of_pressure();
        let run = |samples: usize| {
            friction(&contact.clone().sampled(samples), ModelKind::LimitSurface, parameters, at)
        };
        let exact = run(FINE_SAMPLES)?;
        let mut curves = [vec![], vec![]];
        for &samples in coarse {
            let errors = deviation(&run(samples)?, &exact);
            curves.iter_mut().zip(errors).for_each(|(curve, error)| curve.push(error));
            let first = [surface.to_string(), samples.to_string()];
            table.row(first.into_iter().chain(errors.map(|error| format!("{error:.3e}"))));
        }
        for (k, curve) in curves.iter().enumerate() {
            let label = if k == 0 { surface.name() } else { "" };
            let series = Series::line_and_points(label, &counts, curve).color(color);
            panels[k] = core::mem::take(&mut panels[k]).series(series);
        }
        found.push(curves);
    }
    let mut outcome = Findings::new(
        "Root mean square distance of the reduced model from one whose limit surface has 100 \
         samples per right angle, in units of the largest value, over the velocities of Fig. 5; \
         explicit Euler, 1e-5 s. The paper: the square and the circle converge rapidly to low \
         errors (read as: from 5 to 33 samples to a tenth), the line with a gradient more slowly, \
         because its samples are crowded (Fig. 15).",
    )
    .assumed(format!("{VELOCITIES}."));
    for (k, name) in ["force", "torque"].into_iter().enumerate() {
        for (place, surface) in surfaces.into_iter().enumerate() {
            let curve = &found[place][k];
            if surface != Surface::GradientLine {
                let quantity = format!("{surface}, {name}: error of 5 samples over that of 33");
                let ratio = curve[0] / curve[curve.len() - 1];
                outcome = outcome.check(Bound.at_least(quantity, ratio, RAPID));
                let pairs = coarse.iter().zip(found[2][k].iter().zip(curve));
                let fine = pairs.filter(|(samples, _)| **samples >= 13);
                // `fold(f64::min)` would hide a NaN.
                let least = 1.0 / worst(fine.map(|(_, (line, other))| other / line));
                let quantity = format!(
                    "{name}: error of the line over that of the {surface}, least from 13 on"
                );
                outcome = outcome.check(Paper.at_least(quantity, least, 1.0));
            }
        }
    }
    let figure = panels.into_iter().fold(Figure::new("").share_x(), Figure::panel);
    Ok(outcome.table(table).figure(figure))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_by_hand() {
        // Two rows count: force off by (3, 4) and 0 of at most 5, torque by 0 and 1 of 2.
        let exact = [vec![5.0, 0.0, 9.0], vec![0.0, 5.0, 9.0], vec![2.0, 2.0, 9.0]];
        let found = [vec![2.0, 0.0, 0.0], vec![4.0, 5.0, 0.0], vec![2.0, 1.0, 0.0]];
        let [force, torque] = deviation(&found, &exact);
        assert!((force - 0.5_f64.sqrt()).abs() < 1e-15);
        assert!((torque - 0.125_f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn rows_of_the_reference_are_found() {
        let table = table!("planar_lugre/fig36_rmse_reduced.csv");
        let [force, torque] = published(&table, Surface::GradientLine, 1, 21).unwrap();
        assert!((force - 1.807e-2).abs() < 1e-5 && (torque - 1.862e-2).abs() < 1e-5);
        assert!(published(&table, Surface::GradientLine, 1, 22).is_err());
    }
}
