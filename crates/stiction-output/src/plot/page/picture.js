// A figure as one PNG picture, with its title and legends, in the colours of the page.
"use strict";

/** Draws what stands above a panel: its title, and the series that are shown. */
function drawHead(context, panel) {
  const middle = (box) => (box.top + box.bottom) / 2;
  context.textBaseline = "middle";
  for (const part of panel.head.children) {
    if (part.getAttribute("aria-pressed") === "false") continue;
    const text = part.querySelector("span") ?? part;
    const box = text.getBoundingClientRect();
    Object.assign(context, { fillStyle: ink("text"), font: getComputedStyle(text).font });
    context.fillText(text.textContent, box.left, middle(box));
  }
  for (const { sample, kind, color, hidden } of panel.series) {
    if (!sample || hidden) continue;
    const box = sample.getBoundingClientRect();
    Object.assign(context, { fillStyle: tint(color), strokeStyle: tint(color), lineWidth: 2 });
    context.setLineDash(kind === "dashed" ? [5, 3] : []);
    context.beginPath();
    if (kind === "area" || kind === "polygon") {
      context.globalAlpha = 0.18;
      context.fillRect(box.left, box.top, box.width, box.height);
      context.globalAlpha = 1;
    }
    if (kind === "polygon") context.rect(box.left, box.top, box.width, box.height);
    if (kind.includes("line") || kind === "dashed" || kind === "steps") {
      context.moveTo(box.left, middle(box));
      context.lineTo(box.right, middle(box));
    }
    context.stroke();
    if (!kind.includes("points")) continue;
    context.beginPath();
    context.arc((box.left + box.right) / 2, middle(box), 3.5, 0, 2 * Math.PI);
    context.fill();
  }
}

/** The picture on a canvas; so many of its pixels are one of the page. */
function pictureOf(figure, scale) {
  const { holder, panels } = figure;
  figure.drawNow(scale);
  const [outer, title] = [holder.getBoundingClientRect(), holder.querySelector("figcaption")];
  const high = panels.at(-1).box.getBoundingClientRect().bottom - outer.top;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: (outer.width + 16) * scale, height: (high + 16) * scale });
  const context = canvas.getContext("2d");
  context.fillStyle = ink("page");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.translate(8 - outer.left, 8 - outer.top);
  if (title) drawHead(context, { head: { children: [title] }, series: [] });
  for (const panel of panels) {
    const box = panel.canvas.getBoundingClientRect();
    context.drawImage(panel.canvas, box.left, box.top, box.width, box.height);
    drawHead(context, panel);
  }
  figure.draw();
  return canvas;
}

/** A button below the figure that saves the picture. */
function offerPicture(figure) {
  const button = add(figure.holder, "button", { type: "button", class: "save screen" }, "Save as PNG");
  button.addEventListener("click", () => {
    const title = figure.holder.querySelector("figcaption")?.textContent || document.title;
    const name = title.trim().replaceAll(/[^\p{L}\p{N}.,-]+/gu, "_").slice(0, 80) || "figure";
    const link = document.createElement("a");
    Object.assign(link, { download: `${name}.png`, href: pictureOf(figure, 3).toDataURL() });
    link.click();
  });
}
