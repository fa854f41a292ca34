//! The form of a sentence of each lesson: what to remember.

use crate::prose::numbers;
use lessons::{LESSONS, Language};

/// Words of devices and of units of time. A sentence with one of them is not true on every device.
const OF_ONE_DEVICE: [&str; 20] = [
    "NVIDIA", "AMD", "Intel", "Apple", "Tesla", "GeForce", "Fermi", "Volta", "RDNA", "H100",
    "H200", "K80", "V100", "M2070", "C2050", "G80", "µs", "ms", "GB/s", "cycles",
];

#[test]
fn what_to_remember_is_one_sentence_for_every_device() {
    for lesson in LESSONS {
        for (language, stop) in Language::ALL.into_iter().zip(['.', '。']) {
            let text = lesson.remember.get(language);
            let stops: Vec<_> = text
                .match_indices(['.', '!', '?', '。', '！', '？'])
                .collect();
            assert_eq!(stops.len(), 1, "{}: {text}", lesson.id);
            assert!(text.ends_with(stop), "{}: {text}", lesson.id);
            assert!(numbers(text).is_empty(), "{}: {text}", lesson.id);
            for word in OF_ONE_DEVICE {
                let mut words =
                    text.split(|letter: char| !letter.is_alphanumeric() && letter != '/');
                assert!(words.all(|each| each != word), "{}: {text}", lesson.id);
            }
        }
    }
}
