//! Two programs of one: functions that are called early, and the rest. They share memory, tables and globals. Where one calls
//! what the other has, it finds a function of its own in that place: a way there, through a table that both fill. In the tables of
//! the whole the places of what the rest has are empty until that is there: who finds one empty has it brought.

use super::program::{Body, Function, Program, content, unreadable};
use crate::shell::Problem;
use std::collections::{BTreeSet, HashMap};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, FunctionSection, ImportSection, Instruction, Module, RawSection, RefType,
    SectionId, StartSection, TableSection, TableType, ValType,
};
use wasmparser::{ExternalKind, Operator};

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
///
/// # Errors
/// A sentence for what is no such program, or where another was counted.
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
    let unknown = |error: Error<Unknown>| unreadable(&error.to_string());
    Ok(Cut {
        early: parted.early().map_err(unknown)?,
        rest: parted.rest().map_err(unknown)?,
    })
}

/// Which function stands where.
struct Parted<'a> {
    program: &'a Program<'a>,
    gate: Function,
    early: Vec<Function>,
    late: Vec<Function>,
    /// Early functions that the rest calls: the first of the table.
    given: Vec<Function>,
    /// Functions of the rest that early ones call, or somebody unknown: what follows in the table.
    taken: Vec<Function>,
}

impl<'a> Parted<'a> {
    fn new(program: &'a Program<'a>, called: &[bool], gate: Function) -> Self {
        let mut is_early = vec![true; program.imported as usize];
        let bodies = program.bodies.iter().zip(called);
        is_early.extend(bodies.map(|(body, called)| *called || !body.is_movable));
        let calls = |function| {
            program
                .body(function)
                .into_iter()
                .flat_map(|body| &body.calls)
        };
        // What brings the rest cannot be in it.
        let mut needed = vec![gate];
        while let Some(function) = needed.pop() {
            is_early[function as usize] = true;
            needed.extend(calls(function).filter(|called| !is_early[**called as usize]));
        }
        let is_early = |function: &Function| is_early[*function as usize];
        let (early, late): (Vec<Function>, Vec<Function>) =
            (program.imported..program.functions()).partition(is_early);
        let called_by = |functions: &[Function]| -> BTreeSet<Function> {
            functions
                .iter()
                .flat_map(|function| calls(*function))
                .copied()
                .collect()
        };
        // Ways of one type look alike: side by side they compress best.
        let by_type = |mut functions: Vec<Function>| {
            functions.sort_by_key(|function| (program.type_of(*function), *function));
            functions
        };
        let given = called_by(&late).into_iter().filter(is_early).collect();
        let mut taken = called_by(&early);
        taken.extend(&program.open);
        let taken = taken
            .into_iter()
            .filter(|function| !is_early(function))
            .collect();
        Parted {
            program,
            gate,
            given: by_type(given),
            taken: by_type(taken),
            early,
            late,
        }
    }

    fn table(&self) -> u32 {
        self.program.tables.len() as u32
    }

