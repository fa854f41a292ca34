//! Values that are affine in a thread's place in its block: most indices and addresses in blocks of two and three dimensions.

use super::active_mask::ActiveMask;
use super::affine::Affine;
use super::mask::{Activity, Mask};
use crate::program::{Binary, Check};

/// The way of a gang's lanes through a block of threads: lane 0 is the invocation `first` of a block of this size, whose
/// invocations are numbered with x first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockShape {
    first: u32,
    size: [u32; 3],
}

/// The invocation at `(x, y, z)` of the block holds `base + x * steps[0] + y * steps[1] + z * steps[2]`, wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockAffine {
    pub(crate) base: u32,
    pub(crate) steps: [u32; 3],
}

/// Up to 64 lanes of a gang in one row of the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowPiece {
    /// The first lane, and the active ones: bit 0 is the first.
    pub(crate) first: u32,
    pub(crate) active: ActiveMask,
    /// The first lane's place in the block.
    place: [u32; 3],
}

impl RowPiece {
    /// Returns the value of the piece's lanes: lane 0 is its first.
    #[inline]
    pub(crate) fn affine(&self, value: BlockAffine) -> Affine {
        Affine {
            base: value.at(self.place),
            step: value.steps[0],
        }
    }

    /// Returns the layer and the columns of the active lanes. A value that does not depend on the row is the same in pieces
    /// for which these are equal.
    pub(crate) fn part_of_layer(&self) -> (u32, u32, u64) {
        let [x, _, z] = self.place;
        (z, x, self.active.0)
    }
}

impl BlockShape {
    pub(crate) fn new(first: u32, size: [u32; 3]) -> Self {
        let size = size.map(|count| count.max(1));
        BlockShape { first, size }
    }

    /// Returns the same block for a gang whose first lane is the invocation `first`.
    pub(crate) fn beginning_at(self, first: u32) -> Self {
        BlockShape { first, ..self }
    }

    /// Returns a lane's place in the block.
    fn place(self, lane: u32) -> [u32; 3] {
        let [width, height, _] = self.size;
        let invocation = self.first + lane;
        [
            invocation % width,
            invocation / width % height,
            invocation / width / height,
        ]
    }

    /// Returns the value of one lane.
    pub(crate) fn value(self, value: BlockAffine, lane: u32) -> u32 {
        value.at(self.place(lane))
    }

    /// Calls `each` with every row that has one of the lanes from `from` up to `to`: its first lane, the lane after its
    /// last, and the first lane's place.
    #[inline]
    fn rows(self, from: u32, to: u32, mut each: impl FnMut(u32, u32, [u32; 3])) {
        let [width, height, _] = self.size;
        let mut place = self.place(from);
        let mut lane = from;
        while lane < to {
            let end = (lane + width - place[0]).min(to);
            each(lane, end, place);
            lane = end;
            place = match place {
                [_, y, z] if y + 1 == height => [0, 0, z + 1],
                [_, y, z] => [0, y + 1, z],
            };
        }
    }

    /// Writes the values of all lanes.
    pub(crate) fn spread(self, value: BlockAffine, lanes: &mut [u32]) {
        self.rows(0, lanes.len() as u32, |first, end, place| {
            let row = Affine {
                base: value.at(place),
                step: value.steps[0],
            };
            for (word, lane) in lanes[first as usize..end as usize].iter_mut().zip(0..) {
                *word = row.at(lane);
            }
        });
    }

    /// Calls `each` with the pieces of all rows that have active lanes, in lane order.
    #[inline]
    pub(crate) fn pieces<const W: usize>(self, active: &Activity<W>, mut each: impl FnMut(RowPiece)) {
        let ends = (64 * active.from as u32, 64 * active.to as u32);
        self.rows(ends.0, ends.1, |first, end, [x, y, z]| {
            for lane in (first..end).step_by(64) {
                let lanes = active.mask.slice(lane, (end - lane).min(64));
                if !lanes.is_empty() {
                    each(RowPiece {
                        first: lane,
                        active: lanes,
                        place: [x + (lane - first), y, z],
                    });
                }
            }
        });
    }
}

