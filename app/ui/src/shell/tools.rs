//! The commands that are not about stepping: what to take away, where to go, and how the page looks.

use crate::browser::clipboard::copy_text;
use crate::page::menu::Menu;
use crate::page::{MenuName, Overlay, Page};
use crate::panels::table::Tables;
use crate::run::export::ExportTarget;
use leptos::prelude::*;
use model::address::Aside;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn Tools(page: Page) -> impl IntoView {
    view! {
        <Menu page=page name=MenuName::Tools label=move || view! { {page.strings().tools().title} }.into_any()>
            <div class="tools">{move || take_away(page)} {move || go_to(page)} {move || this_page(page)}</div>
        </Menu>
    }
}

/// Shows the commands that take something away. Tracked.
fn take_away(page: Page) -> impl IntoView {
    let words = page.strings().tools();
    let copy = move |_| {
        page.route.overlay.set(None);
        spawn_local(async move {
            let link = window().location().href().unwrap_or_default();
            match copy_text(&link).await {
                Some(()) => page.notify(|strings| strings.tools().link_copied.to_owned()),
                None => page.notify(move |strings| (strings.tools().link_not_copied)(&link)),
            }
        });
    };
    view! {
        <div>
            <h2>{words.take_away}</h2>
            <button id="copy-link" on:click=copy>
                {words.copy_link}
            </button>
            {page
                .run
                .spec
                .with(Option::is_some)
                .then(|| {
                    view! {
                        <button
                            id="take"
                            on:click=move |_| {
                                page.route.overlay.set(None);
                                page.take_into_deck();
                            }
                        >
                            {page.strings().deck().take}
                        </button>
                    }
                })}
            {page
                .shows_run()
                .then(|| {
                    view! {
                        <button
                            id="take-home"
                            aria-haspopup="dialog"
                            on:click=move |_| page.open_export(ExportTarget::STAGE)
                        >
                            {page.strings().export().title}
                            " …"
                        </button>
                    }
                })}
            {page
                .slides()
                .map(|_| {
                    view! {
                        <button
                            id="print-open"
                            aria-haspopup="dialog"
                            on:click=move |_| page.route.overlay.set(Some(Overlay::Print))
                        >
                            {words.print}
                            <kbd>"Ctrl P"</kbd>
                        </button>
                    }
                })}
        </div>
    }
}

/// Shows the links to other places. Tracked.
fn go_to(page: Page) -> impl IntoView {
    let strings = page.strings();
    let link = |aside: Aside, id: &'static str| {
        view! {
            <a id=id href=format!("#/{}", aside.name())>
                {(strings.place)(aside)}
            </a>
        }
    };
    view! {
        <div>
            <h2>{strings.tools().go_to}</h2>
            {link(Aside::Playground, "to-playground")}
            {link(Aside::Lab, "to-lab")}
            {link(Aside::Deck, "go-deck")}
            <button
                id="glossary-open"
                aria-haspopup="dialog"
                on:click=move |_| page.route.overlay.set(Some(Overlay::Glossary))
            >
                {strings.glossary_words().title}
                <kbd>"D"</kbd>
            </button>
            {link(Aside::Trust, "go-trust")}
        </div>
    }
}

/// Shows the looks of the page. Tracked.
fn this_page(page: Page) -> impl IntoView {
    let strings = page.strings();
    let tables = Tables::of(page).open;
    view! {
        <div>
            <h2>{strings.tools().this_page}</h2>
            {page
                .shows_run()
                .then(|| {
                    view! {
                        <button
                            id="tables"
                            aria-pressed=move || tables.get().to_string()
                            on:click=move |_| {
                                page.route.overlay.set(None);
                                tables.update(|open| *open = !*open);
                            }
                        >
                            {strings.tools().tables}
                        </button>
                    }
                })}
            <button
                id="theme"
                title=strings.switch_theme
                on:click=move |_| page.choose_theme(page.settings.theme.get_untracked().next())
            >
                {move || (page.strings().tools().theme_is)((page.strings().theme)(page.settings.theme.get()))}
                <kbd>"T"</kbd>
            </button>
            <button id="help" aria-haspopup="dialog" on:click=move |_| page.route.overlay.set(Some(Overlay::Help))>
                {strings.help_word}
                <kbd>"?"</kbd>
            </button>
        </div>
    }
}
