//! A slide has the settings that its text and its notes name: the machine, the width and the order of the warps, masking,
//! and the controls of the occupancy calculator and of the scheduler panel.

use engine::protocol::Check;
use engine::run::Comparison;
use lessons::occupancy::Input;
use lessons::scheduler::{Dial, Work};
use lessons::{LESSONS, Language, Panel};
use model::address::RunSpec;
use model::present::slides::Slides;
use model::run::jobs;
use model::strings;
use simt::Machine;

/// A slide's words in one language, and its settings.
struct Shown {
    /// The lesson's id and the slide's number.
    place: String,
    language: Language,
    text: &'static str,
    notes: &'static str,
    view: RunSpec,
    panel: Option<Panel>,
}

impl Shown {
    fn words(&self) -> [&'static str; 2] {
        [self.text, self.notes]
    }

    /// Returns true if a text or the notes contain one of the words.
    fn says(&self, words: &[&str]) -> bool {
        let has = |said: &str| words.iter().any(|word| said.contains(word));
        self.words().into_iter().any(has)
    }
}

fn all() -> Vec<Shown> {
    let mut all = Vec::new();
    for lesson in LESSONS {
        let slides = Slides::Lesson(lesson).all();
        for (number, (built, slide)) in (1..).zip(slides.iter().zip(lesson.slides)) {
            let run = built.run().expect("a lesson's slide has a run");
            all.extend(Language::ALL.map(|language| Shown {
                place: format!("{} {number}", lesson.id),
                language,
                text: slide.text.get(language),
                notes: slide.notes.get(language),
                view: run.view.clone(),
                panel: run.panel,
            }));
        }
    }
    all
}

/// Asserts that no slide names a setting that it does not have, but those in `exceptions`, each with its reason.
fn assert_all(wrong: Vec<(String, String)>, exceptions: &[(&str, &str)]) {
    let is_excepted = |place: &str| exceptions.iter().any(|(each, _)| *each == place);
    let left: Vec<_> = wrong.iter().filter(|(place, _)| !is_excepted(place)).collect();
    assert!(left.is_empty(), "{left:#?}");
    for (place, reason) in exceptions {
        let is_needed = wrong.iter().any(|(each, _)| each == place);
        assert!(is_needed, "{place} is no exception: {reason}");
    }
}

/// Returns the number at the beginning of a text, without the comma between thousands.
fn number(text: &str) -> Option<u32> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit());
    text[..digits.unwrap_or(text.len())].parse().ok()
}

/// Returns the numbers behind each of these phrases.
fn numbers_behind(said: &str, phrases: &[&str]) -> Vec<u32> {
    let behind = |phrase: &&str| {
        let places = said.match_indices(*phrase);
        let numbers = places.filter_map(|(start, phrase)| number(&said[start + phrase.len()..]));
        numbers.collect::<Vec<u32>>()
    };
    phrases.iter().flat_map(behind).collect()
}

#[test]
fn machines_in_quotes_are_the_slide_s() {
    let mut named = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        for preset in Machine::PRESETS {
            if shown.says(&[&format!("“{}”", preset.name)]) {
                named += 1;
                if shown.view.machine != preset {
                    wrong.push((shown.place.clone(), preset.name.to_string()));
                }
            }
        }
    }
    assert_all(
        wrong,
        &[
            ("each-lane 5", "its notes compare with another machine"),
            (
                "matrix-add 4",
                "its notes compare two machines, and the slide has the first",
            ),
            ("shared-modulo 4", "its notes add that another machine counts the same"),
            ("shared-pattern 4", "its notes add that another machine counts the same"),
        ],
    );
    assert!(named >= 8, "{named} machines are named");
}

#[test]
fn widths_of_warps_are_the_slide_s() {
    let mut named = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        let phrases: &[&str] = match shown.language {
            Language::English => &["warps of ", "a warp of ", "the warp to "],
            Language::SimplifiedChinese => &["线程束宽 ", "宽度为 ", "线程束改成 ", "线程束只有 "],
        };
        for said in shown.words() {
            for width in numbers_behind(said, phrases) {
                named += 1;
                if shown.view.machine.warp_width != width {
                    wrong.push((shown.place.clone(), format!("{width} lanes")));
                }
            }
        }
    }
    assert_all(
        wrong,
        &[
            (
                "divergence 3",
                "its notes speak of a width that the slide does not have",
            ),
            ("gemv-shuffle 1", "its notes propose another width"),
        ],
    );
    assert!(named >= 8, "{named} widths are named");
}

#[test]
fn orders_of_warps_are_the_slide_s() {
    let mut named = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        let label = strings::of(shown.language).playground().order;
        let phrases = ["in order ".to_owned(), format!("“{label}”为 ")];
        let phrases: Vec<&str> = phrases.iter().map(String::as_str).collect();
        let words = shown.words().into_iter();
        let orders: Vec<u32> = words.flat_map(|said| numbers_behind(said, &phrases)).collect();
        named += orders.len();
        if orders.iter().any(|order| *order != shown.view.order) {
            wrong.push((shown.place.clone(), format!("{orders:?}")));
        }
        // The control is named to go back to the usual order.
        let controls = [format!("“{label}”"), "seed".to_owned(), "种子".to_owned()];
        let controls: Vec<&str> = controls.iter().map(String::as_str).collect();
        if shown.says(&controls) && shown.view.order == 0 {
            wrong.push((shown.place.clone(), "the control".to_owned()));
        }
    }
    assert_all(wrong, &[]);
    assert!(named >= 6, "{named} orders are named");
}

