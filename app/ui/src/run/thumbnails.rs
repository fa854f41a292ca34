//! A thumbnail is a slide with its own runs, separate from the run on the screen; the overview, the print and the deck's
//! list show thumbnails.

use crate::page::{Overlay, Page, Run, RunSummary};
use crate::run::cycles::walk;
use crate::run::engine_client::RunError;
use crate::run::runs::{Runs, shown_run};
use leptos::prelude::*;
use model::address::CodeText;
use model::address::RunSpec;
use model::present::slides::{SlideRun, Slides};
use model::run::jobs;
use model::run::pace::Pace;
use model::run::playback::Playback;
use std::sync::Arc;
use std::time::Duration;

/// One thumbnail for each slide, in their order. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Thumbnails {
    /// The run of each slide.
    pub list: RwSignal<Vec<Run>>,
    /// True if they are made ahead, for a print that the browser starts.
    pub made_ahead: RwSignal<bool>,
    /// Increases with each run that has ended, with a trace or without.
    pub answered: RwSignal<usize>,
    /// The (thumbnail, column) pairs that have no run.
    failed: StoredValue<Vec<(usize, usize)>>,
    /// The runs of the slides; `None` for a slide of words.
    made: StoredValue<Option<Vec<Option<SlideRun>>>>,
    /// The owner of the page's signals. Each set of thumbnails has a child of it, which is cleaned up with the set.
    root: StoredValue<Option<Owner>>,
    owner: StoredValue<Option<Owner>>,
}

/// A run that a thumbnail waits for.
#[derive(Clone, Debug)]
pub struct Missing {
    pub thumbnail: usize,
    pub column: usize,
    pub view: RunSpec,
}

impl Thumbnails {
    /// The page's thumbnails.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        Thumbnails {
            list: RwSignal::new(Vec::new()),
            made_ahead: RwSignal::new(false),
            answered: RwSignal::new(0),
            failed: StoredValue::new(Vec::new()),
            made: StoredValue::new(None),
            root: StoredValue::new(Owner::current()),
            owner: StoredValue::new(None),
        }
    }
}

/// Returns true while thumbnails are shown or made ahead. Tracked.
fn are_wanted(page: Page) -> bool {
    let overlay = page.route.overlay.get();
    let over_page = matches!(overlay, Some(Overlay::Overview | Overlay::Print));
    over_page || Thumbnails::of(page).made_ahead.get()
}

/// Runs the kernels for thumbnails, while nothing else uses the engine.
pub fn follow(page: Page, runs: Runs) {
    let is_wanted = Memo::new(move |_| are_wanted(page));
    Effect::new(move |_| {
        Thumbnails::of(page).list.track();
        if is_wanted.get() && !runs.is_busy() && page.missing_of_thumbnails().is_some() {
            runs.start(move || run(page, runs));
        }
    });
}

async fn run(page: Page, runs: Runs) {
    let is_wanted = || untrack(|| are_wanted(page));
    while let Some(missing) = page.missing_of_thumbnails().filter(|_| is_wanted()) {
        let view = missing.view.clone();
        let (parts, sample) = (jobs::parts(&view), jobs::sample(&view));
        let run = match runs.engine().run(jobs::of_view(&view, &parts), None).await {
            Ok(report) => {
                let rest = parts.rest.as_ref();
                let rest = rest.map(|rest| jobs::of_rest(&view, rest));
                let report = runs.count_rest(rest, &parts, report).await;
                report.and_then(|report| shown_run(view, sample, report, CodeText::Wgsl))
            }
            Err(RunError::Refused(_)) => None,
            // A run that ends the engine is not tried again.
            Err(error) if runs.goes_on_after(&error) => None,
            Err(_) => return,
        };
        page.keep_on_thumbnail(&missing, run);
    }
}

