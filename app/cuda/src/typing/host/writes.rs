//! Finds the names and arrays that statements of the host write, by their tokens alone.

use super::cut::Node;
use crate::lex::{Kind, Token};
use std::rc::Rc;

/// The functions of the host that write arrays.
pub(super) const WRITERS: [&str; 12] = [
    "cudaMemcpy",
    "cudaMemcpyAsync",
    "memcpy",
    "cudaMemcpyToSymbol",
    "cudaMemcpyFromSymbol",
    "memset",
    "cudaMemset",
    "cudaMemsetAsync",
    "fill_n",
    "fill",
    "iota",
    "srand",
];

/// Returns a statement without the values `= new T[n]`: the pointers have arrays of their own.
pub(super) fn without_new(tokens: &[Token]) -> Option<Vec<Token>> {
    tokens.iter().find(|token| token.is("new"))?;
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some((token, after)) = rest.split_first() {
        rest = after;
        if !(token.is("=") && after.first().is_some_and(|next| next.is("new"))) {
            kept.push(token.clone());
            continue;
        }
        let mut depth = 0;
        while let Some(token) = rest.first() {
            match &*token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," | ";" if depth == 0 => break,
                _ => {}
            }
            rest = &rest[1..];
        }
    }
    Some(kept)
}

/// Adds the names that a statement changes, and whether their address is taken.
pub(super) fn assigned_in(node: &Node<'_>, names: &mut Vec<(Rc<str>, bool)>) {
    match node {
        Node::Simple(tokens) | Node::Return(tokens) => assigned(tokens, names),
        Node::Block(nodes) | Node::Switch(_, nodes) => {
            nodes.iter().for_each(|node| assigned_in(node, names));
        }
        Node::If(condition, yes, no) => {
            assigned(condition, names);
            assigned_in(yes, names);
            if let Some(no) = no {
                assigned_in(no, names);
            }
        }
        Node::For(head, body) => {
            head.iter().for_each(|tokens| assigned(tokens, names));
            assigned_in(body, names);
        }
        Node::While(condition, body) | Node::Do(body, condition) => {
            assigned(condition, names);
            assigned_in(body, names);
        }
        Node::Case(_) | Node::Break | Node::Continue => {}
    }
}

/// Adds the names that tokens change.
pub(super) fn assigned(tokens: &[Token], names: &mut Vec<(Rc<str>, bool)>) {
    const CHANGES: &[&str] = &["=", "++", "--", "+=", "-=", "*=", "/=", "%=", "<<=", "|=", "&=", "^="];
    let symbol = |index: Option<usize>| -> &str {
        let token = index.and_then(|index| tokens.get(index));
        token
            .filter(|token| token.kind == Kind::Symbol)
            .map_or("", |token| &token.text)
    };
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Word {
            continue;
        }
        let before = symbol(index.checked_sub(1));
        // A name after a type is declared, and not changed: `int n = 0`.
        let declared = index > 0 && tokens[index - 1].kind == Kind::Word && &*tokens[index - 1].text != "return";
        let member = matches!(before, "." | "->" | "::");
        let changes = CHANGES.contains(&symbol(Some(index + 1))) && !declared
            || matches!(before, "++" | "--")
            || symbol(Some(index + 1)) == "." && CHANGES.contains(&symbol(Some(index + 3)));
        // `a & b` takes no address.
        let operand = index
            .checked_sub(2)
            .is_some_and(|index| tokens[index].kind != Kind::Symbol || matches!(&*tokens[index].text, ")" | "]"));
        let cast = symbol(index.checked_sub(2)) == ")";
        let addressed = before == "&" && (!operand || cast);
        if (changes || addressed) && !member {
            names.push((token.text.clone(), addressed));
        }
        if symbol(Some(index + 1)) == "," || before == "," || symbol(Some(index + 1)) == ")" {
            // `swap(a, b)`
            let swapped = tokens[..index].iter().rev().take(4).any(|token| token.is("swap"));
            if swapped && &*token.text != "swap" {
                names.push((token.text.clone(), false));
            }
        }
    }
}

/// Returns the names of the arrays of which a statement writes elements.
pub(super) fn stored_in(node: &Node<'_>) -> Vec<Rc<str>> {
    let mut names = Vec::new();
    each_simple(node, &mut |tokens| stored(tokens, &mut names));
    names
}

/// Returns the names of the arrays that calls in a statement write, such as `a` of `cudaMemcpy(a + i, …)`.
pub(super) fn copied_in(node: &Node<'_>) -> Vec<Rc<str>> {
    let mut names = Vec::new();
    each_simple(node, &mut |tokens| {
        for (index, token) in tokens.iter().enumerate() {
            if WRITERS.contains(&&*token.text) {
                let mut first = tokens[index + 1..].iter();
                let first = first.find(|token| token.kind == Kind::Word || token.is(","));
                let first = first.filter(|token| token.kind == Kind::Word);
                names.extend(first.map(|token| token.text.clone()));
            }
        }
    });
    names
}

/// Does work with the tokens of each simple statement in a statement.
fn each_simple(node: &Node<'_>, work: &mut dyn FnMut(&[Token])) {
    match node {
        Node::Simple(tokens) => work(tokens),
        Node::Block(nodes) | Node::Switch(_, nodes) => {
            nodes.iter().for_each(|node| each_simple(node, work));
        }
        Node::If(_, yes, no) => {
            each_simple(yes, work);
            no.iter().for_each(|no| each_simple(no, work));
        }
        Node::For(_, body) | Node::While(_, body) | Node::Do(body, _) => each_simple(body, work),
        Node::Case(_) | Node::Return(_) | Node::Break | Node::Continue => {}
    }
}

/// Adds the names before `[…] =`, with members and more indices between.
pub(super) fn stored(tokens: &[Token], names: &mut Vec<Rc<str>>) {
    const STORES: &[&str] = &["=", "++", "--", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="];
    let mut last: Option<Rc<str>> = None;
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate() {
        match &*token.text {
            "[" => {
                if depth == 0 && index > 0 && tokens[index - 1].kind == Kind::Word {
                    last = Some(tokens[index - 1].text.clone());
                }
                depth += 1;
            }
            "]" => depth -= 1,
            text if depth == 0 && STORES.contains(&text) => names.extend(last.take()),
            // `*p = 1` and `a.push_back(1)`
            "*" if index == 0 => {
                let names_in = tokens.iter().filter(|token| token.kind == Kind::Word);
                names.extend(names_in.map(|token| token.text.clone()));
            }
            "push_back" | "emplace_back" | "resize" | "assign" if index > 1 => {
                names.push(tokens[index - 2].text.clone());
            }
            _ => {}
        }
    }
}

pub(super) fn calls_rand(node: &Node<'_>) -> bool {
    let has = |tokens: &[Token]| tokens.iter().any(|token| token.is("rand"));
    match node {
        Node::Simple(tokens) | Node::Return(tokens) => has(tokens),
        Node::Block(nodes) | Node::Switch(_, nodes) => nodes.iter().any(calls_rand),
        Node::If(_, yes, no) => calls_rand(yes) || no.as_ref().is_some_and(|no| calls_rand(no)),
        Node::For(_, body) | Node::While(_, body) | Node::Do(body, _) => calls_rand(body),
        Node::Case(_) | Node::Break | Node::Continue => false,
    }
}
