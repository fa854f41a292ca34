//! The programs of the gallery's kernels, compiled when the engine was built.

use simt::{Kernel, Program};
use xxhash_rust::xxh3::xxh3_64;

/// The postcard-encoded programs of the gallery's kernels from [`simt::compile`], each with the XXH3 hash of its text.
static PROGRAMS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/programs"));

/// Returns the program of a kernel of the gallery; `None` for any other text, which the compiler worker compiles.
pub fn program(kernel: &Kernel) -> Option<Program> {
    let text = xxh3_64(kernel.source.as_bytes());
    let programs: Vec<(u64, &[u8])> = postcard::from_bytes(PROGRAMS).ok()?;
    let (_, program) = programs
        .into_iter()
        .find(|(text_of_program, _)| *text_of_program == text)?;
    // The stored program belongs to the text's only entry point; the compiler handles a request for a named one.
    kernel.entry_point.is_none().then_some(())?;
    postcard::from_bytes(program).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine with its stored programs must give the same traces as the compiler would.
    #[test]
    fn each_kernels_program_is_the_one_that_its_text_compiles_to() {
        for kernel in lessons::GALLERY.iter().map(|kernel| &kernel.kernel) {
            let compiled = simt::compile(&kernel.source, kernel.entry_point.as_deref());
            assert_eq!(program(kernel), compiled.ok(), "{}", kernel.name);
        }
    }

    #[test]
    fn a_text_that_has_changed_gets_no_stale_program() {
        let kernel = &lessons::GALLERY[0].kernel;
        let changed = Kernel {
            source: format!("{} ", kernel.source).into(),
            ..kernel.clone()
        };
        assert!(program(&changed).is_none());
    }
}
