// The WebAssembly module: requests and answers as JSON, rows as floats. Used by the worker and by the tests in Node.

/** Sends a request to an instance of the module. If the module fails inside, throws WebAssembly's error; it is unusable then. */
export function asker(instance) {
  const { memory, stiction_room, stiction_ask, stiction_json, stiction_row_values, stiction_rows } = instance.exports;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const room = stiction_room(bytes.length);
    // The memory may have moved, so make new views.
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const length = stiction_ask();
    const json = new TextDecoder().decode(new Uint8Array(memory.buffer, stiction_json(), length));
    const count = stiction_row_values();
    const rows = count > 0 ? new Float64Array(memory.buffer, stiction_rows(), count).slice() : new Float64Array(0);
    return { answer: JSON.parse(json), rows };
  };
}
