//! The moving picture at the head of the list: two kernels add the same pairs, one stride after the other.

use crate::browser::idle;
use crate::browser::window::prefers_still;
use crate::draw::icons;
use crate::lesson::previews::Previews;
use crate::page::Page;
use leptos::prelude::*;
use lessons::measured::measured;
use lessons::{Clock, GalleryKernel, Lesson};
use model::lab::figures::duration;
use model::lab::list::superscript;
use model::lesson::lesson_picture::{FILM, Still, rule};
use model::panels::lanes::LaneState;
use std::time::Duration;

/// The time of one stride.
const BEAT: Duration = Duration::from_millis(1_800);
/// The rounds after which the picture rests: a page that nobody uses does nothing.
const ROUNDS: usize = 2;
/// The stride at which a still picture stands: 4 of 1, 2, 4 …
const STILL: usize = 2;

#[component]
pub fn Film(page: Page, previews: Previews) -> impl IntoView {
    let moves = RwSignal::new(!prefers_still());
    let stride = RwSignal::new(if prefers_still() { STILL } else { 0 });
    let film = previews.film;
    let beats = StoredValue::new(1);
    tick(previews, moves, stride, beats);
    let words = move || page.strings().list();
    let toggle = move || {
        if moves.get() { words().pause } else { words().play }
    };
    let kernels = FILM.map(|id| Lesson::by_id(id).and_then(|lesson| lesson.kernels.first().copied()));
    let rows = (0..).zip(kernels).filter_map(|(place, kernel)| {
        let kernel = kernel?;
        Some(view! {
            <div class="film-kernel">
                <h3>{move || kernel.title.get(page.settings.language.get())}</h3>
                <code>{rule(&kernel.kernel.source)}</code>
                <b class="film-time">{time(kernel)}</b>
                {move || lanes(previews, place, stride.get())}
            </div>
        })
    });
    view! {
        <section
            class="film"
            id="film"
            data-stride=move || film.with(|film| film[0].get(stride.get()).map(|still| still.stride.clone()))
        >
            <div class="film-head">
                <h2>{move || words().film}</h2>
                <span>{move || words().stride}</span>
                <div class="segments" role="group" aria-label=move || words().stride>
                    {move || stride_buttons(previews, moves, stride)}
                </div>
                <button
                    id="film-play"
                    class="icon-button"
                    title=toggle
                    aria-label=toggle
                    on:click=move |_| {
                        beats.set_value(0);
                        moves.update(|moves| *moves = !*moves)
                    }
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true">
                        <path d=move || if moves.get() { icons::PAUSE } else { icons::PLAY } />
                    </svg>
                </button>
            </div>
            {rows.collect_view()}
            {key(page)}
        </section>
    }
    .into_any()
}

/// Moves the picture from stride to stride, until it has shown all of them [`ROUNDS`] times. `beats` counts them.
fn tick(previews: Previews, moves: RwSignal<bool>, stride: RwSignal<usize>, beats: StoredValue<usize>) {
    let ticking = set_interval_with_handle(
        move || {
            let count = untrack(|| stride_count(previews));
            if !moves.get_untracked() || count == 0 {
                return;
            }
            stride.update(|stride| *stride = (*stride + 1) % count);
            beats.update_value(|beats| *beats += 1);
            if beats.get_value() >= ROUNDS * count && stride.get_untracked() + 1 == count {
                moves.set(false);
            }
        },
        BEAT,
    );
    if let Ok(ticking) = ticking {
        on_cleanup(move || ticking.clear());
    }
}

/// Returns the number of strides that both kernels have. Tracked.
fn stride_count(previews: Previews) -> usize {
    let lengths = |film: &[Vec<Still>; 2]| film.iter().map(Vec::len).min();
    previews.film.with(|film| lengths(film).unwrap_or(0))
}

/// Shows a button for each stride. Tracked.
fn stride_buttons(previews: Previews, moves: RwSignal<bool>, stride: RwSignal<usize>) -> impl IntoView {
    let strides: Vec<String> = previews
        .film
        .with(|film| film[0].iter().map(|still| still.stride.clone()).collect());
    let button = |(index, name): (usize, String)| {
        view! {
            <button
                aria-pressed=move || (stride.get() == index).to_string()
                on:click=move |_| {
                    moves.set(false);
                    stride.set(index)
                }
            >
                {name}
            </button>
        }
    };
    strides.into_iter().enumerate().map(button).collect_view()
}

/// Shows the names of the colours, and where the times were measured.
fn key(page: Page) -> impl IntoView {
    let words = move || page.strings().list();
    let states = [
        (LaneState::Active, 0),
        (LaneState::Masked, 1),
        (LaneState::AtBarrier, 2),
    ];
    view! {
        <p class="film-key">
            {states
                .map(|(state, place)| {
                    view! {
                        <span>
                            <i data-state=state.letter().to_string() />
                            {move || [words().works, words().masked, words().waits][place]}
                        </span>
                    }
                })}
            <span>
                {move || (words().timed)(&measured().device, &superscript(Clock::USUAL.n()), Clock::USUAL.block())}
            </span>
        </p>
    }
}

/// Draws a kernel's lanes at a stride. Before the run has arrived, the cells are empty, so that nothing moves later.
fn lanes(previews: Previews, place: usize, stride: usize) -> impl IntoView {
    let letters = previews.film.with(|film| {
        let still = film[place].get(stride)?;
        let states = still.rows.iter().flatten();
        idle::mark();
        Some(states.map(|state| state.letter()).collect::<Vec<char>>())
    });
    let letters = letters.unwrap_or_else(|| vec![LaneState::Absent.letter(); 64]);
    let cells = letters
        .into_iter()
        .map(|letter| view! { <i data-state=letter.to_string() /> });
    view! {
        <div class="film-lanes" aria-hidden="true">
            {cells.collect_view()}
        </div>
    }
}

/// Returns the time of a kernel that was shipped with the page, at the size of the clock.
fn time(kernel: &GalleryKernel) -> Option<String> {
    let (n, block) = (u64::from(Clock::USUAL.n()), Clock::USUAL.block());
    let is_of_kernel = |times: &&lessons::measured::Times| {
        *times.kernel == *kernel.kernel.name && (times.n, times.block) == (n, block)
    };
    let nanos = measured().times.iter().find(is_of_kernel)?.browser?;
    Some(duration(nanos.median()))
}
