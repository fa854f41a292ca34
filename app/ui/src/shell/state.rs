//! The page's state: signals that every component may read, and the actions that change them.

use crate::compare::differences::Differences;
use crate::deck::DeckDesk;
use crate::export::Taking;
use crate::lab::{BoardDesk, Lab};
use crate::lesson::predict::Predicting;
use crate::panels::occupancy::Calculator;
use crate::playground::Playground;
use crate::present::{Line, Plates};
use crate::run::ahead;
use crate::run::cycles::Cycles;
use crate::run::gpu::{Bench, GpuState};
use engine::protocol::{Check, Report, Took};
use leptos::prelude::*;
use lessons::claim::{Claim, claim_of};
use lessons::{Language, Panel};
use model::address::{Aside, DEFAULT_GRAIN, Theme, View};
use model::counters::{Counter, CounterId, Kind, counted, counters};
use model::moment::{Moment, Scene};
use model::picture_end::{PictureEnd, picture_end};
use model::representative::Representative;
use model::slides::SlideSource;
use model::strings::{self, Strings};
use simt::{Finding, Grain, Machine, Metrics, Outcome};
use std::sync::Arc;

/// A run that is shown, without its trace.
#[derive(Clone, Debug)]
pub struct Shown {
    /// `None` for the reader's own kernel.
    pub view: Option<View>,
    pub machine: Machine,
    pub part: Representative,
    /// The name of the function that ran.
    pub entry_point: String,
    pub blocks_alike: bool,
    /// The metrics of the workgroups that ran.
    pub metrics: Metrics,
    pub counters: Vec<Counter>,
    pub findings: Vec<Finding>,
    pub outcome: Outcome,
    pub check: Option<Check>,
    pub truncated: bool,
    pub took: Option<Took>,
    pub fingerprint: u64,
}

impl Shown {
    pub fn new(view: View, part: Representative, report: &Report, truncated: bool) -> Self {
        let claim = claim(&view);
        Shown {
            machine: view.machine.clone(),
            view: Some(view),
            ..Shown::of(claim, Machine::default(), part, report, truncated)
        }
    }

    /// Creates the summary of a run of the reader's own kernel.
    pub fn own(machine: Machine, workgroups: u32, report: &Report, truncated: bool) -> Self {
        let part = Representative::whole_of(workgroups);
        Shown::of(None, machine, part, report, truncated)
    }

    fn of(
        claim: Option<&Claim>,
        machine: Machine,
        part: Representative,
        report: &Report,
        truncated: bool,
    ) -> Self {
        Shown {
            counters: counters(claim, part, report.blocks_alike, &report.metrics),
            view: None,
            machine,
            part,
            entry_point: report.entry_point.clone(),
            metrics: report.metrics.clone(),
            blocks_alike: report.blocks_alike,
            findings: report.findings.clone(),
            outcome: report.outcome.clone(),
            check: report.check,
            truncated,
            took: report.took,
            fingerprint: report.fingerprint,
        }
    }

    /// Returns true if published figures are shown next to its counters.
    pub fn has_claim(&self) -> bool {
        self.view.as_ref().and_then(claim).is_some()
    }

    pub fn picture_end(&self) -> PictureEnd {
        picture_end(&self.outcome, self.truncated)
    }

    /// Returns the metrics of the whole dispatch.
    pub fn whole(&self) -> Metrics {
        self.part.whole(&self.metrics)
    }

    /// Returns the kind of counters that come from lane masks and addresses.
    pub fn counted(&self) -> Kind {
        counted(self.part, self.blocks_alike)
    }
}

/// Returns the published figures about a view's run.
fn claim(view: &View) -> Option<&'static Claim> {
    let (size, machine) = (view.size, &view.machine.id);
    claim_of(view.kernel, machine, size.n(), size.block())
}

/// The position to show when a run arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// This position in the trace, from a link.
    Step(usize),
    /// This step of the slider, the first of a slide.
    Press(usize),
    /// The same step of the slider as before, so that two kernels can be compared.
    SamePress,
}

