//! Finds arrays of a thread that a compiler puts into local memory: registers have no index, so an array stays in them only if
//! each index is known once the loops are unrolled.
//!
//! Source: CUDA C++ Programming Guide, "Device Memory Accesses", Local Memory.

use crate::error::Span;
use crate::typing::tree::{
    Base, Expr, ExprKind, Function, Module, Place, Statement, StatementKind, Step, Ty, VariableId,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Returns the names of such arrays, each with the place of its first access by an index that is not known.
pub(crate) fn in_local_memory(module: &Module) -> Vec<(Rc<str>, Span)> {
    let mut walk = Walk {
        module,
        counters: BTreeSet::new(),
        at: Span::default(),
        found: Vec::new(),
    };
    for Function { body, .. } in module.functions.iter().chain(&module.kernel) {
        walk.statements(body);
    }
    let accesses = walk.found.into_iter();
    accesses
        .map(|(variable, span)| (module.variables[variable].name.clone(), span))
        .collect()
}

struct Walk<'m> {
    module: &'m Module,
    /// The counters of the loops around, of which a compiler knows how often they run.
    counters: BTreeSet<VariableId>,
    /// The place of the statement.
    at: Span,
    found: Vec<(VariableId, Span)>,
}

impl Walk<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.at = statement.span;
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Declare(variable, Some(value)) => {
                // A variable that never changes has the value of its first number.
                if !self.module.variables[*variable].changed && self.is_known(value) {
                    self.counters.insert(*variable);
                }
                self.expr(value);
            }
            StatementKind::Call(value)
            | StatementKind::Drop(value)
            | StatementKind::BreakIf(value)
            | StatementKind::Return(Some(value)) => self.expr(value),
            StatementKind::Store(place, _, value) => {
                self.place(place);
                self.expr(value);
            }
            StatementKind::If(condition, yes, no) => {
                self.expr(condition);
                self.statements(yes);
                self.statements(no);
            }
            StatementKind::Switch(value, cases) => {
                self.expr(value);
                cases.iter().for_each(|case| self.statements(&case.body));
            }
            StatementKind::While(condition, body) => {
                self.expr(condition);
                self.statements(body);
            }
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => {
                let counter = self.counter(init.as_deref(), condition.as_ref());
                let counter = counter.filter(|counter| self.counters.insert(*counter));
                for statement in init.iter().chain(step) {
                    self.statement(&statement.kind);
                }
                condition.iter().for_each(|condition| self.expr(condition));
                self.statements(body);
                if let Some(counter) = counter {
                    self.counters.remove(&counter);
                }
            }
            StatementKind::Loop(body, after) => {
                self.statements(body);
                self.statements(after);
            }
            StatementKind::Block(inside) => self.statements(inside),
            StatementKind::Report(_, values) => values.iter().for_each(|value| self.expr(value)),
            StatementKind::Declare(_, None)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(None)
            | StatementKind::Barrier
            | StatementKind::WarpBarrier => {}
        }
    }

    fn expr(&mut self, value: &Expr) {
        if let ExprKind::Load(place) | ExprKind::Atomic(_, place, _) = &value.kind {
            self.place(place);
        }
        for part in value.parts() {
            self.expr(part);
        }
    }

    fn place(&mut self, place: &Place) {
        let (Base::Variable(variable) | Base::Target(variable)) = place.base else {
            return;
        };
        let is_array = matches!(self.module.variables[variable].ty, Ty::Array(..) | Ty::Structure(_));
        let unknown = place
            .path
            .iter()
            .any(|step| matches!(step, Step::Index(index) if !self.is_known(index)));
        let is_new = !self.found.iter().any(|(other, _)| *other == variable);
        if is_array && unknown && is_new {
            self.found.push((variable, self.at));
        }
    }

    /// Returns the counter of a loop that begins at a known number and ends at one.
    fn counter(&self, init: Option<&Statement>, condition: Option<&Expr>) -> Option<VariableId> {
        let (counter, first) = match &init?.kind {
            StatementKind::Declare(variable, Some(first)) => (*variable, first),
            StatementKind::Store(place, None, first) => match place.base {
                Base::Variable(variable) => (variable, first),
                Base::Target(_) | Base::Memory { .. } => return None,
            },
            _ => return None,
        };
        let ExprKind::Binary(_, left, right) = &condition?.kind else {
            return None;
        };
        let reads = |side: &Expr| match &side.kind {
            ExprKind::Variable(variable) => *variable == counter,
            ExprKind::Load(place) => {
                matches!(place.base, Base::Variable(variable) if variable == counter)
            }
            _ => false,
        };
        let ends = reads(left) && self.is_known(right) || reads(right) && self.is_known(left);
        (ends && self.is_known(first)).then_some(counter)
    }

    /// Returns true if a compiler knows the value of an index once it has unrolled the loops around.
    fn is_known(&self, index: &Expr) -> bool {
        if index.known().is_some() {
            return true;
        }
        match &index.kind {
            ExprKind::Literal(_) | ExprKind::Constant(_) | ExprKind::Zero => true,
            ExprKind::Variable(variable) => self.counters.contains(variable),
            ExprKind::Load(place) => match place.base {
                Base::Variable(variable) => place.path.is_empty() && self.counters.contains(&variable),
                Base::Target(_) | Base::Memory { .. } => false,
            },
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Select(..)
            | ExprKind::Intrinsic(..) => index.parts().iter().all(|part| self.is_known(part)),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Request, translate};

    /// Returns the arrays that the notes of a kernel put into local memory.
    fn local(body: &str) -> Vec<String> {
        let source = format!("__global__ void k(float *y, int n) {{\n{body}\n}}");
        let made = translate(&source, &Request::default()).expect("it is translated");
        let notes = made.notes.iter().map(ToString::to_string);
        let name_in = |note: String| Some(note.split_once("` lies in local memory")?.0.replace('`', ""));
        notes.filter_map(name_in).collect()
    }

    #[test]
    fn an_array_is_reported_if_an_index_stays_unknown() {
        for (body, expected) in [
            ("float a[4]; a[0] = 1; a[3] = 2; y[0] = a[0] + a[3];", &[][..]),
            ("float a[4]; for (int i = 0; i < 4; i++) a[i] = i; y[0] = a[2];", &[]),
            (
                "float a[8]; for (int i = 0; i < 2; i++) for (int j = 3; j >= 0; j--) a[4 * i + j] = 1; y[0] = a[7];",
                &[],
            ),
            ("float a[4] = {1, 2, 3, 4}; y[0] = a[threadIdx.x % 4];", &["a"]),
            (
                "float a[64]; for (int i = 0; i < n; i++) a[i] = i; y[0] = a[3];",
                &["a"],
            ),
            (
                "int top = 0; float stack[9]; while (n-- > 0) stack[top++] = n; y[0] = stack[0];",
                &["stack"],
            ),
            (
                "float a[8]; for (int i = 0; i < 4; i++) for (int j = i; j < i + 4; j++) a[j] = 1; y[0] = a[7];",
                &[],
            ),
            ("float a[4] = {}; int q = 2; y[0] = a[q];", &[]),
            (
                "float m[2][2] = {}; for (int i = 0; i < 2; i++) m[i][n] = 1; y[0] = m[0][0];",
                &["m"],
            ),
        ] {
            assert_eq!(local(body), expected, "{body}");
        }
    }
}
