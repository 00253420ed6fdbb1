// What is out of place on a page: asked by test_sights.py in the page itself.
const placed = (() => {
  const told = (e) => e.outerHTML.slice(0, 90);
  const parents = (e) => (e.parentElement ? [e.parentElement, ...parents(e.parentElement)] : []);
  const cut = (e) => e.closest("svg, .said-only") || parents(e).some((p) => getComputedStyle(p).overflowX !== "visible");
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  // What sticks out at the sides, by what cannot be scrolled to.
  const wide = () => {
    const most = document.documentElement.clientWidth;
    const out = ({ left, right }) => right > most + 1 || left < -1;
    const found = [...document.querySelectorAll("body *")]
      .filter((e) => shown(e) && !cut(e) && out(e.getBoundingClientRect()));
    return [...(document.documentElement.scrollWidth > most ? ["the page"] : []), ...found.map(told)];
  };

  // Controls of less than 24 pixels; a box is hit by its label, too. Small boards are zoomed into on phones.
  const small = () => {
    const controls = "button, input, select, summary, .board [data-row] > use";
    const area = (e) => (e.matches("[type=radio], [type=checkbox]") ? e.closest("label") ?? e : e).getBoundingClientRect();
    return [...document.querySelectorAll(controls)]
      .filter((e) => shown(e) && !(e.matches(".board use") && Math.min(innerWidth, innerHeight) < 700))
      .filter((e) => Math.min(area(e).width, area(e).height) < 23.9 && !e.closest(".said-only"))
      .map((e) => `${told(e)} ${area(e).width} x ${area(e).height}`);
  };

  // Cells that are not there, or that something else lies on.
  const covered = () => {
    const board = document.getElementById("board").getBoundingClientRect();
    const within = ([x, y], box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    return [...document.querySelectorAll("#board [data-row] > use")].flatMap((use) => {
      const { dataset } = use.parentNode;
      const box = use.getBoundingClientRect();
      const at = [box.x + box.width / 2, box.y + box.height / 2];
      if (!within(at, board)) return [`${dataset.cell} is cut off`];
      if (at[1] < 0 || at[1] > innerHeight) return []; // further down the page
      const top = document.elementFromPoint(...at);
      return top?.closest("[data-row]") === use.parentNode ? [] : [`${dataset.cell} is under ${top && told(top)}`];
    });
  };

  // Left, top, right and bottom of all cells.
  const cells = () => [...document.querySelectorAll("#board [data-row]")].map((e) => e.getBoundingClientRect())
    .reduce(([a, b, c, d], { left, top, right, bottom }) =>
      [Math.min(a, left), Math.min(b, top), Math.max(c, right), Math.max(d, bottom)], [1e6, 1e6, 0, 0]);

  // What has the focus without showing it; true if it is seen, null if nothing has it.
  const unseen = () => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    if (e.closest("#board svg")) return getComputedStyle(document.querySelector("#board .ring")).display !== "none" || told(e);
    const style = getComputedStyle(e.closest("label.card") ?? e);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || told(e);
  };
  return { wide, small, covered, cells, unseen };
})();