#[test]
fn slides_about_masked_branches_mask_them() {
    let mut masked = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        let words: &[&str] = match shown.language {
            Language::English => &["mask short", "masks short", "Masking ", "predicate"],
            Language::SimplifiedChinese => &["屏蔽执行", "谓词"],
        };
        let says = shown.says(words);
        masked += usize::from(shown.view.predication);
        if says != shown.view.predication {
            wrong.push((shown.place.clone(), format!("{says}")));
        }
    }
    assert_all(
        wrong,
        &[
            (
                "predication 3",
                "it goes on with the subject of the slide before, in other words",
            ),
            ("predication 4", "it goes on with the same stream in another order"),
            ("switch 4", "its notes say that masking changes nothing"),
            ("each-lane 2", "its notes say that this branch needs no predicate"),
            ("vote 7", "its notes speak of paths that are too long for predicates"),
        ],
    );
    assert_eq!(masked, 2 * 5);
}

/// A control by its label, and its value on a slide as the text writes it.
fn controls(shown: &Shown) -> Vec<(&'static str, String)> {
    let strings = strings::of(shown.language);
    let scheduler = strings.scheduler_words();
    let (dials, calculator) = (shown.view.dials, shown.view.calculator);
    let demand = calculator.demand(shown.view.size.block());
    let mut all = vec![(scheduler.work, format!("“{}”", (scheduler.work_of)(dials.work)))];
    all.extend(Dial::ALL.map(|dial| ((scheduler.dial)(dial), dials.get(dial).to_string())));
    let words = &strings.panel_words().multiprocessors;
    if let Some(blocks) = shown.view.placement.blocks {
        all.push((words.blocks, blocks.to_string()));
    }
    let words = strings.occupancy_words();
    all.extend(Input::ALL.map(|input| ((words.input)(input), input.of(demand).to_string())));
    all
}

/// Returns the sentences in which a slide says its settings.
fn own_sentences(shown: &Shown) -> Vec<&'static str> {
    let (begins, ends) = match shown.language {
        Language::English => (["The slide sets "].as_slice(), '.'),
        Language::SimplifiedChinese => (["本页的"].as_slice(), '。'),
    };
    let words = shown.words().into_iter();
    let sentences = words.flat_map(|said| said.split_inclusive(ends));
    sentences
        .filter(|sentence| begins.iter().any(|begin| sentence.contains(begin)))
        .collect()
}

#[test]
fn controls_of_panels_are_set_as_the_slide_says() {
    let mut said = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        let sentences = own_sentences(&shown);
        for (label, value) in controls(&shown) {
            let quoted = format!("“{label}”");
            if !shown.says(&[&quoted]) {
                continue;
            }
            let is_shown = matches!(
                shown.panel,
                Some(Panel::Scheduler | Panel::Occupancy | Panel::Multiprocessors)
            );
            if !is_shown {
                wrong.push((shown.place.clone(), format!("{label} is not shown")));
            }
            let by = match shown.language {
                Language::English => " to ",
                Language::SimplifiedChinese => "为 ",
            };
            // A word in quotes follows without a space in Chinese.
            let by = if value.starts_with('“') && by == "为 " {
                "为"
            } else {
                by
            };
            let wanted = format!("{quoted}{by}{value}");
            let ends = |rest: &str| !rest.starts_with(|letter: char| letter.is_ascii_digit());
            let says = |sentence: &&str| {
                let mut places = sentence.match_indices(&wanted);
                places.any(|(start, label)| ends(&sentence[start + label.len()..]))
            };
            if sentences.iter().any(says) {
                said += 1;
            } else {
                wrong.push((shown.place.clone(), format!("{wanted} in {sentences:?}")));
            }
        }
    }
    assert_all(wrong, &[]);
    assert!(said >= 20, "{said} controls are named");
}

#[test]
fn the_calculator_shows_the_capability_and_the_registers_of_the_slide() {
    let mut named = 0;
    let mut wrong = Vec::new();
    for shown in all() {
        if shown.panel != Some(Panel::Occupancy) {
            continue;
        }
        let calculator = shown.view.calculator;
        let version = calculator.chip(&shown.view.machine).version();
        let words = ["ompute capability ", "计算能力 ", "计算能力为 "];
        for said in shown.words() {
            for phrase in words {
                for (start, matched) in said.match_indices(phrase) {
                    named += 1;
                    if !said[start + matched.len()..].starts_with(version) {
                        wrong.push((shown.place.clone(), format!("{phrase}, not {version}")));
                    }
                }
            }
        }
        let registers = match shown.language {
            Language::English => {
                let before = shown.text.split(" registers a thread").next();
                let before = before.filter(|before| before.len() < shown.text.len());
                before.and_then(|before| before.rsplit(' ').next()?.parse().ok())
            }
            Language::SimplifiedChinese => numbers_behind(shown.text, &["每线程 "]).pop(),
        };
        if let Some(registers) = registers {
            named += 1;
            if calculator.registers_per_thread != registers {
                wrong.push((shown.place.clone(), format!("{registers} registers")));
            }
        }
    }
    assert_all(
        wrong,
        &[
            ("occupancy 1", "its notes compare the limits of three chips"),
            ("occupancy 6", "its notes quote times on another chip"),
        ],
    );
    assert!(named >= 10, "{named} settings are named");
}

