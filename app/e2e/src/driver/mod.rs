//! One running browser: its WebDriver server, the browser that the server has started, and their profile folder.

mod chromium;
mod firefox;
mod process;
mod webkit_gtk;

use crate::kind::BrowserKind;
use fantoccini::error::CmdError;
use fantoccini::{Client, ClientBuilder};
use process::{BrowserProcess, Helper};
use serde_json::Value;
use std::path::{Path, PathBuf};
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

/// Longest time of one script.
const SCRIPT_MILLIS: u32 = 120_000;

/// Empties the storage of the page's origin. Ends with `false` for a page that may have no storage.
const EMPTY_STORAGE: &str = "const done = arguments[arguments.length - 1];
    (async () => {
        localStorage.clear();
        for (const name of await caches.keys()) await caches.delete(name);
        for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    })().then(() => done(true), () => done(false));";

/// Begins to collect the errors of the page, unless it has begun.
pub(crate) const COLLECT_ERRORS: &str = "if (window.errorsHere) return;
    const errors = window.errorsHere = [];
    addEventListener('error', ({ message }) => errors.push(message));
    addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => errors.push(violatedDirective + ' refuses ' + blockedURI));
    const say = console.error;
    console.error = (...said) => { errors.push(said.join(' ')); say.apply(console, said); };";

/// Takes the errors that the page has collected.
const TAKE_ERRORS: &str = "return (window.errorsHere?.splice(0) ?? []).join('\\n')";

/// The processes of one browser. Dropping it kills them, also when a test panics. The fields are dropped in this order:
/// Chromium and Firefox do not end with their servers, and the profile can only be removed once the browser has ended.
#[derive(Debug)]
pub(crate) struct Driver {
    pub(crate) kind: BrowserKind,
    pub(crate) client: Client,
    _browser: Option<BrowserProcess>,
    _helpers: Vec<Helper>,
    profile: tempfile::TempDir,
}

/// A WebDriver server that listens, and what a session asks of it.
#[derive(Debug)]
struct Server {
    /// The server and, for WebKitGTK, its display. They are killed in this order.
    helpers: Vec<Helper>,
    port: u16,
    capabilities: Value,
    /// The name under which the session says the browser's process id, if the browser does not end with a helper.
    browser: Option<&'static str>,
}

/// Returns the folder for downloads in a profile. It is made here.
fn downloads(profile: &Path) -> PathBuf {
    let folder = profile.join("downloads");
    std::fs::create_dir_all(&folder).expect("a folder in the profile");
    folder
}

impl Server {
    fn start(kind: BrowserKind, profile: &Path) -> Self {
        match kind {
            BrowserKind::Chromium(graphics) => chromium::start(graphics, profile),
            BrowserKind::Firefox => firefox::start(profile),
            BrowserKind::WebKitGtk => webkit_gtk::start(profile),
        }
    }
}

impl Driver {
    /// Starts a browser.
    pub(crate) async fn start(kind: BrowserKind) -> Self {
        // The session's task is spawned on the runtime that connects.
        let started = tokio::task::spawn_blocking(move || Self::start_blocking(kind));
        started.await.expect("the browser starts")
    }

    fn start_blocking(kind: BrowserKind) -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let mut server = Server::start(kind, profile.path());
        let Value::Object(mut capabilities) = server.capabilities.take() else {
            unreachable!("every kind asks for an object")
        };
        let timeouts = serde_json::json!({ "script": SCRIPT_MILLIS });
        capabilities.insert("timeouts".to_owned(), timeouts);
        let connector = hyper_util::client::legacy::connect::HttpConnector::new();
        let mut builder = ClientBuilder::new(connector);
        builder.capabilities(capabilities);
        let address = format!("http://127.0.0.1:{}", server.port);
        let client = RUNTIME.block_on(builder.connect(&address));
        let client = client.unwrap_or_else(|error| panic!("{kind:?} does not start: {error}"));
        let browser = server.browser.map(|name| {
            let session = client.capabilities();
            let process = session.and_then(|session| session.get(name)).and_then(Value::as_u64);
            BrowserProcess(process.expect("the server names its browser's process"))
        });
        Driver {
            kind,
            client,
            _browser: browser,
            _helpers: server.helpers,
            profile,
        }
    }

    /// Returns the folder in which the browser saves files.
    pub(crate) fn downloads(&self) -> PathBuf {
        downloads(self.profile.path())
    }

    /// Makes the page of the window in use collect its errors, where the browser's driver does not hand out its console.
    pub(crate) async fn collect_errors(&self) -> Result<(), CmdError> {
        match self.kind {
            BrowserKind::Chromium(_) => Ok(()),
            BrowserKind::Firefox | BrowserKind::WebKitGtk => {
                let collects = self.client.execute(COLLECT_ERRORS, Vec::new()).await;
                collects.map(|_| ())
            }
        }
    }

    /// Takes the errors of the page since the last call, one a line.
    pub(crate) async fn take_errors(&self) -> Result<String, CmdError> {
        match self.kind {
            BrowserKind::Chromium(_) => self.take_console_errors().await,
            BrowserKind::Firefox | BrowserKind::WebKitGtk => {
                let errors = self.client.execute(TAKE_ERRORS, Vec::new()).await?;
                Ok(errors.as_str().unwrap_or_default().to_owned())
            }
        }
    }

    /// Gives the page of the window in use a size in CSS pixels.
    pub(crate) async fn set_size(&self, width: u32, height: u32) -> Result<(), CmdError> {
        match self.kind {
            BrowserKind::Chromium(_) => self.emulate_size(width, height).await,
            BrowserKind::Firefox | BrowserKind::WebKitGtk => self.size_window(width, height).await,
        }
    }

    /// Sizes the window in use so that its page has this size. A window has a smallest width of its own.
    async fn size_window(&self, width: u32, height: u32) -> Result<(), CmdError> {
        let bars = "return [outerWidth - innerWidth, outerHeight - innerHeight]";
        let bars = self.client.execute(bars, Vec::new()).await?;
        let [wider, higher] = [0, 1].map(|side| bars[side].as_u64().unwrap_or(0) as u32);
        self.client.set_window_size(width + wider, height + higher).await
    }

    /// Makes the browser forget the last visit. Returns false if it cannot.
    pub(crate) async fn reset(&self, origins: &[String]) -> Result<bool, CmdError> {
        match self.kind {
            BrowserKind::Chromium(_) => self.empty_origins(origins).await.map(|()| true),
            BrowserKind::Firefox | BrowserKind::WebKitGtk => {
                // Each `Site` has its own origin, and a visit opens one site.
                let emptied = self.client.execute_async(EMPTY_STORAGE, Vec::new()).await?;
                self.take_fresh_tab().await?;
                Ok(emptied == Value::Bool(true))
            }
        }
    }

    /// Opens a tab, and closes all others. A fresh tab has no session storage.
    async fn take_fresh_tab(&self) -> Result<(), CmdError> {
        let used = self.client.windows().await?;
        if let Some(window) = used.first() {
            self.client.switch_to_window(window.clone()).await?;
        }
        let fresh = self.client.new_window(true).await?;
        for window in used {
            self.client.switch_to_window(window).await?;
            self.client.close_window().await?;
        }
        self.client.switch_to_window(fresh.handle).await
    }
}
