//! Opens and saves texts: the lessons' kernels, earlier drafts, files and links.

use super::headers::{add, is_header};
use crate::browser::clipboard::copy_text;
use crate::browser::compression::squeeze;
use crate::browser::files::download;
use crate::draft::Playground;
use crate::page::Page;
use leptos::html;
use leptos::prelude::*;
use lessons::{GalleryKernel, LESSONS, Size};
use model::address::{Address, Aside};
use model::playground::draft::{Draft, MOST_BYTES};
use model::playground::examples::{EXAMPLES, example};
use model::playground::history::History;
use model::playground::kept::Kept;
use model::playground::results::{Form, Results};
use simt::Machine;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, FileList, HtmlSelectElement};

/// The size with which a lesson's kernel opens.
const SIZE: Size = Size::fixed(1024, 128);

#[component]
pub fn Files(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let input = NodeRef::<html::Input>::new();
    let words = move || page.strings().playground();
    let bring = move |_| {
        let Some(element) = input.get_untracked() else {
            return;
        };
        if let Some(files) = element.files() {
            open_files(page, &files);
        }
        // An empty value lets the reader choose the same file again.
        element.set_value("");
    };
    let open = move |event: web_sys::Event| {
        let select: HtmlSelectElement = event_target(&event);
        let value = select.value();
        select.set_value("");
        if let Some(at) = value.strip_prefix("earlier:") {
            let at: usize = at.parse().unwrap_or(usize::MAX);
            let draft = playground
                .earlier
                .with_untracked(|earlier| earlier.get(at).map(|kept| kept.draft.clone()));
            if let Some(draft) = draft {
                playground.take(draft);
            }
        } else if value == "start" {
            playground.take(Draft::default());
        } else if let Some(example) = value.strip_prefix("cuda:").and_then(example) {
            playground.take(Draft::of_text(example.text.to_owned()));
        } else if let Some(kernel) = GalleryKernel::by_name(&value) {
            playground.take(Draft::of_kernel(kernel, SIZE, &Machine::default()));
        }
    };
    let save_text = move |_| {
        let (source, ending) = playground
            .draft
            .with_untracked(|draft| (draft.source.clone(), draft.language().extension()));
        page.report_saved(download(&format!("kernel.{ending}"), "text/plain", &source));
    };
    let save_all = move |_| {
        let json = playground.draft.with_untracked(Draft::to_json);
        page.report_saved(download("kernel.json", "application/json", &json));
    };
    view! {
        <div class="playground-files">
            <select id="open-kernel" aria-label=move || words().open on:change=open>
                <option value="">{move || words().open}</option>
                <option value="start">{move || words().start}</option>
                {move || playground.earlier.with(|earlier| (!earlier.is_empty()).then(|| {
                    let options = earlier.iter().enumerate().map(|(at, kept)| {
                        view! { <option value=format!("earlier:{at}")>{stored_at(page, kept)}</option> }
                    }).collect_view();
                    view! { <optgroup label=words().earlier_group>{options}</optgroup> }
                }))}
                <optgroup label=move || page.strings().cuda_words().examples>
                    {EXAMPLES.iter().map(|example| view! { <option value=format!("cuda:{}", example.id)>{move || (page.strings().cuda_words().example)(example.id)}</option> }).collect_view()}
                </optgroup>
                {LESSONS.iter().map(|lesson| view! {
                    <optgroup label=move || lesson.title.get(page.settings.language.get())>
                        {lesson.kernels.iter().map(|kernel| view! { <option value=kernel.kernel.name.to_string()>{kernel.kernel.name.to_string()}</option> }).collect_view()}
                    </optgroup>
                }).collect_view()}
            </select>
            <ResultsMenu page=page />
            <span class="playground-buttons">
                <button class="icon-button" id="undo" title=move || words().undo aria-label=move || words().undo aria-disabled=move || (!playground.history.with(History::can_undo)).to_string() on:click=move |_| playground.undo()>"↶"</button>
                <button class="icon-button" id="redo" title=move || words().redo aria-label=move || words().redo aria-disabled=move || (!playground.history.with(History::can_redo)).to_string() on:click=move |_| playground.redo()>"↷"</button>
                <label class="button" for="open-file" title=move || words().open_file_hint>{move || words().open_file}</label>
                <input node_ref=input id="open-file" class="file" type="file" multiple=true accept=".wgsl,.cu,.cuh,.h,.hpp,.json,.txt" on:change=bring />
                <button class="button" id="save-text" title=move || words().save_text on:click=save_text>{move || format!(".{}", playground.draft.with(|draft| draft.language().extension()))}</button>
                <button class="button" id="save-all" title=move || words().save_all on:click=save_all>".json"</button>
                <button class="button" id="share" title=move || words().share_hint on:click=move |_| spawn_local(share(page))>{move || words().share}</button>
            </span>
            {move || playground.link.get().map(|link| view! {
                <p class="playground-link">
                    <input id="link" type="text" readonly=true aria-label=words().link prop:value=link.clone() on:focus=select_all />
                    <small>{(words().link_made)(link.len())}</small>
                </p>
            })}
        </div>
    }
    .into_any()
}

