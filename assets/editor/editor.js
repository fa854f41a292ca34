// The playground's editor: CodeMirror with WGSL, wrapped in the few functions that the page calls.
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import looks from "./editor.css";
import { completions, wgsl } from "./wgsl.js";

// Time after Escape in which Tab leaves the editor, in milliseconds.
const LEAVE_MILLIS = 4000;

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "keyword" },
  { tag: tags.typeName, class: "type" },
  { tag: tags.number, class: "number" },
  { tag: tags.attributeName, class: "attribute" },
  { tag: tags.comment, class: "comment" },
]);

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

// Opens an editor in `parent`. `change(text)` is called after every edit by the user; `words` are the editor's texts.
function open(parent, text, words, change) {
  let silent = false;
  const root = rootIn(parent);
  // The description is in the same shadow tree, because an element id is not visible in another tree.
  const keys = document.createElement("p");
  keys.id = "keys";
  keys.hidden = true;
  keys.textContent = words.described;
  root.append(keys);
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of("  "),
        EditorState.tabSize.of(2),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: completions, icons: false }),
        syntaxHighlighting(colours),
        wgsl,
        lintGutter(),
        lit,
        EditorView.contentAttributes.of(() => ({ "aria-label": words.label, "aria-describedby": keys.id, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off", translate: "no" })),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        // After Escape, Tab leaves the editor, even if Escape has also closed a popup.
        EditorView.domEventObservers({
          keydown: (event, view) => {
            if (event.key === "Escape") view.setTabFocusMode(LEAVE_MILLIS);
          },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !silent) change(update.state.doc.toString());
        }),
      ],
    }),
  });
  const quietly = (action) => {
    silent = true;
    try {
      action();
    } finally {
      silent = false;
    }
  };
  return {
    text: () => view.state.doc.toString(),
    // Replaces the text in one edit that can be undone.
    replace(next) {
      if (next === view.state.doc.toString()) return;
      quietly(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: 0 }, scrollIntoView: true }));
    },
    // Shows diagnostics: `[[line, column, severity, message], …]`.
    mark(list) {
      const doc = view.state.doc;
      const found = list.map(([line, column, severity, message]) => ({ ...span(doc, line, column), severity, message }));
      found.sort((a, b) => a.from - b.from);
      view.dispatch(setDiagnostics(view.state, found));
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
      words = next;
      keys.textContent = words.described;
      view.dispatch({});
    },
    undo: () => undo(view),
    redo: () => redo(view),
    close: () => view.destroy(),
  };
}

globalThis.warpstepEditor = { open };