    fn table_type(&self) -> TableType {
        let places = (self.given.len() + self.taken.len()) as u64;
        TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: places,
            maximum: Some(places),
            shared: false,
        }
    }

    /// The whole, with ways to the rest in the place of what is there.
    fn early(&self) -> Result<Vec<u8>, Error<Unknown>> {
        let imports = 0..self.program.imported;
        let own = self.early.iter().chain(&self.taken).copied();
        let mut numbers = Numbers::new(imports.chain(own));
        let mut functions = FunctionSection::new();
        for function in self.early.iter().chain(&self.taken) {
            functions.function(self.program.type_of(*function));
        }
        let mut tables = TableSection::new();
        for table in &self.program.tables {
            tables.table(*table);
        }
        tables.table(self.table_type());
        let mut exports = ExportSection::new();
        for export in &self.program.exports {
            numbers.parse_export(&mut exports, *export)?;
        }
        exports.export(TABLE, ExportKind::Table, self.table());
        for shared in self.shared().filter(|shared| shared.is_new) {
            exports.export(&shared.name, shared.kind.into(), shared.number);
        }
        let mut elements = ElementSection::new();
        for element in &self.program.elements {
            numbers.parse_element(&mut elements, element.clone())?;
        }
        self.stretches(&mut elements, &self.early, &mut numbers)?;
        self.fill(&mut elements, 0, &self.given, &mut numbers)?;
        let gate = numbers.function_index(self.gate)?;
        let mut code = CodeSection::new();
        for function in &self.early {
            let parameters = self.program.parameters(*function);
            match self.program.body(*function) {
                Some(body) if body.calls_in_tables => {
                    code.function(&looking(body, parameters, gate, &mut numbers)?);
                }
                Some(body) => numbers.parse_function_body(&mut code, body.code.clone())?,
                None => (),
            }
        }
        for (function, slot) in self.taken.iter().zip(self.given.len()..) {
            code.function(&self.way(*function, slot, Some(gate)));
        }
        let mut others = vec![
            (SectionId::Function, content(&functions)),
            (SectionId::Table, content(&tables)),
            (SectionId::Export, content(&exports)),
            (SectionId::Element, content(&elements)),
            (SectionId::Code, content(&code)),
        ];
        if let Some(start) = self.program.start {
            let function_index = numbers.function_index(start)?;
            others.push((SectionId::Start, content(&StartSection { function_index })));
        }
        Ok(self.program.with(&others))
    }

    /// The rest, which has its memory, tables and globals from the early program.
    fn rest(&self) -> Result<Vec<u8>, Error<Unknown>> {
        let mut numbers = Numbers::new(self.given.iter().chain(&self.late).copied());
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
        for function in self.given.iter().chain(&self.late) {
            functions.function(self.program.type_of(*function));
        }
        let mut elements = ElementSection::new();
        self.stretches(&mut elements, &self.late, &mut numbers)?;
        self.fill(&mut elements, self.given.len(), &self.taken, &mut numbers)?;
        let mut code = CodeSection::new();
        for (slot, function) in self.given.iter().enumerate() {
            code.function(&self.way(*function, slot, None));
        }
        for body in self.late.iter().filter_map(|late| self.program.body(*late)) {
            numbers.parse_function_body(&mut code, body.code.clone())?;
        }
        let mut module = Module::new();
        module
            .section(&RawSection {
                id: types,
                data: self.program.section(types),
            })
            .section(&imports)
            .section(&functions)
            .section(&elements)
            .section(&code);
        Ok(module.finish())
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

    /// Puts functions into the table.
    fn fill(
        &self,
        elements: &mut ElementSection,
        from: usize,
        functions: &[Function],
        numbers: &mut Numbers,
    ) -> Result<(), Error<Unknown>> {
        let from = ConstExpr::i32_const(from as i32);
        let functions = functions
            .iter()
            .map(|function| numbers.function_index(*function))
            .collect::<Result<Vec<u32>, _>>()?;
        elements.active(
            Some(self.table()),
            &from,
            Elements::Functions(functions.into()),
        );
        Ok(())
    }

    /// Those of one program in the tables of the whole, at their places.
    fn stretches(
        &self,
        elements: &mut ElementSection,
        own: &[Function],
        numbers: &mut Numbers,
    ) -> Result<(), Error<Unknown>> {
        let own: BTreeSet<Function> = own.iter().copied().collect();
        let is_early = own.contains(&self.gate);
        // What is imported is at hand early.
        let has = |function: &Function| {
            own.contains(function) || (is_early && *function < self.program.imported)
        };
        for stretch in &self.program.stretches {
            let mut from = stretch.from;
            for functions in stretch
                .functions
                .chunk_by(|one, other| has(one) == has(other))
            {
                let place = ConstExpr::i32_const(from as i32);
                from += functions.len() as u32;
                if !has(&functions[0]) {
                    continue;
                }
                let functions = functions
                    .iter()
                    .map(|function| numbers.function_index(*function))
                    .collect::<Result<Vec<u32>, _>>()?;
                let functions = Elements::Functions(functions.into());
                elements.active(Some(stretch.table), &place, functions);
            }
        }
        Ok(())
    }

    /// The way to a function that the other program has, at a place in the table; the way to the rest leads through a gate.
    fn way(&self, function: Function, slot: usize, gate: Option<u32>) -> wasm_encoder::Function {
        let mut way = wasm_encoder::Function::new([]);
        for parameter in 0..self.program.parameters(function) {
            way.instruction(&Instruction::LocalGet(parameter));
        }
        way.instruction(&Instruction::I32Const(slot as i32));
        if let Some(gate) = gate {
            way.instruction(&Instruction::Call(gate));
        }
        way.instruction(&Instruction::CallIndirect {
            type_index: self.program.type_of(function),
            table_index: self.table(),
        });
        way.instruction(&Instruction::End);
        way
    }
}

