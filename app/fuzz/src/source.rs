//! Checks that any text is either compiled or refused with an error at a place inside the text.

use simt::{compile, entry_points};

/// Compiles the text and lists its entry points. Returns true if it is a kernel.
///
/// # Panics
/// If the two results contradict each other, or if the place of an error is outside the text.
pub fn source(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let compiled = compile(&text, None);
    let listed = entry_points(&text);
    if let Err(error) = &compiled
        && let Some((line, column)) = error.location()
    {
        // If a text ends too early, the place is the line after the last one.
        let lines = text.matches('\n').count() as u32 + 1;
        assert!(
            (1..=lines + 1).contains(&line) && column >= 1,
            "{error:?} in {lines} lines"
        );
    }
    match (compiled, listed) {
        (Ok(program), Ok(entries)) => {
            assert!(entries.iter().any(|entry| entry.name == program.entry_point));
            true
        }
        (Ok(_), Err(error)) => panic!("compiled, but not listed: {error}"),
        (Err(_), _) => false,
    }
}
