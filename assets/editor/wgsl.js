// WGSL for the editor: the tokens of a line, and the words for completion.
import { StreamLanguage } from "@codemirror/language";
import { ifNotIn } from "@codemirror/autocomplete";
import { membersAt, typeName, visible } from "./names.js";

const words = (text) => text.trim().split(/\s+/);

const KEYWORDS = words(`alias break case const const_assert continue continuing default diagnostic discard else enable fn
  for if let loop override requires return struct switch var while true false`);
const TYPES = words(`array atomic bool f16 f32 i32 u32 ptr vec2 vec3 vec4 vec2f vec3f vec4f vec2h vec3h vec4h vec2i vec3i
  vec4i vec2u vec3u vec4u mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 mat2x2f mat2x3f mat2x4f mat3x2f
  mat3x3f mat3x4f mat4x2f mat4x3f mat4x4f mat2x2h mat3x3h mat4x4h`);
const SPACES = words("storage uniform workgroup private function read write read_write");
const ATTRIBUTES = words(`@compute @workgroup_size @group @binding @builtin @id @align @size @const @must_use @invariant
  @location @interpolate @diagnostic`);
const BUILT_IN_VALUES = words(`global_invocation_id local_invocation_id local_invocation_index workgroup_id num_workgroups
  subgroup_size subgroup_invocation_id subgroup_id num_subgroups`);

// Function names with their parameters.
const FUNCTIONS = `workgroupBarrier() storageBarrier() workgroupUniformLoad(p) arrayLength(&a) select(otherwise,then,condition)
  abs(e) acos(e) acosh(e) asin(e) asinh(e) atan(e) atan2(y,x) atanh(e) ceil(e) clamp(e,low,high) cos(e) cosh(e) cross(a,b)
  degrees(e) determinant(m) distance(a,b) dot(a,b) dot4U8Packed(a,b) dot4I8Packed(a,b) exp(e) exp2(e) extractBits(e,offset,count)
  faceForward(a,b,c) firstLeadingBit(e) firstTrailingBit(e) floor(e) fma(a,b,c) fract(e) frexp(e) insertBits(e,newbits,offset,count)
  inverseSqrt(e) ldexp(e,exponent) length(e) log(e) log2(e) max(a,b) min(a,b) mix(a,b,t) modf(e) normalize(e) pow(a,b)
  quantizeToF16(e) radians(e) reflect(a,b) refract(a,b,c) reverseBits(e) round(e) saturate(e) sign(e) sin(e) sinh(e)
  smoothstep(low,high,x) sqrt(e) step(edge,x) tan(e) tanh(e) transpose(m) trunc(e) countLeadingZeros(e) countOneBits(e)
  countTrailingZeros(e) all(e) any(e) bitcast<T>(e) pack4x8snorm(e) pack4x8unorm(e) pack4xI8(e) pack4xU8(e) pack2x16snorm(e)
  pack2x16unorm(e) pack2x16float(e) unpack4x8snorm(e) unpack4x8unorm(e) unpack4xI8(e) unpack4xU8(e) unpack2x16snorm(e)
  unpack2x16unorm(e) unpack2x16float(e) atomicLoad(&a) atomicStore(&a,v) atomicAdd(&a,v) atomicSub(&a,v) atomicMax(&a,v)
  atomicMin(&a,v) atomicAnd(&a,v) atomicOr(&a,v) atomicXor(&a,v) atomicExchange(&a,v) atomicCompareExchangeWeak(&a,compare,v)
  subgroupAdd(e) subgroupExclusiveAdd(e) subgroupInclusiveAdd(e) subgroupAll(e) subgroupAny(e) subgroupAnd(e) subgroupOr(e)
  subgroupXor(e) subgroupBallot(e) subgroupBroadcast(e,lane) subgroupBroadcastFirst(e) subgroupElect() subgroupMax(e)
  subgroupMin(e) subgroupMul(e) subgroupShuffle(e,lane) subgroupShuffleDown(e,by) subgroupShuffleUp(e,by)
  subgroupShuffleXor(e,mask)`;
const functions = words(FUNCTIONS).map((text) => {
  const at = text.search(/[<(]/);
  return { label: text.slice(0, at), detail: text.slice(at).replace(/,/g, ", "), type: "function" };
});

const keywords = new Set(KEYWORDS);
const types = new Set(TYPES);

export const wgsl = StreamLanguage.define({
  name: "wgsl",
  startState: () => ({ comment: 0 }),
  token(stream, state) {
    if (state.comment > 0) {
      // Block comments nest.
      while (!stream.eol()) {
        if (stream.match("*/")) {
          state.comment -= 1;
          if (state.comment === 0) return "comment";
        } else if (stream.match("/*")) state.comment += 1;
        else stream.next();
      }
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = 1;
      return "comment";
    }
    if (stream.match(/^@\s*\w+/)) return "attribute";
    if (stream.match(/^(0[xX][\da-fA-F.]+([pP][+-]?\d+)?|\d[\w.]*([eE][+-]?\d+)?)[iufh]?/)) return "number";
    const word = stream.match(/^[\p{ID_Start}_][\p{ID_Continue}]*/u);
    if (word) {
      if (keywords.has(word[0])) return "keyword";
      if (types.has(word[0])) return "type";
      return null;
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{"] }, indentOnInput: /^\s*[)\]}]$/ },
});

const plain = (labels, type) => labels.map((label) => ({ label, type }));
const everywhere = [
  ...plain(KEYWORDS, "keyword"),
  ...plain(TYPES, "type"),
  ...plain(SPACES, "keyword"),
  ...plain(BUILT_IN_VALUES, "variable"),
  ...functions,
];
const attributes = plain(ATTRIBUTES, "keyword");

// Returns the parameters and the result of a function as text.
const signature = ({ parameters, type }) => `(${parameters.map(({ name }) => name).join(", ")})${type ? ` -> ${typeName(type)}` : ""}`;

// Completes the names that the text declares.
function own({ state }, from) {
  return visible(state.doc, from).map((one) => ({
    label: one.name,
    type: one.kind,
    detail: one.kind === "function" ? signature(one) : typeName(one.type),
    boost: 1,
  }));
}

function complete(context) {
  const attribute = context.matchBefore(/@\w*/);
  if (attribute) return { from: attribute.from, options: attributes, validFor: /^@\w*$/ };
  const word = context.matchBefore(/[\p{ID_Start}_][\p{ID_Continue}]*/u);
  const from = word?.from ?? context.pos;
  const validFor = /^[\p{ID_Continue}]*$/u;
  const members = membersAt(context.state.doc, from);
  if (members) {
    // The members are in the order of their struct.
    const options = members.map(({ name, type }, at) => ({ label: name, detail: typeName(type), type: "property", boost: -at }));
    return { from, options, validFor };
  }
  if (!word && !context.explicit) return null;
  const declared = own(context, from);
  const hidden = new Set(declared.map(({ label }) => label));
  return { from, options: [...declared, ...everywhere.filter(({ label }) => !hidden.has(label))], validFor };
}

export const completions = [ifNotIn(["comment"], complete)];
