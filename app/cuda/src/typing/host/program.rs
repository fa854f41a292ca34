//! Follows a program for the launches that it makes one after another, up to the first that cannot be followed.

use super::array::Contents;
use super::cut::Node;
use super::launching::launches;
use super::sequence::{First, HostWrite, Program, Sequence, Source, Step};
use super::value::{Value, is_pointer};
use super::walk::{Flow, Walk};
use super::writes::assigned;
use super::{Launch, LeftOut, Pointed, Written};
use crate::error::Span;
use crate::lex::Token;
use crate::syntax::{Expr, ExprKind, File, Name, Storage};
use std::collections::HashSet;
use std::rc::Rc;

/// The most launches of a program that are followed.
const MOST_LAUNCHES: usize = 64;

/// Returns the launches of a file's program: of `main`, or else of the first function that launches and that no other
/// function calls.
pub(crate) fn program(file: &File) -> Program {
    let mut walk = Walk::new(file);
    let sequence = Sequence::default();
    let others = file.host.iter().flat_map(|function| {
        let words = function.tokens.iter().map(|token| &*token.text);
        words.filter(|word| *word != &*function.name)
    });
    let called: HashSet<&str> = others.collect();
    let mut functions = file.host.iter();
    let main = functions.position(|function| &*function.name == "main");
    let start = main.or_else(|| {
        let mut functions = file.host.iter();
        functions.position(|function| walk.launching.contains(&function.name) && !called.contains(&*function.name))
    });
    walk.sequence = Some(Box::new(sequence));
    if let Some(start) = start {
        walk.follow_program(start);
    }
    walk.sequence.map_or_else(Program::default, |sequence| sequence.found)
}

impl<'f> Walk<'f> {
    fn follow_program(&mut self, start: usize) {
        self.declare_file();
        let head = self.head(start);
        let is_main = &*self.file.host[start].name == "main";
        self.scoped(|walk| {
            walk.asked_instance(start);
            walk.place = Span::default();
            for parameter in head.parameters.iter() {
                let value = match (is_main, is_pointer(&parameter.ty)) {
                    (true, false) => Some(Value::Int(1)),
                    // The caller of a function without `main` gives it arrays.
                    (false, true) => Some(Value::Pointer(parameter.name.clone(), Some(0))),
                    _ => None,
                };
                walk.declare_value(&parameter.name, value, Some(&parameter.ty));
            }
            if walk.follow(start, &head) == Flow::Unknown {
                walk.leave_out(Span::default(), LeftOut::Condition);
            }
        });
        if self.budget == 0
            && let Some(sequence) = &mut self.sequence
            && sequence.found.left.is_none()
            && let Some(last) = sequence.found.steps.last()
        {
            sequence.found.left = Some((last.launch.span, LeftOut::TooLong));
        }
    }

    /// Returns true if a program is followed, and no further.
    pub(super) fn is_over(&self) -> bool {
        let sequence = self.sequence.as_ref();
        sequence.is_some_and(|sequence| sequence.found.left.is_some())
    }

    /// Returns true if a program is followed, and this statement of it launches.
    pub(super) fn unrolls(&self, node: &Node<'_>) -> bool {
        self.sequence.is_some() && launches(node, &self.launching)
    }

    pub(super) fn leave_out(&mut self, span: Span, why: LeftOut) {
        let is_of_condition = matches!(why, LeftOut::Condition | LeftOut::Loop);
        let unknown = self.unknown.take().filter(|_| is_of_condition);
        if let Some(sequence) = &mut self.sequence
            && sequence.found.left.is_none()
        {
            sequence.found.left = Some((span, why));
            sequence.found.unknown = unknown;
        }
    }

