//! Slides of a deck hold words, pictures, code, minutes, lines, steps and figures.

use crate::deck::{STORED, compose, count, does, take, texts, with_picture, write};
use crate::deck_links::pack;
use e2e::keys::{ALT_LEFT, CTRL_P, LEFT, RIGHT};
use e2e::page::{COLLECT_FILES, CYCLE, PRESS, SLIDE};
use e2e::typing::open_file;
use e2e::{Browser, Graphics, Site};
use serde_json::json;

/// A slide that is added while stepping by modelled cycles begins at that cycle, steps by cycles, and is printed at
/// one.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_keeps_the_modelled_cycle() {
    let presses = async |browser: &Browser, within: &str| {
        let columns = format!(
            "return [...document.querySelectorAll('{within} [data-column]')].map(c => c.dataset.press).join(' ')"
        );
        browser.text(&columns).await
    };
    let range = async |browser: &Browser, place: usize| {
        browser
            .script(&format!("return [...document.querySelectorAll('[data-place=\"{place}\"] input[data-press]')].map(field => field.value)"))
            .await
    };
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .before_page("window.print = () => { window.printed = true }")
        .await;
    browser
        .visit(&site.url("#/ilp?kernel=ilp_4&with=ilp_1&n=1024&block=64&lang=en"))
        .await;
    browser.wait_until_idle().await;
    browser.click("#grain-cycle").await;
    browser.wait_for_element("#cycle[data-cycle='0']").await;
    let mut places = vec![(0.0, presses(&browser, "main").await)];
    for _ in 0..8 {
        browser.press(RIGHT).await;
        let before = places.last().map_or(0.0, |(cycle, _)| *cycle);
        browser.wait_for(&format!("{CYCLE} > {before}")).await;
        places.push((browser.number(CYCLE).await, presses(&browser, "main").await));
    }
    for _ in 0..2 {
        browser.click("#back").await;
    }
    browser.wait_for(&format!("{CYCLE} === {}", places[6].0)).await;
    browser.click("#take").await;
    browser.wait_for_element("#notices #to-deck").await;
    // A lesson's slide has a range of its own step unit. With another unit only the shown step is added.
    browser.visit(&site.url("#/neighbored?slide=2&lang=en")).await;
    browser.wait_until_idle().await;
    browser.click("#grain-statement").await;
    let press = browser.text(PRESS).await;
    browser.click("#take").await;
    browser.wait_for_element("#notices #to-deck").await;
    browser.open(&site.url("#/deck?lang=en")).await;
    count(&browser, 2).await;
    assert_eq!(range(&browser, 0).await, json!(["6", "6"]));
    assert_eq!(range(&browser, 1).await, json!([press, press]));
    for (place, pace) in [(0, "cycle"), (1, "statement")] {
        let sizes = browser
            .seen(&format!("[data-place='{place}'] .deck-sizes > span"))
            .await;
        assert!(sizes.ends_with(pace), "{sizes}");
    }
    browser
        .script("const to = document.querySelector('[data-place=\"0\"] [data-press=to]'); to.value = '8'; to.dispatchEvent(new Event('change'));")
        .await;
    browser.click("#deck-present").await;
    browser.wait_for_element("#slide").await;
    let stands = async |(cycle, place): &(f64, String)| {
        browser.wait_for(&format!("{CYCLE} === {cycle}")).await;
        assert_eq!(&presses(&browser, "main").await, place, "at cycle {cycle}");
        assert_eq!(browser.text(SLIDE).await, "0");
    };
    for place in &places[6..] {
        stands(place).await;
        browser.press(RIGHT).await;
    }
    let turned = async |slide: &str| {
        browser.wait_for_attribute("#slide", "data-slide", slide).await;
    };
    turned("1").await;
    browser.wait_until_gone("#cycle").await;
    browser.click("#slide-back").await;
    turned("0").await;
    stands(&places[6]).await;
    browser.reload().await;
    browser.wait_until_idle().await;
    stands(&places[6]).await;
    // Another run is shown before; the slide is printed as it ends.
    browser.open(&site.url("#/deck?slide=2&lang=en")).await;
    turned("1").await;
    browser.wait_until_idle().await;
    browser.press("o").await;
    browser.wait_for_element("#print-open").await;
    browser.click("#print-open").await;
    browser.wait_for("return window.printed === true").await;
    assert_eq!(presses(&browser, "[data-sheet=\"0\"]").await, places[8].1);
    browser.close().await;
}

