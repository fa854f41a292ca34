//! A thumbnail is a slide with its own runs, separate from the run on the screen; the overview and the print show
//! thumbnails.

use crate::page::{Overlay, Page, Shown};
use crate::run::engine_client::RunError;
use crate::run::runs::{Runs, shown_run};
use leptos::prelude::*;
use model::address::RunSpec;
use model::jobs;
use model::moment::Scene;
use model::pace::Pace;
use model::representative::representative;
use model::slides::{ShownSlide, Slides};
use simt::Machine;
use std::sync::Arc;

/// The inputs from which the thumbnails were made.
#[derive(Clone, Debug, PartialEq)]
struct Made {
    slides: Slides,
    machine: Machine,
    predication: bool,
}

/// One thumbnail for each slide, in their order. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Thumbnails {
    /// Each thumbnail is a separate [`Page`] with the pictures of one slide.
    pub list: RwSignal<Vec<Page>>,
    /// Increases with each run that has ended, with a trace or without.
    pub answered: RwSignal<usize>,
    /// The (thumbnail, column) pairs that have no run.
    failed: StoredValue<Vec<(usize, usize)>>,
    made: StoredValue<Option<Made>>,
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
            answered: RwSignal::new(0),
            failed: StoredValue::new(Vec::new()),
            made: StoredValue::new(None),
            root: StoredValue::new(Owner::current()),
            owner: StoredValue::new(None),
        }
    }
}

/// Runs the kernels for the overview or the print, while nothing else uses the engine.
pub fn follow(page: Page, runs: Runs) {
    let is_open = Memo::new(move |_| {
        let overlay = page.overlay.get();
        matches!(overlay, Some(Overlay::Overview | Overlay::Print))
    });
    Effect::new(move |_| {
        Thumbnails::of(page).list.track();
        if is_open.get() && !runs.is_busy() && page.missing_of_thumbnails().is_some() {
            runs.start(move || run(page, runs));
        }
    });
}

async fn run(page: Page, runs: Runs) {
    let is_open = || {
        let overlay = page.overlay.get_untracked();
        matches!(overlay, Some(Overlay::Overview | Overlay::Print))
    };
    while let Some(missing) = page.missing_of_thumbnails().filter(|_| is_open()) {
        let view = missing.view.clone();
        let part = representative(view.kernel, view.size);
        let run = match runs.engine().run(jobs::of_view(&view, part), None).await {
            Ok(report) => shown_run(view, part, report),
            Err(RunError::Refused(_)) => None,
            // A run that ends the engine is not tried again.
            Err(error) if runs.goes_on_after(&error) => None,
            Err(_) => return,
        };
        page.keep_on_thumbnail(&missing, run);
    }
}

impl Page {
    /// Makes thumbnails for the slides, unless they exist already.
    pub fn make_thumbnails(self) {
        let (Some(slides), Some(view)) = (untrack(|| self.slides()), self.view.get_untracked())
        else {
            return;
        };
        let pinned = untrack(|| self.slide_shown()).is_some_and(|now| now.slide.pins_machine());
        let made = Made {
            slides,
            machine: match pinned {
                true => Machine::default(),
                false => view.machine,
            },
            predication: view.predication && !pinned,
        };
        let thumbnails = Thumbnails::of(self);
        if thumbnails
            .made
            .with_value(|old| old.as_ref() == Some(&made))
        {
            return;
        }
        // The owner is not the component that asks: thumbnails stay when that component goes.
        let root = thumbnails.root.with_value(Option::clone);
        let owner = root.map_or_else(Owner::new, |root| root.child());
        let list = owner.with(|| {
            let thumbnail = |slide: &ShownSlide| self.slide_thumbnail(slide, &made);
            made.slides.all().iter().map(thumbnail).collect()
        });
        thumbnails.failed.set_value(Vec::new());
        thumbnails.answered.set(0);
        thumbnails.made.set_value(Some(made));
        thumbnails.list.set(list);
        let old = thumbnails
            .owner
            .try_update_value(|kept| kept.replace(owner));
        if let Some(old) = old.flatten() {
            old.cleanup();
        }
    }

    fn slide_thumbnail(self, slide: &ShownSlide, made: &Made) -> Page {
        self.thumbnail(
            slide.view(&made.machine, made.predication),
            slide.panel,
            slide.pace.grain(),
        )
    }

    /// Returns true if every column shows the run of its view.
    pub fn shows_its_columns(self) -> bool {
        let mut columns = self.columns().into_iter().zip(self.panes());
        columns.all(|(view, pane)| pane.shows(&view))
    }

