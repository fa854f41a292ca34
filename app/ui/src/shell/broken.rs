//! When the page itself breaks: one sentence and a way to go on, in place of a page that no longer answers.

use crate::browser::head;
use model::strings;

/// From now on a panic shows a sentence.
pub fn show_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        leptos::logging::error!("{info}");
        before(info);
        show();
    }));
}

/// Shows the sentence, once.
pub fn show() {
    // Nothing can be done for a reader where there is no document.
    let _ = put();
}

fn put() -> Option<()> {
    let document = web_sys::window()?.document()?;
    if document.get_element_by_id("broken").is_some() {
        return None;
    }
    let strings = strings::of(head::language());
    let element = |name: &str| document.create_element(name).ok();
    let (panel, text, button) = (element("div")?, element("p")?, element("button")?);
    panel.set_id("broken");
    panel.set_attribute("role", "alert").ok()?;
    text.set_text_content(Some(strings.page_broke));
    button.set_text_content(Some(strings.reload));
    // A press on it is heard by `assets/early.js`: the program that would hear of it here is the one that broke.
    panel.append_child(&text).ok()?;
    panel.append_child(&button).ok()?;
    document.body()?.append_child(&panel).ok()?;
    Some(())
}
