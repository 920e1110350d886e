// Pads of laws that rub over an area: points are green if they stick and orange if they slip. Those under the
// largest pressure touch their neighbours, and the area of the others is proportional to their pressure.
"use strict";

// Radii of the smallest and the largest point.
const POINTS = [0.8, 9];

function readPad(pad) {
  for (const key of ["print_of", "poses", "scales"]) pad[key] = decode(pad[key]);
  for (const print of pad.prints) for (const key of ["points", "shares"]) print[key] = decode(print[key]);
}

const modeOf = (modes, i) => Number(modes[modes.length === 1 ? 0 : i]);

/** Returns the part of the load that sticks; none if there is no load. */
function sticking(pad, frame) {
  const [modes, { shares }] = [pad.modes[frame], pad.prints[pad.print_of[frame]]];
  let [sticks, all] = [0, 0];
  if (modes.length > 0) shares.forEach((share, i) => {
    const mode = modeOf(modes, i);
    if (mode === 1) sticks += share;
    if (mode !== 0) all += share;
  });
  return all > 0 ? sticks / all : null;
}

function padWords(pad, frame) {
  const part = sticking(pad, frame);
  return part === null ? "separated" : part === 1 ? "sticks" : part === 0 ? "slips" : "slips in part";
}

function paintPad(context, pad, frame, camera, colors) {
  const [modes, scale] = [pad.modes[frame], pad.scales[frame]];
  if (modes.length === 0) return;
  const { points, shares, spacing } = pad.prints[pad.print_of[frame]];
  const position = pad.poses.subarray(7 * frame, 7 * frame + 3);
  const orientation = pad.poses.subarray(7 * frame + 3, 7 * frame + 7);
  const full = 0.5 * spacing * scale * camera.scale;
  // There is one path per colour, because a pad has hundreds of points.
  const paths = new Map();
  shares.forEach((share, i) => {
    const mode = modeOf(modes, i);
    if (!paths.has(mode)) paths.set(mode, new Path2D());
    const point = [scale * points[2 * i], scale * points[2 * i + 1], 0];
    const [x, y] = camera.see(plus(position, turn(orientation, point)));
    const radius = Math.min(Math.max(full * Math.sqrt(share), POINTS[0]), POINTS[1]);
    const path = paths.get(mode);
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  });
  for (const [mode, path] of paths) {
    context.fillStyle = colors.mode(mode);
    context.fill(path);
  }
}
