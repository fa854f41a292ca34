//! Finds calls whose pointer arguments lead to one variable that the function changes. Source: WGSL, section "Alias
//! Analysis".

use crate::builtin::Builtin;
use crate::check::{Checked, Meaning};
use crate::error::{Result, invalid};
use crate::syntax::{Block, Declaration, Expr, ExprKind, Statement, StatementKind, Unary};
use crate::types::Kind;
use std::collections::HashMap;

/// How a function uses a variable or what a parameter leads to.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    reads: bool,
    writes: bool,
}

impl Use {
    fn add(&mut self, other: Use) {
        self.reads |= other.reads;
        self.writes |= other.writes;
    }

    /// Returns true if one of two uses changes what the other one needs.
    fn conflicts(self, other: Use) -> bool {
        self.writes && (other.reads || other.writes) || other.writes && self.reads
    }
}

/// The uses of one function, by variable.
type Uses = HashMap<u32, Use>;

/// Checks all calls of a text. `order` has callees before callers.
///
/// # Errors
/// Returns the first call with arguments that must not lead to one variable.
pub(crate) fn check(checked: &Checked<'_>, order: &[u32]) -> Result<()> {
    let mut all: HashMap<u32, Uses> = HashMap::new();
    for &index in order {
        let function = &checked.functions[index as usize];
        let Declaration::Function(syntax) = &checked.tree.declarations[function.declaration as usize].0 else {
            continue;
        };
        let mut walk = Walk {
            checked,
            all: &all,
            uses: Uses::new(),
        };
        walk.block(&syntax.body)?;
        let uses = walk.uses;
        all.insert(index, uses);
    }
    Ok(())
}

struct Walk<'w, 's> {
    checked: &'w Checked<'s>,
    all: &'w HashMap<u32, Uses>,
    uses: Uses,
}

