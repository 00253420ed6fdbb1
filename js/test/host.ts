/** A host written against the site's interface: it must pass the type checker. Nothing here is run. */
import { load, HexError } from "abstractplay-hex";
import type { ClickResult, Game, Hex, Remote, RenderRep, State } from "abstractplay-hex";

interface Shown {
  render: RenderRep;
  scores: { name: string; scores: (number | string)[] }[];
  buttons: { label: string; move: string }[];
}

/** What the site's front end does at each click. */
export function clicked(hex: Hex, state: string, text: string, row: number, col: number): Shown {
  const game: Game = hex.GameFactory("dendria", state);
  const result: ClickResult = game.handleClick(text, row, col, undefined);
  if (result.canrender && result.complete !== 1) game.move(result.move, { partial: true });
  else if (result.valid) game.move(result.move);
  return {
    render: game.render({ perspective: game.currplayer, altDisplay: undefined }),
    scores: game.sidebarScores(true, result.move),
    buttons: game.getButtons(),
  };
}

/** What the back end does with a turn. */
export function submitted(hex: Hex, state: string, move: string, player: number): string {
  const game = hex.GameFactory("pods", state);
  if (game.gameover || game.currplayer !== player) throw new Error("not now");
  try {
    return game.move(move, { partial: false, trusted: false }).serialize({ strip: true, player });
  } catch (error) {
    if (error instanceof HexError) return `${error.code}: ${error.client} (${error.path ?? ""})`;
    throw error;
  }
}

export async function told(): Promise<string[]> {
  const hex = await load({ language: "de", clock: () => new Date(), wheels: new URL("file:///wheels/") });
  const game = hex.GameFactory("dendria", null, ["modular-7"], { seats: 2 });
  const state: State = game.clone().load(-1).undo(1).state();
  const last: string | undefined = state.stack[state.stack.length - 1]?.lastmove ?? game.randomMove();
  const score: number | undefined = game.getPlayerScore(1);
  game.resign(1).genRecord({ uid: "g", players: [{ name: "Ann", uid: "a" }, "Bob"], dateEnd: new Date() });
  return [...game.chatLog(["Ann"]).flat(), ...game.moveHistory().flat(), last ?? "", `${score}`];
}

/** What a page shows of a game that is over. */
export function reviewed(game: Game): number[] {
  const steps = game.reviewing({ seconds: 0.1 });
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value.players.map(({ loss }) => loss);
    if (step.value.mark === "blunder") return game.evaluate({ simulations: 20 }, 1).advantage;
  }
}

/** The same object, of an engine in another process. */
export async function remote(game: Remote<Game>): Promise<boolean> {
  const after: Remote<Game> = await game.move("g7", { trusted: true });
  return (await after.validateMove("h7")).valid && (await after.gameover());
}

// @ts-expect-error a turn is a text
export const wrong = (game: Game) => game.move(5);
// @ts-expect-error there is no such option
export const unknown = (game: Game) => game.render({ perspectives: 1 });
// @ts-expect-error it is to be read only
export const written = (game: Game) => (game.gameover = true);
