//! The page shows what a question or a sentence names: kernels, machines, widths, blocks and counters. Panels of lines and
//! banks have content.

use lessons::{GALLERY, LESSONS, Language, Lesson, Panel, Part, Subject};
use model::address::{Address, RunSpec};
use model::panels::asked::asked;
use model::present::slides::Slides;
use model::run::jobs;
use model::run::playback::Playback;
use simt::{Grain, Space};
use std::ops::Range;

/// A question or a sentence, and the state of the page next to it.
struct Shown {
    /// The lesson's id and the slide's number, or `question`.
    place: String,
    text: String,
    /// One for each column.
    views: Vec<RunSpec>,
    grain: Grain,
    /// The first and the last press.
    presses: (usize, usize),
    panels: Vec<Panel>,
    /// Counters by name; `None`: all counters are on the page.
    counters: Option<Vec<&'static str>>,
}

impl Shown {
    /// The blocks of the kernels. A question may compare kernels that the reader has yet to open.
    fn blocks(&self) -> Vec<u32> {
        let of_views = self.views.iter().map(|view| view.size.block());
        let view = &self.views[0];
        let others = view.lesson.kernels.iter();
        let others = others.map(|kernel| kernel.task.nearest(view.size).block());
        match self.counters {
            Some(_) => of_views.collect(),
            None => of_views.chain(others).collect(),
        }
    }
}

fn panels_of(parts: &[Part]) -> Vec<Panel> {
    let panel = |part: &Part| match part {
        Part::Panel(panel) => Some(*panel),
        Part::Formulas(_) => Some(Panel::Formulas),
        Part::Host(_) => Some(Panel::Host),
        _ => None,
    };
    parts.iter().filter_map(panel).collect()
}

fn question(lesson: &'static Lesson) -> Shown {
    let (address, nonsense) = Address::read(lesson.id);
    assert!(nonsense.is_empty(), "{}: {nonsense:?}", lesson.id);
    let press = address.press.expect("a bare link opens on the subject");
    let grain = address.grain.unwrap_or(address.usual_grain());
    let view = address.view.expect("a lesson");
    Shown {
        place: format!("{} question", lesson.id),
        text: lesson.question.get(Language::English).to_owned(),
        views: vec![view],
        grain,
        presses: (press, press),
        panels: address.panel.into_iter().collect(),
        counters: None,
    }
}

fn slides(lesson: &'static Lesson) -> Vec<Shown> {
    let slides = Slides::Lesson(lesson).all();
    slides
        .iter()
        .zip(lesson.slides)
        .enumerate()
        .map(|(index, (slide, definition))| {
            let run = slide.run().expect("a run");
            let view = run.view.clone();
            let mut views = vec![RunSpec {
                beside: Vec::new(),
                ..view.clone()
            }];
            views.extend(view.views_beside());
            let counters = run.parts.iter().flat_map(|part| match part {
                Part::Figures(names) | Part::Formulas(names) => names.to_vec(),
                Part::Clock(story) => story.counters.to_vec(),
                _ => Vec::new(),
            });
            Shown {
                place: format!("{} {}", lesson.id, index + 1),
                text: slide.text(Language::English).to_owned(),
                views,
                grain: definition.pin.grain,
                presses: run.presses,
                panels: panels_of(&run.parts),
                counters: Some(counters.collect()),
            }
        })
        .collect()
}

fn all() -> Vec<Shown> {
    LESSONS
        .iter()
        .flat_map(|lesson| std::iter::once(question(lesson)).chain(slides(lesson)))
        .collect()
}

/// Letters, digits and underscores between other characters.
fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns the numbers that follow one of these phrases.
fn numbers_after(text: &str, phrases: &[&str]) -> Vec<u32> {
    let number = |rest: &str| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        // 2^24 is the n of a chart.
        let is_power = rest[digits.len()..].starts_with('^');
        digits.parse().ok().filter(|_| !is_power)
    };
    let of_phrase = |phrase: &&str| {
        text.to_lowercase()
            .match_indices(*phrase)
            .filter_map(|(start, matched)| number(&text[start + matched.len()..]))
            .collect::<Vec<u32>>()
    };
    phrases.iter().flat_map(of_phrase).collect()
}

