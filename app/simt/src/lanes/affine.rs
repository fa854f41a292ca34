//! Affine values, which rise evenly from lane to lane: most indices and addresses of real kernels. They are stored as
//! two numbers.

use super::mask::Mask;
use crate::program::{Binary, Check};

/// Lane `l` holds `base + l * step`, wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Affine {
    pub(crate) base: u32,
    pub(crate) step: u32,
}

impl Affine {
    pub(crate) const fn splat(base: u32) -> Self {
        Affine { base, step: 0 }
    }

    #[inline]
    pub(crate) const fn at(self, lane: u32) -> u32 {
        self.base.wrapping_add(self.step.wrapping_mul(lane))
    }

    /// Returns true if no lane up to `last` wraps around 2^32, in unsigned or in signed arithmetic.
    fn is_monotonic(self, last: u32, signed: bool) -> bool {
        let step = i64::from(self.step as i32);
        let (base, range) = if signed {
            (i64::from(self.base as i32), i64::from(i32::MIN)..=i64::from(i32::MAX))
        } else {
            (i64::from(self.base), 0..=i64::from(u32::MAX))
        };
        range.contains(&(base + step * i64::from(last)))
    }

    /// Computes an operator if its result is affine again. Lanes after `last` may get any value.
    #[inline]
    pub(crate) fn combine(function: Binary, a: Affine, b: Affine, last: u32) -> Option<Affine> {
        let scaled = |affine: Affine, by: u32| Affine {
            base: affine.base.wrapping_mul(by),
            step: affine.step.wrapping_mul(by),
        };
        match function {
            Binary::Add => Some(Affine {
                base: a.base.wrapping_add(b.base),
                step: a.step.wrapping_add(b.step),
            }),
            Binary::Subtract => Some(Affine {
                base: a.base.wrapping_sub(b.base),
                step: a.step.wrapping_sub(b.step),
            }),
            Binary::Multiply if b.step == 0 => Some(scaled(a, b.base)),
            Binary::Multiply if a.step == 0 => Some(scaled(b, a.base)),
            Binary::ShiftLeft if b.step == 0 => Some(scaled(a, 1 << (b.base % 32))),
            // The value is below the divisor in every lane.
            Binary::ModuloUint if b.step == 0 && a.is_monotonic(last, false) && a.base.max(a.at(last)) < b.base => {
                Some(a)
            }
            _ if a.step == 0 && b.step == 0 => Some(Affine::splat(function.apply(a.base, b.base))),
            _ => None,
        }
    }

    /// Returns true if it is certain that no lane up to `last` breaks a rule.
    pub(crate) fn keeps(check: Check, a: Affine, b: Affine, last: u32) -> bool {
        let keeps = |lane: u32| !check.fails(a.at(lane), b.at(lane));
        if a.step == 0 && b.step == 0 {
            return keeps(0);
        }
        let do_not_wrap = a.is_monotonic(last, true) && b.is_monotonic(last, true);
        let rise = a.is_monotonic(last, false) && b.is_monotonic(last, false);
        match check {
            // The exact result is monotonic, too: the first and the last lane have the extremes.
            Check::Add | Check::Subtract | Check::Negate => do_not_wrap && keeps(0) && keeps(last),
            Check::Multiply => {
                let is_linear = a.step == 0 || b.step == 0;
                is_linear && do_not_wrap && keeps(0) && keeps(last)
            }
            Check::WideSigned => rise && keeps(0) && keeps(last),
            Check::WideInt | Check::WideUint => false,
            Check::WideAdd => rise && keeps(0) && keeps(last),
            Check::WideMultiply | Check::WideLeft => {
                let is_linear = a.step == 0 || b.step == 0;
                is_linear && rise && keeps(0) && keeps(last)
            }
            Check::DivideInt | Check::RemainderInt => b.step == 0 && !matches!(b.base, 0 | u32::MAX),
            Check::DivideUint => b.step == 0 && b.base != 0,
            Check::Shift | Check::WideShift => b.is_monotonic(last, false) && keeps(0) && keeps(last),
            // A power of two divides also a number that wraps.
            Check::Whole => b.step == 0 && b.base.is_power_of_two() && (a.base | a.step).is_multiple_of(b.base),
        }
    }

    /// Returns the bit mask that an operator applies to its left operand: 7 for `x % 8u` and `x & 7`.
    #[inline]
    pub(crate) fn residue(function: Binary, right: Affine) -> Option<u32> {
        let bits = match function {
            Binary::ModuloUint if right.base.is_power_of_two() => right.base - 1,
            Binary::And => right.base,
            _ => return None,
        };
        let low = bits & bits.wrapping_add(1) == 0;
        (right.step == 0 && low && bits != u32::MAX).then_some(bits)
    }

