//! Links to decks and files of decks: they open for another reader, and those that are broken or hostile are refused.

use crate::deck::{compose, count, does, take, texts};
use e2e::keys::RIGHT;
use e2e::page::{COLLECT_FILES, SLIDE};
use e2e::typing::open_file;
use e2e::{Browser, Graphics, Site};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_goes_through_a_file_and_a_link() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_FILES).await;
    compose(&browser, &site).await;
    let composed = texts(&browser).await;
    browser.click("#deck-save").await;
    browser.wait_for("return window.saved.length === 1").await;
    let file = browser.text("return window.saved[0]").await;
    browser.click("#deck-share").await;
    browser.wait_for_element("#deck-link-edit").await;
    let link = browser.value("#deck-link-edit").await;
    assert!(link.contains("#/deck?d=") && link.len() < 1200, "{link}");
    browser.close().await;
    // Another reader's deck is replaced by the one from the link, and can be restored.
    let other = Browser::start(Graphics::None).await;
    take(&other, &site, "#/unroll?lang=en").await;
    other.open(&link).await;
    count(&other, 2).await;
    assert_eq!(texts(&other).await, composed);
    assert_eq!(other.value("#deck-title").await, "My hour");
    other.screenshot("deck-from-link").await;
    other.click("[data-deck-before]").await;
    count(&other, 1).await;
    open_file(&other, "#deck-file", "deck.json", &file).await;
    count(&other, 2).await;
    assert_eq!(texts(&other).await, composed);
    other.reload().await;
    count(&other, 2).await;
    other.close().await;
}

