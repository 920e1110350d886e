//! Contact surfaces, parameters and settings: Figs. 7, 8 and 33, Tables I and III.

use crate::planar_lugre::{CELLS, ModelKind, PadContact, PatchModel, SIZE};
use nalgebra::Vector2;
use stiction::output::TextTable;
use stiction::patch::{
    BristleModel, BristleParameters, ContactPatch, Grid, PressureExponent, SoftFingertip, Surface,
};
use stiction::plot::{Figure, Panel};

use super::words::patch;
use crate::experiments::Provenance::{Paper, Reference, Theory};
use crate::experiments::check::worst;
use crate::experiments::table::{Row, table};
use crate::experiments::{Findings, PaperError, Thoroughness};

/// Draws the cells of a patch, the darker the more load they bear.
fn cells(title: &str, patch: &ContactPatch) -> Panel {
    let milli = |values: &[f64]| values.iter().map(|value| 1e3 * value).collect::<Vec<_>>();
    let panel = Panel::new().title(title).x("x [mm]").y("y [mm]").equal_aspect();
    let panel = panel.x_range(-10.5, 10.5).y_range(-10.5, 10.5);
    panel.shades(&milli(patch.x()), &milli(patch.y()), patch.weight(), 2.0)
}

/// Returns the largest relative deviations of radii and viscous factor from a row of the reference.
fn deviation(patch: &ContactPatch, row: Row<'_>) -> Result<f64, PaperError> {
    let found = [patch.radius(), patch.plain_radius(), patch.viscous_factor()];
    let known = row.numbers(["r_bilinear", "r_sum", "u"])?;
    Ok(worst(found.into_iter().zip(known).map(|(found, known)| found / known - 1.0)))
}

pub(super) fn discretized(_: Thoroughness) -> Result<Findings, PaperError> {
    let (mut off, mut shift, mut rows, mut same) = (vec![], vec![], 0, 0);
    for row in table!("planar_lugre/surface_scalars.csv").rows() {
        let surface: Surface = row.word("surface")?.parse()?;
        let patch = patch(surface, row.number("N")? as usize)?;
        rows += 1;
        same += usize::from(patch.len() == row.number("cells")? as usize);
        off.push(deviation(&patch, row)?);
        let center = patch.center_of_pressure();
        shift.extend([center.x - row.number("cop_x")?, center.y - row.number("cop_y")?]);
    }
    let text = "The surfaces of the paper on 21 x 21 cells. Compared with the independent \
                implementation for 5 to 101 cells along a side: number of cells, centre of \
                pressure, radius r (23) and viscous factor u (27). The circle is the raster of the \
                authors' program.";
    let mut figure = Figure::new("").columns(3).size(900.0, 260.0);
    let surfaces = [
        ("square", Surface::Square),
        ("circle", Surface::RasterCircle),
        ("line", Surface::Line),
        ("gradient line", Surface::GradientLine),
        ("non-convex 1", Surface::Nonconvex1),
        ("non-convex 2", Surface::Nonconvex2),
    ];
    for (name, surface) in surfaces {
        figure = figure.panel(cells(name, &patch(surface, CELLS)?));
    }
    Ok(Findings::new(text)
        .check(Reference.count("surfaces with the right number of cells", same, rows))
        .check(Reference.below("centre of pressure, largest deviation [m]", worst(shift), 1e-15))
        .check(Reference.below("r and u, largest relative deviation", worst(off), 1e-11))
        .figure(figure))
}

pub(super) fn fingertips(_: Thoroughness) -> Result<Findings, PaperError> {
    let grid = Grid::new(CELLS, SIZE)?;
    let fingertip = |name: &str| {
        let exponent = match name {
            "k2" => PressureExponent::Constant(2.0),
            _ => PressureExponent::PerLoad(2.0),
        };
        SoftFingertip::builder().exponent(exponent).build()
    };
    let (mut off, mut rows, mut same) = (vec![], 0, 0);
    for row in table!("planar_lugre/surface_scalars_fn.csv").rows() {
        let (fingertip, load) = (fingertip(row.word("surface")?)?, row.number("fn")?);
        let patch = fingertip.patch(grid, load)?;
        rows += 1;
        same += usize::from(patch.len() == row.number("cells")? as usize);
        let radius = fingertip.radius(load).min(0.5 * SIZE) / grid.spacing();
        off.extend([
            deviation(&patch, row)?,
            fingertip.exponent(load) / row.number("k")? - 1.0,
            radius / row.number("a_cells")? - 1.0,
        ]);
    }
    let mut figure = Figure::new("").columns(3).size(900.0, 260.0);
    for (name, label) in [("k2", "k = 2"), ("k2fn", "k = 2 f_N")] {
        for load in [0.82, 1.73, 2.64] {
            let patch = fingertip(name)?.patch(grid, load)?;
            figure = figure.panel(cells(&format!("{label}, {load} N"), &patch));
        }
    }
    let text = "Soft fingertips grow with the load (43), (44); with k = 2 f_N the pressure changes \
                its shape as well. The factor 1.144 of (44) does not make the pressures add up to the \
                load; here they do. Compared with the independent implementation under 8 loads.";
    Ok(Findings::new(text)
        .assumed(
            "the unit of a = 6 f_N^(1/3) is cells of 20 mm/21, as in the authors' program; the loads \
             of the drawing are those between which the grip swings.",
        )
        .check(Reference.count("fingertips with the right number of cells", same, rows))
        .check(Reference.below("a, k, r and u, largest relative deviation", worst(off), 1e-11))
        .figure(figure))
}

