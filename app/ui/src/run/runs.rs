//! Runs what the page should show. One task at a time uses the engine; a new task replaces it.

use crate::browser::idle;
use crate::page::{Arrival, EngineState, Offer, Page, Pane, RunSummary};
use crate::run::engine_client::{EngineClient, OnProgress, RunError};
use crate::run::recorded::Recorded;
use engine::protocol::{Job, Report};
use futures::FutureExt as _;
use futures::future::{AbortHandle, LocalBoxFuture, abortable};
use leptos::prelude::*;
use lessons::Parts;
use model::address::{CodeText, RunSpec};
use model::run::aligned;
use model::run::jobs;
use model::run::playback::Playback;
use model::run::sample::Sample;
use simt::{KernelError, Trace};
use std::future::Future;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// A run that takes longer than this shows a progress bar and a button to cancel.
const SLOW: Duration = Duration::from_millis(300);

/// Makes the future of a task, and makes it again when the reader restarts the engine.
type Work = Rc<dyn Fn() -> LocalBoxFuture<'static, ()>>;

/// The task that uses the engine.
struct Task {
    id: u32,
    abort: AbortHandle,
}

/// Runs on the page's engine. `Copy`: all copies share the same engine.
#[derive(Clone, Copy)]
pub struct Runs {
    page: Page,
    engine: StoredValue<EngineClient, LocalStorage>,
    task: StoredValue<Option<Task>, LocalStorage>,
    last_id: StoredValue<u32>,
    last_work: StoredValue<Option<Work>, LocalStorage>,
    /// True while a task uses the engine.
    busy: RwSignal<bool>,
}

impl Runs {
    pub fn new(page: Page) -> Self {
        let engine = EngineClient::new(Recorded::of_the_opening(), move |error| {
            goes_on_after(page, &error);
        });
        if EngineClient::is_started_early() {
            engine.warm();
        }
        let runs = Runs {
            page,
            engine: StoredValue::new_local(engine),
            task: StoredValue::new_local(None),
            last_id: StoredValue::new(0),
            last_work: StoredValue::new_local(None),
            busy: RwSignal::new(false),
        };
        // A `RenderEffect` runs at once, so the engine works while the page is being built.
        let showing = RenderEffect::new(move |before: Option<(Option<RunSpec>, CodeText)>| {
            let view = page.run.spec.get();
            let text = page.settings.code_text.get();
            let before = before.filter(|(_, text_before)| *text_before == text);
            match (before.and_then(|(view, _)| view), &view) {
                (Some(before), Some(view)) if view.same_columns(&before) && stays_at_its_place(page) => {}
                // With another text, a run of the old one must not arrive later.
                (_, Some(view)) => runs.show_view(view.clone()),
                (_, None) => {}
            }
            (view, text)
        });
        StoredValue::new_local(showing);
        runs
    }

    /// Starts the engine once the page is ready and the browser idle: its file shares the reader's link with the lazy
    /// views.
    pub fn warm_when(self, is_ready: Memo<bool>) {
        let engine = self.engine();
        Effect::new(move |done: Option<bool>| {
            let done = done.unwrap_or(false);
            if !done && is_ready.get() {
                let engine = engine.clone();
                idle::when_idle(move || engine.warm());
                return true;
            }
            done
        });
    }

