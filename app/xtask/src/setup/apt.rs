//! Debian's package manager, as root or through sudo, and never with a question to the reader.

use super::facts::AptAccess;
use crate::shell::{self, Problem};
use std::path::Path;
use std::process::Command;

#[derive(Debug)]
pub struct Apt {
    access: AptAccess,
    lists_are_fresh: bool,
}

impl Apt {
    pub fn new(access: AptAccess) -> Self {
        Self {
            access,
            lists_are_fresh: false,
        }
    }

    pub fn install(&mut self, packages: &[&str]) -> Result<(), Problem> {
        if !self.lists_are_fresh {
            // A foreign source that is down must not stop us: the install itself tells whether our packages can be had.
            if let Err(problem) = shell::run_twice(|| self.as_root("apt-get", &["update", "-q"])) {
                println!(
                    "   {}; going on with the package lists that are there",
                    problem.what
                );
            }
            self.lists_are_fresh = true;
        }
        // A package that could only come in by removing another is the reader's decision.
        let options = [
            "install",
            "-y",
            "-q",
            "--no-install-recommends",
            "--no-remove",
        ];
        let arguments: Vec<&str> = options.iter().chain(packages).copied().collect();
        shell::run_twice(|| self.as_root("apt-get", &arguments)).map_err(|problem| {
            Problem::new(
                problem.what,
                format!(
                    "install these by hand and run this again: {}",
                    packages.join(" ")
                ),
            )
        })
    }

    /// The program with root's rights.
    pub fn as_root(&self, program: &str, arguments: &[&str]) -> Command {
        // Through `env`, because sudo drops the variables of its caller.
        let mut words = vec!["env", "DEBIAN_FRONTEND=noninteractive", program];
        if self.access == AptAccess::ThroughSudo {
            words.splice(0..0, ["sudo", "-n"]);
        }
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(arguments);
        command
    }
}

/// Whether Debian's package manager has installed the package.
pub fn has_package(package: &str) -> bool {
    Path::new("/var/lib/dpkg/info")
        .join(format!("{package}.list"))
        .is_file()
}
