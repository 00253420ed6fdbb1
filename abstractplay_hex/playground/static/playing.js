// What one does in a game: making a turn, trying one out, asking for a hint. And how it is sent.
import { post } from "./api.js";
import { act, complain } from "./doing.js";
import { goTo, look } from "./looking.js";
import { refresh } from "./standing.js";
import { $, api, myTurn, now, ready, toMove } from "./state.js";
import { say } from "./words.js";

// Sends it to the server, for the game as it is seen here, and shows what has become of the game.
export async function send(what, more) {
  let answer;
  try {
    answer = await post(`${api}/${what}`, { ply: now.view.ply, revision: now.view.revision, ...more });
  } catch (error) {
    if (error.status === 409) await refresh();
    throw error;
  }
  await refresh({ follow: what !== "invitations" });
  return answer;
}

export async function play() {
  if (!myTurn() || !ready()) return;
  $("play").disabled = true;
  await send("moves", { seat: toMove(), move: now.text });
}

export async function tryOut() {
  if (now.seen.complete < 0 || !now.text.trim()) return;
  await goTo(now.at, [...now.line, now.text]);
}

// Does not wait in line: one may go on meanwhile, and then the hint comes too late.
export async function hint() {
  const here = () => JSON.stringify([now.at, now.line, now.text, now.view.ply]);
  const asked = here();
  $("hint").disabled = true;
  try {
    const { move } = await post(`${api}/hints`, { ply: now.at, line: now.line });
    await act(async () => {
      if (asked !== here()) return;
      now.text = move;
      await look();
      $("prompt").textContent = say("page.game.hinted", { move });
    });
  } catch (error) {
    complain(error);
  }
  $("hint").disabled = false;
}
