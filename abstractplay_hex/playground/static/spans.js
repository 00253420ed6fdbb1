// Spans of time and time controls in words.
import { say } from "./words.js";

export const DAY = 86_400;

// 300 → "5 minutes"; the largest unit that fits.
export function span(seconds) {
  if (seconds % DAY === 0) return say("page.time.days", { n: seconds / DAY });
  if (seconds % 3600 === 0) return say("page.time.hours", { n: seconds / 3600 });
  if (seconds % 60 === 0) return say("page.time.minutes", { n: seconds / 60 });
  return say("page.time.seconds", { n: seconds });
}

export function control({ kind, seconds, main, increment }) {
  if (kind === "move") return say("page.time.per-move", { time: span(seconds) });
  return say("page.time.fischer", { main: span(main), increment: say("page.time.seconds", { n: increment }) });
}

// What a clock shows: tenths at the end, minutes and seconds, hours, days.
export function reading(left) {
  if (left > 0 && left < 10_000) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  if (seconds >= DAY) return say("page.clock.days", { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / 3600) });
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// Milliseconds until it shows something else.
export const untilChange = (left) => {
  const step = left <= 10_000 ? 100 : 1000;
  return left % step || step;
};
