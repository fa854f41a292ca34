//! The ways in which statements can end. Source: WGSL, section "Behavior Analysis".

use crate::error::{Result, Span, invalid};
use crate::syntax::{Block, Statement, StatementKind};

/// A set of ways in which a statement can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behavior(u8);

impl Behavior {
    /// The next statement follows.
    pub(crate) const NEXT: Behavior = Behavior(1);
    pub(crate) const BREAK: Behavior = Behavior(2);
    pub(crate) const CONTINUE: Behavior = Behavior(4);
    pub(crate) const RETURN: Behavior = Behavior(8);
    const NONE: Behavior = Behavior(0);

    pub(crate) fn has(self, other: Behavior) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn with(self, other: Behavior) -> Behavior {
        Behavior(self.0 | other.0)
    }

    fn without(self, other: Behavior) -> Behavior {
        Behavior(self.0 & !other.0)
    }
}

/// Returns how a list of statements can end. Statements that cannot be reached are checked, but do not count.
///
/// # Errors
/// A loop never ends.
pub(crate) fn of_statements(statements: &[Statement<'_>]) -> Result<Behavior> {
    let mut behavior = Behavior::NEXT;
    for statement in statements {
        let next = of_statement(statement)?;
        if behavior.has(Behavior::NEXT) {
            behavior = behavior.without(Behavior::NEXT).with(next);
        }
    }
    Ok(behavior)
}

fn of_block(block: &Block<'_>) -> Result<Behavior> {
    of_statements(&block.statements)
}

/// Returns how a statement can end.
///
/// # Errors
/// A loop never ends.
pub(crate) fn of_statement(statement: &Statement<'_>) -> Result<Behavior> {
    match &statement.kind {
        StatementKind::Block(block) => of_block(block),
        StatementKind::If {
            branches, otherwise, ..
        } => {
            let mut behavior = Behavior::NONE;
            for branch in branches {
                behavior = behavior.with(of_block(&branch.body)?);
            }
            Ok(behavior.with(match otherwise {
                Some(otherwise) => of_block(otherwise)?,
                None => Behavior::NEXT,
            }))
        }
        StatementKind::Switch { cases, .. } => {
            let mut behavior = Behavior::NONE;
            for case in cases {
                behavior = behavior.with(of_block(&case.body)?);
            }
            Ok(if behavior.has(Behavior::BREAK) {
                behavior.without(Behavior::BREAK).with(Behavior::NEXT)
            } else {
                behavior
            })
        }
        StatementKind::Loop { body, continuing, .. } => {
            let mut behavior = of_block(body)?;
            if let Some(continuing) = continuing {
                behavior = behavior.with(of_block(&continuing.body)?);
                if continuing.break_if.is_some() {
                    behavior = behavior.with(Behavior::BREAK);
                }
            }
            of_loop(behavior, statement.span)
        }
        StatementKind::For { condition, body, .. } => {
            let behavior = of_block(body)?;
            of_loop(
                if condition.is_some() {
                    behavior.with(Behavior::BREAK)
                } else {
                    behavior
                },
                statement.span,
            )
        }
        StatementKind::While { body, .. } => of_loop(of_block(body)?.with(Behavior::BREAK), statement.span),
        StatementKind::Break => Ok(Behavior::BREAK),
        StatementKind::Continue => Ok(Behavior::CONTINUE),
        StatementKind::Return(_) => Ok(Behavior::RETURN),
        _ => Ok(Behavior::NEXT),
    }
}

fn of_loop(behavior: Behavior, span: Span) -> Result<Behavior> {
    let inner = behavior.without(Behavior::CONTINUE).without(Behavior::NEXT);
    if inner == Behavior::NONE {
        let span = Span {
            start: span.start,
            end: span.start + 4,
        };
        return invalid(
            span,
            "this loop never ends: it has no condition, no `break` and no `return`",
        );
    }
    Ok(if inner.has(Behavior::BREAK) {
        inner.without(Behavior::BREAK).with(Behavior::NEXT)
    } else {
        inner
    })
}
