// Returns the faults of the slide on stage: small, cut, squeezed or overlapping text, and anything that scrolls. The least
// sizes are for a window of 1280 × 720; others are in proportion.
const SENTENCE = 30;
const CODE = 20;
const WORD = 15;
const unit = Math.min(innerWidth / 1280, innerHeight / 720);
const stage = document.querySelector("#stage");
const faults = new Set();
const words = [];

const isShown = (element) => {
  if (element.closest(".unseen, .stage-tools")) return false;
  for (let each = element; each; each = each.parentElement) {
    const { opacity, visibility, display } = getComputedStyle(each);
    if (opacity === "0" || visibility === "hidden" || display === "none") return false;
  }
  return true;
};
const name = (element) => {
  const own = (each) => each.id || each.getAttribute("class");
  return own(element) || own(element.parentElement) || element.tagName;
};
// The part of the window in which an element's content can be seen.
const seen = (element) => {
  let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
  for (let each = element; each; each = each.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(each);
    if (each === document.documentElement || (overflowX === "visible" && overflowY === "visible")) continue;
    const box = each.getBoundingClientRect();
    [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
    [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  return { left, top, right, bottom };
};
const leastOf = (element) => {
  if (element.closest(".slide-text")) return SENTENCE;
  return element.closest(".stage-code") ? CODE : WORD;
};

const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
for (let node; (node = walker.nextNode()); ) {
  const element = node.parentElement;
  if (!node.data.trim() || !isShown(element)) continue;
  const what = `${name(element)} “${node.data.slice(0, 30)}”`;
  const matrix = element.closest("svg") && element.getScreenCTM?.();
  const size = parseFloat(getComputedStyle(element).fontSize) * (matrix ? Math.abs(matrix.a) : 1);
  const least = leastOf(element) * unit;
  if (size < least - 0.2) faults.add(`${size.toFixed(1)} px, not ${least.toFixed(1)}: ${what}`);
  const range = document.createRange();
  range.selectNodeContents(node);
  const place = seen(element);
  for (const box of range.getClientRects()) {
    if (box.width < 1) continue;
    // A line is higher than its letters.
    const around = Math.min(4, box.height * 0.18);
    const [top, bottom] = [box.top + around, box.bottom - around];
    const sideways = box.left < place.left - 1.5 || box.right > place.right + 1.5;
    if (sideways || top < place.top - 0.5 || bottom > place.bottom + 0.5) faults.add(`cut: ${what}`);
    words.push({ left: box.left, right: box.right, top, bottom, what, element });
  }
}

for (const canvas of stage.querySelectorAll("canvas")) {
  if (!isShown(canvas)) continue;
  const box = canvas.getBoundingClientRect();
  const place = seen(canvas);
  if (box.width < 20 || box.height < 8) faults.add(`no room: ${name(canvas)}`);
  if (box.bottom > place.bottom + 1 || box.right > place.right + 1 || box.top < place.top - 1) faults.add(`cut: ${name(canvas)}`);
  for (const text of window.drawnTexts.get(canvas) ?? []) {
    const what = `${name(canvas)} “${text.text}”`;
    if (text.size < WORD * unit - 0.2) faults.add(`${text.size.toFixed(1)} px: ${what}`);
    if (text.squeezed < 0.75) faults.add(`squeezed: ${what}`);
    const isOutside =
      text.left < -1.5 || text.top < -1.5 || text.right > box.width + 1.5 || text.bottom > box.height + 1.5;
    if (isOutside) faults.add(`cut: ${what}`);
    const [left, right] = [box.left + text.left, box.left + text.right];
    words.push({ left, right, top: box.top + text.top, bottom: box.top + text.bottom, what, element: canvas });
  }
}

words.sort((one, other) => one.top - other.top);
words.forEach((one, index) => {
  for (const other of words.slice(index + 1)) {
    if (other.top > one.bottom - 2) break;
    if (one.element === other.element && one.element.tagName !== "CANVAS") continue;
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > 2 && down > 3) faults.add(`overlap: ${one.what} and ${other.what}`);
  }
});

for (const element of stage.querySelectorAll("*")) {
  const { overflowX, overflowY } = getComputedStyle(element);
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  const high = scrolls(overflowY) && element.scrollHeight > element.clientHeight + 2;
  const wide = scrolls(overflowX) && element.scrollWidth > element.clientWidth + 2;
  if ((high || wide) && isShown(element)) faults.add(`scrolls: ${name(element)}`);
}
for (const code of stage.querySelectorAll(".stage-code")) {
  if (!code.querySelector(".stage-line")) faults.add("no line of code");
}
const list = [...faults];
const rest = list.length > 6 ? [`and ${list.length - 6} more`] : [];
return [...list.slice(0, 6), ...rest].join("; ");
