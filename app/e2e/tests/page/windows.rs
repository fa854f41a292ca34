//! Windows of other sizes than a projector's and a phone's: older projectors, tablets, a phone in landscape, an
//! enlarged page.

use e2e::fits::{CUT_WORDS, HEADS};
use e2e::keys::TAB;
use e2e::{Browser, Graphics, Site};

const PHONE: (u32, u32) = (390, 844);

/// A page of 1280 × 720 that is enlarged four times, as WCAG 2.2 asks for: it may scroll, but not sideways.
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

/// Continues `HEADS`: returns all faults, with what the window cuts off, panels that overlap, small targets, and lanes
/// that the player hides at first.
const CUT_OFF: &str = "
    // A phone's `innerWidth` grows with what does not fit.
    const width = document.documentElement.clientWidth;
    const within = (element, name) => {
        if (isShown(element) && (box(element).right > width + 1 || box(element).left < -1)) faults.push('out of the window: ' + name);
    };
    const panels = [...document.querySelectorAll('.panels .panel')];
    if (document.documentElement.scrollWidth > width + 1) faults.push('scrolls sideways');
    document.querySelectorAll('.header > *, .fields > *, .asides > *, .player-line > *').forEach(each => within(each, each.id || each.className));
    panels.forEach(panel => within(panel, panel.className));
    for (const [at, one] of panels.entries()) {
        for (const other of panels.slice(at + 1)) {
            const [a, b] = [box(one), box(other)];
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 1 && high > 1) faults.push(one.className + ' lies over ' + other.className);
        }
    }
    for (const target of document.querySelectorAll('button, select, summary, a.button, a.icon-button, input:not([type=checkbox], [type=radio], [type=file])')) {
        const { width, height } = box(target);
        // Buttons within sentences are as high as the line.
        if (isShown(target) && !target.closest('p') && Math.min(width, height) < 23.5) faults.push(`a target of ${Math.round(width)} × ${Math.round(height)}: ${target.id || target.className}`);
    }
    for (const clipped of document.querySelectorAll('.legend, .lanes-panel .count')) {
        // `scrollWidth` does not count what is cut off at the left.
        const isCut = part => box(part).left < box(clipped).left - 1 || box(part).right > box(clipped).right + 1;
        if (!isShown(clipped)) continue;
        if (clipped.scrollWidth > clipped.clientWidth + 1 || [...clipped.children].some(isCut)) faults.push('cut off: ' + clipped.className);
    }
    // In the playground the text comes first, and neither the projector's letters nor enlarged ones are for a phone.
    const isForPhones = document.documentElement.dataset.theme !== 'projector' && innerHeight > 300;
    const lanes = document.querySelector('.panels:not(.playground) #lanes');
    if (lanes && isForPhones && box(lanes).top + 24 > box(document.querySelector('#player')).top) faults.push('the lanes lie under the player');
    return faults.join('; ');";

/// Returns what has opened over the page and reaches out of the window.
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
            "#/occupancy?panel=occupancy&theme=light&lang=zh-Hans",
        ];
        for (number, hash) in (1..).zip(views) {
            browser.visit(&site.url(hash)).await;
            let place = format!("{width} × {height}, {hash}");
            browser.screenshot(&format!("window-{width}-{height}-{number}")).await;
            let faults = browser.text(&format!("{HEADS}{CUT_OFF}")).await;
            if !faults.is_empty() {
                all.push(format!("{place}: {faults}"));
            }
        }
        browser.close().await;
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// The answer, messages about fields, and a machine's sizes open over the page and stay in its window.
#[tokio::test(flavor = "multi_thread")]
async fn everything_that_opens_over_the_page_stays_in_its_window() {
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
                browser.screenshot(&format!("over-{width}-{theme}-{what}")).await;
                let out = browser.text(OVER).await;
                assert_eq!(out, "", "{what} at {width} × {height}, {theme}");
            }
        }
        browser.close().await;
    }
}

/// Sets the text spacing that readers may ask for (WCAG 2.2, 1.4.12).
const WIDE_TEXT: &str = "
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important } p { margin-bottom: 2em !important }');
    document.adoptedStyleSheets.push(sheet);
    return null";

