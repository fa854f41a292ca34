//! Serves the built page from a folder below the root, as any static host might; or an empty page.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tiny_http::{Header, Response, Server};

/// The page is served from here, so that an address that assumes the root is found out.
const FOLDER: &str = "/course/warpstep/";

/// A page with nothing on it, at an address from which a browser offers WebGPU.
const EMPTY: &str = "<!doctype html><html data-ready=\"true\"><link rel=\"icon\" href=\"data:,\"><title>Empty</title>";

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
        let named = std::env::var_os("WARPSTEP_DIST").map(PathBuf::from);
        let dist =
            named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist"));
        assert!(
            dist.join("index.html").is_file(),
            "no built page in {}: run `cargo xtask build`",
            dist.display()
        );
        Self::serve(move |file| std::fs::read(dist.join(file)).ok())
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
        _ => "application/octet-stream",
    };
    Header::from_bytes("Content-Type", kind).expect("a valid header")
}
