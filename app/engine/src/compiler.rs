//! The compiler: a separate worker, which the engine starts for the first text outside the gallery.

use crate::protocol::{decode, encode};
use launch::draft::language::{CudaKernel, CudaText};
use launch::translate::{Compiled, CompiledCuda};
use launch::twin::{Twin, TwinText};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use simt::{Finding, JoinError, Joined, Kernel, KernelError, Program, Trial};
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, ErrorEvent, MessageEvent, Worker};

/// The worker's address in a page that has not been finished as a site.
const ADDRESS: &str = "./compiler_loader.js";

/// The functions that compile texts. Only a program that refers to them contains the front ends.
#[derive(Clone, Copy, Debug)]
pub struct FrontEnd {
    pub compile: fn(&str, Option<&str>) -> Result<Program, KernelError>,
    pub compile_all: fn(&str) -> Result<Vec<Compiled>, Vec<KernelError>>,
    pub trials: fn(&str, Option<&str>, &[Finding]) -> Vec<Trial>,
    pub cuda_trials: fn(&CudaText, &CudaKernel, &[Finding]) -> Vec<Trial>,
    pub join: fn(&str, &str) -> Result<Joined, JoinError>,
    pub translate: fn(&CudaText) -> Result<CompiledCuda, Vec<KernelError>>,
    pub twin: fn(&TwinText) -> Result<Twin, KernelError>,
}

/// A request from the engine to the compiler. The answer is a `Result` with the programs.
#[derive(Debug, Serialize, Deserialize)]
enum Question {
    Program(Kernel),
    All(String),
    /// The fixes that may remove these findings of an entry point.
    Trials(Kernel, Vec<Finding>),
    /// The same for a kernel of a CUDA text.
    CudaTrials(CudaText, CudaKernel, Vec<Finding>),
    /// One text with the entry points of two.
    Join(String, String),
    /// All kernels of a CUDA text.
    Cuda(CudaText),
    /// The CUDA twin of a gallery kernel.
    Twin(TwinText),
}

/// Returns the message that asks for the kernels of a CUDA text.
pub fn question_about(text: &CudaText) -> Vec<u8> {
    encode(&Question::Cuda(text.clone()))
}

/// Starts the compiler in the worker that this program runs in.
pub fn start(front_end: FrontEnd) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let answering = scope.clone();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        let Some(question) = decode(&bytes) else {
            return;
        };
        let answer = match question {
            Question::Program(kernel) => encode(&(front_end.compile)(&kernel.source, kernel.entry_point.as_deref())),
            Question::All(text) => encode(&(front_end.compile_all)(&text)),
            Question::Trials(kernel, findings) => encode(&(front_end.trials)(
                &kernel.source,
                kernel.entry_point.as_deref(),
                &findings,
            )),
            Question::CudaTrials(text, kernel, findings) => encode(&(front_end.cuda_trials)(&text, &kernel, &findings)),
            Question::Join(first, second) => encode(&(front_end.join)(&first, &second)),
            Question::Cuda(text) => encode(&(front_end.translate)(&text)),
            Question::Twin(text) => encode(&(front_end.twin)(&text)),
        };
        // An engine that has ended needs no answer, so a failure does not matter.
        let _ = answering.post_message(&js_sys::Uint8Array::from(answer.as_slice()));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The listener lives as long as the worker.
    on_message.forget();
    // The first message says that the compiler is ready.
    let _ = scope.post_message(&JsValue::NULL);
}

/// The compiler's worker cannot start, or has stopped.
#[derive(Debug)]
pub struct Gone;

/// The engine's end of the compiler.
#[derive(Debug)]
pub struct Compiler {
    address: String,
    worker: RefCell<Option<Worker>>,
}

impl Compiler {
    /// Creates a client for the worker at an address, the first word of the engine's name. The worker starts at the first
    /// request, unless the engine's loader has started it.
    pub fn at(name: &str) -> Self {
        let address = name.split(' ').next().unwrap_or_default();
        let address = if address.is_empty() { ADDRESS } else { address };
        Compiler {
            address: address.to_owned(),
            worker: RefCell::new(None),
        }
    }

