//! Example programs in CUDA that the playground opens: kernels with the host code that launches them.

use crate::text::{Language, Prose};

/// A CUDA program with its name in lists and files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    pub id: &'static str,
    /// The same in every language; the page loads it with the [language files](crate::language_file).
    pub(crate) program: Prose,
}

macro_rules! examples {
    ($($id:literal)*) => {
        /// All examples, the simplest first.
        pub static EXAMPLES: &[Example] = &[
            $(Example {
                id: $id,
                program: Prose::new(
                    include_str!(concat!("../../../shaders/examples/", $id, ".cu")),
                    include_str!(concat!("../../../shaders/examples/", $id, ".cu")),
                ),
            },)*
        ];
    };
}

examples! {
    "vector_sum"
    "reduction_ladder"
    "templated_reduction"
    "shuffle_reduction"
    "block_groups"
    "transpose"
    "histogram"
    "grey_picture"
}

impl Example {
    /// Returns the program's text. In the page it is empty until the language's file is loaded.
    pub fn text(&self, language: Language) -> &'static str {
        self.program.get(language)
    }
}

/// Returns the example of a name.
pub fn example(id: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.id == id)
}
