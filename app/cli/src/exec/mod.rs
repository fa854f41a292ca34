//! `warpstep exec`: reads one JSON object per line and writes one answer per line, in order; no input ends the program.

mod answer;
mod cuda;
mod lines;
mod request;
mod run;

use crate::problem::Problem;
use crate::visible::write_json;
use answer::Answer;
use lines::{Line, Lines};
use request::Request;
use std::any::Any;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers every line until the input ends.
pub fn answer_all(input: impl BufRead, out: &mut impl Write) -> Result<(), Problem> {
    // A panic becomes an answer, so the default message on standard error would only be noise.
    std::panic::set_hook(Box::new(|_| {}));
    for line in Lines::new(input) {
        let text = match line {
            Ok(Line::Text(bytes)) => guarded(|| written(&answer(&bytes))),
            Ok(Line::TooLong) => written(&Answer::request(format!(
                "a line has more than {} bytes",
                lines::MOST_BYTES
            ))),
            Err(error) => {
                return Err(Problem::Input {
                    path: "standard input".to_owned(),
                    error,
                });
            }
        };
        out.write_all(&text)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

/// Returns the result of the work, or an answer that reports its panic.
fn guarded(work: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| written(&Answer::internal(&message(&*panic))))
}

fn answer(line: &[u8]) -> Answer {
    match Request::read(line) {
        Ok(Request::Compile(mut request)) => match (request.wgsl.take(), request.cuda.take()) {
            (_, Some(text)) => cuda::compile(&text, &request),
            (text, None) => run::compile(&text.unwrap_or_default()),
        },
        Ok(Request::Run(mut request)) => match request.cuda.take() {
            Some(text) => cuda::run(&text, *request),
            None => run::run(*request),
        },
        Err(message) => Answer::request(message),
    }
}

fn written(answer: &Answer) -> Vec<u8> {
    // Serializing an answer cannot fail; if it ever did, the line would still get an answer.
    let mut line = Vec::new();
    match write_json(&mut line, answer) {
        Ok(()) => line,
        Err(_) => br#"{"ok":false}"#.to_vec(),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the machine gave up: {}", text.unwrap_or("no reason given"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        let answer = guarded(|| panic!("index {} is odd", 7));
        assert_eq!(
            String::from_utf8(answer).expect("text"),
            r#"{"ok":false,"error":{"kind":"internal","message":"the machine gave up: index 7 is odd","line":null,"column":null}}"#
        );
    }
}
