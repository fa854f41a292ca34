//! Finds variables that are read before they have a value: undefined in C++, and 0 in WGSL.
//!
//! Only scalars and arrays of them are looked at; an array has a value once one of its elements has. A read is found if no
//! assignment can come before it, with one exception: in a loop, an assignment behind the read comes before it in the next
//! iteration. `sum += x` is found there all the same, since its first iteration reads; but not a read under a condition, if
//! the loop assigns the variable elsewhere: the condition may say that it has a value. A read is found, too, if only one
//! branch of an `if` before it assigns, and no condition stands around the read alone.

use crate::error::Span;
use crate::syntax::Binary;
use crate::typing::tree::{
    Argument, Base, Expr, ExprKind, Function, Module, Place, Statement, StatementKind, Ty, VariableId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A read of a variable that may have no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnsetRead {
    /// No assignment can come before it.
    Always,
    /// The assignment before it is in one branch of an `if`, and the read in none.
    OtherBranch,
}

/// Returns the names of such variables, each with the place of its first read.
pub(crate) fn unset_reads(module: &Module) -> Vec<(Rc<str>, Span, UnsetRead)> {
    let mut walk = Walk {
        module,
        unset: BTreeSet::new(),
        set_in_one_branch: BTreeMap::new(),
        depth: 0,
        assigned_in_loop: BTreeSet::new(),
        at: Span::default(),
        found: Vec::new(),
    };
    for Function { body, .. } in module.functions.iter().chain(&module.kernel) {
        walk.unset.clear();
        walk.set_in_one_branch.clear();
        walk.statements(body);
    }
    walk.found
}

struct Walk<'m> {
    module: &'m Module,
    /// Variables without a value, so far.
    unset: BTreeSet<VariableId>,
    /// Variables to which the loops around the statement assign a value that does not follow from the old one.
    assigned_in_loop: BTreeSet<VariableId>,
    /// Variables that one branch of an `if` has set and the other one has not, with the number of conditions around it.
    set_in_one_branch: BTreeMap<VariableId, usize>,
    /// The number of conditions and loops around the statement.
    depth: usize,
    /// The place of the statement.
    at: Span,
    found: Vec<(Rc<str>, Span, UnsetRead)>,
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
            StatementKind::Declare(variable, None) => {
                if is_looked_at(&self.module.variables[*variable].ty) {
                    // Each iteration of a loop around it begins without a value.
                    self.assigned_in_loop.remove(variable);
                    self.unset.insert(*variable);
                }
            }
            StatementKind::Declare(_, Some(value))
            | StatementKind::Call(value)
            | StatementKind::Drop(value)
            | StatementKind::BreakIf(value)
            | StatementKind::Return(Some(value)) => self.expr(value),
            StatementKind::Store(place, change, value) => {
                self.expr(value);
                self.indices(place);
                if let Base::Variable(variable) = place.base {
                    if change.is_some() {
                        self.read(variable);
                    }
                    self.set(variable);
                }
            }
            StatementKind::If(condition, yes, no) => {
                self.expr(condition);
                let before = &self.unset - &self.assigned_in_loop;
                let ends = self.branches([yes.as_slice(), no]);
                // Statements behind a branch that leaves are under its condition, which may say the same.
                if ends.len() < 2 {
                    self.set_in_one_branch.clear();
                }
                if let [yes, no] = &ends[..] {
                    let one = (yes ^ no).into_iter().filter(|variable| before.contains(variable));
                    self.set_in_one_branch
                        .extend(one.map(|variable| (variable, self.depth)));
                }
            }
            StatementKind::Switch(value, cases) => {
                self.expr(value);
                self.branches(cases.iter().map(|case| case.body.as_slice()));
            }
            StatementKind::While(condition, body) => {
                self.expr(condition);
                self.repeated(body, &[]);
            }
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => {
                if let Some(init) = init {
                    self.statement(&init.kind);
                }
                if let Some(condition) = condition {
                    self.expr(condition);
                }
                self.repeated(body, step.as_deref().map_or(&[], std::slice::from_ref));
            }
            StatementKind::Loop(body, after) => self.repeated(body, after),
            StatementKind::Block(inside) => self.statements(inside),
            StatementKind::Report(_, values) => values.iter().for_each(|value| self.expr(value)),
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(None)
            | StatementKind::Barrier
            | StatementKind::WarpBarrier => {}
        }
    }

    /// Looks at statements of which one list is executed. What one of them sets counts as set behind them.
    ///
    /// Returns the variables without a value at the end of each list whose end is reached.
    fn branches<'s>(&mut self, lists: impl IntoIterator<Item = &'s [Statement]>) -> Vec<BTreeSet<VariableId>> {
        let before = &self.unset - &self.assigned_in_loop;
        let mut after = self.unset.clone();
        let mut ends = Vec::new();
        self.depth += 1;
        for list in lists {
            self.unset.clone_from(&before);
            self.statements(list);
            after = &after & &self.unset;
            if crate::typing::body::ending::goes_on(list) {
                ends.push(self.unset.clone());
            }
        }
        self.depth -= 1;
        self.unset = after;
        ends
    }

    fn repeated(&mut self, body: &[Statement], after: &[Statement]) {
        let outer = self.assigned_in_loop.clone();
        assigned(body, &mut self.assigned_in_loop);
        assigned(after, &mut self.assigned_in_loop);
        self.depth += 1;
        self.statements(body);
        self.statements(after);
        self.depth -= 1;
        self.assigned_in_loop = outer;
    }

    fn set(&mut self, variable: VariableId) {
        self.unset.remove(&variable);
        self.set_in_one_branch.remove(&variable);
    }

    fn read(&mut self, variable: VariableId) {
        // Under another condition, which may say the same, the variable may have a value.
        let branch = self.set_in_one_branch.get(&variable);
        let read = match (self.unset.contains(&variable), branch) {
            (true, _) => UnsetRead::Always,
            (false, Some(depth)) if *depth >= self.depth => UnsetRead::OtherBranch,
            _ => return,
        };
        self.set(variable);
        let name = self.module.variables[variable].name.clone();
        self.found.push((name, self.at, read));
    }

    fn expr(&mut self, value: &Expr) {
        let chooses = match &value.kind {
            ExprKind::Select(..) => true,
            // Only the value of the lane that is asked for counts.
            ExprKind::Intrinsic(name, _) => name.starts_with("subgroup"),
            ExprKind::Binary(operator, ..) => {
                matches!(operator, Binary::LogicalAnd | Binary::LogicalOr)
            }
            _ => false,
        };
        for (index, part) in value.parts().into_iter().enumerate() {
            let is_first = index == 0 && !matches!(value.kind, ExprKind::Intrinsic(..));
            let is_chosen = usize::from(chooses && !is_first);
            self.depth += is_chosen;
            self.expr(part);
            self.depth -= is_chosen;
        }
        match &value.kind {
            ExprKind::Variable(variable) => self.read(*variable),
            ExprKind::Load(place) => {
                if let Base::Variable(variable) = place.base {
                    self.read(variable);
                }
            }
            ExprKind::Call(_, arguments) => {
                for argument in arguments {
                    // The function may set it.
                    if let Argument::Reference(place) = argument
                        && let Base::Variable(variable) = place.base
                    {
                        self.set(variable);
                    }
                }
            }
            _ => {}
        }
    }

    fn indices(&mut self, place: &Place) {
        for index in place.indices() {
            self.expr(index);
        }
    }
}

