//! What stands for the page until its program is there: the first step of a lesson as it opens, which can be walked, and the
//! list; then the page, at the same press.

use e2e::{Browser, Graphics, Site};
use serde_json::{Value, json};

/// Holds the rest of the page's program back until it is let through.
const HOLD: &str = "window.letThrough = [];
    const ask = window.fetch;
    window.fetch = (what, ...rest) => /_rest.wasm$/.test(String(what))
        ? new Promise((go) => letThrough.push(go)).then(() => ask(what, ...rest)) : ask(what, ...rest);";

const LET_THROUGH: &str = "letThrough.forEach((go) => go())";

const STANDS: &str = "return performance.getEntriesByName('warpstep-first-step').length > 0";

const GONE: &str = "return document.querySelector('#page')?.dataset.ready === 'true' && !document.querySelector('#poster')";

/// The pictures below an element, as they are.
const PICTURES: &str = "const root = document.querySelector(arguments[0]);
    arguments[1](['lanes', 'array', 'timeline'].map((name) => {
        const canvas = root.querySelector(`#${name}, [data-picture=${name}]`);
        return canvas && [name, canvas.width, canvas.height, canvas.toDataURL()];
    }))";

/// What there is to read and where it stands, but for times, which the page looks for when it is there.
const READ: &str = "const root = document.querySelector(arguments[0]);
    const shown = [...root.querySelectorAll('*')].filter((element) =>
        element.checkVisibility() && !element.closest('.times-panel, #notices, .unseen'));
    arguments[1](shown.filter(({ children, innerText }) => !children.length && innerText?.trim()).map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.innerText.trim(), ...[x, y, width, height].map(Math.round)];
    }))";

const RIGHT: &str = "\u{e014}";

/// A page that was built where there was no browser has none.
fn has_posters() -> bool {
    let page = std::fs::read_to_string(Site::dist().join("index.html"));
    page.is_ok_and(|page| page.contains("warpstep-posters"))
}

async fn of(browser: &Browser, script: &str, root: &str) -> Value {
    browser.script_of(script, vec![json!(root)]).await
}

/// Both show the same; else says which part differs first.
fn assert_same(page: &Value, poster: &Value, what: &str) {
    let (page, poster) = (page.as_array(), poster.as_array());
    let (page, poster) = page.zip(poster).expect("lists");
    if let Some((page, poster)) = page
        .iter()
        .zip(poster)
        .find(|(page, poster)| page != poster)
    {
        let short = |value: &Value| value.to_string().chars().take(300).collect::<String>();
        let (page, poster) = (short(page), short(poster));
        panic!("{what}: the page has {page}, the poster {poster}");
    }
    assert_eq!(page.len(), poster.len(), "{what}");
}

async fn standing(site: &Site, hash: &str) -> Browser {
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(HOLD).await;
    browser.go(&site.url(hash)).await;
    browser.wait_for(STANDS).await;
    browser
}

