//! The machine that writes a report, as far as times depend on it.

use std::thread::available_parallelism;

/// System, processor and threads; nothing that names the machine.
pub(crate) fn describe() -> String {
    let (system, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok();
    let processor = processor.as_deref().and_then(model).map(|name| format!(", {name}"));
    let threads = available_parallelism().map_or(1, usize::from);
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    format!("{system} {architecture}{}, {threads}", processor.unwrap_or_default())
}

/// The name of the processor as Linux lists it.
fn model(cpuinfo: &str) -> Option<&str> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_found_in_its_list() {
        let list = "processor\t: 0\nmodel name\t: A CPU @ 2 GHz\nmodel name\t: another\n";
        assert_eq!(model(list), Some("A CPU @ 2 GHz"));
        assert_eq!(model("processor : 0"), None);
        assert!(describe().contains("thread"));
    }
}
