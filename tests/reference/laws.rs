//! Single evaluations of the friction laws, and their Euler and RK4 schemes under a given velocity,
//! against an independent implementation (data/kikuuwe; its README says how each file was made).

use std::f64::consts::PI;

use nalgebra::Vector2;
use stiction::core::{Impedance, Line, Motion, Plane, Stage};
use stiction::friction::{
    DahlFriction, ElastoPlasticFriction, GsatFriction, LuGreFriction, RateDependentGsat,
    SteadyState, StribeckCurve, StribeckShape, ThresholdFriction,
};

use crate::reference::{assert_column, data};

/// Tolerance relative to the largest value of a column. The two implementations order their
/// operations differently (x · (1/Z) for x/Z), which costs a few units of 2e-16.
const TOLERANCE: f64 = 1e-13;

/// Returns the force along +v and the rate of the internal variable, through the public interface.
fn on_line(law: &impl Impedance<Domain = Line>, tau: f64, v: f64, e: f64) -> (f64, f64) {
    let mut rate = [0.0];
    let internal = &[e][..law.memory().len()];
    let motion = Motion::<Line>::new(0.0, v);
    let rates = &mut rate[..law.memory().len()];
    let effort = law.respond(&Stage::first(0.0, tau), &motion, internal, rates);
    (-effort, rate[0])
}

fn gsat(stiffness: f64, damping: f64, limit: f64) -> GsatFriction<Line> {
    GsatFriction::builder()
        .stiffness(stiffness)
        .damping(damping)
        .limit(limit)
        .build()
        .expect("valid parameters")
}

#[test]
fn gsat_on_a_line() {
    let table = data("eval_fricK_scalar.csv");
    let [v, e, tau, limit, k, b] = ["v", "e", "tau", "F", "K", "B"].map(|name| table.column(name));
    let (f, eps): (Vec<_>, Vec<_>) =
        (0..v.len()).map(|i| on_line(&gsat(k[i], b[i], limit[i]), tau[i], v[i], e[i])).unzip();
    assert_column("f", &f, &table.column("f"), TOLERANCE);
    assert_column("eps", &eps, &table.column("eps"), TOLERANCE);
}

#[test]
fn gsat_in_the_plane() {
    let table = data("eval_fricK_2d.csv");
    let [vx, vy, ex, ey, tau, limit, k, b] =
        ["vx", "vy", "ex", "ey", "tau", "F", "K", "B"].map(|name| table.column(name));
    let mut computed: [Vec<f64>; 4] = Default::default();
    for i in 0..vx.len() {
        let law = GsatFriction::<Plane>::builder()
            .stiffness(k[i])
            .damping(b[i])
            .limit(limit[i])
            .build()
            .unwrap();
        let motion = Motion::<Plane>::new(Vector2::zeros(), Vector2::new(vx[i], vy[i]));
        let mut eps = [0.0; 2];
        let effort = law.respond(&Stage::first(0.0, tau[i]), &motion, &[ex[i], ey[i]], &mut eps);
        for (column, value) in computed.iter_mut().zip([-effort.x, -effort.y, eps[0], eps[1]]) {
            column.push(value);
        }
    }
    for (column, name) in computed.iter().zip(["fx", "fy", "epsx", "epsy"]) {
        assert_column(name, column, &table.column(name), TOLERANCE);
    }
}

