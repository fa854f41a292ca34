// Find and replace, and "go to line". Both open at the top, where nothing of the page covers them.
import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search, selectNextOccurrence } from "@codemirror/search";
import { EditorView, getDialog, showDialog } from "@codemirror/view";

const DIALOG = "cm-go-to-line";

// Asks for a line, and optionally a column behind a colon.
function goToLine(view) {
  const open = getDialog(view, DIALOG);
  if (open) {
    open.dom.querySelector("input").select();
    return true;
  }
  const { state } = view;
  const { close, result } = showDialog(view, {
    class: DIALOG,
    label: state.phrase("Go to line"),
    input: { type: "text", name: "line", inputMode: "numeric", value: String(state.doc.lineAt(state.selection.main.head).number) },
    focus: true,
    submitLabel: state.phrase("go"),
    top: true,
  });
  result.then((form) => {
    if (!view.dom.isConnected) return;
    const asked = /^\s*(\d+)(?::(\d+))?\s*$/.exec(form?.elements.line.value ?? "");
    view.dispatch({ effects: close });
    view.focus();
    if (!asked) return;
    const { doc } = view.state;
    const line = doc.line(Math.min(Math.max(Number(asked[1]), 1), doc.lines));
    const anchor = line.from + Math.min(Math.max(Number(asked[2] ?? 1) - 1, 0), line.length);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  });
  return true;
}

const scope = "editor search-panel";

// The browser finds only the lines that are on the screen, and its bookmark is in its menu, too: so these keys are taken.
export const findKeys = [
  { key: "Mod-f", run: openSearchPanel, scope },
  { key: "F3", run: findNext, shift: findPrevious, scope, preventDefault: true },
  { key: "Mod-g", run: findNext, shift: findPrevious, scope, preventDefault: true },
  { key: "Escape", run: closeSearchPanel, scope },
  { key: "Mod-Alt-g", run: goToLine },
  { key: "Mod-d", run: selectNextOccurrence, preventDefault: true },
];

export const finding = search({ top: true });
