//! Two programs of one: functions that are called early, and the rest. Both number types, functions, tables and globals as
//! the whole does, so that no code need be changed: where one of them calls what the other has, it finds a function of that
//! number that goes there through a table.

use super::counted::content;
use super::program::{Function, Program};
use crate::shell::Problem;
use std::collections::{BTreeMap, BTreeSet};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    FunctionSection, ImportSection, Instruction, Module, RawSection, RefType, SectionId,
    TableSection, TableType,
};
use wasmparser::ExternalKind;

/// What the page's program calls before it goes where the rest is to be, with the place in the table; it gives that back.
pub const GATE: &str = "rest_slot";

/// How the early program names the table that both fill; what else is to be shared and has no name, by this and a number.
const TABLE: &str = "rest";
/// How wasm-bindgen names the memory.
const MEMORY: &str = "memory";
/// The rest imports all from one place.
const EARLY: &str = "";

/// The two programs.
#[derive(Debug)]
pub struct Cut {
    pub early: Vec<u8>,
    pub rest: Vec<u8>,
}

/// Cuts a program. `called` says of each function that is not imported whether it was called early.
pub fn cut(wasm: &[u8], called: &[bool]) -> Result<Cut, Problem> {
    let program = Program::read(wasm)?;
    if called.len() != program.bodies.len() {
        return Err(Problem::new(
            format!(
                "{} functions were counted in a program of {}",
                called.len(),
                program.bodies.len()
            ),
            "count and cut the same program",
        ));
    }
    let Some(gate) = program.exported(GATE) else {
        return Err(Problem::new(
            format!("the page's program does not export `{GATE}`"),
            "`page/rest.rs` has it: was it renamed?",
        ));
    };
    let parted = Parted::new(&program, called, gate);
    Ok(Cut {
        early: parted.early(),
        rest: parted.rest(),
    })
}

/// Which function stands where.
struct Parted<'a> {
    program: &'a Program<'a>,
    gate: Function,
    is_early: Vec<bool>,
    /// The places in the table that both fill: first those of early functions that the rest calls, then those of the rest
    /// that early ones call, or anybody.
    slots: BTreeMap<Function, u32>,
    given: Vec<Function>,
    taken: Vec<Function>,
}

impl<'a> Parted<'a> {
    fn new(program: &'a Program<'a>, called: &[bool], gate: Function) -> Self {
        let mut is_early = vec![true; program.imported as usize];
        is_early.extend(
            called
                .iter()
                .zip(&program.bodies)
                .map(|(called, body)| *called || !body.is_movable),
        );
        // What brings the rest cannot be in it.
        let mut needed = vec![gate];
        while let Some(function) = needed.pop() {
            is_early[function as usize] = true;
            let calls = program.body(function).map(|body| &body.calls);
            let late = calls
                .into_iter()
                .flatten()
                .filter(|called| !is_early[**called as usize]);
            needed.extend(late);
        }
        let called_from = |early: bool| -> BTreeSet<Function> {
            program
                .functions()
                .filter(|function| is_early[*function as usize] == early)
                .filter_map(|function| program.body(function))
                .flat_map(|body| body.calls.iter().copied())
                .filter(|called| is_early[*called as usize] != early)
                .collect()
        };
        let given: Vec<Function> = called_from(false).into_iter().collect();
        let mut taken = called_from(true);
        taken.extend(
            program
                .open
                .iter()
                .filter(|open| !is_early[**open as usize]),
        );
        let taken: Vec<Function> = taken.into_iter().collect();
        let slots = given.iter().chain(&taken).copied().zip(0..).collect();
        Parted {
            program,
            gate,
            is_early,
            slots,
            given,
            taken,
        }
    }

    fn table(&self) -> u32 {
        self.program.tables.len() as u32
    }

