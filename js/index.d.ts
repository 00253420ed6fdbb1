/**
 * The shapes of abstractplay-hex in JavaScript: a game with the site's names, in two forms.
 *
 * `load()` gives an engine in this process, whose games answer at once ({@link Game}); the client of an
 * engine process has the same games with promises ({@link Remote} of it). Everything that crosses is plain
 * JSON data, fresh each time.
 */

/** A player to move, 1-based. */
export type Seat = number;
/** JSON as a file or a database has it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What is said of a turn's text; never thrown. */
export interface Validation {
  valid: boolean;
  /** Plain text for the player, in the language in force; holds nothing that the player typed. */
  message: string;
  /** -1: unfinished; 0: can be submitted, and more can follow; 1: nothing can follow. */
  complete: -1 | 0 | 1;
  /** Whether `move(text, {partial: true})` can show it. */
  canrender: boolean;
  /** Stable, for machines. */
  code: string;
  /** The only text with which this one can go on. */
  autocomplete?: string;
}

/** The answer to a click: the whole new text, and what there is to say of it. */
export interface ClickResult extends Validation {
  move: string;
  /** To be given to the next `render`, for games that have any. */
  opts?: { [key: string]: Json };
}

/** JSON for the site's renderer (schema `rendergame`). */
export interface RenderRep {
  renderer?: string;
  options?: string[];
  legend?: { [glyph: string]: Json };
  board: { [key: string]: Json } | null;
  pieces: Json;
  areas?: Json[];
  annotations?: Json[];
}

/** One saved ply: what all games have, and what the game adds. */
export interface Ply {
  _version: string;
  _results: MoveResult[];
  _timestamp: string;
  currplayer: Seat;
  lastmove?: string;
  [key: string]: Json | MoveResult[] | undefined;
}

/** The whole game as saved: `JSON.stringify(game.state())` is `game.serialize()`. */
export interface State {
  game: string;
  numplayers: number;
  variants: string[];
  gameover: boolean;
  winner: Seat[];
  stack: Ply[];
}

/** What a turn did. */
export interface MoveResult {
  type: string;
  [key: string]: Json;
}

export interface Score {
  name: string;
  scores: (number | string)[];
}

export interface Status {
  key: string;
  value: Json[];
}

/** A button of the game. `move` goes to `handleClick(text, -1, -1, move)`; `key` is that of a host's catalogue. */
export interface Button {
  label: string;
  key: string;
  move: string;
}

export interface Variant {
  uid: string;
  name: string;
  description?: string;
  group?: string;
  default?: boolean;
  unrated?: boolean;
  experimental?: boolean;
}

export interface Display {
  uid: string;
  name: string;
  description?: string;
}

/** Metadata of a game (schema `gameinfo`). */
export interface GameInfo {
  uid: string;
  name: string;
  version: string;
  dateAdded: string;
  description?: string;
  notes?: string;
  urls: string[];
  people?: { type: string; name: string; urls?: string[]; apid?: string }[];
  variants?: Variant[];
  displays?: Display[];
  playercounts: number[];
  categories: string[];
  flags: string[];
  [key: string]: unknown;
}

/** A game record (schema `gamerecord`). */
export interface GameRecord {
  header: { [key: string]: Json };
  moves: Json[][];
}

export interface MoveOptions {
  /** Only show what is under way, in the next `render` and the sidebar; pushes no ply. */
  partial?: boolean;
  /** Do not judge the turn; for texts that are known to be legal. */
  trusted?: boolean;
}

export interface RenderOptions {
  /** The player who looks; 0 is a spectator. */
  perspective?: number;
  altDisplay?: string;
  /** Those of the last click, for games that have any. */
  opts?: { [key: string]: Json };
  /** Refuse players and displays that there are not. */
  strict?: boolean;
}

/** How a board is drawn as SVG. Cells of an interactive picture have `data-row` and `data-col`. */
export interface SvgOptions {
  perspective?: number;
  altDisplay?: string;
  prefix?: string;
  palette?: "default" | "colour-blind";
  dark?: boolean;
  rotate?: number;
  width?: number;
  interactive?: boolean;
  strict?: boolean;
}

