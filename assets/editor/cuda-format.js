// The formatter for CUDA. It changes only the blanks between tokens: line breaks, comments, strings and directives stay.

const WIDE = 4;

// Groups: blanks, line break, line comment, block comment, quoted text, word, number, symbol, any other character.
// A backslash at the end of a line joins it to the next one.
const PATTERN =
  /([ \t\v\f]+)|(\r\n|[\n\r])|(\/\/(?:\\[ \t]*\r?\n|[^\n\r])*)|(\/\*[^]*?(?:\*\/|$))|((?:u8|[uUL])?R"([^()\\\s]{0,16})\([^]*?(?:\)\6"|$)|(?:u8|[uUL])?(?:"(?:\\[^]|[^"\\\n\r])*"?|'(?:\\[^]|[^'\\\n\r])*'?))|([\p{ID_Start}_][\p{ID_Continue}]*)|(\.?\d(?:[eEpP][+-]|'?[\w.])*)|(<<<|>>>|<<=|>>=|\.\.\.|->\*?|\+\+|--|<<|>>|&&|\|\||::|##|[-+*/%&|^!=<>]=|[^\s\w"'\\])|([^])/uy;

const KINDS = ["blank", "break", "comment", "comment", "text", undefined, "word", "number", "symbol", "other"];

const DIRECTIVE = /#(?:\\[ \t]*\r?\n|\/\*[^]*?\*\/|[^\n\r])*/y;

// Returns the tokens, each with its column, and with the line breaks and the blanks before it.
function scan(text) {
  const tokens = [];
  let [breaks, blanks, from, start] = [0, "", 0, 0];
  while (from < text.length) {
    PATTERN.lastIndex = from;
    const found = PATTERN.exec(text);
    const kind = KINDS[found.findIndex((part, group) => group > 0 && group !== 6 && part !== undefined) - 1];
    let to = PATTERN.lastIndex;
    if (kind === "blank") blanks += found[0];
    else if (kind === "break") [breaks, blanks, start] = [breaks + 1, "", to];
    else {
      const token = { kind, text: found[0], breaks, blanks, column: from - start };
      if (found[0] === "#" && (breaks > 0 || tokens.length === 0)) {
        DIRECTIVE.lastIndex = from;
        Object.assign(token, { kind: "directive", text: DIRECTIVE.exec(text)[0] });
        to = from + token.text.length;
      }
      tokens.push(token);
      [breaks, blanks] = [0, ""];
    }
    from = to;
  }
  return tokens;
}