/// The chosen text of the kernel, the planned minutes and line breaks belong to a slide.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_keeps_its_code_its_minutes_and_its_lines() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/neighbored?text=cuda&step=0&lang=en")).await;
    browser.wait_for_attribute("#code-cuda", "aria-pressed", "true").await;
    browser.click("#take").await;
    browser.wait_for_element("#notices #to-deck").await;
    browser.click("#code-wgsl").await;
    browser.click("#take").await;
    browser.wait_for_content("#notices .notice p", "slide 2").await;
    browser.open(&site.url("#/deck?lang=en")).await;
    count(&browser, 2).await;
    write(&browser, 0, "text", "first line\nsecond line").await;
    for (place, minutes) in [(0, "7"), (1, "5")] {
        browser
            .fill(&format!("[data-place='{place}'] [data-minutes]"), minutes)
            .await;
        browser.press("\u{e004}").await;
    }
    browser.wait_for_content("#deck-planned", "12 min").await;
    browser.click("#deck-present").await;
    browser.wait_for_element("#stage .stage-code").await;
    browser.wait_until_idle().await;
    browser
        .wait_for("return document.querySelector('.stage-code').textContent.includes('__global__')")
        .await;
    let text = browser.seen("#slide .slide-text").await;
    assert_eq!(text, "first line\nsecond line");
    let audience = browser.window().await;
    browser.press("s").await;
    let speaker = browser.use_opened(std::slice::from_ref(&audience)).await;
    browser.wait_for_content("#speaker-planned", "7 min").await;
    browser.use_window(&audience).await;
    browser.press("\u{e00a}\u{e014}\u{e000}").await;
    browser.wait_until_idle().await;
    browser
        .wait_for("return document.querySelector('.stage-code').textContent.includes('arrayLength')")
        .await;
    browser.use_window(&speaker).await;
    browser.wait_for_content("#speaker-planned", "12 min").await;
    browser.close_window().await;
    // After the deck, the reader's own choice is back.
    browser.use_window(&audience).await;
    browser.press(ALT_LEFT).await;
    browser
        .wait_for("return document.querySelector('.stage-code')?.textContent.includes('__global__')")
        .await;
    browser.press("f").await;
    browser.click("#slide-close").await;
    count(&browser, 2).await;
    browser.script("location.hash = '#/neighbored?lang=en'").await;
    browser.wait_for_attribute("#code-wgsl", "aria-pressed", "true").await;
    browser.close().await;
}

/// Puts a file that a canvas has painted on a slide of words. `side` is its width and height in pixels.
async fn put_picture(browser: &Browser, place: usize, side: u32) {
    let script = "const [place, side, done] = arguments;
        const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
        const surface = canvas.getContext('2d');
        const pixels = surface.createImageData(side, side);
        // Noise is not compressed.
        for (let start = 0; start < pixels.data.length; start += 65536) {
            crypto.getRandomValues(pixels.data.subarray(start, start + 65536));
        }
        surface.putImageData(pixels, 0, 0);
        canvas.toBlob(blob => {
            const files = new DataTransfer();
            files.items.add(new File([blob], 'noise.png'));
            const input = document.querySelector(`[data-place='${place}'] [data-picture]`);
            input.files = files.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));
            done(null);
        });";
    browser.script_of(script, vec![json!(place), json!(side)]).await;
}

/// Adds a slide of words with a picture, and puts it first.
async fn add_words(browser: &Browser) {
    browser.click("#deck-add-words").await;
    count(browser, 3).await;
    write(browser, 2, "title", "Reductions").await;
    write(browser, 2, "text", "First\nSecond").await;
    write(browser, 2, "notes", "Wait for silence.").await;
    // A picture that is too large is refused by its name, and one that fits is shown.
    put_picture(browser, 2, 2000).await;
    browser.wait_for_text("#notices", "noise.png").await;
    browser.wait_for_text("#notices", "200 KB").await;
    put_picture(browser, 2, 100).await;
    browser.wait_for_element("[data-place='2'] .deck-picture img").await;
    // It comes first.
    does(browser, 2, "up").await;
    does(browser, 1, "up").await;
    assert_eq!(texts(browser).await[0], "First\nSecond");
    browser.screenshot("deck-words").await;
    browser.reload().await;
    count(browser, 3).await;
}

