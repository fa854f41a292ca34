//! Cuts the tokens of a host function into statements. Any text has some statements; what they say is not read here.

use crate::lex::{Kind, Token};

/// A statement of the host.
#[derive(Debug)]
pub(super) enum Node<'t> {
    /// Up to its semicolon, which is included.
    Simple(&'t [Token]),
    Block(Vec<Node<'t>>),
    If(&'t [Token], Box<Node<'t>>, Option<Box<Node<'t>>>),
    /// Begin, condition, step and body.
    For([&'t [Token]; 3], Box<Node<'t>>),
    While(&'t [Token], Box<Node<'t>>),
    Do(Box<Node<'t>>, &'t [Token]),
    Switch(&'t [Token], Vec<Node<'t>>),
    /// `case` with its value, or `default` without tokens.
    Case(&'t [Token]),
    Return(&'t [Token]),
    Break,
    Continue,
}

/// The deepest nesting of statements.
const MOST_NESTED: u32 = 60;

/// Cuts tokens into statements.
pub(super) fn statements(tokens: &[Token]) -> Vec<Node<'_>> {
    let mut cutter = Cutter {
        tokens,
        at: 0,
        depth: 0,
    };
    cutter.block()
}

struct Cutter<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: u32,
}

impl<'t> Cutter<'t> {
    fn is(&self, text: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.is(text))
    }

    fn take(&mut self, text: &str) -> bool {
        let is_here = self.is(text);
        self.at += usize::from(is_here);
        is_here
    }

    /// Reads statements up to `}`, or to the end of the text.
    fn block(&mut self) -> Vec<Node<'t>> {
        let mut nodes = Vec::new();
        while self.at < self.tokens.len() && !self.take("}") {
            let start = self.at;
            nodes.push(self.statement());
            self.at = self.at.max(start + 1);
        }
        nodes
    }

    /// Returns the tokens in round brackets, and goes behind them.
    fn bracket(&mut self) -> &'t [Token] {
        if !self.is("(") {
            return &[];
        }
        let start = self.at + 1;
        self.at = self.behind_bracket();
        &self.tokens[start..self.at.saturating_sub(1).max(start)]
    }

    /// Returns the index behind the bracket that opens here.
    fn behind_bracket(&self) -> usize {
        let mut depth = 0i32;
        for (index, token) in self.tokens.iter().enumerate().skip(self.at) {
            if token.kind == Kind::Symbol {
                match &*token.text {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" => depth -= 1,
                    _ => {}
                }
            }
            if depth == 0 {
                return index + 1;
            }
        }
        self.tokens.len()
    }

    fn statement(&mut self) -> Node<'t> {
        self.depth += 1;
        let node = if self.depth > MOST_NESTED {
            self.simple()
        } else {
            self.statement_inside()
        };
        self.depth -= 1;
        node
    }

    fn statement_inside(&mut self) -> Node<'t> {
        if self.take("{") {
            return Node::Block(self.block());
        }
        if self.take("if") {
            self.take("constexpr");
            let condition = self.bracket();
            let yes = Box::new(self.statement());
            let no = self.take("else").then(|| Box::new(self.statement()));
            return Node::If(condition, yes, no);
        }
        if self.take("for") {
            let head = self.bracket();
            let mut parts = split(head);
            let step = parts.pop().unwrap_or_default();
            let condition = parts.pop().unwrap_or_default();
            let begin = parts.pop().unwrap_or_default();
            return Node::For([begin, condition, step], Box::new(self.statement()));
        }
        if self.take("while") {
            let condition = self.bracket();
            return Node::While(condition, Box::new(self.statement()));
        }
        if self.take("do") {
            let body = Box::new(self.statement());
            self.take("while");
            let condition = self.bracket();
            self.take(";");
            return Node::Do(body, condition);
        }
        if self.take("switch") {
            let value = self.bracket();
            self.take("{");
            return Node::Switch(value, self.block());
        }
        if self.take("case") {
            let start = self.at;
            while self.at < self.tokens.len() && !self.is(":") && !self.is(";") {
                self.at += 1;
            }
            let value = &self.tokens[start..self.at];
            self.take(":");
            return Node::Case(value);
        }
        if self.is("default") {
            self.at += 1;
            self.take(":");
            return Node::Case(&[]);
        }
        if self.take("try") || self.take("else") {
            return self.statement();
        }
        if self.take("catch") {
            self.bracket();
            self.statement();
            return Node::Block(Vec::new());
        }
        if self.take("return") {
            return match self.simple() {
                Node::Simple([value @ .., _]) => Node::Return(value),
                _ => Node::Return(&[]),
            };
        }
        if self.is("break") || self.is("continue") {
            let breaks = self.is("break");
            self.simple();
            return if breaks { Node::Break } else { Node::Continue };
        }
        self.simple()
    }

    /// Reads up to a semicolon outside of brackets.
    fn simple(&mut self) -> Node<'t> {
        let start = self.at;
        while self.at < self.tokens.len() {
            if self.is(";") {
                self.at += 1;
                break;
            }
            if self.is("}") {
                break;
            }
            self.at = if self.is("(") || self.is("[") || self.is("{") {
                self.behind_bracket()
            } else {
                self.at + 1
            };
        }
        Node::Simple(&self.tokens[start..self.at])
    }
}

/// Cuts the head of a `for` at its semicolons.
fn split(tokens: &[Token]) -> Vec<&[Token]> {
    tokens.split(|token| token.is(";")).collect()
}
