//! `warpstep exec`: one JSON object a line in, one a line out, in order; no line ends the program.

mod answer;
mod lines;
mod request;
mod run;

use crate::problem::Problem;
use answer::Answer;
use lines::{Line, Lines};
use request::Request;
use std::any::Any;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers every line until the input ends.
pub fn answer_all(input: impl BufRead, out: &mut impl Write) -> Result<(), Problem> {
    // A panic becomes an answer; its own message would only mix with other output.
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

/// What the work gives, or the answer that it panicked.
fn guarded(work: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| written(&Answer::internal(&message(&*panic))))
}

fn answer(line: &[u8]) -> Answer {
    match Request::read(line) {
        Ok(Request::Compile(request)) => run::compile(&request),
        Ok(Request::Run(request)) => run::run(*request),
        Err(message) => Answer::request(message),
    }
}

fn written(answer: &Answer) -> Vec<u8> {
    // Nothing in an answer can fail to be written; should it, the line still gets one.
    serde_json::to_vec(answer).unwrap_or_else(|_| br#"{"ok":false}"#.to_vec())
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
