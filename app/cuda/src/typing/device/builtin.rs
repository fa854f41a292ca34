//! Calls of the functions that CUDA knows without a declaration.

use crate::error::{Result, Span, error, fail};
use crate::syntax;
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::device::math::{is_of_floats, plain};
use crate::typing::tree::{Expr, ExprKind, FLOAT, Number, Scalar, Ty};

/// Returns true if a function that CUDA knows takes arguments of these types without a conversion.
pub(crate) fn takes_exactly(name: &str, types: &[Option<Ty>]) -> bool {
    let scalar = |ty: &Option<Ty>| match ty {
        Some(Ty::Scalar(scalar)) => Some(*scalar),
        Some(Ty::Pointer(target)) if name.starts_with("atomic") => target.scalar(),
        _ => None,
    };
    let scalars: Option<Vec<Scalar>> = types.iter().map(scalar).collect();
    let Some(scalars) = scalars else { return false };
    let are_same = scalars.windows(2).all(|pair| pair[0] == pair[1]);
    if is_of_floats(plain(name)) {
        return are_same && scalars.first() == Some(&Scalar::Float);
    }
    let of_any = matches!(name, "min" | "max" | "abs" | "clamp") || name.starts_with("atomic");
    of_any && are_same && !scalars.is_empty()
}

/// Returns true for a function of the standard library that device code may call, by its name in `std`.
pub(crate) fn is_standard(name: &str) -> bool {
    const OTHERS: [&str; 8] = [
        "min",
        "max",
        "abs",
        "swap",
        "isnan",
        "isinf",
        "isfinite",
        "numeric_limits",
    ];
    let is_plain = !name.starts_with("__");
    OTHERS.contains(&name) || is_plain && is_of_floats(plain(name))
}

impl Typer<'_> {
    pub(crate) fn call_built_in(
        &mut self,
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Value> {
        let text = &*name.text;
        if let Some(value) = self.effect_function(text, arguments, span)? {
            return Ok(value);
        }
        if let Some(value) = self.atomic(text, arguments, span)? {
            return Ok(value);
        }
        if let Some(value) = self.copy_function(text, arguments, span)? {
            return Ok(value);
        }
        if let Some(value) = self.warp_function(text, arguments, span)? {
            return Ok(value);
        }
        let vector = text.strip_prefix("make_").map(|vector| {
            if self.options.double == crate::typing::Double::AsFloat {
                vector.replace("double", "float")
            } else {
                vector.to_owned()
            }
        });
        if let Some(vector) = vector
            && let Some(ty) = crate::typing::scope::types::built_in(&vector)
        {
            let Ty::Vector(scalar, size) = ty else {
                return Ok(Value::Expr(self.compose(arguments, &ty, span)?));
            };
            let values = arguments
                .iter()
                .map(|argument| self.rvalue(argument))
                .collect::<Result<Vec<_>>>()?;
            if values.is_empty() {
                return Ok(Value::Expr(Expr::new(ExprKind::Zero, ty)));
            }
            let value = self.make_vector(text, values, scalar, size, span)?;
            return Ok(Value::Expr(value));
        }
        if text == "__ldg" || text == "__ldcg" || text == "__ldca" || text == "__ldcs" {
            let [pointer] = arguments else {
                return fail(span, format!("`{text}` takes a pointer"));
            };
            let value = self.expr(pointer)?;
            let named = pointer.span;
            let Some(pointer) = self.pointer_of(value, span)? else {
                return fail(span, format!("`{text}` takes a pointer"));
            };
            let place = self.target(pointer, named)?;
            return Ok(Value::Expr(self.load(place)));
        }
        let mut values = Vec::new();
        let mut failure = None;
        for argument in arguments {
            let value = self.expr(argument);
            match value.and_then(|value| self.load_value(value, argument.span)) {
                Ok(value) => values.push(value),
                Err(error) => {
                    failure.get_or_insert(error);
                    values.push(Expr::literal(Number::Float(0.0), FLOAT));
                }
            }
        }
        let result = match self.vector_math(text, &values) {
            Some(value) => Some(value),
            None => self.math(text, values, span)?,
        };
        // A function that is not there is the first fault.
        match (result, failure) {
            (Some(_), Some(failure)) => Err(failure),
            (Some(value), None) => Ok(Value::Expr(value)),
            (None, _) => Err(match refused(text) {
                Some((why, help)) => error(span, format!("`{text}`: {why}")).help(help),
                None if self.file.host.iter().any(|function| function.name == name.text) => {
                    error(span, format!("`{text}` is a function of the host")).help("write `__device__` before it")
                }
                None => self.undeclared(text, name.span, "function"),
            }),
        }
    }
}

/// Returns true for arithmetic that rounds towards zero, up or down: `__fadd_rz`.
fn is_rounded_otherwise(name: &str) -> bool {
    let rounded = ["_rz", "_ru", "_rd"];
    let operation = rounded.iter().find_map(|end| name.strip_suffix(end));
    matches!(
        operation,
        Some("__fadd" | "__fsub" | "__fmul" | "__fdiv" | "__fmaf" | "__fsqrt" | "__frcp")
    )
}

/// Returns why a function is refused, and what to do instead.
fn refused(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "malloc" | "free" => (
            "`malloc` and `free` on the device are not taken: WGSL has no memory to allocate",
            "use an array of a fixed length, or a buffer of the host",
        ),
        _ if name.starts_with("curand") => (
            "of the library curand, `curand`, `curand_uniform`, `curand_normal` and `curand_log_normal` with the state `curandState` are taken",
            "use one of them, or read random numbers from a buffer",
        ),
        "cudaDeviceSynchronize" | "cudaMalloc" | "cudaFree" | "cudaMemcpy" => (
            "a call of the CUDA runtime on the device is not taken",
            "call it on the host",
        ),
        "j0f" | "j1f" | "jnf" | "y0f" | "y1f" | "ynf" | "cyl_bessel_i0f" | "cyl_bessel_i1f" => (
            "Bessel functions are not taken yet",
            "read their values from a table in a buffer",
        ),
        "binary_partition" | "labeled_partition" => (
            "a group by the value of each thread is not taken",
            "take a branch for each value, and `coalesced_threads()` in it",
        ),
        _ if is_rounded_otherwise(name) => (
            "WGSL has no choice of the rounding: a function that does not round to nearest is not taken",
            "use the operator, or the function with `_rn`",
        ),
        "__nv_fp8_e4m3" | "__vadd4" => (
            "SIMD functions on packed bytes are not taken",
            "write the operation for each byte",
        ),
        _ => return None,
    })
}
