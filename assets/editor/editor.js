// The playground's editor: CodeMirror with WGSL, behind the few calls that the page makes.
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import looks from "./editor.css";
import { completions, wgsl } from "./wgsl.js";

// So long after Escape, Tab leaves the editor.
const LEAVE_MILLIS = 4000;

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "keyword" },
  { tag: tags.typeName, class: "type" },
  { tag: tags.number, class: "number" },
  { tag: tags.attributeName, class: "attribute" },
  { tag: tags.comment, class: "comment" },
]);

// The statement that comes next.
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

// A place by line and column, both from 1; columns in bytes of UTF-8 where `bytes`, else in characters.
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

// From a place to the end of the word or sign there, so that something is underlined.
function span(doc, line, column) {
  const { at, offset } = place(doc, line, column, true);
  const rest = doc.sliceString(offset, at.to);
  const word = /^([\p{ID_Start}_@][\p{ID_Continue}]*|\d[\w.]*|\S)/u.exec(rest);
  if (word) return { from: offset, to: offset + word[0].length };
  const last = at.text.trimEnd().length;
  return last > 0 ? { from: at.from + last - 1, to: at.from + last } : { from: at.from, to: at.to };
}

// A tree of its own below `parent`: there style sheets are made by script, where the page's policy refuses <style>.
function rootIn(parent) {
  if (parent.shadowRoot) return parent.shadowRoot;
  const root = parent.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(looks);
  root.adoptedStyleSheets = [sheet];
  return root;
}

// Puts an editor into `parent`. `change(text)` hears of every edit by the reader; `words` are its sentences.
function open(parent, text, words, change) {
  let silent = false;
  const root = rootIn(parent);
  // What describes the editor stands in its own tree: names of elements do not reach into another.
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
        // After Escape Tab leads out, also where Escape had something else to close.
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
    // Another text, as one edit that can be undone.
    replace(next) {
      if (next === view.state.doc.toString()) return;
      quietly(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: 0 }, scrollIntoView: true }));
    },
    // `[[line, column, severity, message], …]`
    mark(list) {
      const doc = view.state.doc;
      const found = list.map(([line, column, severity, message]) => ({ ...span(doc, line, column), severity, message }));
      found.sort((a, b) => a.from - b.from);
      view.dispatch(setDiagnostics(view.state, found));
    },
    // The line that is lit, and characters `from` to `to` of it; nothing at line 0.
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
      // The lit line comes into view inside the editor, unless the reader is typing there.
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
    // The same sentences in another language.
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
