//! Kernels in other languages: recognises the language and shows how WGSL writes its words.

/// A language of a pasted kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Cuda,
    OpenCl,
    Metal,
    Glsl,
    Hlsl,
    Python,
    JavaScript,
    Rust,
    C,
}

/// A word of another language and its form in WGSL.
pub type Pair = (&'static str, &'static str);

/// A text in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    pub language: Language,
    /// Pairs whose first word occurs in the text, at most [`MOST_PAIRS`].
    pub pairs: Vec<Pair>,
    /// True for a host program that creates the kernel from a string.
    pub is_host: bool,
}

/// A call that occurs only in host programs.
const HOST: &str = "createShaderModule";

/// The most pairs that fit into one sentence.
const MOST_PAIRS: usize = 4;

/// The words that identify a language, and their forms in WGSL. The first language with a match wins, so dialects of C
/// come before C.
struct Signs {
    language: Language,
    signs: &'static [&'static str],
    pairs: &'static [Pair],
}

const LANGUAGES: [Signs; 9] = [
    Signs {
        language: Language::Cuda,
        signs: &[
            "__global__",
            "__shared__",
            "__device__",
            "threadIdx",
            "blockIdx",
            "__syncthreads",
            "cudaMalloc",
            "<<<",
        ],
        pairs: &[
            ("__global__ void", "@compute @workgroup_size(256) fn"),
            (
                "threadIdx.x",
                "local_id.x (@builtin(local_invocation_id) local_id: vec3u)",
            ),
            (
                "blockIdx.x",
                "group.x (@builtin(workgroup_id) group: vec3u)",
            ),
            ("__shared__", "var<workgroup>"),
            ("__syncthreads()", "workgroupBarrier()"),
            ("atomicAdd(", "atomicAdd(&"),
            ("float", "f32"),
            ("int", "i32"),
        ],
    },
    Signs {
        language: Language::OpenCl,
        signs: &[
            "__kernel",
            "get_global_id",
            "get_local_id",
            "CLK_LOCAL_MEM_FENCE",
        ],
        pairs: &[
            ("__kernel void", "@compute @workgroup_size(64) fn"),
            ("kernel void", "@compute @workgroup_size(64) fn"),
            (
                "get_global_id(0)",
                "id.x (@builtin(global_invocation_id) id: vec3u)",
            ),
            (
                "get_local_id(0)",
                "local_id.x (@builtin(local_invocation_id) local_id: vec3u)",
            ),
            ("__local", "var<workgroup>"),
            ("__global", "var<storage, read_write>"),
            ("barrier(CLK_LOCAL_MEM_FENCE)", "workgroupBarrier()"),
        ],
    },
    Signs {
        language: Language::Metal,
        signs: &[
            "metal_stdlib",
            "using namespace metal",
            "[[thread_position",
            "[[buffer(",
            "[[kernel]]",
            "threadgroup_barrier",
        ],
        pairs: &[
            (
                "[[thread_position_in_grid]]",
                "@builtin(global_invocation_id)",
            ),
            (
                "[[thread_position_in_threadgroup]]",
                "@builtin(local_invocation_id)",
            ),
            ("[[buffer(0)]]", "@group(0) @binding(0)"),
            ("threadgroup_barrier", "workgroupBarrier()"),
            ("device float", "var<storage, read_write> …: array<f32>"),
            ("threadgroup ", "var<workgroup>"),
        ],
    },
    Signs {
        language: Language::Glsl,
        signs: &[
            "#version",
            "gl_GlobalInvocationID",
            "gl_LocalInvocation",
            "layout(local_size_x",
            "layout (local_size_x",
            "layout(std430",
            "gl_WorkGroupID",
        ],
        pairs: &[
            ("local_size_x", "@compute @workgroup_size(64)"),
            (
                "gl_GlobalInvocationID",
                "@builtin(global_invocation_id) id: vec3u",
            ),
            (
                "gl_LocalInvocationID",
                "@builtin(local_invocation_id) local_id: vec3u",
            ),
            ("buffer ", "@group(0) @binding(0) var<storage, read_write>"),
            ("shared ", "var<workgroup>"),
            ("barrier()", "workgroupBarrier()"),
            ("void main()", "fn main()"),
        ],
    },
    Signs {
        language: Language::Hlsl,
        signs: &[
            "[numthreads",
            "StructuredBuffer",
            "SV_DispatchThreadID",
            "SV_GroupThreadID",
            "SV_GroupIndex",
            "cbuffer",
            "groupshared",
        ],
        pairs: &[
            ("[numthreads", "@compute @workgroup_size(64, 1, 1)"),
            ("SV_DispatchThreadID", "@builtin(global_invocation_id)"),
            ("SV_GroupThreadID", "@builtin(local_invocation_id)"),
            (
                "RWStructuredBuffer<float>",
                "var<storage, read_write> …: array<f32>",
            ),
            ("groupshared", "var<workgroup>"),
            ("GroupMemoryBarrierWithGroupSync()", "workgroupBarrier()"),
        ],
    },
    Signs {
        language: Language::Python,
        signs: &[
            "def ",
            "import numpy",
            "from numba",
            "@cuda.jit",
            "@triton.jit",
            "print(",
            "import torch",
        ],
        pairs: &[
            ("@cuda.jit", "@compute @workgroup_size(64)"),
            ("@triton.jit", "@compute @workgroup_size(64)"),
            ("def ", "fn"),
            (
                "cuda.grid(1)",
                "id.x (@builtin(global_invocation_id) id: vec3u)",
            ),
            (
                "cuda.threadIdx.x",
                "local_id.x (@builtin(local_invocation_id) local_id: vec3u)",
            ),
            ("tl.program_id(", "@builtin(workgroup_id)"),
            ("cuda.syncthreads()", "workgroupBarrier()"),
            ("in range(", "for (var i = 0u; i < n; i++) { }"),
            ("elif ", "else if"),
        ],
    },
    Signs {
        language: Language::Rust,
        signs: &[
            "let mut ",
            "println!",
            "impl ",
            "use std::",
            "pub fn ",
            "&mut ",
        ],
        pairs: &[
            ("let mut ", "var"),
            ("&mut [f32]", "var<storage, read_write> …: array<f32>"),
            ("as f32", "f32(…)"),
            ("as usize", "u32(…)"),
            ("for ", "for (var i = 0u; i < n; i++) { }"),
            ("usize", "u32"),
        ],
    },
    Signs {
        language: Language::JavaScript,
        signs: &[
            "function ",
            "console.log",
            "=>",
            "===",
            "document.",
            HOST,
            "new Float32Array",
            "await ",
        ],
        pairs: &[
            ("function ", "fn"),
            ("const ", "let"),
            ("===", "=="),
            ("for (let ", "for (var"),
            ("new Float32Array(", "array<f32, …>()"),
        ],
    },
    Signs {
        language: Language::C,
        signs: &[
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
        pairs: &[
            ("for (int ", "for (var i = 0; …; i++)"),
            ("for(int ", "for (var i = 0; …; i++)"),
            ("#define", "const N = 64;"),
            ("float *", "var<storage, read_write> …: array<f32>"),
            ("float", "f32"),
            ("int ", "i32"),
            ("void ", "fn"),
        ],
    },
];

/// Returns the language of a text that is not WGSL; `None` if no word identifies one.
pub fn recognise(source: &str) -> Option<Foreign> {
    // These words occur in WGSL only.
    let wgsl = ["@compute", "@workgroup_size", "var<storage"];
    if wgsl.iter().filter(|word| source.contains(**word)).count() >= 2 {
        return None;
    }
    let found = LANGUAGES
        .iter()
        .find(|each| each.signs.iter().any(|sign| stands(source, sign)))?;
    let pairs = found
        .pairs
        .iter()
        .filter(|(theirs, _)| stands(source, theirs));
    Some(Foreign {
        language: found.language,
        pairs: pairs.copied().take(MOST_PAIRS).collect(),
        is_host: source.contains(HOST),
    })
}

/// True if a word occurs that is not the end of a longer word: `def ` does not occur in `undef `.
fn stands(source: &str, word: &str) -> bool {
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    source.match_indices(word).any(|(at, _)| {
        let before = source[..at].chars().next_back();
        !word.starts_with(of_word) || !before.is_some_and(of_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;

    #[test]
    fn each_language_is_known_by_its_words() {
        for (text, language) in [
            (
                "__global__ void add(float *a) { a[threadIdx.x] += 1; }",
                Language::Cuda,
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
                "import numpy as np\ndef add(a, b):\n    return a + b",
                Language::Python,
            ),
            (
                "fn main() { let mut x = 1; println!(\"{x}\"); }",
                Language::Rust,
            ),
            (
                "const f = (a) => a + 1; console.log(f(1));",
                Language::JavaScript,
            ),
            (
                "#include <stdio.h>\nint main(void) { return 0; }",
                Language::C,
            ),
        ] {
            let found = recognise(text).map(|found| found.language);
            assert_eq!(found, Some(language), "{text}");
        }
        assert_eq!(recognise("fn helper() {"), None);
        assert_eq!(recognise("🙂"), None);
    }

    #[test]
    fn no_kernel_of_the_lessons_is_foreign_and_every_twin_is_cuda() {
        for kernel in GALLERY.iter() {
            assert_eq!(recognise(&kernel.kernel.source), None, "{kernel:?}");
            let twin = recognise(kernel.twin).map(|found| found.language);
            assert_eq!(twin, Some(Language::Cuda), "{kernel:?}");
        }
    }

    #[test]
    fn pairs_are_those_of_the_text() {
        let found = recognise("__global__ void k() { __syncthreads(); }").expect("CUDA");
        let theirs: Vec<&str> = found.pairs.iter().map(|(theirs, _)| *theirs).collect();
        assert_eq!(theirs, ["__global__ void", "__syncthreads()"]);
    }
}
