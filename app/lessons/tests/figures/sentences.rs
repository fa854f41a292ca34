//! The form of two sentences of a lesson: what its clock says, and what to remember.

use crate::prose::numbers;
use lessons::{LESSONS, Language, Part, Slide};

/// Words of devices and of units of time. A sentence with one of them is not true on every device.
const OF_ONE_DEVICE: [&str; 20] = [
    "NVIDIA", "AMD", "Intel", "Apple", "Tesla", "GeForce", "Fermi", "Volta", "RDNA", "H100",
    "H200", "K80", "V100", "M2070", "C2050", "G80", "µs", "ms", "GB/s", "cycles",
];

fn is_clock(slide: &Slide) -> bool {
    let mut parts = slide.pin.parts.iter();
    parts.any(|part| matches!(part, Part::Chart | Part::Clock(_)))
}

/// A slide with the chart of times says in a sentence what the chart means. The chart has the other numbers.
#[test]
fn a_clock_slide_has_at_most_two_numbers() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for lesson in LESSONS {
        let slides = lesson.slides.iter();
        for slide in slides.filter(|slide| is_clock(slide)) {
            seen += 1;
            for language in Language::ALL {
                let text = slide.text.get(language);
                if numbers(text).len() > 2 {
                    wrong.push(format!("{}: {text}", lesson.id));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 40, "{seen} slides");
}

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
