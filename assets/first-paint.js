// Sets the theme and the language before the first paint, so that the page does not flash. The page changes them later.
(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const linked = (key) => new URLSearchParams(location.hash.split("?")[1] ?? "").get(key);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = [linked("theme"), kept("warpstep.theme"), dark].find((t) => ["light", "dark", "projector"].includes(t));
  document.documentElement.dataset.theme = theme;
  const language = linked("lang") ?? kept("warpstep.lang") ?? navigator.language ?? "en";
  document.documentElement.lang = language.startsWith("zh") ? "zh-Hans" : "en";
  if (self.origin !== "null") return;
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("sandboxed").hidden = false;
    document.getElementById("sandboxed-link").href = location.href.replace(/[?&]embed=1/, "");
    document.getElementById("skeleton")?.remove();
  });
})();
