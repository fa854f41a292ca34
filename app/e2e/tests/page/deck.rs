//! Custom decks: composed from lessons, edited, ordered, presented, printed and stored.

use base64::Engine as _;
use e2e::keys::{ALT_UP, ESCAPE, RIGHT};
use e2e::page::{COLLECT_FILES, SCROLLS_SIDEWAYS, SLIDE};
use e2e::typing::open_file;
use e2e::{Browser, Graphics, SIZES, Site, looks_in_turn};
use serde_json::{Value, json};

pub(crate) async fn take(browser: &Browser, site: &Site, hash: &str) {
    browser.visit(&site.url(hash)).await;
    browser.wait_until_idle().await;
    browser.click("#take").await;
    browser.wait_for_element("#notices #to-deck").await;
}

pub(crate) async fn write(browser: &Browser, place: usize, field: &str, text: &str) {
    browser
        .script(&format!(
            "const area = document.querySelector('[data-place=\"{place}\"] [data-words={field}]'); area.value = {text:?};
             area.dispatchEvent(new Event('input', {{ bubbles: true }}));"
        ))
        .await;
}

/// Returns the texts of the slides, in their order.
pub(crate) async fn texts(browser: &Browser) -> Value {
    browser
        .script("return [...document.querySelectorAll('[data-place] [data-words=text]')].map(area => area.value)")
        .await
}

pub(crate) async fn does(browser: &Browser, place: usize, what: &str) {
    browser
        .click(&format!("[data-place='{place}'] [data-does={what}]"))
        .await;
}

pub(crate) async fn count(browser: &Browser, slides: usize) {
    browser
        .wait_for_attribute("#deck", "data-slides", &slides.to_string())
        .await;
}

