//! The part of the address after `#`: the lesson, kernel, size and step that a link leads to.
//!
//! A full example, in one line: `#/neighbored?kernel=reduce_neighbored&n=16384&block=64&machine=k80&branches=taken`
//! `&picture=0&step=41&grain=stride&lang=zh&theme=dark`. `#/` alone is the list of lessons.
//! `with=reduce_neighbored_less,reduce_unroll2` adds columns with these kernels, `slide=2` and `panel=lines` open a
//! slide and a panel. `scheduling=independent` lets the parts of a warp run apart, `order=1` shuffles the turns of the warps; the keys of `settings.rs` are those of the occupancy
//! calculator and of the scheduler panel. `#/deck?slide=2` is a slide of the reader's deck, `d=` carries a whole deck, `stage=1` shows it
//! as an audience sees it, and `embed=1` shows the animation alone. A key that is missing has its default. Reading never
//! fails: each invalid part becomes a [`Nonsense`] for the reader, and the nearest valid state is used.

mod aside;
mod lab;
mod settings;

pub use aside::Aside;

use crate::lab::experiment::Experiment;
use crate::lab::list::ListError;
use crate::number::{self, NumberError};
use lessons::multiprocessors::Placement;
use lessons::occupancy::ComputeCapability;
use lessons::scheduler::Dials;
use lessons::{Calculator, GalleryKernel, Language, Lesson, Panel, Pin, Size, SizeError, Values};
use simt::{Grain, Machine, Scheduling};
use std::ops::RangeInclusive;

/// A colour theme of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
    Projector,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Projector];

    /// The name in links and in `data-theme`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Projector => "projector",
        }
    }

    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// Returns the next theme in the order of the theme button.
    pub const fn next(self) -> Self {
        match self {
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::Projector,
            Theme::Projector => Theme::Light,
        }
    }
}

/// The content of the lesson page: everything that a run depends on, and the settings of the panels.
#[derive(Clone, Debug)]
pub struct RunSpec {
    pub lesson: &'static Lesson,
    pub kernel: &'static GalleryKernel,
    /// Other kernels of the lesson, one column each, in the order of the lesson or slide; at most
    /// [`RunSpec::MOST_BESIDE`].
    pub beside: Vec<&'static GalleryKernel>,
    pub size: Size,
    pub machine: Machine,
    /// True if short branches are executed with predication.
    pub predication: bool,
    /// The relation of the lanes of a warp whose branches part.
    pub scheduling: Scheduling,
    /// The order in which the warps take turns; 0: by number. Any other number is the seed that shuffles them.
    pub order: u32,
    /// The settings of the occupancy calculator.
    pub calculator: Calculator,
    /// The settings of the scheduler panel.
    pub dials: Dials,
    /// The settings of the multiprocessors panel.
    pub placement: Placement,
    /// The index of the workgroup that the picture follows.
    pub workgroup: u32,
}

impl PartialEq for RunSpec {
    fn eq(&self, other: &Self) -> bool {
        self.same_columns(other)
            && (self.calculator, self.dials, self.placement)
                == (other.calculator, other.dials, other.placement)
    }
}

impl RunSpec {
    /// The most kernels next to the first one: a projector has room for four columns.
    pub const MOST_BESIDE: usize = 3;

    /// Returns a lesson's initial view, or `None` if the lesson has no kernel.
    pub fn of_lesson(lesson: &'static Lesson) -> Option<Self> {
        let kernel = lesson.kernels.first()?;
        Some(RunSpec {
            lesson,
            kernel,
            beside: Vec::new(),
            size: lesson.size.with(Values::Small),
            machine: Machine::default(),
            predication: false,
            scheduling: Scheduling::Lockstep,
            order: 0,
            calculator: Calculator::USUAL,
            dials: Dials::USUAL,
            placement: Placement::USUAL,
            workgroup: 0,
        })
    }

    /// Sets the machine and the settings that a pin holds.
    pub fn set_as_pinned(&mut self, pin: &Pin) {
        self.machine = pin.shown_machine();
        self.predication = pin.predication;
        self.scheduling = pin.scheduling;
        self.order = pin.order;
        self.calculator = pin.calculator;
        self.dials = pin.dials;
        self.workgroup = pin.block;
        self.placement = pin.placement;
    }

