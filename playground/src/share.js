// A scenario in the fragment of the address, which no server sees; files to download; a program for Python.

const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

// Largest decompressed link [bytes]: the longest text, with tables.
const MOST = 8 << 20;

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    // A short link may decompress to more than the memory holds.
    if (length > MOST) throw new Error("it is too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function toFragment({ text, files }) {
  const plain = new TextEncoder().encode(JSON.stringify({ text, files }));
  return `#s=${toBase64(await through(plain, new CompressionStream("deflate-raw")))}`;
}

/** Returns the contents of a fragment, null if it has none. Throws if it is broken. */
export async function fromFragment(fragment) {
  const packed = /^#s=([\w-]+)$/.exec(fragment)?.[1];
  if (!packed) return null;
  const plain = await through(fromBase64(packed), new DecompressionStream("deflate-raw"));
  const { text, files } = JSON.parse(new TextDecoder().decode(plain));
  const isFiles = files && typeof files === "object" && Object.values(files).every((one) => typeof one === "string");
  if (typeof text !== "string" || !isFiles) throw new Error("it has no text");
  return { text, files };
}

export function download(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const fileName = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "").slice(0, 40) || "scenario";

/** Returns a Python program that runs this scenario. */
export function python(text, name, column, hasFiles) {
  // A text with three quotes or a backslash cannot be written literally.
  const literal = text.includes("'''") || text.includes("\\") ? JSON.stringify(text) : `'''\\\n${text}'''`;
  const read = hasFiles ? `stiction.Scenario.load("${name}.toml")   # with the files that it names beside it` : `stiction.Scenario.from_toml(${literal})`;
  return `import stiction\n\nscenario = ${read}\nrecord = scenario.simulation().run()\nprint(record["${column}"][-1])\n`;
}
