//! HIP's spellings of CUDA: names that begin with `hip`, and macros for launches and indices.

use crate::lex::{Kind, Token};
use std::rc::Rc;

/// The macros of `hip_runtime.h`, as CUDA writes them.
pub(super) const MACROS: &str = "\
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define hipLaunchKernelGGL(kernel, grid, block, bytes, stream, ...) kernel<<<grid, block, bytes, stream>>>(__VA_ARGS__)
";

/// Returns true for a header of HIP's runtime.
pub(super) fn is_runtime(header: &str) -> bool {
    header.starts_with("hip/")
}

/// Gives a token CUDA's name: `hipMalloc` is `cudaMalloc`, `HIP_vector_type` stays.
pub(super) fn rename(token: &mut Token) {
    let rest = token.text.strip_prefix("hip");
    let is_name = |rest: &&str| rest.starts_with(|letter: char| letter.is_ascii_uppercase());
    if let Some(rest) = rest.filter(is_name)
        && token.kind == Kind::Word
    {
        token.text = Rc::from(format!("cuda{rest}"));
    }
}
