// Indentation and folding of the blocks between braces.
import { foldCode, foldEffect, foldService, indentService } from "@codemirror/language";
import { closes, continues, countBefore, isComment, opens, scanned } from "./scan.js";

// Returns the innermost bracket that is open before a token, or `undefined`.
function enclosing(code, at) {
  for (let i = at - 1; i >= 0; i -= 1) {
    if (opens(code[i])) return code[i];
    if (closes(code[i]) && code[i].mate) i = code[i].mate.at;
  }
  return undefined;
}

// Returns the start of the line that a bracket's contents are indented from. For the block of an `if` with a condition of
// several lines, that is the first of them.
function home(doc, code, bracket) {
  let line = doc.lineAt(bracket.from);
  let end = bracket.text === "{" ? bracket.at : 0;
  for (;;) {
    const before = code.slice(countBefore(code, line.from), end);
    const condition = before.find((token) => closes(token) && token.text !== "}" && token.mate?.from < line.from);
    if (!condition) return line.from;
    end = condition.mate.at;
    line = doc.lineAt(condition.mate.from);
  }
}

export const indentation = indentService.of((context, position) => {
  const { doc } = context.state;
  const { tokens, code } = scanned(doc);
  const inside = tokens[countBefore(tokens, position)];
  // The lines in a comment are indented like the line before.
  if (inside && isComment(inside) && inside.from < position) return null;
  const at = countBefore(code, position);
  const after = context.textAfterPos(position).trim();
  if (/^[)\]}]/.test(after)) return code[at]?.mate ? context.lineIndent(home(doc, code, code[at].mate)) : null;
  const bracket = enclosing(code, at);
  const outer = bracket ? context.lineIndent(home(doc, code, bracket)) + context.unit : 0;
  const isInBlock = bracket === undefined || bracket.text === "{";
  const first = after === "" ? undefined : code[at];
  return isInBlock && continues(code[at - 1], first) ? outer + context.unit : outer;
});

const range = (brace) => ({ from: brace.to, to: brace.mate.from });

export const folding = foldService.of(({ doc }, from, to) => {
  const { code } = scanned(doc);
  for (let i = countBefore(code, to) - 1; i >= 0 && code[i].from >= from; i -= 1) {
    if (code[i].text === "{" && code[i].mate?.from > to) return range(code[i]);
  }
  return null;
});

// Folds the block that starts in the caret's line, else the block around the caret.
export function foldHere(view) {
  if (foldCode(view)) return true;
  const { doc, selection } = view.state;
  const { code } = scanned(doc);
  let brace = enclosing(code, countBefore(code, selection.main.head));
  while (brace && brace.text !== "{") brace = enclosing(code, brace.at);
  if (!brace?.mate || doc.lineAt(brace.from).number === doc.lineAt(brace.mate.from).number) return false;
  view.dispatch({ effects: foldEffect.of(range(brace)), selection: { anchor: brace.to }, scrollIntoView: true });
  return true;
}
