// CUDA for the editor: the tokens of a line, and the words for completion.
import { StreamLanguage } from "@codemirror/language";
import { completeAnyWord, completeFromList, ifNotIn } from "@codemirror/autocomplete";

const words = (text) => text.trim().split(/\s+/);

const KEYWORDS = words(`__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __forceinline__ __noinline__
  __launch_bounds__ auto break case const constexpr continue default do else enum extern false for if inline namespace nullptr
  operator private public return sizeof static struct switch template this true typedef typename union using volatile while`);
const TYPES = words(`bool char double float half int long short signed size_t unsigned void dim3 uchar4 int2 int3 int4 uint2 uint3
  uint4 float2 float3 float4 int8_t int32_t uint8_t uint32_t`);
const VALUES = words("threadIdx blockIdx blockDim gridDim warpSize");
const FUNCTIONS = words(`__syncthreads() __syncwarp(mask) __threadfence() __syncthreads_count(p) __syncthreads_and(p) __syncthreads_or(p)
  __shfl_sync(mask,value,lane) __shfl_up_sync(mask,value,by) __shfl_down_sync(mask,value,by) __shfl_xor_sync(mask,value,lanes)
  __ballot_sync(mask,p) __any_sync(mask,p) __all_sync(mask,p) __activemask() __reduce_add_sync(mask,value) __popc(x) __ffs(x) __clz(x)
  __brev(x) __ldg(p) atomicAdd(p,value) atomicSub(p,value) atomicMax(p,value) atomicMin(p,value) atomicAnd(p,value) atomicOr(p,value)
  atomicXor(p,value) atomicExch(p,value) atomicCAS(p,compare,value) min(a,b) max(a,b) fminf(a,b) fmaxf(a,b) sqrtf(x) rsqrtf(x)
  expf(x) logf(x) powf(x,y) sinf(x) cosf(x) fabsf(x) floorf(x) ceilf(x) fmaf(a,b,c) make_float2(x,y) make_float4(x,y,z,w) make_int2(x,y)
  printf(format,values) cudaMalloc(pointer,bytes) cudaFree(pointer) cudaMemcpy(to,from,bytes,kind) cudaDeviceSynchronize()`);

const keywords = new Set(KEYWORDS);
const types = new Set(TYPES);

export const cuda = StreamLanguage.define({
  name: "cuda",
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      if (stream.match(/^.*?\*\//)) state.comment = false;
      else stream.skipToEnd();
      return "comment";
    }
    // A directive: its name is the part that the preprocessor reads.
    if (stream.sol() && stream.match(/^\s*#\s*\w+/)) return "attribute";
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.match(/^"(\\.|[^"\\])*"?/) || stream.match(/^'(\\.|[^'\\])*'?/)) return "string";
    if (stream.match(/^(0[xX][\da-fA-F]+|\d[\d.]*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?)[uUlLfF]*/)) return "number";
    const word = stream.match(/^[\p{ID_Start}_][\p{ID_Continue}]*/u);
    if (word) {
      if (keywords.has(word[0])) return "keyword";
      if (types.has(word[0])) return "type";
      return null;
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] }, indentOnInput: /^\s*[)\]}]$/ },
});

const plain = (labels, type) => labels.map((label) => ({ label, type }));
const functions = FUNCTIONS.map((text) => {
  const at = text.indexOf("(");
  return { label: text.slice(0, at), detail: text.slice(at).replace(/,/g, ", "), type: "function" };
});
const everywhere = completeFromList([...plain(KEYWORDS, "keyword"), ...plain(TYPES, "type"), ...plain(VALUES, "variable"), ...functions]);

const INDICES = new Set(["threadIdx", "blockIdx", "blockDim", "gridDim"]);

// Returns the components of a variable: of an index, or of a vector that the text declares.
function components(name, doc) {
  if (INDICES.has(name)) return "xyz";
  const declared = new RegExp(`\\b(?:(dim)|u?(?:char|short|int|long|longlong)|float|double)([1234])\\b[^;(){}]*?\\b${name}\\b`, "u").exec(doc.toString());
  return declared && "xyzw".slice(0, Number(declared[2]));
}

// Completes what follows a dot.
function afterDot(context) {
  const found = context.matchBefore(/[\p{ID_Start}_][\p{ID_Continue}]*(?:\[[^\]\n]*\])?\.[\p{ID_Continue}]*/u);
  const [, name, begun] = found ? /^([^[.]*).*\.(.*)$/u.exec(found.text) : [];
  const names = found && components(name, context.state.doc);
  if (!names) return null;
  const options = [...names].map((label, at) => ({ label, type: "property", boost: -at }));
  return { from: found.to - begun.length, options, validFor: /^[\p{ID_Continue}]*$/u };
}

// Words are no members.
const notAfterDot = (source) => (context) => (context.matchBefore(/(?:\.|->)[\p{ID_Continue}]*/u) ? null : source(context));

// The members of a structure are words of the text; an index has no others than its components.
const anyWord = (context) => (afterDot(context) ? null : completeAnyWord(context));

export const cudaCompletions = [afterDot, notAfterDot(everywhere), anyWord].map((source) => ifNotIn(["comment", "string"], source));
