//! Shadow memory of one workgroup: the accesses of its lanes to each word since the last barrier that orders it.
//!
//! A record keeps the *set* of accesses, by site and lane, without their order. Findings are a function of these sets,
//! so they do not depend on the schedule. An epoch lasts from one barrier, of any kind, to the next. The records of a
//! memory are void once a barrier of its kind has opened.
//!
//! Most requests of real kernels are affine and do not clash. Their sets are kept for blocks of 64 words. If an access
//! does not fit into its block, the words of the block get separate records.

use super::access_context::AccessContext;
use super::access_semantics::Semantics;
use super::accessors::Accessors;
use super::pages::Pages;
use super::report::Scope;
use super::word_records::{
    CHANGED, DIFFER, EXTRA, NO_ACCESSORS, STORED, WRITTEN, WRITTEN_BEFORE, WordRecord, WordRecords,
};
use super::workgroup_block::{BlockAccess, Sharing, WorkgroupBlock};
use crate::lanes::ActiveMask;

#[derive(Debug)]
pub(crate) struct WorkgroupShadow {
    blocks: Pages<WorkgroupBlock>,
    records: WordRecords,
    block_count: u32,
    /// True if reads that no write precedes are reported.
    hints: bool,
}

/// Limit of the sites of a word in one epoch, for each kind of access. Later sites are compared, but not listed.
const MOST_SITES: usize = 64;

impl WorkgroupShadow {
    pub(crate) fn new(words: usize, hints: bool) -> Self {
        WorkgroupShadow {
            blocks: Pages::new(words.div_ceil(64), WorkgroupBlock::NONE),
            records: WordRecords::new(words),
            block_count: words.div_ceil(64) as u32,
            hints,
        }
    }

    pub(crate) fn begin_workgroup(&mut self) {
        self.blocks.recycle();
        self.records.begin_workgroup();
    }

    /// Calls `keep` with the number of each turn that a record still has.
    pub(crate) fn turns(&self, ordered: u32, keep: &mut dyn FnMut(u32)) {
        let blocks = self.blocks.in_use();
        for block in blocks.filter(|block| block.epoch >= ordered && !block.by_word) {
            block.entries().iter().for_each(|entry| keep(entry.site));
        }
        self.records.turns(ordered, keep);
    }

    /// Returns the words of each block that the workgroup has written, if a read of others is reported. A barrier must have
    /// ordered all accesses.
    pub(crate) fn written_words(&mut self, workgroup_began: u32) -> Vec<u64> {
        if !self.hints {
            return Vec::new();
        }
        let (blocks, records) = (&mut self.blocks, &mut self.records);
        let written = |number: u32| match blocks.get(number) {
            Some(block) if block.epoch < workgroup_began => 0,
            Some(block) if block.by_word => records.written_before(number, workgroup_began),
            Some(block) => block.written_before | block.written,
            None => 0,
        };
        (0..self.block_count).map(written).collect()
    }

    /// Restores the words that a workgroup has written before it waited.
    pub(crate) fn put_written_words(&mut self, epoch: u32, words: &[u64]) {
        for (number, &written) in (0..).zip(words) {
            if let (Some(block), true) = (self.blocks.get(number), written != 0) {
                block.clear(epoch, written);
            }
        }
    }

