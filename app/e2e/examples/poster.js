const [most, done] = arguments;
const KEPT = ["aria-current", "aria-disabled", "aria-expanded", "aria-pressed", "data-panel", "data-next", "data-picture"];
const isLeftOut = (name) => /^(id|title|role|for|alt|list|aria-.*|data-.*)$/.test(name) && !KEPT.includes(name);
// Times are measured on the reader's own GPU, notices are about this visit, and what is hidden is for those who listen.
const LEFT_OUT = ".times-panel > *, #notices > *, .unseen, datalist > *";

const still = () => {
  const page = document.getElementById("page");
  const copy = page.cloneNode(true);
  // What stands in a field is no attribute of it.
  const fields = [page, copy].map((root) => [...root.querySelectorAll("input, option")]);
  fields[0].forEach((field, index) => {
    const other = fields[1][index];
    if (field.localName === "option") other.toggleAttribute("selected", field.selected);
    else if (field.type === "checkbox") other.toggleAttribute("checked", field.checked);
    else other.setAttribute("value", field.value);
  });
  for (const name of ["lanes", "array", "timeline"]) copy.querySelector(`#${name}`)?.setAttribute("data-picture", name);
  copy.querySelectorAll(".card-picture").forEach((card) => card.setAttribute("data-picture", "card"));
  copy.querySelector("#next")?.setAttribute("data-next", "");
  copy.querySelectorAll(LEFT_OUT).forEach((element) => element.remove());
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const comments = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  comments.forEach((comment) => comment.remove());
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    const isCanvas = element.localName === "canvas";
    for (const name of element.getAttributeNames()) {
      if (isLeftOut(name) || (isCanvas && (name === "width" || name === "height"))) element.removeAttribute(name);
    }
  }
  copy.normalize();
  return copy;
};

// Text by its place among elements.
const words = (element) => [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : "\0")).join("");
const hasForm = (one, other) =>
  one.children.length === other.children.length &&
  words(one) === words(other) &&
  [...one.children].every((child, place) => child.nodeName === other.children[place].nodeName);

const changes = (before, after, path, found) => {
  for (const name of new Set([...before.getAttributeNames(), ...after.getAttributeNames()])) {
    const value = after.getAttribute(name);
    if (before.getAttribute(name) !== value) found.push([path, name, value]);
  }
  if (hasForm(before, after)) {
    [...before.children].forEach((child, place) => changes(child, after.children[place], [...path, place], found));
  } else {
    if (before.querySelector("canvas")) throw new Error(`a press changes what is around a picture: ${before.className}`);
    found.push([path, "", after.innerHTML]);
  }
  return found;
};

const frame = () => new Promise(requestAnimationFrame);

(async () => {
  const first = still();
  const presses = [];
  let before = first;
  const next = document.getElementById("next");
  while (next && presses.length < most && next.ariaDisabled !== "true") {
    next.click();
    await frame();
    await frame();
    const after = still();
    presses.push(changes(before, after, [0], []));
    before = after;
  }
  const recorded = JSON.stringify(presses).replaceAll("</", "<\\/");
  done(`${first.outerHTML}<script type="application/json">${recorded}</script>`);
})().catch((error) => done({ error: String(error) }));
