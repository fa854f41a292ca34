//! The reader's kernel: its draft, what runs of it, and the actions that change it.

pub mod kept;

use crate::browser::lazy::lazy_module;
use crate::page::Page;
use engine::protocol::{StageReport, TextRefusal};
use leptos::prelude::*;
use leptos::reactive::graph::untrack;
use model::address::{Aside, CodeText};
use model::playground::draft::Draft;
use model::playground::expected::{Judged, Writer};
use model::playground::history::{Change, History, is_another_text};
use model::playground::kept::Kept;
use model::playground::language::Language;
use model::playground::ready::{NotReady, Ready};
use model::playground::stops::moved_breakpoints;
use model::playground::translated::{Translated, TranslatedKernel};
use model::playground::unset::Unset;
use model::run::landmark::Landmark;
use model::run::what_if::{Question, asked};
use model::strings::dialect::{said, spoken};
use simt::{EntryPoint, Finding, Grain, KernelError, Machine, Metrics, Outcome, RaisedLimit, Reports};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// The text is compiled when no key was pressed for this time: a newer text replaces the one at work.
const SETTLE: Duration = Duration::from_millis(40);
/// The error of a text is shown when no key was pressed for this time, since half a word is no mistake.
const QUIET_MILLIS: f64 = 500.0;
/// An edit of at most so many bytes is typed by hand.
const TYPED_BYTES: usize = 2;
/// The drafts are stored at most so often.
const STORED_AFTER: Duration = Duration::from_millis(300);

/// The reason why the draft cannot run.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// There is no text.
    Empty,
    Kernel(KernelError),
    /// A CUDA text with several errors.
    Text(TextRefusal),
    NotReady(NotReady),
    /// The draft has ended the engine, or the engine hangs.
    Engine,
}

impl Trouble {
    /// Returns the sentence about it, in the words of the draft's language. Tracked.
    pub fn sentence(&self, page: Page) -> String {
        let language = Playground::of(page).draft.with(Draft::language);
        let strings = page.strings();
        let words = strings.playground();
        match self {
            Trouble::Empty => words.empty.to_owned(),
            Trouble::Engine => words.engine.to_owned(),
            Trouble::NotReady(error) => said(language, (words.not_ready)(error)),
            Trouble::Kernel(error) | Trouble::Text(TextRefusal { first: error, .. }) => {
                spoken(language, (strings.kernel_error)(error))
            }
        }
    }
}

/// The run that is shown.
#[derive(Debug)]
pub struct Ran {
    pub ready: Ready,
    /// The lines, from 1, on which a statement of a kernel begins.
    pub lines: BTreeSet<u32>,
    /// The words of each buffer after the run, in the dispatch's order.
    pub buffers: Vec<Vec<u32>>,
    pub findings: Vec<Finding>,
    pub outcome: Outcome,
    pub metrics: Metrics,
    /// Lanes of a workgroup in x, y and z.
    pub workgroup_size: [u32; 3],
    pub raised: Vec<RaisedLimit>,
    /// The calls of `printf` in a CUDA text.
    pub reports: Reports,
    /// The dispatches of a chain that ran; empty without a chain.
    pub stages: Vec<StageReport>,
    /// The words of a chain's buffers after it; empty without a chain.
    pub after_chain: Vec<Vec<u32>>,
    pub expected: Vec<Judged>,
    /// A member that is not set, and whose default is the only reason for an index out of bounds.
    pub unset: Option<Unset>,
    /// The largest permitted distance of a float from the GPU's, in units in the last place.
    pub permitted_ulps: f64,
}

impl Ran {
    /// Returns the words of each variable after everything has run, in the order of [`Ready::bindings`].
    pub fn after(&self) -> &[Vec<u32>] {
        match self.ready.chain {
            Some(_) => &self.after_chain,
            None => &self.buffers,
        }
    }

    /// Returns the dispatch and the block that the picture follows.
    pub fn shown(&self) -> Writer {
        Writer {
            stage: self.ready.chain.as_ref().map_or(0, |chain| chain.shown),
            block: self.ready.options.traced.unwrap_or(0),
        }
    }
}

/// A moment that is shown as soon as its dispatch and block have run.
#[derive(Clone, Debug, PartialEq)]
pub enum Moment {
    Finding(Box<Finding>),
    /// The last store to a word of a variable.
    LastStore {
        variable: String,
        word: u32,
    },
    Step(usize),
    /// The start, from which the run plays.
    Play,
    /// The same moment as in the run before.
    Same(Landmark),
    End,
}

