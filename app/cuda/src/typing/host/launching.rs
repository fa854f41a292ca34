//! Finds the statements and the functions of the host that launch, by their tokens alone.

use super::cut::Node;
use crate::lex::{Kind, Token};
use crate::syntax::File;
use std::collections::HashSet;
use std::rc::Rc;

/// The most calls of host functions inside one another.
pub(super) const MOST_CALLS: usize = 8;

/// Returns the names of the host functions that launch, or that call one that does.
pub(super) fn launching(file: &File) -> HashSet<Rc<str>> {
    let mut names: HashSet<Rc<str>> = HashSet::new();
    // Calls inside one another are not followed further.
    for _ in 0..MOST_CALLS {
        let before = names.len();
        for function in &file.host {
            if function.tokens.iter().any(|token| is_launch(token, &names)) {
                names.insert(function.name.clone());
            }
        }
        if names.len() == before {
            break;
        }
    }
    names
}

fn is_launch(token: &Token, launching: &HashSet<Rc<str>>) -> bool {
    let is_word = token.kind == Kind::Word;
    token.is("<<<") || is_word && (token.text.starts_with("cudaLaunch") || launching.contains(&token.text))
}

/// Returns true if a statement launches, by itself or by a call.
pub(super) fn launches(node: &Node<'_>, launching: &HashSet<Rc<str>>) -> bool {
    let has_launch = |tokens: &[Token]| tokens.iter().any(|token| is_launch(token, launching));
    match node {
        Node::Simple(tokens) | Node::Return(tokens) => has_launch(tokens),
        Node::Block(nodes) | Node::Switch(_, nodes) => nodes.iter().any(|node| launches(node, launching)),
        Node::If(condition, yes, no) => {
            let no = no.as_ref().is_some_and(|no| launches(no, launching));
            has_launch(condition) || launches(yes, launching) || no
        }
        Node::For(head, body) => head.iter().any(|tokens| has_launch(tokens)) || launches(body, launching),
        Node::While(condition, body) | Node::Do(body, condition) => has_launch(condition) || launches(body, launching),
        Node::Case(_) | Node::Break | Node::Continue => false,
    }
}
