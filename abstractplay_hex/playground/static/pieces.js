// Answers that come piece by piece, a line of JSON each.
import { base, Fault } from "./api.js";
import { say } from "./words.js";

const lost = () => new Fault(0, { code: "offline", message: say("page.review.lost") });

// Posts a text as it is, and returns the answer; faults are those of api.js.
export async function send(path, text = "", signal = undefined) {
  let answer;
  try {
    answer = await fetch(`${base}${path}`, {
      method: "POST", body: text, signal,
      headers: { "Accept-Language": document.documentElement.lang, "Content-Type": "application/json" },
    });
  } catch {
    throw lost();
  }
  if (answer.ok) return answer;
  throw new Fault(answer.status, await answer.json().catch(() => ({ code: "broken", message: answer.statusText })));
}

// Yields the pieces; one with a fault is thrown.
export async function* pieces(path, signal) {
  const reader = (await send(path, "", signal)).body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let read;
    try { read = await reader.read(); } catch { throw lost(); }
    const lines = (rest + (read.value ?? "")).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const piece = line && JSON.parse(line);
      if (piece?.fault) throw new Fault(503, piece.fault);
      if (piece) yield piece;
    }
    if (read.done) return;
  }
}