#[tokio::test(flavor = "multi_thread")]
async fn text_that_is_given_more_room_is_not_cut_off() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let mut all = Vec::new();
    for hash in [
        "#/",
        "#/shared-strided?step=40",
        "#/neighbored?slide=2",
        "#/neighbored?with=reduce_neighbored_less,reduce_interleaved",
        "#/playground",
        "#/lab",
        "#/deck",
        "#/trust",
    ] {
        browser.visit(&site.url(hash)).await;
        browser.script(WIDE_TEXT).await;
        let out = format!("{HEADS} return faults.join('; ');");
        for faults in [browser.text(&out).await, browser.text(CUT_WORDS).await] {
            if !faults.is_empty() {
                all.push(format!("{hash}: {faults}"));
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    browser.close().await;
}

/// Returns which states and legends look alike while the system sets the colours.
const FORCED: &str = "
    const of = (element, part) => { const { backgroundColor, backgroundImage } = getComputedStyle(element, part); return backgroundColor + backgroundImage; };
    const faults = [];
    const bare = of(document.body), nothing = 'rgba(0, 0, 0, 0)none';
    const isPlain = (element, part) => [bare, nothing].includes(of(element, part));
    for (const chosen of document.querySelectorAll('.segments [aria-pressed=true], .strip .button[aria-pressed=true]')) {
        const others = chosen.parentElement.querySelectorAll('button:not([aria-pressed=true])');
        if (isPlain(chosen) || [...others].some(other => of(other) === of(chosen))) faults.push('looks like the others: ' + chosen.textContent);
    }
    const marks = [...document.querySelectorAll('.key')].map(key => [key, null]);
    document.querySelectorAll('.traffic :is(.load, .store), .counter-head').forEach(head => marks.push([head, '::before']));
    for (const [element, part] of marks) {
        if (isPlain(element, part)) faults.push('has no colour: ' + element.className);
    }
    const lit = document.querySelector('.next-line');
    if (getComputedStyle(lit).outlineStyle === 'none') faults.push('the next line is not marked');
    const picture = document.querySelector('#lanes');
    if (of(picture) === nothing) faults.push('a picture on another ground than its own');
    return marks.length > 0 ? faults.join('; ') : 'no marks';";

#[tokio::test(flavor = "multi_thread")]
async fn colours_of_the_reader_s_system_lose_nothing() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for scheme in ["light", "dark"] {
        browser
            .prefer(&[("forced-colors", "active"), ("prefers-color-scheme", scheme)])
            .await;
        // A reader may have chosen the other theme before.
        for theme in ["light", "dark"] {
            for (name, place) in [
                ("lesson", "#/shared-strided?step=40"),
                ("compare", "#/neighbored?with=reduce_neighbored_less&step=40"),
            ] {
                let hash = format!("{place}&theme={theme}&lang=en");
                browser.visit(&site.url(&hash)).await;
                browser.screenshot(&format!("forced-{scheme}-{theme}-{name}")).await;
                assert_eq!(browser.text(FORCED).await, "", "{scheme}, {hash}");
            }
        }
        browser.visit(&site.url("#/playground?lang=en")).await;
        let lit = "const lit = document.querySelector('#editor')?.shadowRoot?.querySelector('.lit-line');
            return lit != null && getComputedStyle(lit).outlineStyle !== 'none'";
        browser.wait_for(lit).await;
    }
    browser.close().await;
}

/// Gives all pictures several sizes, one after another, and waits until they are drawn. Returns the number of drawn
/// pictures.
const SIZES: &str = "
    const done = arguments[arguments.length - 1];
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    const frame = () => new Promise(requestAnimationFrame);
    (async () => {
        let drawn = 0;
        for (const [width, height] of [[1, 1], [4, 300], [300, 4], [40, 40], [120, 12], [12, 120]]) {
            sheet.replaceSync(`canvas { width: ${width}px !important; min-width: 0 !important; height: ${height}px !important; min-height: 0 !important }`);
            for (let frames = 0; frames < 4; frames += 1) await frame();
            drawn += document.querySelectorAll('canvas').length;
        }
        done(drawn);
    })();";

/// However little room there is for a picture, the page goes on.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_of_any_size_are_drawn() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for hash in [
        "#/",
        "#/unroll?block=1024&step=40",
        "#/interleaved?n=4096&panel=lines&step=40",
        "#/shared-strided?n=4096&panel=banks&step=40",
        "#/neighbored?n=4096&panel=tree&step=40",
        "#/latency-hiding?panel=scheduler",
        "#/matrix-add?panel=blocks",
        "#/launch?panel=launch",
        "#/neighbored?n=4096&with=reduce_neighbored_less,reduce_interleaved&step=40",
        "#/playground",
    ] {
        browser.visit(&site.url(hash)).await;
        let drawn = browser.script_of(SIZES, Vec::new()).await;
        assert!(drawn.as_u64() > Some(6), "{hash} has pictures");
        let is_there = "return document.querySelector('#broken')?.offsetParent == null";
        assert_eq!(browser.script(is_there).await, true, "{hash}");
    }
    browser.close().await;
}

/// Returns the focused element if the player covers all of it (WCAG 2.2, 2.4.11); empty otherwise.
const HIDDEN_FOCUS: &str = "
    const player = document.querySelector('#player'), focus = document.activeElement;
    const box = element => element.getBoundingClientRect();
    const isHidden = !player.contains(focus) && box(focus).top >= box(player).top - 1 && box(focus).top < box(player).bottom;
    return isHidden ? (focus.id || focus.className || focus.tagName) : '';";

#[tokio::test(flavor = "multi_thread")]
async fn the_player_never_hides_what_has_the_focus() {
    const TABS: usize = 70;
    let site = Site::start();
    for (width, height) in [PHONE, (900, 700), (844, 390), (667, 375)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        browser.visit(&site.url("#/shared-strided?lang=en")).await;
        browser.wait_for_element("#times").await;
        browser
            .script("document.querySelector('#times-open[aria-expanded=false]')?.click()")
            .await;
        let mut hidden = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..TABS {
            browser.press(TAB).await;
            let focus = browser.text(HIDDEN_FOCUS).await;
            if !focus.is_empty() {
                hidden.push(focus);
            }
            seen.insert(browser.text("return document.activeElement.id").await);
        }
        assert!(hidden.is_empty(), "{width} × {height}: {hidden:?}");
        assert!(seen.contains("open-in-lab"), "{width} × {height}: {seen:?}");
        browser.close().await;
    }
}
