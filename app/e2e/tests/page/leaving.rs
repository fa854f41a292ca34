//! A reader leaves while a field has the focus and a text that was not taken yet: the page goes on.

use e2e::{Browser, Graphics, Site};
use serde_json::json;

/// A view: its address, the elements to click there, the keys to press and the lists to set, and a selector of what it
/// then shows.
type View = (&'static str, &'static [&'static str], &'static str);

/// A way to leave: the script that leaves, with the focused `field`.
type Way = (&'static str, &'static str);

const WAYS: [Way; 3] = [
    ("Back", "history.back()"),
    (
        "a link",
        "(document.querySelector('[data-lesson-card]') ?? document.querySelector('a.brand')).click()",
    ),
    (
        "another place of the header",
        "document.querySelector(location.hash.startsWith('#/lab') ? '#to-playground' : '#to-lab').click()",
    ),
];

const ESCAPE: Way = (
    "Escape",
    "field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))",
);

/// Comes to a view, changes the text of one of its fields, and leaves. Returns the name of the field; nothing if the view
/// has no more.
const LEAVE: &str = "
    const [base, address, opens, shown, way, index, done] = arguments;
    const leave = new Function('field', way);
    const isBroken = () => document.querySelector('#broken') !== null;
    const until = (what, holds) => new Promise((go, stop) => {
        const end = performance.now() + 30000;
        const look = () => {
            if (isBroken() || holds()) return go();
            if (performance.now() > end) return stop(new Error(`${what} does not come`));
            setTimeout(look, 5);
        };
        look();
    });
    const go = hash => new Promise(end => {
        if (location.hash === hash) return end();
        // The page has heard of it before.
        addEventListener('hashchange', () => setTimeout(end), { once: true });
        location.hash = hash;
    });
    const isReady = selector => {
        const { ready, busy } = document.querySelector('#page').dataset;
        return ready === 'true' && busy === 'false' && document.querySelector(selector) !== null;
    };
    const named = field => field.id || field.dataset.words || field.getAttribute('aria-label') || field.className;
    const fields = () => {
        const editor = document.querySelector('#editor')?.shadowRoot?.querySelector('.cm-content');
        const own = document.querySelectorAll('#page input:not([type=file]), #page select, #page textarea');
        const all = [...own, ...(editor ? [editor] : [])];
        return all.filter(field => !field.disabled && !field.closest('[inert]') && field.checkVisibility());
    };
    (async () => {
        await go(base[0]);
        await until(base[1], () => isReady(base[1]));
        await go(address);
        await until(address, () => isReady(opens.length === 0 ? shown : '#page'));
        for (const open of opens) {
            if (open.length === 1) {
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key: open, bubbles: true }));
                continue;
            }
            const [selector, value] = open.split(' = ');
            await until(selector, () => isReady(selector));
            const element = document.querySelector(selector);
            if (value === undefined) {
                element.click();
            } else {
                element.value = value;
                element.dispatchEvent(new Event('change', { bubbles: true }));
            }
        }
        await until(shown, () => isReady(shown));
        const field = fields()[index];
        if (!field) return null;
        field.focus();
        document.execCommand('selectAll');
        document.execCommand('insertText', false, '7');
        leave(field);
        await until(`the end of ${named(field)}`, () => !field.isConnected);
        return named(field);
    })().then(done, error => done(String(error)));
";

async fn leave(views: &[View], ways: &[Way], before: &str) {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(before).await;
    browser.open(&site.url("#/")).await;
    let mut failed = Vec::new();
    for (address, opens, is_drawn) in views {
        for (name, script) in ways {
            let base = match *address {
                "#/" => ["#/trust", "#trust"],
                _ => ["#/", "[data-lesson-card]"],
            };
            for index in 0.. {
                let arguments = json!([base, address, opens, is_drawn, script, index]);
                let arguments = arguments.as_array().cloned().unwrap_or_default();
                let field = browser.script_of(LEAVE, arguments).await;
                let said = field.as_str().unwrap_or_default();
                assert!(!said.starts_with("Error"), "{address} by {name}: {said}");
                if browser.has("#broken").await {
                    failed.push(format!("{address}: {field} by {name}"));
                    browser.visit(&site.url("#/")).await;
                }
                if field.is_null() {
                    assert!(index > 0, "{address} has no field");
                    break;
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_a_lesson_can_be_left() {
    let views: [View; 4] = [
        ("#/neighbored?n=512&block=64", &["#set-up"], "#picture"),
        (
            "#/neighbored?n=512&block=64&with=reduce_interleaved",
            &[],
            "[data-column='1']",
        ),
        (
            "#/neighbored?n=512&block=64",
            &["#set-up", "#machine-sizes"],
            "#predication",
        ),
        ("#/neighbored?n=512&block=64", &["m"], "#predict-answer"),
    ];
    leave(&views, &WAYS, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_a_panel_can_be_left() {
    let views: [View; 3] = [
        ("#/occupancy?panel=occupancy", &[], "#occupancy"),
        ("#/waves?panel=multiprocessors", &[], "#multiprocessors"),
        ("#/latency-hiding?panel=scheduler", &[], "#scheduler"),
    ];
    leave(&views, &WAYS, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_beside_the_lessons_can_be_left() {
    let views: [View; 2] = [
        ("#/", &[], "[data-lesson-card]"),
        ("#/lab?kernels=reduce_neighbored&n=2^10&block=64", &[], "#lab-n"),
    ];
    leave(&views, &WAYS, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_the_playground_can_be_left() {
    let view: View = ("#/neighbored?n=512&block=64", &["#edit-kernel"], "#own-machine");
    leave(&[view], &WAYS[..1], "").await;
}

/// The fields of a chain and of a launch, which the playground has besides.
#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_a_chain_and_of_a_launch_can_be_left() {
    let views: [View; 2] = [
        (
            "#/neighbored?n=512&block=64",
            &["#edit-kernel", "#start-chain"],
            "#pass-0-x",
        ),
        (
            "#/neighbored?n=512&block=64",
            &["#edit-kernel", "#open-kernel = cuda:grey_picture"],
            "#launch-source",
        ),
    ];
    leave(&views, &WAYS[..1], "").await;
}

/// Runs before the page: a deck of a run and of words.
const DECK: &str = r#"localStorage.setItem("warpstep.deck", JSON.stringify({ format: "warpstep-deck", version: 2, title: "My hour",
    slides: [{ show: "neighbored?n=512&block=64", from: 0, to: 3, text: "First" }, { title: "Second", text: "Words" }] }));"#;

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_a_deck_can_be_left() {
    let views: [View; 2] = [
        ("#/deck", &[], "[data-place='1']"),
        ("#/neighbored?slide=1", &[], "#slide"),
    ];
    leave(&views, &WAYS, DECK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_a_dialog_can_be_left() {
    let views: [View; 5] = [
        ("#/lab", &["d"], "#glossary-find"),
        ("#/lab", &["?"], "[role=dialog] input"),
        ("#/neighbored?slide=1", &["g"], "#goto-number"),
        (
            "#/neighbored?n=512&block=64",
            &["#take-home", "[data-take-tab=frame]"],
            "#take-frame",
        ),
        (
            "#/neighbored?n=512&block=64",
            &["#take-home", "[data-take-tab=animation]"],
            "#take-plan",
        ),
    ];
    leave(&views, &[WAYS[0], ESCAPE], "").await;
}
