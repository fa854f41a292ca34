//! Counts the counters for the lab's figures: the engine runs a part of each case while nothing is measured.

use super::state::Lab;
use crate::run::runs::Runs;
use engine::protocol::Job;
use leptos::prelude::*;
use model::lab::counts::part;
use model::lab::experiment::Case;
use simt::RunOptions;

/// Runs the cases whose counters the shown figure needs, while the lab is on the page.
pub fn follow(lab: Lab, runs: Runs) {
    let task: StoredValue<Option<u32>> = StoredValue::new(None);
    let stop = move || {
        if let Some(id) = task.try_update_value(Option::take).flatten() {
            runs.stop(id);
        }
    };
    let has_more = Memo::new(move |_| lab.uncounted().is_some());
    Effect::new(move |_| {
        if has_more.get() {
            task.set_value(Some(runs.start(move || count(lab, runs))))
        } else {
            stop()
        }
    });
    on_cleanup(stop);
}

async fn count(lab: Lab, runs: Runs) {
    while let Some(case) = untrack(|| lab.uncounted()) {
        let counted = counted(runs, &case).await;
        lab.counts.update(|counts| counts.push((case, counted)));
    }
}

/// Returns a case's counters. `None` if the interpreter cannot run the case; a case that ends the engine does not run
/// again.
async fn counted(runs: Runs, case: &Case) -> Option<model::lab::counts::Counted> {
    let part = part(case);
    let job = Job {
        id: 0,
        kernel: case.kernel.kernel.clone(),
        dispatch: part.dispatch.clone(),
        options: RunOptions {
            machine: part.machine.clone(),
            findings: false,
            traced: Some(0),
            ..RunOptions::default()
        },
        check: None,
        with_buffers: false,
    };
    match runs.engine().run(job, None).await {
        Ok(report) => Some(part.counted(&report.metrics, report.blocks_alike, report.trace.as_ref())),
        Err(error) => {
            runs.goes_on_after(&error);
            None
        }
    }
}