impl BlockAffine {
    /// Returns a value that is affine in the lanes as one that is affine in the block.
    pub(crate) fn of(value: Affine, shape: BlockShape) -> Self {
        let [width, height, _] = shape.size;
        let row = value.step.wrapping_mul(width);
        BlockAffine {
            base: value.base.wrapping_sub(value.step.wrapping_mul(shape.first)),
            steps: [value.step, row, row.wrapping_mul(height)],
        }
    }

    /// Returns the same value as one that is affine in the lanes, if it is.
    pub(crate) fn in_lanes(self, shape: BlockShape) -> Option<Affine> {
        let [width, height, depth] = shape.size;
        let [along, row, layer] = self.steps;
        // The step of a dimension with a single place does not matter.
        let step = match (width, height) {
            (1, 1) => layer,
            (1, _) => row,
            _ => along,
        };
        let is_even = (height == 1 || row == step.wrapping_mul(width))
            && (depth == 1 || layer == step.wrapping_mul(width).wrapping_mul(height));
        is_even.then(|| Affine {
            base: self.base.wrapping_add(step.wrapping_mul(shape.first)),
            step,
        })
    }

    fn at(self, place: [u32; 3]) -> u32 {
        let [x, y, z] = self.steps;
        self.base
            .wrapping_add(x.wrapping_mul(place[0]))
            .wrapping_add(y.wrapping_mul(place[1]))
            .wrapping_add(z.wrapping_mul(place[2]))
    }

    fn is_splat(self) -> bool {
        self.steps == [0; 3]
    }

    fn scaled(self, by: u32) -> Self {
        BlockAffine {
            base: self.base.wrapping_mul(by),
            steps: self.steps.map(|step| step.wrapping_mul(by)),
        }
    }

    fn zip(self, other: Self, function: impl Fn(u32, u32) -> u32) -> Self {
        BlockAffine {
            base: function(self.base, other.base),
            steps: std::array::from_fn(|axis| function(self.steps[axis], other.steps[axis])),
        }
    }

    /// Returns the least and the largest value in the block, if no value wraps around 2^32, in signed or in unsigned
    /// arithmetic.
    fn extremes(self, shape: BlockShape, signed: bool) -> Option<(i64, i64)> {
        let (base, range) = if signed {
            let base = i64::from(self.base.cast_signed());
            (base, i64::from(i32::MIN)..=i64::from(i32::MAX))
        } else {
            (i64::from(self.base), 0..=i64::from(u32::MAX))
        };
        let (mut least, mut most) = (base, base);
        for (step, count) in self.steps.into_iter().zip(shape.size) {
            let way = i64::from(step.cast_signed()) * i64::from(count - 1);
            least += way.min(0);
            most += way.max(0);
        }
        (range.contains(&least) && range.contains(&most)).then_some((least, most))
    }

    /// Computes an operator if its result is affine in the block again.
    pub(crate) fn combine(function: Binary, a: BlockAffine, b: BlockAffine, shape: BlockShape) -> Option<BlockAffine> {
        match function {
            Binary::Add => Some(a.zip(b, u32::wrapping_add)),
            Binary::Subtract => Some(a.zip(b, u32::wrapping_sub)),
            Binary::Multiply if b.is_splat() => Some(a.scaled(b.base)),
            Binary::Multiply if a.is_splat() => Some(b.scaled(a.base)),
            Binary::ShiftLeft if b.is_splat() => Some(a.scaled(1 << (b.base % 32))),
            // The value is below the divisor in every lane.
            Binary::ModuloUint if b.is_splat() => {
                let (_, most) = a.extremes(shape, false)?;
                (most < i64::from(b.base)).then_some(a)
            }
            _ => None,
        }
    }

