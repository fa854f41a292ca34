//! Firefox without a window, started by geckodriver.

use super::Server;
use super::process::{Helper, program};
use serde_json::json;
use std::path::Path;
use std::process::Command;

const SETUP: &str = "cargo xtask setup full";

/// The line in which geckodriver says where it listens has this before the port.
const LISTENS: &str = "Listening on 127.0.0.1:";

/// Starts geckodriver on a free port, and waits until it listens there.
pub(super) fn start(profile: &Path) -> Server {
    let browsers = ["firefox-esr", "firefox", "firefox.exe"];
    let browser = program("FIREFOX", &browsers, SETUP);
    let names = ["geckodriver", "geckodriver.exe"];
    let mut command = Command::new(program("GECKODRIVER", &names, SETUP));
    // Every geckodriver would want the same port for WebDriver BiDi.
    command.args(["--port=0", "--websocket-port=0", "--profile-root"]);
    let started = Helper::start_until(command.arg(profile), |line| line.split_once(LISTENS)?.1.parse().ok());
    let (geckodriver, port) = started.expect("geckodriver listens");
    let preferences = json!({
        // Some versions have WebGPU on some systems; the tests are about a browser without it.
        "dom.webgpu.enabled": false,
        "browser.download.folderList": 2,
        "browser.download.dir": super::downloads(profile),
    });
    Server {
        helpers: vec![geckodriver],
        port,
        browser: Some("moz:processID"),
        capabilities: json!({
            "moz:firefoxOptions": { "args": ["-headless"], "binary": browser, "prefs": preferences },
        }),
    }
}
