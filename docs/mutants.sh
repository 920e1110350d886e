#!/usr/bin/env bash
# Measures how much of the kernels their tests cover: changes one operator or returned value at a time (a mutant) and
# checks whether the tests of its crate notice. Not part of CI.
#
# docs/mutants.sh [--number N] [--seed SEED] [--list FILE] [CRATE...]
#
# Draws N mutants (50) at random of each crate (all seven), or takes those of FILE (lines as printed),
# and prints the score of each crate with its survivors; a mutant that does not end counts as killed.
# docs/mutants.toml says which mutants are left out, and why; target/mutants/results says how each one fared.
# Needs `cargo install cargo-mutants --locked`. Takes 2 to 5 s a mutant.
set -euo pipefail
cd "$(dirname "$0")/.."

number=50 seed=1 list='' crates=()
while [ $# -gt 0 ]; do
  case $1 in
    --number) number=$2; shift 2 ;;
    --seed) seed=$2; shift 2 ;;
    --list) list=$(realpath "$2"); shift 2 ;;
    -*) sed -n '2,12s/^# \?//p' "$0"; exit 2 ;;
    *) crates+=("$1"); shift ;;
  esac
done
[ ${#crates[@]} -gt 0 ] || crates=(friction sliding ode network patch mechanics host)
command -v cargo-mutants >/dev/null || { echo "cargo install cargo-mutants --locked"; exit 1; }

work=$(realpath -m "${CARGO_TARGET_DIR:-target}")/mutants
tree=$work/tree out=$work/results
# One copy is changed all the time, so that code compiled for one mutant serves the next. New modification times keep a
# mutant of an interrupted run from passing for the original.
rm -rf "$tree" && mkdir -p "$tree" "$out"
git ls-files --cached --others --exclude-standard | tar cf - --ignore-failed-read -T - | tar xmf - -C "$tree"

# The tests are short: compiling costs more than running, so optimise little and reuse old builds.
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=1
export CARGO_PROFILE_TEST_OPT_LEVEL=1 CARGO_PROFILE_TEST_DEBUG=0 CARGO_PROFILE_DEV_DEBUG=0
# Every mutant gets equal examples: none left by another one, none by chance.
export PROPTEST_DISABLE_FAILURE_PERSISTENCE=true PROPTEST_RNG_SEED=1

mutants() { cargo mutants --dir "$tree" --config docs/mutants.toml --package "stiction-$1" "${@:2}"; }

# A seed determines the lines.
draw() {
  awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f\t%s\n", rand(), $0 }' |
    sort -k1,1 | cut -f2- | awk -v number="$number" 'NR <= number'
}

for crate in "${crates[@]}"; do
  # cargo-mutants 27.1 always tries to leave out fields of a struct, which are neither operators nor values: these
  # mutants are not counted.
  all=$(mutants "$crate" --list | grep -v ': delete field ')
  if [ -n "$list" ]; then
    sample=$(grep -xFf "$list" <<<"$all" || true)
  else
    sample=$(draw <<<"$all")
  fi
  [ -n "$sample" ] || continue
  chosen=()
  while IFS= read -r line; do
    chosen+=(--re "^$(sed 's/[][\\.*^$(){}?+|]/\\&/g' <<<"$line")\$")
  done <<<"$sample"
  rm -rf "$out/$crate" && mkdir -p "$out/$crate"
  # Survivors make it end with an error, which is not an error here.
  mutants "$crate" --in-place --output "$out/$crate" --shuffle "${chosen[@]}" \
    --all-features --minimum-test-timeout 20 --timeout-multiplier 4 --colors never --no-times \
    -- --tests >"$out/$crate/log" 2>&1 || true
  found=$out/$crate/mutants.out
  [ -s "$found/outcomes.json" ] || { tail -n 20 "$out/$crate/log"; exit 1; }
  of_sample() { grep -xF "$sample" "$found/$1.txt" || true; }
  count() { of_sample "$1" | wc -l; }
  killed=$(($(count caught) + $(count timeout))) missed=$(count missed)
  echo "$crate: $killed of $((killed + missed)) killed (drawn: $(wc -l <<<"$sample"), do not compile: $(count unviable))"
  of_sample missed | sed 's/^/  survives: /'
done
