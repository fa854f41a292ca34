//! Recognises the language of a text that is neither WGSL nor a kernel in CUDA.

use crate::error::Span;

/// A language of a text that is not WGSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Hip,
    Thrust,
    Cuda,
    Sycl,
    OpenCl,
    Metal,
    Glsl,
    Hlsl,
    Ptx,
    Triton,
    Python,
    JavaScript,
    Rust,
    C,
}

impl Language {
    /// Returns the language's own name.
    pub const fn name(self) -> &'static str {
        match self {
            Language::Hip => "HIP",
            Language::Thrust => "Thrust",
            Language::Cuda => "CUDA",
            Language::Sycl => "SYCL",
            Language::OpenCl => "OpenCL",
            Language::Metal => "Metal",
            Language::Glsl => "GLSL",
            Language::Hlsl => "HLSL",
            Language::Ptx => "PTX",
            Language::Triton => "Triton",
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
            Language::Rust => "Rust",
            Language::C => "C",
        }
    }

    /// Returns what the language is, and what can be done with a text in it.
    const fn advice(self) -> &'static str {
        match self {
            Language::Hip => "HIP is read as CUDA in a file that ends with `.cu` and includes `hip/hip_runtime.h`",
            Language::Thrust => "its kernels are inside of a library: paste a function with `__global__`",
            Language::Cuda => "a kernel of it begins with `__global__`, and its file ends with `.cu`",
            Language::Ptx => "it is what a compiler has made of a kernel: paste the kernel itself",
            Language::Sycl
            | Language::OpenCl
            | Language::Metal
            | Language::Glsl
            | Language::Hlsl
            | Language::Triton
            | Language::Python
            | Language::JavaScript
            | Language::Rust
            | Language::C => "write the kernel in one of them",
        }
    }

    /// Returns a sentence for a reader who has pasted a text of the language.
    pub fn sentence(self) -> String {
        let (name, advice) = (self.name(), self.advice());
        format!("this is {name}; Warpstep reads WGSL and CUDA: {advice}")
    }
}

/// The words that identify a language. The first language with a match wins, so dialects of C come before C.
const SIGNS: [(Language, &[&str]); 14] = [
    (
        Language::Hip,
        &[
            "hip_runtime",
            "hipMalloc",
            "hipMemcpy",
            "hipFree",
            "hipLaunchKernelGGL",
            "hipDeviceSynchronize",
            "hipBlockIdx_x",
            "hipThreadIdx_x",
        ],
    ),
    (Language::Thrust, &["thrust::", "#include <thrust/"]),
    (
        Language::Cuda,
        &[
            "__global__",
            "__shared__",
            "__device__",
            "threadIdx",
            "blockIdx",
            "__syncthreads",
            "cudaMalloc",
            "<<<",
        ],
    ),
    (Language::Sycl, &["sycl::", "#include <sycl/", "#include <CL/sycl.hpp>"]),
    (
        Language::OpenCl,
        &["__kernel", "get_global_id", "get_local_id", "CLK_LOCAL_MEM_FENCE"],
    ),
    (
        Language::Metal,
        &[
            "metal_stdlib",
            "using namespace metal",
            "[[thread_position",
            "[[buffer(",
            "[[kernel]]",
            "threadgroup_barrier",
        ],
    ),
    (
        Language::Glsl,
        &[
            "#version",
            "gl_GlobalInvocationID",
            "gl_LocalInvocation",
            "layout(local_size_x",
            "layout (local_size_x",
            "layout(std430",
            "gl_WorkGroupID",
        ],
    ),
    (
        Language::Hlsl,
        &[
            "[numthreads",
            "StructuredBuffer",
            "SV_DispatchThreadID",
            "SV_GroupThreadID",
            "SV_GroupIndex",
            "cbuffer",
            "groupshared",
        ],
    ),
    (
        Language::Ptx,
        &[".visible .entry", ".target sm_", ".address_size", "ld.param.", "%tid.x"],
    ),
    (
        Language::Triton,
        &["@triton.jit", "import triton", "tl.program_id", "tl.load("],
    ),
    (
        Language::Python,
        &[
            "def ",
            "import numpy",
            "from numba",
            "@cuda.jit",
            "print(",
            "import torch",
        ],
    ),
    (
        Language::Rust,
        &["let mut ", "println!", "impl ", "use std::", "pub fn ", "&mut "],
    ),
    (
        Language::JavaScript,
        &[
            "function ",
            "console.log",
            "=>",
            "===",
            "document.",
            "createShaderModule",
            "new Float32Array",
            "await ",
        ],
    ),
    (
        Language::C,
        &[
            "#include",
            "int main",
            "void main",
            "printf(",
            "std::",
            "for (int ",
            "for(int ",
            "malloc(",
            "#define",
            "void ",
        ],
    ),
];

