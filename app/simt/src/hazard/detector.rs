//! Happens-before for memory: which accesses of different lanes nothing orders.
//!
//! Inside a workgroup only barriers order, each kind its own memory; between workgroups nothing does. Atomic
//! operations are relaxed in WGSL: they race with no other atomic, and order nothing.
//!
//! Two 16-bit floats share a word of memory. A memory with such has a record for each half of a word, and its requests
//! are looked at lane by lane; there, and only there, a word's number is a half's. No two types share an address, so a
//! whole word is noted at its first half alone.

use super::access_context::Visit;
use super::access_semantics::{Clash, Nature};
use super::accessors::Class;
use super::affine_access::Row;
use super::dispatch_block::Holding;
use super::dispatch_shadow::Grid;
use super::report::Reports;
use super::warp_access::Touched;
use super::workgroup_block::Entry;
use super::workgroup_shadow::Shadow;
use crate::program::{Address, BarrierKind, Space};

/// A memory of which races are looked for.
#[derive(Debug)]
struct Watched {
    shadow: Shadow,
    grid: Option<Grid>,
    space: Space,
    grain: Grain,
}

/// What the detector must know of a memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryFacts {
    pub(crate) space: Space,
    pub(crate) words: usize,
    pub(crate) grain: Grain,
}

/// What of a memory has a record of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    Words,
    /// Its words hold two 16-bit floats, at least some of them.
    Halves,
}

impl Grain {
    /// Bytes of a record.
    pub(crate) const fn bytes(self) -> u32 {
        match self {
            Grain::Words => 4,
            Grain::Halves => 2,
        }
    }