impl Page {
    /// Makes thumbnails for the slides, unless they exist already. Runs that are known are shown at once.
    pub fn make_thumbnails(self, slides: &Slides) {
        let runs: Vec<Option<SlideRun>> = slides.all().iter().map(|slide| slide.run().cloned()).collect();
        let thumbnails = Thumbnails::of(self);
        if thumbnails.made.with_value(|old| old.as_ref() == Some(&runs)) {
            return;
        }
        // The owner is not the component that asks: thumbnails stay when that component goes.
        let root = thumbnails.root.with_value(Option::clone);
        let owner = root.map_or_else(Owner::new, |root| root.child());
        let list: Vec<Run> = owner.with(|| {
            let thumbnail = |run: &Option<SlideRun>| match run {
                Some(run) => Run::of_thumbnail(run.view.clone(), run.panel, run.pace.grain()),
                None => Run::of_card(),
            };
            runs.iter().map(thumbnail).collect()
        });
        let old = thumbnails.list.get_untracked();
        thumbnails.failed.set_value(Vec::new());
        thumbnails.answered.set(0);
        thumbnails.made.set_value(Some(runs));
        thumbnails.list.set(list.clone());
        self.fill_from(&list, &old);
        let owner = thumbnails.owner.try_update_value(|kept| kept.replace(owner));
        if let Some(owner) = owner.flatten() {
            // Views of the old thumbnails are replaced before the next task begins, and read their signals until then.
            set_timeout(move || owner.cleanup(), Duration::ZERO);
        }
    }

    /// Shows runs of other thumbnails where the new ones need them.
    fn fill_from(self, list: &[Run], others: &[Run]) {
        for (index, thumbnail) in list.iter().enumerate() {
            for (column, view) in thumbnail.specs().into_iter().enumerate() {
                if let Some((summary, playback)) = self.known_run(others, &view) {
                    self.fill_thumbnail((index, column), summary, playback);
                }
            }
        }
    }

    /// Returns the last press of a slide's run, once its thumbnail has it. Tracked.
    pub fn presses_of_thumbnail(self, index: usize) -> Option<usize> {
        let thumbnails = Thumbnails::of(self);
        thumbnails.answered.track();
        let thumbnail = thumbnails.list.with(|list| list.get(index).copied())?;
        let pace = thumbnails
            .made
            .with_value(|made| Some(made.as_ref()?.get(index)?.as_ref()?.pace))?;
        if !thumbnail.shows_its_specs() {
            return None;
        }
        match pace {
            Pace::Cycle => walk(thumbnail).map(|walk| walk.presses()),
            Pace::Grain(grain) => {
                let columns = thumbnail.panes().take(thumbnail.specs().len());
                let presses = columns.filter_map(|pane| {
                    pane.playback.with_value(|playback| {
                        let stops = playback.as_ref()?.cursor.stops(grain);
                        Some(stops.count().saturating_sub(1))
                    })
                });
                presses.max()
            }
        }
    }

    /// Returns the next run that a thumbnail waits for, after filling in the runs that exist already.
    fn missing_of_thumbnails(self) -> Option<Missing> {
        let list = Thumbnails::of(self).list.get_untracked();
        for (index, thumbnail) in list.iter().enumerate() {
            let columns = thumbnail.specs().into_iter().zip(thumbnail.panes());
            for (column, (view, pane)) in columns.enumerate() {
                let place = (index, column);
                let failed = Thumbnails::of(self).failed.with_value(|failed| failed.contains(&place));
                if failed || pane.shows(&view) {
                    continue;
                }
                match self.known_run(&list, &view) {
                    Some((shown, playback)) => self.fill_thumbnail(place, shown, playback),
                    None => {
                        return Some(Missing {
                            thumbnail: index,
                            column,
                            view,
                        });
                    }
                }
            }
        }
        None
    }

    /// Returns a run of this view from the screen or from another thumbnail.
    fn known_run(self, thumbnails: &[Run], view: &RunSpec) -> Option<(Arc<RunSummary>, Playback)> {
        let mut panes = self
            .run
            .panes()
            .chain(thumbnails.iter().flat_map(|thumbnail| thumbnail.panes()));
        let pane = panes.find(|pane| pane.shows(view))?;
        let playback = pane.playback.with_value(Option::clone)?;
        Some((pane.summary.get_untracked()?, playback))
    }

