//! One slide of the deck's editor.

use super::DeckState;
use super::card::CardFields;
use super::drag::{Drag, Grip};
use super::parts::PartsField;
use super::range::{End, Press, RangeNote, Refused};
use crate::draw::icons;
use crate::page::{Page, Run};
use crate::run::canvas::InWindow;
use crate::run::thumbnails::Thumbnails;
use leptos::html;
use leptos::prelude::*;
use model::address::CodeText;
use model::deck::{DeckSlide, MOST_MINUTES, MOST_NOTES, MOST_TEXT, PinnedRun, fitting, markup};
use model::number::whole;
use model::present::slides::ShownSlide;
use model::strings::Strings;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

/// Draws a slide small, from its thumbnail. The stage can, which knows the deck. The last argument gets the number of lines
/// of words that have no room.
pub type Draw = fn(Page, Run, Signal<Option<ShownSlide>>, RwSignal<usize>) -> AnyView;

/// One slide: its view, its texts and its place.
#[component]
pub fn Slide(page: Page, name: u32, drag: Drag, near: InWindow, draw: Draw) -> impl IntoView {
    let desk = DeckState::of(page);
    let place = Memo::new(move |_| desk.order.with(|order| order.iter().position(|each| *each == name)));
    let slide = Memo::new(move |_| {
        let place = place.get()?;
        desk.deck.with(|deck| deck.slides.get(place).cloned())
    });
    let is_run = Memo::new(move |_| slide.with(|slide| slide.as_ref().is_some_and(|slide| slide.run().is_some())));
    let left_out = RwSignal::new(0);
    let has_text = Memo::new(move |_| slide.with(|slide| slide.as_ref().is_some_and(|slide| !slide.text.is_empty())));
    let refused = RwSignal::new(None);
    // A change of the deck answers what was refused.
    Effect::new(move |_| {
        desk.deck.track();
        refused.set(None);
    });
    let keys = move |event: KeyboardEvent| {
        let by = match (event.alt_key(), event.key().as_str()) {
            (true, "ArrowUp") => -1,
            (true, "ArrowDown") => 1,
            _ => return,
        };
        event.prevent_default();
        page.move_deck_slide(name, by);
        keep_focus(event.target());
    };
    let is_last = move |place: usize| desk.order.with(|order| place + 1 == order.len());
    view! {
        <li
            class="deck-slide panel"
            on:keydown=keys
            class:held=move || drag.holds(name)
            class:gap-before=move || place.get().is_some_and(|place| drag.marks(place))
            class:gap-after=move || place.get().is_some_and(|place| is_last(place) && drag.marks(place + 1))
            data-place=move || place.get().map(|place| place.to_string())
        >
            <header>
                <Grip page=page name=name drag=drag />
                <b class="deck-number">{move || place.get().map(|place| place + 1)}</b>
                {heading(page, slide, is_run)}
                {slide_buttons(page, name)}
            </header>
            <SlidePicture page=page place=place slide=slide near=near draw=draw left_out=left_out />
            // The first line of the text, for the short list.
            <p class="deck-line">
                {of_slide(slide, |slide| markup::plain(&slide.text).lines().next().unwrap_or_default().to_owned())}
            </p>
            <div class="deck-fields">
                <p class="deck-sizes">
                    <span class="grow">{move || sizes(page, slide)}</span>
                    {move || is_run.get().then(|| range_fields(page, name, slide, refused))}
                    {minutes_field(page, name, slide)}
                </p>
                {move || {
                    if is_run.get() {
                        view! {
                            <RangeNote page=page name=name slide=slide refused=refused />
                            <PartsField page=page name=name slide=slide />
                        }
                            .into_any()
                    } else {
                        view! {
                            <CardFields page=page name=name slide=slide />
                            <p class="deck-range" role="status" data-left-out="">
                                {move || {
                                    (left_out.get() > 0 && has_text.get())
                                        .then(|| (page.strings().deck().left_out)(left_out.get()))
                                }}
                            </p>
                        }
                            .into_any()
                    }
                }}
                {words_fields(page, name, slide, is_run)}
            </div>
        </li>
    }
    .into_any()
}

/// Reads a text of the slide; empty if the slide is gone. Tracked.
fn of_slide(slide: Memo<Option<DeckSlide>>, read: fn(&DeckSlide) -> String) -> impl Fn() -> String + Copy {
    move || slide.with(|slide| slide.as_ref().map(read)).unwrap_or_default()
}

