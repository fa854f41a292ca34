//! Opens and saves texts: the lessons' kernels, earlier drafts, files and links.

use super::editor::EditorPlace;
use super::headers::{add, is_header};
use crate::browser::clipboard::copy_text;
use crate::browser::compression::squeeze;
use crate::browser::files::download;
use crate::draft::Playground;
use crate::page::menu::Menu;
use crate::page::{MenuName, Page};
use crate::run::machine::ThisComputer;
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

/// The commands on the text, in the page's header.
#[component]
pub fn Toolbar(page: Page, place: EditorPlace) -> impl IntoView {
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
    view! {
        <div class="toolbar" role="toolbar" aria-label=move || words().text>
            {text_list(page)}
            <label class="button" for="open-file" title=move || words().open_file_hint>
                {move || words().open_file}
            </label>
            <input
                node_ref=input
                id="open-file"
                class="file"
                type="file"
                multiple=true
                accept=".wgsl,.cu,.cuh,.h,.hpp,.json,.txt"
                on:change=bring
            />
            <button
                class="button quiet"
                id="undo"
                aria-disabled=move || (!playground.history.with(History::can_undo)).to_string()
                on:click=move |_| playground.undo()
            >
                {move || words().undo}
            </button>
            <button
                class="button quiet"
                id="redo"
                aria-disabled=move || (!playground.history.with(History::can_redo)).to_string()
                on:click=move |_| playground.redo()
            >
                {move || words().redo}
            </button>
            <button
                class="button quiet"
                id="format-text"
                title=move || words().format_hint
                on:click=move |_| place.call("format", &[])
            >
                {move || words().format}
            </button>
            <span class="grow" />
            <button
                class="button"
                id="share"
                title=move || words().share_hint
                on:click=move |_| spawn_local(share(page))
            >
                {move || words().share}
            </button>
            <Menu page=page name=MenuName::Save label=move || view! { {words().save} }.into_any()>
                <SaveMenu page=page />
            </Menu>
        </div>
    }
    .into_any()
}

/// Shows the list of texts to open: earlier ones, examples, and the lessons' kernels.
fn text_list(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().playground();
    let open = move |event: web_sys::Event| {
        let select: HtmlSelectElement = event_target(&event);
        let value = select.value();
        select.set_value("");
        open_kernel(page, &value);
    };
    view! {
        <select id="open-kernel" aria-label=move || words().open on:change=open>
            <option value="">{move || words().open}</option>
            <option value="start">{move || words().start}</option>
            {move || {
                playground
                    .earlier
                    .with(|earlier| {
                        (!earlier.is_empty())
                            .then(|| {
                                let options = earlier
                                    .iter()
                                    .enumerate()
                                    .map(|(index, kept)| {
                                        view! {
                                            <option value=format!("earlier:{index}")>{stored_at(page, kept)}</option>
                                        }
                                    })
                                    .collect_view();
                                view! { <optgroup label=words().earlier_group>{options}</optgroup> }
                            })
                    })
            }}
            <optgroup label=move || {
                page.strings().cuda_words().examples
            }>
                {EXAMPLES
                    .iter()
                    .map(|example| {
                        view! {
                            <option value=format!(
                                "cuda:{}",
                                example.id,
                            )>{move || (page.strings().cuda_words().example)(example.id)}</option>
                        }
                    })
                    .collect_view()}
            </optgroup>
            {LESSONS
                .iter()
                .map(|lesson| {
                    view! {
                        <optgroup label=move || {
                            lesson.title.get(page.settings.language.get())
                        }>
                            {lesson
                                .kernels
                                .iter()
                                .map(|kernel| {
                                    view! {
                                        <option value=kernel
                                            .kernel
                                            .name
                                            .to_string()>{kernel.kernel.name.to_string()}</option>
                                    }
                                })
                                .collect_view()}
                        </optgroup>
                    }
                })
                .collect_view()}
        </select>
    }
}

/// Opens an earlier text, an example, or a lesson's kernel, by its value in the list.
pub fn open_kernel(page: Page, value: &str) {
    let playground = Playground::of(page);
    if let Some(index) = value.strip_prefix("earlier:") {
        let index: usize = index.parse().unwrap_or(usize::MAX);
        let draft = playground
            .earlier
            .with_untracked(|earlier| earlier.get(index).map(|kept| kept.draft.clone()));
        if let Some(draft) = draft {
            playground.take(draft);
        }
    } else if value == "start" {
        playground.take(Draft::default());
        if let Some(machine) = ThisComputer::of(page).0.get_untracked() {
            playground.count_for(&machine);
        }
    } else if let Some(example) = value.strip_prefix("cuda:").and_then(example) {
        playground.take(new_text(page, example.text));
    } else if let Some(kernel) = GalleryKernel::by_name(value) {
        playground.take(Draft::of_kernel(kernel, SIZE, &Machine::default()));
    }
}

