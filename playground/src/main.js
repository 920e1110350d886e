// The page: connects the reader's actions with the engine's events.
import { Compare } from "./compare.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { Files, base } from "./files.js";
import { LivePlayer } from "./player.js";
import { lengthDoubt } from "./length.js";
import { Pictures } from "./pictures.js";
import { Plot } from "./plots.js";
import { Schema } from "./schema.js";
import { download, fileName, fromFragment, python, toFragment } from "./share.js";
import { Sliders, showInputs } from "./sliders.js";
import { Table } from "./table.js";
import { Tour } from "./tour.js";

const $ = (id) => document.getElementById(id);
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
// Longest address that browsers accept [characters].
const LONGEST_LINK = 2e6;
// Pause in typing after which the text is read [ms].
const REST = 200;

// Interval between updates of the status text [ms].
const WORDS_EVERY = 100;

const engine = new Engine();
const pictures = new Pictures();
let schema = null;
let stored = { tour: [], examples: [] };
// State of the page; `own` are the files that the reader gave, `files` also those of an example or a link.
const state = {
  scenario: "", files: {}, own: {}, facts: null, table: null, plots: [], player: null, modes: [], doubts: 0,
  running: false, ended: false, told: 0, law: "", compared: false, first: true, standing: null,
};

const say = (text, isWrong = false) => {
  $("status").textContent = text;
  $("status").classList.toggle("fail", isWrong);
};

// The text.

const editor = new Editor($("editor"), () => schema ?? new Schema({}), (text, isQuiet) => {
  if (!isQuiet) state.scenario = "";
  clearTimeout(state.rest);
  if (!isQuiet) state.rest = setTimeout(() => open(), REST);
});

const sliders = new Sliders($("numbers"), (change) => {
  editor.replace([change]);
  clearTimeout(state.rest);
  // Read at once if nothing is being read, so that the picture follows the hand.
  if (!state.opening) open({ isMoved: true });
  else state.again = { isMoved: true };
});

const files = new Files($("files"), $("open-file"), (given, scenario, wrong) => {
  Object.assign(state.own, given);
  Object.assign(state.files, given);
  if (scenario) {
    pause();
    // Files of an example with these names are not meant: drop them.
    Object.assign(state, { scenario: scenario.name, files: { ...state.own }, set: {}, inputs: "", ended: false });
    $("scenario").selectedIndex = -1;
    editor.set(scenario.text);
  }
  if (wrong.length > 0) say(wrong.join("; "), true);
  else open({ isNew: scenario !== null });
});

/** Returns the files that the scenario names: only they go with it. */
const namedFiles = () => Object.fromEntries(Object.entries(state.files).filter(([name]) => files.named.includes(name)));

/** Finds missing files among those that the reader gave under the same base name; returns whether any was found. */
function foundFiles(missing) {
  const found = missing.filter((name) => Object.hasOwn(state.files, base(name)));
  for (const name of found) state.files[name] = state.files[base(name)];
  return found.length > 0;
}

function showFault(error) {
  editor.mark(error);
  $("fault").hidden = !error;
  if (!error) return;
  editor.upgrade();
  keep();
  const where = error.line ? `Line ${error.line}: ` : error.path ? `${error.path}: ` : "";
  $("fault").replaceChildren(`${where}${error.message}`, ...(error.hint ? [` (${error.hint})`] : []));
  if (error.line) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Go there";
    button.addEventListener("click", () => editor.goTo(error.line, error.column));
    $("fault").append(button);
  }
}