/// Composes a deck of two slides of two lessons, and edits the second.
pub(crate) async fn compose(browser: &Browser, site: &Site) {
    // A slide of a lesson is added with its texts. A step of a run becomes a slide of one press.
    take(browser, site, "#/neighbored?slide=2&lang=en").await;
    take(
        browser,
        site,
        "#/interleaved?kernel=reduce_interleaved&with=reduce_neighbored&n=4096&block=128&panel=lines&lang=en",
    )
    .await;
    browser.open(&site.url("#/deck?lang=en")).await;
    count(browser, 2).await;
    write(browser, 1, "text", "Two ways to add").await;
    write(browser, 1, "notes", "Ask: which is faster?\nWhy?").await;
    browser
        .script(
            "const t = document.querySelector('#deck-title'); t.value = 'My hour'; t.dispatchEvent(new Event('input'));
             const to = document.querySelector('[data-place=\"1\"] [data-press=to]'); to.value = '2'; to.dispatchEvent(new Event('change'));",
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_is_composed_presented_and_printed() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .before_page("window.print = () => { window.printed = true }")
        .await;
    browser.open(&site.url("#/deck?lang=en")).await;
    browser.wait_for_element("#deck-empty").await;
    compose(&browser, &site).await;
    browser.screenshot("deck").await;
    let lesson = lessons::Lesson::by_id("neighbored").expect("a lesson");
    let composed = json!([lesson.slides[1].text.get(lessons::Language::English), "Two ways to add"]);
    assert_eq!(texts(&browser).await, composed);
    // Slides are moved by buttons and by keys, copied, deleted, and restored.
    does(&browser, 0, "down").await;
    let turned = json!([composed[1], composed[0]]);
    assert_eq!(texts(&browser).await, turned);
    browser
        .script("document.querySelector('[data-place=\"1\"] [data-words=notes]').focus()")
        .await;
    browser.press(ALT_UP).await;
    assert_eq!(texts(&browser).await, composed);
    does(&browser, 1, "copy").await;
    count(&browser, 3).await;
    write(&browser, 2, "text", "The copy").await;
    does(&browser, 0, "delete").await;
    count(&browser, 2).await;
    browser.click("#deck-undo").await;
    count(&browser, 3).await;
    let three = json!([composed[0], composed[1], "The copy"]);
    assert_eq!(texts(&browser).await, three);
    browser.reload().await;
    count(&browser, 3).await;
    assert_eq!(texts(&browser).await, three);
    does(&browser, 2, "delete").await;
    count(&browser, 2).await;
    // A deck is presented like a lesson, with the speaker's window.
    browser.click("#deck-present").await;
    browser.wait_for_element("#slide").await;
    browser.wait_until_idle().await;
    let audience = browser.window().await;
    browser.press("s").await;
    let speaker = browser.use_opened(std::slice::from_ref(&audience)).await;
    browser.wait_for_element("#speaker-notes").await;
    browser.use_window(&audience).await;
    let mut seen = Vec::new();
    const PLACE: &str =
        "return `${document.querySelector('#slide').dataset.slide} ${document.querySelector('#slider').value}`";
    for _ in 0..40 {
        browser.wait_until_idle().await;
        let mut place = browser.text(PLACE).await;
        if seen.last() == Some(&place) {
            // The next slide's run may not have begun yet.
            browser.wait_for_frames(10).await;
            browser.wait_until_idle().await;
            place = browser.text(PLACE).await;
        }
        if seen.last() == Some(&place) {
            break;
        }
        seen.push(place);
        browser.press(RIGHT).await;
    }
    assert_eq!(seen, ["0 3", "0 4", "0 5", "0 6", "1 0", "1 1", "1 2"]);
    browser
        .wait_for("return location.hash === '#/deck?slide=2&step=48&lang=en&stage=1'")
        .await;
    let columns = "return [...document.querySelectorAll('[data-column]')].map(c => c.dataset.kernel).join(' ')";
    assert_eq!(browser.text(columns).await, "reduce_interleaved reduce_neighbored");
    browser.use_window(&speaker).await;
    browser.wait_for_attribute("#speaker", "data-slide", "1").await;
    let notes = browser.seen("#speaker-notes").await;
    assert_eq!(notes, "Ask: which is faster?\nWhy?");
    browser.close_window().await;
    browser.use_window(&audience).await;
    browser.reload().await;
    browser.wait_until_idle().await;
    assert_eq!(browser.text(SLIDE).await, "1");
    browser.press("o").await;
    browser.wait_for_element("#overview").await;
    let cards = "return [...document.querySelectorAll('[data-slide-card] > span')].map(c => c.textContent)";
    assert_eq!(browser.script(cards).await, composed);
    browser.click("#print-open").await;
    browser.wait_for("return window.printed === true").await;
    let pdf = browser.print("print-deck").await;
    assert_eq!(crate::print::pages(&pdf), 2);
    browser.click("#print-close").await;
    browser.click("#slide-close").await;
    count(&browser, 2).await;
    browser.close().await;
}

/// Returns the x of an element's middle and the y of its upper and lower edge.
async fn place_of(browser: &Browser, selector: &str) -> (f64, f64, f64) {
    let script =
        |what: &str| format!("const box = document.querySelector({selector:?}).getBoundingClientRect(); return {what}");
    (
        browser.number(&script("box.x + box.width / 2")).await,
        browser.number(&script("box.top")).await,
        browser.number(&script("box.bottom")).await,
    )
}

/// A dragged slide goes to the marked place when it is released. Escape and its own place change nothing.
#[tokio::test(flavor = "multi_thread")]
async fn slides_are_dragged_to_another_place() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 1400).await;
    compose(&browser, &site).await;
    does(&browser, 1, "copy").await;
    count(&browser, 3).await;
    for (place, text) in ["first", "second", "third"].into_iter().enumerate() {
        write(&browser, place, "text", text).await;
    }
    let marks = "return [...document.querySelectorAll('.deck-slide')].map(slide => (slide.matches('.held') ? 'held' : '') + (slide.matches('.gap-before') ? '<' : '') + (slide.matches('.gap-after') ? '>' : '')).join()";
    const BCA: [&str; 3] = ["second", "third", "first"];
    const ABC: [&str; 3] = ["first", "second", "third"];
    const BAC: [&str; 3] = ["second", "first", "third"];
    let last = "Slide 1 is now slide 2.";
    // Each case: the dragged slide, the slide at which it is released, whether below its middle, the marks before,
    // whether Escape is pressed, the order afterwards, and the last announcement.
    for (from, over, below, marked, escapes, order, said) in [
        (0, 2, true, "held,,>", false, BCA, "Slide 1 is now slide 3."),
        (2, 0, false, "<,,held", false, ABC, "Slide 3 is now slide 1."),
        (0, 1, true, "held,,<", false, BAC, last),
        (1, 0, false, "<,held,", true, BAC, last),
        (1, 1, true, ",held,", false, BAC, last),
    ] {
        let (x, top, bottom) = place_of(&browser, &format!("[data-place='{from}'] .deck-grip")).await;
        browser.mouse("mouseMoved", x, (top + bottom) / 2.0).await;
        browser.mouse("mousePressed", x, (top + bottom) / 2.0).await;
        let (_, top, bottom) = place_of(&browser, &format!("[data-place='{over}']")).await;
        let y = if below { bottom - 8.0 } else { top + 8.0 };
        browser.mouse("mouseMoved", x, (top + bottom) / 2.0).await;
        browser.mouse("mouseMoved", x, y).await;
        // The page sees a move of the mouse in the next frame.
        browser.wait_for(&format!("{marks} === {marked:?}")).await;
        browser.screenshot(&format!("deck-drag-{from}-{over}")).await;
        if escapes {
            browser.press(ESCAPE).await;
        }
        browser.mouse("mouseReleased", x, y).await;
        browser.wait_for(&format!("{marks} === ',,'")).await;
        assert_eq!(texts(&browser).await, json!(order), "{from} to {over}");
        let told = browser.content("[role=status] #deck-moved").await;
        assert_eq!(told, said, "{from} to {over}");
    }
    // The browser stores the new order.
    browser.reload().await;
    count(&browser, 3).await;
    assert_eq!(texts(&browser).await, json!(["second", "first", "third"]));
    browser.close().await;
}

