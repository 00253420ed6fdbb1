// What only paper needs: who played, and when.
import { make } from "./api.js";

addEventListener("beforeprint", () => {
  const side = document.querySelector(".board-side");
  if (!side) return;
  side.querySelector(".printed")?.remove();
  const names = [...document.querySelectorAll("#players .name")].map((name) => name.firstChild?.data.trim());
  const begun = [...document.querySelectorAll("#log time")].at(-1)?.dateTime; // the log is told from its end
  const day = new Date(begun ?? Date.now()).toLocaleDateString(document.documentElement.lang || [], { dateStyle: "long" });
  side.prepend(make("p", { className: "printed" }, [names.join(" – "), day].filter(Boolean).join(" · ")));
});