/// Asserts that the speaker's window has the words of the first slide, and steps on to the run and back.
async fn step_in_the_speakers_window(browser: &Browser) {
    let audience = browser.window().await;
    browser.press("s").await;
    let speaker = browser.use_opened(std::slice::from_ref(&audience)).await;
    browser.wait_for_element("#speaker-notes").await;
    assert_eq!(browser.seen("#speaker-notes").await, "Wait for silence.");
    assert_eq!(browser.seen("#speaker-text").await, "Reductions\nFirst\nSecond");
    browser.press(RIGHT).await;
    browser.wait_for_attribute("#speaker", "data-slide", "1").await;
    browser.use_window(&audience).await;
    browser.wait_until_idle().await;
    assert_eq!(browser.text(SLIDE).await, "1");
    browser.press(LEFT).await;
    browser
        .wait_for("return document.querySelector('#slide .words-slide') !== null")
        .await;
    browser.use_window(&speaker).await;
    browser.wait_for_attribute("#speaker", "data-slide", "0").await;
    browser.close_window().await;
    browser.use_window(&audience).await;
}

/// Asserts that the file has the picture, and that links have none and say so.
async fn save_and_share(browser: &Browser) {
    browser.click("#deck-share").await;
    browser.wait_for_element("#deck-no-pictures").await;
    let link = browser
        .text("return document.querySelector('#deck-link-edit').value")
        .await;
    browser.click("#deck-save").await;
    browser.wait_for("return window.saved.length === 1").await;
    let file = browser.text("return window.saved[0]").await;
    let image = "return document.querySelectorAll('.deck-picture img').length";
    browser.script("localStorage.clear()").await;
    browser.visit(&link).await;
    count(browser, 3).await;
    assert_eq!(browser.script(image).await, 0);
    open_file(browser, "#deck-file", "deck.json", &file).await;
    browser.wait_for_element(".deck-picture img").await;
}

/// A deck begins with a title, its speaker's own picture, and a text.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_of_words_is_made_presented_printed_and_saved() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .before_page("window.print = () => { window.printed = true }")
        .await;
    browser.before_page(COLLECT_FILES).await;
    compose(&browser, &site).await;
    add_words(&browser).await;
    let contents = "const slide = document.querySelector('#slide .words-slide');
        return slide && [slide.querySelector('h2').innerText, [...slide.querySelectorAll('p')].map(line => line.innerText).join('\\n'),
            slide.querySelector('img').naturalWidth, slide.scrollHeight <= slide.clientHeight]";
    let expected = json!(["Reductions", "First\nSecond", 100, true]);
    browser.click("#deck-present").await;
    browser.wait_for_element("#slide .words-slide img").await;
    browser
        .wait_for("return document.querySelector('#slide img').complete")
        .await;
    assert_eq!(browser.script(contents).await, expected);
    browser.screenshot("stage-words").await;
    step_in_the_speakers_window(&browser).await;
    // A link to the slide in this browser, the overview and the paper show it, too.
    browser.reload().await;
    browser.wait_for_element("#slide .words-slide img").await;
    browser.press("o").await;
    browser.wait_for_element("[data-slide-card='0'] img").await;
    browser.click("#print-open").await;
    browser.wait_for("return window.printed === true").await;
    let sheet = browser.seen("[data-sheet='0'] .words-text").await;
    assert_eq!(sheet, "Reductions\nFirst\nSecond");
    let pdf = browser.print("print-words").await;
    assert_eq!(crate::print::pages(&pdf), 3);
    browser.click("#print-close").await;
    // Outside of the stage it has the bar of the slides.
    browser.press("f").await;
    browser.wait_for_element("#words-page #slide").await;
    browser.screenshot("words-page").await;
    browser.press(RIGHT).await;
    browser.wait_until_idle().await;
    assert_eq!(browser.text(SLIDE).await, "1");
    browser.click("#slide-close").await;
    count(&browser, 3).await;
    save_and_share(&browser).await;
    browser.close().await;
}

