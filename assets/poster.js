// Until the page is there a poster stands for it: the page as it stood when it was built, in which the page's program draws
// the pictures. It walks a few presses, as they were recorded; all that is pressed and clicked is kept for the page.
(() => {
  const asked = globalThis.warpstepPoster;
  // Words alone are shown rather than nothing, after so many milliseconds.
  const LONG_ENOUGH = 50;
  const host = document.createElement("div");
  host.id = "poster";
  host.inert = true;
  host.ariaHidden = "true";
  const kept = [];
  let presses = [];
  let press = 0;
  let left = false;
  let draw;
  const element = (path) => path.reduce((parent, place) => parent.children[place], host);
  const change = ([path, name, value]) => {
    const changed = element(path);
    if (name === "") changed.innerHTML = value;
    else if (value === null) changed.removeAttribute(name);
    else changed.setAttribute(name, value);
  };
  const isOverNext = ({ clientX, clientY }) => {
    const next = host.querySelector("[data-next]")?.getBoundingClientRect();
    return next && clientX >= next.left && clientX <= next.right && clientY >= next.top && clientY <= next.bottom;
  };
  const advances = (event) => (event.type === "click" ? isOverNext(event) : event.key === "ArrowRight" && !event.altKey);
  const keep = (event) => {
    if (event.ctrlKey || event.metaKey || event.key === "Tab" || event.isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Behind what only the page can answer, the poster does not go on.
    const walks = kept.length === press && press < presses.length && draw && advances(event);
    kept.push(event);
    if (!walks) return;
    presses[press++].forEach(change);
    draw(press);
  };
  const heard = ["keydown", "click"];
  // What was kept, given to the page where it belongs.
  const give = (event) => {
    const isClick = event.type === "click";
    const target = isClick ? document.elementFromPoint(event.clientX, event.clientY) : document.activeElement;
    if (isClick) target?.closest("input, select, textarea")?.focus();
    (target ?? document.body).dispatchEvent(new event.constructor(event.type, event));
  };
  const frame = () => new Promise(requestAnimationFrame);
  const stand = async () => {
    const page = await asked?.page;
    if (!page) return undefined;
    host.innerHTML = page;
    const recorded = host.querySelector("script");
    presses = JSON.parse(recorded.textContent);
    recorded.remove();
    // All of the page has been read by then: its styles, and where the poster is to stand.
    while (document.readyState === "loading") await new Promise((read) => (document.onreadystatechange = read));
    // Where the program is about to be there, words and pictures come in one frame.
    await Promise.race([globalThis.warpstepProgram, new Promise((waited) => setTimeout(waited, LONG_ENOUGH))]);
    document.getElementById("skeleton")?.remove();
    document.body.append(host);
    heard.forEach((name) => addEventListener(name, keep, true));
    return asked.pictures;
  };
  const standing = stand().catch(() => undefined);
  globalThis.warpstepPoster = {
    // The file with its pictures, if there is a poster; it stands then.
    standing: () => standing,
    // What draws the pictures of a press, of so many presses.
    walks: (given, many) => {
      draw = given;
      presses.length = Math.min(presses.length, many);
    },
    // Its pictures are drawn, or there are none: what the page opens with may come.
    drawn: () => asked?.done(),
    // The page is there; whoever measures the opening can read when.
    leave: async () => {
      if (left) return;
      left = true;
      performance.mark("warpstep-page");
      heard.forEach((name) => removeEventListener(name, keep, true));
      // One after another, as they came; what they have changed is drawn before the poster goes.
      for (const event of kept) {
        give(event);
        await frame();
      }
      await frame();
      await frame();
      host.remove();
    },
  };
})();
