//! The scale of the stage: all letters and cells grow with the window, so that a slide looks the same in every window of
//! the same shape, and on paper.

use crate::browser::window::window_size;
use crate::draw::palette;
use crate::page::{Overlay, Page};
use crate::present::stage::tools::Bar;
use leptos::prelude::*;

/// The window at which a root letter of 16 px becomes [`LARGE`] times as large.
const WIDE: (f64, f64) = (1280.0, 720.0);
const UPRIGHT: (f64, f64) = (720.0, 1280.0);
/// The smallest letters of the page are 11 px high, and on stage at least 15 px in a window of 1280 × 720.
const LARGE: f64 = 15.0 / 11.0;
/// A printed slide is a little smaller than on the screen of a projector.
const SHEET: f64 = 1.1;
/// On a phone the smallest letters stay readable from the hand.
const LEAST: f64 = 0.95;

/// Sets the scale while a slide is on stage, and draws all pictures again when it changes.
pub fn follow(page: Page) {
    let apply = move || {
        let prints = page.route.overlay.get_untracked() == Some(Overlay::Print) || page.route.printing.get_untracked();
        let is_on = untrack(|| page.on_stage()).is_some();
        set(if prints {
            Some(SHEET)
        } else {
            is_on.then(|| of_window(Bar::of(page).height.get_untracked()))
        });
        if palette::follows_window() {
            page.epoch.update(|epoch| *epoch = epoch.wrapping_add(1));
        }
    };
    // It runs before the page is built, so that nothing is laid out twice.
    let following = RenderEffect::new(move |_: Option<()>| {
        let _ = page.on_stage();
        page.route.overlay.track();
        page.route.printing.track();
        Bar::of(page).height.track();
        untrack(apply);
    });
    StoredValue::new_local(following);
    window_event_listener(leptos::ev::resize, move |_| apply());
}

/// Returns the scale for the window without `below` pixels at its lower edge.
fn of_window(below: f64) -> f64 {
    let (width, height) = window_size();
    let height = height - below;
    let scale = |(wide, high): (f64, f64)| LARGE * (width / wide).min(height / high);
    if width >= height {
        scale(WIDE)
    } else {
        scale(UPRIGHT).max(LEAST)
    }
}

/// Sets the scale on the document's root; `None`: the page's own size.
fn set(scale: Option<f64>) {
    let Some(root) = document().document_element() else {
        return;
    };
    // The name and the value are plain, so the browser accepts the attribute.
    let _ = match scale {
        Some(scale) => root.set_attribute("style", &format!("--enlarge:{scale:.4}")),
        None => root.remove_attribute("style"),
    };
    let _ = root.toggle_attribute_with_force("data-stage", scale.is_some());
}
