//! The lessons' words and figures, which a release build keeps beside its program: all of them are there, they come without
//! a request, and without them the page still steps.

use e2e::{Browser, Graphics, Site};
use lessons::pack::{Pack, write};
use lessons::{LESSONS, Language, Lesson};
use serde_json::Value;

/// What the files of a built page hold whose names begin and end so.
fn files(begin: &str, end: &str) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(Site::dist()).expect("a built page");
    let wanted = entries.flatten().filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with(begin) && name.ends_with(end)
    });
    wanted
        .map(|entry| std::fs::read(entry.path()).expect("a file of the page"))
        .collect()
}

/// A build that is not split has everything in its program.
fn is_packed() -> bool {
    !files("later-", ".txt").is_empty()
}

#[test]
fn packs_hold_every_text_of_every_lesson_and_the_program_holds_none() {
    if !is_packed() {
        return;
    }
    for pack in Pack::ALL {
        let found = files(&format!("{}-", pack.name()), ".txt");
        assert_eq!(found, [write(pack).into_bytes()], "{pack:?}");
    }
    let programs = [files("page-", ".wasm"), files("engine-", ".wasm")].concat();
    let program = String::from_utf8_lossy(&programs.concat()).into_owned();
    for lesson in LESSONS {
        for language in Language::ALL {
            for text in [
                lesson.question,
                lesson.slides[0].text,
                lesson.slides[0].notes,
            ] {
                let text = text.get(language);
                assert!(!program.contains(text), "{}: {text}", lesson.id);
            }
        }
        // Titles are at hand: the list begins with them.
        assert!(program.contains(lesson.title.en), "{}", lesson.id);
    }
}

/// Refuses the packs while it is told to.
const REFUSE_PACKS: &str = "window.refused = []; window.refusing = true; const ask = window.fetch;
    window.fetch = (what, ...rest) => {
        if (!window.refusing || !/\\/(words|later)-/.test(String(what))) return ask(what, ...rest);
        window.refused.push(String(what)); return Promise.reject(new TypeError('Failed to fetch')); };";

/// Where everything on the page stands, but the times, which wait for their figures.
const LAYOUT: &str = "return JSON.stringify([...document.querySelectorAll('section:not(.times-panel), header, footer, canvas, #question, .tabs button, .card, .counter-grid')]
    .map(e => { const r = e.getBoundingClientRect(); return [e.id || e.className, Math.round(r.x), Math.round(r.y), Math.round(r.width), Math.round(r.height)]; }))";

/// When the first step was marked, or never, and when each pack was asked for, in milliseconds.
const ASKED: &str = "
    const [mark] = performance.getEntriesByName('warpstep-first-step');
    const packs = performance.getEntriesByType('resource').filter(({ name }) => /\\/(words|later)-/.test(name));
    return [mark ? [mark.startTime] : [], packs.map(({ startTime }) => startTime)];
";

/// A step is not kept waiting; a view without one waits for nothing.
#[tokio::test(flavor = "multi_thread")]
async fn packs_are_asked_for_once_the_first_step_is_drawn() {
    if !is_packed() {
        return;
    }
    let site = Site::start();
    for (place, has_step) in [("#/", true), ("#/neighbored", true), ("#/lab", false)] {
        let browser = Browser::start(Graphics::None).await;
        browser.visit(&site.url(place)).await;
        let told = browser.script(ASKED).await;
        let [marked, asked] = [0, 1].map(|at| {
            let times = told[at].as_array().cloned().unwrap_or_default();
            times.iter().filter_map(Value::as_f64).collect::<Vec<f64>>()
        });
        assert_eq!(asked.len(), 2, "{place}: {told}");
        assert_eq!(!marked.is_empty(), has_step, "{place}: {told}");
        assert!(
            asked
                .iter()
                .all(|asked| marked.iter().all(|marked| asked >= marked)),
            "{place}: {told}"
        );
        // Parts of a view ask for figures at once: its words are not kept waiting for a step that never comes.
        let apart = asked[0] - asked[1];
        assert!(has_step || apart.abs() < 1000.0, "{place}: {told}");
        browser.close().await;
    }
}

/// Words and figures find their room kept, wherever they come late.
#[tokio::test(flavor = "multi_thread")]
async fn packs_that_come_late_move_nothing() {
    if !is_packed() {
        return;
    }
    let site = Site::start();
    for width in [980, 1100, 1280] {
        let browser = Browser::start_sized(Graphics::None, width, 900).await;
        browser.before_page(REFUSE_PACKS).await;
        for (place, there) in [
            (
                "?",
                "return [...document.querySelectorAll('.card p')].every(text => text.innerText !== '')",
            ),
            (
                "neighbored?n=16384&block=1024&machine=k80&",
                "return document.querySelector('#counters').innerText.includes('K80')",
            ),
            (
                "unroll?n=1073741824&block=1024&machine=k80&",
                "return document.querySelector('#question').innerText !== ''",
            ),
            (
                "neighbored?n=4096&block=128&machine=k80&",
                "return document.querySelector('#question').innerText !== ''",
            ),
        ] {
            for (theme, language) in e2e::LOOKS {
                browser
                    .visit(&site.url(&format!("#/{place}theme={theme}&lang={language}")))
                    .await;
                browser.wait_for_element("#bring-packs").await;
                let before = browser.text(LAYOUT).await;
                // Without the pointer: a card rises under it.
                browser
                    .script(
                        "window.refusing = false; document.querySelector('#bring-packs').click()",
                    )
                    .await;
                browser.wait_for(there).await;
                browser
                    .wait_for("return document.querySelector('#page').dataset.ready === 'true'")
                    .await;
                let after = browser.text(LAYOUT).await;
                assert_eq!(after, before, "{place} {theme} {language} {width}");
            }
        }
        browser.close().await;
    }
}

