//! The bar on stage: slides, steps, and what a class asks to change. It opens below the slide.

use super::choice::{Choice, TEXT_SIZES};
use super::clock::Told;
use crate::browser::window::focus;
use crate::page::Page;
use crate::panels::code::CodeTexts;
use crate::present::slides::{Showing, SlideButtons, WalkLink};
use crate::run::canvas::watch_box;
use crate::run::gpu;
use crate::run::player::Controls;
use crate::run::set_up::SetUp;
use crate::run::times::{Action, SizeChoice};
use crate::run::what_if::WhatIf;
use leptos::html;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use lessons::{GalleryKernel, Lesson};
use model::address::{RunSpec, Theme};
use std::time::Duration;

/// The buttons that the pointer shows go after this time without a move.
const STAY: Duration = Duration::from_millis(2_500);

/// The bar on stage. It stands below the slide and never on it, so it opens on request only: by a key, or by a button that
/// a move of the pointer shows in the slide's last line. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Bar {
    pub is_open: RwSignal<bool>,
    /// Its height in CSS pixels, which the slide does without; 0 while it is closed.
    pub height: RwSignal<f64>,
    /// True for a while after the pointer has moved.
    pub is_pointed: RwSignal<bool>,
    ending: StoredValue<Option<TimeoutHandle>>,
}

impl Bar {
    /// The page's bar.
    pub fn of(page: Page) -> Self {
        page.feature(|| Bar {
            is_open: RwSignal::new(false),
            height: RwSignal::new(0.0),
            is_pointed: RwSignal::new(false),
            ending: StoredValue::new(None),
        })
    }

    pub fn point(self) {
        if !self.is_pointed.get_untracked() {
            self.is_pointed.set(true);
        }
        if let Some(ending) = self.ending.get_value() {
            ending.clear();
        }
        let go = move || self.is_pointed.set(false);
        self.ending.set_value(set_timeout_with_handle(go, STAY).ok());
    }

    /// Opens or closes the bar. A key moves the focus into it.
    pub fn toggle(self, by: By) {
        let opens = !self.is_open.get_untracked();
        self.is_open.set(opens);
        match (opens, by) {
            // Before the next frame the bar is not laid out.
            (true, By::Key) => request_animation_frame(|| focus(FIRST)),
            (true, By::Pointer) => {}
            (false, _) => self.height.set(0.0),
        }
    }

    /// Closes the bar. Returns false if it was closed.
    pub fn close(self) -> bool {
        let was_open = self.is_open.get_untracked();
        if was_open {
            self.toggle(By::Key);
        }
        was_open
    }
}

/// The device that opens the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Key,
    Pointer,
}

/// The id of the bar's first control.
const FIRST: &str = "slide-back";

/// Steps and the bar's button at the end of the slide's last line, while the pointer moves.
#[component]
pub fn Handle(page: Page, is_run: bool) -> impl IntoView {
    let bar = Bar::of(page);
    view! {
        <span class="stage-handle">
            {is_run
                .then(|| {
                    view! {
                        <button id="stage-back" class="button" on:click=move |_| page.retreat()>
                            {move || page.strings().present().back}
                        </button>
                        <button id="stage-forward" class="button" on:click=move |_| page.advance()>
                            {move || page.strings().present().next}
                        </button>
                    }
                })}
            <button
                id="controls"
                class="button"
                aria-expanded=move || bar.is_open.get().to_string()
                on:click=move |_| bar.toggle(By::Pointer)
            >
                {move || page.strings().present().controls}
                " (C)"
            </button>
        </span>
    }
}

#[component]
pub fn Tools(page: Page, showing: Showing) -> impl IntoView {
    let bar = Bar::of(page);
    let place = NodeRef::<html::Div>::new();
    watch_box(page, place, move |_, height, _| {
        // The bar shrinks with the slide, so its height is taken once: otherwise each would change the other for ever.
        if bar.is_open.get_untracked() && bar.height.get_untracked() == 0.0 {
            bar.height.set(height);
        }
    });
    let run = showing.slide.run();
    let told = run.and_then(|run| Told::of(&run.parts));
    let is_run = run.is_some();
    let is_walked = is_run && showing.slides.is_deck();
    let clock = told.map(|told| {
        gpu::look(page);
        let rows = told.rows();
        view! {
            <SizeChoice page=page rows=rows />
            <Action page=page rows=rows />
        }
    });
    view! {
        <div class="stage-tools player" id="player" node_ref=place class:open=move || bar.is_open.get()>
            <div class="player-line">
                <SlideButtons page=page showing=showing />
                {is_walked.then(|| view! { <WalkLink page=page /> })}
                <span class="grow" />
                {clock}
                <TextSizes page=page />
                <Room page=page />
            </div>
            {is_run
                .then(|| {
                    view! {
                        <Live page=page />
                        <Controls page=page />
                    }
                })}
        </div>
    }
}

