//! Serves the built page from a folder below the root, as a static host does, or an empty page.

use crate::driver::COLLECT_ERRORS;
use crate::link::{Line, Link, Paced};
use crate::pool;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderValue};
use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use sha2::{Digest as _, Sha256};
use std::convert::Infallible;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// The folder of the page on the host. It is not the root, so that a test fails if an address assumes the root.
const FOLDER: &str = "/course/warpstep/";

/// An empty page. Browsers offer WebGPU to it, since it has an address on this computer.
const EMPTY: &str = "<!doctype html><html data-ready=\"true\"><link rel=\"icon\" href=\"data:,\"><title>Empty</title>";

/// The policy that `docs/embedding-and-hosting.md` advises for workers: browsers take it from the header of their scripts.
const WORKER_POLICY: &str =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

/// The files that a host has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The page as it was built.
    Built,
    /// The next version's list of files next to the files of the built page, as in the middle of an upload.
    Halfway,
    /// The next version. Its `html` element has the attribute `data-edition`.
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
    text.replacen("<html", "<html data-edition=\"next\"", 1).into_bytes()
}

fn digest(content: &[u8]) -> String {
    STANDARD.encode(Sha256::digest(content))
}

/// The origins of all running sites.
static ORIGINS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Returns the origins of all running sites: only there a browser may have left something that a later visit can find.
pub(crate) fn origins() -> Vec<String> {
    let origins = ORIGINS.lock();
    origins.unwrap_or_else(PoisonError::into_inner).clone()
}

/// A running server with its own origin. It stops when dropped.
pub struct Site {
    origin: String,
    // Dropped, it ends the server.
    _running: oneshot::Sender<Infallible>,
    _user: pool::User,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Site({})", self.origin)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let origins = ORIGINS.lock();
        let mut origins = origins.unwrap_or_else(PoisonError::into_inner);
        origins.retain(|origin| *origin != self.origin);
    }
}

impl Site {
    /// Serves the folder named by `WARPSTEP_DIST`, else `dist` at the top of the project.
    pub fn start() -> Self {
        let dist = Self::dist();
        Self::serve(move |file| std::fs::read(dist.join(file)).ok().map(Answer::plain))
    }

    /// Serves the same folder, changed to the edition that `edition` holds at the time of a request.
    pub fn of_edition(edition: Arc<Mutex<Edition>>) -> Self {
        let dist = Self::dist();
        Self::serve(move |file| {
            let content = std::fs::read(dist.join(file)).ok()?;
            let edition = *edition.lock().ok()?;
            Some(Answer::plain(edition.of(&dist, file, content)))
        })
    }

    /// Returns the folder of the built page.
    pub fn dist() -> PathBuf {
        let named = std::env::var_os("WARPSTEP_DIST").map(PathBuf::from);
        let dist = named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist"));
        assert!(
            dist.join("index.html").is_file(),
            "no built page in {}: run `cargo xtask build`",
            dist.display()
        );
        dist
    }

    /// Serves an empty page. No page needs to be built.
    pub fn empty() -> Self {
        Self::serve(|file| (file == Path::new("index.html")).then(|| Answer::plain(EMPTY.into())))
    }

    /// Serves one page and nothing else, such as a page of another origin that has the built page in a frame.
    pub fn of_page(page: String) -> Self {
        Self::serve(move |file| (file == Path::new("index.html")).then(|| Answer::plain(page.clone().into_bytes())))
    }

    /// Serves a folder. Each text file of it is rewritten.
    pub fn of_folder(folder: PathBuf, rewrite: impl Fn(String) -> String + Send + Sync + 'static) -> Self {
        Self::serve(move |file| {
            let content = std::fs::read(folder.join(file)).ok()?;
            let content = match String::from_utf8(content) {
                Ok(text) => rewrite(text).into_bytes(),
                Err(binary) => binary.into_bytes(),
            };
            Some(Answer::plain(content))
        })
    }

    pub(crate) fn serve(read: impl Fn(&Path) -> Option<Answer> + Send + Sync + 'static) -> Self {
        Self::serve_over(Link::Local, read)
    }

