//! Prints the bytecode of a kernel: `cargo run -p simt --example bytecode -- shaders/reduce_neighbored.wgsl`.

fn main() {
    let path = std::env::args().nth(1).expect("a path to a WGSL file");
    let text = std::fs::read_to_string(&path).expect("a readable file");
    let program = simt::compile(&text, None).expect("a kernel");
    eprintln!("{program:#?}");
}
