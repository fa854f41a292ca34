//! Lowers control flow: branches, loops and switches become mask-stack instructions.

use super::Compiler;
use crate::program::{Binary, BindingAccess, KernelError, LoopInfo, Op, Register};
use wgsl::{Block, Branch, Case, Continuing, Expr, Num, Statement, StatementKind};

impl<'c> Compiler<'c> {
    /// Lowers `if`, with each `else if` inside of the `else` before it.
    pub(super) fn branch(
        &mut self,
        branches: &'c [Branch<'c>],
        otherwise: Option<&'c Block<'c>>,
    ) -> Result<(), KernelError> {
        let otherwise = otherwise.filter(|block| has_code(block));
        // The position of the `Else` of each branch, if it has one.
        let mut open = Vec::new();
        for (number, branch) in branches.iter().enumerate() {
            let condition = self.scalar(branch.condition)?;
            self.builder.span = branch.head;
            let body = &branch.body;
            let branch = |otherwise| Op::If {
                condition,
                otherwise,
                hidden: false,
                short: None,
            };
            let position = self.push_open(branch(0))?;
            self.builder.begin_step();
            self.block(body)?;
            let here = self.builder.here();
            self.builder.ops[position] = branch(here);
            let has_else = number + 1 < branches.len() || otherwise.is_some();
            if has_else {
                self.builder.push_bare(Op::Else { end: 0 })?;
                self.builder.begin_step();
            }
            open.push(has_else.then_some(here as usize));
        }
        if let Some(otherwise) = otherwise {
            self.block(otherwise)?;
        }
        for position in open.into_iter().rev() {
            if let Some(position) = position {
                let end = self.builder.here();
                self.builder.ops[position] = Op::Else { end };
            }
            self.builder.push_bare(Op::EndIf)?;
            self.builder.begin_step();
        }
        Ok(())
    }

    /// Lowers the right side of a `&&` or `||`, which only the lanes evaluate that need it. No step shows this branch.
    /// Returns the result.
    pub(super) fn short_circuit(
        &mut self,
        condition: Register,
        right: Expr,
        fallback: bool,
    ) -> Result<Register, KernelError> {
        let span = self.builder.span;
        let result = self.builder.register()?;
        let branch = |otherwise| Op::If {
            condition,
            otherwise,
            hidden: true,
            short: None,
        };
        let position = self.push_open(branch(0))?;
        let from = self.scalar(right)?;
        self.builder.span = span;
        self.builder.push(Op::Set { to: result, from })?;
        let otherwise = self.builder.here();
        self.builder.ops[position] = branch(otherwise);
        self.builder.push_bare(Op::Else { end: 0 })?;
        let from = self.builder.constant(u32::from(fallback))?;
        self.builder.push(Op::Set { to: result, from })?;
        let end = self.builder.here();
        self.builder.ops[otherwise as usize] = Op::Else { end };
        self.builder.push_bare(Op::EndIf)?;
        Ok(result)
    }

    /// Lowers `loop`.
    pub(super) fn loop_(
        &mut self,
        body: &'c Block<'c>,
        continuing: Option<&'c Continuing<'c>>,
    ) -> Result<(), KernelError> {
        let open = self.open_loop()?;
        self.builder.push_bare(Op::Iterate)?;
        self.block(body)?;
        let position = self.begin_continuing()?;
        if let Some(continuing) = continuing {
            self.block(&continuing.body)?;
            if let Some(last) = continuing.break_if {
                self.builder.span = last.span;
                let condition = self.scalar(last.condition)?;
                self.builder.span = last.span;
                self.builder.push(Op::BreakIf { condition, leave: true })?;
            }
        }
        self.close_loop(open, position)
    }

    /// Lowers the loop of a `for` or `while`.
    pub(super) fn loop_with(
        &mut self,
        condition: Option<Expr>,
        body: &'c Block<'c>,
        update: Option<&'c Statement<'c>>,
    ) -> Result<(), KernelError> {
        let open = self.open_loop()?;
        if let Some(condition) = condition {
            let span = self.span(condition);
            self.builder.span = span;
            let condition = self.scalar(condition)?;
            self.builder.span = span;
            self.builder.push(Op::BreakIf {
                condition,
                leave: false,
            })?;
        }
        // The iteration begins after the condition.
        self.builder.push_bare(Op::Iterate)?;
        self.block(body)?;
        let position = self.begin_continuing()?;
        if let Some(update) = update {
            self.statement(update)?;
        }
        self.close_loop(open, position)
    }

    /// Begins a loop. Returns its number and its position.
    fn open_loop(&mut self) -> Result<(u32, usize), KernelError> {
        let number = self.loops.len() as u32;
        let ((line, _), header) = self.builder.source.beginning(self.builder.span);
        let header = header.map(|header| (number, header));
        self.builder.headers.loops.extend(header);
        self.loops.push(LoopInfo {
            line,
            depth: self.loop_depth,
            holds_barrier: false,
        });
        self.loop_depth += 1;
        self.call.loops += 1;
        let head = self.builder.here() as usize;
        self.builder.push_bare(Op::Loop { number, continuing: 0 })?;
        self.builder.begin_step();
        Ok((number, head))
    }

    /// Ends the body of a loop. Returns the position.
    fn begin_continuing(&mut self) -> Result<usize, KernelError> {
        let position = self.builder.here() as usize;
        self.builder.push_bare(Op::Continuing { end: 0 })?;
        self.builder.begin_step();
        Ok(position)
    }

    fn close_loop(&mut self, (number, head): (u32, usize), continuing: usize) -> Result<(), KernelError> {
        let end = self.builder.here();
        self.builder.ops[head] = Op::Loop {
            number,
            continuing: continuing as u32,
        };
        self.builder.ops[continuing] = Op::Continuing { end };
        let start = head + 1;
        let idle = self.is_idle(start);
        self.builder.push_bare(Op::EndLoop {
            body: start as u32,
            idle,
        })?;
        self.builder.begin_step();
        self.loop_depth -= 1;
        self.call.loops -= 1;
        let mut inside = 0;
        let mut ops = self.builder.ops[start..].iter();
        self.loops[number as usize].holds_barrier = ops.any(|op| {
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
    fn is_idle(&self, start: usize) -> bool {
        self.builder.ops[start..].iter().all(|op| match op {
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
            | Op::Meet { .. } => false,
            _ => true,
        })
    }

    pub(super) fn switch(&mut self, selector: Expr, cases: &'c [Case<'c>]) -> Result<(), KernelError> {
        let span = self.builder.span;
        let selector = self.scalar(selector)?;
        self.builder.span = span;
        let always = self.builder.constant(1)?;
        let mut groups: Vec<(Register, &'c Block<'c>)> = Vec::new();
        let mut default = None;
        for case in cases {
            let values: Option<Vec<Expr>> = case.selectors.iter().copied().collect();
            let Some(values) = values else {
                default = Some(&case.body);
                continue;
            };
            let mut condition = None;
            for value in values {
                let value = self.checked.infos[value.index()].value.as_ref();
                let Some(number) = value.map(|value| value.first()) else {
                    return self.unsupported("this case");
                };
                let bits = match number {
                    Num::U32(bits) => bits,
                    other => other.integer() as u32,
                };
                let value = self.builder.constant(bits)?;
                let equal = self.apply(Binary::Equal, selector, value)?;
                condition = Some(match condition {
                    Some(condition) => self.apply(Binary::Or, condition, equal)?,
                    None => equal,
                });
            }
            groups.extend(condition.map(|condition| (condition, &case.body)));
        }
        // The default takes the lanes that no case takes, so it can be the last.
        groups.extend(default.map(|body| (always, body)));
        let position = self.push_open(Op::Switch { first: 0 })?;
        self.builder.ops[position] = Op::Switch {
            first: self.builder.here(),
        };
        for (condition, body) in groups {
            let case = self.builder.here() as usize;
            self.builder.push_bare(Op::Case { condition, next: 0 })?;
            self.builder.begin_step();
            self.block(body)?;
            self.builder.ops[case] = Op::Case {
                condition,
                next: self.builder.here(),
            };
        }
        self.builder.push_bare(Op::EndSwitch)?;
        self.builder.begin_step();
        Ok(())
    }
}

/// Returns true if a block has a statement that does something.
fn has_code(block: &Block<'_>) -> bool {
    block.statements.iter().any(|statement| match &statement.kind {
        StatementKind::Empty | StatementKind::ConstAssert(_) => false,
        StatementKind::Declaration(declaration) => declaration.binding != wgsl::Binding::Const,
        _ => true,
    })
}