    /// Starts a task in place of the one that uses the engine; returns its id for [`Runs::stop`].
    pub fn start<Made: Future<Output = ()> + 'static>(self, work: impl Fn() -> Made + 'static) -> u32 {
        let work: Work = Rc::new(move || work().boxed_local());
        let made = work();
        self.last_work.set_value(Some(work));
        self.spawn(made)
    }

    fn spawn(self, work: LocalBoxFuture<'static, ()>) -> u32 {
        let (work, abort) = abortable(work);
        self.last_id.update_value(|id| *id = id.wrapping_add(1));
        let id = self.last_id.get_value();
        self.replace(Some(Task { id, abort }));
        self.busy.set(true);
        spawn_local(async move {
            let finished = work.await.is_ok();
            if finished && self.is_current(id) {
                self.replace(None);
                self.busy.set(false);
            }
        });
        id
    }

    /// Stops a task that still uses the engine.
    pub fn stop(self, id: u32) {
        if self.is_current(id) {
            self.replace(None);
            self.busy.set(false);
            self.page.engine.set(EngineState::Idle);
        }
    }

    /// Returns true while a task uses the engine. Tracked.
    pub fn is_busy(self) -> bool {
        self.busy.get()
    }

    fn is_current(self, id: u32) -> bool {
        self.task
            .with_value(|task| task.as_ref().is_some_and(|task| task.id == id))
    }

    fn replace(self, task: Option<Task>) {
        let old = self.task.try_update_value(|kept| std::mem::replace(kept, task));
        if let Some(old) = old.flatten() {
            old.abort.abort();
        }
    }

    pub fn engine(self) -> EngineClient {
        self.engine.get_value()
    }

    /// Runs a job that the reader does not wait for. `None` if its kernel cannot start, or if the engine gave up. A job
    /// whose worker is lost runs again, after a notice.
    pub async fn run_in_background(self, job: Job) -> Option<Report> {
        loop {
            match self.engine().run(job.clone(), None).await {
                Ok(report) => return Some(report),
                Err(error) if self.goes_on_after(&error) => {}
                Err(_) => return None,
            }
        }
    }

    /// Runs a job that the reader waits for, with progress. `None` if the engine gave up. A job whose worker is lost
    /// runs again, after a notice.
    async fn run_in_foreground(self, job: Job, blocks: u64) -> Option<Result<Report, KernelError>> {
        loop {
            let (slow, on_progress) = self.show_progress(blocks);
            let result = self.engine().run(job.clone(), Some(on_progress)).await;
            drop(slow);
            self.page.engine.set(EngineState::Idle);
            match result {
                Ok(report) => return Some(Ok(report)),
                Err(RunError::Refused(error)) => return Some(Err(error)),
                Err(error) if self.goes_on_after(&error) => {}
                Err(_) => return None,
            }
        }
    }

    /// Shows that the engine works; after [`SLOW`] also the progress. Dropping the returned guard stops that wait.
    pub fn show_progress(self, blocks: u64) -> (ClearOnDrop, OnProgress) {
        let engine = self.page.engine;
        engine.set(EngineState::Working {
            done: 0,
            all: blocks,
            slow: false,
        });
        let late = move || {
            engine.update(|engine| {
                if let EngineState::Working { slow, .. } = engine {
                    *slow = true;
                }
            });
        };
        let on_progress = move |now, end| {
            engine.update(|engine| {
                if let EngineState::Working { done, all, .. } = engine {
                    (*done, *all) = (now, end);
                }
            });
        };
        let guard = ClearOnDrop(set_timeout_with_handle(late, SLOW).ok());
        (guard, Box::new(on_progress))
    }

    /// Shows a notice that the engine was lost. Returns true if the next order starts a new worker.
    pub fn goes_on_after(self, error: &RunError) -> bool {
        goes_on_after(self.page, error)
    }

    /// Shows a view in the first column, and the views next to it in the other columns.
    fn show_view(self, view: RunSpec) {
        let page = self.page;
        // Two lessons can share a run, which then stays.
        if self.is_shown(page.run.first, &view) {
            page.engine.set(EngineState::Idle);
            match page.route.arrival.try_update_value(Option::take).flatten() {
                Some(Arrival::Step(step)) => page.run.position.set(step),
                Some(Arrival::Press(press)) => page.go_to_press(press),
                Some(Arrival::SameMoment) | None => {}
            }
        } else if page
            .run
            .first
            .summary
            .with_untracked(|summary| summary.as_ref().is_some_and(|summary| summary.view.is_none()))
        {
            page.run.first.clear();
        }
        self.start(move || {
            let view = view.clone();
            async move {
                if !self.is_shown(page.run.first, &view) && !self.run_first(view).await {
                    return;
                }
                self.run_beside().await;
            }
        });
    }

    async fn run_first(self, view: RunSpec) -> bool {
        let Some((summary, playback)) = self.run_view(view).await else {
            return false;
        };
        self.put(summary, playback);
        true
    }

    /// Fills the columns next to the first, one after the other.
    async fn run_beside(self) {
        let page = self.page;
        let views = page
            .run
            .spec
            .with_untracked(|view| view.as_ref().map_or(Vec::new(), RunSpec::views_beside));
        for pane in page.run.beside.iter().skip(views.len()) {
            pane.clear();
        }
        for (pane, view) in page.run.beside.into_iter().zip(views) {
            if self.is_shown(pane, &view) {
                continue;
            }
            let Some((summary, playback)) = self.run_view(view).await else {
                return;
            };
            self.put_beside(pane, summary, playback);
        }
    }

    /// Returns true if a column shows a run with the chosen text. Untracked.
    fn is_shown(self, pane: Pane, view: &RunSpec) -> bool {
        pane.shows_text(view, self.page.settings.code_text.get_untracked())
    }

    /// Runs a view in the foreground, with the chosen text. `None` if it cannot run: then the page returns to what it
    /// shows.
    async fn run_view(self, view: RunSpec) -> Option<(RunSummary, Playback)> {
        let chosen = self.page.settings.code_text.get_untracked();
        let wgsl = self.run_text(view.clone(), CodeText::Wgsl).await?;
        if view.text_that_runs(chosen) == CodeText::Wgsl {
            return Some(wgsl);
        }
        // The twin stops where the WGSL text stops.
        let (summary, mut playback) = self.run_text(view.clone(), CodeText::Cuda).await?;
        aligned::align(&wgsl.1, &mut playback, &view.kernel.cuda_lines());
        Some((summary, playback))
    }

    async fn run_text(self, view: RunSpec, text: CodeText) -> Option<(RunSummary, Playback)> {
        let parts = jobs::parts(&view);
        let sample = jobs::sample(&view);
        let of_text = |job: Job| match text {
            CodeText::Wgsl => job,
            CodeText::Cuda => jobs::in_cuda(&view, job),
        };
        let job = of_text(jobs::of_view(&view, &parts));
        let report = match self.run_in_foreground(job, u64::from(sample.followed)).await? {
            Ok(report) => report,
            Err(error) => {
                self.page.notify(move |strings| (strings.kernel_error)(&error));
                self.return_to_shown();
                return None;
            }
        };
        let rest = parts.rest.as_ref();
        let rest = rest.map(|rest| of_text(jobs::of_rest(&view, rest)));
        let report = self.count_rest(rest, &parts, report).await?;
        shown_run(view, sample, report, text)
    }

    /// Gives the report of a view's first part the counters of the whole dispatch. `None` if the engine gave up.
    pub async fn count_rest(self, rest: Option<Job>, parts: &Parts, mut report: Report) -> Option<Report> {
        let rest = match rest {
            Some(rest) => Some(self.run_in_background(rest).await?),
            None => None,
        };
        let rest = rest.as_ref().map(|rest| &rest.metrics);
        report.metrics = parts.whole(&report.metrics, rest);
        Some(report)
    }

    /// Stops the run in progress; the last complete run stays.
    pub fn cancel(self) {
        self.replace(None);
        self.busy.set(false);
        self.page.engine.set(EngineState::Idle);
        self.page.notify(|strings| strings.cancelled.to_owned());
        self.return_to_shown();
    }

    /// Starts the engine again, and repeats the last task.
    pub fn start_engine(self) {
        self.engine().start_again();
        self.page.engine.set(EngineState::Idle);
        self.page
            .notices
            .update(|notices| notices.retain(|notice| notice.offer != Offer::Engine));
        if let Some(work) = self.last_work.get_value() {
            self.spawn(work());
        }
    }

    fn return_to_shown(self) {
        self.page.route.arrival.set_value(None);
        let summary = self.page.run.first.summary.get_untracked();
        if let Some(mut view) = summary.and_then(|summary| summary.view.clone()) {
            // A column whose run was stopped or refused is removed; otherwise it would run again.
            let beside = view.views_beside().into_iter().zip(self.page.run.beside);
            view.beside = beside
                .take_while(|(view, pane)| pane.shows(view))
                .map(|(view, _)| view.kernel)
                .collect();
            self.page.run.spec.set(Some(view));
        }
    }

    /// Shows a run in the first column, at the requested position or step.
    pub fn put(self, summary: RunSummary, playback: Playback) {
        let page = self.page;
        let end = playback.cursor.end();
        let grain = page.run.grain.get_untracked();
        let position = match page.route.arrival.try_update_value(Option::take).flatten() {
            Some(Arrival::Step(step)) => {
                if step > end {
                    page.notify(move |strings| (strings.step_beyond)((step, end)));
                }
                step.min(end)
            }
            // The position at a cycle is known only when all runs are there.
            Some(Arrival::SameMoment | Arrival::Press(_)) if page.run.cycles.is_on_untracked() => 0,
            Some(arrival @ (Arrival::SameMoment | Arrival::Press(_))) => {
                let press = match arrival {
                    Arrival::Press(press) => press,
                    _ => untrack(|| page.press_shown()),
                };
                let same = (arrival == Arrival::SameMoment)
                    .then(|| same_moment(page, &playback))
                    .flatten();
                let stops = playback.cursor.stops(grain);
                let last = stops.count().saturating_sub(1);
                same.or(stops.at(press.min(last))).unwrap_or(0)
            }
            None => page.run.position.get_untracked().min(end),
        };
        page.run.hover.set(None);
        page.run.tip.set(None);
        page.run.cycles.forget_walk();
        page.go_to(position);
        page.run.first.put(Arc::new(summary), playback, position, grain);
    }

    fn put_beside(self, pane: Pane, summary: RunSummary, playback: Playback) {
        let grain = self.page.run.grain.get_untracked();
        self.page.run.cycles.forget_walk();
        pane.put(Arc::new(summary), playback, 0, grain);
        pane.seek_press(untrack(|| self.page.press_shown()), grain);
    }
}

