//! Pressures as the grey levels of a PNG image.

use std::io::{BufRead, Cursor, Seek};
use std::path::Path;

use super::table::in_file;
use super::{ContactPatch, Grid, PatchError};

/// Memory for contents of an image besides its pixels, such as texts [bytes].
const BESIDES: usize = 1 << 20;

impl ContactPatch {
    /// Creates a patch from the grey levels of a PNG image, black being no pressure, over `width` \[m\] along x; the
    /// top row is at +y.
    ///
    /// A pixel is a square cell, its level taken as it stands: 1 to 16 bits, without gamma. The grid
    /// is square: the shorter side of an oblong image is padded with zeros on both ends, with one
    /// row more at the top or one column more on the right if their number is odd.
    ///
    /// Needs the feature `image`.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use stiction_patch::ContactPatch;
    /// // Two by one pixels, level 50 beside 150.
    /// let mut file = vec![];
    /// let mut encoder = png::Encoder::new(&mut file, 2, 1);
    /// encoder.set_color(png::ColorType::Grayscale);
    /// encoder.write_header()?.write_image_data(&[50, 150])?;
    ///
    /// let patch = ContactPatch::from_png(0.02, Cursor::new(file))?;
    /// assert_eq!((patch.x(), patch.y()), (&[-0.005, 0.005][..], &[-0.005, -0.005][..]));
    /// assert_eq!(patch.weight(), [0.25, 0.75]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A file that is damaged or not a PNG image; colours, a palette or an alpha channel; a width or number of
    /// pixels along a side that [`Grid::new`] refuses, before any pixel is decoded; an image that is
    /// black.
    pub fn from_png(width: f64, image: impl BufRead + Seek) -> Result<Self, PatchError> {
        Grid::new(1, width)?;
        let mut decoder = png::Decoder::new_with_limits(image, png::Limits { bytes: BESIDES });
        decoder.set_transformations(png::Transformations::IDENTITY);
        let info = decoder.read_header_info().map_err(unreadable)?;
        let (columns, rows) = (info.width as usize, info.height as usize);
        let depth = info.bit_depth as usize;
        grey(info.color_type)?;
        let side = columns.max(rows);
        let spacing = Grid::new(columns, width)?.spacing();
        let grid = Grid::new(side, spacing * side as f64)?;
        decoder.set_limits(png::Limits { bytes: BESIDES + columns * rows * depth.div_ceil(8) });
        let mut reader = decoder.read_info().map_err(unreadable)?;
        let mut pixels = vec![0; rows * (columns * depth).div_ceil(8)];
        let frame = reader.next_frame(&mut pixels).map_err(unreadable)?;
        if (frame.width as usize, frame.height as usize) != (columns, rows) {
            return Err(PatchError::Unreadable { message: "an animation, not an image".into() });
        }
        let line = frame.line_size;
        // Margins on the left and at the bottom.
        let (left, below) = ((side - columns) / 2, (side - rows) / 2);
        Self::from_cells(grid, |i, j| {
            let column = i.checked_sub(left).filter(|&column| column < columns);
            let up = j.checked_sub(below).filter(|&up| up < rows);
            column.zip(up).map_or(0.0, |(column, up)| {
                let row = rows - 1 - up;
                level(&pixels[row * line..(row + 1) * line], column, depth)
            })
        })
    }

    /// Creates a patch as [`Self::from_png`] does, from a file.
    ///
    /// # Errors
    /// A file that cannot be read or that [`Self::from_png`] refuses; the message names it.
    pub fn load_png(width: f64, path: impl AsRef<Path>) -> Result<Self, PatchError> {
        in_file(path.as_ref(), |bytes| Self::from_png(width, Cursor::new(bytes)))
    }
}

/// Returns the level of a pixel in a row of pixels of 1, 2, 4, 8 or 16 bits.
fn level(row: &[u8], column: usize, depth: usize) -> f64 {
    if depth == 16 {
        return f64::from(u16::from_be_bytes([row[2 * column], row[2 * column + 1]]));
    }
    // The first pixel of a byte is in its highest bits.
    let bit = column * depth;
    let shift = 8 - depth - bit % 8;
    let mask = (1_u16 << depth) - 1;
    f64::from((u16::from(row[bit / 8]) >> shift) & mask)
}

fn grey(color: png::ColorType) -> Result<(), PatchError> {
    let found = match color {
        png::ColorType::Grayscale => return Ok(()),
        png::ColorType::GrayscaleAlpha => "an alpha channel",
        png::ColorType::Rgb => "colours",
        png::ColorType::Rgba => "colours and an alpha channel",
        png::ColorType::Indexed => "a palette",
    };
    Err(PatchError::NotGrey { found })
}

fn unreadable(error: png::DecodingError) -> PatchError {
    PatchError::Unreadable { message: error.to_string() }
}

#[cfg(test)]
mod tests;
