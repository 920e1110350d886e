//! Numbers of an independent implementation of the paper; origin in `data/planar_lugre/README.md`.

use crate::ReproduceError;

/// A table with a line of names.
pub(super) struct Table {
    names: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

/// A line of a table.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    table: &'a Table,
    cells: &'a [&'static str],
}

/// Reads an embedded table.
macro_rules! table {
    ($file:literal) => {
        $crate::planar_lugre::reference::Table::read(include_str!(concat!(
            "../../data/planar_lugre/",
            $file
        )))
    };
}
pub(super) use table;

impl Table {
    pub(super) fn read(text: &'static str) -> Self {
        let mut lines = text.lines().map(|line| line.split(',').collect());
        Self { names: lines.next().unwrap_or_default(), rows: lines.collect() }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { table: self, cells })
    }

    pub(super) fn column(&self, name: &str) -> Result<Vec<f64>, ReproduceError> {
        self.rows().map(|row| row.number(name)).collect()
    }
}

impl<'a> Row<'a> {
    pub(super) fn word(self, name: &str) -> Result<&'a str, ReproduceError> {
        let place = self.table.names.iter().position(|known| *known == name);
        let cell = place.and_then(|place| self.cells.get(place));
        Ok(*cell.ok_or_else(|| format!("no column {name} in {:?}", self.table.names))?)
    }

    pub(super) fn number(self, name: &str) -> Result<f64, ReproduceError> {
        let word = self.word(name)?;
        Ok(word.parse().map_err(|_| format!("{name} = {word} is not a number"))?)
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
    }
}
