//! Builds the graph of a function from its statements.

mod expression;

use super::graph::{Graph, Node, Reason};
use super::severity::Filter;
use super::summary::Summary;
use crate::behavior::{self, Behavior};
use crate::check::{Checked, Severity};
use crate::error::{Result, Span};
use crate::separation::Scope;
use crate::syntax::{
    self, Binding, Block, Branch, BreakIf, Case, Continuing, Expr, Function, Statement, StatementKind,
};
use crate::types::{Kind, Space};
use std::collections::{BTreeMap, HashMap};

/// A call that needs all threads together.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    pub(super) scope: Scope,
    pub(super) severity: Severity,
    pub(super) name: String,
    pub(super) span: Span,
    /// The argument that must be uniform; `None` if it is the control flow.
    pub(super) argument: Option<String>,
    /// The calls that lead to it, from the innermost one.
    pub(super) through: Vec<(String, Span)>,
}

/// The graph of a function.
#[derive(Debug)]
pub(super) struct Walked {
    pub(super) graph: Graph,
    pub(super) demands: Vec<(Node, Demand)>,
    pub(super) result: Node,
    pub(super) values_in: Vec<Node>,
    /// The contents behind pointers, before and after the call.
    pub(super) contents_in: Vec<Option<Node>>,
    pub(super) contents_out: Vec<Option<Node>>,
}

type Values = BTreeMap<u32, Node>;

/// A loop or switch around the statement, and what variables hold where it is left or repeated.
#[derive(Debug, Default)]
struct Around {
    is_switch: bool,
    entry: Values,
    exit: Values,
    outer: Vec<u32>,
}

struct Walk<'w, 's> {
    checked: &'w Checked<'s>,
    summaries: &'w HashMap<u32, Summary>,
    filters: &'w [Filter],
    walked: Walked,
    parameters: Vec<u32>,
    entry: Option<usize>,
    /// The value of each variable here; for pointer parameters the contents.
    values: Values,
    around: Vec<Around>,
    /// Pointers to a part of a variable.
    partial: std::collections::HashSet<u32>,
    /// The nodes of expressions: of the value, or of the address of what is in memory.
    nodes: HashMap<Expr, Node>,
}

pub(super) fn walk<'s>(
    checked: &Checked<'s>,
    index: u32,
    syntax: &Function<'s>,
    summaries: &HashMap<u32, Summary>,
    filters: &[Filter],
) -> Result<Walked> {
    let function = &checked.functions[index as usize];
    let mut graph = Graph::new();
    let result = graph.add([]);
    let mut values = Values::new();
    let (mut values_in, mut contents_in, mut contents_out) = (Vec::new(), Vec::new(), Vec::new());
    for &parameter in &function.parameters {
        let variable = &checked.variables[parameter as usize];
        let reason = Reason::Parameter {
            name: variable.name.to_owned(),
        };
        let value = graph.explained([], variable.span, reason.clone());
        values_in.push(value);
        let is_pointer = matches!(checked.types.kind(variable.ty), Kind::Pointer(space, ..) if is_tracked(space));
        if is_pointer {
            let contents = graph.explained([], variable.span, reason);
            values.insert(parameter, contents);
            contents_in.push(Some(contents));
            contents_out.push(Some(graph.add([])));
        } else {
            contents_in.push(None);
            contents_out.push(None);
        }
    }
    let entry = checked.entry_points.iter().position(|entry| entry.function == index);
    let mut walk = Walk {
        checked,
        summaries,
        filters,
        walked: Walked {
            graph,
            demands: Vec::new(),
            result,
            values_in,
            contents_in,
            contents_out,
        },
        parameters: function.parameters.clone(),
        entry,
        values,
        around: Vec::new(),
        partial: std::collections::HashSet::new(),
        nodes: HashMap::new(),
    };
    walk.statements(Graph::START, &syntax.body.statements)?;
    if behavior::of_statements(&syntax.body.statements)?.has(Behavior::NEXT) {
        walk.leave();
    }
    Ok(walk.walked)
}