fn lesson(id: &str) -> &'static Lesson {
    Lesson::by_id(id).expect("a lesson")
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_packs_the_page_steps_and_says_so() {
    if !is_packed() {
        return;
    }
    let question = lesson("neighbored").question.get(Language::English);
    let site = Site::start();
    for (width, height) in [(1280, 720), (500, 844)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        browser.before_page(REFUSE_PACKS).await;
        browser
            .visit(&site.url("#/neighbored?lang=en&n=16384&block=1024&machine=k80"))
            .await;
        browser.wait_for_element("#bring-packs").await;
        browser
            .wait_for("return Number(document.querySelector('#page').dataset.steps) > 0")
            .await;
        let step = browser.attribute("#page", "data-step").await;
        browser.press("\u{e014}").await;
        browser.wait_for_step_after(&step).await;
        assert_eq!(browser.seen("#question").await, "");
        browser.screenshot(&format!("packs-missing-{width}")).await;
        let before = browser.text(LAYOUT).await;
        browser.script("window.refusing = false").await;
        browser.click("#bring-packs").await;
        browser
            .wait_for("return document.querySelector('#question').innerText !== ''")
            .await;
        assert_eq!(browser.seen("#question").await, question);
        assert_eq!(browser.text(LAYOUT).await, before, "{width}");
        browser
            .wait_for("return document.querySelector('#notices').innerText === ''")
            .await;
        // Figures of the notes stand beside the counters of the run that was there before them.
        browser
            .wait_for("return document.querySelector('.counters-panel, #counters').innerText.includes('K80')")
            .await;
        browser.screenshot(&format!("packs-there-{width}")).await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_language_brings_its_own_words_and_they_are_asked_for_once() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .before_page("window.asked = []; const ask = window.fetch; window.fetch = (what, ...rest) => { window.asked.push(String(what)); return ask(what, ...rest); };")
        .await;
    browser
        .open(&site.url("#/neighbored?slide=2&lang=en"))
        .await;
    let slide = lesson("neighbored").slides[1].text;
    for (button, language) in [
        ("#lang-zh", Language::SimplifiedChinese),
        ("#lang-en", Language::English),
        ("#lang-zh", Language::SimplifiedChinese),
    ] {
        browser.click(button).await;
        let text = slide.get(language);
        browser
            .wait_for(&format!(
                "return document.querySelector('#slide').innerText.includes({text:?})"
            ))
            .await;
    }
    let asked = browser
        .script("return window.asked.filter(what => what.includes('words-')).length")
        .await;
    let each = if is_packed() { 2 } else { 0 };
    assert_eq!(asked, Value::from(each));
    browser.close().await;
}

/// Whoever asks again, wherever: what comes is there for all that waited for it.
#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_waited_for_a_pack_comes_with_it() {
    if !is_packed() {
        return;
    }
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(REFUSE_PACKS).await;
    for again in ["#bring-packs", ".part-missing button"] {
        browser
            .visit(&site.url("#/neighbored?lang=en&n=4096&block=64&panel=tree"))
            .await;
        browser.wait_for_element("#bring-packs").await;
        browser.wait_for_element(".part-missing button").await;
        browser.script("window.refusing = false").await;
        browser.click(again).await;
        browser.wait_for_element("#tree").await;
        browser
            .wait_for("return document.querySelector('.part-missing') === null && document.querySelector('#bring-packs') === null && document.querySelector('#question').innerText !== ''")
            .await;
    }
    browser.close().await;
}

/// The scheduler's latencies are figures: a link to a cycle waits for them and never shows the place that others would give.
#[tokio::test(flavor = "multi_thread")]
async fn a_cycle_is_shown_once_the_figures_are_there() {
    const LINK: &str = "#/ilp?kernel=ilp_4&with=ilp_1&n=1024&block=64&grain=statement&cycle=28";
    const SHOWN: &str = "return document.querySelectorAll('[data-column][data-kernel]').length === 2 && document.querySelector('#cycle')?.dataset.cycle === '28'";
    const PLACES: &str = "return [...document.querySelectorAll('[data-column]')].map(column => column.dataset.press).join()";
    if !is_packed() {
        return;
    }
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url(LINK)).await;
    browser.wait_for(SHOWN).await;
    let places = browser.text(PLACES).await;
    browser.close().await;

    let browser = Browser::start(Graphics::None).await;
    browser.before_page(REFUSE_PACKS).await;
    browser.visit(&site.url(LINK)).await;
    browser.wait_for_element("#bring-packs").await;
    browser
        .wait_for("return Number(document.querySelector('#page').dataset.steps) > 0")
        .await;
    let cycles = browser
        .number("return document.querySelectorAll('#cycle').length")
        .await;
    assert_eq!(cycles, 0.0);
    browser.script("window.refusing = false").await;
    browser.click("#bring-packs").await;
    browser.wait_for(SHOWN).await;
    assert_eq!(browser.text(PLACES).await, places);
    browser.close().await;
}
