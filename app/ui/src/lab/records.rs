//! The records in the side column: those that the browser stores, and files that the reader opens.

use super::history::Kept;
use crate::browser::files::read_file;
use crate::draw::icons;
use crate::lab::Lab;
use crate::page::Page;
use gpu::Sheet;
use leptos::html;
use leptos::prelude::*;
use model::address::Aside;
use model::lab::record::{Record, title};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

#[component]
pub fn Records(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let input = NodeRef::<html::Input>::new();
    let bring = move |_| {
        let Some(element) = input.get_untracked() else {
            return;
        };
        if let Some(file) = element.files().and_then(|files| files.get(0)) {
            spawn_local(open_file(page, file));
        }
        // An empty value lets the reader choose the same file again.
        element.set_value("");
    };
    view! {
        <aside class="lab-records panel" aria-label=move || page.strings().lab().records>
            <h2>{move || page.strings().lab().records}</h2>
            <ul id="lab-records">
                <For
                    each=move || lab.history.get()
                    key=|kept| format!("{}{}{}", kept.id, kept.name, kept.entries)
                    let:kept
                >
                    <Row page=page kept=kept />
                </For>
            </ul>
            {move || {
                lab.history
                    .with(Vec::is_empty)
                    .then(|| view! { <p class="source">{page.strings().lab().no_records}</p> })
            }}
            <div class="lab-files">
                <label class="button" for="lab-import">
                    {move || page.strings().lab().import}
                </label>
                <input
                    node_ref=input
                    id="lab-import"
                    class="file"
                    type="file"
                    accept=".json,application/json"
                    on:change=bring
                />
                <a class="button" id="to-board" href="#/board">
                    {move || (page.strings().place)(Aside::Board)}
                </a>
            </div>
        </aside>
    }
    .into_any()
}

#[component]
fn Row(page: Page, kept: Kept) -> impl IntoView {
    let lab = Lab::of(page);
    let sure = RwSignal::new(false);
    let (id, opened, named, forgotten) = (kept.id.clone(), kept.id.clone(), kept.id.clone(), kept.id.clone());
    let is_shown = move || {
        lab.record
            .with(|record| record.as_ref().is_some_and(|record| record.id == id))
    };
    let day = kept.taken.get(..16).unwrap_or(&kept.taken).replace('T', " ");
    let (device, entries) = (kept.device.clone(), kept.entries);
    let kernels = kept.kernels.clone();
    let stand_in = move || {
        let language = page.settings.language.get();
        let titles: Vec<String> = kernels.iter().map(|kernel| title(kernel, language)).collect();
        titles.join(", ")
    };
    view! {
        <li
            class="lab-record"
            class:shown=is_shown.clone()
            data-record=kept.id.clone()
            on:mouseleave=move |_| sure.set(false)
        >
            <input
                class="lab-record-name"
                type="text"
                autocomplete="off"
                aria-label=move || page.strings().lab().name
                placeholder=stand_in
                prop:value=kept.name.clone()
                on:change=move |event| page.name_record(&named, &event_target_value(&event))
            />
            <button class="lab-record-open" disabled=move || lab.is_busy() on:click=move |_| page.open_record(&opened)>
                <span>{day}</span>
                <small>{move || (page.strings().lab().entries)(entries)} " · " {device}</small>
            </button>
            <button
                class="icon-button plain-button lab-record-forget"
                aria-label=move || page.strings().lab().forget
                title=move || if sure.get() { page.strings().lab().forget_sure } else { page.strings().lab().forget }
                data-sure=move || sure.get().to_string()
                on:click=move |_| if sure.get_untracked() { page.forget_record(&forgotten) } else { sure.set(true) }
            >
                {move || {
                    if sure.get() {
                        view! { <span>{page.strings().lab().forget_sure}</span> }.into_any()
                    } else {
                        view! {
                            <svg viewBox="0 0 16 16" aria-hidden="true">
                                <path d=icons::CLOSE />
                            </svg>
                        }
                            .into_any()
                    }
                }}
            </button>
        </li>
    }
    .into_any()
}

async fn open_file(page: Page, file: File) {
    let name = file.name();
    let Some(text) = read_file(&file, gpu::MAX_SHEET_BYTES).await else {
        return page.notify(move |strings| (strings.lab().unreadable)(&name));
    };
    match Sheet::parse(&text) {
        Ok(sheet) => {
            // A file that was opened before is among the records already.
            if let Some(id) = super::history::same(&sheet) {
                return page.open_record(&id);
            }
            let now = js_sys::Date::now() as u64;
            let mut record = Record::of(format!("{now:x}"), String::new(), sheet);
            let file = name.trim_end_matches(".json").chars().take(80).collect();
            record.name = match record.sheet.name.trim() {
                "" => file,
                name => name.to_owned(),
            };
            Lab::of(page).record.set(Some(Arc::new(record)));
            super::history::keep(page);
        }
        Err(error) => page.notify(move |strings| (strings.lab().bad_file)(&name, &error)),
    }
}
