// Doing what is asked for, one thing after another, and telling what goes wrong.
import { Queue } from "./queue.js";
import { $, table } from "./state.js";

export const queue = new Queue(table);
const heeding = []; // called with each error that is told

// Does it after all that was asked for before.
export const attempt = (what) => queue.do(what);
// The same; an error is told to the player.
export const act = (what) => attempt(async () => { try { await what(); } catch (error) { complain(error); } });

export const whenComplained = (then) => { heeding.push(then); };

export function complain(error) {
  if (error.status === undefined) console.error(error);
  tell(error.message);
  for (const then of heeding) then(error);
}

// Tells something in passing.
let timer = 0;
export function tell(message) {
  const toast = $("toast");
  toast.textContent = message;
  toast.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { toast.hidden = true; }, 6000);
}
