//! Measures how long the browser's worker takes for a CUDA text: the translation of all its kernels, and their
//! compilation for the machine.
//!
//! `cargo xtask build && WARPSTEP_DIST=$PWD/dist cargo bench -p e2e --bench translation`.

use e2e::{Browser, Graphics, Site};
use launch::draft::language::CudaText;

const RUNS: u32 = 60;

/// A kernel of thirty lines, as a course has them: a product of matrices by tiles, then a sum over the block.
const KERNEL: &str = r"
__global__ void NAME(const float *a, const float *b, float *c, float *sums, int width) {
    __shared__ float a_tile[16][16];
    __shared__ float b_tile[16][17];
    __shared__ float part[256];
    int row = blockIdx.y * 16 + threadIdx.y;
    int column = blockIdx.x * 16 + threadIdx.x;
    int tid = threadIdx.y * 16 + threadIdx.x;
    float sum = 0.0f;
    for (int tile = 0; tile < (width + 15) / 16; tile++) {
        int x = tile * 16 + threadIdx.x;
        int y = tile * 16 + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < width && x < width ? a[row * width + x] : 0.0f;
        b_tile[threadIdx.y][threadIdx.x] = y < width && column < width ? b[y * width + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        }
        __syncthreads();
    }
    if (row < width && column < width) {
        c[row * width + column] = sum;
    }
    part[tid] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (tid < half) part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0) sums[blockIdx.y * gridDim.x + blockIdx.x] = part[0];
}
";

/// Returns a text of about so many lines.
fn text(lines: usize) -> CudaText {
    let each = KERNEL.lines().count();
    let kernels = (0..lines.div_ceil(each)).map(|number| KERNEL.replace("NAME", &format!("step{number}")));
    let source: String = kernels.collect();
    CudaText {
        source,
        ..CudaText::default()
    }
}

#[tokio::main(flavor = "multi_thread")]
async fn main() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    for lines in [30, 100, 300] {
        let text = text(lines);
        let mut times = browser.compiler_millis(&text, RUNS).await;
        let first = times.first().copied().unwrap_or(f64::NAN);
        times.sort_by(f64::total_cmp);
        let kernels = text.source.matches("__global__").count();
        eprintln!(
            "{:>4} lines, {kernels} kernels: median {:.2} ms, best {:.2} ms, first {first:.1} ms",
            text.source.lines().count(),
            times[times.len() / 2],
            times[0],
        );
    }
    browser.close().await;
}
