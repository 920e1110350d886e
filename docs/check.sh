#!/usr/bin/env bash
# Compiles and runs every Rust block of the README and of the book in a crate of its own.
#
# A block is a program or a doctest. Blocks marked `rust,ignore` whose first line is a comment with
# a path (`// src/law.rs`) are instead parts of that file, in their order.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
crate=$(mktemp -d)
trap 'rm -rf "$crate"' EXIT
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
pages=("$root/README.md" "$root"/docs/src/*.md)

mkdir -p "$crate/src/bin"
version() { sed -n "s/^$1 = .*\"\([0-9][0-9.]*\)\".*/\1/p" "$root/Cargo.toml" | head -1; }
cat > "$crate/Cargo.toml" <<TOML
[package]
name = "book"
version = "0.0.0"
edition = "2024"
[dependencies]
stiction = { path = "$root/crates/stiction", features = ["page", "stability", "testing", "urdf"] }
nalgebra = "$(version nalgebra)"
proptest = "$(version proptest)"
typed-builder = "$(version typed-builder)"
[workspace]
TOML
# The dependencies of the workspace, optimised alike.
cp "$root/Cargo.lock" "$crate/"
sed -n '/^\[profile\.dev/,$p' "$root/Cargo.toml" >> "$crate/Cargo.toml"

awk -v crate="$crate" '
  /^```rust,ignore/ { getline first; file = ""
    if (first ~ /^\/\/ (src|tests)\//) { file = crate "/" substr(first, 4) } inside = 1; next }
  /^```/ { inside = 0; file = ""; next }
  inside && file != "" { print > file }
' "${pages[@]}"
for file in "$crate"/src/*.rs; do
  [ -e "$file" ] && echo "pub mod $(basename "$file" .rs);" >> "$crate/src/lib.tmp"
done
for page in "${pages[@]}"; do
  name=$(basename "$page" .md | tr -- '-A-Z' '_a-z')
  echo "#[cfg(doctest)] #[doc = include_str!(\"$page\")] pub mod page_$name {}" >> "$crate/src/lib.tmp"
done
mv "$crate/src/lib.tmp" "$crate/src/lib.rs"

cargo test --quiet --manifest-path "$crate/Cargo.toml" "$@"
for program in "$crate"/src/bin/*.rs; do
  [ -e "$program" ] || continue
  echo "=== $(basename "$program" .rs)"
  cargo run --quiet --manifest-path "$crate/Cargo.toml" --bin "$(basename "$program" .rs)"
done
