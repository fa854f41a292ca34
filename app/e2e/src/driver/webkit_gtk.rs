//! The MiniBrowser of WebKitGTK on a display of its own, started by WebKitWebDriver.

use super::Server;
use super::process::{Helper, program};
use serde_json::json;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const SETUP: &str = "cargo xtask setup full";

/// The display is larger than every window of these tests.
const SCREEN: [&str; 3] = ["-screen", "0", "1920x1200x24"];

/// Longest time until WebKitWebDriver listens.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pause before a port is tried again: WebKitWebDriver does not say when it listens.
const AGAIN: Duration = Duration::from_millis(20);

/// Starts a display and WebKitWebDriver, and waits until that listens. The driver knows the place of its MiniBrowser.
pub(super) fn start(profile: &Path) -> Server {
    let mut command = Command::new(program("XVFB", &["Xvfb"], SETUP));
    // Xvfb chooses a free number and prints it once the display can be used.
    command.args(["-displayfd", "1", "-nolisten", "tcp"]);
    let started = Helper::start_until(command.args(SCREEN), |line| {
        let number: u32 = line.parse().ok()?;
        Some(number)
    });
    let (display, number) = started.expect("Xvfb chooses a display");
    let mut command = Command::new(program("WEBKIT_DRIVER", &["WebKitWebDriver"], SETUP));
    let port = free_port();
    command
        .arg(format!("--port={port}"))
        .env("DISPLAY", format!(":{number}"))
        .env("GDK_BACKEND", "x11")
        // Without a GPU it is faster to draw without OpenGL.
        .env("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1")
        .env("XDG_CACHE_HOME", profile.join("cache"))
        .env("XDG_CONFIG_HOME", configuration(profile))
        .env("XDG_DATA_HOME", profile.join("data"));
    let driver = Helper::start(&mut command);
    wait_for(port);
    Server {
        helpers: vec![display, driver],
        // MiniBrowser ends with its display, and nobody names its process.
        browser: None,
        port,
        capabilities: json!({ "webkitgtk:browserOptions": { "args": ["--automation"] } }),
    }
}

/// Writes the configuration that names the folder for downloads, and returns its folder.
fn configuration(profile: &Path) -> std::path::PathBuf {
    let folder = profile.join("config");
    std::fs::create_dir_all(&folder).expect("a folder in the profile");
    let downloads = super::downloads(profile);
    let line = format!("XDG_DOWNLOAD_DIR=\"{}\"\n", downloads.display());
    std::fs::write(folder.join("user-dirs.dirs"), line).expect("a file in the profile");
    folder
}

/// Returns a port that was free a moment ago: WebKitWebDriver does not say which one it has chosen.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("a port").port()
}

fn wait_for(port: u16) {
    let begun = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(begun.elapsed() < PATIENCE, "WebKitWebDriver does not listen");
        std::thread::sleep(AGAIN);
    }
}
