//! The program that notes which of its functions have been called: a byte for each, behind what it has of memory.

use super::program::{Body, Program, unreadable};
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
    let code = &body.code;
    let begin = code
        .get_operators_reader()
        .map_err(|error| unreadable(&error.to_string()))?
        .original_position();
    let (locals, code) = code
        .as_bytes()
        .split_at((begin - code.range().start) as usize);
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

/// A section's content without its length.
pub fn content(section: &impl wasm_encoder::Encode) -> Vec<u8> {
    let mut bytes = Vec::new();
    section.encode(&mut bytes);
    let more = |byte: &u8| byte & 0x80 != 0;
    let length = bytes.iter().take_while(|byte| more(byte)).count() + 1;
    bytes.split_off(length)
}
