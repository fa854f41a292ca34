//! Shows a message and a reload button when the page's program has failed.

use crate::browser::head;
use model::strings;

/// Makes every panic show the message.
pub fn show_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        leptos::logging::error!("{info}");
        before(info);
        show();
    }));
}

/// Shows the message once.
pub fn show() {
    // Without a document there is nothing to show.
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
    // `assets/early.js` handles the click, because the program that would handle it has failed.
    panel.append_child(&text).ok()?;
    panel.append_child(&button).ok()?;
    document.body()?.append_child(&panel).ok()?;
    // Nobody would update what is shown beside a text that changes now.
    if let Some(page) = document.get_element_by_id("page") {
        page.set_attribute("inert", "").ok()?;
    }
    Some(())
}