/// A reader may leave the page as soon as it says that the slide is in the deck.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_is_stored_before_the_page_says_so() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    take(&browser, &site, "#/neighbored?slide=2&lang=en").await;
    let kept = browser.text("return localStorage.getItem('warpstep.deck') ?? ''").await;
    assert!(kept.contains("neighbored"), "{kept}");
    browser.close().await;
}

/// A slide that another tab adds appears, and a stored deck that this version cannot show is not lost.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_made_is_lost_between_tabs_and_versions() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_FILES).await;
    take(&browser, &site, "#/neighbored?slide=1&lang=en").await;
    browser.open(&site.url("#/deck?lang=en")).await;
    count(&browser, 1).await;
    let first = browser.window().await;
    browser.new_window().await;
    take(&browser, &site, "#/unroll?slide=1&lang=en").await;
    browser.use_window(&first).await;
    count(&browser, 2).await;
    write(&browser, 0, "text", "Mine").await;
    browser.reload().await;
    count(&browser, 2).await;
    let kept = "return localStorage.getItem('warpstep.deck')";
    let old = browser.text(kept).await.replace("unroll?", "rolled-up?");
    browser
        .script_of(
            "const [text, done] = arguments; localStorage.setItem('warpstep.deck', text); done(null);",
            vec![json!(old)],
        )
        .await;
    browser.reload().await;
    browser.wait_for_element("#deck-rescue").await;
    take(&browser, &site, "#/neighbored?slide=1&lang=en").await;
    browser.visit(&site.url("#/deck?lang=en")).await;
    count(&browser, 1).await;
    browser.click("#deck-rescue").await;
    browser.wait_for("return window.saved.length === 1").await;
    assert_eq!(browser.text("return window.saved[0]").await, old);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_deck_fits_every_size() {
    let site = Site::start();
    for (turn, (size, width, height)) in SIZES.into_iter().enumerate() {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        compose(&browser, &site).await;
        for (theme, language) in looks_in_turn(turn) {
            browser
                .visit(&site.url(&format!("#/deck?theme={theme}&lang={language}")))
                .await;
            count(&browser, 2).await;
            browser.screenshot(&format!("deck-{size}-{theme}-{language}")).await;
            assert_eq!(
                browser.script(SCROLLS_SIDEWAYS).await,
                false,
                "{size} {theme} {language}"
            );
        }
        browser.close().await;
    }
}

