#!/usr/bin/env bash
# Builds the playground, compares its module with the command `stiction`, and opens it in a browser without a window.
#
# It uses the command in STICTION_COMMAND, or builds it. The browser is the first of chromium, chromium-browser,
# google-chrome and chrome; without one nothing is opened, and this is a failure if STICTION_NEED_BROWSER is set.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

[ -n "${STICTION_PLAYGROUND:-}" ] || bash "$here/build.sh" "$out/dist"
dist=${STICTION_PLAYGROUND:-$out/dist}
if [ -z "${STICTION_COMMAND:-}" ]; then
  target=${CARGO_TARGET_DIR:-$root/target}
  cargo build --quiet --release --manifest-path "$root/Cargo.toml" --target-dir "$target" -p stiction-cli
  STICTION_COMMAND=$target/release/stiction
fi
export STICTION_COMMAND

cd "$here"
node test/schema.mjs "$dist"
node test/module.mjs "$dist" "$root"
for name in chromium chromium-browser google-chrome chrome; do
  if browser=$(command -v "$name"); then
    node test/page.mjs "$dist" "$browser" "$root"
    exit
  fi
done
[ -z "${STICTION_NEED_BROWSER:-}" ] || { echo "playground: there is no browser" >&2; exit 1; }
echo "WARNING: there is no browser: the playground is NOT opened" >&2
