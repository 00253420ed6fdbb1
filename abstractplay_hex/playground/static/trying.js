// Moves tried out on the game page: they are listed, and shared by links; and the way to the review of a game.
import { base } from "./api.js";
import { act } from "./doing.js";
import { goTo, whenGone } from "./looking.js";
import { $, address, ident, now } from "./state.js";
import { toast } from "./toast.js";
import { Variations } from "./variations.js";

const variations = new Variations({
  box: $("variations"), game: ident, told: toast, open: (after, moves) => act(() => goTo(after, moves)),
});

whenGone((at, line) => variations.add(at, line));

export function showWays(view) {
  variations.until(view.ply);
  $("to-review").hidden = !view.reviewable || view.ply === 0;
  $("to-review").href = `${base}/review/${ident}`;
}

// Shows the variation that the address holds, if it holds one.
export async function openLinked() {
  const { hash } = location;
  address.hash = "";
  await variations.openLinked(hash, now.view.ply, goTo);
}
