//! Lowers control flow: branches, loops and switches become mask-stack instructions.

use super::compiler::{Compiler, Loop};
use super::function::is_implicit_return;
use super::instance::Instance;
use crate::program::{Binary, BindingAccess, KernelError, LoopInfo, Op, Register};
use naga::{Block, Expression, Handle, Literal, Statement, SwitchValue};

impl<'m> Compiler<'m> {
    pub(super) fn branch(
        &mut self,
        instance: &mut Instance<'m>,
        condition: Handle<Expression>,
        accept: &'m Block,
        reject: &'m Block,
    ) -> Result<(), KernelError> {
        let statement = self.builder.statement_of(self.builder.span);
        let hidden = self.is_hidden(accept, statement) && self.is_hidden(reject, statement);
        if hidden && self.short_circuit(instance, condition, accept, reject)? {
            return Ok(());
        }
        let condition = self.value(instance, condition)?[0];
        if accept.is_empty() && matches!(&**reject, [Statement::Break]) {
            // `while` and `for` check their condition in this form. Directly in a loop's body it is the exit of the
            // loop.
            if let Some(Loop::Body) = self.innermost() {
                return self.builder.push(Op::BreakIf {
                    condition,
                    leave: false,
                });
            }
        }
        // A call settles values read before it. Inside a branch that all lanes skip it would settle none.
        if hidden && (has_call(accept) || has_call(reject)) {
            self.settle(instance)?;
        }
        let at = self.builder.here() as usize;
        self.builder.push(Op::If {
            condition,
            otherwise: 0,
            hidden,
            short: None,
        })?;
        let at = at + usize::from(!matches!(self.builder.ops[at], Op::If { .. }));
        self.nested(|this| this.inner_block(instance, accept, hidden))?;
        let mut otherwise = self.builder.here();
        if !reject
            .span_iter()
            .all(|(statement, &span)| is_implicit_return(statement, span))
        {
            self.builder.push_bare(Op::Else { end: 0 })?;
            self.nested(|this| this.inner_block(instance, reject, hidden))?;
            let end = self.builder.here();
            self.builder.ops[otherwise as usize] = Op::Else { end };
        } else {
            otherwise = self.builder.here();
        }
        self.builder.ops[at] = Op::If {
            condition,
            otherwise,
            hidden,
            short: None,
        };
        self.builder.push_bare(Op::EndIf)?;
        if !hidden {
            self.builder.begin_step();
        }
        Ok(())
    }

    fn inner_block(
        &mut self,
        instance: &mut Instance<'m>,
        block: &'m Block,
        hidden: bool,
    ) -> Result<(), KernelError> {
        if !hidden {
            self.builder.begin_step();
        }
        self.block(instance, block)
    }

    /// Returns true for the code that naga generates for `&&` and `||`: only evaluations and stores of the same
    /// statement.
    fn is_hidden(&self, block: &Block, statement: Option<u32>) -> bool {
        !block.is_empty()
            && block.span_iter().all(|(inner, span)| match inner {
                Statement::Emit(_) | Statement::Call { .. } => true,
                Statement::Store { .. } => self.builder.statement_of(*span) == statement,
                Statement::If { accept, reject, .. } => {
                    self.is_hidden(accept, statement) && self.is_hidden(reject, statement)
                }
                _ => false,
            })
    }

