//! Runs each target for a few seconds: on its corpus, then on mutations of it.

use fuzz::{Dice, TARGETS, words};

fn some(name: &str, mutations: usize) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let corpus = (target.corpus)();
    assert!(corpus.len() >= 64, "{} inputs", corpus.len());
    for input in &corpus {
        (target.run)(input);
    }
    let mut dice = Dice::new(1);
    let mut far = 0;
    for _ in 0..mutations {
        let [one, other] = [0; 2].map(|_| &corpus[dice.below(corpus.len())]);
        far += usize::from((target.run)(&(target.mutate)(one, other, &mut dice)));
    }
    assert!(far > mutations / 20, "{far} of {mutations} are kernels");
}

#[test]
fn texts_are_compiled_or_refused() {
    some("source", 4000);
}

#[test]
fn cuda_texts_are_translated_or_refused() {
    some("cuda", 4000);
}

#[test]
fn kernels_run_the_same_however_one_looks() {
    some("kernel", 300);
}

/// Checks the format of libFuzzer's dictionary: each entry is a word in quotes, without quotes or backslashes inside.
#[test]
fn the_dictionary_can_be_read() {
    let dictionary = words::dictionary();
    assert!(dictionary.lines().count() > 200, "{dictionary}");
    for line in dictionary.lines() {
        let word = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        assert!(
            word.is_some_and(|word| !word.is_empty() && !word.contains(['"', '\\'])),
            "{line}"
        );
    }
}
