//! Prints statements, with the comments that stand before them.

use super::Printer;
use super::operations::without_signs;
use super::text::Text;
use crate::syntax::Binary;
use crate::typing::tree::{
    Change, Expr, Number, Scalar, Space, Statement, StatementKind, Ty, VariableKind,
};

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
            if comment.span.start > self.start
                && comment.span.start < start
                && self.shown.insert(index)
            {
                for line in comment.text.lines() {
                    let line = format!("{}{}", "  ".repeat(depth), without_signs(line.trim()));
                    text.line(&line, self.places.line(comment.span.start));
                }
            }
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize, text: &mut Text) {
        let line = self.places.line(statement.span.start);
        let indent = "  ".repeat(depth);
        let mut put = |content: &str| text.line(&format!("{indent}{content}"), line);
        match &statement.kind {
            StatementKind::If(condition, yes, no) => {
                put(&format!("if ({}) {{", self.expr(condition)));
                self.statements(yes, depth + 1, text);
                let mut rest = no.as_slice();
                while let [
                    Statement {
                        kind: StatementKind::If(condition, yes, no),
                        span,
                    },
                ] = rest
                {
                    let line = self.places.line(span.start);
                    text.line(
                        &format!("{indent}}} else if ({}) {{", self.expr(condition)),
                        line,
                    );
                    self.statements(yes, depth + 1, text);
                    rest = no;
                }
                if !rest.is_empty() {
                    text.line(&format!("{indent}}} else {{"), line);
                    self.statements(rest, depth + 1, text);
                }
                text.line(&format!("{indent}}}"), line);
            }
            StatementKind::While(condition, body) => {
                put(&format!("while ({}) {{", self.expr(condition)));
                self.statements(body, depth + 1, text);
                text.line(&format!("{indent}}}"), line);
            }
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => {
                let init = init
                    .as_ref()
                    .map_or(String::new(), |init| self.simple(init));
                let condition = condition
                    .as_ref()
                    .map_or(String::new(), |condition| self.expr(condition));
                let step = step
                    .as_ref()
                    .map_or(String::new(), |step| self.simple(step));
                let step = step.trim_end_matches(';');
                let init = if init.is_empty() {
                    ";".to_owned()
                } else {
                    init
                };
                put(&format!("for ({init} {condition}; {step}) {{"));
                self.statements(body, depth + 1, text);
                text.line(&format!("{indent}}}"), line);
            }
            StatementKind::Loop(body, after) => {
                put("loop {");
                self.statements(body, depth + 1, text);
                if !after.is_empty() {
                    text.line(&format!("{indent}  continuing {{"), line);
                    self.statements(after, depth + 2, text);
                    text.line(&format!("{indent}  }}"), line);
                }
                text.line(&format!("{indent}}}"), line);
            }
            StatementKind::Switch(value, cases) => {
                put(&format!("switch ({}) {{", self.expr(value)));
                for case in cases {
                    let values: Vec<String> = case
                        .values
                        .iter()
                        .map(|value| match value {
                            Some(value) => self.expr(value),
                            None => "default".to_owned(),
                        })
                        .collect();
                    let head = match values.as_slice() {
                        [only] if only == "default" => "default".to_owned(),
                        values => format!("case {}", values.join(", ")),
                    };
                    let at = case
                        .body
                        .first()
                        .map_or(line, |first| self.places.line(first.span.start));
                    text.line(&format!("{indent}  {head}: {{"), at);
                    self.statements(&case.body, depth + 2, text);
                    text.line(&format!("{indent}  }}"), at);
                }
                text.line(&format!("{indent}}}"), line);
            }
            StatementKind::Block(inside) => {
                put("{");
                self.statements(inside, depth + 1, text);
                text.line(&format!("{indent}}}"), line);
            }
            StatementKind::Barrier => {
                let shared = self
                    .module
                    .roots
                    .iter()
                    .any(|root| root.space == Space::Shared);
                let global = self.module.roots.iter().any(|root| {
                    // A barrier has to order what a thread does before it and another one behind it.
                    let is_ordered = root.read && root.written || root.rewritten;
                    root.space == Space::Global && is_ordered
                });
                if global {
                    put("storageBarrier();");
                }
                if shared || !global {
                    put("workgroupBarrier();");
                }
            }
            _ => {
                let simple = self.simple(statement);
                if !simple.is_empty() {
                    text.line(&format!("{indent}{simple}"), line);
                }
            }
        }
    }

    /// Prints a statement of one line.
    fn simple(&mut self, statement: &Statement) -> String {
        match &statement.kind {
            StatementKind::Declare(variable, value) => {
                let info = &self.module.variables[*variable];
                if let Ty::Structure(index) = info.ty
                    && self.module.structures[index].members.is_empty()
                {
                    return String::new();
                }
                let name = info.name.clone();
                let (kind, changed, ty) = (info.kind, info.changed, info.ty.clone());
                match value {
                    None => format!("var {name}: {};", self.type_text(&ty)),
                    Some(value) if kind == VariableKind::Constant => {
                        let value = self.expr(value);
                        format!("const {name}: {} = {value};", self.type_text(&ty))
                    }
                    // An array must be a variable, so that an index can be computed.
                    Some(value) if changed || matches!(ty, Ty::Array(..)) => {
                        format!("var {name} = {};", self.expr(value))
                    }
                    Some(value) => format!("let {name} = {};", self.expr(value)),
                }
            }
            StatementKind::Store(place, change, value) => self.store(place, *change, value),
            StatementKind::Call(value) => {
                let call = self.expr(value);
                // WGSL wants the result of a conversion to be used.
                match call.starts_with("bitcast<") {
                    true => format!("_ = {call};"),
                    false => format!("{call};"),
                }
            }
            StatementKind::Report(number, values) => {
                let values = self.arguments(values);
                let function = &self.module.reports[*number].function;
                format!("{function}({values});")
            }
            StatementKind::Drop(value) => format!("_ = {};", self.expr(value)),
            StatementKind::BreakIf(condition) => format!("break if {};", self.expr(condition)),
            StatementKind::Break => "break;".to_owned(),
            StatementKind::Continue => "continue;".to_owned(),
            StatementKind::Return(None) => "return;".to_owned(),
            StatementKind::Return(Some(value)) => format!("return {};", self.expr(value)),
            StatementKind::WarpBarrier => {
                self.subgroups = true;
                "subgroupBarrier();".to_owned()
            }
            StatementKind::Barrier => "workgroupBarrier();".to_owned(),
            StatementKind::If(..)
            | StatementKind::While(..)
            | StatementKind::For { .. }
            | StatementKind::Loop(..)
            | StatementKind::Switch(..)
            | StatementKind::Block(_) => String::new(),
        }
    }

    pub(super) fn assign(&mut self, lvalue: &str, change: Option<Change>, value: &Expr) -> String {
        let one = value.value == Some(Number::Int(1))
            && matches!(value.ty.scalar(), Some(Scalar::Int | Scalar::Uint));
        let Some(Change { operator, checked }) = change else {
            return format!("{lvalue} = {};", self.expr(value));
        };
        let (step, by) = match operator {
            Binary::Add if one => ("++".to_owned(), String::new()),
            Binary::Subtract if one => ("--".to_owned(), String::new()),
            _ => (
                format!(" {}=", operator.text()),
                format!(" {}", self.expr(value)),
            ),
        };
        let printed = format!("{lvalue}{step}{by}");
        let sign = self.sign(checked, operator.text(), &printed);
        format!("{lvalue}{sign}{step}{by};")
    }
}
