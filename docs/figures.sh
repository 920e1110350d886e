#!/usr/bin/env bash
# Makes the figures of the README and of the book: runs the examples and copies their pictures.
# Equal programs make equal bytes, so a figure that changes is a result that changed.
set -euo pipefail
cd "$(dirname "$0")/.."
figures=$PWD/docs/src/figures
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir -p "$figures"
root=$PWD
first() { # EXAMPLE KIND: runs one of the first examples, which have no options, and keeps its film or plot
  (cd "$out" && cargo run --quiet --profile "${PROFILE:-release}" --manifest-path "$root/Cargo.toml" --all-features \
    --example "$1")
  cp "$out/out/$1/$2.svg" "$figures/$1.svg"
}
if [ "${1:-}" = film ]; then # only what moves: `docs/figures.sh film`
  first holds_or_creeps film
  exit
fi
figure() { # FILE EXAMPLE ARGUMENTS...: runs the example and keeps its picture
  local file=$1 example=$2; shift 2
  # PROFILE=test builds faster than release and computes the same.
  cargo run --quiet --profile "${PROFILE:-release}" --all-features --example "$example" -- "$@" --out "$out/$file"
  cp "$out/$file/plot.svg" "$figures/$file.svg"
}
first holds_or_creeps film
for example in rolling_sphere two_link_drift stick_slip custom_law own_mechanism; do
  first "$example" plot
done
figure hysteresis_iwan hysteresis_iwan
figure harmonic_drive harmonic_drive
figure friction_cones friction_cones
figure block_on_incline block_on_incline
figure spinning_coin spinning_coin
figure contact_stability contact_stability
figure patch_profile planar_patches profile --surface circle --model ellipsoid-lugre --integrator euler
figure patch_profile_line planar_patches profile --surface line_grad --model limit-surface-lugre --integrator euler
figure patch_drift planar_patches drift --load tangential
figure patch_drift_normal planar_patches drift --load normal --model limit-surface-elasto-plastic
figure patch_profile_nonconvex planar_patches profile --surface nonconvex2 --model limit-surface-lugre --integrator euler
figure patch_in_hand planar_patches in-hand --case 1 --surface circle
figure patch_in_hand_2 planar_patches in-hand --case 2 --surface circle
figure patch_in_hand_line planar_patches in-hand --case 2 --surface line_grad_x
figure patch_in_hand_k2 planar_patches in-hand --case 2 --surface k2
lab() { # FILE EXPERIMENT ARGUMENTS...: a figure of a paper, as the laboratory has it
  local file=$1 experiment=planar-lugre-$2; shift 2
  cargo run --quiet --profile "${PROFILE:-release}" -p stiction-lab -- \
    --only "$experiment" --svg --out "$out/$file" "$@" >/dev/null
  cp "$out/$file/$experiment.svg" "$figures/$file.svg"
}
lab patch_surfaces fig8
lab patch_fingertips fig33
lab patch_steps fig10
lab patch_limit_curves fig14
lab patch_limit_surface fig15
lab patch_boxes fig22
lab patch_samples fig37 --quick
lab patch_errors fig9 # the fine grid of the paper takes minutes
figure gripper gripper
figure sliding_square planar_sliding --example 1
figure sliding_ring planar_sliding --example 2
figure sliding_push planar_sliding --example 3
figure push_to_goal push_to_goal
figure identify_friction identify_friction