/// What a class asks to change: kernel, language, size, machine.
#[component]
fn Live(page: Page) -> impl IntoView {
    let lesson = Memo::new(move |_| page.run.spec.with(|view| view.as_ref().map(|view| view.lesson.id)));
    let kernels = move || {
        let lesson = Lesson::by_id(lesson.get()?)?;
        let is_chosen = move |name: &str| {
            page.run
                .spec
                .with(|view| view.as_ref().is_some_and(|view| view.kernel.kernel.name == name))
        };
        let option = |kernel: &&'static GalleryKernel| {
            let (kernel, name) = (*kernel, kernel.kernel.name.to_string());
            let value = name.clone();
            view! {
                <option value=value selected=move || is_chosen(&name)>
                    {move || kernel.title.get(page.settings.language.get())}
                </option>
            }
        };
        let choose = move |event| {
            let name = event_target_value(&event);
            if let Some(kernel) = GalleryKernel::by_name(&name) {
                page.change_view(|view| {
                    view.beside.retain(|other| *other != kernel);
                    view.kernel = kernel;
                });
            }
        };
        let options = lesson.kernels.iter().map(option);
        Some(view! {
            <div class="field">
                <label for="stage-kernel">{move || page.strings().kernel}</label>
                <select id="stage-kernel" on:change=choose>
                    {options.collect_view()}
                </select>
            </div>
        })
    };
    // A lesson with one kernel has nothing to compare it with.
    let compare = move || {
        let several = Lesson::by_id(lesson.get()?)?.kernels.len() > 1;
        let is_on = move || page.run.columns() > 1;
        several.then(|| {
            view! {
                <button
                    id="stage-compare"
                    class="button quiet"
                    aria-pressed=move || is_on().to_string()
                    on:click=move |_| page.change_view(RunSpec::toggle_beside)
                >
                    {move || page.strings().compare}
                </button>
            }
        })
    };
    view! {
        <div class="player-line stage-live">
            {kernels} <CodeTexts page=page named=true /> <SetUp page=page /> {compare} <WhatIf page=page />
            <button
                id="edit-kernel"
                class="button quiet"
                title=move || page.strings().playground().edit
                on:click=move |_| page.edit_kernel()
            >
                {move || page.strings().tools().edit}
            </button>
        </div>
    }
}

#[component]
fn TextSizes(page: Page) -> impl IntoView {
    let choice = Choice::of(page);
    let button = move |step: usize| {
        let title = move || (page.strings().present().text_size)(step);
        view! {
            <button
                id=format!("stage-text-{step}")
                title=title
                aria-label=title
                aria-pressed=move || (choice.text.get() == step).to_string()
                on:click=move |_| choice.choose_text(step)
            >
                <span aria-hidden="true" style=format!("font-size:{}em", 0.8 * TEXT_SIZES[step])>
                    "A"
                </span>
            </button>
        }
    };
    view! {
        <div class="segments" role="group" aria-label=move || page.strings().present().text_sizes>
            {(0..TEXT_SIZES.len()).map(button).collect_view()}
        </div>
    }
}

/// The theme for the light in the room.
#[component]
fn Room(page: Page) -> impl IntoView {
    let button = move |theme: Theme, id: &'static str| {
        view! {
            <button
                id=id
                aria-pressed=move || (page.settings.theme.get() == theme).to_string()
                on:click=move |_| page.choose_theme(theme)
            >
                {move || {
                    let words = page.strings().present();
                    if theme == Theme::Dark { words.dark_room } else { words.bright_room }
                }}
            </button>
        }
    };
    view! {
        <div class="segments" role="group" aria-label=move || page.strings().present().room>
            {button(Theme::Dark, "dark-room")}
            {button(Theme::Projector, "bright-room")}
        </div>
    }
}
