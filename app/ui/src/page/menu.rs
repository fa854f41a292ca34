//! A button that opens a small surface below it: a form, or a list of commands. And the header's place for commands.

use crate::page::{MenuName, Overlay, Page};
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{FocusEvent, Node};

/// The id of the place in which a page of its own, such as the playground, puts its commands.
pub const HEADER_SLOT: &str = "page-tools";

/// The button and its surface. The surface closes at a press elsewhere and at Escape, which returns the focus to the
/// button.
#[component]
pub fn Menu(
    page: Page,
    name: MenuName,
    label: impl Fn() -> AnyView + Send + 'static,
    children: Children,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let button = NodeRef::<html::Button>::new();
    let overlay = page.route.overlay;
    let is_open = move || overlay.get() == Some(Overlay::Menu(name));
    let toggle = move |_| overlay.set((!untrack(is_open)).then_some(Overlay::Menu(name)));
    let outside = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let is_inside = place
            .get_untracked()
            .is_some_and(|place| place.contains(target.as_ref()));
        if untrack(is_open) && !is_inside {
            overlay.set(None);
        }
    });
    on_cleanup(move || outside.remove());
    let has_focus = move || {
        let focused = document().active_element();
        place
            .get_untracked()
            .is_some_and(|place| place.contains(focused.as_deref()))
    };
    // The focus does not get lost with the surface that it was in.
    Effect::new(move |was_open: Option<bool>| {
        let is_open = is_open();
        let is_left = overlay.with(Option::is_none) && has_focus();
        if was_open == Some(true)
            && !is_open
            && is_left
            && let Some(button) = button.get_untracked()
        {
            // If the browser refuses, the focus stays where it was.
            let _ = button.focus();
        }
        is_open
    });
    let left = move |event: FocusEvent| {
        let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
        let is_outside = |to: Node| place.get_untracked().is_some_and(|place| !place.contains(Some(&to)));
        if untrack(is_open) && to.is_some_and(is_outside) {
            overlay.set(None);
        }
    };
    view! {
        <div class="menu" node_ref=place on:focusout=left>
            <button
                node_ref=button
                id=name.id()
                class="button"
                aria-expanded=move || is_open().to_string()
                aria-controls=name.surface()
                on:click=toggle
            >
                {label}
            </button>
            <div class="menu-surface" id=name.surface() class:open=is_open>
                {children()}
            </div>
        </div>
    }
}