/// A direction in which the dispatches of a chain are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Next,
    /// Plays the next one; after the last one, the first.
    Play,
    Before,
}

/// The views below the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The panels of the lessons, and the whole run.
    Pictures,
    Setup,
    Counters,
    Buffers,
    Gpu,
    Translation,
    Versions,
}

impl Tab {
    /// The views beside the pictures, in the order of their tabs.
    pub const BESIDE: [Tab; 5] = [Tab::Counters, Tab::Buffers, Tab::Gpu, Tab::Translation, Tab::Versions];

    pub const fn id(self) -> &'static str {
        match self {
            Tab::Pictures => "pictures",
            Tab::Setup => "setup",
            Tab::Counters => "counters",
            Tab::Buffers => "buffers",
            Tab::Gpu => "gpu",
            Tab::Translation => "translation",
            Tab::Versions => "versions",
        }
    }
}

lazy_module! {
    mod opening in playground {
        fn opened(page: Page, question: Option<Question>) -> () { page.open_lesson(question) }
    }
}

/// The playground's state. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Playground {
    pub draft: RwSignal<Draft>,
    /// Increases when another draft replaces this one, but not at an edit.
    pub replaced: RwSignal<u32>,
    /// Increases when the draft should run.
    pub asked: RwSignal<u32>,
    /// The entry points of the last text that compiled, and the translation of a CUDA text.
    pub declared: RwSignal<Arc<Vec<EntryPoint>>>,
    pub translated: RwSignal<Option<Arc<Translated>>>,
    pub trouble: RwSignal<Option<Trouble>>,
    pub ran: RwSignal<Option<Arc<Ran>>>,
    pub tab: RwSignal<Tab>,
    /// Earlier drafts.
    pub earlier: RwSignal<Vec<Kept>>,
    /// The draft as a link, a lesson or a file has given it. An unchanged draft is not added to the earlier ones.
    pub opened: StoredValue<Draft>,
    /// The last link; `None` after a change.
    pub link: RwSignal<Option<String>>,
    waiting: RwSignal<Option<TimeoutHandle>>,
    /// The time of the last letter that was typed, in milliseconds.
    typed_at: StoredValue<f64>,
    /// The draft as this tab has last read it from the storage, or written it there.
    pub stored: StoredValue<Option<String>>,
    /// The earlier drafts that the storage had no room for when they were last stored.
    dropped: StoredValue<usize>,
    is_brought_back: StoredValue<bool>,
    /// The letters of a link that is to be opened, and its step.
    pub pending_link: RwSignal<Option<(String, usize)>>,
    pub history: RwSignal<History>,
    /// The moment to go to after the next run.
    pub awaited: StoredValue<Option<Moment>>,
    /// The lines at which *Continue* stops.
    pub breakpoints: RwSignal<BTreeSet<u32>>,
    /// True until a text that has replaced another one has compiled: what is shown belongs to the other one.
    pub is_of_before: StoredValue<bool>,
    /// True if the entry before in the browser's history is the lesson or the slide whose kernel was opened here.
    pub came_from_lesson: RwSignal<bool>,
    /// The address of the lesson whose kernel the draft is, from `#` on.
    pub origin: RwSignal<Option<String>>,
    /// The question of a class that has changed a lesson's kernel, and the lines that it has changed, from 1.
    pub asked_if: RwSignal<Option<(Question, Vec<u32>)>>,
}