/// Returns the language of a text that is not WGSL, with the place of its first word; `None` if no word identifies one.
/// Comments do not count.
pub fn recognise(text: &str) -> Option<(Language, Span)> {
    let code = without_comments(text);
    // These words occur in WGSL only.
    let wgsl = ["@compute", "@workgroup_size", "var<storage"];
    if wgsl.iter().filter(|word| code.contains(**word)).count() >= 2 {
        return None;
    }
    let mut languages = SIGNS.iter();
    languages.find_map(|(language, signs)| {
        let signs = signs.iter();
        let places = signs.filter_map(|sign| Some((place(&code, sign)?, sign)));
        let (start, sign) = places.min_by_key(|(start, _)| *start)?;
        // A library of the host beside a kernel does not make the text another language.
        let is_host = *language == Language::Thrust && code.contains("__global__");
        (!is_host).then(|| (*language, Span::new(start, start + sign.len())))
    })
}

/// Returns true if a text is surely of another language: nothing in its code is WGSL's own.
pub(super) fn is_other(text: &str) -> Option<(Language, Span)> {
    let words = ["@compute", "@group", "@builtin", "@workgroup_size", "var<", "fn "];
    let code = without_comments(text);
    let recognised = recognise(text)?;
    // Rust has `fn` too.
    let words = match recognised.0 {
        Language::Rust => &words[..5],
        _ => &words[..],
    };
    let is_own = words.iter().any(|word| place(&code, word).is_some());
    (!is_own).then_some(recognised)
}

/// Returns the place of a word that is not the end of a longer word: `def ` does not occur in `undef `.
fn place(text: &str, word: &str) -> Option<usize> {
    let of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut places = text.match_indices(word).map(|(start, _)| start);
    places.find(|start| {
        let before = text[..*start].chars().next_back();
        !word.starts_with(of_word) || !before.is_some_and(of_word)
    })
}

/// Returns the text with blanks in place of its comments, so that places stay the same.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(slash) = rest.find('/') {
        let (before, from) = rest.split_at(slash);
        code.push_str(before);
        let length = match from.as_bytes().get(1) {
            Some(b'/') => from.find('\n').unwrap_or(from.len()),
            Some(b'*') => from[2..].find("*/").map_or(from.len(), |end| end + 4),
            _ => {
                code.push('/');
                rest = &from[1..];
                continue;
            }
        };
        code.extend(std::iter::repeat_n(' ', length));
        rest = &from[length..];
    }
    code.push_str(rest);
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_is_known_by_its_words() {
        for (text, language) in [
            (
                "#include <hip/hip_runtime.h>\n__global__ void add(float *a) { a[0] += 1; }",
                Language::Hip,
            ),
            (
                "struct f { __device__ int operator()(int x) { return x; } };\nthrust::transform(a, b, c, f());",
                Language::Thrust,
            ),
            (
                "thrust::device_vector<int> v; __global__ void add(float *a) {}",
                Language::Cuda,
            ),
            ("__global__ void add(float *a) { a[threadIdx.x] += 1; }", Language::Cuda),
            (
                "sycl::queue q; q.parallel_for(n, [=](auto i) { a[i] += 1; });",
                Language::Sycl,
            ),
            (
                "__kernel void add(__global float *a) { a[get_global_id(0)] += 1; }",
                Language::OpenCl,
            ),
            (
                "#include <metal_stdlib>\nkernel void add(device float *a [[buffer(0)]]) {}",
                Language::Metal,
            ),
            (
                "#version 450\nlayout(local_size_x = 64) in;\nvoid main() {}",
                Language::Glsl,
            ),
            (
                "[numthreads(64, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID) {}",
                Language::Hlsl,
            ),
            (
                ".version 8.0\n.target sm_90\n.visible .entry add(.param .u64 a) { ret; }",
                Language::Ptx,
            ),
            (
                "@triton.jit\ndef add(x_ptr):\n    pid = tl.program_id(0)",
                Language::Triton,
            ),
            ("import numpy as np\ndef add(a, b):\n    return a + b", Language::Python),
            ("fn main() { let mut x = 1; println!(\"{x}\"); }", Language::Rust),
            ("const f = (a) => a + 1; console.log(f(1));", Language::JavaScript),
            ("#include <stdio.h>\nint main(void) { return 0; }", Language::C),
        ] {
            let recognised = recognise(text).map(|(language, _)| language);
            assert_eq!(recognised, Some(language), "{text}");
            if language != Language::Cuda {
                let error = crate::check(text).expect_err(text);
                let name = language.name();
                assert!(
                    error.message.starts_with(&format!("this is {name}; Warpstep reads")),
                    "{text}: {}",
                    error.message
                );
            }
        }
    }

    #[test]
    fn other_texts_are_not() {
        for text in [
            "fn helper() {",
            "🙂",
            "// void main()\nconst = 3;",
            "/* é #include <hip/hip_runtime.h> */ const = 3;",
        ] {
            assert_eq!(recognise(text), None, "{text}");
        }
        // A mistake in WGSL has the parser's message, whatever word it uses.
        for text in [
            "fn f() { for (int i = 0; i < 3; i++) {} }",
            "@compute fn main() { void x; }",
        ] {
            let error = crate::check(text).expect_err(text);
            assert!(!error.message.contains("Warpstep"), "{text}");
        }
    }
}