    /// Lowers `&&` and `||` to one logical instruction if the right side neither reads memory nor calls a function.
    /// Evaluating it for all lanes has no effect then, and compilers do the same.
    fn short_circuit(
        &mut self,
        instance: &mut Instance<'m>,
        condition: Handle<Expression>,
        accept: &'m Block,
        reject: &'m Block,
    ) -> Result<bool, KernelError> {
        let [.., Statement::Store { pointer, value }] = &**accept else {
            return Ok(false);
        };
        let [
            Statement::Store {
                pointer: other,
                value: fallback,
            },
        ] = &**reject
        else {
            return Ok(false);
        };
        let Expression::Literal(Literal::Bool(fallback)) = instance.arena()[*fallback] else {
            return Ok(false);
        };
        let pure = accept
            .iter()
            .rev()
            .skip(1)
            .all(|statement| match statement {
                Statement::Emit(range) => {
                    range.clone().all(|handle| match instance.arena()[handle] {
                        Expression::Load { pointer } => {
                            matches!(instance.arena()[pointer], Expression::LocalVariable(_))
                        }
                        Expression::Access { .. }
                        | Expression::AccessIndex { .. }
                        | Expression::ArrayLength(_) => false,
                        _ => true,
                    })
                }
                _ => false,
            });
        if !pure || instance.arena()[*pointer] != instance.arena()[*other] {
            return Ok(false);
        }
        let outer = self.guards.len();
        if !instance.checks.is_empty() {
            let evaluated = self.value(instance, condition)?[0];
            self.guards.push((evaluated, true));
        }
        for statement in accept.iter().rev().skip(1).rev() {
            self.statement(instance, statement, self.builder.span)?;
        }
        self.guards.truncate(outer);
        let (left, right) = (
            self.value(instance, condition)?[0],
            self.value(instance, *value)?[0],
        );
        // `a && b` is: if a then b else false; `a || b` is: if !a then b else true.
        let result = if fallback {
            let not = self.builder.register()?;
            let function = crate::program::Unary::Not;
            let not = self.builder.push_pure(
                Op::Unary {
                    function,
                    to: not,
                    a: left,
                },
                not,
                &[left],
            )?;
            self.apply(Binary::Or, not, right)?
        } else {
            self.apply(Binary::And, left, right)?
        };
        let place = self.place(instance, *pointer)?;
        place.store(self.module, &mut self.builder, &[result])?;
        Ok(true)
    }

    pub(super) fn loop_(
        &mut self,
        instance: &mut Instance<'m>,
        body: &'m Block,
        continuing: &'m Block,
        break_if: Option<Handle<Expression>>,
    ) -> Result<(), KernelError> {
        let number = self.loops.len() as u32;
        let (line, _) = self.builder.location(self.builder.span);
        self.loops.push(LoopInfo {
            line,
            depth: self.loop_depth,
            holds_barrier: false,
        });
        self.loop_depth += 1;
        let head = self.builder.here() as usize;
        self.builder.push_bare(Op::Loop {
            number,
            continuing: 0,
        })?;
        self.builder.begin_step();
        let start = self.builder.here();
        // The iteration begins after the check that `for` and `while` put first.
        let checks = body
            .iter()
            .take_while(|statement| matches!(statement, Statement::Emit(_)))
            .count();
        let first = match body.get(checks) {
            Some(Statement::If { accept, reject, .. })
                if accept.is_empty() && matches!(&**reject, [Statement::Break]) =>
            {
                checks + 1
            }
            _ => 0,
        };
        let mut begun = first == 0;
        if begun {
            self.builder.push_bare(Op::Iterate)?;
        }
        self.enter(Loop::Body);
        for (index, (statement, &span)) in body.span_iter().enumerate() {
            if !begun && index == first {
                self.builder.push_bare(Op::Iterate)?;
                begun = true;
            }
            self.placed(instance, statement, span)?;
        }
        if !begun {
            self.builder.push_bare(Op::Iterate)?;
        }
        self.leave();
        let continuing_at = self.builder.here();
        self.builder.push_bare(Op::Continuing { end: 0 })?;
        self.builder.begin_step();
        self.nested(|this| {
            this.block(instance, continuing)?;
            if let Some(condition) = break_if {
                this.builder.span = instance.arena().get_span(condition);
                let condition = this.value(instance, condition)?[0];
                this.builder.push(Op::BreakIf {
                    condition,
                    leave: true,
                })?;
            }
            Ok(())
        })?;
        let end = self.builder.here();
        self.builder.ops[head] = Op::Loop {
            number,
            continuing: continuing_at,
        };
        self.builder.ops[continuing_at as usize] = Op::Continuing { end };
        let idle = self.is_idle(start);
        self.builder.push_bare(Op::EndLoop { body: start, idle })?;
        self.builder.begin_step();
        self.loop_depth -= 1;
        let mut inside = 0;
        self.loops[number as usize].holds_barrier =
            self.builder.ops[start as usize..].iter().any(|op| {
                match op {
                    Op::Loop { .. } => inside += 1,
                    Op::EndLoop { .. } => inside -= 1,
                    _ => {}
                }
                inside == 0 && matches!(op, Op::Barrier { .. })
            });
        Ok(())
    }

