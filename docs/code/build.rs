//! Takes the Rust code out of the README and the pages of the book.
//!
//! Every block of a page is a doctest. A block marked `rust,ignore` whose first line names a file (`// src/door.rs`) is
//! a part of that file, in the order of the page: a module of this crate, or a program in `src/bin`, which a test runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let mut pages = vec![docs.join("../README.md")];
    for page in fs::read_dir(docs.join("src"))? {
        pages.push(page?.path());
    }
    pages.sort();
    let (mut modules, mut programs) = (String::new(), String::new());
    let mut files = BTreeMap::<String, String>::new();
    for page in pages.iter().filter(|page| page.extension().is_some_and(|kind| kind == "md")) {
        let text = fs::read_to_string(page)?;
        if text.contains("\n```rust") {
            let name = page.file_stem().unwrap_or_default().to_string_lossy();
            let name = name.replace('-', "_").to_lowercase();
            modules +=
                &format!("#[cfg(doctest)] #[doc = include_str!({page:?})] mod page_{name} {{}}\n");
        }
        for block in text.split("\n```rust,ignore\n").skip(1) {
            let block = block.split("\n```\n").next().unwrap_or_default();
            if let Some((file, code)) =
                block.strip_prefix("// src/").and_then(|b| b.split_once('\n'))
            {
                *files.entry(file.into()).or_default() += &format!("{code}\n");
            }
        }
    }
    fs::create_dir_all(format!("{out}/bin"))?;
    for (file, code) in files {
        let path = format!("{out}/{file}");
        fs::write(&path, code)?;
        let name = file.trim_end_matches(".rs");
        if let Some(name) = name.strip_prefix("bin/") {
            programs += &format!(
                "mod {name} {{ include!({path:?}); #[test] fn runs() {{ main().unwrap(); }} }}\n"
            );
        } else {
            modules += &format!("#[path = {path:?}]\npub mod {name};\n");
        }
    }
    fs::write(format!("{out}/modules.rs"), modules)?;
    fs::write(format!("{out}/programs.rs"), programs)?;
    println!("cargo::rerun-if-changed=src\ncargo::rerun-if-changed=../README.md");
    Ok(())
}
