//! A few seconds of each target: the corpus, then mutations of it.

use fuzz::corpus;
use fuzz::mutate::{Dice, mutate};

fn some(target: fn(&[u8]), corpus: &[Vec<u8>], mutations: usize) {
    corpus.iter().for_each(|input| target(input));
    let mut dice = Dice::new(1);
    for _ in 0..mutations {
        let [one, other] = [0; 2].map(|_| &corpus[dice.below(corpus.len())]);
        target(&mutate(one, other, &mut dice));
    }
}

#[test]
fn texts_are_compiled_or_refused() {
    let corpus = corpus::sources();
    assert!(corpus.len() > 100, "{} texts", corpus.len());
    some(fuzz::source, &corpus, 4000);
}

#[test]
fn kernels_run_the_same_however_one_looks() {
    some(fuzz::kernel, &corpus::kernels(), 150);
}
