//! Adds the kernels of another text to the chain: the two texts become one, which the editor shows.

use super::checked::Sentence;
use super::files::{read_text, stored_at};
use crate::draft::Playground;
use crate::page::Page;
use crate::run::runs::Runs;
use leptos::html;
use leptos::prelude::*;
use model::playground::chain::{MOST_PASSES, Pass};
use model::playground::draft::Draft;
use simt::{EntryPoint, JoinError, Joined, KernelError};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlSelectElement;

/// The menu of the reader's earlier texts, and a button for a file.
#[component]
pub fn AddText(page: Page, runs: Runs, entry: Memo<Option<EntryPoint>>) -> impl IntoView {
    let playground = Playground::of(page);
    let input = NodeRef::<html::Input>::new();
    let words = move || page.strings().chain_words();
    let said = RwSignal::new(None::<Sentence>);
    let now = move || entry.with_untracked(|entry| entry.as_ref().map(|entry| entry.name.clone()));
    let choose = move |event: web_sys::Event| {
        let select: HtmlSelectElement = event_target(&event);
        let index: Option<usize> = select.value().parse().ok();
        select.set_value("");
        let earlier = playground.earlier;
        let kept =
            index.and_then(|index| earlier.with_untracked(|earlier| earlier.get(index).map(|kept| kept.draft.clone())));
        if let Some(draft) = kept {
            spawn_local(add(page, runs, now(), draft, said));
        }
    };
    let bring = move |_| {
        let Some(element) = input.get_untracked() else {
            return;
        };
        if let Some(file) = element.files().and_then(|files| files.get(0)) {
            spawn_local(async move {
                if let Some(text) = read_text(page, &file).await {
                    add(page, runs, now(), Draft::of_text(text), said).await;
                }
            });
        }
        // An empty value lets the reader choose the same file again.
        element.set_value("");
    };
    view! {
        <div class="setup-row add-text">
            <select id="add-text" aria-label=move || words().add_text on:change=choose>
                <option value="">{move || words().add_text}</option>
                {move || {
                    playground
                        .earlier
                        .with(|earlier| {
                            let option = |(index, kept)| view! { <option value=index>{stored_at(page, kept)}</option> };
                            earlier.iter().enumerate().map(option).collect_view()
                        })
                }}
            </select>
            <label class="button" for="add-text-file">
                {move || words().add_file}
            </label>
            <input node_ref=input id="add-text-file" class="file" type="file" accept=".wgsl,.txt" on:change=bring />
        </div>
        <p class="source" id="added-text" role="status">
            {move || said.with(|said| said.as_ref().map(|said| said(page.strings())))}
        </p>
    }
}

/// Joins the text of another draft to the shown one, and puts its entry points at the end of the chain.
async fn add(page: Page, runs: Runs, now: Option<String>, other: Draft, said: RwSignal<Option<Sentence>>) {
    let say = move |sentence: Sentence| said.set(Some(sentence));
    let playground = Playground::of(page);
    let source = playground.draft.with_untracked(|draft| draft.source.clone());
    let reply = runs.engine().join(source, other.source.clone()).await;
    match reply {
        Ok(Ok(joined)) => {
            let draft = playground.draft.get_untracked();
            playground.take_own(chained(draft, now, &other, &joined));
            say(Arc::new(move |strings| {
                let Joined {
                    entry_points,
                    shared,
                    renamed,
                    ..
                } = &joined;
                (strings.chain_words().joined)(entry_points, shared, renamed)
            }));
        }
        Ok(Err(error)) => {
            say(Arc::new(move |strings| {
                let (JoinError::First(reason) | JoinError::Second(reason) | JoinError::Together(reason)) = &error;
                let reason: &KernelError = reason;
                (strings.chain_words().not_joined)(&error, &(strings.kernel_error)(reason))
            }));
            // Its run may have been replaced by the question.
            playground.look(|_| ());
        }
        Err(error) => {
            runs.goes_on_after(&error);
            playground.look(|_| ());
        }
    }
}

/// Returns a draft with the joined text, whose chain ends with the added entry points.
fn chained(mut draft: Draft, now: Option<String>, other: &Draft, joined: &Joined) -> Draft {
    let pass = |entry_point: String, workgroups: [u32; 3]| Pass {
        entry_point,
        workgroups,
        repeats: 1,
        swap: None,
    };
    if let (true, Some(now)) = (draft.chain.is_empty(), now) {
        draft.chain.push(pass(now, draft.workgroups()));
    }
    let old = |name: &String| {
        let mut renamed = joined.renamed.iter();
        let old = renamed.find(|(_, new)| new == name);
        old.map_or(name, |(old, _)| old).clone()
    };
    for name in &joined.entry_points {
        let workgroups = other.workgroups_of.get(&old(name)).copied();
        draft
            .chain
            .push(pass(name.clone(), workgroups.unwrap_or(other.workgroups())));
    }
    draft.chain.truncate(MOST_PASSES);
    draft.shown = 0;
    draft.source.clone_from(&joined.text);
    draft
}
