//! The statements of a text as far as a change of the text must know them, in the same form for each language.

use crate::error::Span;

/// The functions of a text.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    pub functions: Vec<Block>,
    /// A condition that holds for one thread of a workgroup, if the text can name it.
    pub first_thread: Option<String>,
}

/// The statements of a function, a branch or a loop.
#[derive(Clone, Debug)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub braces: Braces,
    /// The bytes from its first to its last one, with its braces.
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Braces {
    Written,
    /// The block is one statement, as C allows.
    None,
}

#[derive(Clone, Debug)]
pub struct Statement {
    /// Its bytes, with its semicolon.
    pub span: Span,
    pub kind: StatementKind,
    /// The blocks directly inside of it.
    pub blocks: Vec<Block>,
    /// Whether its condition, or the place that it assigns to, is the same for all threads of a workgroup.
    pub agreement: Agreement,
}

/// Whether a condition may be computed again in the middle of its branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    SameResult,
    /// It changes something, or reads what its branch may change.
    MayDiffer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    SameForAll,
    MayDiffer,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Block,
    /// An `if` without other branches.
    Branch {
        condition: Span,
        again: Again,
    },
    Loop,
    Barrier,
    Declaration(Declaration),
    Assignment(Assignment),
    Call,
    /// Another statement.
    Other,
}

/// A variable with its first value.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub name: String,
    pub ty: String,
    pub value: Span,
}

/// `target = value` or `target += value`; a step has no value.
#[derive(Clone, Debug)]
pub struct Assignment {
    pub target: Span,
    /// The type of the target, if the text can name it.
    pub ty: Option<String>,
    pub operator: Option<&'static str>,
    pub value: Option<Span>,
}

impl Outline {
    /// Returns the first statement that begins in a line, with those around it; of nested ones the outermost. Without one,
    /// the statement of several lines that contains the line.
    pub fn statement_in(&self, text: &str, line: u32) -> Option<Located<'_>> {
        self.find(text, line, &|_| true)
    }

    /// As [`Outline::statement_in`], for statements of which `is` holds.
    pub fn find(&self, text: &str, line: u32, is: &dyn Fn(&Statement) -> bool) -> Option<Located<'_>> {
        let mut search = Search {
            text,
            line,
            is,
            around: Vec::new(),
            found: None,
        };
        for function in &self.functions {
            search.block(function);
        }
        search.found
    }
}

/// A statement with those around it, outermost first.
#[derive(Clone, Debug)]
pub struct Located<'o> {
    pub statement: &'o Statement,
    pub around: Vec<&'o Statement>,
    /// The block that it is in.
    pub block: &'o Block,
}

impl<'o> Located<'o> {
    /// Returns true if the innermost statement around it is alone in a block without braces, as behind `else`.
    pub fn is_around_alone(&self) -> bool {
        let [.., outer, inner] = self.around.as_slice() else {
            return false;
        };
        let mut blocks = outer.blocks.iter();
        blocks.any(|block| {
            block.braces == Braces::None && block.statements.iter().any(|statement| std::ptr::eq(statement, *inner))
        })
    }

    /// Leads from an `if` around a single statement to that statement: both may stand in one line.
    pub fn innermost(mut self) -> Self {
        while let StatementKind::Branch { .. } = self.statement.kind
            && let [body] = self.statement.blocks.as_slice()
            && let [inner] = body.statements.as_slice()
        {
            self.around.push(self.statement);
            self.block = body;
            self.statement = inner;
        }
        self
    }
}

/// Returns the line of a byte, from 1.
pub fn line_of(text: &str, byte: u32) -> u32 {
    text[..byte as usize].matches('\n').count() as u32 + 1
}

struct Search<'o, 't> {
    text: &'t str,
    line: u32,
    is: &'t dyn Fn(&Statement) -> bool,
    around: Vec<&'o Statement>,
    found: Option<Located<'o>>,
}

impl<'o> Search<'o, '_> {
    fn block(&mut self, block: &'o Block) {
        for statement in &block.statements {
            let first = line_of(self.text, statement.span.start);
            let last = line_of(self.text, statement.span.end);
            if !(first..=last).contains(&self.line) {
                continue;
            }
            let located = Located {
                statement,
                around: self.around.clone(),
                block,
            };
            let is_it = (self.is)(statement);
            if first == self.line && is_it && self.found.is_none() {
                self.found = Some(located.clone());
            }
            self.around.push(statement);
            for inner in &statement.blocks {
                // A statement on a line of its own, inside of one that begins before.
                self.block(inner);
            }
            self.around.pop();
            // One that spans several lines contains the line, as a call with many arguments.
            if self.found.is_none() && is_it && statement.blocks.is_empty() {
                self.found = Some(located);
            }
        }
    }
}