/** Reads the text; if it is a scenario, shows its contents, and runs it if the reader wants that. */
async function open({ isMoved = false, isNew = false, run = $("auto").checked } = {}) {
  if (state.opening) {
    state.again = { isMoved, isNew, run };
    return;
  }
  state.opening = true;
  const text = editor.text;
  const { answer } = await engine.ask({ ask: "open", text, files: state.files });
  state.opening = false;
  if (state.again) {
    const again = state.again;
    state.again = null;
    return open({ ...again, isNew: again.isNew || isNew });
  }
  setRunning(false);
  const missing = answer.error?.missing;
  if (missing && foundFiles(missing)) return open({ isMoved, isNew, run });
  if (missing) files.show([...new Set([...missing, ...files.named.filter((name) => text.includes(name))])].sort(), state.files);
  showFault(answer.error);
  $("long").hidden = true;
  if (answer.error) {
    state.facts = null;
    say(missing ? "A file is missing." : "The text has an error.", true);
    return;
  }
  // Fill in the defaults of a plot.
  answer.plots = answer.plots.map((plot) => ({ x: "t", x_label: "", y_label: "", ...plot }));
  Object.assign(state, { facts: answer, standing: null });
  files.show(answer.files, state.files);
  Object.assign(state, { modes: [], ended: false, doubts: answer.doubts.length, law: /type = "(lugre|dahl|threshold|gsat)"/.exec(text)?.[1] ?? "" });
  sliders.show(answer.numbers);
  showDoubts(answer.doubts);
  const inputs = JSON.stringify(answer.inputs);
  if (inputs !== state.inputs) {
    state.inputs = inputs;
    showInputs($("inputs"), answer.inputs, steer);
    if (isNew || answer.inputs.length > 0) {
      $("speed").value = answer.inputs.length > 0 ? "1" : "0";
      $("endless").checked = answer.inputs.length > 0;
    }
  }
  state.set = Object.fromEntries(Object.entries(state.set ?? {}).filter(([name]) => answer.inputs.some((one) => one.name === name)));
  showPlots();
  say(`${answer.title || "Ready"}: ${answer.step} s a step, ${answer.until} s.`);
  tell();
  const long = lengthDoubt(answer);
  $("long").textContent = long;
  $("long").hidden = !long;
  if (run && !long) return start({ plays: !isMoved });
  // Show the mechanism before it moves.
  const { answer: standing, rows } = await engine.ask({ ask: "advance", steps: 0 });
  if (standing.error || state.facts !== answer || state.running) return;
  state.table.push(rows);
  drawNow();
  engine.control("look");
}

// The run.

function setRunning(is) {
  state.running = is;
  pictures.spare(is);
  $("run").textContent = is ? "Pause" : "Run";
  $("run").setAttribute("aria-pressed", is);
}

/** Continues the run, from the start if it has ended. */
async function start({ plays = true } = {}) {
  if (!state.facts) return open({ run: true });
  if (state.ended) {
    state.ended = false;
    return open({ run: true });
  }
  for (const [input, value] of Object.entries(state.set ?? {})) await engine.ask({ ask: "set", input, value });
  state.plays = plays && !CALM.matches;
  setRunning(true);
  const speed = Number($("speed").value);
  engine.control("run", { speed, step: state.facts.step, until: state.facts.until, endless: $("endless").checked });
}

function pause() {
  engine.control("pause");
  setRunning(false);
}

async function steer(input, value) {
  (state.set ??= {})[input] = value;
  if (!state.facts) return;
  const { answer } = await engine.ask({ ask: "set", input, value, over: 0 });
  if (answer.error) say(answer.error.message, true);
}

engine.addEventListener("rows", ({ detail: { standing, rows } }) => {
  if (!state.table) return;
  if (state.first) {
    state.first = false;
    performance.mark("moving");
  }
  state.table.push(rows);
  state.standing = standing;
  // Rows that come while a text is read are those of the run before.
  if (!state.opening) state.modes = standing.modes;
  draw();
  tell();
});

engine.addEventListener("film", ({ detail: { read } }) => {
  showFilm(read);
  // Load these after the first picture, which they would delay.
  editor.upgrade();
  keep();
});
$("editor").addEventListener("focusin", () => editor.upgrade(), { once: true });

engine.addEventListener("done", async () => {
  setRunning(false);
  state.ended = true;
  say(`Done: ${Number(state.facts?.until.toPrecision(6))} s of the mechanism.`);
  drawNow();
  state.plots.forEach(({ spec, plot }) => plot.describe(...columnsOf(spec)));
  if (state.plays) state.player?.playAll();
  state.plays = false;
  const { answer } = await engine.ask({ ask: "limits" });
  if (!answer.error) showDoubts(answer.doubts);
  tell();
});

engine.addEventListener("paused", () => {
  say("Paused.");
  state.plots.forEach(({ spec, plot }) => plot.describe(...columnsOf(spec)));
});

engine.addEventListener("failed", ({ detail: { error } }) => {
  setRunning(false);
  state.ended = true;
  drawNow();
  state.plots.forEach(({ spec, plot }) => plot.describe(...columnsOf(spec)));
  showFault(error);
  say("The run ended with an error.", true);
});

engine.addEventListener("slow", ({ detail: { is } }) => {
  $("stop").hidden = !is;
  if (is) say("This takes a long time. You can stop it.", true);
});

// Plots and the film.

