// Sliders for every number of the text, and for every input of the run.

/** Writes enough digits for a hand, in a form that TOML reads as a float. */
export function written(value, isInteger) {
  if (isInteger) return String(Math.round(value));
  const text = String(Number(value.toPrecision(4)));
  return /[.e]/.test(text) ? text.replace("e+", "e") : `${text}.0`;
}

/** Returns the ends of a slider around a value, and its scale: logarithmic if the value is positive. */
export function rangeOf(value, isInteger, path = "") {
  if (isInteger) return { low: Math.min(0, 2 * value), high: Math.max(10, 3 * value), isLog: false };
  // Go beyond the largest step that holds.
  if (path === "solver.step" && value > 0) return { low: value / 10, high: value * 100, isLog: true };
  if (value > 0) return { low: value / 10, high: value * 10, isLog: true };
  return { low: value < 0 ? 3 * value : -1, high: value < 0 ? -value : 1, isLog: false };
}
const STEPS = 200;
const valueAt = ({ low, high, isLog }, place) => (isLog ? low * (high / low) ** (place / STEPS) : low + ((high - low) * place) / STEPS);
const placeOf = ({ low, high, isLog }, value) =>
  Math.round(STEPS * (isLog ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low)));

function make(tag, attributes, text = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

let made = 0;

/** Makes one slider with its number; calls `moved` with every value. */
function slider(name, title, range, value, isInteger, moved) {
  const row = make("div", { class: "slider" });
  const id = `slider-${++made}`;
  const label = make("label", { for: id, title });
  // A long path breaks between its parts, not inside a word.
  label.append(...name.split(/(?<=\.)|(?=\[)/).flatMap((part, k) => (k > 0 ? [make("wbr", {}), part] : [part])));
  const bar = make("input", { id, type: "range", min: 0, max: STEPS, step: 1, "data-path": name });
  const field = make("input", { type: "number", step: "any", "aria-label": `${name}, number` });
  const show = (to, isTyped = false) => {
    bar.value = placeOf(range, to);
    bar.setAttribute("aria-valuetext", written(to, isInteger));
    if (!isTyped) field.value = Number(written(to, isInteger));
  };
  bar.addEventListener("input", () => {
    const to = Number(written(valueAt(range, Number(bar.value)), isInteger));
    show(to);
    moved(to);
  });
  field.addEventListener("change", () => {
    const to = field.valueAsNumber;
    if (!Number.isFinite(to)) return;
    show(to, true);
    moved(to);
  });
  show(value);
  row.append(label, bar, field);
  return { row, show, bar, field };
}

/** Sliders for the numbers of the text. */
export class Sliders {
  /** Calls `moved` with a number and its new text. */
  constructor(parent, moved) {
    Object.assign(this, { parent, moved, known: new Map(), numbers: [], shape: "" });
  }

  /** Shows the numbers of a text without errors. */
  show(numbers) {
    this.numbers = numbers;
    const shape = numbers.map((number) => number.path).join("\n");
    if (shape === this.shape) {
      for (const number of numbers) {
        const one = this.known.get(number.path);
        one.number = number;
        if (document.activeElement !== one.bar && document.activeElement !== one.field) one.show(number.value);
      }
      return;
    }
    this.shape = shape;
    this.known.clear();
    const groups = new Map();
    for (const number of numbers) {
      const group = number.keys.slice(0, ["bodies", "drives", "connections"].includes(number.keys[0]) ? 2 : 1).join(" · ");
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(number);
    }
    this.parent.replaceChildren(...[...groups].map(([group, inside], k) => {
      const details = make("details", {});
      details.open = k < 4 && inside.length <= 8;
      details.append(make("summary", {}, `${group} (${inside.length})`));
      // A group gets its rows when it is opened: a table of points may have thousands.
      const fill = () => details.childElementCount === 1 && details.append(...inside.map((number) => this.row(number)));
      if (details.open) fill();
      else inside.forEach((number) => this.known.set(number.path, { show() {}, number }));
      details.addEventListener("toggle", () => details.open && fill());
      return details;
    }));
  }

  row(number) {
    const name = number.path;
    const one = { ...slider(name, "", rangeOf(number.value, number.is_integer, name), number.value, number.is_integer, (to) => this.move(name, to)), number };
    const about = number.text;
    one.row.querySelector("label").title = about;
    if (about) one.row.append(make("span", { class: "soft about" }, about.split(/[.;]/)[0]));
    this.known.set(name, one);
    return one.row;
  }

  /** Writes a number, and shifts the positions of those behind it. */
  move(path, to) {
    const { number } = this.known.get(path);
    const insert = written(to, number.is_integer);
    const change = { from: number.from, to: number.to, insert };
    const shift = insert.length - (number.to - number.from);
    for (const other of this.numbers) {
      if (other.from > number.from) {
        other.from += shift;
        other.to += shift;
      }
    }
    number.to += shift;
    number.value = Number(insert);
    this.moved(change);
  }
}

/** Shows the sliders for inputs, which act on the run at once. */
export function showInputs(parent, inputs, moved) {
  parent.hidden = inputs.length === 0;
  const rows = inputs.map(({ name, unit, value }) => {
    const reach = Math.max(10, 4 * Math.abs(value));
    const range = { low: -reach, high: reach, isLog: false };
    const { row } = slider(unit ? `${name} [${unit}]` : name, `Input ${name}`, range, value, false, (to) => moved(name, to));
    row.querySelector("input").dataset.input = name;
    return row;
  });
  parent.replaceChildren(make("h2", {}, "Steer it"), ...rows);
}
