//! The expected contents of a buffer after the run, and the values that differ from them.

pub use super::filling::Slot;
use super::filling::bytes_as_text;
use serde::{Deserialize, Serialize};
use simt::{BadNumber, Layout, ScalarType, items, write_numbers};

/// The most wrong values that are listed.
pub const MOST_WRONG: usize = 200;

/// The expected contents of a buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    pub contents: Expected,
    #[serde(default)]
    pub tolerance: Tolerance,
}

impl Expectation {
    /// Returns about how many bytes its text or its file takes.
    pub fn bytes(&self) -> usize {
        match &self.contents {
            Expected::Numbers { text, .. } => text.len(),
            Expected::File { bytes, .. } => bytes.len(),
            Expected::EntryPoint { .. } | Expected::Of { .. } => 0,
        }
    }
}

/// The source of the expected values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// A list of numbers. Values after the end of the list are not compared.
    Numbers {
        text: String,
        /// The name of the file from which the list was read.
        #[serde(default)]
        file: Option<String>,
    },
    /// The bytes of a file. Values after its end are not compared.
    File {
        name: String,
        #[serde(with = "bytes_as_text")]
        bytes: Vec<u8>,
    },
    /// The result of another entry point of the text, from the same initial contents. It may be a reference in one
    /// lane.
    EntryPoint { name: String, workgroups: [u32; 3] },
    /// An operation on the initial contents of a buffer.
    Of { operation: Operation, input: Slot },
}

/// An operation with a known result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    Copy,
    /// One value: the sum, the least or the greatest.
    Sum,
    Least,
    Greatest,
    InclusiveScan,
    ExclusiveScan,
    /// In rising order.
    Sorted,
    Reversed,
    /// The rows of a matrix with so many columns become columns.
    Transposed {
        columns: u32,
    },
}

/// The difference at which a float counts as wrong. Integers must be equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tolerance {
    /// More than WGSL permits.
    #[default]
    Permitted,
    /// More than `absolute + relative * |expected|`.
    Bound { absolute: f64, relative: f64 },
}

/// The reason why there are no expected values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExpectedError {
    Number(BadNumber),
    /// The text has no such entry point, or it does not write this buffer.
    NoReference {
        name: String,
    },
    /// The reference did not run to its end.
    ReferenceStopped {
        name: String,
    },
    /// The kernel has no such input.
    NoInput,
    /// A matrix with so many columns does not have so many values.
    Shape {
        values: usize,
        columns: u32,
    },
}

/// The buffer of a run compared with what was expected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    pub slot: Slot,
    pub name: String,
    pub result: Result<Comparison, ExpectedError>,
}

/// The comparison of one buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The values that were compared.
    pub values: u64,
    pub wrong: u64,
    /// Wrong values that are NaN, or infinite.
    pub nan: u64,
    pub infinite: u64,
    /// The largest difference of two finite floats.
    pub largest: f64,
    /// The first wrong values, at most [`MOST_WRONG`].
    pub listed: Vec<Wrong>,
    /// The dispatch and the block that stored the first wrong word last. `None`: no block stored it.
    pub stored_by: Option<Writer>,
}

/// A value that is not the expected one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wrong {
    /// The word in the variable.
    pub word: u32,
    /// The expression after the variable's name, such as `[3].x`.
    pub path: String,
    pub expected: String,
    pub got: String,
}

/// A block of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writer {
    /// The index of the dispatch in the chain; 0 without a chain.
    pub stage: usize,
    pub block: u32,
}

/// An expected value.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wanted {
    bits: u32,
    value: f64,
    /// The difference that WGSL permits, for a float.
    permitted: f64,
}

/// The initial contents of a buffer, as an input of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    pub layout: &'a Layout,
    pub words: &'a [u32],
}

