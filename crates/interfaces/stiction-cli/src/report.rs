//! Output of `--json`: one object about what a command did, whether it succeeds or fails.

use std::cell::RefCell;

use serde::Serialize;
use serde_json::{Map, Value, json};

/// Version of the format: it changes when a key is removed or changes its meaning, not when keys are added.
const FORMAT: u32 = 1;

/// The report so far.
#[derive(Debug)]
pub(crate) struct Report {
    command: &'static str,
    warnings: RefCell<Vec<String>>,
    facts: RefCell<Map<String, Value>>,
}

impl Report {
    pub(crate) fn new(command: &'static str) -> Self {
        Self { command, warnings: RefCell::default(), facts: RefCell::default() }
    }

    /// Sets a key of the object; a number that is not finite becomes `null`.
    pub(crate) fn fact(&self, key: &str, value: impl Serialize) {
        // Values that JSON cannot express (maps whose keys are not text) do not occur.
        let value = serde_json::to_value(value).unwrap_or_default();
        self.facts.borrow_mut().insert(key.to_owned(), value);
    }

    pub(crate) fn warn(&self, text: String) {
        self.warnings.borrow_mut().push(text);
    }

    /// Returns the object, for a command that failed with this error, or succeeded.
    pub(crate) fn object(&self, error: Option<&str>) -> Value {
        let mut object = self.facts.borrow().clone();
        let head = json!({
            "format": FORMAT,
            "program": concat!("stiction ", env!("CARGO_PKG_VERSION")),
            "command": self.command,
            "ok": error.is_none(),
            "error": error,
            "warnings": *self.warnings.borrow(),
        });
        for (key, value) in head.as_object().into_iter().flatten() {
            object.insert(key.clone(), value.clone());
        }
        object.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_has_its_head_whatever_happens() {
        let report = Report::new("run");
        report.warn("too large".to_owned());
        report.fact("rows", 3);
        report.fact("largest", f64::INFINITY);
        let object = report.object(None);
        assert_eq!((&object["ok"], &object["error"]), (&json!(true), &Value::Null));
        assert_eq!((&object["rows"], &object["largest"]), (&json!(3), &Value::Null));
        let object = report.object(Some("it broke"));
        assert_eq!((&object["ok"], &object["error"]), (&json!(false), &json!("it broke")));
        assert_eq!((&object["command"], &object["format"]), (&json!("run"), &json!(1)));
        assert_eq!(object["warnings"], json!(["too large"]));
    }
}