#[test]
fn kernels_that_are_named_are_shown() {
    let mut named = 0;
    for shown in all() {
        for kernel in GALLERY.iter() {
            let name: &str = &kernel.kernel.name;
            if !words(&shown.text).contains(&name) {
                continue;
            }
            named += 1;
            let mut kernels = shown.views.iter().map(|view| view.kernel);
            assert!(kernels.any(|each| each == *kernel), "{} names {name}", shown.place);
        }
    }
    assert!(named >= 4, "{named} kernels are named");
}

#[test]
fn machines_that_are_named_are_shown() {
    // Names in texts, and the ids of the machines that they mean.
    const NAMES: [(&str, &[&str]); 6] = [
        ("K80", &["k80", "k80-l1"]),
        ("G80", &["g80"]),
        ("Fermi", &["m2070"]),
        ("C2050", &["m2070"]),
        ("M2070", &["m2070"]),
        ("V100", &["v100"]),
    ];
    let mut named = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        for (name, ids) in NAMES {
            if !words(&shown.text).contains(&name) {
                continue;
            }
            named += 1;
            let id: &str = &shown.views[0].machine.id;
            if !ids.contains(&id) {
                wrong.push(format!("{} names {name} on {id}", shown.place));
            }
        }
        for width in numbers_after(&shown.text, &["warps of ", "a warp of "]) {
            named += 1;
            if shown.views[0].machine.sizes().warp_width != width {
                wrong.push(format!("{} names warps of {width}", shown.place));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(named > 6, "{named} machines are named");
}

#[test]
fn sizes_that_are_named_are_shown() {
    let mut named = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        let blocks: Vec<u32> = shown.blocks();
        for block in numbers_after(&shown.text, &["block of ", "blocks of ", "with block size "]) {
            named += 1;
            if !blocks.contains(&block) {
                wrong.push(format!("{} names blocks of {block} beside {blocks:?}", shown.place));
            }
        }
        for n in numbers_after(&shown.text, &["n = "]) {
            named += 1;
            if shown.views.iter().all(|view| view.size.n() != n) {
                wrong.push(format!("{} names n = {n}", shown.place));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(named > 10, "{named} sizes are named");
}

#[test]
fn counters_that_are_named_are_shown() {
    let mut named = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        let Some(counters) = &shown.counters else {
            continue;
        };
        for word in words(&shown.text) {
            if simt::metric(word).is_none() || !word.contains('_') {
                continue;
            }
            named += 1;
            if !counters.contains(&word) {
                wrong.push(format!("{} names {word}", shown.place));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(named >= 8, "{named} counters are named");
}

#[test]
fn panels_have_content_at_their_first_press() {
    let mut looked_at = 0;
    let mut empty = Vec::new();
    for shown in all() {
        for (panel, space) in [(Panel::Lines, Space::Storage), (Panel::Banks, Space::Workgroup)] {
            if !shown.panels.contains(&panel) {
                continue;
            }
            looked_at += 1;
            let has_content = |view: &RunSpec, press: usize| {
                let job = jobs::of_view(view, &jobs::parts(view));
                let program = simt::compile(&job.kernel.source, None).expect("compiles");
                let run = simt::run(&program, &job.dispatch, &job.options).expect("runs");
                let trace = run.trace.expect("is traced");
                let mut playback = Playback::new(job.kernel.source.to_string(), trace);
                let stops = playback.cursor.stops(shown.grain);
                let Some(position) = stops.at(press) else {
                    return false;
                };
                playback.cursor.seek(position);
                let frame = playback.cursor.frame(shown.grain);
                !asked(playback.trace(), &frame, &view.machine, space).is_empty()
            };
            if !shown.views.iter().all(|view| has_content(view, shown.presses.0)) {
                empty.push(format!("{} {panel:?}", shown.place));
            }
        }
    }
    assert!(empty.is_empty(), "{empty:#?}");
    assert!(looked_at > 20, "{looked_at} panels");
}

/// A distance that the kernel does not have offers nothing to step through.
#[test]
fn openings_and_slides_step_by_what_their_kernel_has() {
    let mut wrong = Vec::new();
    for shown in all() {
        let view = &shown.views[0];
        let job = jobs::of_view(view, &jobs::parts(view));
        let program = simt::compile(&job.kernel.source, None).expect("compiles");
        let run = simt::run(&program, &job.dispatch, &job.options).expect("runs");
        let trace = run.trace.expect("is traced");
        let mut playback = Playback::new(job.kernel.source.to_string(), trace);
        let presses = playback.step_view(0, shown.grain).presses;
        if presses < 2 || presses < shown.presses.0 {
            let place = &shown.place;
            wrong.push(format!("{place}: {presses} presses of {:?}", shown.grain));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each subject of a slide exists in the runs of its kernels, and on the parts that the slide shows.
#[test]
fn lanes_words_and_lines_that_are_marked_exist() {
    let has = |view: &RunSpec, name: &str, words: &Range<u32>| {
        let job = jobs::of_view(view, &jobs::parts(view));
        let program = simt::compile(&job.kernel.source, None).expect("compiles");
        let run = simt::run(&program, &job.dispatch, &job.options).expect("runs");
        let trace = run.trace.expect("is traced");
        let mut memories = trace.memories.iter();
        memories.any(|each| each.name == name && u64::from(words.end) <= each.total_words)
    };
    let mut marked = 0;
    let mut wrong = Vec::new();
    for lesson in LESSONS {
        for (slide, shown) in lesson.slides.iter().zip(slides(lesson)) {
            let parts = slide.pin.stage();
            for subject in slide.pin.about {
                marked += 1;
                let mut views = shown.views.iter();
                let exists = match subject {
                    Subject::Lanes(lanes) => {
                        parts.contains(&Part::Lanes) && views.all(|view| lanes.end <= view.size.block())
                    }
                    Subject::Words(name, words) => {
                        parts.contains(&Part::Memory) && views.all(|view| has(view, name, words))
                    }
                    // Kernels that are compared differ in their lines.
                    Subject::Lines(text) => {
                        parts.contains(&Part::Code) && views.any(|view| view.kernel.kernel.source.contains(text))
                    }
                };
                if !exists {
                    wrong.push(format!("{}: {subject:?}", shown.place));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(marked > 20, "{marked} marks");
}

/// A formula that a slide shows on stage is in the panel that opens with the slide on the lesson's page.
#[test]
fn formulas_on_stage_are_in_the_panel_of_the_slide() {
    let mut formulas = 0;
    for lesson in LESSONS {
        for (index, slide) in lesson.slides.iter().enumerate() {
            let parts = slide.pin.parts.iter();
            if parts.clone().any(|part| matches!(part, Part::Formulas(_))) {
                formulas += 1;
                let panel = slide.pin.panel;
                assert_eq!(panel, Some(Panel::Formulas), "{} {}", lesson.id, index + 1);
            }
        }
    }
    assert!(formulas > 3, "{formulas} slides");
}

/// A slide that plays steps of several runs begins where each of them still has a step.
#[test]
fn compared_runs_are_not_over_when_the_slide_begins() {
    let mut compared = 0;
    let mut over = Vec::new();
    for shown in all() {
        let (first, last) = shown.presses;
        if shown.views.len() < 2 || first == last {
            continue;
        }
        for view in &shown.views {
            compared += 1;
            let job = jobs::of_view(view, &jobs::parts(view));
            let program = simt::compile(&job.kernel.source, None).expect("compiles");
            let run = simt::run(&program, &job.dispatch, &job.options).expect("runs");
            let trace = run.trace.expect("is traced");
            let mut playback = Playback::new(job.kernel.source.to_string(), trace);
            let presses = playback.step_view(0, shown.grain).presses;
            if first >= presses {
                let kernel = &view.kernel.kernel.name;
                over.push(format!("{}: {kernel} after {presses}", shown.place));
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
    assert!(compared > 20, "{compared} runs");
}