/// An early function, which looks before it calls what stands in a table of the whole: that may be the rest's.
fn looking(
    body: &Body,
    parameters: u32,
    gate: u32,
    numbers: &mut Numbers,
) -> Result<wasm_encoder::Function, Error<Unknown>> {
    let mut locals = Vec::new();
    for run in body.code.get_locals_reader()? {
        let (count, kind) = run?;
        locals.push((count, numbers.val_type(kind)?));
    }
    let wanted = parameters + locals.iter().map(|(count, _)| count).sum::<u32>();
    locals.push((1, ValType::I32));
    let mut looking = wasm_encoder::Function::new(locals);
    let mut operators = body.code.get_operators_reader()?;
    while !operators.eof() {
        let operator = operators.read()?;
        if let Operator::CallIndirect { table_index, .. }
        | Operator::ReturnCallIndirect { table_index, .. } = operator
        {
            looking
                .instruction(&Instruction::LocalTee(wanted))
                .instruction(&Instruction::TableGet(table_index))
                .instruction(&Instruction::RefIsNull)
                .instruction(&Instruction::If(BlockType::Empty))
                .instruction(&Instruction::I32Const(0))
                .instruction(&Instruction::Call(gate))
                .instruction(&Instruction::Drop)
                .instruction(&Instruction::End)
                .instruction(&Instruction::LocalGet(wanted));
        }
        looking.instruction(&numbers.instruction(operator)?);
    }
    Ok(looking)
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

/// The numbers of functions in one of the two programs.
struct Numbers(HashMap<Function, u32>);

/// A function that the program was thought not to need.
#[derive(Debug)]
struct Unknown(Function);

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "function {} has no place", self.0)
    }
}

impl Numbers {
    fn new(functions: impl Iterator<Item = Function>) -> Self {
        Numbers(functions.zip(0..).collect())
    }
}

impl Reencode for Numbers {
    type Error = Unknown;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Unknown>> {
        let number = self.0.get(&function).copied();
        number.ok_or(Error::UserError(Unknown(function)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::program::Stretch;
    use wasm_encoder::{
        EntityType, GlobalSection, GlobalType, MemorySection, MemoryType, TypeSection,
    };
    use wasmparser::{Parser, Payload, Validator};

    /// Functions of [`whole`], by their numbers: an import, what is exported, and what that calls.
    const IMPORT: Function = 0;
    const GATE_ITSELF: Function = 1;
    const MAIN: Function = 2;
    const LATE: Function = 3;
    const CALLED_BY_LATE: Function = 4;
    const IN_TABLE: Function = 5;
    const ALONE: Function = 6;

    /// A program as wasm-bindgen leaves it: `main` calls `LATE` and what stands first in the table; `LATE` calls
    /// `CALLED_BY_LATE`, `ALONE` and the import.
    fn whole() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], [ValType::I32]);
        types
            .ty()
            .function([ValType::I32, ValType::F64], [ValType::F64]);
        let mut imports = ImportSection::new();
        imports.import("script", "call", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        for kind in [0, 0, 1, 0, 0, 0] {
            functions.function(kind);
        }
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 2,
            maximum: None,
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut globals = GlobalSection::new();
        let stack = GlobalType {
            val_type: ValType::I32,
            mutable: true,
            shared: false,
        };
        globals.global(stack, &ConstExpr::i32_const(1024));
        let mut exports = ExportSection::new();
        exports.export(MEMORY, ExportKind::Memory, 0);
        exports.export("functions", ExportKind::Table, 0);
        exports.export(GATE, ExportKind::Func, GATE_ITSELF);
        exports.export("main", ExportKind::Func, MAIN);
        let mut elements = ElementSection::new();
        let in_table = [IN_TABLE, MAIN];
        elements.active(
            None,
            &ConstExpr::i32_const(0),
            Elements::Functions((&in_table).into()),
        );
        let mut code = CodeSection::new();
        let mut function = |instructions: &[Instruction]| {
            let mut function = wasm_encoder::Function::new([]);
            for instruction in instructions {
                function.instruction(instruction);
            }
            function.instruction(&Instruction::End);
            code.function(&function);
        };
        let argument = [Instruction::LocalGet(0)];
        function(&argument);
        let main = [
            Instruction::LocalGet(0),
            Instruction::F64Const(2.0.into()),
            Instruction::Call(LATE),
        ];
        let in_table = [
            Instruction::I32TruncSatF64S,
            Instruction::I32Const(0),
            Instruction::CallIndirect {
                type_index: 0,
                table_index: 0,
            },
        ];
        function(&[&main[..], &in_table].concat());
        let late = [IMPORT, CALLED_BY_LATE, ALONE].map(Instruction::Call);
        let stack = [
            Instruction::GlobalGet(0),
            Instruction::Drop,
            Instruction::LocalGet(1),
        ];
        function(
            &[
                &argument[..],
                &late[..],
                &[Instruction::GlobalSet(0)],
                &stack,
            ]
            .concat(),
        );
        for _ in [CALLED_BY_LATE, IN_TABLE, ALONE] {
            function(&argument);
        }
        let mut module = Module::new();
        module
            .section(&types)
            .section(&imports)
            .section(&functions)
            .section(&tables)
            .section(&memories)
            .section(&globals)
            .section(&exports)
            .section(&elements)
            .section(&code);
        module.finish()
    }

    /// Which of its own functions are called.
    fn called(early: &[Function]) -> Vec<bool> {
        (1..=ALONE)
            .map(|function| early.contains(&function))
            .collect()
    }

    #[test]
    fn both_programs_are_valid_whatever_was_called() {
        for some in 0..1 << ALONE {
            let called: Vec<bool> = (0..ALONE).map(|bit| some >> bit & 1 == 1).collect();
            let two = cut(&whole(), &called).unwrap();
            for program in [&two.early, &two.rest] {
                Validator::new().validate_all(program).unwrap();
            }
        }
    }

    /// Of each stretch of functions in tables: the table, the first place, how many.
    fn places(wasm: &[u8]) -> Vec<(u32, u32, usize)> {
        let mut places = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            if let Payload::ElementSection(elements) = payload.unwrap() {
                for element in elements {
                    let stretch = Stretch::read(&element.unwrap()).unwrap().unwrap();
                    places.push((stretch.table, stretch.from, stretch.functions.len()));
                }
            }
        }
        places
    }

