//! Control flow: branches, loops that terminate for any data, switches, and jumps out of them.

use crate::construct::Construct;
use crate::types::{Scalar, Shape, Type};
use crate::writer::{Enclosing, Local, Return, Writer};

const CONDITION: Shape = Shape::new(Scalar::Bool, 1);
const COUNT: Shape = Shape::new(Scalar::U32, 1);

impl Writer<'_, '_> {
    pub fn control(&mut self, depth: u32) {
        match self.source.below(9) {
            0..=2 => self.branch(depth),
            3 => self.for_loop(depth),
            4 => self.while_loop(depth),
            5 => self.plain_loop(depth),
            6 => self.switch(depth),
            7 => self.leave(),
            _ => {
                self.mark(Construct::Block);
                self.line("{");
                self.scope(|w| w.statements(3, depth));
                self.line("}");
            }
        }
    }

    fn branch(&mut self, depth: u32) {
        self.mark(Construct::If);
        let condition = self.variable(CONDITION, 2).text;
        self.line(&format!("if {condition} {{"));
        self.scope(|w| w.statements(3, depth));
        if self.source.once_in(4) {
            self.mark(Construct::ElseIf);
            let condition = self.variable(CONDITION, 2).text;
            self.line(&format!("}} else if ({condition}) {{"));
            self.scope(|w| w.statements(2, depth));
        }
        if self.source.once_in(2) {
            self.mark(Construct::Else);
            self.line("} else {");
            self.scope(|w| w.statements(3, depth));
        }
        self.line("}");
    }

    /// Returns the number of iterations: a literal, or a value of at most that, which depends on the data.
    fn trip_count(&mut self, bound: u32) -> String {
        if self.source.once_in(2) {
            return format!("{bound}u");
        }
        self.mark(Construct::DataDependentTripCount);
        let value = self.variable(COUNT, 2).text;
        format!("({value} % {}u)", bound + 1)
    }

    /// Writes the body of a loop that runs at most `bound` times.
    fn looping(&mut self, bound: u32, inside: impl FnOnce(&mut Self)) {
        if self.enclosing.contains(&Enclosing::Loop) {
            self.mark(Construct::NestedLoop);
        }
        let before = self.iterations;
        self.iterations *= bound + 1;
        self.enclosing.push(Enclosing::Loop);
        self.scope(inside);
        self.enclosing.pop();
        self.iterations = before;
    }

    fn for_loop(&mut self, depth: u32) {
        let bound = self.loop_bound(6);
        if bound == 0 {
            return self.assignment();
        }
        self.mark(Construct::For);
        let name = self.fresh("k");
        let count = self.trip_count(bound);
        let header = match self.source.below(3) {
            0 => format!("var {name} = 0u; {name} < {count}; {name}++"),
            1 => format!("var {name} = {count}; {name} > 0u; {name}--"),
            _ => format!("var {name} = {count}; {name} != 0u; {name} >>= 1u"),
        };
        self.line(&format!("for ({header}) {{"));
        self.looping(bound, |w| {
            // Declares the counter as a value, so that only the loop itself assigns to it.
            w.declare(Local::value(&name, Type::Value(COUNT)));
            w.statements(3, depth);
        });
        self.line("}");
    }

    fn while_loop(&mut self, depth: u32) {
        let bound = self.loop_bound(6);
        if bound == 0 {
            return self.assignment();
        }
        self.mark(Construct::While);
        let name = self.fresh("k");
        let count = self.trip_count(bound);
        self.line(&format!("var {name} = {count};"));
        let condition = self.condition_besides(&format!("{name} > 0u"));
        self.line(&format!("while ({condition}) {{"));
        self.looping(bound, |w| {
            // The decrement comes first, so that `continue` does not skip it.
            w.line(&format!("{name}--;"));
            w.declare(Local::value(&name, Type::Value(COUNT)));
            w.statements(3, depth);
        });
        self.line("}");
    }

    /// Returns the condition, sometimes combined with one that depends on the data.
    fn condition_besides(&mut self, condition: &str) -> String {
        if self.source.once_in(3) {
            let other = self.variable(CONDITION, 1).text;
            format!("({condition}) && {other}")
        } else {
            condition.to_owned()
        }
    }

