// Runs before the first paint, so that the page never flashes in the other theme.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("stepwright.theme");
  } catch {
    // A browser without storage follows the system.
  }
  const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = choice === "dark" || (choice !== "light" && prefersDark);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
