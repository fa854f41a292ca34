//! The translation of a CUDA text: the WGSL that the GPU runs, with the lines of the next statement lit.

use crate::browser::clipboard::copy_text;
use crate::draft::Playground;
use crate::page::Page;
use crate::panels::code::show_line;
use crate::panels::code_line::CodeLine;
use leptos::html;
use leptos::prelude::*;
use model::panels::code::{Spot, pieces};
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn TranslationPanel(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().cuda_words();
    let kernel = Memo::new(move |_| playground.shown_translation());
    let line = Memo::new(move |_| {
        let next = page
            .run
            .first
            .step_view
            .with(|step_view| step_view.as_ref().and_then(|step_view| step_view.next));
        next.map(|next| next.line)
    });
    let lit = Memo::new(move |_| {
        kernel.with(|kernel| match (kernel, line.get()) {
            (Some(kernel), Some(line)) => kernel.lines_of(line).collect::<Vec<u32>>(),
            _ => Vec::new(),
        })
    });
    let spots = Memo::new(move |_| {
        let whole = |line: &u32| Spot {
            line: *line,
            from: 0,
            to: u32::MAX,
        };
        lit.with(|lit| lit.iter().map(whole).collect::<Vec<Spot>>())
    });
    let scroller = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let first = lit.with(|lit| lit.first().copied());
        if let (Some(first), Some(scroller)) = (first, scroller.get()) {
            request_animation_frame(move || show_line(&scroller, first));
        }
    });
    let copy = move |_| {
        let Some(kernel) = kernel.get_untracked() else {
            return;
        };
        spawn_local(async move {
            if copy_text(&kernel.wgsl).await.is_some() {
                page.notify(|strings| strings.playground().copied.to_owned());
            }
        });
    };
    let text = move || {
        let Some(kernel) = kernel.get() else {
            return view! { <p class="source">{words().no_translation}</p> }.into_any();
        };
        let lines = (1..).zip(pieces(&kernel.wgsl));
        let lines =
            lines.map(|(number, pieces)| view! { <CodeLine number=number pieces=pieces spots=spots id=None /> });
        view! {
            <p class="source">{words().translation_lead}</p>
            <div class="translation-scroll" tabindex="0" role="region" aria-label=words().translation node_ref=scroller>
                <div class="code-text" id="translation" translate="no">
                    {lines.collect_view()}
                </div>
            </div>
            <button type="button" class="button" id="copy-translation" on:click=copy>
                {words().copy}
            </button>
        }
        .into_any()
    };
    view! {
        <section class="panel translation" aria-label=move || words().translation>
            {text}
        </section>
    }
}