/// The state of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EngineState {
    Idle,
    /// `done` of `all` workgroups have run; `slow` is set after 300 ms and shows the progress bar.
    Working {
        done: u64,
        all: u64,
        slow: bool,
    },
    /// It died too often; only the reader can start it again.
    GaveUp,
}

/// A message for the reader. `text` writes it in the page's present language.
#[derive(Clone)]
pub struct Notice {
    pub id: u32,
    pub text: Arc<dyn Fn(&'static Strings) -> String + Send + Sync>,
    pub offer: Offer,
}

/// The action that a notice offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    Nothing,
    /// Starts the engine again.
    Engine,
    /// Tries again to load the lessons' texts.
    Texts,
    /// Loads the new version of the page.
    NewVersion,
    /// Opens the reader's deck.
    Deck,
    /// Opens the speaker's window by a link, which browsers do not block.
    Speaker {
        address: String,
        target: String,
    },
}

/// An overlay: what covers the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Help,
    Times,
    Glossary,
    /// The explanation of a counter.
    Why(CounterId),
    Answer,
    /// All slides as cards.
    Overview,
    /// One printed sheet per slide.
    Print,
    /// The export dialog.
    Take,
    /// The field for a slide's number.
    GoTo,
    /// A black screen, so that the audience looks at the speaker.
    Black,
}

/// The shown language of the kernel's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeText {
    Wgsl,
    Cuda,
}

/// The thing under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hover {
    Lane { warp: u32, lane: u32 },
    Word { memory: usize, word: u32 },
    Line(usize),
}

/// The small box next to the pointer. `x` and `y` are in CSS pixels of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Tip {
    pub x: f64,
    pub y: f64,
    pub title: String,
    pub lines: Vec<String>,
}

/// A column: one run and its position. The page shows one or several columns. `Copy`: all copies share the same
/// signals.
#[derive(Clone, Copy)]
pub struct Pane {
    /// The column's index. The page's controls, counters and address belong to column 0.
    pub index: usize,
    /// Belongs to a thumbnail; thumbnails set no `id`s, since there are many.
    is_plate: bool,
    pub scene: StoredValue<Option<Scene>>,
    pub shown: RwSignal<Option<Arc<Shown>>>,
    pub moment: RwSignal<Option<Arc<Moment>>>,
}

impl Pane {
    fn new(index: usize) -> Self {
        Pane {
            index,
            is_plate: false,
            scene: StoredValue::new(None),
            shown: RwSignal::new(None),
            moment: RwSignal::new(None),
        }
    }

    /// Creates a column of a thumbnail.
    pub fn on_plate(index: usize) -> Self {
        Pane {
            is_plate: true,
            ..Pane::new(index)
        }
    }

