//! What must hold for any text and any kernel: no panic, and one result however one looks at it.
//!
//! `source` takes any text, `kernel` any string of bytes. libFuzzer drives both (`app/fuzz/libfuzzer`), and so does a
//! plain loop of mutations over a corpus, which needs no nightly compiler: `cargo run --release -p fuzz -- source 100000`.

pub mod corpus;
mod dice;
mod kernel;
mod mutate;
mod source;
mod syntax;
pub mod words;

pub use dice::Dice;
pub use kernel::kernel;
pub use mutate::mutate;
pub use source::source;
pub use syntax::mutate_text;

/// What is fuzzed, and how.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    /// Takes an input, and gives whether it was one that went far.
    pub run: fn(&[u8]) -> bool,
    /// Inputs to begin with.
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// Makes an input of one and another.
    pub mutate: fn(&[u8], &[u8], &mut Dice) -> Vec<u8>,
    /// Bytes of an input that is mutated further.
    pub longest: usize,
}

pub const TARGETS: [Target; 2] = [
    Target {
        name: "source",
        run: source,
        corpus: corpus::sources,
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