    /// Returns true if it is certain that no value in the block breaks a rule.
    pub(crate) fn keeps(check: Check, a: BlockAffine, b: BlockAffine, shape: BlockShape) -> bool {
        let signed = !matches!(check, Check::WideAdd | Check::WideMultiply | Check::WideSigned);
        let (Some(x), Some(y)) = (a.extremes(shape, signed), b.extremes(shape, signed)) else {
            return false;
        };
        let fits = |value: i64| i32::try_from(value).is_ok();
        let fits_unsigned = |value: Option<i64>| value.is_some_and(|value| u32::try_from(value).is_ok());
        match check {
            Check::Add => fits(x.0 + y.0) && fits(x.1 + y.1),
            Check::Subtract => fits(x.0 - y.1) && fits(x.1 - y.0),
            Check::Negate => x.0 > i64::from(i32::MIN),
            Check::Multiply => {
                let products = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
                products.into_iter().all(fits)
            }
            Check::WideSigned => fits(x.1),
            Check::WideAdd => fits_unsigned(x.1.checked_add(y.1)),
            Check::WideMultiply => fits_unsigned(x.1.checked_mul(y.1)),
            Check::Whole => {
                let bits = a.steps.into_iter().fold(a.base, |bits, step| bits | step);
                b.is_splat() && b.base.is_power_of_two() && bits.is_multiple_of(b.base)
            }
            Check::DivideInt
            | Check::RemainderInt
            | Check::DivideUint
            | Check::Shift
            | Check::WideLeft
            | Check::WideShift
            | Check::WideInt
            | Check::WideUint => false,
        }
    }

    /// Returns the lanes in which a comparison holds, if it holds in all of the block or nowhere.
    pub(crate) fn compare<const W: usize>(
        function: Binary,
        a: BlockAffine,
        b: BlockAffine,
        shape: BlockShape,
    ) -> Option<Mask<W>> {
        let signed = match function {
            Binary::LessInt | Binary::LessEqualInt => true,
            Binary::LessUint | Binary::LessEqualUint | Binary::Equal | Binary::NotEqual => false,
            _ => return None,
        };
        let (a, b) = (a.extremes(shape, signed)?, b.extremes(shape, signed)?);
        let apart = a.1 < b.0 || b.1 < a.0;
        let (always, never) = match function {
            Binary::LessInt | Binary::LessUint => (a.1 < b.0, a.0 >= b.1),
            Binary::LessEqualInt | Binary::LessEqualUint => (a.1 <= b.0, a.0 > b.1),
            Binary::Equal => (false, apart),
            _ => (apart, false),
        };
        match (always, never) {
            (true, _) => Some(Mask::ALL),
            (_, true) => Some(Mask::NONE),
            _ => None,
        }
    }