export interface LegendOptions {
  perspective?: number;
  altDisplay?: string;
  palette?: "default" | "colour-blind";
  dark?: boolean;
}

/** A phrase, and what it is about: as `render` JSON of a cell or two, and that as SVG. */
export interface LegendEntry {
  text: string;
  sample: RenderRep;
  svg: string;
}

export interface RecordDetails {
  /** The game's id at the site. */
  uid?: string | number;
  players: (string | { name: string; uid?: string; userid?: string; isai?: boolean })[];
  site?: string;
  unrated?: boolean;
  pied?: boolean;
  event?: string;
  round?: string;
  dateStart?: Date | string;
  dateEnd?: Date | string;
  dateGenerated?: Date | string;
}

/** What a search may spend on a position; it ends with the first that is used up. By simulations alone it says the same each time. */
export interface Budget {
  seconds?: number;
  simulations?: number;
}

/** A turn, and how play may go on after it. */
export interface Line {
  turns: string[];
  /** After it, for each player: -1 is lost, 1 is won. No probability. */
  advantage: number[];
  /** How often the search tried the turn. */
  visits: number;
}

/** A position (schema `analysis-1`). */
export interface Analysis {
  game: string;
  variants: string[];
  ply: number;
  position: string;
  player: Seat;
  advantage: number[];
  /** The best first; none after the end. */
  lines: Line[];
  simulations: number;
}

export type Mark = "only-move" | "inaccuracy" | "mistake" | "blunder";

/** A ply that was reviewed. */
export interface ReviewedPly {
  ply: number;
  player: Seat;
  move: string;
  advantage: number[];
  /** By how much the best turn would have been better; null for an ending by word. */
  loss: number | null;
  mark: Mark | null;
  lines: Line[];
}

/** A game that was reviewed (schema `review-1`). */
export interface Review {
  game: string;
  variants: string[];
  seats: number;
  gameover: boolean;
  winner: Seat[];
  start: number[];
  plies: ReviewedPly[];
  players: { player: Seat; turns: number; loss: number; marks: Record<Mark, number> }[];
}

/** A game under way, with the site's names. Methods that change it return it. */
export interface Game {
  readonly metaGame: string;
  readonly stack: Ply[];
  readonly currplayer: Seat;
  readonly gameover: boolean;
  readonly winner: Seat[];
  readonly numplayers: number;
  readonly variants: string[];
  readonly lastmove: string | undefined;
  readonly results: MoveResult[];
  /** Number of the ply looked at: 0 is the start. */
  readonly ply: number;

  moves(): string[];
  countMoves(): number;
  /** The same again for the same seed. */
  randomMove(seed?: number | string): string | undefined;
  validateMove(move: string): Validation;
  move(move: string, options?: MoveOptions): this;
  handleClick(move: string, row: number, col: number, piece?: string): ClickResult;
  /** The turn that a computer player makes, such as "level:4"; undefined when the game is over. */
  suggest(player: string, seed?: number | string): string | undefined;
  /** How the ply looked at stands, and the best lines of play; a second by default. */
  evaluate(budget?: Budget, seed?: number | string): Analysis;
  /** What each ply lost against the best turn; 0.04 seconds for each position by default. */
  review(budget?: Budget, seed?: number | string): Review;
  /** The same a ply a step, so that something else can be done in between: yields each, returns the whole. */
  reviewing(budget?: Budget, seed?: number | string): Generator<ReviewedPly, Review, void>;
  sameMove(move1: string, move2: string): boolean;
  /** Look at a ply; -1 is the last. */
  load(idx?: number): this;
  /** Take back the last n plies, an ending included. */
  undo(n?: number): this;
  clone(): this;
  resign(player: Seat): this;
  timeout(player: Seat): this;
  draw(): this;
  abandoned(): this;

