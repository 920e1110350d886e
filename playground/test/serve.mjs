// A static host for tests, as any is: files, types, nothing else.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", wasm: "application/wasm", svg: "image/svg+xml", txt: "text/plain" };

/** Serves a folder; the address, and what was asked for. */
export function serve(folder) {
  const asked = [];
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
    asked.push(name);
    const file = path.join(folder, path.normalize(name));
    if (!file.startsWith(folder) || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[path.extname(file).slice(1)] ?? "application/octet-stream" });
    fs.createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, asked, address: `http://127.0.0.1:${server.address().port}/` })));
}