    /// Computes byte addresses `base + index * stride`, if the index is below `length` in every active lane.
    pub(crate) fn element<const W: usize>(
        base: BlockAffine,
        index: BlockAffine,
        (length, stride): (u32, u32),
        active: &Activity<W>,
        shape: BlockShape,
    ) -> Option<BlockAffine> {
        let is_below = |(_, most): (i64, i64)| most < i64::from(length);
        let mut inside = index.extremes(shape, false).is_some_and(is_below);
        if !inside {
            // Only some lanes are active, such as those inside of a picture's border.
            inside = true;
            shape.pieces(active, |piece| {
                let row = piece.affine(index);
                let ends = Mask::<1>::of_word(piece.active.0);
                let ends = (ends.first_lane(), ends.last_lane());
                inside &= Affine::element(row, 0, length, 1, ends).is_some();
            });
        }
        inside.then(|| base.zip(index.scaled(stride), u32::wrapping_add))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LANES: u32 = 128;

    fn any_shape() -> impl Strategy<Value = BlockShape> {
        let size = prop::sample::select(vec![
            [16, 16, 1],
            [8, 8, 4],
            [10, 10, 10],
            [1, 64, 2],
            [5, 1, 30],
            [100, 3, 1],
            [1, 1, 200],
            [200, 1, 1],
        ]);
        (size, prop::sample::select(vec![0_u32, 32, 64])).prop_map(|(size, first)| BlockShape::new(first, size))
    }

    fn any_value() -> impl Strategy<Value = BlockAffine> {
        let step = || prop_oneof![0..5_u32, Just(u32::MAX), Just(64), Just(16), any::<u32>()];
        let base = prop_oneof![0..200_u32, Just(u32::MAX - 50), Just(1 << 31), any::<u32>()];
        (base, [step(), step(), step()]).prop_map(|(base, steps)| BlockAffine { base, steps })
    }

    fn splat(base: u32) -> BlockAffine {
        let steps = [0; 3];
        BlockAffine { base, steps }
    }

    fn inside(shape: BlockShape) -> impl Iterator<Item = u32> {
        let invocations: u32 = shape.size.iter().product();
        (0..LANES).filter(move |lane| shape.first + lane < invocations)
    }

    proptest! {
        #[test]
        fn values_in_lanes_and_in_the_block_are_the_same(
            shape in any_shape(), value in any_value(), base in any::<u32>(), step in any::<u32>(),
        ) {
            let in_lanes = Affine { base, step };
            let in_block = BlockAffine::of(in_lanes, shape);
            for lane in inside(shape) {
                prop_assert_eq!(shape.value(in_block, lane), in_lanes.at(lane));
            }
            prop_assert!(in_block.in_lanes(shape).is_some());
            if let Some(even) = value.in_lanes(shape) {
                for lane in inside(shape) {
                    prop_assert_eq!(even.at(lane), shape.value(value, lane));
                }
            }
            let mut lanes = [0; LANES as usize];
            shape.spread(value, &mut lanes);
            for lane in 0..LANES {
                prop_assert_eq!(lanes[lane as usize], shape.value(value, lane));
            }
        }

        #[test]
        fn results_are_those_of_the_lanes(
            shape in any_shape(), a in any_value(), b in any_value(), one in any::<bool>(),
            function in prop::sample::select(vec![
                Binary::Add, Binary::Subtract, Binary::Multiply, Binary::ShiftLeft, Binary::ModuloUint,
                Binary::LessUint, Binary::LessEqualUint, Binary::LessInt, Binary::LessEqualInt,
                Binary::Equal, Binary::NotEqual,
            ]),
            check in prop::sample::select(vec![
                Check::Add, Check::Subtract, Check::Multiply, Check::Negate, Check::Whole, Check::Shift,
            ]),
        ) {
            let b = if one { splat(b.base) } else { b };
            let values = |lane| (shape.value(a, lane), shape.value(b, lane));
            if let Some(result) = BlockAffine::combine(function, a, b, shape) {
                for lane in inside(shape) {
                    let (x, y) = values(lane);
                    prop_assert_eq!(shape.value(result, lane), function.apply(x, y));
                }
            }
            if let Some(mask) = BlockAffine::compare::<2>(function, a, b, shape) {
                for lane in inside(shape) {
                    let (x, y) = values(lane);
                    prop_assert_eq!(u32::from(mask.contains(lane)), function.apply(x, y));
                }
            }
            if BlockAffine::keeps(check, a, b, shape) {
                for lane in inside(shape) {
                    let (x, y) = values(lane);
                    prop_assert!(!check.fails(x, y), "lane {}", lane);
                }
            }
        }

        #[test]
        fn addresses_are_known_where_active_lanes_are_inside(
            shape in any_shape(), index in any_value(), length in prop_oneof![0..2000_u32, any::<u32>()],
            lanes in prop_oneof![Just([u64::MAX; 2]), any::<[u64; 2]>()],
        ) {
            let mut mask = Mask::<2>::NONE;
            *mask.words_mut() = lanes;
            let present = inside(shape).fold(Mask::NONE, |all, lane| all.or(&Mask::one(lane)));
            let active = Activity::new(mask.and(&present), 32);
            let addresses = BlockAffine::element(splat(256), index, (length, 4), &active, shape);
            let mut seen = Vec::new();
            shape.pieces(&active, |piece| {
                let row = piece.affine(index);
                seen.extend(piece.active.lanes().map(|lane| (piece.first + lane, row.at(lane))));
            });
            let wanted: Vec<(u32, u32)> =
                active.mask.lanes().map(|lane| (lane, shape.value(index, lane))).collect();
            prop_assert_eq!(&seen, &wanted);
            if let Some(addresses) = addresses {
                for (lane, index) in wanted {
                    prop_assert!(index < length);
                    prop_assert_eq!(shape.value(addresses, lane), 256_u32.wrapping_add(index.wrapping_mul(4)));
                }
            }
        }
    }
}
