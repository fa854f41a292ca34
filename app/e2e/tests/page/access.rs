//! Accessibility: axe finds no violation of WCAG 2.2 AA in any view, in any theme and either language. A short run
//! opens each view once in each language.

use e2e::keys::{HOME, RIGHT, TAB};
use e2e::page::SETTLED;
use e2e::{Browser, Graphics, Site, is_full_run};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

/// A view: its name, its address, the keys to press or the elements to click, and a script that is true once it is
/// shown.
type Case = (&'static str, &'static str, &'static [&'static str], &'static str);

/// True once the editor is loaded and its text has run.
const WRITTEN: &str = "return document.querySelector('#editor[data-loaded=true]')?.shadowRoot?.querySelector('.cm-content') != null && document.querySelector('#messages').dataset.state === 'ran'";

const PLAYGROUND: &[Case] = &[
    ("playground", "#/playground?", &[], WRITTEN),
    (
        "playground's counters",
        "#/playground?",
        &["[data-side-tab=counters]"],
        WRITTEN,
    ),
    (
        "playground's buffers",
        "#/playground?",
        &["[data-side-tab=buffers]"],
        WRITTEN,
    ),
    ("playground's GPU", "#/playground?", &["[data-side-tab=gpu]"], WRITTEN),
];

const LISTS: &[Case] = &[
    ("list", "#/?", &[], SETTLED),
    (
        "list found",
        "#/?",
        &["#find-lesson", "coalescing"],
        "return document.querySelector('#found .card') !== null",
    ),
    ("trust", "#/trust?", &[], SETTLED),
    (
        "lab",
        "#/lab?kernels=reduce_neighbored,reduce_unroll8&n=2^10..2^14&block=64",
        &[],
        SETTLED,
    ),
    ("lab table", "#/lab?experiment=table", &[], SETTLED),
    ("board", "#/board?", &[], SETTLED),
    ("deck", "#/deck?", &[], SETTLED),
    (
        "glossary",
        "#/?",
        &["d"],
        "return document.querySelector('#glossary') !== null",
    ),
    (
        "help",
        "#/?",
        &["?"],
        "return document.querySelector('[role=dialog]') !== null",
    ),
];

const LESSONS: &[Case] = &[
    ("lesson", "#/neighbored?n=4096&step=40", &[], SETTLED),
    ("wide", "#/neighbored?n=4096&block=1024&step=40", &[], SETTLED),
    ("lines", "#/interleaved?n=4096&panel=lines&step=40", &[], SETTLED),
    ("banks", "#/shared-strided?n=4096&panel=banks&step=40", &[], SETTLED),
    ("tree", "#/neighbored?n=4096&panel=tree&step=40", &[], SETTLED),
    ("slide", "#/neighbored?slide=1", &[], SETTLED),
    (
        "compare",
        "#/neighbored?n=4096&with=reduce_neighbored_less,reduce_interleaved",
        &[],
        SETTLED,
    ),
    (
        "compare by cycle",
        "#/neighbored?n=1024&block=128&with=reduce_neighbored_less&cycle=40",
        &[],
        "return document.querySelector('#cycle') !== null",
    ),
    ("occupancy", "#/occupancy?panel=occupancy", &[], SETTLED),
    ("multiprocessors", "#/waves?panel=multiprocessors", &[], SETTLED),
    ("scheduler", "#/latency-hiding?panel=scheduler", &[], SETTLED),
    ("formulas", "#/formulas?panel=formulas", &[], SETTLED),
    ("blocks", "#/matrix-add?panel=blocks", &[], SETTLED),
    ("launch", "#/launch?panel=launch", &[], SETTLED),
    (
        "times",
        "#/neighbored?",
        &["#enlarge"],
        "return document.querySelector('[role=dialog]') !== null",
    ),
    (
        "why",
        "#/neighbored?",
        &["#counters [data-why]"],
        "return document.querySelector('#why') !== null",
    ),
    (
        "sizes",
        "#/neighbored?",
        &["#machine-sizes"],
        "return document.querySelector('#machine-sizes[aria-expanded=true]') !== null",
    ),
    (
        "tip",
        "#/neighbored?",
        &["#lanes"],
        "return document.querySelector('.tip') !== null",
    ),
    (
        "overview",
        "#/neighbored?slide=1",
        &["o"],
        "return document.querySelector('[role=dialog]') !== null",
    ),
    (
        "presenting",
        "#/neighbored?slide=1",
        &["#on-stage"],
        "return document.querySelector('.presenting') !== null",
    ),
    (
        "go to",
        "#/neighbored?slide=1",
        &["g"],
        "return document.querySelector('[role=dialog]') !== null",
    ),
    (
        "predict",
        "#/neighbored?",
        &["m"],
        "return document.querySelector('#predict-bar') !== null",
    ),
    (
        "tables",
        "#/neighbored?n=4096&step=40",
        &["#tables"],
        "return document.querySelectorAll('.picture-table').length === 2",
    ),
    (
        "answer",
        "#/neighbored?",
        &["#answer"],
        "return document.querySelector('#lesson-note') !== null",
    ),
];

