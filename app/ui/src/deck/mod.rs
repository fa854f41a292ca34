//! The reader's own deck: its slides with their texts, their order, and the ways to open, save and share it.

mod desk;
mod drag;

pub use desk::{DeckState, Links, follow};

use crate::draw::icons;
use crate::page::Page;
use drag::{Drag, Grip};
use leptos::prelude::*;
use leptos::{ev, html};
use model::address::CodeText;
use model::deck::{DeckSlide, MOST_MINUTES, MOST_NOTES, MOST_TEXT, MOST_TITLE, QUIET, fitting};
use model::number::whole;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

#[component]
pub fn DeckPage(page: Page) -> impl IntoView {
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
    let is_empty = Memo::new(move |_| DeckState::of(page).order.with(Vec::is_empty));
    let drag = Drag::new();
    view! {
        <main class="deck" id="deck" data-slides=move || DeckState::of(page).order.with(Vec::len).to_string()>
            <Head page=page is_empty=is_empty />
            <LastChange page=page />
            {move || is_empty.get().then(|| view! { <Empty page=page /> })}
            <ol class="deck-slides">
                <For each=move || DeckState::of(page).order.get() key=|name| *name let:name>
                    <Slide page=page name=name drag=drag />
                </For>
            </ol>
        </main>
    }
    .into_any()
}

#[component]
fn Head(page: Page, is_empty: Memo<bool>) -> impl IntoView {
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
    let change_button = move |id: &'static str,
                              text: fn(&model::strings::Strings) -> &'static str,
                              sign: &'static str,
                              can: Memo<bool>,
                              does: fn(Page)| {
        view! {
            <button id=id class="icon-button" disabled=move || !can.get() title=move || text(page.strings()) aria-label=move || text(page.strings()) on:click=move |_| does(page)>{sign}</button>
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
            {change_button("deck-undo", |strings| strings.deck().undo, "↶", can_undo, Page::undo_deck)}
            {change_button("deck-redo", |strings| strings.deck().redo, "↷", can_redo, Page::redo_deck)}
            <output class="deck-planned" id="deck-planned">{planned}</output>
            <button id="deck-present" class="button deck-present" disabled=move || is_empty.get() on:click=move |_| { page.present_deck(0); page.present(true) }>{move || page.strings().deck().present}</button>
            <button id="deck-save" class="button" disabled=move || is_empty.get() on:click=move |_| page.save_deck()>{move || page.strings().deck().save}</button>
            <button id="deck-share" class="button" disabled=move || is_empty.get() on:click=move |_| page.share_deck()>{move || page.strings().deck().share}</button>
            <label class="button" for="deck-file">{move || page.strings().deck().open}</label>
            <input node_ref=file id="deck-file" class="file" type="file" accept=".json,application/json" on:change=open />
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
            {move || desk.moved.get().map(|(from, to)| view! {
                <p id="deck-moved" class="unseen">{(page.strings().deck().moved)(from + 1, to + 1)}</p>
            })}
            {move || desk.deleted.get().map(|number| view! {
                <p class="deck-told" id="deck-deleted">
                    <span class="grow">{(page.strings().deck().deleted)(number)}</span>
                    <button class="button" on:click=move |_| page.undo_deck()>{page.strings().deck().undo}</button>
                </p>
            })}
            {move || desk.before.get().map(|before| view! {
                <p class="deck-told">
                    <span class="grow">{(page.strings().deck().before)(&before.title, before.slides.len())}</span>
                    <button id="deck-before" class="button" on:click=move |_| page.bring_deck_back()>{page.strings().deck().bring_back}</button>
                </p>
            })}
            {move || desk.unreadable.get().map(|(_, error)| view! {
                <p class="deck-told">
                    <span class="grow">{(page.strings().deck().unreadable)(&error)}</span>
                    <button id="deck-rescue" class="button" on:click=move |_| page.save_unreadable_deck()>{page.strings().deck().save}</button>
                </p>
            })}
            {move || desk.links.get().map(|links| view! { <SharedLinks page=page links=links /> })}
        </div>
    }
    .into_any()
}

/// The links to the deck, and the QR code of the one to read.
#[component]
fn SharedLinks(page: Page, links: Arc<Links>) -> impl IntoView {
    let words = page.strings().deck();
    let field = |id: &'static str, label: &'static str, hint: &'static str, link: String| {
        view! {
            <label for=id>{label} " " <small>{hint}</small></label>
            <input id=id type="text" readonly prop:value=link on:focus=|event| {
                if let Some(field) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) {
                    field.select();
                }
            } />
        }
    };
    let code = match &links.code {
        Some(code) => {
            let side = code.size + 2 * QUIET;
            view! {
                <figure class="deck-code">
                    <svg id="deck-code" role="img" aria-label=words.code viewBox=format!("0 0 {side} {side}") data-modules=code.size.to_string()>
                        <rect width=side.to_string() height=side.to_string() fill="#fff" />
                        <path d=code.path.clone() fill="#000" shape-rendering="crispEdges" />
                    </svg>
                    <figcaption>{words.code}</figcaption>
                </figure>
            }
            .into_any()
        }
        None => view! { <p class="deck-no-code" id="deck-no-code">{(words.no_code)(links.read.len())}</p> }.into_any(),
    };
    view! {
        <section class="deck-told deck-links">
            <div class="grow">
                {field("deck-link-read", words.link_read, words.link_read_hint, links.read.clone())}
                {field("deck-link-edit", words.link_edit, words.link_edit_hint, links.edit.clone())}
            </div>
            {code}
        </section>
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
                    <a class="button" href="#/">{page.strings().lessons}</a>
                }
            }}
        </section>
    }
}

