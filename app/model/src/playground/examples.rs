//! Example programs in CUDA that the playground opens: kernels with the host code that launches them.

/// A CUDA program with its name in lists and files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    pub id: &'static str,
    pub text: &'static str,
}

macro_rules! examples {
    ($($id:literal)*) => {
        /// All examples, the simplest first.
        pub const EXAMPLES: &[Example] = &[
            $(Example {
                id: $id,
                text: include_str!(concat!("../../../../shaders/examples/", $id, ".cu")),
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

/// Returns the example of a name.
pub fn example(id: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.id == id)
}
