//! The lanes panel: the state of every lane of the traced workgroup.

use crate::browser::idle;
use crate::draw::lanes::{Layout, draw, fades, mark, outline, redraw};
use crate::draw::marks;
use crate::draw::palette::{self, Palette};
use crate::draw::surface::Surface;
use crate::page::{EngineState, Fault, Hover, Page, Pane, Tip};
use crate::panels::code::{meeting_line, shown_line};
use crate::panels::table::{PictureTable, Tabled};
use crate::run::canvas::{Painter, draw_changes, place};
use crate::run::export::taken;
use crate::run::fields::Picture;
use crate::run::predict::Predicting;
use crate::run::predict::{self, PredictBar, PredictSwitch};
use leptos::html;
use leptos::prelude::*;
use model::export::Taken;
use model::panels::lanes::{LaneState, LanesModel};
use model::panels::variables;
use model::present::stage::About;
use model::strings;
use web_sys::PointerEvent;

/// The lanes, the (warp, lane) under the pointer, true if the reader can mark lanes, and what a finding is about.
type Drawn = (LanesModel, Option<(u32, u32)>, bool, Option<Fault>);

#[component]
pub fn LanesPanel(
    page: Page,
    pane: Pane,
    /// The lanes that a slide speaks about.
    #[prop(optional)]
    about: About,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    paint(page, pane, about, canvas);
    let summary = move || {
        let strings = page.strings();
        pane.step_view.with(|step_view| {
            step_view.as_ref().map(|step_view| {
                (strings.lanes_active)((step_view.lanes.active, step_view.lanes.present, step_view.lanes.share()))
            })
        })
    };
    let letters = move || {
        pane.step_view
            .with(|step_view| step_view.as_ref().map(|step_view| step_view.lanes.letters()))
    };
    let leave = move |_| {
        Predicting::of(page).release();
        page.run.hover.set(None);
        page.run.tip.set(None);
    };
    let signs = move || {
        predicts(page, pane).then(|| {
            pane.step_view.with(|step_view| {
                step_view
                    .as_ref()
                    .map(|step_view| predict::letters(page, &step_view.lanes))
            })
        })
    };
    // A stroke begins on a lane and may leave the canvas; every lane that the pointer crosses becomes part of it.
    let down = move |event: PointerEvent| {
        if untrack(|| marks_lanes(page, pane))
            && let Some((warp, lane, width)) = lane_at(pane, &event)
        {
            Predicting::of(page).press(warp * width + lane);
        }
    };
    view! {
        <section
            data-take=taken(page, pane, Taken::Lanes)
            class="panel lanes-panel"
            class:predicting=move || predicts(page, pane)
        >
            <h2>
                {move || page.strings().lanes}
                {(pane.is_main())
                    .then(|| {
                        view! {
                            <Picture page=page />
                            {untrack(|| page.in_playground() || page.in_frame())
                                .then(|| view! { <PredictSwitch page=page /> })}
                        }
                    })}
                <em class="count">{meeting_button(page, pane)} <span id=pane.id("lanes-active")>{summary}</span></em>
            </h2>
            <canvas
                id=pane.id("lanes")
                node_ref=canvas
                role="img"
                aria-label=move || format!("{}: {}", page.strings().lanes, summary().unwrap_or_default())
                data-lanes=letters
                data-marks=signs
                class:marking=move || marks_lanes(page, pane)
                on:pointerdown=down
                on:pointerup=move |_| Predicting::of(page).release()
                on:pointermove=move |event| point(page, pane, &event)
                on:pointerleave=leave
            />
            <PictureTable page=page pane=pane tabled=Tabled::Lanes />
            {move || (pane.is_main() && !page.route.presenting.get()).then(|| view! { <PredictBar page=page /> })}
        </section>
    }
}

/// Returns true if the reader predicts the lanes of this pane. Tracked.
fn predicts(page: Page, pane: Pane) -> bool {
    pane.is_main() && Predicting::of(page).on.get()
}

/// Returns true if the reader can mark lanes of this pane.
fn marks_lanes(page: Page, pane: Pane) -> bool {
    untrack(|| predicts(page, pane)) && Predicting::of(page).marks_lanes()
}

/// Draws the picture whenever its press, the pointer or the marks change.
fn paint(page: Page, pane: Pane, about: About, canvas: NodeRef<html::Canvas>) {
    let changes = move || {
        pane.step_view.track();
        page.run.hover.track();
        page.settings.code_text.track();
        Predicting::of(page).track();
        page.run.fault.track();
    };
    let drawn = move || {
        let hover = hovered_lane(page, pane);
        pane.step_view.with_untracked(|step_view| {
            let mut lanes = step_view.as_ref()?.lanes.clone();
            // The numbers are those of the text that is shown.
            let in_text = |line: Option<u32>| line.and_then(|line| untrack(|| shown_line(page, pane, line)));
            lanes.lit_line = in_text(lanes.lit_line);
            for row in &mut lanes.rows {
                row.line = in_text(row.line);
            }
            let fault = page.run.fault.get_untracked();
            let predicts = untrack(|| predicts(page, pane));
            Some((lanes, hover, predicts, fault))
        })
    };
    // Outlines and marks reach over the edges of cells, so they need a full redraw.
    let is_plain = |(_, hover, predicts, fault): &Drawn| hover.is_none() && !predicts && fault.is_none();
    let whole = move |surface: &Surface, palette: &Palette, drawn: &Drawn| {
        let (lanes, hover, predicts, fault) = drawn;
        let strings = strings::of(page.settings.language.get_untracked());
        draw(surface, palette, strings, lanes, *hover);
        mark(surface, palette, lanes, about);
        if let Some(fault) = fault {
            outline(surface, palette, lanes, &fault.threads);
        }
        idle::mark();
        if *predicts {
            let mark_of = |lane| untrack(|| Predicting::of(page).mark_of(lane));
            marks::draw(surface, palette, lanes, mark_of);
        }
    };
    let changed = move |surface: &Surface, palette: &Palette, before: &Drawn, now: &Drawn| {
        let strings = strings::of(page.settings.language.get_untracked());
        let is_plain = is_plain(before) && is_plain(now) && !about.some_lanes();
        is_plain && redraw(surface, palette, strings, &before.0, &now.0)
    };
    let painter = Painter {
        shown: drawn,
        draw: whole,
        redraw: changed,
        fades: move |before: &Drawn, now: &Drawn| is_plain(before) && is_plain(now) && fades(&before.0, &now.0),
        flies: |_: &Surface, _: &Palette, _: &Drawn, _: &Drawn, _: f64| false,
    };
    draw_changes(page, canvas, changes, painter);
}

