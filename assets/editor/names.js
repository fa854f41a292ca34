// The names that a text declares: where they hold, and the members of their types as far as the text tells them.
import { closes, countBefore, opens, scanned } from "./scan.js";

// A chain of calls and initial values is followed this far.
const DEPTH = 12;

// Returns the type that starts at a token, such as `{ name: "array", parts: [{ name: "f32" }, …] }`, and its end.
function readType(code, at) {
  if (code[at]?.kind !== "word") return { type: null, end: at };
  const type = { name: code[at].text, parts: [] };
  const open = code[at + 1];
  if (open?.text !== "<" || !open.mate) return { type, end: at + 1 };
  for (let i = at + 2; i < open.mate.at; i += 1) {
    if (code[i - 1] === open || code[i - 1].text === ",") type.parts.push(readType(code, i).type);
    if (opens(code[i]) && code[i].mate) i = code[i].mate.at;
  }
  return { type, end: open.mate.at + 1 };
}

// Returns the name of a type as it is written.
export const typeName = (type) =>
  type === null ? "" : type.name + (type.parts.some(Boolean) ? `<${type.parts.filter(Boolean).map(typeName).join(", ")}>` : "");

// Skips attributes such as `@builtin(position)`.
function pastAttributes(code, at) {
  while (code[at]?.text === "@") {
    at += 2;
    if (code[at]?.text === "(" && code[at].mate) at = code[at].mate.at + 1;
  }
  return at;
}

// Returns the index behind a statement without a block.
function statementEnd(code, at) {
  for (let i = at; i < code.length; i += 1) {
    if (code[i].text === ";" || code[i].text === "{" || closes(code[i])) return i;
    if (opens(code[i]) && code[i].mate) i = code[i].mate.at;
  }
  return code.length;
}

// Reads `name: type` pairs between two brackets: parameters or members.
function readFields(code, open) {
  const fields = [];
  const end = open.mate?.at ?? open.at;
  for (let i = open.at + 1; i < end; i += 1) {
    if (code[i].kind === "word" && code[i + 1]?.text === ":") {
      const { type, end: next } = readType(code, i + 2);
      fields.push({ name: code[i].text, from: code[i].from, to: code[i].to, type });
      i = Math.max(i, next - 1);
    } else if (opens(code[i]) && code[i].mate) i = code[i].mate.at;
  }
  return fields;
}

const KINDS = { var: "variable", let: "variable", const: "constant", override: "constant", alias: "type" };

// Returns the declarations of a text. Each holds from `start` to `end`.
function declarations(code) {
  const found = [];
  const blocks = [];
  const everywhere = { start: -1, end: Infinity };
  for (let i = 0; i < code.length; i += 1) {
    const { text } = code[i];
    if (text === "{") blocks.push(code[i].mate?.to ?? Infinity);
    if (text === "}") blocks.pop();
    if (code[i].kind !== "word") continue;
    let at = i + 1;
    if (KINDS[text] && code[at]?.text === "<" && code[at].mate) at = code[at].mate.at + 1;
    const name = code[at];
    if (name?.kind !== "word") continue;
    const declared = { name: name.text, from: name.from, to: name.to, type: null };
    if (text === "fn" && code[at + 1]?.text === "(") {
      const open = code[at + 1];
      const parameters = readFields(code, open);
      const close = open.mate?.at ?? open.at;
      const arrow = code[close + 1]?.text === "->";
      const result = arrow ? readType(code, pastAttributes(code, close + 2)).type : null;
      found.push({ ...declared, ...everywhere, kind: "function", parameters, type: result });
      let body = close + 1;
      while (code[body] && !["{", ";", "}", "fn"].includes(code[body].text)) body += 1;
      const end = code[body]?.text === "{" ? (code[body].mate?.to ?? Infinity) : code[close].to;
      found.push(...parameters.map((parameter) => ({ ...parameter, kind: "variable", start: open.from, end })));
    } else if (text === "struct") {
      const members = code[at + 1]?.text === "{" ? readFields(code, code[at + 1]) : [];
      found.push({ ...declared, ...everywhere, kind: "type", members });
    } else if (KINDS[text]) {
      const typed = code[at + 1]?.text === ":" ? readType(code, at + 2) : { type: null, end: at + 1 };
      const end = statementEnd(code, at + 1);
      const value = code[typed.end]?.text === "=" ? { from: typed.end + 1, to: end } : null;
      const isLoop = code[i - 1]?.text === "(" && code[i - 2]?.text === "for";
      const body = isLoop && code[i - 1].mate ? code[code[i - 1].mate.at + 1] : undefined;
      const local = { start: code[end]?.to ?? Infinity, end: isLoop ? (body?.mate?.to ?? Infinity) : blocks.at(-1) };
      const alias = text === "alias" && value ? readType(code, value.from).type : null;
      found.push({ ...declared, ...(blocks.length > 0 || isLoop ? local : everywhere), kind: KINDS[text], type: alias ?? typed.type, value });
    }
  }
  return found;
}

// The types of a text's expressions.
class Names {
  constructor(code) {
    this.code = code;
    this.declared = declarations(code);
  }

  // Returns the declaration that a name means at a position: the nearest one above, else the module's.
  meaning(name, position) {
    let best;
    for (const one of this.declared) {
      if (one.name !== name) continue;
      if (position >= one.from && position <= one.to) return one;
      if (position >= one.start && position < one.end && one.start >= (best?.start ?? -1)) best = one;
    }
    return best;
  }

