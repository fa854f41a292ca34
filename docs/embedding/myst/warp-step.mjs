// The directive {warp-step} for MyST, and what shows it on the page.
const WORDS = ["slide", "kernel", "n", "block", "grid", "machine", "step", "grain", "panel", "with", "lang"];

const directive = {
  name: "warp-step",
  arg: { type: String },
  options: Object.fromEntries(WORDS.map((word) => [word, { type: String }])),
  body: { type: String },
  run: ({ arg: lesson, options, body: text }) => [
    { type: "anywidget", esm: "/warp-step.mjs", model: { words: { lesson, ...options }, text }, id: crypto.randomUUID() },
  ],
};

function render({ model, el }) {
  const tag = document.createElement("warp-step");
  for (const [word, value] of Object.entries(model.get("words"))) tag.setAttribute(word, value);
  tag.textContent = model.get("text") ?? "";
  // The tag is defined once in a page. A script inside `el` would not know its address.
  const script = document.createElement("script");
  script.src = "https://example.org/warpstep/warpstep.js";
  document.head.append(script);
  el.append(tag);
}

export default { name: "warp-step", directives: [directive], render };
