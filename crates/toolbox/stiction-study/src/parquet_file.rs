//! Tables as Parquet files.

use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use stiction_output::{OutputError, write_file};

use crate::{Results, name};

type Encoded<T> = Result<T, ParquetError>;

impl Results {
    /// Writes the table as a Parquet file with the columns of [`write_csv`](Self::write_csv):
    /// `member` as 64-bit integer, numbers as `f64` to the bit, `status` and `error` as text. Outputs
    /// of a member that did not finish, and the error of one that did, are null. The file is complete
    /// or absent.
    ///
    /// # Errors
    /// [`OutputError::File`].
    pub fn write_parquet(&self, path: impl AsRef<Path>) -> Result<(), OutputError> {
        let path = path.as_ref().to_path_buf();
        match self.encode_parquet() {
            Ok(bytes) => write_file(path, &bytes),
            Err(error) => {
                Err(OutputError::File { action: "write", path, source: io::Error::other(error) })
            }
        }
    }

    fn encode_parquet(&self) -> Encoded<Vec<u8>> {
        let compressed = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut writer =
            SerializedFileWriter::new(Vec::new(), self.parquet_schema()?, Arc::new(compressed))?;
        let mut rows = writer.next_row_group()?;
        let indices: Vec<i64> = self.members().map(|(index, _)| index as i64).collect();
        column::<Int64Type>(&mut rows, &indices, None)?;
        for parameter in 0..self.design.names().len() {
            let values = self.members().map(|(index, _)| self.design.row_of(index)[parameter]);
            column::<DoubleType>(&mut rows, &values.collect::<Vec<_>>(), None)?;
        }
        let finished: Vec<bool> = self.members().map(|(_, o)| o.outputs().is_some()).collect();
        for output in 0..self.outputs.len() {
            let values = self.members().filter_map(|(_, o)| Some(o.outputs()?[output]));
            column::<DoubleType>(&mut rows, &values.collect::<Vec<_>>(), Some(&finished))?;
        }
        let status = self.members().map(|(_, outcome)| ByteArray::from(outcome.status()));
        column::<ByteArrayType>(&mut rows, &status.collect::<Vec<_>>(), None)?;
        let failed: Vec<bool> = finished.iter().map(|finished| !finished).collect();
        let errors = self.members().filter_map(|(_, outcome)| outcome.message());
        let errors: Vec<ByteArray> = errors.map(ByteArray::from).collect();
        column::<ByteArrayType>(&mut rows, &errors, Some(&failed))?;
        rows.close()?;
        writer.into_inner()
    }

    fn parquet_schema(&self) -> Encoded<TypePtr> {
        let [number, count, text] =
            [PhysicalType::DOUBLE, PhysicalType::INT64, PhysicalType::BYTE_ARRAY];
        let (always, nullable) = (Repetition::REQUIRED, Repetition::OPTIONAL);
        let [member, status, error] = name::RESERVED;
        let mut fields = vec![field(member, count, always)?];
        for parameter in self.design.names() {
            fields.push(field(parameter, number, always)?);
        }
        for output in &self.outputs {
            fields.push(field(output, number, nullable)?);
        }
        fields.push(field(status, text, always)?);
        fields.push(field(error, text, nullable)?);
        Ok(Arc::new(Type::group_type_builder("members").with_fields(fields).build()?))
    }
}

fn field(name: &str, kind: PhysicalType, repetition: Repetition) -> Encoded<TypePtr> {
    let text = (kind == PhysicalType::BYTE_ARRAY).then_some(LogicalType::String);
    let field = Type::primitive_type_builder(name, kind).with_repetition(repetition);
    Ok(Arc::new(field.with_logical_type(text).build()?))
}

/// Writes the next column; if `present` is false, the value is null and not in `values`.
fn column<T: DataType>(
    rows: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    present: Option<&[bool]>,
) -> Encoded<()> {
    let levels: Option<Vec<i16>> = present.map(|p| p.iter().map(|p| i16::from(*p)).collect());
    let Some(mut column) = rows.next_column()? else {
        return Err(ParquetError::General("the schema has too few columns".into()));
    };
    column.typed::<T>().write_batch(values, levels.as_deref(), None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use crate::{Design, Outcome, Results};

    #[test]
    fn what_is_written_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("members.parquet");
        let design = Design::rows(["mu"], [[0.1], [2.0 / 3.0], [1e-300]]).unwrap();
        let members = vec![
            (0, Outcome::Finished(vec![-0.0, f64::NAN])),
            (1, Outcome::Failed("blew up".into())),
            (2, Outcome::Finished(vec![1.0 / 3.0, f64::INFINITY])),
        ];
        let outputs = vec!["force [N]".to_owned(), "period".to_owned()];
        let results = Results { design: design.into(), outputs, members, resumed: 0 };
        results.write_parquet(&path).unwrap();

        let file = std::fs::File::open(&path).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let rows: Vec<Vec<(String, Field)>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| {
                row.unwrap().get_column_iter().map(|(n, f)| (n.clone(), f.clone())).collect()
            })
            .collect();
        let names: Vec<&str> = rows[0].iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["member", "mu", "force [N]", "period", "status", "error"]);
        let bits = |row: usize, column: usize| match &rows[row][column].1 {
            Field::Double(value) => Some(value.to_bits()),
            Field::Null => None,
            other => panic!("{other:?}"),
        };
        assert_eq!(bits(1, 1), Some((2.0_f64 / 3.0).to_bits()));
        assert_eq!(bits(0, 2), Some((-0.0_f64).to_bits()));
        assert_eq!(bits(0, 3), Some(f64::NAN.to_bits()));
        assert_eq!((bits(1, 2), bits(1, 3)), (None, None));
        assert_eq!(bits(2, 3), Some(f64::INFINITY.to_bits()));
        assert_eq!(rows[2][0].1, Field::Long(2));
        assert_eq!(rows[1][4].1, Field::Str("failed".into()));
        assert_eq!(rows[1][5].1, Field::Str("blew up".into()));
        assert_eq!(rows[2][5].1, Field::Null);
    }
}
