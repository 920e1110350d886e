//! Embedded tables with numbers of independent implementations, headed by column names.

use crate::PaperError;

/// A table headed by column names.
pub(crate) struct Table {
    names: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

/// A row of a table.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    table: &'a Table,
    cells: &'a [&'static str],
}

/// Reads an embedded table: `table!("planar_lugre/forces_circle.csv")`.
macro_rules! table {
    ($file:literal) => {
        $crate::experiments::table::Table::read(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/data/",
            $file
        )))
    };
}
pub(crate) use table;

impl Table {
    pub(crate) fn read(text: &'static str) -> Self {
        let mut lines = text.lines().map(|line| line.split(',').collect());
        Self { names: lines.next().unwrap_or_default(), rows: lines.collect() }
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { table: self, cells })
    }

    pub(crate) fn column(&self, name: &str) -> Result<Vec<f64>, PaperError> {
        self.rows().map(|row| row.number(name)).collect()
    }
}

impl<'a> Row<'a> {
    pub(crate) fn word(self, name: &str) -> Result<&'a str, PaperError> {
        let place = self.table.names.iter().position(|known| *known == name);
        let cell = place.and_then(|place| self.cells.get(place));
        Ok(*cell.ok_or_else(|| format!("no column {name} in {:?}", self.table.names))?)
    }

    pub(crate) fn number(self, name: &str) -> Result<f64, PaperError> {
        let word = self.word(name)?;
        Ok(word.parse().map_err(|_| format!("{name} = {word} is not a number"))?)
    }

    pub(crate) fn numbers<const N: usize>(self, names: [&str; N]) -> Result<[f64; N], PaperError> {
        let mut numbers = [0.0; N];
        for (number, name) in numbers.iter_mut().zip(names) {
            *number = self.number(name)?;
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_name() {
        let table = Table::read("a,b\nx,1\ny,2e-3\n");
        assert_eq!(table.column("b").unwrap(), [1.0, 2e-3]);
        assert!(table.column("a").is_err() && table.column("c").is_err());
        let words: Vec<_> = table.rows().map(|row| row.word("a").unwrap()).collect();
        assert_eq!(words, ["x", "y"]);
        assert!(table.rows().all(|row| row.numbers(["b", "a"]).is_err()));
    }
}
