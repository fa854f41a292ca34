//! WGSL as a language whose texts are changed.

use super::atomic;
use super::language::{Change, Language};
use crate::compile::compile;
use crate::hazard::Fix;
use crate::program::{BarrierKind, Program};
use wgsl::outline::{Again, Agreement, Assignment, Block, Braces, Declaration, Outline, Statement, StatementKind};
use wgsl::{Checked, Declaration as ModuleDeclaration, Expr, Kind, Meaning, Span};

pub(super) struct Wgsl<'t> {
    pub(super) entry_point: Option<&'t str>,
}

impl Language for Wgsl<'_> {
    fn outline(&self, text: &str) -> Option<Outline> {
        let checked = wgsl::check(text).ok()?;
        Some(outline(&checked))
    }

    fn compile(&self, text: &str) -> Option<Program> {
        compile(text, self.entry_point).ok()
    }

    fn barrier(&self, barrier: BarrierKind) -> String {
        format!("{};", barrier.call())
    }

    fn warp_barrier(&self) -> Option<&'static str> {
        None
    }

    fn value(&self, name: &str, _: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }

    fn variable(&self, name: &str, ty: &str) -> String {
        format!("var {name}: {ty};")
    }

    fn atomic(&self, text: &str, assignment: Span) -> Option<Vec<Change>> {
        let checked = wgsl::check(text).ok()?;
        atomic::changes(&checked, assignment)
    }

    fn has(&self, fix: &Fix) -> bool {
        // `select` computes both of its values.
        !matches!(
            fix,
            Fix::WarpBarrier { .. } | Fix::WarpSteps { .. } | Fix::GuardValue { .. }
        )
    }
}

/// Returns the statements of a text.
fn outline(checked: &Checked<'_>) -> Outline {
    let declarations = checked.tree.declarations.iter();
    let functions = declarations.filter_map(|(declaration, _)| match declaration {
        ModuleDeclaration::Function(function) => Some(block(checked, &function.body)),
        _ => None,
    });
    Outline {
        functions: functions.collect(),
        first_thread: first_thread(checked),
    }
}

fn block(checked: &Checked<'_>, written: &wgsl::Block<'_>) -> Block {
    let statements = written.statements.iter();
    Block {
        statements: statements.map(|inner| statement(checked, inner)).collect(),
        braces: Braces::Written,
        span: written.span,
    }
}

