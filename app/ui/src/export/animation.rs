//! The "animation" tab of the export dialog: steps the page through a range, and adds each picture to a GIF.

use super::dialog::Choice;
use super::picture::{Form, about, draw};
use super::work::{Progress, Work, next_frame};
use crate::browser::files::give;
use crate::draw::palette;
use crate::page::Page;
use crate::run::export::ExportState;
use crate::run::export::ExportTarget;
use crate::run::predict::Predicting;
use leptos::prelude::*;
use model::export::film::{Film, MOST_FRAMES, MOST_PIXELS};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, Url};

/// Steps per second that the reader can choose.
const RATES: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];
const FIRST_RATE: usize = 1;
const SCALES: [f64; 2] = [1.0, 2.0];
/// The last frame is shown this many times as long, so that one sees where the animation ends.
const HOLD: f64 = 2.0;

/// A finished animation.
#[derive(Clone)]
struct Made {
    name: String,
    blob: Blob,
    address: String,
    frames: usize,
}

/// The reasons why no animation can be made.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Obstacle {
    /// The last step is before the first.
    Backwards,
    Long(usize),
    Large,
    /// Prediction is on, and the animation would show the answers.
    Predicts,
}

/// The values of the form's fields.
#[derive(Clone, Copy)]
struct Plan {
    from: RwSignal<usize>,
    to: RwSignal<usize>,
    rate: RwSignal<usize>,
    scale: RwSignal<usize>,
}

impl Plan {
    fn frames(self) -> usize {
        (self.to.get() + 1).saturating_sub(self.from.get())
    }

    fn obstacle(self, page: Page) -> Option<Obstacle> {
        let frames = self.frames();
        let scale = SCALES[self.scale.get()];
        let pixels = super::picture::element_of(ExportState::of(page).what.get()).map_or(0.0, |element| {
            let (width, height) = super::walk::size(&element, true);
            width * height * scale * scale
        });
        if Predicting::of(page).on.get() {
            Some(Obstacle::Predicts)
        } else if frames == 0 {
            Some(Obstacle::Backwards)
        } else if frames > MOST_FRAMES {
            Some(Obstacle::Long(frames))
        } else {
            (pixels * frames as f64 > MOST_PIXELS).then_some(Obstacle::Large)
        }
    }
}

#[component]
pub fn AnimationPart(page: Page) -> impl IntoView {
    let words = move || page.strings().export();
    let last = untrack(|| page.presses());
    let plan = Plan {
        from: RwSignal::new(0),
        to: RwSignal::new(last.min(MOST_FRAMES - 1)),
        rate: RwSignal::new(FIRST_RATE),
        scale: RwSignal::new(0),
    };
    let work = Work::new();
    let made = RwSignal::new_local(None::<Made>);
    let failed = RwSignal::new(false);
    on_cleanup(move || forget(made.try_get_untracked().flatten()));
    let obstacle = move || plan.obstacle(page);
    let make = move |_| {
        if untrack(obstacle).is_some() {
            return;
        }
        failed.set(false);
        forget(made.get_untracked());
        made.set(None);
        let what = ExportState::of(page).what.get_untracked();
        let order = Order {
            what,
            from: plan.from.get_untracked(),
            to: plan.to.get_untracked(),
            hundredths: (100.0 / RATES[plan.rate.get_untracked()]) as u16,
            scale: SCALES[plan.scale.get_untracked()],
        };
        spawn_local(async move {
            let turn = work.begin(order.to + 1 - order.from);
            let film = record(page, order, work, turn).await;
            if work.goes_on(turn) {
                work.stop();
                failed.try_set(film.is_none());
                made.try_set(film);
            }
        });
    };
    let sentence = move || match obstacle() {
        Some(Obstacle::Backwards) => words().backwards.to_owned(),
        Some(Obstacle::Long(frames)) => (words().too_long)(frames, MOST_FRAMES),
        Some(Obstacle::Large) => words().too_large.to_owned(),
        Some(Obstacle::Predicts) => words().predicts.to_owned(),
        None if failed.get() => words().not_made.to_owned(),
        None => (words().frames)(plan.frames(), plan.frames() as f64 / RATES[plan.rate.get()]),
    };
    view! {
        <Choice page=page />
        <div class="take-fields">
            <Count name="take-from" label=Signal::derive(move || words().from) value=plan.from most=last />
            <Count name="take-to" label=Signal::derive(move || words().to) value=plan.to most=last />
            <Pick
                name="take-rate"
                label=Signal::derive(move || words().rate)
                value=plan.rate
                options=RATES.map(|rate| rate.to_string()).to_vec()
            />
            <Pick
                name="take-scale"
                label=Signal::derive(move || words().scale)
                value=plan.scale
                options=SCALES.map(|scale| format!("{scale}×")).to_vec()
            />
        </div>
        <p class="take-note" id="take-plan" role="status" data-wrong=move || obstacle().is_some().to_string()>
            {sentence}
        </p>
        <div class="take-actions">
            <button id="take-make" class="button" aria-disabled=move || obstacle().is_some().to_string() on:click=make>
                {move || words().make}
            </button>
            <Progress page=page work=work />
        </div>
        {move || made.get().map(|made| result(page, made))}
    }
}

