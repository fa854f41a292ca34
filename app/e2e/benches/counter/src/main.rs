//! The counter from the introduction of Leptos. It marks its first frame, for comparison with the page.

use leptos::prelude::*;

fn main() {
    leptos::mount::mount_to_body(|| {
        let (count, set_count) = signal(0);
        view! {
            <button on:click=move |_| set_count.update(|count| *count += 1)>"Click me: " {count}</button>
        }
    });
    request_animation_frame(|| {
        if let Some(performance) = window().performance() {
            // A missing mark shows in the measurement.
            let _ = performance.mark("peer-first-frame");
        }
    });
}
