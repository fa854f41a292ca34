//! The engine's worker: takes orders, works in slices of one or two frames, and reports its progress to the page.

mod drafts;

use crate::compiler::{Compiler, Gone};
use crate::protocol::{Encoded, Job, News, Order, Report, Took, decode, encode};
use crate::run::{Comparison, LastProgram, LastText, LastTwin};
use launch::draft::Draft;
use launch::draft::language::{CudaKernel, CudaText};
use launch::twin::TwinText;
use lessons::GalleryKernel;
use simt::{Execution, Kernel, KernelError, Program, TracePart};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// The engine works this long before it reads new messages.
const SLICE_MILLIS: f64 = 30.0;
/// Warp steps between two readings of the clock. A step takes nanoseconds to a microsecond, so this is a part of a
/// slice.
const STEPS_AT_ONCE: u64 = 20_000;
/// Words compared with the reference between two readings of the clock.
const COMPARED_AT_ONCE: usize = 1024;

/// An order that needs time.
#[derive(Debug)]
enum Task {
    Run(Box<Job>),
    RunDraft { id: u32, draft: Box<Draft> },
    Join { id: u32, texts: [String; 2] },
}

/// The reason why a run has no report.
#[derive(Debug)]
enum Stopped {
    Refused(KernelError),
    /// A newer order has replaced this one.
    Cancelled,
}

#[derive(Debug)]
struct Engine {
    scope: DedicatedWorkerGlobalScope,
    prebuilt: fn(&Kernel) -> Option<Program>,
    compiler: Compiler,
    program: RefCell<LastProgram>,
    text: RefCell<LastText>,
    twin: RefCell<LastTwin>,
    newest: RefCell<Option<Task>>,
    /// Increases with every order; a job with an older number stops.
    orders: Cell<u32>,
    busy: Cell<bool>,
}

/// Starts the engine in the worker that this program runs in.
pub fn start(prebuilt: fn(&Kernel) -> Option<Program>) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let engine = Rc::new(Engine {
        scope: scope.clone(),
        prebuilt,
        compiler: Compiler::at(&scope.name()),
        program: RefCell::default(),
        text: RefCell::default(),
        twin: RefCell::default(),
        newest: RefCell::default(),
        orders: Cell::new(0),
        busy: Cell::new(false),
    });
    let listener = Rc::clone(&engine);
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        if let Some(order) = decode(&bytes) {
            Engine::take(&listener, order);
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The listener lives as long as the worker.
    on_message.forget();
    engine.tell(&News::Ready);
}

/// The CUDA text of a run, and the kernel of it that runs.
type OfCuda = (CudaText, CudaKernel);

/// Returns the gallery kernel whose CUDA twin this is.
fn twin_of(kernel: &Kernel) -> Option<&'static GalleryKernel> {
    GalleryKernel::by_name(&kernel.name).filter(|kernel_of_gallery| kernel_of_gallery.twin == kernel.source)
}

fn text_of(twin: &TwinText) -> OfCuda {
    let text = CudaText {
        source: twin.source.clone(),
        ..CudaText::default()
    };
    let kernel = CudaKernel {
        name: twin.kernel.clone(),
        template: twin.template.clone(),
    };
    (text, kernel)
}

fn ended(id: u32, ran: Result<Report, Stopped>) -> News {
    match ran {
        Ok(report) => News::Finished {
            id,
            report: Box::new(report),
        },
        Err(Stopped::Refused(error)) => News::Refused { id, error },
        Err(Stopped::Cancelled) => News::Cancelled { id },
    }
}

