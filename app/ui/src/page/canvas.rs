//! A canvas that is drawn once a frame at most, whenever what it shows has changed.

use crate::draw::palette::{self, Palette};
use crate::draw::surface::Surface;
use crate::page::state::Page;
use leptos::html;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{IntersectionObserver, IntersectionObserverEntry, ResizeObserver};

/// Draws `canvas` on the next animation frame after anything that `changes` reads has changed, and after each change
/// of size or theme.
pub fn draw_when(
    page: Page,
    canvas: NodeRef<html::Canvas>,
    changes: impl Fn() + 'static,
    draw: impl Fn(&Surface, &Palette) + 'static,
) {
    let waiting = Rc::new(Cell::new(false));
    let draw = Rc::new(draw);
    Effect::new(move |_| {
        changes();
        page.epoch.track();
        page.language.track();
        if canvas.get().is_none() || waiting.replace(true) {
            return;
        }
        let (waiting, draw) = (Rc::clone(&waiting), Rc::clone(&draw));
        request_animation_frame(move || {
            waiting.set(false);
            let palette = palette::current();
            // Paper has more dots than a screen.
            let sharpness = if page.is_plate { palette.print } else { 1.0 };
            let surface = canvas
                .try_get_untracked()
                .flatten()
                .and_then(|canvas| Surface::new(&canvas, sharpness));
            if let Some(surface) = surface {
                draw(&surface, &palette);
            }
        });
    });
    watch_size(page, canvas);
}

/// A canvas whose place changes size is drawn again.
fn watch_size(page: Page, canvas: NodeRef<html::Canvas>) {
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        let changed = Closure::<dyn Fn()>::new(move || {
            page.epoch.update(|epoch| *epoch = epoch.wrapping_add(1))
        });
        let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) else {
            return;
        };
        observer.observe(&canvas);
        until_cleanup((observer, changed), |(observer, _)| observer.disconnect());
    });
}

/// Keeps what the browser calls back as long as the component stands.
fn until_cleanup<T: 'static>(kept: T, end: fn(T)) {
    let kept = StoredValue::new_local(Some(kept));
    on_cleanup(move || {
        if let Some(kept) = kept.try_update_value(Option::take).flatten() {
            end(kept);
        }
    });
}

/// Whether any of the canvas is in the window: what nobody sees need not be drawn.
pub fn in_window(canvas: NodeRef<html::Canvas>) -> RwSignal<bool> {
    let seen = RwSignal::new(false);
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        let changed = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let last: IntersectionObserverEntry = entries.at(-1).unchecked_into();
            seen.set(last.is_intersecting());
        });
        let Ok(observer) = IntersectionObserver::new(changed.as_ref().unchecked_ref()) else {
            return;
        };
        observer.observe(&canvas);
        until_cleanup((observer, changed), |(observer, _)| observer.disconnect());
    });
    seen
}

/// A pointer's place inside the canvas, in CSS pixels.
pub fn place(event: &web_sys::PointerEvent) -> Option<(f64, f64, f64, f64)> {
    let element: web_sys::Element = event.current_target()?.dyn_into().ok()?;
    let rect = element.get_bounding_client_rect();
    Some((
        f64::from(event.client_x()) - rect.left(),
        f64::from(event.client_y()) - rect.top(),
        rect.width(),
        rect.height(),
    ))
}
