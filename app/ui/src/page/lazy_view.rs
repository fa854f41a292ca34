//! Lazily loaded views: each loads its chunk when it is first shown.

use crate::browser::lazy::NotLoaded;
use crate::page::{Overlay, Page};
use leptos::prelude::*;
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen_futures::spawn_local;

/// Declares a lazily loaded view: a function that shows it, and the chunk that holds its code. A view of the page may have a
/// placeholder; a view over the page is loaded when its overlay is first opened, and one with `when` when a memo is first
/// true.
macro_rules! lazy_view {
    ($chunk:ident: $name:ident($page:ident: Page $(, $given:ident: $Type:ty)*) $view:block) => {
        lazy_view! { @code $chunk: $name($page: Page $(, $given: $Type)*) $view }

        pub fn $name($page: Page $(, $given: $Type)*) -> AnyView {
            $crate::page::lazy_view::here($page, $name::loading, Box::new(move || $crate::browser::lazy::at_once($name::make($page $(, $given)*))), || None)
        }
    };
    ($chunk:ident in $placeholder:ident => $name:ident($page:ident: Page $(, $given:ident: $Type:ty)*) $view:block) => {
        lazy_view! { @code $chunk: $name($page: Page $(, $given: $Type)*) $view }

        pub fn $name($page: Page $(, $given: $Type)*) -> AnyView {
            $crate::page::lazy_view::here($page, $name::loading, Box::new(move || $crate::browser::lazy::at_once($name::make($page $(, $given)*))), || Some($placeholder()))
        }
    };
    ($chunk:ident over $overlay:pat => $name:ident($page:ident: Page) $view:block) => {
        lazy_view! { @code $chunk: $name($page: Page) $view }

        fn $name($page: Page) -> AnyView {
            $crate::page::lazy_view::over($page, |overlay| matches!(overlay, $overlay), $name::loading, Box::new(move || $crate::browser::lazy::at_once($name::make($page))))
        }
    };
    ($chunk:ident when $asked:path => $name:ident($page:ident: Page $(, $given:ident: $Type:ty)*) $view:block) => {
        lazy_view! { @code $chunk: $name($page: Page $(, $given: $Type)*) $view }

        fn $name($page: Page $(, $given: $Type)*) -> AnyView {
            $crate::page::lazy_view::when($page, $asked($page), $name::loading, Box::new(move || $crate::browser::lazy::at_once($name::make($page $(, $given)*))))
        }
    };
    (@code $chunk:ident: $name:ident($page:ident: Page $(, $given:ident: $Type:ty)*) $view:block) => {
        mod $name {
            use super::*;

            $crate::browser::lazy::lazy_module! {
                mod code in $chunk {
                    fn $name($page: Page $(, $given: $Type)*) -> AnyView { $view.into_any() }
                }
            }
            pub use code::$name as make;

            pub fn loading() -> $crate::page::lazy_view::Loading {
                Box::pin(code::load())
            }
        }
    };
}

pub(crate) use lazy_view;

/// Loads a view's chunk. Boxed, so that the code that waits for chunks exists once and not once for every view.
pub type Loading = Pin<Box<dyn Future<Output = Result<(), NotLoaded>>>>;
pub type Made = Box<dyn Fn() -> Option<AnyView> + Send>;

/// The state of a view's chunk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Code {
    Loading,
    Loaded,
    Missing,
}

/// Loads a view's chunk; the page is not ready before the request has ended.
fn fetch(page: Page, code: RwSignal<Code>, load: fn() -> Loading, missing: Box<dyn Fn()>) {
    page.parts_awaited.update(|awaited| *awaited += 1);
    spawn_local(async move {
        let loaded = match load().await {
            Ok(()) => Code::Loaded,
            Err(_) => Code::Missing,
        };
        page.parts_awaited
            .update(|awaited| *awaited = awaited.saturating_sub(1));
        // The component may be gone by now; then the result is dropped.
        if code.try_set(loaded).is_none() && loaded == Code::Missing {
            missing();
        }
    });
}

/// A lazy view of the page: its placeholder while it loads, and a button to try again if that fails.
pub fn here(page: Page, load: fn() -> Loading, make: Made, placeholder: fn() -> Option<AnyView>) -> AnyView {
    let code = RwSignal::new(Code::Loading);
    fetch(page, code, load, Box::new(|| ()));
    // Views share files: a request for one view is a request for all that could not be loaded.
    Effect::new(move |_| {
        page.parts_again.track();
        if code.get_untracked() == Code::Missing {
            code.set(Code::Loading);
            fetch(page, code, load, Box::new(|| ()));
        }
    });
    let view = move || match code.get() {
        Code::Loading => placeholder(),
        Code::Loaded => make(),
        Code::Missing => Some(
            view! {
                <div class="part-missing" role="status">
                    <p>{move || page.strings().part_missing}</p>
                    <button class="button" on:click=move |_| page.parts_again.notify()>
                        {move || page.strings().part_again}
                    </button>
                </div>
            }
            .into_any(),
        ),
    };
    view.into_any()
}

/// A lazy view that is loaded when it is first asked for, and stays. If loading fails, the next request tries again.
pub fn when(page: Page, is_asked: Memo<bool>, load: fn() -> Loading, make: Made) -> AnyView {
    let code = RwSignal::new(Code::Loading);
    Effect::new(move |_| {
        if is_asked.get() && code.get_untracked() != Code::Loaded {
            fetch(page, code, load, Box::new(|| ()));
        }
    });
    let view = move || match code.get() {
        Code::Loaded => make(),
        Code::Loading | Code::Missing => None,
    };
    view.into_any()
}

/// A lazy view over the page, loaded when its overlay is first opened or likely to open. If loading fails, the overlay closes
/// and a notice says so.
pub fn over(page: Page, is_it: fn(Overlay) -> bool, load: fn() -> Loading, make: Made) -> AnyView {
    let code = RwSignal::new(Code::Loading);
    let is_asked = Memo::new(move |_| page.route.overlay.get().is_some_and(is_it));
    let is_likely = Memo::new(move |_| page.route.likely.get().is_some_and(is_it));
    Effect::new(move |_| {
        if (is_asked.get() || is_likely.get()) && code.get_untracked() != Code::Loaded {
            let missing = move || {
                if !is_asked.get_untracked() {
                    return;
                }
                page.route
                    .overlay
                    .update(|overlay| *overlay = overlay.filter(|overlay| !is_it(*overlay)));
                page.notify(|strings| strings.part_missing.to_owned());
            };
            fetch(page, code, load, Box::new(missing));
        }
    });
    let view = move || match code.get() {
        Code::Loaded => make(),
        Code::Loading | Code::Missing => None,
    };
    view.into_any()
}