impl Engine {
    fn take(engine: &Rc<Self>, order: Order) {
        engine.orders.set(engine.orders.get().wrapping_add(1));
        *engine.newest.borrow_mut() = match order {
            Order::Run(job) => Some(Task::Run(job)),
            Order::RunDraft { id, draft } => Some(Task::RunDraft { id, draft }),
            Order::Join { id, first, second } => Some(Task::Join {
                id,
                texts: [first, second],
            }),
            Order::Cancel => None,
        };
        if !engine.busy.replace(true) {
            let engine = Rc::clone(engine);
            spawn_local(async move {
                loop {
                    let Some(task) = engine.newest.borrow_mut().take() else {
                        break;
                    };
                    let news = match task {
                        Task::Run(job) => engine.work(&job).await,
                        Task::RunDraft { id, draft } => engine.work_at_draft(id, &draft).await,
                        Task::Join { id, texts } => engine.join(id, texts).await,
                    };
                    // Without its compiler the engine has failed, and the page receives the worker's error.
                    if let Ok(news) = news {
                        engine.tell(&news);
                    }
                }
                engine.busy.set(false);
            });
        }
    }

    /// Returns the kernel's program: the last one, the gallery's, or a newly compiled one.
    async fn program(&self, kernel: &Kernel) -> Result<Result<Rc<Program>, KernelError>, Gone> {
        if let Some(program) = self.program.borrow().of(kernel) {
            return Ok(Ok(program));
        }
        let made = match (self.prebuilt)(kernel) {
            Some(program) => Ok(program),
            None => self.compiler.program(kernel).await?,
        };
        Ok(made.map(|program| self.program.borrow_mut().keep(kernel, program)))
    }

    async fn join(&self, id: u32, [first, second]: [String; 2]) -> Result<News, Gone> {
        let reply = self.compiler.join(first, second).await?;
        Ok(News::Joined {
            id,
            reply: Encoded::new(&reply),
        })
    }

    async fn work(&self, job: &Job) -> Result<News, Gone> {
        let id = job.id;
        if let Some(kernel) = twin_of(&job.kernel) {
            return self.work_at_twin(job, kernel).await;
        }
        let order = self.orders.get();
        let begun = self.now();
        let program = match self.program(&job.kernel).await? {
            Ok(program) => program,
            Err(error) => return Ok(News::Refused { id, error }),
        };
        let comparison = Comparison::new(job);
        let ran = self.execute(job, &program, comparison, None, (order, begun), &|_| 0);
        Ok(ended(id, ran.await))
    }

    /// Runs the CUDA twin of a gallery kernel. The job has the dispatch of the WGSL text.
    async fn work_at_twin(&self, job: &Job, kernel: &'static GalleryKernel) -> Result<News, Gone> {
        let id = job.id;
        let order = self.orders.get();
        let begun = self.now();
        let refused = |error| Ok(News::Refused { id, error });
        let program = match self.program(&kernel.kernel).await? {
            Ok(program) => program,
            Err(error) => return refused(error),
        };
        let text = TwinText::of(kernel, &program, &job.dispatch);
        let kept = self.twin.borrow().of(&text);
        let twin = match kept {
            Some(twin) => twin,
            None => match self.compiler.twin(&text).await? {
                Ok(twin) => self.twin.borrow_mut().keep(text.clone(), twin),
                Err(error) => return refused(error),
            },
        };
        let dispatch = match twin.dispatch(&program, &job.dispatch) {
            Ok(dispatch) => dispatch,
            Err(error) => return refused(error),
        };
        let job = Job {
            dispatch,
            options: job.options.clone().by_cuda(),
            ..job.clone()
        };
        let cuda = text_of(&text);
        let output = program.bindings.get(kernel.output());
        let place = output.and_then(|output| twin.place(&output.name));
        let comparison = place.and_then(|place| Comparison::of(&job, kernel, place));
        let begun = (order, begun);
        let ran = self.execute(&job, &twin.program, comparison, Some(&cuda), begun, &|_| 0);
        Ok(ended(id, ran.await))
    }

