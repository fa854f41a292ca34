//! The rounding that WGSL permits to a kernel's floats, added up over the operations of its busiest warp.

use super::stored::Trace;
use crate::program::{Binary, Op, Program, Ternary, Unary};

/// Returns how far a float may be from another correct implementation's, in units in the last place: the sum of what
/// WGSL permits each operation (section "Accuracy of Concrete Floating Point Expressions"), for the warp of the trace
/// that executes most of them. It does not follow which values depend on which, and it does not know about cancellation.
pub fn permitted_ulps(program: &Program, trace: &Trace) -> f64 {
    let mut of_statement = vec![0.0; trace.statements.len()];
    let mut statement = 0;
    for op in &program.ops {
        if let Op::Statement { statement: next } = op {
            statement = *next as usize;
        }
        if let Some(sum) = of_statement.get_mut(statement) {
            *sum += ulps_of(op, trace.warp_width);
        }
    }
    let mut of_warp = vec![0.0; trace.warps as usize];
    for step in trace.steps() {
        if let Some(sum) = of_warp.get_mut(step.warp as usize) {
            *sum += of_statement.get(step.statement as usize).copied().unwrap_or(0.0);
        }
    }
    of_warp.into_iter().fold(0.0, f64::max)
}

/// Returns the error of one operation. Where WGSL bounds the absolute error, as for `sin`, it is that of results near 1;
/// `exp` is that of arguments up to 8.
fn ulps_of(op: &Op, warp_width: u32) -> f64 {
    match op {
        Op::Unary { function, .. } => match function {
            Unary::FractFloat | Unary::Radians | Unary::Degrees | Unary::FloatFromInt => 1.0,
            Unary::FloatFromUint | Unary::QuantizeToHalf | Unary::HalfFromFloat => 1.0,
            Unary::InverseSqrt => 2.0,
            Unary::Log | Unary::Log2 => 3.0,
            Unary::SqrtFloat => 4.5,
            Unary::Exp | Unary::Exp2 => 19.0,
            Unary::Cosh | Unary::Sinh | Unary::Tanh => 40.0,
            Unary::Acosh | Unary::Asinh | Unary::Atanh => 16.0,
            // An absolute error of 2^-11.
            Unary::Cos | Unary::Sin => 4096.0,
            Unary::Acos | Unary::Asin | Unary::Atan => 4096.0,
            Unary::Tan => 8192.0,
            Unary::FloatFromSnorm8 | Unary::FloatFromUnorm8 | Unary::FloatFromSnorm16 | Unary::FloatFromUnorm16 => 3.0,
            _ => 0.0,
        },
        Op::Binary { function, .. } => of_binary(*function),
        Op::Ternary {
            function: Ternary::FusedMultiplyAdd,
            ..
        } => 2.0,
        Op::Combine { function, .. } => f64::from(warp_width) * of_binary(*function),
        _ => 0.0,
    }
}

fn of_binary(function: Binary) -> f64 {
    match function {
        // Correctly rounded in a direction that WGSL leaves open.
        Binary::AddFloat | Binary::SubtractFloat | Binary::MultiplyFloat | Binary::Ldexp => 1.0,
        Binary::DivideFloat => 2.5,
        Binary::ModuloFloat => 4.5,
        Binary::Pow => 64.0,
        Binary::Atan2 => 4096.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Contents, Dispatch, RunOptions, compile, permitted_ulps, run};

    fn ulps(body: &str) -> f64 {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<f32>;\n\
             @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) t: u32) {{ {body} }}"
        );
        let program = compile(&text, None).expect("it is valid");
        let dispatch = Dispatch {
            workgroups: [1, 1, 1],
            overrides: Default::default(),
            buffers: vec![crate::Buffer {
                group: 0,
                binding: 0,
                contents: Contents::Zeros { words: 64 },
            }],
        };
        let run = run(&program, &dispatch, &RunOptions::default()).expect("it runs");
        permitted_ulps(&program, &run.trace.expect("a trace"))
    }

    #[test]
    fn each_operation_adds_what_wgsl_permits_it() {
        for (body, wanted) in [
            ("out[t] = 1.0;", 0.0),
            ("out[t] = out[t] + 2.0;", 1.0),
            ("out[t] = out[t] * out[t] / 3.0;", 3.5),
            ("for (var i = 0; i < 10; i++) { out[t] += 1.5; }", 10.0),
            // Only the second warp divides.
            ("if t >= 32u { out[t] = out[t] / 7.0; } else { out[t] += 1.0; }", 2.5),
            ("out[t] = abs(floor(-out[t]));", 0.0),
        ] {
            assert_eq!(ulps(body), wanted, "{body}");
        }
    }
}
