//! Checks that any CUDA text is either translated or refused with an error at a place inside the text.

use cuda::{Double, Request, translate};

/// Translates the text. Returns true if a kernel of it becomes WGSL.
///
/// # Panics
/// If the map of lines does not fit the texts, or if the place of an error is outside the text.
pub fn cuda(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let request = Request {
        double: Double::AsFloat,
        ..Request::default()
    };
    match translate(&text, &request) {
        Ok(made) => {
            assert_eq!(made.lines.len(), made.wgsl.lines().count());
            let lines = text.matches('\n').count() as u32 + 1;
            assert!(made.lines.iter().all(|&line| line <= lines));
            true
        }
        Err(errors) => {
            let lines = text.matches('\n').count() as u32 + 1;
            assert!(!errors.is_empty());
            for error in &errors {
                assert!(
                    (1..=lines).contains(&error.line) && error.column >= 1,
                    "{error:?} in {lines} lines"
                );
            }
            false
        }
    }
}
