// Five steps that teach stick and drift. A step is done when the reader has seen its point.

/** `page` opens scenarios, exchanges laws and reports events; see main.js. */
export const STEPS = [
  {
    title: "Push the block",
    text: "Friction holds this block up to 5 N. Press Run, then move the slider “push”. Below 5 N the marks under the block stay green: it sticks. Above 5 N they turn orange: it slips.",
    begin: (page) => page.openTour("push"),
    isDone: (state) => state.modes.some(([, mode]) => mode === "slip"),
    done: "It slipped. Below the limit it does not creep, however long you wait.",
  },
  {
    title: "Make it tremble",
    text: "Now a machine pushes with 3 N and trembles by 1.5 N, always below the limit. Press Run and look at block.x: the block bends its bristles by tens of microns, and the point of contact stays.",
    begin: (page) => page.openTour("tremble"),
    isDone: (state) => state.scenario === "tremble" && state.ended,
    done: "After four seconds of trembling it is where it was: no drift.",
  },
  {
    title: "Watch LuGre creep",
    text: "This is the block with the LuGre law. Press Run: every period of the tremor moves it a little further. The model causes this, not the step: a smaller step does not help.",
    begin: (page) => page.openTour("tremble", "lugre"),
    isDone: (state) => state.ended && state.law === "lugre",
    done: "It kept creeping, although the load never reached the limit.",
  },
  {
    title: "Swap the law",
    text: "Press “Compare laws” to see gsat, LuGre, Dahl and a speed threshold on one mechanism, in one picture. The table shows the mean rate in the second half.",
    begin: (page) => page.openTour("tremble"),
    isDone: (state) => state.compared,
    done: "Only gsat has a rate of zero. “Use …” puts a law into the text.",
  },
  {
    title: "Find the step limit",
    text: "An explicit step must resolve the bristle. Press “Step limit”, then move the slider solver.step beyond it: the page warns you before anything blows up.",
    begin: (page) => page.openTour("tremble"),
    isDone: (state) => state.doubts > 0,
    done: "That step is too large: parts that should stick chatter. Move it back, or choose a softer bristle.",
  },
];

export class Tour {
  constructor(parent, page) {
    Object.assign(this, { parent, page, step: -1 });
  }

  start() { this.go(0); }

  go(step) {
    this.step = step;
    this.isDone = false;
    this.parent.hidden = step < 0;
    if (step < 0) return;
    const { title, text, begin } = STEPS[step];
    this.parent.replaceChildren();
    const head = document.createElement("h2");
    head.tabIndex = -1;
    head.textContent = `${step + 1} of ${STEPS.length}: ${title}`;
    const words = document.createElement("p");
    words.textContent = text;
    this.status = document.createElement("p");
    this.status.className = "pass";
    this.status.setAttribute("role", "status");
    const bar = document.createElement("div");
    bar.className = "bar";
    const button = (label, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = label;
      made.addEventListener("click", act);
      bar.append(made);
      return made;
    };
    if (step > 0) button("Back", () => this.go(step - 1));
    this.next = button(step + 1 < STEPS.length ? "Next" : "End the tour", () => this.go(step + 1 < STEPS.length ? step + 1 : -1));
    if (step + 1 < STEPS.length) button("Leave the tour", () => this.go(-1));
    this.parent.append(head, words, this.status, bar);
    begin(this.page);
    head.focus({ preventScroll: true });
  }

  /** Checks after every event whether the step is done. */
  look(state) {
    if (this.step < 0 || this.isDone || !STEPS[this.step].isDone(state)) return;
    this.isDone = true;
    this.status.textContent = STEPS[this.step].done;
    this.next.classList.add("ready");
  }
}
