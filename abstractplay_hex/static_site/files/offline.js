// Keeps all files of the site, so that it works without a network; a new export replaces them as a whole.
const OURS = `hex ${registration.scope} `; // another site of the same host keeps its own
const NAME = `${OURS}VERSION`;
const FILES = ["FILES"];
// What the browser kept of an older export is asked for again, and mostly still good.
const asked = (file) => new Request(file, { cache: "no-cache" });

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map(asked))).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OURS) && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const own = event.request.method === "GET" && new URL(event.request.url).origin === location.origin;
  if (!own) return;
  const answer = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(answer.then((found) => found ?? fetch(event.request)));
});