fn is_looked_at(ty: &Ty) -> bool {
    match ty {
        Ty::Scalar(_) => true,
        Ty::Array(element, _) => is_looked_at(element),
        _ => false,
    }
}

/// Adds the variables to which statements assign a value that does not follow from the old one.
fn assigned(statements: &[Statement], stored: &mut BTreeSet<VariableId>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Store(place, None, _) => {
                if let Base::Variable(variable) = place.base {
                    stored.insert(variable);
                }
            }
            StatementKind::If(_, yes, no) => {
                assigned(yes, stored);
                assigned(no, stored);
            }
            StatementKind::Switch(_, cases) => {
                cases.iter().for_each(|case| assigned(&case.body, stored));
            }
            StatementKind::While(_, body) | StatementKind::Block(body) => assigned(body, stored),
            StatementKind::For { body, .. } => assigned(body, stored),
            StatementKind::Loop(body, after) => {
                assigned(body, stored);
                assigned(after, stored);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Request, translate};

    /// Returns the names that the notes of a kernel call unset.
    fn unset(body: &str) -> Vec<String> {
        let source =
            format!("__device__ void set(int *p) {{ *p = 1; }}\n__global__ void k(int *y, int n) {{\n{body}\n}}");
        let made = translate(&source, &Request::default()).expect("it is translated");
        let notes = made.notes.iter().map(ToString::to_string);
        let name_in = |note: String| {
            let (name, rest) = note.trim_start_matches('`').split_once('`')?;
            let is_read = rest.starts_with(" is read here before") || rest.starts_with(" is set in one branch");
            is_read.then(|| name.to_owned())
        };
        notes.filter_map(name_in).collect()
    }

    #[test]
    fn a_variable_is_reported_if_no_assignment_can_come_before_its_read() {
        for (body, expected) in [
            (
                "int sum; for (int i = 0; i < n; i++) sum += y[i]; y[0] = sum;",
                &["sum"][..],
            ),
            ("int sum = 0; for (int i = 0; i < n; i++) sum += y[i]; y[0] = sum;", &[]),
            ("int v; y[0] = v;", &["v"]),
            ("int v; v = n; y[0] = v;", &[]),
            ("int v; if (n > 3) v = 1; y[0] = v;", &["v"]),
            ("int v; if (n > 3) v = 1; else v = 2; y[0] = v;", &[]),
            ("int v; if (n > 3) v = 1; if (n > 3) y[0] = v;", &[]),
            ("int v; if (n > 3) v = 1; if (n <= 3) v = 2; y[0] = v;", &[]),
            ("int v; if (n > 3) v = 1; else return; y[0] = v;", &[]),
            ("int v; if (n > 3) return; else v = 1; y[0] = v;", &[]),
            ("int v; if (n > 3) v = 1; if (n <= 3) return; y[0] = v;", &[]),
            (
                "int v; if (n == 0) v = 5; v = __shfl_sync(0xffffffffu, v, 0); y[0] = v;",
                &[],
            ),
            ("int v; if (n > 3) { if (n > 5) v = 1; y[0] = v; }", &["v"]),
            ("int v; if (n > 3) { if (n > 5) v = 1; else v = 2; } y[0] = v;", &["v"]),
            (
                "for (int i = 0; i < n; i++) { int v; if (i > 3) v = 1; y[i] = v; }",
                &["v"],
            ),
            (
                "int v; for (int i = 0; i < n; i++) { if (i > 3) v = 1; y[i] = v; }",
                &[],
            ),
            ("int v; for (int i = 0; i < n; i++) v = i; y[0] = v;", &[]),
            ("int v; if (n > 3) v = 1; else if (n > 2) v = 2; y[0] = v;", &["v"]),
            (
                "int v; bool has = false; if (n > 3) { v = 1; has = true; } y[0] = has ? v : 0;",
                &[],
            ),
            ("int v; if (n > 3) y[0] = v; else v = 2; y[1] = v;", &["v"]),
            ("int v; set(&v); y[0] = v;", &[]),
            ("int a, b; b = a; y[0] = b;", &["a"]),
            ("int v; while (n > 0) { if (n < 5) y[n] = v; v = n; n--; }", &[]),
            (
                "int v; switch (n) { case 0: v = 1; break; default: v = 2; } y[0] = v;",
                &[],
            ),
            ("float v; v++; y[0] = v;", &["v"]),
            ("int v; y[v] = 1;", &["v"]),
            ("int a[2]; a[0] = 1; y[0] = a[0];", &[]),
            (
                "float a[4]; for (int i = 0; i < 4; i++) a[i] += i; y[0] = a[2];",
                &["a"],
            ),
            (
                "int a[2][2]; for (int i = 0; i < 4; i++) a[i / 2][i % 2] = i; y[0] = a[1][1];",
                &[],
            ),
            ("int a[2] = {}; a[1] += 2; y[0] = a[1];", &[]),
            ("int a[2]; set(a); y[0] = a[0];", &[]),
        ] {
            assert_eq!(unset(body), expected, "{body}");
        }
    }
}
