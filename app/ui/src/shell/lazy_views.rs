//! Views that are loaded when they are first shown: in a release build, each group is a separate file.

use crate::browser::lazy::{NotLoaded, apart, at_once};
use crate::compare::Compare;
use crate::deck::DeckPage;
use crate::export::TakeDialog;
use crate::lab::{BoardPage, LabPage};
use crate::lesson::embed::EmbedPage;
use crate::lesson::machine::Sizes;
use crate::lesson::predict::Bar;
use crate::panels::banks::BanksPanel;
use crate::panels::blocks::BlocksPanel;
use crate::panels::formulas::FormulasPanel;
use crate::panels::launch::LaunchPanel;
use crate::panels::lines::LinesPanel;
use crate::panels::occupancy::OccupancyPanel;
use crate::panels::scheduler::SchedulerPanel;
use crate::panels::table::{OpenTable, Tabled};
use crate::panels::times::{TimesDialog, TimesPanel};
use crate::panels::tree::TreePanel;
use crate::panels::why::WhyDialog;
use crate::playground::PlaygroundPage;
use crate::present::{GoTo, Overview, Print, Speaker};
use crate::run::runs::Runs;
use crate::shell::glossary::GlossaryDialog;
use crate::shell::help::Help;
use crate::shell::state::{Overlay, Page, Pane};
use crate::trust::{Trust, TrustPage};
use leptos::prelude::*;
use simt::Machine;
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen_futures::spawn_local;

/// Declares a lazily loaded view: a function that shows it, and the chunk with its code. A view in the page may have a
/// placeholder. A view over the page is loaded when its overlay is first opened.
macro_rules! lazy_view {
    ($chunk:ident: $name:ident($page:ident: Page $(, $given:ident: $Type:ty)*) $view:block) => {
        lazy_view! { @code $chunk: $name($page: Page $(, $given: $Type)*) $view }

        pub fn $name($page: Page $(, $given: $Type)*) -> AnyView {
            here($page, $name::loading, Box::new(move || at_once($name::make($page $(, $given)*))), || None)
        }
    };
    ($chunk:ident in $placeholder:ident => $name:ident($page:ident: Page) $view:block) => {
        lazy_view! { @code $chunk: $name($page: Page) $view }

        pub fn $name($page: Page) -> AnyView {
            here($page, $name::loading, Box::new(move || at_once($name::make($page))), || Some($placeholder()))
        }
    };
    ($chunk:ident over $overlay:pat => $name:ident($page:ident: Page) $view:block) => {
        lazy_view! { @code $chunk: $name($page: Page) $view }

        fn $name($page: Page) -> AnyView {
            over($page, |overlay| matches!(overlay, $overlay), $name::loading, Box::new(move || at_once($name::make($page))))
        }
    };
    (@code $chunk:ident: $name:ident($page:ident: Page $(, $given:ident: $Type:ty)*) $view:block) => {
        mod $name {
            use super::*;

            apart! {
                mod code in $chunk {
                    fn $name($page: Page $(, $given: $Type)*) -> AnyView { $view.into_any() }
                }
            }
            pub use code::$name as make;

            pub fn loading() -> Loading {
                Box::pin(code::load())
            }
        }
    };
}

