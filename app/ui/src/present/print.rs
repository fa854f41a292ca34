//! Prints one sheet per slide: its text, its code, and its pictures at the step that represents it. The page's own print and
//! every print of the browser give the same sheets.

use crate::browser::window::page_address;
use crate::page::preference::{keep_printed_notes, usual_printed_notes};
use crate::page::{Overlay, Page, Pane, Run};
use crate::present::card::CardView;
use crate::present::stage::StageParts;
use crate::run::badge::badge;
use crate::run::caption::in_words_of;
use crate::run::thumbnails::Thumbnails;
use js_sys::Promise;
use leptos::html;
use leptos::prelude::*;
use lessons::Part;
use model::address::{Address, CodeText, Theme};
use model::present::quoted::quoted;
use model::present::slides::{ShownSlide, SlideRun};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Returns true while slides are shown or edited. Tracked.
fn has_slides(page: Page) -> bool {
    !page.route.embedded.get() && (page.route.slide.with(Option::is_some) || page.edits_deck())
}

/// While slides are shown or edited, prepares the sheets: a print of the browser does not wait for runs.
pub fn follow(page: Page) {
    let has_slides = Memo::new(move |_| has_slides(page));
    Effect::new(move |_| {
        Thumbnails::of(page).made_ahead.set(has_slides.get());
        if let Some(slides) = page.slides().filter(|_| has_slides.get()) {
            page.route.likely.set(Some(Overlay::Print));
            page.make_thumbnails(&slides);
        }
    });
    Effect::new(move |_| page.route.prepared.set(has_slides.get() && is_complete(page)));
    window_event_listener_untyped("beforeprint", move |_| {
        let has_sheets = page.route.overlay.get_untracked() == Some(Overlay::Print);
        if !has_sheets && has_slides.get_untracked() {
            page.route.printing.set(true);
            spawn_local(settle(page));
        }
    });
    window_event_listener_untyped("afterprint", move |_| page.route.printing.set(false));
}

/// Draws all pictures again once the sheets are laid out. The browser prints after the tasks of this turn, and lets no time
/// pass before.
async fn settle(page: Page) {
    /// Turns in which sheets, rooms for texts and rows of memory find their sizes.
    const TURNS: usize = 12;
    for _ in 0..2 {
        for _ in 0..TURNS {
            // A promise that is kept at once is never refused.
            let _ = JsFuture::from(Promise::resolve(&JsValue::NULL)).await;
        }
        page.epoch.update(|epoch| *epoch = epoch.wrapping_add(1));
    }
}

#[component]
pub fn Print(page: Page) -> impl IntoView {
    let opened = Memo::new(move |_| page.route.overlay.get() == Some(Overlay::Print));
    move || match (opened.get(), page.route.printing.get()) {
        (true, _) => Some(view! { <PrintDialog page=page /> }.into_any()),
        (false, true) => {
            let with_notes = RwSignal::new(usual_printed_notes());
            let sheets = view! {
                <section class="print" id="print">
                    <Sheets page=page with_notes=with_notes />
                </section>
            };
            Some(sheets.into_any())
        }
        (false, false) => None,
    }
}

