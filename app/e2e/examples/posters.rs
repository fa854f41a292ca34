//! Writes the posters of a page: what its lessons and its list look like as they open, in every language, and what some
//! presses change of that. `cargo xtask build` runs it: `FOLDER`, where the files go.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use e2e::{Browser, Graphics, Site};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;
use ui::opening::POSTER_PRESSES;

/// Gives a page as text, pictures left out, with what presses change of it. What tells nobody anything before the page is
/// there stays away: names of elements, what is said of them to those who listen, what is found out about this browser.
const TAKE: &str = include_str!("poster.js");

/// What a page does of itself when it is ready: fonts, sizes, what is loaded late.
const SETTLED: Duration = Duration::from_millis(300);

#[tokio::main(flavor = "multi_thread")]
async fn main() {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("FOLDER"));
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for language in ["en", "zh"] {
        browser.go(&site.url("#/trust")).await;
        let keep = format!("localStorage.setItem('warpstep.lang', '{language}')");
        browser.script(&keep).await;
        let lessons = lessons::LESSONS.iter().map(|lesson| lesson.id);
        for name in std::iter::once("list").chain(lessons) {
            let hash = if name == "list" { "" } else { name };
            browser.visit(&site.url(&format!("#/{hash}"))).await;
            tokio::time::sleep(SETTLED).await;
            let taken = browser.script_of(TAKE, vec![json!(POSTER_PRESSES)]).await;
            let poster = taken
                .as_str()
                .unwrap_or_else(|| panic!("{name}: no poster, but {taken}"));
            println!("{name}, {language}: {} bytes", poster.len());
            let file = folder.join(format!("poster-{name}-{language}.txt"));
            std::fs::write(file, poster).expect("a file that can be written");
        }
    }
    browser.close().await;
}
