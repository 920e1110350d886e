#!/usr/bin/env bash
# Makes the figures of the README and of the book: runs the examples and copies their pictures.
# Equal programs make equal bytes, so a changed figure is a changed result.
set -euo pipefail
cd "$(dirname "$0")/.."
figures=$PWD/docs/src/figures
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir -p "$figures"
root=$PWD
# PROFILE=test builds faster than release and gives the same results.
run() { cargo run --quiet --profile "${PROFILE:-release}" --manifest-path "$root/Cargo.toml" "$@"; }
example() { # NAME [KIND]: runs an example and keeps its plot, or its film
  (cd "$out" && run --features studies --example "$1")
  cp "$out/out/$1/${2:-plot}.svg" "$figures/$1.svg"
}
if [ "${1:-}" = film ]; then # only what moves: `docs/figures.sh film`
  example holds_or_creeps film
  exit
fi
lab() { # FILE EXPERIMENT ARGUMENTS...: a figure of a paper, as the laboratory has it
  local file=$1 experiment=$2; shift 2
  run -p stiction-lab --bin stiction-lab -- --only "$experiment" --svg --out "$out/$file" "$@" >/dev/null
  cp "$out/$file/$experiment.svg" "$figures/$file.svg"
}
example holds_or_creeps film
for name in rolling_sphere two_link_drift stick_slip custom_law own_mechanism harmonic_drive gripper push_to_goal; do
  example $name
done
lab hysteresis_iwan kikuuwe-iwan
lab friction_cones cones-linearized
lab block_on_incline cones-mass
lab contact_stability cones-stability
lab sliding_square sliding-fig2
lab sliding_ring sliding-fig3
lab sliding_push sliding-fig4
lab identify_friction sliding-identify
lab patch_profile planar-lugre-fig13
lab patch_profile_line planar-lugre-fig19
lab patch_profile_nonconvex planar-lugre-fig21
lab patch_drift planar-lugre-fig6
lab patch_drift_normal planar-lugre-fig25
lab patch_in_hand planar-lugre-fig27
lab patch_in_hand_2 planar-lugre-fig29
lab patch_in_hand_line planar-lugre-fig31
lab patch_in_hand_k2 planar-lugre-fig34
lab patch_surfaces planar-lugre-fig8
lab patch_fingertips planar-lugre-fig33
lab patch_steps planar-lugre-fig10
lab patch_limit_curves planar-lugre-fig14
lab patch_limit_surface planar-lugre-fig15
lab patch_boxes planar-lugre-fig22
lab patch_samples planar-lugre-fig37 --quick
lab patch_errors planar-lugre-fig9 # the fine grid of the paper takes minutes