const EXPORTS: &[Case] = &[
    (
        "take home",
        "#/neighbored?n=4096&step=40",
        &["#take-home"],
        "return document.querySelector('#take-preview') !== null",
    ),
    (
        "animation",
        "#/neighbored?n=4096&step=40",
        &["#take-home", "[data-take-tab=animation]"],
        "return document.querySelector('#take-plan') !== null",
    ),
    (
        "trace",
        "#/neighbored?n=4096&step=40",
        &["#take-home", "[data-take-tab=trace]"],
        "return document.querySelector('#take-trace-size') !== null",
    ),
    (
        "for other pages",
        "#/neighbored?n=4096&step=40",
        &["#take-home", "[data-take-tab=frame]"],
        "return document.querySelector('#take-frame') !== null",
    ),
    ("frame", "#/neighbored?n=4096&step=40&embed=1", &[], SETTLED),
    (
        "frame of columns",
        "#/neighbored?n=4096&with=reduce_neighbored_less,reduce_interleaved&embed=1",
        &[],
        SETTLED,
    ),
];

/// Views that a phone shows in one column, or scrolls.
const NARROW: &[Case] = &[
    ("list", "#/?", &[], SETTLED),
    (
        "list found",
        "#/?",
        &["#find-lesson", "coalescing"],
        "return document.querySelector('#found .card') !== null",
    ),
    ("lesson", "#/shared-strided?step=40", &[], SETTLED),
    (
        "why",
        "#/neighbored?",
        &["under the player: #counters [data-why]"],
        "return document.querySelector('#why') !== null",
    ),
    (
        "compare",
        "#/neighbored?n=4096&with=reduce_neighbored_less",
        &[],
        SETTLED,
    ),
    ("slide", "#/neighbored?slide=1", &[], SETTLED),
    ("lab", "#/lab?", &[], SETTLED),
    ("lab table", "#/lab?experiment=table", &[], SETTLED),
];

/// axe-core 4.14.1, <https://github.com/dequelabs/axe-core>, under the Mozilla Public License 2.0.
const LIBRARY: &str = include_str!("../../vendor/axe-core/axe.min.js");

/// Returns the violations of these rules or tags that axe finds: the rule, the element and the reason.
const AXE: &str = "
    const [runOnly, done] = arguments;
    const of = ({ id, nodes }) => nodes.map(({ html, any, all }) => `${id}: ${html.slice(0, 200)} ${[...any, ...all][0]?.message ?? ''}`);
    axe.run(document, { runOnly, resultTypes: ['violations'] }).then(
        ({ violations }) => done(violations.flatMap(of)),
        error => done([String(error)]),
    );
";

/// The rules of WCAG 2.2 AA, and good practice.
const EVERYTHING: &[&str] = &["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/// The only rules that depend on the theme: a theme has colours and sizes, and no other elements.
const OF_THE_THEME: &[&str] = &["color-contrast", "target-size"];

/// True once no colour is on its way from one theme to the other.
const COLOURS_CHANGED: &str = "return !document.getAnimations().some(animation => animation instanceof CSSTransition)";

/// A visit: the language and the theme that the page opens in, and the themes that it is switched to.
type Visit = (&'static str, &'static str, &'static [&'static str]);