/// One slide: its view, its texts and its place.
#[component]
fn Slide(page: Page, name: u32, drag: Drag) -> impl IntoView {
    let desk = DeckState::of(page);
    let place = Memo::new(move |_| {
        desk.order
            .with(|order| order.iter().position(|each| *each == name))
    });
    let slide = Memo::new(move |_| {
        let place = place.get()?;
        desk.deck.with(|deck| deck.slides.get(place).cloned())
    });
    let of_slide = move |of: fn(&DeckSlide) -> String| {
        move || {
            slide
                .with(|slide| slide.as_ref().map(of))
                .unwrap_or_default()
        }
    };
    let title = move || {
        let language = page.settings.language.get();
        slide.with(|slide| {
            let view = &slide.as_ref()?.view;
            let kernels: Vec<&str> = view
                .kernels()
                .map(|kernel| kernel.title.get(language))
                .collect();
            Some(format!(
                "{} · {}",
                view.lesson.title.get(language),
                kernels.join(", ")
            ))
        })
    };
    let sizes = move || {
        let strings = page.strings();
        slide.with(|slide| {
            let slide = slide.as_ref()?;
            let (size, machine) = (slide.view.size, &slide.view.machine.name);
            let size = (strings.times_of)(size.n(), Some(size.block()));
            let panel = slide.panel.map(|panel| strings.panel(Some(panel)));
            let code = slide
                .code
                .filter(|code| *code == CodeText::Cuda)
                .map(|_| "CUDA");
            let all = [
                size,
                machine.to_string(),
                strings.pace(slide.pace).to_owned(),
            ];
            let others = [panel, code].into_iter().flatten().map(str::to_owned);
            Some(
                all.into_iter()
                    .chain(others)
                    .collect::<Vec<String>>()
                    .join(" · "),
            )
        })
    };
    let keys = move |event: KeyboardEvent| {
        let by = match (event.alt_key(), event.key().as_str()) {
            (true, "ArrowUp") => -1,
            (true, "ArrowDown") => 1,
            _ => return,
        };
        event.prevent_default();
        page.move_deck_slide(name, by);
        // The move puts the slide between other neighbours in the document, so the field must get the focus again.
        if let Some(field) = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok())
        {
            request_animation_frame(move || drop(field.focus()));
        }
    };
    let is_last = move |place: usize| desk.order.with(|order| place + 1 == order.len());
    let button = move |id: &'static str,
                       text: fn(&model::strings::Strings) -> &'static str,
                       icon: &'static str,
                       does: fn(Page, u32)| {
        view! {
            <button class="icon-button" data-does=id title=move || text(page.strings()) aria-label=move || text(page.strings()) on:click=move |_| does(page, name)>
                <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icon /></svg>
            </button>
        }
    };
    let press = move |id: &'static str,
                      text: fn(&model::strings::Strings) -> &'static str,
                      of: fn(&DeckSlide) -> usize,
                      set: fn(&mut DeckSlide, usize)| {
        view! {
            <label class="field">
                {move || text(page.strings())}
                <input data-press=id type="text" inputmode="numeric" autocomplete="off"
                    prop:value=move || slide.with(|slide| slide.as_ref().map(of)).unwrap_or(0).to_string()
                    on:change=move |event| {
                        match whole(&event_target_value(&event)) {
                            Ok(press) => page.change_deck_slide(name, id, |slide| set(slide, press as usize)),
                            // A text that is not a number is replaced by the old value.
                            Err(_) => {
                                let old = slide.with_untracked(|slide| slide.as_ref().map(of)).unwrap_or(0);
                                event_target::<web_sys::HtmlInputElement>(&event).set_value(&old.to_string());
                            }
                        }
                    } />
            </label>
        }
    };
    view! {
        <li class="deck-slide panel" on:keydown=keys class:held=move || drag.holds(name)
            class:gap-before=move || place.get().is_some_and(|place| drag.marks(place))
            class:gap-after=move || place.get().is_some_and(|place| is_last(place) && drag.marks(place + 1))
            data-place=move || place.get().map(|place| place.to_string())>
            <header>
                <Grip page=page name=name drag=drag />
                <b class="deck-number">{move || place.get().map(|place| place + 1)}</b>
                <a class="grow" href=of_slide(DeckSlide::address)>{title}</a>
                {button("up", |strings| strings.deck().up, icons::UP, |page, name| page.move_deck_slide(name, -1))}
                {button("down", |strings| strings.deck().down, icons::DOWN, |page, name| page.move_deck_slide(name, 1))}
                {button("copy", |strings| strings.deck().duplicate, icons::SPEAKER, Page::duplicate_deck_slide)}
                {button("delete", |strings| strings.deck().delete, icons::CLOSE, Page::delete_deck_slide)}
            </header>
            <p class="deck-sizes">
                <span class="grow">{sizes}</span>
                {press("from", |strings| strings.deck().from, |slide| slide.presses.0, DeckSlide::begin_at)}
                {press("to", |strings| strings.deck().to, |slide| slide.presses.1, DeckSlide::end_at)}
                <label class="field">
                    {move || page.strings().deck().minutes}
                    <input data-minutes="" type="text" inputmode="numeric" autocomplete="off"
                        prop:value=of_slide(|slide| slide.minutes.map_or(String::new(), |minutes| minutes.to_string()))
                        on:change=move |event| {
                            let minutes = whole(&event_target_value(&event)).ok().map(|minutes| minutes.min(MOST_MINUTES));
                            page.change_deck_slide(name, "minutes", |slide| slide.minutes = minutes);
                        } />
                </label>
            </p>
            <label class="deck-words">
                {move || page.strings().deck().text}
                <textarea data-words="text" rows="3" maxlength=MOST_TEXT.to_string() prop:value=of_slide(|slide| slide.text.clone())
                    on:input=move |event| page.change_deck_slide(name, "text", |slide| slide.text = fitting(&event_target_value(&event), MOST_TEXT))></textarea>
            </label>
            <label class="deck-words">
                {move || page.strings().speaker_notes}
                <textarea data-words="notes" rows="3" maxlength=MOST_NOTES.to_string() prop:value=of_slide(|slide| slide.notes.clone())
                    on:input=move |event| page.change_deck_slide(name, "notes", |slide| slide.notes = fitting(&event_target_value(&event), MOST_NOTES))></textarea>
            </label>
        </li>
    }
    .into_any()
}
