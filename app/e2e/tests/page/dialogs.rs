//! Dialogs keep the focus while they are open, and return it when they are closed.

use e2e::keys::{ENTER, ESCAPE, SHIFT_TAB, TAB};
use e2e::page::SETTLED;
use e2e::{Browser, Graphics, Site};

/// Each case: the address, the element that has the focus before, the key that opens the dialog, and the dialog.
const DIALOGS: [(&str, &str, &str, &str); 11] = [
    ("#/?", "#help", ENTER, "[aria-labelledby=help-title]"),
    ("#/?", "#theme", "d", "#glossary"),
    ("#/lab?", "#glossary-open", ENTER, "#glossary"),
    ("#/neighbored?", "#help", ENTER, "[aria-labelledby=help-title]"),
    ("#/neighbored?", "#enlarge", ENTER, ".dialog.wide"),
    ("#/neighbored?", "#counters [data-why]", ENTER, "#why"),
    ("#/neighbored?", "#take-home", ENTER, "#take-dialog"),
    ("#/neighbored?slide=1", "#theme", "o", "#overview"),
    ("#/neighbored?slide=1", "#theme", "g", "#goto"),
    (
        "#/neighbored?with=reduce_neighbored_less",
        "#next",
        "?",
        "[aria-labelledby=help-title]",
    ),
    ("#/playground?", "#glossary-open", ENTER, "#glossary"),
];

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_keep_the_focus_and_give_it_back() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (address, opener, key, dialog) in DIALOGS {
        let case = format!("{address} {opener} {key:?}");
        browser.visit(&site.url(address)).await;
        browser.wait_for(SETTLED).await;
        browser.wait_for_element(opener).await;
        browser.reach(opener).await;
        browser
            .script(&format!("document.querySelector({opener:?}).focus()"))
            .await;
        browser.press(key).await;
        // The dialog takes the focus by itself.
        let inside = format!("document.querySelector({dialog:?})?.contains(document.activeElement)");
        browser.wait_for(&format!("return {inside} === true")).await;
        let role = format!(
            "return document.querySelector({dialog:?}).getAttribute('role') + document.querySelector({dialog:?}).ariaModal"
        );
        assert_eq!(browser.text(&role).await, "dialogtrue", "{case}");
        // No element under the dialog can take the focus, not even by a script.
        browser
            .script(&format!("document.querySelector({opener:?}).focus()"))
            .await;
        assert_eq!(browser.script(&format!("return {inside}")).await, true, "{case}");
        // After the last control the focus goes to the browser's own controls, and then to the first one.
        for way in [TAB, SHIFT_TAB] {
            for press in 0..24 {
                browser.press(way).await;
                let kept = format!("return {inside} || document.activeElement === document.body");
                assert_eq!(browser.script(&kept).await, true, "{case}: {way:?} {press}");
            }
        }
        browser.press(ESCAPE).await;
        // A menu has closed meanwhile, and its button stands for what is in it.
        browser
            .wait_for(&format!(
                "const opener = document.querySelector({opener:?});
                const back = opener.closest('.menu')?.querySelector('button') ?? opener;
                return document.querySelector({dialog:?}) === null && document.activeElement === back"
            ))
            .await;
    }
    browser.close().await;
}

/// The pages for print keep the focus too.
#[tokio::test(flavor = "multi_thread")]
async fn pages_for_print_keep_the_focus() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page("window.print = () => {}").await;
    browser.visit(&site.url("#/neighbored?slide=1")).await;
    browser.wait_for(SETTLED).await;
    browser.script("document.querySelector('#tools').focus()").await;
    browser
        .script("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, bubbles: true, cancelable: true }))")
        .await;
    let inside = "return document.querySelector('#print')?.contains(document.activeElement) === true";
    browser.wait_for(inside).await;
    for _ in 0..6 {
        browser.press(TAB).await;
        let kept = "return document.querySelector('#print').contains(document.activeElement) || document.activeElement === document.body";
        assert_eq!(browser.script(kept).await, true);
    }
    browser.press(ESCAPE).await;
    browser
        .wait_for("return document.querySelector('#print') === null && document.activeElement.id === 'tools'")
        .await;
    browser.close().await;
}

/// Popovers and notices, which are no dialogs: the address, the opener, and the element that opens.
const POPOVERS: [(&str, &str, &str); 4] = [
    ("#/neighbored?", "#answer", "#lesson-note"),
    ("#/neighbored?", "#what-if", ".what-if-list"),
    ("#/neighbored?", "#machine-sizes", ".sizes"),
    ("#/no-such-lesson?", "#help", ".notice"),
];

/// A place is left by the browser's *back*, by a link, and by another tab of the page.
const WAYS: [(&str, &str); 3] = [
    ("back", "history.back()"),
    ("link", "location.hash = '#/divergence?n=1024&block=64'"),
    ("tab", "document.querySelector('#to-lab').click()"),
];

/// Dialogs, popovers and notices close when the reader leaves their place.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_open_leaves_with_its_place() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    let dialogs = DIALOGS.map(|(address, opener, key, open)| (address, opener, Some(key), open));
    let popovers = POPOVERS.map(|(address, opener, open)| (address, opener, None, open));
    for (address, opener, key, open) in dialogs.into_iter().chain(popovers) {
        for (way, leave) in WAYS {
            // The lab's own tab leads nowhere else.
            if address == "#/lab?" && way == "tab" {
                continue;
            }
            let case = format!("{address} {open} {way}");
            browser.script("location.hash = '#/trust'").await;
            browser.wait_for_element("#trust").await;
            browser.script(&format!("location.hash = '{address}'")).await;
            browser.wait_until_gone("#trust").await;
            browser.wait_for_element(opener).await;
            browser.wait_for(SETTLED).await;
            match key {
                Some(key) => {
                    browser.reach(opener).await;
                    browser
                        .script(&format!("document.querySelector({opener:?}).focus()"))
                        .await;
                    browser.press(key).await;
                }
                None if address.contains("no-such") => {}
                None => browser.click(opener).await,
            }
            browser.wait_for_element(open).await;
            browser.script(leave).await;
            let gone = format!("return document.querySelector({open:?}) === null");
            assert!(
                browser.holds_within(&gone, std::time::Duration::from_secs(60)).await,
                "{case}"
            );
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_help_leads_to_the_licences_of_all_packages() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    browser.click("#help").await;
    browser.wait_for_element("#licences").await;
    let read = "const done = arguments[arguments.length - 1];
        fetch(document.querySelector('#licences').href).then(response => response.text()).then(done);";
    let licences = browser.script_of(read, Vec::new()).await;
    let licences = licences.as_str().unwrap_or_default();
    for name in ["leptos-", "logos-", "CodeMirror", "Apache License"] {
        assert!(licences.contains(name), "{name}");
    }
    browser
        .script("document.querySelector('#licences').scrollIntoView()")
        .await;
    browser.screenshot("help-licences").await;
    browser.close().await;
}
