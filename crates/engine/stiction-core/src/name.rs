//! Names of component types in messages.

/// Returns the type's name without module paths: `GsatFriction<Shaft>`.
///
/// Used in errors and pictures; not meant to be parsed.
#[must_use]
#[inline]
pub fn short_type_name<T: ?Sized>() -> String {
    without_paths(core::any::type_name::<T>())
}

/// Returns the name of a type, as [`core::any::type_name`] gives it, without module paths.
///
/// Components are sorted by these names, so a type may move to another module without changing a bit
/// of a result.
#[must_use]
pub fn without_paths(full: &str) -> String {
    let mut short = String::with_capacity(full.len());
    let mut word = 0; // start of the current path in `short`
    let mut characters = full.chars().peekable();
    while let Some(c) = characters.next() {
        if c == ':' && characters.peek().is_some_and(|&next| next == ':') {
            characters.next();
            short.truncate(word);
        } else {
            short.push(c);
            if !(c.is_alphanumeric() || c == '_') {
                word = short.len();
            }
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::short_type_name;

    #[test]
    fn paths_are_dropped_inside_generics_too() {
        assert_eq!(short_type_name::<f64>(), "f64");
        assert_eq!(short_type_name::<Option<std::string::String>>(), "Option<String>");
        assert_eq!(short_type_name::<(Vec<u8>, crate::Line)>(), "(Vec<u8>, Line)");
    }
}
