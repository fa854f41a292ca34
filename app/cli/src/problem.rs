//! Why a command cannot do what it was asked: one sentence for the reader.

use simt::KernelError;

#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// What was asked for does not fit together.
    #[error("{0}")]
    Request(String),
    #[error("cannot read {path}: {error}")]
    Input { path: String, error: std::io::Error },
    #[error("cannot write: {0}")]
    Output(#[from] std::io::Error),
    /// The kernel cannot start; with its place in the file where it has one.
    #[error("{}{error}{}", place(path, error), advice(error))]
    Kernel { path: String, error: KernelError },
}

impl Problem {
    pub fn request(sentence: impl Into<String>) -> Self {
        Problem::Request(sentence.into())
    }
}

impl From<serde_json::Error> for Problem {
    /// Only writing uses this: what is read has errors of its own.
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

/// The option that would help.
fn advice(error: &KernelError) -> String {
    match error {
        KernelError::MissingBuffer { group, binding, .. } => {
            format!("; give it one, for example --buffer {group}.{binding}=zeros:64, or give --n")
        }
        KernelError::MissingOverride { name } => format!("; give it one with --override {name}=…"),
        KernelError::SeveralEntryPoints { .. } => "; name it with --entry".to_owned(),
        _ => String::new(),
    }
}
