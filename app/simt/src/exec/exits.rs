//! Instructions that leave straight-line code: breaks, continues, returns, switches and calls.
//!
//! They are less frequent than those in [`super::interpret`], whose single function stays small without them: browsers
//! optimize a function as a whole.

use super::gang::{Frame, Gang};
use super::interpret::Context;
use crate::lanes::{Activity, Mask, run_bits};
use crate::program::Op;

impl Context<'_> {
    /// Executes one of these instructions. `gang.at` is already the position after it.
    #[inline(never)]
    pub(crate) fn exit<const W: usize>(&mut self, gang: &mut Gang<W>, op: Op) {
        let after = gang.at;
        match op {
            Op::Break => {
                let lanes = gang.active.mask;
                self.leave(gang, &lanes, |frame| {
                    matches!(frame, Frame::Loop { .. } | Frame::Switch { .. })
                });
                gang.activate(self.program, Activity::NONE, after);
            }
            Op::Continue => {
                let lanes = gang.active.mask;
                let innermost = self.leave(gang, &lanes, |frame| matches!(frame, Frame::Loop { .. }));
                if let Some(Frame::Loop { continued, .. }) = innermost.and_then(|index| gang.frames.get_mut(index)) {
                    *continued = continued.or(&lanes);
                }
                gang.activate(self.program, Activity::NONE, after);
            }
            Op::Switch { first } => {
                self.switch(gang, first);
            }
            Op::Case { condition, next } => {
                let holds = gang.holds_anywhere(condition);
                let mut taken = Mask::NONE;
                if let Some(Frame::Switch { remaining, resume, .. }) = gang.frames.last_mut() {
                    taken = remaining.and(&holds);
                    *remaining = remaining.without(&taken);
                    *resume = next;
                }
                let next = gang.activity(taken);
                gang.activate(self.program, next, after);
            }
            Op::EndSwitch => {
                if let Some(Frame::Switch { saved, split, .. }) = gang.frames.pop() {
                    self.reconverge(split, &saved);
                    gang.activate(self.program, saved, after);
                }
            }
            Op::Enter { leave } => gang.frames.push(Frame::Call {
                entry: gang.active,
                resume: leave,
            }),
            Op::Leave => {
                if let Some(Frame::Call { entry, .. }) = gang.frames.pop() {
                    gang.activate(self.program, entry, after);
                }
            }
            Op::Return => {
                let lanes = gang.active.mask;
                let call = self.leave(gang, &lanes, |frame| matches!(frame, Frame::Call { .. }));
                if call.is_none() {
                    self.finish_lanes(gang, &lanes);
                }
                gang.activate(self.program, Activity::NONE, after);
            }
            _ => {}
        }
    }

    /// Removes lanes from the frames up to the innermost of a kind, and returns the index of that frame.
    #[inline(never)]
    fn leave<const W: usize>(
        &self,
        gang: &mut Gang<W>,
        lanes: &Mask<W>,
        last: impl Fn(&Frame<W>) -> bool,
    ) -> Option<usize> {
        let innermost = gang.frames.iter().rposition(last);
        for index in innermost.map_or(0, |index| index + 1)..gang.frames.len() {
            let mut frame = gang.frames[index];
            gang.remove_from(&mut frame, lanes);
            gang.frames[index] = frame;
        }
        innermost
    }

    /// Opens a switch whose cases begin at `first`.
    #[inline(never)]
    fn switch<const W: usize>(&mut self, gang: &mut Gang<W>, first: u32) {
        let mut remaining = gang.active.mask;
        let (mut leading, mut groups) = (Mask::NONE, 0);
        let mut divergent = Mask::NONE;
        let mut position = first as usize;
        while let Op::Case { condition, next } = self.program.ops[position] {
            let taken = remaining.and(&gang.holds(condition));
            remaining = remaining.without(&taken);
            if !taken.is_empty() {
                if groups == 0 {
                    leading = taken;
                }
                groups += 1;
            }
            mark_divergent(gang, &taken, &mut divergent);
            position = next as usize;
        }
        if !remaining.is_empty() {
            groups += 1;
        }
        mark_divergent(gang, &remaining, &mut divergent);
        let split = groups > 1;
        let warps = u64::from(gang.active.warps);
        let divergent = divergent
            .words()
            .iter()
            .map(|word| u64::from(run_bits(*word, gang.warp_width).count_ones()))
            .sum::<u64>();
        let statement = &mut self.metrics.statements[gang.statement as usize];
        self.metrics.branch += warps;
        statement.branches += warps;
        self.metrics.divergent_branch += divergent;
        statement.divergent_branches += divergent;
        if split && let Some(writer) = self.writer() {
            let (width, waiting) = (gang.warp_width, gang.active.mask.without(&leading));
            writer.diverge(leading.warp(0, width), waiting.warp(0, width));
        }
        gang.frames.push(Frame::Switch {
            saved: gang.active,
            remaining: gang.active.mask,
            resume: first,
            split,
        });
    }
}

/// Marks the warps that have some, but not all, of their active lanes in `group`.
fn mark_divergent<const W: usize>(gang: &Gang<W>, group: &Mask<W>, divergent: &mut Mask<W>) {
    let words = group.words().iter().zip(gang.active.mask.words());
    for (out, (&group, &active)) in divergent.words_mut().iter_mut().zip(words) {
        *out |= run_bits(group, gang.warp_width) & run_bits(active & !group, gang.warp_width);
    }
}
