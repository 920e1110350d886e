#!/usr/bin/env bash
# Makes the figures of the README and of the book: runs the examples and copies their pictures.
# Equal programs make equal bytes, so a figure that changes is a result that changed.
set -euo pipefail
cd "$(dirname "$0")/.."
figures=$PWD/docs/src/figures
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir -p "$figures"
figure() { # FILE EXAMPLE ARGUMENTS...: runs the example and keeps its picture
  local file=$1 example=$2; shift 2
  # PROFILE=test builds faster than release and computes the same.
  cargo run --quiet --profile "${PROFILE:-release}" --example "$example" -- "$@" --out "$out/$file"
  cp "$out/$file/plot.svg" "$figures/$file.svg"
}
figure rolling_sphere rolling_sphere
figure rolling_sphere_flat rolling_sphere --start flat
figure two_link_drift two_link_drift
figure stick_slip stick_slip
figure hysteresis_iwan hysteresis_iwan
figure custom_law custom_law
figure own_mechanism own_mechanism
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
figure patch_steps planar_patches steps
figure patch_limit_curves planar_patches limit-curves
figure patch_boxes planar_patches boxes
figure patch_samples planar_patches samples
# Coarser than the default: the fine grid of the paper takes minutes.
figure patch_errors planar_patches errors --integrator rk4 --step 1e-3 --surfaces square,circle,line_grad
figure gripper gripper
figure sliding_square planar_sliding --example 1
figure sliding_ring planar_sliding --example 2
figure sliding_push planar_sliding --example 3
figure push_to_goal push_to_goal
figure identify_friction identify_friction
