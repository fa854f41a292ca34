//! All slides as cards: each has its text, its kernels, and a small picture of its run.

use crate::draw::icons;
use crate::page::{Overlay, Page, Run};
use crate::present::stage::StagePicture;
use crate::run::thumbnails::Thumbnails;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

#[component]
pub fn Overview(page: Page) -> impl IntoView {
    move || (page.route.overlay.get() == Some(Overlay::Overview)).then(|| view! { <Cards page=page /> })
}

#[component]
fn Cards(page: Page) -> impl IntoView {
    if let Some(slides) = untrack(|| page.slides()) {
        page.make_thumbnails(&slides);
    }
    let grid = NodeRef::<html::Ol>::new();
    let current = untrack(|| page.slide_shown()).map(|showing| showing.index);
    Effect::new(move |_| {
        if let Some(card) = grid.get().and_then(|grid| card_at(&grid, current.unwrap_or(0))) {
            // The focus moves to the card. If the browser refuses, it stays where it was.
            let _ = card.focus();
        }
    });
    let walk = move |event: KeyboardEvent| {
        let Some(grid) = grid.get_untracked() else {
            return;
        };
        if let Some(card) = target(&grid, &event.key()).and_then(|to| card_at(&grid, to)) {
            event.prevent_default();
            let _ = card.focus();
        }
    };
    let card = move |(index, thumbnail): (usize, Run)| {
        view! { <Card page=page thumbnail=thumbnail index=index current=current == Some(index) /> }
    };
    let thumbnails = move || Thumbnails::of(page).list.get().into_iter().enumerate();
    let title = move || {
        let language = page.settings.language.get();
        page.slides().map(|slides| slides.title(language).to_owned())
    };
    view! {
        <div class="veil">
            <section
                class="dialog overview"
                id="overview"
                role="dialog"
                aria-modal="true"
                aria-labelledby="overview-title"
            >
                <div class="overview-head">
                    <h2 id="overview-title">{title}</h2>
                    <span class="grow">
                        {move || (page.strings().present().slide_count)(Thumbnails::of(page).list.with(Vec::len))}
                    </span>
                    <button
                        id="print-open"
                        class="button quiet"
                        on:click=move |_| page.route.overlay.set(Some(Overlay::Print))
                    >
                        {move || page.strings().present().print}
                    </button>
                    <button
                        class="icon-button"
                        aria-label=move || page.strings().close
                        on:click=move |_| page.route.overlay.set(None)
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <path d=icons::CLOSE />
                        </svg>
                    </button>
                </div>
                <ol class="overview-cards" node_ref=grid on:keydown=walk>
                    {move || thumbnails().map(card).collect_view()}
                </ol>
            </section>
        </div>
    }
}

#[component]
fn Card(page: Page, thumbnail: Run, index: usize, current: bool) -> impl IntoView {
    let slide = untrack(|| page.slides()).and_then(|slides| slides.get(index));
    let pictured = Signal::stored(slide.clone());
    let picture = view! { <StagePicture page=page thumbnail=thumbnail slide=pictured /> };
    let kernels = slide.clone();
    let kernels = move || {
        let language = page.settings.language.get();
        let titles = kernels.iter().flat_map(|slide| slide.kernels());
        let titles: Vec<&str> = titles.map(|kernel| kernel.title.get(language)).collect();
        titles.join(" · ")
    };
    let text = move || {
        let language = page.reads();
        slide
            .as_ref()
            .map(|slide| slide.all_words(language, page.settings.code_text.get()))
    };
    let choose = move |_| {
        page.route.overlay.set(None);
        page.show_slide(index);
    };
    view! {
        <li>
            <button
                class="overview-card"
                data-slide-card=index.to_string()
                aria-current=current.then_some("true")
                on:click=choose
            >
                {picture}
                <small>
                    <b>{index + 1}</b>
                    " "
                    {kernels}
                </small>
                <span>{text}</span>
            </button>
        </li>
    }
}

fn cards(grid: &HtmlElement) -> Vec<HtmlElement> {
    let items = grid.children();
    let items = (0..items.length()).filter_map(|index| items.item(index));
    items
        .filter_map(|item| item.first_element_child()?.dyn_into().ok())
        .collect()
}

fn card_at(grid: &HtmlElement, index: usize) -> Option<HtmlElement> {
    cards(grid).into_iter().nth(index)
}

/// Returns the card that a key leads to, from the card with the focus.
fn target(grid: &HtmlElement, key: &str) -> Option<usize> {
    let cards = cards(grid);
    let focused = document().active_element()?;
    let from = cards
        .iter()
        .position(|card| AsRef::<web_sys::Element>::as_ref(card) == &focused)?;
    let top = |card: &HtmlElement| card.get_bounding_client_rect().top();
    let first = top(cards.first()?);
    // The cards in the first row.
    let columns = cards.iter().take_while(|card| top(card) == first).count();
    let last = cards.len().checked_sub(1)?;
    let to = match key {
        "ArrowRight" | "PageDown" => from + 1,
        "ArrowLeft" | "PageUp" => from.checked_sub(1)?,
        "ArrowDown" => from + columns,
        "ArrowUp" => from.checked_sub(columns)?,
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    Some(to.min(last))
}
