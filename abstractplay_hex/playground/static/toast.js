// What is said in passing, at the edge of the page.
const SHOWN = 6000; // milliseconds

let timer = 0;
export function toast(message) {
  const box = document.getElementById("toast");
  box.textContent = message;
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { box.hidden = true; }, SHOWN);
}

// Says what went wrong; what the server did not say is a fault of the page, and logged.
export function complain(error) {
  if (error.status === undefined) console.error(error);
  toast(error.message);
}
