/** A host that uses the client: it must pass the type checker. Nothing here is run. */
import { connect, HexError } from "abstractplay-hex/client";
import type { Connection, RemoteGame } from "abstractplay-hex/client";

export async function submitted(state: string, move: string, player: number): Promise<string> {
  const hex: Connection = await connect({ command: ["abstractplay-hex", "engine"], language: "de" });
  try {
    const game: RemoteGame = await hex.GameFactory("pods", state, null, { verify: true });
    if ((await game.gameover()) || (await game.currplayer()) !== player) throw new Error("not now");
    const after: RemoteGame = await game.move(move, { trusted: false });
    const winners: number[] = await after.winner();
    return `${await after.serialize()} ${winners.length} ${(await hex.games())[0]?.uid}`;
  } catch (error) {
    return error instanceof HexError ? error.code : "";
  } finally {
    hex.close();
  }
}

// @ts-expect-error an answer is a promise
export const wrong = (game: RemoteGame): boolean => game.gameover();
// @ts-expect-error there is no such option
export const unknown = () => connect({ address: "http://127.0.0.1" });
