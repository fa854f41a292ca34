//! A buffer of the machine compared with the same buffer of the GPU, cell by cell.

use super::cells;
use simt::{Layout, ScalarType};

/// The most cells that are listed.
pub const LISTED: usize = 200;

/// The comparison of one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub cells: usize,
    /// Cells that differ by more than WGSL permits.
    pub differing: usize,
    /// Floats that differ by at most what WGSL permits.
    pub rounded: usize,
    /// The distance that WGSL permits, in ULPs.
    pub permitted: u64,
    /// The first differing cells, at most [`LISTED`].
    pub listed: Vec<Cell>,
    /// Differing floats whose difference is rounding beside the buffer's largest value: a subtraction of two almost equal
    /// numbers leaves that much.
    pub cancelled: usize,
    /// The largest gap between two floats, in ULPs.
    pub most_ulps: Option<u64>,
}

/// A cell that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub index: usize,
    pub ours: String,
    pub theirs: String,
    /// The gap in ULPs; `None` if one of the values is NaN, or if the values are not floats.
    pub ulps: Option<u64>,
}

/// Compares two buffers of one type, each cell by its own. Two NaNs are equal, and so are the two zeros; padding is not
/// compared.
pub fn difference(layout: &Layout, ours: &[u32], theirs: &[u32], permitted_ulps: f64) -> Difference {
    let per_word = cells::per_word(layout.scalar());
    let mut difference = Difference {
        cells: ours.len().max(theirs.len()) * per_word,
        permitted: permitted_ulps.ceil() as u64,
        ..Difference::default()
    };
    let largest = [ours, theirs]
        .iter()
        .flat_map(|words| (0..difference.cells).filter_map(|cell| value_of(layout, words, cell, per_word)))
        .fold(1.0, |largest: f64, value| largest.max(value.abs()));
    // The distance of two floats beside the largest, in the units that are permitted.
    let beside_largest = largest * f64::from(f32::EPSILON) * permitted_ulps;
    for cell in 0..difference.cells {
        let bits = |words: &[u32]| cells::bits(layout, words, cell);
        let (Some(a), Some(b)) = (bits(ours), bits(theirs)) else {
            difference.differing += 1;
            continue;
        };
        let Some(scalar) = layout.scalar_at(cell as u64 * 4 / per_word as u64) else {
            continue;
        };
        let gap = gap(scalar, a, b);
        if a == b || gap == Gap::None {
            continue;
        }
        let ulps = match gap {
            Gap::Ulps(ulps) => Some(ulps),
            Gap::None | Gap::Unlike => None,
        };
        difference.most_ulps = difference.most_ulps.max(ulps);
        if ulps.is_some_and(|ulps| ulps <= difference.permitted) {
            difference.rounded += 1;
            continue;
        }
        difference.differing += 1;
        let value = |words| value_of(layout, words, cell, per_word);
        if let (Some(ours), Some(theirs)) = (value(ours), value(theirs))
            && (ours - theirs).abs() <= beside_largest
        {
            difference.cancelled += 1;
        }
        if difference.listed.len() < LISTED {
            let show = |words| cells::show(layout, words, cell).unwrap_or_default();
            difference.listed.push(Cell {
                index: cell,
                ours: show(ours),
                theirs: show(theirs),
                ulps,
            });
        }
    }
    difference
}

/// Returns a cell that is a finite `f32`.
fn value_of(layout: &Layout, words: &[u32], cell: usize, per_word: usize) -> Option<f64> {
    let scalar = layout.scalar_at(cell as u64 * 4 / per_word as u64)?;
    let value = f32::from_bits(cells::bits(layout, words, cell)?);
    (scalar == ScalarType::F32 && value.is_finite()).then(|| f64::from(value))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// The values are equal, with different bits.
    None,
    Ulps(u64),
    Unlike,
}