/// Returns the letters of a link with a text, as the page compresses it.
pub(crate) async fn pack(browser: &Browser, text: &str, times: usize) -> String {
    let pack = "const [text, times, done] = arguments; const blob = new Blob(Array(times).fill(text));
        new Response(blob.stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer().then(buffer => {
            let binary = ''; for (const byte of new Uint8Array(buffer)) binary += String.fromCharCode(byte);
            done(btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')); });";
    let packed = browser.script_of(pack, vec![json!(text), json!(times)]).await;
    packed.as_str().expect("text").to_owned()
}

/// Each hostile deck gets a message, and the present deck stays.
#[tokio::test(flavor = "multi_thread")]
async fn hostile_decks_get_a_sentence() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    take(&browser, &site, "#/neighbored?slide=1&lang=en").await;
    browser.open(&site.url("#/deck?lang=en")).await;
    count(&browser, 1).await;
    let packed = async |text: &str, times: usize| pack(&browser, text, times).await;
    let slide = |show: &str| {
        format!(
            "{{\"format\":\"warpstep-deck\",\"version\":1,\"slides\":[{{\"show\":\"{show}\",\"from\":0,\"to\":0}}]}}"
        )
    };
    let bomb = packed(&" ".repeat(1 << 16), 320).await;
    assert!(bomb.len() < 30_000, "{} letters unpack to 20 MB", bomb.len());
    let whole = packed(&slide("neighbored"), 1).await;
    let links = [
        ("@@@".to_owned(), "damaged"),
        (whole[..whole.len() / 2].to_owned(), "damaged"),
        ("A".repeat(40_000), "too large: a deck has at most"),
        (bomb, "too large: a deck has at most"),
        (packed("{}", 1).await, "is not a deck"),
        (
            packed(&slide("</script><script>alert(1)</script>"), 1).await,
            "a lesson “</script><script>alert(1…” that does not exist",
        ),
        (
            packed(&slide("neighbored?kernel=cudaMemcpy"), 1).await,
            "a kernel “cudaMemcpy” that its lesson does not have",
        ),
    ];
    for (link, said) in links {
        let short: String = link.chars().take(60).collect();
        browser
            .script("for (const notice of [...document.querySelectorAll('#notices .button.quiet')]) notice.click()")
            .await;
        browser.open(&site.url(&format!("#/deck?lang=en&d={link}"))).await;
        browser.wait_for_text("#notices", said).await;
        count(&browser, 1).await;
        let text = browser.text("return location.hash").await;
        assert!(text.len() < 40_100, "{short}");
    }
    open_file(&browser, "#deck-file", "photo.json", "\u{fffd}JFIF").await;
    browser
        .wait_for("return document.querySelector('#notices').innerText.includes('“photo.json” was not opened.')")
        .await;
    open_file(&browser, "#deck-file", "old.json", &slide("vanished-lesson")).await;
    let reason = "Slide 1 shows a lesson “vanished-lesson” that does not exist.";
    browser.wait_for_text("#notices", reason).await;
    count(&browser, 1).await;
    assert!(!browser.has("#broken").await);
    // A slide number beyond the last one shows the last slide.
    browser.open(&site.url("#/deck?slide=99&lang=en")).await;
    browser.wait_for_attribute("#slide", "data-slide", "0").await;
    browser.close().await;
}

/// The link to read shows the slides without notes and without an editor, keeps its place, and leaves the reader's own
/// deck alone. Its QR code holds it.
#[tokio::test(flavor = "multi_thread")]
async fn a_deck_is_shared_to_read() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    compose(&browser, &site).await;
    browser.click("#deck-share").await;
    browser.wait_for_element("#deck-code").await;
    let link = browser.value("#deck-link-read").await;
    let modules = browser.attribute("#deck-code", "data-modules").await;
    let code = model::deck::QrCode::new(&link).expect("a short deck");
    assert_eq!(modules, code.size.to_string());
    browser.screenshot("deck-shared").await;
    browser.close().await;
    let reader = Browser::start(Graphics::None).await;
    take(&reader, &site, "#/unroll?lang=en").await;
    reader.open(&format!("{link}&lang=en")).await;
    reader.wait_for_element("#slide").await;
    reader.wait_until_idle().await;
    assert_eq!(reader.text(SLIDE).await, "0");
    assert_eq!(reader.seen("#question").await, "My hour");
    assert!(!reader.has("#deck, #notes-toggle").await);
    // The place stays in the address, and a reload returns to it.
    reader.press("\u{e00a}\u{e014}\u{e000}").await;
    reader.wait_for_attribute("#slide", "data-slide", "1").await;
    reader.wait_until_idle().await;
    reader.wait_for("return location.hash.includes('slide=2')").await;
    reader.reload().await;
    reader.wait_for_attribute("#slide", "data-slide", "1").await;
    reader.wait_until_idle().await;
    // From each slide to the lesson, at the step that is shown.
    reader.press(RIGHT).await;
    reader.wait_for_frames(2).await;
    let step = reader.attribute("#page", "data-step").await;
    reader.click("#walk").await;
    reader.wait_until_gone("#slide").await;
    reader.wait_until_idle().await;
    assert_eq!(reader.attribute("#page", "data-lesson").await, "interleaved");
    assert_eq!(reader.attribute("#page", "data-step").await, step);
    // The reader's own deck is as it was.
    reader.open(&site.url("#/deck?lang=en")).await;
    count(&reader, 1).await;
    reader.close().await;
}

/// Returns a link to edit the present deck with this title.
async fn link_with_title(browser: &Browser, title: &str) -> String {
    browser
        .script(&format!(
            "const t = document.querySelector('#deck-title'); t.value = {title:?}; t.dispatchEvent(new Event('input'))"
        ))
        .await;
    browser.click("#deck-share").await;
    browser.wait_for_element("#deck-link-edit").await;
    browser.value("#deck-link-edit").await
}

/// Links replace what is shown, but nothing that the reader has made.
#[tokio::test(flavor = "multi_thread")]
async fn links_leave_the_readers_own_decks() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    compose(&browser, &site).await;
    let mut links = Vec::new();
    for title in ["Link one", "Link two", "Link three"] {
        links.push(link_with_title(&browser, title).await);
    }
    link_with_title(&browser, "Mine").await;
    let shows = async |title: &str| browser.wait_for_value("#deck-title", title).await;
    let is_stored = async |title: &str| {
        browser
            .wait_for(&format!(
                "return (localStorage.getItem('warpstep.deck') ?? '').includes('{title}')"
            ))
            .await;
    };
    browser.visit(&links[0]).await;
    shows("Link one").await;
    is_stored("Link one").await;
    browser.visit(&links[1]).await;
    shows("Link two").await;
    is_stored("Link two").await;
    browser.wait_for_count("[data-deck-before]", "=== 1").await;
    browser.wait_for_text("#deck", "“Mine”").await;
    // A deck of a link that the reader changes is the reader's own.
    does(&browser, 0, "copy").await;
    count(&browser, 3).await;
    browser.visit(&links[2]).await;
    shows("Link three").await;
    is_stored("Link three").await;
    browser.reload().await;
    shows("Link three").await;
    browser.wait_for_count("[data-deck-before]", "=== 2").await;
    browser.screenshot("deck-before").await;
    browser.click("[data-deck-before='1']").await;
    shows("Mine").await;
    is_stored("Mine").await;
    browser.wait_for_count("[data-deck-before]", "=== 1").await;
    browser.wait_for_text("#deck", "“Link two” (3 slides)").await;
    browser.close().await;
}

/// Links and stored decks from before slides of words open as they did: version 1 of the file, with runs alone.
#[tokio::test(flavor = "multi_thread")]
async fn links_of_the_last_version_open_as_before() {
    const LETTERS: &str = "bY_BTsMwEETv_YqVDzkV1LRRVJAsxJ0jEgdAyE22jRXHjuxNTVX139k4iIDKZaWZWY_3nRcAYu98p0jcg4jK94Gwv6mxasVyDI_og3aW0zxp0mRw3H1SgeCEyk97wegaAwevrADOaY5-4-K4blEfmp3zWD9YmZebbZHtjKtaWRbZwSttZSDPFRnhJ8lqqFXqTR177zru2PwY5FiWs-Qn4x-PBFMJbIGiA6MsBojOt7dzmXWU7hQvStMvv9N2mJIiWZfl_yDaEnqD6sgkUVMjGWmo8GMGzKwsVnflN1--3mY9H2Kk0XzOFdXqL9X6iuqZSaI6hTdLDlRdi-k8nu-Lyxc";
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url(&format!("#/deck?d={LETTERS}&lang=en"))).await;
    count(&browser, 2).await;
    let slides = "return [...document.querySelectorAll('[data-place]')].map(slide => [...slide.querySelectorAll('input[type=text], textarea')].map(field => field.value))";
    assert_eq!(
        browser.script(slides).await,
        json!([
            ["3", "6", "4", "At stride 8 two lanes work.", "Wait."],
            ["0", "2", "", "Two ways\nto add", ""]
        ])
    );
    assert_eq!(browser.value("#deck-title").await, "Last year");
    browser
        .visit(&site.url(&format!("#/deck?r={LETTERS}&slide=1&step=34&lang=en")))
        .await;
    browser.wait_for_element("#slide").await;
    browser.wait_until_idle().await;
    browser.wait_for_attribute("#page", "data-step", "34").await;
    assert_eq!(
        browser.seen("#slide .slide-text p").await,
        "At stride 8 two lanes work."
    );
    assert_eq!(browser.attribute("#code-cuda", "aria-pressed").await, "true");
    browser.close().await;
}

/// A deck that somebody has shared is not called the reader's own.
#[tokio::test(flavor = "multi_thread")]
async fn shared_slides_have_their_own_title() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    take(&browser, &site, "#/neighbored?slide=2&lang=en").await;
    browser.open(&site.url("#/deck?lang=en")).await;
    count(&browser, 1).await;
    browser.click("#deck-share").await;
    browser.wait_for_element("#deck-link-read").await;
    let link = browser.value("#deck-link-read").await;
    browser.visit(&format!("{link}&lang=en")).await;
    browser.wait_for_element("#slide").await;
    assert_eq!(browser.seen("#question").await, "Shared slides");
    assert!(!browser.text("return document.title").await.contains("My deck"));
    browser.close().await;
}
