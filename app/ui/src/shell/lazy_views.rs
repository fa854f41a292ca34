//! The views that the page loads when they are first shown. `panels`, `lesson` and `run` declare their own.

use crate::browser::lazy::{NotLoaded, at_once, lazy_module};
use crate::deck::DeckPage;
use crate::export::ExportDialog;
use crate::lab::{BoardPage, LabPage};
use crate::lesson::list::LessonList;
use crate::lesson::previews::Previews;
use crate::lesson::times::TimesDialog;
use crate::page::lazy_view::lazy_view;
use crate::page::{Overlay, Page};
use crate::panels::why::WhyDialog;
use crate::panels::word::WordDialog;
use crate::playground::PlaygroundPage;
use crate::present;
use crate::present::stage::{Stage, stage_picture};
use crate::present::{CardPage, GoTo, Overview, Print, Speaker};
use crate::run::runs::Runs;
use crate::run::thumbnails;
use crate::shell::embed::EmbedPage;
use crate::shell::glossary::GlossaryDialog;
use crate::shell::help::Help;
use crate::trust::{Trust, TrustPage};
use leptos::prelude::*;

lazy_view! { list in list_head => list(page: Page, previews: Previews, runs: Runs) { view! { <LessonList page=page previews=previews runs=runs /> } } }
lazy_view! { lab: lab(page: Page, runs: Runs) { view! { <LabPage page=page runs=runs /> } } }
lazy_view! { lab: board(page: Page) { view! { <BoardPage page=page /> } } }
lazy_view! { deck: deck(page: Page) { view! { <DeckPage page=page draw=stage_picture /> } } }
lazy_view! { deck: card(page: Page) { view! { <CardPage page=page /> } } }
lazy_view! { deck over Overlay::Overview => overview(page: Page) { view! { <Overview page=page /> } } }
lazy_view! { deck over Overlay::Print => print(page: Page) { view! { <Print page=page /> } } }
lazy_view! { deck over Overlay::GoTo => go_to(page: Page) { view! { <GoTo page=page /> } } }
lazy_view! { playground: playground(page: Page, runs: Runs) { view! { <PlaygroundPage page=page runs=runs /> } } }
lazy_view! { export over Overlay::Export => take(page: Page) { view! { <ExportDialog page=page /> } } }
lazy_view! { lab: trust(page: Page, counts: Trust, runs: Runs) { view! { <TrustPage page=page trust=counts runs=runs /> } } }
lazy_view! { panels: stage(page: Page) { view! { <Stage page=page /> } } }
lazy_view! { panels: embed(page: Page, runs: Runs) { view! { <EmbedPage page=page runs=runs /> } } }
lazy_view! { panels over Overlay::Times => times_dialog(page: Page) { view! { <TimesDialog page=page /> } } }
lazy_view! { panels over Overlay::Help => help(page: Page) { view! { <Help page=page /> } } }
lazy_view! { panels over Overlay::Why(..) => why(page: Page) { view! { <WhyDialog page=page /> } } }
lazy_view! { panels over Overlay::Word(_) => word(page: Page) { view! { <WordDialog page=page /> } } }
lazy_view! { panels over Overlay::Glossary => glossary(page: Page) { view! { <GlossaryDialog page=page /> } } }

// Shows nothing: it runs the kernels of slides, for all views of `deck` that show them, and for a print of the browser.
lazy_view! { deck when present::wants_thumbnails => thumbnail_runs(page: Page, runs: Runs) { thumbnails::follow(page, runs); present::print::follow(page); } }

/// Keeps the head of the list, which the first paint shows, while the list loads.
fn list_head() -> AnyView {
    let head = document().query_selector("#skeleton .list:not([hidden])");
    let head = head.ok().flatten().map(|head| head.inner_html());
    view! { <div class="list" aria-hidden="true" inert inner_html=head /> }.into_any()
}

lazy_module! {
    mod speaker_window in deck {
        fn make(name: String) -> AnyView { view! { <Speaker name=name /> }.into_any() }
    }
}

/// Loads the speaker's window, which shares no view with the page. The returned function builds the window.
///
/// # Errors
/// [`NotLoaded`]
pub async fn speaker(name: String) -> Result<impl FnOnce() -> Option<AnyView>, NotLoaded> {
    speaker_window::load().await?;
    Ok(move || at_once(speaker_window::make(name)))
}

/// Shows the views over the page; each is loaded when it is first opened.
#[component]
pub fn Overlays(page: Page, runs: Runs) -> impl IntoView {
    view! {
        {thumbnail_runs(page, runs)}
        {help(page)}
        {times_dialog(page)}
        {why(page)}
        {word(page)}
        {glossary(page)}
        {overview(page)}
        {print(page)}
        {go_to(page)}
        {take(page)}
    }
}
