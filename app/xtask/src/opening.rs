//! `cargo xtask opening`: measures what the page costs its readers, next to a stock Leptos counter built with the same
//! flags, a deck of reveal.js and the Ace editor.

use crate::page::{self, Pieces};
use crate::setup::plan::{FOR_BROWSER, FOR_PAGE};
use crate::setup::setup;
use crate::setup::tools::npm;
use crate::shell::{self, Problem, cargo, root};
use std::path::Path;
use std::process::{Command, ExitCode};

/// A page of `e2e/benches/peers`, its package, and the package's files that it needs beside it.
struct Peer {
    name: &'static str,
    package: &'static str,
    files: &'static [&'static str],
}

const PEERS: [Peer; 2] = [
    Peer {
        name: "reveal",
        package: "reveal.js@5.2.1",
        files: &[
            "dist/reveal.js",
            "dist/reveal.css",
            "dist/reset.css",
            "dist/theme/white.css",
        ],
    },
    Peer {
        name: "ace",
        package: "ace-builds@1.43.3",
        files: &["src-min-noconflict/ace.js", "src-min-noconflict/mode-c_cpp.js"],
    },
];

pub fn measure(parts: &[&str]) -> Result<ExitCode, Problem> {
    let facts = setup(&[FOR_PAGE, FOR_BROWSER].concat())?;
    page::build(&facts)?;
    let peers = root().join("target").join("peers");
    page::release(
        &facts,
        &root().join("app/e2e/benches/counter/index.html"),
        &peers.join("counter"),
        Pieces::Whole,
    )?;
    for peer in &PEERS {
        peer.make(&peers)?;
    }
    // The browser is measured and not this program: a development build is enough, and quick to make.
    let mut command = cargo(&["test", "-p", "e2e", "--bench", "opening", "--"]);
    command
        .args(parts)
        .env("WARPSTEP_DIST", page::built()?)
        .env("WARPSTEP_PEERS", peers);
    shell::run(facts.with_browser(&mut command))?;
    Ok(ExitCode::SUCCESS)
}

impl Peer {
    /// Puts the page and its files into a folder of its name.
    fn make(&self, peers: &Path) -> Result<(), Problem> {
        let npm = npm().ok_or_else(|| {
            Problem::new(
                "npm is missing",
                "install Node.js: the peers of the page are packages of npm",
            )
        })?;
        let packages = peers.join("packages");
        let mut install = Command::new(npm);
        install
            .args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
            .arg(&packages)
            .arg(self.package);
        shell::run(&mut install)?;
        let folder = peers.join(self.name);
        std::fs::create_dir_all(&folder).map_err(|error| Problem::file("creating", &folder, &error))?;
        let (package, _) = self.package.split_once('@').unwrap_or((self.package, ""));
        let package = packages.join("node_modules").join(package);
        let page = root().join("app/e2e/benches/peers").join(format!("{}.html", self.name));
        let files = self.files.iter().map(|file| package.join(file));
        for from in files.chain([page.clone()]) {
            let name = if from == page {
                "index.html".as_ref()
            } else {
                from.file_name().unwrap_or_default()
            };
            std::fs::copy(&from, folder.join(name)).map_err(|error| Problem::file("copying", &from, &error))?;
        }
        Ok(())
    }
}
