//! Calls that all threads of a group must make together, where some may be missing, with the reasons.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The group of threads for which something must be uniform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    Workgroup,
    Subgroup,
}

/// A call that all threads of a group must make together, where some may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Separation {
    /// Line and column of the call, from 1.
    pub line: u32,
    pub column: u32,
    pub function: String,
    pub scope: Scope,
    /// The argument that must be the same for all; `None` if they must come together.
    pub argument: Option<String>,
    /// How threads may be separated, from what differs between them to the call.
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub line: u32,
    pub cause: Cause,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// `text` reads a built-in value that differs between threads.
    Builtin {
        text: String,
        name: String,
    },
    /// Other threads may change this memory.
    Memory {
        name: String,
    },
    /// A variable gets such a value.
    Variable {
        name: String,
    },
    /// A call returns such a value.
    Result {
        name: String,
    },
    Parameter {
        name: String,
    },
    /// `if`, `for` and others: such a condition decides which threads go on.
    Branch {
        word: String,
        condition: String,
    },
    /// A function is called where threads may be separated.
    Call {
        name: String,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        match &self.cause {
            Cause::Builtin { text, name } if text == name => {
                write!(f, "`{name}` (line {line}) differs between threads")
            }
            Cause::Builtin { text, name } => {
                write!(
                    f,
                    "`{text}` (line {line}) comes from `{name}`, which differs between threads"
                )
            }
            Cause::Memory { name } => {
                write!(f, "other threads may change `{name}`, which line {line} reads")
            }
            Cause::Variable { name } => write!(f, "so `{name}` (line {line}) may differ"),
            Cause::Result { name } => {
                write!(f, "so the result of `{name}` (line {line}) may differ")
            }
            Cause::Parameter { name } => {
                write!(f, "the parameter `{name}` (line {line}) may differ")
            }
            Cause::Branch { word, condition } => {
                write!(
                    f,
                    "so the `{word}` with `{condition}` (line {line}) may leave some threads behind"
                )
            }
            Cause::Call { name } => {
                write!(f, "so some threads may not call `{name}` (line {line})")
            }
        }
    }
}

impl fmt::Display for Separation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let group = match self.scope {
            Scope::Workgroup => "workgroup",
            Scope::Subgroup => "subgroup",
        };
        match &self.argument {
            Some(argument) => {
                write!(
                    f,
                    "`{argument}` in `{}` must be the same for all threads of the {group}",
                    self.function
                )?;
            }
            None => write!(
                f,
                "all threads of the {group} must come to `{}` together",
                self.function
            )?,
        }
        f.write_str(", and browsers refuse a text that does not show it")?;
        for (index, step) in self.steps.iter().enumerate() {
            f.write_str(if index == 0 { ": " } else { ", " })?;
            step.fmt(f)?;
        }
        Ok(())
    }
}