    /// Returns the views of the columns, in a page or a thumbnail.
    fn columns(self) -> Vec<RunSpec> {
        self.view.with_untracked(|view| {
            let mut views = Vec::new();
            if let Some(view) = view {
                views.push(view.clone());
                views.extend(view.views_beside());
            }
            views
        })
    }

    /// Returns the next run that a thumbnail waits for, after filling in the runs that exist already.
    fn missing_of_thumbnails(self) -> Option<Missing> {
        let list = Thumbnails::of(self).list.get_untracked();
        for (index, thumbnail) in list.iter().enumerate() {
            let columns = thumbnail
                .columns()
                .into_iter()
                .zip(thumbnail.panes())
                .enumerate();
            for (column, (view, pane)) in columns {
                let place = (index, column);
                let failed = Thumbnails::of(self)
                    .failed
                    .with_value(|failed| failed.contains(&place));
                if failed || pane.shows(&view) {
                    continue;
                }
                match self.known_run(&list, &view) {
                    Some((shown, scene)) => self.fill_thumbnail(place, shown, scene),
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
    fn known_run(self, thumbnails: &[Page], view: &RunSpec) -> Option<(Arc<Shown>, Scene)> {
        let mut panes = self
            .panes()
            .chain(thumbnails.iter().flat_map(|thumbnail| thumbnail.panes()));
        let pane = panes.find(|pane| pane.shows(view))?;
        let scene = pane.scene.with_value(Option::clone)?;
        Some((pane.shown.get_untracked()?, scene))
    }

    /// Handles a run that has ended: shows it on its thumbnail, or records that there is none.
    fn keep_on_thumbnail(self, missing: &Missing, run: Option<(Shown, Scene)>) {
        let place = (missing.thumbnail, missing.column);
        let list = Thumbnails::of(self).list.get_untracked();
        let waiting = list.get(missing.thumbnail).is_some_and(|thumbnail| {
            let column = thumbnail.columns().into_iter().nth(missing.column);
            column.is_some_and(|view| view.same_run(&missing.view))
        });
        match (waiting, run) {
            (false, _) => {}
            (true, Some((shown, scene))) => self.fill_thumbnail(place, Arc::new(shown), scene),
            (true, None) => {
                Thumbnails::of(self)
                    .failed
                    .update_value(|failed| failed.push(place));
                Thumbnails::of(self)
                    .answered
                    .update(|answered| *answered += 1);
            }
        }
    }

    fn fill_thumbnail(self, (index, column): (usize, usize), shown: Arc<Shown>, scene: Scene) {
        let list = Thumbnails::of(self).list.get_untracked();
        let made = Thumbnails::of(self).made.with_value(|made| {
            let slides = made.as_ref().map(|made| made.slides.clone());
            slides.and_then(|slides| slides.get(index))
        });
        let (Some(&thumbnail), Some(slide)) = (list.get(index), made) else {
            return;
        };
        let Some(pane) = thumbnail.panes().nth(column) else {
            return;
        };
        let grain = slide.pace.grain();
        let stops = scene.cursor.stops(grain);
        let last = stops.count().saturating_sub(1);
        let position = match slide.pace {
            Pace::Grain(_) => stops.at(slide.picture(last).min(last)).unwrap_or(0),
            // The position at a cycle is known only when all runs are there.
            Pace::Cycle => 0,
        };
        pane.put(shown, scene, position, grain);
        if column == 0 {
            thumbnail.position.set(position);
        }
        let answered = Thumbnails::of(self).answered;
        if slide.pace == Pace::Cycle && thumbnail.shows_its_columns() {
            thumbnail.stand_at_cycle_of(&slide);
        }
        answered.update(|answered| *answered += 1);
    }

    /// Moves all columns to the cycle of the step that represents the slide.
    fn stand_at_cycle_of(self, slide: &ShownSlide) {
        let Some(walk) = self.walk() else { return };
        let cycle = walk.cycle_at(slide.picture(walk.presses()));
        for (column, pane) in self.panes().enumerate() {
            let Some(timing) = walk.timing(column) else {
                continue;
            };
            let position = timing.position(cycle);
            if column == 0 {
                self.position.set(position);
            }
            pane.seek(position, slide.pace.grain());
        }
    }

    /// Returns the number of runs that the thumbnails need, and how many of them are still to come. Tracked.
    pub fn thumbnails_to_come(self) -> (usize, usize) {
        let list = Thumbnails::of(self).list.get();
        let all = list.iter().map(|thumbnail| thumbnail.columns().len()).sum();
        (all, all - Thumbnails::of(self).answered.get().min(all))
    }
}
