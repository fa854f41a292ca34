//! Advice about a CUDA text: each change is made in the CUDA text, which is translated and run again.

use crate::draft::language::{CudaKernel, CudaText};
use cuda::Request;
use simt::outline::Outline;
use simt::{BarrierKind, Change, Finding, Fix, Program, Span, TextLanguage, Trial};

/// CUDA as a language whose texts are changed.
#[derive(Debug)]
pub struct Cuda<'r> {
    /// The request with which the text was translated.
    pub request: &'r Request,
}

impl TextLanguage for Cuda<'_> {
    fn outline(&self, text: &str) -> Option<Outline> {
        cuda::statements(text, &self.request.files)
    }

    fn compile(&self, text: &str) -> Option<Program> {
        let made = cuda::translate(text, self.request).ok()?;
        simt::compile_marked(&made.wgsl, None, &made.marks()).ok()
    }

    /// A barrier of CUDA orders all memory.
    fn barrier(&self, _: BarrierKind) -> String {
        "__syncthreads();".to_owned()
    }

    fn warp_barrier(&self) -> Option<&'static str> {
        Some("__syncwarp();")
    }

    fn value(&self, name: &str, ty: &str, value: &str) -> String {
        format!("{ty} {name} = {value};")
    }

    fn variable(&self, name: &str, ty: &str) -> String {
        format!("{ty} {name} = {{}};")
    }

    fn atomic(&self, text: &str, assignment: Span) -> Option<Vec<Change>> {
        cuda::atomic(text, &self.request.files, assignment)
    }

    fn has(&self, fix: &Fix) -> bool {
        !matches!(fix, Fix::ReplaceBarrier { .. } | Fix::BarrierBeside { .. })
    }
}

/// Applies the fixes that may remove the findings of a kernel to its CUDA text, and compiles each text.
pub fn trials(text: &CudaText, kernel: &CudaKernel, findings: &[Finding]) -> Vec<Trial> {
    let request = super::request(text, Some(&kernel.name), &kernel.template);
    let language = Cuda { request: &request };
    simt::trials_in(&language, &text.source, findings)
}
