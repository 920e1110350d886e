#!/usr/bin/env bash
# Builds the playground, static files, into playground/dist (or the folder that is named).
#
# It needs Rust, Node.js 18 or later with npm, and the standard library for wasm32: `rustup target add
# wasm32-unknown-unknown`. If rustup reaches no server, the sources of the standard library come from Debian's
# package rust-src of the same version, and the toolchain stays as it is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
out=${1:-$here/dist}
target=${CARGO_TARGET_DIR:-$root/target}
triple=wasm32-unknown-unknown

# Ends with 3, which distinguishes a missing tool from an error here.
missing() { echo "playground: $*" >&2; exit 3; }
command -v cargo >/dev/null || missing "cargo is missing: install Rust 1.89 or later (rustup.rs)"
command -v node >/dev/null || missing "node is missing: install Node.js 18 or later"
command -v npm >/dev/null || missing "npm is missing: install it beside Node.js"

# Sources of the standard library, unpacked into the target folder.
fetch_sources() {
  local version=$1 to=$2 mirror work package
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || return 1
  mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/*.sources 2>/dev/null | head -1)
  mirror=${mirror:-http://deb.debian.org/debian}
  work=$(mktemp -d)
  mkdir -p "$work/lists/partial" "$work/archives/partial"
  chmod -R a+rx "$work"
  for suite in trixie-backports sid forky trixie; do
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
  done > "$work/sources.list"
  # Use separate package lists: those of the system stay as they are.
  local apt=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work")
  apt-get "${apt[@]}" update -qq >&2 || { rm -rf "$work"; return 1; }
  package=$(apt-cache "${apt[@]}" madison rust-src | awk -v v="$version" '$3 ~ "^"v"[+~-]" { print $3; exit }')
  [ -n "$package" ] || { rm -rf "$work"; return 1; }
  (cd "$work" && apt-get "${apt[@]}" download -qq "rust-src=$package" >&2 && dpkg -x rust-src_*.deb unpacked) ||
    { rm -rf "$work"; return 1; }
  mkdir -p "$to"
  cp -r "$work/unpacked/usr/src/rustc-$version/library" "$to/"
  rm -rf "$work"
}

version=$(rustc --version | awk '{ print $2 }')
std=()
if ! [ -e "$(rustc --print sysroot)/lib/rustlib/$triple/lib" ] &&
  ! { command -v rustup >/dev/null && rustup target add "$triple" >/dev/null 2>&1; }; then
  sources=$target/rust-src-$version
  [ -e "$sources/library/Cargo.lock" ] || fetch_sources "$version" "$sources" ||
    missing "there is no standard library for $triple: \`rustup target add $triple\` fails, and no package rust-src $version can be had from a Debian mirror"
  # With a released compiler, `-Zbuild-std` needs to be allowed, and told where the sources are.
  export RUSTC_BOOTSTRAP=1 __CARGO_TESTS_ONLY_SRC_ROOT=$sources/library
  std=(-Zbuild-std=std,panic_abort)
fi
# The module must be small, because a reader waits for it before the first picture. Code that reads texts and writes pages
# runs once, so it is optimised for size.
small=(--config 'profile.dist.opt-level = "s"')
for package in stiction-output toml toml_parser winnow csv csv-core roxmltree; do
  small+=(--config "profile.dist.package.$package.opt-level = \"z\"")
done
# Names of functions are a fifth of the module.
export CARGO_PROFILE_DIST_STRIP=true
# The module must not contain paths of this machine.
export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$root=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
cargo rustc "${small[@]}" --manifest-path "$root/Cargo.toml" --target-dir "$target/web" -p stiction-web --profile dist \
  --crate-type cdylib --target "$triple" "${std[@]}"

# The editor completes by the schema, which the command prints.
if [ -z "${STICTION_COMMAND:-}" ]; then
  cargo build --quiet --release --manifest-path "$root/Cargo.toml" --target-dir "$target" -p stiction-cli
  STICTION_COMMAND=$target/release/stiction
fi
"$STICTION_COMMAND" schema --quiet > "$target/web/schema.json"

cd "$here"
npm ci --silent --no-audit --no-fund || missing "npm cannot install what package-lock.json names: can its registry be reached?"
node build.mjs "$root" "$target/web/$triple/dist/stiction_web.wasm" "$target/web/schema.json" "$out"
