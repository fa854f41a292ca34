// The playground's editor: CodeMirror with WGSL and CUDA, wrapped in the few functions that the page calls.
import { Annotation, Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { copyLineDown, copyLineUp, indentWithTab, moveLineDown, moveLineUp, simplifySelection, standardKeymap, toggleBlockComment, toggleComment } from "@codemirror/commands";
import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { HighlightStyle, bracketMatching, codeFolding, foldGutter, indentOnInput, indentUnit, language, syntaxHighlighting, unfoldCode } from "@codemirror/language";
import { nextDiagnostic, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import { foldHere, folding, indentation } from "./blocks.js";
import { breakpointLines, breakpoints, breakpointsAt } from "./breakpoints.js";
import { formatCuda } from "./cuda-format.js";
import { cuda, cudaCompletions } from "./cuda.js";
import looks from "./editor.css";
import { findKeys, finding } from "./find.js";
import { format } from "./format.js";
import { definition } from "./names.js";
import { completions, wgsl } from "./wgsl.js";

// Time after Escape in which Tab leaves the editor, in milliseconds.
const LEAVE_MILLIS = 4000;

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "keyword" },
  { tag: tags.typeName, class: "type" },
  { tag: tags.number, class: "number" },
  { tag: tags.attributeName, class: "attribute" },
  { tag: tags.comment, class: "comment" },
  { tag: tags.string, class: "number" },
]);

// The languages of a text, each with its completions.
const speaks = (tokens, override) => [tokens, autocompletion({ override, icons: false })];
const LANGUAGES = { wgsl: speaks(wgsl, completions), cu: speaks(cuda, cudaCompletions) };

// Decoration of the next statement.
const setLit = StateEffect.define();
const lit = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setLit)) marks = effect.value;
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// A place under a line, for what the page puts into its slot.
class Slot extends WidgetType {
  constructor(name) {
    super();
    this.name = name;
  }
  eq(other) {
    return other.name === this.name;
  }
  toDOM(view) {
    const place = document.createElement("div");
    place.className = "under-line";
    const slot = document.createElement("slot");
    slot.name = this.name;
    place.append(slot);
    // The editor measures its lines again when the content of the slot changes its height.
    this.sizes = new ResizeObserver(() => view.requestMeasure());
    this.sizes.observe(place);
    return place;
  }
  destroy() {
    this.sizes?.disconnect();
  }
}
const setUnder = StateEffect.define();
const under = StateField.define({
  create: () => Decoration.none,
  update(slots, transaction) {
    slots = slots.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setUnder)) slots = effect.value;
    return slots;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Decoration of the lines that the page has changed in a lesson's text.
const setChanged = StateEffect.define();
const changed = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setChanged)) marks = effect.value;
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Marks what the page does: it is not told of that.
const byPage = Annotation.define();

// Returns the smallest change that makes one text another. It never cuts a character in two.
function smallest(old, next) {
  let from = 0;
  while (from < old.length && from < next.length && old[from] === next[from]) from += 1;
  if (/[\uD800-\uDBFF]/.test(old[from - 1] ?? "")) from -= 1;
  let same = 0;
  const most = Math.min(old.length, next.length) - from;
  while (same < most && old.at(-1 - same) === next.at(-1 - same)) same += 1;
  if (/[\uDC00-\uDFFF]/.test(old.at(-same) ?? "") && same > 0) same -= 1;
  return { from, to: old.length - same, insert: next.slice(from, next.length - same) };
}

// Returns the changes of the blanks that make a text the formatted one. The caret and the folds keep their places.
function blankChanges(old, next) {
  const changes = [];
  const blank = /[ \t\n\r\v\f]*/y;
  const read = (text, at) => {
    blank.lastIndex = at;
    return blank.exec(text)[0];
  };
  let a = 0;
  let b = 0;
  while (a < old.length || b < next.length) {
    const [was, is] = [read(old, a), read(next, b)];
    if (was !== is) {
      const { from, to, insert } = smallest(was, is);
      changes.push({ from: a + from, to: a + to, insert });
    }
    a += was.length + 1;
    b += is.length + 1;
  }
  return changes;
}