    /// Records `access` in block `number` (64 words). `changes(mask)` returns the words of `mask` whose value would
    /// change. Returns the words whose access set grew, or `None` if each lane must be recorded with `add_word`.
    #[inline]
    pub(crate) fn add_block(
        &mut self,
        context: &mut AccessContext<'_>,
        number: u32,
        access: BlockAccess,
        contents: &[u32],
        changes: &dyn Fn(u64) -> u64,
    ) -> Option<u64> {
        let block = self.blocks.get(number)?;
        if block.epoch < context.ordered {
            let mut written_before = 0;
            if self.hints && block.epoch >= context.workgroup_began {
                written_before = if block.by_word {
                    self.records.written_before(number, context.workgroup_began)
                } else {
                    block.written_before | block.written
                };
            }
            block.clear(context.epoch, written_before);
        }
        let set = block.written_before | block.written;
        let unset = self.hints && context.semantics.reads && access.mask & !set != 0;
        let fits = block.epoch == context.epoch && !block.by_word && !unset;
        // Only separate records know the lanes of a word that several lanes of a turn accessed.
        let sharing = match context.warp_order {
            None => Sharing::Summarized,
            Some(_) => Sharing::Separate,
        };
        if fits && context.semantics.atomic.is_none() {
            let news = block.add(number, access, sharing, changes);
            if news.is_some() {
                return news;
            }
        }
        self.split_block(context, number, contents);
        None
    }

    /// Returns true if the words of a block have separate records; then accesses need not be summarized.
    #[inline]
    pub(crate) fn is_split(&mut self, context: &AccessContext<'_>, number: u32) -> bool {
        let block = self.blocks.get(number);
        block.is_some_and(|block| block.by_word && block.epoch >= context.workgroup_began)
    }

    /// Gives each word of a block a separate record. Written words must still contain the last value written.
    pub(crate) fn split_block(&mut self, context: &mut AccessContext<'_>, number: u32, contents: &[u32]) {
        let Some(block) = self.blocks.get(number) else {
            return;
        };
        if block.by_word {
            block.epoch = context.epoch;
            return;
        }
        if block.epoch < context.workgroup_began {
            block.clear(context.epoch, 0);
        }
        let held = *block;
        block.by_word = true;
        block.epoch = context.epoch;
        let (mut written_before, mut touched) = (held.written_before, 0);
        if held.epoch < context.ordered {
            written_before |= held.written;
        } else {
            touched = held.entries().iter().fold(0, |all, e| all | e.mask);
        }
        if !self.hints {
            written_before = 0;
        }
        for bit in ActiveMask(written_before | touched).lanes() {
            let word = 64 * number + bit;
            let has = |mask: u64| mask >> bit & 1 == 1;
            let flag_masks = [(held.written, WRITTEN | CHANGED | STORED), (held.differ, DIFFER)];
            let mut flags = if has(written_before) { WRITTEN_BEFORE } else { 0 };
            for (_, flag) in flag_masks.iter().filter(|(mask, _)| has(mask & touched)) {
                flags |= flag;
            }
            let Some(place) = self.records.of(word) else {
                continue;
            };
            let extra = place.flags & EXTRA;
            let mut record = WordRecord {
                epoch: if has(touched) {
                    held.epoch
                } else {
                    context.workgroup_began
                },
                accessors: NO_ACCESSORS,
                value: contents.get(word as usize).copied().unwrap_or(0),
                flags,
            };
            self.records.release(extra);
            let entries = held.entries().iter();
            for entry in entries.filter(|entry| has(entry.mask & touched)) {
                let accessors = context.single(entry.site, entry.map.invocation(word));
                let many = has(entry.many);
                let accessors = if many { accessors.as_many() } else { accessors };
                self.records.insert(&mut record, accessors);
            }
            if let Some(place) = self.records.of(word) {
                *place = record;
            }
        }
    }

    /// Records an access to a word, with the value that it wrote, if it did. Returns false if the access set stays the
    /// same.
    #[inline(always)]
    pub(crate) fn add_word(
        &mut self,
        context: &mut AccessContext<'_>,
        word: u32,
        accessors: Accessors,
        written: Option<u32>,
    ) -> bool {
        let Some(record) = self.records.of(word) else {
            return false;
        };
        if record.epoch == context.epoch
            && record.accessors.iter().any(|recorded| recorded.covers(accessors))
            && written.is_none_or(|value| value == record.value || record.flags & DIFFER != 0)
        {
            return false;
        }
        self.add_simple(context, word, accessors, written)
    }

