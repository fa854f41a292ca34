//! Operations that the threads of a warp do together: votes, matches, reductions and shuffles, with their masks.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Binary};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::tree::{BOOL, BuiltIn, Expr, ExprKind, INT, Scalar, StatementKind, Ty, UINT};

impl Typer<'_> {
    pub(crate) fn warp_size(&mut self) -> Expr {
        self.built_in(BuiltIn::WarpSize, Expr::new(ExprKind::BuiltIn(BuiltIn::WarpSize), UINT))
    }

    pub(crate) fn lane(&mut self) -> Expr {
        self.built_in(BuiltIn::LaneId, Expr::new(ExprKind::BuiltIn(BuiltIn::LaneId), UINT))
    }

    /// Returns a call of a function of the warp, with the mask of the text's call.
    pub(super) fn intrinsic(&mut self, name: &'static str, values: Vec<Expr>, ty: Ty) -> Expr {
        let call = Expr::new(ExprKind::Intrinsic(name, values), ty.clone());
        match self.frame.mask {
            Some((mask, span)) => Expr {
                span: Some(span),
                ..Expr::new(ExprKind::Masked(Box::new(call), mask), ty)
            },
            None => call,
        }
    }

    /// Translates a function of the warp. The active lanes take part; the machine compares them with the mask.
    pub(crate) fn warp_function(
        &mut self,
        name: &str,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Option<Value>> {
        let is_barrier = name == "__syncwarp";
        let is_synchronous = name.ends_with("_sync") && name.starts_with("__");
        let written = arguments.first();
        let Some(written) = written.filter(|_| is_synchronous || is_barrier) else {
            return self.function_of_warp(name, arguments, None, span);
        };
        let mask = self.rvalue(written)?;
        let number = mask.known();
        if number == Some(0) {
            return Err(error(
                written.span,
                format!("the mask of `{name}` is 0: a thread that calls it must be in it, so the result is undefined"),
            )
            .help("write `0xffffffff` for all threads of the warp"));
        }
        // The active lanes call it, whoever they are.
        let is_active = matches!(&written.kind, syntax::ExprKind::Call(callee, _)
            if matches!(&callee.kind, syntax::ExprKind::Name(name) if &*name.text == "__activemask"));
        let is_whole = number == Some(-1) || number == Some(0xffff_ffff);
        let computed = match number {
            Some(_) if is_synchronous || is_whole => None,
            _ => {
                let mask = self.convert_scalar(mask, Scalar::Uint);
                let mask = self.once("mask", mask);
                if !is_active {
                    self.compare_mask(mask.clone(), span);
                }
                Some(mask)
            }
        };
        let of_call = number.filter(|_| is_synchronous);
        let of_call = of_call.map(|mask| (mask as u32, span));
        let outer = std::mem::replace(&mut self.frame.mask, of_call);
        let value = self.function_of_warp(name, arguments, computed, span);
        self.frame.mask = outer;
        value
    }

    fn function_of_warp(
        &mut self,
        name: &str,
        arguments: &[syntax::Expr],
        mask: Option<Expr>,
        span: Span,
    ) -> Result<Option<Value>> {
        if !(name.starts_with("__shfl")
            || name.starts_with("__ballot")
            || name.starts_with("__any")
            || name.starts_with("__all")
            || name.starts_with("__reduce_")
            || matches!(name, "__activemask" | "__match_any_sync" | "__syncwarp" | "__uni"))
        {
            return Ok(None);
        }
        if name == "__syncwarp" {
            self.emit(StatementKind::WarpBarrier);
            return Ok(Some(Value::Void));
        }
        if name == "__activemask" {
            return Ok(Some(Value::Expr(
                self.ballot(Expr::literal(crate::typing::tree::Number::Int(1), BOOL)),
            )));
        }
        let synchronous = name.ends_with("_sync");
        let operands = if synchronous {
            arguments.get(1..).unwrap_or_default()
        } else {
            arguments
        };
        let Some(first) = operands.first() else {
            return fail(span, format!("`{name}` needs more arguments"));
        };
        if name.starts_with("__shfl") {
            let value = self.rvalue(first)?;
            let Some(by) = operands.get(1) else {
                return fail(span, format!("`{name}` takes a value and a lane"));
            };
            let by = self.rvalue(by)?;
            let width = match operands.get(2) {
                Some(width) => Some(self.rvalue(width)?),
                None => None,
            };
            let kind = name
                .trim_start_matches("__shfl")
                .trim_end_matches("_sync")
                .trim_start_matches('_');
            return Ok(Some(Value::Expr(self.shuffle(kind, value, by, width, span)?)));
        }
        let value = self.rvalue(first)?;
        if let Some(mask) = mask
            && let Some(value) = self.of_masked_lanes(name, value.clone(), mask, span)?
        {
            return Ok(Some(Value::Expr(value)));
        }
        let value = match name.trim_end_matches("_sync") {
            "__ballot" => {
                let value = self.truth(value, span)?;
                self.ballot(value)
            }
            "__any" => {
                let value = self.truth(value, span)?;
                self.intrinsic("subgroupAny", vec![value], BOOL)
            }
            "__all" => {
                let value = self.truth(value, span)?;
                self.intrinsic("subgroupAll", vec![value], BOOL)
            }
            "__match_any" => self.match_any(value),
            "__reduce_add" => self.reduce("subgroupAdd", value),
            "__reduce_min" => self.reduce("subgroupMin", value),
            "__reduce_max" => self.reduce("subgroupMax", value),
            "__reduce_and" => self.reduce("subgroupAnd", value),
            "__reduce_or" => self.reduce("subgroupOr", value),
            "__reduce_xor" => self.reduce("subgroupXor", value),
            _ => return fail(span, format!("`{name}` is not taken")),
        };
        Ok(Some(Value::Expr(value)))
    }

    /// Returns the value of a vote or of a reduction over the lanes of a mask, which may differ from lane to lane.
    fn of_masked_lanes(&mut self, name: &str, value: Expr, mask: Expr, span: Span) -> Result<Option<Expr>> {
        let votes = matches!(name, "__ballot_sync" | "__any_sync" | "__all_sync");
        if votes {
            let value = self.truth(value, span)?;
            let ballot = self.ballot(value);
            let votes_in_mask = self.arithmetic(Binary::And, ballot, mask.clone());
            return Ok(Some(match name {
                "__ballot_sync" => votes_in_mask,
                "__any_sync" => self.arithmetic(Binary::NotEqual, votes_in_mask, Expr::uint(0)),
                _ => self.arithmetic(Binary::Equal, votes_in_mask, mask),
            }));
        }
        let helpers = [
            ("__reduce_add_sync", "reduce_add"),
            ("__reduce_min_sync", "reduce_min"),
            ("__reduce_max_sync", "reduce_max"),
            ("__reduce_and_sync", "reduce_and"),
            ("__reduce_or_sync", "reduce_or"),
            ("__reduce_xor_sync", "reduce_xor"),
        ];
        let Some((_, helper)) = helpers.iter().find(|(function, _)| *function == name) else {
            return Ok(None);
        };
        let value = self.promote(value);
        let ty = value.ty.clone();
        // The helper is one for each type of numbers.
        let helper = match (ty == INT, *helper) {
            (true, "reduce_min") => "reduce_min_signed",
            (true, "reduce_max") => "reduce_max_signed",
            (_, helper) => helper,
        };
        self.module.helpers.insert(helper);
        let bits = self.convert_scalar(value, Scalar::Uint);
        let values = vec![bits, mask, self.lane(), self.warp_size()];
        let result = Expr::new(ExprKind::Helper(helper, values), UINT);
        let scalar = ty.scalar().unwrap_or(Scalar::Uint);
        Ok(Some(self.convert_scalar(result, scalar)))
    }

    fn reduce(&mut self, name: &'static str, value: Expr) -> Expr {
        let value = self.promote(value);
        let ty = value.ty.clone();
        self.intrinsic(name, vec![value], ty)
    }

    pub(super) fn promote(&mut self, value: Expr) -> Expr {
        match value.ty.scalar() {
            Some(scalar) => self.convert_scalar(value, crate::typing::body::convert::promoted(scalar)),
            None => value,
        }
    }

    pub(crate) fn ballot(&mut self, value: Expr) -> Expr {
        let votes = self.intrinsic("subgroupBallot", vec![value], Ty::Vector(Scalar::Uint, 4));
        self.component(votes, 0)
    }

    pub(super) fn match_any(&mut self, value: Expr) -> Expr {
        self.module.helpers.insert("match_any");
        let bits = match value.ty.scalar() {
            Some(Scalar::Uint) => value,
            Some(Scalar::Float) => Expr::new(ExprKind::Bitcast(Box::new(value)), UINT),
            _ => self.convert_scalar(value, Scalar::Uint),
        };
        let size = self.warp_size();
        Expr::new(ExprKind::Helper("match_any", vec![bits, self.lane(), size]), UINT)
    }
}
