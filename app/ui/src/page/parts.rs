//! Parts of the page that are loaded when they are first shown: in a release build each group is a file of its own.

use crate::page::apart::{NotLoaded, apart, at_once};
use crate::page::compare::Compare;
use crate::page::deck::DeckPage;
use crate::page::embed::EmbedPage;
use crate::page::first_step;
use crate::page::glossary::GlossaryDialog;
use crate::page::help::Help;
use crate::page::lab::{BoardPage, LabPage};
use crate::page::machine::Sizes;
use crate::page::panels::banks::BanksPanel;
use crate::page::panels::blocks::BlocksPanel;
use crate::page::panels::formulas::FormulasPanel;
use crate::page::panels::launch::LaunchPanel;
use crate::page::panels::lines::LinesPanel;
use crate::page::panels::occupancy::OccupancyPanel;
use crate::page::panels::scheduler::SchedulerPanel;
use crate::page::panels::table::{OpenTable, Tabled};
use crate::page::panels::times::{TimesDialog, TimesPanel};
use crate::page::panels::tree::TreePanel;
use crate::page::playground::PlaygroundPage;
use crate::page::predict::Bar;
use crate::page::present::{GoTo, Overview, Print, Speaker};
use crate::page::runs::Runs;
use crate::page::state::{Overlay, Page, Pane};
use crate::page::styles;
use crate::page::take::TakeDialog;
use crate::page::trust::{Trust, TrustPage};
use crate::page::why::WhyDialog;
use leptos::prelude::*;
use lessons::pack::Pack;
use simt::Machine;
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen_futures::spawn_local;

/// Declares a function that shows a part, and the group of parts that are loaded with it: a part of the page, or one that
/// stands over it while there is such an overlay. A part of the page may have a room that is kept for it.
macro_rules! part {
    ($group:ident: $name:ident($page:ident: Page $(, $given:ident: $Type:ty)*) $view:block) => {
        part! { @code $group: $name($page: Page $(, $given: $Type)*) $view }

        pub fn $name($page: Page $(, $given: $Type)*) -> AnyView {
            here($page, $name::fetched, Box::new(move || at_once($name::make($page $(, $given)*))), || None)
        }
    };
    ($group:ident in $room:ident => $name:ident($page:ident: Page) $view:block) => {
        part! { @code $group: $name($page: Page) $view }

        pub fn $name($page: Page) -> AnyView {
            here($page, $name::fetched, Box::new(move || at_once($name::make($page))), || Some($room()))
        }
    };
    ($group:ident over $overlay:pat => $name:ident($page:ident: Page) $view:block) => {
        part! { @code $group: $name($page: Page) $view }

        fn $name($page: Page) -> AnyView {
            over($page, |overlay| matches!(overlay, $overlay), $name::fetched, Box::new(move || at_once($name::make($page))))
        }
    };
    (@code $group:ident: $name:ident($page:ident: Page $(, $given:ident: $Type:ty)*) $view:block) => {
        mod $name {
            use super::*;

            apart! {
                mod code in $group {
                    fn $name($page: Page $(, $given: $Type)*) -> AnyView { $view.into_any() }
                }
            }
            pub use code::$name as make;

            pub fn fetched() -> Loading {
                Box::pin(async {
                    let styled = part! { @styles $group };
                    code::load().await.is_ok() && styled.await
                })
            }
        }
    };
    (@styles views) => { styles::bring() };
    (@styles $group:ident) => { std::future::ready(true) };
}

part! { views: lab(page: Page, runs: Runs) { view! { <LabPage page=page runs=runs /> } } }
part! { views: board(page: Page) { view! { <BoardPage page=page /> } } }
part! { views: deck(page: Page) { view! { <DeckPage page=page /> } } }
part! { views: playground(page: Page, runs: Runs) { view! { <PlaygroundPage page=page runs=runs /> } } }
part! { views: trust(page: Page, counts: Trust) { view! { <TrustPage page=page trust=counts /> } } }
part! { times in times_room => times(page: Page) { view! { <TimesPanel page=page /> } } }
part! { times over Overlay::Times => times_dialog(page: Page) { view! { <TimesDialog page=page /> } } }
part! { views: embed(page: Page, runs: Runs) { view! { <EmbedPage page=page runs=runs /> } } }
part! { take over Overlay::Take => take(page: Page) { view! { <TakeDialog page=page /> } } }
part! { views over Overlay::Help => help(page: Page) { view! { <Help page=page /> } } }
part! { views over Overlay::Why(_) => why(page: Page) { view! { <WhyDialog page=page /> } } }
part! { views over Overlay::Glossary => glossary(page: Page) { view! { <GlossaryDialog page=page /> } } }
part! { views over Overlay::Overview => overview(page: Page) { view! { <Overview page=page /> } } }
part! { views over Overlay::Print => print(page: Page) { view! { <Print page=page /> } } }
part! { views over Overlay::GoTo => go_to(page: Page) { view! { <GoTo page=page /> } } }
part! { panels: compare(page: Page) { view! { <Compare page=page /> } } }
part! { panels: lines(page: Page, pane: Pane) { view! { <LinesPanel page=page pane=pane /> } } }
part! { panels: banks(page: Page, pane: Pane) { view! { <BanksPanel page=page pane=pane /> } } }
part! { panels: tree(page: Page, pane: Pane) { view! { <TreePanel page=page pane=pane /> } } }
part! { panels: blocks(page: Page, pane: Pane) { view! { <BlocksPanel page=page pane=pane /> } } }
part! { panels: launch(page: Page, pane: Pane) { view! { <LaunchPanel page=page pane=pane /> } } }
part! { panels: formulas(page: Page, pane: Pane) { view! { <FormulasPanel page=page pane=pane /> } } }
part! { panels: scheduler(page: Page, pane: Pane) { view! { <SchedulerPanel page=page pane=pane /> } } }
part! { panels: occupancy(page: Page) { view! { <OccupancyPanel page=page /> } } }
part! { asides: predict_bar(page: Page) { view! { <Bar page=page /> } } }
part! { asides: picture_table(page: Page, pane: Pane, tabled: Tabled) { view! { <OpenTable page=page pane=pane tabled=tabled /> } } }
part! { asides: sizes(page: Page, machine: Memo<Machine>, open: RwSignal<bool>) { view! { <Sizes page=page machine=machine open=open /> } } }