    /// Handles a run that has ended: shows it on its thumbnail, or records that there is none.
    fn keep_on_thumbnail(self, missing: &Missing, run: Option<(RunSummary, Playback)>) {
        let place = (missing.thumbnail, missing.column);
        let list = Thumbnails::of(self).list.get_untracked();
        let waiting = list.get(missing.thumbnail).is_some_and(|thumbnail| {
            let column = thumbnail.specs().into_iter().nth(missing.column);
            column.is_some_and(|view| view.same_run(&missing.view))
        });
        match (waiting, run) {
            (false, _) => {}
            (true, Some((shown, playback))) => self.fill_thumbnail(place, Arc::new(shown), playback),
            (true, None) => {
                Thumbnails::of(self).failed.update_value(|failed| failed.push(place));
                Thumbnails::of(self).answered.update(|answered| *answered += 1);
            }
        }
    }

    fn fill_thumbnail(self, (index, column): (usize, usize), summary: Arc<RunSummary>, playback: Playback) {
        let list = Thumbnails::of(self).list.get_untracked();
        let made = Thumbnails::of(self)
            .made
            .with_value(|made| made.as_ref()?.get(index)?.clone());
        let (Some(&thumbnail), Some(slide)) = (list.get(index), made) else {
            return;
        };
        let Some(pane) = thumbnail.panes().nth(column) else {
            return;
        };
        let grain = slide.pace.grain();
        let stops = playback.cursor.stops(grain);
        let last = stops.count().saturating_sub(1);
        let position = match slide.pace {
            Pace::Grain(_) => stops.at(slide.picture(last).min(last)).unwrap_or(0),
            // The position at a cycle is known only when all runs are there.
            Pace::Cycle => 0,
        };
        pane.put(summary, playback, position, grain);
        if column == 0 {
            thumbnail.position.set(position);
        }
        let answered = Thumbnails::of(self).answered;
        if thumbnail.shows_its_specs() {
            match slide.pace {
                Pace::Cycle => stand_at_cycle_of(thumbnail, &slide),
                Pace::Grain(_) => stand_at_telling_press(thumbnail, &slide),
            }
        }
        answered.update(|answered| *answered += 1);
    }

    /// Returns the number of runs that the thumbnails need, and how many of them are still to come. Tracked.
    pub fn thumbnails_to_come(self) -> (usize, usize) {
        let list = Thumbnails::of(self).list.get();
        let all = list.iter().map(|thumbnail| thumbnail.specs().len()).sum();
        (all, all - Thumbnails::of(self).answered.get().min(all))
    }
}

/// Moves all panes to the press that tells the most of what the slide says.
fn stand_at_telling_press(run: Run, slide: &SlideRun) {
    let panes = run.panes().take(run.specs().len());
    let playbacks: Vec<Playback> = panes
        .filter_map(|pane| pane.playback.with_value(Option::clone))
        .collect();
    let runs: Vec<&Playback> = playbacks.iter().collect();
    let Some(press) = slide.telling_picture(&runs) else {
        return;
    };
    let grain = slide.pace.grain();
    for (index, pane) in run.panes().take(runs.len()).enumerate() {
        pane.seek_press(press, grain);
        if index == 0 {
            run.position.set(pane.position_of(press, grain).unwrap_or(0));
        }
    }
}

/// Moves all panes to the cycle of the step that represents the slide.
fn stand_at_cycle_of(run: Run, slide: &SlideRun) {
    let Some(walk) = walk(run) else { return };
    let cycle = walk.cycle_at(slide.picture(walk.presses()));
    for (index, pane) in run.panes().enumerate() {
        let Some(timing) = walk.timing(index) else {
            continue;
        };
        let position = timing.position(cycle);
        if index == 0 {
            run.position.set(position);
        }
        pane.seek(position, slide.pace.grain());
    }
}
