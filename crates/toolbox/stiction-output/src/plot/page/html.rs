//! Text and tables as HTML.

use std::fmt::Write;

use crate::TextTable;
use crate::plot::markup::escape;

/// Returns the class of a passed or failed comparison.
pub(super) fn class(passed: bool) -> &'static str {
    if passed { "pass" } else { "fail" }
}

/// Returns the text beside the title of a section: the number of comparisons that pass, and its note.
pub(super) fn aside((passed, all): (usize, usize), note: &str) -> String {
    let mut aside = String::new();
    if all > 0 {
        let word = if passed == all { "pass" } else { "fail" };
        let count = if all == 1 { String::new() } else { format!(" {passed}/{all}") };
        let _ = write!(aside, " <span class=\"{}\">{word}{count}</span>", class(passed == all));
    }
    if !note.is_empty() {
        let _ = write!(aside, " <span class=\"soft\">{}</span>", escape(note));
    }
    aside
}

/// Writes paragraphs, which empty lines separate.
pub(super) fn push_text(page: &mut String, text: &str) {
    for paragraph in text.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
        let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
    }
}

/// Writes lines as they are; if they are longer than the page, keys scroll them too.
pub(super) fn push_source(page: &mut String, text: &str) {
    let _ = writeln!(page, "<pre tabindex=\"0\">{}</pre>", escape(text.trim_end()));
}

pub(super) fn push_table(page: &mut String, table: &TextTable) {
    let numeric = table.numeric();
    let row = |tag: &str, cells: &[String]| -> String {
        let cell = |(k, numeric): (usize, &bool)| {
            let class = if *numeric { " class=\"number\"" } else { "" };
            let text = cells.get(k).map(String::as_str).unwrap_or_default();
            format!("<{tag}{class}>{}</{tag}>", escape(text))
        };
        numeric.iter().enumerate().map(cell).collect()
    };
    page.push_str("<div class=\"wide\"><table>\n");
    if !table.title.is_empty() {
        let _ = writeln!(page, "<caption>{}</caption>", escape(&table.title));
    }
    let _ = writeln!(page, "<thead><tr>{}</tr></thead>\n<tbody>", row("th", &table.headers));
    for cells in &table.rows {
        let _ = writeln!(page, "<tr>{}</tr>", row("td", cells));
    }
    page.push_str("</tbody>\n</table></div>\n");
}
