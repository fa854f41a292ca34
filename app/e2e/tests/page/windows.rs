//! Windows that are neither a projector of today nor a phone held upright: older projectors, tablets, a phone on its side.

use e2e::{Browser, Graphics, Site};

const PHONE: (u32, u32) = (390, 844);

/// A page of 1280 × 720 that is enlarged to four times its size, as WCAG 2.2 asks for: it scrolls, but not sideways.
const ENLARGED: (u32, u32) = (320, 180);

const WINDOWS: [(u32, u32); 8] = [
    (1024, 768),
    (1024, 600),
    (1180, 820),
    (768, 1024),
    (844, 390),
    (667, 375),
    PHONE,
    ENLARGED,
];

/// What is cut off by the window or by its panel, and a picture that the player hides from the start.
const CUT_OFF: &str = "
    // A phone's `innerWidth` grows with what does not fit.
    const width = document.documentElement.clientWidth;
    const box = element => element.getBoundingClientRect(), faults = [];
    const isShown = element => box(element).width > 0 && !element.closest('.unseen');
    const within = (element, name) => {
        if (isShown(element) && (box(element).right > width + 1 || box(element).left < -1)) faults.push('out of the window: ' + name);
    };
    const panels = [...document.querySelectorAll('.stage .panel')];
    if (document.documentElement.scrollWidth > width + 1) faults.push('scrolls sideways');
    document.querySelectorAll('.header > *, .fields > *, .asides > *, .player-line > *').forEach(each => within(each, each.id || each.className));
    for (const panel of panels) {
        within(panel, panel.className);
        for (const part of panel.querySelectorAll(':scope > h2 > *')) {
            if (isShown(part) && box(part).right > box(panel).right) faults.push('out of its panel: ' + panel.className + ', ' + (part.id || part.className));
        }
    }
    for (const [at, one] of panels.entries()) {
        for (const other of panels.slice(at + 1)) {
            const [a, b] = [box(one), box(other)];
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 1 && high > 1) faults.push(one.className + ' lies over ' + other.className);
        }
    }
    for (const clipped of document.querySelectorAll('.legend, .lanes-panel .count')) {
        // What is cut off at its left does not count as scrolled.
        const isCut = part => box(part).left < box(clipped).left - 1 || box(part).right > box(clipped).right + 1;
        if (!isShown(clipped)) continue;
        if (clipped.scrollWidth > clipped.clientWidth + 1 || [...clipped.children].some(isCut)) faults.push('cut off: ' + clipped.className);
    }
    // In the playground the text comes first, and neither the projector's letters nor enlarged ones are for a phone.
    const isForPhones = document.documentElement.dataset.theme !== 'projector' && innerHeight > 300;
    const lanes = document.querySelector('.stage:not(.playground) #lanes');
    if (lanes && isForPhones && box(lanes).top + 24 > box(document.querySelector('#player')).top) faults.push('the lanes lie under the player');
    return faults.join('; ');";

/// What has opened over the page, and does not lie in its window.
const OVER: &str = "
    const over = [...document.querySelectorAll('.note, .field-error, .sizes')].filter(each => each.textContent);
    const out = over.filter(each => { const { left, right } = each.getBoundingClientRect(); return left < 0 || right > document.documentElement.clientWidth; });
    return over.length === 0 ? 'nothing is open' : out.map(each => each.className).join();";

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_cut_off_in_any_window() {
    let site = Site::start();
    let mut all = Vec::new();
    for (width, height) in WINDOWS {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        let views = [
            "#/shared-strided?theme=light&lang=en",
            "#/shared-strided?theme=projector&lang=zh-Hans",
            "#/predication?theme=projector&lang=en",
            "#/unroll?block=1024&theme=dark&lang=en",
            "#/playground?theme=light&lang=zh-Hans",
            "#/lab?theme=projector&lang=en",
        ];
        for (number, hash) in (1..).zip(views) {
            browser.visit(&site.url(hash)).await;
            let place = format!("{width} × {height}, {hash}");
            browser
                .screenshot(&format!("window-{width}-{height}-{number}"))
                .await;
            let faults = browser.text(CUT_OFF).await;
            if !faults.is_empty() {
                all.push(format!("{place}: {faults}"));
            }
        }
        browser.close().await;
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// The answer, what is wrong with a number, and a machine's sizes.
#[tokio::test(flavor = "multi_thread")]
async fn what_opens_over_the_page_lies_in_its_window() {
    let site = Site::start();
    for (width, height) in [PHONE, (768, 1024), (1024, 768)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for theme in ["light", "projector"] {
            let lesson = site.url(&format!("#/predication?theme={theme}&lang=en"));
            for (what, id, text) in [
                ("answer", "#answer", None),
                ("sizes", "#machine-sizes", None),
                ("n", "#n", Some("a lot")),
                ("block", "#block", Some("33")),
                ("picture", "#picture", Some("999999999")),
            ] {
                browser.visit(&lesson).await;
                match text {
                    Some(text) => browser.fill(id, text).await,
                    None => browser.click(id).await,
                }
                browser
                    .wait_for("return [...document.querySelectorAll('.note, .field-error, .sizes')].some(each => each.textContent)")
                    .await;
                browser
                    .screenshot(&format!("over-{width}-{theme}-{what}"))
                    .await;
                let out = browser.text(OVER).await;
                assert_eq!(out, "", "{what} at {width} × {height}, {theme}");
            }
        }
        browser.close().await;
    }
}
