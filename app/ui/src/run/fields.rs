//! The fields for n, block, machine and the traced workgroup: checked text; a mistake shows a message and changes
//! nothing.

use crate::draft::Playground;
use crate::page::Page;
use crate::run::machine::MachineField;
use leptos::prelude::*;
use leptos::{ev, html};
use lessons::{GalleryKernel, Size, SizeError, Values};
use model::address::RunSpec;
use model::number;
use model::run::jobs;
use model::run::what_if::Question;
use model::strings::Strings;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// Exponents of the powers of two in the list of the field n.
const PRESETS: std::ops::RangeInclusive<u32> = 6..=28;

/// The message about a mistake.
#[derive(Clone)]
struct Mistake {
    text: Arc<dyn Fn(&'static Strings) -> String + Send + Sync>,
    /// A block that the lesson does not offer, and the playground does.
    block: Option<u32>,
}

fn mistake(text: impl Fn(&'static Strings) -> String + Send + Sync + 'static) -> Mistake {
    Mistake {
        text: Arc::new(text),
        block: None,
    }
}

/// A function that reads a field's text and changes the view, or returns the message about a mistake.
type Take = fn(Page, &str) -> Result<(), Mistake>;

/// The largest block that the playground runs.
const MOST_LANES: u32 = 1024;

fn take_n(page: Page, text: &str) -> Result<(), Mistake> {
    take_size(page, text, |size, n| (n, size.block()))
}

fn take_block(page: Page, text: &str) -> Result<(), Mistake> {
    take_size(page, text, |size, block| (size.n(), block))
}

fn take_size(page: Page, text: &str, change: fn(Size, u32) -> (u32, u32)) -> Result<(), Mistake> {
    let number = read(text)?;
    let Some((kernel, size)) = page
        .run
        .spec
        .with_untracked(|view| view.as_ref().map(|view| (view.kernel, view.size)))
    else {
        return Ok(());
    };
    let (n, block) = change(size, number);
    let size = Size::new(n, block)
        .map(|changed| changed.with(size.values()))
        .and_then(|size| kernel.check(size).map(|()| size))
        .map_err(|error| Mistake {
            block: match error {
                SizeError::Block { block } if (1..=MOST_LANES).contains(&block) => Some(block),
                _ => None,
            },
            ..mistake(move |strings| (strings.bad_size)(error))
        })?;
    page.change_view(|view| view.set_size(size));
    Ok(())
}

fn take_picture(page: Page, text: &str) -> Result<(), Mistake> {
    let number = read(text)?;
    let last = last_block(page);
    if number > last {
        return Err(mistake(move |strings| (strings.bad_picture)(last)));
    }
    if untrack(|| page.in_playground()) {
        Playground::of(page).set(|draft| draft.picture = number);
    } else {
        page.change_view(|view| view.workgroup = number);
    }
    Ok(())
}

fn read(text: &str) -> Result<u32, Mistake> {
    let start: String = text.trim().chars().take(24).collect();
    number::whole(text).map_err(|error| mistake(move |strings| (strings.bad_number)(&start, error)))
}

/// Returns the index of the last workgroup that the picture can follow: only workgroups that run have a trace.
fn last_block(page: Page) -> u32 {
    let of_lesson = page.run.spec.with(|view| {
        let view = view.as_ref()?;
        Some(jobs::sample(view).followed)
    });
    let of_draft = || {
        page.run
            .first
            .summary
            .with(|summary| Some(summary.as_ref()?.sample.followed))
    };
    of_lesson.or_else(of_draft).unwrap_or(0).saturating_sub(1)
}

#[component]
pub fn Fields(page: Page) -> impl IntoView {
    let n = Memo::new(move |_| page.run.spec.with(|view| view.as_ref().map_or(0, |view| view.size.n())));
    let block = Memo::new(move |_| {
        page.run
            .spec
            .with(|view| view.as_ref().map_or(0, |view| view.size.block()))
    });
    view! {
        <div class="fields">
            <Field
                page=page
                id="n"
                label=|strings| strings.elements
                hint=|strings| strings.presets.to_owned()
                value=n
                wide=true
                list="sizes"
                take=take_n
                step=doubled
            >
                <Halve page=page value=n take=take_n />
            </Field>
            <datalist id="sizes">
                {PRESETS
                    .map(|exponent| {
                        view! { <option value=(1u32 << exponent).to_string()>{format!("2^{exponent}")}</option> }
                    })
                    .collect_view()}
            </datalist>
            <Field
                page=page
                id="block"
                label=|strings| strings.block
                hint=|_| "64 · 128 · 256 · 512 · 1024".to_owned()
                value=block
                wide=false
                list="blocks"
                take=take_block
                step=doubled
            >
                <Halve page=page value=block take=take_block />
            </Field>
            <datalist id="blocks">
                {Size::BLOCKS.map(|block| view! { <option value=block.to_string() /> }).collect_view()}
            </datalist>
            <ValuesField page=page />
            <MachineField page=page />
            <button id="as-lesson" class="button quiet" on:click=move |_| page.change_view(RunSpec::reset)>
                {move || page.strings().tools().as_lesson}
            </button>
        </div>
    }
}

/// The range of the input values.
#[component]
fn ValuesField(page: Page) -> impl IntoView {
    let chosen = Memo::new(move |_| page.run.spec.with(|view| view.as_ref().map(|view| view.size.values())));
    let choose = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        let values = Values::ALL.into_iter().find(|each| each.name() == name);
        if let Some(values) = values {
            page.change_view(|view| view.size = view.size.with(values));
        }
    };
    let option = move |values: Values| {
        view! {
            <option value=values.name() selected=move || chosen.get() == Some(values)>
                {move || (page.strings().values)(values)}
            </option>
        }
    };
    // Some kernels have an input of their own, which the choice would not change.
    let has_choice = Memo::new(move |_| {
        let has = |view: &RunSpec| view.kernels().any(GalleryKernel::has_small_values);
        page.run.spec.with(|view| view.as_ref().is_some_and(has))
    });
    let field = move || {
        view! {
            <div class="field values-field">
                <label for="values">{move || page.strings().values_label}</label>
                <select
                    id="values"
                    title=move || page.strings().values_hint
                    prop:value=move || chosen.get().map(Values::name)
                    on:change=choose
                >
                    {Values::ALL.map(option).collect_view()}
                </select>
            </div>
        }
    };
    move || has_choice.get().then(field)
}

/// The field for the workgroup that the picture follows.
#[component]
pub fn Picture(page: Page) -> impl IntoView {
    let value = Memo::new(move |_| {
        let of_lesson = page.run.spec.with(|view| Some(view.as_ref()?.workgroup));
        of_lesson.unwrap_or_else(|| Playground::of(page).draft.with(|draft| draft.picture))
    });
    let hint = move |strings: &'static Strings| (strings.picture_hint)(last_block(page));
    view! {
        <Field
            page=page
            id="picture"
            label=|strings| strings.picture_follows
            hint=hint
            value=value
            wide=false
            list=""
            take=take_picture
            step=next_number
        >
            ""
        </Field>
    }
}

fn doubled(value: u32, direction: i32) -> u32 {
    if direction > 0 {
        value.saturating_mul(2)
    } else {
        value / 2
    }
}

fn next_number(value: u32, direction: i32) -> u32 {
    value.saturating_add_signed(direction)
}

/// The buttons for half and double the value, which teachers use most. The field's arrow keys do the same.
#[component]
fn Halve(page: Page, value: Memo<u32>, take: Take) -> impl IntoView {
    let go = move |direction| {
        // At both ends of the range the size stays as it is.
        let _ = take(page, &doubled(value.get_untracked(), direction).to_string());
    };
    view! {
        <button class="step" tabindex="-1" aria-hidden="true" on:click=move |_| go(-1)>
            "÷2"
        </button>
        <button class="step" tabindex="-1" aria-hidden="true" on:click=move |_| go(1)>
            "×2"
        </button>
    }
}

#[component]
fn Field(
    page: Page,
    id: &'static str,
    label: fn(&'static Strings) -> &'static str,
    hint: impl Fn(&'static Strings) -> String + Copy + Send + Sync + 'static,
    value: Memo<u32>,
    wide: bool,
    list: &'static str,
    take: Take,
    /// Computes the value after an arrow key; the second argument is 1 (up) or -1 (down).
    step: fn(u32, i32) -> u32,
    children: Children,
) -> impl IntoView {
    let error = RwSignal::new(None::<Mistake>);
    let place = NodeRef::<html::Div>::new();
    let field = NodeRef::<html::Input>::new();
    // A value that comes from a link or from another field has no mistake, so the message goes.
    Effect::new(move |_| {
        value.track();
        error.set(None);
    });
    forget_elsewhere(place, field, value, error);
    let take_text = move |event: &web_sys::Event| {
        error.set(take(page, &event_target_value(event)).err());
        if error.with_untracked(Option::is_none) {
            // The reader may write `2^14`; the field then shows the plain number.
            restore(field, value);
        }
    };
    let error_id = format!("{id}-error");
    let described_by = error_id.clone();
    view! {
        <div class="field" node_ref=place class:wide=wide class:wrong=move || error.with(Option::is_some)>
            <label for=id>{move || label(page.strings())}</label>
            <input
                id=id
                node_ref=field
                type="text"
                inputmode="numeric"
                autocomplete="off"
                spellcheck="false"
                list=list
                title=move || hint(page.strings())
                aria-invalid=move || error.with(Option::is_some).to_string()
                aria-describedby=described_by
                prop:value=move || value.get().to_string()
                on:change=move |event| take_text(&event)
                on:blur=move |_| restore(field, value)
                on:keydown=move |event| {
                    let direction = match event.key().as_str() {
                        "ArrowUp" => 1,
                        "ArrowDown" => -1,
                        // The first Enter only closes the suggestions in Safari, without a change.
                        "Enter" => return take_text(&event),
                        "Escape" => {
                            error.set(None);
                            return restore(field, value);
                        }
                        _ => return,
                    };
                    event.prevent_default();
                    error.set(take(page, &step(value.get_untracked(), direction).to_string()).err());
                }
            />
            {children()}
            <p class="field-error" id=error_id role="alert">
                {move || error.with(|error| error.as_ref().map(|error| (error.text)(page.strings())))}
                {move || playground_offer(page, error)}
            </p>
        </div>
    }
}

/// Shows the value that is in use in its field.
fn restore(field: NodeRef<html::Input>, value: Memo<u32>) {
    if let Some(field) = field.get_untracked() {
        field.set_value(&value.get_untracked().to_string());
    }
}

/// Takes the message back with the next click or key elsewhere, since it speaks about a text that is no longer there.
fn forget_elsewhere(
    place: NodeRef<html::Div>,
    field: NodeRef<html::Input>,
    value: Memo<u32>,
    error: RwSignal<Option<Mistake>>,
) {
    let is_elsewhere = move |event: &web_sys::Event| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Node>().ok());
        let place = place.get_untracked();
        place.is_some_and(|place| !place.contains(target.as_ref()))
    };
    let forget = move |event: &web_sys::Event| {
        if error.with_untracked(Option::is_some) && is_elsewhere(event) {
            error.set(None);
            restore(field, value);
        }
    };
    let clicked = window_event_listener(ev::pointerdown, move |event| forget(&event));
    // Tab leads to the offer, and Enter and Space take it.
    let pressed = window_event_listener(ev::keydown, move |event| {
        let is_in_field = field.get_untracked().is_some_and(|field| {
            let focused = document().active_element();
            focused.is_some_and(|focused| focused.is_same_node(Some(&field)))
        });
        let stays = matches!(event.key().as_str(), "Tab" | "Enter" | " " | "Shift");
        if error.with_untracked(Option::is_some) && !is_in_field && !stays {
            error.set(None);
        }
    });
    on_cleanup(move || {
        clicked.remove();
        pressed.remove();
    });
}

/// Shows the way to the playground for a block that the lesson does not offer. Tracked.
fn playground_offer(page: Page, error: RwSignal<Option<Mistake>>) -> impl IntoView {
    let block = error.with(|error| error.as_ref().and_then(|error| error.block))?;
    Some(view! {
        <button
            class="button quiet small"
            id="block-in-playground"
            on:click=move |_| {
                error.set(None);
                page.ask_playground(Question::Block(block))
            }
        >
            {move || (page.strings().block_in_playground)(block)}
        </button>
    })
}
