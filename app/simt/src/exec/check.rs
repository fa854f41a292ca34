//! Checks operations whose result the language of a translated text leaves undefined.

use super::gang::Gang;
use super::interpret::Context;
use crate::hazard::Undefined;
use crate::program::{Check, Op, Register};

impl Context<'_> {
    /// Adds a finding if operands of active lanes break the rule of an operation. The conditions after the instruction name
    /// the lanes for which the first language computes it.
    #[inline(never)]
    pub(crate) fn check<const W: usize>(
        &mut self,
        gang: &mut Gang<W>,
        check: Check,
        operation: u32,
        [a, b]: [Register; 2],
    ) {
        if !self.hazards.finds_all() {
            return;
        }
        let mut lanes = gang.failing(check, a, b);
        if lanes.is_empty() {
            return;
        }
        for op in &self.program.ops[gang.at..] {
            let &Op::Where { condition, holds } = op else {
                break;
            };
            let (yes, no) = gang.parted(condition);
            lanes = lanes.and(if holds { &yes } else { &no });
        }
        let Some(checked) = self.program.checked.get(operation as usize) else {
            return;
        };
        if lanes.is_empty() {
            return;
        }
        let first = lanes.first_lane();
        let mut place = self.place(gang, &lanes);
        place.statement = checked.statement;
        let undefined = Undefined {
            check,
            a: gang.value(a, first),
            b: gang.value(b, first),
        };
        self.hazards.undefined(place, checked, undefined);
    }
}
