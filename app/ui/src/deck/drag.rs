//! Moves a slide when the reader drags its grip, and marks the gap where it would land.

use crate::deck::DeckState;
use crate::draw::icons;
use crate::page::Page;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

/// Within this distance of the window's edge, the list scrolls.
const EDGE_PIXELS: f64 = 48.0;

/// The slide that is being dragged. `Copy`: all copies share the same signal.
#[derive(Clone, Copy)]
pub struct Drag {
    /// Its number, its index, and the gap where it would land: gap 0 is before the first slide.
    held: RwSignal<Option<(u32, usize, usize)>>,
}

impl Drag {
    pub fn new() -> Self {
        let held = RwSignal::new(None);
        let key = window_event_listener(leptos::ev::keydown, move |event| {
            if event.key() == "Escape" && held.with_untracked(Option::is_some) {
                held.set(None);
            }
        });
        on_cleanup(move || key.remove());
        Drag { held }
    }

    pub fn holds(self, name: u32) -> bool {
        self.held.with(|held| held.is_some_and(|(held, ..)| held == name))
    }

    /// Returns true if the mark is in this gap. The two gaps next to the slide have none: nothing would change there.
    pub fn marks(self, gap: usize) -> bool {
        self.held
            .with(|held| held.is_some_and(|(_, from, to)| to == gap && !is_beside(from, gap)))
    }
}

fn is_beside(place: usize, gap: usize) -> bool {
    gap == place || gap == place + 1
}

/// The grip of a slide. The keyboard and the buttons can move a slide too, so nothing depends on the grip.
#[component]
pub fn Grip(page: Page, name: u32, drag: Drag) -> impl IntoView {
    let take = move |event: PointerEvent| {
        let Some(place) = DeckState::of(page).place_of(name).filter(|_| event.button() == 0) else {
            return;
        };
        event.prevent_default();
        if let Some(grip) = event.target().and_then(|grip| grip.dyn_into::<Element>().ok()) {
            // Without capture, the slide follows only while the pointer is on the grip.
            let _ = grip.set_pointer_capture(event.pointer_id());
        }
        drag.held.set(Some((name, place, place)));
    };
    let follow = move |event: PointerEvent| {
        if !untrack(|| drag.holds(name)) {
            return;
        }
        let y = f64::from(event.client_y());
        let gap = gap_at(y);
        drag.held.update(|held| {
            if let Some((_, _, to)) = held {
                *to = gap;
            }
        });
        scroll(y);
    };
    let drop = move |_| {
        let Some((name, from, gap)) = drag.held.try_update(Option::take).flatten() else {
            return;
        };
        if !is_beside(from, gap) {
            // Removing the slide lowers the index of all slides after it by one.
            page.carry_deck_slide(name, if gap > from { gap - 1 } else { gap });
        }
    };
    view! {
        <span
            class="deck-grip"
            title=move || page.strings().deck().drag
            aria-hidden="true"
            on:pointerdown=take
            on:pointermove=follow
            on:pointerup=drop
            on:pointercancel=move |_| drag.held.set(None)
        >
            <svg viewBox="0 0 16 16">
                <path d=icons::GRIP />
            </svg>
        </span>
    }
}

/// Returns the nearest gap between slides: the number of slides whose middle is above `y`, in pixels of the window.
fn gap_at(y: f64) -> usize {
    let Ok(slides) = document().query_selector_all(".deck-slide") else {
        return 0;
    };
    let slides = (0..slides.length()).filter_map(|index| slides.item(index)?.dyn_into::<Element>().ok());
    let above = slides.filter(|slide| {
        let space = slide.get_bounding_client_rect();
        space.top() + space.height() / 2.0 < y
    });
    above.count()
}

fn scroll(y: f64) {
    let height = window().inner_height().ok().and_then(|height| height.as_f64());
    let by = match height {
        _ if y < EDGE_PIXELS => y - EDGE_PIXELS,
        Some(height) if y > height - EDGE_PIXELS => y - (height - EDGE_PIXELS),
        _ => return,
    };
    window().scroll_by_with_x_and_y(0.0, by);
}
