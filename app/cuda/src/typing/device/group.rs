//! Cooperative groups: the functions that make them, their methods, and reductions and scans over them.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Binary};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::tree::{BOOL, BuiltIn, Expr, ExprKind, Group, Number, Scalar, StatementKind, Ty, UINT, VariableId};

impl Typer<'_> {
    /// Functions that make groups, and those of a group that are no methods.
    pub(crate) fn call_group_function(
        &mut self,
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Option<Value>> {
        let group = |typer: &mut Self| {
            if let Some(argument) = arguments.first()
                && let Value::Group(group) = typer.expr(argument)?
            {
                return Ok(group);
            }
            fail(span, format!("`{}` needs a group of threads", name.text))
        };
        Ok(Some(match &*name.text {
            "this_thread_block" => Value::Group(Group::Block),
            "coalesced_threads" => {
                let votes = self.ballot(active());
                let mask = self.temporary("group_mask", votes);
                match mask.kind {
                    ExprKind::Variable(variable) => Value::Group(Group::Coalesced(variable)),
                    _ => Value::Void,
                }
            }
            "this_grid" => Value::Group(Group::Grid),
            "tiled_partition" => {
                group(self)?;
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
                let group = group(self)?;
                self.synchronize(group, span);
                Value::Void
            }
            "reduce" if arguments.len() == 3 => {
                let group = group(self)?;
                let value = self.rvalue(&arguments[1])?;
                let operation = operation(&arguments[2]);
                Value::Expr(self.group_reduce(group, value, operation, span)?)
            }
            "inclusive_scan" | "exclusive_scan" if !arguments.is_empty() => {
                let group = group(self)?;
                let operation = arguments.get(2).map_or("plus", operation);
                if let (Group::Tile(width), Some(value)) = (group, arguments.get(1))
                    && (width < 32 || operation != "plus")
                {
                    let value = self.rvalue(value)?;
                    let exclusive = name.text.starts_with("exclusive");
                    return self
                        .scan(value, width, operation, exclusive, span)
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

    fn group_reduce(&mut self, group: Group, value: Expr, operation: &str, span: Span) -> Result<Expr> {
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
    fn scan(&mut self, value: Expr, width: u32, operation: &str, exclusive: bool, span: Span) -> Result<Expr> {
        let value = self.promote(value);
        let ty = value.ty.clone();
        let mut sum = self.temporary("scanned", value);
        let mut distance = 1;
        while distance < width {
            let lane = self.lane();
            let rank = self.arithmetic(Binary::Remainder, lane, Expr::uint(width));
            let inside = self.arithmetic(Binary::GreaterEqual, rank, Expr::uint(distance));
            let other = self.intrinsic("subgroupShuffleUp", vec![sum.clone(), Expr::uint(distance)], ty.clone());
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
                return fail(span, format!("a group function with `{other}` is not taken"));
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
        let keep = Expr::literal(Number::Int(i64::from(!(width - 1))), UINT);
        self.arithmetic(Binary::And, lane, keep)
    }

    fn tile_ballot(&mut self, value: Expr, width: u32) -> Expr {
        let votes = self.ballot(value);
        self.lanes_of_tile(votes, width)
    }

    /// Returns the bits of a tile's lanes among those of the warp, from bit 0.
    fn lanes_of_tile(&mut self, lanes: Expr, width: u32) -> Expr {
        if width == 32 {
            return lanes;
        }
        let start = self.tile_start(width);
        let moved = self.arithmetic(Binary::ShiftRight, lanes, start);
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
        let value = match group {
            Group::Block => self.block_method(text),
            Group::Grid => self.grid_method(text),
            Group::Tile(width) => match self.tile_method(text, width) {
                None => self.lanes_method(group, text, arguments, span)?,
                value => value,
            },
            Group::Coalesced(mask) => match self.coalesced_method(text, mask) {
                None => self.lanes_method(group, text, arguments, span)?,
                value => value,
            },
        };
        match value {
            Some(value) => Ok(Value::Expr(value)),
            None => fail(name.span, format!("a group of threads has no method `{text}` here")),
        }
    }

    fn block_method(&mut self, name: &str) -> Option<Expr> {
        Some(match name {
            "thread_rank" => self.thread_rank(),
            "size" | "num_threads" => self.block_size(),
            "group_index" => self.vector(BuiltIn::BlockIdx),
            "thread_index" => self.vector(BuiltIn::ThreadIdx),
            "group_dim" | "dim_threads" => {
                let parts = (0..3)
                    .map(|axis| Expr::new(ExprKind::BuiltIn(BuiltIn::BlockDim(axis)), UINT))
                    .collect();
                Expr::new(ExprKind::Compose(parts), Ty::Vector(Scalar::Uint, 3))
            }
            _ => return None,
        })
    }

    fn grid_method(&mut self, name: &str) -> Option<Expr> {
        Some(match name {
            "block_index" => self.vector(BuiltIn::BlockIdx),
            "group_dim" | "dim_blocks" => self.vector(BuiltIn::GridDim),
            "block_rank" => self.block_rank(),
            "num_blocks" => self.extent(BuiltIn::GridDim),
            "thread_rank" => {
                let (block, size) = (self.block_rank(), self.block_size());
                let before = self.arithmetic(Binary::Multiply, block, size);
                let rank = self.thread_rank();
                self.arithmetic(Binary::Add, before, rank)
            }
            "size" | "num_threads" => {
                let (blocks, size) = (self.extent(BuiltIn::GridDim), self.block_size());
                self.arithmetic(Binary::Multiply, blocks, size)
            }
            "is_valid" => active(),
            _ => return None,
        })
    }

    fn tile_method(&mut self, name: &str, width: u32) -> Option<Expr> {
        Some(match name {
            "thread_rank" => {
                let lane = self.lane();
                self.arithmetic(Binary::Remainder, lane, Expr::uint(width))
            }
            "size" | "num_threads" => Expr::uint(width),
            "meta_group_rank" => {
                let rank = self.thread_rank();
                self.arithmetic(Binary::Divide, rank, Expr::uint(width))
            }
            "meta_group_size" => {
                let size = self.block_size();
                let size = self.arithmetic(Binary::Add, size, Expr::uint(width - 1));
                self.arithmetic(Binary::Divide, size, Expr::uint(width))
            }
            _ => return None,
        })
    }

    fn coalesced_method(&mut self, name: &str, mask: VariableId) -> Option<Expr> {
        if !matches!(name, "thread_rank" | "size" | "num_threads") {
            return None;
        }
        let members = match mask {
            VariableId::MAX => self.ballot(active()),
            mask => Expr::new(ExprKind::Variable(mask), UINT),
        };
        Some(match name {
            "thread_rank" => self.lanes_before(members),
            _ => self.intrinsic("countOneBits", vec![members], UINT),
        })
    }

    /// Methods of groups within a warp that exchange values: shuffles, votes and matches.
    fn lanes_method(
        &mut self,
        group: Group,
        name: &str,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Option<Expr>> {
        match name {
            "shfl" | "shfl_down" | "shfl_up" | "shfl_xor" => {
                let [value, by] = arguments else {
                    return fail(span, format!("`{name}` takes a value and a lane"));
                };
                let (value, by) = (self.rvalue(value)?, self.rvalue(by)?);
                let kind = name.trim_start_matches("shfl").trim_start_matches('_');
                match group {
                    Group::Tile(width) => self.shuffle_parts(kind, value, by, width, span),
                    _ if kind.is_empty() && by.known() == Some(0) => {
                        let value = self.promote(value);
                        let ty = value.ty.clone();
                        Ok(self.intrinsic("subgroupBroadcastFirst", vec![value], ty))
                    }
                    _ => fail(span, "a shuffle among coalesced threads is taken from thread 0 alone"),
                }
            }
            "any" | "all" | "ballot" | "match_any" => {
                let [value] = arguments else {
                    return fail(span, format!("`{name}` takes one value"));
                };
                let value = self.rvalue(value)?;
                let width = match group {
                    Group::Tile(width) => width,
                    _ => 32,
                };
                self.vote(name, value, width, span)
            }
            _ => return Ok(None),
        }
        .map(Some)
    }

    fn vote(&mut self, name: &str, value: Expr, width: u32, span: Span) -> Result<Expr> {
        if name == "match_any" {
            let lanes = self.match_any(value);
            return Ok(self.lanes_of_tile(lanes, width));
        }
        let value = self.truth(value, span)?;
        Ok(match (name, width) {
            ("ballot", _) => self.tile_ballot(value, width),
            ("any", 32) => self.intrinsic("subgroupAny", vec![value], BOOL),
            ("any", _) => {
                let votes = self.tile_ballot(value, width);
                self.arithmetic(Binary::NotEqual, votes, Expr::uint(0))
            }
            (_, 32) => self.intrinsic("subgroupAll", vec![value], BOOL),
            _ => {
                let not = self.unary(syntax::Unary::Not, value, span)?;
                let votes = self.tile_ballot(not, width);
                self.arithmetic(Binary::Equal, votes, Expr::uint(0))
            }
        })
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
        let (block, grid) = (self.vector(BuiltIn::BlockIdx), self.vector(BuiltIn::GridDim));
        let mut rank = self.component(block.clone(), 2);
        for axis in [1, 0] {
            let extent = self.component(grid.clone(), axis);
            rank = self.arithmetic(Binary::Multiply, rank, extent);
            let part = self.component(block.clone(), axis);
            rank = self.arithmetic(Binary::Add, rank, part);
        }
        rank
    }
}

/// Returns the value of a vote of a thread that is there.
fn active() -> Expr {
    Expr::literal(Number::Int(1), BOOL)
}

/// Returns the name of the functor that a reduction or a scan takes: `plus` of `cg::plus<int>()`.
fn operation(argument: &syntax::Expr) -> &str {
    if let syntax::ExprKind::Construct(ty, _) = &argument.kind
        && let syntax::TypeKind::Named(name) = &ty.kind
    {
        return &name.text;
    }
    ""
}
