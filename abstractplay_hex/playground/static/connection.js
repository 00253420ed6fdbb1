// Hearing of news: an event stream that is opened again after any failure.
// A browser itself would give up at the first refusal, and allows only a few connections to a site:
// a hidden tab has none.

const SOONEST = 500; // milliseconds
const LATEST = 30_000;

export class Connection {
  #stream = null;
  #timer = 0;
  #since = 0; // when the server was lost; 0: it is there

  // address(): of the stream; news(revision): there is one; back(): catches up after a failure, and fails
  // as long as that lasts; away(is): whether the server is lost, to be shown.
  constructor({ address, news, back, away }) {
    Object.assign(this, { address, news, back, away });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.close();
      else this.#again();
    });
  }

  // To be called once the page is up to date.
  open() {
    this.close();
    if (document.hidden) return;
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
    if (document.hidden) return;
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
