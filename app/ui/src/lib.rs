//! The page: moves a cursor over a trace.
use leptos::prelude::*;
/// Starts the page.
pub fn start_page() { leptos::mount::mount_to_body(|| view! { <p>"hello"</p> }); }
/// Starts the engine.
pub fn start_engine() {}
