//! Functions of CUDA that are called for what they do.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, Binary};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::tree::{Atomic, Base, Expr, ExprKind, FLOAT, INT, Index, Number, Place, Space, StatementKind};
use wgsl::FenceScope;

impl Typer<'_> {
    /// Functions that are called for what they do.
    pub(super) fn effect_function(
        &mut self,
        name: &str,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Option<Value>> {
        match name {
            "__syncthreads" => {
                if !arguments.is_empty() {
                    return fail(span, "`__syncthreads` takes 0 arguments");
                }
                if self.frame.returned_before {
                    self.note(
                        span,
                        "threads that have returned before this barrier are not waited for: CUDA asks all threads that have not returned to come to it (since Volta its guide says so). WGSL asks all threads: a browser refuses the kernel unless all return together",
                    );
                    self.frame.returned_before = false;
                }
                self.emit(StatementKind::Barrier);
            }
            "__syncthreads_count" | "__syncthreads_and" | "__syncthreads_or" => {
                return self.block_vote(name, arguments, span).map(Some);
            }
            "__threadfence" | "__threadfence_system" => {
                self.note(span, "`__threadfence` does nothing on a GPU in a browser: WGSL has no fences. On the machine it orders what other threads see");
                self.fence(FenceScope::Device);
            }
            "__threadfence_block" => self.fence(FenceScope::Workgroup),
            "__nanosleep" => {}
            "clock" | "clock64" => {
                self.note(
                    span,
                    "WGSL has no clock: a call of `clock()` gives the number of calls so far in its thread",
                );
                self.module.helpers.insert("read_clock");
                let time = Expr::new(ExprKind::Helper("read_clock", Vec::new()), INT);
                return Ok(Some(Value::Expr(self.temporary("time", time))));
            }
            "printf" => {
                self.printf(arguments, span)?;
            }
            "assert" => {
                let [condition] = arguments else {
                    return fail(span, "`assert` takes one condition");
                };
                self.assertion(condition, span)?;
            }
            "sincosf" | "sincos" | "__sincosf" | "sincospif" => {
                self.sine_and_cosine(name, arguments, span)?;
            }
            "modff" | "modf" => {
                let [number, whole] = arguments else {
                    return fail(span, format!("`{name}` takes a number and a pointer"));
                };
                let number = self.rvalue(number)?;
                let number = self.float(number);
                let number = self.once("number", number);
                let trunc = Expr::new(ExprKind::Intrinsic("trunc", vec![number.clone()]), FLOAT);
                self.store_through(whole, trunc.clone())?;
                let rest = self.arithmetic(Binary::Subtract, number, trunc);
                return Ok(Some(Value::Expr(rest)));
            }
            "__stcs" | "__stcg" | "__stwb" | "__stwt" => {
                let [pointer, value] = arguments else {
                    return fail(span, format!("`{name}` takes a pointer and a value"));
                };
                let value = self.rvalue(value)?;
                self.store_through(pointer, value)?;
            }
            "nanf" | "nan" if matches!(arguments, [text] if matches!(text.kind, syntax::ExprKind::Text(_))) => {
                let nan = Expr::literal(Number::Float(f32::NAN), FLOAT);
                return Ok(Some(Value::Expr(nan)));
            }
            "__trap" | "__builtin_trap" => self.trap(span),
            "__builtin_assume" | "__assume" | "__builtin_unreachable" | "__brkpt" => {}
            "swap" => {
                self.swap(arguments, span)?;
            }
            _ => return Ok(None),
        }
        Ok(Some(Value::Void))
    }

    /// Stores the sine and the cosine of an angle.
    fn sine_and_cosine(&mut self, name: &str, arguments: &[syntax::Expr], span: Span) -> Result<()> {
        let [angle, sine, cosine] = arguments else {
            return fail(span, format!("`{name}` takes an angle and two pointers"));
        };
        let angle = self.rvalue(angle)?;
        let mut angle = self.float(angle);
        if name == "sincospif" {
            let pi = Expr::literal(Number::Float(std::f32::consts::PI), FLOAT);
            angle = self.arithmetic(Binary::Multiply, angle, pi);
        }
        let angle = self.once("angle", angle);
        for (function, written) in [("sin", sine), ("cos", cosine)] {
            let value = Expr::new(ExprKind::Intrinsic(function, vec![angle.clone()]), FLOAT);
            self.store_through(written, value)?;
        }
        Ok(())
    }

    /// Exchanges the values of two variables.
    fn swap(&mut self, arguments: &[syntax::Expr], span: Span) -> Result<()> {
        let [a, b] = arguments else {
            return fail(span, "`swap` takes two variables");
        };
        match (self.expr(a)?, self.expr(b)?) {
            (Value::PointerVariable(a), Value::PointerVariable(b)) => self.swap_pointers(a, b, span),
            (Value::Place(a), Value::Place(b)) => {
                let (a, b) = (self.stable(a), self.stable(b));
                let first = self.load(a.clone());
                let first = self.temporary("first", first);
                let second = self.load(b.clone());
                self.store(a, None, second, span)?;
                self.store(b, None, first, span)
            }
            _ => fail(span, "`swap` takes two variables"),
        }
    }

    /// Stores a value behind a pointer.
    fn store_through(&mut self, pointer: &syntax::Expr, value: Expr) -> Result<()> {
        let target = self.expr(pointer)?;
        let Some(target) = self.pointer_of(target, pointer.span)? else {
            return fail(pointer.span, "a pointer is needed here");
        };
        let place = self.target(target, pointer.span)?;
        let value = self.convert(value, &place.ty.clone(), pointer.span)?;
        self.store(place, None, value, pointer.span)
    }

    /// A barrier that also counts or votes, by an atomic in shared memory.
    fn block_vote(&mut self, name: &str, arguments: &[syntax::Expr], span: Span) -> Result<Value> {
        let [argument] = arguments else {
            return fail(span, format!("`{name}` takes one argument"));
        };
        let value = self.condition(argument)?;
        let root = self.root("votes", Space::Shared, INT, Vec::new(), false, span);
        let info = &mut self.module.roots[root];
        (info.atomic, info.read, info.written) = (true, true, true);
        info.accessed.push(INT);
        let place = Place::new(
            Base::Memory {
                root,
                index: Index::Dimensions(Vec::new()),
                ty: INT,
            },
            INT,
        );
        // All threads set it to zero, then each adds its vote, then all read.
        let value = self.temporary("vote", value);
        self.emit(StatementKind::Barrier);
        self.emit(StatementKind::Store(place.clone(), None, Expr::int(0)));
        self.emit(StatementKind::Barrier);
        let vote = self.int_of(value);
        let add = Expr::new(ExprKind::Atomic(Atomic::Add, Box::new(place.clone()), vec![vote]), INT);
        self.emit(StatementKind::Call(add));
        self.emit(StatementKind::Barrier);
        let count = Expr::new(ExprKind::Load(Box::new(place)), INT);
        let count = self.temporary("count", count);
        Ok(Value::Expr(match name {
            "__syncthreads_count" => count,
            "__syncthreads_or" => self.arithmetic(Binary::NotEqual, count, Expr::int(0)),
            _ => {
                let size = self.block_size();
                let size = self.int_of(size);
                self.arithmetic(Binary::Equal, count, size)
            }
        }))
    }
}
