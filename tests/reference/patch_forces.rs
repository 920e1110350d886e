//! Friction of planar patches that follow the velocity profile of Fig. 5: distributed and reduced,
//! LuGre and elasto-plastic, by explicit Euler.

use stiction::core::{Impedance, Motion, PlanarFrame, PlanarPose, Stage};
use stiction::friction::Loaded;
use stiction::patch::{
    BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface,
    ReducedPatch, ReducedShape, Surface, twist_at, wrench_from,
};
use stiction_lab::planar_lugre::twist;

use super::{Table, table};

type PlanarFriction = Box<dyn Impedance<Domain = PlanarFrame>>;

const STEP: f64 = 1e-5;

fn patch(surface: &str) -> ContactPatch {
    let surface: Surface = surface.parse().unwrap();
    surface.patch(Grid::new(21, 0.02).unwrap()).unwrap()
}

/// Creates the patch as a user does: "dist", "ell" or "ls".
fn friction(kind: &str, model: BristleModel, patch: &ContactPatch) -> PlanarFriction {
    let bristles = BristleParameters::table_one_stribeck().unwrap();
    if kind == "dist" {
        let patch = DistributedPatch::builder().patch(patch.clone()).bristles(bristles);
        return Box::new(Loaded::new(patch.model(model).build().unwrap(), 1.0).unwrap());
    }
    let shape = match kind {
        "ell" => ReducedShape::ellipsoid(patch),
        _ => ReducedShape::limit_surface(patch, LimitSurface::new(patch, 20).unwrap()),
    };
    let patch = ReducedPatch::builder().shape(shape).bristles(bristles).model(model);
    Box::new(Loaded::new(patch.build().unwrap(), 1.0).unwrap())
}

/// Returns the wrench at the centre of pressure in the given steps, each from the state at its
/// start.
fn follow(friction: &PlanarFriction, patch: &ContactPatch, steps: &[f64]) -> [Vec<f64>; 3] {
    let center = patch.center_of_pressure();
    let mut internal = vec![0.0; friction.memory().len()];
    let mut rate = internal.clone();
    let mut wrenches = [vec![], vec![], vec![]];
    let last = steps[steps.len() - 1] as usize;
    for k in 0..=last {
        let time = k as f64 * STEP;
        let flow = twist_at(&twist(time), &-center);
        let motion = Motion { pose: PlanarPose::default(), flow };
        let wrench = friction.respond(&Stage::first(time, STEP), &motion, &internal, &mut rate);
        if steps[wrenches[0].len()] as usize == k {
            let wrench = wrench_from(&wrench, &-center);
            let values = [wrench.force.x, wrench.force.y, wrench.torque];
            wrenches.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        }
        internal.iter_mut().zip(&rate).for_each(|(z, rate)| *z += STEP * rate);
    }
    wrenches
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |largest, value| largest.max(value.abs()))
}

/// Returns the largest error of forces and torques over the largest value of the component in the
/// file.
fn errors(found: &[Vec<f64>; 3], reference: &Table, name: &str) -> [f64; 2] {
    let columns = ["fx", "fy", "tau"].map(|axis| reference.column(&format!("{name}_{axis}")));
    let off = |i: usize| {
        let differences = found[i].iter().zip(&columns[i]).map(|(f, e)| f - e);
        largest(&differences.collect::<Vec<f64>>())
    };
    let force = largest(&columns[0]).max(largest(&columns[1]));
    [off(0).max(off(1)) / force, off(2) / largest(&columns[2])]
}

fn compare(surface: &str, kind: &str) {
    let reference = table(&format!("planar_lugre/forces_{surface}.csv"));
    let steps = reference.column("step");
    for (time, vx) in reference.column("t").iter().zip(reference.column("vx")) {
        assert!((twist(*time).linear.x - vx).abs() < 1e-16, "profile at {time} s");
    }
    let patch = patch(surface);
    for (model, word) in [(BristleModel::LuGre, "lugre"), (BristleModel::ElastoPlastic, "ep")] {
        let name = format!("{kind}_{word}");
        let found = follow(&friction(kind, model, &patch), &patch, &steps);
        assert_eq!(found[0].len(), steps.len());
        for error in errors(&found, &reference, &name) {
            assert!(error <= 1e-9, "{surface} {name}: off by {error:e} of the largest value");
        }
    }
}

#[test]
fn distributed_circle() {
    compare("circle", "dist");
}

#[test]
fn distributed_square() {
    compare("square", "dist");
}

#[test]
fn distributed_gradient_line() {
    compare("line_grad", "dist");
}

#[test]
fn reduced_to_an_ellipsoid() {
    ["circle", "square", "line_grad"].iter().for_each(|surface| compare(surface, "ell"));
}

#[test]
fn reduced_to_the_limit_surface() {
    ["circle", "square", "line_grad"].iter().for_each(|surface| compare(surface, "ls"));
}

/// The comparison detects another model: LuGre for the elasto-plastic one, the ellipsoid for the
/// limit surface or the cells.
#[test]
fn other_models_are_told_apart() {
    let reference = table("planar_lugre/forces_line_grad.csv");
    let steps = reference.column("step");
    let patch = patch("line_grad");
    let found = follow(&friction("ell", BristleModel::LuGre, &patch), &patch, &steps);
    assert!(errors(&found, &reference, "ell_lugre")[0] < 1e-9);
    assert!(
        errors(&found, &reference, "ell_ep")[0] > 1e-3,
        "{:?}",
        errors(&found, &reference, "ell_ep")
    );
    assert!(errors(&found, &reference, "ls_lugre")[0] > 1e-2);
    assert!(errors(&found, &reference, "dist_lugre")[0] > 1e-2);
}