    pub(crate) fn serve_over(link: Link, read: impl Fn(&Path) -> Option<Answer> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a port").to_string();
        let (running, ended) = oneshot::channel();
        // The site has its own thread, since a test may block its runtime.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.expect("a runtime");
            runtime.block_on(async {
                tokio::select! {
                    () = listen(listener, Line::new(link), Arc::new(read)) => (),
                    _ = ended => (),
                }
            });
        });
        let origin = format!("http://{address}");
        let origins = ORIGINS.lock();
        let mut origins = origins.unwrap_or_else(PoisonError::into_inner);
        origins.push(origin.clone());
        Site {
            origin,
            _running: running,
            _user: pool::User::new(),
        }
    }

    /// Returns the address of the page with a hash.
    pub fn url(&self, hash: &str) -> String {
        format!("{}{FOLDER}{hash}", self.origin)
    }
}

/// Serves connections, each in its own task: a browser may leave an answer half read for any time.
async fn listen<R>(listener: TcpListener, line: Line, read: Arc<R>)
where
    R: Fn(&Path) -> Option<Answer> + Send + Sync + 'static,
{
    listener.set_nonblocking(true).expect("a port to wait at");
    let listener = tokio::net::TcpListener::from_std(listener).expect("a port to wait at");
    while let Ok((connection, _)) = listener.accept().await {
        let (line, read) = (line.clone(), Arc::clone(&read));
        let service = service_fn(move |request: Request<Incoming>| {
            let read = |file: &Path| {
                let answer = read(file)?;
                Some(if collects_errors(file, request.headers()) {
                    answer.with_script(COLLECT_ERRORS)
                } else {
                    answer
                })
            };
            let response = answered(request.uri().path(), &line, &read);
            let line = line.clone();
            async move {
                line.round_trip().await;
                Ok::<_, Infallible>(response)
            }
        });
        tokio::spawn(async move {
            // It is no failure if the browser leaves in the middle of an answer.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(connection), service)
                .await;
        });
    }
}

/// Returns true for a page that a browser shows whose driver tells no errors. Their collector must come before all other
/// scripts. What a service worker fetches stays as it is, since it compares digests.
fn collects_errors(file: &Path, headers: &HeaderMap) -> bool {
    let is = |name, test: fn(&str) -> bool| {
        let value: Option<&HeaderValue> = headers.get(name);
        value.and_then(|value| value.to_str().ok()).is_some_and(test)
    };
    file.extension().is_some_and(|extension| extension == "html")
        && is("sec-fetch-dest", |kind| matches!(kind, "document" | "iframe"))
        && is("user-agent", |agent| !agent.contains("Chrome"))
}

fn answered(path: &str, line: &Line, read: &impl Fn(&Path) -> Option<Answer>) -> Response<Paced> {
    let file = path.strip_prefix(FOLDER).map(|rest| match rest {
        folder if folder.is_empty() || folder.ends_with('/') => format!("{folder}index.html"),
        file => file.to_owned(),
    });
    let file = file.as_deref().map(Path::new);
    let Some((file, answer)) = file.and_then(|file| Some((file, read(file)?))) else {
        let mut absent = Response::new(line.body(Vec::new()));
        *absent.status_mut() = StatusCode::NOT_FOUND;
        return absent;
    };
    let mut response = Response::new(line.body(answer.bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(file)));
    if file.extension().is_some_and(|extension| extension == "js") {
        let policy = HeaderValue::from_static(WORKER_POLICY);
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    if let Some(encoding) = answer.encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// The answer to a request for a file.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) bytes: Vec<u8>,
    /// The compression of the bytes, as HTTP names it.
    pub(crate) encoding: Option<&'static str>,
}

impl Answer {
    fn plain(bytes: Vec<u8>) -> Self {
        Answer { bytes, encoding: None }
    }

    /// Adds a script before everything in the page's head.
    fn with_script(self, script: &str) -> Self {
        if self.encoding.is_some() {
            return self;
        }
        let page = String::from_utf8_lossy(&self.bytes);
        let script = format!("<head><script>(() => {{ {script} }})()</script>");
        Answer::plain(page.replacen("<head>", &script, 1).into_bytes())
    }
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