/// A drawing: its browser may work on a few bytes for ever, for example on elements that use others twice, many times.
const DRAWING: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";

const PICTURES: &str = "return document.querySelectorAll('.deck-picture img').length";

/// A large picture becomes one that fits, and a drawing is refused with what to do.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_of_a_reader_are_painted_anew() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/deck?lang=en")).await;
    browser.click("#deck-add-words").await;
    count(&browser, 1).await;
    let field = "[data-place='0'] [data-picture]";
    open_file(&browser, field, "idea.svg", DRAWING).await;
    browser.wait_for_text("#notices", "idea.svg").await;
    browser
        .wait_for_text("#notices", "Save a drawing (SVG) as PNG first.")
        .await;
    browser.screenshot("deck-drawing-refused").await;
    assert_eq!(browser.script(PICTURES).await, 0);
    // A photograph of another format.
    let photograph = "const [field, done] = arguments;
        const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 });
        const surface = canvas.getContext('2d');
        surface.fillStyle = 'teal';
        surface.fillRect(1000, 1000, 2000, 1000);
        canvas.toBlob(blob => {
            const files = new DataTransfer();
            files.items.add(new File([blob], 'photograph.jpg'));
            const input = document.querySelector(field);
            input.files = files.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));
            done(null);
        }, 'image/jpeg');";
    browser.script_of(photograph, vec![json!(field)]).await;
    browser
        .wait_for("const image = document.querySelector('.deck-picture img'); return image?.naturalWidth === 1920 && image.naturalHeight === 1440")
        .await;
    let stored = browser.text(STORED).await;
    assert!(stored.contains("data:image/png;base64,"), "{stored:.200}");
    browser.close().await;
}

/// No file, link or stored deck brings a picture that could keep the browser busy for ever.
#[tokio::test(flavor = "multi_thread")]
async fn only_pictures_of_pixels_come_with_a_deck() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/deck?lang=en")).await;
    browser.click("#deck-add-words").await;
    count(&browser, 1).await;
    write(&browser, 0, "title", "Mine").await;
    let drawing = with_picture("image/svg+xml", DRAWING.as_bytes());
    // The head of a file for a picture of four thousand million pixels.
    let huge = [
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".as_slice(),
        &[0, 0, 255, 255, 0, 0, 255, 255, 8, 6, 0, 0, 0],
    ]
    .concat();
    let huge = with_picture("image/png", &huge);
    for (name, deck, told) in [
        ("drawing.json", &drawing, "Save a drawing (SVG) as PNG first."),
        ("huge.json", &huge, "It has too many pixels."),
    ] {
        open_file(&browser, "#deck-file", name, deck).await;
        browser.wait_for_text("#notices", name).await;
        browser.wait_for_text("#notices", told).await;
        assert!(browser.text(STORED).await.contains("Mine"));
    }
    for key in ["d", "r"] {
        let letters = pack(&browser, &drawing, 1).await;
        browser
            .visit(&site.url(&format!("#/deck?{key}={letters}&lang=en")))
            .await;
        browser.wait_for_content("#page", "One").await;
        assert!(!browser.has("img").await, "{key}");
    }
    // A deck that an earlier version has stored opens without the drawing, which stays in a file.
    let store = "const [deck, done] = arguments; localStorage.setItem('warpstep.deck', deck); done(null);";
    browser.leave().await;
    browser.go(&site.url("#/")).await;
    browser.script_of(store, vec![json!(drawing)]).await;
    browser.visit(&site.url("#/deck?lang=en")).await;
    count(&browser, 1).await;
    browser.wait_for_element("#deck-rescue").await;
    browser.screenshot("deck-without-drawing").await;
    assert_eq!(browser.script(PICTURES).await, 0);
    assert_eq!(browser.value("#deck-title").await, "Pictured");
    browser.close().await;
}

