// Doing what is asked for, one thing after another, and telling what goes wrong.
import { Queue } from "./queue.js";
import { table } from "./state.js";
import { complain as toldOf } from "./toast.js";

export const queue = new Queue(table);
const heeding = []; // called with each error that is told

// Does it after all that was asked for before.
export const attempt = (what) => queue.do(what);
// The same; an error is told to the player.
export const act = (what) => attempt(async () => { try { await what(); } catch (error) { complain(error); } });

export const whenComplained = (then) => { heeding.push(then); };

export function complain(error) {
  toldOf(error);
  for (const then of heeding) then(error);
}
