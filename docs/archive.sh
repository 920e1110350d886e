#!/usr/bin/env bash
# docs/archive.sh [FOLDER]: the command as an archive for a release, under the names by which
# `cargo binstall` looks for it: stiction-cli-TARGET-vVERSION.tgz, with a folder of that name in it.
# With STICTION_ARCHIVE_OF=FOLDER, it packs the contents of FOLDER and skips the build, which takes seven minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-out}" && realpath "${1:-out}")

built=${STICTION_ARCHIVE_OF:-}
if [ -z "$built" ]; then
  cargo build --quiet --profile dist -p stiction-cli
  cargo rustc --quiet --profile dist -p stiction-fmu --crate-type cdylib
  built=${CARGO_TARGET_DIR:-target}/dist
fi
target=$(rustc -vV | sed -n 's/^host: //p')
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=stiction-cli-$target-v$version
rm -rf "${folder:?}/$name" && mkdir "$folder/$name"
# `stiction fmu` looks for the library beside the command.
for library in "$built"/{libstiction_fmu.so,libstiction_fmu.dylib,stiction_fmu.dll}; do
  if [ -e "$library" ]; then cp "$library" "$folder/$name"; fi
done
cp "$built/stiction" crates/interfaces/stiction-cli/README.md CHANGELOG.md LICENSE-* "$folder/$name"
tar --create --gzip --file "$folder/$name.tgz" --directory "$folder" "$name"
rm -r "${folder:?}/$name"
echo "$folder/$name.tgz"
