//! The glossary: one term per row, with its name in WGSL, CUDA, AMD and Metal.

use crate::draw::icons;
use crate::page::{Overlay, Page};
use leptos::html;
use leptos::prelude::*;
use lessons::Language;
use lessons::glossary::{Dialect, TERMS, TRANSLATING, Term};

#[component]
pub fn GlossaryDialog(page: Page) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let find = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(find) = find.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = find.focus();
        }
    });
    // The reader may search in either language.
    for language in Language::ALL {
        page.load_texts(language);
    }
    let terms = move || {
        page.texts.track();
        typed.with(|typed| TERMS.iter().filter(|term| term.matches(typed)).collect::<Vec<_>>())
    };
    let dialog = move || {
        let (strings, language) = (page.strings(), page.reads());
        let words = strings.glossary_words();
        view! {
            <div class="veil" on:click=move |_| page.route.overlay.set(None)>
                <section
                    class="dialog glossary"
                    id="glossary"
                    role="dialog"
                    aria-modal="true"
                    aria-label=words.title
                    on:click=|event| event.stop_propagation()
                >
                    <button
                        class="icon-button dialog-close"
                        aria-label=strings.close
                        on:click=move |_| page.route.overlay.set(None)
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <path d=icons::CLOSE />
                        </svg>
                    </button>
                    <h2>{words.title}</h2>
                    <div class="glossary-line">
                        <input
                            node_ref=find
                            id="glossary-find"
                            class="glossary-find"
                            type="search"
                            autocomplete="off"
                            spellcheck="false"
                            placeholder=words.find
                            aria-label=words.find
                            prop:value=typed
                            on:input=move |event| typed.set(event_target_value(&event))
                        />
                        <span id="glossary-count" role="status">
                            {move || (words.found)(terms().len())}
                        </span>
                    </div>
                    <div class="glossary-scroll" tabindex="0" role="region" aria-label=words.title>
                        <table class="glossary-table">
                            <thead>
                                <tr>
                                    {Dialect::ALL
                                        .map(|dialect| view! { <th scope="col">{dialect.name()}</th> })
                                        .collect_view()} <th scope="col">{words.meaning}</th>
                                </tr>
                            </thead>
                            <tbody>
                                {move || terms().into_iter().map(|term| row(page, language, term)).collect_view()}
                            </tbody>
                        </table>
                        {move || terms().is_empty().then_some(view! { <p>{words.none}</p> })}
                    </div>
                </section>
            </div>
        }
    };
    move || (page.route.overlay.get() == Some(Overlay::Glossary)).then(dialog)
}

fn row(page: Page, language: Language, term: &'static Term) -> impl IntoView {
    let words = page.strings().glossary_words();
    let cell = |dialect: Dialect| {
        let word = term.word(dialect);
        let none = words.no_word;
        let cell = match word {
            Some(word) => view! { <span>{word}</span> }.into_any(),
            None => view! {
                <span title=none aria-label=none>
                    "–"
                </span>
            }
            .into_any(),
        };
        view! { <td data-dialect=dialect.name()>{cell}</td> }
    };
    // The link closes the dialog itself: the page may be at this slide already.
    let slide = term.slide().map(|number| {
        let address = format!("#/{TRANSLATING}?slide={number}");
        view! {
            " "
            <a href=address on:click=move |_| page.route.overlay.set(None)>
                {(words.slide)(number)}
            </a>
        }
    });
    view! { <tr>{Dialect::ALL.map(cell).collect_view()} <td class="meaning">{term.meaning.get(language)} {slide}</td></tr> }
}
