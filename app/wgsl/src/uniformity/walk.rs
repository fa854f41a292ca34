//! Builds the graph of a function from its statements.

use super::graph::{Graph, Node, Reason};
use super::severity::{Filter, severity};
use super::summary::Summary;
use crate::behavior::{self, Behavior};
use crate::builtin::Builtin;
use crate::check::{Checked, Meaning, Severity, Uniform};
use crate::error::{Result, Span};
use crate::separation::Scope;
use crate::syntax::{
    Binary, Binding, Block, Branch, BreakIf, Expr, ExprKind, Function, Statement, StatementKind,
    Unary,
};
use crate::types::{Access, Kind, Space, Texture};
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
    let entry = checked
        .entry_points
        .iter()
        .position(|entry| entry.function == index);
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
        for at in 0..self.parameters.len() {
            if let (Some(out), Some(&value)) = (
                self.walked.contents_out[at],
                self.values.get(&self.parameters[at]),
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
        self.values
            .retain(|variable, _| outer.binary_search(variable).is_ok());
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
            StatementKind::Declaration(declaration) => {
                let (flow, node) = match declaration.initial {
                    Some(initial) => self.read(flow, initial),
                    None => (flow, flow),
                };
                let Some(&variable) = self.checked.declared.get(&declaration.name.span.start)
                else {
                    return Ok(flow);
                };
                if declaration.binding == Binding::Const {
                    return Ok(flow);
                }
                let name = declaration.name.text.to_owned();
                let node = self.graph().explained(
                    [node],
                    declaration.name.span,
                    Reason::Variable { name },
                );
                self.values.insert(variable, node);
                let ty = self.checked.variables[variable as usize].ty;
                let is_pointer = matches!(self.checked.types.kind(ty), Kind::Pointer(..));
                if let Some(initial) = declaration.initial
                    && is_pointer
                    && self.is_partial(initial)
                {
                    self.partial.insert(variable);
                }
                flow
            }
            StatementKind::Assign {
                left: None, right, ..
            } => self.read(flow, *right).0,
            StatementKind::Assign {
                left: Some(left),
                operator,
                right,
            } => {
                let flow = self.expression(flow, *left);
                let (flow, value) = self.read(flow, *right);
                let mut edges = vec![value, flow];
                if operator.is_some() {
                    edges.push(self.load(flow, *left));
                }
                self.store(flow, *left, edges);
                flow
            }
            StatementKind::Step { left, .. } => {
                let flow = self.expression(flow, *left);
                let old = self.load(flow, *left);
                self.store(flow, *left, vec![old, flow]);
                flow
            }
            StatementKind::Call(call) => self.expression(flow, *call),
            StatementKind::If {
                branches,
                otherwise,
                ..
            } => self.conditional(flow, branches, otherwise.as_ref())?,
            StatementKind::Switch {
                selector, cases, ..
            } => {
                let (_, value) = self.read(flow, *selector);
                let condition = self.checked.tree.span(*selector);
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
                self.joined(flow, statement, ends)?
            }
            StatementKind::Loop {
                body, continuing, ..
            } => {
                self.repeat(flow, statement, |this, start| {
                    // Declarations of the body are visible in `continuing`.
                    let mut inner = start;
                    for statement in &body.statements {
                        inner = this.statement(inner, statement)?;
                        if !behavior::of_statement(statement)?.has(Behavior::NEXT) {
                            break;
                        }
                    }
                    let ends = behavior::of_statements(&body.statements)?;
                    if let Some(continuing) = continuing
                        && (ends.has(Behavior::NEXT) || ends.has(Behavior::CONTINUE))
                    {
                        inner = this.block(inner, &continuing.body)?;
                        if let Some(BreakIf { condition, .. }) = continuing.break_if {
                            let (_, value) = this.read(inner, condition);
                            let span = this.checked.tree.span(condition);
                            let branch = this.branch(value, "break if", span);
                            this.leave_around();
                            inner = this.graph().add([branch, inner]);
                        }
                    }
                    Ok(inner)
                })?
            }
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
                    let mut inner = start;
                    if let Some(condition) = condition {
                        let (_, value) = this.read(start, *condition);
                        let span = this.checked.tree.span(*condition);
                        inner = this.branch(value, "for", span);
                        this.leave_around();
                    }
                    let mut inner = this.block(inner, body)?;
                    if let Some(update) = update {
                        inner = this.statement(inner, update)?;
                    }
                    Ok(inner)
                })?;
                self.values
                    .retain(|variable, _| outer.binary_search(variable).is_ok());
                if end == inner { flow } else { end }
            }
            StatementKind::While {
                condition, body, ..
            } => self.repeat(flow, statement, |this, start| {
                let (_, value) = this.read(start, *condition);
                let span = this.checked.tree.span(*condition);
                let inner = this.branch(value, "while", span);
                this.leave_around();
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

    /// Returns the control flow after a statement: that before it if no thread can leave it on another way.
    fn joined(&mut self, flow: Node, statement: &Statement<'s>, ends: Vec<Node>) -> Result<Node> {
        match behavior::of_statement(statement)? == Behavior::NEXT {
            true => Ok(flow),
            false => Ok(self.graph().add(ends)),
        }
    }

    fn conditional(
        &mut self,
        flow: Node,
        branches: &[Branch<'s>],
        otherwise: Option<&Block<'s>>,
    ) -> Result<Node> {
        let Some((
            Branch {
                condition, body, ..
            },
            rest,
        )) = branches.split_first()
        else {
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
        match behavior == Behavior::NEXT {
            true => Ok(flow),
            false => Ok(self.graph().add([first, second])),
        }
    }

    /// Adds the values here to those at the end of the innermost loop or switch.
    fn leave_around(&mut self) {
        let Some(mut around) = self.around.pop() else {
            return;
        };
        for &variable in &around.outer {
            if let Some(&value) = self.values.get(&variable) {
                let exit = *around
                    .exit
                    .entry(variable)
                    .or_insert_with(|| self.walked.graph.add([]));
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
            if self.checked.variables[variable as usize].binding == Binding::Let
                && !self.parameters.contains(&variable)
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
        self.values
            .retain(|variable, _| before.contains_key(variable));
        self.values.extend(around.exit);
        match behavior::of_statement(statement)? == Behavior::NEXT {
            true => Ok(flow),
            false => Ok(start),
        }
    }

    /// Returns true if an expression leads to a part of a variable.
    fn is_partial(&self, expression: Expr) -> bool {
        let tree = &self.checked.tree;
        let mut at = tree.bare(expression);
        loop {
            at = match tree.kind(at) {
                ExprKind::Name(_) => {
                    return match self.checked.infos[at.index()].meaning {
                        Meaning::Variable(variable) => self.partial.contains(&variable),
                        _ => false,
                    };
                }
                ExprKind::Index { .. } | ExprKind::Member { .. } => return true,
                ExprKind::Unary { operand, .. } => tree.bare(*operand),
                _ => return false,
            };
        }
    }

    /// Returns a node for what a variable holds here.
    fn contents(&mut self, flow: Node, variable: u32, span: Span) -> Node {
        let info = &self.checked.variables[variable as usize];
        let name = info.name.to_owned();
        let space = match self.checked.types.kind(info.ty) {
            Kind::Pointer(space, _, access) => (space, access),
            _ => (info.space, info.access),
        };
        if info.is_global || !is_tracked(space.0) {
            let is_fixed = info.binding != Binding::Var && info.is_global;
            return match is_fixed || space.1 == Access::Read {
                true => flow,
                false => {
                    self.graph()
                        .explained([Graph::NOT_UNIFORM], span, Reason::Memory { name })
                }
            };
        }
        match self.values.get(&variable) {
            Some(&value) => value,
            None => flow,
        }
    }

    /// Returns the value of a place in memory whose address is known.
    fn load(&mut self, flow: Node, expression: Expr) -> Node {
        let address = self.nodes.get(&expression).copied().unwrap_or(flow);
        let span = self.checked.tree.span(expression);
        match self.checked.root(expression) {
            Some(root) => {
                let contents = self.contents(flow, root, span);
                self.graph().add([address, contents, flow])
            }
            None => self.graph().add([address, flow]),
        }
    }

    /// Evaluates an expression, and reads it if it is a place in memory.
    fn read(&mut self, flow: Node, expression: Expr) -> (Node, Node) {
        let flow = self.expression(flow, expression);
        let value = self.value(flow, expression);
        (flow, value)
    }

    fn is_reference(&self, expression: Expr) -> bool {
        let ty = self.checked.infos[expression.index()].ty;
        ty.is_some_and(|ty| matches!(self.checked.types.kind(ty), Kind::Reference(..)))
    }

    /// Returns the value of an expression that was evaluated.
    fn value(&mut self, flow: Node, expression: Expr) -> Node {
        match self.is_reference(expression) {
            true => self.load(flow, expression),
            false => self.nodes.get(&expression).copied().unwrap_or(flow),
        }
    }

    fn store(&mut self, flow: Node, left: Expr, mut edges: Vec<Node>) {
        let Some(root) = self.checked.root(left) else {
            return;
        };
        let variable = &self.checked.variables[root as usize];
        let space = match self.checked.types.kind(variable.ty) {
            Kind::Pointer(space, ..) => space,
            _ => variable.space,
        };
        if variable.is_global || !is_tracked(space) {
            return;
        }
        edges.push(self.nodes.get(&left).copied().unwrap_or(flow));
        if self.is_partial(left)
            && let Some(&old) = self.values.get(&root)
        {
            edges.push(old);
        }
        let span = self.checked.tree.span(left);
        let name = variable.name.to_owned();
        let node = self
            .graph()
            .explained(edges, span, Reason::Variable { name });
        self.values.insert(root, node);
    }

    /// Evaluates an expression and all its parts. Returns the control flow after it.
    fn expression(&mut self, mut flow: Node, root: Expr) -> Node {
        let checked = self.checked;
        let tree = &checked.tree;
        let first = checked.first[root.index()];
        // The control flow to return to after the right side of a `&&` or `||`.
        let mut ends: Vec<(u32, u32, Span)> = Vec::new();
        for at in first..=root.0 {
            if let ExprKind::Binary {
                operator: Binary::LogicalAnd | Binary::LogicalOr,
                left,
                right,
            } = tree.kind(Expr(at))
            {
                ends.push((left.0, right.0, tree.span(*left)));
            }
        }
        let mut outer: Vec<(u32, Node)> = Vec::new();
        for at in first..=root.0 {
            let expression = Expr(at);
            flow = self.node(flow, expression);
            for &(left, right, span) in &ends {
                if left == at {
                    let value = self.value(flow, expression);
                    outer.push((right, flow));
                    flow = self.branch(value, "&&", span);
                }
            }
            while let Some(&(right, before)) = outer.last() {
                if right != at {
                    break;
                }
                // The value of the right side depends on the control flow there.
                let value = self.value(flow, expression);
                self.nodes.insert(expression, value);
                flow = before;
                outer.pop();
            }
        }
        flow
    }

    fn node(&mut self, flow: Node, expression: Expr) -> Node {
        let checked = self.checked;
        let tree = &checked.tree;
        let info = &checked.infos[expression.index()];
        if matches!(
            info.meaning,
            Meaning::Type(_)
                | Meaning::Generator
                | Meaning::Word
                | Meaning::Function(_)
                | Meaning::None
        ) {
            return flow;
        }
        let span = tree.span(expression);
        let node = match tree.kind(expression) {
            ExprKind::Literal(_) => flow,
            ExprKind::Name(_) => match info.meaning {
                Meaning::Variable(variable) => self.name(flow, variable, span, None),
                _ => flow,
            },
            ExprKind::Parenthesis(inner) => self.nodes.get(inner).copied().unwrap_or(flow),
            ExprKind::Unary { operator, operand } => match operator {
                Unary::AddressOf | Unary::Indirection => {
                    self.nodes.get(operand).copied().unwrap_or(flow)
                }
                _ => self.value(flow, *operand),
            },
            ExprKind::Binary { left, right, .. } => {
                let values = [self.value(flow, *left), self.value(flow, *right)];
                self.graph().add(values)
            }
            ExprKind::Index { base, index } => {
                let index = self.value(flow, *index);
                let base = self.nodes.get(base).copied().unwrap_or(flow);
                self.graph().add([base, index])
            }
            ExprKind::Member { base, member } => {
                let input = match checked.infos[base.index()].meaning {
                    Meaning::Variable(variable) => self.input(variable, Some(member.text)),
                    _ => None,
                };
                match input {
                    Some(_) => {
                        let Meaning::Variable(variable) = checked.infos[base.index()].meaning
                        else {
                            return flow;
                        };
                        self.name(flow, variable, span, Some(member.text))
                    }
                    None => {
                        let address = self.nodes.get(base).copied().unwrap_or(flow);
                        // A swizzle of memory reads it.
                        let reads = self.is_reference(*base) && !self.is_reference(expression)
                            || matches!(
                                checked.infos[base.index()]
                                    .ty
                                    .map(|ty| checked.types.kind(ty)),
                                Some(Kind::Pointer(..))
                            ) && !self.is_reference(expression);
                        if reads {
                            self.nodes.insert(expression, address);
                            self.load(flow, expression)
                        } else {
                            address
                        }
                    }
                }
            }
            ExprKind::Call { arguments, .. } => {
                return self.call(flow, expression, arguments, span);
            }
        };
        self.nodes.insert(expression, node);
        flow
    }

    /// Returns the group in which an input of the entry point is the same, with the name of its built-in value.
    fn input(&self, variable: u32, member: Option<&str>) -> Option<(Uniform, String)> {
        let entry = &self.checked.entry_points[self.entry?];
        let at = self
            .parameters
            .iter()
            .position(|&parameter| parameter == variable)?;
        let inputs = &entry.inputs[at];
        match member {
            Some(member) => {
                let input = inputs
                    .iter()
                    .find(|input| input.member.as_deref() == Some(member))?;
                Some((input.uniform, input.builtin.clone()))
            }
            None => {
                let input = inputs.iter().max_by_key(|input| input.uniform)?;
                Some((input.uniform, input.builtin.clone()))
            }
        }
    }

    fn name(&mut self, flow: Node, variable: u32, span: Span, member: Option<&str>) -> Node {
        if let Some((uniform, name)) = self.input(variable, member) {
            let source = match uniform {
                Uniform::Workgroup => flow,
                Uniform::Subgroup => Graph::SUBGROUP_ONLY,
                Uniform::No => Graph::NOT_UNIFORM,
            };
            return self
                .graph()
                .explained([source, flow], span, Reason::Builtin { name });
        }
        let info = &self.checked.variables[variable as usize];
        if let Some(at) = self
            .parameters
            .iter()
            .position(|&parameter| parameter == variable)
        {
            let value = self.walked.values_in[at];
            return self.graph().add([value, flow]);
        }
        // The address of a variable is the same for all threads.
        if info.is_global || info.binding == Binding::Var {
            return flow;
        }
        match self.values.get(&variable) {
            Some(&value) => {
                let name = info.name.to_owned();
                self.graph()
                    .explained([value, flow], span, Reason::Variable { name })
            }
            None => flow,
        }
    }

    fn demand(
        &mut self,
        node: Node,
        scope: Scope,
        severity: Severity,
        name: &str,
        span: Span,
        argument: Option<String>,
    ) {
        let demand = Demand {
            scope,
            severity,
            name: name.to_owned(),
            span,
            argument,
            through: Vec::new(),
        };
        self.walked.demands.push((node, demand));
    }

    fn call(&mut self, flow: Node, call: Expr, arguments: &[Expr], span: Span) -> Node {
        let checked = self.checked;
        let values: Vec<Node> = arguments
            .iter()
            .map(|&argument| self.value(flow, argument))
            .collect();
        let meaning = &checked.infos[call.index()].meaning;
        if let Meaning::Call(index) = *meaning {
            return self.call_function(flow, call, index, arguments, &values, span);
        }
        let mut edges = values.clone();
        edges.push(flow);
        if let Meaning::Builtin(builtin) = *meaning {
            match self.builtin(flow, builtin, arguments, &values, span) {
                Uniform::Workgroup => {}
                // Browsers let the result of a reduction depend on its argument, too.
                Uniform::Subgroup => edges.push(Graph::SUBGROUP_ONLY),
                Uniform::No => edges.push(Graph::NOT_UNIFORM),
            }
            if matches!(
                builtin,
                Builtin::WorkgroupUniformLoad | Builtin::ArrayLength
            ) {
                edges = vec![flow];
            }
        }
        let reason = match *meaning {
            Meaning::Builtin(builtin) => Reason::Result {
                name: builtin.name().to_owned(),
            },
            _ => Reason::None,
        };
        let node = self.graph().explained(edges, span, reason);
        self.nodes.insert(call, node);
        flow
    }

    /// Adds the demands of a built-in function. Returns the group in which its result is the same.
    fn builtin(
        &mut self,
        flow: Node,
        builtin: Builtin,
        arguments: &[Expr],
        values: &[Node],
        span: Span,
    ) -> Uniform {
        let (error, name) = (Severity::Error, builtin.name());
        match builtin {
            Builtin::WorkgroupBarrier | Builtin::StorageBarrier | Builtin::TextureBarrier => {
                self.demand(flow, Scope::Workgroup, error, name, span, None);
                Uniform::Workgroup
            }
            Builtin::WorkgroupUniformLoad => {
                self.demand(flow, Scope::Workgroup, error, name, span, None);
                if let (Some(&value), Some(&argument)) = (values.first(), arguments.first()) {
                    let text =
                        self.checked.text[self.checked.tree.span(argument).range()].to_owned();
                    self.demand(value, Scope::Workgroup, error, name, span, Some(text));
                }
                Uniform::Workgroup
            }
            Builtin::SubgroupBarrier => {
                self.demand(flow, Scope::Subgroup, error, name, span, None);
                Uniform::Workgroup
            }
            _ if builtin.is_of_subgroups() => {
                let severity = severity(self.filters, "subgroup_uniformity", span);
                if severity != Severity::Off {
                    self.demand(flow, Scope::Subgroup, severity, name, span, None);
                    let needs_argument = matches!(
                        builtin,
                        Builtin::SubgroupShuffleUp
                            | Builtin::SubgroupShuffleDown
                            | Builtin::SubgroupShuffleXor
                    );
                    if let (true, Some(&value), Some(&argument)) =
                        (needs_argument, values.get(1), arguments.get(1))
                    {
                        let text =
                            self.checked.text[self.checked.tree.span(argument).range()].to_owned();
                        self.demand(value, Scope::Subgroup, severity, name, span, Some(text));
                    }
                }
                match builtin {
                    Builtin::SubgroupAdd
                    | Builtin::SubgroupMul
                    | Builtin::SubgroupMax
                    | Builtin::SubgroupMin
                    | Builtin::SubgroupAnd
                    | Builtin::SubgroupOr
                    | Builtin::SubgroupXor
                    | Builtin::SubgroupAll
                    | Builtin::SubgroupAny
                    | Builtin::SubgroupBallot
                    | Builtin::SubgroupBroadcast
                    | Builtin::SubgroupBroadcastFirst => Uniform::Subgroup,
                    _ => Uniform::No,
                }
            }
            _ if builtin.is_derivative() => {
                let severity = severity(self.filters, "derivative_uniformity", span);
                if severity != Severity::Off {
                    self.demand(flow, Scope::Workgroup, severity, name, span, None);
                }
                Uniform::No
            }
            _ if builtin.is_atomic() => Uniform::No,
            Builtin::TextureLoad => {
                let ty = arguments
                    .first()
                    .and_then(|argument| self.checked.infos[argument.index()].ty);
                let ty = ty.map(|ty| self.checked.types.kind(self.checked.types.loaded(ty)));
                match ty {
                    Some(Kind::Texture(Texture::Storage(_, _, Access::ReadWrite))) => Uniform::No,
                    _ => Uniform::Workgroup,
                }
            }
            _ => Uniform::Workgroup,
        }
    }

    fn call_function(
        &mut self,
        flow: Node,
        call: Expr,
        index: u32,
        arguments: &[Expr],
        values: &[Node],
        span: Span,
    ) -> Node {
        let Some(summary) = self.summaries.get(&index) else {
            return flow;
        };
        let name = self.checked.functions[index as usize].name.clone();
        let through = |demand: &Demand| {
            let mut demand = demand.clone();
            demand.through.push((name.clone(), span));
            demand
        };
        for need in &summary.call_needs {
            self.walked.demands.push((flow, through(&need.demand)));
        }
        let contents: Vec<Node> = arguments
            .iter()
            .zip(values)
            .map(|(&argument, &value)| match self.checked.root(argument) {
                Some(root) => {
                    let contents = self.contents(flow, root, self.checked.tree.span(argument));
                    self.graph().add([contents, value])
                }
                None => value,
            })
            .collect();
        let mut edges = vec![flow];
        match summary.result {
            Uniform::Workgroup => {}
            Uniform::Subgroup => edges.push(Graph::SUBGROUP_ONLY),
            Uniform::No => edges.push(Graph::NOT_UNIFORM),
        }
        for (at, parameter) in summary.parameters.iter().enumerate() {
            for need in &parameter.value_needs {
                self.walked
                    .demands
                    .push((values[at], through(&need.demand)));
            }
            for need in &parameter.content_needs {
                self.walked
                    .demands
                    .push((contents[at], through(&need.demand)));
            }
            if parameter.value_in_result {
                edges.push(values[at]);
            }
            if parameter.contents_in_result {
                edges.push(contents[at]);
            }
        }
        for (at, parameter) in summary.parameters.iter().enumerate() {
            let (Some(output), Some(root)) = (&parameter.output, self.checked.root(arguments[at]))
            else {
                continue;
            };
            if !self.values.contains_key(&root) || self.checked.variables[root as usize].is_global {
                continue;
            }
            let mut edges = vec![flow];
            match output.uniform {
                Uniform::Workgroup => {}
                Uniform::Subgroup => edges.push(Graph::SUBGROUP_ONLY),
                Uniform::No => edges.push(Graph::NOT_UNIFORM),
            }
            edges.extend(output.from_values.iter().map(|&from| values[from]));
            edges.extend(output.from_contents.iter().map(|&from| contents[from]));
            if self.is_partial(arguments[at])
                && let Some(&old) = self.values.get(&root)
            {
                edges.push(old);
            }
            let variable = self.checked.variables[root as usize].name.to_owned();
            let node = self
                .graph()
                .explained(edges, span, Reason::Variable { name: variable });
            self.values.insert(root, node);
        }
        let node = self.graph().explained(edges, span, Reason::Result { name });
        self.nodes.insert(call, node);
        flow
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