impl Playground {
    /// The page's playground.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        let draft = Draft::default();
        Playground {
            opened: StoredValue::new(draft.clone()),
            draft: RwSignal::new(draft),
            replaced: RwSignal::new(0),
            asked: RwSignal::new(0),
            declared: RwSignal::new(Arc::new(Vec::new())),
            translated: RwSignal::new(None),
            trouble: RwSignal::new(None),
            ran: RwSignal::new(None),
            tab: RwSignal::new(Tab::Pictures),
            earlier: RwSignal::new(Vec::new()),
            link: RwSignal::new(None),
            waiting: RwSignal::new(None),
            typed_at: StoredValue::new(0.0),
            stored: StoredValue::new(None),
            dropped: StoredValue::new(0),
            is_brought_back: StoredValue::new(false),
            pending_link: RwSignal::new(None),
            history: RwSignal::new(History::default()),
            awaited: StoredValue::new(None),
            breakpoints: RwSignal::new(BTreeSet::new()),
            is_of_before: StoredValue::new(false),
            came_from_lesson: RwSignal::new(false),
            origin: RwSignal::new(None),
            asked_if: RwSignal::new(None),
        }
    }

    /// Returns the draft as it runs: with the settings of a CUDA text's launches where the reader has set none. Tracked.
    pub fn settled(self) -> Draft {
        let settle = |draft: &Draft, translated: &Option<Arc<Translated>>| match translated {
            Some(translated) if draft.language() == Language::Cuda => translated.settled(draft),
            _ => draft.clone(),
        };
        self.draft
            .with(|draft| self.translated.with(|translated| settle(draft, translated)))
    }

    pub fn settled_untracked(self) -> Draft {
        untrack(|| self.settled())
    }

    /// Returns the kernels of the text that do not compile while another one runs, each with its error. Tracked.
    pub fn refused(self) -> Vec<(String, KernelError)> {
        if self.trouble.with(Option::is_some) || !self.is_of_this_text() {
            return Vec::new();
        }
        let refused = |entry: &EntryPoint| Some((entry.name.clone(), entry.refused.clone()?));
        self.declared
            .with(|entries| entries.iter().filter_map(refused).collect())
    }

    /// Returns the translation of the kernel that the picture follows. Tracked.
    pub fn shown_translation(self) -> Option<TranslatedKernel> {
        let name = self.ran.with(|ran| Some(ran.as_ref()?.ready.entry.name.clone()))?;
        self.translated
            .with(|translated| translated.as_ref()?.kernel(&name).cloned())
    }

    /// Applies typed text; it is compiled after [`SETTLE`]. The settings of a text that another one replaces are not
    /// those of the new one.
    pub fn type_text(self, source: String) {
        let is_another = self
            .draft
            .with_untracked(|draft| is_another_text(&draft.source, &source));
        let before = self.draft.with_untracked(|draft| draft.source.len());
        if before.abs_diff(source.len()) <= TYPED_BYTES {
            self.typed_at.set_value(js_sys::Date::now());
        }
        if is_another {
            self.is_of_before.set_value(true);
            self.record(Change::Setting);
            let draft = self.draft.with_untracked(|draft| draft.of_other_text(source));
            self.replace(draft);
            self.opened.set_value(Draft::default());
        } else {
            self.record(Change::Typing);
            self.draft.update(|draft| draft.source = source);
        }
        self.link.set(None);
        self.wait();
        if let Ok(handle) = set_timeout_with_handle(move || self.ask(), SETTLE) {
            self.waiting.set(Some(handle));
        }
    }

    /// Changes a setting and runs the draft at once.
    pub fn set(self, change: impl FnOnce(&mut Draft)) {
        self.record(Change::Setting);
        self.look(change);
    }

    /// Changes what the picture follows, which is no change to undo, and runs the draft at once.
    pub fn look(self, change: impl FnOnce(&mut Draft)) {
        self.link.set(None);
        self.draft.update(change);
        self.ask();
    }

    /// Shows a block of a dispatch, and then a moment of it.
    pub fn show(self, writer: Writer, moment: Moment) {
        self.awaited.set_value(Some(moment));
        self.look(|draft| {
            draft.shown = writer.stage as u32;
            draft.picture = writer.block;
        });
    }

    /// Shows the next dispatch of the chain from its start, or the one before it at its end. Returns false if there is
    /// none.
    pub fn turn_stage(self, turn: Turn) -> bool {
        let next_stage = |ran: &Option<Arc<Ran>>| {
            let ran = ran.as_ref()?;
            let all = ran.ready.chain.as_ref()?.stages.len();
            let all = all.min(ran.stages.len());
            let now = ran.shown().stage;
            let next = match turn {
                Turn::Next => now + 1,
                Turn::Play => (now + 1) % all.max(1),
                Turn::Before => now.checked_sub(1)?,
            };
            (next < all).then_some(next)
        };
        let Some(stage) = self.ran.with_untracked(next_stage) else {
            return false;
        };
        let moment = match turn {
            Turn::Next => Moment::Step(0),
            Turn::Play => Moment::Play,
            Turn::Before => Moment::End,
        };
        let block = self.draft.with_untracked(|draft| draft.picture);
        self.show(Writer { stage, block }, moment);
        true
    }

    /// Opens another draft. This one becomes an earlier draft if it was changed.
    pub fn take(self, draft: Draft) {
        self.record(Change::Setting);
        self.replace(draft.clone());
        self.put(draft);
    }

    /// Counts the first draft of a visit for this machine. A draft that the reader has changed keeps its own.
    pub fn count_for(self, machine: &Machine) {
        let is_first = self
            .draft
            .with_untracked(|draft| *draft == Draft::default() && draft.machine != machine.id);
        if is_first {
            self.look(|draft| draft.machine = machine.id.to_string());
            self.opened.set_value(self.draft.get_untracked());
        }
    }

    /// Opens a draft that the reader's own has become.
    pub fn take_own(self, draft: Draft) {
        self.take(draft);
        self.opened.set_value(Draft::default());
    }

    pub fn undo(self) {
        self.step_history(History::undo);
    }

    pub fn redo(self) {
        self.step_history(History::redo);
    }

    /// Sets the breakpoints. A new one goes to the next line that threads execute, if the text has run.
    pub fn set_breakpoints(self, lines: BTreeSet<u32>) {
        let ran = self.ran.get_untracked().filter(|_| untrack(|| self.is_of_this_text()));
        self.breakpoints.update(|set| {
            *set = match ran {
                Some(ran) => moved_breakpoints(set, &lines, &ran.lines),
                None => lines,
            }
        });
    }

    fn step_history(self, step: fn(&mut History, &Draft) -> Option<Draft>) {
        let now = self.draft.get_untracked();
        let draft = self.history.try_update(|history| step(history, &now));
        if let Some(draft) = draft.flatten() {
            self.put(draft);
        }
    }

    /// Keeps the present draft, so that a change can be undone.
    fn record(self, change: Change) {
        let now = js_sys::Date::now();
        self.awaited.set_value(None);
        self.draft.with_untracked(|draft| {
            self.history.update(|history| history.record(draft, change, now));
        });
    }

    fn replace(self, draft: Draft) {
        kept::with_shelf(self, |shelf| shelf.replace(draft, js_sys::Date::now()));
        self.asked_if.set(None);
        self.origin.set(None);
        self.breakpoints.set(BTreeSet::new());
    }

    /// Shows a draft in place of the present one, and runs it.
    fn put(self, draft: Draft) {
        let is_another = self
            .draft
            .with_untracked(|before| is_another_text(&before.source, &draft.source));
        if is_another {
            self.is_of_before.set_value(true);
        }
        self.draft.set(draft);
        self.link.set(None);
        self.trouble.set(None);
        self.replaced.update(|replaced| *replaced = replaced.wrapping_add(1));
        self.ask();
    }

    /// Shows why the text does not compile: at once, or after a pause while the reader types.
    pub fn refuse(self, trouble: Trouble) {
        let quiet = js_sys::Date::now() - self.typed_at.get_value();
        let rest = Duration::from_millis((QUIET_MILLIS - quiet).max(0.0) as u64);
        if rest.is_zero() {
            return self.trouble.set(Some(trouble));
        }
        let show = move || {
            self.waiting.set(None);
            self.trouble.set(Some(trouble));
        };
        if let Ok(handle) = set_timeout_with_handle(show, rest) {
            self.waiting.set(Some(handle));
        }
    }

    fn ask(self) {
        self.wait();
        self.asked.update(|asked| *asked = asked.wrapping_add(1));
    }

    fn wait(self) {
        if let Some(handle) = self.waiting.try_update(Option::take).flatten() {
            handle.clear();
        }
    }

    /// Returns true if no edit waits to be compiled. Tracked.
    pub fn is_settled(self) -> bool {
        self.waiting.with(Option::is_none)
    }

    /// Returns true if the picture belongs to the text in the editor. Tracked.
    pub fn is_of_this_text(self) -> bool {
        self.ran.with(|ran| {
            ran.as_ref()
                .is_none_or(|ran| self.draft.with(|draft| draft.source == ran.ready.kernel.source))
        })
    }
}

