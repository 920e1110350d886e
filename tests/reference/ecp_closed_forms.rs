//! Closed forms of planar sliding: quasi-static pushing and pure translation.

use stiction::nalgebra::vector;
use stiction::sliding::{QuasiStaticPush, translation};

use super::records;

#[test]
fn quasi_static_pushing() {
    let mut worst = 0.0_f64;
    for (index, row) in records("ecp/quasistatic.csv").iter().enumerate() {
        let number = |name: &str| row.number(name);
        let push = QuasiStaticPush::builder()
            .friction(1.0)
            .semi_axes([1.0, 1.0, number("c")])
            .point(vector![number("xc_rel"), number("yc_rel")])
            .build()
            .unwrap();
        let motion = push.motion(&vector![number("vcx"), number("vcy")]).unwrap();
        // Friction on the body is the push reversed, per μ N.
        let found = [
            ("vx", motion.twist.linear.x),
            ("vy", motion.twist.linear.y),
            ("wz", motion.twist.angular),
            ("lt_over_muN", -motion.push.x),
            ("lo_over_muN", -motion.push.y),
            ("lr_over_muN", -motion.moment),
        ];
        for (name, value) in found {
            let expected = number(name);
            let off = (value - expected).abs() / expected.abs().max(1.0);
            worst = worst.max(off);
            assert!(off <= 1e-12, "{name} of row {index}: {value} is not {expected}");
        }
    }
    println!("quasistatic: {worst:e}");
}

#[test]
fn pure_translation() {
    let (mut worst, mut stuck) = (0.0_f64, 0);
    for (index, row) in records("ecp/translation_first60.csv").iter().enumerate() {
        let number = |name: &str| row.number(name);
        let (mass, mu, normal) =
            (number("m"), number("mu"), number("m") * number("g") * number("h"));
        let momentum = vector![number("v0x"), number("v0y")] * mass
            + vector![number("app_px"), number("app_py")];
        let step = translation(mass, mu, [number("et"), number("eo")], normal, &momentum).unwrap();
        let velocity = (momentum + step.impulse) / mass;
        // The status is 0 for slip, 1 for stick.
        let status = f64::from(u8::from(step.multiplier == 0.0));
        assert_eq!(status, number("status"), "row {index}");
        stuck += i32::from(step.multiplier == 0.0);
        let found = [
            ("pt", step.impulse.x / (mu * normal), mu * normal),
            ("po", step.impulse.y / (mu * normal), mu * normal),
            ("sigma", step.multiplier, 1.0),
            ("vx", velocity.x, 1.0),
            ("vy", velocity.y, 1.0),
        ];
        for (name, value, unit) in found {
            let off = (value - number(name) / unit).abs();
            worst = worst.max(off);
            assert!(off <= 1e-13, "{name} of row {index} is off by {off:e}");
        }
    }
    println!("translation: {worst:e}, {stuck} of 60 stuck");
    assert!((1..60).contains(&stuck));
}
