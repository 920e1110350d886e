// A plain static host for tests.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import zlib from "node:zlib";

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", wasm: "application/wasm", svg: "image/svg+xml", txt: "text/plain" };

/** Serves a folder, with brotli or gzip on request; returns the address and the list of requests. */
export function serve(folder, { compress = false } = {}) {
  const asked = [];
  const packed = new Map();
  const body = (file, accepted) => {
    const way = compress && ["br", "gzip"].find((one) => accepted.includes(one));
    if (!way) return { bytes: fs.readFileSync(file), headers: {} };
    const key = `${way} ${file}`;
    if (!packed.has(key)) packed.set(key, (way === "br" ? zlib.brotliCompressSync : zlib.gzipSync)(fs.readFileSync(file)));
    return { bytes: packed.get(key), headers: { "Content-Encoding": way } };
  };
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
    asked.push(name);
    const file = path.join(folder, path.normalize(name));
    if (!file.startsWith(folder) || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const { bytes, headers } = body(file, request.headers["accept-encoding"] ?? "");
    response.writeHead(200, { "Content-Type": TYPES[path.extname(file).slice(1)] ?? "application/octet-stream", ...headers }).end(bytes);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, asked, address: `http://127.0.0.1:${server.address().port}/` })));
}