/// Types a step into a field of a slide.
async fn type_step(browser: &Browser, place: usize, field: &str, step: &str) {
    let script = format!(
        "const field = document.querySelector(`[data-place='{place}'] [data-press={field}]`);
         field.value = '{step}'; field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    );
    browser.script(&script).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_range_of_steps_lies_within_the_run() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    compose(&browser, &site).await;
    // Each slide of the list has a picture of its run.
    let drawn = "return document.querySelectorAll('.deck-picture [data-drawn=true]').length === 2";
    browser.wait_for(drawn).await;
    let values =
        "return [...document.querySelectorAll(\"[data-place='0'] input[data-press]\")].map(field => field.value)";
    assert_eq!(browser.script(values).await, json!(["3", "6"]));
    type_step(&browser, 0, "from", "900").await;
    let note = browser.seen("[data-place='0'] [data-range]").await;
    assert_eq!(note, "There is no step 900. This run has the steps 0 to 7.");
    assert_eq!(browser.script(values).await, json!(["3", "6"]));
    type_step(&browser, 0, "to", "7").await;
    assert_eq!(browser.script(values).await, json!(["3", "7"]));
    let note = "return document.querySelector(\"[data-place='0'] [data-range]\").innerText";
    assert_eq!(browser.text(note).await, "");
    // A file may have a range that its run does not have.
    let deck = browser.text("return localStorage.getItem('warpstep.deck')").await;
    let deck = deck.replacen("\"to\": 7", "\"to\": 999", 1);
    open_file(&browser, "#deck-file", "deck.json", &deck).await;
    browser
        .wait_for(&format!(
            "{note} === 'This run has the steps 0 to 7. The slide ends there.'"
        ))
        .await;
    browser.close().await;
}

/// A sheet has the figures that its sentence quotes, also where no part of the slide shows them.
#[tokio::test(flavor = "multi_thread")]
async fn quoted_figures_are_on_the_sheet() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .before_page("window.print = () => { window.printed = true }")
        .await;
    take(&browser, &site, "#/neighbored?slide=2&lang=en").await;
    browser.open(&site.url("#/deck?lang=en")).await;
    count(&browser, 1).await;
    write(&browser, 0, "text", "Of 7,168 branches 3,072 diverge.").await;
    browser.press(CTRL_P).await;
    browser.wait_for("return window.printed === true").await;
    let figures = "return [...document.querySelectorAll('.sheet-figures [data-counter]')].map(each => [each.dataset.counter, each.querySelector('b').textContent, each.querySelector('.kind').textContent])";
    let expected = json!([["branch", "7,168", "exact"], ["divergent_branch", "3,072", "exact"]]);
    assert_eq!(browser.script(figures).await, expected);
    browser.close().await;
}

/// A slide of a lesson keeps the parts that it has there. One that is added without has the lesson's question, and its
/// author chooses the parts.
#[tokio::test(flavor = "multi_thread")]
async fn slides_have_the_parts_that_they_were_added_with_or_others() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    take(&browser, &site, "#/neighbored?slide=4&lang=en").await;
    take(&browser, &site, "#/shared-pattern?panel=banks&lang=en").await;
    browser.open(&site.url("#/deck?lang=en")).await;
    count(&browser, 2).await;
    let lesson = lessons::Lesson::by_id("shared-pattern").expect("a lesson");
    let question = lesson.question.get(lessons::Language::English);
    assert_eq!(texts(&browser).await[1], question);
    let named = browser.seen("[data-place='1'] header a").await;
    assert!(named.contains("Banks") && named.contains("step 0"), "{named}");
    let pressed = "return [...document.querySelectorAll('[data-place=\"1\"] [data-part][aria-pressed=true]')].map(part => part.dataset.part).join(' ')";
    assert_eq!(browser.text(pressed).await, "code panel");
    browser.click("[data-place='1'] [data-part=timeline]").await;
    browser.click("[data-place='1'] [data-part=panel]").await;
    assert_eq!(browser.text(pressed).await, "code timeline");
    // The pictures are of the same parts.
    let pictured = |place: u32, part: &str| format!("[data-place='{place}'] .stage-picture [data-part={part}]");
    browser.wait_for_element(&pictured(0, "figures")).await;
    browser.wait_for_element(&pictured(1, "timeline")).await;
    browser.reload().await;
    browser.click("#deck-present").await;
    browser.wait_for_element("#stage .stage-part[data-part=figures]").await;
    browser.press("\u{e00a}\u{e014}\u{e000}").await;
    let drawn = "const part = document.querySelector('#stage .stage-part[data-part=timeline] canvas'); return part !== null && part.clientHeight > 20 && document.querySelector('#stage .stage-part[data-part=panel]') === null";
    browser.wait_for(drawn).await;
    browser.close().await;
}

