//! The reader's kernel: its draft, what runs of it, and the actions that change it.

pub mod kept;

use self::kept::Kept;
use crate::page::Page;
use leptos::prelude::*;
use model::address::Aside;
use model::playground::draft::Draft;
use model::playground::ready::{NotReady, Ready};
use simt::{EntryPoint, Finding, Grain, KernelError, Outcome};
use std::sync::Arc;
use std::time::Duration;

/// After so long without a key the text is compiled.
const SETTLE: Duration = Duration::from_millis(300);

/// What keeps the draft from running.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// There is no text.
    Empty,
    Kernel(KernelError),
    NotReady(NotReady),
    /// It brought the engine down, or hung it.
    Engine,
}

/// The run that is shown.
#[derive(Debug)]
pub struct Ran {
    pub ready: Ready,
    /// Afterwards, in the dispatch's order, as words.
    pub buffers: Vec<Vec<u32>>,
    pub findings: Vec<Finding>,
    pub outcome: Outcome,
}

/// What stands at the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Setup,
    Counters,
    Buffers,
    Gpu,
}

impl Tab {
    pub const ALL: [Tab; 4] = [Tab::Setup, Tab::Counters, Tab::Buffers, Tab::Gpu];

    pub const fn id(self) -> &'static str {
        match self {
            Tab::Setup => "setup",
            Tab::Counters => "counters",
            Tab::Buffers => "buffers",
            Tab::Gpu => "gpu",
        }
    }
}

/// Copies are the same playground.
#[derive(Clone, Copy)]
pub struct Playground {
    pub draft: RwSignal<Draft>,
    /// Rises when the draft is another one, and not only another letter.
    pub replaced: RwSignal<u32>,
    /// Rises when the draft is to run.
    pub asked: RwSignal<u32>,
    /// What the newest text that is WGSL declares.
    pub declared: RwSignal<Arc<Vec<EntryPoint>>>,
    pub trouble: RwSignal<Option<Trouble>>,
    pub ran: RwSignal<Option<Arc<Ran>>>,
    pub tab: RwSignal<Tab>,
    /// Drafts before this one.
    pub earlier: RwSignal<Vec<Kept>>,
    /// The draft as it was opened: nothing is lost where nothing was changed.
    pub opened: StoredValue<Draft>,
    /// The link that was made last.
    pub link: RwSignal<Option<String>>,
    waiting: RwSignal<Option<TimeoutHandle>>,
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
            trouble: RwSignal::new(None),
            ran: RwSignal::new(None),
            tab: RwSignal::new(Tab::Setup),
            earlier: RwSignal::new(Vec::new()),
            link: RwSignal::new(None),
            waiting: RwSignal::new(None),
        }
    }

    /// The reader typed.
    pub fn type_text(self, source: String) {
        self.link.set(None);
        self.draft.update(|draft| draft.source = source);
        self.wait();
        if let Ok(handle) = set_timeout_with_handle(move || self.ask(), SETTLE) {
            self.waiting.set(Some(handle));
        }
    }

    /// The reader set something: it runs at once.
    pub fn set(self, change: impl FnOnce(&mut Draft)) {
        self.link.set(None);
        self.draft.update(change);
        self.ask();
    }

    /// Another draft takes the place of this one, which is kept.
    pub fn take(self, draft: Draft) {
        let (now, opened) = (self.draft.get_untracked(), self.opened.get_value());
        if now != opened && now != draft {
            self.earlier.update(|earlier| kept::put_first(earlier, now));
        }
        self.earlier
            .update(|earlier| earlier.retain(|kept| kept.draft != draft));
        self.opened.set_value(draft.clone());
        self.draft.set(draft);
        self.link.set(None);
        self.trouble.set(None);
        self.replaced
            .update(|replaced| *replaced = replaced.wrapping_add(1));
        self.ask();
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

    /// Whether every edit has been taken up; tracked.
    pub fn is_settled(self) -> bool {
        self.waiting.with(Option::is_none)
    }

    /// Whether the picture is of the text in the editor; tracked.
    pub fn is_of_this_text(self) -> bool {
        let of = |ran: &Option<Arc<Ran>>| {
            let ran = ran.as_ref()?;
            Some(
                self.draft
                    .with(|draft| draft.source == ran.ready.kernel.source),
            )
        };
        self.ran.with(of).unwrap_or(true)
    }
}

impl Page {
    /// Whether the playground is shown; tracked.
    pub fn in_playground(self) -> bool {
        self.view.with(Option::is_none) && self.aside.get() == Some(Aside::Playground)
    }

    /// Whether the page shows the animation alone, inside another page; tracked.
    pub fn in_frame(self) -> bool {
        self.embedded.get() && self.shows_run()
    }

    /// Whether there is a run to step through; tracked.
    pub fn shows_run(self) -> bool {
        self.view.with(Option::is_some) || self.in_playground()
    }

    /// Opens the kernel of the lesson that is shown.
    pub fn edit_kernel(self) {
        let Some(view) = self.view.get_untracked() else {
            return;
        };
        let draft = Draft::of_kernel(view.kernel, view.size, &view.machine);
        self.aside.set(Some(Aside::Playground));
        self.slide.set(None);
        self.step_by(Grain::Statement);
        self.view.set(None);
        Playground::of(self).take(draft);
    }
}

/// What is typed is kept in the browser; what was kept is there again.
pub fn follow(page: Page) {
    let playground = Playground::of(page);
    kept::bring_back(playground);
    Effect::new(move |before: Option<()>| {
        playground.asked.track();
        let earlier = playground.earlier.get();
        if before.is_some() {
            kept::keep(page, &playground.draft.get_untracked(), &earlier);
        }
    });
    window_event_listener_untyped("pagehide", move |_| {
        kept::keep(
            page,
            &playground.draft.get_untracked(),
            &playground.earlier.get_untracked(),
        );
    });
}
