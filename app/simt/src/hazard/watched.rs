//! A memory in which races are looked for, with its shadow memories.

use super::access_context::AccessContext;
use super::accessors::Accessors;
use super::dispatch_block::DispatchAccess;
use super::dispatch_shadow::DispatchShadow;
use super::grain::Grain;
use super::workgroup_block::BlockAccess;
use super::workgroup_shadow::WorkgroupShadow;
use crate::program::BarrierKind;

/// A memory in which races are looked for.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) workgroup_shadow: WorkgroupShadow,
    pub(super) dispatch_shadow: Option<DispatchShadow>,
    /// True if several workgroups may access it.
    pub(super) across: bool,
    /// Its length in records.
    pub(super) records: usize,
    pub(super) barrier: BarrierKind,
    pub(super) grain: Grain,
}

impl Watched {
    /// Returns the first epoch after the last barrier that orders this memory.
    pub(super) fn ordered(&self, [workgroup, storage, texture]: [u32; 3]) -> u32 {
        match self.barrier {
            BarrierKind::Workgroup | BarrierKind::Both | BarrierKind::Grid => workgroup,
            BarrierKind::Storage => storage,
            BarrierKind::Texture => texture,
        }
    }

    /// Records accesses to words of a block. `lanes` returns invocation, word and written value of each.
    #[inline]
    pub(super) fn add_block<I: Iterator<Item = (u32, u32, Option<u32>)>>(
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
        // If two lanes that read one word are known, all lanes of the site are.
        let is_broadcast = access.many.is_power_of_two() && access.mask == access.many;
        let enough = if is_broadcast && !access.writes { 2 } else { u32::MAX };
        let news = added.unwrap_or_else(|| {
            let (mut news, mut recorded) = (0, 0);
            for (invocation, word, written) in lanes() {
                let accessors = Accessors::new(site, invocation);
                let shadow = &mut self.workgroup_shadow;
                if shadow.add_word(context, word, accessors, written) {
                    news |= 1 << (word % 64);
                } else {
                    recorded += 1;
                    if recorded == enough {
                        break;
                    }
                }
            }
            news
        });
        let (Some(dispatch_shadow), true) = (&mut self.dispatch_shadow, news != 0) else {
            return;
        };
        let access = DispatchAccess {
            mask: news,
            site: context.site(Accessors::new(site, 0)),
            workgroup: context.workgroup,
        };
        let sink = (context.site_semantics, &mut *context.reports);
        if !dispatch_shadow.add_block(sink, block, access, contents, &changes) {
            for (invocation, word, written) in among(news) {
                let accessor = context.accessor(Accessors::new(site, invocation));
                dispatch_shadow.add_word(context.site_semantics, context.reports, word, accessor, written);
            }
        }
    }

    /// Records a store to one component of a vector, which may write the others, too, with their old values.
    pub(super) fn add_vector(
        &mut self,
        context: &mut AccessContext<'_>,
        address: u32,
        components: u32,
        accessors: Accessors,
        value: u32,
        contents: &[u32],
    ) {
        // A vector lies at a multiple of 8 bytes (two components) or 16.
        let align = if components == 2 { 8 } else { 16 };
        let stored_word = address / 4;
        let first = (address - address % align) / 4;
        self.split_block(context, first / 64, contents);
        for word in first..first + components {
            let written = if word == stored_word {
                Some(value)
            } else {
                contents.get(word as usize).copied()
            };
            self.add_word(context, word, accessors, written);
        }
    }

    /// Records an access to a word that has a separate record.
    #[inline(always)]
    pub(super) fn add_word(
        &mut self,
        context: &mut AccessContext<'_>,
        word: u32,
        accessors: Accessors,
        written: Option<u32>,
    ) {
        let news = self.workgroup_shadow.add_word(context, word, accessors, written);
        if let (true, Some(dispatch_shadow)) = (news, &mut self.dispatch_shadow) {
            let accessor = context.accessor(accessors);
            dispatch_shadow.add_word(context.site_semantics, context.reports, word, accessor, written);
        }
    }

    /// Gives each word of a block a separate record.
    pub(super) fn split_block(&mut self, context: &mut AccessContext<'_>, block: u32, contents: &[u32]) {
        self.workgroup_shadow.split_block(context, block, contents);
        if let Some(dispatch_shadow) = &mut self.dispatch_shadow {
            dispatch_shadow.split_block((context.site_semantics, &mut *context.reports), block, contents);
        }
    }
}
