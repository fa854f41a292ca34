//! Asks the compiler's worker without the page, and times its answers.

use crate::browser::Browser;
use crate::bytes;
use engine::compiler::question_about;
use launch::draft::language::CudaText;
use serde_json::Value;

/// Posts a question several times, each after the answer to the last one. The first message says that the worker is
/// ready.
const SCRIPT: &str = "
    const [question, runs, done] = [arguments[0], arguments[1], arguments[arguments.length - 1]];
    const worker = new Worker(
        document.querySelector('meta[name=warpstep-compiler]')?.content ?? './compiler_loader.js',
    );
    const times = [];
    let begun;
    const next = () => {
        begun = performance.now();
        worker.postMessage(bytes(question));
    };
    worker.onerror = event => done('the compiler died: ' + event.message);
    worker.onmessage = () => {
        if (begun !== undefined) times.push(performance.now() - begun);
        if (times.length < runs) return next();
        worker.terminate();
        done(times);
    };
";

impl Browser {
    /// Returns the milliseconds from a question about a CUDA text to its answer, once for each run.
    ///
    /// # Panics
    /// Panics if the worker dies.
    pub async fn compiler_millis(&self, text: &CudaText, runs: u32) -> Vec<f64> {
        let script = format!("{}{SCRIPT}", bytes::SCRIPT);
        let question = bytes::encode(&question_about(text));
        let answer = self
            .script_of(&script, vec![Value::from(question), Value::from(runs)])
            .await;
        let times = answer.as_array().unwrap_or_else(|| panic!("{answer}"));
        times.iter().filter_map(Value::as_f64).collect()
    }
}
