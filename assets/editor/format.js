// The formatter. It changes only the blanks between tokens: the author's line breaks and comments stay.
import { closes, continues, isComment, isOperand, opens, scan } from "./scan.js";

const UNIT = 2;

// Two tokens that would be read as another one if nothing stood between them.
const JOINS = /^(->|\+\+|--|[-+*/%&|^!=<>]=|&&|\|\||::|<<|>>|\/\/|\/\*)$/;

const isName = (token) => ["word", "number", "placeholder"].includes(token.kind);

// Returns the number of blanks between two tokens of a line, or `undefined` where the author decides.
function gap(before, token) {
  if ([before, token].some((either) => either.kind === "other" || isComment(either))) return undefined;
  if (isName(before) && isName(token)) return undefined;
  // `1 .x` and `x. 1` would be other numbers.
  if ((before.kind === "number" && token.text === ".") || (before.text === "." && token.kind === "number")) return undefined;
  if (before.text === "{") return token.text === "}" ? 0 : 1;
  if (token.text === "}") return 1;
  if ([",", ";", ":"].includes(token.text) || closes(token)) return 0;
  if (opens(before)) return 0;
  if ([".", "::"].includes(before.text) || [".", "::"].includes(token.text) || before.text === "@") return 0;
  if (token.text === "{" || before.text === "}") return 1;
  if (before.role === "unary") return 0;
  if (before.role === "binary" || token.role) return 1;
  if (token.text === "++" || token.text === "--") return 0;
  if (token.text === "<") return 0;
  if (opens(token)) return isOperand(before) ? 0 : 1;
  return 1;
}

function blanks(before, token) {
  // Comments at the ends of lines may stand in a column.
  if (token.kind === "line comment") return /^ +$/.test(token.blanks) ? token.blanks : " ";
  const author = token.blanks === "" ? 0 : 1;
  const wanted = gap(before, token) ?? author;
  const joins = before.kind !== "word" && JOINS.test(before.text.at(-1) + token.text[0]);
  return " ".repeat(wanted === 0 && joins ? author : wanted);
}

// The open brackets. Each has the indentation of its contents (`inner`) and of its closing bracket (`outer`).
class Levels {
  open = [];

  inner() {
    return this.open.at(-1)?.inner ?? 0;
  }

  // Returns true if the innermost bracket holds statements or declarations.
  inBlock() {
    return this.open.length === 0 || this.open.at(-1).token.text === "{";
  }

  // Adds a bracket in a line with this indentation. The body of an `if` with a long condition starts at the `if`.
  push(token, line) {
    const outer = token.text === "{" && this.inBlock() ? this.inner() : line;
    this.open.push({ token, outer, inner: outer + UNIT });
  }

  // Returns the indentation of the closing brackets that a line starts with, or `undefined` if there are none.
  leading(tokens, at) {
    let indent;
    let below = this.open.length;
    for (let i = at; i < tokens.length && closes(tokens[i]) && (i === at || tokens[i].breaks === 0); i += 1) {
      const mate = this.open.findLastIndex((entry, index) => index < below && entry.token === tokens[i].mate);
      if (mate < 0) break;
      indent = this.open[mate].outer;
      below = mate;
    }
    return indent;
  }

  // Removes a bracket and returns its indentation.
  pop(token, line) {
    const mate = this.open.findLastIndex((entry) => entry.token === token.mate);
    if (mate < 0) return line;
    const { outer } = this.open[mate];
    this.open.length = mate;
    return outer;
  }
}

const inComment = (text) => text.replace(/\r\n?/g, "\n").replace(/[ \t]+$/gm, "");

// Returns the formatted text.
export function format(text) {
  const { tokens } = scan(text);
  const levels = new Levels();
  let result = "";
  // Indentation that a bracket at this place counts from.
  let line = 0;
  let before;
  tokens.forEach((token, at) => {
    if (at === 0 || token.breaks > 0) {
      if (at > 0) result += token.breaks > 1 ? "\n\n" : "\n";
      const hanging = levels.inBlock() && continues(before, token) ? UNIT : 0;
      line = levels.leading(tokens, at) ?? levels.inner() + hanging;
      result += " ".repeat(line);
    } else result += blanks(tokens[at - 1], token);
    result += isComment(token) ? inComment(token.text) : token.text;
    if (opens(token)) levels.push(token, line);
    if (closes(token)) line = levels.pop(token, line);
    if (!isComment(token)) before = token;
  });
  // A comment that is never closed ends with the text.
  return tokens.length > 0 ? `${result.replace(/[ \t\n\r\v\f]+$/, "")}\n` : "";
}
