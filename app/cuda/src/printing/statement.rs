//! Prints statements, with the comments that stand before them.

use super::Printer;
use super::fragment::{Fragment, fragment};
use super::text::Text;
use crate::error::Span;
use crate::syntax::Binary;
use crate::typing::tree::{
    Case, Change, Expr, Number, ReportKind, Scalar, Space, Statement, StatementKind, Ty, VariableKind,
};
use wgsl::{Origin, Role};

impl Printer<'_> {
    pub(super) fn body(&mut self, statements: &[Statement], depth: usize) -> Text {
        let mut text = Text::default();
        self.statements(statements, depth, &mut text);
        text
    }

    fn statements(&mut self, statements: &[Statement], depth: usize, text: &mut Text) {
        for statement in statements {
            self.comments_before(statement.span.start, depth, text);
            self.statement(statement, depth, text);
        }
    }

    fn comments_before(&mut self, start: u32, depth: usize, text: &mut Text) {
        for (index, comment) in self.comments.iter().enumerate() {
            if comment.span.start > self.start && comment.span.start < start && self.shown.insert(index) {
                for line in comment.text.lines() {
                    text.line(depth, line.trim(), Some(comment.span));
                }
            }
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize, text: &mut Text) {
        let span = statement.span;
        let origin = self.statement_origin(span);
        let end = |text: &mut Text| text.line(depth, "}", Some(span));
        match &statement.kind {
            StatementKind::If(condition, yes, no) => {
                let head = fragment!("if ({}) {", self.expr(condition));
                text.statement(depth, head, origin);
                self.statements(yes, depth + 1, text);
                let mut rest = no.as_slice();
                while let [
                    Statement {
                        kind: StatementKind::If(condition, yes, no),
                        span,
                    },
                ] = rest
                {
                    let head = fragment!("} else if ({}) {", self.expr(condition));
                    text.statement(depth, head, self.statement_origin(*span));
                    self.statements(yes, depth + 1, text);
                    rest = no;
                }
                if !rest.is_empty() {
                    text.line(depth, "} else {", Some(span));
                    self.statements(rest, depth + 1, text);
                }
                end(text);
            }
            StatementKind::While(condition, body) => {
                let head = fragment!("while ({}) {", self.expr(condition));
                text.statement(depth, head, origin);
                self.statements(body, depth + 1, text);
                end(text);
            }
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => {
                let head = self.for_head(init.as_deref(), condition.as_ref(), step.as_deref());
                text.statement(depth, head, origin);
                self.statements(body, depth + 1, text);
                end(text);
            }
            StatementKind::Loop(body, after) => {
                text.statement(depth, "loop {", origin);
                self.statements(body, depth + 1, text);
                if !after.is_empty() {
                    text.line(depth + 1, "continuing {", Some(span));
                    self.statements(after, depth + 2, text);
                    text.line(depth + 1, "}", Some(span));
                }
                end(text);
            }
            StatementKind::Switch(value, cases) => {
                let head = fragment!("switch ({}) {", self.expr(value));
                text.statement(depth, head, origin);
                cases.iter().for_each(|case| self.case(case, span, depth + 1, text));
                end(text);
            }
            StatementKind::Block(inside) => {
                text.line(depth, "{", Some(span));
                self.statements(inside, depth + 1, text);
                end(text);
            }
            StatementKind::Barrier => self.barrier(origin, depth, text),
            _ => {
                let simple = self.simple(statement);
                if !simple.is_empty() {
                    text.statement(depth, simple, origin);
                }
            }
        }
    }

    fn for_head(&mut self, init: Option<&Statement>, condition: Option<&Expr>, step: Option<&Statement>) -> Fragment {
        let mut part = |statement: Option<&Statement>| {
            let Some(statement) = statement else {
                return Fragment::default();
            };
            let printed = self.simple(statement);
            printed.of(self.statement_origin(statement.span))
        };
        let init = match part(init) {
            init if init.is_empty() => Fragment::from(";"),
            init => init,
        };
        let step = part(step).without_semicolon();
        let condition = match condition {
            Some(condition) => {
                let printed = self.expr(condition);
                match condition.span {
                    Some(span) => printed.of(self.statement_origin(span)),
                    None => printed,
                }
            }
            None => Fragment::default(),
        };
        fragment!("for ({} {}; {}) {", init, condition, step)
    }

    fn case(&mut self, case: &Case, switch: Span, depth: usize, text: &mut Text) {
        let values: Vec<Fragment> = case
            .values
            .iter()
            .map(|value| match value {
                Some(value) => self.expr(value),
                None => Fragment::from("default"),
            })
            .collect();
        let head = match case.values.as_slice() {
            [None] => Fragment::from("default: {"),
            _ => fragment!("case {}: {", Fragment::join(&values, ", ")),
        };
        let span = case.body.first().map_or(switch, |first| first.span);
        text.line(depth, head, Some(span));
        self.statements(&case.body, depth + 1, text);
        text.line(depth, "}", Some(span));
    }

    fn barrier(&self, origin: Origin, depth: usize, text: &mut Text) {
        let shared = self.module.roots.iter().any(|root| root.space == Space::Shared);
        let global = self.module.roots.iter().any(|root| {
            // A barrier has to order what a thread does before it and another one behind it.
            let is_ordered = root.read && root.written || root.rewritten;
            root.space == Space::Global && is_ordered
        });
        if global {
            text.statement(depth, "storageBarrier();", origin.clone());
        }
        if shared || !global {
            text.statement(depth, "workgroupBarrier();", origin);
        }
    }

    /// Prints a statement of one line.
    fn simple(&mut self, statement: &Statement) -> Fragment {
        match &statement.kind {
            StatementKind::Declare(variable, value) => {
                let info = &self.module.variables[*variable];
                if let Ty::Structure(index) = info.ty
                    && self.module.structures[index].members.is_empty()
                {
                    return Fragment::default();
                }
                let name = info.name.clone();
                let (kind, changed, ty) = (info.kind, info.changed, info.ty.clone());
                match value {
                    None => fragment!("var {}: {};", name, self.type_text(&ty)),
                    Some(value) if kind == VariableKind::Constant => {
                        let value = self.expr(value);
                        fragment!("const {}: {} = {};", name, self.type_text(&ty), value)
                    }
                    // An array must be a variable, so that an index can be computed.
                    Some(value) if changed || matches!(ty, Ty::Array(..)) => {
                        fragment!("var {} = {};", name, self.expr(value))
                    }
                    Some(value) => fragment!("let {} = {};", name, self.expr(value)),
                }
            }
            StatementKind::Store(place, change, value) => self.store(place, *change, value),
            StatementKind::Call(value) => {
                let call = self.expr(value);
                // WGSL wants the result of a conversion to be used.
                if call.text().starts_with("bitcast<") {
                    fragment!("_ = {};", call)
                } else {
                    fragment!("{};", call)
                }
            }
            StatementKind::Report(number, values) => {
                let values = self.arguments(values);
                let report = &self.module.reports[*number];
                let call = fragment!("{}({})", report.function, values);
                match report.kind {
                    ReportKind::Mask(span) => fragment!(
                        "{};",
                        call.of(Origin {
                            span,
                            role: Role::Expression
                        })
                    ),
                    _ => fragment!("{};", call),
                }
            }
            StatementKind::Drop(value) => fragment!("_ = {};", self.expr(value)),
            StatementKind::BreakIf(condition) => fragment!("break if {};", self.expr(condition)),
            StatementKind::Break => Fragment::from("break;"),
            StatementKind::Continue => Fragment::from("continue;"),
            StatementKind::Return(None) => Fragment::from("return;"),
            StatementKind::Return(Some(value)) => fragment!("return {};", self.expr(value)),
            StatementKind::WarpBarrier => {
                self.subgroups = true;
                Fragment::from("subgroupBarrier();")
            }
            StatementKind::Barrier => Fragment::from("workgroupBarrier();"),
            StatementKind::If(..)
            | StatementKind::While(..)
            | StatementKind::For { .. }
            | StatementKind::Loop(..)
            | StatementKind::Switch(..)
            | StatementKind::Block(_) => Fragment::default(),
        }
    }

    pub(super) fn assign(&mut self, target: &Fragment, change: Option<Change>, value: &Expr) -> Fragment {
        let one = value.value == Some(Number::Int(1)) && matches!(value.ty.scalar(), Some(Scalar::Int | Scalar::Uint));
        let Some(Change { operator, checked }) = change else {
            return fragment!("{} = {};", *target, self.expr(value));
        };
        let assignment = match operator {
            Binary::Add if one => fragment!("{}++;", *target),
            Binary::Subtract if one => fragment!("{}--;", *target),
            _ => fragment!("{} {}= {};", *target, operator.text(), self.expr(value)),
        };
        match checked {
            Some(span) => {
                let printed = assignment.clone().without_semicolon();
                assignment.of(self.operation_origin(span, operator.text(), &printed))
            }
            None => assignment,
        }
    }
}
