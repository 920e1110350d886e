//! Elements of XML, written with their attributes in the given order.

use core::fmt::Write;

/// An element without text.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Self>,
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, attributes: vec![], children: vec![] }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Adds an attribute unless its value is empty.
    pub(crate) fn with_some(self, name: &'static str, value: &str) -> Self {
        if value.is_empty() { self } else { self.with(name, value) }
    }

    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Returns the element as a document.
    pub(crate) fn document(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        self.write(0, &mut text);
        text
    }

    fn write(&self, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        *text += &format!("{indent}<{}", self.name);
        for (name, value) in &self.attributes {
            // Writing to a string cannot fail.
            let _ = write!(text, " {name}=\"{}\"", escaped(value));
        }
        if self.children.is_empty() {
            *text += "/>\n";
            return;
        }
        *text += ">\n";
        self.children.iter().for_each(|child| child.write(depth + 1, text));
        *text += &format!("{indent}</{}>\n", self.name);
    }
}

/// Escapes a value of an attribute; characters that XML cannot represent become question marks.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            control if control < ' ' => out.push('?'),
            plain => out.push(plain),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_nested_and_escaped() {
        let inner = Element::new("B").with("x", "a<b&\"c\"\n\u{1}").with_some("y", "");
        let text = Element::new("A").with("n", 1.5).children([inner]).document();
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<A n=\"1.5\">\n  \
                        <B x=\"a&lt;b&amp;&quot;c&quot; ?\"/>\n</A>\n";
        assert_eq!(text, expected);
    }
}