/// Returns the position in a run of the moment that the page shows of another run of the same text.
fn same_moment(page: Page, playback: &Playback) -> Option<usize> {
    let (position, grain) = (page.run.position.get_untracked(), page.run.grain.get_untracked());
    let landmark = page.run.first.playback.with_value(|first| {
        let first = first.as_ref()?;
        (first.source == playback.source).then(|| first.landmark(position))
    });
    playback.position_of(&landmark?, grain)
}

/// Returns true if the page asks for no other place in its runs: then a setting of a panel has changed, and a task that
/// uses the engine goes on.
fn stays_at_its_place(page: Page) -> bool {
    let chosen = page.settings.code_text.get_untracked();
    let specs = page.run.specs().into_iter().zip(page.run.panes());
    let is_shown = { specs }.all(|(spec, pane)| pane.shows_text(&spec, chosen));
    let arrival = page.route.arrival.get_value();
    let stays = matches!(arrival, None | Some(Arrival::SameMoment));
    if is_shown && stays {
        page.route.arrival.set_value(None);
    }
    is_shown && stays
}

/// Shows a notice that the engine was lost. Returns true if the next order starts a new worker.
fn goes_on_after(page: Page, error: &RunError) -> bool {
    match error {
        RunError::Died => page.notify(|strings| strings.engine_died.to_owned()),
        RunError::Hangs => page.notify(|strings| strings.engine_hangs.to_owned()),
        RunError::GaveUp => {
            page.engine.set(EngineState::GaveUp);
            // A run that stays would look like the run of the view that was asked for.
            for (spec, pane) in page.run.specs().into_iter().zip(page.run.panes()) {
                if !pane.shows(&spec) {
                    pane.clear();
                }
            }
            page.push_notice(Offer::Engine, |strings| strings.engine_gave_up.to_owned());
            return false;
        }
        RunError::Refused(_) | RunError::Text(_) | RunError::Replaced => return false,
    }
    true
}

