//! Groups of buttons that are one stop of the Tab key. The arrow keys move the focus within the group.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

/// Returns the `tabindex` of a button of a group: Tab stops at the chosen button.
pub fn stop(is_chosen: bool) -> &'static str {
    if is_chosen { "0" } else { "-1" }
}

/// Moves the focus within a group, an element with `data-roving`. Returns false for another key and outside of a group.
pub fn roves(event: &KeyboardEvent) -> bool {
    let Some(focused) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    let Ok(Some(group)) = focused.closest("[data-roving]") else {
        return false;
    };
    let Ok(buttons) = group.query_selector_all("button") else {
        return false;
    };
    let buttons: Vec<HtmlElement> = (0..buttons.length())
        .filter_map(|index| buttons.get(index)?.dyn_into().ok())
        .collect();
    let Some(index) = buttons.iter().position(|button| focused.is_same_node(Some(button))) else {
        return false;
    };
    let to = match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => index + 1,
        "ArrowLeft" | "ArrowUp" => index + buttons.len() - 1,
        "Home" => 0,
        "End" => buttons.len() - 1,
        _ => return false,
    };
    // If the browser refuses, the focus stays where it was.
    let _ = buttons[to % buttons.len()].focus();
    true
}
