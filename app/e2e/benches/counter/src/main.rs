//! The counter of Leptos' own introduction; it marks the frame after it stands.

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
            // Whoever measures finds out by a mark that is missing.
            let _ = performance.mark("counter-first-frame");
        }
    });
}