/// Every theme and both languages. A full run opens every pair of them.
fn visits() -> &'static [Visit] {
    if is_full_run() {
        &[
            ("en", "light", &[]),
            ("en", "dark", &[]),
            ("en", "projector", &[]),
            ("zh-Hans", "light", &[]),
            ("zh-Hans", "dark", &[]),
            ("zh-Hans", "projector", &[]),
        ]
    } else {
        &[("en", "light", &["dark"]), ("zh-Hans", "projector", &[])]
    }
}

/// Returns the violations of these rules or tags on the page as it is shown.
async fn axe(browser: &Browser, rules: &[&str]) -> Vec<String> {
    let violations = browser.script_of(AXE, vec![json!(rules)]).await;
    let violations = violations.as_array().into_iter().flatten();
    violations
        .map(|violation| violation.as_str().unwrap_or_default().to_owned())
        .collect()
}

async fn look(cases: &[Case]) {
    look_with(Browser::start(Graphics::None).await, cases).await;
}

async fn look_with(browser: Browser, cases: &[Case]) {
    let site = Site::start();
    // Each violation once, with the views in which it was found.
    let mut violations: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, address, actions, there) in cases {
        for (language, theme, switched) in visits() {
            let and = if address.contains('?') { "&" } else { "?" };
            let url = site.url(&format!("{address}{and}theme={theme}&lang={language}"));
            browser.visit(&url).await;
            browser.wait_up_to(SETTLED, Duration::from_secs(120)).await;
            for action in *actions {
                // The driver does not scroll to an element that only the player covers.
                if let Some(element) = action.strip_prefix("under the player: ") {
                    browser.wait_for_element(element).await;
                    browser.click_under(element).await;
                    continue;
                }
                if action.starts_with(['#', '[']) {
                    // An element may belong to a view that is loaded lazily.
                    browser.wait_for_element(action).await;
                    browser.click(action).await;
                } else {
                    browser.press(action).await
                }
            }
            browser.wait_for(there).await;
            // A narrow page scrolls below the player, which hides parts of controls by chance.
            browser.script("const player = document.querySelector('.player'); if (player && innerWidth < 641) player.style.position = 'static'").await;
            browser.script(LIBRARY).await;
            let mut note = |theme: &str, in_theme: Vec<String>| {
                for violation in in_theme {
                    let views = violations.entry(violation).or_default();
                    views.push(format!("{name} {theme} {language}"));
                }
            };
            note(theme, axe(&browser, EVERYTHING).await);
            for theme in *switched {
                // The page switches its theme by this attribute, too.
                let switch = format!("document.documentElement.dataset.theme = '{theme}'");
                browser.script(&switch).await;
                browser.wait_for(COLOURS_CHANGED).await;
                note(theme, axe(&browser, OF_THE_THEME).await);
            }
        }
    }
    let report = violations
        .iter()
        .map(|(violation, views)| format!("{violation}\n    in {}", views.join(", ")));
    assert!(violations.is_empty(), "\n{}", report.collect::<Vec<_>>().join("\n"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lists_and_the_lab_are_accessible() {
    look(LISTS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_playground_is_accessible() {
    look(PLAYGROUND).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lessons_are_accessible() {
    look(LESSONS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_exports_are_accessible() {
    look(EXPORTS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_s_page_is_accessible() {
    look_with(Browser::start_sized(Graphics::None, 390, 844).await, NARROW).await;
}

/// From the first control of a lesson to the last one, Tab stops at most this often.
const MOST_STOPS: usize = 32;

/// A group of buttons is one stop; its arrow keys move inside it, and the run stays where it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_has_few_stops_of_the_tab_key() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/neighbored?step=40")).await;
    browser.wait_for(SETTLED).await;
    let focused = "return document.activeElement.id";
    let mut stops = 0;
    while browser.text(focused).await != "faster" {
        browser.press(TAB).await;
        stops += 1;
        assert!(stops <= MOST_STOPS, "after {stops} stops");
    }
    let step = browser.attribute("#page", "data-step").await;
    browser.script("document.querySelector('#grain-stride').focus()").await;
    browser.press(RIGHT).await;
    assert_eq!(browser.text(focused).await, "grain-barrier");
    browser.press(HOME).await;
    assert_eq!(browser.text(focused).await, "grain-warp");
    assert_eq!(browser.attribute("#page", "data-step").await, step);
    browser.close().await;
}
