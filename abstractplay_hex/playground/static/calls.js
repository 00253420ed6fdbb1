// Calls to the board when it becomes one's turn on a page that one does not see: a sound, a notification.
// Both only when asked for.
import { base, keep, kept } from "./api.js";
import { $, everybody, ident, now } from "./state.js";
import { say } from "./words.js";

const NOTES = [[659.3, 0], [880, 0.16]]; // hertz, and seconds from the beginning
const wanted = kept(localStorage, "calls", {});
let audio = null;
let notice = null;

// Whether news must be heard of while the page is hidden.
export const heeding = () => Boolean(wanted.sound || wanted.notice);

export function call() {
  if (!document.hidden) return;
  if (wanted.sound) ring();
  if (wanted.notice) notify();
}

function context() {
  try { audio ??= new AudioContext(); } catch { return null; }
  // Browsers let a page sound only after something was clicked or typed on it.
  if (audio.state === "suspended") audio.resume().catch(() => {});
  return audio;
}

function ring() {
  const to = context();
  if (!to) return false;
  for (const [pitch, after] of NOTES) {
    const begin = to.currentTime + after;
    const [note, loudness] = [to.createOscillator(), to.createGain()];
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, begin);
    loudness.gain.exponentialRampToValueAtTime(0.2, begin + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begin + 0.5);
    note.connect(loudness).connect(to.destination);
    note.start(begin);
    note.stop(begin + 0.55);
  }
  return true;
}

function notify() {
  try {
    notice = new Notification(`${now.view.name}: ${everybody()}`,
      { body: say("page.status.yours"), tag: ident, icon: `${base}/static/icon.svg` });
    notice.addEventListener("click", () => { window.focus(); notice.close(); });
    return true;
  } catch {
    return false; // on some phones only workers may
  }
}

function tell(what) {
  $("call-said").textContent = what ? `${what} ${say("page.call.title-anyway")}` : "";
}

function wish(what, on) {
  wanted[what] = on;
  keep(localStorage, "calls", wanted);
  $(`call-${what}`).checked = on;
}

$("call-sound").addEventListener("change", (event) => {
  const on = event.target.checked;
  tell("");
  if (on && !ring()) { wish("sound", false); tell(say("page.call.silent")); } else wish("sound", on);
});

// Asked for on this click only.
$("call-notice").addEventListener("change", async (event) => {
  tell("");
  if (!event.target.checked) { wish("notice", false); return; }
  if (!("Notification" in window)) { wish("notice", false); tell(say("page.call.missing")); return; }
  const answer = await Notification.requestPermission();
  wish("notice", answer === "granted");
  if (answer !== "granted") tell(say("page.call.denied"));
});

// What was allowed once may have been forbidden since.
if (wanted.notice && (!("Notification" in window) || Notification.permission !== "granted")) {
  wanted.notice = false;
  tell(say("page.call.denied"));
}
for (const what of ["sound", "notice"]) $(`call-${what}`).checked = Boolean(wanted[what]);
for (const begin of ["pointerdown", "keydown"]) {
  addEventListener(begin, () => { if (wanted.sound) context(); }, { once: true });
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) { notice?.close(); notice = null; } });
