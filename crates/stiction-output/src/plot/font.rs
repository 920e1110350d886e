//! The font of figures, which is compiled in.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};

/// What an SVG asks a reader's browser for.
pub(super) const FAMILY: &str = "DejaVu Sans, sans-serif";

static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    let file = include_bytes!("../../assets/DejaVuSans-subset.ttf");
    FontRef::try_from_slice(file).expect("it is the file of a font, as every test that draws finds")
});

/// `ab_glyph` counts a size from the lowest descender to the highest ascender; a size here is an em.
fn scale(em: f64) -> PxScale {
    let units = FONT.units_per_em().unwrap_or(2048.0);
    PxScale::from(em as f32 * FONT.height_unscaled() / units)
}

/// The glyphs of a text with where each starts, and the width of the text.
fn glyphs(text: &str, size: f64) -> (Vec<Glyph>, f32) {
    let scaled = FONT.as_scaled(scale(size));
    let (mut glyphs, mut x) = (Vec::new(), 0.0);
    for id in text.chars().map(|c| scaled.glyph_id(c)) {
        x += glyphs.last().map_or(0.0, |previous: &Glyph| scaled.kern(previous.id, id));
        glyphs.push(id.with_scale_and_position(scaled.scale(), point(x, 0.0)));
        x += scaled.h_advance(id);
    }
    (glyphs, x)
}

/// Width of a text in pixels, its size being that of an em.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    glyphs(&crate::printable(text), size).1.into()
}

/// Calls with every pixel that a text touches, to the right and down from the start of its baseline,
/// and with the share of the pixel that it covers.
pub(super) fn rasterise(text: &str, size: f64, mut cover: impl FnMut(i32, i32, f64)) {
    for outline in glyphs(text, size).0.into_iter().filter_map(|glyph| FONT.outline_glyph(glyph)) {
        let corner = outline.px_bounds().min;
        outline.draw(|right, down, share| {
            cover(corner.x as i32 + right as i32, corner.y as i32 + down as i32, share.into());
        });
    }
}
