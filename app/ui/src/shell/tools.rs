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
    let words = move || page.strings().tools();
    let in_lesson = move || page.run.spec.with(Option::is_some);
    let open = move |overlay| page.route.overlay.set(Some(overlay));
    let tables = Tables::of(page).open;
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
    let take_away = move || {
        let has_run = page.shows_run();
        view! {
            <div>
                <h2>{words().take_away}</h2>
                <button id="copy-link" on:click=copy>
                    {words().copy_link}
                </button>
                {in_lesson()
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
                {has_run
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
                            <button id="print-open" aria-haspopup="dialog" on:click=move |_| open(Overlay::Print)>
                                {words().print}
                                <kbd>"Ctrl P"</kbd>
                            </button>
                        }
                    })}
            </div>
        }
    };
    let go_to = move || {
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
                <h2>{words().go_to}</h2>
                {link(Aside::Playground, "to-playground")}
                {link(Aside::Lab, "to-lab")}
                {link(Aside::Deck, "go-deck")}
                <button id="glossary-open" aria-haspopup="dialog" on:click=move |_| open(Overlay::Glossary)>
                    {strings.glossary_words().title}
                    <kbd>"D"</kbd>
                </button>
                {link(Aside::Trust, "go-trust")}
            </div>
        }
    };
    let this_page = move || {
        let strings = page.strings();
        view! {
            <div>
                <h2>{words().this_page}</h2>
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
                                {words().tables}
                            </button>
                        }
                    })}
                <button
                    id="theme"
                    title=strings.switch_theme
                    on:click=move |_| page.choose_theme(page.settings.theme.get_untracked().next())
                >
                    {move || (words().theme_is)((page.strings().theme)(page.settings.theme.get()))}
                    <kbd>"T"</kbd>
                </button>
                <button id="help" aria-haspopup="dialog" on:click=move |_| open(Overlay::Help)>
                    {strings.help_word}
                    <kbd>"?"</kbd>
                </button>
            </div>
        }
    };
    view! {
        <Menu page=page name=MenuName::Tools label=move || view! { {words().title} }.into_any()>
            <div class="tools">{take_away} {go_to} {this_page}</div>
        </Menu>
    }
}
