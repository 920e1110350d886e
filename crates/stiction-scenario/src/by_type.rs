//! Tables that are told apart by `type`, as what serde calls an enum.

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, IntoDeserializer, MapAccess,
    Unexpected, VariantAccess, Visitor,
};
use toml::Value;

/// A table whose `type` says what its other entries are.
///
/// What stands before `type` is kept until the word is known; a text has it first, so that nothing
/// loses its place.
pub(crate) struct ByType<A>(pub(crate) A);

impl<'de, A: MapAccess<'de>> Deserializer<'de> for ByType<A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for ByType<A> {
    type Error = A::Error;
    type Variant = Rest<A>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Rest<A>), A::Error> {
        let (mut map, mut before) = (self.0, vec![]);
        while let Some(key) = map.next_key::<String>()? {
            if key == "type" {
                let word = map.next_value_seed(seed)?;
                return Ok((word, Rest { before: before.into_iter(), value: None, map }));
            }
            before.push((key, map.next_value()?));
        }
        Err(A::Error::missing_field("type"))
    }
}

/// The entries beside `type`.
pub(crate) struct Rest<A> {
    before: std::vec::IntoIter<(String, Value)>,
    /// That of the key which was read last, if it is one of those.
    value: Option<Value>,
    map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rest<A> {
    type Error = A::Error;

    fn next_key_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, A::Error> {
        let Some((key, value)) = self.before.next() else { return self.map.next_key_seed(seed) };
        self.value = Some(value);
        seed.deserialize(key.into_deserializer()).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value).map_err(A::Error::custom),
            None => self.map.next_value_seed(seed),
        }
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Rest<A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        match self.next_key::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(A::Error::invalid_type(Unexpected::Map, &"`type` alone")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        seed.deserialize(MapAccessDeserializer::new(self))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Map, &visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }
}