  // Follows aliases and pointers.
  plain(type, depth = DEPTH) {
    if (!type || depth === 0) return null;
    if (type.name === "ptr") return this.plain(type.parts[1] ?? null, depth - 1);
    const declared = this.meaning(type.name, -1);
    return declared?.kind === "type" && !declared.members ? this.plain(declared.type, depth - 1) : type;
  }

  // Returns the members of a type: those of its struct, or the components of a vector. `null` if there are none.
  members(type) {
    const plain = this.plain(type);
    if (!plain) return null;
    const struct = this.meaning(plain.name, -1)?.members;
    if (struct) return struct;
    const size = Number(/^vec([234])/.exec(plain.name)?.[1] ?? 0);
    const names = [..."xyzw".slice(0, size), ..."rgba".slice(0, size)];
    return size > 0 ? names.map((name) => ({ name, type: this.element(plain) })) : null;
  }

  // Returns the type of an element.
  element(type) {
    const plain = this.plain(type);
    const short = /^vec[234]([fhiu])$/.exec(plain?.name ?? "");
    if (short) return { name: { f: "f32", h: "f16", i: "i32", u: "u32" }[short[1]], parts: [] };
    const column = /^mat[234]x([234])([fh]?)$/.exec(plain?.name ?? "");
    if (column) return { name: `vec${column[1]}${column[2]}`, parts: plain.parts };
    return /^(array|vec[234])$/.test(plain?.name ?? "") ? (plain.parts[0] ?? null) : null;
  }

  // Returns the type of the expression in a range of tokens, or `null`.
  typeOf(from, to, depth = DEPTH) {
    const { code } = this;
    if (from >= to || depth === 0) return null;
    if (code[from].text === "&" || code[from].text === "*") return this.typeOf(from + 1, to, depth - 1);
    let type = null;
    let at = from + 1;
    if (code[from].text === "(" && code[from].mate) {
      type = this.typeOf(at, code[from].mate.at, depth - 1);
      at = code[from].mate.at + 1;
    } else if (code[from].kind === "word") {
      const meaning = this.meaning(code[from].text, code[from].from);
      const written = readType(code, from);
      if (code[written.end]?.text === "(" && code[written.end].mate && written.end < to) {
        type = meaning?.kind === "function" ? meaning.type : written.type;
        at = code[written.end].mate.at + 1;
      } else type = this.typeOfDeclared(meaning, depth - 1);
    } else return null;
    while (at < to) {
      if (code[at].text === "[" && code[at].mate) {
        type = this.element(type);
        at = code[at].mate.at + 1;
      } else if (code[at].text === "." && code[at + 1]?.kind === "word") {
        const name = code[at + 1].text;
        const swizzle = /^([xyzw]{2,4}|[rgba]{2,4})$/.test(name) && this.element(type);
        type = this.members(type)?.find((member) => member.name === name)?.type ?? (swizzle ? { name: `vec${name.length}`, parts: [swizzle] } : null);
        at += 2;
      } else if (/^[-+*/%]$/.test(code[at].text)) {
        // An operation with a vector has a vector.
        const isVector = /^vec[234]/.test(this.plain(type)?.name ?? "");
        return isVector ? type : this.typeOf(at + 1, to, depth - 1);
      } else return null;
    }
    return type;
  }

  typeOfDeclared(declared, depth) {
    if (!declared || declared.kind === "function") return null;
    return declared.type ?? (declared.value ? this.typeOf(declared.value.from, declared.value.to, depth) : null);
  }

  // Returns the type of what is before a dot.
  typeBefore(dot) {
    const { code } = this;
    let from = dot;
    while (from > 0) {
      let last = code[from - 1];
      while (closes(last) && last.mate) {
        from = last.mate.at;
        last = code[from - 1];
        // Brackets after a word belong to it; the others are an expression of their own.
        if (last === undefined || !(last.kind === "word" || (closes(last) && last.text !== "}"))) return this.typeOf(from, dot);
      }
      if (last.kind !== "word") break;
      from -= 1;
      if (code[from - 1]?.text !== ".") break;
      from -= 1;
    }
    return this.typeOf(from, dot);
  }
}

const known = new WeakMap();

function names(doc) {
  if (!known.has(doc)) known.set(doc, new Names(scanned(doc).code));
  return known.get(doc);
}

// Returns the declarations that hold at a position.
export const visible = (doc, position) => names(doc).declared.filter((one) => position >= one.start && position < one.end);

// Returns the members for a completion that starts at a position: `undefined` if there is no dot before it.
export function membersAt(doc, position) {
  const all = names(doc);
  const dot = countBefore(all.code, position) - 1;
  if (all.code[dot]?.text !== ".") return undefined;
  const type = all.typeBefore(dot);
  const any = type === null ? [..."xyzwrgba"].map((name) => ({ name, type: null })) : [];
  return all.members(type) ?? any;
}

// Returns the declared name that the name at a position means, or `undefined`.
export function definition(doc, position) {
  const all = names(doc);
  const at = countBefore(all.code, position - 1);
  const token = [all.code[at], all.code[at + 1]].find((one) => one?.kind === "word" && one.from <= position && one.to >= position);
  if (!token) return undefined;
  if (all.code[token.at - 1]?.text !== ".") {
    const member = all.declared.flatMap((one) => one.members ?? []).find((one) => one.from === token.from);
    return { token, target: member ?? all.meaning(token.text, token.from) };
  }
  const target = all.members(all.typeBefore(token.at - 1))?.find((one) => one.name === token.text && one.from !== undefined);
  return { token, target };
}
