//! Textures without a sampler: each `textures/<feature>.wgsl` runs with one workgroup. Its first lines say what textures
//! hold before the run and, after `->`, after it, and the words of the buffer of binding 0 after the run. They are worked
//! out from the WGSL specification.

use simt::{Buffer, Contents, Dispatch, Machine, Outcome, RunOptions, compile, run};
use std::path::Path;

/// Reads words: `7`, `-1`, `0xff`, `1.5f`.
fn words(text: &str) -> Vec<u32> {
    let word = |word: &str| -> Option<u32> {
        if let Some(digits) = word.strip_prefix("0x") {
            return u32::from_str_radix(digits, 16).ok();
        }
        match word.strip_suffix('f') {
            Some(float) => Some(float.parse::<f32>().ok()?.to_bits()),
            None => word.parse().or_else(|_| word.parse().map(i32::cast_unsigned)).ok(),
        }
    };
    let read = |text: &str| word(text).unwrap_or_else(|| panic!("`{text}` is no word"));
    text.split_whitespace().map(read).collect()
}

/// Reads `4x2`; missing sides are 1.
fn size(text: &str) -> [u32; 3] {
    let mut sides = text.split('x').map(|side| side.parse().expect("a side"));
    [(); 3].map(|()| sides.next().unwrap_or(1))
}

fn bytes(words: &[u32]) -> Contents {
    Contents::Bytes(words.iter().copied().flat_map(u32::to_le_bytes).collect())
}

/// A float as text may be the neighbour of the one that the machine rounds to.
fn agree(got: &[u32], wanted: &[u32]) -> bool {
    let near = |(&got, &wanted): (&u32, &u32)| got == wanted || got.abs_diff(wanted) <= 1 && wanted > 1 << 24;
    got.len() == wanted.len() && got.iter().zip(wanted).all(near)
}

#[test]
fn textures_are_loaded_and_stored_with_the_words_of_the_specification() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/textures");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= 10, "{} texts", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let name = file.display();
        let (mut buffers, mut wanted) = (Vec::new(), Vec::new());
        for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
            let (binding, contents, after) = match line.strip_prefix("texture ") {
                Some(line) => {
                    let (binding, line) = line.split_once(": ").expect("a binding");
                    let (sides, texels) = line.split_once(" = ").expect("a size");
                    let (before, after) = texels.split_once(" -> ").unwrap_or((texels, texels));
                    let contents = Contents::Image {
                        size: size(sides),
                        texels: Box::new(bytes(&words(before))),
                    };
                    (binding.parse().expect("a number"), contents, words(after))
                }
                None => {
                    let after = words(line.strip_prefix("words: ").expect("words"));
                    (
                        0,
                        Contents::Zeros {
                            words: after.len() as u64,
                        },
                        after,
                    )
                }
            };
            buffers.push(Buffer {
                group: 0,
                binding,
                contents,
            });
            wanted.push(after);
        }
        let program = compile(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let used = |buffer: &Buffer| {
            let mut bindings = program.bindings.iter();
            bindings.any(|binding| binding.slot == Some((0, buffer.binding)))
        };
        assert!(buffers.iter().all(used), "{name} uses every texture");
        let dispatch = Dispatch {
            workgroups: [1, 1, 1],
            overrides: Default::default(),
            buffers,
        };
        let options = RunOptions {
            machine: Machine::default().with_warp_width(2),
            ..RunOptions::default()
        };
        let run = run(&program, &dispatch, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(run.outcome, Outcome::Completed, "{name}");
        for (got, wanted) in run.buffers.iter().zip(&wanted) {
            assert!(agree(got, wanted), "{name}: {got:x?} instead of {wanted:x?}");
        }
    }
}
