//! A button that opens a small surface below it: a form, or a list of commands.

use crate::page::{MenuName, Overlay, Page};
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, Node};

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
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Node>().ok());
        let is_inside = place
            .get_untracked()
            .is_some_and(|place| place.contains(target.as_ref()));
        if untrack(is_open) && !is_inside {
            overlay.set(None);
        }
    });
    on_cleanup(move || outside.remove());
    let leave = move |event: KeyboardEvent| {
        if event.key() == "Escape"
            && let Some(button) = button.get_untracked()
        {
            // If the browser refuses, the focus stays where it was.
            let _ = button.focus();
        }
    };
    view! {
        <div class="menu" node_ref=place>
            <button node_ref=button id=name.id() class="button" aria-expanded=move || is_open().to_string() aria-controls=name.surface() on:click=toggle>
                {label}
            </button>
            <div class="menu-surface" id=name.surface() class:open=is_open on:keydown=leave>{children()}</div>
        </div>
    }
}
