//! Happens-before for memory: which accesses of different lanes nothing orders.
//!
//! Inside a workgroup only barriers order, each kind its own memory; between workgroups nothing does. Atomic
//! operations are relaxed in WGSL: they race with no other atomic, and order nothing.
//!
//! Two 16-bit floats share a word of memory. A memory with such has a record for each half of a word, and its requests
//! are looked at lane by lane; there, and only there, a word's number is a half's. No two types share an address, so a
//! whole word is noted at its first half alone.

use super::access_context::AccessContext;
use super::access_semantics::{Clash, Semantics};
use super::accessors::Accessors;
use super::affine_access::AffineAccess;
use super::dispatch_block::DispatchAccess;
use super::dispatch_shadow::DispatchShadow;
use super::report::Reports;
use super::warp_access::WarpAccess;
use super::workgroup_block::BlockAccess;
use super::workgroup_shadow::WorkgroupShadow;
use crate::program::{Address, BarrierKind, Space};

/// Returns the value that a lane writes: the arguments are its rank in the request, its lane number in the gang or
/// warp, and the number of the word among those that it writes.
///
/// A pointer instead of a type parameter, because the detector is large and one copy of it is enough.
pub(crate) type WrittenByLane<'a> = &'a dyn Fn(usize, u32, u32) -> u32;

/// A memory of which races are looked for.
#[derive(Debug)]
struct Watched {
    workgroup_shadow: WorkgroupShadow,
    dispatch_shadow: Option<DispatchShadow>,
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
    site_semantics: Vec<Semantics>,
    /// By position in the bytecode.
    site_of: Vec<u32>,
    memories: Vec<Option<Watched>>,
    pub(crate) reports: Reports,
    workgroup: u32,
    workgroup_began: u32,
    /// First epochs after the last barriers of workgroup and of storage memory.
    ordered: [u32; 2],
    /// From this epoch on nothing counts: a barrier was in divergent flow, and what follows is not defined.
    until: Option<u32>,
}

