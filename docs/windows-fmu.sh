#!/usr/bin/env bash
# An FMU for Windows and Linux from a Linux machine: builds the library for FMUs for x86_64-pc-windows-gnu, exports a
# block with both libraries, and steps it here and under wine. The bits must agree. It is not part of the CI because it
# takes long and needs packages of Debian:
#
#   apt-get install gcc-mingw-w64-x86-64 wine64     (wine for the comparison only)
#   bash docs/windows-fmu.sh
#
# The standard library for Windows is built from the sources of the compiler: those of rustup if it provides them or the
# target, else Debian's package rust-src of that version, which is unpacked under the target folder and leaves the
# toolchain unchanged.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
work=$target/windows-fmu
triple=x86_64-pc-windows-gnu
mkdir -p "$work"
cd "$root"

stop() { echo "windows-fmu.sh: $*" >&2; exit 1; }
command -v x86_64-w64-mingw32-gcc >/dev/null || stop "there is no mingw: apt-get install gcc-mingw-w64-x86-64"

# Unpacks the sources of the compiler's library, in the compiler's version, to $work/rust-src.
sources() {
  local version uri lists package
  version=$(rustc --version | awk '{print $2}')
  [ -e "$work/rust-src/library/Cargo.lock" ] && return
  command -v apt-get >/dev/null || stop "there is no rust-src $version: rustup component add rust-src"
  uri=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
  lists=$work/apt
  mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
  for suite in trixie-backports sid forky trixie; do
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${uri:-http://deb.debian.org/debian} $suite main"
  done >"$lists/sources.list"
  # Separate lists leave those of the system unchanged.
  own() {
    apt-"$1" -oDir::Etc::sourcelist="$lists/sources.list" -oDir::Etc::sourceparts=/dev/null \
      -oDir::State::lists="$lists/lists" -oDir::Cache="$lists/cache" "${@:2}"
  }
  own get update -qq
  package=$(own cache madison rust-src | awk -v v="$version" '$3 ~ "^" v "[+~-]" {print $3; exit}')
  [ -n "$package" ] || stop "Debian has no rust-src $version: rustup component add rust-src"
  (cd "$lists" && own get download -qq "rust-src=$package" && dpkg -x rust-src_*.deb unpacked)
  mkdir -p "$work/rust-src"
  cp -r "$lists/unpacked/usr/src/rustc-$version/library" "$work/rust-src/library"
}

build=(cargo rustc --quiet --package stiction-fmu --profile dist --crate-type cdylib)
sysroot=$(rustc --print sysroot)
if [ -d "$sysroot/lib/rustlib/$triple" ]; then
  "${build[@]}" --target "$triple"
else
  [ -d "$sysroot/lib/rustlib/src/rust/library" ] || { sources; export __CARGO_TESTS_ONLY_SRC_ROOT="$work/rust-src/library"; }
  # A stable cargo builds that library only if it is allowed to use unstable features.
  RUSTC_BOOTSTRAP=1 "${build[@]}" --target "$triple" -Zbuild-std=std,panic_abort,panic_unwind
  unset __CARGO_TESTS_ONLY_SRC_ROOT
fi
"${build[@]}"
cargo build --quiet --package stiction-cli --profile dist
windows=$target/$triple/dist/stiction_fmu.dll
linux=$target/dist/libstiction_fmu.so

cat >"$work/block.toml" <<'END'
schema_version = 1
title = "A block that is pushed"
solver = { step = 1e-4, until = 2.0 }
bodies.block = { type = "point_mass", mass = 1.0 }
connections.push = { ports = "block", law = { type = "effort", effort = { type = "input", name = "push", unit = "N", start = 3.0 } } }
connections.friction = { ports = "block", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 } }
END
"$target/dist/stiction" --quiet fmu "$work/block.toml" --out "$work/block.fmu" --model-exchange \
  --library "$linux" --library "$windows"
rm -rf "$work/unpacked"
python3 -m zipfile -e "$work/block.fmu" "$work/unpacked"
find "$work/unpacked/binaries" -type f -size +0 -printf '%P %k KiB\n'
token=$(sed -n 's/.*instantiationToken="\([^"]*\)".*/\1/p' "$work/unpacked/modelDescription.xml")

gcc -O1 -Wall -o "$work/step" docs/windows-fmu.c -ldl
x86_64-w64-mingw32-gcc -O1 -Wall -o "$work/step.exe" docs/windows-fmu.c
(cd "$work" && ./step unpacked/binaries/x86_64-linux/block.so "$token" unpacked/resources) >"$work/linux.txt"
[ "$(sort -u "$work/linux.txt" | wc -l)" -gt 1000 ] || stop "the block does not move"

wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null || true)
[ -n "$wine" ] || stop "the FMU is $work/block.fmu; there is no wine, so NOTHING was run: apt-get install wine64"
# Wine before version 9 lacks the source of random numbers of the standard library since Windows 7.
printf '%s\n' '#include <windows.h>' '#include <ntsecapi.h>' \
  '__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T count) { return RtlGenRandom(to, (ULONG)count); }' \
  >"$work/prng.c"
x86_64-w64-mingw32-gcc -shared -o "$work/bcryptprimitives.dll" "$work/prng.c" -ladvapi32
export WINEPREFIX=$work/wine WINEDEBUG=-all
(cd "$work" && "$wine" step.exe 'unpacked\binaries\x86_64-windows\block.dll' "$token" unpacked/resources) |
  tr -d '\r' >"$work/windows.txt"
cmp "$work/linux.txt" "$work/windows.txt" || stop "the bits differ"
echo "the same bits on Linux and under $("$wine" --version) in $(wc -l <"$work/linux.txt") lines: $work/block.fmu"
