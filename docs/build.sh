#!/usr/bin/env bash
# Builds the book into target/book, with mdBook from crates.io if it is not installed: without its server, and not
# optimised, because that takes a minute instead of four.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
export PATH=$target/tools/bin:$PATH
command -v mdbook >/dev/null ||
  cargo install --quiet --locked --debug --no-default-features --features search \
    --root "$target/tools" --target-dir "$target/mdbook" mdbook
mdbook build --dest-dir "$target/book" "$root/docs"
