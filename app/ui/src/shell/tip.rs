//! The small box next to the pointer with the values of a lane or a word. The tables show the same without a pointer.

use crate::browser::window::window_size;
use crate::page::Page;
use leptos::prelude::*;

/// Tells the element at a place that the pointer is still there. The event does not bubble: nobody has moved the pointer.
fn ask_again(x: f64, y: f64) {
    let place = web_sys::PointerEventInit::new();
    place.set_client_x(x as i32);
    place.set_client_y(y as i32);
    let target = document().element_from_point(x as f32, y as f32);
    let event = web_sys::PointerEvent::new_with_event_init_dict("pointermove", &place);
    if let (Some(target), Ok(event)) = (target, event) {
        // Nobody cancels this event.
        let _ = target.dispatch_event(&event);
    }
}

#[component]
pub fn TipBox(page: Page) -> impl IntoView {
    // A tip describes the moment that is shown: after a step, the picture under the pointer is asked again.
    Effect::new(move |_| {
        page.run.first.step_view.track();
        if let Some(tip) = page.run.tip.get_untracked() {
            page.run.tip.set(None);
            request_animation_frame(move || ask_again(tip.x, tip.y));
        }
    });
    let class = move |tip: &crate::page::Tip| {
        let (width, height) = window_size();
        // On the far side of the page, the box opens to the other side of the pointer.
        match (tip.x > width * 0.6, tip.y > height * 0.6) {
            (false, false) => "tip",
            (true, false) => "tip left",
            (false, true) => "tip above",
            (true, true) => "tip left above",
        }
    };
    move || {
        page.run.tip.get().map(|tip| {
            let class = class(&tip);
            view! {
                <div class=class aria-hidden="true" style=format!("--x:{}px;--y:{}px", tip.x, tip.y)>
                    <strong>{tip.title}</strong>
                    {tip.lines.into_iter().map(|line| view! { <span>{line}</span> }).collect_view()}
                </div>
            }
        })
    }
}
