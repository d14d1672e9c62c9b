/** Sets the theme before the first paint. The value is "light", "dark" or absent, which follows the system. */
(() => {
  const chosen = localStorage.getItem("theme");
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
})();
