// The tokens of a WGSL text. Folding, indentation, the formatter and the names are all read from them.

// Groups: blanks, line break, line comment, start of a block comment, word, number, placeholder, symbol, any other character.
// A placeholder of a template and a quoted text are never looked into.
const PATTERN =
  /([ \t]+)|(\r\n|[\n\r\v\f])|(\/\/[^\n\r\v\f\u0085\u2028\u2029]*)|(\/\*)|([\p{ID_Start}_][\p{ID_Continue}]*)|(0[xX][\da-fA-F]*\.?[\da-fA-F]*(?:[pP][+-]?\d+)?[iufh]?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[iufh]?)|(\{\{[^{};\n\r]*\w[^{};\n\r]*\}\}|[$#]\{[^{};\n\r]*\}|"[^"\n\r]*")|(->|\+\+|--|==|!=|&&|\|\||::|[-+*/%&|^]=|[-+*/%&|^!=<>~.,;:(){}[\]@])|([^])/uy;

const KINDS = ["blank", "break", "line comment", "block comment", "word", "number", "placeholder", "symbol", "other"];

export const isComment = (token) => token.kind === "line comment" || token.kind === "block comment";
export const opens = (token) => token.kind === "open";
export const closes = (token) => token.kind === "close";

// Returns the end of the block comment that starts at `from`. Block comments nest.
function commentEnd(text, from) {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = from;
  let depth = 0;
  for (let found = edge.exec(text); found; found = edge.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return text.length;
}

// Splits a text. Each token knows its place, the line breaks and the blanks before it.
function split(text) {
  const tokens = [];
  let breaks = 0;
  let blanks = "";
  let from = 0;
  while (from < text.length) {
    PATTERN.lastIndex = from;
    const found = PATTERN.exec(text);
    const kind = KINDS[found.findIndex((part, group) => group > 0 && part !== undefined) - 1];
    let to = PATTERN.lastIndex;
    if (kind === "blank") blanks += found[0];
    else if (kind === "break") {
      breaks += 1;
      blanks = "";
    } else {
      if (kind === "block comment") to = commentEnd(text, from);
      const token = { kind, text: text.slice(from, to), from, to, breaks, blanks };
      // A line of a preprocessor is not WGSL, so it stays as it is.
      if (token.text === "#" && (breaks > 0 || tokens.length === 0)) {
        to = text.slice(from).search(/[\n\r\v\f]|$/) + from;
        Object.assign(token, { kind: "line comment", text: text.slice(from, to), to });
      }
      tokens.push(token);
      breaks = 0;
      blanks = "";
    }
    from = to;
  }
  return tokens;
}

const touch = (a, b) => b !== undefined && a.to === b.from;

// Finds the template lists, as the WGSL specification does: `<` after a word or a placeholder, closed by `>` at the same depth of brackets.
function findTemplates(code) {
  let pending = [];
  let depth = 0;
  for (let i = 0; i < code.length; i += 1) {
    const token = code[i];
    const next = code[i + 1];
    if (token.kind === "word" || token.kind === "placeholder") {
      const isShift = next?.text === "<" && touch(next, code[i + 2]) && ["<", "=", "=="].includes(code[i + 2].text);
      if (next?.text === "<" && !isShift) {
        pending.push({ open: next, depth });
        i += 1;
      }
    } else if (token.text === ">") {
      if (pending.at(-1)?.depth === depth) {
        const { open } = pending.pop();
        open.kind = "open";
        token.kind = "close";
        open.mate = token;
        token.mate = open;
      } else if (touch(token, next) && next.text === "=") i += 1;
    } else if (token.text === "(" || token.text === "[") depth += 1;
    else if (token.text === ")" || token.text === "]") {
      while (pending.at(-1)?.depth >= depth) pending.pop();
      depth = Math.max(0, depth - 1);
    } else if (token.text === "&&" || token.text === "||") {
      while (pending.at(-1)?.depth >= depth) pending.pop();
    } else if ([";", "{", ":"].includes(token.text) || /^[^=!]?=$/.test(token.text)) {
      pending = [];
      depth = 0;
    }
  }
}

// Joins the parts of `<<`, `>>`, `<=`, `>=`, `<<=` and `>>=`, which were split because template lists end with `>`.
function joinOperators(tokens) {
  const joined = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const text = last ? last.text + token.text : "";
    if (last?.kind === "symbol" && token.kind === "symbol" && touch(last, token) && /^(<<|>>|<=|>=|<<=|>>=)$/.test(text)) {
      last.text = text;
      last.to = token.to;
    } else joined.push(token);
  }
  return joined;
}

const CLOSED_BY = { "(": ")", "[": "]", "{": "}" };

// Pairs brackets. A brace closes what is open in it; another bracket without a mate is passed over.
function pair(tokens) {
  const open = [];
  for (const token of tokens) {
    if (token.kind !== "symbol") continue;
    if (CLOSED_BY[token.text]) {
      token.kind = "open";
      open.push(token);
    } else if (/^[)\]}]$/.test(token.text)) {
      token.kind = "close";
      let at = open.length - 1;
      while (at >= 0 && CLOSED_BY[open[at].text] !== token.text && (token.text === "}" || open[at].text !== "{")) at -= 1;
      if (at < 0 || CLOSED_BY[open[at].text] !== token.text) continue;
      token.mate = open[at];
      open[at].mate = token;
      open.length = at;
    }
  }
}

// Words before an operand, in which `(` does not begin a call.
const LEADING = new Set(`break case const const_assert continue continuing default else fn for if let loop override return
  struct switch var while`.split(/\s+/));

export const isOperand = (token) =>
  token !== undefined &&
  ((token.kind === "word" && !LEADING.has(token.text)) ||
    ["number", "placeholder", "other"].includes(token.kind) ||
    (closes(token) && token.text !== "}") ||
    token.text === "++" ||
    token.text === "--");

const PREFIXES = new Set(["-", "*", "&", "&&"]);
const NO_OPERATORS = new Set([".", ",", ";", ":", "::", "@", "++", "--"]);

// Tells operators with one operand from those with two.
function setRoles(code) {
  code.forEach((token, at) => {
    if (token.kind !== "symbol" || NO_OPERATORS.has(token.text)) return;
    const isPrefix = token.text === "!" || token.text === "~" || (PREFIXES.has(token.text) && !isOperand(code[at - 1]));
    token.role = isPrefix ? "unary" : "binary";
  });
}

// Returns true if a line that starts with `first` goes on with the statement of the line before, which ends with `last`.
export function continues(last, first) {
  return last?.role === "binary" || last?.text === "." || first?.role === "binary" || first?.text === ".";
}

// Returns all tokens of a text, and those that are not comments with their indices in `at`.
export function scan(text) {
  let tokens = split(text);
  findTemplates(tokens.filter((token) => !isComment(token)));
  tokens = joinOperators(tokens);
  pair(tokens);
  const code = tokens.filter((token) => !isComment(token));
  code.forEach((token, at) => (token.at = at));
  setRoles(code);
  return { tokens, code };
}

const scans = new WeakMap();

// Returns the tokens of an editor's document; each document is read once.
export function scanned(doc) {
  if (!scans.has(doc)) scans.set(doc, scan(doc.toString()));
  return scans.get(doc);
}

// Returns the number of tokens that end at or before a position.
export function countBefore(tokens, position) {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle].to <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