    /// Selects a machine. The calculator shows its compute capability again, if it has one.
    pub fn select_machine(&mut self, machine: Machine) {
        if ComputeCapability::of_machine(&machine.id).is_some() {
            self.calculator.capability = None;
        }
        self.machine = machine;
    }

    /// Sets the size. The calculator shows another block size, too.
    pub fn set_size(&mut self, size: Size) {
        if size.block() != self.size.block() {
            self.calculator.threads_per_block = None;
        }
        self.size = size;
    }

    /// Returns one view for each kernel in `beside`, at the nearest size that the kernel accepts.
    pub fn views_beside(&self) -> Vec<RunSpec> {
        let beside = self.beside.iter().map(|&kernel| {
            let size = kernel.task.nearest(self.size);
            RunSpec {
                kernel,
                beside: Vec::new(),
                size,
                workgroup: self.workgroup.min(kernel.blocks(size).saturating_sub(1)),
                ..self.clone()
            }
        });
        beside.collect()
    }

    /// Iterates over the first kernel and then those in `beside`: one for each column.
    pub fn kernels(&self) -> impl Iterator<Item = &'static GalleryKernel> {
        std::iter::once(self.kernel).chain(self.beside.iter().copied())
    }

    /// Returns the kernel of a column; `column` counts from 0.
    pub fn kernel_at(&self, column: usize) -> Option<&'static GalleryKernel> {
        self.kernels().nth(column)
    }

    /// Adds a column with the lesson's next kernel, or removes all columns but the first.
    pub fn toggle_beside(&mut self) {
        if !self.beside.is_empty() {
            self.beside.clear();
            return;
        }
        let kernels = self.lesson.kernels;
        let place = kernels.iter().position(|kernel| *kernel == self.kernel);
        let other = kernels.iter().cycle().nth(place.unwrap_or(0) + 1);
        self.beside
            .extend(other.filter(|other| **other != self.kernel));
    }

    /// Adds a column with this kernel, or removes its column. The last column stays.
    pub fn toggle(&mut self, kernel: &'static GalleryKernel) {
        if let Some(place) = self.beside.iter().position(|each| *each == kernel) {
            self.beside.remove(place);
        } else if self.kernel == kernel {
            if !self.beside.is_empty() {
                self.kernel = self.beside.remove(0);
            }
        } else {
            self.beside.truncate(Self::MOST_BESIDE - 1);
            self.beside.push(kernel);
        }
    }

    /// Returns the text that runs where `text` is chosen: WGSL for a kernel whose CUDA twin cannot run.
    pub fn text_that_runs(&self, text: CodeText) -> CodeText {
        match text {
            CodeText::Cuda if self.kernel.runs_in_cuda() => CodeText::Cuda,
            _ => CodeText::Wgsl,
        }
    }

    /// Returns the view with which a lesson opens.
    pub fn opened(lesson: &Lesson) -> Option<Self> {
        Address::read(lesson.id).0.view
    }

    /// Puts the size, the machine and the panels of the lesson back. The kernels stay.
    pub fn reset(&mut self) {
        if let Some(usual) = RunSpec::opened(self.lesson) {
            *self = RunSpec {
                kernel: self.kernel,
                beside: std::mem::take(&mut self.beside),
                ..usual
            };
        }
    }

    /// Returns true if both views show the same runs, whatever the settings of the panels are.
    pub fn same_columns(&self, other: &Self) -> bool {
        self.lesson.id == other.lesson.id && self.beside == other.beside && self.same_run(other)
    }

    /// True if both views need the same run.
    pub fn same_run(&self, other: &Self) -> bool {
        self.kernel.kernel.name == other.kernel.kernel.name
            && self.size == other.size
            && self.machine == other.machine
            && self.predication == other.predication
            && self.scheduling == other.scheduling
            && self.order == other.order
            && self.workgroup == other.workgroup
    }
}

/// The text of the kernel that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CodeText {
    /// The text that runs.
    #[default]
    Wgsl,
    /// Its CUDA twin.
    Cuda,
}

impl CodeText {
    /// Returns its name in links.
    pub const fn name(self) -> &'static str {
        match self {
            CodeText::Wgsl => "wgsl",
            CodeText::Cuda => "cuda",
        }
    }
}

