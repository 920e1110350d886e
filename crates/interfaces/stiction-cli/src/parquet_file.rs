//! Trajectories as Parquet files.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, Repetition, Type as PhysicalType};
use parquet::column::reader::ColumnReader;
use parquet::data_type::DoubleType;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::Outcome;
use crate::trajectory::Trajectory;

/// Writes columns of equal length.
pub(crate) fn write(path: &Path, names: &[String], columns: &[Vec<f64>]) -> Outcome<()> {
    let field = |name: &String| {
        let field = Type::primitive_type_builder(name, PhysicalType::DOUBLE);
        field.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let fields = names.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("trajectory").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer =
        SerializedFileWriter::new(File::create(path)?, Arc::new(schema), Arc::new(properties))?;
    let mut rows = writer.next_row_group()?;
    for values in columns {
        let mut column = rows.next_column()?.ok_or("there are more columns than names")?;
        column.typed::<DoubleType>().write_batch(values, None, None)?;
        column.close()?;
    }
    rows.close()?;
    writer.close()?;
    Ok(())
}

/// Reads columns of numbers.
pub(crate) fn read(path: &Path) -> Outcome<Trajectory> {
    let reader = SerializedFileReader::new(File::open(path)?)?;
    let descriptor = reader.metadata().file_metadata().schema_descr();
    let names: Vec<String> = descriptor.columns().iter().map(|c| c.name().to_owned()).collect();
    let mut columns = vec![vec![]; names.len()];
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let count = usize::try_from(group.metadata().num_rows())?;
        for (k, column) in columns.iter_mut().enumerate() {
            let ColumnReader::DoubleColumnReader(mut values) = group.get_column_reader(k)? else {
                return Err(format!("column `{}` does not have numbers", names[k]).into());
            };
            let before = column.len();
            values.read_records(count, None, None, column)?;
            if column.len() != before + count {
                return Err(format!("column `{}` has missing values", names[k]).into());
            }
        }
    }
    Ok(Trajectory::new(names.iter().map(String::as_str), columns))
}
