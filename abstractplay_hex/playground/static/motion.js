// What has changed on the board is seen to change: pieces slide, come and go, and turn over. The new picture
// is there at once and can be clicked; where less motion is asked for, it is all there is.

const LASTS = 220; // milliseconds
const MOST = 40; // of more changes at once nothing can be followed
const SLIDES = { duration: LASTS, easing: "cubic-bezier(.3, .1, .3, 1)" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Where pieces stand, by place: what is drawn there, told without ids, which each picture has its own of.
function standing(svg) {
  const drawn = new Map();
  const shape = (href) => {
    if (!drawn.has(href)) drawn.set(href, svg.querySelector(`[id="${CSS.escape(href.slice(1))}"]`));
    return drawn.get(href);
  };
  const found = new Map();
  for (const piece of svg.querySelectorAll(".pieces > use")) {
    const [x, y] = [piece.getAttribute("x"), piece.getAttribute("y")];
    const before = found.get(`${x},${y}`);
    const drawing = shape(piece.getAttribute("href"));
    const kind = (before?.kind ?? "") + (drawing?.innerHTML ?? "");
    found.set(`${x},${y}`, { x: Number(x), y: Number(y), kind, uses: [...(before?.uses ?? []), piece], drawing });
  }
  return found;
}

// What a picture is of: where its cells are, in which light. Of another board, or in another theme, nothing moves.
function ground(svg) {
  const cells = [...svg.querySelectorAll("[data-row] > use")];
  const light = svg.querySelector("rect")?.getAttribute("fill");
  return [light, ...cells.map((use) => `${use.getAttribute("x")},${use.getAttribute("y")}`)].join(" ");
}

// What differs: pieces gone, come, and replaced where they stood.
export function changes(before, after) {
  const gone = [];
  const come = [];
  const turned = [];
  for (const [place, piece] of before) {
    const now = after.get(place);
    if (!now) gone.push(piece);
    else if (now.kind !== piece.kind) turned.push({ was: piece, now });
  }
  for (const [place, piece] of after) if (!before.has(place)) come.push(piece);
  return { gone, come, turned };
}

// Takes the nearest piece of that kind that is gone: it is the one that has come.
function origin(kind, { x, y }, gone) {
  const far = (piece) => Math.hypot(piece.x - x, piece.y - y);
  const same = gone.filter((piece) => piece.kind === kind).sort((a, b) => far(a) - far(b));
  if (same.length) gone.splice(gone.indexOf(same[0]), 1);
  return same[0];
}

function slide(piece, from) {
  const by = `translate(${from.x - piece.x}px, ${from.y - piece.y}px)`;
  for (const use of piece.uses) {
    use.parentNode.append(use); // above what it passes
    use.animate([{ transform: by }, { transform: "none" }], SLIDES);
  }
}

function appear(uses, from) {
  for (const use of uses) {
    use.style.transformBox = "fill-box";
    use.style.transformOrigin = "center";
    use.animate([from, { opacity: 1, transform: "none" }], SLIDES);
  }
}

// A piece that is no longer in the picture is drawn once more, and fades.
function fade(piece, group) {
  if (!piece.drawing) return;
  const ghost = document.importNode(piece.drawing, true);
  ghost.removeAttribute("id");
  ghost.setAttribute("transform", `translate(${piece.x},${piece.y}) ${ghost.getAttribute("transform") ?? ""}`);
  ghost.setAttribute("class", "ghost");
  ghost.setAttribute("aria-hidden", "true");
  group.prepend(ghost); // under what takes its place
  const going = ghost.animate([{ opacity: 1 }, { opacity: 0 }], SLIDES);
  going.finished.then(() => ghost.remove(), () => ghost.remove());
}

// Shows how the picture `before` has become the picture `after`, which is in the page.
export function move(before, after) {
  const group = after.querySelector(".pieces");
  if (!before || !group || still.matches || document.hidden || ground(before) !== ground(after)) return;
  const was = standing(before);
  const { gone, come, turned } = changes(was, standing(after));
  const count = gone.length + come.length + turned.length;
  if (count === 0 || count > MOST) return;
  if (turned.length > 1 && turned.length === was.size - gone.length) return; // other colours
  const fallen = [];
  for (const piece of come) {
    const from = origin(piece.kind, piece, gone);
    if (from) slide(piece, from);
    else appear(piece.uses, { opacity: 0, transform: "scale(.6)" });
  }
  for (const { was: one, now } of turned) {
    const from = origin(now.kind, now, gone);
    if (from) {
      slide(now, from);
      fallen.push(one);
    } else appear(now.uses, { opacity: 1, transform: "scaleX(0)" });
  }
  for (const piece of [...gone, ...fallen]) fade(piece, group);
  after.querySelector(".annotations")?.animate([{ opacity: 0 }, { opacity: 1 }], SLIDES);
}
