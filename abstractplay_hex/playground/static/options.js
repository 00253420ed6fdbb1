// How the board is shown: display, colours, marks, which way it is turned. And the picture to take away.
import { keep, make } from "./api.js";
import { act } from "./doing.js";
import { look } from "./looking.js";
import { $, api, dark, display, ident, marks, now, rotation, rotations, wishes } from "./state.js";

export function showDisplays() {
  const { displays } = now.view;
  const select = $("display");
  if (select.options.length === 1) {
    select.append(...displays.map((d) => make("option", { value: d.uid, title: d.description }, d.name)));
  }
  select.value = display() ?? "";
  select.parentElement.hidden = displays.length === 0;
  $("palette").value = wishes.palette;
}

function wish(wanted) {
  Object.assign(wishes, wanted);
  keep(localStorage, "wishes", wishes);
  act(() => look());
}

$("display").addEventListener("change", (event) => {
  wish({ displays: { ...wishes.displays, [now.view.game]: event.target.value } });
});
$("marks").checked = marks();
$("marks").addEventListener("change", (event) => wish({ marks: event.target.checked }));
$("enlarge").checked = wishes.enlarge !== false;
$("enlarge").addEventListener("change", (event) => wish({ enlarge: event.target.checked }));
$("palette").addEventListener("change", (event) => wish({ palette: event.target.value }));
$("rotate").addEventListener("click", () => {
  rotations[ident] = (rotation() + 60) % 360;
  keep(localStorage, "rotations", rotations);
  act(() => look());
});
addEventListener("theme", () => { if (now.view) act(() => look()); });

$("get-svg").addEventListener("click", (event) => {
  const how = new URLSearchParams({ ply: now.at, palette: wishes.palette, dark: dark(), rotate: rotation() });
  if (display()) how.set("display", display());
  event.currentTarget.href = `${api}/board.svg?${how}`;
});
$("get-svg").href = `${api}/board.svg`;