/// Shows the button that runs to the line at which the lanes meet again.
fn meeting_button(page: Page, pane: Pane) -> impl IntoView {
    let meeting = Memo::new(move |_| meeting_line(page, pane).filter(|_| pane.is_main()));
    move || {
        // While another run is on its way, the step of this one would not be its step.
        let is_idle = page.engine.with(|engine| *engine == EngineState::Idle);
        meeting.get().filter(|_| is_idle).map(|line| {
            let go = move |_| {
                page.run.playing.set(false);
                page.to_reconvergence();
            };
            view! {
                <button id="to-meeting" class="link" title=page.strings().lanes_meet_hint on:click=go>
                    {(page.strings().lanes_meet_at)(line)}
                </button>
            }
        })
    }
}

/// The legend: the same signs as in the picture, with their names.
#[component]
pub fn Legend(page: Page) -> impl IntoView {
    let states = [
        (LaneState::Active, "key active"),
        (LaneState::Masked, "key masked"),
        (LaneState::AtBarrier, "key barrier"),
        (LaneState::Finished, "key finished"),
    ];
    view! {
        <span class="legend">
            {states
                .map(|(state, class)| {
                    view! {
                        <span>
                            <i class=class />
                            {move || (page.strings().lane_state)(state)}
                        </span>
                    }
                })
                .collect_view()}
        </span>
    }
}

/// Returns the (warp, lane) under the pointer, or the one whose word is under the pointer in the memory panel.
fn hovered_lane(page: Page, pane: Pane) -> Option<(u32, u32)> {
    match page.run.hover.get_untracked()? {
        Hover::Lane { warp, lane } => Some((warp, lane)),
        Hover::Word { memory, word } => pane.step_view.with_untracked(|step_view| {
            let step_view = step_view.as_ref()?;
            let touches = |touch: &&model::panels::array::Touch| {
                touch.loads.contains(&(memory, word)) || touch.stores.contains(&(memory, word))
            };
            let lane = step_view.array.touches.iter().find(touches)?.lane;
            Some((
                lane / step_view.lanes.warp_width.max(1),
                lane % step_view.lanes.warp_width.max(1),
            ))
        }),
        Hover::Line(_) => None,
    }
}

/// Returns the warp, the lane and the warp's width, if the pointer is on a lane.
fn lane_at(pane: Pane, event: &PointerEvent) -> Option<(u32, u32, u32)> {
    let (x, y, width, height) = place(event)?;
    pane.step_view.with_untracked(|step_view| {
        let model = &step_view.as_ref()?.lanes;
        let layout = Layout::new(
            &palette::current(),
            width,
            height,
            model.rows.len() as u32,
            model.warp_width,
        );
        let (warp, lane) = layout.at(x, y)?;
        (model.state(warp, lane)? != LaneState::Absent).then_some((warp, lane, model.warp_width))
    })
}

fn point(page: Page, pane: Pane, event: &PointerEvent) {
    let strings = strings::of(page.settings.language.get_untracked());
    let state_of = |warp, lane| {
        pane.step_view
            .with_untracked(|step_view| step_view.as_ref()?.lanes.state(warp, lane))
    };
    let pointed = lane_at(pane, event).and_then(|(warp, lane, width)| Some((warp, lane, width, state_of(warp, lane)?)));
    let Some((warp, lane, width, state)) = pointed else {
        page.run.hover.set(None);
        page.run.tip.set(None);
        return;
    };
    if untrack(|| Predicting::of(page).marks_lanes()) {
        Predicting::of(page).paint(warp * width + lane);
    }
    let hover = Some(Hover::Lane { warp, lane });
    if page.run.hover.get_untracked() != hover {
        page.run.hover.set(hover);
    }
    let variables = pane.playback.with_value(|playback| {
        playback
            .as_ref()
            .map(|playback| variables::lane(&playback.source, &playback.cursor, warp, lane, state))
    });
    page.run.tip.set(variables.map(|lane| {
        Tip {
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
            title: (strings.lane_tip)(lane.invocation, lane.warp, lane.lane, (strings.lane_state)(lane.state)),
            lines: lane
                .variables
                .iter()
                .map(|(name, value)| format!("{name} = {value}"))
                .collect(),
        }
    }));
}
