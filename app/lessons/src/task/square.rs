//! Square matrices: n elements are side × side of them.

use crate::size::Size;

/// The nearest size whose elements make a square with a side that is a power of two in this range.
pub(super) fn nearest(size: Size, sides: std::ops::RangeInclusive<u32>, block: u32) -> Size {
    let root = f64::from(size.n()).log2() / 2.0;
    let (least, most) = (sides.start().ilog2(), sides.end().ilog2());
    let side = 1 << (root.round() as u32).clamp(least, most);
    Size::nearest(side * side, block)
}

/// The side of a size's square.
pub(super) fn side(size: Size) -> u32 {
    size.n().isqrt()
}
