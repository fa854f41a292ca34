// Breakpoints: dots in a gutter of their own, which stay with their lines while the text changes.
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, GutterMarker, gutter } from "@codemirror/view";

const setPlaces = StateEffect.define();

// Finds the start of a line after a change, or returns `undefined` if the line is gone.
function follow(place, transaction) {
  const { changes, newDoc } = transaction;
  const old = transaction.startState.doc;
  const line = old.lineAt(place);
  // A line break in front of the statement moves it down.
  const statement = line.from + line.text.search(/\S|$/);
  let moved = newDoc.lineAt(changes.mapPos(statement, 1)).from;
  changes.iterChanges((from, to, newFrom, newTo) => {
    const takesAll = from <= line.from && to >= line.to && to - from > line.length;
    if (!takesAll) return;
    // If other lines came in its place, the line with the same number keeps the dot.
    const number = newDoc.lineAt(newFrom).number + line.number - old.lineAt(from).number;
    const isThere = newTo > newFrom && number <= newDoc.lineAt(newTo).number;
    moved = isThere ? newDoc.line(number).from : undefined;
  });
  return moved;
}

const inOrder = (places) => [...new Set(places)].sort((a, b) => a - b);

// Starts of the lines with a breakpoint.
const places = StateField.define({
  create: () => [],
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPlaces)) return effect.value;
    if (!transaction.docChanged || value.length === 0) return value;
    return inOrder(value.map((place) => follow(place, transaction)).filter((place) => place !== undefined));
  },
});

// Returns the numbers of the lines with a breakpoint.
export const breakpointLines = (state) => state.field(places).map((place) => state.doc.lineAt(place).number);

// Returns the effect that sets the breakpoints to these lines.
export function breakpointsAt({ doc }, lines) {
  const known = lines.filter((line) => line >= 1 && line <= doc.lines);
  return setPlaces.of(inOrder(known.map((line) => doc.line(line).from)));
}

// Says where a dot is now: the page moves it to the next line that threads execute.
function announce(view, before, pressed, words) {
  const added = breakpointLines(view.state).find((line) => !before.includes(line));
  const said = added === undefined ? `${words.noBreakpoint} ${pressed}` : `${words.breakpoint} ${added}`;
  view.dispatch({ effects: EditorView.announce.of(said) });
}

function toggle(view, position, words) {
  const line = view.state.doc.lineAt(position);
  const [now, before] = [view.state.field(places), breakpointLines(view.state)];
  const next = now.includes(line.from) ? now.filter((place) => place !== line.from) : inOrder([...now, line.from]);
  view.dispatch({ effects: setPlaces.of(next) });
  setTimeout(() => announce(view, before, line.number, words));
  return true;
}

class Dot extends GutterMarker {
  constructor(look, label) {
    super();
    Object.assign(this, { look, label });
  }
  eq(other) {
    return other.look === this.look && other.label === this.label;
  }
  toDOM() {
    const dot = document.createElement("span");
    dot.className = `breakpoint ${this.look}`;
    dot.title = this.label;
    dot.setAttribute("aria-label", this.label);
    return dot;
  }
}

// Returns the gutter, the key, and the press on a gutter. `words()` returns the editor's texts in the page's language.
export function breakpoints(words) {
  let label = words().breakpoint;
  const press = {
    mousedown: (view, block, event) => event.button === 0 && toggle(view, block.from, words()),
  };
  return {
    press,
    key: { key: "F9", run: (view) => toggle(view, view.state.selection.main.head, words()) },
    extension: [
      places,
      gutter({
        class: "cm-breakpoints",
        lineMarker: (view, block) => new Dot(view.state.field(places).includes(block.from) ? "set" : "unset", words().breakpoint),
        lineMarkerChange(update) {
          const isRenamed = label !== words().breakpoint;
          label = words().breakpoint;
          return isRenamed || update.startState.field(places) !== update.state.field(places);
        },
        initialSpacer: () => new Dot("unset", ""),
        domEventHandlers: press,
      }),
    ],
  };
}
