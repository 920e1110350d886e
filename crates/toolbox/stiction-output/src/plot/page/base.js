// Colours, elements and columns of numbers, for panels and films.
"use strict";

const FAMILY = "'DejaVu Sans', Verdana, sans-serif";
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const round = (value, single) => String(single ? Number(value.toPrecision(7)) : value).replaceAll("-", "−");

/** Returns a colour of the page, or of a series: lighter if it would be too dark on a dark page. */
function tint(name) {
  if (!name.startsWith("#") || ink("dark") !== "1") return name.startsWith("#") ? name : ink(name);
  const parts = [1, 3, 5].map((i) => parseInt(name.slice(i, i + 2), 16));
  const light = 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2];
  const white = light < 60 ? 0.75 : light < 110 ? 0.3 : 0;
  return `rgb(${parts.map((part) => Math.round(part + white * (255 - part)))})`;
}

function add(parent, tag, attributes = {}, text = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return parent.appendChild(made);
}

/** Reads a column of numbers: a list, or little-endian floats in base 64. */
function decode(stored) {
  if (Array.isArray(stored)) return Float64Array.from(stored, (value) => value ?? NaN);
  const bytes = Uint8Array.from(atob(stored.f64 ?? stored.f32), (digit) => digit.charCodeAt(0));
  return stored.f64 === undefined ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer);
}
