/** What a game answers, by name: how many arguments each method takes. Python checks them all. */

export const PROPERTIES = [
  "metaGame", "stack", "currplayer", "gameover", "winner", "numplayers", "variants", "lastmove",
  "results", "ply",
];

/** Methods that answer with data. */
export const METHODS = {
  moves: 0, countMoves: 0, randomMove: 1, validateMove: 1, handleClick: 4, suggest: 2, sameMove: 2,
  evaluate: 2, review: 2,
  serialize: 1, state: 0, position: 0, gameinfo: 0, render: 1, svg: 1, sidebarScores: 2,
  sidebarStatuses: 2, getButtons: 0, getCustomRotation: 0, cellName: 2, cellPlace: 1,
  coords2algebraic: 2, algebraic2coords: 1, titles: 0, legend: 1, beginnings: 0,
  missing: 1, chatLog: 1,
  moveHistory: 0, moveHistoryWithSequence: 0, resultsHistory: 0, stateCount: 0, getPlayerScore: 1,
  getPlayerResult: 1, genRecord: 1, notes: 0, description: 0, getVariants: 0, allvariants: 0,
  alternativeDisplays: 0,
};

/** Methods that change the game and return it. */
export const CHANGES = { move: 2, load: 1, undo: 1, resign: 1, timeout: 1, draw: 0, abandoned: 0 };
