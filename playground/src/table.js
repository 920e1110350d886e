// Growing columns of a run, only those that are drawn.

export class Table {
  /** `names` are those of all columns of a row, `kept` those of the columns to keep. */
  constructor(names, kept) {
    this.width = names.length;
    this.places = new Map(kept.filter((name) => names.includes(name)).map((name) => [name, names.indexOf(name)]));
    this.values = new Map([...this.places.keys()].map((name) => [name, new Float64Array(4096)]));
    this.count = 0;
  }

  push(rows) {
    const more = rows.length / this.width;
    for (const [name, place] of this.places) {
      let values = this.values.get(name);
      if (this.count + more > values.length) {
        const larger = new Float64Array(2 * (this.count + more));
        larger.set(values.subarray(0, this.count));
        values = larger;
        this.values.set(name, values);
      }
      for (let k = 0; k < more; k++) values[this.count + k] = rows[k * this.width + place];
    }
    this.count += more;
    if (this.count > MOST) this.thin();
  }

  /** Drops every second row, because a reader may steer for hours. */
  thin() {
    const left = Math.floor(this.count / 2);
    for (const values of this.values.values()) for (let k = 0; k < left; k++) values[k] = values[2 * k + 1];
    this.count = left;
  }

  column(name) { return this.values.get(name)?.subarray(0, this.count) ?? new Float64Array(0); }
}

const MOST = 40_000;