    /// Returns the `id` of an element, which must be unique: `None` outside the first column and in thumbnails.
    pub fn id(self, name: &'static str) -> Option<&'static str> {
        (self.index == 0 && !self.is_plate).then_some(name)
    }

    /// Returns true if the column shows the run of this view. Not tracked.
    pub fn shows(self, view: &View) -> bool {
        self.shown.with_untracked(|shown| {
            shown
                .as_ref()
                .and_then(|shown| shown.view.as_ref())
                .is_some_and(|shown| shown.same_run(view))
        })
    }

    pub fn clear(self) {
        self.scene.set_value(None);
        self.shown.set(None);
        self.moment.set(None);
    }

    /// Shows a run at a position.
    pub fn put(self, shown: Arc<Shown>, mut scene: Scene, position: usize, grain: Grain) {
        let moment = Arc::new(scene.moment(position, grain));
        ahead::walk(&scene);
        self.scene.set_value(Some(scene));
        self.moment.set(Some(moment));
        self.shown.set(Some(shown));
    }

    /// Moves to a position.
    pub fn seek(self, position: usize, grain: Grain) {
        let moment = self
            .scene
            .try_update_value(|scene| scene.as_mut().map(|scene| scene.moment(position, grain)))
            .flatten();
        let Some(moment) = moment else { return };
        let same = |old: &Option<Arc<Moment>>| old.as_deref() == Some(&moment);
        if !self.moment.with_untracked(same) {
            self.moment.set(Some(Arc::new(moment)));
        }
    }

    /// Moves to a step of the slider, or to the last one if there are fewer.
    pub fn seek_press(self, press: usize, grain: Grain) {
        if let Some(position) = self.position_of(press, grain) {
            self.seek(position, grain);
        }
    }

    /// Returns the position where a step of the slider begins, or where the last one begins if there are fewer.
    pub fn position_of(self, press: usize, grain: Grain) -> Option<usize> {
        self.scene.with_value(|scene| {
            let stops = scene.as_ref()?.cursor.stops(grain);
            stops.at(press.min(stops.count().saturating_sub(1)))
        })
    }

    /// Returns the number of the run's last step, as the slider counts them. Tracked.
    pub fn presses(self) -> usize {
        self.moment
            .with(|moment| moment.as_ref().map_or(0, |moment| moment.presses))
    }
}

/// The page's state. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Page {
    pub language: RwSignal<Language>,
    pub theme: RwSignal<Theme>,
    /// The language and the theme that the reader has chosen. Links contain them.
    pub chosen_language: RwSignal<Option<Language>>,
    pub chosen_theme: RwSignal<Option<Theme>>,
    /// `None`: the list of lessons is shown.
    pub view: RwSignal<Option<View>>,
    /// A side page that is shown in place of the list of lessons.
    pub aside: RwSignal<Option<Aside>>,
    pub lab: Lab,
    pub board: BoardDesk,
    pub playground: Playground,
    pub grain: RwSignal<Grain>,
    pub position: RwSignal<usize>,
    /// Steps beyond the end of the first run, while a run in another column continues.
    pub beyond: RwSignal<usize>,
    pub cycles: Cycles,
    pub arrival: StoredValue<Option<Arrival>>,
    pub playing: RwSignal<bool>,
    /// The shown slide: its source and its index.
    pub slide: RwSignal<Option<(SlideSource, usize)>>,
    pub deck: DeckDesk,
    pub take: Taking,
    /// True if the page is inside another page and shows only the animation.
    pub embedded: RwSignal<bool>,
    /// The compressed draft in the link of an embedded page.
    pub frame_code: StoredValue<Option<String>>,
    pub code_text: RwSignal<CodeText>,
    pub differences: Differences,
    /// The view below the lanes; `None` is the memory panel.
    pub panel: RwSignal<Option<Panel>>,
    pub predicting: Predicting,
    /// Index into [`SPEEDS`].
    pub speed: RwSignal<usize>,
    /// The scene of the first column, like `shown` and `moment`.
    pub scene: StoredValue<Option<Scene>>,
    pub shown: RwSignal<Option<Arc<Shown>>>,
    pub moment: RwSignal<Option<Arc<Moment>>>,
    /// The other columns.
    pub beside: [Pane; View::MOST_BESIDE],
    /// True while a slide fills the window, without the header and the lesson bar.
    pub presenting: RwSignal<bool>,
    pub engine: RwSignal<EngineState>,
    pub notices: RwSignal<Vec<Notice>>,
    /// The number of lazy views and language files that are being loaded.
    pub parts_awaited: RwSignal<usize>,
    /// The number of language files that are loaded.
    pub texts: RwSignal<usize>,
    pub overlay: RwSignal<Option<Overlay>>,
    pub hover: RwSignal<Option<Hover>>,
    pub tip: RwSignal<Option<Tip>>,
    /// Increases when canvases must be drawn again, after a change of theme or size.
    pub epoch: RwSignal<u32>,
    pub keys_on: RwSignal<bool>,
    pub calculator: Calculator,
    pub gpu: RwSignal<GpuState>,
    pub bench: Bench,
    /// The connection to the speaker's window.
    pub line: Line,
    /// The slides' thumbnails, for the overview and the print.
    pub plates: Plates,
    /// True in a thumbnail.
    pub is_plate: bool,
}