/// Clears a timeout that has not fired.
pub struct ClearOnDrop(Option<TimeoutHandle>);

impl Drop for ClearOnDrop {
    fn drop(&mut self) {
        if let Some(timeout) = self.0.take() {
            timeout.clear();
        }
    }
}

/// Prepares a report for a column; `None` if the run has no trace.
pub fn shown_run(view: RunSpec, sample: Sample, mut report: Report, text: CodeText) -> Option<(RunSummary, Playback)> {
    let trace: Trace = report.trace.take()?;
    let source = match text {
        CodeText::Wgsl => view.kernel.kernel.source.to_string(),
        CodeText::Cuda => view.kernel.twin.to_owned(),
    };
    let playback = Playback::new(source, trace);
    let truncated = playback.trace().truncated;
    let summary = RunSummary {
        text,
        ..RunSummary::new(view, sample, &report, truncated)
    };
    Some((summary, playback))
}

/// Moves the first column with the position and the step unit, and the other columns with its step number.
pub fn follow_position(page: Page) {
    Effect::new(move |_| {
        let (position, grain) = (page.run.position.get(), page.run.grain.get());
        page.run.first.seek(position, grain);
        // A link may ask for a position beyond the last.
        let reached = page
            .run
            .first
            .step_view
            .with_untracked(|step_view| step_view.as_ref().map(|step_view| step_view.position));
        if let Some(reached) = reached.filter(|&reached| reached != position) {
            page.run.position.set(reached);
        }
    });
    Effect::new(move |_| {
        let (press, grain) = (page.press_shown(), page.run.grain.get());
        // If a step is a cycle, `cycles::follow` moves the other columns.
        if page.run.cycles.is_on() {
            return;
        }
        for pane in page.run.beside {
            pane.seek_press(press, grain);
        }
    });
}