impl Page {
    /// Returns true if the playground is shown. Tracked.
    pub fn in_playground(self) -> bool {
        self.run.spec.with(Option::is_none) && self.route.aside.get() == Some(Aside::Playground)
    }

    /// Returns true if the page shows only the animation, inside another page. Tracked.
    pub fn in_frame(self) -> bool {
        self.route.embedded.get() && self.shows_run()
    }

    /// Returns true if there is a run to step through. Tracked.
    pub fn shows_run(self) -> bool {
        self.run.spec.with(Option::is_some) || self.in_playground()
    }

    /// Opens the shown lesson's kernel in the playground.
    pub fn edit_kernel(self) {
        self.edit(None);
    }

    /// Opens the shown lesson's kernel in the playground, changed as a class asks.
    pub fn ask_playground(self, question: Question) {
        self.edit(Some(question));
    }

    fn edit(self, question: Option<Question>) {
        spawn_local(async move {
            let loaded = opening::load().await;
            if loaded.is_err() || opening::opened(self, question).await.is_err() {
                self.notify(|strings| strings.part_missing.to_owned());
            }
        });
    }

    /// Opens the shown kernel in its language, at the shown moment.
    fn open_lesson(self, question: Option<Question>) {
        let code = self.settings.code_text.get_untracked();
        let made = self.run.spec.with_untracked(|view| {
            let view = view.as_ref()?;
            let text = view.text_that_runs(code);
            let language = match text {
                CodeText::Wgsl => Language::Wgsl,
                CodeText::Cuda => Language::Cuda,
            };
            let mut made = asked(view.kernel, (view.size, &view.machine), language, question)?;
            let draft = &mut made.draft;
            draft.predication = view.predication;
            draft.scheduling = view.scheduling;
            draft.seed = view.order;
            draft.picture = view.workgroup;
            // A text in another language has other lines.
            let is_same = draft.language() == language && untrack(|| self.run.first.text_that_ran()) == text;
            Some((made, is_same))
        });
        let Some((made, is_same)) = made else { return };
        let position = self.run.position.get_untracked();
        let moment = self.run.first.playback.with_value(|playback| {
            let playback = playback.as_ref().filter(|_| is_same)?;
            Some(playback.landmark(position))
        });
        // If the browser does not tell, its own button goes back.
        let origin = window().location().hash().ok();
        self.route.aside.set(Some(Aside::Playground));
        self.route.slide.set(None);
        let keeps_grain = question.is_some() && !self.run.cycles.is_on_untracked();
        if !keeps_grain {
            self.step_by(Grain::Statement);
        }
        self.run.spec.set(None);
        let playground = Playground::of(self);
        playground.take(made.draft);
        playground.asked_if.set(made.changed);
        playground.awaited.set_value(moment.map(Moment::Same));
        playground.origin.set(origin);
        playground.came_from_lesson.set(true);
    }

