//! Follows the host's statements from `main` on, with the values that are known.

use super::array::{Contents, Random};
use super::cut::{self, Node};
use super::data::DATA_BUDGET;
use super::sequence::{First, Sequence};
use super::value::{Scope, Slot, Value};
use super::writes::{assigned, assigned_in, stored_in, without_new};
use super::{Launches, Reached};
use crate::error::Error;
use crate::lex::{Kind, Token};
use crate::parse::{self, Known};
use crate::syntax::{
    Argument, Expr, ExprKind, File, Init, Name, Parameter, StatementKind, TemplateParameter,
    TypeKind, TypeName, Unary, Variable,
};
use std::collections::HashMap;
use std::rc::Rc;

/// The most statements and expressions that are followed.
const MOST_STEPS: u32 = 40_000;
/// The most repetitions of a loop that are followed.
const MOST_REPEATED: u32 = 64;
/// The most calls of host functions inside one another.
pub(super) const MOST_CALLS: usize = 8;

/// The statement that comes after one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    Return,
    /// It depends on a condition that is not known.
    Unknown,
}

/// A host function that is taken apart.
#[derive(Clone)]
pub(super) struct Head<'f> {
    returns: Option<TypeName>,
    pub parameters: Rc<[Parameter]>,
    body: Rc<[Node<'f>]>,
}

pub(super) struct Walk<'f> {
    pub file: &'f File,
    pub known: Known,
    pub found: Launches,
    pub errors: Vec<Error>,
    pub budget: u32,
    pub depth: u32,
    /// The sizes of structures in bytes that have been computed; structures may contain each other many times.
    pub sizes: HashMap<Rc<str>, Option<i64>>,
    pub reached: Reached,
    /// The bytes of each array of the device, where they are known.
    pub allocated: HashMap<Rc<str>, u64>,
    /// The contents of the arrays of host and device that something writes.
    pub contents: HashMap<Rc<str>, Contents>,
    /// Above 0 inside of a statement whose stores are followed elsewhere, or not at all.
    pub quiet: u32,
    /// The expressions that may still be computed for contents.
    pub data_budget: u32,
    /// The state of `rand()`, if it is known.
    pub random: Option<Random>,
    /// The launches of a program, if they are followed one after another.
    pub sequence: Option<Box<Sequence>>,
    scopes: Vec<Scope>,
    heads: HashMap<usize, Head<'f>>,
    /// The host functions by name.
    numbers: HashMap<Rc<str>, usize>,
    /// The host functions that are being followed, and those that ever were.
    calls: Vec<usize>,
    walked: Vec<usize>,
    returned: Option<Value>,
    /// True if the function may have returned before, under a condition that is not known.
    unsure: bool,
}

impl<'f> Walk<'f> {
    pub fn new(file: &'f File) -> Self {
        Walk {
            file,
            known: file.known(),
            found: Vec::new(),
            errors: Vec::new(),
            budget: MOST_STEPS,
            depth: 0,
            sizes: HashMap::new(),
            reached: Reached::Maybe,
            allocated: HashMap::new(),
            contents: HashMap::new(),
            quiet: 0,
            data_budget: DATA_BUDGET,
            random: Some(Random::new(1)),
            sequence: None,
            scopes: vec![Scope::default()],
            heads: HashMap::new(),
            numbers: file
                .host
                .iter()
                .enumerate()
                .filter(|(_, function)| &*function.name != "main")
                .map(|(index, function)| (function.name.clone(), index))
                .collect(),
            calls: Vec::new(),
            walked: Vec::new(),
            returned: None,
            unsure: false,
        }
    }

    /// Follows the whole file: its variables, `main`, and functions that `main` does not call.
    pub fn whole(mut self) -> (Launches, Vec<Error>) {
        self.declare_file();
        self.follow_all();
        self.errors.dedup();
        (self.found, self.errors)
    }

