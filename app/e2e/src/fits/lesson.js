// Returns the faults of a lesson's page: text that is smaller than LEAST pixels, labels of pictures that overlap, lanes and
// words without numbers, code that reaches out of its panel, and headings of several lines.
const faults = new Set();
const isShown = (element) => {
  if (element.closest(".unseen")) return false;
  for (let each = element; each; each = each.parentElement) {
    const { opacity, visibility, display } = getComputedStyle(each);
    if (opacity === "0" || visibility === "hidden" || display === "none") return false;
  }
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};
const name = (element) => element.id || element.getAttribute("class") || element.parentElement.getAttribute("class");

const walker = document.createTreeWalker(document.querySelector("#page"), NodeFilter.SHOW_TEXT);
for (let node; (node = walker.nextNode()); ) {
  const element = node.parentElement;
  if (!node.data.trim() || !isShown(element)) continue;
  const matrix = element.closest("svg") && element.getScreenCTM?.();
  const size = parseFloat(getComputedStyle(element).fontSize) * (matrix ? Math.abs(matrix.a) : 1);
  if (size < LEAST - 0.1) faults.add(`${size.toFixed(1)} px: ${name(element)} “${node.data.slice(0, 30)}”`);
}

for (const canvas of document.querySelectorAll(".panels canvas")) {
  if (!isShown(canvas)) continue;
  const texts = window.drawnTexts.get(canvas) ?? [];
  for (const text of texts) {
    const what = `${name(canvas)} “${text.text}”`;
    if (text.size < LEAST - 0.1) faults.add(`${text.size.toFixed(1)} px: ${what}`);
    if (text.squeezed < 0.54) faults.add(`squeezed to ${text.squeezed.toFixed(2)}: ${what}`);
  }
  for (const [at, one] of texts.entries()) {
    for (const other of texts.slice(at + 1)) {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Letters of neighbouring lines may touch.
      if (wide > 1 && high > 2) faults.add(`overlap: ${name(canvas)} “${one.text}” and “${other.text}”`);
    }
  }
  if (canvas.id === "array" && !texts.some((text) => /^-?\d/.test(text.text))) faults.add("no values");
}

const code = document.querySelector(".code-scroll");
if (code && code.scrollWidth > code.clientWidth + 1) faults.add("code reaches out of its panel");
for (const head of document.querySelectorAll(".panels .panel > h2")) {
  const lines = head.getBoundingClientRect().height / parseFloat(getComputedStyle(head).fontSize);
  if (isShown(head) && HEADS_IN_A_ROW && lines > 3.2) faults.add(`a heading of several lines: ${name(head.parentElement)}`);
}
return [...faults].slice(0, 12).join("; ");