/// Shows the animation, its size, and the button that saves it. Tracked.
fn result(page: Page, made: Made) -> impl IntoView {
    let words = page.strings().export();
    let size = made.blob.size();
    let (name, blob) = (made.name.clone(), made.blob);
    view! {
        <div class="take-paper">
            <img
                id="take-film"
                class="take-preview"
                src=made.address
                alt=words.preview
                data-frames=made.frames.to_string()
            />
        </div>
        <div class="take-actions">
            <button id="take-gif" class="button" on:click=move |_| page.report_saved(give(&name, &blob))>
                {words.save_gif}
            </button>
            <span class="take-note">
                <code>{made.name}</code>
                " · "
                {(words.size)(size)}
            </span>
        </div>
    }
}

/// A number field for a step of the slider.
#[component]
fn Count(name: &'static str, label: Signal<&'static str>, value: RwSignal<usize>, most: usize) -> impl IntoView {
    let change = move |event: web_sys::Event| {
        let typed = event_target_value(&event).trim().parse::<usize>();
        if let Ok(press) = typed {
            value.set(press.min(most));
        } else {
            // A text that is not a number is replaced by the old value.
            value.update(|_| {});
        }
    };
    view! {
        <label class="take-field">
            <span>{label}</span>
            <input
                id=name
                type="number"
                min="0"
                max=most.to_string()
                prop:value=move || value.get().to_string()
                on:change=change
            />
        </label>
    }
}

#[component]
fn Pick(
    name: &'static str,
    label: Signal<&'static str>,
    value: RwSignal<usize>,
    options: Vec<String>,
) -> impl IntoView {
    let option = move |(index, text): (usize, String)| {
        view! {
            <option value=index.to_string() selected=move || value.get() == index>
                {text}
            </option>
        }
    };
    let change = move |event: web_sys::Event| {
        if let Ok(index) = event_target_value(&event).parse() {
            value.set(index);
        }
    };
    view! {
        <label class="take-field">
            <span>{label}</span>
            <select id=name on:change=change>
                {options.into_iter().enumerate().map(option).collect_view()}
            </select>
        </label>
    }
}

#[derive(Clone, Copy)]
struct Order {
    what: ExportTarget,
    from: usize,
    to: usize,
    hundredths: u16,
    scale: f64,
}

/// Steps through the range, one screen frame per step, then returns the page to its old position. `None` if the reader
/// stopped it or the panel is gone.
async fn record(page: Page, order: Order, work: Work, turn: u32) -> Option<Made> {
    let press = untrack(|| page.press_shown());
    let before = (page.run.position.get_untracked(), page.run.beyond.get_untracked());
    page.run.playing.set(false);
    let film = shoot(page, order, work, turn).await;
    // The old position may be inside a step (step unit "cycle"); then only the step's own number restores it.
    if page.run.cycles.has_walk() {
        page.go_to_press(press);
    } else {
        page.run.position.set(before.0);
        page.run.beyond.set(before.1);
    }
    let (film, name) = film?;
    let frames = film.frames();
    let bytes = film.file().ok()?;
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes.as_slice()));
    let options = BlobPropertyBag::new();
    options.set_type("image/gif");
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    Some(Made {
        name,
        blob,
        address,
        frames,
    })
}

async fn shoot(page: Page, order: Order, work: Work, turn: u32) -> Option<(Film, String)> {
    let all = order.to + 1 - order.from;
    let mut film: Option<(Film, f64, f64)> = None;
    for press in order.from..=order.to {
        page.go_to_press(press);
        next_frame().await;
        if !work.goes_on(turn) {
            return None;
        }
        let paper = draw(page, order.what, Form::Pixels(order.scale))?;
        let context = paper.canvas.get_context("2d").ok()??;
        let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
        let (film, width, height) = film.get_or_insert_with(|| {
            let (width, height) = (paper.canvas.width(), paper.canvas.height());
            let palette = palette::current();
            let film = Film::new(width as u16, height as u16, &palette.colours());
            (film, f64::from(width), f64::from(height))
        });
        let pixels = context.get_image_data(0.0, 0.0, *width, *height).ok()?.data();
        let hold = if press == order.to { HOLD } else { 1.0 };
        film.add(&pixels, (f64::from(order.hundredths) * hold) as u16);
        work.tell(press + 1 - order.from, all);
    }
    let name = about(page, order.what).stem();
    let name = format!(
        "{name}-{}-steps-{}-{}.gif",
        order.what.taken.name(),
        order.from,
        order.to
    );
    Some((film?.0, name))
}

/// Lets the browser free an animation that is no longer shown.
fn forget(made: Option<Made>) {
    if let Some(made) = made {
        // An address that is already revoked causes no error that matters.
        let _ = Url::revoke_object_url(&made.address);
    }
}
