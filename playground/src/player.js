// The player of films, the one of the pages of `stiction run`, with a film that grows while the mechanism runs.
import { Player } from "stiction:film";

// What belongs to the reader and not to the film.
const OWN = ["holder", "camera", "frame", "playing", "speed", "forces", "trails", "bend", "bar", "chosen", "due", "time", "last", "stage",
  "canvas", "following", "isFollowing", "pace", "button", "slider", "clock", "choice", "words"];

/** Reads a film and shows nothing. */
class Reading extends Player {
  build() {}
}

function holderOf(film) {
  const holder = document.createElement("figure");
  holder.className = "film";
  const script = document.createElement("script");
  script.type = "application/json";
  script.textContent = film;
  holder.append(script);
  return holder;
}

export class LivePlayer extends Player {
  /** Takes the place of what is in `parent`; none for a film of nothing. */
  static in(parent, film) {
    const holder = holderOf(film);
    parent.replaceChildren(holder);
    const player = new LivePlayer(holder);
    player.choice.dispatchEvent(new Event("change"));
    return player;
  }

  /** The same film, longer. */
  grow(film) {
    const wasAtEnd = this.frame >= this.frames - 1;
    const fresh = new Reading(holderOf(film));
    for (const key of Object.keys(fresh)) if (!OWN.includes(key)) this[key] = fresh[key];
    this.tellFollows();
    // It may be shorter: a run from the start.
    this.frame = Math.min(this.frame, this.frames - 1);
    this.slider.max = this.frames - 1;
    if (!this.playing && !this.isFollowing) this.show(wasAtEnd ? this.frames - 1 : this.frame, true);
  }

  /** From the first frame on. */
  playAll() {
    this.pause();
    this.show(0, true);
    this.toggle();
  }

  /** Keeps up with a run that goes on, a little behind it, so that it moves evenly. */
  follow(speed) {
    if (this.playing) this.pause();
    this.following = performance.now();
    this.pace = speed;
    if (this.isFollowing) return;
    this.isFollowing = true;
    let last = performance.now();
    let time = this.film.times[this.frame];
    const go = (now) => {
      // A run that says no more has ended or is paused.
      if (this.playing || now - this.following > 600) {
        this.isFollowing = false;
        return;
      }
      const end = this.film.times[this.frames - 1];
      time = Math.min(time + ((now - last) / 1000) * this.pace, end);
      // Never far behind.
      time = Math.max(time, end - 0.5 * Math.max(this.pace, 0.1), this.film.times[0]);
      last = now;
      const frame = this.frameAt(time);
      if (frame !== this.frame) this.show(frame, true);
      requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
  }
}
