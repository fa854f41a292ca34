//! A program of the page as it is read for counting and cutting: sections as they lie there, and what its functions call.

use crate::shell::Problem;
use std::collections::BTreeSet;
use wasm_encoder::reencode::Error;
use wasm_encoder::{Encode, GlobalType, MemoryType, Module, RawSection, SectionId, TableType};
use wasmparser::{
    BinaryReaderError, Element, ElementItems, ElementKind, Export, ExternalKind, FuncType,
    FunctionBody, Operator, Parser, Payload, TypeRef,
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
    /// The elements of its tables: stretches of functions at a known place of a table, and all others.
    pub stretches: Vec<Stretch>,
    pub elements: Vec<Element<'a>>,
    pub start: Option<Function>,
    /// Functions that are exported, started, or elements otherwise than in a stretch: somebody unknown may call them.
    pub open: BTreeSet<Function>,
    pub bodies: Vec<Body<'a>>,
}

/// Functions side by side in a table, from a place on.
#[derive(Debug)]
pub struct Stretch {
    pub table: u32,
    pub from: u32,
    pub functions: Vec<Function>,
}

impl Stretch {
    /// `None` for elements of another kind.
    pub fn read(element: &Element) -> Result<Option<Self>, Problem> {
        let ElementItems::Functions(functions) = &element.items else {
            return Ok(None);
        };
        let ElementKind::Active {
            table_index,
            offset_expr,
        } = &element.kind
        else {
            return Ok(None);
        };
        let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
            return Ok(None);
        };
        let functions = functions.clone().into_iter();
        Ok(Some(Stretch {
            table: table_index.unwrap_or(0),
            from: value as u32,
            functions: functions.collect::<Result<_, _>>()?,
        }))
    }
}

/// A function's code.
#[derive(Debug)]
pub struct Body<'a> {
    pub code: FunctionBody<'a>,
    /// What it calls by number.
    pub calls: BTreeSet<Function>,
    /// Whether it calls what stands in a table.
    pub calls_in_tables: bool,
    /// Whether it can stand in another program that shares memory, tables and globals: what names segments cannot.
    pub is_movable: bool,
}

impl<'a> Program<'a> {
    /// # Errors
    /// A sentence for a text that is no program, or one that imports more than functions.
    pub fn read(wasm: &'a [u8]) -> Result<Self, Problem> {
        let mut program = Program::default();
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload?;
            if let Some((kind, range)) = payload.as_section()
                && kind != CUSTOM
            {
                let range = range.start as usize..range.end as usize;
                program.sections.push((kind, &wasm[range]));
            }
            program.take(payload)?;
        }
        Ok(program)
    }

    fn take(&mut self, payload: Payload<'a>) -> Result<(), Problem> {
        match payload {
            Payload::TypeSection(types) => {
                for kind in types.into_iter_err_on_gc_types() {
                    self.types.push(kind?);
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let TypeRef::Func(kind) = import?.ty else {
                        return Err(unreadable("it imports more than functions"));
                    };
                    self.functions.push(kind);
                }
                self.imported = self.functions.len() as u32;
            }
            Payload::FunctionSection(functions) => {
                for kind in functions {
                    self.functions.push(kind?);
                }
            }
            Payload::TableSection(tables) => {
                for table in tables {
                    let table = TableType::try_from(table?.ty);
                    self.tables.push(table.map_err(of_unknown_kind)?);
                }
            }
            Payload::MemorySection(memories) => {
                for memory in memories {
                    self.memory = Some(memory?.into());
                }
            }
            Payload::GlobalSection(globals) => {
                for global in globals {
                    let global = GlobalType::try_from(global?.ty);
                    self.globals.push(global.map_err(of_unknown_kind)?);
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    if export.kind == ExternalKind::Func {
                        self.open.insert(export.index);
                    }
                    self.exports.push(export);
                }
            }
            Payload::StartSection { func, .. } => {
                self.start = Some(func);
                self.open.insert(func);
            }
            Payload::ElementSection(elements) => {
                for element in elements {
                    let element = element?;
                    match Stretch::read(&element)? {
                        Some(stretch) => self.stretches.push(stretch),
                        None => {
                            self.note(element.items.clone())?;
                            self.elements.push(element);
                        }
                    }
                }
            }
            Payload::CodeSectionEntry(code) => self.bodies.push(Body::read(code)?),
            _ => (),
        }
        Ok(())
    }

    /// Functions that stand in a table.
    fn note(&mut self, elements: ElementItems) -> Result<(), Problem> {
        match elements {
            ElementItems::Functions(functions) => {
                for function in functions {
                    self.open.insert(function?);
                }
            }
            ElementItems::Expressions(_, elements) => {
                for element in elements {
                    for operator in element?.get_operators_reader() {
                        if let Operator::RefFunc { function_index } = operator? {
                            self.open.insert(function_index);
                        }
                    }
                }
            }
        }
        Ok(())
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

impl<'a> Body<'a> {
    fn read(code: FunctionBody<'a>) -> Result<Self, Problem> {
        let operators = code.get_operators_reader()?;
        let mut body = Body {
            code,
            calls: BTreeSet::new(),
            calls_in_tables: false,
            is_movable: true,
        };
        for operator in operators {
            match operator? {
                Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                    body.calls.insert(function_index);
                }
                Operator::CallIndirect { .. } | Operator::ReturnCallIndirect { .. } => {
                    body.calls_in_tables = true;
                }
                Operator::RefFunc { function_index } => {
                    body.calls.insert(function_index);
                    body.is_movable = false;
                }
                Operator::MemoryInit { .. }
                | Operator::DataDrop { .. }
                | Operator::TableInit { .. }
                | Operator::ElemDrop { .. } => body.is_movable = false,
                _ => (),
            }
        }
        Ok(body)
    }

    /// Its locals, and its instructions.
    pub fn halves(&self) -> Result<(&'a [u8], &'a [u8]), Problem> {
        let begin = self.code.get_operators_reader()?.original_position();
        let locals = begin - self.code.range().start;
        Ok(self.code.as_bytes().split_at(locals as usize))
    }
}

/// The kind of sections that a browser does not need.
const CUSTOM: u8 = 0;

/// A section's content without its length.
pub fn content(section: &impl Encode) -> Vec<u8> {
    let mut bytes = Vec::new();
    section.encode(&mut bytes);
    let more = |byte: &u8| byte & 0x80 != 0;
    let length = bytes.iter().take_while(|byte| more(byte)).count() + 1;
    bytes.split_off(length)
}

impl From<BinaryReaderError> for Problem {
    fn from(error: BinaryReaderError) -> Self {
        unreadable(&error.to_string())
    }
}

fn of_unknown_kind(error: Error) -> Problem {
    unreadable(&error.to_string())
}

pub fn unreadable(why: &str) -> Problem {
    Problem::new(
        format!("the page's program cannot be cut: {why}"),
        "wasm-bindgen writes it and wasm-opt improves it: is it another version?",
    )
}