const HEADS = new Set(["if", "for", "while", "switch"]);
const SPACED = new Set(["=", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&&", "||", "?"]);

// Returns the blanks between two tokens of a line. Where the meaning of a sign depends on types, the author's stay.
function between(before, token) {
  const author = token.blanks === "" ? "" : " ";
  // Comments at the ends of lines may stand in a column.
  if ([before, token].some(({ kind }) => kind === "comment")) return token.text.startsWith("//") && /^ +$/.test(token.blanks) ? token.blanks : token.blanks && " ";
  if ([before, token].some(({ kind }) => kind === "other" || kind === "directive")) return token.blanks;
  // A blank keeps two tokens apart, and the lack of one keeps `operator=` together.
  if (before.text === "operator" || before.operator) return author;
  if ((before.text === "(" && before.kind === "symbol") || (token.text === ")" && token.kind === "symbol")) return "";
  if (token.text === "," || token.text === ";") return "";
  if (before.text === "," || before.text === ";") return " ";
  if (before.kind === "word" && HEADS.has(before.text) && token.text === "(") return " ";
  if (before.text === ")" && token.text === "{") return " ";
  if (SPACED.has(token.text) && token.kind === "symbol") return ["[", "("].includes(before.text) ? author : " ";
  if (SPACED.has(before.text) && before.kind === "symbol") return before.bare ? author : " ";
  return author;
}

const CLOSED_BY = { "(": ")", "[": "]", "{": "}" };

// Returns the width of an indentation: that of the first line inside of braces, if it is 2.
function unit(tokens) {
  let depth = 0;
  for (const token of tokens) {
    if (token.breaks > 0 && depth > 0 && token.kind !== "directive" && token.text !== "}") return token.blanks === "  " ? 2 : WIDE;
    if (token.kind === "symbol" && token.text === "{") depth += 1;
    if (token.kind === "symbol" && token.text === "}") depth = Math.max(0, depth - 1);
  }
  return WIDE;
}

// Returns the formatted text.
export function formatCuda(text) {
  const tokens = scan(text);
  const step = unit(tokens);
  const open = [];
  // The last token that is code, and the last brackets that were closed.
  let before;
  let second;
  let closed;
  // Steps by which a statement that is not at its end hangs.
  let hang = 0;
  // Those of each `if` of the statement that may have an `else`.
  let ifs = [];
  let line = 0;
  let result = "";
  const inner = () => open.at(-1)?.inner ?? 0;
  const inBlock = () => open.length > 0 && open.at(-1).text === "{";
  const indent = (token) => {
    if (token.kind === "symbol" && [")", "]", "}"].includes(token.text)) {
      const mate = open.findLast((each) => CLOSED_BY[each.text] === token.text);
      return mate?.outer ?? 0;
    }
    const isLabel = token.kind === "word" && ["case", "default"].includes(token.text);
    // Labels of a `switch` stand where the author has put the first one: at the `switch`, or one step from it.
    const isAccess = token.kind === "word" && ["public", "private", "protected"].includes(token.text);
    const block = open.at(-1);
    if (isAccess && inBlock()) return block.outer;
    // The contents of a namespace stand where the author has put the first line of them.
    if (block?.flat) Object.assign(block, { flat: false, inner: token.blanks.length <= block.outer ? block.outer : block.inner });
    if (isLabel && inBlock()) block.cases ??= token.blanks.length <= block.outer ? block.outer : block.inner;
    if (isLabel && inBlock()) return block.cases;
    // What the author has aligned with a bracket stays so.
    if (block && !inBlock() && token.column === block.column) return block.aligned;
    const base = block?.cases === undefined ? inner() : block.cases + step;
    if (!inBlock()) return base;
    const isBegun = before && before.kind !== "directive" && !(before.kind === "symbol" && [";", "{", "}", ",", ":", ">"].includes(before.text));
    if (!isBegun && token.text === "else") hang = ifs.at(-1) ?? 0;
    else if (!isBegun) [hang, ifs] = [0, []];
    else if (token.kind === "comment" || token.kind === "directive") return base + hang * step;
    else if (token.text !== "{") {
      const isHead = (before.text === ")" && closed?.head) || before.text === "else" || before.text === "do";
      hang = isHead ? hang + 1 : Math.max(hang, 1);
    }
    return base + hang * step;
  };
  tokens.forEach((token, at) => {
    if (at === 0 || token.breaks > 0) {
      if (at > 0) result += token.breaks > 1 ? "\n\n" : "\n";
      // A backslash joins the line to the one before: a word may go on.
      const isJoined = tokens[at - 1]?.text === "\\";
      const isOwn = isJoined || (token.kind === "directive" && (token.blanks === "" || !/^#\s*pragma/.test(token.text)));
      line = isOwn ? line : indent(token);
      result += isOwn ? token.blanks : " ".repeat(line);
    } else result += between(tokens[at - 1], token);
    result += token.text;
    const last = tokens[at - 1];
    if (last?.text === "operator" || (last?.operator && token.text === "]")) token.operator = last?.text === "operator";
    // `[=]` and `(&x)` begin no operation.
    token.bare = ["[", "("].includes(last?.text) && token.breaks === 0;
    if (token.text === "if") ifs.push(hang);
    if (token.text === "else") ifs.pop();
    if (token.kind === "symbol") {
      if (CLOSED_BY[token.text]) {
        // A block stands where its statement does; the contents of other brackets, one step from the line.
        const flat = [before?.text, second?.text].some((word) => word === "namespace" || word === "extern");
        const aligned = result.length - result.lastIndexOf("\n") - 1;
        open.push({ text: token.text, outer: line, inner: line + step, column: token.column + 1, aligned, head: HEADS.has(before?.text), hang, ifs, flat });
        if (token.text === "{") [hang, ifs] = [0, []];
      } else if ([")", "]", "}"].includes(token.text)) {
        const mate = open.findLastIndex((each) => CLOSED_BY[each.text] === token.text);
        if (mate >= 0) {
          closed = open[mate];
          open.length = mate;
          line = closed.outer;
          [hang, ifs] = [token.text === "}" ? 0 : closed.hang, closed.ifs];
        }
      } else if (token.text === ";" && inBlock()) hang = 0;
    }
    if (token.kind !== "comment") [second, before] = [before, token];
  });
  return tokens.length > 0 ? `${result.replace(/[ \t\n\r\v\f]+$/, "")}\n` : "";
}
