//! `cargo xtask serve`: trunk builds the page, serves it on this computer only, and rebuilds it after every change.

use crate::page;
use crate::setup::{self, plan::FOR_SERVE};
use crate::shell::{Problem, cannot_start, root};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, ExitCode};

const FIRST_PORT: u16 = 8080;
const LAST_PORT: u16 = 8179;

/// Starts trunk; `options` are passed on to it. Without a port among them, takes the first free port from 8080 to 8179.
pub fn serve(options: &[&str]) -> Result<ExitCode, Problem> {
    let facts = setup::setup(FOR_SERVE)?;
    let mut trunk = page::trunk(&facts);
    trunk.arg("serve").args(options);
    let port = match wanted_port(options) {
        Some(port) => port.to_owned(),
        None => {
            let port = free_port()?.to_string();
            trunk.args(["--port", &port]);
            port
        }
    };
    // A separate folder allows a release build in dist/ and a second server at the same time.
    let folder = root().join("target").join(format!("serve-{port}"));
    trunk.arg("--dist").arg(folder);
    println!("Warpstep will be at http://127.0.0.1:{port}/ once it is built, which takes minutes the first time.");
    println!("Press Ctrl-C to stop.\n");
    hand_over(&mut trunk)
}

/// Returns the port among the options for trunk.
fn wanted_port<'a>(options: &[&'a str]) -> Option<&'a str> {
    let after_equals = options.iter().find_map(|option| option.strip_prefix("--port="));
    let after_word = options.windows(2).find(|pair| matches!(pair[0], "--port" | "-p"));
    after_equals.or_else(|| after_word.map(|pair| pair[1]))
}

fn free_port() -> Result<u16, Problem> {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let port = (FIRST_PORT..=LAST_PORT).find(is_free).ok_or_else(|| {
        Problem::new(
            format!("all ports from {FIRST_PORT} to {LAST_PORT} are in use"),
            "stop one of the servers, or run `cargo xtask serve --port NUMBER`",
        )
    })?;
    if port != FIRST_PORT {
        println!("Port {FIRST_PORT} is in use, so the page is served on {port}.");
    }
    Ok(port)
}

/// Replaces this process with trunk, so that Ctrl-C and every other signal reach it and no process is left behind.
#[cfg(unix)]
fn hand_over(trunk: &mut Command) -> Result<ExitCode, Problem> {
    use std::os::unix::process::CommandExt as _;
    let error = trunk.exec();
    Err(cannot_start(trunk, &error))
}

/// Runs trunk and waits. Windows sends Ctrl-C to every program of the console, so trunk ends, and then this program
/// does.
#[cfg(not(unix))]
fn hand_over(trunk: &mut Command) -> Result<ExitCode, Problem> {
    let status = trunk.status().map_err(|error| cannot_start(trunk, &error))?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_found_among_trunks_options() {
        for (options, port) in [
            (vec![], None),
            (vec!["--release"], None),
            (vec!["--release", "--port", "9000"], Some("9000")),
            (vec!["-p", "9000"], Some("9000")),
            (vec!["--port=9000", "--open"], Some("9000")),
        ] {
            assert_eq!(wanted_port(&options), port, "{options:?}");
        }
    }

    #[test]
    fn a_busy_port_is_passed_over() {
        let first = free_port().unwrap();
        let _listener = TcpListener::bind((Ipv4Addr::LOCALHOST, first)).unwrap();
        assert!(free_port().unwrap() > first);
    }
}
