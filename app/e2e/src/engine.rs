//! The engine by itself: jobs go to a worker of its own and its answers come back, without the page between.

use crate::browser::Browser;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use ui::protocol::{Job, News, Order, decode, encode};

/// Sends orders one after the other, each when the one before is answered. The first byte of a message says what it
/// is: 0 for ready, 1 for progress.
const SCRIPT: &str = "
    const [orders, done] = [arguments[0], arguments[arguments.length - 1]];
    const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const text = bytes => {
        let letters = '';
        for (let at = 0; at < bytes.length; at += 8192) {
            letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
        }
        return btoa(letters);
    };
    const worker = new Worker('./engine_loader.js');
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
    worker.onmessage = event => {
        const message = new Uint8Array(event.data);
        if (message[0] === 1) return;
        if (message[0] !== 0) answers.push(text(message));
        next();
    };
";

impl Browser {
    /// The engine's answer to each job, in order.
    ///
    /// # Panics
    /// If the engine dies, with the number of the job that killed it.
    pub async fn engine(&self, jobs: &[Job]) -> Vec<News> {
        let orders: Vec<String> = jobs
            .iter()
            .map(|job| STANDARD.encode(encode(&Order::Run(Box::new(job.clone())))))
            .collect();
        let answers = self.script_of(SCRIPT, vec![Value::from(orders)]).await;
        let answers = answers.as_array().cloned().unwrap_or_default();
        answers
            .iter()
            .enumerate()
            .map(|(number, answer)| {
                let text = answer.as_str().unwrap_or_default();
                let bytes = STANDARD.decode(text);
                bytes
                    .ok()
                    .and_then(|bytes| decode(&bytes))
                    .unwrap_or_else(|| panic!("job {number}: {text}"))
            })
            .collect()
    }
}