/// Returns the draft of a new text. It has the machine of the text before it, which the reader may have chosen; if that is
/// the lessons' machine, this computer's GPU where its preset is known.
pub fn new_text(page: Page, text: &str) -> Draft {
    let mut draft = Draft::of_text(text.to_owned());
    let before = Playground::of(page).draft.with_untracked(|draft| draft.machine.clone());
    if before != Machine::default().id {
        draft.machine = before;
    } else if let Some(machine) = ThisComputer::of(page).0.get_untracked() {
        draft.machine = machine.id.to_string();
    }
    draft
}

/// The link that was made, until the text changes.
#[component]
pub fn SharedLink(page: Page) -> impl IntoView {
    let words = move || page.strings().playground();
    move || {
        let link = Playground::of(page).link.get()?;
        Some(view! {
            <p class="playground-link">
                <input
                    id="link"
                    type="text"
                    readonly=true
                    aria-label=words().link
                    prop:value=link.clone()
                    on:focus=select_all
                />
                <small>{(words().link_made)(link.len())}</small>
            </p>
        })
    }
}

/// The files that the text and the results of its run can become.
#[component]
fn SaveMenu(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().playground();
    let close = move || page.route.overlay.set(None);
    let ending = move || playground.draft.with(|draft| draft.language().extension());
    let save_text = move |_| {
        close();
        let source = playground.draft.with_untracked(|draft| draft.source.clone());
        let file = format!("kernel.{}", untrack(ending));
        page.report_saved(download(&file, "text/plain", &source));
    };
    let save_all = move |_| {
        close();
        let json = playground.draft.with_untracked(Draft::to_json);
        page.report_saved(download("kernel.json", "application/json", &json));
    };
    let has_run = move || playground.ran.with(Option::is_some);
    let save = move |form: Form| {
        close();
        if let Some(text) = results(page, form) {
            page.report_saved(download(form.file(), form.kind(), &text));
        }
    };
    let copy = move |_| {
        close();
        let Some(text) = results(page, Form::Text) else {
            return;
        };
        spawn_local(async move {
            match copy_text(&text).await {
                Some(()) => page.notify(|strings| strings.playground().copied.to_owned()),
                None => page.report_saved(download(Form::Text.file(), Form::Text.kind(), &text)),
            }
        });
    };
    view! {
        <div class="tools">
            <div>
                <h2>{move || words().text}</h2>
                <button id="save-text" on:click=save_text>
                    {move || words().save_text}
                    <small>{move || format!("kernel.{}", ending())}</small>
                </button>
                <button id="save-all" on:click=save_all>
                    {move || words().save_all}
                    <small>"kernel.json"</small>
                </button>
            </div>
            <div>
                <h2>{move || words().results}</h2>
                <button id="copy-results" disabled=move || !has_run() on:click=copy>
                    {move || words().copy_results}
                </button>
                {Form::ALL
                    .map(|form| {
                        view! {
                            <button data-save=form.file() disabled=move || !has_run() on:click=move |_| save(form)>
                                {form.file()}
                            </button>
                        }
                    })
                    .collect_view()}
            </div>
        </div>
    }
}

/// Returns the results of the shown run in the form of a file.
fn results(page: Page, form: Form) -> Option<String> {
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
        return page.notify(move |strings| (strings.playground().link_too_long)(bytes, Address::MOST_CODE));
    }
    let location = window().location();
    let (Ok(origin), Ok(path)) = (location.origin(), location.pathname()) else {
        return;
    };
    // The link shows what its author sees: the step, the step size and the panel.
    let address = Address {
        aside: Some(Aside::Playground),
        code: Some(letters),
        step: page.run.position.get_untracked(),
        grain: Some(page.run.grain.get_untracked()),
        panel: page.run.panel.get_untracked(),
        ..Address::default()
    };
    let link = format!("{origin}{path}{}", address.write());
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
        .filter_map(|index| files.get(index))
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
        return Playground::of(page).take(new_text(page, &text));
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
