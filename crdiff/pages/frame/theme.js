// Runs before the first paint: says that scripts run, whether something is asked in the address, and applies a stored theme.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  root.classList.toggle("asked", Boolean(location.search));
  try {
    const theme = localStorage.getItem("crdiff.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* storage refused: the theme of the system */ }
})();