    /// Declares the variables and the enumerations of the file.
    pub fn declare_file(&mut self) {
        for variable in &self.file.variables {
            self.declare(variable);
        }
        for (_, values) in &self.file.enumerations {
            let mut next = 0;
            for value in values {
                if let Some(given) = value.value.as_ref().and_then(|value| self.fold(value)) {
                    next = given.integer().unwrap_or(next);
                }
                self.declare_value(&value.name, Some(Value::Int(next)), None);
                next = next.wrapping_add(1);
            }
        }
    }

    /// Follows `main`, and the functions that it does not call.
    fn follow_all(&mut self) {
        let mut order: Vec<usize> = (0..self.file.host.len()).collect();
        // A function that others call is followed from there.
        let names: HashMap<&str, usize> = self
            .file
            .host
            .iter()
            .enumerate()
            .map(|(index, function)| (&*function.name, index))
            .collect();
        let mut called = vec![false; self.file.host.len()];
        for (index, function) in self.file.host.iter().enumerate() {
            for token in &function.tokens {
                match names.get(&*token.text) {
                    Some(&other) if other != index => called[other] = true,
                    _ => {}
                }
            }
        }
        order.sort_by_cached_key(|&index| {
            let main = &*self.file.host[index].name == "main";
            (!main, called[index])
        });
        for index in order {
            if self.walked.contains(&index) {
                continue;
            }
            self.budget = self.budget.max(MOST_STEPS / 8);
            let globals = self.scopes.clone();
            let head = self.head(index);
            let scopes = self.enter();
            self.asked_instance(index);
            for parameter in head.parameters.iter() {
                // A program without arguments has its own name as the only one.
                let arguments =
                    &*self.file.host[index].name == "main" && !is_pointer(&parameter.ty);
                let value = arguments.then_some(Value::Int(1));
                self.declare_value(&parameter.name, value, Some(&parameter.ty));
            }
            self.follow(index, &head);
            self.leave(scopes);
            self.scopes = globals;
        }
    }

