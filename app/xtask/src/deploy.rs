//! `cargo xtask deploy`: publishes the built page as the only commit of a branch, for GitHub Pages or a similar host.

use crate::page;
use crate::setup;
use crate::shell::{self, Problem, root};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The destination of the page.
#[derive(Debug, PartialEq, Eq)]
struct Target<'a> {
    remote: &'a str,
    branch: &'a str,
}

/// Builds the page and pushes it. Options: `--remote REMOTE` and `--branch BRANCH`.
pub fn deploy(options: &[&str]) -> Result<ExitCode, Problem> {
    let target = target(options)?;
    let facts = setup::setup(setup::plan::FOR_PAGE)?;
    page::build(&facts)?;
    push(&page::built()?, &root(), &target)?;
    println!(
        "The page is on branch `{}` of `{}`. On GitHub, choose Settings, Pages, and deploy from this branch, folder `/ (root)`.",
        target.branch, target.remote
    );
    Ok(ExitCode::SUCCESS)
}

fn target<'a>(options: &[&'a str]) -> Result<Target<'a>, Problem> {
    let mut target = Target {
        remote: "origin",
        branch: "gh-pages",
    };
    let mut words = options.iter();
    while let Some(&word) = words.next() {
        let value = words.next().copied();
        match (word, value) {
            ("--remote", Some(value)) => target.remote = value,
            ("--branch", Some(value)) => target.branch = value,
            _ => {
                return Err(Problem::new(
                    format!("`{word}` is not an option of deploy, or its value is missing"),
                    "use `cargo xtask deploy [--remote REMOTE] [--branch BRANCH]`",
                ));
            }
        }
    }
    Ok(target)
}

/// Commits only the site's files, in a separate repository, and replaces the branch with this commit.
fn push(site: &Path, repository: &Path, target: &Target) -> Result<(), Problem> {
    let address = address_of(repository, target.remote)?;
    let scratch = repository.join("target").join("deploy");
    if scratch.exists() {
        std::fs::remove_dir_all(&scratch).map_err(|error| Problem::file("emptying", &scratch, &error))?;
    }
    std::fs::create_dir_all(&scratch).map_err(|error| Problem::file("making", &scratch, &error))?;
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command
            .arg("--git-dir")
            .arg(scratch.join("git"))
            .arg("--work-tree")
            .arg(site)
            .args(arguments);
        shell::run(&mut command)
    };
    // Without this file, GitHub would process the site with Jekyll.
    let no_jekyll = site.join(".nojekyll");
    std::fs::write(&no_jekyll, "").map_err(|error| Problem::file("writing", &no_jekyll, &error))?;
    git(&["init", "--quiet", "--initial-branch", target.branch])?;
    git(&["add", "--all", "--force", "."])?;
    git(&[
        "-c",
        "user.name=Warpstep",
        "-c",
        "user.email=warpstep@localhost",
        "commit",
        "--quiet",
        "--message",
        "Warpstep, built",
    ])?;
    let branch = format!("HEAD:refs/heads/{}", target.branch);
    git(&["push", "--quiet", "--force", &address, &branch])
}

/// Returns the address of one of the project's remotes; an address is returned unchanged.
fn address_of(repository: &Path, remote: &str) -> Result<String, Problem> {
    if remote.contains("://") || remote.contains('@') || PathBuf::from(remote).is_absolute() {
        return Ok(remote.to_owned());
    }
    let mut command = Command::new("git");
    command
        .current_dir(repository)
        .args(["remote", "get-url", "--push", remote]);
    shell::output(&mut command)
        .map(|address| address.trim().to_owned())
        .ok_or_else(|| {
            Problem::new(
                format!("this checkout has no remote `{remote}`"),
                "add one with `git remote add`, or pass an address: `cargo xtask deploy --remote https://…`",
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let usual = Target {
            remote: "origin",
            branch: "gh-pages",
        };
        assert_eq!(target(&[]), Ok(usual));
        let named = Target {
            remote: "course",
            branch: "pages",
        };
        assert_eq!(target(&["--branch", "pages", "--remote", "course"]), Ok(named));
        assert!(target(&["--branch"]).is_err());
        assert!(target(&["--force"]).is_err());
    }

    #[test]
    fn the_branch_holds_the_sites_files_and_nothing_of_before() {
        let folder = std::env::temp_dir().join(format!("warpstep-deploy-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let (site, repository, host) = (folder.join("site"), folder.join("repository"), folder.join("host.git"));
        for path in [&site, &repository] {
            std::fs::create_dir_all(path).unwrap();
        }
        shell::run(Command::new("git").args(["init", "--quiet", "--bare"]).arg(&host)).unwrap();
        let remote = host.to_string_lossy().into_owned();
        let target = Target {
            remote: &remote,
            branch: "gh-pages",
        };
        let served = || {
            let mut list = Command::new("git");
            list.arg("--git-dir")
                .arg(&host)
                .args(["ls-tree", "--name-only", "gh-pages"]);
            shell::output(&mut list).unwrap()
        };
        std::fs::write(site.join("old.js"), "1").unwrap();
        std::fs::write(site.join("index.html"), "1").unwrap();
        push(&site, &repository, &target).unwrap();
        assert_eq!(served(), ".nojekyll\nindex.html\nold.js\n");
        std::fs::remove_file(site.join("old.js")).unwrap();
        push(&site, &repository, &target).unwrap();
        assert_eq!(served(), ".nojekyll\nindex.html\n");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_remote_that_is_not_there_is_said_so() {
        let problem = address_of(&root(), "no-such-remote").unwrap_err();
        assert!(problem.what.contains("no-such-remote"), "{problem}");
    }
}