/// Steps per second while playing.
pub const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
const FIRST_SPEED: usize = 2;

impl Page {
    pub fn new() -> Self {
        let first = Pane::new(0);
        Page {
            language: RwSignal::new(Language::English),
            theme: RwSignal::new(Theme::Light),
            chosen_language: RwSignal::new(None),
            chosen_theme: RwSignal::new(None),
            view: RwSignal::new(None),
            aside: RwSignal::new(None),
            lab: Lab::new(),
            board: BoardDesk::new(),
            playground: Playground::new(),
            grain: RwSignal::new(DEFAULT_GRAIN),
            position: RwSignal::new(0),
            beyond: RwSignal::new(0),
            cycles: Cycles::new(),
            arrival: StoredValue::new(None),
            playing: RwSignal::new(false),
            slide: RwSignal::new(None),
            deck: DeckDesk::new(),
            take: Taking::new(),
            embedded: RwSignal::new(false),
            frame_code: StoredValue::new(None),
            code_text: RwSignal::new(CodeText::Wgsl),
            differences: Differences::new(),
            panel: RwSignal::new(None),
            predicting: Predicting::new(),
            speed: RwSignal::new(FIRST_SPEED),
            scene: first.scene,
            shown: first.shown,
            moment: first.moment,
            beside: std::array::from_fn(|index| Pane::new(index + 1)),
            presenting: RwSignal::new(false),
            engine: RwSignal::new(EngineState::Idle),
            notices: RwSignal::new(Vec::new()),
            parts_awaited: RwSignal::new(0),
            texts: RwSignal::new(0),
            overlay: RwSignal::new(None),
            hover: RwSignal::new(None),
            tip: RwSignal::new(None),
            epoch: RwSignal::new(0),
            keys_on: RwSignal::new(true),
            calculator: Calculator::new(),
            gpu: RwSignal::new(GpuState::Unknown),
            bench: Bench::new(),
            line: Line::new(),
            plates: Plates::new(),
            is_plate: false,
        }
    }

    /// Returns every column, the first one first.
    pub fn panes(self) -> impl Iterator<Item = Pane> {
        std::iter::once(self.pane()).chain(self.beside)
    }

    /// Returns the first column, which the page's controls move.
    pub fn pane(self) -> Pane {
        Pane {
            index: 0,
            is_plate: self.is_plate,
            scene: self.scene,
            shown: self.shown,
            moment: self.moment,
        }
    }