    fn table_type(&self) -> TableType {
        let places = self.slots.len() as u64;
        TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: places,
            maximum: Some(places),
            shared: false,
        }
    }

    /// The whole, with ways to the rest in the place of what is there.
    fn early(&self) -> Vec<u8> {
        self.program.with(|kind| match kind {
            kind if kind == SectionId::Table as u8 => {
                let mut tables = TableSection::new();
                for table in &self.program.tables {
                    tables.table(*table);
                }
                tables.table(self.table_type());
                Some(content(&tables))
            }
            kind if kind == SectionId::Export as u8 => {
                let mut exports = ExportSection::new();
                for export in &self.program.exports {
                    exports.export(export.name, export.kind.into(), export.index);
                }
                exports.export(TABLE, ExportKind::Table, self.table());
                for shared in self.shared().filter(|shared| shared.is_new) {
                    exports.export(&shared.name, shared.kind.into(), shared.number);
                }
                Some(content(&exports))
            }
            kind if kind == SectionId::Element as u8 => {
                let mut elements = ElementSection::new();
                for element in &self.program.elements {
                    elements.raw(element);
                }
                self.fill(&mut elements, 0, &self.given);
                Some(content(&elements))
            }
            kind if kind == SectionId::Code as u8 => Some(content(&self.code(true))),
            _ => None,
        })
    }

    /// The rest, which has its memory, tables and globals from the early program.
    fn rest(&self) -> Vec<u8> {
        let types = SectionId::Type as u8;
        let mut imports = ImportSection::new();
        if let Some(memory) = self.program.memory {
            imports.import(EARLY, MEMORY, memory);
        }
        for shared in self.shared() {
            let number = shared.number as usize;
            let kind: EntityType = match shared.kind {
                ExternalKind::Table => self.program.tables[number].into(),
                _ => self.program.globals[number].into(),
            };
            imports.import(EARLY, &shared.name, kind);
        }
        imports.import(EARLY, TABLE, self.table_type());
        let mut functions = FunctionSection::new();
        for function in self.program.functions() {
            functions.function(self.program.type_of(function));
        }
        let mut elements = ElementSection::new();
        self.fill(&mut elements, self.given.len(), &self.taken);
        let mut module = Module::new();
        module
            .section(&RawSection {
                id: types,
                data: self.program.section(types),
            })
            .section(&imports)
            .section(&functions)
            .section(&elements)
            .section(&self.code(false));
        module.finish()
    }

    /// The tables and globals of the whole, in their order.
    fn shared(&self) -> impl Iterator<Item = Shared> {
        let tables = (0..self.program.tables.len()).map(|number| (ExternalKind::Table, number));
        let globals = (0..self.program.globals.len()).map(|number| (ExternalKind::Global, number));
        tables.chain(globals).map(|(kind, number)| {
            let number = number as u32;
            let mut exports = self.program.exports.iter();
            let export = exports.find(|export| export.kind == kind && export.index == number);
            Shared {
                kind,
                number,
                name: match export {
                    Some(export) => export.name.to_owned(),
                    None => format!("{TABLE}{kind:?}{number}"),
                },
                is_new: export.is_none(),
            }
        })
    }

    fn fill(&self, elements: &mut ElementSection, from: usize, functions: &[Function]) {
        let from = ConstExpr::i32_const(from as i32);
        elements.active(
            Some(self.table()),
            &from,
            Elements::Functions(functions.into()),
        );
    }

    /// What stands in one of the two programs for each function.
    fn code(&self, early: bool) -> CodeSection {
        let mut code = CodeSection::new();
        let functions = self.program.functions();
        // The early program imports what the whole imports; the rest has ways there.
        let without = if early {
            self.program.imported as usize
        } else {
            0
        };
        for function in functions.skip(without) {
            match self.program.body(function) {
                Some(body) if self.is_early[function as usize] == early => {
                    code.raw(body.bytes);
                }
                _ => {
                    code.function(&self.way(function, early));
                }
            }
        }
        code
    }

    /// The way to a function that the other program has: a call through the table, where anybody here goes there.
    fn way(&self, function: Function, early: bool) -> wasm_encoder::Function {
        let mut way = wasm_encoder::Function::new([]);
        let is_late = !self.is_early[function as usize];
        match self.slots.get(&function) {
            Some(slot) if is_late == early => {
                for parameter in 0..self.program.parameters(function) {
                    way.instruction(&Instruction::LocalGet(parameter));
                }
                way.instruction(&Instruction::I32Const(*slot as i32));
                if early {
                    way.instruction(&Instruction::Call(self.gate));
                }
                way.instruction(&Instruction::CallIndirect {
                    type_index: self.program.type_of(function),
                    table_index: self.table(),
                });
            }
            _ => {
                way.instruction(&Instruction::Unreachable);
            }
        }
        way.instruction(&Instruction::End);
        way
    }
}

/// A table or a global that both programs use.
struct Shared {
    kind: ExternalKind,
    number: u32,
    /// The name it is exported by.
    name: String,
    /// Whether the whole does not export it.
    is_new: bool,
}
