//! The page's own state: settings, what is shown, and the runs. A feature's state belongs to the feature: see
//! [`Page::feature`].

mod ahead;
mod column;
mod cycles;
pub mod lazy_view;
mod notice;
mod pointer;
pub mod preference;
mod route;
mod shown;

pub use column::Pane;
pub use cycles::Cycles;
pub use notice::{Notice, Offer};
pub use pointer::{Hover, Tip};
pub use route::{Arrival, CodeText, Overlay};
pub use shown::Shown;

use leptos::prelude::*;
use lessons::{Language, Panel};
use model::address::{Aside, DEFAULT_GRAIN, RunSpec, Theme};
use model::moment::{Moment, Scene};
use model::slides::SlideSource;
use model::strings::{self, Strings};
use simt::Grain;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

/// The state of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EngineState {
    Idle,
    /// So many of so many blocks are done; `slow` once it has taken long enough to be worth a word.
    Working {
        done: u64,
        all: u64,
        slow: bool,
    },
    /// It died too often: a reader starts it again.
    GaveUp,
}

/// The page's state. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Page {
    pub language: RwSignal<Language>,
    pub theme: RwSignal<Theme>,
    /// The reader's choice, as links carry it.
    pub chosen_language: RwSignal<Option<Language>>,
    pub chosen_theme: RwSignal<Option<Theme>>,
    /// `None`: the list of lessons.
    pub view: RwSignal<Option<RunSpec>>,
    /// Instead of the list a page beside the lessons.
    pub aside: RwSignal<Option<Aside>>,
    pub grain: RwSignal<Grain>,
    pub position: RwSignal<usize>,
    /// Presses beyond the end of the first run, while one beside it goes on.
    pub beyond: RwSignal<usize>,
    pub cycles: Cycles,
    pub arrival: StoredValue<Option<Arrival>>,
    pub playing: RwSignal<bool>,
    /// Which slide is shown, if any, and whose.
    pub slide: RwSignal<Option<(SlideSource, usize)>>,
    /// True if the page is inside another one and shows only the animation.
    pub embedded: RwSignal<bool>,
    /// The kernel that came with the link of such a page.
    pub frame_code: StoredValue<Option<String>>,
    pub code_text: RwSignal<CodeText>,
    /// The panel below the lanes; `None`: memory.
    pub panel: RwSignal<Option<Panel>>,
    /// Index into [`SPEEDS`].
    pub speed: RwSignal<usize>,
    /// The first run's.
    pub scene: StoredValue<Option<Scene>>,
    pub shown: RwSignal<Option<Arc<Shown>>>,
    pub moment: RwSignal<Option<Arc<Moment>>>,
    /// The runs beside it.
    pub beside: [Pane; RunSpec::MOST_BESIDE],
    /// The slide takes the window: header and strip give way.
    pub presenting: RwSignal<bool>,
    pub engine: RwSignal<EngineState>,
    pub notices: RwSignal<Vec<Notice>>,
    /// Parts of the page that are being loaded.
    pub parts_awaited: RwSignal<usize>,
    /// Language files that have been loaded.
    pub texts: RwSignal<usize>,
    pub overlay: RwSignal<Option<Overlay>>,
    pub hover: RwSignal<Option<Hover>>,
    pub tip: RwSignal<Option<Tip>>,
    /// Rises when canvases must be drawn again: another theme, another size.
    pub epoch: RwSignal<u32>,
    pub keys_on: RwSignal<bool>,
    /// True in a thumbnail.
    pub is_thumbnail: bool,
    features: StoredValue<Features>,
}

/// The states of the features, by their types.
struct Features {
    /// Owns their signals, so that they live as long as the page.
    owner: Owner,
    states: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
}

/// Presses a second while playing.
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
            grain: RwSignal::new(DEFAULT_GRAIN),
            position: RwSignal::new(0),
            beyond: RwSignal::new(0),
            cycles: Cycles::new(),
            arrival: StoredValue::new(None),
            playing: RwSignal::new(false),
            slide: RwSignal::new(None),
            embedded: RwSignal::new(false),
            frame_code: StoredValue::new(None),
            code_text: RwSignal::new(CodeText::Wgsl),
            panel: RwSignal::new(None),
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
            is_thumbnail: false,
            features: StoredValue::new(Features {
                owner: Owner::current().unwrap_or_default(),
                states: HashMap::new(),
            }),
        }
    }

    /// A thumbnail: runs of its own, everything else shared with the page.
    pub fn thumbnail(self, view: RunSpec, panel: Option<Panel>, grain: Grain) -> Page {
        let first = Pane::of_thumbnail(0);
        Page {
            view: RwSignal::new(Some(view)),
            panel: RwSignal::new(panel),
            grain: RwSignal::new(grain),
            position: RwSignal::new(0),
            beyond: RwSignal::new(0),
            cycles: Cycles::new(),
            playing: RwSignal::new(false),
            hover: RwSignal::new(None),
            tip: RwSignal::new(None),
            scene: first.scene,
            shown: first.shown,
            moment: first.moment,
            beside: std::array::from_fn(|index| Pane::of_thumbnail(index + 1)),
            is_thumbnail: true,
            ..self
        }
    }

    /// Returns the state of a feature, which `new` makes at the first call. Only the feature's own files call this.
    pub fn feature<State: Any + Copy + Send + Sync>(self, new: impl FnOnce() -> State) -> State {
        let key = TypeId::of::<State>();
        let known = self.features.with_value(|features| {
            let state = features.states.get(&key)?;
            state.downcast_ref::<State>().copied()
        });
        known.unwrap_or_else(|| {
            // `new` may ask for other features: nothing is borrowed meanwhile.
            let owner = self.features.with_value(|features| features.owner.clone());
            let state = owner.with(new);
            self.features.update_value(|features| {
                features.states.insert(key, Box::new(state));
            });
            state
        })
    }

    /// Every column's run, that of the page's controls first.
    pub fn panes(self) -> impl Iterator<Item = Pane> {
        std::iter::once(self.pane()).chain(self.beside)
    }

    /// The run that the page's controls move.
    pub fn pane(self) -> Pane {
        Pane {
            index: 0,
            is_thumbnail: self.is_thumbnail,
            scene: self.scene,
            shown: self.shown,
            moment: self.moment,
        }
    }

    /// The sentences in the page's language; tracked.
    pub fn strings(self) -> &'static Strings {
        strings::of(self.language.get())
    }

    /// Changes what is shown; the run follows.
    pub fn change_view(self, change: impl FnOnce(&mut RunSpec)) {
        let Some(mut view) = self.view.get_untracked() else {
            return;
        };
        change(&mut view);
        // Another kernel may not be able to take the size: it gets the nearest that it can.
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
