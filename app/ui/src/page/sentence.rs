//! Sentences of the machine, which name things of the text between backticks.

use leptos::prelude::*;

/// Shows a sentence with the names between its backticks as code.
pub fn with_code(sentence: &str) -> Vec<AnyView> {
    let parts: Vec<&str> = sentence.split('`').collect();
    // A backtick without its partner is one of the text.
    if parts.len().is_multiple_of(2) {
        return vec![sentence.to_owned().into_any()];
    }
    let part = |(index, part): (usize, &&str)| {
        let part = (*part).to_owned();
        if index % 2 == 1 {
            view! { <code>{part}</code> }.into_any()
        } else {
            part.into_any()
        }
    };
    parts.iter().enumerate().map(part).collect()
}
