//! The panels below the lanes: views of a run, or of the machine, besides its memory.

use crate::kind::Kind;
use crate::lesson::Lesson;
use crate::text::Text;

/// Where a panel is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// In every lesson, and for the reader's own kernels.
    Always,
    /// Where a kernel has workgroup memory, and for the reader's own kernels.
    WithWorkgroupMemory,
    /// In lessons that name it, and for the reader's own kernels.
    ToOwnKernels,
    /// In lessons that name it.
    ByLessons,
}

/// A panel's entry in the list.
#[derive(Debug)]
pub struct Definition {
    /// Stable name for links and files.
    pub id: &'static str,
    pub title: Text,
    pub offered: Offered,
    /// The kinds of its numbers; empty if they depend on the run.
    pub kinds: &'static [Kind],
}

macro_rules! panels {
    ($($(#[$doc:meta])* $Name:ident => $definition:expr;)*) => {
        /// An additional view of a run, or of the machine, in the order of the tabs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Panel { $($(#[$doc])* $Name),* }

        impl Panel {
            pub const ALL: &[Panel] = &[$(Panel::$Name),*];

            pub const fn definition(self) -> &'static Definition {
                match self { $(Panel::$Name => const { &$definition }),* }
            }
        }
    };
}

panels! {
    /// Lines and sectors of a request, with the bytes requested and moved.
    Lines => Definition {
        id: "lines",
        title: Text::new("Lines", "缓存行"),
        offered: Offered::Always,
        kinds: &[Kind::Exact],
    };
    /// Banks of workgroup memory, with conflicts and broadcasts.
    Banks => Definition {
        id: "banks",
        title: Text::new("Banks", "存储体"),
        offered: Offered::WithWorkgroupMemory,
        kinds: &[Kind::Exact],
    };
    /// The tree of partial sums.
    Tree => Definition {
        id: "tree",
        title: Text::new("Tree", "归约树"),
        offered: Offered::ByLessons,
        kinds: &[Kind::Exact],
    };
    /// Two-dimensional blocks, and how they are divided into warps.
    Blocks => Definition {
        id: "blocks",
        title: Text::new("Blocks", "线程块"),
        offered: Offered::ByLessons,
        kinds: &[Kind::Exact],
    };
    /// The blocks of a grid, the warps of one block, and the element of each thread.
    Grid => Definition {
        id: "grid",
        title: Text::new("Grid", "网格"),
        offered: Offered::ByLessons,
        kinds: &[Kind::Exact],
    };
    /// A GPU with its multiprocessors and memories, and what the next step uses of them.
    Chip => Definition {
        id: "chip",
        title: Text::new("GPU", "GPU"),
        offered: Offered::ToOwnKernels,
        kinds: &[Kind::Exact, Kind::Published],
    };
    /// The host's program in WebGPU and in CUDA, with the times of its phases.
    Host => Definition {
        id: "host",
        title: Text::new("Host", "主机程序"),
        offered: Offered::ByLessons,
        kinds: &[Kind::Measured],
    };
    /// Grids that launch further grids.
    Launch => Definition {
        id: "launch",
        title: Text::new("Launches", "启动树"),
        offered: Offered::ByLessons,
        kinds: &[Kind::Exact, Kind::Modelled],
    };
    /// The warp scheduler: eligible, stalled, issued; latency and instruction-level parallelism.
    Scheduler => Definition {
        id: "scheduler",
        title: Text::new("Scheduler", "调度器"),
        offered: Offered::ByLessons,
        kinds: &[Kind::Modelled],
    };
    /// Blocks on multiprocessors in time: waves, the tail, and what a profiler says about them.
    Multiprocessors => Definition {
        id: "multiprocessors",
        title: Text::new("Multiprocessors", "多处理器"),
        offered: Offered::ByLessons,
        kinds: &[Kind::Modelled, Kind::Published],
    };
    /// A profiler's formulas with the values of the run.
    Formulas => Definition {
        id: "formulas",
        title: Text::new("Formulas", "公式"),
        offered: Offered::ToOwnKernels,
        kinds: &[],
    };
    /// The occupancy calculator.
    Occupancy => Definition {
        id: "occupancy",
        title: Text::new("Occupancy", "占用率"),
        offered: Offered::ByLessons,
        kinds: &[Kind::Modelled],
    };
}

impl Panel {
    /// Returns the stable name for links and files.
    pub const fn id(self) -> &'static str {
        self.definition().id
    }

    /// Returns the panel with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|panel| panel.id() == id)
    }

    /// Returns the panels that a lesson offers, in the order of the tabs.
    pub fn offered_in(lesson: &Lesson) -> impl Iterator<Item = Panel> {
        let has_workgroup_memory = lesson
            .kernels
            .iter()
            .any(|kernel| kernel.kernel.source.contains("var<workgroup>"));
        Self::ALL.iter().copied().filter(move |panel| {
            lesson.panels.contains(panel)
                || match panel.definition().offered {
                    Offered::Always => true,
                    Offered::WithWorkgroupMemory => has_workgroup_memory,
                    Offered::ToOwnKernels | Offered::ByLessons => false,
                }
        })
    }

    /// Returns the panels that the reader's own kernels have.
    pub fn offered_to_own_kernels() -> impl Iterator<Item = Panel> {
        let all = Self::ALL.iter().copied();
        all.filter(|panel| panel.definition().offered != Offered::ByLessons)
    }
}
