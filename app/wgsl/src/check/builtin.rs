//! Calls of built-in functions: which types they take, and what they return. Source: WGSL, "Built-in Functions".

use super::{Checker, Info, Meaning, Time};
use crate::error::{Result, Span, invalid};
use crate::evaluate;
use crate::syntax::{Expr, Templated};
use crate::types::{Access, Count, Kind, Scalar, Space, Ty};
use crate::value::Value;

const FLOAT: &[Scalar] = &[Scalar::AbstractFloat, Scalar::F32, Scalar::F16];
const NUMERIC: &[Scalar] = &[
    Scalar::AbstractInt,
    Scalar::AbstractFloat,
    Scalar::I32,
    Scalar::U32,
    Scalar::F32,
    Scalar::F16,
];
const SIGNED: &[Scalar] = &[
    Scalar::AbstractInt,
    Scalar::AbstractFloat,
    Scalar::I32,
    Scalar::F32,
    Scalar::F16,
];
const INTEGER: &[Scalar] = &[Scalar::I32, Scalar::U32];
const SINGLE: &[Scalar] = &[Scalar::F32];
const CONCRETE: &[Scalar] = &[Scalar::I32, Scalar::U32, Scalar::F32, Scalar::F16];

/// Functions whose arguments and result are all of one type, a scalar or vector: name, arguments, scalars.
const SAME: &[(&str, usize, &[Scalar])] = &[
    ("abs", 1, NUMERIC),
    ("acos", 1, FLOAT),
    ("acosh", 1, FLOAT),
    ("asin", 1, FLOAT),
    ("asinh", 1, FLOAT),
    ("atan", 1, FLOAT),
    ("atanh", 1, FLOAT),
    ("atan2", 2, FLOAT),
    ("ceil", 1, FLOAT),
    ("clamp", 3, NUMERIC),
    ("cos", 1, FLOAT),
    ("cosh", 1, FLOAT),
    ("countLeadingZeros", 1, INTEGER),
    ("countOneBits", 1, INTEGER),
    ("countTrailingZeros", 1, INTEGER),
    ("degrees", 1, FLOAT),
    ("exp", 1, FLOAT),
    ("exp2", 1, FLOAT),
    ("firstLeadingBit", 1, INTEGER),
    ("firstTrailingBit", 1, INTEGER),
    ("floor", 1, FLOAT),
    ("fma", 3, FLOAT),
    ("fract", 1, FLOAT),
    ("inverseSqrt", 1, FLOAT),
    ("log", 1, FLOAT),
    ("log2", 1, FLOAT),
    ("max", 2, NUMERIC),
    ("min", 2, NUMERIC),
    ("pow", 2, FLOAT),
    ("quantizeToF16", 1, SINGLE),
    ("radians", 1, FLOAT),
    ("reverseBits", 1, INTEGER),
    ("round", 1, FLOAT),
    ("saturate", 1, FLOAT),
    ("sign", 1, SIGNED),
    ("sin", 1, FLOAT),
    ("sinh", 1, FLOAT),
    ("smoothstep", 3, FLOAT),
    ("sqrt", 1, FLOAT),
    ("step", 2, FLOAT),
    ("tan", 1, FLOAT),
    ("tanh", 1, FLOAT),
    ("trunc", 1, FLOAT),
    ("dpdx", 1, SINGLE),
    ("dpdxCoarse", 1, SINGLE),
    ("dpdxFine", 1, SINGLE),
    ("dpdy", 1, SINGLE),
    ("dpdyCoarse", 1, SINGLE),
    ("dpdyFine", 1, SINGLE),
    ("fwidth", 1, SINGLE),
    ("fwidthCoarse", 1, SINGLE),
    ("fwidthFine", 1, SINGLE),
];

/// The number of components and their type.
type Shape = (u8, Scalar);

