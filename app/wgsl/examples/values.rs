//! Prints a line for each text of the standard input, which null characters separate: the value of its constant `x`.

use std::io::{Read, Write};

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).expect("the input is text");
    let mut output = std::io::stdout().lock();
    for text in input.split('\0') {
        let line = match wgsl::check(text) {
            Ok(checked) => {
                let variable = checked.variables.iter().find(|variable| variable.name == "x");
                variable
                    .and_then(|variable| variable.value.as_ref())
                    .map_or("-".to_owned(), |value| checked.types.value_text(value))
            }
            Err(_) => "-".to_owned(),
        };
        writeln!(output, "{line}").expect("the output takes a line");
    }
}
