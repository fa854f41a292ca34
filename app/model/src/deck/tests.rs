//! Tests that decks survive a round trip, and that each hostile text is refused with its reason.

use super::*;
use crate::address::{CodeText, Nonsense};
use lessons::LESSONS;
use lessons::scheduler::{Dial, Work};
use proptest::prelude::*;
use simt::{Grain, Machine};

fn slide_of(lesson: usize, kernels: (usize, usize), machine: usize, words: (String, String)) -> DeckSlide {
    let lesson = LESSONS[lesson % LESSONS.len()];
    let mut view = RunSpec::of_lesson(lesson).expect("a kernel");
    view.kernel = lesson.kernels[kernels.0 % lesson.kernels.len()];
    let beside = lesson.kernels.iter().copied().skip(kernels.1).take(3);
    view.beside = beside.filter(|kernel| *kernel != view.kernel).collect();
    view.size = view.kernel.task.nearest(lesson.size);
    view.machine = Machine::PRESETS.into_iter().cycle().nth(machine).expect("a preset");
    view.predication = machine % 2 == 1;
    view.order = kernels.1 as u32;
    view.calculator = view.calculator.of("1.0", 64 * kernels.0 as u32);
    view.dials = view.dials.of(Work::ALL[machine % Work::ALL.len()]);
    view.dials.set(Dial::Warps, machine as u32);
    let run = PinnedRun {
        view,
        pace: [
            Pace::Grain(Grain::Warp),
            Pace::Grain(Grain::Statement),
            Pace::Grain(Grain::Iteration),
            Pace::Grain(Grain::Barrier),
            Pace::Cycle,
        ][machine % 5],
        panel: lesson.panels.first().copied(),
        presses: (kernels.1, kernels.1 + kernels.0),
        parts: [
            Parts::Usual,
            Parts::OfLesson(kernels.0),
            Parts::Chosen(vec![Choice::Code, Choice::Panel]),
        ][machine % 3]
            .clone(),
        code: [None, Some(CodeText::Wgsl), Some(CodeText::Cuda)][machine % 3],
    };
    let card = Card {
        title: words.0.clone(),
        picture: kernels
            .0
            .is_multiple_of(2)
            .then(|| Picture::of_file(b"GIF89a\x02\0\x02\0").expect("a picture")),
    };
    DeckSlide {
        body: match kernels.1 % 4 {
            3 => Body::Card(card),
            _ => Body::Run(Box::new(run)),
        },
        text: words.0,
        notes: words.1,
        minutes: (!machine.is_multiple_of(4)).then_some(machine as u32),
    }
}

proptest! {
    #[test]
    fn a_deck_comes_back_as_it_went(
        title in ".{0,40}",
        slides in prop::collection::vec((0..99usize, (0..9usize, 0..9usize), 0..16usize, (".{0,60}", "(?s).{0,60}")), 1..12),
    ) {
        let slides = slides.into_iter().map(|(lesson, kernels, machine, words)| slide_of(lesson, kernels, machine, words));
        let deck = Deck { title, slides: slides.collect() };
        prop_assert_eq!(Deck::parse(&deck.to_json(), Pictures::Needed), Ok(deck));
    }

    #[test]
    fn no_text_makes_it_panic(text in "(?s).{0,200}") {
        prop_assert!(Deck::parse(&text, Pictures::Needed).is_err());
    }
}

fn with(slides: &str) -> String {
    format!("{{\"format\":\"warpstep-deck\",\"version\":1,\"title\":\"T\",\"slides\":[{slides}]}}")
}

