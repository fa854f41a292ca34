//! A program of the page as it is read for counting and cutting: sections as they lie there, and what its functions call.

use crate::shell::Problem;
use std::collections::BTreeSet;
use wasm_encoder::{GlobalType, MemoryType, Module, RawSection, SectionId, TableType};
use wasmparser::{
    BinaryReaderError, Element, ElementItems, Export, ExternalKind, FuncType, FunctionBody,
    Operator, Parser, Payload, TypeRef,
};

/// A function by its number: imports come first.
pub type Function = u32;

/// What is read of a program.
#[derive(Default)]
pub struct Program<'a> {
    /// Kind and content, in their order; custom sections are left out.
    pub sections: Vec<(u8, &'a [u8])>,
    types: Vec<FuncType>,
    /// The type of each function, by its number in the program.
    functions: Vec<u32>,
    /// How many functions are imports.
    pub imported: u32,
    pub memory: Option<MemoryType>,
    pub tables: Vec<TableType>,
    pub globals: Vec<GlobalType>,
    pub exports: Vec<Export<'a>>,
    /// The elements of its tables.
    pub elements: Vec<Element<'a>>,
    pub start: Option<Function>,
    /// Functions that stand in tables, are exported, or started: somebody unknown may call them.
    pub open: BTreeSet<Function>,
    pub bodies: Vec<Body<'a>>,
}

/// A function's code.
#[derive(Debug)]
pub struct Body<'a> {
    pub code: FunctionBody<'a>,
    /// What it calls by number.
    pub calls: BTreeSet<Function>,
    /// Whether it can stand in another program that shares memory, tables and globals: what names segments cannot.
    pub is_movable: bool,
}

impl<'a> Program<'a> {
    /// # Errors
    /// A sentence for a text that is no program, or one that imports more than functions.
    pub fn read(wasm: &'a [u8]) -> Result<Self, Problem> {
        Self::parse(wasm).map_err(|error| unreadable(&error.to_string()))?
    }

    fn parse(wasm: &'a [u8]) -> Result<Result<Self, Problem>, BinaryReaderError> {
        let mut program = Program::default();
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload?;
            if let Some((kind, range)) = payload.as_section()
                && kind != CUSTOM
            {
                program.sections.push((kind, bytes(wasm, range)));
            }
            match payload {
                Payload::TypeSection(types) => {
                    for group in types.into_iter_err_on_gc_types() {
                        program.types.push(group?);
                    }
                }
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        match import?.ty {
                            TypeRef::Func(kind) => program.functions.push(kind),
                            _ => return Ok(Err(unreadable("it imports more than functions"))),
                        }
                    }
                    program.imported = program.functions.len() as u32;
                }
                Payload::FunctionSection(functions) => {
                    for kind in functions {
                        program.functions.push(kind?);
                    }
                }
                Payload::TableSection(tables) => {
                    for table in tables {
                        let Ok(table) = table?.ty.try_into() else {
                            return Ok(Err(unreadable("it has a table of an unknown kind")));
                        };
                        program.tables.push(table);
                    }
                }
                Payload::MemorySection(memories) => {
                    for memory in memories {
                        program.memory = Some(memory?.into());
                    }
                }
                Payload::GlobalSection(globals) => {
                    for global in globals {
                        let Ok(global) = global?.ty.try_into() else {
                            return Ok(Err(unreadable("it has a global of an unknown kind")));
                        };
                        program.globals.push(global);
                    }
                }
                Payload::ExportSection(exports) => {
                    for export in exports {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            program.open.insert(export.index);
                        }
                        program.exports.push(export);
                    }
                }
                Payload::StartSection { func, .. } => {
                    program.start = Some(func);
                    program.open.insert(func);
                }
                Payload::ElementSection(elements) => {
                    for element in elements {
                        let element = element?;
                        match element.items.clone() {
                            ElementItems::Functions(functions) => {
                                for function in functions {
                                    program.open.insert(function?);
                                }
                            }
                            ElementItems::Expressions(_, elements) => {
                                for element in elements {
                                    for operator in element?.get_operators_reader() {
                                        if let Operator::RefFunc { function_index } = operator? {
                                            program.open.insert(function_index);
                                        }
                                    }
                                }
                            }
                        }
                        program.elements.push(element);
                    }
                }
                Payload::CodeSectionEntry(code) => {
                    let operators = code.get_operators_reader()?;
                    let mut body = Body {
                        code,
                        calls: BTreeSet::new(),
                        is_movable: true,
                    };
                    for operator in operators {
                        body.note(&operator?);
                    }
                    program.bodies.push(body);
                }
                _ => (),
            }
        }
        Ok(Ok(program))
    }

    /// How many functions it has, imports included.
    pub fn functions(&self) -> u32 {
        self.functions.len() as u32
    }

    /// The number of a function's type.
    pub fn type_of(&self, function: Function) -> u32 {
        self.functions[function as usize]
    }

    /// How many values a function takes.
    pub fn parameters(&self, function: Function) -> u32 {
        let kind = self.types.get(self.type_of(function) as usize);
        kind.map_or(0, |kind| kind.params().len() as u32)
    }

    /// `None` for an import.
    pub fn body(&self, function: Function) -> Option<&Body<'a>> {
        let own = function.checked_sub(self.imported)?;
        self.bodies.get(own as usize)
    }

    pub fn exported(&self, name: &str) -> Option<Function> {
        let mut exports = self.exports.iter();
        exports
            .find(|export| export.name == name)
            .map(|export| export.index)
    }

    /// The program with some of its sections in other words.
    pub fn with(&self, others: &[(SectionId, Vec<u8>)]) -> Vec<u8> {
        let mut module = Module::new();
        for (kind, content) in &self.sections {
            let other = others.iter().find(|(other, _)| *other as u8 == *kind);
            module.section(&RawSection {
                id: *kind,
                data: other.map_or(content, |(_, other)| other),
            });
        }
        module.finish()
    }

    /// A section's content; nothing where there is none.
    pub fn section(&self, kind: u8) -> &'a [u8] {
        let mut sections = self.sections.iter();
        sections
            .find(|(found, _)| *found == kind)
            .map_or(&[], |(_, content)| content)
    }
}

impl Body<'_> {
    fn note(&mut self, operator: &Operator) {
        match operator {
            Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                self.calls.insert(*function_index);
            }
            Operator::RefFunc { function_index } => {
                self.calls.insert(*function_index);
                self.is_movable = false;
            }
            Operator::MemoryInit { .. }
            | Operator::DataDrop { .. }
            | Operator::TableInit { .. }
            | Operator::ElemDrop { .. } => self.is_movable = false,
            _ => (),
        }
    }
}

/// The kind of sections that a browser does not need.
const CUSTOM: u8 = 0;

fn bytes(wasm: &[u8], range: std::ops::Range<u64>) -> &[u8] {
    &wasm[range.start as usize..range.end as usize]
}

pub fn unreadable(why: &str) -> Problem {
    Problem::new(
        format!("the page's program cannot be cut: {why}"),
        "wasm-bindgen writes it and wasm-opt improves it: is it another version?",
    )
}