/// Returns the lesson, the kernels, the panel and the steps of a slide. Tracked.
fn title(page: Page, slide: Memo<Option<DeckSlide>>) -> Option<String> {
    let language = page.settings.language.get();
    slide.with(|slide| {
        let Some(run) = slide.as_ref()?.run() else {
            return Some(page.strings().deck().words_slide.to_owned());
        };
        let kernels = run.view.kernels();
        let kernels: Vec<&str> = kernels.map(|kernel| kernel.title.get(language)).collect();
        let strings = page.strings();
        let panel = run.panel.map(|panel| strings.panel(Some(panel)));
        let lesson = run.view.lesson.title.get(language);
        let named = [Some(lesson), Some(&*kernels.join(", ")), panel];
        let named: Vec<&str> = named.into_iter().flatten().collect();
        let steps = (strings.deck().steps)(run.presses);
        Some(format!("{} · {steps}", named.join(" · ")))
    })
}

/// Returns the size, the machine and the settings of a slide's run. Tracked.
fn sizes(page: Page, slide: Memo<Option<DeckSlide>>) -> Option<String> {
    let strings = page.strings();
    slide.with(|slide| {
        let Some(run) = slide.as_ref()?.run() else {
            return Some(strings.deck().add_words_hint.to_owned());
        };
        let (size, machine) = (run.view.size, &run.view.machine.name);
        let size = (strings.times_of)(size.n(), Some(size.block()));
        let code = run.code.filter(|code| *code == CodeText::Cuda).map(|_| "CUDA");
        let all = [size, machine.to_string(), strings.pace(run.pace).to_owned()];
        let order = Some(run.view.order).filter(|order| *order != 0);
        let order = order.map(strings.playground().order_sign);
        let others = order.into_iter().chain(code.map(str::to_owned));
        Some(all.into_iter().chain(others).collect::<Vec<String>>().join(" · "))
    })
}

/// Shows the title of the slide: for a run, as a link to it.
fn heading(page: Page, slide: Memo<Option<DeckSlide>>, is_run: Memo<bool>) -> impl IntoView {
    let title = move || title(page, slide);
    let address = move || slide.with(|slide| slide.as_ref().and_then(DeckSlide::run).map(PinnedRun::address));
    move || {
        if is_run.get() {
            view! {
                <a class="grow" href=address>
                    {title}
                </a>
            }
            .into_any()
        } else {
            view! { <b class="grow">{title}</b> }.into_any()
        }
    }
}

/// Shows the buttons that move, copy and delete a slide.
fn slide_buttons(page: Page, name: u32) -> impl IntoView {
    let button =
        move |id: &'static str, text: fn(&Strings) -> &'static str, icon: &'static str, does: fn(Page, u32)| {
            view! {
                <button
                    class="icon-button"
                    data-does=id
                    title=move || text(page.strings())
                    aria-label=move || text(page.strings())
                    on:click=move |event| {
                        does(page, name);
                        keep_focus(event.current_target());
                    }
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true">
                        <path fill-rule="evenodd" d=icon />
                    </svg>
                </button>
            }
        };
    let word = move |id: &'static str, text: fn(&Strings) -> &'static str, does: fn(Page, u32)| {
        view! {
            <button class="button quiet" data-does=id on:click=move |_| does(page, name)>
                {move || text(page.strings())}
            </button>
        }
    };
    view! {
        {button("up", |strings| strings.deck().up, icons::UP, |page, name| page.move_deck_slide(name, -1))}
        {button("down", |strings| strings.deck().down, icons::DOWN, |page, name| page.move_deck_slide(name, 1))}
        {word("copy", |strings| strings.deck().duplicate, Page::duplicate_deck_slide)}
        {word("delete", |strings| strings.deck().delete, Page::delete_deck_slide)}
    }
}

/// Shows the fields for the first and the last step.
fn range_fields(
    page: Page,
    name: u32,
    slide: Memo<Option<DeckSlide>>,
    refused: RwSignal<Option<Refused>>,
) -> impl IntoView {
    let from = End {
        id: "from",
        label: |strings| strings.deck().from,
        get: |run| run.presses.0,
        set: PinnedRun::begin_at,
    };
    let to = End {
        id: "to",
        label: |strings| strings.deck().to,
        get: |run| run.presses.1,
        set: PinnedRun::end_at,
    };
    view! {
        <Press page=page name=name slide=slide end=from refused=refused />
        <Press page=page name=name slide=slide end=to refused=refused />
    }
}