    /// Returns the lanes up to `last` in which a comparison holds, if this follows without comparing lane by lane.
    pub(crate) fn compare<const W: usize>(function: Binary, a: Affine, b: Affine, last: u32) -> Option<Mask<W>> {
        if a.step != 0 && b.step != 0 {
            return None;
        }
        let signed = match function {
            Binary::LessUint | Binary::LessEqualUint => false,
            Binary::Equal | Binary::NotEqual if a.step == 0 && b.step == 0 => {
                let holds = function.apply(a.base, b.base) != 0;
                return Some(if holds { Mask::ALL } else { Mask::NONE });
            }
            Binary::LessInt | Binary::LessEqualInt => true,
            Binary::Equal => {
                let (affine, value) = if a.step == 0 { (b, a.base) } else { (a, b.base) };
                let monotonic = affine.is_monotonic(last, false);
                return monotonic.then(|| affine.lane_of(value, last).map_or(Mask::NONE, Mask::one));
            }
            Binary::NotEqual => {
                return Self::compare(Binary::Equal, a, b, last).map(|mask| mask.not());
            }
            _ => return None,
        };
        if !(a.is_monotonic(last, signed) && b.is_monotonic(last, signed)) {
            return None;
        }
        // No lane wraps, so this compares whole numbers: `step * lane < room`.
        let whole = |value: u32| {
            if signed {
                i64::from(value as i32)
            } else {
                i64::from(value)
            }
        };
        let equal_too = matches!(function, Binary::LessEqualUint | Binary::LessEqualInt);
        let room = whole(b.base) - whole(a.base) + i64::from(equal_too);
        let step = i64::from(a.step as i32) - i64::from(b.step as i32);
        let at_last = step * i64::from(last);
        Some(match (0 < room, at_last < room) {
            (true, true) => Mask::ALL,
            (false, false) => Mask::NONE,
            // The lanes before the first that reaches `room`. Both numbers are below 2^32, where division is fast.
            (true, false) => Mask::first(((room - 1) as u32) / (step as u32) + 1),
            (false, true) => Mask::first((-room) as u32 / (-step) as u32 + 1).not(),
        })
    }

    /// Returns the lane up to `last` that has a value. No lane may wrap.
    fn lane_of(self, value: u32, last: u32) -> Option<u32> {
        let (distance, step) = (i64::from(value) - i64::from(self.base), i64::from(self.step as i32));
        let lane = distance.checked_div(step)?;
        (lane * step == distance && (0..=i64::from(last)).contains(&lane)).then_some(lane as u32)
    }

    /// Computes byte addresses `base + index * stride`, if the index is below `length` in every active lane, from lane
    /// `from` to lane `to`.
    #[inline]
    pub(crate) fn element(
        index: Affine,
        base: u32,
        length: u32,
        stride: u32,
        (from, to): (u32, u32),
    ) -> Option<Affine> {
        let shifted = Affine {
            base: index.at(from),
            step: index.step,
        };
        let inside = shifted.is_monotonic(to - from, false) && shifted.base < length && index.at(to) < length;
        inside.then(|| Affine {
            base: base.wrapping_add(index.base.wrapping_mul(stride)),
            step: index.step.wrapping_mul(stride),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LAST: u32 = 99;

    fn any_affine() -> impl Strategy<Value = Affine> {
        let base = prop_oneof![0..200_u32, Just(u32::MAX - 50), Just(1 << 31), any::<u32>()];
        let step = prop_oneof![0..5_u32, Just(u32::MAX), Just(64), any::<u32>()];
        (base, step).prop_map(|(base, step)| Affine { base, step })
    }

    fn any_function() -> impl Strategy<Value = Binary> {
        prop::sample::select(vec![
            Binary::Add,
            Binary::Subtract,
            Binary::Multiply,
            Binary::ShiftLeft,
            Binary::ModuloUint,
            Binary::LessUint,
            Binary::LessEqualUint,
            Binary::LessInt,
            Binary::LessEqualInt,
            Binary::Equal,
            Binary::NotEqual,
            Binary::MinUint,
        ])
    }

    fn any_check() -> impl Strategy<Value = Check> {
        prop::sample::select(vec![
            Check::Add,
            Check::Subtract,
            Check::Multiply,
            Check::Negate,
            Check::DivideInt,
            Check::RemainderInt,
            Check::DivideUint,
            Check::Shift,
        ])
    }

    proptest! {
        #[test]
        fn rules_are_kept_where_it_is_certain(
            check in any_check(),
            a in any_affine(),
            b in any_affine(),
        ) {
            if Affine::keeps(check, a, b, LAST) {
                for lane in 0..=LAST {
                    prop_assert!(!check.fails(a.at(lane), b.at(lane)), "lane {lane}");
                }
            }
        }

        #[test]
        fn what_is_kept_as_two_numbers_is_what_the_lanes_would_hold(
            function in any_function(), a in any_affine(), b in any_affine(),
        ) {
            let splat = |affine: Affine| Affine::splat(affine.base);
            for (a, b) in [(a, b), (splat(a), b), (a, splat(b)), (splat(a), splat(b))] {
                if let Some(result) = Affine::combine(function, a, b, LAST) {
                    for lane in 0..=LAST {
                        prop_assert_eq!(result.at(lane), function.apply(a.at(lane), b.at(lane)));
                    }
                }
                if let Some(mask) = Affine::compare::<4>(function, a, b, LAST) {
                    for lane in 0..=LAST {
                        prop_assert_eq!(u32::from(mask.contains(lane)), function.apply(a.at(lane), b.at(lane)));
                    }
                }
            }
        }
    }
}
