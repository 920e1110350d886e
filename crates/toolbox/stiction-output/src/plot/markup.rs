//! Text within SVG and HTML.

use crate::text::allowed;

/// Returns the text with every character replaced that is special or forbidden in XML.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // They separate words in paragraphs and lines in a source; paragraphs are already split.
            '\n' | '\t' => escaped.push(c),
            '\r' => escaped.push(' '),
            _ => escaped.push(allowed(c)),
        }
    }
    escaped
}
