// The engine, away from the page: it thinks, draws and judges without keeping the page waiting.
import { load } from "./engine/index.js";

// The page names its worker by the language that it speaks.
const engine = load({ language: self.name, pyodide: new URL("./pyodide/pyodide.mjs", import.meta.url) });
let game = null;

function view() {
  const stack = game.stack;
  return {
    game: game.metaGame,
    name: game.gameinfo().name,
    variants: game.getVariants(),
    numplayers: game.numplayers,
    ply: stack.length - 1,
    currplayer: game.currplayer,
    gameover: game.gameover,
    winner: game.winner,
    moves: stack.slice(1).map(({ lastmove }, i) => ({ player: stack[i].currplayer, move: lastmove })),
    chat: game.chatLog().map(([time, ...lines]) => ({ time, lines })),
    displays: game.alternativeDisplays(),
    state: game.serialize(),
  };
}

const seen = ({ display, ...more }) => ({ ...more, ...(display ? { altDisplay: display } : {}) });
const svg = (from, drawing) => from.svg(seen(drawing));

const answers = {
  kinds: (hex) => ({ games: hex.games(), levels: hex.players().filter((name) => name.startsWith("level:")) }),
  begin(hex, uid, variants) {
    game = hex.GameFactory(uid, null, variants);
    return view();
  },
  resume(hex, uid, state) {
    game = hex.GameFactory(uid, state);
    return view();
  },
  open(hex, text) {
    game = hex.replay(text); // by the rules: it comes from elsewhere
    return view();
  },
  look(_, { ply, text, click, drawing, legend, marks }) {
    const shown = game.clone().load(ply);
    const clicked = click && shown.handleClick(text, click.row, click.col, click.piece);
    const refused = clicked && !clicked.valid ? clicked.message : null;
    const now = clicked?.valid ? clicked.move : text;
    const judged = shown.validateMove(now);
    const typed = !judged.valid && !refused;
    const missing = typed ? shown.missing(now) : undefined; // of a text that a turn's can begin with
    const beginnings = marks && now.trim() === "" ? shown.beginnings() : [];
    if (now.trim() && judged.canrender) shown.move(now, { partial: true });
    return {
      ...judged,
      text: now,
      refused,
      missing,
      beginnings,
      legend: legend ? shown.legend(seen({ display: drawing.display, palette: drawing.palette, dark: drawing.dark })) : null,
      currplayer: shown.currplayer,
      gameover: shown.gameover,
      winner: shown.winner,
      scores: shown.sidebarScores(),
      statuses: shown.sidebarStatuses(),
      buttons: shown.getButtons(),
      svg: svg(shown, { ...drawing, interactive: true }),
    };
  },
  // Why a cell cannot be used for the turn under way.
  cell(_, { ply, text, row, col }) {
    const click = game.clone().load(ply).handleClick(text, row, col);
    return { refused: click.valid ? null : click.message };
  },
  move(_, text) {
    game.move(text);
    return view();
  },
  think(_, level) {
    game.move(game.suggest(level));
    return view();
  },
  undo(_, n) {
    game.undo(n);
    return view();
  },
  // Ply by ply: in between, the board is answered, and one hears whether to stop.
  async review(_, budget, id) {
    const steps = game.reviewing(budget);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      postMessage({ id, part: value });
      await new Promise((resolve) => { setTimeout(resolve); });
      if (stopped.delete(id)) {
        steps.return();
        return null;
      }
    }
  },
  end(_, word, ...seat) {
    game[word](...seat);
    return view();
  },
  record: (_, players) => game.genRecord({ players }),
  picture: (_, ply, drawing) => svg(game.clone().load(ply), drawing),
};

const stopped = new Set();

addEventListener("message", async ({ data: { id, name, given, stop } }) => {
  if (stop) {
    stopped.add(stop);
    return;
  }
  try {
    postMessage({ id, value: await answers[name](await engine, ...given, id) });
  } catch (error) {
    postMessage({ id, error: { code: error.code, message: error.message } });
  }
});