function showPlots() {
  const { columns, plots } = state.facts;
  const units = new Map(columns);
  const names = columns.map(([name]) => name);
  const kept = [...new Set(["t", ...plots.flatMap((plot) => [plot.x, ...plot.y])])];
  state.table = new Table(names, kept);
  const shape = JSON.stringify([plots, kept.map((name) => units.get(name))]);
  if (shape !== state.shape) {
    state.shape = shape;
    state.plots.forEach(({ plot }) => {
      pictures.forget(plot);
      plot.close();
    });
    $("plots").replaceChildren();
    state.plots = plots.map((spec) => ({ spec, plot: new Plot($("plots"), spec, units) }));
  }
}

function draw() {
  state.due ??= requestAnimationFrame(() => {
    state.due = null;
    drawNow();
  });
}

const columnsOf = ({ x, y }) => [state.table.column(x), y.map((name) => state.table.column(name))];

function drawNow() {
  const { table, standing, facts } = state;
  if (!table || !facts) return;
  for (const { spec, plot } of state.plots) pictures.want(plot, () => plot.show(...columnsOf(spec)));
  if (state.running && (!standing || performance.now() - state.told < WORDS_EVERY)) return;
  state.told = performance.now();
  const cells = $("balance").tBodies[0].rows[0].cells;
  if (!standing) {
    // Nothing has run yet: what an earlier run left does not belong to this text.
    $("progress").value = 0;
    $("energy").textContent = "";
    [...cells].forEach((cell) => { cell.textContent = "–"; });
    return;
  }
  $("progress").value = Math.min(standing.time / facts.until, 1);
  const modes = standing.modes.slice(0, 8).map(([name, mode, margin]) => `${name} ${mode}s${margin === null || mode !== "stick" ? "" : ` (margin ${Math.round(100 * margin)} %)`}`.replace("separateds", "separated").replace("unresolveds", "unresolved"));
  if (state.running) say(`t = ${standing.time.toFixed(3)} s${modes.length > 0 ? ` · ${modes.join(" · ")}` : ""}`);
  $("energy").textContent = standing.energy_text;
  $("energy").className = Math.abs(standing.energy_share) > 0.05 ? "fail" : "soft";
  standing.energy.forEach((value, k) => { cells[k].textContent = value === null ? "–" : value.toExponential(3); });
}

function showFilm(read) {
  if (read.film.bodies.length === 0) {
    $("film").replaceChildren();
    state.player = null;
    return;
  }
  if (state.player?.fits(read)) {
    state.player.grow(read);
  } else {
    state.player?.pause();
    state.player = LivePlayer.in($("film"), read);
  }
  const speed = Number($("speed").value);
  if (state.running && speed > 0 && !CALM.matches) state.player.follow(speed);
}

function showDoubts(doubts) {
  state.doubts = doubts.length;
  $("doubts").replaceChildren(...doubts.map((doubt) => Object.assign(document.createElement("li"), { textContent: doubt })));
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  state.plots.forEach(({ plot }) => plot.plot.redraw());
  state.player?.draw();
});

// Exports.

function showDialog(title, ...body) {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren(...body);
  $("dialog").showModal();
}
const made = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);

async function share() {
  const link = new URL(location.href);
  link.hash = await toFragment({ text: editor.text, files: namedFiles() });
  if (link.href.length > LONGEST_LINK) {
    const length = (link.href.length / 1e6).toPrecision(2);
    return showDialog("Share", made("p", `With its files the link would have ${length} million characters, more than browsers accept. Download the scenario, and send it with its files.`));
  }
  history.replaceState(null, "", link);
  const field = made("input", "", { value: link.href, readOnly: true, ariaLabel: "Link" });
  let copied = "Copy this link:";
  try {
    await navigator.clipboard.writeText(link.href);
    copied = "The link is on the clipboard:";
  } catch { /* The reader copies it. */ }
  showDialog("Share", made("p", copied), field, made("p", "The scenario is in the link itself, behind the #: no server sees it.", { className: "soft" }));
  field.select();
}

function elsewhere() {
  const name = state.scenario || fileName(state.facts?.title ?? "");
  const column = state.facts?.plots[0]?.y[0] ?? "t";
  showDialog("Open elsewhere",
    made("h2", "Python"), made("pre", python(editor.text, name, column, Object.keys(namedFiles()).length > 0)),
    made("h2", "On the command line"), made("pre", `stiction run ${name}.toml\nstiction sweep ${name}.toml`),
    made("h2", "Simulink, Dymola, OpenModelica, FMPy"), made("pre", `stiction fmu ${name}.toml -o ${name}.fmu`),
    made("p", "An FMU contains a compiled library for each system. A page has none, so the command makes it.", { className: "soft" }));
}