/// Undo and redo concern the last change of the deck, wherever the focus is and however many changes there were.
#[tokio::test(flavor = "multi_thread")]
async fn every_change_of_a_deck_is_undone_and_done_again() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    compose(&browser, &site).await;
    let deck = "return JSON.stringify([document.querySelector('#deck-title').value,
        [...document.querySelectorAll('[data-place]')].map(slide => [...slide.querySelectorAll('textarea, input')].map(field => field.value))])";
    let set = async |selector: &str, text: &str| {
        browser
            .script(&format!(
                "const field = document.querySelector({selector:?}); field.focus(); field.value = {text:?};
                 field.dispatchEvent(new Event('input', {{ bubbles: true }})); field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
            ))
            .await;
    };
    let mut versions = vec![browser.text(deck).await];
    for step in 0..7 {
        match step {
            0 => set("[data-place='0'] [data-words=text]", "one\ntwo").await,
            1 => set("#deck-title", "Another title").await,
            2 => does(&browser, 1, "copy").await,
            3 => set("[data-place='2'] [data-minutes]", "12").await,
            4 => does(&browser, 0, "down").await,
            5 => set("[data-place='1'] [data-press=to]", "7").await,
            _ => does(&browser, 2, "delete").await,
        }
        browser.wait_for_frames(2).await;
        versions.push(browser.text(deck).await);
    }
    let mut different = versions.clone();
    different.dedup();
    assert_eq!(different.len(), versions.len(), "{versions:#?}");
    let undo = "\u{e009}z\u{e000}";
    let redo = "\u{e009}y\u{e000}";
    for version in versions.iter().rev().skip(1) {
        browser.press(undo).await;
        browser.wait_for_frames(2).await;
        assert_eq!(&browser.text(deck).await, version);
    }
    for version in versions.iter().skip(1) {
        browser.press(redo).await;
        browser.wait_for_frames(2).await;
        assert_eq!(&browser.text(deck).await, version);
    }
    browser.reload().await;
    browser.wait_for_frames(2).await;
    assert_eq!(Some(&browser.text(deck).await), versions.last());
    browser.close().await;
}

pub(crate) const STORED: &str = "return localStorage.getItem('warpstep.deck') ?? ''";

/// A deck that is never drawn, since it keeps the browser busy, is not there at the next visit.
#[tokio::test(flavor = "multi_thread")]
async fn a_deck_is_stored_once_it_is_drawn() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/deck?lang=en")).await;
    let deck = with_picture(
        "image/gif",
        b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
    );
    browser
        .script("window.frame = window.requestAnimationFrame; window.requestAnimationFrame = () => 0")
        .await;
    open_file(&browser, "#deck-file", "deck.json", &deck).await;
    count(&browser, 1).await;
    assert_eq!(browser.text(STORED).await, "");
    browser.script("window.requestAnimationFrame = window.frame").await;
    open_file(&browser, "#deck-file", "deck.json", &deck).await;
    browser
        .wait_for("return (localStorage.getItem('warpstep.deck') ?? '').includes('Pictured')")
        .await;
    browser.close().await;
}

/// A button opens the browser's choice of files; the field itself is not shown beside it.
#[tokio::test(flavor = "multi_thread")]
async fn fields_of_files_are_not_shown_beside_their_buttons() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    for place in ["deck", "board", "lab", "playground"] {
        browser.visit(&site.url(&format!("#/{place}"))).await;
        browser
            .wait_for(
                "const fields = [...document.querySelectorAll('input.file')];
                 return fields.length > 0 && fields.every(field => field.getBoundingClientRect().width <= 1)",
            )
            .await;
    }
    browser.close().await;
}