    /// Goes back to the lesson or the slide whose kernel was opened in the playground.
    pub fn back_to_lesson(self) {
        let playground = Playground::of(self);
        let Some(origin) = playground.origin.get_untracked() else {
            return;
        };
        // If the browser refuses, its own button goes back.
        let _ = match (playground.came_from_lesson.get_untracked(), window().history()) {
            (true, Ok(history)) => history.back(),
            // The reader has left the playground meanwhile, and the entry before is another one.
            _ => window().location().set_hash(&origin),
        };
    }
}

/// Forgets the lesson whose kernel was opened once the reader has left the playground.
pub fn follow_place(page: Page) {
    Effect::new(move |_| {
        if page.route.aside.get() != Some(Aside::Playground) {
            Playground::of(page).came_from_lesson.set(false);
        }
    });
}

/// Loads the stored drafts and opens links, then stores every change, while the component that calls this is shown.
pub fn follow(page: Page) {
    let playground = Playground::of(page);
    if !playground.is_brought_back.get_value() && !page.route.embedded.get_untracked() {
        playground.is_brought_back.set_value(true);
        kept::bring_back(playground);
    }
    Effect::new(move |_| {
        if let Some((letters, step)) = playground.pending_link.get() {
            playground.pending_link.set(None);
            kept::open_link(page, letters, step);
        }
    });
    let is_waiting = StoredValue::new(false);
    Effect::new(move |before: Option<()>| {
        playground.asked.track();
        playground.earlier.track();
        if before.is_some() && !is_waiting.get_value() {
            is_waiting.set_value(true);
            let keep = move || {
                // The playground may have been left meanwhile.
                let _ = is_waiting.try_set_value(false);
                kept::keep(page, playground);
            };
            set_timeout(keep, STORED_AFTER);
        }
    });
    // Timers of a hidden tab are late: without this, a tab could store its text after a newer one of another tab.
    let leaving = ["pagehide", "visibilitychange"]
        .map(|event| window_event_listener_untyped(event, move |_| kept::keep(page, playground)));
    on_cleanup(move || {
        kept::keep(page, playground);
        leaving.into_iter().for_each(|listener| listener.remove());
    });
}
