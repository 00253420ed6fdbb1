// On the start page: how much time there is.
import { keep, kept, make } from "./api.js";
import { DAY, control } from "./spans.js";
import { say } from "./words.js";

const PRESETS = [
  { kind: "fischer", main: 300, increment: 5 }, { kind: "fischer", main: 900, increment: 10 },
  { kind: "fischer", main: 2700, increment: 30 }, { kind: "move", seconds: DAY }, { kind: "move", seconds: 3 * DAY },
];
// As the server has them, in seconds.
const SHORTEST = 5;
const LONGEST = 30 * DAY;
const LONGEST_INCREMENT = DAY;

const box = document.getElementById("time");
const choice = box.querySelector("select");
const own = document.getElementById("own-time");
const last = kept(localStorage, "time", null);

const option = (value, text) => make("option", { value }, text);
choice.append(option("", say("page.time.none")), ...PRESETS.map((one, i) => option(String(i), control(one))),
  option("fischer", say("page.time.own-fischer")), option("move", say("page.time.own-move")));
choice.value = last?.choice ?? "";
if (choice.selectedIndex < 0) choice.value = ""; // of another version

const number = (name, label, value, min, max) => make("label", {}, `${label} `,
  make("input", { type: "number", name, value: String(value), min: String(min), max: String(max), step: "1", required: true, inputMode: "numeric" }));

function perMove({ number: count = 2, unit = 60 } = {}) {
  const units = [[1, say("page.time.in-seconds")], [60, say("page.time.in-minutes")],
    [3600, say("page.time.in-hours")], [DAY, say("page.time.in-days")]];
  const select = make("select", { name: "time-unit" }, ...units.map(([value, text]) => option(String(value), text)));
  select.value = String(unit);
  const field = number("time-number", say("page.time.number"), count, 1, 1);
  const bound = () => {
    field.lastChild.min = String(Math.ceil(SHORTEST / Number(select.value)));
    field.lastChild.max = String(Math.floor(LONGEST / Number(select.value)));
  };
  select.addEventListener("change", bound);
  bound();
  return [field, make("label", {}, `${say("page.time.unit")} `, select)];
}

const fischer = ({ minutes = 10, increment = 10 } = {}) => [
  number("time-main", say("page.time.main"), minutes, 1, LONGEST / 60),
  number("time-increment", say("page.time.increment"), increment, 0, LONGEST_INCREMENT)];

// Where only computers play nobody waits.
export function offerTime(where) {
  box.hidden = where === "computers";
  const kind = box.hidden ? "" : choice.value;
  document.getElementById("time-first").hidden = kind === "";
  if (own.dataset.kind === kind) return;
  own.dataset.kind = kind;
  const fields = { fischer, move: perMove }[kind];
  own.replaceChildren(...(fields ? fields(last?.choice === kind ? last : {}) : []));
  own.hidden = !fields;
}

const value = (name) => Number(own.querySelector(`[name="${name}"]`).value);

// What is chosen, as the server wants it.
export function chosenTime() {
  if (box.hidden || choice.value === "") {
    if (!box.hidden) keep(localStorage, "time", null);
    return null;
  }
  if (choice.value === "move") {
    const [count, unit] = [value("time-number"), value("time-unit")];
    keep(localStorage, "time", { choice: "move", number: count, unit });
    return { kind: "move", seconds: count * unit };
  }
  if (choice.value === "fischer") {
    const [minutes, increment] = [value("time-main"), value("time-increment")];
    keep(localStorage, "time", { choice: "fischer", minutes, increment });
    return { kind: "fischer", main: 60 * minutes, increment };
  }
  keep(localStorage, "time", { choice: choice.value });
  return PRESETS[Number(choice.value)];
}