function formatAll(view) {
  const old = view.state.doc.toString();
  const formatted = view.state.facet(language) === cuda ? formatCuda(old) : format(old);
  const changes = blankChanges(old, formatted);
  if (changes.length > 0) view.dispatch({ changes, scrollIntoView: true, userEvent: "input.format" });
  return true;
}

// Goes to the declaration of the name at a position. Returns false if there is no name.
function goToDefinition(view, position) {
  const found = definition(view.state.doc, position);
  if (!found) return false;
  const { target } = found;
  if (target) {
    const effects = EditorView.scrollIntoView(target.from, { y: "nearest", yMargin: 3 * view.defaultLineHeight });
    view.dispatch({ selection: { anchor: target.from, head: target.to }, effects });
  }
  return true;
}

// Goes to the next line with a finding under it, in a circle; in a text without findings, to the next error.
function nextFinding(view) {
  const { doc, selection } = view.state;
  const places = [];
  view.state.field(under).between(0, doc.length, (from) => void places.push(from));
  if (places.length === 0) return nextDiagnostic(view);
  const end = doc.lineAt(selection.main.head).to;
  const place = places.find((place) => place > end) ?? places[0];
  view.dispatch({ selection: { anchor: doc.lineAt(place).from }, effects: EditorView.scrollIntoView(place, { y: "center" }) });
  return true;
}

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

// Keys of the editor beside those of any text field. A key that a browser uses is taken only where the editor's own
// function is what a programmer expects there.
const KEYS = [
  ...closeBracketsKeymap,
  ...findKeys,
  { key: "Alt-ArrowUp", run: moveLineUp },
  { key: "Alt-ArrowDown", run: moveLineDown },
  { key: "Shift-Alt-ArrowUp", run: copyLineUp },
  { key: "Shift-Alt-ArrowDown", run: copyLineDown },
  { key: "Mod-/", run: toggleComment },
  { key: "Shift-Alt-a", run: toggleBlockComment },
  { key: "Ctrl-Shift-[", mac: "Cmd-Alt-[", run: foldHere },
  { key: "Ctrl-Shift-]", mac: "Cmd-Alt-]", run: unfoldCode },
  { key: "Shift-Alt-f", run: formatAll },
  { key: "F12", run: (view) => goToDefinition(view, view.state.selection.main.head) },
  { key: "F8", run: nextFinding },
  { key: "Escape", run: simplifySelection },
  ...standardKeymap,
  indentWithTab,
];

// Finds a position by line and column, both from 1. Columns count UTF-8 bytes if `bytes` is true, else characters.
function place(doc, line, column, bytes) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  let left = column - 1;
  let offset = 0;
  for (const char of at.text) {
    if (left <= 0) break;
    left -= bytes ? new TextEncoder().encode(char).length : 1;
    offset += char.length;
  }
  return { at, offset: at.from + offset };
}

// Returns the range of the word or symbol at a position; it is never empty, so that something can be underlined.
function span(doc, line, column) {
  const { at, offset } = place(doc, line, column, true);
  const rest = doc.sliceString(offset, at.to);
  const word = /^([\p{ID_Start}_@][\p{ID_Continue}]*|\d[\w.]*|\S)/u.exec(rest);
  if (word) return { from: offset, to: offset + word[0].length };
  const last = at.text.trimEnd().length;
  return last > 0 ? { from: at.from + last - 1, to: at.from + last } : { from: at.from, to: at.to };
}

// Returns the shadow root of `parent`. Its style sheets are created by script, because the page's policy forbids <style>.
function rootIn(parent) {
  if (parent.shadowRoot) return parent.shadowRoot;
  const root = parent.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(looks);
  root.adoptedStyleSheets = [sheet];
  return root;
}

// Calls the page's function for a key.
const asKey = (event) => () => {
  event();
  return true;
};

const caretLine = (view) => view.state.doc.lineAt(view.state.selection.main.head).number;

