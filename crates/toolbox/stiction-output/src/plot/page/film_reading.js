// Reads a film from the form in which a page stores it into arrays, and computes once what all of its frames share. It
// needs no document, so that a worker can read a film and leave only the drawing to the page.
"use strict";

const LISTS = ["places", "forces", "firsts", "deflections", "modes"];

/** Returns the film with its numbers as arrays, and the properties that all frames share. */
function readFilm(text) {
  const film = JSON.parse(text);
  film.times = decode(film.times);
  film.bodies.forEach((body) => { body.poses = decode(body.poses); body.firsts = decode(body.firsts); });
  film.laws.forEach((law) => {
    for (const key of LISTS) law[key] = decode(law[key]);
    if (law.pad) readPad(law.pad);
    law.largest = law.firsts.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  });
  return { film, whole: surveyOf(film) };
}

/** Returns every shape of every body, or a mark at each port: `pose` of a frame is position and orientation. */
function partsOf({ bodies, times }) {
  return bodies.flatMap((body, index) => {
    const count = body.poses.length / times.length / 7;
    const shapes = body.shapes.length > 0 ? body.shapes : Array.from({ length: count }, () => ({ type: "mark" }));
    return shapes.slice(0, count).map((shape, k) => {
      const pose = (frame) => body.poses.subarray(7 * (frame * count + k), 7 * (frame * count + k) + 7);
      return { body, index, shape, pose };
    });
  });
}

/** Returns the largest force and deflection and the extents over all frames. */
function surveyOf(film) {
  let [largest, deepest] = [0, 0];
  for (const { forces, deflections } of film.laws) {
    for (let k = 0; k < forces.length; k += 3) largest = Math.max(largest, Math.hypot(forces[k], forces[k + 1], forces[k + 2]));
    for (const bend of deflections) deepest = Math.max(deepest, Math.abs(bend));
  }
  const onLines = film.bodies.filter(({ turns }) => !turns).map(({ firsts }) => firsts);
  return { largest, deepest, line: extent(onLines), view: viewOf(film, partsOf(film)) };
}

function extent(arrays) {
  let [low, high] = [Infinity, -Infinity];
  for (const values of arrays) for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 0];
}