/// Models 2 LuGre (with both meanings of g), 3 Dahl, 4 elasto-plastic, 5 velocity threshold.
#[test]
fn other_models() {
    let table = data("eval_other_models.csv");
    let [model, v, e, limit, k, b, d, fraction, threshold] =
        ["model", "v", "e", "F", "K", "B", "D", "zba_fraction", "vth"]
            .map(|name| table.column(name));
    let (expected_f, expected_rate) = (table.column("f"), table.column("edot"));
    for wanted in [2, 3, 4, 5] {
        let rows: Vec<usize> = (0..v.len()).filter(|&i| model[i] as i32 == wanted).collect();
        assert_eq!(rows.len(), 60);
        let evaluate = |i: usize| -> (f64, f64) {
            match wanted {
                2 => {
                    let lugre = |steady_state| {
                        LuGreFriction::<Line>::builder()
                            .stiffness(k[i])
                            .damping(b[i])
                            .viscous_damping(d[i])
                            .steady_state(steady_state)
                            .build()
                            .unwrap()
                    };
                    let length = StribeckCurve::constant(limit[i] / k[i]).unwrap();
                    let force = StribeckCurve::constant(limit[i]).unwrap();
                    let by_length =
                        on_line(&lugre(SteadyState::Deflection(length)), 0.0, v[i], e[i]);
                    let by_force = on_line(&lugre(SteadyState::Force(force)), 0.0, v[i], e[i]);
                    assert!((by_length.0 - by_force.0).abs() <= 1e-14 * by_force.0.abs().max(1.0));
                    by_length
                }
                3 => {
                    let law = DahlFriction::builder().stiffness(k[i]).limit(limit[i]);
                    on_line(&law.build().unwrap(), 0.0, v[i], e[i])
                }
                4 => {
                    let law = ElastoPlasticFriction::<Line>::builder()
                        .stiffness(k[i])
                        .damping(b[i])
                        .viscous_damping(d[i])
                        .limit(limit[i])
                        .breakaway_fraction(fraction[i])
                        .build()
                        .unwrap();
                    on_line(&law, 0.0, v[i], e[i])
                }
                _ => {
                    let law = ThresholdFriction::builder().limit(limit[i]);
                    let law = law.threshold_speed(threshold[i]).build().unwrap();
                    on_line(&law, 0.0, v[i], e[i])
                }
            }
        };
        let (f, rate): (Vec<_>, Vec<_>) = rows.iter().map(|&i| evaluate(i)).unzip();
        let pick = |column: &[f64]| rows.iter().map(|&i| column[i]).collect::<Vec<_>>();
        assert_column(&format!("f of model {wanted}"), &f, &pick(&expected_f), TOLERANCE);
        assert_column(&format!("rate of model {wanted}"), &rate, &pick(&expected_rate), TOLERANCE);
    }
}

/// F = 1, K = 1e4, B = 10, T = 1e-3, v = 0.02 sin 4πt. Euler (20): force and deflection after the
/// step; RK4 (21): deflection before the step and force of stage 1.
#[test]
fn driven_by_a_given_velocity() {
    const T: f64 = 1e-3;
    let table = data("drive_scalar.csv");
    let time = table.column("t");
    let law = gsat(1e4, 10.0, 1.0);
    let velocity = |t: f64| 0.02 * (4.0 * PI * t).sin();
    let v: Vec<f64> = time.iter().map(|&t| velocity(t)).collect();
    assert_column("v", &v, &table.column("v"), TOLERANCE);

    let (mut euler, mut rk4) = (0.0, 0.0);
    let mut computed: [Vec<f64>; 4] = Default::default();
    for &t in &time {
        let (f_euler, eps) = on_line(&law, T, velocity(t), euler);
        euler += T * eps;
        let stage = |offset: f64, tau: f64, rate: f64| {
            on_line(&law, tau, velocity(t + offset), rk4 + offset * rate)
        };
        let (f_rk4, k1) = stage(0.0, T / 2.0, 0.0);
        let (_, k2) = stage(T / 2.0, T / 2.0, k1);
        let (_, k3) = stage(T / 2.0, T, k2);
        let (_, k4) = stage(T, T, k3);
        for (column, value) in computed.iter_mut().zip([f_euler, euler, f_rk4, rk4]) {
            column.push(value);
        }
        rk4 += T / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    for (column, name) in computed.iter().zip(["f_euler", "e_euler", "f_rk4_stage1", "e_rk4"]) {
        assert_column(name, column, &table.column(name), TOLERANCE);
    }
}

/// Kind 0 rational, 1 Gaussian Stribeck curve; w = v − ε is the sliding velocity.
#[test]
fn rate_dependent() {
    let table = data("rate_scalar.csv");
    let [kind, v, e, tau, k, b, coulomb, breakaway, speed, d] =
        ["kind", "v", "e", "tau", "K", "B", "Fc", "Fs", "vs", "D"].map(|name| table.column(name));
    let mut computed: [Vec<f64>; 3] = Default::default();
    for i in 0..v.len() {
        let shape = if kind[i] == 0.0 { StribeckShape::Rational } else { StribeckShape::Gaussian };
        let curve = StribeckCurve::builder()
            .coulomb(coulomb[i])
            .breakaway(breakaway[i])
            .stribeck_speed(speed[i])
            .shape(shape)
            .build()
            .unwrap();
        let law = RateDependentGsat::<Line>::builder()
            .stiffness(k[i])
            .damping(b[i])
            .curve(curve)
            .viscous_damping(d[i])
            .build()
            .unwrap();
        let (f, eps) = on_line(&law, tau[i], v[i], e[i]);
        for (column, value) in computed.iter_mut().zip([f, eps, v[i] - eps]) {
            column.push(value);
        }
    }
    for (column, name) in computed.iter().zip(["f", "eps", "w"]) {
        assert_column(name, column, &table.column(name), TOLERANCE);
    }
}
