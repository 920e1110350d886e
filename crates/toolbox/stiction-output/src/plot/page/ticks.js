// Ticks, by the rules of axis.rs.
//
// Positions on an axis are the plain value, or its decimal logarithm on a logarithmic axis.
"use strict";

const NONE = { major: [], minor: [], common: "" };
const superscript = (k) => String(k).replace("-", "⁻").replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]);
const power = (k) => (k < 0 ? 1 / Number("1e" + -k) : Number("1e" + k));

function position(value, log) {
  const drawable = typeof value === "number" && Math.abs(value) < 1e300 && (!log || value > 1e-280);
  return drawable ? (log ? Math.log10(value) : value) : NaN;
}

/** Returns a number with a true minus sign and no negative zero. */
function plain(value, decimals) {
  const text = value.toFixed(Math.min(Math.max(decimals, 0), 100));
  return /^-[0.]*$/.test(text) ? text.slice(1) : text.replace("-", "−");
}

/** Returns m·10ᵏ as a person writes it. */
function multiple(m, k) {
  if (k >= -3 && k <= 4) return plain(m * power(k), -k);
  return (m === 1 ? "10" : `${m}×10`) + superscript(k);
}

/** Returns the number with most trailing zeros from `first` to `last`. */
function roundest(first, last) {
  let found = first;
  for (let unit = 1; unit < 1e16 && Math.ceil(first / unit) * unit <= last; unit *= 10) found = Math.ceil(first / unit) * unit;
  return found;
}

function linearTicks(low, high, count) {
  const raw = (high - low) / Math.max(count, 1);
  let exponent = Math.floor(Math.log10(raw));
  const m = raw / power(exponent);
  const mantissa = m <= 1.4 ? 1 : m <= 3.2 ? 2 : m <= 7 ? 5 : 1;
  if (m > 7) exponent += 1;
  const value = (k) => k * mantissa * power(exponent);
  const first = Math.ceil(low / value(1) - 1e-6);
  const last = Math.min(Math.floor(high / value(1) + 1e-6), first + 100);
  if (!(last >= first)) return NONE;
  let [common, base] = ["", 0];
  if (Math.max(Math.abs(first), Math.abs(last)) >= 1e6) {
    base = roundest(first, last);
    const digits = plain(Math.abs(value(base)), -exponent);
    common = (base < 0 ? "− " : "+ ") + (digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits);
  }
  const largest = value(Math.max(Math.abs(first - base), Math.abs(last - base)));
  let scale = Math.floor(Math.log10(largest) + 1e-9);
  if (!(largest > 0) || (scale >= -3 && scale < 5)) scale = 0;
  if (scale !== 0) common = `×10${superscript(scale)} ${common}`.trim();
  const tick = (k) => ({ at: value(k), label: plain((k - base) * mantissa * power(exponent - scale), scale - exponent) });
  return { major: Array.from({ length: last - first + 1 }, (_, i) => tick(first + i)), minor: [], common };
}

function logTicks(low, high, count) {
  const [least, most] = [low - 1e-6 * (high - low), high + 1e-6 * (high - low)];
  const inside = (at) => at >= least && at <= most;
  const powers = Array.from({ length: Math.ceil(most) - Math.floor(least) + 1 }, (_, i) => Math.floor(least) + i);
  const within = (multiples) => powers
    .flatMap((k) => multiples.map((m) => ({ at: k + Math.log10(m), label: multiple(m, k) }))).filter(({ at }) => inside(at));
  const places = (ticks) => ticks.map((tick) => tick.at);
  const decades = powers.filter(inside);
  if (decades.length >= 3 || (decades.length === 2 && high - low > 1.5)) {
    const stride = [1, 2, 3, 5, 10, 20, 50, 100, 200].find((s) => s >= decades.length / Math.max(count, 2)) ?? 500;
    const major = decades.filter((k) => k % stride === 0).map((k) => ({ at: k, label: `10${superscript(k)}` }));
    return { major, minor: stride === 1 ? places(within([2, 3, 4, 5, 6, 7, 8, 9])) : decades.filter((k) => k % stride), common: "" };
  }
  const few = within([1, 2, 5]);
  if (few.length >= 3) return { major: few, minor: places(within([3, 4, 6, 7, 8, 9])), common: "" };
  const ticks = linearTicks(10 ** low, 10 ** high, count);
  const major = ticks.major.map(({ at, label }) => ({ at: Math.log10(at), label })).filter(({ at }) => Number.isFinite(at));
  return { ...ticks, major };
}

const ticksOf = ({ low, high }, log, count) => (log ? logTicks : linearTicks)(low, high, count);
