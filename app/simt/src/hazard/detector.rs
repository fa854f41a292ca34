//! The race detector: records every request in shadow memory, which reports the accesses that nothing orders.
//!
//! Inside a workgroup only barriers order accesses, each kind those to its memory; nothing orders workgroups. Atomic
//! operations are relaxed in WGSL: they do not race with other atomics, and they order nothing.
//!
//! Two 16-bit floats share a word of memory, and so do four bytes of a translated text. A memory that contains them has a
//! record for each half word or byte, and its requests are recorded lane by lane: each at all records that it covers. In
//! such a memory, and only there, the detector's word numbers count half words or bytes.

use super::access_context::AccessContext;
use super::access_semantics::{Clash, Semantics};
use super::accessors::Accessors;
use super::affine_access::AffineAccess;
use super::dispatch_shadow::DispatchShadow;
use super::fence_order::FenceOrder;
use super::footprint::Footprint;
use super::grain::Grain;
use super::report::{Accessor, Reports};
use super::warp_access::WarpAccess;
use super::warp_order::WarpOrder;
use super::watched::Watched;
use super::workgroup_block::BlockAccess;
use super::workgroup_shadow::WorkgroupShadow;
use crate::lanes::ActiveMask;
use crate::program::{Address, BarrierKind, Space};
use wgsl::FenceScope;

/// Returns the value that a lane writes: the arguments are its rank in the request, its lane number in the gang or
/// warp, and the number of the word among those that it writes.
///
/// A pointer instead of a type parameter, because the detector is large and one copy of it is enough.
pub(crate) type WrittenByLane<'a> = &'a dyn Fn(usize, u32, u32) -> u32;

/// The words of each memory that a workgroup has written, in blocks of 64; empty where it does not matter.
#[derive(Debug, Default)]
pub(crate) struct WrittenWords(Vec<Vec<u64>>);

/// The facts that the detector needs of a memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryFacts {
    pub(crate) space: Space,
    /// The barrier that orders accesses of a workgroup.
    pub(crate) barrier: BarrierKind,
    pub(crate) words: usize,
    pub(crate) grain: Grain,
}

#[derive(Debug)]
pub(crate) struct Detector {
    /// By number of the site.
    site_semantics: Vec<Semantics>,
    /// Components of the vector that each site's store belongs to, by number of the site.
    site_vectors: Vec<u32>,
    /// Number of the site, by position in the bytecode.
    site_of: Vec<u32>,
    memories: Vec<Option<Watched>>,
    pub(crate) reports: Reports,
    /// `None` if the kernel has no barrier of warps, and no volatile access that is one in lockstep.
    warp_order: Option<WarpOrder>,
    /// The volatile sites, if they order a warp; else empty.
    volatile: Vec<bool>,
    /// `None` if the kernel has no fences.
    fence_order: Option<FenceOrder>,
    workgroup: u32,
    workgroup_began: u32,
    /// First epochs after the last barriers of workgroup memory, buffers and textures.
    ordered: [u32; 3],
    /// First epoch that is ignored: a barrier was in divergent control flow, and the behaviour after it is undefined.
    until: Option<u32>,
    /// The first access that was not recorded, because the others had too many turns.
    unrecorded: Option<Accessor>,
}

