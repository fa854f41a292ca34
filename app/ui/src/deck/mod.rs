//! The reader's own deck: its slides with their texts, their order, and the ways to open, save and share it.

mod card;
mod desk;
mod drag;
mod links;
mod parts;
mod range;
mod slide;

pub use desk::{DeckState, Links, follow};

use crate::page::{Offer, Page};
use crate::run::canvas::InWindow;
use drag::Drag;
use leptos::prelude::*;
use leptos::{ev, html};
use links::SharedLinks;
use model::deck::{MOST_TITLE, fitting};
use slide::{Draw, Slide};

#[component]
pub fn DeckPage(page: Page, draw: Draw) -> impl IntoView {
    // The keys undo the last change of the deck, wherever the focus is. A field would undo its own text only.
    let keys = window_event_listener(ev::keydown, move |event| {
        let holds = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
        let does = match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
            ("z", false) => Page::undo_deck,
            ("z", true) | ("y", false) => Page::redo_deck,
            _ => return,
        };
        if holds {
            event.prevent_default();
            does(page);
        }
    });
    on_cleanup(move || keys.remove());
    page.drop_notice(&Offer::Deck);
    let is_empty = Memo::new(move |_| DeckState::of(page).order.with(Vec::is_empty));
    let drag = Drag::new();
    let is_compact = RwSignal::new(false);
    // Pictures are drawn when they are less than a window's height away.
    let near = InWindow::new("100%");
    view! {
        <main class="deck" id="deck" data-slides=move || DeckState::of(page).order.with(Vec::len).to_string()>
            <Head page=page is_empty=is_empty is_compact=is_compact />
            <LastChange page=page />
            {move || is_empty.get().then(|| view! { <Empty page=page /> })}
            <ol class="deck-slides" class:compact=move || is_compact.get()>
                <For each=move || DeckState::of(page).order.get() key=|name| *name let:name>
                    <Slide page=page name=name drag=drag near=near draw=draw />
                </For>
            </ol>
            <p>
                <button
                    id="deck-add-words"
                    class="button"
                    title=move || page.strings().deck().add_words_hint
                    on:click=move |_| page.add_words_to_deck()
                >
                    {move || page.strings().deck().add_words}
                </button>
            </p>
        </main>
    }
    .into_any()
}

#[component]
fn Head(page: Page, is_empty: Memo<bool>, is_compact: RwSignal<bool>) -> impl IntoView {
    let file = NodeRef::<html::Input>::new();
    let open = move |_| {
        if let Some(input) = file.get_untracked() {
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                page.open_deck_file(file);
            }
            // An empty value lets the reader choose the same file again.
            input.set_value("");
        }
    };
    let desk = DeckState::of(page);
    let can_undo = Memo::new(move |_| desk.undo.with(|undo| !undo.is_empty()));
    let can_redo = Memo::new(move |_| desk.redo.with(|redo| !redo.is_empty()));
    let change_button =
        move |id: &'static str, text: fn(&model::strings::Strings) -> &'static str, can: Memo<bool>, does: fn(Page)| {
            view! {
                <button id=id class="button quiet" disabled=move || !can.get() on:click=move |_| does(page)>
                    {move || text(page.strings())}
                </button>
            }
        };
    let planned = move || {
        let last = desk.order.with(Vec::len);
        let planned = desk.deck.with(|deck| deck.planned(last));
        planned.map(page.strings().deck().planned)
    };
    view! {
        <header class="deck-head">
            <input
                id="deck-title"
                class="deck-title"
                type="text"
                autocomplete="off"
                maxlength=MOST_TITLE.to_string()
                placeholder=move || page.strings().deck().title
                aria-label=move || page.strings().deck().title
                prop:value=move || DeckState::of(page).deck.with(|deck| deck.title.clone())
                on:input=move |event| page.title_deck(fitting(&event_target_value(&event), MOST_TITLE))
            />
            {change_button("deck-undo", |strings| strings.playground().undo, can_undo, Page::undo_deck)}
            {change_button("deck-redo", |strings| strings.playground().redo, can_redo, Page::redo_deck)}
            <output class="deck-planned" id="deck-planned">
                {planned}
            </output>
            <button
                id="deck-compact"
                class="button quiet"
                disabled=move || is_empty.get()
                aria-pressed=move || is_compact.get().to_string()
                on:click=move |_| is_compact.update(|on| *on = !*on)
            >
                {move || page.strings().deck().compact}
            </button>
            <button
                id="deck-present"
                class="button deck-present"
                disabled=move || is_empty.get()
                on:click=move |_| {
                    page.present_deck(0);
                    page.present(true)
                }
            >
                {move || page.strings().deck().present}
            </button>
            <button id="deck-save" class="button" disabled=move || is_empty.get() on:click=move |_| page.save_deck()>
                {move || page.strings().deck().save}
            </button>
            <button id="deck-share" class="button" disabled=move || is_empty.get() on:click=move |_| page.share_deck()>
                {move || page.strings().deck().share}
            </button>
            <label class="button" for="deck-file">
                {move || page.strings().deck().open}
            </label>
            <input
                node_ref=file
                id="deck-file"
                class="file"
                type="file"
                accept=".json,application/json"
                on:change=open
            />
        </header>
    }
    .into_any()
}