#[component]
fn PrintDialog(page: Page) -> impl IntoView {
    let with_notes = RwSignal::new(usual_printed_notes());
    let ready = RwSignal::new(false);
    let close = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = close.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = button.focus();
        }
    });
    let complete = Memo::new(move |_| is_complete(page));
    Effect::new(move |_| {
        if complete.get() {
            // Canvases are drawn in the next frame, so in the frame after it the sheets are complete.
            request_animation_frame(move || {
                request_animation_frame(move || {
                    if ready.try_set(true).is_none() {
                        print();
                    }
                });
            });
        }
    });
    let progress = move || {
        let (all, to_come) = page.thumbnails_to_come();
        if ready.get() {
            None
        } else {
            Some((page.strings().present().preparing)(all - to_come, all))
        }
    };
    view! {
        <section
            class="print"
            id="print"
            role="dialog"
            aria-modal="true"
            aria-label=move || page.strings().present().print
            data-ready=move || ready.get().to_string()
        >
            <div class="print-head">
                <h2>{move || page.strings().present().print}</h2>
                <label class="check">
                    <input
                        id="print-notes"
                        type="checkbox"
                        prop:checked=with_notes
                        on:change=move |event| {
                            let on = event_target_checked(&event);
                            keep_printed_notes(on);
                            with_notes.set(on);
                        }
                    />
                    <span>{move || page.strings().present().with_notes}</span>
                </label>
                <span class="grow" role="status" id="print-progress">
                    {progress}
                </span>
                <button id="print-now" class="button" disabled=move || !ready.get() on:click=move |_| print()>
                    {move || page.strings().present().print}
                </button>
                <button
                    node_ref=close
                    id="print-close"
                    class="button quiet"
                    on:click=move |_| page.route.overlay.set(None)
                >
                    {move || page.strings().close}
                </button>
            </div>
            <Sheets page=page with_notes=with_notes />
        </section>
    }
}

/// Returns true if every sheet has its runs and its texts. Tracked.
fn is_complete(page: Page) -> bool {
    let (_, to_come) = page.thumbnails_to_come();
    let has_sheets = Thumbnails::of(page).list.with(|list| !list.is_empty());
    has_sheets && to_come == 0 && page.has_texts()
}

#[component]
fn Sheets(page: Page, with_notes: RwSignal<bool>) -> impl IntoView {
    // Paper is white.
    let theme = page.settings.theme.get_untracked();
    page.settings.theme.set(Theme::Light);
    on_cleanup(move || page.settings.theme.set(theme));
    if let Some(slides) = untrack(|| page.slides()) {
        page.make_thumbnails(&slides);
    }
    let sheet = move |(index, thumbnail): (usize, Run)| {
        view! { <Sheet page=page thumbnail=thumbnail index=index with_notes=with_notes /> }
    };
    view! {
        <div class="sheets">
            {move || Thumbnails::of(page).list.get().into_iter().enumerate().map(sheet).collect_view()}
        </div>
    }
}

fn print() {
    // A frame may be forbidden to print. The reader can then print from the browser's menu.
    let _ = window().print();
}

#[component]
fn Sheet(page: Page, thumbnail: Run, index: usize, with_notes: RwSignal<bool>) -> impl IntoView {
    let slides = untrack(|| page.slides());
    let Some((slides, slide)) = slides.and_then(|slides| Some((slides.clone(), slides.get(index)?))) else {
        return ().into_any();
    };
    let pane = thumbnail.first;
    let count = slides.count();
    let (kernels, said, notes) = (slide.clone(), slide.clone(), slide.clone());
    let kernels = move || {
        let language = page.settings.language.get();
        let titles = kernels.kernels().map(|kernel| kernel.title.get(language));
        titles.collect::<Vec<&str>>().join(" · ")
    };
    let lesson = (!slides.is_deck()).then_some(index);
    let own_code = slide.run().and_then(|run| run.code);
    let code = move || own_code.unwrap_or_else(|| page.settings.code_text.get());
    let text = slide.run().is_some().then(|| {
        view! { <p class="sheet-text">{move || said.text_in(page.reads(), code()).into_owned()}</p> }
    });
    let picture = match slide.run() {
        Some(run) => {
            view! { <SheetRun page=page thumbnail=thumbnail slide=slide.clone() run=run.clone() lesson=lesson /> }
                .into_any()
        }
        None => {
            let card = move || view! { <CardView slide=slide.clone() language=page.reads() /> };
            view! { <div class="sheet-picture">{card}</div> }.into_any()
        }
    };
    view! {
        <article
            class="sheet"
            data-sheet=index.to_string()
            data-press=move || {
                pane.step_view.with(|step_view| step_view.as_ref().map(|step_view| step_view.press.to_string()))
            }
        >
            <header>
                <h3>{move || slides.title(page.settings.language.get()).to_owned()}</h3>
                <span class="grow">{kernels}</span>
                <b>{format!("{} / {count}", index + 1)}</b>
            </header>
            {text}
            {picture}
            {move || {
                with_notes
                    .get()
                    .then(|| view! { <p class="sheet-notes">{notes.notes_in(page.reads(), code()).into_owned()}</p> })
            }}
        </article>
    }
    .into_any()
}

