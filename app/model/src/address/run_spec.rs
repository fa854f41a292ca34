//! The content of the lesson page.

use super::{Address, CodeText};
use lessons::multiprocessors::Placement;
use lessons::occupancy::ComputeCapability;
use lessons::scheduler::Dials;
use lessons::{Calculator, GalleryKernel, Lesson, Pin, Size, Values};
use simt::{Machine, Scheduling};

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
            && (self.calculator, self.dials, self.placement) == (other.calculator, other.dials, other.placement)
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
        self.beside.extend(other.filter(|other| **other != self.kernel));
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
