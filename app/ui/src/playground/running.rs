//! Runs the draft whenever it changes.

use super::versions;
use crate::draft::Playground;
use crate::draft::{Ran, Trouble};
use crate::page::{EngineState, Page, RunSummary};
use crate::run::engine_client::RunError;
use crate::run::runs::Runs;
use engine::protocol::DraftReport;
use launch::draft::Draft;
use launch::draft::ready::NotReady;
use leptos::prelude::*;
use model::address::CodeText;
use model::run::playback::Playback;
use std::sync::Arc;

/// Runs the draft now and at every change, while the component that calls this is shown.
pub fn follow(page: Page, runs: Runs) {
    let last = StoredValue::new(None);
    Effect::new(move |_| {
        Playground::of(page).asked.track();
        last.set_value(start(page, runs));
    });
    on_cleanup(move || {
        if let Some(id) = last.get_value() {
            runs.stop(id);
        }
    });
}

fn start(page: Page, runs: Runs) -> Option<u32> {
    let playground = Playground::of(page);
    if page
        .run
        .first
        .summary
        .with_untracked(|summary| summary.as_ref().is_some_and(|summary| summary.view.is_some()))
    {
        page.run.first.clear();
    }
    for pane in page.run.beside {
        pane.clear();
    }
    let draft = playground.draft.get_untracked();
    // An empty text, too, replaces a run in progress.
    let id = runs.start(move || {
        let draft = draft.clone();
        async move {
            if draft.source.trim().is_empty() {
                page.engine.set(EngineState::Idle);
                leave_before(page);
                playground.trouble.set(Some(Trouble::Empty));
            } else {
                run(page, runs, draft).await
            }
        }
    });
    Some(id)
}

async fn run(page: Page, runs: Runs, draft: Draft) {
    let (slow, on_progress) = runs.show_progress(0);
    let reply = runs.engine().run_draft(draft.alone(), on_progress).await;
    drop(slow);
    page.engine.set(EngineState::Idle);
    match reply {
        Ok(report) => {
            show(page, runs, report);
            versions::run_pinned(page, runs, &draft).await;
        }
        Err(RunError::Refused(error)) => {
            leave_before(page);
            Playground::of(page).refuse(Trouble::Kernel(error));
        }
        Err(RunError::Text(refusal)) => {
            leave_before(page);
            Playground::of(page).refuse(if refusal.others.is_empty() {
                Trouble::Kernel(refusal.first)
            } else {
                Trouble::Text(*refusal)
            });
        }
        Err(RunError::Replaced) => {}
        Err(error) => {
            runs.goes_on_after(&error);
            // The text may be the cause, so it does not run again automatically. What is left of a run would be that of
            // an older text.
            page.run.first.clear();
            Playground::of(page).ran.set(None);
            Playground::of(page).trouble.set(Some(Trouble::Engine));
        }
    }
}

/// Removes what is shown of a text that another one has replaced, which does not compile.
fn leave_before(page: Page) {
    let playground = Playground::of(page);
    if playground.is_of_before.get_value() {
        page.run.first.clear();
        playground.ran.set(None);
        playground.declared.set(Arc::default());
        playground.translated.set(None);
    }
}

fn show(page: Page, runs: Runs, report: DraftReport) {
    let playground = Playground::of(page);
    playground.is_of_before.set_value(false);
    playground.declared.set(Arc::new(report.declared.clone()));
    playground.translated.set(report.translated.clone().map(Arc::new));
    match ran_of(report) {
        Err(trouble) => {
            if trouble == Trouble::NotReady(NotReady::NoWorkgroups) {
                // Without a workgroup there is nothing to step through.
                page.run.first.clear();
            }
            playground.trouble.set(Some(trouble));
        }
        Ok((ran, summary, playback)) => {
            page.run.fault.set(None);
            runs.put(summary, playback);
            playground.trouble.set(None);
            playground.ran.set(Some(Arc::new(ran)));
            super::moments::arrive(page);
        }
    }
}

/// Prepares a report to be shown.
///
/// # Errors
/// Returns why the draft did not run.
pub fn ran_of(report: DraftReport) -> Result<(Ran, RunSummary, Playback), Trouble> {
    let (ready, mut run) = match report.run {
        Ok(run) => run,
        Err(NotReady::Kernel(error)) => return Err(Trouble::Kernel(error)),
        Err(other) => return Err(Trouble::NotReady(other)),
    };
    let machine = ready.options.machine.clone();
    let trace = run.trace.take();
    let trace = trace.ok_or(Trouble::NotReady(NotReady::NoWorkgroups))?;
    let playback = Playback::new(ready.kernel.source.to_string(), trace);
    let all = ready.dispatch.workgroup_count() as u32;
    let text = match report.translated {
        Some(_) => CodeText::Cuda,
        None => CodeText::Wgsl,
    };
    let summary = RunSummary::own(machine, all, &run, playback.trace().truncated, text);
    let ran = Ran {
        ready,
        lines: report.lines,
        buffers: run.buffers,
        findings: run.findings,
        outcome: run.outcome,
        metrics: run.metrics,
        workgroup_size: playback.trace().workgroup_size,
        raised: report.raised,
        reports: run.reports,
        stages: report.stages,
        after_chain: report.after,
        expected: report.expected,
        unset: report.unset,
        permitted_ulps: report.permitted_ulps,
    };
    Ok((ran, summary, playback))
}
