//! A graph of values and control flow.

use crate::error::Span;

/// A node of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node(pub(super) u32);

/// What a node says in an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A step that needs no words.
    None,
    /// `if`, `for` and others: a condition decides which threads go on.
    Branch { word: &'static str, condition: Span },
    /// A built-in value that differs between threads.
    Builtin { name: String },
    /// Memory that other threads may change.
    Memory { name: String },
    /// A variable with a value that was computed before.
    Variable { name: String },
    /// The result of a call.
    Result { name: String },
    /// A parameter of the function.
    Parameter { name: String },
}

#[derive(Clone, Debug)]
pub(super) struct NodeData {
    pub(super) edges: Vec<Node>,
    pub(super) span: Span,
    pub(super) reason: Reason,
}

#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<NodeData>,
}

impl Graph {
    /// Differs even between threads of one subgroup.
    pub(super) const NOT_UNIFORM: Node = Node(0);
    /// Is the same in a subgroup, but not in the workgroup.
    pub(super) const SUBGROUP_ONLY: Node = Node(1);
    /// The control flow at the start of the function.
    pub(super) const START: Node = Node(2);

    pub(super) fn new() -> Self {
        let node = || NodeData {
            edges: Vec::new(),
            span: Span::default(),
            reason: Reason::None,
        };
        Graph {
            nodes: vec![node(), node(), node()],
        }
    }

    pub(super) fn add(&mut self, edges: impl IntoIterator<Item = Node>) -> Node {
        self.explained(edges, Span::default(), Reason::None)
    }

    pub(super) fn explained(&mut self, edges: impl IntoIterator<Item = Node>, span: Span, reason: Reason) -> Node {
        self.nodes.push(NodeData {
            edges: edges.into_iter().collect(),
            span,
            reason,
        });
        Node(self.nodes.len() as u32 - 1)
    }

    pub(super) fn edge(&mut self, from: Node, to: Node) {
        self.nodes[from.0 as usize].edges.push(to);
    }

    /// Returns the nodes that depend directly on each node.
    pub(super) fn users(&self) -> Users {
        let mut counts = vec![0_u32; self.nodes.len() + 1];
        for node in &self.nodes {
            node.edges.iter().for_each(|edge| counts[edge.0 as usize + 1] += 1);
        }
        for index in 1..counts.len() {
            counts[index] += counts[index - 1];
        }
        let starts = counts.clone();
        let mut users = vec![Node(0); starts[self.nodes.len()] as usize];
        for (index, node) in self.nodes.iter().enumerate() {
            for edge in &node.edges {
                let place = &mut counts[edge.0 as usize];
                users[*place as usize] = Node(index as u32);
                *place += 1;
            }
        }
        Users { starts, users }
    }
}

/// The edges of a graph in the other direction: the users of a node are in one range.
pub(super) struct Users {
    starts: Vec<u32>,
    users: Vec<Node>,
}

impl Users {
    /// Finds all nodes that depend on one of some sources. Returns for each the next node on a shortest way there;
    /// sources lead to themselves.
    pub(super) fn dependents(&self, sources: &[Node]) -> Vec<Option<Node>> {
        let mut next = vec![None; self.starts.len() - 1];
        let mut open: std::collections::VecDeque<Node> = sources.iter().copied().collect();
        for &source in sources {
            next[source.0 as usize] = Some(source);
        }
        while let Some(node) = open.pop_front() {
            let index = node.0 as usize;
            for &user in &self.users[self.starts[index] as usize..self.starts[index + 1] as usize] {
                if next[user.0 as usize].is_none() {
                    next[user.0 as usize] = Some(node);
                    open.push_back(user);
                }
            }
        }
        next
    }
}
