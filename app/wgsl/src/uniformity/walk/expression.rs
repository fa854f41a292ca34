//! Walks the expressions of a function: what a value depends on, and the calls that all threads must make together.

use super::{Demand, Walk, is_tracked};
use crate::builtin::Builtin;
use crate::check::{Meaning, Severity, Uniform};
use crate::error::Span;
use crate::separation::Scope;
use crate::syntax::{Binary, Binding, Expr, ExprKind, Unary};
use crate::types::{Access, Kind, Texture};
use crate::uniformity::graph::{Graph, Node, Reason};
use crate::uniformity::severity::severity;

impl<'s> Walk<'_, 's> {
    /// Returns true if an expression leads to a part of a variable.
    pub(super) fn is_partial(&self, expression: Expr) -> bool {
        let tree = &self.checked.tree;
        let mut part = tree.bare(expression);
        loop {
            part = match tree.kind(part) {
                ExprKind::Name(_) => {
                    return match self.checked.infos[part.index()].meaning {
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
            return if is_fixed || space.1 == Access::Read {
                flow
            } else {
                self.graph()
                    .explained([Graph::NOT_UNIFORM], span, Reason::Memory { name })
            };
        }
        match self.values.get(&variable) {
            Some(&value) => value,
            None => flow,
        }
    }

    /// Returns the value of a place in memory whose address is known.
    pub(super) fn load(&mut self, flow: Node, expression: Expr) -> Node {
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
    pub(super) fn read(&mut self, flow: Node, expression: Expr) -> (Node, Node) {
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
        if self.is_reference(expression) {
            self.load(flow, expression)
        } else {
            self.nodes.get(&expression).copied().unwrap_or(flow)
        }
    }

    pub(super) fn store(&mut self, flow: Node, left: Expr, mut edges: Vec<Node>) {
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
        let node = self.graph().explained(edges, span, Reason::Variable { name });
        self.values.insert(root, node);
    }

    /// Evaluates an expression and all its parts. Returns the control flow after it.
    pub(super) fn expression(&mut self, mut flow: Node, root: Expr) -> Node {
        let checked = self.checked;
        let tree = &checked.tree;
        let first = checked.first[root.index()];
        // The control flow to return to after the right side of a `&&` or `||`.
        let mut ends: Vec<(u32, u32, Span)> = Vec::new();
        for index in first..=root.0 {
            if let ExprKind::Binary {
                operator: Binary::LogicalAnd | Binary::LogicalOr,
                left,
                right,
            } = tree.kind(Expr(index))
            {
                ends.push((left.0, right.0, tree.span(*left)));
            }
        }
        let mut outer: Vec<(u32, Node)> = Vec::new();
        for index in first..=root.0 {
            let expression = Expr(index);
            flow = self.node(flow, expression);
            for &(left, right, span) in &ends {
                if left == index {
                    let value = self.value(flow, expression);
                    outer.push((right, flow));
                    flow = self.branch(value, "&&", span);
                }
            }
            while let Some(&(right, before)) = outer.last() {
                if right != index {
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
            Meaning::Type(_) | Meaning::Generator | Meaning::Word | Meaning::Function(_) | Meaning::None
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
                Unary::AddressOf | Unary::Indirection => self.nodes.get(operand).copied().unwrap_or(flow),
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
                        let Meaning::Variable(variable) = checked.infos[base.index()].meaning else {
                            return flow;
                        };
                        self.name(flow, variable, span, Some(member.text))
                    }
                    None => {
                        let address = self.nodes.get(base).copied().unwrap_or(flow);
                        // A swizzle of memory reads it.
                        let reads = self.is_reference(*base) && !self.is_reference(expression)
                            || matches!(
                                checked.infos[base.index()].ty.map(|ty| checked.types.kind(ty)),
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
        let index = self.parameters.iter().position(|&parameter| parameter == variable)?;
        let inputs = &entry.inputs[index];
        match member {
            Some(member) => {
                let input = inputs.iter().find(|input| input.member.as_deref() == Some(member))?;
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
            return self.graph().explained([source, flow], span, Reason::Builtin { name });
        }
        let info = &self.checked.variables[variable as usize];
        if let Some(index) = self.parameters.iter().position(|&parameter| parameter == variable) {
            let value = self.walked.values_in[index];
            return self.graph().add([value, flow]);
        }
        // The address of a variable is the same for all threads.
        if info.is_global || info.binding == Binding::Var {
            return flow;
        }
        match self.values.get(&variable) {
            Some(&value) => {
                let name = info.name.to_owned();
                self.graph().explained([value, flow], span, Reason::Variable { name })
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
        let values: Vec<Node> = arguments.iter().map(|&argument| self.value(flow, argument)).collect();
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
            if matches!(builtin, Builtin::WorkgroupUniformLoad | Builtin::ArrayLength) {
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
    fn builtin(&mut self, flow: Node, builtin: Builtin, arguments: &[Expr], values: &[Node], span: Span) -> Uniform {
        let (error, name) = (Severity::Error, builtin.name());
        match builtin {
            Builtin::WorkgroupBarrier | Builtin::StorageBarrier | Builtin::TextureBarrier => {
                self.demand(flow, Scope::Workgroup, error, name, span, None);
                Uniform::Workgroup
            }
            Builtin::WorkgroupUniformLoad => {
                self.demand(flow, Scope::Workgroup, error, name, span, None);
                if let (Some(&value), Some(&argument)) = (values.first(), arguments.first()) {
                    let text = self.checked.text[self.checked.tree.span(argument).range()].to_owned();
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
                        Builtin::SubgroupShuffleUp | Builtin::SubgroupShuffleDown | Builtin::SubgroupShuffleXor
                    );
                    if let (true, Some(&value), Some(&argument)) = (needs_argument, values.get(1), arguments.get(1)) {
                        let text = self.checked.text[self.checked.tree.span(argument).range()].to_owned();
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
        for (index, parameter) in summary.parameters.iter().enumerate() {
            for need in &parameter.value_needs {
                self.walked.demands.push((values[index], through(&need.demand)));
            }
            for need in &parameter.content_needs {
                self.walked.demands.push((contents[index], through(&need.demand)));
            }
            if parameter.value_in_result {
                edges.push(values[index]);
            }
            if parameter.contents_in_result {
                edges.push(contents[index]);
            }
        }
        for (index, parameter) in summary.parameters.iter().enumerate() {
            let (Some(output), Some(root)) = (&parameter.output, self.checked.root(arguments[index])) else {
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
            if self.is_partial(arguments[index])
                && let Some(&old) = self.values.get(&root)
            {
                edges.push(old);
            }
            let variable = self.checked.variables[root as usize].name.to_owned();
            let node = self.graph().explained(edges, span, Reason::Variable { name: variable });
            self.values.insert(root, node);
        }
        let node = self.graph().explained(edges, span, Reason::Result { name });
        self.nodes.insert(call, node);
        flow
    }
}
