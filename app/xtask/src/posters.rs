//! What stands for the page until its own program is there: its list and its lessons as they open, taken in a browser from
//! the page as it was just built, as files beside it.

use crate::parts::{self, File};
use crate::setup::facts::Facts;
use crate::shell::{self, Problem, cargo};
use std::path::Path;

/// What their names begin with; the name of a lesson follows, or of the list, and a language; without one, its pictures.
pub const STEM: &str = "poster-";

/// Puts them into the folder that trunk has left, where their pictures lie already; `files` are the page's program. Without a
/// browser there are none.
pub fn write(facts: &Facts, dist: &Path, files: &[File]) -> Result<(), Problem> {
    if facts.has_browser() {
        let shown = parts::finished(dist, "parts/shown", files.to_vec(), is_other)?;
        let mut command = cargo(&["run", "-q", "-p", "e2e", "--example", "posters", "--"]);
        command.arg(dist).env("WARPSTEP_DIST", &shown);
        return shell::run(facts.with_browser(&mut command));
    }
    println!("   there is no browser to look in: nothing stands for the page until it is there");
    for (name, _) in parts::read_all(dist)? {
        if !is_other(&name) {
            let file = dist.join(name);
            std::fs::remove_file(&file)
                .map_err(|error| Problem::file("removing", &file, &error))?;
        }
    }
    Ok(())
}

fn is_other(name: &str) -> bool {
    !name.starts_with(STEM)
}