/// A parsed address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Address {
    /// `None` on the list of lessons.
    pub view: Option<RunSpec>,
    /// The number of steps executed.
    pub step: usize,
    /// The press at which a lesson opens, if the link says nothing about its run. It is read and never written.
    pub press: Option<usize>,
    pub grain: Option<Grain>,
    /// The scheduler's modelled cycle, if the player steps by cycles; `None` if it steps by `grain`.
    pub cycle: Option<u32>,
    /// `None`: the language that the browser prefers.
    pub language: Option<Language>,
    pub theme: Option<Theme>,
    /// The slide of the lesson or of the deck, from 0.
    pub slide: Option<usize>,
    /// The page next to the lessons, if the address names no lesson.
    pub aside: Option<Aside>,
    /// The lab's experiment, if the link describes one.
    pub experiment: Option<Experiment>,
    pub panel: Option<Panel>,
    /// A whole deck to edit, compressed.
    pub deck: Option<String>,
    /// A whole deck to read, compressed. Unlike `deck`, it stays in the address.
    pub reading: Option<String>,
    /// `None`: the reader's choice.
    pub text: Option<CodeText>,
    /// True if the slide fills the window, as an audience sees it.
    pub stage: bool,
    /// True if another page embeds this one; then only the animation is shown.
    pub embed: bool,
    /// The playground's kernel with its settings, compressed. It is read once; only shared links contain it.
    pub code: Option<String>,
}

/// A part of an address that cannot be used. Texts are cut to a length that fits a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nonsense {
    Lesson(String),
    Kernel(String),
    Number {
        key: &'static str,
        text: String,
        error: NumberError,
    },
    Size {
        error: SizeError,
        used: Size,
    },
    Machine(String),
    /// A list of numbers in the lab's query that cannot be measured.
    List {
        key: &'static str,
        error: ListError,
    },
    Choice {
        key: &'static str,
        text: String,
    },
    /// A number out of its range. The nearest one is used.
    Range {
        key: &'static str,
        number: u32,
        range: RangeInclusive<u32>,
    },
    Key(String),
    /// A kernel in the link that is longer than any that the page writes.
    TooMuchCode {
        letters: usize,
        most: usize,
    },
}

/// The step size of one press if the address does not name one.
pub const DEFAULT_GRAIN: Grain = Grain::Iteration;

const GRAINS: [(Grain, &str); 4] = [
    (Grain::Warp, "warp"),
    (Grain::Statement, "statement"),
    (Grain::Iteration, "stride"),
    (Grain::Barrier, "barrier"),
];

impl Address {
    /// The longest kernel in a link, in characters: many programs cut longer links off.
    pub const MOST_CODE: usize = 64 * 1024;

