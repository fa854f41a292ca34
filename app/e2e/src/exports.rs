//! Exports pictures and other files from the page.

use crate::Browser;

/// Runs before the page: collects names and contents of exported files in `names` and `blobs`, and nothing is
/// downloaded. A driver that opens another address while a download begins may wait for ever.
pub const COLLECT_EXPORTS: &str = "
    window.blobs = [];
    window.names = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = blob => { window.blobs.push(blob); return make.call(URL, blob); };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () { if (!this.download) return click.call(this); window.names.push(this.download); };
";

/// Waits until `count` files have been exported, and returns the name and the text of the last one.
pub async fn last_file(browser: &Browser, count: usize) -> (String, String) {
    browser
        .wait_for(&format!(
            "return window.blobs.length === {count} && window.names.length === {count}"
        ))
        .await;
    let name = browser.text("return window.names.at(-1)").await;
    let read = "const done = arguments[arguments.length - 1]; window.blobs.at(-1).text().then(done)";
    let text = browser.script_of(read, Vec::new()).await;
    (name, text.as_str().unwrap_or_default().to_owned())
}

/// Opens the export dialog and chooses a panel.
pub async fn open_dialog(browser: &Browser, panel: &str) {
    browser.click("#take-home").await;
    browser.wait_for_element("#take-what").await;
    browser.choose("#take-what", &format!("{panel}/0")).await;
    browser.wait_for_element("#take-preview").await;
}
