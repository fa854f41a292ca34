//! Chromium, started by chromedriver, and the Chrome DevTools Protocol, which no other browser has.

use super::process::{Helper, program};
use super::{Driver, Server};
use crate::kind::{BrowserKind, Graphics};
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Names the browser flags that lead to another adapter than the software one, such as a GPU on a computer without a
/// display.
const ADAPTER_FLAGS: &str = "WARPSTEP_ADAPTER_FLAGS";

/// SwiftShader is part of Chromium.
const SOFTWARE_ADAPTER: &str =
    "--enable-unsafe-webgpu --enable-features=Vulkan --use-webgpu-adapter=swiftshader --use-vulkan=swiftshader";

const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--window-size=1280,720",
];

/// The beginning of the line in which chromedriver says where it listens.
const LISTENS: &str = "ChromeDriver was started successfully on port ";

/// The most starts of chromedriver for one browser.
const TRIES: usize = 3;

const SETUP: &str = "cargo xtask setup";

/// Starts chromedriver on a free port, and waits until it listens there.
pub(super) fn start(graphics: Graphics, profile: &Path) -> Server {
    let mut arguments: Vec<String> = FLAGS.map(str::to_owned).to_vec();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    if graphics == Graphics::Software {
        let flags = std::env::var(ADAPTER_FLAGS);
        let flags = flags.as_deref().unwrap_or(SOFTWARE_ADAPTER);
        arguments.extend(flags.split_whitespace().map(str::to_owned));
    }
    let browsers = ["chromium", "google-chrome", "chrome", "chrome.exe"];
    let browser = program("CHROMIUM", &browsers, SETUP);
    let names = ["chromedriver", "chromedriver.exe"];
    let mut command = Command::new(program("CHROMEDRIVER", &names, SETUP));
    command.arg("--port=0");
    let port_of = |line: &str| {
        let port = line.strip_prefix(LISTENS)?;
        port.trim_end_matches('.').parse().ok()
    };
    // chromedriver takes a free port of IPv4, and ends if another program has the same port of IPv6.
    let mut tries = (0..TRIES).filter_map(|_| Helper::start_until(&mut command, port_of));
    let (chromedriver, port) = tries.next().expect("chromedriver listens");
    let preferences = json!({ "download.default_directory": super::downloads(profile) });
    Server {
        helpers: vec![chromedriver],
        port,
        browser: Some("goog:processID"),
        capabilities: json!({
            "goog:chromeOptions": { "args": arguments, "binary": browser, "prefs": preferences },
            "goog:loggingPrefs": { "browser": "ALL" },
        }),
    }
}

impl Driver {
    /// Sends a command of the Chrome DevTools Protocol to the window in use.
    pub(crate) async fn devtools(&self, method: &'static str, parameters: Value) -> Result<Value, CmdError> {
        assert!(
            matches!(self.kind, BrowserKind::Chromium(_)),
            "{:?} does not know {method}",
            self.kind
        );
        let command = Devtools { method, parameters };
        self.client.issue_cmd(command).await
    }

    /// Takes the errors on Chromium's console since the last call, one a line.
    pub(super) async fn take_console_errors(&self) -> Result<String, CmdError> {
        let log = self.client.issue_cmd(Log).await?;
        let lines = log.as_array().map(Vec::as_slice).unwrap_or_default();
        // A warning of the browser itself, such as one about a missing GPU, is not the page's.
        let is_own = |line: &Value| line["level"] == "WARNING" && line["source"] == "console-api";
        let errors = lines
            .iter()
            .filter(|line| line["level"] == "SEVERE" || is_own(line))
            .filter_map(|line| line["message"].as_str())
            // A page that is left aborts what it still loads, and says so.
            .filter(|message| !message.contains("loading was aborted"));
        Ok(errors.collect::<Vec<_>>().join("\n"))
    }

    /// Gives the page of the window in use a size, whatever the size of the window: every browser serves every size.
    /// Below 500 pixels the page is laid out as on a phone, with two device pixels for each CSS pixel.
    pub(super) async fn emulate_size(&self, width: u32, height: u32) -> Result<(), CmdError> {
        let is_phone = width < 500;
        let metrics = json!({
            "width": width,
            "height": height,
            "deviceScaleFactor": if is_phone { 2 } else { 1 },
            "mobile": is_phone,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await?;
        // A tab that the driver opens does not have the focus.
        self.devtools("Page.bringToFront", json!({})).await?;
        Ok(())
    }

    /// Makes Chromium forget the last visit: one fresh tab instead of all windows, and no storage of the given origins.
    ///
    /// A fresh tab has no emulation, no scripts before the page and no session storage. Everything else that a page
    /// leaves belongs to its origin: storage, service workers and permissions. Each `Site` has its own port and so its
    /// own origin, therefore a browser context for each visit would isolate nothing more. Chromium creates contexts
    /// only through its own WebSocket, which chromedriver does not pass on.
    pub(super) async fn empty_origins(&self, origins: &[String]) -> Result<(), CmdError> {
        self.take_fresh_tab().await?;
        for origin in origins {
            let everything = json!({ "origin": origin, "storageTypes": "all" });
            self.devtools("Storage.clearDataForOrigin", everything).await?;
        }
        self.devtools("Network.clearBrowserCache", json!({})).await?;
        // The lines of the last visit are no errors of the next one.
        self.take_console_errors().await?;
        Ok(())
    }
}

/// A command of the Chrome DevTools Protocol.
#[derive(Debug)]
struct Devtools {
    method: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (
            http::Method::POST,
            Some(json!({ "cmd": self.method, "params": self.parameters }).to_string()),
        )
    }
}

/// chromedriver's command for the console.
#[derive(Debug)]
struct Log;

impl WebDriverCompatibleCommand for Log {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}
