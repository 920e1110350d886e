// Schedules plots: one per frame, in turn, so that they never delay a frame of the film, and each no more often than
// the eye follows. During a run, plots that are off the screen wait.

// Least time between two drawings of a plot [ms].
const EVERY = 66;

export class Pictures {
  constructor() {
    // Time of the last drawing of each plot, and the functions that draw those that have changed since.
    this.known = new Map();
    this.stale = new Map();
    this.seen = new Set();
    this.watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.seen.add(target); else this.seen.delete(target);
      }
      this.ask();
    });
  }

  /** Whether plots wait until they are on the screen. */
  spare(is) {
    this.isSparing = is;
    this.ask();
  }

  isDue(plot) { return !this.isSparing || this.seen.has(plot.figure); }

  /** Schedules a plot to be drawn by `draw` soon, or as soon as it is on the screen. */
  want(plot, draw) {
    if (!this.known.has(plot)) {
      this.known.set(plot, -Infinity);
      this.watch.observe(plot.figure);
    }
    this.stale.set(plot, draw);
    this.ask();
  }

  forget(plot) {
    this.stale.delete(plot);
    this.known.delete(plot);
    this.seen.delete(plot.figure);
    this.watch.unobserve(plot.figure);
  }

  ask() {
    const isWanted = [...this.stale.keys()].some((plot) => this.isDue(plot));
    if (isWanted) this.due ??= requestAnimationFrame((now) => this.draw(now));
  }

  draw(now) {
    this.due = null;
    // Draw the plot that has waited longest.
    const ready = [...this.stale.keys()].filter((plot) => this.isDue(plot) && now - this.known.get(plot) >= EVERY);
    const next = ready.reduce((first, plot) => (first && this.known.get(first) <= this.known.get(plot) ? first : plot), null);
    if (next) {
      const draw = this.stale.get(next);
      this.stale.delete(next);
      this.known.set(next, now);
      draw();
    }
    this.ask();
  }
}