/// The last change with a way to undo it, and the deck's link if the reader has asked for it.
#[component]
fn LastChange(page: Page) -> impl IntoView {
    let desk = DeckState::of(page);
    view! {
        <div role="status">
            {move || {
                desk.moved
                    .get()
                    .map(|(from, to)| {
                        view! {
                            <p id="deck-moved" class="unseen">
                                {(page.strings().deck().moved)(from + 1, to + 1)}
                            </p>
                        }
                    })
            }}
            {move || {
                desk.deleted
                    .get()
                    .map(|number| {
                        view! {
                            <p class="deck-told" id="deck-deleted">
                                <span class="grow">{(page.strings().deck().deleted)(number)}</span>
                                <button class="button" on:click=move |_| page.undo_deck()>
                                    {page.strings().deck().undo}
                                </button>
                            </p>
                        }
                    })
            }}
            {move || {
                desk.before
                    .get()
                    .into_iter()
                    .enumerate()
                    .map(|(index, before)| {
                        view! {
                            <p class="deck-told">
                                <span class="grow">
                                    {(page.strings().deck().before)(&before.title, before.slides.len())}
                                </span>
                                <button
                                    data-deck-before=index
                                    class="button"
                                    on:click=move |_| page.bring_deck_back(index)
                                >
                                    {page.strings().deck().bring_back}
                                </button>
                            </p>
                        }
                    })
                    .collect_view()
            }}
            {move || {
                desk.unreadable
                    .get()
                    .map(|(_, error)| {
                        view! {
                            <p class="deck-told">
                                <span class="grow">{(page.strings().deck().unreadable)(&error)}</span>
                                <button id="deck-rescue" class="button" on:click=move |_| page.save_unreadable_deck()>
                                    {page.strings().deck().save}
                                </button>
                            </p>
                        }
                    })
            }}
            {move || {
                page.settings.language.track();
                desk.links.get().map(|links| view! { <SharedLinks page=page links=links /> })
            }}
        </div>
    }
    .into_any()
}

#[component]
fn Empty(page: Page) -> impl IntoView {
    view! {
        <section class="panel deck-empty" id="deck-empty">
            {move || {
                let words = page.strings().deck();
                view! {
                    <h2>{words.empty}</h2>
                    <ol>{words.empty_lines.map(|line| view! { <li>{line}</li> }).collect_view()}</ol>
                    <a class="button" href="#/">
                        {page.strings().lessons}
                    </a>
                }
            }}
        </section>
    }
}
