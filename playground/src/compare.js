// One mechanism with four friction laws, side by side.
import { Engine } from "./engine.js";
import { lengthDoubt } from "./length.js";
import { Plot, colorOf } from "./plots.js";

const LAWS = [["gsat", "gsat"], ["lugre", "LuGre"], ["dahl", "Dahl"], ["threshold", "threshold"]];
const STEPS = 20_000;

export class Compare {
  /** Calls `use` with the text that the reader chooses. */
  constructor(parent, say, use) {
    Object.assign(this, { parent, say, use, engine: null, busy: false });
  }

  /** Runs all laws, one after another, beside the run that is shown. */
  async run(text, files) {
    this.engine ??= new Engine();
    const key = (this.key = Symbol("comparison"));
    this.parent.hidden = false;
    this.parent.setAttribute("aria-busy", "true");
    const runs = [];
    for (const [law, name] of LAWS) {
      this.say(`Comparing laws: ${name} …`);
      const run = await this.one(text, files, law, name);
      if (this.key !== key) return;
      if (run.error) {
        this.parent.removeAttribute("aria-busy");
        if (runs.length === 0) this.parent.hidden = true;
        return this.say(`No comparison: ${run.error.message}`, true);
      }
      runs.push(run);
    }
    this.parent.removeAttribute("aria-busy");
    this.show(runs);
    this.say("Compared gsat, LuGre, Dahl and a speed threshold.");
  }

  async one(text, files, law, name) {
    // Open the text first: the module then knows its files when it swaps the law.
    let { answer } = await this.engine.ask({ ask: "open", text, files });
    if (answer.error) return answer;
    ({ answer } = await this.engine.ask({ ask: "swap", text, law }));
    if (answer.error) return answer;
    const swapped = answer.text;
    ({ answer } = await this.engine.ask({ ask: "open", text: swapped, files }));
    if (answer.error) return answer;
    const facts = answer;
    const long = lengthDoubt(facts);
    if (long) return { error: { message: long } };
    facts.plots.forEach((plot) => { plot.x ??= "t"; });
    const width = facts.columns.length;
    const rows = [];
    let failed = null;
    for (;;) {
      const step = await this.engine.ask({ ask: "advance", steps: STEPS });
      if (step.answer.error) {
        failed = step.answer.error.message;
        break;
      }
      rows.push(step.rows);
      if (step.answer.is_done) break;
    }
    const columns = facts.columns.map(([column], place) => [column, Float64Array.from(rows.flatMap((piece) => {
      const values = [];
      for (let k = place; k < piece.length; k += width) values.push(piece[k]);
      return values;
    }))]);
    return { law, name, text: swapped, facts, columns: new Map(columns), failed };
  }

  show(runs) {
    const units = new Map(runs[0].facts.columns);
    const wanted = [...new Set(runs[0].facts.plots.filter((plot) => plot.x === "t").flatMap((plot) => plot.y))];
    const moving = runs[0].facts.columns.map(([name]) => name).filter((name) => /\.(x|y|z|angle)$/.test(name));
    const names = [...new Set([...wanted, ...moving])].filter((name) => runs.every((run) => run.columns.has(name))).slice(0, 30);
    const choice = document.createElement("select");
    choice.id = "compared";
    choice.append(...names.map((name) => new Option(name)));
    const label = document.createElement("label");
    label.htmlFor = "compared";
    label.textContent = "Column ";
    const title = document.createElement("h2");
    title.textContent = "Four laws, one mechanism";
    const body = document.createElement("div");
    this.parent.replaceChildren(title, label, choice, body);
    const draw = () => {
      this.plot?.close();
      body.replaceChildren();
      const name = choice.value;
      const spec = { x: "t", y: [name], y_label: "", x_label: "" };
      this.plot = new Plot(body, spec, units, runs.map((run) => run.name));
      // A run that ended early has fewer rows than the others.
      const longest = runs.reduce((most, run) => (run.columns.get("t").length > most.length ? run.columns.get("t") : most), []);
      const padded = (values) => Array.from(longest, (_, k) => (k < values.length ? values[k] : null));
      this.plot.show(longest, runs.map((run) => padded(run.columns.get(name))));
      body.append(this.table(runs, name, units.get(name)));
    };
    choice.addEventListener("change", draw);
    draw();
  }

  /** Returns a table with the mean rate of each law in the second half, and a button to use it. */
  table(runs, name, unit) {
    const table = document.createElement("table");
    const per = unit ? `${unit}/s` : "1/s";
    table.innerHTML = `<thead><tr><th>law</th><th class="number"></th><th class="number"></th><th></th></tr></thead>`;
    table.querySelectorAll("th")[1].textContent = `at the end${unit ? ` [${unit}]` : ""}`;
    table.querySelectorAll("th")[2].textContent = `mean rate, second half [${per}]`;
    const body = table.appendChild(document.createElement("tbody"));
    runs.forEach((run, k) => {
      const row = body.insertRow();
      const head = row.insertCell();
      const sample = document.createElement("i");
      sample.className = "sample";
      sample.style.background = colorOf(k);
      head.append(sample, run.name);
      const [x, t] = [run.columns.get(name), run.columns.get("t")];
      const half = Math.floor(x.length / 2);
      const rate = (x.at(-1) - x[half]) / (t.at(-1) - t[half]);
      for (const value of [x.at(-1), rate]) {
        const cell = row.insertCell();
        cell.className = "number";
        cell.textContent = Number.isFinite(value) ? value.toExponential(2) : "–";
      }
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = run.failed ? "ended early" : `Use ${run.name}`;
      button.title = run.failed ?? "";
      button.addEventListener("click", () => this.use(run.text, run.name));
      row.insertCell().append(button);
    });
    const wide = document.createElement("div");
    wide.className = "wide";
    wide.append(table);
    return wide;
  }
}