    fn plain_loop(&mut self, depth: u32) {
        let bound = self.loop_bound(5);
        if bound == 0 {
            return self.assignment();
        }
        self.mark(Construct::Loop);
        let name = self.fresh("k");
        let count = self.trip_count(bound);
        let limit = self.fresh("n");
        self.line(&format!("var {name} = 0u;"));
        // Copies the limit, because the data may change while the loop runs.
        self.line(&format!("let {limit} = {count};"));
        let continuing = self.source.below(3);
        self.line("loop {");
        self.looping(bound, |w| {
            w.declare(Local::value(&name, Type::Value(COUNT)));
            if continuing == 0 {
                w.line(&format!("if ({name} >= {limit}) {{ break; }}"));
                w.line(&format!("{name}++;"));
            } else if continuing == 1 {
                w.line(&format!("if ({name} >= {limit}) {{"));
                w.line("  break;");
                w.line("}");
            }
            w.statements(3, depth);
            if continuing == 0 {
                return;
            }
            w.mark(Construct::Continuing);
            w.line("continuing {");
            w.enclosing.push(Enclosing::Continuing);
            w.scope(|w| {
                w.line(&format!("{name}++;"));
                // After a `continue`, a variable of the body may not be declared yet, so the `continuing` block does
                // not use them.
                let body = w.scopes.len() - 2;
                let names = w.scopes[body].iter().map(Local::out_of_reach).collect();
                let hidden = std::mem::replace(&mut w.scopes[body], names);
                if w.spend() {
                    w.assignment();
                }
                if continuing == 2 {
                    w.mark(Construct::BreakIf);
                    let condition = match w.source.below(2) {
                        0 => format!("{name} > {limit}"),
                        _ => {
                            let other = w.variable(CONDITION, 1).text;
                            format!("({name} > {limit}) || {other}")
                        }
                    };
                    w.line(&format!("break if {condition};"));
                }
                w.scopes[body] = hidden;
            });
            w.enclosing.pop();
            w.line("}");
        });
        self.line("}");
    }

    fn switch(&mut self, depth: u32) {
        self.mark(Construct::Switch);
        let scalar = self.source.pick(Scalar::INTEGERS);
        let suffix = &scalar.name()[..1];
        let value = self.variable(Shape::new(scalar, 1), 2).text;
        let cases = self.source.between(1, 4);
        let default = self.source.below(cases as usize + 1) as u32;
        self.line(&format!("switch ({value} % {}{suffix}) {{", cases + 2));
        self.enclosing.push(Enclosing::Switch);
        self.scope(|w| {
            for case in 0..=cases {
                let selectors = match w.source.below(3) {
                    0 => format!("{case}{suffix}"),
                    _ => format!("{case}{suffix}, {}{suffix}", case + 20),
                };
                if case != default {
                    w.line(&format!("case {selectors}: {{"));
                } else if w.source.once_in(2) {
                    w.mark(Construct::DefaultAmongCases);
                    w.line(&format!("case {selectors}, default: {{"));
                } else {
                    w.line("default: {");
                }
                w.scope(|w| w.statements(2, depth));
                w.line("}");
            }
        });
        self.enclosing.pop();
        self.line("}");
    }

    /// Writes a `break`, `continue` or `return` under a condition, where the language allows it.
    fn leave(&mut self) {
        let innermost = self.enclosing.last().copied();
        let around = self.enclosing.iter().rev();
        let in_continuing = self.enclosing.contains(&Enclosing::Continuing);
        let in_loop = around.clone().any(|&around| around == Enclosing::Loop);
        let (construct, statement) = match self.source.below(3) {
            0 if innermost.is_some() => (Construct::Break, "break;".to_owned()),
            1 if in_loop => (Construct::Continue, "continue;".to_owned()),
            _ => match self.returns {
                Return::Forbidden => return self.assignment(),
                Return::Nothing => (Construct::EarlyReturn, "return;".to_owned()),
                Return::Value(shape) => {
                    let value = self.kept(shape, 2);
                    (Construct::EarlyReturnFromFunction, format!("return {value};"))
                }
            },
        };
        if in_continuing {
            return self.assignment();
        }
        self.mark(construct);
        let condition = self.variable(CONDITION, 2).text;
        self.line(&format!("if {condition} {{"));
        self.line(&format!("  {statement}"));
        self.line("}");
    }
}
