// The tag <warp-step> (docs/embedding-and-hosting.md).
(() => {
// A script in a shadow root does not know itself.
const SCRIPT = document.currentScript ?? document.querySelector("[src$='warpstep.js']");
const ROOT = new URL("./", SCRIPT.src).href;
const WORDS = ["step", "grain", "panel", "lang"];
const LESSON_WORDS = [...WORDS, "slide", "kernel", "n", "block", "machine", "with"];
const DARK = matchMedia("(prefers-color-scheme: dark)");
const TEXTS = "script[type='text/x-cuda'], script[type='text/x-wgsl']";
// One frame after the other: the first is there soonest.
let queue = Promise.resolve();

class WarpStep extends HTMLElement {
  #frame = null;
  #waiting = [];
  #next = () => {};

  // Not before a reader comes near.
  static #near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      WarpStep.#near.unobserve(target);
      const open = () => target.#open();
      queue = queue.then(open, open);
    }
  }, { rootMargin: "200px" });

  connectedCallback() {
    if (this.#frame) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.innerHTML = "<style>:host{display:block;min-height:25rem}::slotted(iframe){width:100%;border:0;display:block}</style><slot></slot>";
    WarpStep.#near.observe(this);
  }

  disconnectedCallback() {
    this.#next();
  }

  async #open() {
    if (this.#frame || !this.isConnected) return;
    const text = this.#kernel();
    const given = (text === null ? LESSON_WORDS : WORDS).filter((word) => this.hasAttribute(word));
    const query = given.map((word) => `${word}=${encodeURIComponent(this.getAttribute(word))}`);
    const place = text === null ? this.getAttribute("lesson") ?? "neighbored" : "playground";
    if (text !== null) query.push(`code=${await squeezed({ version: 1, source: text, ...this.#launch() })}`);
    const frame = document.createElement("iframe");
    frame.src = `${ROOT}#/${encodeURIComponent(place)}?${[...query, `theme=${theme()}`, "embed=1"].join("&")}`;
    frame.title = this.getAttribute("title") ?? `Warpstep: ${place}`;
    frame.allow = "fullscreen; clipboard-write";
    frame.style.height = `${Math.max(this.clientHeight, 400)}px`;
    this.#frame = frame;
    addEventListener("message", ({ source, data }) => {
      if (source === frame.contentWindow && data?.warpstep) this.#hear(data);
    });
    watchTheme(() => this.#say({ theme: theme() }));
    // The frame takes the place of the content.
    frame.slot = this.shadowRoot.querySelector("slot").name = "frame";
    this.append(frame);
    await new Promise((next) => {
      this.#next = next;
      setTimeout(next, 3000);
    });
  }

  #launch() {
    const launch = { overrides: {} };
    const [grid, block] = ["grid", "block"].map((name) => this.getAttribute(name)?.split(",").map(Number));
    if (grid) launch.workgroups = [grid[0], grid[1] ?? 1, grid[2] ?? 1];
    ["x", "y", "z"].forEach((axis, index) => block && (launch.overrides[`block_${axis}`] = block[index] ?? 1));
    if (this.hasAttribute("machine")) launch.machine = this.getAttribute("machine");
    return launch;
  }

  #kernel() {
    const script = this.querySelector(TEXTS);
    if (script) return script.textContent.trim();
    return this.hasAttribute("lesson") || this.firstElementChild ? null : this.textContent.trim() || null;
  }

  #hear({ warpstep, ...detail }) {
    if (warpstep === "loaded") {
      this.#post({ hello: true });
      this.#post({ predict: this.hasAttribute("predict") });
      this.#post({ theme: theme() });
      this.#waiting?.splice(0).forEach((message) => this.#post(message));
      this.#waiting = null;
    } else if (warpstep === "height") {
      this.#frame.style.height = `${Math.max(detail.height, this.clientHeight)}px`;
    } else if (warpstep === "key") {
      // Decks look at keyCode, which no constructor sets.
      const event = new KeyboardEvent("keydown", { ...detail, bubbles: true, composed: true, cancelable: true });
      for (const name of ["keyCode", "which"]) Object.defineProperty(event, name, { value: detail.number });
      this.dispatchEvent(event);
    } else {
      if (warpstep === "ready" || warpstep === "refused") this.#next();
      this.dispatchEvent(new CustomEvent(warpstep, { detail, bubbles: true, composed: true }));
    }
  }

  #say(message) {
    if (this.#waiting) this.#waiting.push(message);
    else this.#post(message);
  }

  #post(message) {
    this.#frame?.contentWindow?.postMessage({ warpstep: message }, new URL(ROOT).origin);
  }

  /** Goes forward, or back if negative. */
  step(presses = 1) { this.#say({ presses }); }
  /** Goes to a press, from 0. */
  seek(press) { this.#say({ press }); }
  play() { this.#say({ play: true }); }
  pause() { this.#say({ play: false }); }
}

// Returns a draft as a link has it: deflate, URL-safe base64.
async function squeezed(draft) {
  const packed = new Blob([JSON.stringify(draft)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function theme() {
  for (const element of [document.body, document.documentElement]) {
    const [red, green, blue, opacity = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
    if (blue !== undefined && opacity > 0) return 2 * red + 5 * green + blue < 8 * 128 ? "dark" : "light";
  }
  return DARK.matches ? "dark" : "light";
}

function watchTheme(changed) {
  let before = theme();
  const look = () => {
    if (theme() === before) return;
    before = theme();
    changed();
  };
  DARK.addEventListener("change", look);
  const attributes = { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-md-color-scheme"] };
  for (const element of [document.documentElement, document.body]) new MutationObserver(look).observe(element, attributes);
}

if (!customElements.get("warp-step")) customElements.define("warp-step", WarpStep);
})();