#[test]
fn hostile_texts_are_refused_with_their_reason() {
    let good = "{\"show\":\"neighbored?kernel=reduce_neighbored&n=4096&block=128\",\"from\":0,\"to\":3,\"text\":\"t\"}";
    assert!(Deck::parse(&with(good), Pictures::Needed).is_ok());
    let nonsense = |nonsense| DeckError::Nonsense { slide: 2, nonsense };
    let shows = |show: &str| with(&format!("{good},{{\"show\":\"{show}\",\"from\":0,\"to\":0}}"));
    let long = |letters: usize| "x".repeat(letters);
    let table = [
        (String::new(), DeckError::NotADeck),
        ("null".to_owned(), DeckError::NotADeck),
        ("🦀".to_owned(), DeckError::NotADeck),
        ("[".repeat(100_000), DeckError::NotADeck),
        (
            long(MAX_DECK_BYTES + 1),
            DeckError::TooLarge {
                most_bytes: MAX_DECK_BYTES,
            },
        ),
        (
            with(good).replace("warpstep-deck", "warpstep-board"),
            DeckError::NotADeck,
        ),
        (
            with(good).replace("\"version\":1", "\"version\":3"),
            DeckError::OtherVersion { version: 3, known: 2 },
        ),
        (with(""), DeckError::Empty),
        (
            with(&vec![good; MOST_SLIDES + 1].join(",")),
            DeckError::TooManySlides { most: MOST_SLIDES },
        ),
        (
            with(good).replace("\"T\"", &format!("\"{}\"", long(MOST_TITLE + 1))),
            DeckError::TitleTooLong { most: MOST_TITLE },
        ),
        (
            with(&good.replace("\"t\"", &format!("\"{}\"", long(MOST_TEXT + 1)))),
            DeckError::WordsTooLong {
                slide: 1,
                most: MOST_TEXT,
            },
        ),
        (
            with(&good.replace("\"from\":0", "\"from\":4")),
            DeckError::Backwards { slide: 1 },
        ),
        (with(&good.replace("\"from\":0", "\"from\":-1")), DeckError::NotADeck),
        (
            shows("no-such-lesson"),
            nonsense(Nonsense::Lesson("no-such-lesson".to_owned())),
        ),
        (
            shows("neighbored?kernel=rm_rf"),
            nonsense(Nonsense::Kernel("rm_rf".to_owned())),
        ),
        (
            shows("neighbored?machine=cray"),
            nonsense(Nonsense::Machine("cray".to_owned())),
        ),
        (
            with(&format!(
                "{good},{{\"title\":\"T\",\"picture\":\"data:text/html;base64,PGh0bWw+\"}}"
            )),
            DeckError::Picture {
                slide: 2,
                error: PictureError::OtherFormat,
            },
        ),
        (shows(""), nonsense(Nonsense::Lesson(String::new()))),
        (shows("lab"), nonsense(Nonsense::Lesson("lab".to_owned()))),
        (
            shows("neighbored?onload=alert(1)"),
            nonsense(Nonsense::Key("onload".to_owned())),
        ),
    ];
    for (text, error) in table {
        let short: String = text.chars().take(200).collect();
        assert_eq!(Deck::parse(&text, Pictures::Needed), Err(error), "{short}");
    }
    let unfit = Deck::parse(&shows("neighbored?n=5&block=33"), Pictures::Needed);
    assert!(
        matches!(
            unfit,
            Err(DeckError::Nonsense {
                slide: 2,
                nonsense: Nonsense::Size { .. }
            })
        ),
        "{unfit:?}"
    );
}

#[test]
fn slides_are_put_in_order() {
    let slide = |text: &str| slide_of(0, (0, 0), 0, (text.to_owned(), String::new()));
    let mut deck = Deck {
        title: String::new(),
        slides: ["a", "b", "c"].map(slide).to_vec(),
    };
    let order = |deck: &Deck| {
        let texts = deck.slides.iter().map(|slide| slide.text.as_str());
        texts.collect::<String>()
    };
    assert!(deck.carry(0, 1));
    assert!(!deck.carry(2, 3));
    assert!(deck.carry(0, 2));
    assert_eq!(order(&deck), "acb");
    assert!(deck.carry(2, 0));
    assert_eq!(order(&deck), "bac");
    assert!(deck.duplicate(1));
    assert!(!deck.duplicate(4));
    assert_eq!(order(&deck), "baac");
    deck.slides = vec![slide("x"); MOST_SLIDES];
    assert!(!deck.duplicate(0), "it is full");
    let mut slide = slide("a");
    let run = slide.run_mut().expect("a run");
    run.begin_at(5);
    assert_eq!(run.presses, (5, 5));
    run.end_at(9);
    assert_eq!(run.presses, (5, 9));
    run.end_at(2);
    assert_eq!(run.presses, (2, 2));
}

#[test]
fn a_deck_of_runs_is_read_by_older_programs() {
    let run = slide_of(0, (0, 0), 0, (String::new(), String::new()));
    let mut deck = Deck {
        title: String::new(),
        slides: vec![run],
    };
    assert!(deck.to_json().contains("\"version\": 1"));
    deck.slides.push(DeckSlide::of_words());
    assert!(deck.to_json().contains("\"version\": 2"));
}

#[test]
fn a_link_has_no_pictures() {
    let mut deck = Deck {
        title: String::new(),
        slides: vec![DeckSlide::of_words()],
    };
    assert!(!deck.has_pictures());
    let picture = Picture::of_file(b"GIF89a\x02\0\x02\0").expect("a picture");
    deck.slides[0].card_mut().expect("a card").picture = Some(picture);
    assert!(deck.has_pictures());
    assert!(!deck.without_pictures().has_pictures());
    // A link that somebody has written may have some.
    let text = deck.to_json();
    let read = Deck::parse(&text, Pictures::LeftOut).expect("a deck");
    assert_eq!(read, deck.without_pictures());
    assert_eq!(Deck::parse(&text, Pictures::Usable), Ok(deck));
    let drawing = text.replacen("data:image/gif;base64,R0lG", "data:image/svg+xml;base64,PHN2", 1);
    assert!(Deck::parse(&drawing, Pictures::Needed).is_err());
    assert_eq!(Deck::parse(&drawing, Pictures::Usable), Ok(read));
}

#[test]
fn the_file_has_the_title_of_the_deck() {
    for (title, file) in [
        ("", "warpstep-deck.json"),
        (" ?! ", "warpstep-deck.json"),
        ("Reduction, week 3", "Reduction-week-3.json"),
        ("../../etc/passwd", "etc-passwd.json"),
        ("第三周：归约", "第三周-归约.json"),
    ] {
        let deck = Deck {
            title: title.to_owned(),
            slides: Vec::new(),
        };
        assert_eq!(deck.file_name(), file, "{title}");
    }
}
