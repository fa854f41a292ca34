//! One running browser: a chromedriver, the Chromium that it has started, and their profile folder.

use crate::browser::Graphics;
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use tokio::runtime::Runtime;

/// Runs the WebDriver sessions. Each test has its own runtime, which ends with the test; a session outlives it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime")
});

/// Names the browser flags that lead to another adapter than the software one, such as a GPU on a computer without a
/// display.
const ADAPTER_FLAGS: &str = "WARPSTEP_ADAPTER_FLAGS";

/// SwiftShader is part of Chromium.
const SOFTWARE_ADAPTER: &str = "--enable-unsafe-webgpu --enable-features=Vulkan --use-webgpu-adapter=swiftshader --use-vulkan=swiftshader";

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

/// Longest time of one script.
const SCRIPT_MILLIS: u32 = 120_000;

/// The beginning of the line in which chromedriver says where it listens.
const LISTENS: &str = "ChromeDriver was started successfully on port ";

/// The processes of one browser. Dropping it kills them, also when a test panics. The fields are dropped in this order:
/// Chromium does not end with its chromedriver, and the profile can only be removed once Chromium has ended.
#[derive(Debug)]
pub(crate) struct Driver {
    pub(crate) graphics: Graphics,
    pub(crate) client: Client,
    _chromium: Chromium,
    _chromedriver: Chromedriver,
    _profile: tempfile::TempDir,
}

/// Chromium, by its process id.
#[derive(Debug)]
struct Chromium(u64);

impl Drop for Chromium {
    fn drop(&mut self) {
        let mut kill = if cfg!(windows) {
            let mut kill = Command::new("taskkill");
            kill.args(["/F", "/T", "/PID"]);
            kill
        } else {
            let mut kill = Command::new("kill");
            kill.arg("-KILL");
            kill
        };
        kill.arg(self.0.to_string());
        // A browser that has crashed is gone already.
        let _ = kill.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

#[derive(Debug)]
struct Chromedriver {
    process: Child,
    // chromedriver would fail to write if this were closed.
    _output: Option<BufReader<ChildStdout>>,
}

impl Chromedriver {
    /// Starts chromedriver on a free port, and returns the port once it listens there.
    fn start() -> (Self, u16) {
        let names = ["chromedriver", "chromedriver.exe"];
        let process = Command::new(program("CHROMEDRIVER", &names))
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut chromedriver = Chromedriver {
            process,
            _output: None,
        };
        let output = chromedriver.process.stdout.take();
        let mut output = BufReader::new(output.expect("the output is piped"));
        let port = loop {
            let mut line = String::new();
            let read = output.read_line(&mut line).expect("chromedriver's output");
            assert!(read > 0, "chromedriver ended before it said its port");
            let port = line.trim().strip_prefix(LISTENS);
            if let Some(port) = port {
                let port = port.trim_end_matches('.').parse::<u16>();
                break port.expect("a port");
            }
        };
        chromedriver._output = Some(output);
        (chromedriver, port)
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the program that an environment variable names, else the first of these names on the `PATH`.
fn program(variable: &str, names: &[&str]) -> PathBuf {
    if let Some(path) = std::env::var_os(variable) {
        return path.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates = names
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)));
    candidates.find(|file| file.is_file()).unwrap_or_else(|| {
        panic!("none of {names:?} on the PATH: run `cargo xtask setup`, or set {variable}")
    })
}

impl Driver {
    /// Starts a browser.
    pub(crate) async fn start(graphics: Graphics) -> Self {
        // The session's task is spawned on the runtime that connects.
        let started = tokio::task::spawn_blocking(move || Self::start_blocking(graphics));
        started.await.expect("the browser starts")
    }

    fn start_blocking(graphics: Graphics) -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let mut arguments: Vec<String> = FLAGS.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        if graphics == Graphics::Software {
            let flags = std::env::var(ADAPTER_FLAGS);
            let flags = flags.as_deref().unwrap_or(SOFTWARE_ADAPTER);
            arguments.extend(flags.split_whitespace().map(str::to_owned));
        }
        let names = ["chromium", "google-chrome", "chrome", "chrome.exe"];
        let Value::Object(capabilities) = json!({
            "goog:chromeOptions": { "args": arguments, "binary": program("CHROMIUM", &names) },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": SCRIPT_MILLIS },
        }) else {
            unreachable!("an object was written")
        };
        let (chromedriver, port) = Chromedriver::start();
        let connector = hyper_util::client::legacy::connect::HttpConnector::new();
        let mut builder = ClientBuilder::new(connector);
        builder.capabilities(capabilities);
        let client = RUNTIME.block_on(builder.connect(&format!("http://127.0.0.1:{port}")));
        let client = client.unwrap_or_else(|error| panic!("the browser does not start: {error}"));
        let process = client
            .capabilities()
            .and_then(|capabilities| capabilities.get("goog:processID"))
            .and_then(Value::as_u64);
        Driver {
            graphics,
            client,
            _chromium: Chromium(process.expect("chromedriver names its browser's process")),
            _chromedriver: chromedriver,
            _profile: profile,
        }
    }

    /// Sends a command of the Chrome DevTools Protocol to the window in use.
    pub(crate) async fn devtools(
        &self,
        method: &'static str,
        parameters: Value,
    ) -> Result<Value, CmdError> {
        let command = Devtools { method, parameters };
        self.client.issue_cmd(command).await
    }

    /// Takes the lines of the browser's console since the last call.
    pub(crate) async fn take_log(&self) -> Result<Value, CmdError> {
        self.client.issue_cmd(Log).await
    }

    /// Gives the page of the window in use a size in CSS pixels, whatever the size of the window: every browser serves
    /// every size. Below 500 pixels the page is laid out as on a phone, with two device pixels for each CSS pixel.
    pub(crate) async fn set_size(&self, width: u32, height: u32) -> Result<(), CmdError> {
        let is_phone = width < 500;
        let metrics = json!({
            "width": width,
            "height": height,
            "deviceScaleFactor": if is_phone { 2 } else { 1 },
            "mobile": is_phone,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await?;
        // A tab that the driver opens does not have the focus.
        self.devtools("Page.bringToFront", json!({})).await?;
        Ok(())
    }

    /// Makes the browser forget the last visit: one fresh tab instead of all windows, and no storage of the given
    /// origins.
    ///
    /// A fresh tab has no emulation, no scripts before the page and no session storage. Everything else that a page
    /// leaves belongs to its origin: storage, service workers and permissions. Each `Site` has its own port and so its
    /// own origin, therefore a browser context for each visit would isolate nothing more. Chromium creates contexts
    /// only through its own WebSocket, which chromedriver does not pass on.
    pub(crate) async fn reset(&self, origins: &[String]) -> Result<(), CmdError> {
        let used = self.client.windows().await?;
        if let Some(window) = used.first() {
            self.client.switch_to_window(window.clone()).await?;
        }
        let fresh = self.client.new_window(true).await?;
        for window in used {
            self.client.switch_to_window(window).await?;
            self.client.close_window().await?;
        }
        self.client.switch_to_window(fresh.handle).await?;
        for origin in origins {
            let everything = json!({ "origin": origin, "storageTypes": "all" });
            self.devtools("Storage.clearDataForOrigin", everything)
                .await?;
        }
        self.devtools("Network.clearBrowserCache", json!({}))
            .await?;
        // The lines of the last visit are no errors of the next one.
        self.take_log().await?;
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
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/goog/cdp/execute",
            session.unwrap_or_default()
        ))
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
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (
            http::Method::POST,
            Some(json!({ "type": "browser" }).to_string()),
        )
    }
}
