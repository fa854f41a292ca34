//! Shuffles: each lane reads a value of another lane of its warp.

use crate::error::{Result, Span, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::tree::{Expr, ExprKind, Scalar, Ty};

impl Typer<'_> {
    /// Shuffles a value of a tile: groups also take vectors, whose numbers are shuffled one by one.
    pub(super) fn shuffle_parts(
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
    pub(super) fn shuffle(
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
}