    /// Follows a loop that launches, one repetition after another.
    pub(super) fn unroll(&mut self, condition: &[Token], step: &[Token], body: &Node<'f>, mut first: First) -> Flow {
        let place = condition.first().or(step.first());
        let place = place.map_or_else(Span::default, |token| token.span);
        loop {
            self.begin_statement();
            let is_asked = std::mem::replace(&mut first, First::Asked) == First::Asked;
            self.unknown = None;
            if is_asked && !condition.is_empty() {
                match self.value_of(condition).and_then(|value| value.truth()) {
                    Some(true) if !changes(condition) => {}
                    Some(false) if !changes(condition) => return Flow::Next,
                    _ => {
                        self.leave_out(place, LeftOut::Loop);
                        return Flow::Return;
                    }
                }
            }
            match self.scoped(|walk| walk.node(body)) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Flow::Next,
                Flow::Return => return Flow::Return,
                Flow::Unknown => {
                    self.leave_out(place, LeftOut::Condition);
                    return Flow::Return;
                }
            }
            if self.budget == 0 {
                self.leave_out(place, LeftOut::TooLong);
                return Flow::Return;
            }
            self.simple(step);
        }
    }

    /// Follows statements of which it is not known that the program executes them.
    pub(super) fn doubtful<T>(&mut self, condition: &[Token], work: impl FnOnce(&mut Self) -> T) -> T {
        let place = condition.first().map(|token| token.span);
        let mut unknown = None;
        self.explained(&mut unknown, |walk| walk.value_of(condition));
        if let Some(sequence) = &mut self.sequence {
            sequence.doubts.push((place.unwrap_or_default(), unknown));
        }
        let freed = self.freed.clone();
        let result = work(self);
        self.freed = freed;
        if let Some(sequence) = &mut self.sequence {
            sequence.doubts.pop();
        }
        result
    }

    pub(super) fn begin_statement(&mut self) {
        if let Some(sequence) = &mut self.sequence {
            sequence.statements += 1;
            sequence.statement = sequence.statements;
        }
    }

    /// Follows a call of a host function. Only the first time in a statement its launches count.
    pub(super) fn once<T>(&mut self, name: &Name, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(sequence) = &mut self.sequence else {
            return work(self);
        };
        let statement = sequence.statement;
        let is_new = sequence.called.insert((statement, name.span.start));
        sequence.repeated += u32::from(!is_new);
        let result = work(self);
        if let Some(sequence) = &mut self.sequence {
            sequence.repeated -= u32::from(!is_new);
            sequence.statement = statement;
        }
        result
    }

    /// Returns the name of the array of an allocation: a second one of the same name is another array.
    pub(super) fn array_name(&mut self, name: &Rc<str>) -> Rc<str> {
        let Some(sequence) = &mut self.sequence else {
            return name.clone();
        };
        if sequence.repeated > 0 {
            return name.clone();
        }
        let count = sequence.allocations.entry(name.clone()).or_insert(0);
        *count += 1;
        match *count {
            1 => name.clone(),
            count => format!("{name} ({count})").into(),
        }
    }

    /// Notes that a kernel may have written an array.
    pub(super) fn computed(&mut self, root: &Rc<str>) {
        if let Some(sequence) = &mut self.sequence {
            sequence.computed.insert(root.clone());
        }
    }

    /// Returns true if an array has what kernels have computed.
    pub(super) fn is_computed(&self, root: &Rc<str>) -> bool {
        let sequence = self.sequence.as_ref();
        sequence.is_some_and(|sequence| sequence.computed.contains(root))
            && !matches!(self.contents.get(root), Some(Contents::Known(_)))
    }

    /// Follows a copy from an array that kernels have computed: the device copies it, or the host has what is not known.
    pub(super) fn copy_computed(&mut self, to: &Rc<str>, from: &Rc<str>, arguments: &[Expr]) {
        let bytes = arguments.get(2).and_then(|bytes| self.fold(bytes));
        let bytes = bytes
            .and_then(|bytes| bytes.integer())
            .and_then(|bytes| u64::try_from(bytes).ok());
        let on_device = matches!(
            arguments.get(3).map(|kind| &kind.kind),
            Some(ExprKind::Name(kind)) if &*kind.text == "cudaMemcpyDeviceToDevice"
        );
        self.computed(to);
        let Some(sequence) = self.sequence.as_mut().filter(|each| each.repeated == 0) else {
            return;
        };
        match bytes.filter(|_| on_device && !self.contents.contains_key(from)) {
            Some(bytes) => {
                self.contents.remove(to);
                sequence.last.insert(to.clone(), None);
                sequence.pending.push(HostWrite {
                    array: to.to_string(),
                    from: Source::Array {
                        name: from.to_string(),
                        bytes,
                    },
                });
            }
            None => {
                self.contents.insert(to.clone(), Contents::Unfollowed(self.place));
            }
        }
    }

    /// Adds a launch to the program.
    pub(super) fn step(&mut self, launch: &Launch) {
        let file = self.file;
        let Some(sequence) = self.sequence.as_mut().filter(|each| each.repeated == 0) else {
            return;
        };
        if sequence.found.left.is_some() {
            return;
        }
        if let Some((place, unknown)) = sequence.doubts.first().cloned() {
            self.unknown = unknown;
            return self.leave_out(place, LeftOut::Condition);
        }
        if sequence.found.steps.len() == MOST_LAUNCHES {
            return self.leave_out(launch.span, LeftOut::TooMany(MOST_LAUNCHES));
        }
        let mut writes = std::mem::take(&mut sequence.pending);
        let mut symbols = Vec::new();
        let device = file.variables.iter().filter(|each| each.storage.is_of_device());
        let of_symbols = device.map(|variable| {
            let written = match self.contents.get(&variable.name) {
                None => None,
                Some(Contents::Known(array)) => Some(Written::Bytes(array.of_device())),
                Some(Contents::Unfollowed(_)) => Some(Written::Unfollowed),
            };
            (variable.name.clone(), written)
        });
        let of_symbols: Vec<(Rc<str>, Option<Written>)> = of_symbols.collect();
        let members = launch.members.iter().map(|(_, passed)| passed);
        let passed = launch.arguments.iter().chain(members);
        let passed = passed.filter_map(|passed| {
            let root = passed.pointer.as_ref().and_then(Pointed::root)?;
            Some((root.clone(), passed.contents.clone()))
        });
        let passed: Vec<(Rc<str>, Option<Written>)> = passed.collect();
        let mut launch = launch.clone();
        for (index, (root, written)) in of_symbols.iter().chain(&passed).enumerate() {
            let before = sequence.last.insert(root.clone(), written.clone());
            let is_lost = *written == Some(Written::Unfollowed)
                && match &before {
                    None => sequence.computed.contains(root),
                    Some(before) => before != written,
                };
            if is_lost {
                let why = LeftOut::Contents(root.to_string());
                sequence.found.left = Some((launch.span, why));
                sequence.found.unknown = match self.contents.get(root) {
                    Some(Contents::Unfollowed(place)) => Some((root.clone(), *place)),
                    _ => None,
                };
                return;
            }
            if before.is_some() {
                let members = launch.members.iter_mut().map(|(_, passed)| passed);
                let same = launch
                    .arguments
                    .iter_mut()
                    .chain(members)
                    .filter(|passed| passed.pointer.as_ref().and_then(Pointed::root) == Some(root));
                same.for_each(|passed| passed.contents = None);
            }
            match (before, written) {
                (None, Some(written)) if index < of_symbols.len() => {
                    symbols.push((root.clone(), written.clone()));
                }
                (Some(before), Some(Written::Bytes(bytes))) if before != *written => {
                    writes.push(HostWrite {
                        array: root.to_string(),
                        from: Source::Bytes(bytes.clone()),
                    });
                }
                _ => {}
            }
        }
        // A kernel may write the array, so its contents are no longer those of the host.
        for variable in &file.variables {
            if variable.storage == Storage::Device {
                self.contents.remove(&variable.name);
                sequence.computed.insert(variable.name.clone());
            }
        }
        for (root, _) in of_symbols.iter().chain(&passed) {
            if !self.contents.contains_key(root) {
                sequence.last.insert(root.clone(), None);
            }
        }
        sequence.found.steps.push(Step {
            launch,
            writes,
            symbols,
        });
    }
}

/// Returns true if tokens change a variable.
fn changes(tokens: &[Token]) -> bool {
    let mut names = Vec::new();
    assigned(tokens, &mut names);
    !names.is_empty()
}
