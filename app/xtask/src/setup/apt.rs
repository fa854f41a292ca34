//! Debian's package manager, run as root or through sudo, and never interactively.

use super::system::AptAccess;
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
            // A foreign package source may be down. This is no reason to stop: the install step shows whether our
            // packages are available.
            if let Err(problem) = shell::run_twice(|| self.as_root("apt-get", &["update", "-q"])) {
                println!("   {}; continuing with the existing package lists", problem.what);
            }
            self.lists_are_fresh = true;
        }
        // If a package can only be installed by removing another one, the user must decide.
        let options = ["install", "-y", "-q", "--no-install-recommends", "--no-remove"];
        let arguments: Vec<&str> = options.iter().chain(packages).copied().collect();
        shell::run_twice(|| self.as_root("apt-get", &arguments)).map_err(|problem| {
            Problem::new(
                problem.what,
                format!(
                    "install these packages manually and run this again: {}",
                    packages.join(" ")
                ),
            )
        })
    }

    /// Returns a command that runs the program as root.
    pub fn as_root(&self, program: &str, arguments: &[&str]) -> Command {
        // Uses `env`, because sudo drops the variables of its caller.
        let mut words = vec!["env", "DEBIAN_FRONTEND=noninteractive", program];
        if self.access == AptAccess::ThroughSudo {
            words.splice(0..0, ["sudo", "-n"]);
        }
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(arguments);
        command
    }
}

/// Returns true if Debian's package manager has installed the package.
pub fn has_package(package: &str) -> bool {
    Path::new("/var/lib/dpkg/info")
        .join(format!("{package}.list"))
        .is_file()
}
