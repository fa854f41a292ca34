//! Stores records in the browser: the reader can name, open and delete them at a later visit.

use crate::browser::storage::{NotStored, Storage};
use crate::lab::Lab;
use crate::page::Page;
use gpu::Sheet;
use leptos::prelude::*;
use model::lab::experiment::COPY;
use model::lab::record::Record;
use std::sync::Arc;

/// A stored record, without its measurements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub id: String,
    pub name: String,
    /// Shown in place of an empty name.
    pub kernels: Vec<String>,
    pub device: String,
    pub taken: String,
    pub entries: usize,
    pub bytes: usize,
}

/// Prefixes of the `localStorage` keys; the record's id follows.
const SHEET: &str = "warpstep.lab.sheet.";
const NAME: &str = "warpstep.lab.name.";

/// The most characters of all records together: half of what browsers allow a site.
pub const MOST_BYTES: usize = 2_500_000;

fn ids() -> Vec<String> {
    let keys = Storage::Local.keys();
    let mut ids: Vec<String> = keys
        .iter()
        .filter_map(|key| Some(key.strip_prefix(SHEET)?.to_owned()))
        .collect();
    // An id is the time in hexadecimal milliseconds: the newest record comes first.
    ids.sort_by(|one, other| (other.len(), other).cmp(&(one.len(), one)));
    ids
}

fn read(id: &str) -> Option<(String, Sheet, usize)> {
    let text = Storage::Local.read(&format!("{SHEET}{id}"))?;
    let sheet = Sheet::parse(&text).ok()?;
    let name = Storage::Local.read(&format!("{NAME}{id}"));
    Some((name.unwrap_or_default(), sheet, text.len()))
}

/// Returns all stored records, the newest first. Records that cannot be read stay in storage and are left out.
pub fn load() -> Vec<Kept> {
    let kept = ids().into_iter().filter_map(|id| {
        let (name, sheet, bytes) = read(&id)?;
        Some(Kept {
            id,
            name,
            kernels: kernels(&sheet),
            device: sheet.device.name,
            taken: sheet.taken,
            entries: sheet.entries.len(),
            bytes,
        })
    });
    kept.collect()
}

/// Returns the kernels of a sheet, without the copy that is measured with them.
fn kernels(sheet: &Sheet) -> Vec<String> {
    let mut kernels: Vec<String> = Vec::new();
    for entry in &sheet.entries {
        if entry.kernel != COPY && !kernels.contains(&entry.kernel) {
            kernels.push(entry.kernel.clone());
        }
    }
    kernels
}

/// Stores the shown record, or shows a notice with the reason why it cannot.
pub fn keep(page: Page) {
    let lab = Lab::of(page);
    let Some(record) = lab.record.get_untracked().filter(|record| !record.is_empty()) else {
        return;
    };
    if let Err(NotStored) = write(&record) {
        page.notify(|strings| strings.lab().storage_full.to_owned());
    }
    lab.history.set(load());
}

fn write(record: &Record) -> Result<(), NotStored> {
    let text = record.sheet.to_json();
    let others: usize = load()
        .iter()
        .filter(|kept| kept.id != record.id)
        .map(|kept| kept.bytes)
        .sum();
    if others + text.len() > MOST_BYTES {
        return Err(NotStored);
    }
    Storage::Local.write(&format!("{SHEET}{}", record.id), &text)?;
    Storage::Local.write(&format!("{NAME}{}", record.id), &record.name)
}

/// Returns the id of the stored record with the same measurements.
pub fn same(sheet: &Sheet) -> Option<String> {
    let is_same = |id: &String| read(id).is_some_and(|(_, kept, _)| kept.has_same_measurements(sheet));
    ids().into_iter().find(is_same)
}

impl Page {
    /// Opens a stored record.
    pub fn open_record(self, id: &str) {
        if let Some((name, sheet, _)) = read(id) {
            let record = Record::of(id.to_owned(), name, sheet);
            Lab::of(self).figure.set(None);
            Lab::of(self).record.set(Some(Arc::new(record)));
        }
    }

    /// Names a stored record; at most 80 characters.
    pub fn name_record(self, id: &str, name: &str) {
        let name: String = name.trim().chars().take(80).collect();
        // A full storage has no room for a name either; then the old name stays.
        let _ = Storage::Local.write(&format!("{NAME}{id}"), &name);
        Lab::of(self).record.update(|record| {
            if let Some(record) = record.as_mut().filter(|record| record.id == id) {
                Arc::make_mut(record).name = name;
            }
        });
        Lab::of(self).history.set(load());
    }

    /// Deletes a stored record. If it is shown, it stays on the page.
    pub fn forget_record(self, id: &str) {
        for key in [SHEET, NAME] {
            // Without storage there is no record to remove.
            let _ = Storage::Local.remove(&format!("{key}{id}"));
        }
        Lab::of(self).history.set(load());
    }
}
