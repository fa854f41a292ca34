//! The static pages of lessons and slides: what a crawler without scripts and a link preview read, and the lesson itself
//! for a reader.

use e2e::{Browser, Graphics, Site};

/// Follows the links of documents without running their scripts, from the list of lessons on, and returns what is wrong:
/// a page without its preview, data that cannot be read, or a picture of another size. The last line counts the pages.
const CRAWL: &str = r#"
    const [root, done] = arguments;
    const wrong = [], seen = new Set(), left = [new URL('lessons/', root).href, new URL('zh/lessons/', root).href];
    const pictures = new Set();
    const read = async (address) => {
        const response = await fetch(address);
        if (!response.ok) { wrong.push(`${address}: ${response.status}`); return; }
        // The policy of this page is not for the styles of others.
        const html = (await response.text()).replace(/<style>[^<]*<\/style>/, '');
        const text = new DOMParser().parseFromString(html, 'text/html');
        const of = (name) => text.querySelector(`meta[property='${name}'], meta[name='${name}']`)?.content ?? '';
        const isList = /lessons\/$/.test(address);
        for (const name of ['description', 'og:title', 'og:description', 'og:url', ...(isList ? [] : ['og:image', 'og:image:width', 'og:image:height', 'twitter:card'])])
            if (!of(name).trim()) wrong.push(`${address}: no ${name}`);
        if (new URL(text.querySelector('link[rel=canonical]').getAttribute('href'), address).href !== address) wrong.push(`${address}: canonical`);
        const data = JSON.parse(text.querySelector('script[type="application/ld+json"]').textContent);
        if (data['@type'] !== (isList ? 'Course' : 'LearningResource') || !data.name || data.inLanguage !== text.documentElement.lang) wrong.push(`${address}: data`);
        if (!text.querySelector('h1') || text.body.textContent.trim().length < 40) wrong.push(`${address}: no text`);
        if (!isList) pictures.add(new URL(of('og:image'), address).href);
        for (const link of text.querySelectorAll('a[href]')) {
            const next = new URL(link.getAttribute('href'), address);
            if (next.pathname.includes('/lessons/') && !next.hash && !seen.has(next.href)) { seen.add(next.href); left.push(next.href); }
        }
    };
    (async () => {
        left.forEach(address => seen.add(address));
        while (left.length > 0) await Promise.all(left.splice(0).map(read));
        for (const address of pictures) {
            const picture = await createImageBitmap(await (await fetch(address)).blob());
            if (picture.width !== 1200 || picture.height !== 630) wrong.push(`${address}: ${picture.width} x ${picture.height}`);
        }
        done([...wrong, `${seen.size} pages, ${pictures.size} pictures`].join('\n'));
    })().catch(error => done(`${error}`));
"#;

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_and_slide_is_found_and_previewed_without_scripts() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    // The static pages themselves may ask for nothing.
    browser.visit(&site.url("#/")).await;
    let told = browser.script_of(CRAWL, vec![site.url("").into()]).await.to_string();
    let slides: usize = lessons::LESSONS.iter().map(|lesson| 1 + lesson.slides.len()).sum();
    let pages = 2 * (1 + slides);
    let pictures = lessons::LESSONS.len();
    assert_eq!(told, format!("\"{pages} pages, {pictures} pictures\""));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_sees_the_lesson_itself_at_the_place_of_the_static_page() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (path, language, lesson) in [
        ("lessons/neighbored/", "en", "neighbored"),
        ("zh/lessons/interleaved/2/", "zh-Hans", "interleaved"),
    ] {
        browser.go(&site.url(path)).await;
        browser.wait_for_element("iframe").await;
        browser.enter_frame("iframe").await;
        browser
            .wait_for(&format!(
                "return document.querySelector('#page[data-ready=true]')?.dataset.lesson === '{lesson}'"
            ))
            .await;
        let lang = browser.text("return document.documentElement.lang").await;
        assert_eq!(lang, language);
        browser.leave_frame().await;
    }
    // The address follows the reader to another lesson.
    let away = "document.querySelector('iframe').contentWindow.location.hash = '#/unroll'; return true";
    browser.script(away).await;
    browser
        .wait_for("return location.pathname.endsWith('/') && !location.pathname.includes('lessons') && location.hash.startsWith('#/unroll')")
        .await;
    browser.close().await;
}
