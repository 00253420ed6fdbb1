// Hearing of news: an event stream that is opened again after any failure.
// A browser itself would give up at the first refusal, and allows only a few connections to a site:
// a hidden page has none, unless it must call its player. Of those a few keep theirs, and the others look now
// and then.

const SOONEST = 500; // milliseconds
const LATEST = 30_000;
const PAUSE = 20_000; // between the looks of a hidden page
const MOST_HIDDEN = 3;

// Takes one of the places for hidden pages; returns what gives it back, or null if there is none.
function place(n = 1) {
  if (n > MOST_HIDDEN || !navigator.locks) return Promise.resolve(null);
  return new Promise((resolve) => {
    navigator.locks.request(`hidden page ${n}`, { ifAvailable: true }, (lock) => {
      if (lock) return new Promise((giveBack) => { resolve(giveBack); });
      resolve(place(n + 1));
      return null;
    });
  });
}

export class Connection {
  #stream = null;
  #timer = 0;
  #since = 0; // when the server was lost; 0: it is there
  #giveBack = null; // the place of this hidden page

  // address(): of the stream; news(revision): there is one; back(): catches up after a failure, and fails
  // as long as that lasts; away(is): whether the server is lost, to be shown; heeding(): whether news must be
  // heard of on a hidden page, too.
  constructor({ address, news, back, away, heeding = () => false }) {
    Object.assign(this, { address, news, back, away, heeding });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) { this.#hide(); return; }
      this.#giveBack?.();
      this.#giveBack = null;
      this.#again();
    });
  }

  async #hide() {
    const giveBack = this.heeding() ? await place() : null;
    if (!document.hidden) { giveBack?.(); return; }
    this.#giveBack = giveBack;
    if (giveBack) {
      if (!this.#stream) this.open();
      return;
    }
    this.close();
    if (this.heeding()) this.#look();
  }

  #look() {
    this.#timer = setTimeout(async () => {
      try { await this.back(); } catch { /* perhaps next time */ }
      if (document.hidden) this.#look();
    }, PAUSE);
  }

  // To be called once the page is up to date.
  open() {
    this.close();
    if (document.hidden && !this.#giveBack) {
      if (this.heeding()) this.#hide();
      return;
    }
    const stream = new EventSource(this.address());
    this.#stream = stream;
    stream.addEventListener("open", () => { this.#since = 0; });
    stream.addEventListener("changed", (event) => this.news(JSON.parse(event.data).revision));
    stream.addEventListener("error", () => {
      if (stream === this.#stream) this.lost();
    });
  }

  close() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#stream?.close();
    this.#stream = null;
  }

  // Something has failed that may work again: try, and the longer it lasts the less often.
  lost() {
    if (this.#timer) return;
    this.close();
    this.#since ||= Date.now();
    if (document.hidden && !this.#giveBack) return;
    const pause = Math.min(LATEST, Math.max(SOONEST, (Date.now() - this.#since) / 8));
    // Not all pages at the same moment.
    this.#timer = setTimeout(() => this.#again(), pause * (0.5 + Math.random() / 2));
  }

  async #again() {
    this.close();
    try {
      await this.back();
    } catch (error) {
      if (error.passing) {
        this.away(true);
        this.lost();
      } else {
        this.#since = 0;
        this.away(false, error);
      }
      return;
    }
    this.away(false);
    this.open();
  }
}
