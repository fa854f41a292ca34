//! Kernels in other languages: recognises the language and shows how WGSL writes its words.

use simt::Language;

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

/// Returns words of a language, with their forms in WGSL.
const fn pairs(language: Language) -> &'static [Pair] {
    match language {
        Language::Cuda | Language::Hip => &[
            ("__global__ void", "@compute @workgroup_size(256) fn"),
            (
                "threadIdx.x",
                "local_id.x (@builtin(local_invocation_id) local_id: vec3u)",
            ),
            ("blockIdx.x", "group.x (@builtin(workgroup_id) group: vec3u)"),
            ("__shared__", "var<workgroup>"),
            ("__syncthreads()", "workgroupBarrier()"),
            ("atomicAdd(", "atomicAdd(&"),
            ("float", "f32"),
            ("int", "i32"),
        ],
        Language::OpenCl => &[
            ("__kernel void", "@compute @workgroup_size(64) fn"),
            ("kernel void", "@compute @workgroup_size(64) fn"),
            ("get_global_id(0)", "id.x (@builtin(global_invocation_id) id: vec3u)"),
            (
                "get_local_id(0)",
                "local_id.x (@builtin(local_invocation_id) local_id: vec3u)",
            ),
            ("__local", "var<workgroup>"),
            ("__global", "var<storage, read_write>"),
            ("barrier(CLK_LOCAL_MEM_FENCE)", "workgroupBarrier()"),
        ],
        Language::Metal => &[
            ("[[thread_position_in_grid]]", "@builtin(global_invocation_id)"),
            ("[[thread_position_in_threadgroup]]", "@builtin(local_invocation_id)"),
            ("[[buffer(0)]]", "@group(0) @binding(0)"),
            ("threadgroup_barrier", "workgroupBarrier()"),
            ("device float", "var<storage, read_write> …: array<f32>"),
            ("threadgroup ", "var<workgroup>"),
        ],
        Language::Glsl => &[
            ("local_size_x", "@compute @workgroup_size(64)"),
            ("gl_GlobalInvocationID", "@builtin(global_invocation_id) id: vec3u"),
            ("gl_LocalInvocationID", "@builtin(local_invocation_id) local_id: vec3u"),
            ("buffer ", "@group(0) @binding(0) var<storage, read_write>"),
            ("shared ", "var<workgroup>"),
            ("barrier()", "workgroupBarrier()"),
            ("void main()", "fn main()"),
        ],
        Language::Hlsl => &[
            ("[numthreads", "@compute @workgroup_size(64, 1, 1)"),
            ("SV_DispatchThreadID", "@builtin(global_invocation_id)"),
            ("SV_GroupThreadID", "@builtin(local_invocation_id)"),
            ("RWStructuredBuffer<float>", "var<storage, read_write> …: array<f32>"),
            ("groupshared", "var<workgroup>"),
            ("GroupMemoryBarrierWithGroupSync()", "workgroupBarrier()"),
        ],
        Language::Python | Language::Triton => &[
            ("@cuda.jit", "@compute @workgroup_size(64)"),
            ("@triton.jit", "@compute @workgroup_size(64)"),
            ("def ", "fn"),
            ("cuda.grid(1)", "id.x (@builtin(global_invocation_id) id: vec3u)"),
            (
                "cuda.threadIdx.x",
                "local_id.x (@builtin(local_invocation_id) local_id: vec3u)",
            ),
            ("tl.program_id(", "@builtin(workgroup_id)"),
            ("cuda.syncthreads()", "workgroupBarrier()"),
            ("in range(", "for (var i = 0u; i < n; i++) { }"),
            ("elif ", "else if"),
        ],
        Language::Rust => &[
            ("let mut ", "var"),
            ("&mut [f32]", "var<storage, read_write> …: array<f32>"),
            ("as f32", "f32(…)"),
            ("as usize", "u32(…)"),
            ("for ", "for (var i = 0u; i < n; i++) { }"),
            ("usize", "u32"),
        ],
        Language::JavaScript => &[
            ("function ", "fn"),
            ("const ", "let"),
            ("===", "=="),
            ("for (let ", "for (var"),
            ("new Float32Array(", "array<f32, …>()"),
        ],
        Language::C => &[
            ("for (int ", "for (var i = 0; …; i++)"),
            ("for(int ", "for (var i = 0; …; i++)"),
            ("#define", "const N = 64;"),
            ("float *", "var<storage, read_write> …: array<f32>"),
            ("float", "f32"),
            ("int ", "i32"),
            ("void ", "fn"),
        ],
        Language::Thrust | Language::Sycl | Language::Ptx => &[],
    }
}

/// Returns the language of a text that is not WGSL; `None` if no word identifies one.
pub fn recognise(source: &str) -> Option<Foreign> {
    let (language, _) = simt::recognise(source)?;
    let pairs = pairs(language).iter();
    let pairs = pairs.filter(|(theirs, _)| stands(source, theirs));
    Some(Foreign {
        language,
        pairs: pairs.copied().take(MOST_PAIRS).collect(),
        is_host: source.contains(HOST),
    })
}

/// True if a word occurs that is not the end of a longer word: `int ` does not occur in `print `.
fn stands(source: &str, word: &str) -> bool {
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    source.match_indices(word).any(|(start, _)| {
        let before = source[..start].chars().next_back();
        !word.starts_with(of_word) || !before.is_some_and(of_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;

    #[test]
    fn no_kernel_of_the_lessons_is_foreign_and_every_twin_is_cuda() {
        for kernel in GALLERY.iter() {
            assert_eq!(recognise(&kernel.kernel.source), None, "{kernel:?}");
            let twin = recognise(kernel.twin).map(|foreign| foreign.language);
            assert_eq!(twin, Some(Language::Cuda), "{kernel:?}");
        }
    }

    #[test]
    fn pairs_are_those_of_the_text() {
        let foreign = recognise("__global__ void k() { __syncthreads(); }").expect("CUDA");
        let theirs: Vec<&str> = foreign.pairs.iter().map(|(theirs, _)| *theirs).collect();
        assert_eq!(theirs, ["__global__ void", "__syncthreads()"]);
    }
}