  serialize(options?: { strip?: boolean; player?: Seat }): string;
  state(): State;
  /** The position looked at as text. */
  position(): string;
  gameinfo(): GameInfo;
  /** The metadata as JSON text. */
  info(): string;
  render(options?: RenderOptions): RenderRep;
  svg(options?: SvgOptions): string;
  sidebarScores(isPartial?: boolean, partialMove?: string): Score[];
  sidebarStatuses(isPartial?: boolean, partialMove?: string): Status[];
  getButtons(): Button[];
  getCustomRotation(): number;
  /** The name of a cell, as moves are written with it; row 0 is the top, col 0 the leftmost of its row. */
  cellName(row: number, col: number): string;
  /** Row and column of a cell. */
  cellPlace(name: string): [number, number];
  /** The site's own: x is the column, y the row. */
  coords2algebraic(x: number, y: number): string;
  algebraic2coords(cell: string): [number, number];
  /** What is on each cell, in words. */
  titles(): { row: number; col: number; title: string }[];
  /** What there is in the picture and what it means. */
  legend(options?: LegendOptions): LegendEntry[];
  /** Row and column of each cell with a click on which a turn can begin. */
  beginnings(): [number, number][];
  /** What a text that is being typed still lacks; undefined if no turn's text begins with it. */
  missing(text: string): string | undefined;
  chatLog(players?: string[]): string[][];
  moveHistory(): string[][];
  moveHistoryWithSequence(): [Seat, string][][];
  resultsHistory(): MoveResult[][];
  stateCount(): number;
  getPlayerScore(player: Seat): number | undefined;
  getPlayerResult(player: Seat): number | undefined;
  genRecord(details: RecordDetails): GameRecord;
  notes(): string | undefined;
  description(): string;
  getVariants(): string[];
  allvariants(): Variant[];
  alternativeDisplays(): Display[];
}

/** How a game is begun or resumed. */
export interface FactoryOptions {
  /** How many play; the game's usual number by default. */
  seats?: number;
  /** Position text to begin from. */
  position?: string;
  /** Replay a saved game, too, to see that each ply follows from the one before. */
  verify?: boolean;
  /** As `verify`, but forgive what older engines let pass. */
  lenient?: boolean;
}

/** The same object with a promise of each answer; its properties are functions. */
export type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<R extends T ? Remote<T> : R>
    : () => Promise<T[K]>;
};

/** All errors that a caller can cause. */
export class HexError extends Error {
  constructor(told: { kind?: string; code: string; message: string; params?: { [name: string]: Json } });
  /** Stable, for machines: `move.empty`, `state.expected`. */
  readonly code: string;
  /** Text for the player, in the language in force: the same as `message`. */
  readonly client: string;
  /** What the message is made of. */
  readonly params: { [name: string]: Json };
  /** Where in a saved game the fault is: `$.stack[3].board`. */
  readonly path?: string;
}

/** An engine that is loaded: everything is synchronous. */
export interface Hex {
  /** Version of the library. */
  readonly version: string;
  /** Bytes of WebAssembly memory in use; it never shrinks. */
  readonly memory: number;
  /** Speak a language from now on: "en", "de". */
  setLanguage(code: string): void;
  languages(): string[];
  games(): GameInfo[];
  gameinfo(uid: string): GameInfo;
  /** Begin a game, or resume one from its state: text, `gz:` and base64, or the data. */
  GameFactory(
    uid: string,
    state?: string | object | null,
    variants?: string[] | null,
    options?: FactoryOptions,
  ): Game;
  /** Play a game record, a list of moves or a saved game again, by the rules. */
  replay(record: string | object, uid?: string): Game;
  /** Names of computer players. */
  players(): string[];
}

export interface LoadOptions {
  /** Where Pyodide is: the address of its `pyodide.mjs`, or the module itself; the npm package by default. */
  pyodide?: string | URL | { loadPyodide: Function; version: string };
  /** Where the rest of Pyodide is, if not beside its module (as with a bundler). */
  indexURL?: string;
  /** Folder of the wheels and their manifest, ending in a slash; the package's own by default. */
  wheels?: string | URL;
  language?: string;
  /** The time stamped on plies; the system's by default. */
  clock?: () => Date;
}

/**
 * Load the engine.
 *
 * @throws HexError `load.…` if a download fails or a wheel is not the one that was pinned.
 */
export function load(options?: LoadOptions): Promise<Hex>;
