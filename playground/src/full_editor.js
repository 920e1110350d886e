// The full editor, loaded after the first picture: TOML with completion from the schema, and errors at their lines.
import { autocompletion } from "@codemirror/autocomplete";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import { EditorView, basicSetup } from "codemirror";
import { placeIn } from "./place.js";

const look = EditorView.theme({
  "&": { fontSize: "13px", backgroundColor: "var(--page)", color: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--faint)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--grid) 40%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--link) 30%, transparent) !important" },
  ".cm-tooltip": { backgroundColor: "var(--page)", color: "var(--text)", border: "1px solid var(--spine)" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-panels": { backgroundColor: "var(--faint)", color: "var(--text)" },
  // The colours of CodeMirror are those of a light page.
  ".cm-panels-bottom": { borderTop: "1px solid var(--grid)" },
  ".cm-button, .cm-textfield": { color: "var(--text)", background: "var(--page)", border: "1px solid var(--spine)", fontSize: "90%" },
  // Room for a finger between the boxes, and beside the button that closes the search.
  ".cm-panel.cm-search": { paddingRight: "32px" },
  ".cm-panel.cm-search [name=close]": { minWidth: "24px" },
  ".cm-panel.cm-search input[type=checkbox]": { margin: "6px" },
});

// The page's colours, so that they follow the dark scheme.
const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)" },
  { tag: [tags.string, tags.atom, tags.bool], color: "var(--string)" },
  { tag: tags.number, color: "var(--pass)" },
  { tag: [tags.heading, tags.bracket, tags.tagName], color: "var(--link)" },
]);

/** Returns the completions at a place. */
export function completions(schema, text, at) {
  const { table, key, isInText, start, value } = placeIn(text, at);
  if (key) {
    const words = schema.words([...table, ...key], value);
    const typed = isInText ? at - start : /[\w]*$/.exec(text.slice(0, at))[0].length;
    const isWord = (word) => word === "true" || word === "false";
    const options = [...words].map(([word, info]) => ({ label: isInText || isWord(word) ? word : `"${word}"`, info: info || undefined, type: "enum" }));
    return options.length > 0 ? { from: at - typed, options } : null;
  }
  if (isInText) return null;
  const typed = /[\w]*$/.exec(text.slice(0, at))[0].length;
  const options = [...schema.keys(table, value)].map(([name, info]) => ({ label: name, info: info || undefined, type: "property" }));
  return options.length > 0 ? { from: at - typed, options } : null;
}

export class FullEditor {
  completionsAt(at) { return completions(this.schema(), this.text, at)?.options.map(({ label }) => label) ?? []; }

  constructor(parent, text, schema, changed) {
    this.schema = schema;
    const source = (context) => {
      const word = context.matchBefore(/[\w"]+/);
      if (!word && !context.explicit) return null;
      return completions(schema(), context.state.doc.toString(), context.pos);
    };
    this.view = new EditorView({
      parent,
      doc: text,
      extensions: [
        basicSetup, StreamLanguage.define(toml), syntaxHighlighting(colors), lintGutter(), look,
        autocompletion({ override: [source] }),
        EditorView.contentAttributes.of({ "aria-label": "Scenario (TOML)", tabindex: "0" }),
        EditorView.updateListener.of((update) => update.docChanged && changed(this.text, this.isQuiet)),
      ],
    });
  }

  get text() { return this.view.state.doc.toString(); }

  /** Replaces the whole text. */
  set(text) { this.replace([{ from: 0, to: this.view.state.doc.length, insert: text }]); }

  replace(changes) {
    this.isQuiet = true;
    this.view.dispatch({ changes });
    this.isQuiet = false;
  }

  /** Marks an error, or removes the mark if there is none. */
  mark(error) {
    const found = [];
    const { doc } = this.view.state;
    if (error?.line && error.line <= doc.lines) {
      const line = doc.line(error.line);
      const characters = [...line.text];
      const from = Math.min(line.from + characters.slice(0, error.column - 1).join("").length, line.to);
      const word = /^[\w.+-]+/.exec(doc.sliceString(from, line.to))?.[0].length ?? 1;
      const message = error.hint ? `${error.message} (${error.hint})` : error.message;
      found.push({ from, to: Math.min(from + word, line.to), severity: "error", message });
    }
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  goTo(line, column) {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(line, doc.lines));
    this.view.dispatch({ selection: { anchor: Math.min(at.from + column - 1, at.to) }, scrollIntoView: true });
    this.view.focus();
  }
}