pub(super) fn parameters(_: Thoroughness) -> Result<Findings, PaperError> {
    let sets = [BristleParameters::table_one_coulomb()?, BristleParameters::table_one_stribeck()?];
    let published = [[1e6, 8e2, 0.0, 1.0, 1.0, 0.9], [1e6, 8e2, 0.2, 1.0, 1.2, 0.9]];
    let names = ["sigma_0 [1/m]", "sigma_1 [s/m]", "sigma_2 [s/m]", "mu_C", "mu_S", "s_ba"];
    let speeds: Vec<f64> = (0..=300).map(|k| 1e-5 * f64::from(k)).collect();
    let mut panel = Panel::new().x("speed [mm/s]").y("g(v)");
    let mut outcome = Findings::new(
        "The friction parameters, as the library has them. The Stribeck speed v_s = 1 mm/s and the \
         exponent γ = 2 show in g (2): at v_s it is μ_C + (μ_S - μ_C)/e, at 2 v_s it is \
         μ_C + (μ_S - μ_C)/e⁴.",
    );
    for (p, (set, published)) in sets.iter().zip(published).enumerate() {
        // The Stribeck effect vanishes above 0.1 m/s.
        let (sliding, static_friction) = (set.friction().value(0.1), set.friction().value(0.0));
        let found = [
            set.stiffness(),
            set.damping(),
            set.viscous_damping(),
            sliding,
            static_friction,
            set.breakaway_fraction(),
        ];
        for ((name, found), published) in names.into_iter().zip(found).zip(published) {
            outcome = outcome.check(Paper.near(format!("p = {p}: {name}"), found, published, 0.0));
        }
        let rise = published[4] - published[3];
        for (speed, decay) in [(1e-3, (-1.0_f64).exp()), (2e-3, (-4.0_f64).exp())] {
            let quantity = format!("p = {p}: g at {} mm/s", 1e3 * speed);
            let expected = published[3] + rise * decay;
            let found = set.friction().value(speed);
            outcome = outcome.check(Theory.near(quantity, found, expected, 1e-15));
        }
        let milli: Vec<f64> = speeds.iter().map(|speed| 1e3 * speed).collect();
        let values: Vec<f64> = speeds.iter().map(|&speed| set.friction().value(speed)).collect();
        panel = panel.line(format!("p = {p}"), &milli, &values);
    }
    Ok(outcome.figure(Figure::new("").panel(panel.y_range(0.95, 1.25))))
}

pub(super) fn settings(_: Thoroughness) -> Result<Findings, PaperError> {
    let contact = PadContact::fixed(patch(Surface::Square, CELLS)?);
    let states = |kind| -> Result<usize, PaperError> {
        let model = PatchModel::new(kind, BristleModel::ElastoPlastic)?;
        Ok(model.friction(&contact)?.memory().len())
    };
    let text = "The paper solves with LSODA (relative tolerance 1e-6, absolute 1e-8, steps up to 1 \
                ms). Here the figures are made with explicit Euler and the step of its Figs. 9 and \
                36, 10 µs, if the motion is prescribed, and with Runge-Kutta of order 4 if \
                it is not. An absolute tolerance of 1e-8 is a tenth of the displacements of Figs. \
                23 and 25. With these settings, says the text, the reduced model has 3 states and \
                the distributed one 882.";
    let mut table = TextTable::new("Settings", &["parameter", "paper", "here"]);
    let rows = [
        ["parameters", "p = 1", "p = 1"],
        ["solver", "LSODA", "Euler 1e-5 s; RK4 5e-5 s, or 1e-5 s (see Figs. 34, 35)"],
        ["contact area", "0.02 x 0.02 m²", "the same"],
        ["cells", "21 x 21", "the same"],
        ["samples per right angle", "20", "the same"],
    ];
    for row in rows {
        table.row(row);
    }
    Ok(Findings::new(text)
        .check(Paper.count("states of the distributed model", states(ModelKind::Distributed)?, 882))
        .check(Paper.count("states of the reduced model", states(ModelKind::LimitSurface)?, 3))
        .table(table))
}

pub(super) fn alignment(_: Thoroughness) -> Result<Findings, PaperError> {
    let parameters = BristleParameters::table_one_stribeck()?;
    // With a bristle at its largest deflection, (17) reduces to the alignment.
    let limit = parameters.largest_deflection(0.0);
    let share = |angle: f64| {
        let (sine, cosine) = angle.sin_cos();
        let (motion, bristle) = (Vector2::new(cosine, sine), Vector2::new(limit, 0.0));
        parameters.relaxing_share(BristleModel::ElastoPlastic, motion, bristle, limit)
    };
    let angles: Vec<f64> = (-180..=180).map(|angle| f64::from(angle).to_radians()).collect();
    let degrees: Vec<f64> = (-180..=180).map(f64::from).collect();
    let found: Vec<f64> = angles.iter().map(|&angle| share(angle)).collect();
    let off = worst(angles.iter().zip(&found).map(|(a, found)| found - 0.5 * (a.cos() + 1.0)));
    let text = "The drawing shows the projection of the unit velocity on the unit deflection of a \
                bristle; here its consequence: the share ε = (v̂·ẑ + 1)/2 (16) with which a \
                fully bent bristle yields, over the angle between the two.";
    let panel = Panel::new().x("angle between velocity and deflection [°]").y("ε");
    Ok(Findings::new(text)
        .check(Paper.below("deviation from (16), (cos angle + 1)/2", off, 1e-15))
        .figure(Figure::new("").panel(panel.line("", &degrees, &found))))
}
