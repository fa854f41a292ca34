//! Prints one sheet per slide: its text, its code, and its pictures at the step that represents it.

use crate::page::preference::{keep_printed_notes, usual_printed_notes};
use crate::page::{Overlay, Page, Run};
use crate::present::Thumbnails;
use crate::present::stage::StageParts;
use leptos::html;
use leptos::prelude::*;
use model::address::Theme;

#[component]
pub fn Print(page: Page) -> impl IntoView {
    move || {
        (page.route.overlay.get() == Some(Overlay::Print)).then(|| view! { <Sheets page=page /> })
    }
}

#[component]
fn Sheets(page: Page) -> impl IntoView {
    // Paper is white.
    let theme = page.settings.theme.get_untracked();
    page.settings.theme.set(Theme::Light);
    on_cleanup(move || page.settings.theme.set(theme));
    page.make_thumbnails();
    let with_notes = RwSignal::new(usual_printed_notes());
    let ready = RwSignal::new(false);
    let close = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = close.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = button.focus();
        }
    });
    let complete = Memo::new(move |_| {
        let (all, to_come) = page.thumbnails_to_come();
        all > 0 && to_come == 0 && page.has_texts()
    });
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
        match ready.get() {
            true => None,
            false => Some((page.strings().present().preparing)(all - to_come, all)),
        }
    };
    let sheet = move |(index, thumbnail): (usize, Run)| {
        view! { <Sheet page=page thumbnail=thumbnail index=index with_notes=with_notes /> }
    };
    view! {
        <section class="print" id="print" role="dialog" aria-modal="true" aria-label=move || page.strings().present().print data-ready=move || ready.get().to_string()>
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
                <span class="grow" role="status" id="print-progress">{progress}</span>
                <button id="print-now" class="button" disabled=move || !ready.get() on:click=move |_| print()>{move || page.strings().present().print}</button>
                <button node_ref=close id="print-close" class="button quiet" on:click=move |_| page.route.overlay.set(None)>{move || page.strings().close}</button>
            </div>
            <div class="sheets">
                {move || Thumbnails::of(page).list.get().into_iter().enumerate().map(sheet).collect_view()}
            </div>
        </section>
    }
}

fn print() {
    // A frame may be forbidden to print. The reader can then print from the browser's menu.
    let _ = window().print();
}

#[component]
fn Sheet(page: Page, thumbnail: Run, index: usize, with_notes: RwSignal<bool>) -> impl IntoView {
    let Some((slides, slide)) =
        untrack(|| page.slides()).and_then(|slides| Some((slides.clone(), slides.get(index)?)))
    else {
        return ().into_any();
    };
    let pane = thumbnail.first;
    let pictured = page.with_run(thumbnail);
    let title = slides.clone();
    let count = slides.count();
    let address = format!("{}{}", base(), slides.address(index));
    let (notes, said) = (slide.clone(), slide.clone());
    let kernels = slide.clone();
    let kernels = move || {
        let language = page.settings.language.get();
        let titles = kernels.kernels().map(|kernel| kernel.title.get(language));
        titles.collect::<Vec<&str>>().join(" · ")
    };
    let step = move || {
        let strings = page.strings();
        pane.step_view.get().map(|step_view| {
            let (head, text) = (strings.caption)(&step_view.caption);
            let step = (strings.step_of)((step_view.press, step_view.presses));
            view! { <b>{step}</b> " " {head.map(|head| format!("{head}: "))} {text} }
        })
    };
    view! {
        <article class="sheet" data-sheet=index.to_string() data-press=move || pane.step_view.with(|step_view| step_view.as_ref().map(|step_view| step_view.press.to_string()))>
            <header>
                <h3>{move || title.title(page.settings.language.get()).to_owned()}</h3>
                <span class="grow">{kernels}</span>
                <b>{format!("{} / {count}", index + 1)}</b>
            </header>
            <p class="sheet-text">{move || said.text(page.reads()).to_owned()}</p>
            // Controls are only pictures on a sheet.
            <div class="sheet-picture" inert="true"><StageParts page=pictured slide=slide.clone() /></div>
            <p class="sheet-step">{step}</p>
            {move || with_notes.get().then(|| view! { <p class="sheet-notes">{notes.notes(page.reads()).to_owned()}</p> })}
            <footer>{address}</footer>
        </article>
    }
    .into_any()
}

/// Returns the page's address without the part after `#`.
fn base() -> String {
    let location = window().location();
    let (origin, path) = (location.origin(), location.pathname());
    format!("{}{}", origin.unwrap_or_default(), path.unwrap_or_default())
}
