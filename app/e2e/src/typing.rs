//! Gives texts to the playground: pasted, or as files.

use crate::{Browser, Graphics, Site};
use serde_json::{Value, json};

/// Opens the playground of a new browser with a text that has run.
pub async fn open_playground(graphics: Graphics, text: &str) -> (Site, Browser) {
    let site = Site::start();
    let browser = Browser::start(graphics).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, text).await;
    (site, browser)
}

/// Returns a JavaScript expression for the element that a selector finds in the editor's shadow tree.
pub fn in_editor(selector: &str) -> String {
    format!("document.querySelector('#editor[data-loaded=true]')?.shadowRoot?.querySelector({selector:?})")
}

/// Waits until a selector finds an element in the editor.
pub async fn wait_in_editor(browser: &Browser, selector: &str) {
    let element = in_editor(selector);
    browser.wait_for(&format!("return ({element} ?? null) !== null")).await;
}

/// Waits until a selector finds no element in the editor.
pub async fn wait_until_gone_in_editor(browser: &Browser, selector: &str) {
    let element = in_editor(selector);
    browser.wait_for(&format!("return ({element} ?? null) === null")).await;
}

/// Returns the text in the editor.
pub async fn editor_text(browser: &Browser) -> String {
    let lines = format!(
        "return [...{}.querySelectorAll('.cm-line')].map(line => line.textContent).join('\\n')",
        in_editor(".cm-content")
    );
    browser.text(&lines).await
}

/// Waits until the editor's text has been run or refused.
pub async fn settled(browser: &Browser) {
    wait_in_editor(browser, ".cm-content").await;
    browser
        .wait_for("return document.querySelector('#messages')?.dataset.settled === 'true' && document.querySelector('#page').dataset.busy === 'false'")
        .await;
}

/// Replaces the editor's text by pasting, and waits until that has been run or refused.
pub async fn paste(browser: &Browser, text: &str) {
    wait_in_editor(browser, ".cm-content").await;
    let script = "const [text, done] = arguments;
        const content = document.querySelector('#editor').shadowRoot.querySelector('.cm-content');
        content.focus();
        content.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true }));
        if (text === '') {
          content.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', code: 'Delete', keyCode: 46, bubbles: true, cancelable: true }));
        } else {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
          // Firefox gives an event that a script makes an empty clipboard.
          Object.defineProperty(paste, 'clipboardData', { value: clipboardData });
          content.dispatchEvent(paste);
        }
        content.blur();
        done(null);";
    browser.script_of(script, vec![json!(text)]).await;
    settled(browser).await;
}

/// Chooses a file with this name and text in a file field.
pub async fn open_file(browser: &Browser, selector: &str, name: &str, text: &str) {
    let script = "const [selector, name, text, done] = arguments;
        const files = new DataTransfer();
        files.items.add(new File([text], name));
        const input = document.querySelector(selector);
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
        done(null);";
    let arguments: Vec<Value> = vec![json!(selector), json!(name), json!(text)];
    browser.script_of(script, arguments).await;
}
