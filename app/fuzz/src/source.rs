//! Any text: it is compiled or refused with a place inside it.

use simt::{compile, entry_points};

/// Compiles the text and lists its entry points. Gives whether it is a kernel.
///
/// # Panics
/// Where the two answers do not go together, or the place of an error lies outside the text.
pub fn source(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let compiled = compile(&text, None);
    let listed = entry_points(&text);
    if let Err(error) = &compiled
        && let Some((line, column)) = error.location()
    {
        // A place right behind the last line is where a text ends too early.
        let lines = text.matches('\n').count() as u32 + 1;
        assert!(
            (1..=lines + 1).contains(&line) && column >= 1,
            "{error:?} in {lines} lines"
        );
    }
    match (compiled, listed) {
        (Ok(program), Ok(entries)) => {
            assert!(
                entries
                    .iter()
                    .any(|entry| entry.name == program.entry_point)
            );
            true
        }
        (Ok(_), Err(error)) => panic!("compiled, but not listed: {error}"),
        (Err(_), _) => false,
    }
}