/// Functions from bits to numbers: name, type of the argument, type of the result.
const PACKING: &[(&str, Shape, Shape)] = &[
    ("pack4x8snorm", (4, Scalar::F32), (1, Scalar::U32)),
    ("pack4x8unorm", (4, Scalar::F32), (1, Scalar::U32)),
    ("pack4xI8", (4, Scalar::I32), (1, Scalar::U32)),
    ("pack4xU8", (4, Scalar::U32), (1, Scalar::U32)),
    ("pack4xI8Clamp", (4, Scalar::I32), (1, Scalar::U32)),
    ("pack4xU8Clamp", (4, Scalar::U32), (1, Scalar::U32)),
    ("pack2x16snorm", (2, Scalar::F32), (1, Scalar::U32)),
    ("pack2x16unorm", (2, Scalar::F32), (1, Scalar::U32)),
    ("pack2x16float", (2, Scalar::F32), (1, Scalar::U32)),
    ("unpack4x8snorm", (1, Scalar::U32), (4, Scalar::F32)),
    ("unpack4x8unorm", (1, Scalar::U32), (4, Scalar::F32)),
    ("unpack4xI8", (1, Scalar::U32), (4, Scalar::I32)),
    ("unpack4xU8", (1, Scalar::U32), (4, Scalar::U32)),
    ("unpack2x16snorm", (1, Scalar::U32), (2, Scalar::F32)),
    ("unpack2x16unorm", (1, Scalar::U32), (2, Scalar::F32)),
    ("unpack2x16float", (1, Scalar::U32), (2, Scalar::F32)),
];

/// Subgroup and quad functions of one number: name, scalars, and whether a second argument chooses a lane.
const SUBGROUP: &[(&str, &[Scalar], Lane)] = &[
    ("subgroupAdd", CONCRETE, Lane::None),
    ("subgroupExclusiveAdd", CONCRETE, Lane::None),
    ("subgroupInclusiveAdd", CONCRETE, Lane::None),
    ("subgroupMul", CONCRETE, Lane::None),
    ("subgroupExclusiveMul", CONCRETE, Lane::None),
    ("subgroupInclusiveMul", CONCRETE, Lane::None),
    ("subgroupMax", CONCRETE, Lane::None),
    ("subgroupMin", CONCRETE, Lane::None),
    ("subgroupAnd", INTEGER, Lane::None),
    ("subgroupOr", INTEGER, Lane::None),
    ("subgroupXor", INTEGER, Lane::None),
    ("subgroupBroadcastFirst", CONCRETE, Lane::None),
    ("subgroupBroadcast", CONCRETE, Lane::Constant(128)),
    ("subgroupShuffle", CONCRETE, Lane::Any(128)),
    ("subgroupShuffleDown", CONCRETE, Lane::Distance(128)),
    ("subgroupShuffleUp", CONCRETE, Lane::Distance(128)),
    ("subgroupShuffleXor", CONCRETE, Lane::Distance(128)),
    ("quadBroadcast", CONCRETE, Lane::Constant(4)),
    ("quadSwapX", CONCRETE, Lane::None),
    ("quadSwapY", CONCRETE, Lane::None),
    ("quadSwapDiagonal", CONCRETE, Lane::None),
];

/// The second argument of a subgroup function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    None,
    /// A const-expression below a limit.
    Constant(i64),
    /// An `i32` or `u32`, below a limit where it is known.
    Any(i64),
    /// A `u32`, below a limit where it is known.
    Distance(i64),
}

const OTHERS: &[&str] = &[
    "all",
    "any",
    "select",
    "arrayLength",
    "bitcast",
    "cross",
    "determinant",
    "distance",
    "dot",
    "dot4I8Packed",
    "dot4U8Packed",
    "extractBits",
    "faceForward",
    "frexp",
    "insertBits",
    "ldexp",
    "length",
    "mix",
    "modf",
    "normalize",
    "reflect",
    "refract",
    "transpose",
    "workgroupBarrier",
    "storageBarrier",
    "textureBarrier",
    "subgroupBarrier",
    "workgroupUniformLoad",
    "atomicLoad",
    "atomicStore",
    "atomicAdd",
    "atomicSub",
    "atomicMax",
    "atomicMin",
    "atomicAnd",
    "atomicOr",
    "atomicXor",
    "atomicExchange",
    "atomicCompareExchangeWeak",
    "subgroupAll",
    "subgroupAny",
    "subgroupBallot",
    "subgroupElect",
];

