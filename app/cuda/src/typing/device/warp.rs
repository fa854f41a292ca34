//! Operations that the threads of a warp do together: shuffles, votes, reductions, and cooperative groups.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Binary};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::tree::{
    BOOL, BuiltIn, Expr, ExprKind, Group, INT, Scalar, StatementKind, Ty, UINT,
};

impl Typer<'_> {
    pub(crate) fn warp_size(&mut self) -> Expr {
        self.built_in(
            BuiltIn::WarpSize,
            Expr::new(ExprKind::BuiltIn(BuiltIn::WarpSize), UINT),
        )
    }

    pub(crate) fn lane(&mut self) -> Expr {
        self.built_in(
            BuiltIn::LaneId,
            Expr::new(ExprKind::BuiltIn(BuiltIn::LaneId), UINT),
        )
    }

    /// Returns a call of a function of the warp, with the mask of the text's call.
    fn intrinsic(&mut self, name: &'static str, values: Vec<Expr>, ty: Ty) -> Expr {
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
        let known = mask.known();
        if known == Some(0) {
            return Err(error(
                written.span,
                format!(
                    "the mask of `{name}` is 0: a thread that calls it must be in it, so the result is undefined"
                ),
            )
            .help("write `0xffffffff` for all threads of the warp"));
        }
        // The active lanes call it, whoever they are.
        let is_active = matches!(&written.kind, syntax::ExprKind::Call(callee, _)
            if matches!(&callee.kind, syntax::ExprKind::Name(name) if &*name.text == "__activemask"));
        let is_whole = known == Some(-1) || known == Some(0xffff_ffff);
        let computed = match known {
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
        let of_call = known.filter(|_| is_synchronous);
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
            || matches!(
                name,
                "__activemask" | "__match_any_sync" | "__syncwarp" | "__uni"
            ))
        {
            return Ok(None);
        }
        if name == "__syncwarp" {
            self.emit(StatementKind::WarpBarrier);
            return Ok(Some(Value::Void));
        }
        if name == "__activemask" {
            return Ok(Some(Value::Expr(self.ballot(Expr::literal(
                crate::typing::tree::Number::Int(1),
                BOOL,
            )))));
        }
        let synchronous = name.ends_with("_sync");
        let own = if synchronous {
            arguments.get(1..).unwrap_or_default()
        } else {
            arguments
        };
        let Some(first) = own.first() else {
            return fail(span, format!("`{name}` needs more arguments"));
        };
        if name.starts_with("__shfl") {
            let value = self.rvalue(first)?;
            let Some(by) = own.get(1) else {
                return fail(span, format!("`{name}` takes a value and a lane"));
            };
            let by = self.rvalue(by)?;
            let width = match own.get(2) {
                Some(width) => Some(self.rvalue(width)?),
                None => None,
            };
            let kind = name
                .trim_start_matches("__shfl")
                .trim_end_matches("_sync")
                .trim_start_matches('_');
            return Ok(Some(Value::Expr(
                self.shuffle(kind, value, by, width, span)?,
            )));
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
    fn of_masked_lanes(
        &mut self,
        name: &str,
        value: Expr,
        mask: Expr,
        span: Span,
    ) -> Result<Option<Expr>> {
        let votes = matches!(name, "__ballot_sync" | "__any_sync" | "__all_sync");
        if votes {
            let value = self.truth(value, span)?;
            let ballot = self.ballot(value);
            let own = self.arithmetic(Binary::And, ballot, mask.clone());
            return Ok(Some(match name {
                "__ballot_sync" => own,
                "__any_sync" => self.arithmetic(Binary::NotEqual, own, Expr::uint(0)),
                _ => self.arithmetic(Binary::Equal, own, mask),
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
        let Some((_, helper)) = helpers.iter().find(|(found, _)| *found == name) else {
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

    fn promote(&mut self, value: Expr) -> Expr {
        match value.ty.scalar() {
            Some(scalar) => {
                self.convert_scalar(value, crate::typing::body::convert::promoted(scalar))
            }
            None => value,
        }
    }

    pub(crate) fn ballot(&mut self, value: Expr) -> Expr {
        let votes = self.intrinsic("subgroupBallot", vec![value], Ty::Vector(Scalar::Uint, 4));
        self.component(votes, 0)
    }

    fn match_any(&mut self, value: Expr) -> Expr {
        self.module.helpers.insert("match_any");
        let bits = match value.ty.scalar() {
            Some(Scalar::Uint) => value,
            Some(Scalar::Float) => Expr::new(ExprKind::Bitcast(Box::new(value)), UINT),
            _ => self.convert_scalar(value, Scalar::Uint),
        };
        let size = self.warp_size();
        Expr::new(
            ExprKind::Helper("match_any", vec![bits, self.lane(), size]),
            UINT,
        )
    }

    /// Shuffles a value of a tile: groups also take vectors, whose numbers are shuffled one by one.
    fn shuffle_parts(
        &mut self,
        kind: &str,
        value: Expr,
        by: Expr,
        width: u32,
        span: Span,
    ) -> Result<Expr> {
        let width = Some(Expr::uint(width));
        let Ty::Vector(scalar, size) = value.ty else {
            return self.shuffle(kind, value, by, width, span);
        };
        if scalar.bytes() != 4 {
            return self.shuffle(kind, value, by, width, span);
        }
        let ty = value.ty.clone();
        let value = self.once("value", value);
        let by = self.once("by", by);
        let parts = (0..size).map(|part| {
            let own = self.component(value.clone(), part);
            self.shuffle(kind, own, by.clone(), width.clone(), span)
        });
        let parts = parts.collect::<Result<Vec<_>>>()?;
        Ok(Expr::new(ExprKind::Compose(parts), ty))
    }

    /// A lane whose source is outside of its part of the warp keeps its own value.
    fn shuffle(
        &mut self,
        kind: &str,
        value: Expr,
        by: Expr,
        width: Option<Expr>,
        span: Span,
    ) -> Result<Expr> {
        let value = match &value.ty {
            Ty::Scalar(_) => self.promote(value),
            Ty::Vector(Scalar::Half, 2) => value,
            other => {
                return fail(
                    span,
                    format!("a shuffle does not take `{}`", self.type_name(other)),
                );
            }
        };
        let by = self.convert_scalar(by, Scalar::Uint);
        let whole = width.as_ref().is_none_or(|width| width.known() == Some(32));
        let width = match width {
            Some(width) if !whole => {
                let width = self.convert_scalar(width, Scalar::Uint);
                self.once("width", width)
            }
            _ => self.warp_size(),
        };
        let ty = value.ty.clone();
        let place = |typer: &mut Self| {
            let lane = typer.lane();
            if whole {
                lane
            } else {
                typer.arithmetic(Binary::Remainder, lane, width.clone())
            }
        };
        match kind {
            "" => {
                let known = by.known().is_some_and(|lane| (0..32).contains(&lane));
                let source = match (whole, known) {
                    (true, true) => by,
                    (true, false) => self.arithmetic(Binary::Remainder, by, width.clone()),
                    (false, _) => {
                        let lane = self.lane();
                        let inside =
                            self.arithmetic(Binary::Remainder, lane.clone(), width.clone());
                        let start = self.arithmetic(Binary::Subtract, lane, inside);
                        let by = self.arithmetic(Binary::Remainder, by, width.clone());
                        self.arithmetic(Binary::Add, start, by)
                    }
                };
                Ok(self.intrinsic("subgroupShuffle", vec![value, source], ty))
            }
            "xor" => {
                // The instruction reads five bits.
                let by = match by.known() {
                    Some(known) if !(0..32).contains(&known) => Expr::uint(known as u32 % 32),
                    _ => by,
                };
                let stays = match (by.known(), width.known()) {
                    (Some(by), Some(width)) => by < width,
                    _ => false,
                };
                if whole || stays {
                    return Ok(self.intrinsic("subgroupShuffleXor", vec![value, by], ty));
                }
                // A lane that would read from a later part keeps its own value.
                let by = self.once("mask", by);
                let lane = self.lane();
                let one = Expr::uint(1);
                let inside = self.arithmetic(Binary::Subtract, width, one);
                let last = self.arithmetic(Binary::Or, lane.clone(), inside);
                let source = self.arithmetic(Binary::Xor, lane.clone(), by);
                let source = self.once("source", source);
                let reads = self.arithmetic(Binary::LessEqual, source.clone(), last);
                let source = Expr::select(reads, source, lane);
                Ok(self.intrinsic("subgroupShuffle", vec![value, source], ty))
            }
            "down" | "up" => {
                let value = self.once("own", value);
                let by = self.once("distance", by);
                let place = place(self);
                let (name, inside) = match kind {
                    "down" => {
                        let source = self.arithmetic(Binary::Add, place, by.clone());
                        (
                            "subgroupShuffleDown",
                            self.arithmetic(Binary::Less, source, width.clone()),
                        )
                    }
                    _ => (
                        "subgroupShuffleUp",
                        self.arithmetic(Binary::GreaterEqual, place, by.clone()),
                    ),
                };
                if !whole {
                    // A lane at the edge of its part reads its own value: the lane behind the edge may not be there.
                    let lane = self.lane();
                    let operator = match kind {
                        "down" => Binary::Add,
                        _ => Binary::Subtract,
                    };
                    let source = self.arithmetic(operator, lane.clone(), by);
                    let source = Expr::select(inside, source, lane);
                    return Ok(self.intrinsic("subgroupShuffle", vec![value, source], ty));
                }
                let other = self.intrinsic(name, vec![value.clone(), by], ty.clone());
                Ok(Expr::select(inside, other, value))
            }
            other => fail(span, format!("`__shfl_{other}` is not taken")),
        }
    }

    /// Functions that make groups, and those of a group that are no methods.
    pub(crate) fn call_group_function(
        &mut self,
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Option<Value>> {
        let group = |typer: &mut Self, index: usize| match arguments.get(index) {
            Some(argument) => match typer.expr(argument)? {
                Value::Group(group) => Ok(group),
                _ => fail(span, format!("`{}` needs a group of threads", name.text)),
            },
            None => fail(span, format!("`{}` needs a group of threads", name.text)),
        };
        Ok(Some(match &*name.text {
            "this_thread_block" => Value::Group(Group::Block),
            "coalesced_threads" => {
                let votes = self.ballot(Expr::literal(crate::typing::tree::Number::Int(1), BOOL));
                let mask = self.temporary("group_mask", votes);
                match mask.kind {
                    ExprKind::Variable(variable) => Value::Group(Group::Coalesced(variable)),
                    _ => Value::Void,
                }
            }
            "this_grid" => Value::Group(Group::Grid),
            "tiled_partition" => {
                group(self, 0)?;
                let width = match (&name.arguments, arguments.get(1)) {
                    (Some(given), _) => match given.first() {
                        Some(syntax::Argument::Value(value)) => self.constant(&value.clone())?,
                        _ => return fail(span, "`tiled_partition` needs a number of threads"),
                    },
                    (None, Some(width)) => self.constant(width)?,
                    _ => return fail(span, "`tiled_partition` needs a number of threads"),
                };
                if !(1..=32).contains(&width) || !(width as u64).is_power_of_two() {
                    return fail(span, "a tile has 1, 2, 4, 8, 16 or 32 threads");
                }
                Value::Group(Group::Tile(width as u32))
            }
            "sync" if arguments.len() == 1 => {
                let group = group(self, 0)?;
                self.synchronize(group, span);
                Value::Void
            }
            "reduce" if arguments.len() == 3 => {
                let group = group(self, 0)?;
                let value = self.rvalue(&arguments[1])?;
                let operation = match &arguments[2].kind {
                    syntax::ExprKind::Construct(ty, _) => match &ty.kind {
                        syntax::TypeKind::Named(name) => name.text.clone(),
                        _ => "".into(),
                    },
                    _ => "".into(),
                };
                Value::Expr(self.group_reduce(group, value, &operation, span)?)
            }
            "inclusive_scan" | "exclusive_scan" if !arguments.is_empty() => {
                let kind = group(self, 0)?;
                let operation = arguments
                    .get(2)
                    .map_or("plus".into(), |argument| match &argument.kind {
                        syntax::ExprKind::Construct(ty, _) => match &ty.kind {
                            syntax::TypeKind::Named(name) => name.text.clone(),
                            _ => "".into(),
                        },
                        _ => "".into(),
                    });
                if let (Group::Tile(width), Some(value)) = (kind, arguments.get(1))
                    && (width < 32 || &*operation != "plus")
                {
                    let value = self.rvalue(value)?;
                    let exclusive = name.text.starts_with("exclusive");
                    return self
                        .scan(value, width, &operation, exclusive, span)
                        .map(|value| Some(Value::Expr(value)));
                }
                let Some(value) = arguments.get(1) else {
                    return fail(span, "a scan needs a value");
                };
                let value = self.rvalue(value)?;
                let value = self.promote(value);
                let ty = value.ty.clone();
                let function = if name.text.starts_with("inclusive") {
                    "subgroupInclusiveAdd"
                } else {
                    "subgroupExclusiveAdd"
                };
                Value::Expr(self.intrinsic(function, vec![value], ty))
            }
            "memcpy_async" | "wait" if name.scope.is_some() => {
                return Err(error(
                    span,
                    "`memcpy_async` is not taken: WGSL has no copies in the background",
                )
                .help("copy in a loop"));
            }
            _ => return Ok(None),
        }))
    }

    fn group_reduce(
        &mut self,
        group: Group,
        value: Expr,
        operation: &str,
        span: Span,
    ) -> Result<Expr> {
        let value = self.promote(value);
        let ty = value.ty.clone();
        let width = match group {
            Group::Tile(width) => width,
            Group::Coalesced(_) => 32,
            Group::Block | Group::Grid => {
                return fail(span, "`reduce` takes a tile of at most 32 threads");
            }
        };
        let name = match operation {
            "plus" => "subgroupAdd",
            "less" => "subgroupMin",
            "greater" => "subgroupMax",
            "bit_and" => "subgroupAnd",
            "bit_or" => "subgroupOr",
            "bit_xor" => "subgroupXor",
            other => return fail(span, format!("`reduce` with `{other}` is not taken")),
        };
        if width == 32 {
            return Ok(self.intrinsic(name, vec![value], ty));
        }
        let mut sum = self.temporary("sum", value);
        let mut distance = width / 2;
        while distance > 0 {
            let other = self.intrinsic(
                "subgroupShuffleXor",
                vec![sum.clone(), Expr::uint(distance)],
                ty.clone(),
            );
            let next = self.combine(operation, sum, other, span)?;
            sum = self.temporary("sum", next);
            distance /= 2;
        }
        Ok(sum)
    }

    /// A scan within a tile, by shuffles over distances that double.
    fn scan(
        &mut self,
        value: Expr,
        width: u32,
        operation: &str,
        exclusive: bool,
        span: Span,
    ) -> Result<Expr> {
        let value = self.promote(value);
        let ty = value.ty.clone();
        let mut sum = self.temporary("scanned", value);
        let mut distance = 1;
        while distance < width {
            let lane = self.lane();
            let rank = self.arithmetic(Binary::Remainder, lane, Expr::uint(width));
            let inside = self.arithmetic(Binary::GreaterEqual, rank, Expr::uint(distance));
            let other = self.intrinsic(
                "subgroupShuffleUp",
                vec![sum.clone(), Expr::uint(distance)],
                ty.clone(),
            );
            let other = self.temporary("before", other);
            let both = self.combine(operation, sum.clone(), other, span)?;
            sum = self.temporary("scanned", Expr::select(inside, both, sum));
            distance *= 2;
        }
        if exclusive {
            let lane = self.lane();
            let rank = self.arithmetic(Binary::Remainder, lane, Expr::uint(width));
            let first = self.arithmetic(Binary::Equal, rank, Expr::uint(0));
            let other = self.intrinsic("subgroupShuffleUp", vec![sum, Expr::uint(1)], ty.clone());
            let other = self.temporary("before", other);
            sum = Expr::select(first, Expr::new(ExprKind::Zero, ty), other);
        }
        Ok(sum)
    }

    fn combine(&mut self, operation: &str, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let ty = a.ty.clone();
        Ok(match operation {
            "plus" => self.arithmetic(Binary::Add, a, b),
            "less" => self.intrinsic("min", vec![a, b], ty),
            "greater" => self.intrinsic("max", vec![a, b], ty),
            "bit_and" => self.arithmetic(Binary::And, a, b),
            "bit_or" => self.arithmetic(Binary::Or, a, b),
            "bit_xor" => self.arithmetic(Binary::Xor, a, b),
            other => {
                return fail(
                    span,
                    format!("a group function with `{other}` is not taken"),
                );
            }
        })
    }

    fn synchronize(&mut self, group: Group, span: Span) {
        match group {
            Group::Block => self.emit(StatementKind::Barrier),
            Group::Tile(_) | Group::Coalesced(_) => self.emit(StatementKind::WarpBarrier),
            Group::Grid => self.grid_barrier(span),
        }
    }

    /// The lanes of a tile, as bits of the warp: the first lane's number and the mask of its width.
    fn tile_start(&mut self, width: u32) -> Expr {
        let lane = self.lane();
        let keep = Expr::literal(
            crate::typing::tree::Number::Int(i64::from(!(width - 1))),
            UINT,
        );
        self.arithmetic(Binary::And, lane, keep)
    }

    fn tile_ballot(&mut self, value: Expr, width: u32) -> Expr {
        let votes = self.ballot(value);
        if width == 32 {
            return votes;
        }
        let start = self.tile_start(width);
        let moved = self.arithmetic(Binary::ShiftRight, votes, start);
        self.arithmetic(Binary::And, moved, Expr::uint((1u32 << width) - 1))
    }

    fn lanes_before(&mut self, votes: Expr) -> Expr {
        let lane = self.lane();
        let bit = self.arithmetic(Binary::ShiftLeft, Expr::uint(1), lane);
        let below = self.arithmetic(Binary::Subtract, bit, Expr::uint(1));
        let before = self.arithmetic(Binary::And, votes, below);
        self.intrinsic("countOneBits", vec![before], UINT)
    }

    /// Methods of groups.
    pub(crate) fn call_group(
        &mut self,
        group: Group,
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Value> {
        let text = &*name.text;
        if text == "sync" {
            self.synchronize(group, span);
            return Ok(Value::Void);
        }
        let active = || Expr::literal(crate::typing::tree::Number::Int(1), BOOL);
        let members = |typer: &mut Self, mask: usize| match mask {
            usize::MAX => typer.ballot(active()),
            mask => Expr::new(ExprKind::Variable(mask), UINT),
        };
        let value = match (group, text) {
            (Group::Block, "thread_rank") => self.thread_rank(),
            (Group::Block, "size" | "num_threads") => self.block_size(),
            (Group::Block, "group_index") | (Group::Grid, "block_index") => {
                self.vector(BuiltIn::BlockIdx)
            }
            (Group::Block, "thread_index") => self.vector(BuiltIn::ThreadIdx),
            (Group::Block, "group_dim" | "dim_threads") => {
                let parts = (0..3)
                    .map(|axis| Expr::new(ExprKind::BuiltIn(BuiltIn::BlockDim(axis)), UINT))
                    .collect();
                Expr::new(ExprKind::Compose(parts), Ty::Vector(Scalar::Uint, 3))
            }
            (Group::Grid, "group_dim" | "dim_blocks") => self.vector(BuiltIn::GridDim),
            (Group::Grid, "block_rank") => self.block_rank(),
            (Group::Grid, "num_blocks") => self.extent(BuiltIn::GridDim),
            (Group::Tile(width), "thread_rank") => {
                let lane = self.lane();
                self.arithmetic(Binary::Remainder, lane, Expr::uint(width))
            }
            (Group::Tile(width), "size" | "num_threads") => Expr::uint(width),
            (Group::Tile(width), "meta_group_rank") => {
                let rank = self.thread_rank();
                self.arithmetic(Binary::Divide, rank, Expr::uint(width))
            }
            (Group::Tile(width), "meta_group_size") => {
                let size = self.block_size();
                let size = self.arithmetic(Binary::Add, size, Expr::uint(width - 1));
                self.arithmetic(Binary::Divide, size, Expr::uint(width))
            }
            (Group::Coalesced(mask), "thread_rank") => {
                let votes = members(self, mask);
                self.lanes_before(votes)
            }
            (Group::Coalesced(mask), "size" | "num_threads") => {
                let votes = members(self, mask);
                self.intrinsic("countOneBits", vec![votes], UINT)
            }
            (
                Group::Tile(_) | Group::Coalesced(_),
                "shfl" | "shfl_down" | "shfl_up" | "shfl_xor",
            ) => {
                let [value, by] = arguments else {
                    return fail(span, format!("`{text}` takes a value and a lane"));
                };
                let (value, by) = (self.rvalue(value)?, self.rvalue(by)?);
                let kind = text.trim_start_matches("shfl").trim_start_matches('_');
                match group {
                    Group::Tile(width) => self.shuffle_parts(kind, value, by, width, span)?,
                    _ if kind.is_empty() && by.known() == Some(0) => {
                        let value = self.promote(value);
                        let ty = value.ty.clone();
                        self.intrinsic("subgroupBroadcastFirst", vec![value], ty)
                    }
                    _ => {
                        return fail(
                            span,
                            "a shuffle among coalesced threads is taken from thread 0 alone",
                        );
                    }
                }
            }
            (Group::Tile(_) | Group::Coalesced(_), "any" | "all" | "ballot" | "match_any") => {
                let [value] = arguments else {
                    return fail(span, format!("`{text}` takes one value"));
                };
                let value = self.rvalue(value)?;
                let width = match group {
                    Group::Tile(width) => width,
                    _ => 32,
                };
                match text {
                    "match_any" if width < 32 => {
                        let lanes = self.match_any(value);
                        let start = self.tile_start(width);
                        let moved = self.arithmetic(Binary::ShiftRight, lanes, start);
                        self.arithmetic(Binary::And, moved, Expr::uint((1u32 << width) - 1))
                    }
                    "match_any" => self.match_any(value),
                    "ballot" => {
                        let value = self.truth(value, span)?;
                        self.tile_ballot(value, width)
                    }
                    "any" => {
                        let value = self.truth(value, span)?;
                        match width {
                            32 => self.intrinsic("subgroupAny", vec![value], BOOL),
                            _ => {
                                let votes = self.tile_ballot(value, width);
                                self.arithmetic(Binary::NotEqual, votes, Expr::uint(0))
                            }
                        }
                    }
                    _ => {
                        let value = self.truth(value, span)?;
                        match width {
                            32 => self.intrinsic("subgroupAll", vec![value], BOOL),
                            _ => {
                                let not = self.unary(syntax::Unary::Not, value, span)?;
                                let votes = self.tile_ballot(not, width);
                                self.arithmetic(Binary::Equal, votes, Expr::uint(0))
                            }
                        }
                    }
                }
            }
            (Group::Grid, "thread_rank") => {
                let (block, size) = (self.block_rank(), self.block_size());
                let before = self.arithmetic(Binary::Multiply, block, size);
                let rank = self.thread_rank();
                self.arithmetic(Binary::Add, before, rank)
            }
            (Group::Grid, "size" | "num_threads") => {
                let (blocks, size) = (self.extent(BuiltIn::GridDim), self.block_size());
                self.arithmetic(Binary::Multiply, blocks, size)
            }
            (Group::Grid, "is_valid") => active(),
            _ => {
                return fail(
                    name.span,
                    format!("a group of threads has no method `{text}` here"),
                );
            }
        };
        Ok(Value::Expr(value))
    }

    fn vector(&mut self, built_in: BuiltIn) -> Expr {
        let value = Expr::new(ExprKind::BuiltIn(built_in), Ty::Vector(Scalar::Uint, 3));
        self.built_in(built_in, value)
    }

    /// The product of a vector's components.
    fn extent(&mut self, built_in: BuiltIn) -> Expr {
        let all = self.vector(built_in);
        let mut product = self.component(all.clone(), 0);
        for axis in 1..3 {
            let part = self.component(all.clone(), axis);
            product = self.arithmetic(Binary::Multiply, product, part);
        }
        product
    }

    /// The block's number in the grid, with x first.
    fn block_rank(&mut self) -> Expr {
        let (block, grid) = (
            self.vector(BuiltIn::BlockIdx),
            self.vector(BuiltIn::GridDim),
        );
        let mut rank = self.component(block.clone(), 2);
        for axis in [1, 0] {
            let extent = self.component(grid.clone(), axis);
            rank = self.arithmetic(Binary::Multiply, rank, extent);
            let part = self.component(block.clone(), axis);
            rank = self.arithmetic(Binary::Add, rank, part);
        }
        rank
    }

    pub(crate) fn signed(&mut self, value: Expr) -> Expr {
        self.int_of(value)
    }
}
