// What is chosen before a game: which, its variants, who plays each seat.
import { make } from "./api.js";

const kind = ($, kinds) => kinds.games.find(({ uid }) => uid === $("game").value);

export function offerGames($, kinds) {
  $("game").replaceChildren(...kinds.games.map(({ uid, name }) => make("option", { value: uid }, name)));
}

export function offerVariants($, kinds) {
  const { variants = [] } = kind($, kinds);
  const groups = Map.groupBy
    ? Map.groupBy(variants, ({ group }) => group)
    : variants.reduce((all, one) => all.set(one.group, [...(all.get(one.group) ?? []), one]), new Map());
  const fields = [...groups].flatMap(([group, members]) => (group === undefined
    ? members.map(({ uid, name }) => make("label", { className: "check" },
      make("input", { type: "checkbox", value: uid }), make("span", {}, name)))
    : [make("label", {}, `${group[0].toUpperCase()}${group.slice(1)} `, make("select", {},
      ...(members.some(({ uid }) => uid.startsWith("#")) ? [] : [make("option", { value: "#" }, "As usual")]),
      ...members.toSorted((a, b) => b.uid.startsWith("#") - a.uid.startsWith("#"))
        .map(({ uid, name }) => make("option", { value: uid }, name))))]));
  $("variants").replaceChildren(make("legend", {}, "Variants"), make("div", { className: "options" }, ...fields));
  $("variants").hidden = fields.length === 0;
}

export function offerSeats($, kinds) {
  const { playercounts } = kind($, kinds);
  $("seats").replaceChildren(...Array.from({ length: playercounts[0] }, (_, i) =>
    make("label", {}, `Player ${i + 1} `, make("select", {},
      make("option", { value: "person" }, "a person"),
      ...kinds.levels.map((level) => make("option", { value: level }, `the computer, level ${level.slice(6)}`))))));
}

export function chosen($) {
  const picked = [...$("variants").querySelectorAll("input:checked, select")].map(({ value }) => value);
  return {
    uid: $("game").value,
    variants: picked.filter((uid) => !uid.startsWith("#")),
    players: [...$("seats").querySelectorAll("select")].map(({ value }) => value),
  };
}
