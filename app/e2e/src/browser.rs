//! One visit: a driver, a browser with or without a WebGPU adapter, and what a visitor can do and see.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::process::{Child, Command};

/// What the browser is given to compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphics {
    /// WebGPU on a software device: 256 invocations, subgroups of 4; or on what `WARPSTEP_ADAPTER_FLAGS` leads to.
    Software,
    /// No adapter at all.
    None,
}

/// A browser with one page. Close it at the end of a test.
#[derive(Debug)]
pub struct Browser {
    client: Client,
    // Killed when dropped, also when a test fails half-way.
    _driver: Child,
    _profile: tempfile::TempDir,
}

/// Names the browser's flags for another adapter than the software one, as on a computer with a GPU and no display.
const ADAPTER_FLAGS: &str = "WARPSTEP_ADAPTER_FLAGS";

/// SwiftShader, which is part of Chromium.
const SOFTWARE_ADAPTER: &str = "--enable-unsafe-webgpu --enable-features=Vulkan --use-webgpu-adapter=swiftshader --use-vulkan=swiftshader";

/// True once the page says that it is ready.
const READY: &str = "return document.querySelector('[data-ready=\"true\"]') !== null";

/// Longest wait for something to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// Longest time of one script.
const SCRIPT_MILLIS: u32 = 120_000;

/// The folder for pictures of what is seen; named by nothing, or by an empty word, there is none.
fn pictures() -> Option<PathBuf> {
    let folder = std::env::var_os("WARPSTEP_SCREENSHOTS")?;
    (!folder.is_empty()).then(|| folder.into())
}

fn save(folder: &Path, name: &str, content: &[u8]) {
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(folder.join(name), content))
        .expect("a picture is saved");
}

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

impl Browser {
    /// Starts a browser with a window of 1280 × 720.
    pub async fn start(graphics: Graphics) -> Self {
        Self::start_sized(graphics, 1280, 720).await
    }