/// The values with which a buffer is compared.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// The words of a buffer with the same layout.
    Words(&'a [u32]),
    /// The result of an operation.
    Of(Operation, Input<'a>),
}

/// Returns the words of a list or a file; `None` for other sources.
///
/// # Errors
/// Returns the first item of the list that is not a number of its type.
pub fn own_words(expected: &Expected, layout: &Layout, most_bytes: u64) -> Option<Result<Vec<u32>, ExpectedError>> {
    let bytes = match expected {
        Expected::Numbers { text, .. } => {
            let bytes = layout.bytes_for(items(text).count(), most_bytes);
            match write_numbers(layout, text, bytes) {
                Ok(bytes) => bytes,
                Err(bad) => return Some(Err(ExpectedError::Number(bad))),
            }
        }
        Expected::File { bytes, .. } => bytes.clone(),
        Expected::EntryPoint { .. } | Expected::Of { .. } => return None,
    };
    let word = |bytes: &[u8]| {
        let mut four = [0; 4];
        four[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(four)
    };
    Some(Ok(bytes.chunks(4).map(word).collect()))
}

/// Compares a buffer with what was expected. `ulps` is the rounding that WGSL permits to one value, in units of its last
/// place.
///
/// # Errors
/// Returns why there are no expected values.
pub fn compare(
    layout: &Layout,
    after: &[u32],
    source: Source<'_>,
    tolerance: Tolerance,
    ulps: f64,
) -> Result<Comparison, ExpectedError> {
    let wanted = match source {
        Source::Words(words) => {
            let bytes = words.len() as u64 * 4;
            let scalars = layout.scalars(bytes);
            scalars
                .map(|(offset, scalar)| {
                    let bits = bits_at(words, offset, scalar);
                    let value = scalar.value(bits);
                    let permitted = ulps * scalar.last_place(value);
                    Wanted { bits, value, permitted }
                })
                .collect()
        }
        Source::Of(operation, input) => result_of(operation, input, layout)?,
    };
    let mut comparison = Comparison::default();
    let bytes = after.len() as u64 * 4;
    for ((offset, scalar), wanted) in layout.scalars(bytes).zip(wanted) {
        comparison.values += 1;
        let bits = bits_at(after, offset, scalar);
        let got = scalar.value(bits);
        let is_float = matches!(scalar, ScalarType::F32 | ScalarType::F16);
        let difference = (got - wanted.value).abs();
        let is_right = if !is_float {
            bits == wanted.bits
        } else if wanted.value.is_nan() || got.is_nan() {
            wanted.value.is_nan() && got.is_nan()
        } else if wanted.value.is_infinite() || got.is_infinite() {
            got == wanted.value
        } else {
            comparison.largest = comparison.largest.max(difference);
            difference
                <= match tolerance {
                    Tolerance::Permitted => wanted.permitted,
                    Tolerance::Bound { absolute, relative } => absolute + relative * wanted.value.abs(),
                }
        };
        if is_right {
            continue;
        }
        comparison.wrong += 1;
        comparison.nan += u64::from(got.is_nan() && !wanted.value.is_nan());
        comparison.infinite += u64::from(got.is_infinite());
        if comparison.listed.len() < MOST_WRONG {
            comparison.listed.push(Wrong {
                word: (offset / 4) as u32,
                path: layout.path_at(offset).unwrap_or_default(),
                expected: scalar.show_one(wanted.bits),
                got: scalar.show_one(bits),
            });
        }
    }
    Ok(comparison)
}

/// Returns the bits of the scalar at a byte.
fn bits_at(words: &[u32], offset: u64, scalar: ScalarType) -> u32 {
    let word = words.get((offset / 4) as usize).copied().unwrap_or(0);
    match scalar.bytes() {
        4 => word,
        bytes => word >> (8 * (offset % 4)) & (u32::MAX >> (32 - 8 * bytes)),
    }
}

/// Returns the values of an operation, each in the type of its place in the output.
fn result_of(operation: Operation, input: Input<'_>, output: &Layout) -> Result<Vec<Wanted>, ExpectedError> {
    let bytes = input.words.len() as u64 * 4;
    let value_of = |(offset, scalar): (u64, ScalarType)| scalar.value(bits_at(input.words, offset, scalar));
    let values: Vec<f64> = input.layout.scalars(bytes).map(value_of).collect();
    let count = values.len();
    // Sums of n values in any order differ by at most (n - 1) u Σ|x| from the exact sum (Higham, Accuracy and Stability
    // of Numerical Algorithms, 4.2); u is the unit roundoff. Whole sums below 2^53 are exact here.
    let sums = |values: &[f64]| -> Vec<(f64, f64)> {
        let scan = values.iter().scan((0.0, 0.0), |(sum, size), value| {
            (*sum, *size) = (*sum + value, *size + value.abs());
            Some((*sum, *size))
        });
        (0_u32..)
            .zip(scan)
            .map(|(place, (sum, size))| (sum, f64::from(place) * size))
            .collect()
    };
    let exact = |values: Vec<f64>| values.into_iter().map(|value| (value, 0.0)).collect();
    let results: Vec<(f64, f64)> = match operation {
        Operation::Copy => exact(values),
        Operation::Sum => vec![sums(&values).pop().unwrap_or_default()],
        Operation::Least => exact(values.into_iter().reduce(f64::min).into_iter().collect()),
        Operation::Greatest => exact(values.into_iter().reduce(f64::max).into_iter().collect()),
        Operation::InclusiveScan => sums(&values),
        Operation::ExclusiveScan => {
            let mut all = vec![(0.0, 0.0)];
            all.extend(sums(&values));
            all.truncate(count);
            all
        }
        Operation::Sorted => {
            let mut values = values;
            values.sort_by(f64::total_cmp);
            exact(values)
        }
        Operation::Reversed => exact(values.into_iter().rev().collect()),
        Operation::Transposed { columns } => {
            let width = columns as usize;
            if width == 0 || !count.is_multiple_of(width) {
                return Err(ExpectedError::Shape { values: count, columns });
            }
            let rows = count / width;
            let transposed = |place: usize| values[place % rows * width + place / rows];
            exact((0..count).map(transposed).collect())
        }
    };
    // An array is as long as its buffer: the output's types repeat as often as there are results.
    let most = (results.len() as u64 + 1) * 64;
    let scalars = output.scalars(most).map(|(_, scalar)| scalar);
    Ok(results
        .into_iter()
        .zip(scalars)
        .map(|((value, roundings), scalar)| {
            let bits = scalar.wrapped(value);
            let value = scalar.value(bits);
            Wanted {
                bits,
                value,
                permitted: roundings * scalar.unit_roundoff() + scalar.last_place(value) / 2.0,
            }
        })
        .collect())
}

/// The numbers of a scalar type as 64-bit floats.
trait Values: Copy {
    /// Returns the value of the bits.
    fn value(self, bits: u32) -> f64;
    /// Returns the bits of a value; integers wrap.
    fn wrapped(self, value: f64) -> u32;
    /// Returns the distance from a value to the next float.
    fn last_place(self, value: f64) -> f64;
    fn unit_roundoff(self) -> f64;
}

impl Values for ScalarType {
    fn value(self, bits: u32) -> f64 {
        match self {
            ScalarType::F32 => f64::from(f32::from_bits(bits)),
            ScalarType::F16 => f64::from(half::f16::from_bits(bits as u16)),
            ScalarType::I32 => f64::from(bits.cast_signed()),
            ScalarType::U32 | ScalarType::Bool => f64::from(bits),
            ScalarType::Narrow(narrow) => f64::from(narrow.value(bits)),
        }
    }

    fn wrapped(self, value: f64) -> u32 {
        match self {
            ScalarType::I32 | ScalarType::U32 => value.rem_euclid(4_294_967_296.0) as u32,
            ScalarType::Bool | ScalarType::F32 | ScalarType::F16 | ScalarType::Narrow(_) => self.bits_of(value),
        }
    }

    fn last_place(self, value: f64) -> f64 {
        let (digits, least) = match self {
            ScalarType::F32 => (23, -126),
            ScalarType::F16 => (10, -14),
            _ => return 0.0,
        };
        if !value.is_finite() {
            return 0.0;
        }
        // The exponent of a 64-bit float, which holds the smaller ones without loss.
        let exponent = (value.abs().to_bits() >> 52) as i32 - 1023;
        let place = exponent.max(least) - digits;
        f64::from_bits(((place + 1023) as u64) << 52)
    }

    fn unit_roundoff(self) -> f64 {
        self.last_place(1.0) / 2.0
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

    fn words(scalar: ScalarType, values: &[f64]) -> Vec<u32> {
        values.iter().map(|&value| scalar.wrapped(value)).collect()
    }

    #[test]
    fn operations_have_the_results_of_their_definition() {
        let input = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0];
        for (operation, wanted) in [
            (Operation::Copy, &[3.0, 1.0, 4.0, 1.0, 5.0, 9.0][..]),
            (Operation::Sum, &[23.0]),
            (Operation::Least, &[1.0]),
            (Operation::Greatest, &[9.0]),
            (Operation::InclusiveScan, &[3.0, 4.0, 8.0, 9.0, 14.0, 23.0]),
            (Operation::ExclusiveScan, &[0.0, 3.0, 4.0, 8.0, 9.0, 14.0]),
            (Operation::Sorted, &[1.0, 1.0, 3.0, 4.0, 5.0, 9.0]),
            (Operation::Reversed, &[9.0, 5.0, 1.0, 4.0, 1.0, 3.0]),
            (Operation::Transposed { columns: 3 }, &[3.0, 1.0, 1.0, 5.0, 4.0, 9.0]),
        ] {
            for scalar in [ScalarType::U32, ScalarType::I32, ScalarType::F32] {
                let layout = array(scalar);
                let from = words(scalar, &input);
                let source = Source::Of(
                    operation,
                    Input {
                        layout: &layout,
                        words: &from,
                    },
                );
                let after = words(scalar, wanted);
                let comparison = compare(&layout, &after, source, Tolerance::Permitted, 0.0);
                let comparison = comparison.expect("values");
                let counts = (comparison.values, comparison.wrong);
                assert_eq!(counts, (wanted.len() as u64, 0), "{operation:?} {scalar:?}");
                // One wrong value is found, and where it is.
                let mut wrong = after.clone();
                let last = wrong.len() - 1;
                wrong[last] = scalar.wrapped(77.0);
                let comparison = compare(&layout, &wrong, source, Tolerance::Permitted, 0.0);
                let comparison = comparison.expect("values");
                assert_eq!(comparison.wrong, 1, "{operation:?}");
                assert_eq!(comparison.listed[0].path, format!("[{last}]"));
                assert_eq!(comparison.listed[0].got, "77");
            }
        }
    }

    #[test]
    fn integers_wrap_and_columns_must_divide() {
        let layout = array(ScalarType::U32);
        let input = Input {
            layout: &layout,
            words: &[u32::MAX, 2],
        };
        let sum = Source::Of(Operation::Sum, input);
        let comparison = compare(&layout, &[1], sum, Tolerance::Permitted, 0.0);
        assert_eq!(comparison.map(|comparison| comparison.wrong), Ok(0));
        let shape = Source::Of(Operation::Transposed { columns: 3 }, input);
        assert_eq!(
            compare(&layout, &[1, 2], shape, Tolerance::Permitted, 0.0),
            Err(ExpectedError::Shape { values: 2, columns: 3 })
        );
    }

    #[test]
    fn floats_differ_by_more_than_is_permitted() {
        let layout = array(ScalarType::F32);
        let one = 1.0_f32.to_bits();
        let wrong = |after: u32, expected: f32, tolerance: Tolerance, ulps: f64| {
            let expected = [expected.to_bits()];
            let comparison = compare(&layout, &[after], Source::Words(&expected), tolerance, ulps);
            comparison.expect("values").wrong
        };
        let bound = |absolute, relative| Tolerance::Bound { absolute, relative };
        for (after, expected, tolerance, ulps, is_wrong) in [
            (one, 1.0, Tolerance::Permitted, 0.0, 0),
            (one + 2, 1.0, Tolerance::Permitted, 2.0, 0),
            (one + 3, 1.0, Tolerance::Permitted, 2.0, 1),
            (one, 1.1, bound(0.2, 0.0), 0.0, 0),
            (one, 1.1, bound(0.0, 0.05), 0.0, 1),
            (one, 1.1, bound(0.0, 0.1), 0.0, 0),
            (f32::NAN.to_bits(), 1.0, bound(1e9, 1e9), 0.0, 1),
            (f32::NAN.to_bits(), f32::NAN, Tolerance::Permitted, 0.0, 0),
            (f32::INFINITY.to_bits(), 1.0, bound(1e9, 1e9), 0.0, 1),
            (f32::INFINITY.to_bits(), f32::INFINITY, Tolerance::Permitted, 0.0, 0),
            ((-0.0_f32).to_bits(), 0.0, Tolerance::Permitted, 0.0, 0),
        ] {
            assert_eq!(
                wrong(after, expected, tolerance, ulps),
                is_wrong,
                "{} for {expected}",
                f32::from_bits(after)
            );
        }
    }

    #[test]
    fn sums_of_floats_are_right_in_any_order() {
        let layout = array(ScalarType::F32);
        let values: Vec<f64> = (0..4096).map(|index| f64::from(index % 77) * 0.1).collect();
        let from = words(ScalarType::F32, &values);
        let floats: Vec<f32> = from.iter().map(|&bits| f32::from_bits(bits)).collect();
        let by_pairs = |mut values: Vec<f32>| {
            while values.len() > 1 {
                values = values.chunks(2).map(|pair| pair.iter().sum()).collect();
            }
            values[0]
        };
        let input = Input {
            layout: &layout,
            words: &from,
        };
        let wrong = |sum: f32| {
            let sum = [sum.to_bits()];
            let source = Source::Of(Operation::Sum, input);
            let comparison = compare(&layout, &sum, source, Tolerance::Permitted, 0.0);
            comparison.expect("values").wrong
        };
        assert_eq!(wrong(floats.iter().sum()), 0);
        assert_eq!(wrong(by_pairs(floats.clone())), 0);
        let without_last: f32 = floats[..4095].iter().sum::<f32>() - 30.0;
        assert_eq!(wrong(without_last), 1);
    }

    #[test]
    fn a_list_is_compared_as_far_as_it_goes() {
        let layout = array(ScalarType::U32);
        let list = Expected::Numbers {
            text: "1 2 3".to_owned(),
            file: None,
        };
        let words = own_words(&list, &layout, 64).expect("a list").expect("numbers");
        let comparison = compare(&layout, &[1, 5, 3, 9], Source::Words(&words), Tolerance::Permitted, 0.0);
        let comparison = comparison.expect("values");
        assert_eq!((comparison.values, comparison.wrong), (3, 1));
        let wrong = &comparison.listed[0];
        assert_eq!(
            (wrong.path.as_str(), wrong.expected.as_str(), wrong.got.as_str()),
            ("[1]", "2", "5")
        );
        let bad = Expected::Numbers {
            text: "1 x".to_owned(),
            file: None,
        };
        assert!(matches!(
            own_words(&bad, &layout, 64),
            Some(Err(ExpectedError::Number(_)))
        ));
    }
}