    #[test]
    fn each_has_what_it_needs_and_ways_to_what_it_calls_of_the_other() {
        let whole = whole();
        let program = Program::read(&whole).unwrap();
        let called = called(&[MAIN, CALLED_BY_LATE]);
        let parted = Parted::new(&program, &called, GATE_ITSELF);
        // What opens the way to the rest is early, called or not.
        assert_eq!(parted.early, [GATE_ITSELF, MAIN, CALLED_BY_LATE]);
        assert_eq!(parted.late, [LATE, IN_TABLE, ALONE]);
        assert_eq!(parted.given, [IMPORT, CALLED_BY_LATE]);
        // Nobody early calls the others by their numbers.
        assert_eq!(parted.taken, [LATE]);
        let two = cut(&whole, &called).unwrap();
        let early = Program::read(&two.early).unwrap();
        assert_eq!(early.bodies.len(), parted.early.len() + parted.taken.len());
        assert_eq!(early.exported("main"), Some(MAIN));
        // In the whole's table `IN_TABLE` stands before `MAIN`; in the other, what is given before what is taken.
        assert_eq!(places(&two.early), [(0, 1, 1), (1, 0, 2)]);
        assert_eq!(places(&two.rest), [(0, 0, 1), (1, 2, 1)]);
        let names: Vec<&str> = early.exports.iter().map(|export| export.name).collect();
        assert_eq!(
            names,
            [MEMORY, "functions", GATE, "main", "rest", "restGlobal0"]
        );
    }

    #[test]
    fn a_program_without_a_gate_or_one_that_was_not_counted_is_refused() {
        assert!(cut(&whole(), &[true]).is_err());
        assert!(cut(b"\0asm\x01\0\0\0", &[]).is_err());
        assert!(cut(b"no program", &[]).is_err());
    }

    #[test]
    fn a_program_that_counts_is_valid_and_has_its_bytes_behind_all_others() {
        let whole = whole();
        let (counting, place) = super::super::counted(&whole).unwrap();
        Validator::new().validate_all(&counting).unwrap();
        assert_eq!(place, 1 << 16);
        let memory = Program::read(&counting).unwrap().memory.unwrap();
        assert_eq!(memory.minimum, 2);
    }
}