// Opens an editor in `parent`. `words` are the editor's texts. The page is told of what its reader does by `events`:
// `change(text)`, `undo()`, `redo()`, `breakpoints(lines)` and `runTo(line)`. It has the history, of this text and of all else.
function open(parent, text, words, events) {
  const root = rootIn(parent);
  // The description is in the same shadow tree, because an element id is not visible in another tree.
  const keys = document.createElement("p");
  keys.id = "keys";
  keys.hidden = true;
  keys.textContent = words.described;
  root.append(keys);
  const phrases = new Compartment();
  const spoken = new Compartment();
  const dots = breakpoints(() => words);
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        phrases.of(EditorState.phrases.of(words.phrases)),
        dots.extension,
        lineNumbers({ domEventHandlers: dots.press }),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        indentOnInput(),
        indentation,
        indentUnit.of("  "),
        EditorState.tabSize.of(2),
        bracketMatching(),
        closeBrackets(),
        syntaxHighlighting(colours),
        spoken.of(LANGUAGES.wgsl),
        codeFolding(),
        folding,
        foldGutter({ openText: "▾", closedText: "▸" }),
        finding,
        lit,
        changed,
        under,
        EditorView.contentAttributes.of(() => ({ "aria-label": words.label, "aria-describedby": keys.id, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off", translate: "no" })),
        keymap.of([
          { key: "Mod-z", run: asKey(events.undo), preventDefault: true },
          { key: "Mod-y", mac: "Mod-Shift-z", run: asKey(events.redo), preventDefault: true },
          { key: "Mod-Shift-z", run: asKey(events.redo), preventDefault: true },
          dots.key,
          { key: "Ctrl-F10", run: (view) => (events.runTo(caretLine(view)), true) },
          ...KEYS,
        ]),
        // Alt and a click add a caret, as Ctrl and a click go to a definition.
        EditorView.clickAddsSelectionRange.of((event) => event.altKey),
        EditorView.domEventHandlers({
          mousedown(event, view) {
            if (event.button !== 0 || !(isMac ? event.metaKey : event.ctrlKey)) return false;
            const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
            return position !== null && goToDefinition(view, position);
          },
          // The browser's menu and the keyboards of phones have an undo, too.
          beforeinput(event) {
            const asked = { historyUndo: events.undo, historyRedo: events.redo }[event.inputType];
            asked?.();
            return asked !== undefined;
          },
        }),
        // After Escape, Tab leaves the editor, even if Escape has also closed a popup.
        EditorView.domEventObservers({
          keydown: (event, view) => {
            if (event.key === "Escape") view.setTabFocusMode(LEAVE_MILLIS);
          },
        }),
        EditorView.updateListener.of((update) => {
          const isByPage = update.transactions.some((transaction) => transaction.annotation(byPage));
          if (update.docChanged && !isByPage) events.change(update.state.doc.toString());
          // Breakpoints also move with the page's own edits.
          const lines = breakpointLines(update.state);
          if (String(lines) !== String(breakpointLines(update.startState))) events.breakpoints(lines);
        }),
      ],
    }),
  });
  const tell = (change) => view.dispatch({ ...change, annotations: byPage.of(true) });
  // The keys of a panel are not the page's.
  const keep = (event) => {
    if (event.target.closest(".cm-panels")) event.stopPropagation();
  };
  root.addEventListener("keydown", keep);
  // The caret stays in view when a panel of the page or the keyboard of a phone takes room from the text.
  const showCaret = () => {
    if (view.hasFocus) tell({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
  };
  // What stands under a line has the width that is in view, whatever the longest line.
  const fit = () => {
    const gutters = view.dom.querySelector(".cm-gutters")?.offsetWidth ?? 0;
    view.dom.style.setProperty("--gutters", `${gutters}px`);
    view.dom.style.setProperty("--in-view", `${view.scrollDOM.clientWidth - gutters}px`);
  };
  // The text is as high as its lines, so that the editor notices what grows under a line. A press below it goes to its end.
  const pressBelow = (event) => {
    if (event.target !== view.scrollDOM) return;
    event.preventDefault();
    view.focus();
    view.dispatch({ selection: { anchor: view.state.doc.length } });
  };
  view.scrollDOM.addEventListener("mousedown", pressBelow);
  const sizes = new ResizeObserver(() => {
    fit();
    showCaret();
  });
  sizes.observe(view.scrollDOM);
  window.visualViewport?.addEventListener("resize", showCaret);
  return {
    text: () => view.state.doc.toString(),
    // Replaces the text. In a focused editor the caret goes to the end of what is new.
    replace(next) {
      const change = smallest(view.state.doc.toString(), next.replace(/\r\n?/g, "\n"));
      if (change.from === change.to && change.insert === "") return;
      const caret = view.hasFocus ? { selection: { anchor: change.from + change.insert.length }, scrollIntoView: true } : {};
      tell({ changes: change, ...caret });
    },
    // Sets the breakpoints to these lines, from 1.
    breakpoints(lines) {
      tell({ effects: breakpointsAt(view.state, [...lines]) });
    },
    // Sets the language: `wgsl` or `cu`.
    speak(name) {
      tell({ effects: spoken.reconfigure(LANGUAGES[name] ?? LANGUAGES.wgsl) });
    },
    format: () => formatAll(view),
    // Shows diagnostics: `[[line, column, severity, message], …]`.
    mark(list) {
      const doc = view.state.doc;
      const found = list.map(([line, column, severity, message]) => ({ ...span(doc, line, column), severity, message }));
      found.sort((a, b) => a.from - b.from);
      view.dispatch(setDiagnostics(view.state, found));
    },
    // Marks lines as changed.
    changed(lines) {
      const { doc } = view.state;
      const known = [...lines].filter((line) => line >= 1 && line <= doc.lines);
      const marks = known.map((line) => Decoration.line({ class: "changed-line" }).range(doc.line(line).from));
      view.dispatch({ effects: setChanged.of(Decoration.set(marks, true)) });
    },
    // Puts slots under lines: `[[line, name of the slot], …]`.
    under(list) {
      const { doc } = view.state;
      const known = list.filter(([line]) => line >= 1 && line <= doc.lines);
      const slots = known.map(([line, name]) => Decoration.widget({ widget: new Slot(name), block: true, side: 1 }).range(doc.line(line).to));
      fit();
      view.dispatch({ effects: setUnder.of(Decoration.set(slots, true)) });
    },
    // Changes the lines from `first` to `last`, as the reader would.
    edit(first, last, text) {
      const { doc } = view.state;
      if (first < 1 || last > doc.lines) return;
      const { from } = doc.line(first);
      view.focus();
      view.dispatch({ changes: { from, to: doc.line(last).to, insert: text }, selection: { anchor: from + text.length }, scrollIntoView: true, userEvent: "input.repair" });
    },
    nextFinding() {
      view.focus();
      nextFinding(view);
    },
    // Highlights a line, and its characters `from` to `to`; line 0 removes the highlight.
    light(line, from, to) {
      const doc = view.state.doc;
      if (line < 1 || line > doc.lines) {
        view.dispatch({ effects: setLit.of(Decoration.none) });
        return;
      }
      const at = doc.line(line);
      const a = place(doc, line, from + 1, false).offset;
      const b = place(doc, line, to + 1, false).offset;
      const marks = [Decoration.line({ class: "lit-line", attributes: { id: "next-line", "data-line": String(line) } }).range(at.from)];
      if (b > a) marks.push(Decoration.mark({ class: "lit-span" }).range(a, b));
      view.dispatch({ effects: setLit.of(Decoration.set(marks)) });
      // Scrolls the highlighted line into view, unless the user is typing in the editor.
      if (!view.hasFocus) {
        const block = view.lineBlockAt(at.from);
        const box = view.scrollDOM;
        if (block.top < box.scrollTop || block.bottom > box.scrollTop + box.clientHeight) box.scrollTop = block.top - box.clientHeight / 2;
      }
    },
    go(line, column) {
      view.focus();
      view.dispatch({ selection: { anchor: place(view.state.doc, line, column, true).offset }, scrollIntoView: true });
    },
    // Switches the texts to another language.
    say(next) {
      const isOther = JSON.stringify(next.phrases) !== JSON.stringify(words.phrases);
      words = next;
      keys.textContent = words.described;
      // Other phrases draw the editor again, and an open panel takes the focus then.
      const focused = document.activeElement;
      tell({ effects: isOther ? phrases.reconfigure(EditorState.phrases.of(words.phrases)) : [] });
      if (isOther && focused !== parent) focused?.focus();
    },
    close() {
      sizes.disconnect();
      window.visualViewport?.removeEventListener("resize", showCaret);
      root.removeEventListener("keydown", keep);
      keys.remove();
      view.destroy();
    },
  };
}

globalThis.warpstepEditor = { open };
