//! The launch of a CUDA kernel: its language, its grid, its block, and its dynamic shared memory.

use super::checked::{Checked, Sentence, whole};
use crate::draft::Playground;
use crate::page::Page;
use leptos::prelude::*;
use model::playground::draft::Draft;
use model::playground::language::Language;
use model::strings::cuda::Recognised;
use std::sync::Arc;

/// The overrides that a translation declares for the launch.
const BLOCK: [&str; 3] = ["block_x", "block_y", "block_z"];
pub const SHARED: &str = "shared_bytes";

/// Returns true for an override that has a field of its own in the launch.
pub fn is_of_launch(name: &str) -> bool {
    BLOCK.contains(&name) || name == SHARED
}

/// Returns true if the text is CUDA. Tracked.
pub fn is_cuda(page: Page) -> bool {
    let playground = Playground::of(page);
    playground
        .draft
        .with(|draft| draft.language() == Language::Cuda)
}

/// The switch between WGSL and CUDA.
#[component]
pub fn LanguageSwitch(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let language = Memo::new(move |_| playground.draft.with(Draft::language));
    let button = move |each: Language| {
        let recognised = move || {
            let shown = playground.draft.with(|draft| Language::of(&draft.source));
            match shown == each {
                true => Recognised::FromText,
                false => Recognised::SetByReader,
            }
        };
        let set = move |_| {
            playground.set(|draft| {
                let is_shown = Language::of(&draft.source) == each;
                draft.language = (!is_shown).then_some(each);
            });
        };
        view! {
            <button type="button" data-language=each.extension() title=move || (page.strings().cuda_words().read_as)(each.name(), recognised()) aria-pressed=move || (language.get() == each).to_string() on:click=set>{each.name()}</button>
        }
    };
    view! {
        <span class="segments small" id="draft-language" role="group" aria-label=move || page.strings().cuda_words().language>
            {Language::ALL.map(button)}
        </span>
    }
}

/// The fields of the block and of dynamic shared memory, and the place that the values come from.
#[component]
pub fn CudaLaunch(page: Page, has_shared: Signal<bool>) -> impl IntoView {
    let words = move || page.strings().cuda_words();
    let axis = move |axis: usize| {
        let label = Signal::derive(move || format!("{} {}", words().block, ["x", "y", "z"][axis]));
        override_field(page, BLOCK[axis], label)
    };
    let shared = move || {
        has_shared.get().then(|| {
            let label = Signal::derive(move || words().shared.to_owned());
            view! { <div class="setup-row"><span>{move || words().shared}</span> {override_field(page, SHARED, label)}</div> }
        })
    };
    view! {
        <div class="setup-row three">
            <span>{move || words().block}</span>
            {axis(0)} {axis(1)} {axis(2)}
        </div>
        {shared}
        <p class="source" id="launch-source">{move || source(page)}</p>
    }
}

/// A field for an override of the translation. An empty field takes the value of the launch.
fn override_field(page: Page, name: &'static str, label: Signal<String>) -> impl IntoView {
    let playground = Playground::of(page);
    let value = Signal::derive(move || {
        let own = playground
            .draft
            .with(|draft| draft.overrides.get(name).copied());
        own.or_else(|| default(playground, name))
            .map_or_else(String::new, |value| value.to_string())
    });
    let take = move |text: &str| {
        let text = text.trim();
        let value = match text.is_empty() {
            true => None,
            false => Some(whole(text)?),
        };
        playground.set(|draft| {
            match value {
                Some(value) => draft.overrides.insert(name.to_owned(), value.into()),
                None => draft.overrides.remove(name),
            };
        });
        Ok::<(), Sentence>(())
    };
    view! { <Checked page=page id=format!("launch-{}", name.replace('_', "-")) label=label value=value take=take /> }
}

/// Returns the default of an override of the selected kernel. Tracked.
fn default(playground: Playground, name: &str) -> Option<f64> {
    let declared = playground.declared.get();
    let draft = playground.draft.get();
    let entry = model::playground::ready::entry_of(&draft, &declared)?;
    let found = entry.overrides.iter().find(|each| each.name == name)?;
    found.default.map(f64::from)
}

/// Says which launch the values come from, and which of them the host computes. Tracked.
fn source(page: Page) -> String {
    let words = page.strings().cuda_words();
    let playground = Playground::of(page);
    let translated: Option<Arc<_>> = playground.translated.get();
    let launch = translated.and_then(|translated| {
        let kernel = playground
            .draft
            .with(|draft| translated.selected(draft).cloned());
        kernel?.launch
    });
    let Some(launch) = launch else {
        return words.no_launch.to_owned();
    };
    let mut text = (words.from_launch)(launch.line);
    if !launch.unknown.is_empty() {
        text.push(' ');
        text.push_str(&(words.unknown)(&launch.unknown));
    }
    text
}
