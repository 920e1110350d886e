// Tests the page as a reader sees it: node test/page.mjs DIST BROWSER ROOT
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import puppeteer from "puppeteer-core";
import { difference, native } from "./native.mjs";
import { serve } from "./serve.mjs";

const [dist, executablePath, root] = process.argv.slice(2);
const { server, address } = await serve(path.resolve(dist));
const browser = await puppeteer.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
const complaints = [];
const outside = [];

async function opened(hash = "", { width = 1280, height = 900, features = [], isPhone = false } = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => ["error", "warn", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error.stack)));
  page.on("request", (request) => !request.url().startsWith(address) && !/^(data|blob|file):/.test(request.url()) && outside.push(request.url()));
  await page.setViewport({ width, height, isMobile: isPhone, hasTouch: isPhone });
  await page.emulateMediaFeatures(features);
  await page.goto(address + hash);
  await page.waitForFunction("document.documentElement.dataset.ready !== undefined");
  // The editor comes when there is a film, or an error to show in it.
  await page.waitForFunction("window.playground.editor.view");
  return page;
}
const ended = (page) => page.waitForFunction("window.playground.state.ended && !window.playground.state.running");
const column = (page, name) => page.evaluate((name) =>
  // Return bits: a zero would lose its sign in JSON.
  Array.from(new BigUint64Array(window.playground.state.table.column(name).slice().buffer), String), name)
  .then((values) => new Float64Array(BigUint64Array.from(values, BigInt).buffer));
/** Replaces the text as if the reader had written it. */
const write = (page, text) => page.evaluate((text) => {
  const { view } = window.playground.editor;
  window.playground.state.ended = false;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}, text);
const textOf = (page) => page.evaluate(() => window.playground.editor.text);
const fault = async (page) => {
  await page.waitForFunction("!document.getElementById('fault').hidden");
  return page.$eval("#fault", (one) => one.textContent);
};
const isWell = (page) => page.waitForFunction("document.getElementById('fault').hidden && window.playground.state.facts");

/** Returns the controls that a finger misses (WCAG 2.2, 2.5.8): smaller than 24 by 24 pixels, while a circle of this size around their middle meets
 * another target or the circle of another small one. Controls that the browser draws by itself and words in a sentence do not count. */
const tooSmall = (page) => page.evaluate(() => {
  const SIZE = 24;
  const inSentence = (one) => one.tagName === "A" && getComputedStyle(one).display === "inline" && one.parentElement.textContent.trim().length > one.textContent.trim().length;
  const targets = [...document.querySelectorAll("button, input, select, textarea, summary, a[href], [role=button], [tabindex='0'], label, .u-legend .u-series")].flatMap((one) => {
    // A tick is reached through its label too, and the label of any other field through the field.
    if (one.tagName === "LABEL" && one.control?.type !== "checkbox") return [];
    if (one.type === "checkbox" && one.labels.length > 0) return [];
    if (!one.checkVisibility({ visibilityProperty: true }) || inSentence(one) || one.disabled) return [];
    const { left, top, right, bottom } = one.getBoundingClientRect();
    if (right <= 0 || bottom - top <= 0) return [];
    return [{ one, left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2, isSmall: right - left < SIZE - 0.01 || bottom - top < SIZE - 0.01 }];
  });
  const apart = ({ x, y }, box) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  const meets = (small, other) => apart(small, other) < SIZE / 2 || (other.isSmall && Math.hypot(small.x - other.x, small.y - other.y) < SIZE);
  const isOut = (small) => targets.some((other) => other !== small && !other.one.contains(small.one) && !small.one.contains(other.one) && meets(small, other));
  return targets.filter((target) => target.isSmall && isOut(target))
    .map(({ one, left, top, right, bottom }) => `${one.outerHTML.slice(0, 90)}: ${(right - left).toFixed(1)} × ${(bottom - top).toFixed(1)}`);
});

