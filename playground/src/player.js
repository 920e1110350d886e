// The player of films, the one of the pages of `stiction run`, with a film that grows while the mechanism runs.
import { Player } from "stiction:film";

// What belongs to the reader and not to the film.
const OWN = ["holder", "camera", "frame", "playing", "speed", "forces", "trails", "bend", "due", "time", "last", "stage",
  "canvas", "button", "slider", "clock", "choice", "words"];

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
    this.slider.max = this.frames - 1;
    if (!this.playing) this.show(wasAtEnd ? this.frames - 1 : this.frame, true);
  }
}
