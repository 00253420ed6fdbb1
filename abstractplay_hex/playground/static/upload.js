// Opening a game that was played elsewhere: its text goes to the server as it is, which reads it.
import { base, keep } from "./api.js";
import { send } from "./pieces.js";
import { say } from "./words.js";

const form = document.getElementById("upload");
const fault = document.getElementById("fault");
const [file, text, uid] = ["file", "text", "uid"].map((id) => document.getElementById(id));
const most = Number(document.getElementById("table").dataset.most);
const button = form.querySelector("button");
const usual = button.textContent;

// A file that is chosen takes the place of a text, and the other way round.
file.addEventListener("change", () => { if (file.files.length) text.value = ""; });
text.addEventListener("input", () => { if (text.value) file.value = ""; });

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  fault.textContent = "";
  const given = file.files[0] ?? new Blob([text.value.trim()]);
  if (!given.size) { fault.textContent = say("page.review.upload.empty"); return; }
  if (given.size > most) { fault.textContent = say("page.review.upload.large", { limit: Math.floor(most / 1024) }); return; }
  button.disabled = true;
  button.textContent = say("page.review.upload.opening");
  try {
    const query = uid.value ? `?${new URLSearchParams({ game: uid.value })}` : "";
    const kept = await (await send(`/api/uploads${query}`, given)).json();
    keep(sessionStorage, `links ${kept.id}`, kept.keys);
    location.assign(`${base}/review/${kept.id}`);
  } catch (error) {
    fault.textContent = error.message;
  }
  button.disabled = false;
  button.textContent = usual;
});
addEventListener("pageshow", () => { button.disabled = false; button.textContent = usual; });
