//! Prints a line for each text of the standard input, which null characters separate: `ok`, or the error.

use std::io::{Read, Write};

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).expect("the input is text");
    let mut output = std::io::stdout().lock();
    for text in input.split('\0') {
        let line = match wgsl::check(text) {
            Ok(checked) => match checked.separations.first() {
                Some(separation) => format!("Uniformity {}: {separation}", separation.line),
                None => "ok".to_owned(),
            },
            Err(error) => {
                let before = &text[..(error.span.start as usize).min(text.len())];
                let line = before.matches('\n').count() + 1;
                format!("{:?} {line}: {}", error.rule, error.message).replace('\n', " ")
            }
        };
        writeln!(output, "{line}").expect("the output takes a line");
    }
}
