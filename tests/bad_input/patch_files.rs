//! Damaged, endless or missing tables of pressures and limit surfaces.

use std::io::Read;

use stiction::patch::{ContactPatch, Grid, LimitSurface, Surface};

use super::text;

fn pad() -> ContactPatch {
    Surface::Square.patch(Grid::new(3, 0.02).unwrap()).unwrap()
}

#[test]
fn tables_of_pressures() {
    let csv = |table: &str| text(ContactPatch::from_csv(0.02, table.as_bytes()));
    for (table, refused) in [
        ("", "Grid: side = 0 must be 1 to 4096 cells"),
        ("# nothing\n", "Grid: side = 0 must be 1 to 4096 cells"),
        ("1,2\n3\n", "row 2 of the pressures has 1 entries, but there are 2 rows"),
        ("1,2,3\n4,5,6\n", "row 1 of the pressures has 3 entries, but there are 2 rows"),
        ("1,2\n3,kPa\n", "row 2, entry 2 of the pressures: `kPa` is not a number"),
        ("1,\n2,3\n", "row 1, entry 2 of the pressures: `` is not a number"),
        ("0,0\n0,0\n", "the patch is empty: the pressure is zero in every cell"),
    ] {
        assert_eq!(csv(table), refused, "{table}");
    }
    assert!(csv("1,2\nNaN,4\n").starts_with("pressure = NaN at x = -0.005 m, y = -0.005 m"));
    assert!(csv("1,2\n-inf,4\n").starts_with("pressure = -inf at x = -0.005 m, y = -0.005 m"));
    let long = csv(&"x".repeat(1000));
    assert!(long.contains('…') && long.len() < 150, "{long}");
    // The table is refused as soon as it is too large, not at its end.
    let refused = text(ContactPatch::from_csv(0.02, Repeated(b"1\n")));
    assert_eq!(refused, "Grid: side = 4097 must be 1 to 4096 cells");
    assert_eq!(csv(&"1,".repeat(5000)), "Grid: side = 5001 must be 1 to 4096 cells");
    for size in [0.0, f64::NAN] {
        let refused = text(ContactPatch::from_csv(size, Repeated(b"1\n")));
        assert!(refused.starts_with("Grid: size = "), "{refused}");
    }
    let rows: [[f64; 3]; 2] = [[1.0; 3]; 2];
    let refused = "row 1 of the pressures has 3 entries, but there are 2 rows";
    assert_eq!(text(ContactPatch::from_rows(0.02, &rows)), refused);
    assert!(text(ContactPatch::from_rows::<[f64; 1]>(0.02, &[])).starts_with("Grid: side = 0"));
}

/// A text repeated without end.
struct Repeated(&'static [u8]);

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let whole = buffer.len() / self.0.len() * self.0.len();
        buffer[..whole].chunks_mut(self.0.len()).for_each(|part| part.copy_from_slice(self.0));
        Ok(whole)
    }
}

#[test]
fn files_of_pressures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pad");
    for missing in [&path, folder.path()] {
        let refused = text(ContactPatch::load_csv(0.02, missing));
        let expected = format!("`{}`: cannot read the pressures: ", missing.display());
        assert!(refused.starts_with(&expected), "{refused}");
        assert!(text(LimitSurface::load(missing)).contains(&*missing.display().to_string()));
    }
    std::fs::write(&path, "1,2\n3,?\n").unwrap();
    let refused = text(ContactPatch::load_csv(0.02, &path));
    let what = "row 2, entry 2 of the pressures: `?` is not a number";
    assert_eq!(refused, format!("`{}`: {what}", path.display()));
}

#[test]
fn files_of_limit_surfaces() {
    let surface = LimitSurface::new(&pad(), 2).unwrap();
    let good = surface.to_json().unwrap();
    let refused = |text: &str| super::text(LimitSurface::from_json(text));
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} is in {good}");
        refused(&good.replacen(from, to, 1))
    };
    for end in (0..good.len()).step_by(7) {
        assert_eq!(refused(&good[..end]), "not a limit surface");
    }
    let version = "limit surface of version 2, but this program reads version 1";
    assert_eq!(changed("\"version\":1", "\"version\":2"), version);
    for samples in [3_u64, 1000] {
        let expected = format!(
            "{samples} samples per right angle make {} entries, not 24",
            4 * samples * (samples + 1)
        );
        assert_eq!(changed("\"samples\":2", &format!("\"samples\":{samples}")), expected);
    }
    for samples in ["0", "1", "1001", "1000000000000000000"] {
        let refused = changed("\"samples\":2", &format!("\"samples\":{samples}"));
        assert!(refused.ends_with("must be 2 to 1000 per right angle"), "{refused}");
    }
    for samples in ["-1", "2.5", "1e3", "18446744073709551616", "null", "\"2\""] {
        let refused = changed("\"samples\":2", &format!("\"samples\":{samples}"));
        assert_eq!(refused, "not a limit surface");
    }
    for entry in ["NaN", "null", "1e999", "[0]", "\"0\""] {
        let refused = changed("\"entries\":[[", &format!("\"entries\":[[{entry},"));
        assert_eq!(refused, "not a limit surface", "{entry}");
    }
    let radius = format!("\"radius\":{}", surface.sampled_radius());
    for bad in ["0", "-0.01", "-1e-300"] {
        let refused = changed(&radius, &format!("\"radius\":{bad}"));
        assert!(refused.contains("must be finite and positive"), "{bad}: {refused}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(changed("\"entries\":[", &format!("\"entries\":[{deep}")), "not a limit surface");
    for samples in [0, 1, 1001, usize::MAX] {
        let refused = text(LimitSurface::new(&pad(), samples));
        let samples = stiction::core::Shown(samples as f64);
        let expected =
            format!("LimitSurface: samples = {samples} must be 2 to 1000 per right angle");
        assert_eq!(refused, expected);
    }
}
