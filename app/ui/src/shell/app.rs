//! The page as a whole: chooses the view to show, and builds the overlays.

use crate::address;
use crate::compare::differences::Differences;
use crate::deck;
use crate::draft;
use crate::draft::Playground;
use crate::draw::palette;
use crate::lab;
use crate::lab::Lab;
use crate::lesson::live_region::LiveRegion;
use crate::lesson::previews::Previews;
use crate::lesson::walked;
use crate::lesson::{LessonPage, Working};
use crate::page::preference;
use crate::page::{EngineState, Page};
use crate::panels::area;
use crate::present::{Black, channel, presentation, stage};
use crate::run::cycles;
use crate::run::player;
use crate::run::predict;
use crate::run::runs::{Runs, follow_position};
use crate::shell::broken;
use crate::shell::dialogs;
use crate::shell::header::Header;
use crate::shell::host;
use crate::shell::keyboard;
use crate::shell::language_files;
use crate::shell::lazy_views::{self, Overlays};
use crate::shell::notices::Notices;
use crate::shell::offline;
use crate::shell::tip::TipBox;
use crate::trust::Trust;
use leptos::mount::mount_to_body;
use leptos::prelude::*;
use model::address::Aside;
use model::run::playback::StepView;
use wasm_bindgen_futures::spawn_local;

pub fn start() {
    broken::show_panics();
    // A page without an origin (in a sandboxed frame) cannot start an engine; `index.html` shows a message.
    if window().origin() == "null" {
        return;
    }
    match presentation() {
        Some(name) => spawn_local(async move {
            match lazy_views::speaker(name).await {
                Ok(speaker) => begin(speaker),
                Err(_) => broken::show(),
            }
        }),
        None => begin(App),
    }
}

fn begin<Made: IntoView>(page: impl FnOnce() -> Made + 'static) {
    mount_to_body(page);
    if let Some(skeleton) = document().get_element_by_id("skeleton") {
        skeleton.remove();
    }
}

#[component]
fn App() -> impl IntoView {
    let page = Page::new();
    let previews = Previews::new();
    page.settings.keys_on.set(preference::usual_keys());
    Differences::of(page).on.set(preference::usual_differences());
    address::follow(page);
    language_files::follow(page);
    let trust = Trust::new();
    let runs = Runs::new(page);
    follow(page);
    let in_lesson = Memo::new(move |_| page.run.spec.with(Option::is_some));
    let in_frame = Memo::new(move |_| page.in_frame());
    let on_stage = Memo::new(move |_| page.on_stage().is_some());
    let on_card = Memo::new(move |_| {
        let showing = page.slide_shown();
        showing.is_some_and(|showing| showing.slide.run().is_none())
    });
    let ready = Memo::new(move |_| is_ready(page, in_lesson));
    runs.warm_when(ready);
    let of_view =
        move |text: fn(&model::address::RunSpec) -> String| page.run.spec.with(|view| view.as_ref().map(text));
    view! {
        <div
            id="page"
            class=move || page_class(page, in_lesson, in_frame)
            class:presenting=on_stage
            data-ready=move || ready.get().to_string()
            data-busy=move || matches!(page.engine.get(), EngineState::Working { .. }).to_string()
            data-sheets=move || page.route.prepared.get().to_string()
            data-step=move || step_number(page, |step_view| step_view.position)
            data-steps=move || step_number(page, |step_view| step_view.end)
            data-trace=move || {
                let summary = page.run.first.summary;
                summary.with(|summary| summary.as_ref().map(|summary| format!("{:016x}", summary.fingerprint)))
            }
            data-lesson=move || of_view(|view| view.lesson.id.to_owned())
            data-kernel=move || of_view(|view| view.kernel.kernel.name.to_string())
            data-n=move || of_view(|view| view.size.n().to_string())
            data-block=move || of_view(|view| view.size.block().to_string())
            data-theme=move || page.settings.theme.get().name()
        >
            <div class="under" prop:inert=move || dialogs::is_open(page)>
                {move || {
                    (in_lesson.get() && !in_frame.get() && !on_stage.get())
                        .then(|| {
                            view! {
                                <a class="skip" href="#player" on:click=keyboard::focus_player>
                                    {page.strings().skip_to_player}
                                </a>
                            }
                        })
                }}
                {move || (!in_frame.get() && !on_stage.get()).then(|| view! { <Header page=page /> })}
                <Notices page=page runs=runs />
                {move || {
                    if on_stage.get() {
                        view! {
                            <Working page=page runs=runs />
                            {lazy_views::stage(page)}
                            <LiveRegion page=page />
                        }
                            .into_any()
                    } else if in_frame.get() {
                        lazy_views::embed(page, runs)
                    } else if on_card.get() {
                        lazy_views::card(page)
                    } else if in_lesson.get() {
                        view! { <LessonPage page=page runs=runs /> }.into_any()
                    } else {
                        match page.route.aside.get() {
                            Some(Aside::Trust) => lazy_views::trust(page, trust, runs),
                            Some(Aside::Lab) => lazy_views::lab(page, runs),
                            Some(Aside::Board) => lazy_views::board(page),
                            Some(Aside::Deck) => lazy_views::deck(page),
                            Some(Aside::Playground) => lazy_views::playground(page, runs),
                            None => lazy_views::list(page, previews, runs),
                        }
                    }
                }}
            </div>
            <Overlays page=page runs=runs />
            <TipBox page=page />
            <Black page=page />
        </div>
    }
}

