//! Float functions for which the language only specifies an accuracy. Their values go into one buffer, and nothing else
//! depends on them.

use crate::construct::Construct;
use crate::types::{Scalar, Shape};
use crate::writer::Writer;

/// Largest difference between two implementations, relative to the larger of the value and 1. WGSL's widest error bound
/// of the functions used is 2^-11, for `sin` and `cos`, and both implementations may be off by that much.
pub(crate) const TOLERANCE: f32 = 1.0 / 1024.0;

impl Writer<'_, '_> {
    /// Writes a function of small arguments, inside the range for which WGSL specifies its accuracy.
    pub fn inexact(&mut self) -> String {
        self.mark(Construct::Inexact);
        let scalar = Shape::new(Scalar::F32, 1);
        let three = Shape::new(Scalar::F32, 3);
        let positive = |text: &str| format!("(abs({text}) + 1.0)");
        let a = self.float_within(scalar, 2, 64.0).text;
        let b = self.float_within(scalar, 1, 64.0).text;
        match self.source.below(12) {
            0 => format!("({a} / {})", positive(&b)),
            1 => format!("sqrt(abs({a}))"),
            2 => format!("inverseSqrt({})", positive(&a)),
            3 => format!("sin({a} / 64.0)"),
            4 => format!("cos({a} / 32.0)"),
            5 => format!("exp2({a} / 16.0)"),
            6 => format!("exp({a} / 32.0)"),
            7 => format!("log2({})", positive(&a)),
            8 => format!("log({})", positive(&a)),
            9 => format!("pow({}, {b} / 64.0)", positive(&a)),
            10 => {
                let vector = self.float_within(three, 1, 64.0).text;
                format!("length({vector})")
            }
            _ => format!("smoothstep(-64.0, 65.0, {a})"),
        }
    }
}
