// The reader's files: a scenario, and the tables and robots that it names.

// Largest file that the page takes [bytes].
const MOST = 16 << 20;

/** Returns the name without its folders. */
export const base = (name) => name.split(/[\\/]/).at(-1);

const size = (text) => (text.length < 1000 ? `${text.length} bytes` : `${(text.length / 1000).toPrecision(3)} kB`);

async function read(file) {
  if (file.size > MOST) throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB, the page takes up to 16: use \`stiction run\``);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} is not a text in UTF-8`);
  }
}

/** Three ways to give files: a list of those that the scenario names, a button, and a drop anywhere on the page. */
export class Files {
  /** Calls `taken` with the texts by name, the scenario if there is one, and the errors of unreadable files. */
  constructor(parent, button, taken) {
    Object.assign(this, { parent, taken, named: [], wanted: null });
    this.field = Object.assign(document.createElement("input"), { type: "file", multiple: true });
    this.field.addEventListener("change", () => {
      this.take([...this.field.files], this.wanted);
      this.field.value = "";
    });
    button.addEventListener("click", () => this.choose());
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    // Handle the drop before the editor, which would insert the text at the pointer.
    addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), true);
    addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      this.take([...event.dataTransfer.files]);
    }, true);
  }

  /** Asks the reader for files. A single file takes the place of `wanted`, whatever its name. */
  choose(wanted = null) {
    this.wanted = wanted;
    this.field.click();
  }

  async take(list, wanted = null) {
    const [files, wrong] = [{}, []];
    let scenario = null;
    for (const file of list) {
      try {
        const text = await read(file);
        const places = wanted && list.length === 1 ? [wanted] : this.named.filter((name) => base(name) === file.name);
        if (places.length === 0 && /\.toml$/i.test(file.name)) scenario = { name: file.name.replace(/\.toml$/i, ""), text };
        // Keep files that no text names yet: the next one may name them.
        else for (const name of [file.name, ...places]) files[name] = text;
      } catch (error) {
        wrong.push(error.message);
      }
    }
    this.taken(files, scenario, wrong);
  }

  /** Lists the files that the scenario names, and which of them the page has. */
  show(named, files) {
    this.named = named;
    this.parent.hidden = named.length === 0;
    const rows = named.map((name) => {
      const row = document.createElement("li");
      const there = Object.hasOwn(files, name);
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: there ? "Replace" : "Choose" });
      button.setAttribute("aria-label", `${button.textContent} ${name}`);
      button.addEventListener("click", () => this.choose(name));
      const code = Object.assign(document.createElement("code"), { textContent: name });
      row.classList.toggle("fail", !there);
      row.append(code, there ? ` ${size(files[name])} ` : " is not on this page yet ", button);
      return row;
    });
    const list = document.createElement("ul");
    list.append(...rows);
    const title = Object.assign(document.createElement("h2"), { textContent: "Files" });
    const hint = Object.assign(document.createElement("p"), { className: "soft", textContent: "They stay on this machine. You can also drop files on the page." });
    this.parent.replaceChildren(title, list, hint);
  }
}
