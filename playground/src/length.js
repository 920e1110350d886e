// A run that does not end in a reader's lifetime says so, instead of standing still.

// More steps than these take a browser minutes to days.
export const MANY_STEPS = 1e9;
// A page makes about so many in a second, of a small mechanism.
const STEPS_A_SECOND = 1e6;

const UNITS = [["years", 365 * 86_400], ["days", 86_400], ["hours", 3600], ["minutes", 60]];

/** What is to be said of the length of a run; nothing of a usual one. Times in seconds. */
export function lengthDoubt({ step, until, every }) {
  const steps = until / step;
  if (!(steps > MANY_STEPS)) return "";
  const takes = steps / STEPS_A_SECOND;
  const [unit, size] = UNITS.find(([, size]) => takes >= size) ?? UNITS.at(-1);
  const number = (value) => Number(value.toPrecision(2)).toString();
  return `This run has ${steps.toExponential(0)} steps: until = ${number(until)} s by steps of ${number(step)} s. Here that takes ${number(takes / size)} ${unit} or more, \
and the plots get a row every ${number(every)} s only, so that nothing seems to happen. It does not start by itself: choose a smaller solver.until, or press Run.`;
}
