/** Games of an engine in another process or behind an address, for hosts that do not want WebAssembly. */
import type { FactoryOptions, Game, GameInfo, Remote } from "./index.js";

export { HexError } from "./index.js";

/** A game whose answers are promises; its properties are functions. A review comes whole. */
export type RemoteGame = Remote<Omit<Game, "reviewing">>;

export interface ConnectOptions {
  /** Address of `abstractplay-hex serve --engine-only`: `http://127.0.0.1:8000/api/engine`. */
  url?: string | URL;
  /** What starts an engine, if there is no address: `["abstractplay-hex", "engine"]`. */
  command?: string[];
  /** Of all that is said in words: "en", "de". */
  language?: string;
}

/** A connection. Its errors are {@link HexError}s, besides the library's own `engine.died`, `engine.unreachable`, `engine.command` and `engine.closed`. */
export interface Connection {
  /** Version of the library. */
  readonly version: string;
  languages(): Promise<string[]>;
  games(): Promise<GameInfo[]>;
  gameinfo(uid: string): Promise<GameInfo>;
  /** Begin a game, or resume one from its state: text, `gz:` and base64, or the data. */
  GameFactory(
    uid: string,
    state?: string | object | null,
    variants?: string[] | null,
    options?: FactoryOptions,
  ): Promise<RemoteGame>;
  /** Let the engine's process end. */
  close(): void;
}

/**
 * Connect to an engine. If its process dies, it is started again, and what was not answered is asked once more.
 *
 * @throws HexError `engine.died` if it died again, `engine.unreachable` if an address does not answer.
 */
export function connect(options?: ConnectOptions): Promise<Connection>;
