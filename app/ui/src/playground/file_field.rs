//! Reads the numbers of a file, for the contents of a buffer or for what is expected of it.

use crate::page::Page;
use leptos::prelude::*;
use model::playground::data::{Data, Table, read};
use model::playground::filling::{Filling, MOST_FILE_BYTES};
use simt::{BadNumber, Binding, items, write_numbers};
use std::sync::Arc;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;

/// The most characters of a list of numbers that stays a list.
pub const MOST_LIST: usize = 1 << 20;

/// Shows the field that picks a file, the name of the last one, and a choice of its columns. `put` takes the numbers.
pub fn file_field(
    page: Page,
    variable: StoredValue<Binding>,
    put: impl Fn(Filling) + Copy + Send + Sync + 'static,
    table: RwSignal<Option<Arc<Table>>>,
    id: String,
    name: String,
    bytes: Option<usize>,
) -> impl IntoView {
    let words = page.strings().playground();
    let size = bytes.map(words.file_bytes);
    let chosen = StoredValue::new(name.clone());
    let columns = move || {
        let table = table.get().filter(|table| table.columns.len() > 1)?;
        let options = table.columns.iter().enumerate();
        let options =
            options.map(|(number, column)| view! { <option value=number.to_string()>{column.clone()}</option> });
        let options = options.collect_view();
        let choose = move |event| {
            let column = event_target_value(&event).parse().ok();
            let filling = filling_of(variable, chosen.get_value(), table.list(column));
            put_filling(page, put, filling);
        };
        Some(view! {
            <select aria-label=words.columns title=words.columns on:change=choose>
                <option value="">{words.all_columns}</option>
                {options}
            </select>
        })
    };
    view! {
        <span class="setup-more">
            <input
                id=id
                type="file"
                aria-label=words.file
                on:change=move |event| {
                    let input = event_target::<HtmlInputElement>(&event);
                    if let Some(file) = input.files().and_then(|files| files.get(0)) {
                        spawn_local(take_file(page, variable, put, table, file));
                    }
                    // The same file can be picked again after it has changed.
                    input.set_value("");
                }
            />
            <small>{name} " " {size}</small>
            {columns}
        </span>
    }
}

/// Returns the filling for a list of numbers. A very long list is kept as the words that it means.
fn filling_of(variable: StoredValue<Binding>, name: String, text: String) -> Result<Filling, BadNumber> {
    if text.len() <= MOST_LIST {
        return Ok(Filling::Numbers { text, file: Some(name) });
    }
    let layout = variable.with_value(|binding| binding.layout.clone());
    let end = layout.bytes_for(items(&text).count(), MOST_FILE_BYTES as u64);
    let bytes = write_numbers(&layout, &text, end)?;
    Ok(Filling::File { name, bytes })
}

fn put_filling(page: Page, put: impl Fn(Filling), filling: Result<Filling, BadNumber>) {
    match filling {
        Ok(filling) => put(filling),
        Err(bad) => page.notify(move |strings| (strings.playground().bad_member)(&bad.text, bad.scalar)),
    }
}

/// Fills a buffer with the numbers of a file, or with the bytes of a raw one.
async fn take_file(
    page: Page,
    variable: StoredValue<Binding>,
    put: impl Fn(Filling),
    table: RwSignal<Option<Arc<Table>>>,
    file: web_sys::File,
) {
    let name: String = file.name().chars().take(80).collect();
    if file.size() > MOST_FILE_BYTES as f64 {
        return page.notify(move |strings| (strings.playground().file_too_long)(&name, MOST_FILE_BYTES));
    }
    let Ok(buffer) = JsFuture::from(file.array_buffer()).await else {
        return page.notify(move |strings| (strings.lab().unreadable)(&name));
    };
    let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
    if bytes.is_empty() {
        return page.notify(move |strings| (strings.playground().file_empty)(&name));
    }
    let filling = match read(&name, bytes) {
        Err(error) => {
            return page.notify(move |strings| (strings.playground().bad_data)(&name, &error));
        }
        Ok(Data::Bytes(bytes)) => {
            table.set(None);
            Ok(Filling::File { name, bytes })
        }
        Ok(Data::Table(numbers)) => {
            let filling = filling_of(variable, name, numbers.list(None));
            table.set(Some(Arc::new(numbers)));
            filling
        }
    };
    put_filling(page, put, filling);
}