    /// Reads the text after `#` (with or without the `#`). Returns the address and every part that could not be used.
    pub fn read(hash: &str) -> (Self, Vec<Nonsense>) {
        let mut nonsense = Vec::new();
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        let mut address = Address::default();
        let path = path.trim_matches('/');
        address.aside = Aside::ALL.into_iter().find(|aside| aside.name() == path);
        if !path.is_empty() && address.aside.is_none() {
            match Lesson::by_id(path).and_then(RunSpec::of_lesson) {
                Some(view) => address.view = Some(view),
                None => nonsense.push(Nonsense::Lesson(short(path))),
            }
        }
        if address.aside == Some(Aside::Lab) {
            let query = lab::read(query, &mut nonsense);
            address.experiment = query.experiment;
            for (key, value) in query.others {
                address.read_pair(&key, &value, &mut nonsense);
            }
            return (address, nonsense);
        }
        if !says_about_run(query) {
            address.open();
        }
        // Our links have far fewer than 100 pairs; the limit bounds the work for a hostile link.
        for pair in query.split('&').filter(|pair| !pair.is_empty()).take(100) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            address.read_pair(key, &decode(value), &mut nonsense);
        }
        address.settle_beside();
        address.settle_size(query, &mut nonsense);
        (address, nonsense)
    }

    /// Shows what the lesson's question is about.
    fn open(&mut self) {
        let Some(view) = &mut self.view else { return };
        let opens = view.lesson.opens;
        if let Some(kernel) = opens.kernels.first() {
            view.kernel = view.lesson.kernels.get(*kernel).unwrap_or(&view.kernel);
        }
        view.set_as_pinned(&opens);
        self.grain = Some(opens.grain).filter(|&grain| grain != DEFAULT_GRAIN);
        self.panel = opens.panel;
        self.press = Some(opens.presses.0);
    }

    fn read_pair(&mut self, key: &str, value: &str, nonsense: &mut Vec<Nonsense>) {
        let mut count = |key| match number::whole(value) {
            Ok(count) => Some(count),
            Err(error) => {
                nonsense.push(Nonsense::Number {
                    key,
                    text: short(value),
                    error,
                });
                None
            }
        };
        match key {
            // `settle_size` reads both, since they must be checked together.
            "n" | "block" => {}
            "step" => self.step = count("step").unwrap_or(0) as usize,
            "cycle" => self.cycle = count("cycle"),
            "picture" => {
                if let (Some(workgroup), Some(view)) = (count("picture"), &mut self.view) {
                    view.workgroup = workgroup;
                }
            }
            "kernel" => {
                let Some(view) = &mut self.view else { return };
                match view
                    .lesson
                    .kernels
                    .iter()
                    .find(|kernel| kernel.kernel.name == value)
                {
                    Some(kernel) => view.kernel = kernel,
                    None => nonsense.push(Nonsense::Kernel(short(value))),
                }
            }
            "with" => {
                let Some(view) = &mut self.view else { return };
                let kernels = view.lesson.kernels.iter().copied();
                for name in value.split(',').take(10) {
                    let mut kernels = kernels.clone();
                    match kernels.find(|kernel| kernel.kernel.name == name) {
                        Some(kernel) => view.beside.push(kernel),
                        None => nonsense.push(Nonsense::Kernel(short(name))),
                    }
                }
            }
            "slide" => {
                let Some(slide) = count("slide") else { return };
                let Some(view) = &self.view else {
                    // The number of slides in the deck is not known here.
                    let deck = self.aside == Some(Aside::Deck);
                    self.slide = deck.then(|| (slide as usize).saturating_sub(1));
                    return;
                };
                // Links count slides from 1; a number past the last slide becomes the last slide.
                let last = view.lesson.slides.len().checked_sub(1);
                self.slide = last.map(|last| (slide as usize).saturating_sub(1).min(last));
            }
            "d" if self.aside == Some(Aside::Deck) => self.deck = Some(value.to_owned()),
            "r" if self.aside == Some(Aside::Deck) => self.reading = Some(value.to_owned()),
            "text" => match [CodeText::Wgsl, CodeText::Cuda]
                .into_iter()
                .find(|text| text.name() == value)
            {
                Some(text) => self.text = Some(text),
                None => nonsense.push(Nonsense::Choice {
                    key: "text",
                    text: short(value),
                }),
            },
            "panel" => match Panel::by_id(value) {
                Some(panel) => self.panel = Some(panel),
                None => nonsense.push(Nonsense::Choice {
                    key: "panel",
                    text: short(value),
                }),
            },
            "machine" => match (Machine::by_name(value), &mut self.view) {
                (Ok(machine), Some(view)) => view.machine = machine,
                (Ok(_), None) => {}
                (Err(_), _) => nonsense.push(Nonsense::Machine(short(value))),
            },
            "branches" => match (value, &mut self.view) {
                ("masked", Some(view)) => view.predication = true,
                ("taken", Some(view)) => view.predication = false,
                ("masked" | "taken", None) => {}
                _ => nonsense.push(Nonsense::Choice {
                    key: "branches",
                    text: short(value),
                }),
            },
            "scheduling" => match (value, &mut self.view) {
                ("independent", Some(view)) => view.scheduling = Scheduling::Independent,
                ("lockstep", Some(view)) => view.scheduling = Scheduling::Lockstep,
                ("independent" | "lockstep", None) => {}
                _ => nonsense.push(Nonsense::Choice {
                    key: "scheduling",
                    text: short(value),
                }),
            },
            "values" => match (
                Values::ALL.into_iter().find(|each| each.name() == value),
                &mut self.view,
            ) {
                (Some(values), Some(view)) => view.size = view.size.with(values),
                (Some(_), None) => {}
                (None, _) => nonsense.push(Nonsense::Choice {
                    key: "values",
                    text: short(value),
                }),
            },
            "grain" => match GRAINS.iter().find(|(_, name)| *name == value) {
                Some((grain, _)) => self.grain = Some(*grain),
                None => nonsense.push(Nonsense::Choice {
                    key: "grain",
                    text: short(value),
                }),
            },
            "embed" | "stage" if value != "1" => nonsense.push(Nonsense::Choice {
                key: if key == "embed" { "embed" } else { "stage" },
                text: short(value),
            }),
            "embed" => self.embed = true,
            "stage" => self.stage = true,
            "lang" => match value {
                "en" => self.language = Some(Language::English),
                "zh" | "zh-Hans" | "zh-CN" => self.language = Some(Language::SimplifiedChinese),
                _ => nonsense.push(Nonsense::Choice {
                    key: "lang",
                    text: short(value),
                }),
            },
            "theme" => match Theme::by_name(value) {
                Some(theme) => self.theme = Some(theme),
                None => nonsense.push(Nonsense::Choice {
                    key: "theme",
                    text: short(value),
                }),
            },
            "code" if self.aside == Some(Aside::Playground) => {
                let letters = value.len();
                if letters > Self::MOST_CODE {
                    nonsense.push(Nonsense::TooMuchCode {
                        letters,
                        most: Self::MOST_CODE,
                    });
                } else {
                    self.code = Some(value.to_owned());
                }
            }
            _ => match settings::read(key, value, self.view.as_mut()) {
                Ok(()) => {}
                Err(error) => nonsense.push(error),
            },
        }
    }

    /// Removes repeated kernels from `beside` and truncates it to [`RunSpec::MOST_BESIDE`].
    fn settle_beside(&mut self) {
        let Some(view) = &mut self.view else { return };
        let mut seen = vec![view.kernel];
        view.beside.retain(|kernel| {
            let new = !seen.contains(kernel);
            seen.push(kernel);
            new
        });
        view.beside.truncate(RunSpec::MOST_BESIDE);
    }

    /// Checks `n` and `block` together and replaces a size that cannot run with the nearest valid one.
    fn settle_size(&mut self, query: &str, nonsense: &mut Vec<Nonsense>) {
        let Some(view) = &mut self.view else { return };
        let mut number_of = |key: &'static str, default: u32| {
            let last = query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .rfind(|(name, _)| *name == key);
            let Some((_, value)) = last else {
                return default;
            };
            number::whole(&decode(value)).unwrap_or_else(|error| {
                nonsense.push(Nonsense::Number {
                    key,
                    text: short(value),
                    error,
                });
                default
            })
        };
        let (n, block) = (
            number_of("n", view.size.n()),
            number_of("block", view.size.block()),
        );
        let values = view.size.values();
        let asked = Size::new(n, block).map(|size| size.with(values));
        let asked = asked.and_then(|size| view.kernel.check(size).map(|()| size));
        view.size = asked.unwrap_or_else(|error| {
            let used = view.kernel.task.nearest(view.size.nearest_to(n, block));
            nonsense.push(Nonsense::Size { error, used });
            used
        });
        let blocks = view.kernel.blocks(view.size);
        view.workgroup = view.workgroup.min(blocks.saturating_sub(1));
    }

    /// Returns the text of the link, from `#` on. [`Address::read`] of it returns the same address, without the press of
    /// an opening.
    pub fn write(&self) -> String {
        let mut pairs = Vec::new();
        let mut path = "#/".to_owned();
        if let (Some(aside), None) = (self.aside, &self.view) {
            path.push_str(aside.name());
            if aside == Aside::Playground {
                self.write_position(&mut pairs);
                if let Some(panel) = self.panel {
                    pairs.push(format!("panel={}", panel.id()));
                }
            }
            if let (Aside::Lab, Some(experiment)) = (aside, &self.experiment) {
                lab::write(experiment, &mut pairs);
            }
            if let (Aside::Deck, Some(letters)) = (aside, &self.reading) {
                pairs.push(format!("r={letters}"));
            }
            if let (Aside::Deck, Some(slide)) = (aside, self.slide) {
                pairs.push(format!("slide={}", slide + 1));
                if self.step != 0 {
                    pairs.push(format!("step={}", self.step));
                }
            }
        }
        if let Some(view) = &self.view {
            path.push_str(view.lesson.id);
            let opened = RunSpec::of_lesson(view.lesson);
            let differs = |same: fn(&RunSpec, &RunSpec) -> bool| {
                opened.as_ref().is_none_or(|opened| !same(opened, view))
            };
            if differs(|a, b| a.kernel.kernel.name == b.kernel.kernel.name) {
                pairs.push(format!("kernel={}", view.kernel.kernel.name));
            }
            if !view.beside.is_empty() {
                let names = view.beside.iter().map(|kernel| kernel.kernel.name.as_ref());
                pairs.push(format!("with={}", names.collect::<Vec<&str>>().join(",")));
            }
            // Always written, so that the link keeps its size when the lesson's default changes.
            pairs.push(format!("n={}", view.size.n()));
            pairs.push(format!("block={}", view.size.block()));
            if differs(|a, b| a.size.values() == b.size.values()) {
                pairs.push(format!("values={}", view.size.values().name()));
            }
            if differs(|a, b| a.machine == b.machine) {
                pairs.push(format!("machine={}", view.machine.id));
            }
            if view.predication {
                pairs.push("branches=masked".to_owned());
            }
            if view.scheduling == Scheduling::Independent {
                pairs.push("scheduling=independent".to_owned());
            }
            settings::write(view, &mut pairs);
            if view.workgroup != 0 {
                pairs.push(format!("picture={}", view.workgroup));
            }
            self.write_position(&mut pairs);
            if let Some(slide) = self.slide {
                pairs.push(format!("slide={}", slide + 1));
            }
            if let Some(panel) = self.panel {
                pairs.push(format!("panel={}", panel.id()));
            }
        }
        if let Some(text) = self.text {
            pairs.push(format!("text={}", text.name()));
        }
        match self.language {
            Some(Language::English) => pairs.push("lang=en".to_owned()),
            Some(Language::SimplifiedChinese) => pairs.push("lang=zh".to_owned()),
            None => {}
        }
        if let Some(theme) = self.theme {
            pairs.push(format!("theme={}", theme.name()));
        }
        if self.stage && self.slide.is_some() {
            pairs.push("stage=1".to_owned());
        }
        if self.embed {
            pairs.push("embed=1".to_owned());
        }
        if let Some(code) = &self.code {
            pairs.push(format!("code={code}"));
        }
        if pairs.is_empty() {
            path
        } else {
            format!("{path}?{}", pairs.join("&"))
        }
    }
}

