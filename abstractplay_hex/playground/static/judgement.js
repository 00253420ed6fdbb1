// A review as far as it has come: how the game stood at the start, each ply, how each player has played.
import { pieces } from "./pieces.js";

export class Judgement {
  start = null; // how it stood at the start, by seat
  plies = []; // those judged so far; number 1 comes first
  players = null; // how each has played, once all is judged
  fault = null;
  under_way = false;

  // path: where the review is asked for; news(): it has come further, or has stopped.
  constructor(path, news) { Object.assign(this, { path, news }); }

  get done() { return this.players !== null; }

  ply(number) { return this.plies[number - 1]; }

  // How it stands after a ply, by seat; undefined if that is not judged yet.
  standing(number) { return number === 0 ? this.start : this.ply(number)?.advantage; }

  marked(marks = null) { return this.plies.filter((ply) => ply.mark && (!marks || marks.includes(ply.mark))); }

  // Asks for it, again after a fault: what the server has found is not lost.
  async run() {
    if (this.under_way || this.done) return;
    this.under_way = true;
    this.fault = null;
    try {
      for await (const piece of pieces(this.path)) {
        if (piece.start) this.start = piece.start;
        else if (piece.players) this.players = piece.players;
        else this.plies[piece.ply - 1] = piece;
        this.news();
      }
    } catch (error) {
      this.fault = error;
    }
    this.under_way = false;
    this.news();
  }
}