/// The menu that takes the results of the run out of the page.
#[component]
fn ResultsMenu(page: Page) -> impl IntoView {
    let words = move || page.strings().playground();
    let choose = move |event: web_sys::Event| {
        let select: HtmlSelectElement = event_target(&event);
        let value = select.value();
        select.set_value("");
        let (copies, name) = match value.strip_prefix("copy:") {
            Some(name) => (true, name),
            None => (false, value.as_str()),
        };
        let (Some(form), Some(text)) = (Form::by_file(name), results(page, name)) else {
            return;
        };
        if !copies {
            return page.report_saved(download(form.file(), form.kind(), &text));
        }
        spawn_local(async move {
            match copy_text(&text).await {
                Some(()) => page.notify(|strings| strings.playground().copied.to_owned()),
                None => page.report_saved(download(form.file(), form.kind(), &text)),
            }
        });
    };
    let has_run = move || Playground::of(page).ran.with(Option::is_some);
    view! {
        <select id="results" aria-label=move || words().results disabled=move || !has_run() on:change=choose>
            <option value="">{move || words().results}</option>
            <option value="copy:results.txt">{move || words().copy_results}</option>
            {Form::ALL.map(|form| view! { <option value=form.file()>{move || (words().save_as)(form.file())}</option> }).collect_view()}
        </select>
    }
}

/// Returns the results of the shown run in the form of a file.
fn results(page: Page, file: &str) -> Option<String> {
    let form = Form::by_file(file)?;
    let ran = Playground::of(page).ran.get_untracked()?;
    let summary = page.run.first.summary.get_untracked()?;
    let results = Results {
        entry_point: &ran.ready.entry.name,
        machine: &summary.machine.name,
        outcome: &ran.outcome,
        counters: &summary.counters,
        findings: &ran.findings,
        bindings: ran.ready.bindings(),
        after: ran.after(),
        expected: &ran.expected,
    };
    Some(results.write(form, untrack(|| page.strings())))
}

/// Selects the whole link, so that it can be copied.
fn select_all(event: web_sys::FocusEvent) {
    event_target::<web_sys::HtmlInputElement>(&event).select();
}

/// Makes the link and, where the browser lets it, copies it.
async fn share(page: Page) {
    let json = Playground::of(page).draft.with_untracked(Draft::to_json);
    let letters = squeeze(&json).await;
    if letters.is_empty() {
        return page.notify(|strings| strings.playground().no_link.to_owned());
    }
    if letters.len() > Address::MOST_CODE {
        let bytes = letters.len();
        return page.notify(move |strings| {
            (strings.playground().link_too_long)(bytes, Address::MOST_CODE)
        });
    }
    let location = window().location();
    let (Ok(origin), Ok(path)) = (location.origin(), location.pathname()) else {
        return;
    };
    // The link shows what its author sees: the step, the step size and the panel.
    let shown = Address {
        aside: Some(Aside::Playground),
        code: Some(letters),
        step: page.run.position.get_untracked(),
        grain: Some(page.run.grain.get_untracked()),
        panel: page.run.panel.get_untracked(),
        ..Address::default()
    };
    let link = format!("{origin}{path}{}", shown.write());
    // If copying fails, the reader can copy the link from its field.
    let _copied = copy_text(&link).await;
    Playground::of(page).link.set(Some(link));
}

/// Reads a text file; `None` after a notice that says why it is none.
pub async fn read_text(page: Page, file: &File) -> Option<String> {
    let name: String = file.name().chars().take(80).collect();
    if file.size() > MOST_BYTES as f64 {
        page.notify(move |strings| (strings.playground().file_too_long)(&name, MOST_BYTES));
        return None;
    }
    let text = JsFuture::from(file.text()).await.ok();
    match text.and_then(|text| text.as_string()) {
        None => page.notify(move |strings| (strings.lab().unreadable)(&name)),
        // Binary data that was read as text has many of these.
        Some(text) if text.contains('\0') => {
            page.notify(move |strings| (strings.playground().not_text)(&name));
        }
        Some(text) => return Some(text),
    }
    None
}

/// Opens files: a text or a draft, and the headers that it includes.
pub fn open_files(page: Page, files: &FileList) {
    let (headers, texts): (Vec<File>, Vec<File>) = (0..files.length())
        .filter_map(|at| files.get(at))
        .partition(|file| is_header(&file.name()));
    spawn_local(async move {
        // Another text has files of its own, so the text comes first.
        if let Some(file) = texts.into_iter().next() {
            open_file(page, file).await;
        }
        for file in headers {
            if let Some(text) = read_text(page, &file).await {
                add(page, file.name(), text);
            }
        }
    });
}

/// Opens a file: a text, or a draft with its settings (`.json`).
async fn open_file(page: Page, file: File) {
    let Some(text) = read_text(page, &file).await else {
        return;
    };
    let name: String = file.name().chars().take(80).collect();
    if !name.to_lowercase().ends_with(".json") {
        return Playground::of(page).take(Draft::of_text(text));
    }
    match Draft::from_json(&text) {
        Ok(draft) => Playground::of(page).take(draft),
        Err(error) => page.notify(move |strings| (strings.playground().bad_file)(&name, &error)),
    }
}

/// Returns the name of an earlier draft: the start of its text, and when it was kept.
pub fn stored_at(page: Page, kept: &Kept) -> String {
    (page.strings().playground().earlier)(&kept.draft.source, &clock(kept.moment))
}

/// Formats a time as hours and minutes in the reader's time zone.
fn clock(moment: f64) -> String {
    let date = js_sys::Date::new(&moment.into());
    format!("{:02}:{:02}", date.get_hours(), date.get_minutes())
}
