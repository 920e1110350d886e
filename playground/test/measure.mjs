// How fast the page is, for a person who wants to know: node test/measure.mjs DIST BROWSER CORE [SECONDS] [SCENARIO,...]
//
// It is not a test. The machine may be busy with other things, so that frames come late without any fault of the page; the
// work of the page's thread is measured in CPU time, which other programs do not affect.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import puppeteer from "puppeteer-core";
import { serve } from "./serve.mjs";

const [dist, program, core, given, only] = process.argv.slice(2);
const seconds = Number(given || 4);
const OPENING = "stick_slip";
const MBIT = 1e6 / 8;
const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));
const fixed = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "–");

/** Starts a browser on one core of the machine. */
async function opened() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "measure-"));
  const executablePath = path.join(folder, "browser");
  fs.writeFileSync(executablePath, `#!/bin/sh\nexec taskset -c ${core} "${program}" "$@"\n`, { mode: 0o755 });
  const browser = await puppeteer.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
  return { browser, folder };
}

/** Collects, in the page, the times at which frames begin. */
const begin = () => {
  const frames = [];
  window.measured = { frames, begun: performance.now(), time: window.playground.state.standing?.time ?? 0 };
  const next = (now) => {
    frames.push(now);
    if (window.measured?.frames === frames) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
};
const end = () => {
  const { frames, begun, time } = window.measured;
  window.measured = null;
  const { standing, player } = window.playground.state;
  return { frames, took: performance.now() - begun, simulated: (standing?.time ?? 0) - time, shown: player?.frame, all: player?.frames };
};

/** Returns the longest task of the page's thread, in CPU time [ms]. */
function longestTask(trace, ofPage) {
  const tasks = JSON.parse(new TextDecoder().decode(trace)).traceEvents.filter(({ name, tdur }) => /RunTask$/.test(name) && tdur > 0);
  return tasks.reduce((most, { pid, tid, tdur }) => (pid === ofPage.pid && tid === ofPage.tid ? Math.max(most, tdur / 1000) : most), 0);
}
function threadOf(trace) {
  const names = JSON.parse(new TextDecoder().decode(trace)).traceEvents.filter(({ name }) => name === "thread_name");
  const mains = names.filter(({ args }) => args.name === "CrRendererMain");
  return mains.at(-1);
}

async function watched(page, client) {
  const metric = async (name) => (await client.send("Performance.getMetrics")).metrics.find((one) => one.name === name).value;
  const before = await metric("TaskDuration");
  await page.evaluate(begin);
  await rest(1000 * seconds);
  const seen = await page.evaluate(end);
  const work = 1000 * ((await metric("TaskDuration")) - before);
  const gaps = seen.frames.slice(1).map((at, k) => at - seen.frames[k]).sort((a, b) => a - b);
  const span = seen.frames.at(-1) - seen.frames[0];
  return {
    fps: (1000 * gaps.length) / span, p95: gaps[Math.floor(0.95 * gaps.length)], worst: gaps.at(-1),
    work: work / seen.frames.length, factor: (1000 * seen.simulated) / seen.took,
  };
}

/** Measures a run at full speed, one in real time, and the film afterwards. */
const PHASES = {
  async fast(page) {
    await page.evaluate(() => { document.getElementById("endless").checked = true; });
    await page.select("#speed", "0");
    await page.evaluate(() => { window.before = window.playground.state.table; });
    await page.click("#restart");
    await page.waitForFunction("window.playground.state.running && window.playground.state.table !== window.before && window.playground.state.table.count > 5");
  },
  async live(page) {
    await page.select("#speed", "1");
    await rest(500);
  },
  async film(page) {
    await page.evaluate(() => {
      document.getElementById("endless").checked = false;
      document.getElementById("auto").checked = false;
    });
    await page.select("#speed", "0");
    await page.click("#restart");
    // Stop a run that takes longer, and use its film so far.
    await page.waitForFunction("window.playground.state.ended", { timeout: 8000 }).catch(() => page.click("#run"));
    await page.waitForFunction("!window.playground.state.running");
    await page.evaluate(() => { const { player } = window.playground.state; player.pause(); player.speed = Math.min(1, player.film.times.at(-1) / 10); player.playAll(); });
  },
};

async function scenario(browser, address, name) {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${address}#${name}`);
  await page.waitForFunction("window.playground?.state.player && window.playground.state.table?.count > 5");
  const client = await page.createCDPSession();
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const found = {};
  for (const [phase, prepare] of Object.entries(PHASES)) {
    await prepare(page);
    found[phase] = await watched(page, client);
  }
  await PHASES.fast(page);
  await page.tracing.start({ categories: ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"] });
  await rest(1500);
  const trace = await page.tracing.stop();
  found.fast.task = longestTask(trace, threadOf(trace));
  await page.close();
  return found;
}

/** Returns the milliseconds from the start of the page to the second frame of the film. */
async function moving(page, address) {
  await page.evaluateOnNewDocument(() => {
    const look = () => {
      if (Number(document.querySelector("#film figure")?.dataset.frame) > 0) window.moved = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${address}#${OPENING}`);
  await page.waitForFunction("window.moved", { timeout: 120_000 });
  return page.evaluate("window.moved");
}

/** Slows the network down. */
async function throttle(page, mbit) {
  const conditions = { offline: false, latency: 40, downloadThroughput: mbit * MBIT, uploadThroughput: mbit * MBIT };
  const client = await page.createCDPSession();
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", conditions);
}

async function opening(browser, address, mbit) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  if (mbit) await throttle(page, mbit);
  const cold = await moving(page, address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction("navigator.serviceWorker.controller");
  await rest(1500);
  const fresh = await context.newPage();
  const kept = await moving(fresh, address);
  await context.close();
  return { cold, kept };
}

const load = () => os.loadavg().map((one) => one.toFixed(2)).join(" ");
const { browser, folder } = await opened();
const { server, address } = await serve(path.resolve(dist), { compress: true });
console.log(`${await browser.version()} on core ${core} of ${os.cpus()[0].model}; load ${load()}; ${seconds} s each`);
const all = JSON.parse(fs.readFileSync(path.join(dist, "scenarios.json"), "utf8"));
const names = [...all.tour, ...all.examples].map(({ name }) => name).filter((name) => !only || only.split(",").includes(name));
if (names.length > 0) {
  console.log("| scenario | phase | frames/s | 95 % [ms] | worst [ms] | work a frame [ms] | × real time | longest task [ms] | load |");
  console.log("|---|---|---:|---:|---:|---:|---:|---:|---:|");
}
for (const name of names) {
  for (const [phase, one] of Object.entries(await scenario(browser, address, name))) {
    const cells = [name, phase, fixed(one.fps, 1), fixed(one.p95, 1), fixed(one.worst, 0), fixed(one.work, 2), phase === "film" ? "" : fixed(one.factor, 2), one.task ? fixed(one.task, 1) : "", os.loadavg()[0].toFixed(1)];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
if (!only || only === "none") {
  console.log("\n| network | to a moving mechanism [ms], cold | from the service worker |\n|---|---:|---:|");
  for (const [label, mbit] of [["not throttled", 0], ["20 Mbit/s, 40 ms", 20], ["5 Mbit/s, 40 ms", 5]]) {
    const times = [];
    for (let k = 0; k < 3; k++) times.push(await opening(browser, address, mbit));
    const middle = (key) => times.map((one) => one[key]).sort((a, b) => a - b)[1].toFixed(0);
    console.log(`| ${label} | ${middle("cold")} | ${middle("kept")} |`);
  }
}
console.log(`load at the end ${load()}`);
await browser.close();
server.close();
server.closeAllConnections();
fs.rmSync(folder, { recursive: true });