    /// Binds the template arguments of an instance that the text asks for.
    pub fn asked_instance(&mut self, index: usize) {
        let file = self.file;
        let function = &file.host[index];
        let asked = file
            .instances
            .iter()
            .find(|(name, _)| *name == function.name);
        let arguments = asked.map_or(&[][..], |(_, arguments)| arguments);
        for (parameter, argument) in function.template.iter().zip(arguments) {
            match (parameter, argument) {
                (TemplateParameter::Type { name, .. }, Argument::Type(ty)) => {
                    let ty = Rc::new(self.plain(ty));
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.types.insert(name.clone(), ty);
                    }
                }
                (TemplateParameter::Value { name, .. }, Argument::Value(value)) => {
                    let value = self.fold(value);
                    self.declare_value(name, value, None);
                }
                _ => {}
            }
        }
    }

    pub fn follow(&mut self, index: usize, head: &Head<'f>) -> Flow {
        if !self.walked.contains(&index) {
            self.walked.push(index);
        }
        self.calls.push(index);
        let flow = self.run(&head.body);
        self.calls.pop();
        flow
    }

    /// Takes a host function apart.
    pub fn head(&mut self, index: usize) -> Head<'f> {
        if let Some(head) = self.heads.get(&index) {
            return head.clone();
        }
        let tokens: &'f [Token] = &self.file.host[index].tokens;
        let (returns, parameters, open) = match parse::head(tokens, &self.known) {
            Some((returns, parameters, open)) => (Some(returns), parameters, open),
            None => {
                let open = tokens.iter().position(|token| token.is("{"));
                (None, Vec::new(), open.unwrap_or(tokens.len()))
            }
        };
        let inside = tokens.get(open + 1..).unwrap_or_default();
        let head = Head {
            returns,
            parameters: parameters.into(),
            body: cut::statements(inside).into(),
        };
        self.heads.insert(index, head.clone());
        head
    }

    /// Leaves the caller's names out of sight, and returns them.
    pub fn enter(&mut self) -> Vec<Scope> {
        let outer = self.scopes.split_off(self.scopes.len().min(1));
        self.scopes.push(Scope::default());
        outer
    }

    pub fn leave(&mut self, outer: Vec<Scope>) {
        self.scopes.truncate(1);
        self.scopes.extend(outer);
    }

    pub fn slot(&self, name: &str) -> Option<&Slot> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.slots.get(name))
    }

    fn slot_mut(&mut self, name: &str) -> Option<&mut Slot> {
        self.scopes
            .iter_mut()
            .rev()
            .find_map(|scope| scope.slots.get_mut(name))
    }

    /// Returns a type with its aliases and template parameters replaced.
    pub fn plain(&self, ty: &TypeName) -> TypeName {
        let mut ty = ty.clone();
        self.replace(&mut ty, 0);
        ty
    }

    fn replace(&self, ty: &mut TypeName, depth: u32) {
        match &mut ty.kind {
            TypeKind::Pointer(target)
            | TypeKind::Reference(target)
            | TypeKind::Array(target, _) => self.replace(target, depth + 1),
            TypeKind::Named(name) if depth < 20 && name.arguments.is_none() => {
                let given = self.scopes.iter().rev();
                let given = given
                    .filter_map(|scope| scope.types.get(&name.text))
                    .next()
                    .map(|ty| (**ty).clone());
                let alias = || {
                    let mut aliases = self.file.aliases.iter();
                    let found = aliases.find(|(alias, _)| *alias == name.text);
                    found.map(|(_, ty)| ty.clone())
                };
                if let Some(found) = given.or_else(alias) {
                    let constant = ty.constant;
                    *ty = found;
                    ty.constant |= constant;
                    self.replace(ty, depth + 1);
                }
            }
            TypeKind::Named(_) | TypeKind::Auto => {}
        }
    }

    pub fn declare_value(&mut self, name: &Rc<str>, value: Option<Value>, ty: Option<&TypeName>) {
        let ty = ty.map(|ty| Rc::new(self.plain(ty)));
        let slot = Slot {
            value,
            ty,
            list: None,
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.slots.insert(name.clone(), slot);
        }
    }

    pub fn declare(&mut self, variable: &Variable) {
        self.begin_array(variable);
        let ty = self.plain(&variable.ty);
        let own = || Value::Pointer(variable.name.clone(), Some(0));
        let (value, written, list) = match (&variable.init, &ty.kind) {
            (Some(Init::Value(value)), TypeKind::Array(..)) => {
                let list: Option<Rc<[Expr]>> = match &value.kind {
                    ExprKind::List(values) => Some(values.clone().into()),
                    _ => None,
                };
                (Some(own()), None, list)
            }
            (_, TypeKind::Array(..)) => (Some(own()), None, None),
            (_, TypeKind::Named(name)) if matches!(&*name.text, "vector" | "array") => {
                (Some(own()), None, None)
            }
            (Some(Init::Value(value)), TypeKind::Pointer(_)) => {
                self.calls_in(value);
                let found = self.fold(value).and_then(|found| found.cast(&ty.kind));
                (Some(found.unwrap_or_else(own)), None, None)
            }
            (_, TypeKind::Pointer(_)) => (Some(own()), None, None),
            (Some(Init::Value(value)), _) => {
                self.calls_in(value);
                (self.fold(value), Some(value), None)
            }
            (Some(Init::Call(values)), TypeKind::Named(name)) if &*name.text == "dim3" => {
                let list = Expr {
                    kind: ExprKind::List(values.clone()),
                    span: variable.span,
                };
                (self.fold(&list), None, None)
            }
            (Some(Init::Call(values)), _) => match values.as_slice() {
                [value] => (self.fold(value), Some(value), None),
                _ => (None, None, None),
            },
            (None, TypeKind::Named(name)) if &*name.text == "dim3" => {
                (Some(Value::Extent([1; 3])), None, None)
            }
            (None, _) => (None, None, None),
        };
        let ty = match (&ty.kind, written) {
            (TypeKind::Auto, Some(value)) => self.type_of(value),
            _ => Some(ty),
        };
        let value = value.and_then(|value| match &ty {
            Some(ty) if !matches!(ty.kind, TypeKind::Array(..)) => value.cast(&ty.kind),
            _ => Some(value),
        });
        self.declare_value(&variable.name, value, ty.as_ref());
        if let Some(slot) = self.slot_mut(&variable.name) {
            slot.list = list;
        }
    }

    /// Gives a name a value, as its type holds it.
    fn assign(&mut self, name: &str, value: Option<Value>) {
        let ty = self.slot(name).and_then(|slot| slot.ty.clone());
        let value = match ty {
            Some(ty) if !matches!(ty.kind, TypeKind::Array(..)) => {
                value.and_then(|value| value.cast(&ty.kind))
            }
            _ => value,
        };
        if let Some(slot) = self.slot_mut(name) {
            slot.value = value;
        }
    }

    /// Forgets a name's value. A pointer whose address was passed on has an array of its own, as after `cudaMalloc`.
    fn forget(&mut self, name: &str, addressed: bool) {
        let Some((known, slot)) = self
            .scopes
            .iter_mut()
            .rev()
            .find_map(|scope| Some((scope.slots.get_key_value(name)?.0.clone(), name)))
        else {
            return;
        };
        if let Some(slot) = self.slot_mut(slot) {
            let pointer = slot.ty.as_ref().is_some_and(|ty| is_pointer(ty));
            slot.value = (pointer && addressed).then_some(Value::Pointer(known, Some(0)));
        }
    }

    pub fn run(&mut self, nodes: &[Node<'f>]) -> Flow {
        for node in nodes {
            match self.node(node) {
                Flow::Next => {}
                other => return other,
            }
        }
        Flow::Next
    }

    pub fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let result = work(self);
        self.scopes.pop();
        result
    }

    /// Follows statements whose stores to arrays do not count.
    fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.quiet += 1;
        let result = work(self);
        self.quiet -= 1;
        result
    }

    pub fn node(&mut self, node: &Node<'f>) -> Flow {
        if self.is_over() {
            return Flow::Return;
        }
        if self.budget == 0 {
            return Flow::Next;
        }
        self.budget -= 1;
        self.begin_statement();
        match node {
            Node::Simple(tokens) => self.simple(tokens),
            Node::Block(nodes) => self.scoped(|walk| walk.run(nodes)),
            Node::If(condition, yes, no) => self.branch(condition, yes, no.as_deref()),
            Node::For([begin, condition, step], body) => self.scoped(|walk| {
                walk.simple(begin);
                if walk.unrolls(body) {
                    return walk.unroll(condition, step, body, First::Asked);
                }
                walk.fill([condition, step], body);
                walk.quietly(|walk| walk.repeat(Some(condition), step, body, false))
            }),
            // A body that is executed once, as macros write it: `do { … } while (0)`.
            Node::Do(body, condition)
                if self.value_of(condition).and_then(|value| value.truth()) == Some(false) =>
            {
                match self.scoped(|walk| walk.node(body)) {
                    Flow::Break | Flow::Continue => Flow::Next,
                    other => other,
                }
            }
            Node::While(condition, body) | Node::Do(body, condition) if self.unrolls(body) => {
                let first = match node {
                    Node::Do(..) => First::Taken,
                    _ => First::Asked,
                };
                self.unroll(condition, &[], body, first)
            }
            Node::While(condition, body) | Node::Do(body, condition) => {
                if self.quiet == 0 {
                    self.unfollow(&stored_in(body));
                    self.random = None;
                }
                let first = matches!(node, Node::Do(..));
                self.quietly(|walk| walk.repeat(Some(condition), &[], body, first))
            }
            Node::Switch(value, nodes) => self.switch(value, nodes),
            Node::Case(_) => Flow::Next,
            Node::Return(tokens) => {
                self.returned = self.value_of(tokens);
                Flow::Return
            }
            Node::Break => Flow::Break,
            Node::Continue => Flow::Continue,
        }
    }

    fn branch(&mut self, condition: &[Token], yes: &Node<'f>, no: Option<&Node<'f>>) -> Flow {
        self.forget_in(condition);
        let known = self.value_of(condition).and_then(|value| value.truth());
        let before = self.scopes.clone();
        if let Some(known) = known {
            let (taken, other) = match known {
                true => (Some(yes), no),
                false => (no, Some(yes)),
            };
            let flow = taken.map_or(Flow::Next, |taken| self.scoped(|walk| walk.node(taken)));
            let after = self.scopes.clone();
            let is_listed = |other: &&Node<'f>| self.sequence.is_none() && launches(other);
            if let Some(other) = other.filter(is_listed) {
                let reached = std::mem::replace(&mut self.reached, Reached::Never);
                self.scopes = before.clone();
                let contents = self.contents.clone();
                self.scoped(|walk| walk.node(other));
                self.contents = contents;
                self.reached = reached;
            }
            // A program that ends for want of arguments is shown as if it had them.
            let ends = flow == Flow::Return && self.calls.len() < 2;
            self.scopes = if ends { before } else { after };
            return if ends { Flow::Next } else { flow };
        }
        let contents = self.contents.clone();
        let side = |walk: &mut Self, node: &Node<'f>| {
            walk.doubtful(condition, |walk| walk.scoped(|walk| walk.node(node)))
        };
        let first = side(self, yes);
        let after = std::mem::replace(&mut self.scopes, before);
        let other = std::mem::replace(&mut self.contents, contents);
        let second = no.map_or(Flow::Next, |no| side(self, no));
        self.merge_contents(other, first, second);
        self.unsure |= first == Flow::Return || second == Flow::Return;
        match (first, second) {
            (Flow::Next, Flow::Next) => {
                self.merge(&after);
                Flow::Next
            }
            (Flow::Return, Flow::Next) => Flow::Next,
            (Flow::Next, Flow::Return) => {
                self.scopes = after;
                Flow::Next
            }
            (first, second) if first == second => {
                self.merge(&after);
                first
            }
            _ => Flow::Unknown,
        }
    }

    /// Forgets contents that differ from those of another way to here, unless one of the ways ends.
    fn merge_contents(&mut self, other: HashMap<Rc<str>, Contents>, first: Flow, second: Flow) {
        if first == Flow::Return {
            return;
        }
        let own = match second {
            Flow::Return => {
                self.contents = other;
                return;
            }
            _ => &mut self.contents,
        };
        for (name, contents) in other {
            match own.get(&name) {
                Some(same) if *same == contents => {}
                _ => {
                    own.insert(name, Contents::Unfollowed);
                }
            }
        }
    }

    /// Forgets values that differ from those of another way to here.
    fn merge(&mut self, other: &[Scope]) {
        for (own, other) in self.scopes.iter_mut().zip(other) {
            for (name, slot) in &mut own.slots {
                let same = other
                    .slots
                    .get(name)
                    .is_some_and(|other| other.value == slot.value);
                if !same {
                    slot.value = None;
                }
            }
        }
    }

    fn repeat(
        &mut self,
        condition: Option<&[Token]>,
        step: &[Token],
        body: &Node<'f>,
        first: bool,
    ) -> Flow {
        let condition = condition.unwrap_or_default();
        let mut changed = Vec::new();
        assigned(condition, &mut changed);
        assigned(step, &mut changed);
        assigned_in(body, &mut changed);
        let outer = changed
            .iter()
            .any(|(name, _)| self.slot(name).is_some_and(|slot| slot.value.is_some()));
        if !launches(body) && outer {
            let before = (self.scopes.clone(), self.budget);
            match self.count(condition, step, body, first) {
                Some(flow) => return flow,
                None => self.scopes = before.0,
            }
        }
        for (name, addressed) in &changed {
            self.forget(name, *addressed);
        }
        self.scoped(|walk| walk.node(body));
        for (name, addressed) in &changed {
            self.forget(name, *addressed);
        }
        Flow::Next
    }

    /// Follows a loop whose conditions are all known.
    fn count(
        &mut self,
        condition: &[Token],
        step: &[Token],
        body: &Node<'f>,
        mut first: bool,
    ) -> Option<Flow> {
        for _ in 0..MOST_REPEATED {
            if !std::mem::take(&mut first)
                && !condition.is_empty()
                && !self.value_of(condition)?.truth()?
            {
                return Some(Flow::Next);
            }
            match self.scoped(|walk| walk.node(body)) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Some(Flow::Next),
                Flow::Return => return Some(Flow::Return),
                Flow::Unknown => return None,
            }
            self.simple(step);
            if self.budget == 0 {
                return None;
            }
        }
        None
    }

    fn switch(&mut self, tokens: &[Token], nodes: &[Node<'f>]) -> Flow {
        let value = self.value_of(tokens).and_then(|value| value.integer());
        let mut starts = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            if let Node::Case(label) = node {
                let label = match label.is_empty() {
                    true => None,
                    false => self.value_of(label).and_then(|label| label.integer()),
                };
                starts.push((index, label, matches!(node, Node::Case([]))));
            }
        }
        let before = self.scopes.clone();
        let taken = value.map(|value| {
            let case = starts.iter().find(|(_, label, _)| *label == Some(value));
            case.or(starts.iter().find(|(_, _, default)| *default))
                .map(|(index, ..)| *index)
        });
        let mut flow = Flow::Next;
        if let Some(Some(start)) = taken {
            flow = self.scoped(|walk| walk.run(&nodes[start..]));
        }
        let after = self.scopes.clone();
        let reached = match taken {
            Some(_) => std::mem::replace(&mut self.reached, Reached::Never),
            None => self.reached,
        };
        if self.sequence.is_none() || taken.is_none() {
            for (start, ..) in &starts {
                self.scopes = before.clone();
                self.doubtful(tokens, |walk| {
                    walk.scoped(|walk| walk.run(&nodes[*start..]))
                });
            }
        }
        self.reached = reached;
        match taken {
            Some(_) => self.scopes = after,
            None => {
                self.scopes = before;
                let mut changed = Vec::new();
                nodes
                    .iter()
                    .for_each(|node| assigned_in(node, &mut changed));
                for (name, addressed) in changed {
                    self.forget(&name, addressed);
                }
            }
        }
        match flow {
            Flow::Break | Flow::Unknown => Flow::Next,
            other => other,
        }
    }

    pub fn simple(&mut self, tokens: &[Token]) -> Flow {
        let Some(first) = tokens.first().filter(|first| !first.is(";")) else {
            return Flow::Next;
        };
        if let Some(at) = tokens.iter().position(|token| token.is("<<<")) {
            self.launch(tokens, at);
            return Flow::Next;
        }
        if matches!(&*first.text, "exit" | "abort" | "throw") {
            return Flow::Return;
        }
        let allocated = without_new(tokens);
        match parse::statement(allocated.as_deref().unwrap_or(tokens), &self.known) {
            Some(StatementKind::Declare(variables)) => {
                for variable in &variables {
                    self.declare(variable);
                }
            }
            Some(StatementKind::Expr(value)) => self.effect(&value),
            Some(StatementKind::Alias(name, ty)) => {
                let ty = Rc::new(self.plain(&ty));
                self.known.add_type(name.clone());
                if let Some(scope) = self.scopes.last_mut() {
                    scope.types.insert(name, ty);
                }
            }
            Some(_) => {}
            None => self.forget_in(tokens),
        }
        Flow::Next
    }

    /// Forgets all names that tokens change.
    fn forget_in(&mut self, tokens: &[Token]) {
        let mut changed = Vec::new();
        assigned(tokens, &mut changed);
        for (name, addressed) in changed {
            self.forget(&name, addressed);
        }
    }

    pub fn effect(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Assign(operator, target, value) => {
                self.calls_in(value);
                let mut found = self.fold(value);
                if let Some(operator) = operator {
                    let old = self.fold(target);
                    found = old
                        .zip(found)
                        .and_then(|(old, by)| super::fold::binary(*operator, old, by));
                }
                match &target.kind {
                    ExprKind::Name(name) => self.assign(&name.text, found),
                    ExprKind::Index(base, index) => self.store_one(base, index, found),
                    ExprKind::Unary(Unary::Deref, base) => self.written_through(base),
                    ExprKind::Member {
                        base, name: axis, ..
                    } => {
                        let ExprKind::Name(name) = &base.kind else {
                            return;
                        };
                        let axis = "xyz".find(&*axis.text);
                        let number = found.and_then(|value| value.integer());
                        if let Some(slot) = self.slot_mut(&name.text) {
                            match (&mut slot.value, axis, number) {
                                (Some(Value::Extent(extent)), Some(axis), Some(number)) => {
                                    extent[axis] = number;
                                }
                                (value, ..) => *value = None,
                            }
                        }
                    }
                    _ => {}
                }
            }
            ExprKind::Step {
                decrement, target, ..
            } => {
                if let ExprKind::Name(name) = &target.kind {
                    let old = self.fold(target).and_then(|value| value.integer());
                    let by = if *decrement { -1 } else { 1 };
                    let new = old.and_then(|old| old.checked_add(by)).map(Value::Int);
                    self.assign(&name.text, new);
                }
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.effect(right);
            }
            ExprKind::Call(callee, arguments) => {
                if let ExprKind::Name(name) = &callee.kind {
                    if &*name.text == "swap"
                        && let [a, b] = arguments.as_slice()
                        && let (ExprKind::Name(a), ExprKind::Name(b)) = (&a.kind, &b.kind)
                    {
                        let values = [a, b].map(|name| self.slot(&name.text)?.value.clone());
                        let [first, second] = values;
                        self.assign(&a.text, second);
                        self.assign(&b.text, first);
                        return;
                    }
                    if name.text.starts_with("cudaLaunch") {
                        self.launch_call(arguments, value.span);
                        return;
                    }
                }
                self.calls_in(value);
            }
            _ => self.calls_in(value),
        }
    }

    /// Follows the host functions that an expression calls, and forgets names whose address it takes.
    fn calls_in(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Unary(Unary::Address, target) => {
                if let ExprKind::Name(name) = &target.kind {
                    self.forget(&name.text.clone(), true);
                }
            }
            ExprKind::Call(callee, arguments) => {
                for argument in arguments {
                    self.calls_in(argument);
                }
                if let ExprKind::Member { base, name, .. } = &callee.kind
                    && !matches!(&*name.text, "data" | "begin" | "end" | "size")
                {
                    self.written_through(base);
                }
                if let ExprKind::Name(name) = &callee.kind {
                    match (&*name.text, arguments.as_slice()) {
                        ("cudaMalloc" | "cudaMallocManaged", [pointer, bytes, ..]) => {
                            self.allocate(pointer, bytes);
                        }
                        (text, _) if self.writes_array(text, arguments) => {}
                        (text, _) => {
                            if self.call(name, arguments).is_none() {
                                self.passed_on(text, arguments);
                            }
                        }
                    }
                }
            }
            ExprKind::Unary(_, inner) | ExprKind::Cast(_, inner) => self.calls_in(inner),
            ExprKind::Binary(_, left, right) => {
                self.calls_in(left);
                self.calls_in(right);
            }
            ExprKind::Assign(..) | ExprKind::Step { .. } => self.effect(value),
            _ => {}
        }
    }

    /// Keeps the bytes that the host allocates for a pointer.
    fn allocate(&mut self, pointer: &Expr, bytes: &Expr) {
        let mut pointer = pointer;
        while let ExprKind::Cast(_, inner) | ExprKind::Unary(_, inner) = &pointer.kind {
            pointer = inner;
        }
        let bytes = self.fold(bytes).and_then(|bytes| bytes.integer());
        let ExprKind::Name(name) = &pointer.kind else {
            return;
        };
        let array = self.array_name(&name.text);
        if array != name.text
            && let Some(slot) = self.slot_mut(&name.text)
        {
            slot.value = Some(Value::Pointer(array.clone(), Some(0)));
        }
        if let Some(bytes) = bytes.and_then(|bytes| u64::try_from(bytes).ok()) {
            self.allocated.insert(array, bytes);
        }
    }

    /// Follows a call of a host function. Returns its value, or `None` if there is no such function.
    pub fn call(&mut self, name: &Name, arguments: &[Expr]) -> Option<Option<Value>> {
        let file = self.file;
        let index = *self.numbers.get(&name.text)?;
        if self.calls.len() >= MOST_CALLS || self.calls.contains(&index) || self.budget == 0 {
            self.passed_on(&name.text, arguments);
            return Some(None);
        }
        let head = self.head(index);
        let mut values = Vec::new();
        for argument in arguments {
            values.push((self.fold(argument), self.type_of(argument)));
        }
        let mut types = Vec::new();
        let mut numbers = Vec::new();
        let given = name.arguments.as_deref().unwrap_or_default();
        for (parameter, argument) in file.host[index].template.iter().zip(given) {
            match (parameter, argument) {
                (TemplateParameter::Type { name, .. }, Argument::Type(ty)) => {
                    types.push((name.clone(), Rc::new(self.plain(ty))));
                }
                (TemplateParameter::Value { name, .. }, Argument::Value(value)) => {
                    numbers.push((name.clone(), self.fold(value)));
                }
                _ => {}
            }
        }
        let outer = self.enter();
        for (name, value) in numbers {
            self.declare_value(&name, value, None);
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.types.extend(types);
        }
        let mut values = values.into_iter();
        for parameter in head.parameters.iter() {
            let (value, found) = match values.next() {
                Some(given) => given,
                None => {
                    let default = parameter.default.as_ref();
                    (default.and_then(|default| self.fold(default)), None)
                }
            };
            // A template parameter that is not given stands for the argument's type.
            let target = match &parameter.ty.kind {
                TypeKind::Pointer(target) | TypeKind::Reference(target) => target,
                _ => &parameter.ty,
            };
            if let (TypeKind::Named(name), Some(found)) = (&target.kind, &found) {
                let own = file.host[index].template.iter();
                let own = own
                    .filter(|parameter| matches!(parameter, TemplateParameter::Type { .. }))
                    .any(|parameter| *parameter.name() == name.text);
                let inner = match (&parameter.ty.kind, &found.kind) {
                    (
                        TypeKind::Pointer(_),
                        TypeKind::Pointer(inner) | TypeKind::Array(inner, _),
                    ) => (**inner).clone(),
                    _ => found.clone(),
                };
                if own && let Some(scope) = self.scopes.last_mut() {
                    scope
                        .types
                        .entry(name.text.clone())
                        .or_insert_with(|| Rc::new(inner));
                }
            }
            let value = value.and_then(|value| self.cast(value, &parameter.ty));
            self.declare_value(&parameter.name, value, Some(&parameter.ty));
        }
        let outer_state = (self.returned.take(), std::mem::take(&mut self.unsure));
        self.once(name, |walk| walk.follow(index, &head));
        let unsure = self.unsure;
        let value = self.returned.take().filter(|_| !unsure);
        (self.returned, self.unsure) = outer_state;
        self.leave(outer);
        // A reference may be changed.
        for (parameter, argument) in head.parameters.iter().zip(arguments) {
            if let (TypeKind::Reference(target), ExprKind::Name(name)) =
                (&parameter.ty.kind, &argument.kind)
                && !target.constant
            {
                self.forget(&name.text, true);
            }
        }
        let returns = head.returns.clone();
        Some(match returns {
            Some(ty) => value.and_then(|value| self.cast(value, &ty)),
            None => value,
        })
    }
}

pub(super) fn is_pointer(ty: &TypeName) -> bool {
    matches!(ty.kind, TypeKind::Pointer(_) | TypeKind::Array(..))
}

/// Returns true if a statement has a launch in it.
fn launches(node: &Node<'_>) -> bool {
    let launch = |tokens: &[Token]| {
        tokens.iter().any(|token| {
            token.is("<<<") || token.text.starts_with("cudaLaunch") && token.kind == Kind::Word
        })
    };
    match node {
        Node::Simple(tokens) => launch(tokens),
        Node::Block(nodes) | Node::Switch(_, nodes) => nodes.iter().any(launches),
        Node::If(_, yes, no) => launches(yes) || no.as_ref().is_some_and(|no| launches(no)),
        Node::For(_, body) | Node::While(_, body) | Node::Do(body, _) => launches(body),
        Node::Case(_) | Node::Return(_) | Node::Break | Node::Continue => false,
    }
}
