(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  const boards = [...document.querySelectorAll(".ply")];
  const links = [...document.querySelectorAll(".list a")];
  const here = document.querySelector(".here");
  const strips = [...document.querySelectorAll(".strips a")];
  const last = boards.length - 1;
  const blunder = links.findIndex((link) => link.dataset.mark === "blunder");
  const marked = links.flatMap((link, ply) => ("mark" in link.dataset ? [ply] : []));
  let now = -1;

  function show(ply, keep) {
    const next = Math.max(0, Math.min(last, ply));
    if (next === now) return;
    boards[now]?.classList.remove("now");
    links[now]?.removeAttribute("aria-current");
    now = next;
    boards[now].classList.add("now");
    const link = links[now];
    link.setAttribute("aria-current", "true");
    const list = link.closest(".list");
    const [top, room] = [link.offsetTop - list.offsetTop, list.clientHeight];
    if (top < list.scrollTop + 40 || top > list.scrollTop + room - 60) list.scrollTop = top - room / 2;
    if (here) {
      const x = Number(here.dataset.left) + now * Number(here.dataset.step);
      here.setAttribute("transform", `translate(${x},0)`);
      here.setAttribute("visibility", "visible");
    }
    if (!keep) history.replaceState(null, "", `#ply-${now}`);
  }

  const asked = () => {
    const found = /^#ply-(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : null;
  };
  const steps = {
    first: () => show(0), back: () => show(now - 1), on: () => show(now + 1), last: () => show(last),
    before: () => show(marked.findLast((ply) => ply < now) ?? now),
    next: () => show(marked.find((ply) => ply > now) ?? now),
  };
  const keys = {
    Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", ArrowUp: "before", ArrowDown: "next", p: "before", n: "next",
  };
  for (const link of [...links, ...strips])
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(Number(link.getAttribute("href").slice(5)));
    });
  for (const button of document.querySelectorAll(".steps button"))
    button.addEventListener("click", () => steps[button.dataset.step]());
  addEventListener("keydown", (event) => {
    const step = steps[keys[event.key]];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step();
  });
  addEventListener("hashchange", () => show(asked() ?? 0, true));

  const dark = matchMedia("(prefers-color-scheme: dark)");
  document.getElementById("theme").addEventListener("click", () => {
    const is = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    root.dataset.theme = is === "dark" ? "light" : "dark";
  });
  show(asked() ?? (blunder < 0 ? marked[0] ?? last : blunder), asked() === null);
})();