impl Detector {
    /// `sites`: memory and semantics of each. `site_of`: the sites of instructions.
    pub(crate) fn new(
        sites: &[Option<(u32, Semantics)>],
        site_of: &[(Address, u32)],
        memories: &[MemoryFacts],
        workgroups: u64,
    ) -> Self {
        let nothing = Semantics {
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
            let here: Vec<Semantics> = sites
                .iter()
                .flatten()
                .filter(|(of, _)| *of == memory)
                .map(|&(_, semantics)| semantics)
                .collect();
            let clashes = here
                .iter()
                .any(|a| here.iter().any(|b| a.clash(*b) != Clash::None));
            let hints =
                facts.space == Space::Workgroup && here.iter().any(|semantics| semantics.reads);
            let across = clashes && facts.space == Space::Storage && workgroups > 1;
            let records = facts.words * 4 / facts.grain.bytes() as usize;
            (clashes || hints).then(|| Watched {
                workgroup_shadow: WorkgroupShadow::new(records, hints),
                dispatch_shadow: across.then(|| DispatchShadow::new(records)),
                space: facts.space,
                grain: facts.grain,
            })
        };
        Detector {
            site_semantics: sites
                .iter()
                .map(|site| site.map_or(nothing, |(_, semantics)| semantics))
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
        self.reports.epoch += 1;
        self.reports.barrier = None;
        self.workgroup = workgroup;
        self.workgroup_began = self.reports.epoch;
        self.ordered = [self.reports.epoch; 2];
        for watched in self.memories.iter_mut().flatten() {
            watched.workgroup_shadow.begin_workgroup();
        }
    }

    pub(crate) fn end_workgroup(&mut self) {
        if self.until.is_none() {
            self.reports.end_epoch();
        }
    }

    /// All lanes came to a barrier: a new epoch begins.
    pub(crate) fn barrier_opened(&mut self, kind: BarrierKind, line: u32) {
        if self.until.is_none() {
            self.reports.end_epoch();
        }
        self.reports.epoch += 1;
        self.reports.barrier = Some((kind, line));
        let epoch = self.reports.epoch;
        let [workgroup, storage] = &mut self.ordered;
        match kind {
            BarrierKind::Workgroup => *workgroup = epoch,
            BarrierKind::Storage => *storage = epoch,
            BarrierKind::Both => (*workgroup, *storage) = (epoch, epoch),
        }
    }

    /// Not all lanes came to a barrier. How far they got before it is open, so this epoch does not count either.
    pub(crate) fn diverged(&mut self) {
        self.until.get_or_insert(self.reports.epoch);
    }

    /// The first epoch that does not count.
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
    pub(crate) fn will_change(&mut self, request: &WarpAccess<'_>, contents: &[u32]) {
        if let Some((watched, mut context, _)) = self.context_of(request.op, request.memory) {
            // Halves are looked at one by one from the start.
            let by_block = watched.grain == Grain::Words;
            for address in request.addresses.iter().filter(|_| by_block) {
                let (from, to) = (address / 4, address / 4 + request.words.max(1) - 1);
                for block in from / 64..=to / 64 {
                    watched.split_block(&mut context, block, contents);
                }
            }
        }
    }

    /// Notes a request before it changes the memory's `contents`, or after `expect`. `written` gives what the lane of
    /// a rank (and number) writes to its so-many-th word.
    pub(crate) fn record_warp_access(
        &mut self,
        request: &WarpAccess<'_>,
        contents: &[u32],
        written: Option<WrittenByLane<'_>>,
    ) {
        let Some((watched, mut context, site)) = self.context_of(request.op, request.memory) else {
            return;
        };
        let writes = context.semantics.writes;
        let context = &mut context;
        let grain = watched.grain;
        let in_runs = grain == Grain::Words
            && context.semantics.atomic.is_none()
            && request.makes_runs(writes)
            && !watched.workgroup_shadow.is_split(context, request.block());
        if in_runs {
            let mut runs = request.runs(writes).peekable();
            while let Some(run) = runs.next() {
                // Memory does not hold yet what a request writes: where a later run did not fit into the block, the words of
                // this one would get records with what was there before.
                let more = runs.peek().is_some_and(|next| next.block == run.block);
                if writes && more {
                    watched.split_block(context, run.block, contents);
                }
                let lanes = || {
                    request.lanes_of(&run).map(|(rank, invocation, word)| {
                        let lane = invocation - request.first_invocation;
                        (
                            invocation,
                            word,
                            written.map(|written| written(rank, lane, 0)),
                        )
                    })
                };
                let access = run.access(site, writes);
                watched.add_block(context, run.block, access, contents, lanes);
            }
            return;
        }
        let lanes = request.mask.lanes().zip(request.addresses).enumerate();
        let mut last = None;
        for (rank, (lane, address)) in lanes {
            let accessors = Accessors::new(site, request.first_invocation + lane);
            for offset in 0..request.words {
                let word = grain.record(address + request.each * offset);
                if last.replace(word / 64) != Some(word / 64) {
                    watched.split_block(context, word / 64, contents);
                }
                let written = written.map(|written| written(rank, lane, offset));
                watched.add_word(context, word, accessors, written);
            }
        }
    }

    /// Notes a row before it changes memory. `written` gives what a lane writes.
    pub(crate) fn record_affine_access(
        &mut self,
        request: &AffineAccess<'_>,
        written: Option<WrittenByLane<'_>>,
    ) {
        let Some((watched, mut context, site)) = self.context_of(request.op, request.memory) else {
            return;
        };
        if watched.grain == Grain::Halves {
            for lane in request.active() {
                let word = Grain::Halves.record(request.addresses.at(lane));
                watched.split_block(&mut context, word / 64, request.contents);
                let accessors = Accessors::new(site, request.first_invocation + lane);
                let written = written.map(|written| written(0, lane, 0));
                watched.add_word(&mut context, word, accessors, written);
            }
            return;
        }
        let request = request.normalized();
        let (map, writes) = (request.map(), context.semantics.writes);
        request.parts(|part| {
            let access = BlockAccess {
                mask: part.mask,
                many: if request.is_many() { part.mask } else { 0 },
                map,
                site,
                writes,
            };
            let lanes = || {
                request.lanes_of(part).map(|(lane, word)| {
                    let written = written.map(|written| written(0, lane, 0));
                    (request.first_invocation + lane, word, written)
                })
            };
            watched.add_block(&mut context, part.block, access, request.contents, lanes);
        });
    }

    /// The moment of an instruction, and its site, if it counts.
    #[inline]
    fn context_of(
        &mut self,
        op: Address,
        memory: u32,
    ) -> Option<(&mut Watched, AccessContext<'_>, u32)> {
        let watched = self.memories.get_mut(memory as usize)?.as_mut()?;
        let &site = self.site_of.get(op as usize)?;
        if self.until.is_some() {
            return None;
        }
        let context = AccessContext {
            epoch: self.reports.epoch,
            ordered: self.ordered[usize::from(watched.space == Space::Storage)],
            workgroup_began: self.workgroup_began,
            workgroup: self.workgroup,
            semantics: self.site_semantics[site as usize],
            site_semantics: &self.site_semantics,
            reports: &mut self.reports,
        };
        Some((watched, context, site))
    }
}

impl Watched {
    /// Notes accesses to words of a block: `lanes` gives them one by one, as invocation, word and what is written.
    #[inline]
    fn add_block<I: Iterator<Item = (u32, u32, Option<u32>)>>(
        &mut self,
        context: &mut AccessContext<'_>,
        block: u32,
        access: BlockAccess,
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
        let added = self
            .workgroup_shadow
            .add_block(context, block, access, contents, &changes);
        let news = added.unwrap_or_else(|| {
            lanes().fold(0, |news, (invocation, word, written)| {
                let accessors = Accessors::new(site, invocation);
                let is_news = self
                    .workgroup_shadow
                    .add_word(context, word, accessors, written);
                news | u64::from(is_news) << (word % 64)
            })
        });
        let (Some(dispatch_shadow), true) = (&mut self.dispatch_shadow, news != 0) else {
            return;
        };
        let access = DispatchAccess {
            mask: news,
            site,
            workgroup: context.workgroup,
        };
        let sink = (context.site_semantics, &mut *context.reports);
        if !dispatch_shadow.add_block(sink, block, access, contents, &changes) {
            for (invocation, word, written) in among(news) {
                let accessor = context.accessor(Accessors::new(site, invocation));
                dispatch_shadow.add_word(
                    context.site_semantics,
                    context.reports,
                    word,
                    accessor,
                    written,
                );
            }
        }
    }

    /// Notes an access to a word that has a record of its own.
    #[inline(always)]
    fn add_word(
        &mut self,
        context: &mut AccessContext<'_>,
        word: u32,
        accessors: Accessors,
        written: Option<u32>,
    ) {
        let news = self
            .workgroup_shadow
            .add_word(context, word, accessors, written);
        if let (true, Some(dispatch_shadow)) = (news, &mut self.dispatch_shadow) {
            let accessor = context.accessor(accessors);
            dispatch_shadow.add_word(
                context.site_semantics,
                context.reports,
                word,
                accessor,
                written,
            );
        }
    }

    /// Gives the words of a block records of their own.
    fn split_block(&mut self, context: &mut AccessContext<'_>, block: u32, contents: &[u32]) {
        self.workgroup_shadow.split_block(context, block, contents);
        if let Some(dispatch_shadow) = &mut self.dispatch_shadow {
            dispatch_shadow.split_block(
                (context.site_semantics, &mut *context.reports),
                block,
                contents,
            );
        }
    }
}
