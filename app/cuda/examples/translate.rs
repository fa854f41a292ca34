//! Prints the translation of a file: `cargo run -p cuda --example translate -- FILE [KERNEL [TEMPLATE ARGUMENTS]]`.

use std::io::Write;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let source = std::fs::read_to_string(path).unwrap_or_default();
    let request = cuda::Request {
        kernel: arguments.next(),
        template: arguments.collect(),
        double: cuda::Double::AsFloat,
        ..cuda::Request::default()
    };
    let text = match cuda::translate(&source, &request) {
        Ok(made) => made.wgsl,
        Err(errors) => errors
            .iter()
            .map(|error| format!("{}:{}: {error}\n", error.line, error.column))
            .collect(),
    };
    // A closed pipe needs no message.
    let _ = std::io::stdout().write_all(text.as_bytes());
}