fn gap(scalar: ScalarType, a: u32, b: u32) -> Gap {
    // Floats of one sign have the same order as their bits.
    let (sign, infinity) = match scalar {
        ScalarType::F32 => (1u32 << 31, 0x7F80_0000),
        ScalarType::F16 => (1 << 15, 0x7C00),
        _ => return Gap::Unlike,
    };
    let is_nan = |bits: u32| bits & !sign > infinity;
    let is_infinite = |bits: u32| bits & !sign == infinity;
    let place = |bits: u32| {
        let size = i64::from(bits & !sign);
        if bits & sign == 0 { size } else { -size }
    };
    match (is_nan(a), is_nan(b)) {
        (true, true) => Gap::None,
        // A number and an infinity are not neighbours.
        (false, false) if is_infinite(a) != is_infinite(b) => Gap::Unlike,
        (false, false) => match place(a).abs_diff(place(b)) {
            0 => Gap::None,
            ulps => Gap::Ulps(ulps),
        },
        _ => Gap::Unlike,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(scalar: ScalarType) -> Layout {
        Layout::Array {
            element: Box::new(Layout::Scalar(scalar)),
            stride: scalar.bytes(),
            count: None,
        }
    }

    fn floats(values: &[f32]) -> Vec<u32> {
        values.iter().map(|value| value.to_bits()).collect()
    }

    #[test]
    fn what_a_subtraction_of_equal_numbers_leaves_is_told_apart() {
        let ours = floats(&[25.0, 1e-7, 3.0, 0.0]);
        let theirs = floats(&[25.0, -2e-7, 3.1, 4e-6]);
        let result = difference(&array(ScalarType::F32), &ours, &theirs, 4.0);
        assert_eq!((result.differing, result.cancelled), (3, 2));
        // Integers have no rounding.
        let result = difference(&array(ScalarType::U32), &[5, 1], &[5, 2], 4.0);
        assert_eq!((result.differing, result.cancelled), (1, 0));
    }

    #[test]
    fn floats_are_compared_as_values() {
        let next = f32::from_bits(1.0_f32.to_bits() + 1);
        let ours = floats(&[1.0, f32::NAN, 0.0, 3.0, f32::NAN, -f32::MIN_POSITIVE]);
        let theirs = floats(&[next, -f32::NAN, -0.0, 3.0, 1.0, -f32::MIN_POSITIVE]);
        let result = difference(&array(ScalarType::F32), &ours, &theirs, 0.0);
        assert_eq!((result.cells, result.differing), (6, 2));
        assert_eq!(result.most_ulps, Some(1));
        let ulps: Vec<_> = result.listed.iter().map(|cell| (cell.index, cell.ulps)).collect();
        assert_eq!(ulps, [(0, Some(1)), (4, None)]);
        // One ULP may be rounding; NaN in place of a number is not.
        let result = difference(&array(ScalarType::F32), &ours, &theirs, 2.0);
        assert_eq!((result.differing, result.rounded, result.permitted), (1, 1, 2));
        let infinite = floats(&[f32::INFINITY]);
        let result = difference(&array(ScalarType::F32), &floats(&[f32::MAX]), &infinite, 9.0);
        assert_eq!((result.differing, result.most_ulps), (1, None));
    }

    #[test]
    fn whole_numbers_and_halves_are_compared_bit_by_bit() {
        let result = difference(&array(ScalarType::I32), &[1, 2], &[1, u32::MAX], 0.0);
        assert_eq!(
            result.listed,
            [Cell {
                index: 1,
                ours: "2".to_owned(),
                theirs: "-1".to_owned(),
                ulps: None
            }]
        );
        let halves = difference(&array(ScalarType::F16), &[0x3C01_3C00], &[0x3C00_3C00], 0.0);
        assert_eq!((halves.differing, halves.most_ulps), (1, Some(1)));
        let bytes = array(ScalarType::Narrow(simt::Narrow::U8));
        let result = difference(&bytes, &[0x0403_0201], &[0x0403_ff01], 0.0);
        let values = |cell: &Cell| (cell.index, cell.ours.clone(), cell.theirs.clone());
        let listed: Vec<_> = result.listed.iter().map(values).collect();
        assert_eq!(listed, [(1, "2".to_owned(), "255".to_owned())]);
        assert_eq!(difference(&array(ScalarType::U32), &[1], &[], 0.0).differing, 1);
    }

    #[test]
    fn a_long_list_is_cut() {
        let result = difference(&array(ScalarType::U32), &[1; 1000], &[2; 1000], 0.0);
        assert_eq!((result.differing, result.listed.len()), (1000, LISTED));
    }
}