/// Returns the number of right words in the result of a slide, and of all words.
fn right(lesson: &str, slide: usize, order: u32) -> (u64, u64) {
    let lesson = lessons::Lesson::by_id(lesson).expect("a lesson");
    let slide = Slides::Lesson(lesson).get(slide - 1).expect("a slide");
    let mut view = slide.run().expect("a run").view.clone();
    assert_eq!(view.order, 1, "{} {slide:?}", lesson.id);
    view.order = order;
    let job = jobs::of_view(&view, &jobs::parts(&view));
    let program = simt::compile(&job.kernel.source, None).expect("compiles");
    let run = simt::run(&program, &job.dispatch, &job.options).expect("runs");
    let comparison = Comparison::new(&job).expect("it has a reference");
    let check = { comparison }.advance(&run, usize::MAX);
    match check.expect("all words are compared") {
        Check::Equal { words } => (words, words),
        Check::Differs { words, of, .. } => (of - words, of),
    }
}

/// The notes of these slides print how many sums are right, and that all are right in the usual order.
#[test]
fn sums_are_wrong_in_the_order_of_the_slide() {
    for (lesson, slide, sums, all) in [
        ("bad-idea", 3, 14, 64),
        ("neighbored-unroll-warp", 5, 1, 16),
        ("unroll-warps", 5, 3, 16),
    ] {
        assert_eq!(right(lesson, slide, 1), (sums, all), "{lesson}");
        assert_eq!(right(lesson, slide, 0), (all, all), "{lesson}");
    }
}

/// The share of the cycles in which the scheduler issues, on the slides that set it.
#[test]
fn the_scheduler_is_as_busy_as_the_slides_say() {
    use lessons::scheduler::schedule;
    use model::panels::scheduler::Stream;
    let busy = |lesson: &str, slide: usize, changes: &[(Dial, u32)]| {
        let lesson = lessons::Lesson::by_id(lesson).expect("a lesson");
        let slide = Slides::Lesson(lesson).get(slide - 1).expect("a slide");
        let mut dials = slide.run().expect("a run").view.dials;
        assert_eq!(dials.work, Work::Operations);
        for (dial, value) in changes {
            dials.set(*dial, *value);
        }
        let stream = Stream::of_work(dials.work, dials.chains, 32).expect("it is no kernel's");
        let schedule = schedule(&stream.instructions, dials.setting(32));
        schedule.busy().expect("it issues")
    };
    assert!(busy("ilp", 4, &[]) > 0.99);
    assert!(busy("ilp", 4, &[(Dial::Warps, 5)]) < 0.3);
    assert!(busy("ilp", 4, &[(Dial::Warps, 5), (Dial::Chains, 4)]) > 0.99);
    assert!(busy("latency-hiding", 3, &[]) < 0.06);
    assert!(busy("latency-hiding", 3, &[(Dial::Warps, 20)]) > 0.99);
}

/// The slides print in which cycle one warp issues each instruction of the two predicated sides.
#[test]
fn predicated_sides_are_issued_when_the_slides_say() {
    use lessons::scheduler::schedule;
    use model::panels::scheduler::Stream;
    let lesson = lessons::Lesson::by_id("predication").expect("a lesson");
    for (number, work, cycles, all) in [
        (3, Work::OneSideThenOther, [0, 18, 19, 37], 38),
        (4, Work::SidesInterleaved, [0, 1, 18, 19], 20),
    ] {
        let slide = Slides::Lesson(lesson).get(number - 1).expect("a slide");
        let run = slide.run().expect("a run");
        let mut dials = run.view.dials;
        assert_eq!((run.panel, dials.work), (Some(Panel::Scheduler), work));
        let stream = Stream::of_work(work, dials.chains, 32).expect("it is no kernel's");
        let one = schedule(&stream.instructions, dials.setting(32));
        let issued: Vec<_> = one.warps[0].iter().map(|issue| issue.cycle).collect();
        assert_eq!((one.cycles, issued.as_slice()), (all, &cycles[..]));
        dials.set(Dial::Warps, 18);
        assert_eq!(schedule(&stream.instructions, dials.setting(32)).cycles, 72);
        let slide = &lesson.slides[number - 1];
        for language in Language::ALL {
            let said = [slide.text.get(language), slide.notes.get(language)].concat();
            for cycle in cycles.into_iter().chain([all, 72]) {
                assert!(said.contains(&cycle.to_string()), "{said}: {cycle}");
            }
        }
    }
}