    /// Handles the common cases: no access since the barrier, only reads, or only this lane. `add_general` handles all
    /// others.
    fn add_simple(
        &mut self,
        context: &mut AccessContext<'_>,
        word: u32,
        accessors: Accessors,
        written: Option<u32>,
    ) -> bool {
        if context.warp_order.is_some() {
            let accessors = context.single(accessors.site(), accessors.lane());
            return self.add_copied(context, word, accessors, written);
        }
        let Some(record) = self.records.of(word) else {
            return false;
        };
        let semantics = context.semantics;
        let written_flags = match written {
            Some(_) if semantics.reads => WRITTEN | CHANGED,
            Some(_) => WRITTEN | CHANGED | STORED,
            None => 0,
        };
        let is_set = |flags: u32| !self.hints || !semantics.reads || flags & (WRITTEN_BEFORE | STORED) != 0;
        if record.flags & EXTRA != 0 {
        } else if record.epoch < context.ordered {
            let written_before =
                record.epoch >= context.workgroup_began && record.flags & (WRITTEN_BEFORE | CHANGED) != 0;
            let flags = if written_before { WRITTEN_BEFORE } else { 0 };
            if is_set(flags) {
                *record = WordRecord {
                    epoch: context.epoch,
                    accessors: NO_ACCESSORS,
                    value: written.unwrap_or(0),
                    flags: flags | written_flags,
                };
                record.accessors[0] = accessors;
                return true;
            }
        } else if record.epoch == context.epoch && is_set(record.flags) {
            let only_reads = !semantics.writes && record.flags & WRITTEN == 0;
            let place = record
                .accessors
                .iter_mut()
                .find(|recorded| **recorded == Accessors::NONE || recorded.site() == accessors.site());
            if let (true, Some(place)) = (only_reads, place) {
                *place = if *place == Accessors::NONE {
                    accessors
                } else {
                    place.as_many()
                };
                return true;
            }
            if let Some(free) = record.free_place_of_own_lane(accessors) {
                record.accessors[free] = accessors;
                if let Some(value) = written {
                    if record.flags & WRITTEN == 0 {
                        record.value = value;
                    } else if record.value != value {
                        record.flags |= DIFFER;
                    }
                    record.flags |= written_flags;
                }
                return true;
            }
        }
        self.add_copied(context, word, accessors, written)
    }

    fn add_copied(
        &mut self,
        context: &mut AccessContext<'_>,
        word: u32,
        accessors: Accessors,
        written: Option<u32>,
    ) -> bool {
        let Some(mut record) = self.records.of(word).copied() else {
            return false;
        };
        let news = self.add_general(context, &mut record, word, accessors, written);
        if let Some(place) = self.records.of(word) {
            *place = record;
        }
        news
    }

    fn add_general(
        &mut self,
        context: &mut AccessContext<'_>,
        record: &mut WordRecord,
        word: u32,
        accessors: Accessors,
        written: Option<u32>,
    ) -> bool {
        if record.epoch < context.ordered {
            let written_before =
                record.epoch >= context.workgroup_began && record.flags & (WRITTEN_BEFORE | CHANGED) != 0;
            self.records.release(record.flags & EXTRA);
            record.accessors = NO_ACCESSORS;
            record.flags = if written_before { WRITTEN_BEFORE } else { 0 };
        } else if record.epoch < context.epoch {
            self.age(context, record);
        }
        record.epoch = context.epoch;
        // Values come first: whether they differ is part of a meeting.
        if let Some(value) = written {
            if record.flags & WRITTEN == 0 {
                record.value = value;
                record.flags |= WRITTEN | CHANGED;
            } else if record.value != value && record.flags & DIFFER == 0 {
                record.flags |= DIFFER;
                self.report_that_values_differ(context, record);
            }
        }
        if self.hints {
            self.watch_for_unwritten(context, record, word, accessors);
        }
        if !self.add_accessors(context, record, word, accessors) {
            // The accessors are known, but not the value.
            return written.is_some();
        }
        true
    }