const tests = {
  async "a trajectory has the bits of the command"() {
    const file = path.join(root, "examples/scenarios/stick_slip.toml");
    const theirs = native(file, ["solver.until=2.0"]);
    const page = await opened("#stick_slip");
    const text = fs.readFileSync(file, "utf8").replace("until = 10.0", "until = 2.0");
    await write(page, text);
    await page.waitForFunction("window.playground.state.facts?.until === 2");
    await ended(page);
    for (const name of ["t", "block.vx", "friction.force"]) assert.equal(difference(await column(page, name), theirs.get(name)), 0, name);
    await write(page, text.replace("step = 1e-4", "step = 2e-4"));
    await page.waitForFunction("window.playground.state.facts?.step === 2e-4");
    await ended(page);
    assert.notEqual(difference(await column(page, "block.vx"), theirs.get("block.vx")), 0);
    await page.close();
  },

  async "every example runs and is drawn"() {
    const page = await opened("#push");
    const names = await page.$$eval("#scenario option", (all) => all.map((one) => one.value));
    const native = fs.readdirSync(path.join(root, "examples/scenarios")).filter((name) => name.endsWith(".toml"));
    for (const name of native) assert.ok(names.includes(name.replace(".toml", "")), name);
    for (const name of names) {
      await page.select("#scenario", name);
      await page.waitForFunction((name) => window.playground.state.scenario === name && window.playground.state.table?.count > 5, {}, name);
      await page.waitForFunction("window.playground.state.player && window.playground.state.plots.length > 0");
      assert.equal(await page.$eval("#fault", (one) => one.hidden), true, name);
    }
    await page.close();
  },

  async "what is wrong is marked, with what was meant"() {
    const page = await opened("#stick_slip");
    const text = await textOf(page);
    await write(page, text.replace("until =", "untill ="));
    assert.match(await fault(page), /Line 8: .*untill.*did you mean `until`/);
    await page.waitForSelector(".cm-lintRange-error, .cm-lint-marker-error");
    assert.ok((await page.evaluate(() => { const { text } = window.playground.editor; return window.playground.editor.completionsAt(text.indexOf("untill")); })).includes("until"));
    await write(page, text);
    await isWell(page);
    await page.close();
  },

  async "a slider changes the text and the motion"() {
    const page = await opened("#stick_slip");
    await ended(page);
    const before = await column(page, "block.vx");
    await page.$eval("input[data-path='bodies.block.mass']", (bar) => {
      bar.value = 150;
      bar.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.waitForFunction("!/mass = 1.0 /.test(window.playground.editor.text)");
    assert.match(await textOf(page), /mass = 3\.162 +# kg/, "comments stay");
    await page.waitForFunction("window.playground.state.facts?.numbers.find((one) => one.path === 'bodies.block.mass').value === 3.162");
    await ended(page);
    assert.notEqual(difference(await column(page, "block.vx"), before), 0);
    await page.close();
  },

  async "a hand pushes the block over its limit"() {
    const page = await opened("#push");
    await page.waitForFunction("window.playground.state.running && window.playground.state.table.count > 20");
    const push = (value) => page.$eval("#inputs input[data-input=push]", (bar, value) => {
      bar.value = value;
      bar.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
    const mode = () => page.evaluate(() => window.playground.state.modes[0]?.[1]);
    await push(140); // 4 N
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(await mode(), "stick");
    await push(180); // 8 N
    await page.waitForFunction("window.playground.state.modes[0]?.[1] === 'slip'");
    await page.click("#run");
    await page.waitForFunction("!window.playground.state.running");
    const time = await page.evaluate(() => window.playground.state.standing.time);
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.ok((await page.evaluate(() => window.playground.state.standing.time)) - time < 0.1, "it stands");
    await page.close();
  },

  async "four laws side by side"() {
    const page = await opened("#tremble");
    await ended(page);
    await page.click("#compare");
    await page.waitForFunction("document.querySelectorAll('#compared-laws .wide tbody tr').length === 4");
    const rates = await page.$$eval("#compared-laws .wide tbody tr", (rows) => rows.map((row) => Math.abs(Number(row.cells[2].textContent))));
    // The tremor itself has a mean rate of some nm/s over a whole number of periods.
    const [gsat, lugre, , threshold] = rates;
    assert.ok(gsat < 1e-7 && lugre > 1e-5 && threshold > 1e-5, String(rates));
    await page.close();
  },

  async "a link carries the text, and its files"() {
    const page = await opened("#pad_drift");
    await page.waitForFunction("window.playground.state.scenario === 'pad_drift' && window.playground.state.facts");
    const text = (await textOf(page)).replace("mass = 1.0", "mass = 2.5");
    await write(page, text);
    await isWell(page);
    await page.click("#share");
    await page.waitForFunction("document.getElementById('dialog').open");
    const link = await page.$eval("#dialog input", (field) => field.value);
    const other = await opened(new URL(link).hash);
    await other.waitForFunction("window.playground.state.table?.count > 5");
    assert.equal(await textOf(other), text);
    await other.close();
    const broken = await opened("#s=AAAA");
    assert.match(await fault(broken), /link is broken/);
    await Promise.all([page.close(), broken.close()]);
  },

  async "files of the reader"() {
    const page = await opened("#pad_drift");
    await ended(page);
    const files = await page.evaluate(() => window.playground.state.files);
    const [loads] = Object.values(files);
    const name = await page.evaluate(() => window.playground.state.plots[0].spec.y[0]);
    const stored = await column(page, name);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "playground-"));
    const put = (file, text) => { fs.writeFileSync(path.join(folder, file), text); return path.join(folder, file); };
    const choose = async (button, ...chosen) => {
      const [chooser] = await Promise.all([page.waitForFileChooser(), page.click(button)]);
      await chooser.accept(chosen);
    };
    // The text names a file that the page does not have.
    const text = (await textOf(page)).replaceAll("pad_drift_loads.csv", "data/mine.csv");
    await write(page, text);
    assert.match(await fault(page), /names `data\/mine.csv`.*choose the file/);
    assert.match(await page.$eval("#files", (one) => one.textContent), /data\/mine.csv is not on this page yet/);
    // A file that is chosen for this place may have another name.
    await choose("#files button", put("other.csv", loads));
    await isWell(page);
    await ended(page);
    assert.equal(difference(await column(page, name), stored), 0);
    // The page finds a dropped file by its name. It has half of every load, so the motion differs.
    const half = loads.split("\n").map((line, k) => (k === 0 || !line ? line : line.split(",").map((cell, i) => (i === 0 ? cell : String(cell / 2))).join(","))).join("\n");
    const drop = (bytes, called) => page.evaluate((bytes, called) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], called));
      window.playground.state.ended = false;
      document.querySelector(".cm-content").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, [...Buffer.from(bytes)], called);
    await drop(half, "mine.csv");
    await ended(page);
    assert.notEqual(difference(await column(page, name), stored), 0);
    assert.equal(await textOf(page), text, "the text is as it was");
    await drop([0xff, 0xfe, 0x00], "mine.csv");
    await page.waitForFunction("/not a text/.test(document.getElementById('status').textContent)");
    // Choose a scenario and its file together.
    await page.evaluate(() => { window.playground.state.ended = false; });
    await choose("#open-file", put("mine.toml", text.replaceAll("data/mine.csv", "mine.csv")), put("mine.csv", loads));
    await page.waitForFunction("window.playground.state.scenario === 'mine'");
    await isWell(page);
    await ended(page);
    assert.equal(difference(await column(page, name), stored), 0);
    fs.rmSync(folder, { recursive: true });
    await page.close();
  },

  async "a run becomes a file"() {
    const page = await opened("#stick_slip");
    await ended(page);
    const text = await page.evaluate(async () => (await window.playground.engine.ask({ ask: "page" })).answer.page);
    assert.match(text, /^<!doctype html>[\s\S]*class="film"/);
    await page.click("#elsewhere");
    assert.match(await page.$eval("#dialog-body", (one) => one.textContent), /Scenario\.from_toml[\s\S]*stiction fmu/);
    await page.close();
  },

  async "bad input leaves the page alive"() {
    const page = await opened("#stick_slip");
    const text = await textOf(page);
    const wrong = [
      [text.replace("[bodies.block]", "[bodies.block"), /Line/],
      [text.replace("step = 1e-4", "step = 0.0"), /must be finite and positive, found 0/],
      [text.replace("mass = 1.0 ", "mass = -1.0 "), /mass = -1 must be finite and positive/],
      [text.replace("step = 1e-4", "step = 1.0"), /from nowhere|not finite|too large/],
    ];
    for (const [broken, says] of wrong) {
      await write(page, broken);
      assert.match(await fault(page), says);
      await write(page, text);
      await isWell(page);
    }
    // A million bodies, as a text of 60 MB.
    const bodies = `${text}\n${Array.from({ length: 1000 }, (_, k) => `bodies.b${k} = { type = "point_mass", mass = 1.0 }`).join("\n")}`;
    const { answer } = await page.evaluate((some) => window.playground.engine.ask({ ask: "open", text: some.repeat(1000), files: {} }), bodies);
    assert.match(answer.error.message, /at most/);
    // A pad with more cells than there is memory.
    const pad = await page.evaluate(() => fetch("scenarios.json").then((all) => all.json()).then((all) => all.examples.find((one) => one.name === "pad_drift")));
    const huge = pad.text.replace("cells = 21", "cells = 30001");
    const refused = await page.evaluate((text, files) => window.playground.engine.ask({ ask: "open", text, files }), huge, pad.files);
    assert.ok(refused.answer.error.message.length > 10, "too many cells");
    await write(page, `${text} `);
    await isWell(page);
    await ended(page);
    await page.close();
  },

  async "what takes too long can be stopped"() {
    const page = await opened("#stick_slip");
    await ended(page);
    const chain = ["schema_version = 1", "solver = { step = 1e-5, until = 10.0 }",
      ...Array.from({ length: 5000 }, (_, k) => `bodies.b${k} = { type = "point_mass", mass = 1.0 }\nconnections.s${k} = { ports = ["b${k}", "b${(k + 1) % 5000}"], map = { type = "between" }, law = { type = "gsat", stiffness = 1e5, damping = 40.0, limit = 5.0 } }`)].join("\n");
    await write(page, chain);
    // The page has read it, or says that it is slow.
    await page.waitForFunction("!document.getElementById('stop').hidden || window.playground.state.running || !document.getElementById('fault').hidden", { timeout: 30_000 });
    const isSlow = await page.$eval("#stop", (one) => !one.hidden);
    await page.click(isSlow ? "#stop" : "#run");
    await page.waitForFunction("!window.playground.state.running && document.getElementById('stop').hidden");
    await page.evaluate(() => window.playground.choose("push"));
    await page.waitForFunction("window.playground.state.table?.count > 5");
    await page.close();
  },

  async "the tour is five steps"() {
    const page = await opened("#stick_slip");
    await page.click("#tour-start");
    const done = () => page.waitForSelector("#tour button.ready");
    const title = () => page.$eval("#tour h2", (one) => one.textContent);
    const next = async () => { await done(); await page.click("#tour button.ready"); };
    await page.waitForFunction("window.playground.state.facts?.inputs.length === 1 && !window.playground.state.opening");
    // The run before leaves nothing: neither its bar nor its slipping block.
    await page.waitForFunction("document.getElementById('progress').value === 0");
    assert.equal(await page.$("#tour button.ready"), null);
    await page.click("#run");
    await page.$eval("#inputs input[data-input=push]", (bar) => { bar.value = 190; bar.dispatchEvent(new Event("input", { bubbles: true })); });
    await next();
    for (const law of ["gsat", "lugre"]) {
      await page.waitForFunction((law) => window.playground.state.law === law && window.playground.state.scenario === "tremble" && !window.playground.state.opening && !window.playground.state.ended, {}, law);
      await page.click("#run");
      await next();
    }
    await page.waitForFunction("window.playground.state.law === 'gsat' && !window.playground.state.opening");
    await page.click("#compare");
    await next();
    assert.match(await title(), /5 of 5/);
    await page.waitForFunction("!window.playground.state.opening && window.playground.state.facts");
    await page.click("#limits");
    await page.waitForFunction("/holds up to/.test(document.getElementById('limit').textContent)");
    await page.$eval("input[data-path='solver.step']", (bar) => { bar.value = 195; bar.dispatchEvent(new Event("input", { bubbles: true })); });
    await next();
    assert.equal(await page.$eval("#tour", (one) => one.hidden), true);
    await page.close();
  },

  async "it fits a telephone, and every control has a name"() {
    const page = await opened("#two_link_drift", { width: 375, height: 740, features: [{ name: "prefers-color-scheme", value: "dark" }, { name: "prefers-reduced-motion", value: "reduce" }] });
    await ended(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 375, `${wide} pixels`);
    const nameless = await page.$$eval("button, input, select, [role=img], summary", (all) => all.filter((one) =>
      !(one.textContent.trim() || one.ariaLabel || one.getAttribute("aria-label") || one.labels?.length)).map((one) => one.outerHTML));
    assert.deepEqual(nameless, []);
    assert.equal(await page.evaluate(() => window.playground.state.player.playing), false, "nothing plays by itself");
    await page.focus("#run");
    await page.keyboard.press("Enter");
    await page.waitForFunction("window.playground.state.running || window.playground.state.ended");
    await page.close();
  },

  async "every control is large enough for a finger"() {
    for (const isPhone of [true, false]) {
      const page = await opened("#push", { width: 390, height: 844, isPhone });
      for (const name of ["push", "pad_drift", "walker"]) {
        await page.select("#scenario", name);
        await page.waitForFunction((name) => window.playground.state.scenario === name && window.playground.state.table?.count > 5, {}, name);
        await page.waitForFunction("window.playground.state.player && document.querySelector('#numbers .slider')");
        await page.evaluate(() => document.querySelectorAll("#numbers details").forEach((one, k) => { one.open = k < 6; }));
        assert.deepEqual(await tooSmall(page), [], `${name}, ${isPhone ? "telephone" : "narrow window"}`);
      }
      await page.click("#tour-start");
      await page.waitForSelector("#tour button");
      assert.deepEqual(await tooSmall(page), [], "tour");
      await page.evaluate(() => window.playground.choose("tremble"));
      await ended(page);
      await page.click("#compare");
      await page.waitForFunction("document.querySelectorAll('#compared-laws .wide tbody tr').length === 4");
      assert.deepEqual(await tooSmall(page), [], "comparison");
      await page.click("#share");
      await page.waitForFunction("document.getElementById('dialog').open");
      assert.deepEqual(await tooSmall(page), [], "dialog");
      await page.click("#dialog button");
      // Controls: it must find a small target beside another, and ignore a small one far from all others.
      await page.evaluate(() => document.querySelector("header").insertAdjacentHTML("beforeend", "<button id=planted style='margin:0 0 0 -6px;padding:0;width:20px;height:20px;min-width:0;min-height:0'>×</button>"));
      await page.evaluate(() => document.getElementById("elsewhere").after(document.getElementById("planted")));
      assert.match(String(await tooSmall(page)), /planted.*20.0 × 20.0/);
      await page.evaluate(() => {
        const { style } = document.getElementById("planted");
        Object.assign(style, { position: "absolute", left: "180px", top: `${document.documentElement.scrollHeight + 200}px` });
      });
      assert.deepEqual(await tooSmall(page), [], "spacing");
      await page.close();
    }
  },

  async "names of rows are whole on a telephone"() {
    const text = fs.readFileSync(path.join(root, "examples/scenarios/stick_slip.toml"), "utf8");
    const page = await opened("#stick_slip", { width: 390, height: 844, isPhone: true });
    for (const name of ["block", "carriage_of_the_lathe", "carriage_of_the_lathe_with_a_name_as_long_as_this"]) {
      await write(page, text.replaceAll("block", name));
      await page.waitForFunction((name) => window.playground.state.player?.film.bodies.some((body) => body.name === name), {}, name);
      await page.waitForFunction("window.playground.state.player.scheme.labels?.length > 0");
      const { labels, width } = await page.evaluate(() => {
        const { player } = window.playground.state;
        player.drawNow();
        return { labels: player.scheme.labels, width: player.width };
      });
      for (const label of labels) assert.ok(label.share === 1 && label.from >= 0 && label.to <= width, `${JSON.stringify(label)} of ${width}`);
      assert.ok(labels.some((label) => label.text === name));
    }
    await page.close();
  },

  async "plots have the whole run when it has ended, also those that are not on the screen"() {
    const page = await opened("#stick_slip", { width: 390, height: 500 });
    const drawn = () => page.evaluate(() => window.playground.state.plots.map(({ plot }) => plot.plot.data[0].at(-1)));
    await ended(page);
    await page.waitForFunction(() => window.playground.state.plots.every(({ plot }) => plot.plot.data[0].at(-1) === 10));
    // During a run only visible plots are drawn. The control: there are others.
    await page.click("#endless");
    await page.click("#restart");
    await page.waitForFunction("window.playground.state.running && window.playground.state.standing?.time > 20");
    const times = await drawn();
    assert.ok(times.some((time) => !(time > 10)), String(times));
    await page.click("#run");
    await page.waitForFunction(() => window.playground.state.plots.every(({ plot }) => plot.plot.data[0].at(-1) > 20));
    await page.close();
  },

  async "a run that would never end says so"() {
    const page = await opened("#stick_slip");
    await ended(page);
    const text = await textOf(page);
    const long = () => page.$eval("#long", (one) => (one.hidden ? "" : one.textContent));
    assert.equal(await long(), "", "a usual one");
    for (const [until, says] of [["1e12", /1e\+16 steps.*years/], ["1e6", /1e\+10 steps.*hours/]]) {
      await write(page, text.replace("until = 10.0", `until = ${until}`));
      await page.waitForFunction("!document.getElementById('long').hidden");
      await page.waitForFunction((until) => window.playground.state.facts?.until === until, {}, Number(until));
      assert.match(await long(), says);
      assert.equal(await page.evaluate(() => window.playground.state.running), false);
    }
    // The reader can run it all the same, and pause it.
    await page.click("#run");
    await page.waitForFunction("window.playground.state.running && window.playground.state.standing?.time > 0");
    await page.click("#run");
    await page.waitForFunction("!window.playground.state.running");
    await page.click("#compare");
    await page.waitForFunction("/No comparison: This run has/.test(document.getElementById('status').textContent)");
    await write(page, text.replace("until = 10.0", "until = 20.0"));
    await page.waitForFunction("window.playground.state.facts?.until === 20");
    assert.equal(await long(), "");
    await ended(page);
    await page.close();
  },

  async "axe finds nothing, on the page and on the pages that it writes"() {
    const axe = fs.readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    const audit = async (page) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"] }));
      return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    };
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "playground-"));
    for (const scheme of ["light", "dark"]) {
      const features = [{ name: "prefers-color-scheme", value: scheme }];
      for (const [width, name] of [[1280, "push"], [390, "pad_drift"], [390, "two_link_drift"]]) {
        const page = await opened(`#${name}`, { width, features });
        await page.waitForFunction("window.playground.state.player && window.playground.state.table?.count > 5");
        // The search in the editor has colours of its own.
        await page.focus(".cm-content");
        await page.keyboard.down("Control");
        await page.keyboard.press("f");
        await page.keyboard.up("Control");
        await page.waitForSelector(".cm-search");
        assert.deepEqual(await audit(page), [], `${name}, ${scheme}`);
        const html = await page.evaluate(async () => (await window.playground.engine.ask({ ask: "page" })).answer.page);
        const file = path.join(folder, `${name}.html`);
        fs.writeFileSync(file, html);
        await page.goto(`file://${file}`);
        await page.waitForSelector("figure canvas, figure svg");
        assert.deepEqual(await audit(page), [], `the page of ${name}, ${scheme}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `the page of ${name}: ${wide} of ${width} pixels`);
        // Control: axe must find this fault.
        await page.evaluate(() => document.body.append(document.createElement("button")));
        assert.match(String(await audit(page)), /button-name/);
        await page.close();
      }
    }
    const page = await opened("#stick_slip");
    await page.click("#tour-start");
    await page.click("#share");
    await page.waitForFunction("document.getElementById('dialog').open");
    assert.deepEqual(await audit(page), [], "tour and dialog");
    fs.rmSync(folder, { recursive: true });
    await page.close();
  },

  async "it opens without a network once it was loaded"() {
    const page = await opened("#stick_slip");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction("navigator.serviceWorker.controller");
    // The host is gone.
    server.close();
    server.closeAllConnections();
    await page.reload();
    await page.waitForFunction("document.documentElement.dataset.ready !== undefined");
    await ended(page);
    await page.close();
  },
};

let failed = 0;
const only = process.env.ONLY;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  const begun = performance.now();
  try {
    await test();
    console.log(`ok    ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error.stack}`);
  }
}
await browser.close();
server.close();
// Without a network the browser complains that it cannot look for a new version of the worker.
const real = complaints.filter((text) => !/ERR_CONNECTION_REFUSED/.test(text));
if (real.length > 0) console.log(`The page complained:\n${real.join("\n")}`);
if (outside.length > 0) console.log(`The page asked for:\n${outside.join("\n")}`);
console.log(failed + real.length + outside.length === 0 ? "page: ok" : "page: FAILED");
process.exit(failed + real.length + outside.length === 0 ? 0 : 1);