fn statement(checked: &Checked<'_>, written: &wgsl::Statement<'_>) -> Statement {
    use wgsl::StatementKind as Written;
    let span = |expression: &Expr| checked.tree.span(*expression);
    let blocks = |all: &[&wgsl::Block<'_>]| all.iter().map(|inner| block(checked, inner)).collect();
    let mut agreement = Agreement::MayDiffer;
    let (kind, inner): (StatementKind, Vec<Block>) = match &written.kind {
        Written::Block(inner) => (StatementKind::Block, blocks(&[inner])),
        Written::If {
            branches, otherwise, ..
        } => {
            let bodies = branches.iter().map(|branch| &branch.body);
            let bodies: Vec<_> = bodies.chain(otherwise).collect();
            let kind = match (branches.as_slice(), otherwise) {
                ([branch], None) => {
                    agreement = agreement_of(checked, branch.condition);
                    StatementKind::Branch {
                        condition: span(&checked.tree.bare(branch.condition)),
                        again: again_of(checked, branch),
                    }
                }
                _ => StatementKind::Other,
            };
            (kind, blocks(&bodies))
        }
        Written::Switch { cases, .. } => {
            let bodies: Vec<_> = cases.iter().map(|case| &case.body).collect();
            (StatementKind::Other, blocks(&bodies))
        }
        Written::Loop { body, continuing, .. } => {
            let continuing = continuing.as_ref().map(|continuing| &continuing.body);
            let bodies: Vec<_> = std::iter::once(body).chain(continuing).collect();
            (StatementKind::Loop, blocks(&bodies))
        }
        Written::For { body, .. } | Written::While { body, .. } => (StatementKind::Loop, blocks(&[body])),
        Written::Call(call) => {
            let is_barrier = match checked.infos[call.index()].meaning {
                Meaning::Builtin(builtin) => builtin.is_barrier(),
                _ => false,
            };
            let kind = if is_barrier {
                StatementKind::Barrier
            } else {
                StatementKind::Call
            };
            (kind, Vec::new())
        }
        Written::Declaration(variable) => {
            let index = checked.declared.get(&variable.name.span.start);
            let kind = match (variable.initial, index) {
                (Some(initial), Some(&index)) if variable.binding != wgsl::Binding::Const => {
                    let ty = checked.variables[index as usize].ty;
                    StatementKind::Declaration(Declaration {
                        name: variable.name.text.to_owned(),
                        ty: checked.types.name(ty),
                        value: span(&initial),
                    })
                }
                _ => StatementKind::Other,
            };
            (kind, Vec::new())
        }
        Written::Assign {
            left: Some(left),
            operator,
            right,
        } => {
            agreement = agreement_of(checked, *left);
            let assignment = Assignment {
                target: span(left),
                ty: type_of(checked, *left),
                operator: operator.map(wgsl::Binary::symbol),
                value: Some(span(right)),
            };
            (StatementKind::Assignment(assignment), Vec::new())
        }
        Written::Step { left, operator } => {
            agreement = agreement_of(checked, *left);
            let assignment = Assignment {
                target: span(left),
                ty: type_of(checked, *left),
                operator: Some(operator.symbol()),
                value: None,
            };
            (StatementKind::Assignment(assignment), Vec::new())
        }
        _ => (StatementKind::Other, Vec::new()),
    };
    Statement {
        span: written.span,
        kind,
        blocks: inner,
        agreement,
    }
}

fn type_of(checked: &Checked<'_>, place: Expr) -> Option<String> {
    let ty = checked.infos[place.index()].ty?;
    Some(checked.types.name(checked.types.loaded(ty)))
}

/// Returns whether a condition has the same result in its branch: it calls no function of the text and no atomic one, and
/// no statement of the branch assigns to what it names.
fn again_of(checked: &Checked<'_>, branch: &wgsl::Branch<'_>) -> Again {
    let mut assigned = Vec::new();
    wgsl::each_statement(&branch.body.statements, &mut |statement| {
        if let wgsl::StatementKind::Assign { left: Some(left), .. } | wgsl::StatementKind::Step { left, .. } =
            &statement.kind
        {
            assigned.push(checked.root(*left));
        }
    });
    let condition = branch.condition;
    let mut parts = checked.first[condition.index()]..=condition.0;
    let differs = parts.any(|index| match checked.infos[index as usize].meaning {
        Meaning::Variable(index) => assigned.contains(&Some(index)),
        Meaning::Function(_) => true,
        Meaning::Builtin(builtin) => builtin.is_atomic(),
        _ => false,
    });
    if differs { Again::MayDiffer } else { Again::SameResult }
}

/// Returns whether an expression has one value for all threads: it names no variable of a function.
fn agreement_of(checked: &Checked<'_>, expression: Expr) -> Agreement {
    let mut parts = checked.first[expression.index()]..=expression.0;
    let differs = parts.any(|index| match checked.infos[index as usize].meaning {
        Meaning::Variable(index) => {
            let variable = &checked.variables[index as usize];
            !variable.is_global && variable.binding != wgsl::Binding::Const
        }
        _ => false,
    });
    if differs {
        Agreement::MayDiffer
    } else {
        Agreement::SameForAll
    }
}

/// Returns a condition that holds for the first thread of a workgroup.
fn first_thread(checked: &Checked<'_>) -> Option<String> {
    let entry = checked
        .entry_points
        .iter()
        .find(|entry| entry.stage == wgsl::Stage::Compute)?;
    let function = &checked.functions[entry.function as usize];
    for (&parameter, inputs) in function.parameters.iter().zip(&entry.inputs) {
        let variable = &checked.variables[parameter as usize];
        for input in inputs {
            let name = match &input.member {
                Some(member) => format!("{}.{member}", variable.name),
                None => variable.name.to_owned(),
            };
            match input.builtin.as_str() {
                "local_invocation_index" => return Some(format!("{name} == 0u")),
                "local_invocation_id" => return Some(format!("all({name} == vec3u(0u))")),
                _ => {}
            }
        }
    }
    None
}

/// Returns true for a type that atomics can have.
pub(super) fn is_integer(checked: &Checked<'_>, expression: Expr) -> bool {
    let ty = checked.infos[expression.index()].ty.map(|ty| checked.types.loaded(ty));
    ty.is_some_and(|ty| {
        matches!(
            checked.types.kind(ty),
            Kind::Scalar(wgsl::Scalar::I32 | wgsl::Scalar::U32)
        )
    })
}