    /// Starts a browser with a window of this size.
    pub async fn start_sized(graphics: Graphics, width: u32, height: u32) -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let driver = Command::new(program(
            "CHROMEDRIVER",
            &["chromedriver", "chromedriver.exe"],
        ))
        .arg(format!("--port={port}"))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the driver starts");
        let profile = tempfile::tempdir().expect("a temporary folder");
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.push(format!("--window-size={width},{height}"));
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        if graphics == Graphics::Software {
            let flags = std::env::var(ADAPTER_FLAGS);
            let flags = flags.as_deref().unwrap_or(SOFTWARE_ADAPTER);
            arguments.extend(flags.split_whitespace().map(str::to_owned));
        }
        let chromium = program(
            "CHROMIUM",
            &["chromium", "google-chrome", "chrome", "chrome.exe"],
        );
        let mut options = json!({ "args": arguments, "binary": chromium });
        // A window of its own is no narrower than this.
        if width < 500 {
            let device =
                json!({ "width": width, "height": height, "pixelRatio": 2, "touch": false });
            options["mobileEmulation"] = json!({ "deviceMetrics": device });
        }
        let Value::Object(capabilities) = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": SCRIPT_MILLIS },
        }) else {
            unreachable!("an object was written")
        };
        let address = format!("http://127.0.0.1:{port}");
        let mut tries = 0;
        let client = loop {
            match ClientBuilder::new(hyper_util_connector())
                .capabilities(capabilities.clone())
                .connect(&address)
                .await
            {
                Ok(client) => break client,
                // The driver needs a moment before it listens.
                Err(_) if tries < 50 => tries += 1,
                Err(error) => panic!("the browser does not start: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        // The window's frame takes part of its height; ask for the page's own size.
        let browser = Browser {
            client,
            _driver: driver,
            _profile: profile,
        };
        let missing = browser
            .number("return window.outerHeight - window.innerHeight")
            .await as u32;
        browser
            .client
            .set_window_size(width, height + missing)
            .await
            .expect("the window can be sized");
        browser
    }

    /// The windows there are, the one in use among them.
    pub async fn windows(&self) -> Vec<WindowHandle> {
        self.client.windows().await.expect("windows")
    }

    /// The window in use.
    pub async fn window(&self) -> WindowHandle {
        self.client.window().await.expect("a window")
    }

    /// Uses another window from now on.
    pub async fn use_window(&self, window: &WindowHandle) {
        let switched = self.client.switch_to_window(window.clone()).await;
        switched.expect("the window is there");
    }

    /// Opens a window of its own and uses it.
    pub async fn new_window(&self) -> WindowHandle {
        let opened = self.client.new_window(false).await.expect("a new window");
        self.use_window(&opened.handle).await;
        opened.handle
    }

    /// Waits for a window that was not among these, and uses it.
    pub async fn use_opened(&self, before: &[WindowHandle]) -> WindowHandle {
        for _ in 0..200 {
            let windows = self.windows().await;
            if let Some(opened) = windows.iter().find(|window| !before.contains(window)) {
                self.use_window(opened).await;
                return opened.clone();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!(
            "no window opened; the console says:\n{}",
            self.console().await
        );
    }

    /// Uses the page in a frame from now on.
    pub async fn enter_frame(&self, selector: &str) {
        let element = self.client.find(Locator::Css(selector)).await;
        let element = element.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element.enter_frame().await.expect("the frame is there");
    }

    /// Uses the page around the frame again.
    pub async fn leave_frame(&self) {
        let left = self.client.enter_parent_frame().await;
        left.expect("the page around the frame is there");
    }

    /// Closes the window in use.
    pub async fn close_window(&self) {
        self.client.close_window().await.expect("the window closes");
    }

    /// A script that runs in every page before the page's own.
    pub async fn before_page(&self, script: &str) {
        let command = Chromium {
            method: "Page.addScriptToEvaluateOnNewDocument",
            parameters: json!({ "source": script }),
        };
        self.client
            .issue_cmd(command)
            .await
            .expect("the browser takes a script");
    }

    /// Pages are shown as to readers whose systems have such a preference, as `forced-colors` or `prefers-color-scheme`.
    pub async fn prefer(&self, preferences: &[(&str, &str)]) {
        let features = preferences
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }));
        let command = Chromium {
            method: "Emulation.setEmulatedMedia",
            parameters: json!({ "features": features.collect::<Vec<_>>() }),
        };
        self.client
            .issue_cmd(command)
            .await
            .expect("the browser takes preferences");
    }

    /// Opens an address and waits until the page says that it is ready.
    pub async fn open(&self, url: &str) {
        self.client.goto(url).await.expect("the page opens");
        self.wait_for(READY).await;
    }

    /// Goes to an address and waits for nothing but its document and what that names.
    pub async fn go(&self, url: &str) {
        self.client.goto(url).await.expect("the page opens");
    }

    /// Opens an address as a visit of its own, whatever was open before.
    pub async fn visit(&self, url: &str) {
        self.leave().await;
        self.open(url).await;
    }

    /// Goes away from the page, so that the next address is a visit of its own.
    pub async fn leave(&self) {
        self.client
            .goto("about:blank")
            .await
            .expect("an empty page opens");
    }

    /// Loads the same address again.
    pub async fn reload(&self) {
        self.client.refresh().await.expect("the page reloads");
        self.wait_for(READY).await;
    }

    /// The value of a script.
    pub async fn script(&self, script: &str) -> Value {
        self.client
            .execute(script, Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// What a script that takes its time hands to its last argument.
    pub async fn script_of(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.try_script_of(script, arguments)
            .await
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The same of a script that may fail, or take the browser with it.
    ///
    /// # Errors
    /// The driver's words.
    pub async fn try_script_of(
        &self,
        script: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, String> {
        let answer = self.client.execute_async(script, arguments).await;
        answer.map_err(|error| error.to_string())
    }

    pub async fn number(&self, script: &str) -> f64 {
        let value = self.script(script).await;
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{script} gives {value}, no number"))
    }

    pub async fn text(&self, script: &str) -> String {
        let value = self.script(script).await;
        value
            .as_str()
            .unwrap_or_else(|| panic!("{script} gives {value}, no text"))
            .to_owned()
    }

    /// Waits until something that a selector finds is there.
    pub async fn wait_for_element(&self, selector: &str) {
        self.wait_for(&format!(
            "return document.querySelector({selector:?}) !== null"
        ))
        .await;
    }

    /// Waits until an attribute has a value.
    pub async fn wait_for_attribute(&self, selector: &str, name: &str, value: &str) {
        self.wait_for(&format!(
            "return document.querySelector({selector:?})?.getAttribute({name:?}) === {value:?}"
        ))
        .await;
    }

    /// Waits until the page has stepped away from a position.
    pub async fn wait_for_step_after(&self, position: &str) {
        self.wait_for(&format!(
            "return document.querySelector('#page').dataset.step !== '{position}'"
        ))
        .await;
    }

    /// Waits until a script gives `true`.
    pub async fn wait_for(&self, script: &str) {
        self.wait_up_to(script, PATIENCE).await;
    }

    /// Waits until a script gives `true`, so long at most.
    pub async fn wait_up_to(&self, script: &str, patience: Duration) {
        let start = std::time::Instant::now();
        while self.script(script).await != Value::Bool(true) {
            if start.elapsed() > patience {
                let text = self.text("return document.body.innerText").await;
                panic!(
                    "not within {patience:?}: {script}\nthe console says:\n{}\nthe page says:\n{text}",
                    self.console().await
                );
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Presses keys as a visitor would, wherever the focus is.
    pub async fn press(&self, keys: &str) {
        let focus = self
            .client
            .active_element()
            .await
            .expect("something has the focus");
        focus.send_keys(keys).await.expect("keys can be pressed");
    }

    pub async fn click(&self, selector: &str) {
        let element = self.client.find(Locator::Css(selector)).await;
        let element = element.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element
            .click()
            .await
            .unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// What the mouse does at a place of the window: `mousePressed`, `mouseMoved` or `mouseReleased`, with the left button.
    pub async fn mouse(&self, does: &str, x: f64, y: f64) {
        let command = Chromium {
            method: "Input.dispatchMouseEvent",
            parameters: json!({ "type": does, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 }),
        };
        let done = self.client.issue_cmd(command).await;
        done.expect("the mouse is moved");
    }

    /// The text that a visitor sees in an element.
    pub async fn seen(&self, selector: &str) -> String {
        let element = self.client.find(Locator::Css(selector)).await;
        let element = element.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element
            .text()
            .await
            .unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// An attribute of the first element that a selector finds; empty if it has none.
    pub async fn attribute(&self, selector: &str, name: &str) -> String {
        self.text(&format!(
            "return document.querySelector({selector:?})?.getAttribute({name:?}) ?? ''"
        ))
        .await
    }

    /// Types into a field in place of what it holds, and leaves it.
    pub async fn fill(&self, selector: &str, text: &str) {
        let element = self.client.find(Locator::Css(selector)).await;
        let element = element.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element.click().await.expect("the field takes the focus");
        self.script(&format!("document.querySelector({selector:?}).select?.()"))
            .await;
        element.send_keys(text).await.expect("keys can be pressed");
        element
            .send_keys("\u{e007}")
            .await
            .expect("keys can be pressed");
    }

    /// The lines of the browser's console that are errors.
    pub async fn console(&self) -> String {
        let answer = self.client.issue_cmd(Log).await.unwrap_or_default();
        let lines = answer.as_array().cloned().unwrap_or_default();
        let errors = lines
            .iter()
            .filter(|line| line["level"] == "SEVERE")
            .filter_map(|line| line["message"].as_str());
        errors.collect::<Vec<_>>().join("\n")
    }

    /// The page as the browser prints it, saved as `NAME.pdf` beside the pictures of windows.
    pub async fn print(&self, name: &str) -> Vec<u8> {
        let command = Chromium {
            method: "Page.printToPDF",
            parameters: json!({ "preferCSSPageSize": true, "printBackground": true }),
        };
        let answer = self.client.issue_cmd(command).await;
        let answer = answer.expect("the browser prints");
        let data = answer["data"].as_str().expect("a document");
        let pdf = BASE64_STANDARD.decode(data).expect("a document");
        if let Some(folder) = pictures() {
            save(&folder, &format!("{name}.pdf"), &pdf);
        }
        pdf
    }

    /// A picture of the window, saved as `NAME.png` in the folder that `WARPSTEP_SCREENSHOTS` names, if it does.
    pub async fn screenshot(&self, name: &str) {
        if let Some(folder) = pictures() {
            let picture = self.client.screenshot().await.expect("a picture");
            save(&folder, &format!("{name}.png"), &picture);
        }
    }

    /// Ends the visit. Errors on the browser's console fail the test.
    pub async fn close(self) {
        let errors = self.console().await;
        self.client.close().await.expect("the browser closes");
        assert!(errors.is_empty(), "errors on the console:\n{errors}");
    }

    /// Ends a visit that was meant to make errors.
    pub async fn close_after_errors(self) {
        self.client.close().await.expect("the browser closes");
    }

    /// Ends a visit that may have ended already, or hang.
    pub async fn abandon(self) {
        let closing = self.client.close();
        // Either way the driver is killed next.
        let _ = tokio::time::timeout(Duration::from_secs(10), closing).await;
    }
}

fn hyper_util_connector() -> hyper_util::client::legacy::connect::HttpConnector {
    hyper_util::client::legacy::connect::HttpConnector::new()
}

/// A command of Chromium's own protocol.
#[derive(Debug)]
struct Chromium {
    method: &'static str,
    parameters: Value,
}

impl fantoccini::wd::WebDriverCompatibleCommand for Chromium {
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

/// Chromium's own command for its console.
#[derive(Debug)]
struct Log;

impl fantoccini::wd::WebDriverCompatibleCommand for Log {
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
