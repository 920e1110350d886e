// Warns of a run that takes too long to wait for, instead of seeming to stand still.

// Number of steps beyond which a run takes a browser from minutes to days.
export const MANY_STEPS = 1e9;
// Approximate speed of the page with a small mechanism [1/s].
const STEPS_A_SECOND = 1e6;

const UNITS = [["years", 365 * 86_400], ["days", 86_400], ["hours", 3600], ["minutes", 60]];

/** Returns a warning about the length of a run, empty for a usual one. Times are in seconds. */
export function lengthDoubt({ step, until, every }) {
  const steps = until / step;
  if (!(steps > MANY_STEPS)) return "";
  const takes = steps / STEPS_A_SECOND;
  const [unit, size] = UNITS.find(([, size]) => takes >= size) ?? UNITS.at(-1);
  const number = (value) => Number(value.toPrecision(2)).toString();
  return `This run has ${steps.toExponential(0)} steps: until = ${number(until)} s in steps of ${number(step)} s. Here that takes ${number(takes / size)} ${unit} or more, \
and the plots get only one row every ${number(every)} s, so nothing seems to happen. The run does not start by itself: choose a smaller solver.until, or press Run.`;
}
