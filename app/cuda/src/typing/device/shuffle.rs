//! Shuffles: each lane reads a value of another lane of its warp.

use crate::error::{Result, Span, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::tree::{Expr, ExprKind, Scalar, Ty};

/// The part of a warp in which its lanes read from each other.
struct Part {
    width: Expr,
    /// True if it is the whole warp.
    is_whole: bool,
}

impl Typer<'_> {
    /// Shuffles a value of a tile: groups also take vectors, whose numbers are shuffled one by one.
    pub(super) fn shuffle_parts(&mut self, kind: &str, value: Expr, by: Expr, width: u32, span: Span) -> Result<Expr> {
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
            let number = self.component(value.clone(), part);
            self.shuffle(kind, number, by.clone(), width.clone(), span)
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
                return fail(span, format!("a shuffle does not take `{}`", self.type_name(other)));
            }
        };
        let by = self.convert_scalar(by, Scalar::Uint);
        let is_whole = width.as_ref().is_none_or(|width| width.known() == Some(32));
        let width = match width {
            Some(width) if !is_whole => {
                let width = self.convert_scalar(width, Scalar::Uint);
                self.once("width", width)
            }
            _ => self.warp_size(),
        };
        let part = Part { width, is_whole };
        Ok(match kind {
            "" => self.shuffle_lane(value, by, &part),
            "xor" => self.shuffle_xor(value, by, &part),
            "down" => self.shuffle_along(Binary::Add, value, by, &part),
            "up" => self.shuffle_along(Binary::Subtract, value, by, &part),
            other => return fail(span, format!("`__shfl_{other}` is not taken")),
        })
    }

    /// Reads from the lane of a number in the part.
    fn shuffle_lane(&mut self, value: Expr, by: Expr, part: &Part) -> Expr {
        let width = || part.width.clone();
        let is_lane = by.known().is_some_and(|lane| (0..32).contains(&lane));
        let source = match (part.is_whole, is_lane) {
            (true, true) => by,
            (true, false) => self.arithmetic(Binary::Remainder, by, width()),
            (false, _) => {
                let lane = self.lane();
                let inside = self.arithmetic(Binary::Remainder, lane.clone(), width());
                let start = self.arithmetic(Binary::Subtract, lane, inside);
                let by = self.arithmetic(Binary::Remainder, by, width());
                self.arithmetic(Binary::Add, start, by)
            }
        };
        let ty = value.ty.clone();
        self.intrinsic("subgroupShuffle", vec![value, source], ty)
    }

    /// Reads from the lane whose number differs in the bits of a mask.
    fn shuffle_xor(&mut self, value: Expr, mask: Expr, part: &Part) -> Expr {
        let ty = value.ty.clone();
        // The instruction reads five bits.
        let mask = match mask.known() {
            Some(number) if !(0..32).contains(&number) => Expr::uint(number as u32 % 32),
            _ => mask,
        };
        let stays = match (mask.known(), part.width.known()) {
            (Some(mask), Some(width)) => mask < width,
            _ => false,
        };
        if part.is_whole || stays {
            return self.intrinsic("subgroupShuffleXor", vec![value, mask], ty);
        }
        // A lane that would read from a later part keeps its own value.
        let mask = self.once("mask", mask);
        let lane = self.lane();
        let inside = self.arithmetic(Binary::Subtract, part.width.clone(), Expr::uint(1));
        let last = self.arithmetic(Binary::Or, lane.clone(), inside);
        let source = self.arithmetic(Binary::Xor, lane.clone(), mask);
        let source = self.once("source", source);
        let reads = self.arithmetic(Binary::LessEqual, source.clone(), last);
        let source = Expr::select(reads, source, lane);
        self.intrinsic("subgroupShuffle", vec![value, source], ty)
    }

    /// Reads from the lane at a distance: behind this one for `Add`, before it for `Subtract`.
    fn shuffle_along(&mut self, side: Binary, value: Expr, distance: Expr, part: &Part) -> Expr {
        let ty = value.ty.clone();
        let value = self.once("own", value);
        let by = self.once("distance", distance);
        let mut place = self.lane();
        if !part.is_whole {
            place = self.arithmetic(Binary::Remainder, place, part.width.clone());
        }
        let (name, inside) = if side == Binary::Add {
            let source = self.arithmetic(Binary::Add, place, by.clone());
            let inside = self.arithmetic(Binary::Less, source, part.width.clone());
            ("subgroupShuffleDown", inside)
        } else {
            let inside = self.arithmetic(Binary::GreaterEqual, place, by.clone());
            ("subgroupShuffleUp", inside)
        };
        if !part.is_whole {
            // A lane at the edge of its part reads its own value: the lane behind the edge may not be there.
            let lane = self.lane();
            let source = self.arithmetic(side, lane.clone(), by);
            let source = Expr::select(inside, source, lane);
            return self.intrinsic("subgroupShuffle", vec![value, source], ty);
        }
        let other = self.intrinsic(name, vec![value.clone(), by], ty);
        Expr::select(inside, other, value)
    }
}