    /// Returns true if the instructions from `start` on change no variable and no memory, and read nothing that other
    /// lanes may change.
    fn is_idle(&self, start: u32) -> bool {
        self.builder.ops[start as usize..]
            .iter()
            .all(|op| match op {
                Op::Load { reach, .. } => {
                    let binding = &self.bindings[reach.memory as usize];
                    binding.access == BindingAccess::Read
                }
                Op::Assign { .. }
                | Op::Set { .. }
                | Op::Scatter { .. }
                | Op::Store { .. }
                | Op::Atomic { .. }
                | Op::Shuffle { .. }
                | Op::Combine { .. }
                | Op::Ballot { .. }
                | Op::Barrier { .. }
                | Op::Report { .. }
                | Op::Meet => false,
                _ => true,
            })
    }

    pub(super) fn switch(
        &mut self,
        instance: &mut Instance<'m>,
        selector: Handle<Expression>,
        cases: &'m [naga::SwitchCase],
    ) -> Result<(), KernelError> {
        let selector = self.value(instance, selector)?[0];
        // Groups of selectors that share a body: all but the last fall through with nothing in between.
        let mut groups: Vec<(Option<Register>, &'m Block)> = Vec::new();
        let mut condition: Option<Register> = None;
        let mut default = None;
        let mut is_default = false;
        for case in cases {
            let value = match case.value {
                SwitchValue::I32(value) => Some(value as u32),
                SwitchValue::U32(value) => Some(value),
                SwitchValue::Default => None,
            };
            match value {
                Some(value) => {
                    let value = self.builder.constant(value)?;
                    let equal = self.apply(Binary::Equal, selector, value)?;
                    condition = Some(match condition {
                        Some(condition) => self.apply(Binary::Or, condition, equal)?,
                        None => equal,
                    });
                }
                None => is_default = true,
            }
            if !case.fall_through {
                if is_default {
                    default = Some(&case.body);
                } else {
                    groups.push((condition, &case.body));
                }
                (condition, is_default) = (None, false);
            }
        }
        let always = self.builder.constant(1)?;
        // The default takes the lanes that no case takes, so it can be the last.
        groups.extend(default.map(|body| (Some(always), body)));
        let at = self.builder.here() as usize;
        self.builder.push(Op::Switch { first: 0 })?;
        let at = at + usize::from(!matches!(self.builder.ops[at], Op::Switch { .. }));
        self.builder.ops[at] = Op::Switch {
            first: self.builder.here(),
        };
        self.enter(Loop::Switch);
        let own = default.map_or(0..0, |default| own_text(cases, default));
        let mut held = instance.hold_initialisers(own);
        for (condition, body) in groups {
            if default.is_some_and(|default| std::ptr::eq(default, body)) {
                instance.give_back(std::mem::take(&mut held));
            }
            let case = self.builder.here() as usize;
            let condition = condition.unwrap_or(always);
            self.builder.push_bare(Op::Case { condition, next: 0 })?;
            self.builder.begin_step();
            self.nested(|this| this.block(instance, body))?;
            self.builder.ops[case] = Op::Case {
                condition,
                next: self.builder.here(),
            };
        }
        self.leave();
        self.builder.push_bare(Op::EndSwitch)?;
        self.builder.begin_step();
        Ok(())
    }

    fn innermost(&self) -> Option<Loop> {
        self.nesting.last().copied()
    }

    fn enter(&mut self, what: Loop) {
        self.nesting.push(what);
    }

    fn leave(&mut self) {
        self.nesting.pop();
    }

    pub(super) fn nested<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        self.enter(Loop::Nested);
        let result = inside(self);
        self.leave();
        result
    }
}

/// Returns the range of text of a default that is written before a case: from the end of the case before it to its own
/// end.
fn own_text(cases: &[naga::SwitchCase], default: &Block) -> std::ops::Range<u32> {
    let end = |block: &Block| {
        let spans = block.span_iter().filter_map(|(_, span)| span.to_range());
        spans.map(|range| range.end as u32).max().unwrap_or(0)
    };
    let before = cases
        .iter()
        .take_while(|case| !std::ptr::eq(&case.body, default));
    let start = before.map(|case| end(&case.body)).max().unwrap_or(0);
    start..end(default)
}

/// Returns true if a block of the form that `is_hidden` accepts calls a function.
fn has_call(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Call { .. } => true,
        Statement::If { accept, reject, .. } => has_call(accept) || has_call(reject),
        _ => false,
    })
}
