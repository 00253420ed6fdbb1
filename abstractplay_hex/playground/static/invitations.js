// Links to the seats. They are shown as long as the tab knows them; who has started the game can renew those
// of free seats.
import { base, keep, kept, make } from "./api.js";
import { act } from "./doing.js";
import { send } from "./playing.js";
import { $, againstComputers, alone, ident, nameOf, now, seats } from "./state.js";
import { say } from "./words.js";

const known = () => kept(sessionStorage, `links ${ident}`, {});
const who = (seat) => (seat === 0 ? say("page.invite.watch") : say("page.invite.play", { player: nameOf(seat) }));

export function showInvitations() {
  const { view, mine } = now;
  const links = known();
  const box = $("invite");
  const begun = view.moves.some((move) => !mine.includes(move.player));
  const free = (seat) => view.owner && !view.gameover && !view.computers.some((one) => one.seat === seat)
    && !view.moves.some((move) => move.player === seat);
  const rows = [...seats(), 0]
    .filter((seat) => (links[seat] ? alone() || !mine.includes(seat) : free(seat) && !mine.includes(seat)));
  if (begun) box.querySelector("details")?.removeAttribute("open");
  const shown = JSON.stringify(rows.map((seat) => links[seat] ?? seat));
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  box.hidden = rows.length === 0;
  box.replaceChildren(make("details", { open: mine.length === 1 && !begun && !againstComputers() },
    make("summary", {}, say("page.invite.open")), make("p", {}, say("page.invite.told")),
    ...rows.map((seat) => (links[seat] ? link(seat, links[seat]) : renewal(seat)))));
}

function renewal(seat) {
  const renew = () => act(async () => {
    const got = await send("invitations", { seat });
    keep(sessionStorage, `links ${ident}`, { ...known(), [seat]: got.key });
    showInvitations();
  });
  return make("div", { className: "link" }, make("span", {}, who(seat)),
    make("button", { type: "button", onclick: renew, className: "renew" }, say("page.invite.renew")));
}

function link(seat, key) {
  const value = `${location.origin}${base}/games/${ident}#join=${key}`;
  const field = make("input", { readOnly: true, value, onfocus: (e) => e.target.select() });
  field.setAttribute("aria-label", seat === 0 ? say("page.invite.watch-link") : say("page.invite.play-link", { number: seat }));
  field.dataset.seat = seat;
  const copy = make("button", { type: "button" }, say("page.invite.copy"));
  copy.addEventListener("click", async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    copy.textContent = say("page.invite.copied");
    setTimeout(() => { copy.textContent = say("page.invite.copy"); }, 1500);
  });
  return make("div", { className: "link" }, make("span", {}, who(seat)), field, copy);
}