impl Address {
    /// Returns the step size that applies if the address names none. A custom kernel need not have a loop.
    pub fn usual_grain(&self) -> Grain {
        match self.aside {
            Some(Aside::Playground) => Grain::Statement,
            _ => DEFAULT_GRAIN,
        }
    }

    fn write_position(&self, pairs: &mut Vec<String>) {
        if self.step != 0 {
            pairs.push(format!("step={}", self.step));
        }
        let grain = self.grain.filter(|&grain| grain != self.usual_grain());
        if let Some((_, name)) = GRAINS.iter().find(|(each, _)| Some(*each) == grain) {
            pairs.push(format!("grain={name}"));
        }
        if let Some(cycle) = self.cycle {
            pairs.push(format!("cycle={cycle}"));
        }
    }
}

/// Returns true if a link names more than the look of the page: then it shows what its author saw.
fn says_about_run(query: &str) -> bool {
    const LOOK: [&str; 5] = ["lang", "theme", "text", "embed", ""];
    let mut keys = query
        .split('&')
        .map(|pair| pair.split('=').next().unwrap_or(pair));
    keys.any(|key| !LOOK.contains(&key))
}

/// Decodes `%XX` as bytes; other text stays as it is.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let pair = bytes
            .get(at + 1..at + 3)
            .and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(value) if byte == b'%' => {
                out.push(value);
                at += 3;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn short(text: &str) -> String {
    const LONGEST: usize = 24;
    let text = decode(text);
    if text.chars().count() <= LONGEST {
        text
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests;
