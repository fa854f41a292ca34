//! Square matrices: a size of n elements is a matrix of side × side.

use crate::size::Size;

/// Returns the nearest size whose elements form a square with a side in `sides` that is a power of two.
pub(super) fn nearest(size: Size, sides: std::ops::RangeInclusive<u32>, block: u32) -> Size {
    let root = f64::from(size.n()).log2() / 2.0;
    let (least, most) = (sides.start().ilog2(), sides.end().ilog2());
    let side = 1 << (root.round() as u32).clamp(least, most);
    size.nearest_to(side * side, block)
}

/// Returns the side of a size's square.
pub(super) fn side(size: Size) -> u32 {
    size.n().isqrt()
}