lazy_view! { lab: lab(page: Page, runs: Runs) { view! { <LabPage page=page runs=runs /> } } }
lazy_view! { lab: board(page: Page) { view! { <BoardPage page=page /> } } }
lazy_view! { deck: deck(page: Page) { view! { <DeckPage page=page /> } } }
lazy_view! { deck over Overlay::Overview => overview(page: Page) { view! { <Overview page=page /> } } }
lazy_view! { deck over Overlay::Print => print(page: Page) { view! { <Print page=page /> } } }
lazy_view! { deck over Overlay::GoTo => go_to(page: Page) { view! { <GoTo page=page /> } } }
lazy_view! { playground: playground(page: Page, runs: Runs) { view! { <PlaygroundPage page=page runs=runs /> } } }
lazy_view! { export over Overlay::Take => take(page: Page) { view! { <TakeDialog page=page /> } } }
lazy_view! { panels: trust(page: Page, counts: Trust, runs: Runs) { view! { <TrustPage page=page trust=counts runs=runs /> } } }
lazy_view! { panels: embed(page: Page, runs: Runs) { view! { <EmbedPage page=page runs=runs /> } } }
lazy_view! { panels: compare(page: Page) { view! { <Compare page=page /> } } }
lazy_view! { panels in times_placeholder => times(page: Page) { view! { <TimesPanel page=page /> } } }
lazy_view! { panels: lines(page: Page, pane: Pane) { view! { <LinesPanel page=page pane=pane /> } } }
lazy_view! { panels: banks(page: Page, pane: Pane) { view! { <BanksPanel page=page pane=pane /> } } }
lazy_view! { panels: tree(page: Page, pane: Pane) { view! { <TreePanel page=page pane=pane /> } } }
lazy_view! { panels: blocks(page: Page, pane: Pane) { view! { <BlocksPanel page=page pane=pane /> } } }
lazy_view! { panels: launch(page: Page, pane: Pane) { view! { <LaunchPanel page=page pane=pane /> } } }
lazy_view! { panels: formulas(page: Page, pane: Pane) { view! { <FormulasPanel page=page pane=pane /> } } }
lazy_view! { panels: scheduler(page: Page, pane: Pane) { view! { <SchedulerPanel page=page pane=pane /> } } }
lazy_view! { panels: occupancy(page: Page) { view! { <OccupancyPanel page=page /> } } }
lazy_view! { panels: predict_bar(page: Page) { view! { <Bar page=page /> } } }
lazy_view! { panels: picture_table(page: Page, pane: Pane, tabled: Tabled) { view! { <OpenTable page=page pane=pane tabled=tabled /> } } }
lazy_view! { panels: sizes(page: Page, machine: Memo<Machine>, open: RwSignal<bool>) { view! { <Sizes page=page machine=machine open=open /> } } }
lazy_view! { panels over Overlay::Times => times_dialog(page: Page) { view! { <TimesDialog page=page /> } } }
lazy_view! { panels over Overlay::Help => help(page: Page) { view! { <Help page=page /> } } }
lazy_view! { panels over Overlay::Why(_) => why(page: Page) { view! { <WhyDialog page=page /> } } }
lazy_view! { panels over Overlay::Glossary => glossary(page: Page) { view! { <GlossaryDialog page=page /> } } }

apart! {
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

/// Loads a view's chunk. Boxed, so that the code that waits for chunks exists once and not once for every view.
type Loading = Pin<Box<dyn Future<Output = Result<(), NotLoaded>>>>;
type Made = Box<dyn Fn() -> Option<AnyView> + Send>;

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
        let found = match load().await {
            Ok(()) => Code::Loaded,
            Err(_) => Code::Missing,
        };
        page.parts_awaited
            .update(|awaited| *awaited = awaited.saturating_sub(1));
        // The component may be gone by now; then the result is dropped.
        if code.try_set(found).is_none() && found == Code::Missing {
            missing();
        }
    });
}

/// Shows a lazy view in the page: its placeholder while it loads, and a button to try again if loading fails.
fn here(
    page: Page,
    load: fn() -> Loading,
    make: Made,
    placeholder: fn() -> Option<AnyView>,
) -> AnyView {
    let code = RwSignal::new(Code::Loading);
    fetch(page, code, load, Box::new(|| ()));
    let again = move |_| {
        code.set(Code::Loading);
        fetch(page, code, load, Box::new(|| ()));
    };
    let shown = move || {
        match code.get() {
        Code::Loading => placeholder(),
        Code::Loaded => make(),
        Code::Missing => Some(
            view! {
                <div class="part-missing" role="status">
                    <p>{move || page.strings().part_missing}</p>
                    <button class="button" on:click=again>{move || page.strings().part_again}</button>
                </div>
            }
            .into_any(),
        ),
    }
    };
    shown.into_any()
}

/// Shows a lazy view over the page, loaded when its overlay is first opened. If loading fails, the overlay closes and a
/// notice says so.
fn over(page: Page, is_it: fn(Overlay) -> bool, load: fn() -> Loading, make: Made) -> AnyView {
    let code = RwSignal::new(Code::Loading);
    let is_asked = Memo::new(move |_| page.overlay.get().is_some_and(is_it));
    Effect::new(move |_| {
        if is_asked.get() && code.get_untracked() != Code::Loaded {
            let missing = move || {
                page.overlay
                    .update(|overlay| *overlay = overlay.filter(|overlay| !is_it(*overlay)));
                page.notify(|strings| strings.part_missing.to_owned());
            };
            fetch(page, code, load, Box::new(missing));
        }
    });
    let shown = move || match code.get() {
        Code::Loaded => make(),
        Code::Loading | Code::Missing => None,
    };
    shown.into_any()
}

/// All overlays; each is loaded when it is first opened.
#[component]
pub fn Overlays(page: Page) -> impl IntoView {
    view! {
        {help(page)}
        {times_dialog(page)}
        {why(page)}
        {glossary(page)}
        {overview(page)}
        {print(page)}
        {go_to(page)}
        {take(page)}
    }
}

/// Reserves the room of the times panel while it loads, so that its neighbours stay in place.
fn times_placeholder() -> AnyView {
    view! { <section class="panel times-panel"></section> }.into_any()
}