    /// Adds accessors, and reports those that they clash with. Returns false if they are known already.
    fn add_accessors(
        &mut self,
        context: &mut AccessContext<'_>,
        record: &mut WordRecord,
        word: u32,
        accessors: Accessors,
    ) -> bool {
        let differs = record.flags & DIFFER != 0;
        let is_of_site = |&recorded: &Accessors| context.are_of_one_site(recorded, accessors);
        let same = self.records.current(record).find(is_of_site);
        if same.is_some_and(|same| context.covers(same, accessors)) {
            return false;
        }
        // The site has been compared with all others, except those of the only lane that it was used by so far, and those
        // that were ordered after that lane.
        let in_turns = context.warp_order.is_some();
        context.reports.comparisons += 1;
        let news = |recorded: Accessors| in_turns || same.is_none_or(|same| !same.differs(recorded));
        for recorded in self.records.current(record).filter(|&recorded| news(recorded)) {
            context.reports.comparisons += 1;
            context.meet(word, accessors, recorded, Scope::Unordered, differs);
        }
        for older in self.records.older(record) {
            context.meet(word, accessors, older, Scope::WrongBarrier, true);
        }
        match same {
            Some(same) => {
                let joined = context.joined(same, accessors);
                self.records.replace(record, same, joined);
            }
            None => self.list(context, record, accessors),
        }
        true
    }

    /// Lists accessors of a site that has none yet. No race of a word disappears by what is left out, only some of the
    /// sites that it could name.
    fn list(&mut self, context: &AccessContext<'_>, record: &mut WordRecord, accessors: Accessors) {
        let kind = context.semantics_of(accessors);
        let is_alike = |recorded: &Accessors| context.semantics_of(*recorded).is_alike(kind);
        let are_many = self.records.current(record).filter(is_alike).count() >= MOST_SITES;
        if context.warp_order.is_some() {
            return self.list_turn(context, record, accessors, |recorded| are_many && is_alike(&recorded));
        }
        if !are_many {
            return self.records.insert(record, accessors);
        }
        // With two lanes among the listed ones, each lane that clashes with a later site clashes with one of them.
        let alike = || self.records.current(record).filter(is_alike);
        let last = alike()
            .last()
            .filter(|last| alike().all(|recorded| !recorded.differs(*last)));
        if let Some(last) = last.filter(|last| last.differs(accessors)) {
            self.records.replace(record, last, accessors);
        }
    }

    /// Lists a turn, and removes those that it stands for: turns of its site, and of the sites that it may hide.
    ///
    /// An access that an earlier turn does not precede is not preceded by a turn after it either. So the later one stands
    /// for both, as does one of two turns between the same meetings that has all lanes of the other.
    fn list_turn(
        &mut self,
        context: &AccessContext<'_>,
        record: &mut WordRecord,
        accessors: Accessors,
        may_hide: impl Fn(Accessors) -> bool,
    ) {
        let site = context.site(accessors);
        let is_over = |recorded: Accessors| {
            let ordered = context.are_ordered(recorded, accessors);
            (ordered && context.site(recorded) == site)
                || may_hide(recorded) && (ordered || context.stands_for(accessors, recorded))
        };
        let over: Vec<Accessors> = self
            .records
            .current(record)
            .filter(|&recorded| is_over(recorded))
            .collect();
        for &recorded in &over {
            self.remember_races(context, record, recorded, accessors);
        }
        self.records.remove(record, |recorded| over.contains(&recorded));
        let stands = |recorded| may_hide(recorded) && context.stands_for(recorded, accessors);
        let is_hidden = self.records.current(record).any(stands);
        if is_hidden {
            self.remember_races(context, record, accessors, accessors);
        } else {
            self.records.insert(record, accessors);
        }
    }

