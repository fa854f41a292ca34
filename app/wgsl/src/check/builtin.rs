//! Calls of built-in functions: which types they take, and what they return. Source: WGSL, "Built-in Functions".

use super::{Checker, Info, Meaning, Time};
use crate::builtin::{Builtin, FLOAT, INTEGER, Lane, NUMERIC, Rule, SINGLE};
use crate::error::{Result, Span, counted, invalid};
use crate::evaluate;
use crate::syntax::{Expr, Templated};
use crate::types::{Access, Count, Kind, Scalar, Space, Ty};
use crate::value::Value;

impl<'s> Checker<'s, '_> {
    pub(super) fn builtin(&mut self, call: Expr, callee: &Templated<'s>, arguments: &[Expr]) -> Result<Info> {
        let name = callee.name.text;
        let span = self.span(call);
        let Some(builtin) = Builtin::by_name(name) else {
            return Err(super::unknown::unknown(self.tree, callee.name));
        };
        if callee.arguments.is_some() && builtin != Builtin::Bitcast {
            return invalid(callee.span, format!("`{name}` takes no template arguments"));
        }
        if builtin.is_of_subgroups() && !self.enabled.contains("subgroups") {
            return invalid(
                callee.span,
                format!("`{name}` needs `enable subgroups;` at the start of the text"),
            );
        }
        if let Some(current) = self.current {
            self.functions[current as usize].builtins.push((builtin, callee.span));
        }
        let mut info = self.call_builtin(builtin, callee, arguments, span)?;
        info.meaning = Meaning::Builtin(builtin);
        if info.time != Time::Runtime && !self.info(call).skipped {
            let values: Option<Vec<Value>> = arguments.iter().map(|&argument| self.converted(argument)).collect();
            if let (Some(values), Some(ty)) = (values, info.ty)
                && let Some(result) = evaluate::call(&mut self.types, builtin, &values, ty)
            {
                match result {
                    Ok(value) => info.value = Some(value),
                    Err(problem) => return invalid(span, problem),
                }
            }
        }
        if !self.info(call).skipped {
            self.check_known_arguments(builtin, arguments, span)?;
        }
        Ok(info)
    }

    /// Checks arguments that are known, where others are not.
    fn check_known_arguments(&mut self, builtin: Builtin, arguments: &[Expr], span: Span) -> Result<()> {
        let mut values = Vec::new();
        for &argument in arguments {
            values.push(self.converted(argument));
        }
        let value_at = |index: usize| values.get(index).and_then(|value| value.as_ref());
        let problem = match builtin {
            Builtin::Clamp => match (value_at(1), value_at(2)) {
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
            Builtin::Smoothstep => match (value_at(0), value_at(1)) {
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
            Builtin::ExtractBits | Builtin::InsertBits => {
                let first = if builtin == Builtin::ExtractBits { 1 } else { 2 };
                let offset = value_at(first).map_or(0, |value| value.first().integer());
                let count = value_at(first + 1).map_or(0, |value| value.first().integer());
                (offset + count > 32).then(|| "the bits do not lie in 32 bits".to_owned())
            }
            Builtin::Ldexp => value_at(1).and_then(|exponents| {
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
                let above = exponents.numbers.iter().any(|exponent| exponent.integer() > limit);
                above.then(|| format!("the exponent of `ldexp` is above {limit}"))
            }),
            _ => None,
        };
        match problem {
            Some(problem) => invalid(span, problem),
            None => Ok(()),
        }
    }

    fn no_overload<T>(&mut self, builtin: Builtin, arguments: &[Expr], span: Span) -> Result<T> {
        let name = builtin.name();
        let mut types = Vec::new();
        for &argument in arguments {
            let ty = self.value_ty(argument)?;
            types.push(format!("`{}`", self.types.name(ty)));
        }
        if types.is_empty() {
            invalid(span, format!("`{name}` needs arguments"))
        } else {
            invalid(span, format!("`{name}` cannot be called with {}", types.join(", ")))
        }
    }

    /// Returns the best scalar of a set that all of some scalars convert to.
    fn choose(&self, set: &[Scalar], scalars: &[Scalar], time: Time) -> Option<Scalar> {
        set.iter().copied().find(|candidate| {
            (time == Time::Const || !candidate.is_abstract())
                && scalars.iter().all(|scalar| scalar.converts_to(*candidate))
        })
    }

    /// Converts so many arguments as [`Checker::same`] does.
    fn same_of(&mut self, arguments: &[Expr], count: usize, set: &[Scalar]) -> Result<Option<Ty>> {
        if arguments.len() == count {
            self.same(arguments, set)
        } else {
            Ok(None)
        }
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
        builtin: Builtin,
        callee: &Templated<'s>,
        arguments: &[Expr],
        span: Span,
    ) -> Result<Info> {
        let name = builtin.name();
        let time = self.time(arguments);
        match builtin.rule() {
            Rule::Texture => return self.texture_call(builtin, arguments, span),
            Rule::Atomic => return self.atomic_call(builtin, arguments, span),
            Rule::Subgroup(set, lane) => {
                return self.subgroup_call(builtin, arguments, (set, lane), span);
            }
            Rule::Same(count, set) => {
                return match self.same_of(arguments, count, set)? {
                    Some(ty) => Ok(self.unknown(ty, time)),
                    None => self.no_overload(builtin, arguments, span),
                };
            }
            Rule::Derivative => {
                return match self.same_of(arguments, 1, SINGLE)? {
                    Some(ty) => Ok(self.unknown(ty, Time::Runtime)),
                    None => self.no_overload(builtin, arguments, span),
                };
            }
            Rule::Packing(from, to) => {
                let [argument] = arguments else {
                    return self.no_overload(builtin, arguments, span);
                };
                let wanted = self.types.vector(from.0, from.1);
                self.convert(*argument, wanted, &format!("the argument of `{name}`"))?;
                let ty = self.types.vector(to.0, to.1);
                return Ok(self.unknown(ty, time));
            }
            Rule::Vote | Rule::Barrier | Rule::Own => {}
        }
        if let Some(info) = self.memory_builtin(builtin, arguments, span)? {
            return Ok(info);
        }
        let mut types = Vec::new();
        for &argument in arguments {
            types.push(self.value_ty(argument)?);
        }
        let shapes: Vec<Option<(u8, Scalar)>> = types.iter().map(|&ty| self.types.components(ty)).collect();
        if let (Builtin::Bitcast, [argument], [Some(_)]) = (builtin, arguments, shapes.as_slice()) {
            return self.bitcast(callee, *argument, span);
        }
        let ty = match builtin.rule() {
            Rule::Vote => self.vote_builtin(builtin, &shapes),
            _ => match self.vector_builtin(builtin, arguments, &shapes)? {
                None => match self.number_builtin(builtin, arguments, &shapes)? {
                    None => self.matrix_builtin(builtin, &types),
                    ty => ty,
                },
                ty => ty,
            },
        };
        match ty {
            Some(ty) if builtin.is_of_subgroups() => Ok(self.unknown(ty, Time::Runtime)),
            Some(ty) => Ok(self.unknown(ty, time)),
            None => self.no_overload(builtin, arguments, span),
        }
    }

    /// Checks a function of memory that others share, or of its barriers; `None` for another function.
    fn memory_builtin(&mut self, builtin: Builtin, arguments: &[Expr], span: Span) -> Result<Option<Info>> {
        let ty = match (builtin, arguments) {
            (Builtin::ArrayLength, [array]) => {
                let array = self.info(*array).ty.map(|ty| self.types.kind(ty));
                match array {
                    Some(Kind::Pointer(Space::Storage, to, access)) if access.reads() => {
                        if !matches!(self.types.kind(to), Kind::Array(_, Count::Runtime)) {
                            return invalid(span, "`arrayLength` is for arrays without a length in their type");
                        }
                    }
                    _ => {
                        return invalid(
                            span,
                            "`arrayLength` needs a pointer to an array in a storage buffer, as `&data`",
                        );
                    }
                }
                self.types.scalar(Scalar::U32)
            }
            (Builtin::WorkgroupUniformLoad, [pointer]) => {
                let pointer = self.info(*pointer).ty.map(|ty| self.types.kind(ty));
                let Some(Kind::Pointer(Space::Workgroup, to, _)) = pointer else {
                    return invalid(
                        span,
                        "`workgroupUniformLoad` needs a pointer to workgroup memory, as `&total`",
                    );
                };
                match self.types.kind(to) {
                    Kind::Atomic(scalar) => self.types.scalar(scalar),
                    _ if self.types.is_constructible(to) => to,
                    _ => return invalid(span, "this type cannot be read as a whole"),
                }
            }
            (Builtin::ArrayLength | Builtin::WorkgroupUniformLoad, _) => {
                return self.no_overload(builtin, arguments, span).map(Some);
            }
            (
                Builtin::WorkgroupBarrier
                | Builtin::StorageBarrier
                | Builtin::TextureBarrier
                | Builtin::SubgroupBarrier,
                [],
            ) => {
                if self.current.is_none() {
                    let name = builtin.name();
                    return invalid(span, format!("`{name}` stands in functions only"));
                }
                self.types.void()
            }
            _ => return Ok(None),
        };
        Ok(Some(self.unknown(ty, Time::Runtime)))
    }

    /// Returns the type of a vote; `None` if the arguments do not fit.
    fn vote_builtin(&mut self, builtin: Builtin, shapes: &[Option<(u8, Scalar)>]) -> Option<Ty> {
        Some(match (builtin, shapes) {
            (Builtin::SubgroupAll | Builtin::SubgroupAny, [Some((1, Scalar::Bool))]) | (Builtin::SubgroupElect, []) => {
                self.types.bool()
            }
            (Builtin::SubgroupBallot, [Some((1, Scalar::Bool))]) => self.types.vector(4, Scalar::U32),
            _ => return None,
        })
    }

    /// Returns the type of a function of vectors; `None` if the arguments do not fit.
    fn vector_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        shapes: &[Option<(u8, Scalar)>],
    ) -> Result<Option<Ty>> {
        let time = self.time(arguments);
        match (builtin, arguments, shapes) {
            (Builtin::Cross, _, [Some((3, _)), Some((3, _))]) => self.same(arguments, FLOAT),
            (Builtin::Dot, [_, _], [Some((size, _)), Some(_)]) if *size > 1 => {
                let ty = self.same(arguments, NUMERIC)?;
                Ok(ty.map(|ty| self.scalar_of(ty)))
            }
            (Builtin::Distance, [_, _], [Some(_), Some(_)]) | (Builtin::Length, [_], [Some(_)]) => {
                let ty = self.same(arguments, FLOAT)?;
                Ok(ty.map(|ty| self.scalar_of(ty)))
            }
            (Builtin::Normalize, [_], [Some((size, _))])
            | (Builtin::Reflect, [_, _], [Some((size, _)), Some(_)])
            | (Builtin::FaceForward, [_, _, _], [Some((size, _)), Some(_), Some(_)])
                if *size > 1 =>
            {
                self.same(arguments, FLOAT)
            }
            (Builtin::Refract, [a, b, last], [Some((n, x)), Some((m, y)), Some((k @ 1, z))])
            | (Builtin::Mix, [a, b, last], [Some((n, x)), Some((m, y)), Some((k, z))])
                if n == m
                    && match builtin {
                        Builtin::Refract => *n > 1,
                        _ => k == n || *k == 1,
                    } =>
            {
                let Some(scalar) = self.choose(FLOAT, &[*x, *y, *z], time) else {
                    return Ok(None);
                };
                let ty = self.types.vector(*n, scalar);
                self.set_target(*a, ty)?;
                self.set_target(*b, ty)?;
                let part = self.types.vector(*k, scalar);
                self.set_target(*last, part)?;
                Ok(Some(ty))
            }
            _ => Ok(None),
        }
    }

    /// Returns the type of a function of numbers and their bits; `None` if the arguments do not fit.
    fn number_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        shapes: &[Option<(u8, Scalar)>],
    ) -> Result<Option<Ty>> {
        let time = self.time(arguments);
        let unsigned = self.types.scalar(Scalar::U32);
        let ty = match (builtin, arguments, shapes) {
            (Builtin::All | Builtin::Any, _, [Some((_, Scalar::Bool))]) => self.types.bool(),
            (Builtin::Select, [no, yes, _], [Some(a), Some(b), Some((size, Scalar::Bool))])
                if a.0 == b.0 && (*size == 1 || *size == a.0) =>
            {
                let Some(mut scalar) = self.common([a.1, b.1]) else {
                    return Ok(None);
                };
                if time != Time::Const {
                    scalar = scalar.concrete();
                }
                let ty = self.types.vector(a.0, scalar);
                self.set_target(*no, ty)?;
                self.set_target(*yes, ty)?;
                ty
            }
            (Builtin::Dot4I8Packed | Builtin::Dot4U8Packed, [a, b], [Some((1, _)), Some((1, _))]) => {
                self.convert(*a, unsigned, "a packed vector")?;
                self.convert(*b, unsigned, "a packed vector")?;
                if builtin == Builtin::Dot4I8Packed {
                    self.types.scalar(Scalar::I32)
                } else {
                    unsigned
                }
            }
            (Builtin::Ldexp, [value, exponent], [Some((n, x)), Some((m, y))]) if n == m => {
                let scalar = self.choose(FLOAT, &[*x], self.read_time(*value));
                let Some(mut scalar) = scalar.filter(|_| y.converts_to(Scalar::I32)) else {
                    return Ok(None);
                };
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
                self.set_target(*value, ty)?;
                let by = self.types.vector(*n, by);
                self.set_target(*exponent, by)?;
                ty
            }
            (Builtin::Frexp | Builtin::Modf, [argument], [Some(_)]) => {
                let ty = self.same(&[*argument], FLOAT)?;
                return Ok(ty.map(|ty| self.two_results(builtin, ty)));
            }
            (Builtin::ExtractBits, [values @ .., offset, count], [Some(_), Some((1, _)), Some((1, _))])
            | (Builtin::InsertBits, [values @ .., offset, count], [Some(_), Some(_), Some((1, _)), Some((1, _))]) => {
                let Some(ty) = self.same(values, INTEGER)? else {
                    return Ok(None);
                };
                self.convert(*offset, unsigned, "the offset")?;
                self.convert(*count, unsigned, "the count")?;
                ty
            }
            _ => return Ok(None),
        };
        Ok(Some(ty))
    }

    /// Returns the type of a function of matrices; `None` if the arguments do not fit.
    fn matrix_builtin(&mut self, builtin: Builtin, types: &[Ty]) -> Option<Ty> {
        let [matrix] = types else { return None };
        match (builtin, self.types.kind(*matrix)) {
            (Builtin::Transpose, Kind::Matrix(columns, rows, scalar)) => {
                Some(self.types.get(Kind::Matrix(rows, columns, scalar)))
            }
            (Builtin::Determinant, Kind::Matrix(columns, rows, scalar)) if columns == rows => {
                Some(self.types.scalar(scalar))
            }
            _ => None,
        }
    }

    fn scalar_of(&mut self, ty: Ty) -> Ty {
        let scalar = self.types.element_scalar(ty).unwrap_or(Scalar::F32);
        self.types.scalar(scalar)
    }

    /// Returns the structure that `frexp` or `modf` returns.
    fn two_results(&mut self, builtin: Builtin, ty: Ty) -> Ty {
        let name = builtin.name();
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
        let second = if builtin == Builtin::Frexp {
            self.types.vector(size, exponent)
        } else {
            ty
        };
        let second_name = if builtin == Builtin::Frexp { "exp" } else { "whole" };
        self.types.result_struct(
            &format!("__{name}_result_{shape}{suffix}"),
            &[("fract", ty), (second_name, second)],
        )
    }

    fn bitcast(&mut self, callee: &Templated<'s>, argument: Expr, span: Span) -> Result<Info> {
        let [target] = callee.arguments.as_deref().unwrap_or_default() else {
            return invalid(span, "`bitcast` needs the new type, as in `bitcast<u32>(x)`");
        };
        let to = self.type_argument(*target)?;
        let from = self.value_ty(argument)?;
        let time = self.read_time(argument);
        let (Some((n, scalar)), Some((m, wanted))) = (self.types.components(from), self.types.components(to)) else {
            return self.no_overload(Builtin::Bitcast, &[argument], span);
        };
        // Abstract numbers are 32 bits wide, or 16 where only that fits. As `u32` an integer is what `u32(x)` makes of it.
        let is_narrow = scalar.is_abstract() && u32::from(n) * 2 == u32::from(m) * wanted.bytes();
        let scalar = match scalar {
            _ if is_narrow => Scalar::F16,
            Scalar::AbstractInt if wanted == Scalar::U32 => Scalar::U32,
            _ => scalar.concrete(),
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
        builtin: Builtin,
        arguments: &[Expr],
        (set, lane): (&[Scalar], Lane),
        span: Span,
    ) -> Result<Info> {
        let name = builtin.name();
        let count = if lane == Lane::None { 1 } else { 2 };
        if arguments.len() != count {
            return self.no_overload(builtin, arguments, span);
        }
        let ty = self.value_ty(arguments[0])?;
        let Some((size, scalar)) = self.types.components(ty) else {
            return self.no_overload(builtin, arguments, span);
        };
        let Some(&scalar) = set.iter().find(|candidate| scalar.converts_to(**candidate)) else {
            return self.no_overload(builtin, arguments, span);
        };
        let ty = self.types.vector(size, scalar);
        self.set_target(arguments[0], ty)?;
        if let Some(&id) = arguments.get(1) {
            let id_ty = self.value_ty(id)?;
            let Some((1, id_scalar)) = self.types.components(id_ty) else {
                return self.no_overload(builtin, arguments, span);
            };
            let (limit, fits) = match lane {
                Lane::Constant(limit) | Lane::Any(limit) => (limit, id_scalar.is_integer()),
                Lane::Distance(limit) => (limit, id_scalar.converts_to(Scalar::U32)),
                Lane::None => (0, false),
            };
            if !fits {
                return self.no_overload(builtin, arguments, span);
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
                        format!("the lane of `{name}` must be a const-expression; `subgroupShuffle` takes any"),
                    );
                }
                (Some(value), _) if !(0..limit).contains(&value.first().integer()) => {
                    return invalid(
                        id_span,
                        format!("the second argument of `{name}` must be from 0 to {}", limit - 1),
                    );
                }
                _ => {}
            }
            if matches!(lane, Lane::Constant(_)) && self.read_time(id) != Time::Const {
                return invalid(id_span, format!("the lane of `{name}` must be a const-expression"));
            }
        }
        Ok(self.unknown(ty, Time::Runtime))
    }

    fn atomic_call(&mut self, builtin: Builtin, arguments: &[Expr], span: Span) -> Result<Info> {
        let name = builtin.name();
        let pointer = arguments
            .first()
            .and_then(|&first| self.info(first).ty)
            .map(|ty| self.types.kind(ty));
        let scalar = match pointer {
            Some(Kind::Pointer(space, to, access)) => match self.types.kind(to) {
                Kind::Atomic(scalar) if matches!(space, Space::Storage | Space::Workgroup) => {
                    if access != Access::ReadWrite {
                        return invalid(span, format!("`{name}` needs memory with the access mode `read_write`"));
                    }
                    scalar
                }
                _ => {
                    let pointee = self.types.name(to);
                    return invalid(
                        span,
                        format!("`{name}` needs a pointer to an atomic; this leads to `{pointee}`"),
                    );
                }
            },
            _ => {
                return invalid(span, format!("`{name}` needs a pointer to an atomic, as `&counter`"));
            }
        };
        let ty = self.types.scalar(scalar);
        let count = match builtin {
            Builtin::AtomicLoad => 0,
            Builtin::AtomicCompareExchangeWeak => 2,
            _ => 1,
        };
        if arguments.len() != count + 1 {
            return invalid(
                span,
                format!(
                    "`{name}` takes {}, not {}",
                    counted(count + 1, "argument"),
                    arguments.len()
                ),
            );
        }
        for &argument in &arguments[1..] {
            self.convert(argument, ty, &format!("an argument of `{name}`"))?;
        }
        let result = match builtin {
            Builtin::AtomicStore => self.types.void(),
            Builtin::AtomicCompareExchangeWeak => {
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
