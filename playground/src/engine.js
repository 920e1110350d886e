// The page's side of the worker: promises for requests, events for the messages of a run.

// A request that takes longer counts as slow; the reader may stop it.
const SLOW = 4000;

/** Compiles the module once, while it arrives: every new worker uses it, also after a worker was stopped. */
async function compile() {
  const response = await fetch("stiction.wasm");
  if (!response.ok) throw new Error(`stiction.wasm: ${response.status}`);
  // A host that does not know the type of the file only makes this slower.
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
let compiled = null;

export class Engine extends EventTarget {
  constructor() {
    super();
    this.count = 0;
    this.spawn();
  }

  spawn() {
    this.pending = new Map();
    const worker = new Worker("worker.js");
    this.worker = worker;
    compiled ??= compile();
    compiled.then((module) => worker.postMessage({ module }), (error) => {
      compiled = null;
      worker.postMessage({ missing: `The engine does not start: ${error.message}` });
    });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(`The worker failed: ${event.message}`);
    };
  }

  hear(data) {
    if (data.event) return this.dispatchEvent(new CustomEvent(data.event, { detail: data }));
    const pending = this.pending.get(data.id);
    if (!pending) return;
    this.pending.delete(data.id);
    clearTimeout(pending.timer);
    if (pending.wasSlow) this.dispatchEvent(new CustomEvent("slow", { detail: { is: false } }));
    pending.resolve(data);
  }

  /** Returns the answer to a request: an object, with `error` if the request failed. */
  ask(request) {
    const id = ++this.count;
    return new Promise((resolve) => {
      const pending = { resolve };
      pending.timer = setTimeout(() => {
        pending.wasSlow = true;
        this.dispatchEvent(new CustomEvent("slow", { detail: { is: true, ask: request.ask } }));
      }, SLOW);
      this.pending.set(id, pending);
      this.worker.postMessage({ id, request });
    });
  }

  control(control, more = {}) { this.worker.postMessage({ control, ...more }); }

  /** Stops the worker, even if it does not respond. */
  kill(message = "Stopped. The engine starts anew with the next run.") {
    this.worker.terminate();
    const pending = this.pending;
    this.spawn();
    this.settle(pending, message);
  }

  fail(message) { this.kill(message); }

  settle(pending, message) {
    const error = { message, hint: null, line: null, column: null, path: "" };
    for (const { resolve, timer } of pending.values()) {
      clearTimeout(timer);
      resolve({ answer: { error }, rows: new Float64Array(0) });
    }
    this.dispatchEvent(new CustomEvent("slow", { detail: { is: false } }));
    this.dispatchEvent(new CustomEvent("failed", { detail: { error } }));
  }
}
