// Talking to the server.
import { language, say } from "./words.js";

// The path under which the whole playground lies; mostly none.
export const base = document.documentElement.dataset.base;

export class Fault extends Error {
  constructor(status, body) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.game = body.game;
  }

  // Whether the same request may well succeed later on.
  get passing() { return this.status === 0 || this.status === 429 || this.status >= 500; }
}

// When an answer held, by performance.now(): between asking for it and having it.
const heard = new WeakMap();
export const heardAt = (answer) => heard.get(answer) ?? performance.now();

async function ask(method, path, body) {
  const asked = performance.now();
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        "Accept-Language": language, // that of this page, not of another tab
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Fault(0, { code: "offline", message: say("page.offline") });
  }
  let data;
  try {
    data = await answer.json();
  } catch {
    data = { code: "broken", message: say("page.broken", { status: answer.status }) };
  }
  if (!answer.ok) throw new Fault(answer.status, data);
  heard.set(data, (asked + performance.now()) / 2);
  return data;
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);

// What this browser knows of its games: no secrets but the links a player may still give away,
// and those only as long as the tab is open.
export function kept(store, key, otherwise) {
  try { return JSON.parse(store.getItem(key)) ?? otherwise; } catch { return otherwise; }
}

export function keep(store, key, value) {
  try { store.setItem(key, JSON.stringify(value)); } catch { /* private window: not kept */ }
}

// Builds an element: make("button", { type: "button", onclick: f }, "text", child …).
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