/// The short list has a row for each slide. A link is copied by a button, and its code fills the window; that of a long
/// deck leads to the first slide.
#[tokio::test(flavor = "multi_thread")]
async fn a_deck_is_put_in_order_and_shown_on_the_wall() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser
        .before_page(
            "if (navigator.clipboard) navigator.clipboard.writeText = async text => { window.copied = text; };",
        )
        .await;
    compose(&browser, &site).await;
    browser.click("#deck-compact").await;
    let rows = "return [...document.querySelectorAll('.deck-slide')].every(slide => slide.clientHeight < 110 && slide.querySelector('.deck-line').innerText !== '')";
    browser.wait_for(rows).await;
    does(&browser, 1, "up").await;
    assert_eq!(texts(&browser).await[0], "Two ways to add");
    browser.click("#deck-compact").await;
    browser.click("#deck-share").await;
    browser.wait_for_element("#deck-code").await;
    assert!(!browser.has("#deck-no-code").await);
    browser.click("[data-copy=deck-link-read]").await;
    browser
        .wait_for("return window.copied === document.querySelector('#deck-link-read').value")
        .await;
    browser.wait_for_text("[data-copy=deck-link-read]", "Copied").await;
    browser.click("#deck-enlarge").await;
    let side = "return document.querySelector('#deck-code-on-wall').getBoundingClientRect().height";
    assert!(browser.number(side).await > 0.9 * 720.0);
    browser.press(ESCAPE).await;
    browser.wait_for(&format!("{side} === 0")).await;
    let seed = "let seed = 7; return Array.from({ length: 3900 }, () => { seed = (seed * 48271) % 2147483647; return String.fromCharCode(0x4e00 + seed % 5000); }).join('')";
    let long = browser.text(seed).await;
    write(&browser, 0, "text", &long).await;
    browser.wait_until_gone("#deck-code").await;
    browser.click("#deck-share").await;
    browser.wait_for_element("#deck-no-code").await;
    let first = browser.attribute("[data-place='0'] header a", "href").await;
    let page = browser.text("return location.href.split('#')[0]").await;
    let code = model::deck::QrCode::new(&format!("{page}{first}")).expect("a short link");
    assert_eq!(
        browser.attribute("#deck-code", "data-modules").await,
        code.size.to_string()
    );
    assert!(browser.seen("#deck-no-code").await.contains("first slide"));
    browser.close().await;
}

/// Notices take room of their own: they cover neither the panels nor the player nor a slide. What was done is no warning.
#[tokio::test(flavor = "multi_thread")]
async fn a_notice_covers_nothing() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    let covered = "const notice = document.querySelector('.notice').getBoundingClientRect();
        const meets = box => box.width > 0 && box.height > 0 && box.left < notice.right && notice.left < box.right && box.top < notice.bottom - 1 && notice.top < box.bottom - 1;
        return [...document.querySelectorAll('.panel, .player, .strip, .header, .stage-words, .stage-parts, .stage-foot')].filter(each => meets(each.getBoundingClientRect())).map(each => each.className).join()";
    take(&browser, &site, "#/neighbored?lang=en").await;
    browser.wait_for_frames(3).await;
    assert_eq!(browser.text(covered).await, "");
    assert!(browser.has(".notice.done").await);
    browser
        .visit(&site.url("#/neighbored?slide=2&stage=1&step=99999&lang=en"))
        .await;
    browser.wait_for_element("#stage .stage-part").await;
    browser.wait_for_element(".notice:not(.done)").await;
    browser.wait_for_frames(3).await;
    assert_eq!(browser.text(covered).await, "");
    browser.close().await;
}

/// Returns a deck of one slide of words with a picture.
pub(crate) fn with_picture(kind: &str, bytes: &[u8]) -> String {
    let data = base64::prelude::BASE64_STANDARD.encode(bytes);
    json!({ "format": "warpstep-deck", "version": 2, "title": "Pictured",
        "slides": [{ "title": "One", "picture": format!("data:{kind};base64,{data}"), "text": "Two" }] })
    .to_string()
}
