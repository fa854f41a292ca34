//! The tools on stage: they appear when the pointer moves or a key focuses them, and go after a while.

use super::choice::{Choice, TEXT_SIZES};
use super::clock::Told;
use crate::draw::icons;
use crate::page::Page;
use crate::present::slides::{Showing, SlideButtons, WalkLink};
use crate::run::gpu;
use crate::run::player::Controls;
use crate::run::times::{Action, SizeChoice};
use crate::run::what_if::WhatIf;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use model::address::Theme;
use std::time::Duration;

/// The tools go after this time without a move of the pointer.
const STAY: Duration = Duration::from_millis(2_500);

/// True while the tools are shown. `Copy`: all copies share the same signal.
#[derive(Clone, Copy)]
pub struct Shown {
    on: RwSignal<bool>,
    ending: StoredValue<Option<TimeoutHandle>>,
}

impl Shown {
    pub fn new() -> Self {
        Shown {
            on: RwSignal::new(false),
            ending: StoredValue::new(None),
        }
    }

    /// Tracked.
    pub fn is_on(self) -> bool {
        self.on.get()
    }

    pub fn appear(self) {
        if !self.on.get_untracked() {
            self.on.set(true);
        }
        if let Some(ending) = self.ending.get_value() {
            ending.clear();
        }
        let go = move || {
            // The stage may have gone.
            let _ = self.on.try_set(false);
        };
        self.ending
            .set_value(set_timeout_with_handle(go, STAY).ok());
    }
}

#[component]
pub fn Tools(page: Page, showing: Showing) -> impl IntoView {
    let run = showing.slide.run();
    let told = run.and_then(|run| Told::of(&run.parts));
    let is_run = run.is_some();
    let is_walked = is_run && showing.slides.is_deck();
    let clock = told.map(|told| {
        gpu::look(page);
        let rows = told.rows();
        view! { <SizeChoice page=page rows=rows /> <Action page=page rows=rows /> }
    });
    view! {
        <div class="stage-tools player" id="player">
            <div class="player-line">
                {is_walked.then(|| view! { <WalkLink page=page /> })}
                <SlideButtons page=page showing=showing />
                {is_run.then(|| view! {
                    <button id="edit-kernel" class="icon-button" aria-label=move || page.strings().playground().edit title=move || page.strings().playground().edit on:click=move |_| page.edit_kernel()>
                        <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::PENCIL /></svg>
                    </button>
                    <WhatIf page=page />
                })}
                <span class="grow"></span>
                {clock}
                <TextSizes page=page />
                <Room page=page />
            </div>
            {is_run.then(|| view! { <Controls page=page /> })}
        </div>
    }
}

#[component]
fn TextSizes(page: Page) -> impl IntoView {
    let choice = Choice::of(page);
    let button = move |step: usize| {
        let title = move || (page.strings().present().text_size)(step);
        view! {
            <button id=format!("stage-text-{step}") title=title aria-label=title aria-pressed=move || (choice.text.get() == step).to_string()
                on:click=move |_| choice.choose_text(step)>
                <span aria-hidden="true" style=format!("font-size:{}em", 0.8 * TEXT_SIZES[step])>"A"</span>
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
            <button id=id aria-pressed=move || (page.settings.theme.get() == theme).to_string() on:click=move |_| page.choose_theme(theme)>
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
