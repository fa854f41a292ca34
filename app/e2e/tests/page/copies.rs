//! Several copies of the page on one host: each keeps its own files for offline use, and only whole versions.

use e2e::offline::{is_host_reached, wait_until_stored};
use e2e::{Browser, Graphics, Site};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A host with copies of the built page, each in its folder. It stops when dropped.
struct Host {
    folder: Arc<tempfile::TempDir>,
    address: String,
    has_ended: Arc<AtomicBool>,
}

impl Host {
    fn with(copies: &[&str]) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a folder"));
        for name in copies {
            let copy = folder.path().join(name);
            std::fs::create_dir(&copy).expect("a folder");
            for file in std::fs::read_dir(Site::dist()).expect("a built page") {
                let file = file.expect("a file");
                // The folders are those of the static pages, which are no part of a copy that is kept.
                if file.path().is_dir() {
                    continue;
                }
                std::fs::copy(file.path(), copy.join(file.file_name())).expect("a copy");
            }
        }
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a port").to_string();
        let has_ended = Arc::new(AtomicBool::new(false));
        let (files, ends) = (Arc::clone(&folder), Arc::clone(&has_ended));
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                if ends.load(Ordering::Relaxed) {
                    return;
                }
                let files = Arc::clone(&files);
                // It is no failure if the browser leaves in the middle of an answer.
                std::thread::spawn(move || answer(&connection, files.path()).ok());
            }
        });
        Host {
            folder,
            address,
            has_ended,
        }
    }

    fn path(&self, copy: &str) -> PathBuf {
        self.folder.path().join(copy)
    }

    fn url(&self, copy: &str) -> String {
        format!("http://{}/{copy}/#/neighbored", self.address)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::Relaxed);
        // One more connection wakes the thread that waits for them.
        let _ = TcpStream::connect(&self.address);
    }
}

/// Answers one request as a static host does.
fn answer(mut connection: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(connection).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    let path = path.trim_start_matches('/');
    let index = if path.ends_with('/') { "index.html" } else { "" };
    let name = format!("{path}{index}");
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, content) = match std::fs::read(folder.join(&name)) {
        Ok(content) => ("200 OK", content),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = content.len();
    write!(
        connection,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    connection.write_all(&content)
}

/// Makes another version of a copy, with the same files.
fn become_version(copy: &Path, version: &str) {
    let worker = copy.join("offline.js");
    let text = std::fs::read_to_string(&worker).expect("a service worker");
    let (before, rest) = text.split_once("const VERSION = \"").expect("a version");
    let (_, after) = rest.split_once('"').expect("a version");
    let text = format!("{before}const VERSION = \"{version}\"{after}");
    std::fs::write(&worker, text).expect("a service worker");
}

/// Looks for a new version, and waits until its files are stored or refused. Then it takes over, if it is there.
const UPDATE: &str = "
    const done = arguments[arguments.length - 1];
    const settled = worker => new Promise(end => {
        const look = () => ['installing', 'activating', 'installed'].includes(worker.state) ? undefined : end(worker.state);
        worker.addEventListener('statechange', () => {
            if (worker.state === 'installed') worker.postMessage('take over');
            look();
        });
        look();
    });
    navigator.serviceWorker.getRegistration()
        .then(registration => registration.update())
        .then(({ installing, waiting }) => settled(installing ?? waiting))
        .then(done, error => done(String(error)));
";

/// Returns the names of the stored versions with `true` if the page itself is there.
const STORED: &str = "
    const done = arguments[arguments.length - 1];
    const look = async name => [name, (await (await caches.open(name)).match('./')) !== undefined];
    caches.keys().then(names => Promise.all(names.map(look))).then(done);
";

#[tokio::test(flavor = "multi_thread")]
async fn copies_on_one_host_do_not_delete_each_others_files() {
    let host = Host::with(&["one", "other"]);
    let browser = Browser::start(Graphics::None).await;
    for copy in ["other", "one"] {
        browser.visit(&host.url(copy)).await;
        wait_until_stored(&browser).await;
    }
    for version in ["second", "third"] {
        become_version(&host.path("one"), version);
        assert_eq!(browser.script_of(UPDATE, Vec::new()).await, "activated");
    }
    let other = host.url("other");
    drop(host);
    assert!(!is_host_reached(&browser).await);
    browser.visit(&other).await;
    assert_eq!(browser.attribute("#page", "data-lesson").await, "neighbored");
    // The failed requests are errors on the console.
    browser.discard();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_ends_in_the_middle_is_no_version() {
    let host = Host::with(&["one"]);
    let browser = Browser::start(Graphics::None).await;
    become_version(&host.path("one"), "first");
    browser.visit(&host.url("one")).await;
    wait_until_stored(&browser).await;
    // In the middle of an upload, a file is not there yet.
    let icon = host.path("one").join("icon-512.png");
    let content = std::fs::read(&icon).expect("an icon");
    std::fs::remove_file(&icon).expect("an icon");
    become_version(&host.path("one"), "half");
    assert_eq!(browser.script_of(UPDATE, Vec::new()).await, "redundant");
    std::fs::write(&icon, content).expect("an icon");
    become_version(&host.path("one"), "second");
    assert_eq!(browser.script_of(UPDATE, Vec::new()).await, "activated");
    // The version before is kept for its open pages, and the half one is gone.
    let stored = browser.script_of(STORED, Vec::new()).await;
    let stored = stored.as_array().cloned().unwrap_or_default();
    assert_eq!(stored.len(), 2, "{stored:?}");
    for (entry, version) in stored.iter().zip(["first", "second"]) {
        let name = entry[0].as_str().unwrap_or_default();
        assert!(name.ends_with(version), "{stored:?}");
        assert_eq!(entry[1], Value::Bool(true), "{stored:?}");
    }
    browser.discard();
}
