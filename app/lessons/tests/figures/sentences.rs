//! The form of a slide about the times, and of the sentence to remember.

use crate::prose::{numbers, story};
use lessons::measured::{Times, measured};
use lessons::order::CHAPTERS;
use lessons::{Clock, LESSONS, Language, Lesson, Part, Slide};
use simt::{MetricValue, RunOptions, compile, run};

/// Words of devices and of units of time. A sentence with one of them is not true on every device.
const OF_ONE_DEVICE: [&str; 20] = [
    "NVIDIA", "AMD", "Intel", "Apple", "Tesla", "GeForce", "Fermi", "Volta", "RDNA", "H100", "H200", "K80", "V100",
    "M2070", "C2050", "G80", "µs", "ms", "GB/s", "cycles",
];

/// Returns the slides about the times.
fn clocks() -> impl Iterator<Item = (&'static Lesson, &'static Slide)> {
    let of_lesson = |lesson: &'static Lesson| lesson.slides.iter().map(move |slide| (lesson, slide));
    let slides = LESSONS.iter().copied().flat_map(of_lesson);
    slides.filter(|(_, slide)| story(slide).is_some())
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['。', '！', '？'])
        .flat_map(|part| part.split_inclusive(". "))
}

/// The sentences say what the chart means, and why. The chart and the table have the other numbers.
#[test]
fn a_clock_slide_has_few_numbers() {
    let mut wrong = Vec::new();
    for (lesson, slide) in clocks() {
        let cause = story(slide).expect("a story").cause.text();
        for language in Language::ALL {
            let texts = std::iter::once((slide.text.get(language), 2));
            let causes = sentences(cause.get(language)).map(|sentence| (sentence, 1));
            for (text, most) in texts.chain(causes) {
                if numbers(text).len() > most {
                    wrong.push(format!("{}: {text}", lesson.id));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(clocks().count() > 40);
}

/// The table has one to three rows. Each counter of the second kernel has a quotient with that of the first.
#[test]
fn a_clock_slide_compares_two_kernels() {
    for (lesson, slide) in clocks() {
        let names = story(slide).expect("a story").counters;
        assert!((1..=3).contains(&names.len()), "{}: {names:?}", lesson.id);
        let [first, second, ..] = slide.pin.kernels else {
            panic!("{}: one kernel", lesson.id);
        };
        let counted = [first, second].map(|&place| {
            let kernel = lesson.kernels[place];
            let machine = slide.pin.shown_machine();
            let size = slide.pin.size.unwrap_or(lesson.size);
            let dispatch = kernel.dispatch(kernel.task.nearest(size), &machine);
            let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
            let options = RunOptions {
                machine,
                traced: None,
                ..RunOptions::default()
            };
            run(&program, &dispatch, &options).expect("it runs").metrics
        });
        for name in names {
            let metric = simt::metric(name).expect(name);
            let [one, two] = [0, 1].map(|place| match (metric.value)(&counted[place]) {
                Some(MetricValue::Count(count)) => count as f64,
                Some(MetricValue::Real(real)) => real,
                None => f64::NAN,
            });
            assert!(one > 0.0 && two > 0.0, "{}: {name}", lesson.id);
        }
    }
}

/// A chapter of several lessons ends with a slide that sums it up, and no other slide does.
#[test]
fn a_chapter_ends_with_its_summary() {
    let sums_up = |slide: &Slide| slide.pin.parts == [Part::Chapter];
    for chapter in &CHAPTERS {
        let lessons: Vec<_> = chapter.lessons().collect();
        let slides: Vec<_> = lessons.iter().flat_map(|lesson| lesson.slides).collect();
        let (last, others) = slides.split_last().expect("slides");
        assert_eq!(sums_up(last), lessons.len() > 1, "{}", chapter.id);
        assert!(!others.iter().any(|slide| sums_up(slide)), "{}", chapter.id);
        // Each ladder has times of one size.
        for kernel in chapter.ladder() {
            let size = kernel.task.nearest(Clock::USUAL);
            let all = &measured().times;
            let of_kernel = |times: &&Times| times.kernel == kernel.kernel.name && times.n == u64::from(size.n());
            assert!(
                all.iter().find(of_kernel).is_some_and(|times| times.browser.is_some()),
                "{}",
                kernel.kernel.name
            );
        }
    }
}

#[test]
fn what_to_remember_is_one_sentence_for_every_device() {
    for lesson in LESSONS {
        for (language, stop) in Language::ALL.into_iter().zip(['.', '。']) {
            let text = lesson.remember.get(language);
            let stops: Vec<_> = text.match_indices(['.', '!', '?', '。', '！', '？']).collect();
            assert_eq!(stops.len(), 1, "{}: {text}", lesson.id);
            assert!(text.ends_with(stop), "{}: {text}", lesson.id);
            assert!(numbers(text).is_empty(), "{}: {text}", lesson.id);
            for word in OF_ONE_DEVICE {
                let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '/');
                assert!(words.all(|each| each != word), "{}: {text}", lesson.id);
            }
        }
    }
}