impl Detector {
    /// Creates a detector. `sites`: memory and semantics of each site. `site_of`: the sites of instructions, by
    /// position.
    pub(crate) fn new(
        sites: &[Option<(u32, Semantics)>],
        site_vectors: Vec<u32>,
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
                .filter(|(watched, _)| *watched == memory)
                .map(|&(_, semantics)| semantics)
                .collect();
            let clashes = here.iter().any(|a| here.iter().any(|b| a.clash(*b) != Clash::None));
            let hints = facts.space == Space::Workgroup && here.iter().any(|semantics| semantics.reads);
            let across = clashes && facts.space == Space::Storage && workgroups > 1;
            let records = facts.words * 4 / facts.grain.bytes() as usize;
            (clashes || hints).then(|| Watched {
                workgroup_shadow: WorkgroupShadow::new(records, hints),
                dispatch_shadow: across.then(|| DispatchShadow::new(records)),
                across,
                records,
                barrier: facts.barrier,
                grain: facts.grain,
            })
        };
        Detector {
            site_semantics: sites
                .iter()
                .map(|site| site.map_or(nothing, |(_, semantics)| semantics))
                .collect(),
            site_vectors,
            site_of: dense,
            memories: (0..).zip(memories).map(watched).collect(),
            reports: Reports::default(),
            warp_order: None,
            volatile: Vec::new(),
            fence_order: None,
            workgroup: 0,
            workgroup_began: 0,
            ordered: [0; 3],
            until: None,
            unrecorded: None,
        }
    }

    /// Orders the accesses of each warp around its barriers, in a kernel that has such barriers.
    pub(crate) fn with_warp_order(mut self, warp_width: u32) -> Self {
        self.warp_order = Some(WarpOrder::new(warp_width, self.site_semantics.len()));
        self
    }

    /// Orders the accesses of each warp around its volatile ones, which are listed by number of the site.
    pub(crate) fn with_volatile_order(mut self, warp_width: u32, volatile: Vec<bool>) -> Self {
        self.volatile = volatile;
        match self.warp_order {
            Some(_) => self,
            None => self.with_warp_order(warp_width),
        }
    }

    /// Releases turns from this number of them on.
    #[cfg(test)]
    pub(super) fn crowded_by(mut self, turns: usize) -> Self {
        self.warp_order = self.warp_order.map(|order| order.crowded_by(turns));
        self
    }

    /// Orders accesses by fences, in a kernel that has them. `widest`: the widest scope among them.
    pub(crate) fn with_fence_order(mut self, warp_width: u32, widest: FenceScope) -> Self {
        self.fence_order = Some(FenceOrder::default());
        if widest == FenceScope::Device {
            for watched in self.memories.iter_mut().flatten() {
                watched.dispatch_shadow = None;
            }
        }
        // A fence orders accesses of single lanes, which turns name.
        match self.warp_order {
            Some(_) => self,
            None => self.with_warp_order(warp_width),
        }
    }

    /// Records that lanes of a warp execute a fence.
    pub(crate) fn fenced(&mut self, first_invocation: u32, lanes: ActiveMask, scope: FenceScope) {
        if let Some(order) = &mut self.fence_order {
            lanes
                .lanes()
                .for_each(|lane| order.fence(first_invocation + lane, scope));
        }
    }

    /// Returns true if each request must be of one warp.
    pub(crate) fn wants_warps(&self) -> bool {
        self.warp_order.is_some()
    }

    /// Records that lanes of a warp have met at its barrier.
    pub(crate) fn warp_met(&mut self, first_invocation: u32, lanes: ActiveMask) {
        if let Some(order) = &mut self.warp_order {
            order.meet(first_invocation, lanes);
        }
        if let Some(order) = &mut self.fence_order {
            let lanes: Vec<u32> = lanes.lanes().map(|lane| first_invocation + lane).collect();
            order.meet(&lanes);
        }
    }

    pub(crate) fn begin_workgroup(&mut self, workgroup: u32) {
        if let Some(order) = &mut self.warp_order {
            order.begin();
        }
        if let Some(order) = &mut self.fence_order {
            order.begin_workgroup(workgroup);
        }
        self.reports.epoch += 1;
        self.reports.barrier = None;
        self.workgroup = workgroup;
        self.workgroup_began = self.reports.epoch;
        self.ordered = [self.reports.epoch; 3];
        for watched in self.memories.iter_mut().flatten() {
            watched.workgroup_shadow.begin_workgroup();
        }
    }

    pub(crate) fn end_workgroup(&mut self) {
        if !self.has_stopped() {
            self.reports.end_epoch();
        }
    }

    /// Records that all lanes came to a barrier: a new epoch begins.
    pub(crate) fn barrier_opened(&mut self, kind: BarrierKind, line: u32) {
        if !self.has_stopped() {
            self.reports.end_epoch();
        }
        if let Some(order) = &mut self.fence_order {
            order.barrier_opened();
        }
        self.reports.epoch += 1;
        self.reports.barrier = Some((kind, line));
        let epoch = self.reports.epoch;
        let [workgroup, storage, texture] = &mut self.ordered;
        match kind {
            BarrierKind::Workgroup => *workgroup = epoch,
            BarrierKind::Storage => *storage = epoch,
            BarrierKind::Both => (*workgroup, *storage) = (epoch, epoch),
            BarrierKind::Texture => *texture = epoch,
            BarrierKind::Grid => self.ordered = [epoch; 3],
        }
        let ordered = self.ordered;
        let mut watched = self.memories.iter().flatten();
        if let Some(order) = &mut self.warp_order
            && watched.all(|watched| watched.ordered(ordered) == epoch)
        {
            order.begin();
        }
    }

    /// Returns true if nothing was found.
    pub(crate) fn is_clean(&self) -> bool {
        let reports = &self.reports;
        reports.pairs(u32::MAX).next().is_none()
            && reports.unwritten_reads().next().is_none()
            && self.until.is_none()
            && self.unrecorded.is_none()
    }

    /// Returns the words of buffers that workgroups have accessed.
    pub(crate) fn footprint(&self) -> Footprint {
        let touched = |watched: &Option<Watched>| {
            let watched = watched.as_ref()?;
            let shadow = watched.dispatch_shadow.as_ref()?;
            Some(shadow.footprint(watched.records))
        };
        let memories = self.memories.iter();
        Footprint(memories.map(|it| touched(it).unwrap_or_default()).collect())
    }

    /// Records that all workgroups came to a barrier of the grid: it orders all their accesses.
    pub(crate) fn grid_barrier_opened(&mut self) {
        if let Some(order) = &mut self.fence_order {
            *order = FenceOrder::default();
        }
        for watched in self.memories.iter_mut().flatten() {
            if let Some(shadow) = &mut watched.dispatch_shadow {
                *shadow = DispatchShadow::new(watched.records);
            }
        }
    }

    /// Returns the words of workgroup memory that the workgroup has written: a mask for each block of each memory. All
    /// accesses must be ordered by a barrier.
    pub(crate) fn written_words(&mut self) -> WrittenWords {
        let began = self.workgroup_began;
        let written = |watched: &mut Watched| watched.workgroup_shadow.written_words(began);
        let memories = self.memories.iter_mut();
        WrittenWords(
            memories
                .map(|watched| watched.as_mut().map_or_else(Vec::new, written))
                .collect(),
        )
    }

    /// Restores the words that the workgroup, which has just begun again, has written before.
    pub(crate) fn put_written_words(&mut self, written: &WrittenWords) {
        for (watched, words) in self.memories.iter_mut().zip(&written.0) {
            if let Some(watched) = watched {
                watched.workgroup_shadow.put_written_words(self.workgroup_began, words);
            }
        }
    }

    /// Records that not all lanes came to a barrier. It is not known how far the others got, so the current epoch is
    /// ignored too.
    pub(crate) fn diverged(&mut self) {
        self.until.get_or_insert(self.reports.epoch);
    }

    /// Returns true if accesses are no longer recorded.
    fn has_stopped(&self) -> bool {
        self.until.is_some() || self.unrecorded.is_some()
    }

    pub(crate) fn unrecorded(&self) -> Option<Accessor> {
        self.unrecorded
    }

    /// Returns the first epoch that is ignored.
    pub(crate) fn until(&self) -> u32 {
        self.until.unwrap_or(u32::MAX)
    }

    /// Returns true if races are looked for in a memory.
    pub(crate) fn watches(&self, memory: u32) -> bool {
        matches!(self.memories.get(memory as usize), Some(Some(_)))
    }

    /// Returns the byte address of a record that a finding names.
    pub(crate) fn address_of(&self, memory: u32, record: u32) -> u32 {
        let watched = self.memories.get(memory as usize).and_then(Option::as_ref);
        record * watched.map_or(Grain::Words, |watched| watched.grain).bytes()
    }

    /// Returns the number of records that `bytes` of a memory have: each counts them once.
    pub(crate) fn records_of(&self, memory: u32, bytes: u32) -> u64 {
        let watched = self.memories.get(memory as usize).and_then(Option::as_ref);
        let grain = watched.map_or(Grain::Words, |watched| watched.grain);
        u64::from((bytes / grain.bytes()).max(1))
    }

    /// Prepares for a request that changes memory before it is recorded: its words get separate records now, while
    /// memory still has their old `contents`.
    pub(crate) fn will_change(&mut self, request: &WarpAccess<'_>, contents: &[u32]) {
        if let Some((watched, mut context, _)) = self.context_of(request.op, request.memory, None) {
            // Parts of words have separate records from the start.
            let by_block = watched.grain == Grain::Words;
            for address in request.addresses.iter().filter(|_| by_block) {
                let (from, to) = (address / 4, address / 4 + request.words.max(1) - 1);
                for block in from / 64..=to / 64 {
                    watched.split_block(&mut context, block, contents);
                }
            }
        }
    }

    /// Records a request, before it changes the memory's `contents` or after `will_change`. `written` is `None` if it
    /// only reads.
    pub(crate) fn record_warp_access(
        &mut self,
        request: &WarpAccess<'_>,
        contents: &[u32],
        written: Option<WrittenByLane<'_>>,
    ) {
        self.order_by_fences(request, written);
        let site = self.site_of.get(request.op as usize);
        let is_volatile = site.is_some_and(|&site| self.volatile.get(site as usize) == Some(&true));
        let is_meeting = is_volatile && !self.has_stopped();
        if is_meeting {
            self.warp_met(request.first_invocation, request.mask);
        }
        self.record_by_words(request, contents, written);
        if is_meeting {
            self.warp_met(request.first_invocation, request.mask);
        }
    }

    fn record_by_words(&mut self, request: &WarpAccess<'_>, contents: &[u32], written: Option<WrittenByLane<'_>>) {
        let vector = self.vector_at(request.op);
        let warp = Some(request.first_invocation);
        let Some((watched, mut context, site)) = self.context_of(request.op, request.memory, warp) else {
            return;
        };
        if let (2.., Grain::Words, Some(written)) = (vector, watched.grain, written) {
            for (rank, (lane, &address)) in request.mask.lanes().zip(request.addresses).enumerate() {
                let accessors = Accessors::new(site, request.first_invocation + lane);
                let value = written(rank, lane, 0);
                watched.add_vector(&mut context, address, vector, accessors, value, contents);
            }
            return;
        }
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
                // Memory does not contain yet what this request writes. If a later run did not fit into the block, the
                // words of this run would get records with old values.
                let more = runs.peek().is_some_and(|next| next.block == run.block);
                if writes && more {
                    watched.split_block(context, run.block, contents);
                }
                let lanes = || {
                    request.lanes_of(&run).map(|(rank, invocation, word)| {
                        let lane = invocation - request.first_invocation;
                        (invocation, word, written.map(|written| written(rank, lane, 0)))
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
                let first = grain.record(address + request.each * offset);
                let written = written.map(|written| written(rank, lane, offset));
                for (part, bits) in grain.parts(request.each) {
                    let word = first + part;
                    if last.replace(word / 64) != Some(word / 64) {
                        watched.split_block(context, word / 64, contents);
                    }
                    let written = written.map(|value| bits.of(value));
                    watched.add_word(context, word, accessors, written);
                }
            }
        }
    }

    /// Lists a request, and compares it with those of other workgroups, in a kernel that has fences.
    fn order_by_fences(&mut self, request: &WarpAccess<'_>, written: Option<WrittenByLane<'_>>) {
        if self.has_stopped() {
            return;
        }
        let watched = self.memories.get(request.memory as usize);
        let Some((order, watched)) = self.fence_order.as_mut().zip(watched.and_then(Option::as_ref)) else {
            return;
        };
        let Some(&site) = self.site_of.get(request.op as usize) else {
            return;
        };
        // The shadow memory finds the races of a workgroup, and those of others if no fence orders these.
        let is_across = watched.across && watched.dispatch_shadow.is_none();
        for (rank, (lane, address)) in request.mask.lanes().zip(request.addresses).enumerate() {
            for offset in 0..request.words {
                order.add(
                    &self.site_semantics,
                    is_across.then_some(&mut self.reports),
                    (request.memory, watched.grain.record(address + request.each * offset)),
                    (site, request.first_invocation + lane),
                    written.map(|written| written(rank, lane, offset)),
                );
            }
        }
    }

    /// Records an affine access before it changes memory. `written` is `None` if it only reads.
    pub(crate) fn record_affine_access(&mut self, request: &AffineAccess<'_>, written: Option<WrittenByLane<'_>>) {
        let vector = self.vector_at(request.op);
        let Some((watched, mut context, site)) = self.context_of(request.op, request.memory, None) else {
            return;
        };
        if let (2.., Grain::Words, Some(written)) = (vector, watched.grain, written) {
            for lane in request.active() {
                let accessors = Accessors::new(site, request.first_invocation + lane);
                let (address, value) = (request.addresses.at(lane), written(0, lane, 0));
                let contents = request.contents;
                watched.add_vector(&mut context, address, vector, accessors, value, contents);
            }
            return;
        }
        let grain = watched.grain;
        if grain != Grain::Words {
            for lane in request.active() {
                let first = grain.record(request.addresses.at(lane));
                let accessors = Accessors::new(site, request.first_invocation + lane);
                let written = written.map(|written| written(0, lane, 0));
                for (part, bits) in grain.parts(4) {
                    let word = first + part;
                    watched.split_block(&mut context, word / 64, request.contents);
                    let written = written.map(|value| bits.of(value));
                    watched.add_word(&mut context, word, accessors, written);
                }
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

    /// Releases the turns that no record has any more. Returns false if there are too many others.
    #[cold]
    fn release_turns(&mut self) -> bool {
        let (ordered, memories) = (self.ordered, &self.memories);
        let each_kept = |keep: &mut dyn FnMut(u32)| {
            for watched in memories.iter().flatten() {
                watched.workgroup_shadow.turns(watched.ordered(ordered), keep);
            }
        };
        self.warp_order.as_mut().is_none_or(|order| order.release(each_kept))
    }

    /// Returns the number of components of the vector that a store belongs to, or 0.
    fn vector_at(&self, op: Address) -> u32 {
        let site = self.site_of.get(op as usize);
        let vector = site.and_then(|&site| self.site_vectors.get(site as usize));
        vector.copied().unwrap_or(0)
    }

    /// Returns the context of an instruction, and its site, or its turn if a warp's order counts; `None` if the access
    /// is ignored. `warp`: the first invocation of a request.
    #[inline]
    fn context_of(
        &mut self,
        op: Address,
        memory: u32,
        warp: Option<u32>,
    ) -> Option<(&mut Watched, AccessContext<'_>, u32)> {
        let &site = self.site_of.get(op as usize)?;
        let is_crowded = || self.warp_order.as_ref().is_some_and(WarpOrder::is_crowded);
        if !self.has_stopped() && is_crowded() && !self.release_turns() {
            self.unrecorded = Some(Accessor {
                site,
                workgroup: self.workgroup,
                lane: warp,
            });
        }
        if self.has_stopped() {
            return None;
        }
        let watched = self.memories.get_mut(memory as usize)?.as_mut()?;
        let mut number = site;
        if let (Some(order), Some(first_invocation)) = (&mut self.warp_order, warp) {
            number = order.turn(site, first_invocation);
        }
        let context = AccessContext {
            epoch: self.reports.epoch,
            ordered: watched.ordered(self.ordered),
            workgroup_began: self.workgroup_began,
            workgroup: self.workgroup,
            semantics: self.site_semantics[site as usize],
            site_semantics: &self.site_semantics,
            warp_order: self.warp_order.as_mut(),
            fence_order: self.fence_order.as_ref().map(|order| (order, memory)),
            reports: &mut self.reports,
        };
        Some((watched, context, number))
    }
}
