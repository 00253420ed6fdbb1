import { HexError } from "./errors.js";

/** Options by name, read once: those of `names` that are given. */
export function chosen(what, options, names) {
  let given;
  try {
    if (Object.prototype.toString.call(options ?? {}) === "[object Object]") given = Object.entries(options ?? {});
  } catch {} // it does not let itself be read
  const refuse = (code, message) => {
    throw new HexError({ code, message, params: { path: "options" } });
  };
  if (!given) refuse("engine.expected", "options: expected an object.");
  const strange = given.find(([name, value]) => value != null && !names.includes(name));
  if (strange) refuse("engine.argument-unknown", `${what} has no argument '${strange[0]}'. Arguments: ${names.join(", ")}.`);
  return Object.fromEntries(given.filter(([, value]) => value != null));
}