/// The text of a slide of words has lists whose lines hang below each other, bold words and code.
#[tokio::test(flavor = "multi_thread")]
async fn words_have_lists_bold_words_and_code() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.visit(&site.url("#/deck?lang=en")).await;
    browser.click("#deck-add-words").await;
    count(&browser, 1).await;
    let item = "A long item of a list that needs more than one line, since it says a lot about every lane of the warp and each of its words";
    write(
        &browser,
        0,
        "text",
        &format!("First **bold** words\n- {item}\n  - `code[i]`\n```\nfor (;;)\n```"),
    )
    .await;
    browser.click("#deck-present").await;
    browser.wait_for_element("#stage .words-item").await;
    let hangs = "const [marker, words] = document.querySelector('#stage .words-item').children;
        const range = document.createRange(); range.selectNodeContents(words);
        const lines = [...range.getClientRects()];
        return lines.length > 1 && lines.every(line => Math.abs(line.left - lines[0].left) < 1) && marker.getBoundingClientRect().right < lines[0].left";
    assert!(browser.is(hangs).await);
    let marked = "return ['b', 'code', 'pre'].map(name => document.querySelector(`#stage .words-blocks ${name}`)?.textContent).join('|')";
    assert_eq!(browser.text(marked).await, "bold|code[i]|for (;;)");
    browser.press("o").await;
    browser.wait_for_element("[data-slide-card]").await;
    let card = browser
        .text("return document.querySelector('[data-slide-card] > span').textContent")
        .await;
    assert!(card.contains("First bold words") && !card.contains("**"), "{card}");
    browser.close().await;
}

/// The editor names the lines of a slide of words that the stage has no room for.
#[tokio::test(flavor = "multi_thread")]
async fn lines_without_room_are_named() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.visit(&site.url("#/deck?lang=en")).await;
    browser.click("#deck-add-words").await;
    count(&browser, 1).await;
    let lines = |count: usize| {
        let lines = (1..=count).map(|line| format!("Line {line}"));
        lines.collect::<Vec<String>>().join("\n")
    };
    let said = "return document.querySelector('[data-left-out]').textContent";
    write(&browser, 0, "text", &lines(12)).await;
    browser
        .wait_for("return document.querySelector('.deck-picture .words-blocks')?.children.length === 12")
        .await;
    browser.wait_for(&format!("{said} === ''")).await;
    write(&browser, 0, "text", &lines(60)).await;
    browser.wait_for(&format!("{said}.startsWith('The last ')")).await;
    let named = browser.text(said).await;
    let named: f64 = named
        .split(' ')
        .find_map(|word| word.parse().ok())
        .expect("a number of lines");
    browser.screenshot("deck-left-out").await;
    // The stage has room for as many lines as the sentence says, give or take one.
    browser.click("#deck-present").await;
    browser.wait_for_element("#slide .words-blocks").await;
    browser.wait_for_frames(3).await;
    let below = "const slide = document.querySelector('#slide .words-slide').getBoundingClientRect();
        const lines = [...document.querySelectorAll('#slide .words-blocks p')];
        return lines.filter(line => line.getBoundingClientRect().bottom > slide.bottom + 1).length";
    let below = browser.number(below).await;
    assert!((below - named).abs() <= 1.0, "{below} {named}");
    browser.close().await;
}

/// A picture is drawn when its slide comes near the window.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_far_below_are_drawn_later() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.visit(&site.url("#/deck?lang=en")).await;
    for slides in 1..=20 {
        browser
            .script("document.querySelector('#deck-add-words').click()")
            .await;
        count(&browser, slides).await;
    }
    browser.reload().await;
    count(&browser, 20).await;
    browser.wait_for_element("[data-place='0'] .stage-picture").await;
    assert!(!browser.has("[data-place='19'] .stage-picture").await);
    browser
        .script("document.querySelector(\"[data-place='19']\").scrollIntoView()")
        .await;
    browser.wait_for_element("[data-place='19'] .stage-picture").await;
    browser.close().await;
}