    /// Returns the texts of the page in its language. Tracked.
    pub fn strings(self) -> &'static Strings {
        strings::of(self.language.get())
    }

    /// Shows a notice. A notice with the same text is replaced.
    pub fn notify(self, text: impl Fn(&'static Strings) -> String + Send + Sync + 'static) {
        self.push_notice(Offer::Nothing, text);
    }

    /// Shows a notice that offers an action. At most four notices are shown; the oldest go first.
    pub fn push_notice(
        self,
        offer: Offer,
        text: impl Fn(&'static Strings) -> String + Send + Sync + 'static,
    ) {
        const MOST: usize = 4;
        self.notices.update(|notices| {
            let strings = strings::of(self.language.get_untracked());
            let said = text(strings);
            notices.retain(|notice| (notice.text)(strings) != said);
            let id = notices
                .iter()
                .map(|notice| notice.id + 1)
                .max()
                .unwrap_or(0);
            notices.push(Notice {
                id,
                text: Arc::new(text),
                offer,
            });
            let extra = notices.len().saturating_sub(MOST);
            notices.drain(..extra);
        });
    }

    /// Moves to a position in the trace.
    pub fn go_to(self, position: usize) {
        self.beyond.set(0);
        self.position.set(position);
        // The first run may be at 0 already, while other runs are further.
        if position == 0 && self.cycles.has_walk() {
            self.go_to_cycle_of(0);
        }
    }

    /// Goes one step forward. Returns false if every shown run is at its end.
    pub fn forward(self) -> bool {
        if let Some(moved) = self.press_cycle(true) {
            return moved;
        }
        if self.press(|scene, grain| scene.cursor.next(grain)) {
            return true;
        }
        let more = untrack(|| self.press_shown() < self.presses());
        if more {
            self.beyond.update(|beyond| *beyond += 1);
        }
        more
    }

    pub fn back(self) -> bool {
        if let Some(moved) = self.press_cycle(false) {
            return moved;
        }
        if self.beyond.get_untracked() > 0 {
            self.beyond.update(|beyond| *beyond -= 1);
            return true;
        }
        self.press(|scene, grain| scene.cursor.previous(grain))
    }

    pub fn to_end(self) {
        self.go_to_press(untrack(|| self.presses()));
    }

    /// Returns the shown step, as the slider counts them; 0 if no run is shown. Tracked.
    pub fn press_shown(self) -> usize {
        if let Some((cycle, walk)) = self.cycles.shown() {
            return walk.press_of(cycle);
        }
        let first = |moment: &Option<Arc<Moment>>| moment.as_ref().map_or(0, |moment| moment.press);
        self.moment.with(first) + self.beyond.get()
    }

    /// Returns the step that the page has moved to, which the panels may not show yet. Not tracked.
    pub fn press_now(self) -> usize {
        if let Some((cycle, walk)) = untrack(|| self.cycles.shown()) {
            return walk.press_of(cycle);
        }
        let (position, grain) = (self.position.get_untracked(), self.grain.get_untracked());
        let own = self.scene.with_value(|scene| {
            scene
                .as_ref()
                .map_or(0, |scene| scene.cursor.stops(grain).rank(position))
        });
        own + self.beyond.get_untracked()
    }

    /// Returns the number of the last step of the longest shown run. Tracked.
    pub fn presses(self) -> usize {
        if let Some((_, walk)) = self.cycles.shown() {
            return walk.presses();
        }
        self.panes().map(|pane| pane.presses()).max().unwrap_or(0)
    }

    fn press(self, target: impl Fn(&Scene, Grain) -> usize) -> bool {
        let (grain, position) = (self.grain.get_untracked(), self.position.get_untracked());
        let target = self.scene.try_update_value(|scene| {
            let scene = scene.as_mut()?;
            // Two quick key presses may come before the panels have followed the first.
            scene.cursor.seek(&scene.trace, position);
            Some(target(scene, grain))
        });
        match target.flatten() {
            Some(target) if target != position => {
                self.position.set(target);
                true
            }
            _ => false,
        }
    }

    /// Moves to a step of the slider, or to the last one if there are fewer.
    pub fn go_to_press(self, press: usize) {
        if self.go_to_cycle_of(press) {
            return;
        }
        let target = self.pane().position_of(press, self.grain.get_untracked());
        if let Some(target) = target {
            self.position.set(target);
            let own = untrack(|| self.pane().presses());
            self.beyond.set(press.saturating_sub(own));
        }
    }

    /// Changes the view; its run follows.
    pub fn change_view(self, change: impl FnOnce(&mut View)) {
        let Some(mut view) = self.view.get_untracked() else {
            return;
        };
        change(&mut view);
        // Another kernel may not support the size; then it gets the nearest size that it supports.
        if let Err(error) = view.kernel.check(view.size) {
            view.size = view.kernel.task.nearest(view.size);
            self.notify(move |strings| (strings.bad_size)(error));
        }
        let last = view.kernel.blocks(view.size).saturating_sub(1);
        view.workgroup = view.workgroup.min(last);
        if self.view.with_untracked(|old| old.as_ref() != Some(&view)) {
            self.arrival.set_value(Some(Arrival::SamePress));
            self.view.set(Some(view));
        }
    }
}
