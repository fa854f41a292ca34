//! The list of lessons: its moving picture, doors, paths, search, and the marks of lessons that were walked to their end.

use e2e::keys::END;
use e2e::page::{SCROLLS_SIDEWAYS, SETTLED};
use e2e::{Browser, Graphics, Site};
use lessons::Language;
use lessons::order::CHAPTERS;
use lessons::path::PATHS;

/// The ids of the lessons that are shown.
const SHOWN: &str =
    "return [...document.querySelectorAll('.card')].filter(card => card.getBoundingClientRect().height > 0)
    .map(card => card.dataset.lessonCard).join(' ')";

/// True once both kernels of the moving picture are drawn.
const FILM_DRAWN: &str = "return document.querySelectorAll('#film .film-lanes i[data-state=A]').length > 0";

async fn empty_search(browser: &Browser) {
    browser
        .script("const field = document.querySelector('#find-lesson'); field.value = ''; field.dispatchEvent(new Event('input', { bubbles: true }))")
        .await;
    browser.wait_until_gone("#found").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_has_all_lessons_in_the_order_in_which_they_need_each_other() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/?lang=en")).await;
    browser.wait_for_element("#find-lesson").await;
    let lessons = CHAPTERS.iter().flat_map(|chapter| chapter.lessons());
    let ids: Vec<_> = lessons.map(|lesson| lesson.id).collect();
    assert_eq!(browser.text(SHOWN).await, ids.join(" "));
    // The first screen speaks of CUDA.
    let first = browser.seen(".intro").await;
    assert!(first.contains("CUDA") && !first.contains("shader"), "{first}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_is_answered_with_the_term_and_the_lessons() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/?lang=en")).await;
    browser.wait_for_element("#find-lesson").await;
    let all = browser.text(SHOWN).await;
    // The key goes to the field, and is not typed into it.
    browser.press("/").await;
    browser
        .wait_for("return document.activeElement.id === 'find-lesson'")
        .await;
    assert_eq!(browser.value("#find-lesson").await, "");
    browser.press("coalescing").await;
    browser.wait_for_element("#found-terms").await;
    let term = browser.content("#found-terms").await;
    assert!(term.contains("memory coalescing"), "{term}");
    browser
        .wait_for("return [...document.querySelectorAll('#found .card-sentence mark')].some(mark => mark.innerText === 'coalesced')")
        .await;
    let ids = browser.text(SHOWN).await;
    assert!(ids.split(' ').any(|id| id == "gemv"), "{ids}");
    assert!(ids.len() < all.len(), "{ids}");
    browser.screenshot("list-found").await;
    empty_search(&browser).await;
    assert_eq!(browser.text(SHOWN).await, all);
    // A name of CUDA.
    browser.press("__shfl_down_sync").await;
    browser.wait_for_text("#found-terms", "subgroupShuffleDown").await;
    browser.press("zz").await;
    browser.wait_for_element("#nothing-found").await;
    assert_eq!(browser.text(SHOWN).await, "");
    browser.screenshot("list-nothing-found").await;
    empty_search(&browser).await;
    // An example is a query.
    browser.click(".find-examples button:last-child").await;
    browser.wait_for_text("#found-terms", "bank conflict").await;
    browser.click("#found [data-lesson-card='bank-conflicts']").await;
    browser
        .wait_for_attribute("#page", "data-lesson", "bank-conflicts")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_in_chinese_is_answered() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/?lang=zh-Hans")).await;
    browser.click("#find-lesson").await;
    browser.fill("#find-lesson", "占用率").await;
    browser
        .wait_for(&format!(
            "return (() => {{ {SHOWN} }})().split(' ').includes('occupancy')"
        ))
        .await;
    browser.screenshot("list-found-zh").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_of_two_kernels_moves_pauses_and_stands_still_on_request() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/?lang=en")).await;
    browser.wait_for(FILM_DRAWN).await;
    let stride = browser.attribute("#film", "data-stride").await;
    browser
        .wait_for(&format!(
            "return document.querySelector('#film').dataset.stride !== '{stride}'"
        ))
        .await;
    // A chosen stride stays.
    browser.click("#film .segments button:first-child").await;
    browser.wait_for_attribute("#film", "data-stride", "1").await;
    browser.wait_for_attribute("#film-play", "title", "Play").await;
    let working = "return [...document.querySelectorAll('#film .film-lanes')].map(lanes => lanes.querySelectorAll('[data-state=A]').length).join()";
    assert_eq!(browser.text(working).await, "32,32");
    browser.click("#film .segments button:nth-child(4)").await;
    browser.wait_for_attribute("#film", "data-stride", "8").await;
    assert_eq!(browser.text(working).await, "4,4");
    let times = browser
        .text("return [...document.querySelectorAll('.film-time')].map(time => time.innerText).join()")
        .await;
    assert_eq!(times, "236 µs,133 µs");
    assert!(browser.content(".film-key").await.contains("NVIDIA H200"));
    browser.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    browser.visit(&site.url("#/?lang=zh-Hans")).await;
    browser.wait_for(FILM_DRAWN).await;
    assert_eq!(browser.attribute("#film-play", "title").await, "播放");
    browser.close().await;
}