fn minutes_field(page: Page, name: u32, slide: Memo<Option<DeckSlide>>) -> impl IntoView {
    let minutes = of_slide(slide, |slide| {
        slide.minutes.map_or(String::new(), |minutes| minutes.to_string())
    });
    view! {
        <label class="field">
            {move || page.strings().deck().minutes}
            <input
                data-minutes=""
                type="text"
                inputmode="numeric"
                autocomplete="off"
                prop:value=minutes
                on:change=move |event| {
                    let field = event_target::<web_sys::HtmlInputElement>(&event);
                    let typed = field.value();
                    let planned = whole(&typed).ok().map(|minutes| minutes.min(MOST_MINUTES));
                    if planned.is_some() || typed.trim().is_empty() {
                        page.change_deck_slide(name, "minutes", |slide| slide.minutes = planned);
                    }
                    // The field shows what is planned, whatever was typed.
                    field.set_value(&untrack(minutes));
                }
            />
        </label>
    }
}

/// Shows the field for the slide's text, and the one for the speaker's notes.
fn words_fields(page: Page, name: u32, slide: Memo<Option<DeckSlide>>, is_run: Memo<bool>) -> impl IntoView {
    view! {
        <label class="deck-words">
            {move || page.strings().deck().text}
            {move || (!is_run.get()).then(|| view! { <small>{page.strings().deck().marks}</small> })}
            <textarea
                data-words="text"
                rows=move || if is_run.get() { "3" } else { "8" }
                maxlength=MOST_TEXT.to_string()
                prop:value=of_slide(slide, |slide| slide.text.clone())
                on:input=move |event| {
                    page.change_deck_slide(
                        name,
                        "text",
                        |slide| slide.text = fitting(&event_target_value(&event), MOST_TEXT),
                    )
                }
            />
        </label>
        <label class="deck-words">
            {move || page.strings().speaker_notes}
            <textarea
                data-words="notes"
                rows="3"
                maxlength=MOST_NOTES.to_string()
                prop:value=of_slide(slide, |slide| slide.notes.clone())
                on:input=move |event| {
                    page.change_deck_slide(
                        name,
                        "notes",
                        |slide| slide.notes = fitting(&event_target_value(&event), MOST_NOTES),
                    )
                }
            />
        </label>
    }
}

/// Gives an element the focus again: a move puts the slide between other neighbours in the document.
fn keep_focus(target: Option<web_sys::EventTarget>) {
    if let Some(field) = target.and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok()) {
        request_animation_frame(move || drop(field.focus()));
    }
}

/// A small picture of the slide.
#[component]
fn SlidePicture(
    page: Page,
    place: Memo<Option<usize>>,
    slide: Memo<Option<DeckSlide>>,
    near: InWindow,
    draw: Draw,
    left_out: RwSignal<usize>,
) -> impl IntoView {
    let picture_place = NodeRef::<html::Div>::new();
    let is_near = near.watch(picture_place);
    // A picture that is drawn stays.
    let is_drawn = Memo::new(move |drawn: Option<&bool>| drawn == Some(&true) || is_near.get());
    // Notes and minutes are not in the picture, and the text only of a slide of words.
    let pictured_parts = Memo::new(move |_| {
        slide.with(|slide| {
            let slide = slide.as_ref()?;
            let text = slide.card().map(|_| slide.text.clone());
            Some((slide.body.clone(), text))
        })
    });
    let thumbnail = Memo::new(move |_| {
        let place = place.get()?;
        // A thumbnail is the same as long as its first pane is.
        Thumbnails::of(page)
            .list
            .with(|list| list.get(place).map(|run| Same(*run)))
    });
    let pictured = Signal::derive(move || {
        pictured_parts.track();
        slide.with_untracked(|slide| slide.as_ref().map(ShownSlide::of_deck))
    });
    let picture = move || {
        let Same(run) = thumbnail.get().filter(|_| is_drawn.get())?;
        Some(draw(page, run, pictured, left_out))
    };
    view! {
        <div class="deck-picture" aria-hidden="true" node_ref=picture_place>
            {picture}
        </div>
    }
}

/// A run that is compared by its signals.
#[derive(Clone, Copy)]
struct Same(Run);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        self.0.spec == other.0.spec
    }
}