/// Starts everything that follows the page's state for as long as it is open.
fn follow(page: Page) {
    follow_position(page);
    stage::follow_scale(page);
    follow_theme(page);
    cycles::follow(page);
    player::follow_play(page);
    player::follow_loop(page);
    predict::follow(page);
    keyboard::listen(page);
    dialogs::follow(page);
    channel::follow(page);
    deck::follow(page);
    draft::follow_place(page);
    area::follow_lesson(page);
    lab::follow_visibility(Lab::of(page));
    walked::follow(page);
    host::tell_wrong_lesson(page);
    // A frame in another page keeps nothing for later.
    if !page.route.embedded.get_untracked() {
        offline::keep_later(page);
    }
}

/// Returns true if the page shows what its address asks for. Tracked.
fn is_ready(page: Page, in_lesson: Memo<bool>) -> bool {
    let has_run = page.run.first.step_view.with(Option::is_some);
    let has_view = if page.in_playground() {
        has_run || Playground::of(page).trouble.with(Option::is_some)
    } else {
        !in_lesson.get() || has_run
    };
    has_view && page.parts_awaited.get() == 0
}

/// Returns the classes of the page. Tracked.
fn page_class(page: Page, in_lesson: Memo<bool>, in_frame: Memo<bool>) -> &'static str {
    if in_frame.get() {
        "page in-frame"
    } else if in_lesson.get() || page.in_playground() {
        "page in-lesson"
    } else if page.in_lab() {
        "page in-lab"
    } else {
        "page in-list"
    }
}

/// Returns a number of the shown step; 0 if there is none. Tracked.
fn step_number(page: Page, read: fn(&StepView) -> usize) -> String {
    let step_view = page.run.first.step_view;
    let number = step_view.with(|step_view| step_view.as_deref().map_or(0, read));
    number.to_string()
}

/// Sets the theme and the language on the document's root, for style sheets and screen readers.
fn follow_theme(page: Page) {
    // The first time it runs at once, before the page is built: reading a style later would compute the styles of all
    // elements.
    let looking = RenderEffect::new(move |_: Option<()>| {
        let (theme, language) = (page.settings.theme.get(), page.settings.language.get());
        if let Some(root) = document().document_element() {
            // The names and values are plain, so the browser accepts these attributes.
            let _ = root.set_attribute("data-theme", theme.name());
            let _ = root.set_attribute("lang", language.tag());
        }
        palette::refresh();
        page.epoch.update(|epoch| *epoch = epoch.wrapping_add(1));
    });
    StoredValue::new_local(looking);
    let redraw = move || {
        if palette::follows_window() {
            page.epoch.update(|epoch| *epoch = epoch.wrapping_add(1));
        }
    };
    window_event_listener(leptos::ev::resize, move |_| redraw());
    // The print overlay changes the size of the drawings below it.
    Effect::new(move |before: Option<()>| {
        page.route.overlay.track();
        if before.is_some() {
            request_animation_frame(redraw);
        }
    });
    Effect::new(move |_| {
        let language = page.settings.language.get();
        let lesson = page
            .run
            .spec
            .with(|view| view.as_ref().map(|view| view.lesson.title.get(language)));
        let place = lesson.or_else(|| {
            let strings = page.strings();
            page.route.aside.get().map(|aside| (strings.place)(aside))
        });
        document().set_title(&place.map_or("Warpstep".to_owned(), |place| format!("{place} · Warpstep")));
    });
}