/// Elements that a reader presses and that are lower than `least` pixels. Links in the middle of a text are left out.
const LOW: &str = "const low = element => element.getBoundingClientRect().height < least;
    const targets = document.querySelectorAll('main :is(button, input, .button, .card, .card-slides, .path li a, .list-foot a)');
    return [...targets].filter(element => element.getClientRects().length && low(element)).map(element => element.outerHTML.slice(0, 80)).join(' ')";

/// Text that is smaller than 12 pixels, and boxes whose words are cut.
const SMALL: &str = "const texts = [...document.querySelectorAll('main *')].filter(element =>
        [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()));
    return texts.filter(element => parseFloat(getComputedStyle(element).fontSize) < 12 || element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
        .map(element => element.outerHTML.slice(0, 80)).join(' ')";

#[tokio::test(flavor = "multi_thread")]
async fn letters_and_targets_are_large_enough_and_nothing_scrolls_sideways() {
    let site = Site::start();
    for (width, height, least) in [(1280, 720, 32), (1024, 768, 32), (500, 844, 44)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (theme, language) in [("light", "en"), ("projector", "en"), ("dark", "zh-Hans")] {
            browser
                .visit(&site.url(&format!("#/?theme={theme}&lang={language}")))
                .await;
            browser.wait_for(FILM_DRAWN).await;
            let low = browser.text(&format!("const least = {least}; {LOW}")).await;
            assert_eq!(low, "", "{width} {theme} {language}");
            assert_eq!(browser.text(SMALL).await, "", "{width} {theme} {language}");
            assert_eq!(
                browser.script(SCROLLS_SIDEWAYS).await,
                false,
                "{width} {theme} {language}"
            );
        }
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_card_has_a_picture_of_its_own() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 6400).await;
    browser.open(&site.url("#/?lang=en")).await;
    let drawn = "return [...document.querySelectorAll('canvas.card-picture')].every(card => card.width > 0
        && card.getContext('2d').getImageData(0, 0, card.width, card.height).data.some(level => level > 0))";
    browser.wait_for(drawn).await;
    let twice = "return [...document.querySelectorAll('.chapter')].flatMap(chapter => {
        const pictures = [...chapter.querySelectorAll('canvas')].map(card => card.toDataURL());
        return pictures.filter((picture, at) => pictures.indexOf(picture) !== at);
    }).length";
    assert_eq!(browser.number(twice).await, 0.0);
    browser.screenshot("list-all").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_opens_its_lessons_and_goes_on_stage() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/?lang=en")).await;
    for path in &PATHS {
        let article = format!("[data-path='{}']", path.id);
        let text = browser.content(&article).await;
        assert!(text.contains(path.title.en), "{text}");
        assert!(text.contains(&format!("about {} min", path.minutes())), "{text}");
        for stop in path.stops() {
            assert!(browser.has(&format!("{article} a[href='#/{}']", stop.lesson.id)).await);
        }
    }
    let path = &PATHS[1];
    browser.click(&format!("[data-on-stage='{}']", path.id)).await;
    browser.wait_for_attribute("#slide", "data-slide", "0").await;
    browser
        .wait_for_text("#slide-number", &format!("1 / {}", path.slides().len()))
        .await;
    browser.wait_for(SETTLED).await;
    browser.screenshot("path-on-stage").await;
    // The link leads to the same slide again.
    browser.click("#slide-next").await;
    browser
        .wait_for_text("#slide-number", &format!("2 / {}", path.slides().len()))
        .await;
    browser
        .wait_for(&format!("return location.hash.includes('r={}&slide=2')", path.id))
        .await;
    browser.reload().await;
    browser
        .wait_for_text("#slide-number", &format!("2 / {}", path.slides().len()))
        .await;
    let (_, slide) = path.slide(1).expect("a slide");
    browser
        .wait_for_text("#slide", &slide.text.get(Language::English)[..20])
        .await;
    // Nothing came into the reader's own deck.
    browser.visit(&site.url("#/deck?lang=en")).await;
    browser.wait_for_attribute("#deck", "data-slides", "0").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_that_was_walked_to_its_end_has_a_mark() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/neighbored?lang=en")).await;
    browser.press(END).await;
    browser
        .wait_for(
            "return document.querySelector('#page').dataset.step === document.querySelector('#page').dataset.steps",
        )
        .await;
    let marked = "return [...document.querySelectorAll('.card')].filter(card => card.querySelector('.walked')).map(card => card.dataset.lessonCard).join(' ')";
    for _ in 0..2 {
        browser.visit(&site.url("#/?lang=en")).await;
        browser.wait_for_element("#find-lesson").await;
        assert_eq!(browser.text(marked).await, "neighbored");
        assert_eq!(browser.count(".walked-stop a[href='#/neighbored']").await, 2);
    }
    browser.close().await;
}