/// Returns true for memory that belongs to one thread, whose contents are followed.
fn is_tracked(space: Space) -> bool {
    matches!(space, Space::Function)
}

impl<'s> Walk<'_, 's> {
    fn graph(&mut self) -> &mut Graph {
        &mut self.walked.graph
    }

    /// Notes what pointers lead to at the end of the function.
    fn leave(&mut self) {
        for index in 0..self.parameters.len() {
            if let (Some(out), Some(&value)) = (
                self.walked.contents_out[index],
                self.values.get(&self.parameters[index]),
            ) {
                self.walked.graph.edge(out, value);
            }
        }
    }

    fn block(&mut self, flow: Node, block: &Block<'s>) -> Result<Node> {
        self.statements(flow, &block.statements)
    }

    fn statements(&mut self, mut flow: Node, statements: &[Statement<'s>]) -> Result<Node> {
        let outer: Vec<u32> = self.values.keys().copied().collect();
        for statement in statements {
            flow = self.statement(flow, statement)?;
            if !behavior::of_statement(statement)?.has(Behavior::NEXT) {
                break;
            }
        }
        self.values.retain(|variable, _| outer.binary_search(variable).is_ok());
        Ok(flow)
    }

    fn branch(&mut self, value: Node, word: &'static str, condition: Span) -> Node {
        self.graph()
            .explained([value], condition, Reason::Branch { word, condition })
    }

    fn statement(&mut self, flow: Node, statement: &Statement<'s>) -> Result<Node> {
        Ok(match &statement.kind {
            StatementKind::Empty | StatementKind::ConstAssert(_) | StatementKind::Discard => flow,
            StatementKind::Block(block) => self.block(flow, block)?,
            StatementKind::Declaration(declaration) => self.declaration(flow, declaration),
            StatementKind::Assign { left: None, right, .. } => self.read(flow, *right).0,
            StatementKind::Assign {
                left: Some(left),
                operator,
                right,
            } => self.assignment(flow, *left, operator.is_some(), *right),
            StatementKind::Step { left, .. } => {
                let flow = self.expression(flow, *left);
                let old = self.load(flow, *left);
                self.store(flow, *left, vec![old, flow]);
                flow
            }
            StatementKind::Call(call) => self.expression(flow, *call),
            StatementKind::If {
                branches, otherwise, ..
            } => self.conditional(flow, branches, otherwise.as_ref())?,
            StatementKind::Switch { selector, cases, .. } => self.switch(flow, statement, *selector, cases)?,
            StatementKind::Loop { body, continuing, .. } => self.repeat(flow, statement, |this, start| {
                this.turn(start, body, continuing.as_ref())
            })?,
            StatementKind::For {
                start,
                condition,
                update,
                body,
                ..
            } => {
                let outer: Vec<u32> = self.values.keys().copied().collect();
                let mut inner = flow;
                if let Some(start) = start {
                    inner = self.statement(flow, start)?;
                }
                let end = self.repeat(inner, statement, |this, start| {
                    let mut inner = this.loop_condition(start, *condition, "for");
                    inner = this.block(inner, body)?;
                    if let Some(update) = update {
                        inner = this.statement(inner, update)?;
                    }
                    Ok(inner)
                })?;
                self.values.retain(|variable, _| outer.binary_search(variable).is_ok());
                if end == inner { flow } else { end }
            }
            StatementKind::While { condition, body, .. } => self.repeat(flow, statement, |this, start| {
                let inner = this.loop_condition(start, Some(*condition), "while");
                this.block(inner, body)
            })?,
            StatementKind::Break => {
                self.leave_around();
                flow
            }
            StatementKind::Continue => {
                if let Some(around) = self.around.iter().rposition(|around| !around.is_switch) {
                    self.back_edges(around);
                }
                flow
            }
            StatementKind::Return(value) => {
                let mut flow = flow;
                if let Some(value) = value {
                    let (after, node) = self.read(flow, *value);
                    flow = after;
                    let result = self.walked.result;
                    self.graph().edge(result, node);
                }
                self.leave();
                flow
            }
        })
    }

    fn assignment(&mut self, flow: Node, left: Expr, reads_left: bool, right: Expr) -> Node {
        let flow = self.expression(flow, left);
        let (flow, value) = self.read(flow, right);
        let mut edges = vec![value, flow];
        if reads_left {
            edges.push(self.load(flow, left));
        }
        self.store(flow, left, edges);
        flow
    }

    /// Walks through the condition by which a loop is left. Returns the control flow behind it.
    fn loop_condition(&mut self, start: Node, condition: Option<Expr>, word: &'static str) -> Node {
        let Some(condition) = condition else {
            return start;
        };
        let (_, value) = self.read(start, condition);
        let span = self.checked.tree.span(condition);
        let inner = self.branch(value, word, span);
        self.leave_around();
        inner
    }

    fn declaration(&mut self, flow: Node, declaration: &syntax::Variable<'s>) -> Node {
        let (flow, node) = match declaration.initial {
            Some(initial) => self.read(flow, initial),
            None => (flow, flow),
        };
        let variable = self.checked.declared.get(&declaration.name.span.start);
        let Some(&variable) = variable.filter(|_| declaration.binding != Binding::Const) else {
            return flow;
        };
        let name = declaration.name.text.to_owned();
        let reason = Reason::Variable { name };
        let node = self.graph().explained([node], declaration.name.span, reason);
        self.values.insert(variable, node);
        let ty = self.checked.variables[variable as usize].ty;
        if let Some(initial) = declaration.initial
            && matches!(self.checked.types.kind(ty), Kind::Pointer(..))
            && self.is_partial(initial)
        {
            self.partial.insert(variable);
        }
        flow
    }

    fn switch(&mut self, flow: Node, statement: &Statement<'s>, selector: Expr, cases: &[Case<'s>]) -> Result<Node> {
        let (_, value) = self.read(flow, selector);
        let condition = self.checked.tree.span(selector);
        let inner = self.branch(value, "switch", condition);
        let before = self.values.clone();
        self.around.push(Around {
            is_switch: true,
            outer: before.keys().copied().collect(),
            ..Around::default()
        });
        let mut ends = Vec::new();
        for case in cases {
            self.values = before.clone();
            ends.push(self.block(inner, &case.body)?);
            if behavior::of_statements(&case.body.statements)?.has(Behavior::NEXT) {
                self.leave_around();
            }
        }
        let around = self.around.pop().unwrap_or_default();
        self.values = before;
        self.values.extend(around.exit);
        self.joined(flow, statement, ends)
    }

    /// Walks through one turn of a `loop`.
    fn turn(&mut self, start: Node, body: &Block<'s>, continuing: Option<&Continuing<'s>>) -> Result<Node> {
        // Declarations of the body are visible in `continuing`.
        let mut inner = start;
        for statement in &body.statements {
            inner = self.statement(inner, statement)?;
            if !behavior::of_statement(statement)?.has(Behavior::NEXT) {
                break;
            }
        }
        let ends = behavior::of_statements(&body.statements)?;
        if let Some(continuing) = continuing
            && (ends.has(Behavior::NEXT) || ends.has(Behavior::CONTINUE))
        {
            inner = self.block(inner, &continuing.body)?;
            if let Some(BreakIf { condition, .. }) = continuing.break_if {
                let (_, value) = self.read(inner, condition);
                let span = self.checked.tree.span(condition);
                let branch = self.branch(value, "break if", span);
                self.leave_around();
                inner = self.graph().add([branch, inner]);
            }
        }
        Ok(inner)
    }

    /// Returns the control flow after a statement: that before it if no thread can leave it on another way.
    fn joined(&mut self, flow: Node, statement: &Statement<'s>, ends: Vec<Node>) -> Result<Node> {
        if behavior::of_statement(statement)? == Behavior::NEXT {
            Ok(flow)
        } else {
            Ok(self.graph().add(ends))
        }
    }

    fn conditional(&mut self, flow: Node, branches: &[Branch<'s>], otherwise: Option<&Block<'s>>) -> Result<Node> {
        let Some((Branch { condition, body, .. }, rest)) = branches.split_first() else {
            return match otherwise {
                Some(block) => self.block(flow, block),
                None => Ok(flow),
            };
        };
        let (_, value) = self.read(flow, *condition);
        let span = self.checked.tree.span(*condition);
        let inner = self.branch(value, "if", span);
        let before = self.values.clone();
        let first = self.block(inner, body)?;
        let first_goes_on = behavior::of_statements(&body.statements)?.has(Behavior::NEXT);
        let first_values = std::mem::replace(&mut self.values, before.clone());
        // `else if` is an `if` in the other branch.
        let mut second = inner;
        let mut second_behavior = Behavior::NEXT;
        if !rest.is_empty() || otherwise.is_some() {
            second = self.conditional(inner, rest, otherwise)?;
            second_behavior = behavior_of_rest(rest, otherwise)?;
        }
        let second_goes_on = second_behavior.has(Behavior::NEXT);
        let second_values = std::mem::replace(&mut self.values, before.clone());
        for (&variable, &old) in &before {
            let a = first_values.get(&variable).copied().unwrap_or(old);
            let b = second_values.get(&variable).copied().unwrap_or(old);
            if a == old && b == old {
                continue;
            }
            let mut edges = Vec::new();
            if first_goes_on {
                edges.push(a);
            }
            if second_goes_on {
                edges.push(b);
            }
            let node = self.graph().add(edges);
            self.values.insert(variable, node);
        }
        let behavior = behavior::of_statements(&body.statements)?.with(second_behavior);
        if behavior == Behavior::NEXT {
            Ok(flow)
        } else {
            Ok(self.graph().add([first, second]))
        }
    }

    /// Adds the values here to those at the end of the innermost loop or switch.
    fn leave_around(&mut self) {
        let Some(mut around) = self.around.pop() else {
            return;
        };
        for &variable in &around.outer {
            if let Some(&value) = self.values.get(&variable) {
                let exit = *around.exit.entry(variable).or_insert_with(|| self.walked.graph.add([]));
                self.walked.graph.edge(exit, value);
            }
        }
        self.around.push(around);
    }

    /// Adds the values here to those at the start of a loop.
    fn back_edges(&mut self, around: usize) {
        let pairs: Vec<(Node, Node)> = self.around[around]
            .entry
            .iter()
            .filter_map(|(variable, &entry)| Some((entry, *self.values.get(variable)?)))
            .filter(|(entry, value)| entry != value)
            .collect();
        for (entry, value) in pairs {
            self.graph().edge(entry, value);
        }
    }

    fn repeat(
        &mut self,
        flow: Node,
        statement: &Statement<'s>,
        body: impl FnOnce(&mut Self, Node) -> Result<Node>,
    ) -> Result<Node> {
        let start = self.graph().add([flow]);
        let before = self.values.clone();
        let mut around = Around {
            outer: before.keys().copied().collect(),
            ..Around::default()
        };
        for (&variable, &value) in &before {
            if self.checked.variables[variable as usize].binding == Binding::Let && !self.parameters.contains(&variable)
            {
                continue;
            }
            let entry = self.graph().add([value]);
            around.entry.insert(variable, entry);
            self.values.insert(variable, entry);
        }
        self.around.push(around);
        let end = body(self, start)?;
        self.graph().edge(start, end);
        let last = self.around.len() - 1;
        self.back_edges(last);
        let around = self.around.pop().unwrap_or_default();
        self.values.retain(|variable, _| before.contains_key(variable));
        self.values.extend(around.exit);
        if behavior::of_statement(statement)? == Behavior::NEXT {
            Ok(flow)
        } else {
            Ok(start)
        }
    }
}

fn behavior_of_rest(rest: &[Branch<'_>], otherwise: Option<&Block<'_>>) -> Result<Behavior> {
    let mut behavior = match otherwise {
        Some(block) => behavior::of_statements(&block.statements)?,
        None => Behavior::NEXT,
    };
    for branch in rest {
        behavior = behavior.with(behavior::of_statements(&branch.body.statements)?);
    }
    Ok(behavior)
}
