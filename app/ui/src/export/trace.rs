//! The "trace" tab of the export dialog: writes the trace as a JSON file, in slices between screen frames.

use super::picture::about;
use super::work::{Progress, SLICE_MILLIS, Work, next_frame};
use crate::browser::files::give;
use crate::draft::Playground;
use crate::page::Page;
use crate::run::engine_client::now;
use crate::run::export::ExportTarget;
use leptos::prelude::*;
use model::export::trace_file::{END, MOST_BYTES, bytes, head, piece};
use simt::TraceDocument;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, BlobPropertyBag};

/// Steps written between two readings of the clock.
const AT_ONCE: usize = 16;

#[component]
pub fn TracePart(page: Page) -> impl IntoView {
    let words = move || page.strings().export();
    let work = Work::new();
    let size = Memo::new(move |_| {
        page.run.first.summary.track();
        with_document(page, |document| (document.trace.len(), bytes(&document)))
    });
    let is_long = move || size.get().is_some_and(|(_, bytes)| bytes > MOST_BYTES);
    let sentence = move || match size.get() {
        None => words().no_trace.to_owned(),
        Some((_, bytes)) if bytes > MOST_BYTES => (words().trace_too_long)(bytes as f64, MOST_BYTES as f64),
        Some((steps, bytes)) => (words().trace_size)(steps, bytes as f64),
    };
    let end = move || {
        let end = page
            .run
            .first
            .summary
            .with(|summary| summary.as_ref().map(|summary| summary.picture_end()));
        (page.strings().picture_end)(end?)
    };
    let write = move |_| {
        let Some((steps, _)) = size.get_untracked().filter(|_| !untrack(is_long)) else {
            return;
        };
        spawn_local(async move {
            let turn = work.begin(steps);
            let file = file(page, work, turn).await;
            if work.goes_on(turn) {
                work.stop();
                let name = format!("{}-trace.json", about(page, ExportTarget::LANES).stem());
                page.report_saved(file.and_then(|file| give(&name, &file)));
            }
        });
    };
    view! {
        <p class="take-note">{move || words().trace}</p>
        <p class="take-note" id="take-trace-size" data-bytes=move || size.get().map(|(_, bytes)| bytes.to_string())>
            {sentence}
        </p>
        <p class="take-note">{end}</p>
        <div class="take-actions">
            <button
                id="take-trace"
                class="button"
                aria-disabled=move || (size.get().is_none() || is_long()).to_string()
                on:click=write
            >
                "JSON"
            </button>
            <Progress page=page work=work />
        </div>
    }
}

/// Calls `look` with the document of the run that is shown. `None` if there is no run or the trace is gone.
fn with_document<T>(page: Page, look: impl FnOnce(TraceDocument<'_>) -> T) -> Option<T> {
    let summary = page.run.first.summary.get_untracked()?;
    let about = about(page, ExportTarget::LANES);
    let workgroup = match &summary.view {
        Some(view) => view.workgroup.min(summary.sample.followed.saturating_sub(1)),
        None => Playground::of(page)
            .ran
            .with_untracked(|ran| ran.as_ref().and_then(|ran| ran.ready.options.traced))
            .unwrap_or(0),
    };
    page.run.first.playback.with_value(|playback| {
        let playback = playback.as_ref()?;
        Some(look(TraceDocument {
            kernel: about.kernels.first().map_or("", String::as_str),
            entry_point: &summary.entry_point,
            source: &playback.source,
            machine: &summary.machine,
            outcome: &summary.outcome,
            workgroup,
            trace: playback.trace(),
        }))
    })
}

/// Writes the file. `None` if the reader stopped it, or if the run is gone.
async fn file(page: Page, work: Work, turn: u32) -> Option<Blob> {
    let fingerprint = page.run.first.summary.get_untracked()?.fingerprint;
    let mut parts = vec![with_document(page, |document| head(&document))??];
    let all = with_document(page, |document| document.trace.len())?;
    let mut done = 0;
    while done < all {
        next_frame().await;
        // Another run may have replaced this one since the last slice.
        let same = page.run.first.summary.with_untracked(|summary| {
            summary
                .as_ref()
                .is_some_and(|summary| summary.fingerprint == fingerprint)
        });
        if !same || !work.goes_on(turn) {
            return None;
        }
        let begun = now();
        let written = with_document(page, |document| {
            let mut text = String::new();
            while done < all && now() - begun < SLICE_MILLIS {
                let end = (done + AT_ONCE).min(all);
                text += &piece(&document, done..end)?;
                done = end;
            }
            Some(text)
        })??;
        parts.push(written);
        work.tell(done, all);
    }
    parts.push(END.to_owned());
    let parts: js_sys::Array = parts.iter().map(|part| JsValue::from_str(part)).collect();
    let options = BlobPropertyBag::new();
    options.set_type("application/json");
    Blob::new_with_str_sequence_and_options(&parts, &options).ok()
}
