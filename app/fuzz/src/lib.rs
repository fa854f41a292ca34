//! Properties that must hold for any text and any kernel: no panic, and the same result with and without a trace.
//!
//! The targets `source` and `cuda` take any text, `kernel` takes any string of bytes. libFuzzer drives them
//! (`app/fuzz/libfuzzer`). A plain loop of mutations over a corpus does so too, and needs no nightly compiler:
//! `cargo run --release -p fuzz -- source 100000`.

pub mod corpus;
mod cuda;
mod dice;
mod kernel;
mod mutate;
mod source;
mod syntax;
pub mod words;

pub use cuda::cuda;
pub use dice::Dice;
pub use kernel::kernel;
pub use mutate::mutate;
pub use source::source;
pub use syntax::mutate_text;

/// A fuzzing target: what runs, and how inputs are made.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    /// Runs an input. Returns true if it went far: the text compiled, or the kernel completed.
    pub run: fn(&[u8]) -> bool,
    /// Returns the initial inputs.
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// Mutates the first input, using pieces of the second.
    pub mutate: fn(&[u8], &[u8], &mut Dice) -> Vec<u8>,
    /// Maximum length in bytes of an input that is mutated further.
    pub longest: usize,
}

pub const TARGETS: [Target; 3] = [
    Target {
        name: "source",
        run: source,
        corpus: corpus::sources,
        mutate: mutate_text,
        longest: 1 << 14,
    },
    Target {
        name: "cuda",
        run: cuda,
        corpus: corpus::cuda,
        mutate: mutate_text,
        longest: 1 << 14,
    },
    Target {
        name: "kernel",
        run: kernel,
        corpus: corpus::kernels,
        mutate,
        longest: 200,
    },
];
