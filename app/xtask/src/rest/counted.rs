//! The program that notes which of its functions have been called: a byte for each, behind what it has of memory.

use super::program::{Body, Program, content};
use crate::shell::Problem;
use wasm_encoder::{
    CodeSection, Encode as _, Instruction, MemArg, MemorySection, MemoryType, SectionId,
};

const PAGE_BYTES: u64 = 1 << 16;

/// The program, and where in its memory the bytes begin.
pub fn counted(wasm: &[u8]) -> Result<(Vec<u8>, u64), Problem> {
    let program = Program::read(wasm)?;
    let Some(memory) = program.memory else {
        return Err(Problem::new(
            "the page's program has no memory of its own",
            "wasm-bindgen writes it: is it another version?",
        ));
    };
    let begin = memory.minimum * PAGE_BYTES;
    let pages = (program.bodies.len() as u64).div_ceil(PAGE_BYTES);
    // Rust's allocator asks for memory behind what there is: nobody else writes here.
    let larger = MemoryType {
        minimum: memory.minimum + pages,
        maximum: memory.maximum.map(|maximum| maximum + pages),
        ..memory
    };
    let mut code = CodeSection::new();
    for (body, place) in program.bodies.iter().zip(begin..) {
        code.raw(&noting(body, place)?);
    }
    let mut memories = MemorySection::new();
    memories.memory(larger);
    let counting = program.with(&[
        (SectionId::Memory, content(&memories)),
        (SectionId::Code, content(&code)),
    ]);
    Ok((counting, begin))
}

/// A function that first says that it was called.
fn noting(body: &Body, place: u64) -> Result<Vec<u8>, Problem> {
    let (locals, code) = body.halves()?;
    let mut noting = locals.to_vec();
    Instruction::I32Const(0).encode(&mut noting);
    Instruction::I32Const(1).encode(&mut noting);
    let byte = MemArg {
        offset: place,
        align: 0,
        memory_index: 0,
    };
    Instruction::I32Store8(byte).encode(&mut noting);
    noting.extend(code);
    Ok(noting)
}
