//! A host that compresses files, as real ones do, and records all requests.

use crate::link::Link;
use crate::site::{Answer, Site};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

/// One answer.
#[derive(Clone, Debug)]
pub struct Sent {
    pub name: String,
    /// The size of the body, compressed if it was.
    pub bytes: usize,
    /// The time of the request, in milliseconds since 1970.
    pub asked_millis: f64,
}

/// A site with a record of its answers.
#[derive(Debug)]
pub struct Hosted {
    pub site: Site,
    sent: Arc<Mutex<Vec<Sent>>>,
}

/// The extensions of the files to compress. Other files are compressed already.
const COMPRESSED: [&str; 6] = ["html", "js", "css", "wasm", "svg", "txt"];

impl Hosted {
    /// Returns the folder of the built page.
    pub fn page() -> PathBuf {
        Site::dist()
    }

    /// Compresses a folder's files with brotli at its best quality, and serves them over a link.
    pub fn start(folder: PathBuf, link: Link) -> Self {
        let files = compressed(&folder);
        let sent: Arc<Mutex<Vec<Sent>>> = Arc::default();
        let record = Arc::clone(&sent);
        let site = Site::serve_over(link, move |file| {
            let asked = SystemTime::now().duration_since(UNIX_EPOCH);
            let (bytes, encoding) = match files.get(file) {
                Some(bytes) => (bytes.clone(), Some("br")),
                None => (std::fs::read(folder.join(file)).ok()?, None),
            };
            record.lock().expect("no panic while it is locked").push(Sent {
                name: file.display().to_string(),
                bytes: bytes.len(),
                asked_millis: asked.map_or(f64::NAN, |asked| asked.as_secs_f64() * 1e3),
            });
            Some(Answer { bytes, encoding })
        });
        Hosted { site, sent }
    }

    /// Returns all answers so far.
    pub fn sent(&self) -> Vec<Sent> {
        self.sent.lock().expect("no panic while it is locked").clone()
    }
}

fn compressed(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a built page");
    let names = entries.flatten().map(|entry| entry.file_name());
    let chosen = names.map(PathBuf::from).filter(|name| {
        let extension = name.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| COMPRESSED.contains(&extension))
    });
    chosen
        .map(|name| {
            let content = std::fs::read(folder.join(&name)).expect("a file of the page");
            let mut compressed = Vec::new();
            let parameters = brotli::enc::BrotliEncoderParams {
                quality: 11,
                size_hint: content.len(),
                ..Default::default()
            };
            brotli::BrotliCompress(&mut content.as_slice(), &mut compressed, &parameters).expect("writing into memory");
            (name, compressed)
        })
        .collect()
}