impl<'s> Walk<'_, 's> {
    fn block(&mut self, block: &Block<'s>) -> Result<()> {
        block
            .statements
            .iter()
            .try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement<'s>) -> Result<()> {
        match &statement.kind {
            StatementKind::Empty
            | StatementKind::ConstAssert(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard
            | StatementKind::Return(None) => Ok(()),
            StatementKind::Block(block) => self.block(block),
            StatementKind::Declaration(variable) => variable.initial.iter().try_for_each(|&initial| self.read(initial)),
            StatementKind::Assign { left, operator, right } => {
                if let Some(left) = left {
                    self.write(*left, operator.is_some())?;
                }
                self.read(*right)
            }
            StatementKind::Step { left, .. } => self.write(*left, true),
            StatementKind::Call(call) | StatementKind::Return(Some(call)) => self.read(*call),
            StatementKind::If {
                branches, otherwise, ..
            } => {
                for branch in branches {
                    self.read(branch.condition)?;
                    self.block(&branch.body)?;
                }
                otherwise.iter().try_for_each(|block| self.block(block))
            }
            StatementKind::Switch { selector, cases, .. } => {
                self.read(*selector)?;
                cases.iter().try_for_each(|case| self.block(&case.body))
            }
            StatementKind::Loop { body, continuing, .. } => {
                self.block(body)?;
                continuing.iter().try_for_each(|continuing| {
                    self.block(&continuing.body)?;
                    continuing
                        .break_if
                        .iter()
                        .try_for_each(|last| self.read(last.condition))
                })
            }
            StatementKind::For {
                start,
                condition,
                update,
                body,
                ..
            } => {
                start.iter().try_for_each(|start| self.statement(start))?;
                condition.iter().try_for_each(|&condition| self.read(condition))?;
                update.iter().try_for_each(|update| self.statement(update))?;
                self.block(body)
            }
            StatementKind::While { condition, body, .. } => {
                self.read(*condition)?;
                self.block(body)
            }
        }
    }

    fn is_reference(&self, expression: Expr) -> bool {
        let ty = self.checked.infos[expression.index()].ty;
        ty.is_some_and(|ty| matches!(self.checked.types.kind(ty), Kind::Reference(..)))
    }

    fn note(&mut self, place: Expr, added: Use) {
        if let Some(root) = self.checked.root(place) {
            self.uses.entry(root).or_default().add(added);
        }
    }

    fn write(&mut self, left: Expr, reads: bool) -> Result<()> {
        self.parts(left)?;
        self.note(left, Use { reads, writes: true });
        Ok(())
    }

    fn read(&mut self, expression: Expr) -> Result<()> {
        self.parts(expression)?;
        if self.is_reference(expression) {
            self.note(
                expression,
                Use {
                    reads: true,
                    writes: false,
                },
            );
        }
        Ok(())
    }

    /// Looks at all parts of an expression.
    fn parts(&mut self, root: Expr) -> Result<()> {
        let checked = self.checked;
        let reads = Use {
            reads: true,
            writes: false,
        };
        for number in checked.first[root.index()]..=root.0 {
            let expression = Expr(number);
            let stays = self.is_reference(expression);
            match checked.tree.kind(expression) {
                ExprKind::Unary {
                    operator: Unary::AddressOf | Unary::Indirection,
                    ..
                }
                | ExprKind::Parenthesis(_) => {}
                ExprKind::Unary { operand, .. } if self.is_reference(*operand) => self.note(*operand, reads),
                ExprKind::Binary { left, right, .. } => {
                    for &side in [left, right] {
                        if self.is_reference(side) {
                            self.note(side, reads);
                        }
                    }
                }
                ExprKind::Index { base, index } => {
                    if self.is_reference(*index) {
                        self.note(*index, reads);
                    }
                    if self.is_reference(*base) && !stays {
                        self.note(*base, reads);
                    }
                }
                // A swizzle of memory reads it.
                ExprKind::Member { base, .. } if !stays && expression != root => self.note(*base, reads),
                ExprKind::Call { arguments, .. } => self.call(expression, arguments)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn call(&mut self, call: Expr, arguments: &[Expr]) -> Result<()> {
        let checked = self.checked;
        for &argument in arguments {
            if self.is_reference(argument) {
                self.note(
                    argument,
                    Use {
                        reads: true,
                        writes: false,
                    },
                );
            }
        }
        let is_pointer = |argument: Expr| {
            let ty = checked.infos[argument.index()].ty;
            ty.is_some_and(|ty| matches!(checked.types.kind(ty), Kind::Pointer(..)))
        };
        let meaning = checked.infos[call.index()].meaning;
        let Meaning::Call(index) = meaning else {
            if let Some(&pointer) = arguments.first().filter(|&&argument| is_pointer(argument)) {
                let touched = match meaning {
                    Meaning::Builtin(Builtin::ArrayLength) => return Ok(()),
                    Meaning::Builtin(Builtin::AtomicLoad | Builtin::WorkgroupUniformLoad) => Use {
                        reads: true,
                        writes: false,
                    },
                    Meaning::Builtin(Builtin::AtomicStore) => Use {
                        reads: false,
                        writes: true,
                    },
                    _ => Use {
                        reads: true,
                        writes: true,
                    },
                };
                self.note(pointer, touched);
            }
            return Ok(());
        };
        let all = self.all;
        let Some(uses) = all.get(&index) else {
            return Ok(());
        };
        let function = &checked.functions[index as usize];
        let mut passed: Vec<(u32, Use)> = Vec::new();
        for (&argument, parameter) in arguments.iter().zip(&function.parameters) {
            if !is_pointer(argument) {
                continue;
            }
            let (Some(root), Some(&inner)) = (checked.root(argument), uses.get(parameter)) else {
                continue;
            };
            let span = checked.tree.span(argument);
            let variable = checked.variables[root as usize].name;
            if passed
                .iter()
                .any(|&(other, before)| other == root && before.conflicts(inner))
            {
                return invalid(
                    span,
                    format!(
                        "two arguments of `{}` lead to `{variable}`, which it changes; give it two variables",
                        function.name
                    ),
                );
            }
            if uses.get(&root).is_some_and(|&direct| direct.conflicts(inner)) {
                return invalid(
                    span,
                    format!(
                        "`{}` uses `{variable}` both by name and by this pointer, and changes it",
                        function.name
                    ),
                );
            }
            passed.push((root, inner));
        }
        for (root, inner) in passed {
            self.uses.entry(root).or_default().add(inner);
        }
        for (&variable, &inner) in uses {
            if checked.variables[variable as usize].is_global {
                self.uses.entry(variable).or_default().add(inner);
            }
        }
        Ok(())
    }
}
