// Runs before the page is drawn, so that it never shows in the wrong colours first.
"use strict";
(() => {
  const THEMES = ["auto", "light", "dark"];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => { try { return localStorage.getItem("theme") || "auto"; } catch { return "auto"; } };
  let theme = kept();
  const show = () => {
    const now = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
    document.documentElement.dataset.theme = now;
    const said = document.getElementById("theme-now");
    if (said) said.textContent = said.dataset[theme];
    dispatchEvent(new CustomEvent("theme"));
  };
  show();
  dark.addEventListener("change", show);
  addEventListener("DOMContentLoaded", () => {
    show();
    // A change of language keeps the place on the page.
    document.querySelector(".languages")?.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (link) link.hash = location.hash;
    });
    document.getElementById("theme").addEventListener("click", () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      try { localStorage.setItem("theme", theme); } catch { /* private window: not kept */ }
      show();
    });
  });
})();
