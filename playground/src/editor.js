// The text of a scenario: a plain field at first, so that a reader waits only for the engine; the editor with colours
// and completion replaces it as soon as the first film is there.

export class Editor {
  /** Calls `changed` with every text that the reader writes. */
  constructor(parent, schema, changed) {
    Object.assign(this, { parent, schema, changed, inner: new PlainEditor(parent, changed) });
  }

  /** Replaces the plain field by the full editor. Without a network the plain field stays. */
  async upgrade() {
    this.upgrading ??= import("./full_editor.js").then(({ FullEditor }) => {
      const { field } = this.inner;
      const [hadFocus, at] = [document.activeElement === field, field.selectionStart];
      field.remove();
      this.inner = new FullEditor(this.parent, field.value, this.schema, this.changed);
      if (hadFocus) {
        this.view.dispatch({ selection: { anchor: Math.min(at, this.view.state.doc.length) } });
        this.view.focus();
      }
      this.mark(this.wrong);
    }).catch(() => { this.upgrading = undefined; });
    return this.upgrading;
  }

  get view() { return this.inner.view; }
  get text() { return this.inner.text; }

  /** Returns the completions at a place. */
  completionsAt(at) { return this.inner.completionsAt?.(at) ?? []; }

  /** Replaces the whole text. */
  set(text) { this.inner.set(text); }

  /** Makes changes, each `{ from, to, insert }`, from the last to the first. */
  replace(changes) { this.inner.replace(changes); }

  /** Marks an error, or removes the mark if there is none. */
  mark(error) {
    this.wrong = error;
    this.inner.mark(error);
  }

  goTo(line, column) { this.inner.goTo(line, column); }
}

class PlainEditor {
  constructor(parent, changed) {
    this.field = document.createElement("textarea");
    this.field.setAttribute("aria-label", "Scenario (TOML)");
    Object.assign(this.field, { spellcheck: false, autocapitalize: "off", wrap: "off" });
    this.field.addEventListener("input", () => changed(this.text, false));
    this.changed = changed;
    parent.append(this.field);
  }

  get text() { return this.field.value; }
  set(text) { this.write(text); }

  replace(changes) {
    const sorted = changes.toSorted((a, b) => b.from - a.from);
    this.write(sorted.reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), this.text));
  }

  write(text) {
    this.field.value = text;
    this.changed(text, true);
  }

  mark(error) { this.field.setAttribute("aria-invalid", String(Boolean(error))); }

  goTo(line, column) {
    const before = this.text.split("\n").slice(0, line - 1).join("\n").length;
    const at = Math.min(before + (line > 1 ? 1 : 0) + column - 1, this.text.length);
    this.field.focus();
    this.field.setSelectionRange(at, at);
  }
}
