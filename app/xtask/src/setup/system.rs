//! The operating system, its package manager, and programs that a variable names.

use std::path::PathBuf;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    Linux,
    Mac,
    Windows,
}

/// Availability of Debian's package manager, and permission to use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AptAccess {
    Absent,
    Forbidden,
    AsRoot,
    ThroughSudo,
}

pub fn system() -> System {
    if cfg!(windows) {
        System::Windows
    } else if cfg!(target_os = "macos") {
        System::Mac
    } else {
        System::Linux
    }
}

/// Returns the path in an environment variable; an empty variable counts as unset.
pub fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}
