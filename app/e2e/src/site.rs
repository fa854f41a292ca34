//! Serves the built page from a folder below the root, as any static host might; or an empty page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tiny_http::{Header, Response, Server};

/// The page is served from here, so that an address that assumes the root is found out.
const FOLDER: &str = "/course/warpstep/";

/// A page with nothing on it, at an address from which a browser offers WebGPU.
const EMPTY: &str = "<!doctype html><html data-ready=\"true\"><link rel=\"icon\" href=\"data:,\"><title>Empty</title>";

/// What a host has of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// As it was built.
    Built,
    /// The next version's list of files, before the files themselves have arrived.
    Halfway,
    /// The next version: the page's element is marked with `data-edition`.
    Next,
}

impl Edition {
    fn of(self, dist: &Path, file: &Path, content: Vec<u8>) -> Vec<u8> {
        let name = file.to_str().unwrap_or_default();
        match (self, name) {
            (Edition::Built, _) | (Edition::Halfway, "index.html") => content,
            (Edition::Next, "index.html") => next_page(&content),
            (_, "offline.js") => {
                let page = std::fs::read(dist.join("index.html")).unwrap_or_default();
                let list = String::from_utf8_lossy(&content);
                list.replace(&digest(&page), &digest(&next_page(&page)))
                    .replacen("const VERSION = \"", "const VERSION = \"next-", 1)
                    .into_bytes()
            }
            _ => content,
        }
    }
}

fn next_page(page: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(page);
    text.replacen("<html", "<html data-edition=\"next\"", 1)
        .into_bytes()
}

fn digest(content: &[u8]) -> String {
    STANDARD.encode(Sha256::digest(content))
}

/// A running server; it stops when dropped.
pub struct Site {
    server: Arc<Server>,
    address: String,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Site({})", self.address)
    }
}

impl Site {
    /// Serves the folder named by `WARPSTEP_DIST`, else `dist` at the top of the project.
    pub fn start() -> Self {
        let dist = Self::dist();
        Self::serve(move |file| std::fs::read(dist.join(file)).ok())
    }

    /// The same, from a host whose files change when it is told.
    pub fn of_edition(edition: Arc<Mutex<Edition>>) -> Self {
        let dist = Self::dist();
        Self::serve(move |file| {
            let content = std::fs::read(dist.join(file)).ok()?;
            let edition = *edition.lock().ok()?;
            Some(edition.of(&dist, file, content))
        })
    }

    fn dist() -> PathBuf {
        let named = std::env::var_os("WARPSTEP_DIST").map(PathBuf::from);
        let dist =
            named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist"));
        assert!(
            dist.join("index.html").is_file(),
            "no built page in {}: run `cargo xtask build`",
            dist.display()
        );
        dist
    }

    /// Serves an empty page; nothing need be built.
    pub fn empty() -> Self {
        Self::serve(|file| (file == Path::new("index.html")).then(|| EMPTY.into()))
    }

    fn serve(read: impl Fn(&Path) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        let server = Arc::new(Server::http("127.0.0.1:0").expect("a free port"));
        let address = format!("http://{}{FOLDER}", server.server_addr());
        let serving = Arc::clone(&server);
        let read = Arc::new(read);
        std::thread::spawn(move || {
            for request in serving.incoming_requests() {
                let read = Arc::clone(&read);
                // A browser may leave an answer half read for as long as it likes; others do not wait for that.
                std::thread::spawn(move || {
                    let path = request.url().split(['?', '#']).next().unwrap_or_default();
                    let file = path
                        .strip_prefix(FOLDER)
                        .map(|rest| Path::new(if rest.is_empty() { "index.html" } else { rest }));
                    let contents = file.and_then(|file| Some((content_type(file), read(file)?)));
                    // A visitor who leaves in the middle of an answer is no failure of the server.
                    let _ = match contents {
                        Some((header, bytes)) => {
                            request.respond(Response::from_data(bytes).with_header(header))
                        }
                        None => request.respond(Response::empty(404)),
                    };
                });
            }
        });
        Site { server, address }
    }

    /// The address of the page with a hash behind it.
    pub fn url(&self, hash: &str) -> String {
        format!("{}{hash}", self.address)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.unblock();
    }
}

fn content_type(file: &Path) -> Header {
    let kind = match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    Header::from_bytes("Content-Type", kind).expect("a valid header")
}
