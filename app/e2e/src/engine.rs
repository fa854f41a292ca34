//! Runs jobs in the engine's worker without the page, and compares the answers with native runs.

use crate::browser::Browser;
use crate::bytes;
use engine::protocol::{Job, News, Order, Parts, decode, encode};
use serde_json::Value;
use simt::{Trace, compile, run};
use std::fmt::Debug;

/// Posts orders one after another, each after the answer to the last one. The first byte of a message is its kind: 0 is
/// ready, 1 is progress.
const SCRIPT: &str = "
    const [orders, done] = [arguments[0], arguments[arguments.length - 1]];
    const worker = new Worker(
        document.querySelector('meta[name=warpstep-engine]')?.content ?? './engine_loader.js',
        { name: document.querySelector('meta[name=warpstep-compiler]')?.content ?? '' },
    );
    const answers = [];
    const next = () => {
        if (answers.length === orders.length) {
            worker.terminate();
            done(answers);
        } else {
            worker.postMessage(bytes(orders[answers.length]));
        }
    };
    worker.onerror = event => {
        worker.terminate();
        done([...answers, 'the engine died: ' + event.message]);
    };
    let parts = [];
    worker.onmessage = event => {
        if (Array.isArray(event.data)) {
            const [head, words] = event.data;
            parts.push([text(head), text(new Uint8Array(words.buffer))]);
            return;
        }
        const message = new Uint8Array(event.data);
        if (message[0] === 1) return;
        if (message[0] !== 0) answers.push([text(message), parts]);
        parts = [];
        next();
    };
";

/// Returns the order to run a job, in base64.
pub fn order(job: &Job) -> String {
    bytes::encode(&encode(&Order::Run(Box::new(job.clone()))))
}

impl Browser {
    /// Returns the engine's answer to each job, in order.
    ///
    /// # Panics
    /// Panics with the number of the job if the engine dies.
    pub async fn engine(&self, jobs: &[Job]) -> Vec<News> {
        let orders: Vec<String> = jobs.iter().map(order).collect();
        let script = format!("{}{SCRIPT}", bytes::SCRIPT);
        let answers = self.script_of(&script, vec![Value::from(orders)]).await;
        let answers = answers.as_array().cloned().unwrap_or_default();
        answers
            .iter()
            .zip(jobs)
            .map(|(answer, job)| answered(answer).unwrap_or_else(|| panic!("job {}: {answer}", job.id)))
            .collect()
    }
}

/// Decodes an answer, and adds the parts of the trace that came before it.
fn answered(answer: &Value) -> Option<News> {
    let read = |text: &Value| bytes::decode(text.as_str()?);
    let mut news = decode(&read(&answer[0])?)?;
    let mut parts = Parts::default();
    for part in answer[1].as_array()? {
        let words = read(&part[1])?;
        let words = words
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        if let News::Part { id, table } = decode(&read(&part[0])?)? {
            parts.keep(id, table, words.collect());
        }
    }
    if let News::Finished { id, report } = &mut news {
        parts.complete(*id, report);
    }
    Some(news)
}

/// Returns how the engine's answer differs from the native run; `None` if they are equal.
pub fn difference(job: &Job, news: &News) -> Option<String> {
    let native = compile(&job.kernel.source, job.kernel.entry_point.as_deref()).and_then(|program| {
        let mut run = run(&program, &job.dispatch, &job.options)?;
        let entry_point = Some(program.entry_point.as_str());
        let trials = simt::trials(&job.kernel.source, entry_point, &run.findings);
        simt::mend(&trials, &job.dispatch, &job.options, &mut run, &|_| 0);
        Ok(run)
    });
    let (native, report) = match (native, news) {
        (Ok(native), News::Finished { id, report }) if *id == job.id => (native, report),
        (Err(native), News::Refused { error, .. }) if *error == native => return None,
        (native, news) => {
            let native = native.map(|run| run.outcome);
            return Some(format!("natively {native:?}, in the browser {news:?}"));
        }
    };
    let buffers = native.buffers_fingerprint();
    let trace = native.trace.as_ref().map_or(0, Trace::fingerprint);
    unequal("outcome", &native.outcome, &report.outcome)
        .or_else(|| unequal("findings", &native.findings, &report.findings))
        .or_else(|| unequal("metrics", &native.metrics, &report.metrics))
        .or_else(|| unequal("buffers", &buffers, &report.buffers_fingerprint))
        .or_else(|| unequal("trace", &trace, &report.fingerprint))
        .or_else(|| (native.trace != report.trace).then(|| "the trace's parts differ".to_owned()))
}

fn unequal<T: PartialEq + Debug>(what: &str, native: &T, browser: &T) -> Option<String> {
    (native != browser).then(|| format!("{what}: natively {native:?}, in the browser {browser:?}"))
}
