//! Serves the built page from a folder below the root, as any static host might.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tiny_http::{Header, Response, Server};

/// The page is served from here, so that an address that assumes the root is found out.
const FOLDER: &str = "/course/warpstep/";

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
        let server = Arc::new(Server::http("127.0.0.1:0").expect("a free port"));
        let address = format!("http://{}{FOLDER}", server.server_addr());
        let serving = Arc::clone(&server);
        std::thread::spawn(move || {
            for request in serving.incoming_requests() {
                let path = request.url().split(['?', '#']).next().unwrap_or_default();
                let file = path
                    .strip_prefix(FOLDER)
                    .map(|rest| dist.join(if rest.is_empty() { "index.html" } else { rest }));
                let contents = file
                    .as_ref()
                    .and_then(|file| std::fs::read(file).ok().map(|bytes| (file, bytes)));
                // A visitor who leaves in the middle of an answer is no failure of the server.
                let _ = match contents {
                    Some((file, bytes)) => {
                        request.respond(Response::from_data(bytes).with_header(content_type(file)))
                    }
                    None => request.respond(Response::empty(404)),
                };
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