/// The same pictures, letters and places: what takes the poster's place is not seen to do so.
#[tokio::test(flavor = "multi_thread")]
async fn a_poster_is_the_page_as_it_opens() {
    if !has_posters() {
        return;
    }
    let site = Site::start();
    for hash in [
        "#/neighbored?lang=en",
        "#/neighbored?lang=zh-Hans&theme=dark",
        "#/divergence?lang=en&theme=projector",
        "#/shared-strided?lang=en",
        "#/gemv?lang=zh-Hans",
    ] {
        let browser = standing(&site, hash).await;
        let (pictures, read) = (
            of(&browser, PICTURES, "#poster").await,
            of(&browser, READ, "#poster").await,
        );
        browser.screenshot(&format!("poster-{}", &hash[2..])).await;
        browser.script(LET_THROUGH).await;
        browser.wait_for(GONE).await;
        assert_same(&of(&browser, READ, "#page").await, &read, hash);
        assert_same(&of(&browser, PICTURES, "#page").await, &pictures, hash);
        browser.screenshot(&format!("page-{}", &hash[2..])).await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poster_walks_and_the_page_goes_on_from_there() {
    if !has_posters() {
        return;
    }
    let site = Site::start();
    for hash in ["#/neighbored?lang=en", "#/shared-modulo?lang=zh-Hans"] {
        let browser = standing(&site, hash).await;
        let first = of(&browser, PICTURES, "#poster").await;
        // By key, and by the player's button.
        browser.press(RIGHT).await;
        let place = "const { x, y, width, height } = document.querySelector('#poster [data-next]').getBoundingClientRect();
            return [x + width / 2, y + height / 2]";
        let place = browser.script(place).await;
        let at = |index: usize| place[index].as_f64().expect("a place");
        for does in ["mousePressed", "mouseReleased"] {
            browser.mouse(does, at(0), at(1)).await;
        }
        let (pictures, read) = (
            of(&browser, PICTURES, "#poster").await,
            of(&browser, READ, "#poster").await,
        );
        assert_ne!(pictures, first, "{hash}");
        browser.script(LET_THROUGH).await;
        browser.wait_for(GONE).await;
        let step = browser.attribute("#page", "data-step").await;
        assert_ne!(step, "0", "{hash}");
        assert_same(&of(&browser, READ, "#page").await, &read, hash);
        assert_same(&of(&browser, PICTURES, "#page").await, &pictures, hash);
        browser.close().await;
    }
}

/// What a poster cannot answer is not lost.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_pressed_and_clicked_before_the_page_is_there_reaches_it() {
    if !has_posters() {
        return;
    }
    let site = Site::start();
    let browser = standing(&site, "#/neighbored?lang=en").await;
    for _ in 0..7 {
        browser.press(RIGHT).await;
    }
    browser.press("?").await;
    browser.script(LET_THROUGH).await;
    browser.wait_for(GONE).await;
    browser
        .wait_for_element("[aria-labelledby=help-title]")
        .await;
    browser.press("\u{e00c}").await;
    let walked = browser.attribute("#page", "data-step").await;
    browser.close().await;

    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored?lang=en")).await;
    for _ in 0..7 {
        let step = browser.attribute("#page", "data-step").await;
        browser.press(RIGHT).await;
        browser.wait_for_step_after(&step).await;
    }
    assert_eq!(browser.attribute("#page", "data-step").await, walked);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_is_clicked_on_the_list_before_the_page_is_there_opens() {
    if !has_posters() {
        return;
    }
    let site = Site::start();
    let browser = standing(&site, "#/?lang=en").await;
    browser.screenshot("poster-list").await;
    let place = "const { x, y } = document.querySelector('#poster .card h3').getBoundingClientRect(); return [x + 5, y + 5]";
    let place = browser.script(place).await;
    let at = |index: usize| place[index].as_f64().expect("a place");
    for does in ["mousePressed", "mouseReleased"] {
        browser.mouse(does, at(0), at(1)).await;
    }
    browser.script(LET_THROUGH).await;
    browser.wait_for_element("#page[data-lesson]").await;
    browser.close().await;
}

/// Whatever of a poster does not come: the page does.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_poster_does_not_come_opens_without() {
    if !has_posters() {
        return;
    }
    let site = Site::start();
    for missing in ["neighbored-en", "neighbored"] {
        let browser = Browser::start(Graphics::None).await;
        let refuse = format!(
            "const ask = window.fetch; window.refused = 0;
            window.fetch = (what, ...rest) => String(what).includes('-{missing}.txt') && String(what).includes('/poster-')
                ? (refused++, Promise.reject(new TypeError('Failed to fetch'))) : ask(what, ...rest);"
        );
        browser.before_page(&refuse).await;
        browser.go(&site.url("#/neighbored?lang=en")).await;
        browser.wait_for(GONE).await;
        assert_eq!(browser.script("return refused").await, 1, "{missing}");
        browser.press(RIGHT).await;
        browser.wait_for_step_after("0").await;
        browser.close().await;
    }
}

/// A link that shows something else than the lesson as it opens has no poster.
#[tokio::test(flavor = "multi_thread")]
async fn links_to_another_picture_have_no_poster() {
    if !has_posters() {
        return;
    }
    let site = Site::start();
    for link in [
        "#/neighbored?step=9",
        "#/neighbored?n=512&block=64",
        "#/trust",
    ] {
        let browser = Browser::start(Graphics::None).await;
        browser.open(&site.url(link)).await;
        let asked = "return performance.getEntriesByType('resource').filter(({ name }) => name.includes('/poster-')).length";
        assert_eq!(browser.script(asked).await, 0, "{link}");
        browser.close().await;
    }
}