    /// Runs a job in slices; between them the engine reads its messages and stops if the order was replaced. `wrong` returns
    /// the number of values that are not as expected.
    async fn execute(
        &self,
        job: &Job,
        program: &Program,
        mut comparison: Option<Comparison>,
        cuda: Option<&OfCuda>,
        (order, begun): (u32, f64),
        wrong: &dyn Fn(&[Vec<u32>]) -> u64,
    ) -> Result<Report, Stopped> {
        let id = job.id;
        let mut execution = Execution::new(program, &job.dispatch, &job.options).map_err(Stopped::Refused)?;
        self.advance(id, &mut execution, order).await?;
        self.send_ahead(id, &mut execution);
        let mut run = execution.finish();
        let run_millis = self.now() - begun;
        simt::weigh(program, &job.dispatch, &job.options, &mut run);
        // Fixes are tried before they are shown. Those of the gallery are tried by a test.
        let of_gallery = GalleryKernel::by_name(&job.kernel.name);
        let is_tried = of_gallery.is_some_and(|kernel_of_gallery| kernel_of_gallery.kernel == job.kernel);
        let mut findings = run.findings.iter();
        if !is_tried && findings.any(|finding| finding.suggested_fix.is_some()) {
            let trials = match cuda {
                Some((text, kernel)) => {
                    let made = self.compiler.cuda_trials(text, kernel, &run.findings);
                    made.await
                }
                None => self.compiler.trials(&job.kernel, &run.findings).await,
            };
            let trials = trials.unwrap_or_default();
            simt::mend(&trials, &job.dispatch, &job.options, &mut run, wrong);
        }
        let mut check = None;
        let mut slice = self.now();
        while let (None, Some(comparison)) = (check, &mut comparison) {
            check = comparison.advance(&run, COMPARED_AT_ONCE);
            if self.now() - slice > SLICE_MILLIS {
                self.look_at_mail().await;
                if self.orders.get() != order {
                    return Err(Stopped::Cancelled);
                }
                slice = self.now();
            }
        }
        let mut report = Report::of(job, program, run, check);
        report.took = Some(Took {
            run_millis,
            elapsed_millis: self.now() - begun,
        });
        Ok(report)
    }

    /// Advances an execution to its end, in slices.
    async fn advance(&self, id: u32, execution: &mut Execution<'_>, order: u32) -> Result<(), Stopped> {
        let mut slice = self.now();
        loop {
            let progress = execution.advance(STEPS_AT_ONCE);
            if progress.finished {
                return Ok(());
            }
            self.send_ahead(id, execution);
            if self.now() - slice < SLICE_MILLIS {
                continue;
            }
            self.tell(&News::Progress {
                id,
                done: progress.workgroups_done,
                all: progress.workgroups,
            });
            self.look_at_mail().await;
            if self.orders.get() != order {
                return Err(Stopped::Cancelled);
            }
            slice = self.now();
        }
    }

    fn now(&self) -> f64 {
        self.scope.performance().map_or(0.0, |performance| performance.now())
    }

    /// Sends the complete parts of the trace to the page, which frees their memory here.
    fn send_ahead(&self, id: u32, execution: &mut Execution<'_>) {
        while let Some(TracePart { table, words }) = execution.take_trace_part() {
            let words = js_sys::Uint32Array::from(words.as_slice());
            let head = js_sys::Uint8Array::from(encode(&News::Part { id, table }).as_slice());
            let message = js_sys::Array::of2(&head, &words);
            let transfer = js_sys::Array::of2(&head.buffer(), &words.buffer());
            // A page that has closed needs no message, so a failure does not matter.
            let _ = self.scope.post_message_with_transfer(&message, &transfer);
        }
    }

    fn tell(&self, news: &News) {
        let bytes = js_sys::Uint8Array::from(encode(news).as_slice());
        let transfer = js_sys::Array::of1(&bytes.buffer());
        // A page that has closed needs no message, so a failure does not matter.
        let _ = self.scope.post_message_with_transfer(&bytes, &transfer);
    }

    /// Lets waiting messages arrive. A message to the worker itself is faster than a timer, which browsers delay by 4
    /// ms.
    async fn look_at_mail(&self) {
        let Ok(channel) = MessageChannel::new() else {
            return;
        };
        let waiting = js_sys::Promise::new(&mut |resolve, _| channel.port1().set_onmessage(Some(&resolve)));
        if channel.port2().post_message(&JsValue::NULL).is_ok() {
            let _ = JsFuture::from(waiting).await;
        }
        channel.port1().close();
    }
}