    /// The number of the record at a byte address.
    #[inline(always)]
    const fn record(self, address: u32) -> u32 {
        match self {
            Grain::Words => address / 4,
            Grain::Halves => address / 2,
        }
    }
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
            let records = facts.words * 4 / facts.grain.bytes() as usize;
            (clashes || hints).then(|| Watched {
                shadow: Shadow::new(records, hints),
                grid: across.then(|| Grid::new(records)),
                space: facts.space,
                grain: facts.grain,
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

    /// Where the record begins that a finding names, in bytes.
    pub(crate) fn address_of(&self, memory: u32, record: u32) -> u32 {
        let watched = self.memories.get(memory as usize).and_then(Option::as_ref);
        record
            * watched
                .map_or(Grain::Words, |watched| watched.grain)
                .bytes()
    }

    /// A request will change the memory whose `contents` these are: from now on its words are looked at one by one.
    pub(crate) fn expect(&mut self, touched: &Touched<'_>, contents: &[u32]) {
        if let Some((watched, mut visit, _)) = self.visit(touched.op, touched.memory) {
            // Halves are looked at one by one from the start.
            let by_strip = watched.grain == Grain::Words;
            for address in touched.addresses.iter().filter(|_| by_strip) {
                let (from, to) = (address / 4, address / 4 + touched.words.max(1) - 1);
                for strip in from / 64..=to / 64 {
                    watched.look_at_words(&mut visit, strip, contents);
                }
            }
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
        let writes = visit.nature.writes;
        let visit = &mut visit;
        let grain = watched.grain;
        let in_runs = grain == Grain::Words
            && visit.nature.atomic.is_none()
            && touched.makes_runs(writes)
            && !watched.shadow.looks_at_words(visit, touched.strip());
        if in_runs {
            let mut runs = touched.runs(writes).peekable();
            while let Some(run) = runs.next() {
                // Memory does not hold yet what a request writes: where a later run did not fit into the strip, the words of
                // this one would get records with what was there before.
                let more = runs.peek().is_some_and(|next| next.strip == run.strip);
                if writes && more {
                    watched.look_at_words(visit, run.strip, contents);
                }
                let lanes = || {
                    touched.lanes_of(&run).map(|(rank, invocation, word)| {
                        let lane = invocation - touched.first_invocation;
                        (invocation, word, written(rank, lane, 0))
                    })
                };
                let access = run.access(site, writes);
                watched.note(visit, run.strip, access, contents, lanes);
            }
            return;
        }
        let lanes = touched.mask.lanes().zip(touched.addresses).enumerate();
        let mut last = None;
        for (rank, (lane, address)) in lanes {
            let class = Class::new(site, touched.first_invocation + lane);
            for offset in 0..touched.words {
                let word = grain.record(address + touched.each * offset);
                if last.replace(word / 64) != Some(word / 64) {
                    watched.look_at_words(visit, word / 64, contents);
                }
                watched.touch(visit, word, class, written(rank, lane, offset));
            }
        }
    }

    /// Notes a row before it changes memory. `written` gives what a lane writes.
    pub(crate) fn touched_row(&mut self, row: &Row<'_>, written: impl Fn(u32) -> Option<u32>) {
        let Some((watched, mut visit, site)) = self.visit(row.op, row.memory) else {
            return;
        };
        if watched.grain == Grain::Halves {
            for lane in row.active() {
                let word = Grain::Halves.record(row.addresses.at(lane));
                watched.look_at_words(&mut visit, word / 64, row.contents);
                let class = Class::new(site, row.first_invocation + lane);
                watched.touch(&mut visit, word, class, written(lane));
            }
            return;
        }
        let row = row.normal();
        let (line, writes) = (row.line(), visit.nature.writes);
        row.parts(|part| {
            let access = Entry {
                mask: part.mask,
                many: if row.is_many() { part.mask } else { 0 },
                line,
                site,
                writes,
            };
            let lanes = || {
                row.lanes_of(part)
                    .map(|(lane, word)| (row.first_invocation + lane, word, written(lane)))
            };
            watched.note(&mut visit, part.strip, access, row.contents, lanes);
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
    /// Notes accesses to words of a strip: `lanes` gives them one by one, as invocation, word and what is written.
    #[inline]
    fn note<I: Iterator<Item = (u32, u32, Option<u32>)>>(
        &mut self,
        visit: &mut Visit<'_>,
        strip: u32,
        access: Entry,
        contents: &[u32],
        lanes: impl Fn() -> I,
    ) {
        let among = |mask: u64| lanes().filter(move |(_, word, _)| mask >> (word % 64) & 1 == 1);
        let changes = |mask: u64| {
            among(mask).fold(0, |changes, (_, word, written)| {
                let changed = contents.get(word as usize).copied() != written;
                changes | u64::from(changed) << (word % 64)
            })
        };
        let site = access.site;
        let added = self.shadow.note(visit, strip, access, contents, changes);
        let news = added.unwrap_or_else(|| {
            lanes().fold(0, |news, (invocation, word, written)| {
                let class = Class::new(site, invocation);
                let is_news = self.shadow.touch(visit, word, class, written);
                news | u64::from(is_news) << (word % 64)
            })
        });
        let (Some(grid), true) = (&mut self.grid, news != 0) else {
            return;
        };
        let holding = Holding {
            mask: news,
            site,
            workgroup: visit.workgroup,
        };
        let told = (visit.natures, &mut *visit.reports);
        if !grid.note(told, strip, holding, contents, changes) {
            for (invocation, word, written) in among(news) {
                let accessor = visit.accessor(Class::new(site, invocation));
                grid.touch(visit.natures, visit.reports, word, accessor, written);
            }
        }
    }

    /// Notes an access to a word that has a record of its own.
    #[inline(always)]
    fn touch(&mut self, visit: &mut Visit<'_>, word: u32, class: Class, written: Option<u32>) {
        let news = self.shadow.touch(visit, word, class, written);
        if let (true, Some(grid)) = (news, &mut self.grid) {
            let accessor = visit.accessor(class);
            grid.touch(visit.natures, visit.reports, word, accessor, written);
        }
    }

    /// Gives the words of a strip records of their own.
    fn look_at_words(&mut self, visit: &mut Visit<'_>, strip: u32, contents: &[u32]) {
        self.shadow.look_at_words(visit, strip, contents);
        if let Some(grid) = &mut self.grid {
            grid.look_at_words((visit.natures, &mut *visit.reports), strip, contents);
        }
    }
}
