//! The timeline panel: the whole run in one picture, and a way to go to any position.

use crate::draw::palette;
use crate::draw::timeline::{draw, left, share_at};
use crate::page::{Page, Pane};
use crate::panels::lanes::Legend;
use crate::run::canvas::{draw_when, place};
use crate::run::export::taken;
use crate::run::predict::Predicting;
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::strings;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

#[component]
pub fn TimelinePanel(page: Page, pane: Pane) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    draw_when(
        page,
        canvas,
        move || pane.summary.track(),
        move |surface, palette| {
            let strings = strings::of(page.settings.language.get_untracked());
            pane.playback.with_value(|playback| {
                if let Some(playback) = playback {
                    draw(surface, palette, strings, &playback.timeline);
                }
            });
        },
    );
    let rounds = Memo::new(move |_| {
        pane.summary.track();
        pane.playback
            .with_value(|playback| playback.as_ref().map_or(1, |playback| playback.timeline.rounds.max(1)))
    });
    let column = move || {
        pane.step_view
            .with(|step_view| step_view.as_ref().map_or(0, |step_view| step_view.column))
    };
    let at_end = move || {
        pane.step_view.with(|step_view| {
            step_view
                .as_ref()
                .is_some_and(|step_view| step_view.position >= step_view.end)
        })
    };
    let style = move || {
        page.epoch.track();
        let place = if at_end() { rounds.get() } else { column() };
        format!(
            "--left:{}px;--at:{};--of:{}",
            left(&palette::current()),
            place,
            rounds.get()
        )
    };
    view! {
        <section data-take=taken(page, pane, Taken::Timeline) class="panel timeline-panel">
            <h2>
                {move || page.strings().timeline}
                <span class="what">{move || (page.strings().rounds)((column() + 1, rounds.get()))}</span> <em>
                    <Legend page=page />
                </em>
            </h2>
            <div
                class="timeline-place"
                class:predicting=move || Predicting::of(page).on.get()
                style=style
                title=move || page.strings().timeline_hint
            >
                <canvas
                    id=pane.id("timeline")
                    node_ref=canvas
                    role="img"
                    aria-label=move || label(page, pane)
                    on:pointerdown=move |event| {
                        capture(&event);
                        go(page, pane, &event);
                    }
                    on:pointermove=move |event| {
                        if event.buttons() & 1 == 1 {
                            go(page, pane, &event)
                        }
                    }
                />
                {move || meeting_mark(page, pane)}
                <div class="playhead" class:at-end=at_end />
            </div>
        </section>
    }
}

/// Returns the numbers of the run as one sentence. Tracked.
fn label(page: Page, pane: Pane) -> Option<String> {
    pane.summary.track();
    pane.playback.with_value(|playback| {
        playback.as_ref().map(|playback| {
            (page.strings().timeline_label)((
                playback.timeline.warps,
                playback.timeline.rounds,
                playback.timeline.worked(),
            ))
        })
    })
}

/// Goes to the step under the pointer.
fn go(page: Page, pane: Pane, event: &PointerEvent) {
    let Some((x, _, width, _)) = place(event) else {
        return;
    };
    let share = share_at(&palette::current(), width, x);
    page.run.playing.set(false);
    let step = pane
        .playback
        .with_value(|playback| playback.as_ref().map(|playback| playback.timeline.step_at(share)));
    if let Some(step) = step {
        page.go_to(step);
    }
}

/// Keeps the pointer, so that a drag does not end at the panel's edge.
fn capture(event: &PointerEvent) {
    let element = event
        .current_target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    if let Some(element) = element {
        // If the browser refuses, the drag ends there.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

/// Shows the place at which the lanes meet again. Tracked.
fn meeting_mark(page: Page, pane: Pane) -> impl IntoView {
    let column = pane
        .step_view
        .with(|step_view| Some(step_view.as_ref()?.meeting?.column))?;
    Some(view! { <div class="meeting-place" style=format!("--at:{column}") title=page.strings().lanes_meet /> })
}
