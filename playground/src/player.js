// The film player of the pages of `stiction run`, with a film that grows while the mechanism runs.
import { Player } from "stiction:film";

export class LivePlayer extends Player {
  /** Replaces the contents of `parent` by a player for a film that the worker read. */
  static in(parent, read) {
    const holder = document.createElement("figure");
    holder.className = "film";
    parent.replaceChildren(holder);
    const player = new LivePlayer(holder, read);
    player.choice.dispatchEvent(new Event("change"));
    return player;
  }

  /** Returns whether a film shows the same mechanism. */
  fits({ film }) {
    const names = ({ bodies, laws }) => JSON.stringify([bodies.map(({ name }) => name), laws.map(({ name }) => name)]);
    return names(film) === names(this.film);
  }

  /** Takes a longer version of the film. */
  grow(read) {
    const wasAtEnd = this.frame >= this.frames - 1;
    this.take(read);
    this.tellChoices();
    // After a restart the film is shorter.
    this.frame = Math.min(this.frame, this.frames - 1);
    this.slider.max = this.frames - 1;
    if (!this.playing && !this.isFollowing) this.show(wasAtEnd ? this.frames - 1 : this.frame, true);
  }

  /** Plays from the first frame on. */
  playAll() {
    this.pause();
    this.show(0, true);
    this.toggle();
  }

  /** Follows a run in progress, a little behind it, so that the film moves evenly. */
  follow(speed) {
    if (this.playing) this.pause();
    this.following = performance.now();
    this.pace = speed;
    if (this.isFollowing) return;
    this.isFollowing = true;
    let last = performance.now();
    let time = this.film.times[this.frame];
    const go = (now) => {
      // Without new rows the run has ended or is paused.
      if (this.playing || now - this.following > 600) {
        this.isFollowing = false;
        return;
      }
      const end = this.film.times[this.frames - 1];
      time = Math.min(time + ((now - last) / 1000) * this.pace, end);
      // Never fall far behind.
      time = Math.max(time, end - 0.5 * Math.max(this.pace, 0.1), this.film.times[0]);
      last = now;
      const frame = this.frameAt(time);
      if (frame !== this.frame) this.show(frame, true);
      requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
  }
}
