//! Happens-before for memory: which accesses of different lanes nothing orders.
//!
//! Inside a workgroup only barriers order, each kind its own memory; between workgroups nothing does. Atomic
//! operations are relaxed in WGSL: they race with no other atomic, and order nothing.

use super::class::Class;
use super::grid::Grid;
use super::nature::{Clash, Nature};
use super::report::{Accessor, Reports};
use super::shadow::{Shadow, Visit};
use crate::lanes::ActiveMask;
use crate::program::{Address, BarrierKind, Space};

/// One request of one warp.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched<'a> {
    /// Position of the instruction in the bytecode.
    pub(crate) op: Address,
    pub(crate) memory: u32,
    /// Number in the workgroup of the warp's first lane.
    pub(crate) first_invocation: u32,
    pub(crate) mask: ActiveMask,
    /// Byte addresses of the lanes of `mask`, and consecutive words each of them touches.
    pub(crate) addresses: &'a [u32],
    pub(crate) words: u32,
}

/// A memory of which races are looked for.
#[derive(Debug)]
struct Watched {
    shadow: Shadow,
    grid: Option<Grid>,
    space: Space,
}

/// What the detector must know of a memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryFacts {
    pub(crate) space: Space,
    pub(crate) words: usize,
}

#[derive(Debug)]
pub(crate) struct Detector {
    /// By site.
    natures: Vec<Nature>,
    /// By position in the bytecode.
    site_of: Vec<u32>,
    memories: Vec<Option<Watched>>,
    pub(crate) reports: Reports,
    workgroup: u32,
    workgroup_began: u32,
    /// First phases after the last barriers of workgroup and of storage memory.
    ordered: [u32; 2],
    /// From this phase on nothing counts: a barrier was in divergent flow, and what follows is not defined.
    until: Option<u32>,
}

impl Detector {
    /// `sites`: memory and nature of each. `site_of`: the sites of instructions.
    pub(crate) fn new(
        sites: &[Option<(u32, Nature)>],
        site_of: &[(Address, u32)],
        memories: &[MemoryFacts],
        workgroups: u64,
    ) -> Self {
        let nothing = Nature {
            reads: false,
            writes: false,
            atomic: None,
            used: false,
        };
        let ops = site_of.last().map_or(0, |&(op, _)| op as usize + 1);
        let mut dense = vec![0; ops];
        for &(op, site) in site_of {
            dense[op as usize] = site;
        }
        let watched = |(memory, facts): (u32, &MemoryFacts)| {
            let here: Vec<Nature> = sites
                .iter()
                .flatten()
                .filter(|(of, _)| *of == memory)
                .map(|&(_, nature)| nature)
                .collect();
            let clashes = here
                .iter()
                .any(|a| here.iter().any(|b| a.clash(*b) != Clash::None));
            let hints = facts.space == Space::Workgroup && here.iter().any(|nature| nature.reads);
            let across = clashes && facts.space == Space::Storage && workgroups > 1;
            (clashes || hints).then(|| Watched {
                shadow: Shadow::new(facts.words, hints),
                grid: across.then(|| Grid::new(facts.words)),
                space: facts.space,
            })
        };
        Detector {
            natures: sites
                .iter()
                .map(|site| site.map_or(nothing, |(_, nature)| nature))
                .collect(),
            site_of: dense,
            memories: (0..).zip(memories).map(watched).collect(),
            reports: Reports::default(),
            workgroup: 0,
            workgroup_began: 0,
            ordered: [0; 2],
            until: None,
        }
    }

    pub(crate) fn begin_workgroup(&mut self, workgroup: u32) {
        self.reports.phase += 1;
        self.reports.barrier = None;
        self.workgroup = workgroup;
        self.workgroup_began = self.reports.phase;
        self.ordered = [self.reports.phase; 2];
        for watched in self.memories.iter_mut().flatten() {
            watched.shadow.begin_workgroup();
        }
    }

    pub(crate) fn end_workgroup(&mut self) {
        if self.until.is_none() {
            self.reports.end_phase();
        }
    }

    /// All lanes came to a barrier: a new phase begins.
    pub(crate) fn barrier_opened(&mut self, kind: BarrierKind, line: u32) {
        if self.until.is_none() {
            self.reports.end_phase();
        }
        self.reports.phase += 1;
        self.reports.barrier = Some((kind, line));
        let phase = self.reports.phase;
        let [workgroup, storage] = &mut self.ordered;
        match kind {
            BarrierKind::Workgroup => *workgroup = phase,
            BarrierKind::Storage => *storage = phase,
            BarrierKind::Both => (*workgroup, *storage) = (phase, phase),
        }
    }

    /// Not all lanes came to a barrier. How far they got before it is open, so this phase does not count either.
    pub(crate) fn diverged(&mut self) {
        self.until.get_or_insert(self.reports.phase);
    }

    /// The first phase that does not count.
    pub(crate) fn until(&self) -> u32 {
        self.until.unwrap_or(u32::MAX)
    }

    /// Notes a request. `written` gives what the lane of a rank (and number) wrote to its so-many-th word.
    pub(crate) fn touched(
        &mut self,
        touched: &Touched<'_>,
        written: impl Fn(usize, u32, u32) -> Option<u32>,
    ) {
        let Some(Some(watched)) = self.memories.get_mut(touched.memory as usize) else {
            return;
        };
        let Some(&site) = self.site_of.get(touched.op as usize) else {
            return;
        };
        if self.until.is_some() {
            return;
        }
        let mut visit = Visit {
            phase: self.reports.phase,
            ordered: self.ordered[usize::from(watched.space == Space::Storage)],
            workgroup_began: self.workgroup_began,
            workgroup: self.workgroup,
            nature: self.natures[site as usize],
            natures: &self.natures,
            reports: &mut self.reports,
        };
        let lanes = touched.mask.lanes().zip(touched.addresses).enumerate();
        for (rank, (lane, address)) in lanes {
            let invocation = touched.first_invocation + lane;
            let class = Class::new(site, invocation);
            for offset in 0..touched.words {
                let word = address / 4 + offset;
                let written = written(rank, lane, offset);
                let news = watched.shadow.touch(&mut visit, word, class, written);
                if let (true, Some(grid)) = (news, &mut watched.grid) {
                    let accessor = Accessor {
                        site,
                        workgroup: visit.workgroup,
                        lane: Some(invocation),
                    };
                    grid.touch(visit.natures, visit.reports, word, accessor, written);
                }
            }
        }
    }
}
