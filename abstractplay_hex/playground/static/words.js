// The words of the page in its language. The server puts those into the page that its scripts say: it looks
// for their codes, which therefore stand in the scripts as they are and are not put together.
const { words, plurals } = JSON.parse(document.getElementById("sentences").textContent);

export const language = document.documentElement.lang;

// One form of a plural: of the first numbers each, then by the last two digits.
function form([by, row, ...forms], given) {
  const number = Math.abs(Number(given[by]));
  return forms[plurals[row][number < 200 ? number : 100 + (number % 100)]] ?? forms.at(-1);
}

// say(code, { n: 2 }): the sentence with what is given put in.
export function say(code, given = {}) {
  const held = words[code];
  if (held === undefined) {
    console.error(`There are no words for ${code}.`);
    return code;
  }
  const sentence = typeof held === "string" ? held : form(held, given);
  return sentence.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => (name ? String(given[name] ?? found) : found[0]));
}

// "Ann, Bea and Cid".
export const listed = (names) => new Intl.ListFormat(language).format(names);