    /// Remembers the sites that a turn races with, before it is listed no more: their values may still differ.
    fn remember_races(&mut self, context: &AccessContext<'_>, record: &mut WordRecord, over: Accessors, by: Accessors) {
        if record.flags & DIFFER != 0 || !context.semantics_of(over).writes {
            return;
        }
        let site = context.site(over);
        let current = self.records.current(record);
        let racing = current
            .chain([by])
            .filter(|&recorded| context.semantics_of(recorded).writes && !context.are_ordered(recorded, over));
        let pairs: Vec<(u32, u32)> = racing
            .map(|recorded| (site, context.site(recorded)))
            .filter(|&(a, b)| context.reports.has_met(a, b, Scope::Unordered))
            .collect();
        if !pairs.is_empty() {
            self.records.extra(record).raced.extend(pairs);
        }
    }

    /// Moves the accessors of the current epoch to the earlier ones: a barrier opened that does not order this memory.
    fn age(&mut self, context: &mut AccessContext<'_>, record: &mut WordRecord) {
        for accessors in self.records.end_epoch(record) {
            let site = context.site(accessors);
            let older = &mut self.records.extra(record).older;
            let is_same = |&&mut recorded: &&mut Accessors| context.are_of_one_site(recorded, accessors);
            if let Some(recorded) = older.iter_mut().find(is_same) {
                if !context.covers(*recorded, accessors) {
                    *recorded = context.joined(*recorded, accessors);
                }
                continue;
            }
            // As in `list`: the later turn stands for both.
            older.retain(|&recorded| context.site(recorded) != site || !context.are_ordered(recorded, accessors));
            older.push(accessors);
        }
    }

    fn report_that_values_differ(&self, context: &mut AccessContext<'_>, record: &WordRecord) {
        for (a, b) in self.records.raced(record) {
            context.reports.differ(a, b, Scope::Unordered);
        }
        for (index, a) in self.records.current(record).enumerate() {
            for b in self.records.current(record).take(index + 1) {
                if !context.are_ordered(a, b) {
                    let (a, b) = (context.site(a), context.site(b));
                    context.reports.differ(a, b, Scope::Unordered);
                }
            }
        }
    }

    /// Reports a read if no write precedes it: neither one before the last barrier that orders the word, nor one of the
    /// same lane since. If another lane stores since that barrier, before or after, the two race, and the race is
    /// reported instead.
    fn watch_for_unwritten(
        &mut self,
        context: &mut AccessContext<'_>,
        record: &mut WordRecord,
        word: u32,
        accessors: Accessors,
    ) {
        let semantics = context.semantics;
        if semantics.reads && record.flags & WRITTEN_BEFORE == 0 {
            if record.flags & STORED == 0 {
                let unwritten = &mut self.records.extra(record).unwritten;
                let mut all = unwritten.iter();
                let is_known = all.any(|&recorded| context.are_of_one_site(recorded, accessors));
                if !is_known && unwritten.len() < MOST_SITES {
                    unwritten.push(accessors);
                    context.reports.unwritten(word, context.accessor(accessors));
                }
            } else if self.races(context, record, accessors, Semantics::stores) {
                self.retract(context, record);
            }
        }
        if semantics.stores() {
            record.flags |= STORED;
            if self.races(context, record, accessors, |semantics| semantics.reads) {
                self.retract(context, record);
            }
        }
    }

    /// Returns true if nothing orders an access and another one since the last barrier whose semantics `is_such` accepts.
    fn races(
        &self,
        context: &AccessContext<'_>,
        record: &WordRecord,
        accessors: Accessors,
        is_such: fn(Semantics) -> bool,
    ) -> bool {
        let older = self.records.older(record);
        self.records
            .current(record)
            .chain(older)
            .any(|recorded| is_such(context.semantics_of(recorded)) && !context.are_ordered(recorded, accessors))
    }

    /// Takes back the reports of reads of a word that no write precedes.
    fn retract(&mut self, context: &mut AccessContext<'_>, record: &WordRecord) {
        let Some(extra) = self.records.extra_of(record) else {
            return;
        };
        for read in extra.unwritten.drain(..) {
            let site = context.site(read);
            context.reports.retract(site);
        }
    }
}
