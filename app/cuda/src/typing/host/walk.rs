//! Follows the host's statements from `main` on, with the values that are known.

use super::array::{Contents, Random};
use super::cut::Node;
use super::data::DATA_BUDGET;
use super::launching::{launches, launching};
use super::sequence::{First, Sequence};
use super::value::{Scope, Value, is_pointer};
use super::writes::{assigned, assigned_in, stored, stored_in, without_new};
use super::{Launches, Lost, Reached};
use crate::error::{Error, Span};
use crate::lex::Token;
use crate::parse::{self, Known};
use crate::syntax::{File, Parameter, StatementKind, TypeName};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The most statements and expressions that are followed.
const MOST_STEPS: u32 = 40_000;
/// The most repetitions of a loop that are followed.
const MOST_REPEATED: u32 = 64;

/// The most statements and expressions that are followed to count the repetitions of one loop. Of those that lead nowhere
/// one in so many is lost.
const MOST_COUNTED: u32 = 4_000;
const LOST: u32 = 8;

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
    pub returns: Option<TypeName>,
    pub parameters: Rc<[Parameter]>,
    pub body: Rc<[Node<'f>]>,
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
    /// The arrays that the host has freed, each with the place, and the scope of the variable of that name.
    pub freed: HashMap<Rc<str>, (Span, Depth)>,
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
    pub scopes: Vec<Scope>,
    pub heads: HashMap<usize, Head<'f>>,
    /// The host functions that launch, or that call one that does.
    pub launching: Rc<HashSet<Rc<str>>>,
    /// The host functions by name.
    pub numbers: HashMap<Rc<str>, usize>,
    /// The place of the present statement.
    pub place: Span,
    /// The name whose value was missing first, and the place that lost it.
    pub unknown: Option<Lost>,
    /// The host functions that are being followed, and those that ever were.
    pub calls: Vec<usize>,
    pub walked: Vec<usize>,
    pub returned: Option<Value>,
    /// The variables that something else may change: a reference, a pointer or a lambda. Their values are not known.
    pub aliased: HashSet<Rc<str>>,
    /// True if the function may have returned before, under a condition that is not known.
    pub unsure: bool,
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
            freed: HashMap::new(),
            contents: HashMap::new(),
            quiet: 0,
            data_budget: DATA_BUDGET,
            random: Some(Random::new(1)),
            sequence: None,
            scopes: vec![Scope::default()],
            heads: HashMap::new(),
            launching: Rc::new(launching(file)),
            numbers: file
                .host
                .iter()
                .enumerate()
                .filter(|(_, function)| &*function.name != "main")
                .map(|(index, function)| (function.name.clone(), index))
                .collect(),
            place: Span::default(),
            unknown: None,
            calls: Vec::new(),
            walked: Vec::new(),
            returned: None,
            aliased: HashSet::new(),
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
            self.freed.clear();
            let globals = self.scopes.clone();
            let head = self.head(index);
            let scopes = self.enter();
            self.asked_instance(index);
            self.place = Span::default();
            for parameter in head.parameters.iter() {
                // A program without arguments has its own name as the only one.
                let arguments = &*self.file.host[index].name == "main" && !is_pointer(&parameter.ty);
                let value = arguments.then_some(Value::Int(1));
                self.declare_value(&parameter.name, value, Some(&parameter.ty));
            }
            self.follow(index, &head);
            self.leave(scopes);
            self.scopes = globals;
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
        if let Some(place) = place_of(node) {
            self.place = place;
        }
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
            Node::Do(body, condition) if self.value_of(condition).and_then(|value| value.truth()) == Some(false) => {
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
        let is_true = self.value_of(condition).and_then(|value| value.truth());
        let before = self.scopes.clone();
        let freed = self.freed.clone();
        if let Some(is_true) = is_true {
            let (taken, other) = if is_true { (Some(yes), no) } else { (no, Some(yes)) };
            let flow = taken.map_or(Flow::Next, |taken| self.scoped(|walk| walk.node(taken)));
            let after = self.scopes.clone();
            let is_listed = |other: &&Node<'f>| self.sequence.is_none() && launches(other, &self.launching);
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
            if ends {
                self.freed = freed;
            }
            self.scopes = if ends { before } else { after };
            return if ends { Flow::Next } else { flow };
        }
        let contents = self.contents.clone();
        let side =
            |walk: &mut Self, node: &Node<'f>| walk.doubtful(condition, |walk| walk.scoped(|walk| walk.node(node)));
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
        let place = self.place;
        let merged = match second {
            Flow::Return => {
                self.contents = other;
                return;
            }
            _ => &mut self.contents,
        };
        for (name, contents) in other {
            match merged.get(&name) {
                Some(same) if *same == contents => {}
                _ => {
                    merged.insert(name, Contents::Unfollowed(place));
                }
            }
        }
    }

    fn repeat(&mut self, condition: Option<&[Token]>, step: &[Token], body: &Node<'f>, first: bool) -> Flow {
        let condition = condition.unwrap_or_default();
        let mut changed = Vec::new();
        assigned(condition, &mut changed);
        assigned(step, &mut changed);
        assigned_in(body, &mut changed);
        let outer = changed
            .iter()
            .any(|(name, _)| self.slot(name).is_some_and(|slot| slot.value.is_some()));
        // A loop that launches by itself is followed once. One that calls a function that launches is counted.
        if !launches(body, &HashSet::new()) && outer {
            let before = self.scopes.clone();
            // Loops of the host's own computation would leave nothing for the launches behind them.
            let given = self.budget.min(MOST_COUNTED);
            self.budget -= given;
            let rest = std::mem::replace(&mut self.budget, given);
            let counted = self.count(condition, step, body, first);
            let left = std::mem::replace(&mut self.budget, rest);
            match counted {
                Some(flow) => {
                    self.budget += left;
                    return flow;
                }
                None => {
                    self.budget += given - (given - left) / LOST;
                    self.scopes = before;
                }
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
    fn count(&mut self, condition: &[Token], step: &[Token], body: &Node<'f>, mut first: bool) -> Option<Flow> {
        for _ in 0..MOST_REPEATED {
            if !std::mem::take(&mut first) && !condition.is_empty() && !self.value_of(condition)?.truth()? {
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
                let label = if label.is_empty() {
                    None
                } else {
                    self.value_of(label).and_then(|label| label.integer())
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
                self.doubtful(tokens, |walk| walk.scoped(|walk| walk.run(&nodes[*start..])));
            }
        }
        self.reached = reached;
        match taken {
            Some(_) => self.scopes = after,
            None => {
                self.scopes = before;
                let mut changed = Vec::new();
                nodes.iter().for_each(|node| assigned_in(node, &mut changed));
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
        self.unknown = None;
        if let Some(chevrons) = tokens.iter().position(|token| token.is("<<<")) {
            self.launch(tokens, chevrons);
            return Flow::Next;
        }
        if matches!(&*first.text, "exit" | "abort" | "throw") {
            return Flow::Return;
        }
        // A lambda may change what it holds by reference: nothing is known of that behind it.
        if tokens.windows(2).any(|pair| pair[0].is("[") && pair[1].is("&")) {
            self.alias_in(tokens);
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

    /// Forgets all names that tokens change, for good.
    fn alias_in(&mut self, tokens: &[Token]) {
        let mut changed = Vec::new();
        assigned(tokens, &mut changed);
        for (name, addressed) in changed {
            self.forget(&name, addressed);
            self.aliased.insert(name);
        }
        let mut stores = Vec::new();
        stored(tokens, &mut stores);
        self.unfollow(&stores);
    }

    /// Forgets all names that tokens change.
    fn forget_in(&mut self, tokens: &[Token]) {
        let mut changed = Vec::new();
        assigned(tokens, &mut changed);
        for (name, addressed) in changed {
            self.forget(&name, addressed);
        }
    }
}

/// The number of calls around a variable, and of scopes if it is known.
pub(super) type Depth = (usize, Option<usize>);

/// Returns the place where a statement begins; `None` for one that only has others in it.
fn place_of(node: &Node<'_>) -> Option<Span> {
    let tokens = match node {
        Node::Simple(tokens) | Node::Return(tokens) => tokens,
        Node::If(condition, ..) | Node::While(condition, _) | Node::Do(_, condition) | Node::Switch(condition, _) => {
            condition
        }
        Node::For([begin, condition, _], _) => match begin {
            [] => condition,
            begin => begin,
        },
        Node::Block(_) | Node::Case(_) | Node::Break | Node::Continue => return None,
    };
    tokens.first().map(|token| token.span)
}
