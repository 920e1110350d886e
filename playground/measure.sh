#!/usr/bin/env bash
# How fast the playground is, in a browser on one core: bash playground/measure.sh [SECONDS] [SCENARIO,... | none]
#
# For a person, not a test: it prints the frame rate, the work of the page's thread per frame, how fast the mechanism runs, and how
# long a reader waits for a moving mechanism. It uses the playground in STICTION_PLAYGROUND, or builds it; the browser
# has the first core.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${STICTION_PLAYGROUND:-}" ]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
  STICTION_PLAYGROUND=$out/dist
  bash "$here/build.sh" "$STICTION_PLAYGROUND"
fi
command -v taskset >/dev/null || { echo "playground: taskset is missing: install util-linux" >&2; exit 3; }
for name in chromium chromium-browser google-chrome chrome; do
  browser=$(command -v "$name") && break
done
[ -n "${browser:-}" ] || { echo "playground: there is no browser" >&2; exit 3; }
cd "$here"
# The host stays off the browser's core, if there is another one.
host=$(($(nproc) > 1 ? 1 : 0))
taskset -c "$host" node test/measure.mjs "$STICTION_PLAYGROUND" "$browser" 0 "${1:-}" "${2:-}"
