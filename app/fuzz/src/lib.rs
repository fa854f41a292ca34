//! What must hold for any text and any kernel: no panic, and one result however one looks at it.
//!
//! `source` takes any text, `kernel` any string of bytes. libFuzzer drives both (`app/fuzz/libfuzzer`), and so does a
//! plain loop of mutations over a corpus, which needs no nightly compiler: `cargo run --release -p fuzz -- source 100000`.

pub mod corpus;
mod kernel;
pub mod mutate;
mod source;

pub use kernel::kernel;
pub use source::source;
