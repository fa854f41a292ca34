//! Prints the kernel of a seed: `cargo run -p warpstep-generator --example kernel -- 42`.
#![expect(clippy::print_stdout, reason = "an example for the terminal")]

use generator::{Source, generate};

fn main() {
    let seed = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let kernel = generate(&mut Source::from_seed(seed.unwrap_or(0)));
    println!("{}", kernel.source);
    println!("// workgroups {:?}", kernel.dispatch.workgroups);
    println!("// overrides {:?}", kernel.dispatch.overrides);
}
