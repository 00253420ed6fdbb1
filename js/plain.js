/** Values as JSON text: what JSON has no words for is marked, so that Python refuses it as a wrong type. */

function foreign(value) {
  return { $js: typeof value === "number" || typeof value === "bigint" ? String(value) : `(${typeof value})` };
}

function mark(_key, value) {
  if (value instanceof Map) return { dataType: "Map", value: [...value] }; // as the site saves them
  const known = value === undefined || typeof value !== "number" || Number.isFinite(value);
  return known && !["bigint", "function", "symbol"].includes(typeof value) ? value : foreign(value);
}

function text(value) {
  try {
    return JSON.stringify(value, mark) ?? "null";
  } catch {
    return JSON.stringify(foreign(value)); // circular, too deep, or it does not let itself be read
  }
}

/** A list of arguments, as many as are taken; those left out are null. */
export function args(given, count) {
  return `[${Array.from({ length: count }, (_, at) => text(given[at])).join(",")}]`;
}

/** An object as JSON text, value by value: one that cannot be read hides no other. */
export function fields(given) {
  const there = Object.entries(given).filter(([, value]) => value !== undefined);
  return `{${there.map(([name, value]) => `${JSON.stringify(name)}:${text(value)}`).join(",")}}`;
}

/** A saved game or record as text, if it is an object; Python reads it as strictly as any. */
export function saved(given) {
  return typeof given === "object" && given !== null ? text(given) : given;
}
