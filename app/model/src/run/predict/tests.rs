//! Tests of guesses about real runs.

use super::*;
use crate::run::samples;
use simt::Grain;

/// Returns the answers at each press of a kernel's first block.
fn truths(name: &str, n: u32, block: u32, grain: Grain) -> Vec<Truth> {
    let mut playback = samples::playback(name, n, block);
    let machine = Machine::default();
    let presses = playback.cursor.stops(grain).count();
    (0..presses)
        .map(|press| {
            let position = playback.cursor.stops(grain).at(press).expect("a press");
            let step_view = playback.step_view(position, grain);
            let frame = playback.cursor.frame(grain);
            Truth::new(&step_view, playback.trace(), &frame, &machine)
        })
        .collect()
}

fn evens(step: usize, lanes: u32) -> BTreeSet<u32> {
    (0..lanes).step_by(step).collect()
}

#[test]
fn neighbored_pairs_halve_their_lanes_at_every_stride() {
    let truths = truths("reduce_neighbored", 128, 64, Grain::Iteration);
    let guesses = (1..=6).map(|level| evens(1 << level, 64));
    // No lane accesses memory before the loop; then each stride has its own lanes.
    for (truth, guess) in truths[1..].iter().zip(guesses) {
        let verdict = truth.judge(Question::Lanes, Guess::Lanes(guess));
        assert!(verdict.as_ref().is_some_and(Verdict::is_right), "{verdict:?}");
    }
}

#[test]
fn a_wrong_guess_names_the_lanes_that_were_missed_and_those_too_many() {
    let truths = truths("reduce_neighbored", 128, 64, Grain::Iteration);
    // The first stride adds adjacent pairs; the guess is the variant with less divergence: the first half works.
    let guess: BTreeSet<u32> = (0..32).collect();
    let verdict = truths[1].judge(Question::Lanes, Guess::Lanes(guess)).unwrap();
    assert!(!verdict.is_right());
    assert_eq!(mark(&verdict, 0), Some(Mark::Right));
    assert_eq!(mark(&verdict, 1), Some(Mark::Extra));
    assert_eq!(mark(&verdict, 32), Some(Mark::Missed));
    assert_eq!(mark(&verdict, 33), None);
    let Verdict::Lanes { missed, extra, .. } = &verdict else {
        panic!("{verdict:?}")
    };
    assert_eq!((missed.len(), extra.len()), (16, 16));
}

#[test]
fn numbers_are_those_of_the_counters() {
    // In the first stride each of the two warps loads two words per lane from one line of 128 bytes and stores to it.
    let truths = truths("reduce_neighbored", 128, 64, Grain::Iteration);
    for (question, number) in [(Question::Lines, 6), (Question::Sectors, 24)] {
        let verdict = truths[1].judge(question, Guess::Number(number));
        let right = Verdict::Number {
            guessed: number,
            was: number,
        };
        assert_eq!(verdict, Some(right), "{question:?}");
    }
}

#[test]
fn a_strided_index_takes_more_wavefronts_than_a_sequential_one() {
    let all = |name| -> u32 {
        let truths = truths(name, 128, 128, Grain::Iteration);
        truths.iter().map(|truth| truth.wavefronts).sum()
    };
    let (strided, sequential) = (all("reduce_shared_strided"), all("reduce_shared_sequential"));
    assert!(strided > sequential && sequential > 0, "{strided} {sequential}");
}

#[test]
fn a_guess_of_the_other_kind_is_none() {
    let truths = truths("reduce_neighbored", 128, 64, Grain::Statement);
    assert_eq!(truths[0].judge(Question::Lanes, Guess::Number(3)), None);
    let lanes = Guess::Lanes(BTreeSet::new());
    assert_eq!(truths[0].judge(Question::Lines, lanes), None);
}

#[test]
fn a_score_counts_what_was_right_in_full() {
    let right = Verdict::Number { guessed: 2, was: 2 };
    let wrong = Verdict::Number { guessed: 2, was: 3 };
    let score = [&right, &wrong, &right]
        .into_iter()
        .fold(Score::default(), |score, verdict| score.with(verdict));
    assert_eq!(score, Score { made: 3, right: 2 });
}
