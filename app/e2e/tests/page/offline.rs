//! The page works without a network and across versions, and refuses foreign code.

use e2e::offline::{is_host_reached, wait_until_stored};
use e2e::{Browser, Edition, Graphics, Site};
use lessons::LESSONS;
use std::sync::{Arc, Mutex};

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_opens_without_a_network() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    wait_until_stored(&browser).await;
    let address = |hash: &str| site.url(hash);
    let lessons: Vec<(String, &str)> = LESSONS
        .iter()
        .map(|lesson| (address(&format!("#/{}", lesson.id)), lesson.id))
        .collect();
    drop(site);
    assert!(!is_host_reached(&browser).await);
    for (index, (address, lesson)) in lessons.iter().enumerate() {
        // Every eighth lesson loads the page anew; the others open by a link within the page.
        if index % 8 == 0 {
            browser.visit(address).await;
        } else {
            browser.script(&format!("location.hash = '#/{lesson}'")).await;
        }
        browser
            .wait_for(&format!("const page = document.querySelector('#page').dataset; return page.lesson === '{lesson}' && page.ready === 'true' && page.busy === 'false'"))
            .await;
    }
    browser.reload().await;
    // The failed requests are errors on the console.
    browser.discard();
}

/// Two seconds are the page's own pause before it stores itself: a timer that begins later ends later.
#[tokio::test(flavor = "multi_thread")]
async fn a_reader_who_saves_data_gets_no_copy_before_using_the_page() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .before_page("Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });")
        .await;
    browser.open(&site.url("#/neighbored")).await;
    let registered = "
        const done = arguments[arguments.length - 1];
        setTimeout(() => navigator.serviceWorker.getRegistration().then((found) => done(found !== undefined)), 2000);
    ";
    assert_eq!(browser.script_of(registered, Vec::new()).await, false);
    browser.press("→").await;
    wait_until_stored(&browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_version_waits_until_it_is_asked_for() {
    let edition = Arc::new(Mutex::new(Edition::Built));
    let become_edition = |next| *edition.lock().expect("no panic while it is locked") = next;
    let site = Site::of_edition(Arc::clone(&edition));
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored")).await;
    wait_until_stored(&browser).await;
    browser.reload().await;
    let update = "const done = arguments[arguments.length - 1]; navigator.serviceWorker.getRegistration().then(it => it.update()).then(() => done('updated'), () => done('refused'))";
    let edition_shown = "return document.documentElement.dataset.edition ?? 'built'";

    // A mixture of two versions is refused, and the page keeps its own version.
    become_edition(Edition::Halfway);
    browser.script_of(update, Vec::new()).await;
    let nothing_waits = "const done = arguments[arguments.length - 1]; navigator.serviceWorker.getRegistration().then(it => { const look = () => it.installing ? it.installing.addEventListener('statechange', look) : done(it.waiting === null); look(); })";
    assert_eq!(browser.script_of(nothing_waits, Vec::new()).await, true);
    browser.reload().await;
    assert_eq!(browser.text(edition_shown).await, "built");

    become_edition(Edition::Next);
    browser.script_of(update, Vec::new()).await;
    browser.wait_for_element("#new-version").await;
    browser.screenshot("new-version").await;
    // The page keeps its version until the reader asks for the new one, however often it is loaded.
    browser.reload().await;
    assert_eq!(browser.text(edition_shown).await, "built");
    browser.wait_for_element("#new-version").await;
    browser.click("#new-version").await;
    browser
        .wait_for("return document.documentElement.dataset.edition === 'next' && document.querySelector('#page')?.dataset.ready === 'true'")
        .await;
    assert_eq!(browser.attribute("#page", "data-lesson").await, "neighbored");
    browser.discard();
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_code_does_not_run_and_no_other_host_is_asked() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored")).await;
    browser.open(&site.url("#/trust")).await;
    browser.open(&site.url("#/lab")).await;
    let foreign = "return performance.getEntriesByType('resource').map(({ name }) => name).filter(name => new URL(name, location).origin !== location.origin).join(' ')";
    assert_eq!(browser.text(foreign).await, "");
    assert_eq!(browser.console().await, "");
    // The content security policy is in force: the browser refuses foreign scripts, requests and pictures.
    let violations = "
        const done = arguments[arguments.length - 1];
        const seen = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            seen.push(effectiveDirective);
            if (seen.length === 3) done(seen.sort().join(' ') + ' ' + (window.foreign ?? 'nothing ran'));
        });
        const script = document.createElement('script');
        script.textContent = 'window.foreign = 1';
        document.body.append(script);
        fetch('https://example.org/').catch(() => {});
        const picture = new Image();
        picture.src = 'https://example.org/picture.png';
    ";
    let seen = browser.script_of(violations, Vec::new()).await;
    assert_eq!(seen, "connect-src img-src script-src-elem nothing ran");
    browser.discard();
}