    pub async fn program(&self, kernel: &Kernel) -> Result<Result<Program, KernelError>, Gone> {
        self.ask(&Question::Program(kernel.clone())).await
    }

    /// Compiles every entry point of a text in one pass of the front end.
    pub async fn compile_all(&self, text: String) -> Result<Result<Vec<Compiled>, Vec<KernelError>>, Gone> {
        self.ask(&Question::All(text)).await
    }

    /// Translates and compiles every kernel of a CUDA text.
    pub async fn translate(&self, text: CudaText) -> Result<Result<CompiledCuda, Vec<KernelError>>, Gone> {
        self.ask(&Question::Cuda(text)).await
    }

    /// Translates and compiles the CUDA twin of a gallery kernel.
    pub async fn twin(&self, text: &TwinText) -> Result<Result<Twin, KernelError>, Gone> {
        self.ask(&Question::Twin(text.clone())).await
    }

    /// Applies the fixes that may remove findings of a kernel, and compiles each text.
    pub async fn trials(&self, kernel: &Kernel, findings: &[Finding]) -> Result<Vec<Trial>, Gone> {
        self.ask(&Question::Trials(kernel.clone(), findings.to_vec())).await
    }

    /// The same for a kernel of a CUDA text.
    pub async fn cuda_trials(
        &self,
        text: &CudaText,
        kernel: &CudaKernel,
        findings: &[Finding],
    ) -> Result<Vec<Trial>, Gone> {
        let question = Question::CudaTrials(text.clone(), kernel.clone(), findings.to_vec());
        self.ask(&question).await
    }

    /// Makes one text of two.
    pub async fn join(&self, first: String, second: String) -> Result<Result<Joined, JoinError>, Gone> {
        self.ask(&Question::Join(first, second)).await
    }

    /// Sends a request and waits for the answer. The engine sends one request at a time.
    ///
    /// # Errors
    /// [`Gone`]
    async fn ask<T: DeserializeOwned>(&self, question: &Question) -> Result<T, Gone> {
        let kept = self.worker.borrow().clone();
        let worker = match kept {
            Some(worker) => worker,
            None => self.start().await?,
        };
        let answer = next_message(&worker);
        let bytes = js_sys::Uint8Array::from(encode(question).as_slice());
        worker.post_message(&bytes).map_err(|_| Gone)?;
        let event = JsFuture::from(answer).await.map_err(|_| Gone)?;
        let event: MessageEvent = event.dyn_into().map_err(|_| Gone)?;
        decode(&js_sys::Uint8Array::new(&event.data()).to_vec()).ok_or(Gone)
    }

    async fn start(&self) -> Result<Worker, Gone> {
        let early = started_early();
        let worker = match &early {
            Some((worker, _)) => worker.clone(),
            None => Worker::new(&self.address).map_err(|_| Gone)?,
        };
        // This error ends the engine too and so reaches the page, which starts both again.
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(|_| wasm_bindgen::throw_str("the compiler stopped"));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // The listener lives as long as the worker.
        on_error.forget();
        let ready = early.map_or_else(|| next_message(&worker), |(_, ready)| ready);
        JsFuture::from(ready).await.map_err(|_| Gone)?;
        *self.worker.borrow_mut() = Some(worker.clone());
        Ok(worker)
    }
}

/// Returns the worker that `assets/engine_loader.js` has started, and its first message. Only the first call has it.
fn started_early() -> Option<(Worker, js_sys::Promise)> {
    let global = js_sys::global();
    let early = js_sys::Reflect::get(&global, &"warpstepCompiler".into()).ok()?;
    let part = |name: &str| js_sys::Reflect::get(&early, &name.into()).ok();
    let worker = part("worker")?.dyn_into().ok()?;
    let ready = part("ready")?.dyn_into().ok()?;
    js_sys::Reflect::delete_property(&global, &"warpstepCompiler".into()).ok()?;
    Some((worker, ready))
}

fn next_message(worker: &Worker) -> js_sys::Promise {
    js_sys::Promise::new(&mut |resolve, _| worker.set_onmessage(Some(&resolve)))
}
