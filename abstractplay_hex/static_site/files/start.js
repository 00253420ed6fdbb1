// What is chosen before a game: which, its variants, who plays each seat.
import { make } from "./api.js";
import { goes } from "./fits.js";
import { say } from "./words.js";

const kind = ($, kinds) => kinds.games.find(({ uid }) => uid === $("game").value);

// What the page knows of each game: names of the groups of variants, and with which of them others go.
const known = ($) => JSON.parse($("start").dataset.games)[$("game").value] ?? { groups: {}, fits: {} };

export function offerGames($, kinds) {
  $("game").replaceChildren(...kinds.games.map(({ uid, name }) => make("option", { value: uid }, name)));
}

export function offerVariants($, kinds) {
  const { variants = [] } = kind($, kinds);
  const { groups: names } = known($);
  const groups = Map.groupBy
    ? Map.groupBy(variants, ({ group }) => group)
    : variants.reduce((all, one) => all.set(one.group, [...(all.get(one.group) ?? []), one]), new Map());
  const fields = [...groups].flatMap(([group, members]) => (group === undefined
    ? members.map(({ uid, name }) => make("label", { className: "check", "data-single": uid },
      make("input", { type: "checkbox", value: uid }), make("span", {}, name)))
    : [make("label", {}, `${names[group] ?? group} `, make("select", { "data-group": group },
      ...(members.some(({ uid }) => uid.startsWith("#")) ? [] : [make("option", { value: `#${group}` }, say("page.start.usual"))]),
      ...members.toSorted((a, b) => b.uid.startsWith("#") - a.uid.startsWith("#"))
        .map(({ uid, name }) => make("option", { value: uid }, name))))]));
  $("variants").replaceChildren(make("legend", {}, say("page.site.variants")), make("div", { className: "options" }, ...fields));
  $("variants").hidden = fields.length === 0;
  offerSingles($);
}

// A variant is offered only with what it goes together with.
export function offerSingles($) {
  const { fits } = known($);
  for (const label of $("variants").querySelectorAll("[data-single]")) {
    label.hidden = !goes(fits[label.dataset.single] ?? {},
      (group) => $("variants").querySelector(`[data-group="${CSS.escape(group)}"]`).value);
    if (label.hidden) label.querySelector("input").checked = false;
  }
}

export function offerSeats($, kinds) {
  const { playercounts } = kind($, kinds);
  $("seats").replaceChildren(...Array.from({ length: playercounts[0] }, (_, i) =>
    make("label", {}, `${say("chat.player", { number: i + 1 })} `, make("select", {},
      make("option", { value: "person" }, say("page.site.person")),
      ...kinds.levels.map((level) => make("option", { value: level }, say("page.site.level", { level: level.slice(6) })))))));
}

export function chosen($) {
  const picked = [...$("variants").querySelectorAll("input:checked, select")].map(({ value }) => value);
  return {
    uid: $("game").value,
    variants: picked.filter((uid) => !uid.startsWith("#")),
    players: [...$("seats").querySelectorAll("select")].map(({ value }) => value),
  };
}
