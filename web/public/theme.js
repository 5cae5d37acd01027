// Runs before the first paint so that the stored theme never flashes. External because the page's policy forbids inline scripts.
(function () {
  var choice = "system";
  try {
    choice = localStorage.getItem("presence.theme") || "system";
  } catch {
    // Storage may be blocked; the system setting is then the right answer.
  }
  var dark = choice === "dark" || (choice !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
