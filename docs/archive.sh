#!/usr/bin/env bash
# docs/archive.sh [FOLDER]: the command as an archive for a release, under the names by which
# `cargo binstall` looks for it: stiction-cli-TARGET-vVERSION.tgz, with a folder of that name in it.
# STICTION_ARCHIVE_PROFILE=release builds it in a minute in place of seven: larger and slower, to try it.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-out}" && realpath "${1:-out}")

profile=${STICTION_ARCHIVE_PROFILE:-dist}
cargo build --quiet --profile "$profile" -p stiction-cli
target=$(rustc -vV | sed -n 's/^host: //p')
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=stiction-cli-$target-v$version
rm -rf "${folder:?}/$name" && mkdir "$folder/$name"
# Beside the command, where `stiction fmu` looks for it.
cargo rustc --quiet --profile "$profile" -p stiction-fmu --crate-type cdylib
for library in "${CARGO_TARGET_DIR:-target}/$profile"/{libstiction_fmu.so,libstiction_fmu.dylib,stiction_fmu.dll}; do
  if [ -e "$library" ]; then cp "$library" "$folder/$name"; fi
done
cp "${CARGO_TARGET_DIR:-target}/$profile/stiction" crates/stiction-cli/README.md CHANGELOG.md LICENSE-* "$folder/$name"
tar --create --gzip --file "$folder/$name.tgz" --directory "$folder" "$name"
rm -r "${folder:?}/$name"
echo "$folder/$name.tgz"
