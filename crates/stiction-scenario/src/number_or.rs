//! Values that are written as a number, as a table or as a list.

/// Reads such a value: not as derived for an untagged enum, which would only say that nothing
/// matched. A number goes through `From<f64>`.
macro_rules! number_or {
    ($name:ident, $expected:literal $(, table => $table:expr)? $(, list => $list:expr)?) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;
                impl<'de> serde::de::Visitor<'de> for Visitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str($expected)
                    }
                    fn visit_f64<E>(self, value: f64) -> Result<$name, E> {
                        Ok(value.into())
                    }
                    fn visit_i64<E>(self, value: i64) -> Result<$name, E> {
                        Ok((value as f64).into())
                    }
                    fn visit_u64<E>(self, value: u64) -> Result<$name, E> {
                        Ok((value as f64).into())
                    }
                    $(fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        map: A,
                    ) -> Result<$name, A::Error> {
                        let table = serde::de::value::MapAccessDeserializer::new(map);
                        serde::Deserialize::deserialize(table).map($table)
                    })?
                    $(fn visit_seq<A: serde::de::SeqAccess<'de>>(
                        self,
                        list: A,
                    ) -> Result<$name, A::Error> {
                        let list = serde::de::value::SeqAccessDeserializer::new(list);
                        serde::Deserialize::deserialize(list).map($list)
                    })?
                }
                deserializer.deserialize_any(Visitor)
            }
        }
    };
}
pub(crate) use number_or;