/// Returns the names of the built-in functions.
pub(super) fn functions() -> impl Iterator<Item = &'static str> {
    SAME.iter()
        .map(|&(name, _, _)| name)
        .chain(PACKING.iter().map(|&(name, _, _)| name))
        .chain(SUBGROUP.iter().map(|&(name, _, _)| name))
        .chain(OTHERS.iter().copied())
        .chain(super::texture::FUNCTIONS.iter().copied())
}

/// Returns true for the name of a built-in function.
pub(super) fn is_function(name: &str) -> bool {
    functions().any(|found| found == name)
}

/// Returns true for a function whose result may be dropped.
pub(crate) fn may_be_dropped(name: &str) -> bool {
    name.starts_with("atomic") || name == "textureStore" || name.ends_with("Barrier")
}

/// Returns true for a function that belongs to the extension `subgroups`.
pub(crate) fn is_subgroup_function(name: &str) -> bool {
    (name.starts_with("subgroup") && name != "subgroupBarrier") || name.starts_with("quad")
}

impl<'s> Checker<'s, '_> {
    pub(super) fn builtin(
        &mut self,
        call: Expr,
        callee: &Templated<'s>,
        arguments: &[Expr],
    ) -> Result<Info> {
        let name = callee.name.text;
        let span = self.span(call);
        if !is_function(name) {
            return Err(super::unknown::unknown(self.tree, callee.name));
        }
        if callee.arguments.is_some() && name != "bitcast" {
            return invalid(callee.span, format!("`{name}` takes no template arguments"));
        }
        if is_subgroup_function(name) && !self.enabled.contains("subgroups") {
            return invalid(
                callee.span,
                format!("`{name}` needs `enable subgroups;` at the start of the text"),
            );
        }
        if let Some(current) = self.current {
            self.functions[current as usize]
                .builtins
                .push((name_of(name), callee.span));
        }
        let mut info = self.call_builtin(callee, arguments, span)?;
        info.meaning = Meaning::Builtin;
        if info.time != Time::Runtime && !self.info(call).skipped {
            let values: Option<Vec<Value>> = arguments
                .iter()
                .map(|&argument| self.converted(argument))
                .collect();
            if let (Some(values), Some(ty)) = (values, info.ty)
                && let Some(result) = evaluate::call(&mut self.types, name, &values, ty)
            {
                match result {
                    Ok(value) => info.value = Some(value),
                    Err(problem) => return invalid(span, problem),
                }
            }
        }
        if !self.info(call).skipped {
            self.check_known_arguments(name, arguments, span)?;
        }
        Ok(info)
    }

    /// Checks arguments that are known, where others are not.
    fn check_known_arguments(&mut self, name: &str, arguments: &[Expr], span: Span) -> Result<()> {
        let mut values = Vec::new();
        for &argument in arguments {
            values.push(self.converted(argument));
        }
        let known = |index: usize| values.get(index).and_then(|value| value.as_ref());
        let problem = match name {
            "clamp" => match (known(1), known(2)) {
                (Some(low), Some(high))
                    if low
                        .numbers
                        .iter()
                        .zip(high.numbers.iter())
                        .any(|(a, b)| a.float() > b.float()) =>
                {
                    Some("the low bound of `clamp` is above its high bound".to_owned())
                }
                _ => None,
            },
            "smoothstep" => match (known(0), known(1)) {
                (Some(low), Some(high))
                    if low
                        .numbers
                        .iter()
                        .zip(high.numbers.iter())
                        .any(|(a, b)| a.float() == b.float()) =>
                {
                    Some("`smoothstep` needs two different edges".to_owned())
                }
                _ => None,
            },
            "extractBits" | "insertBits" => {
                let first = if name == "extractBits" { 1 } else { 2 };
                let offset = known(first).map_or(0, |value| value.first().integer());
                let count = known(first + 1).map_or(0, |value| value.first().integer());
                (offset + count > 32).then(|| "the bits do not lie in 32 bits".to_owned())
            }
            "ldexp" => known(1).and_then(|exponents| {
                let limit = match arguments
                    .first()
                    .and_then(|&first| self.info(first).target.or(self.info(first).ty))
                {
                    Some(ty) => match self.types.element_scalar(self.types.loaded(ty)) {
                        Some(Scalar::F16) => 16,
                        Some(Scalar::F32) => 128,
                        _ => 1024,
                    },
                    None => 1024,
                };
                let above = exponents
                    .numbers
                    .iter()
                    .any(|exponent| exponent.integer() > limit);
                above.then(|| format!("the exponent of `ldexp` is above {limit}"))
            }),
            _ => None,
        };
        match problem {
            Some(problem) => invalid(span, problem),
            None => Ok(()),
        }
    }

    fn no_overload<T>(&mut self, name: &str, arguments: &[Expr], span: Span) -> Result<T> {
        let mut found = Vec::new();
        for &argument in arguments {
            let ty = self.value_ty(argument)?;
            found.push(format!("`{}`", self.types.name(ty)));
        }
        match found.is_empty() {
            true => invalid(span, format!("`{name}` needs arguments")),
            false => invalid(
                span,
                format!("`{name}` cannot be called with {}", found.join(", ")),
            ),
        }
    }

    /// Returns the best scalar of a set that all of some scalars convert to.
    fn choose(&self, set: &[Scalar], scalars: &[Scalar], time: Time) -> Option<Scalar> {
        set.iter().copied().find(|candidate| {
            (time == Time::Const || !candidate.is_abstract())
                && scalars.iter().all(|scalar| scalar.converts_to(*candidate))
        })
    }

    /// Converts arguments that are all of one scalar or vector type, and returns it.
    fn same(&mut self, arguments: &[Expr], set: &[Scalar]) -> Result<Option<Ty>> {
        let mut size = None;
        let mut scalars = Vec::new();
        for &argument in arguments {
            let ty = self.value_ty(argument)?;
            let Some((count, scalar)) = self.types.components(ty) else {
                return Ok(None);
            };
            if *size.get_or_insert(count) != count {
                return Ok(None);
            }
            scalars.push(scalar);
        }
        let time = self.time(arguments);
        let (Some(size), Some(scalar)) = (size, self.choose(set, &scalars, time)) else {
            return Ok(None);
        };
        let ty = self.types.vector(size, scalar);
        for &argument in arguments {
            self.set_target(argument, ty)?;
        }
        Ok(Some(ty))
    }

    fn call_builtin(
        &mut self,
        callee: &Templated<'s>,
        arguments: &[Expr],
        span: Span,
    ) -> Result<Info> {
        let name = callee.name.text;
        let time = self.time(arguments);
        if super::texture::FUNCTIONS.contains(&name) {
            return self.texture_call(name, arguments, span);
        }
        if let Some(&(_, count, set)) = SAME.iter().find(|&&(found, _, _)| found == name) {
            let is_fragment = name.starts_with("dpd") || name.starts_with("fwidth");
            let time = if is_fragment { Time::Runtime } else { time };
            if arguments.len() == count
                && let Some(ty) = self.same(arguments, set)?
            {
                return Ok(self.unknown(ty, time));
            }
            return self.no_overload(name, arguments, span);
        }
        if let Some(&(_, from, to)) = PACKING.iter().find(|&&(found, _, _)| found == name) {
            if let [argument] = arguments {
                let wanted = self.types.vector(from.0, from.1);
                self.convert(*argument, wanted, &format!("the argument of `{name}`"))?;
                let ty = self.types.vector(to.0, to.1);
                return Ok(self.unknown(ty, time));
            }
            return self.no_overload(name, arguments, span);
        }
        if let Some(&(_, set, lane)) = SUBGROUP.iter().find(|&&(found, _, _)| found == name) {
            return self.subgroup_call(name, arguments, set, lane, span);
        }
        if name.starts_with("atomic") {
            return self.atomic_call(name, arguments, span);
        }
        let mut types = Vec::new();
        if name != "arrayLength" && name != "workgroupUniformLoad" {
            for &argument in arguments {
                types.push(self.value_ty(argument)?);
            }
        }
        let bool = self.types.bool();
        let unsigned = self.types.scalar(Scalar::U32);
        let shapes: Vec<Option<(u8, Scalar)>> =
            types.iter().map(|&ty| self.types.components(ty)).collect();
        let ty = match (name, arguments, shapes.as_slice()) {
            ("all" | "any", _, [Some((_, Scalar::Bool))]) => bool,
            ("select", [no, yes, _], [Some(a), Some(b), Some((size, Scalar::Bool))])
                if a.0 == b.0 && (*size == 1 || *size == a.0) =>
            {
                let (no, yes) = (*no, *yes);
                let Some(mut scalar) = self.common([a.1, b.1]) else {
                    return self.no_overload(name, arguments, span);
                };
                if time != Time::Const {
                    scalar = scalar.concrete();
                }
                let ty = self.types.vector(a.0, scalar);
                self.set_target(no, ty)?;
                self.set_target(yes, ty)?;
                ty
            }
            ("arrayLength", [array], _) => {
                let info = self.info(*array).clone();
                match info.ty.map(|ty| self.types.kind(ty)) {
                    Some(Kind::Pointer(Space::Storage, to, access)) if access.reads() => {
                        if !matches!(self.types.kind(to), Kind::Array(_, Count::Runtime)) {
                            return invalid(
                                span,
                                "`arrayLength` is for arrays without a length in their type",
                            );
                        }
                    }
                    _ => {
                        return invalid(
                            span,
                            "`arrayLength` needs a pointer to an array in a storage buffer, as `&data`",
                        );
                    }
                }
                return Ok(self.unknown(unsigned, Time::Runtime));
            }
            ("bitcast", [argument], [Some(_)]) => return self.bitcast(callee, *argument, span),
            ("cross", _, [Some((3, _)), Some((3, _))]) => match self.same(arguments, FLOAT)? {
                Some(ty) => ty,
                None => return self.no_overload(name, arguments, span),
            },
            ("dot", [_, _], [Some((size, _)), Some(_)]) if *size > 1 => {
                match self.same(arguments, NUMERIC)? {
                    Some(ty) => self.scalar_of(ty),
                    None => return self.no_overload(name, arguments, span),
                }
            }
            ("dot4I8Packed" | "dot4U8Packed", [a, b], [Some((1, _)), Some((1, _))]) => {
                let (a, b) = (*a, *b);
                self.convert(a, unsigned, "a packed vector")?;
                self.convert(b, unsigned, "a packed vector")?;
                if name == "dot4I8Packed" {
                    self.types.scalar(Scalar::I32)
                } else {
                    unsigned
                }
            }
            ("distance", [_, _], [Some(_), Some(_)]) | ("length", [_], [Some(_)]) => {
                match self.same(arguments, FLOAT)? {
                    Some(ty) => self.scalar_of(ty),
                    None => return self.no_overload(name, arguments, span),
                }
            }
            ("normalize", [_], [Some((size, _))])
            | ("reflect", [_, _], [Some((size, _)), Some(_)])
            | ("faceForward", [_, _, _], [Some((size, _)), Some(_), Some(_)])
                if *size > 1 =>
            {
                match self.same(arguments, FLOAT)? {
                    Some(ty) => ty,
                    None => return self.no_overload(name, arguments, span),
                }
            }
            ("refract", [a, b, ratio], [Some((n, x)), Some((m, y)), Some((1, z))])
                if n == m && *n > 1 =>
            {
                let Some(scalar) = self.choose(FLOAT, &[*x, *y, *z], time) else {
                    return self.no_overload(name, arguments, span);
                };
                let (a, b, ratio) = (*a, *b, *ratio);
                let ty = self.types.vector(*n, scalar);
                self.set_target(a, ty)?;
                self.set_target(b, ty)?;
                let scalar = self.types.scalar(scalar);
                self.set_target(ratio, scalar)?;
                ty
            }
            ("mix", [a, b, share], [Some((n, x)), Some((m, y)), Some((k, z))])
                if n == m && (k == n || *k == 1) =>
            {
                let Some(scalar) = self.choose(FLOAT, &[*x, *y, *z], time) else {
                    return self.no_overload(name, arguments, span);
                };
                let (a, b, share) = (*a, *b, *share);
                let ty = self.types.vector(*n, scalar);
                self.set_target(a, ty)?;
                self.set_target(b, ty)?;
                let part = self.types.vector(*k, scalar);
                self.set_target(share, part)?;
                ty
            }
            ("ldexp", [value, exponent], [Some((n, x)), Some((m, y))]) if n == m => {
                let (value, exponent) = (*value, *exponent);
                let Some(mut scalar) = self.choose(FLOAT, &[*x], self.read_time(value)) else {
                    return self.no_overload(name, arguments, span);
                };
                if !y.converts_to(Scalar::I32) {
                    return self.no_overload(name, arguments, span);
                }
                // An abstract number with a concrete exponent is an `f32`.
                if scalar == Scalar::AbstractFloat && *y != Scalar::AbstractInt {
                    scalar = Scalar::F32;
                }
                let by = if scalar == Scalar::AbstractFloat {
                    Scalar::AbstractInt
                } else {
                    Scalar::I32
                };
                let ty = self.types.vector(*n, scalar);
                self.set_target(value, ty)?;
                let by = self.types.vector(*n, by);
                self.set_target(exponent, by)?;
                ty
            }
            ("frexp" | "modf", [argument], [Some(_)]) => {
                let argument = *argument;
                let Some(ty) = self.same(&[argument], FLOAT)? else {
                    return self.no_overload(name, arguments, span);
                };
                self.two_results(name, ty)
            }
            ("extractBits", [value, offset, count], [Some(_), Some((1, _)), Some((1, _))]) => {
                let (value, offset, count) = (*value, *offset, *count);
                let Some(ty) = self.same(&[value], INTEGER)? else {
                    return self.no_overload(name, arguments, span);
                };
                self.convert(offset, unsigned, "the offset")?;
                self.convert(count, unsigned, "the count")?;
                ty
            }
            (
                "insertBits",
                [value, bits, offset, count],
                [Some(_), Some(_), Some((1, _)), Some((1, _))],
            ) => {
                let (value, bits, offset, count) = (*value, *bits, *offset, *count);
                let Some(ty) = self.same(&[value, bits], INTEGER)? else {
                    return self.no_overload(name, arguments, span);
                };
                self.convert(offset, unsigned, "the offset")?;
                self.convert(count, unsigned, "the count")?;
                ty
            }
            ("transpose", [_], _) => match self.types.kind(types[0]) {
                Kind::Matrix(columns, rows, scalar) => {
                    self.types.get(Kind::Matrix(rows, columns, scalar))
                }
                _ => return self.no_overload(name, arguments, span),
            },
            ("determinant", [_], _) => match self.types.kind(types[0]) {
                Kind::Matrix(columns, rows, scalar) if columns == rows => self.types.scalar(scalar),
                _ => return self.no_overload(name, arguments, span),
            },
            (
                "workgroupBarrier" | "storageBarrier" | "textureBarrier" | "subgroupBarrier",
                [],
                _,
            ) => {
                if self.current.is_none() {
                    return invalid(span, format!("`{name}` stands in functions only"));
                }
                let void = self.types.void();
                return Ok(self.unknown(void, Time::Runtime));
            }
            ("workgroupUniformLoad", [pointer], _) => {
                let ty = self.info(*pointer).ty.map(|ty| self.types.kind(ty));
                let to = match ty {
                    Some(Kind::Pointer(Space::Workgroup, to, _)) => to,
                    _ => {
                        return invalid(
                            span,
                            "`workgroupUniformLoad` needs a pointer to workgroup memory, as `&total`",
                        );
                    }
                };
                match self.types.kind(to) {
                    Kind::Atomic(scalar) => self.types.scalar(scalar),
                    _ if self.types.is_constructible(to) => to,
                    _ => return invalid(span, "this type cannot be read as a whole"),
                }
            }
            ("subgroupAll" | "subgroupAny", [_], [Some((1, Scalar::Bool))]) => bool,
            ("subgroupBallot", [_], [Some((1, Scalar::Bool))]) => self.types.vector(4, Scalar::U32),
            ("subgroupElect", [], _) => bool,
            _ => return self.no_overload(name, arguments, span),
        };
        let is_runtime = name.starts_with("subgroup") || name == "workgroupUniformLoad";
        Ok(self.unknown(ty, if is_runtime { Time::Runtime } else { time }))
    }

    fn scalar_of(&mut self, ty: Ty) -> Ty {
        let scalar = self.types.element_scalar(ty).unwrap_or(Scalar::F32);
        self.types.scalar(scalar)
    }

    /// Returns the structure that `frexp` or `modf` returns.
    fn two_results(&mut self, name: &str, ty: Ty) -> Ty {
        let (size, scalar) = self.types.components(ty).unwrap_or((1, Scalar::F32));
        let shape = if size == 1 {
            String::new()
        } else {
            format!("vec{size}_")
        };
        let suffix = match scalar {
            Scalar::AbstractFloat => "abstract",
            Scalar::F16 => "f16",
            _ => "f32",
        };
        let exponent = if scalar == Scalar::AbstractFloat {
            Scalar::AbstractInt
        } else {
            Scalar::I32
        };
        let second = if name == "frexp" {
            self.types.vector(size, exponent)
        } else {
            ty
        };
        let second_name = if name == "frexp" { "exp" } else { "whole" };
        self.types.result_struct(
            &format!("__{name}_result_{shape}{suffix}"),
            &[("fract", ty), (second_name, second)],
        )
    }

    fn bitcast(&mut self, callee: &Templated<'s>, argument: Expr, span: Span) -> Result<Info> {
        let [target] = callee.arguments.as_deref().unwrap_or_default() else {
            return invalid(
                span,
                "`bitcast` needs the new type, as in `bitcast<u32>(x)`",
            );
        };
        let to = self.type_argument(*target)?;
        let from = self.value_ty(argument)?;
        let time = self.read_time(argument);
        let (Some((n, scalar)), Some((m, wanted))) =
            (self.types.components(from), self.types.components(to))
        else {
            return self.no_overload("bitcast", &[argument], span);
        };
        // Abstract numbers are 32 bits wide, or 16 where only that fits.
        let is_narrow = scalar.is_abstract() && u32::from(n) * 2 == u32::from(m) * wanted.bytes();
        let scalar = if is_narrow {
            Scalar::F16
        } else {
            scalar.concrete()
        };
        let from = self.types.vector(n, scalar);
        let bits = |size: u8, scalar: Scalar| u32::from(size) * scalar.bytes();
        let vec3_of_half = |size: u8, scalar: Scalar| size == 3 && scalar == Scalar::F16;
        let fits = scalar.is_numeric()
            && wanted.is_numeric()
            && bits(n, scalar) == bits(m, wanted)
            && (from == to || !vec3_of_half(n, scalar) && !vec3_of_half(m, wanted))
            && !(n == 1 && scalar == Scalar::F16 && from != to);
        if !fits {
            let (from, to) = (self.types.name(from), self.types.name(to));
            return invalid(span, format!("`{from}` and `{to}` have no bits in common"));
        }
        self.set_target(argument, from)?;
        Ok(self.unknown(to, time))
    }

    fn subgroup_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        set: &[Scalar],
        lane: Lane,
        span: Span,
    ) -> Result<Info> {
        let count = if lane == Lane::None { 1 } else { 2 };
        if arguments.len() != count {
            return self.no_overload(name, arguments, span);
        }
        let ty = self.value_ty(arguments[0])?;
        let Some((size, scalar)) = self.types.components(ty) else {
            return self.no_overload(name, arguments, span);
        };
        let Some(&scalar) = set.iter().find(|candidate| scalar.converts_to(**candidate)) else {
            return self.no_overload(name, arguments, span);
        };
        let ty = self.types.vector(size, scalar);
        self.set_target(arguments[0], ty)?;
        if let Some(&id) = arguments.get(1) {
            let id_ty = self.value_ty(id)?;
            let Some((1, id_scalar)) = self.types.components(id_ty) else {
                return self.no_overload(name, arguments, span);
            };
            let (limit, fits) = match lane {
                Lane::Constant(limit) | Lane::Any(limit) => (limit, id_scalar.is_integer()),
                Lane::Distance(limit) => (limit, id_scalar.converts_to(Scalar::U32)),
                Lane::None => (0, false),
            };
            if !fits {
                return self.no_overload(name, arguments, span);
            }
            if let Lane::Distance(_) = lane {
                let unsigned = self.types.scalar(Scalar::U32);
                self.set_target(id, unsigned)?;
            } else {
                self.concretize(id)?;
            }
            let id_span = self.span(id);
            match (&self.info(id).value, lane) {
                (None, Lane::Constant(_)) => {
                    return invalid(
                        id_span,
                        format!(
                            "the lane of `{name}` must be a const-expression; `subgroupShuffle` takes any"
                        ),
                    );
                }
                (Some(value), _) if !(0..limit).contains(&value.first().integer()) => {
                    return invalid(
                        id_span,
                        format!(
                            "the second argument of `{name}` must be from 0 to {}",
                            limit - 1
                        ),
                    );
                }
                _ => {}
            }
            if matches!(lane, Lane::Constant(_)) && self.read_time(id) != Time::Const {
                return invalid(
                    id_span,
                    format!("the lane of `{name}` must be a const-expression"),
                );
            }
        }
        Ok(self.unknown(ty, Time::Runtime))
    }

    fn atomic_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Result<Info> {
        let pointer = arguments
            .first()
            .and_then(|&first| self.info(first).ty)
            .map(|ty| self.types.kind(ty));
        let scalar = match pointer {
            Some(Kind::Pointer(space, to, access)) => match self.types.kind(to) {
                Kind::Atomic(scalar) if matches!(space, Space::Storage | Space::Workgroup) => {
                    if access != Access::ReadWrite {
                        return invalid(
                            span,
                            format!("`{name}` needs memory with the access mode `read_write`"),
                        );
                    }
                    scalar
                }
                _ => {
                    let found = self.types.name(to);
                    return invalid(
                        span,
                        format!("`{name}` needs a pointer to an atomic; this leads to `{found}`"),
                    );
                }
            },
            _ => {
                return invalid(
                    span,
                    format!("`{name}` needs a pointer to an atomic, as `&counter`"),
                );
            }
        };
        let ty = self.types.scalar(scalar);
        let count = match name {
            "atomicLoad" => 0,
            "atomicCompareExchangeWeak" => 2,
            _ => 1,
        };
        if arguments.len() != count + 1 {
            return invalid(
                span,
                format!(
                    "`{name}` takes {} arguments, not {}",
                    count + 1,
                    arguments.len()
                ),
            );
        }
        for &argument in &arguments[1..] {
            self.convert(argument, ty, &format!("an argument of `{name}`"))?;
        }
        let result = match name {
            "atomicStore" => self.types.void(),
            "atomicCompareExchangeWeak" => {
                let bool = self.types.bool();
                let name = format!("__atomic_compare_exchange_result_{}", scalar.name());
                self.types
                    .result_struct(&name, &[("old_value", ty), ("exchanged", bool)])
            }
            _ => ty,
        };
        Ok(self.unknown(result, Time::Runtime))
    }
}

/// Returns the name with the lifetime of the program.
fn name_of(name: &str) -> &'static str {
    let same = SAME.iter().map(|&(found, _, _)| found);
    let packing = PACKING.iter().map(|&(found, _, _)| found);
    let subgroup = SUBGROUP.iter().map(|&(found, _, _)| found);
    let others = OTHERS.iter().chain(super::texture::FUNCTIONS).copied();
    same.chain(packing)
        .chain(subgroup)
        .chain(others)
        .find(|found| *found == name)
        .unwrap_or("")
}