/// The pictures of a slide's run, with the step, the figures that the sentence quotes, and the link to the step.
#[component]
fn SheetRun(
    page: Page,
    thumbnail: Run,
    slide: ShownSlide,
    run: SlideRun,
    /// The slide's index in its lesson; `None` for a slide of a deck.
    lesson: Option<usize>,
) -> impl IntoView {
    let pane = thumbnail.first;
    let mut pictured = page.with_run(thumbnail);
    if let Some(code) = run.code {
        pictured.settings.code_text = RwSignal::new(code);
    }
    let step = move || {
        let strings = page.strings();
        pane.step_view.get().map(|step_view| {
            let (head, text) = (strings.caption)(&step_view.caption);
            let text = in_words_of(pane.text_that_ran(), text);
            let step = (strings.step_of)((step_view.press, step_view.presses));
            view! {
                <b>{step}</b>
                " "
                {head.map(|head| format!("{head}: "))}
                {text}
            }
        })
    };
    let is_missing = move || {
        let is_printed = page.route.printing.get() && pane.summary.with(Option::is_none);
        is_printed.then(|| page.strings().present().not_prepared)
    };
    let linked = run.clone();
    let address = move || {
        // The step changes once the run is there.
        pane.step_view.track();
        let address = Address {
            view: Some(linked.view.clone()),
            step: thumbnail.position.get(),
            grain: Some(linked.pace.in_link().0),
            cycle: linked.pace.in_link().1,
            panel: linked.panel,
            text: Some(pictured.settings.code_text.get()).filter(|text| *text == CodeText::Cuda),
            language: page.settings.chosen_language.get(),
            slide: lesson,
            ..Address::default()
        };
        format!("{}{}", page_address(), address.write())
    };
    let figures = figures(page, thumbnail, slide, &run.parts);
    view! {
        // Controls are only pictures on a sheet.
        <div class="sheet-picture" inert="true">
            <StageParts page=pictured slide=run />
        </div>
        {figures}
        <p class="sheet-step">{step} {is_missing}</p>
        <footer>{address}</footer>
    }
}

/// The counters that the slide's sentence quotes and its parts do not show, for each kernel.
fn figures(page: Page, thumbnail: Run, slide: ShownSlide, parts: &[Part]) -> impl IntoView + use<> {
    let names: Vec<&str> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Figures(names) | Part::Formulas(names) => Some(*names),
            Part::Clock(story) => Some(story.counters),
            _ => None,
        })
        .flatten()
        .copied()
        .collect();
    move || {
        let (language, strings) = (page.reads(), page.strings());
        let text = slide.text(language);
        let titles = slide.kernels().map(|kernel| kernel.title.get(language));
        let several = slide.kernels().count() > 1;
        let of_kernel = |(pane, title): (Pane, &'static str)| {
            let summary = pane.summary.get()?;
            let figures = quoted(text, language, &summary.counters)
                .into_iter()
                .filter(|counter| !names.contains(&counter.id.name()))
                .map(|counter| {
                    let name = counter.id.definition().title.get(language);
                    let value = counter.value.clone();
                    view! { <span data-counter=counter.id.name()>{name} " " <b>{value}</b> " " {badge(strings, counter.kind)}</span> }
                })
                .collect::<Vec<_>>();
            let title = several.then(|| format!("{title}: "));
            (!figures.is_empty()).then(|| view! { <span class="sheet-kernel">{title} {figures}</span> })
        };
        let kernels: Vec<_> = thumbnail.panes().zip(titles).filter_map(of_kernel).collect();
        (!kernels.is_empty()).then(|| view! { <p class="sheet-figures">{kernels}</p> })
    }
}
