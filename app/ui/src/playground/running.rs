//! Runs the draft whenever it changes.

use crate::draft::Playground;
use crate::draft::{Ran, Trouble};
use crate::page::{EngineState, Page, RunSummary};
use crate::run::engine_client::RunError;
use crate::run::runs::Runs;
use engine::draft::Draft;
use engine::draft::ready::NotReady;
use engine::protocol::DraftReport;
use leptos::prelude::*;
use model::playback::Playback;
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
        .with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.view.is_some()))
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
            match draft.source.trim().is_empty() {
                true => {
                    page.engine.set(EngineState::Idle);
                    playground.trouble.set(Some(Trouble::Empty));
                }
                false => run(page, runs, draft).await,
            }
        }
    });
    Some(id)
}

async fn run(page: Page, runs: Runs, draft: Draft) {
    let (slow, on_progress) = runs.show_progress(0);
    let reply = runs.engine().run_draft(draft, on_progress).await;
    drop(slow);
    page.engine.set(EngineState::Idle);
    match reply {
        Ok(report) => show(page, runs, report),
        Err(RunError::Refused(error)) => {
            Playground::of(page)
                .trouble
                .set(Some(Trouble::Kernel(error)));
        }
        Err(error) => {
            // The text may be the cause, so it does not run again automatically.
            if runs.goes_on_after(&error) {
                Playground::of(page).trouble.set(Some(Trouble::Engine));
            }
        }
    }
}

fn show(page: Page, runs: Runs, report: DraftReport) {
    let playground = Playground::of(page);
    playground.declared.set(Arc::new(report.declared));
    let (raised, expected) = (report.raised, report.expected);
    let (stages, after_chain) = (report.stages, report.after);
    let permitted_ulps = report.permitted_ulps;
    let (ready, mut report) = match report.run {
        Ok(run) => run,
        Err(NotReady::Kernel(error)) => {
            return playground.trouble.set(Some(Trouble::Kernel(error)));
        }
        Err(other) => return playground.trouble.set(Some(Trouble::NotReady(other))),
    };
    let machine = ready.options.machine.clone();
    let Some(trace) = report.trace.take() else {
        // Without a workgroup there is nothing to step through.
        page.run.first.clear();
        let none = Trouble::NotReady(NotReady::NoWorkgroups);
        return playground.trouble.set(Some(none));
    };
    let playback = Playback::new(ready.kernel.source.to_string(), trace);
    let all = ready.dispatch.workgroup_count() as u32;
    let shown = RunSummary::own(machine, all, &report, playback.trace().truncated);
    runs.put(shown, playback);
    playground.trouble.set(None);
    playground.ran.set(Some(Arc::new(Ran {
        ready,
        buffers: report.buffers,
        findings: report.findings,
        outcome: report.outcome,
        raised,
        stages,
        after_chain,
        expected,
        permitted_ulps,
    })));
    super::moments::arrive(page);
}
