//! Valid texts that use rare rules of the language: each `accepted/<feature>.wgsl` runs with one workgroup, and its
//! buffer then holds the words of its first line. They are worked out from the WGSL specification; a browser test runs
//! the same texts with the browser's compiler.

#[path = "accepted/directions.rs"]
mod directions;

use simt::{Machine, Outcome, RunOptions, compile, run};

#[test]
fn valid_texts_run_with_the_words_of_the_specification() {
    let options = RunOptions {
        machine: Machine::default().with_warp_width(4),
        ..RunOptions::default()
    };
    let texts = directions::texts();
    assert!(texts.len() >= 14, "{} texts", texts.len());
    for (name, text) in texts {
        let (dispatch, words) = directions::read(&text);
        let program = compile(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let run = run(&program, &dispatch, &options).expect("it runs");
        assert_eq!(run.outcome, Outcome::Completed, "{name}");
        assert_eq!(run.buffers, [words], "{name}");
    }
}