async function savePage() {
  const { answer } = await engine.ask({ ask: "page" });
  if (answer.error) return say(answer.error.message, true);
  download(`${fileName(state.facts.title)}.html`, answer.page, "text/html");
}

function save() {
  const name = state.scenario || fileName(state.facts?.title ?? "");
  download(`${name}.toml`, editor.text, "application/toml");
  Object.entries(namedFiles()).forEach(([file, text]) => download(base(file), text, file.endsWith(".csv") ? "text/csv" : "text/plain"));
}

async function showLimits() {
  const { answer } = await engine.ask({ ask: "limits" });
  if (answer.error) return say(answer.error.message, true);
  const seconds = (value) => `${Number(value.toPrecision(3))} s`;
  const parts = [`step ${seconds(answer.step)}`];
  parts.push(answer.holds === null ? "nothing that sticks limits it" : `friction that sticks holds up to ${seconds(answer.holds)}`);
  parts.push(answer.resolves === null ? "motions are resolved up to 1000 times the step" : `motions are resolved up to ${seconds(answer.resolves)}`);
  $("limit").textContent = parts.join("; ");
  showDoubts(answer.doubts);
  tell();
}

// Scenarios, and the tour.

const find = (name) => [...stored.tour, ...stored.examples].find((one) => one.name === name);

async function choose(name, { run = true, law = null } = {}) {
  const found = find(name);
  if (!found) return;
  pause();
  Object.assign(state, { scenario: name, files: { ...found.files }, set: {}, inputs: "", compared: false, ended: false, modes: [] });
  $("scenario").value = name;
  $("compared-laws").hidden = true;
  $("limit").textContent = "";
  let { text } = found;
  if (law) {
    const { answer } = await engine.ask({ ask: "swap", text, law });
    if (!answer.error) text = answer.text;
  }
  editor.set(text);
  await open({ isNew: true, run });
}

const compare = new Compare($("compared-laws"), say, (text, name) => {
  editor.set(text);
  say(`The text now has the law ${name}.`);
  open({ run: true });
});

const tour = new Tour($("tour"), { openTour: (name, law) => choose(name, { run: false, law }) });
function tell() { tour.look(state); }

$("scenario").addEventListener("change", () => choose($("scenario").value));
$("run").addEventListener("click", () => (state.running ? pause() : start()));
$("restart").addEventListener("click", () => open({ run: true }));
$("stop").addEventListener("click", () => engine.kill());
for (const id of ["speed", "endless"]) $(id).addEventListener("change", () => state.running && start());
$("share").addEventListener("click", share);
$("save").addEventListener("click", save);
$("save-page").addEventListener("click", savePage);
$("elsewhere").addEventListener("click", elsewhere);
$("limits").addEventListener("click", showLimits);
$("tour-start").addEventListener("click", () => tour.start());
$("compare").addEventListener("click", async () => {
  await compare.run(editor.text, state.files);
  state.compared = !$("compared-laws").hidden;
  tell();
});

async function begin() {
  stored = await fetch("scenarios.json").then((response) => response.json());
  const group = (label, list) => {
    const made = document.createElement("optgroup");
    made.label = label;
    made.append(...list.map(({ name, title }) => new Option(title, name)));
    return made;
  };
  $("scenario").replaceChildren(group("First steps", stored.tour), group("Examples", stored.examples));
  await openLink();
  addEventListener("hashchange", openLink);
  // Load the schema last, because no reader waits for it. Without it only completion does not work.
  const known = await fetch("schema.json").then((response) => (response.ok ? response.json() : null)).catch(() => null);
  if (known) schema = new Schema(known);
  document.documentElement.dataset.ready = "";
}

async function openLink() {
  let shared = null;
  try {
    shared = await fromFragment(location.hash);
  } catch (error) {
    await choose("stick_slip");
    showFault({ message: `This link is broken: ${error.message.replace(/\.$/, "")}. Here is another scenario.`, path: "" });
    // On a telephone it stands below the film and the plots.
    return $("fault").scrollIntoView({ block: "nearest" });
  }
  if (!shared) return choose(find(location.hash.slice(1)) ? location.hash.slice(1) : "stick_slip");
  Object.assign(state, { scenario: "", files: shared.files, set: {}, inputs: "" });
  editor.set(shared.text);
  await open({ isNew: true });
}

// For tests, and for the reader's console.
window.playground = { state, editor, engine, choose, completionsAt: (at) => editor.completionsAt(at) };
begin();

/** Stores the page, so that it opens without a network. */
function keep() {
  if ("serviceWorker" in navigator && location.protocol !== "file:") navigator.serviceWorker.register("offline.js").catch(() => {});
}
