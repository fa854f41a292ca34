//! The reasons why a command cannot run, each as one sentence for the user.

use crate::unsaid::Missing;
use simt::KernelError;

#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The arguments do not fit together.
    #[error("{0}")]
    Request(String),
    /// Neither the arguments nor the text say how a kernel runs.
    #[error("{}", missing.sentence())]
    Unsaid { missing: Missing },
    #[error("cannot read {path}: {error}")]
    Input { path: String, error: std::io::Error },
    #[error("cannot write: {0}")]
    Output(#[from] std::io::Error),
    /// The kernel cannot start. The message includes the location in the file, if it is known.
    #[error("{}{}", sentences(path, errors), listed(hints))]
    Kernel {
        path: String,
        /// The errors of the text; at least one.
        errors: Vec<KernelError>,
        /// Hints for the reader: the language of the text, or the likely cause.
        hints: Vec<String>,
    },
}

impl Problem {
    pub fn request(sentence: impl Into<String>) -> Self {
        Problem::Request(sentence.into())
    }
}

impl From<serde_json::Error> for Problem {
    /// Only writing converts errors this way; parsing has its own errors.
    fn from(error: serde_json::Error) -> Self {
        Problem::Output(error.into())
    }
}

fn place(path: &str, error: &KernelError) -> String {
    match error.location() {
        Some((line, column)) => format!("{path}:{line}:{column}: "),
        None => format!("{path}: "),
    }
}

fn listed(hints: &[String]) -> String {
    let lines = hints.iter().map(|hint| format!("\n  = help: {hint}"));
    lines.collect()
}

fn sentences(path: &str, errors: &[KernelError]) -> String {
    let lines = errors.iter();
    let lines = lines.map(|error| format!("{}{error}{}", place(path, error), advice(error)));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the option that would help.
fn advice(error: &KernelError) -> String {
    match error {
        KernelError::SeveralEntryPoints { .. } => "; name it with --entry".to_owned(),
        _ => String::new(),
    }
}
