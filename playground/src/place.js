// Finds the table at a place of the text by headers and braces, also in an incomplete text.

/** Splits `a.b."c d"` into keys. */
export const keysOf = (path) => [...path.matchAll(/"([^"]*)"|'([^']*)'|([^.\s"']+)/g)].map((m) => m[1] ?? m[2] ?? m[3]);

const typeIn = (text) => /(?:^|[\s,{])type\s*=\s*"([^"]*)"/.exec(text)?.[1];

/** Returns the contents of the outermost braces of a text, without those of inner braces. */
function shallow(text) {
  let depth = 0;
  let kept = "";
  for (const c of text) {
    if (c === "}" || c === "]") depth--;
    if (depth < 0) break;
    if (depth === 0) kept += c;
    if (c === "{" || c === "[") depth++;
  }
  return kept;
}

/**
 * Returns the keys of the table around a place, the key whose value is being written, if any, and a value that has the
 * types of the tables on the way.
 */
export function placeIn(text, at) {
  const before = text.slice(0, at);
  const headers = [...before.matchAll(/^\s*\[+\s*([^\]\n]+?)\s*\]+\s*(?:#.*)?$/gm)];
  const header = headers.at(-1);
  const from = header ? header.index + header[0].length : 0;
  const section = header ? keysOf(header[1]) : [];
  if (header?.[0].trim().startsWith("[[")) section.push("0");
  // Types of tables on the way that are given in other sections.
  const value = {};
  const put = (keys, type) => {
    if (type === undefined) return;
    let here = value;
    for (const key of keys) here = here[key] ??= {};
    here.type = type;
  };
  for (const [, path, body] of text.matchAll(/^\s*\[+\s*([^\]\n]+?)\s*\]+[^\n]*\n((?:(?!\s*\[+\s*[A-Za-z"'][^\]\n]*\]+\s*(?:#[^\n]*)?$)[^\n]*\n?)*)/gm)) {
    put(keysOf(path), typeIn(`\n${body.split("\n").filter((line) => /^\s*type\s*=/.test(line)).join("\n")}`));
  }
  // Inside the section, follow the braces.
  const stack = [];
  let keys = [];
  let index = 0;
  for (let i = from; i < at; i++) {
    const c = text[i];
    if (c === "#") {
      while (i < at && text[i] !== "\n") i++;
    } else if (c === '"' || c === "'") {
      const start = i;
      i++;
      while (i < at && text[i] !== c && text[i] !== "\n") i++;
      if (i >= at) return done({ isInText: true, start: start + 1 });
    } else if (c === "{" || c === "[") {
      stack.push({ c, keys, index, at: i + 1 });
      const own = [...(stack.at(-2)?.full ?? section), ...keys, ...(stack.at(-2)?.c === "[" ? [String(index)] : [])];
      stack.at(-1).full = own;
      if (c === "{") put(own, typeIn(` ${shallow(text.slice(i + 1, i + 2000))}`));
      [keys, index] = [[], 0];
    } else if (c === "}" || c === "]") {
      const closed = stack.pop();
      if (closed) ({ keys, index } = closed);
    } else if (c === ",") {
      if (stack.at(-1)?.c === "[") index++;
      keys = [];
    } else if (c === "\n" && stack.length === 0) {
      keys = [];
    } else if (c === "=") {
      const written = /([A-Za-z0-9_\-."' ]+)$/.exec(text.slice(from, i))?.[1] ?? "";
      keys = keysOf(written.trim());
    }
  }
  return done({});

  function done({ isInText = false, start = 0 }) {
    const top = stack.at(-1);
    const table = [...(top?.full ?? section), ...(top?.c === "[" ? [String(index)] : [])];
    return { table, key: keys.length > 0 ? keys : null, isInText, start, value };
  }
}
