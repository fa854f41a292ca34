// Shows a linked lesson's title, kernels and question, or the head of the list, until the program has started.
(() => {
  const [, id, link] = /^#?\/?([^?]*)\??(.*)$/.exec(location.hash);
  const heading = JSON.parse(document.getElementById("headings").textContent)[id]?.[document.documentElement.lang];
  const query = new URLSearchParams(link);
  const skeleton = document.getElementById("skeleton");
  // Nothing is above the list, so its header has no arrow back.
  if (id === "") {
    skeleton.querySelector("svg").remove();
    skeleton.querySelector(`.list[lang="${document.documentElement.lang}"]`).hidden = false;
  }
  // A slide shows its own text, and a frame has another header.
  if (!heading || query.has("slide") || query.has("embed")) return;
  const element = (name, parent, text, style = "") => {
    const made = parent.appendChild(document.createElement(name));
    made.textContent = text;
    made.className = style;
    return made;
  };
  element("h1", skeleton.firstElementChild, heading.title);
  const strip = element("section", skeleton, "", "strip");
  element("p", strip, heading.question, "question grow");
  const tabs = element("div", strip, "", "tabs");
  const chosen = [query.get("kernel") ?? heading.kernels[0][0], ...(query.get("with") ?? "").split(",")];
  for (const [kernel, title] of heading.kernels) {
    const tab = element("button", tabs, "");
    element("span", tab, title);
    tab.setAttribute("aria-pressed", chosen.includes(kernel));
  }
})();
