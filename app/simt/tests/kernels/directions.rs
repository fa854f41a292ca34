//! Reads how a kernel of this folder is run from its first comment lines: `// workgroups: 1`, `// buffer 0: ramp 8` (or
//! `zeros 8`), `// override NAME: 3`, `// budget: 100`.

use simt::{Buffer, Contents, Dispatch, Pattern};

/// Returns the dispatch, and the budget of steps if there is one.
pub fn read(source: &str) -> (Dispatch, Option<u64>) {
    let mut dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: Default::default(),
        buffers: Vec::new(),
    };
    let mut budget = None;
    for line in source.lines().map_while(|line| line.strip_prefix("// ")) {
        let Some((key, value)) = line.split_once(": ") else {
            continue;
        };
        if key == "workgroups" {
            dispatch.workgroups[0] = value.parse().expect("a number of workgroups");
        } else if key == "budget" {
            budget = Some(value.parse().expect("a number of steps"));
        } else if let Some(name) = key.strip_prefix("override ") {
            let value = value.parse().expect("an override's value");
            dispatch.overrides.insert(name.to_owned(), value);
        } else if let Some(binding) = key.strip_prefix("buffer ") {
            let (kind, words) = value.split_once(' ').expect("a kind and a length");
            let words = words.parse().expect("a number of words");
            let contents = match kind {
                "ramp" => Contents::Pattern {
                    pattern: Pattern::Index,
                    words,
                },
                _ => Contents::Zeros { words },
            };
            let binding = binding.parse().expect("a binding");
            dispatch.buffers.push(Buffer {
                group: 0,
                binding,
                contents,
            });
        }
    }
    (dispatch, budget)
}
