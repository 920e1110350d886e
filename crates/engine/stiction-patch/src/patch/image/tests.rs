//! Images that are written here, pixel by pixel.

use std::io::Cursor;

use png::{BitDepth, ColorType};

use super::*;

fn encoded([columns, rows]: [u32; 2], color: ColorType, depth: BitDepth, pixels: &[u8]) -> Vec<u8> {
    let mut file = vec![];
    let mut encoder = png::Encoder::new(&mut file, columns, rows);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ColorType::Indexed {
        encoder.set_palette(vec![0, 0, 0, 255, 255, 255]);
    }
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
    file
}

fn grey(size: [u32; 2], depth: BitDepth, pixels: &[u8]) -> ContactPatch {
    let file = encoded(size, ColorType::Grayscale, depth, pixels);
    ContactPatch::from_png(0.02, Cursor::new(file)).unwrap()
}

fn refused(file: &[u8]) -> String {
    ContactPatch::from_png(0.02, Cursor::new(file)).unwrap_err().to_string()
}

#[test]
fn an_image_is_the_table_of_its_levels() {
    let levels = [0, 10, 20, 30, 0, 50, 60, 70, 255];
    let image = grey([3, 3], BitDepth::Eight, &levels);
    let rows = levels.map(f64::from);
    let rows: Vec<_> = rows.chunks(3).collect();
    assert_eq!(image, ContactPatch::from_rows(0.02, &rows).unwrap());
}

#[test]
fn every_depth_is_read() {
    // 2 by 2: levels 1, 3 over 0, 2 of two bits, 1, 1 over 0, 1 of one bit, and so on.
    let two = grey([2, 2], BitDepth::Two, &[0b0111_0000, 0b0010_0000]);
    assert_eq!(two.weight(), [2.0 / 6.0, 1.0 / 6.0, 3.0 / 6.0]);
    let one = grey([2, 2], BitDepth::One, &[0b1100_0000, 0b0100_0000]);
    assert_eq!(one.weight(), [1.0 / 3.0; 3]);
    let four = grey([2, 2], BitDepth::Four, &[0x1f, 0x04]);
    assert_eq!(four.weight(), [4.0 / 20.0, 1.0 / 20.0, 15.0 / 20.0]);
    let sixteen = grey([2, 2], BitDepth::Sixteen, &[1, 0, 0, 1, 0, 0, 0, 255]);
    assert_eq!(sixteen.weight(), [255.0 / 512.0, 256.0 / 512.0, 1.0 / 512.0]);
    // Nine pixels of one bit: the last one is in a byte of its own.
    let wide = grey([9, 1], BitDepth::One, &[0, 0b1000_0000]);
    assert!((wide.x()[0] - 4.0 * 0.02 / 9.0).abs() < 1e-17);
}

#[test]
fn an_oblong_image_is_padded_on_both_ends() {
    // Three by two pixels over 2 cm: a row of zeros at the top.
    let wide = grey([3, 2], BitDepth::Eight, &[1, 0, 0, 0, 0, 3]);
    let zero = [0.0; 3];
    let rows = [zero, [1.0, 0.0, 0.0], [0.0, 0.0, 3.0]];
    assert_eq!(wide, ContactPatch::from_rows(0.02, &rows).unwrap());
    // One by four: the pixels keep their size, so that the grid is 8 cm.
    let high = grey([1, 4], BitDepth::Eight, &[4, 0, 0, 1]);
    assert_eq!(high.grid().map(Grid::side), Some(4));
    assert!((high.grid().unwrap().size() - 0.08).abs() < 1e-17);
    assert_eq!(high.weight(), [0.2, 0.8]);
    assert!(high.y().iter().zip([-0.03, 0.03]).all(|(y, at)| (y - at).abs() < 1e-17));
}

#[test]
fn what_is_not_grey_is_refused() {
    for (color, pixels, found) in [
        (ColorType::Rgb, &[1, 2, 3][..], "colours"),
        (ColorType::Rgba, &[1, 2, 3, 4], "colours and an alpha channel"),
        (ColorType::GrayscaleAlpha, &[1, 2], "an alpha channel"),
        (ColorType::Indexed, &[1], "a palette"),
    ] {
        let text = refused(&encoded([1, 1], color, BitDepth::Eight, pixels));
        let expected =
            format!("an image with {found}, but pressures are grey levels without alpha");
        assert_eq!(text, expected);
    }
}

#[test]
fn a_damaged_image_is_refused() {
    let file = encoded([3, 3], ColorType::Grayscale, BitDepth::Eight, &[9; 9]);
    for cut in 0..file.len() - 12 {
        let text = refused(&file[..cut]);
        assert!(text.starts_with("cannot read the pressures: "), "{cut}: {text}");
    }
    for place in 0..file.len() {
        let mut damaged = file.clone();
        damaged[place] ^= 0x5a;
        // The marks of the checksums decide; nothing panics.
        let _ = ContactPatch::from_png(0.02, Cursor::new(damaged));
    }
    let black = encoded([2, 2], ColorType::Grayscale, BitDepth::Eight, &[0; 4]);
    assert_eq!(refused(&black), "the patch is empty: the pressure is zero in every cell");
}

/// The header alone: nothing of the pixels is there to be decoded.
#[test]
fn too_many_pixels_are_refused_by_the_header() {
    for size in [[4097, 1], [1, 4097], [u32::MAX >> 1, u32::MAX >> 1]] {
        let mut file = vec![];
        let mut encoder = png::Encoder::new(&mut file, size[0], size[1]);
        encoder.set_color(ColorType::Grayscale);
        drop(encoder.write_header().unwrap());
        let side = f64::from(size[0].max(size[1]));
        let expected = format!("Grid: side = {side} must be 1 to 4096 cells");
        assert_eq!(refused(&file), expected);
    }
    for width in [0.0, -1.0, f64::NAN] {
        let nothing = ContactPatch::from_png(width, Cursor::new([]));
        assert!(nothing.unwrap_err().to_string().starts_with("Grid: size = "));
    }
}

#[test]
fn files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pad.png");
    let file = encoded([1, 1], ColorType::Grayscale, BitDepth::Eight, &[7]);
    std::fs::write(&path, file).unwrap();
    assert_eq!(ContactPatch::load_png(0.02, &path).unwrap().weight(), [1.0]);
    std::fs::write(&path, "text").unwrap();
    for path in [path.clone(), folder.path().join("none.png"), folder.path().into()] {
        let text = ContactPatch::load_png(0.02, &path).unwrap_err().to_string();
        let expected = format!("`{}`: cannot read the pressures: ", path.display());
        assert!(text.starts_with(&expected), "{text}");
    }
}
