//! Serves the built page from a folder below the root, as any static host might; or an empty page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use sha2::{Digest as _, Sha256};
use std::convert::Infallible;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;

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
    address: String,
    // Dropped, it ends the server.
    _running: oneshot::Sender<Infallible>,
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
        Self::serve(move |file| std::fs::read(dist.join(file)).ok().map(Answer::plain))
    }

    /// The same, from a host whose files change when it is told.
    pub fn of_edition(edition: Arc<Mutex<Edition>>) -> Self {
        let dist = Self::dist();
        Self::serve(move |file| {
            let content = std::fs::read(dist.join(file)).ok()?;
            let edition = *edition.lock().ok()?;
            Some(Answer::plain(edition.of(&dist, file, content)))
        })
    }

    /// The folder of the built page.
    pub fn dist() -> PathBuf {
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
        Self::serve(|file| (file == Path::new("index.html")).then(|| Answer::plain(EMPTY.into())))
    }

    /// Serves one page and nothing else: another origin than that of any other site.
    pub fn of_page(page: String) -> Self {
        Self::serve(move |file| {
            (file == Path::new("index.html")).then(|| Answer::plain(page.clone().into_bytes()))
        })
    }

    pub(crate) fn serve(read: impl Fn(&Path) -> Option<Answer> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a port").to_string();
        let (running, ended) = oneshot::channel();
        // A thread of its own: a site lives as long as it is wanted, whatever the test's own runtime does.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let runtime = runtime.expect("a runtime");
            runtime.block_on(async {
                tokio::select! {
                    () = listen(listener, Arc::new(read)) => (),
                    _ = ended => (),
                }
            });
        });
        Site {
            address: format!("http://{address}{FOLDER}"),
            _running: running,
        }
    }

    /// The address of the page with a hash behind it.
    pub fn url(&self, hash: &str) -> String {
        format!("{}{hash}", self.address)
    }
}

/// Takes visitors for ever, each connection by itself: a browser may leave an answer half read for as long as it likes.
async fn listen<R>(listener: TcpListener, read: Arc<R>)
where
    R: Fn(&Path) -> Option<Answer> + Send + Sync + 'static,
{
    listener
        .set_nonblocking(true)
        .expect("a port one can wait at");
    let listener = tokio::net::TcpListener::from_std(listener).expect("a port one can wait at");
    while let Ok((connection, _)) = listener.accept().await {
        let read = Arc::clone(&read);
        let service = service_fn(move |request: Request<Incoming>| {
            let response = answered(request.uri().path(), &*read);
            async { Ok::<_, Infallible>(response) }
        });
        tokio::spawn(async move {
            // A visitor who leaves in the middle of an answer is no failure of the server.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(connection), service)
                .await;
        });
    }
}

fn answered(path: &str, read: &impl Fn(&Path) -> Option<Answer>) -> Response<Full<Bytes>> {
    let file = path
        .strip_prefix(FOLDER)
        .map(|rest| Path::new(if rest.is_empty() { "index.html" } else { rest }));
    let Some((file, answer)) = file.and_then(|file| Some((file, read(file)?))) else {
        let mut absent = Response::new(Full::default());
        *absent.status_mut() = StatusCode::NOT_FOUND;
        return absent;
    };
    let mut response = Response::new(Full::from(answer.bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(file)));
    if let Some(encoding) = answer.encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// What a host says to a request for a file.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) bytes: Vec<u8>,
    /// How the bytes are compressed, as HTTP names it.
    pub(crate) encoding: Option<&'static str>,
}

impl Answer {
    fn plain(bytes: Vec<u8>) -> Self {
        Answer {
            bytes,
            encoding: None,
        }
    }
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
