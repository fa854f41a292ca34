//! Reads the texts of this folder, and how they are run. The first line is `// words: 1 2 3`: the buffer after the run,
//! which has as many words and begins with zeros.

use simt::{Buffer, Contents, Dispatch};
use std::path::Path;

/// Returns the name and the text of each file, in order.
pub fn texts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../simt/tests/accepted");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut texts: Vec<(String, String)> = files
        .filter(|file| file.extension().is_some_and(|it| it == "wgsl"))
        .map(|file| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let text = std::fs::read_to_string(&file).expect("a readable file");
            (name.into_owned(), text)
        })
        .collect();
    texts.sort();
    texts
}

/// Returns the dispatch of a text, and the words of its buffer after the run.
pub fn read(text: &str) -> (Dispatch, Vec<u32>) {
    let first = text.lines().next().unwrap_or_default();
    let words = first.strip_prefix("// words: ").expect("the words");
    let words: Vec<u32> = words.split(' ').map(|word| word.parse().expect("a word")).collect();
    let contents = Contents::Zeros {
        words: words.len() as u64,
    };
    let dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: Default::default(),
        buffers: vec![Buffer {
            group: 0,
            binding: 0,
            contents,
        }],
    };
    (dispatch, words)
}
