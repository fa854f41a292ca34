//! Happens-before for memory: which accesses of different lanes nothing orders.
//!
//! Inside a workgroup only barriers order, each kind its own memory; between workgroups nothing does. Atomic
//! operations are relaxed in WGSL: they race with no other atomic, and order nothing.

use super::class::Class;
use super::grid::Grid;
use super::nature::{Clash, Nature};
use super::parcel::Holding;
use super::report::Reports;
use super::row::{Part, Row};
use super::shadow::{Shadow, Visit};
use super::strip::Entry;
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

    /// Whether races in a memory are looked for.
    pub(crate) fn watches(&self, memory: u32) -> bool {
        matches!(self.memories.get(memory as usize), Some(Some(_)))
    }

    /// A request will change the memory whose `contents` these are: from now on its words are looked at one by one.
    pub(crate) fn expect(&mut self, touched: &Touched<'_>, contents: &[u32]) {
        if let Some((watched, mut visit, _)) = self.visit(touched.op, touched.memory) {
            watched.look_at_words(&mut visit, touched, contents);
        }
    }

    /// Notes a request before it changes the memory's `contents`, or after `expect`. `written` gives what the lane of
    /// a rank (and number) writes to its so-many-th word.
    pub(crate) fn touched(
        &mut self,
        touched: &Touched<'_>,
        contents: &[u32],
        written: impl Fn(usize, u32, u32) -> Option<u32>,
    ) {
        let Some((watched, mut visit, site)) = self.visit(touched.op, touched.memory) else {
            return;
        };
        watched.look_at_words(&mut visit, touched, contents);
        let lanes = touched.mask.lanes().zip(touched.addresses).enumerate();
        for (rank, (lane, address)) in lanes {
            let invocation = touched.first_invocation + lane;
            let class = Class::new(site, invocation);
            for offset in 0..touched.words {
                let word = address / 4 + offset;
                let written = written(rank, lane, offset);
                let news = watched.shadow.touch(&mut visit, word, class, written);
                if let (true, Some(grid)) = (news, &mut watched.grid) {
                    let accessor = visit.accessor(class);
                    grid.touch(visit.natures, visit.reports, word, accessor, written);
                }
            }
        }
    }

    /// Notes a row before it changes memory. `written` gives what a lane writes.
    pub(crate) fn touched_row(&mut self, row: &Row<'_>, written: impl Fn(u32) -> Option<u32>) {
        let Some((watched, mut visit, site)) = self.visit(row.op, row.memory) else {
            return;
        };
        let row = row.normal();
        let (line, writes) = (row.line(), visit.nature.writes);
        let entry = |mask: u64| Entry {
            mask,
            many: if row.is_many() { mask } else { 0 },
            line,
            site,
            writes,
        };
        let class = |lane: u32| Class::new(site, row.first_invocation + lane);
        row.parts(|part| {
            let changes = |mask: u64| row.changes(Part { mask, ..part }, &written);
            let access = entry(part.mask);
            let shadow = &mut watched.shadow;
            let added = shadow.note(&visit, part.strip, access, row.contents, changes);
            let news = added.unwrap_or_else(|| {
                row.lanes_of(part).fold(0, |news, (lane, word)| {
                    let is_news = shadow.touch(&mut visit, word, class(lane), written(lane));
                    news | u64::from(is_news) << (word % 64)
                })
            });
            let (Some(grid), true) = (&mut watched.grid, news != 0) else {
                return;
            };
            let holding = Holding {
                mask: news,
                site,
                workgroup: visit.workgroup,
            };
            let reports = &mut *visit.reports;
            let told = (visit.natures, reports);
            if !grid.note(told, part.strip, holding, row.contents, changes) {
                let news = Part { mask: news, ..part };
                for (lane, word) in row.lanes_of(news) {
                    let accessor = visit.accessor(class(lane));
                    grid.touch(visit.natures, visit.reports, word, accessor, written(lane));
                }
            }
        });
    }

    /// The moment of an instruction, and its site, if it counts.
    #[inline]
    fn visit(&mut self, op: Address, memory: u32) -> Option<(&mut Watched, Visit<'_>, u32)> {
        let watched = self.memories.get_mut(memory as usize)?.as_mut()?;
        let &site = self.site_of.get(op as usize)?;
        if self.until.is_some() {
            return None;
        }
        let visit = Visit {
            phase: self.reports.phase,
            ordered: self.ordered[usize::from(watched.space == Space::Storage)],
            workgroup_began: self.workgroup_began,
            workgroup: self.workgroup,
            nature: self.natures[site as usize],
            natures: &self.natures,
            reports: &mut self.reports,
        };
        Some((watched, visit, site))
    }
}

impl Watched {
    /// Gives the words of a request records of their own.
    fn look_at_words(&mut self, visit: &mut Visit<'_>, touched: &Touched<'_>, contents: &[u32]) {
        let mut last = None;
        for address in touched.addresses {
            let (from, to) = (address / 4, address / 4 + touched.words.max(1) - 1);
            for strip in from / 64..=to / 64 {
                if last.replace(strip) == Some(strip) {
                    continue;
                }
                self.shadow.look_at_words(visit, strip, contents);
                if let Some(grid) = &mut self.grid {
                    let told = (visit.natures, &mut *visit.reports);
                    grid.look_at_words(told, strip, contents);
                }
            }
        }
    }
}
