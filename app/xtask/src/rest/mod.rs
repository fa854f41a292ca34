//! The page's own program in two: what shows the first step on a poster, and the rest, which comes after it and is the page
//! itself. Which is which is counted in a browser, on the page as it was just built: a list that is kept would be another
//! page's. A function that was not counted is not lost: called early, it is waited for.

mod counted;
mod cut;
mod program;

use crate::parts::{self, File};
use crate::setup::facts::Facts;
use crate::shell::{self, Problem, cargo};
use counted::counted;
use cut::cut;
use program::Program;
use std::path::Path;

/// The page's own program among its files.
const PROGRAM: &str = "page_bg.wasm";
/// How the rest is named among them.
const REST: &str = "page_rest.wasm";

/// The files of the page's program with the rest apart. They are to stand in the folder that trunk has left, and what the
/// page opens with lies there already. Without a browser that counts, the program stays whole.
pub fn apart(facts: &Facts, dist: &Path, mut files: Vec<File>) -> Result<Vec<File>, Problem> {
    if !facts.has_browser() {
        println!(
            "   there is no browser to count in: the page's program stays in one piece, and opens later"
        );
        return Ok(files);
    }
    let Some(at) = files.iter().position(|(name, _)| name == PROGRAM) else {
        return Ok(files);
    };
    let called = called(facts, dist, &files, at)?;
    let two = cut(&files[at].1, &called)?;
    files[at].1 = two.early;
    files.push((REST.to_owned(), two.rest));
    Ok(files)
}

/// Which functions are called before the first step: a page that counts is opened as readers do.
fn called(facts: &Facts, dist: &Path, files: &[File], at: usize) -> Result<Vec<bool>, Problem> {
    let program = &files[at].1;
    let functions = Program::read(program)?.bodies.len();
    let (counting, place) = counted(program)?;
    let mut files = files.to_vec();
    files[at].1 = counting;
    // It never comes: what a page does until then is to be early.
    files.push((REST.to_owned(), Vec::new()));
    let copy = parts::finished(dist, "parts/counted", files, |_| true)?;
    let found = copy.join("called");
    let mut command = cargo(&["run", "-q", "-p", "e2e", "--example", "called", "--"]);
    command
        .args([place.to_string(), functions.to_string()])
        .arg(&found)
        .env("WARPSTEP_DIST", &copy);
    shell::run(facts.with_browser(&mut command))?;
    let letters =
        std::fs::read(&found).map_err(|error| Problem::file("reading", &found, &error))?;
    Ok(letters.iter().map(|letter| *letter == b'1').collect())
}
