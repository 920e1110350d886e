//! Text that is valid in a picture, a page and a terminal.

use std::borrow::Cow;

/// Returns a text in one line, with spaces for line breaks and tabs, and with U+FFFD for all other control
/// characters: XML cannot represent them, and a terminal obeys them.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| plain(c) != c) {
        Cow::Owned(text.chars().map(plain).collect())
    } else {
        Cow::Borrowed(text)
    }
}

fn plain(c: char) -> char {
    match c {
        '\n' | '\r' | '\t' => ' ',
        // These two are not characters, and XML does not allow them.
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        _ if c.is_control() => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced_and_others_kept() {
        assert!(matches!(printable("μ = 0.3, „v²“ 🙂"), Cow::Borrowed(_)));
        assert_eq!(
            printable("a\u{1b}[31mb\r\n\tc\0\u{9b}d\u{ffff}"),
            "a\u{fffd}[31mb   c\u{fffd}\u{fffd}d\u{fffd}"
        );
    }
}
