// Runs the mechanism beside the page. Between two pieces of a run it takes messages, so that the page can stop and steer it.
import { readFilm } from "stiction:reading";
import { asker } from "./module.js";

// Approximate length of a piece of a run [ms]: short enough that inputs and pictures take less than a frame.
const PIECE = 10;
const FILM_EVERY = 400;
const LIVE_FILM_EVERY = 120;
let ask = null;
let run = null;

// The page compiles the module once, for all of its workers.
let given = null;
const module = new Promise((resolve, reject) => { given = { resolve, reject }; });
module.catch(() => {});

const tell = (message, move = []) => postMessage(message, move);

/** Returns an answer; if the module fails inside (out of memory), a new one takes its place. */
async function answered(request) {
  try {
    ask ??= asker(await WebAssembly.instantiate(await module, {}));
  } catch (error) {
    return failed(error.message);
  }
  try {
    return ask(request);
  } catch (error) {
    ask = null;
    run = null;
    const message = `The engine gave up: ${error.message}. The mechanism may be too large for the memory of a page; \
what was computed is gone, the text is not.`;
    return failed(message);
  }
}

const failed = (message) => ({ answer: { error: { message, hint: null, line: null, column: null, path: "" } }, rows: new Float64Array(0) });

/** Starts or continues a run. `speed` is seconds of the mechanism per second of the reader, 0 for full speed. */
function start({ speed, step, until, endless }) {
  run = { ...run, speed, step, until, endless, steps: run?.steps ?? 200, time: run?.time ?? 0, begun: performance.now(), film: run?.film ?? 0, owed: 0 };
  run.key = Symbol("run");
  turn(run.key);
}

async function turn(key) {
  if (!run || run.key !== key) return;
  const now = performance.now();
  let steps = run.steps;
  if (run.speed > 0) {
    // Give up a delay of more than a tenth of a second: the reader then sees slow motion.
    run.owed = Math.min(run.owed + ((now - run.begun) / 1000) * run.speed, 0.1 * run.speed);
    run.begun = now;
    steps = Math.min(Math.floor(run.owed / run.step), run.steps);
    run.owed -= steps * run.step;
  }
  if (steps > 0) {
    const until = run.endless ? 1e9 : run.until;
    const { answer, rows } = await answered({ ask: "advance", steps, until });
    if (!run || run.key !== key) {
      // A request interrupted this run; its rows are not lost.
      if (!answer.error) tell({ event: "rows", standing: answer, rows }, [rows.buffer]);
      return;
    }
    if (answer.error) {
      run = null;
      await film();
      return tell({ event: "failed", error: answer.error });
    }
    const took = Math.max(performance.now() - now, 0.05);
    run.steps = Math.max(1, Math.min(Math.round(Math.min((steps * PIECE) / took, 4 * run.steps)), 1e6));
    run.time = answer.time;
    const done = answer.is_done;
    tell({ event: "rows", standing: answer, rows }, [rows.buffer]);
    if (done || performance.now() - run.film > (run.speed > 0 ? LIVE_FILM_EVERY : FILM_EVERY)) {
      await film();
      if (run) run.film = performance.now();
    }
    if (done) {
      run = null;
      return tell({ event: "done" });
    }
  }
  if (run?.key !== key) return;
  if (run.speed > 0) setTimeout(() => turn(key), 8);
  else soon(() => turn(key));
}

/** Sends the film so far. It is decoded here, so that the page can draw frames meanwhile. */
async function film() {
  const { answer } = await answered({ ask: "film" });
  if (!answer.film) return;
  const read = readFilm(answer.film);
  tell({ event: "film", read }, buffersOf(read));
}

/** Returns the buffers that are transferred instead of copied. */
function buffersOf(value, found = new Set()) {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (value !== null && typeof value === "object") for (const inside of Object.values(value)) if (typeof inside === "object") buffersOf(inside, found);
  return [...found];
}

// Not `setTimeout`, which waits for 4 ms; messages of the page still come in between.
const channel = new MessageChannel();
let waiting = null;
channel.port1.onmessage = () => waiting?.();
function soon(next) {
  waiting = next;
  channel.port2.postMessage(0);
}

onmessage = async ({ data }) => {
  const { id, request, control } = data;
  if (data.module) return given.resolve(data.module);
  if (data.missing) return given.reject(new Error(data.missing));
  if (control === "run") return start(data);
  if (control === "look") return film();
  if (control === "pause") {
    run = null;
    await film();
    return tell({ event: "paused" });
  }
  if (request.ask === "open") run = null;
  const { answer, rows } = await answered(request);
  tell({ id, answer, rows }, [rows.buffer]);
};
