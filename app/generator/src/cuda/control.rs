//! Control flow: branches, loops that end for any data, switches, and jumps out of them.

use crate::cuda::types::{Class, Element};
use crate::cuda::writer::{Enclosing, Local, Return, Writer};

/// The most turns of the innermost of nested loops, for each thread.
const MOST_TURNS: u32 = 64;

impl Writer<'_, '_> {
    pub fn control(&mut self, depth: u32) {
        match self.source.below(8) {
            0 | 1 => self.branch(depth),
            2 => self.for_loop(depth),
            3 => self.while_loop(depth),
            4 => self.do_loop(depth),
            5 => self.switch(depth),
            6 => self.leave(),
            _ => self.block("{", "}", |w| w.statements(3, depth)),
        }
    }

    /// Returns a condition, sometimes with a side effect on its left side or its right side.
    fn effective_condition(&mut self) -> String {
        let variable = if self.source.once_in(3) {
            self.free_variable()
        } else {
            None
        };
        let Some(variable) = variable else {
            return self.condition(2).text;
        };
        let name = variable.text.clone();
        self.hiding(&[&name], |w| {
            let change = w.change(&variable);
            let bound = w.value(Class::Int, 1);
            let comparison = w.source.pick(["<", ">", "==", "!=", "<=", ">="]);
            let test = change.joined(comparison, &bound);
            let other = w.condition(1);
            match w.source.below(3) {
                0 => format!("{} && {test}", other.at(6)),
                1 => format!("{test} || {}", other.at(5)),
                _ => test,
            }
        })
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.effective_condition();
        self.line(&format!("if ({condition}) {{"));
        self.scope(|w| w.statements(3, depth));
        if self.source.once_in(4) {
            let condition = self.effective_condition();
            self.line(&format!("}} else if ({condition}) {{"));
            self.scope(|w| w.statements(2, depth));
        }
        if self.source.once_in(2) {
            self.line("} else {");
            self.scope(|w| w.statements(2, depth));
        }
        self.line("}");
    }

    /// Returns the bound of a new loop, or `None` if the loops around it already turn too often.
    fn bound(&mut self) -> Option<u32> {
        let bound = self.source.between(1, 6);
        (self.turns * (bound + 1) <= MOST_TURNS).then_some(bound)
    }

    fn body(&mut self, bound: u32, depth: u32) {
        let before = self.turns;
        self.turns *= bound + 1;
        self.enclosing.push(Enclosing::Loop);
        self.statements(3, depth);
        self.enclosing.pop();
        self.turns = before;
    }

    fn for_loop(&mut self, depth: u32) {
        let Some(bound) = self.bound() else {
            return self.assignment();
        };
        let name = self.fresh("k");
        let mut other = None;
        let head = match self.source.below(7) {
            0 | 1 => format!("int {name} = 0; {name} < {bound}; {name}++"),
            2 => format!("unsigned {name} = 0; {name} < {bound}; ++{name}"),
            3 => format!("int {name} = {bound}; {name} > 0; --{name}"),
            4 => {
                let most = self.value(Class::Int, 1);
                format!("int {name} = {} & {bound}; {name}; {name} >>= 1", most.at(9))
            }
            5 => {
                let second = other.insert(self.fresh("k")).clone();
                format!("int {name} = 0, {second} = {bound}; {name} < {second}; {name}++, {second}--")
            }
            _ => format!("int {name} = 1; {name} <= 1 << {}; {name} *= 2", bound - 1),
        };
        let element = if head.starts_with('u') {
            Element::Unsigned
        } else {
            Element::Int
        };
        if self.source.once_in(5) {
            self.line("#pragma unroll");
        }
        self.block(&format!("for ({head}) {{"), "}", |w| {
            let bits = if element == Element::Int { 6 } else { 32 };
            w.declare(Local::small(name, element, bits));
            if let Some(other) = other {
                w.declare(Local::small(other, Element::Int, 6));
            }
            w.body(bound, depth);
        });
    }

    fn while_loop(&mut self, depth: u32) {
        let Some(bound) = self.bound() else {
            return self.assignment();
        };
        let name = self.fresh("k");
        let start = match self.source.below(2) {
            0 => bound.to_string(),
            _ => {
                let value = self.value(Class::Int, 1);
                format!("({}) & {bound}", value.text)
            }
        };
        self.line(&format!("int {name} = {start};"));
        let is_late = self.source.once_in(2);
        let mut condition = if is_late {
            format!("{name} > 0")
        } else {
            format!("{name}-- > 0")
        };
        if self.source.once_in(3) {
            let other = self.condition(1);
            condition = format!("{condition} && {}", other.at(6));
        }
        self.block(&format!("while ({condition}) {{"), "}", |w| {
            // The counter changes first, so that `continue` does not skip it.
            if is_late {
                w.line(&format!("{name}--;"));
            }
            w.declare(Local::small(name, Element::Int, 4));
            w.body(bound, depth);
        });
    }

    fn do_loop(&mut self, depth: u32) {
        let Some(bound) = self.bound() else {
            return self.assignment();
        };
        let name = self.fresh("k");
        self.line(&format!("int {name} = 0;"));
        let other = if self.source.once_in(3) {
            format!(" && {}", self.condition(1).at(6))
        } else {
            String::new()
        };
        self.line("do {");
        self.scope(|w| {
            w.declare(Local::small(&*name, Element::Int, 4));
            w.body(bound, depth);
        });
        self.line(&format!("}} while (++{name} < {bound}{other});"));
    }

    fn switch(&mut self, depth: u32) {
        let value = self.value(Class::Int, 2);
        let cases = self.source.between(1, 4);
        self.line(&format!("switch ({} & 7) {{", value.at(9)));
        let default = self.source.between(0, cases + 1);
        self.enclosing.push(Enclosing::Switch);
        for case in 0..=cases {
            if case == default {
                self.line("default:");
            } else {
                self.line(&format!("case {case}:"));
            }
            // The values from 0 to `cases` have labels of their own.
            if self.source.once_in(4) && case + 5 <= 7 && case + 5 > cases {
                self.line(&format!("case {}:", case + 5));
            }
            self.block("{", "}", |w| w.statements(2, depth));
            // Without it, the thread goes on with the next case.
            if !self.source.once_in(3) {
                self.line("break;");
            }
        }
        self.enclosing.pop();
        self.line("}");
    }

    /// Writes a `break`, `continue` or `return` under a condition, where it is allowed.
    fn leave(&mut self) {
        let in_loop = self.enclosing.contains(&Enclosing::Loop);
        let statement = match self.source.below(3) {
            0 if !self.enclosing.is_empty() => "break;".to_owned(),
            1 if in_loop => "continue;".to_owned(),
            _ => match self.returns {
                Return::Forbidden => return self.assignment(),
                Return::Nothing => "return;".to_owned(),
                Return::Value(element) => {
                    let value = self.assignable(element, 2);
                    format!("return {};", value.text)
                }
            },
        };
        let condition = self.condition(2);
        self.line(&format!("if ({})", condition.text));
        self.line(&format!("    {statement}"));
    }
}