apart! {
    mod speaker_window in speaker {
        fn make(name: String) -> AnyView { view! { <Speaker name=name /> }.into_any() }
    }
}

/// Loads what shows the speaker's window, a page of its own whose views no other needs; what comes back shows it, where a
/// page may be built.
///
/// # Errors
/// [`NotLoaded`]
pub async fn speaker(name: String) -> Result<impl FnOnce() -> Option<AnyView>, NotLoaded> {
    speaker_window::load().await?;
    Ok(move || at_once(speaker_window::make(name)))
}

/// A part's code on its way, and what shows the part once it is there. Boxed: what waits for them is there once and not
/// for every part.
type Loading = Pin<Box<dyn Future<Output = bool>>>;
type Made = Box<dyn Fn() -> Option<AnyView> + Send>;

/// How far a part's code is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Code {
    Away,
    There,
    Missing,
}

/// Fetches a part's code with its styles, and the figures that many parts show; the page is not ready before it knows how
/// that went.
fn fetch(page: Page, code: RwSignal<Code>, load: fn() -> Loading, missing: Box<dyn Fn()>) {
    page.parts_awaited.update(|awaited| *awaited += 1);
    spawn_local(async move {
        let (code_there, figures_there) = (load().await, page.brought(Pack::Later).await);
        let found = match (code_there, figures_there) {
            (true, Ok(())) => Code::There,
            _ => Code::Missing,
        };
        page.parts_awaited
            .update(|awaited| *awaited = awaited.saturating_sub(1));
        // Whoever has gone on to something else is neither shown it nor told.
        if code.try_set(found).is_none() && found == Code::Missing {
            missing();
        }
    });
}

/// A part of the page, once its code is there; or what to do where it did not come.
fn here(page: Page, load: fn() -> Loading, make: Made, room: fn() -> Option<AnyView>) -> AnyView {
    let code = RwSignal::new(Code::Away);
    fetch(page, code, load, Box::new(|| ()));
    let again = move || {
        code.set(Code::Away);
        fetch(page, code, load, Box::new(|| ()));
    };
    // What was missing may have been the figures, and they have come.
    Effect::new(move |_| {
        page.packs.track();
        if code.get_untracked() == Code::Missing {
            again();
        }
    });
    let shown = move || match code.get() {
        Code::Away => room(),
        Code::There => make(),
        Code::Missing => Some(
            view! {
                <div class="part-missing" role="status">
                    <p>{move || page.strings().part_missing}</p>
                    <button class="button" on:click=move |_| {
                        again();
                        page.bring_packs();
                    }>{move || page.strings().part_again}</button>
                </div>
            }
            .into_any(),
        ),
    };
    shown.into_any()
}

/// A part that stands over the page, from when it is first asked for. Where its code does not come, the page is not kept
/// waiting under nothing.
fn over(page: Page, is_it: fn(Overlay) -> bool, load: fn() -> Loading, make: Made) -> AnyView {
    let code = RwSignal::new(Code::Away);
    let is_asked = Memo::new(move |_| page.overlay.get().is_some_and(is_it));
    Effect::new(move |_| {
        if is_asked.get() && code.get_untracked() != Code::There {
            let missing = move || {
                page.overlay
                    .update(|overlay| *overlay = overlay.filter(|overlay| !is_it(*overlay)));
                page.notify(|strings| strings.part_missing.to_owned());
            };
            fetch(page, code, load, Box::new(missing));
        }
    });
    let shown = move || match code.get() {
        Code::There => make(),
        Code::Away | Code::Missing => None,
    };
    shown.into_any()
}

/// What stands over the page, each from when it is first asked for.
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

/// The measured times: they come after the first step, for which nobody needs them.
#[component]
pub fn TimesLater(page: Page) -> impl IntoView {
    let stepped = RwSignal::new(false);
    page.parts_awaited.update(|awaited| *awaited += 1);
    first_step::afterwards(move || {
        stepped.try_set(true);
        page.parts_awaited
            .update(|awaited| *awaited = awaited.saturating_sub(1));
    });
    move || match stepped.get() {
        true => times(page),
        false => times_room(),
    }
}

/// Where the times will stand: what is around them stays where it is when they come.
fn times_room() -> AnyView {
    view! { <section class="panel times-panel"></section> }.into_any()
}
