//! The page's end of the engine: sends one order at a time, returns its reply as a future, and starts a new worker when
//! one dies or hangs.

use crate::browser::head;
use crate::run::recorded::Recorded;
use engine::protocol::{
    DraftReply, DraftReport, Encoded, Job, JoinReply, News, Order, Parts, Report, TextRefusal, decode, encode,
};
use futures::channel::oneshot;
use launch::draft::Draft;
use leptos::prelude::*;
use simt::KernelError;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions};

/// The `<meta>` that names the engine in a finished site.
const ENGINE: &str = "warpstep-engine";
/// The engine's address in a page that has not been finished as a site.
const ADDRESS: &str = "./engine_loader.js";
/// The property of `window` where `assets/early.js` stores the worker that it has started.
const EARLY: &str = "warpstepEngine";
/// A working engine sends messages many times a second. The front end may need a while for hostile text.
const SILENCE_MILLIS: f64 = 6_000.0;
/// The first message may wait for a slow network.
const START_MILLIS: f64 = 60_000.0;
const WATCH: Duration = Duration::from_millis(500);
/// After this many deaths in a row, only the reader can start the engine again.
const MOST_DEATHS: u32 = 3;

/// Why an order has no reply.
#[derive(Clone, Debug, PartialEq)]
pub enum RunError {
    /// The kernel cannot start.
    Refused(KernelError),
    /// A draft's text has these errors.
    Text(Box<TextRefusal>),
    /// The worker ended. The next order starts a new one.
    Died,
    /// The worker was silent for too long and was ended. The next order starts a new one.
    Hangs,
    /// The worker ended too often: see [`EngineClient::start_again`].
    GaveUp,
    /// A newer order has replaced this one.
    Replaced,
}

/// The reply to an order.
enum Reply {
    Run(Box<Report>),
    /// With the parts of the trace that arrived before it.
    Draft(Encoded<DraftReply>, Parts),
    Joined(Encoded<JoinReply>),
}

/// A callback with the workgroups that have run, and all workgroups of the dispatch.
pub type OnProgress = Box<dyn Fn(u64, u64)>;

/// The order that the engine works on.
struct Call {
    id: u32,
    /// The parts of its trace that have arrived.
    parts: Parts,
    on_progress: Option<OnProgress>,
    /// False while a recorded run may still answer: then the engine's silence means nothing.
    is_sent: bool,
    reply: oneshot::Sender<Result<Reply, RunError>>,
}

struct Inner {
    worker: Option<Worker>,
    recorded: Recorded,
    ready: bool,
    /// The order that was sent before the worker was ready.
    waiting: Option<Order>,
    call: Option<Call>,
    last_id: u32,
    heard_at: f64,
    deaths: u32,
    /// Called when the worker ends while no order waits for its reply.
    on_idle_loss: Rc<dyn Fn(RunError)>,
}

/// The client of the engine. Clones are the same client.
#[derive(Clone)]
pub struct EngineClient(Rc<RefCell<Inner>>);

/// Returns milliseconds since the page was opened.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

impl EngineClient {
    /// Creates a client. It starts a worker only for an order that no prebuilt run answers, or in
    /// [`EngineClient::warm`].
    pub fn new(recorded: Recorded, on_idle_loss: impl Fn(RunError) + 'static) -> Self {
        let inner = Inner {
            worker: None,
            recorded,
            ready: false,
            waiting: None,
            call: None,
            last_id: 0,
            heard_at: 0.0,
            deaths: 0,
            on_idle_loss: Rc::new(on_idle_loss),
        };
        let client = EngineClient(Rc::new(RefCell::new(inner)));
        let watched = client.clone();
        set_interval(move || watched.watch(), WATCH);
        client
    }

    /// Runs a job. A newer order replaces this one; dropping the future cancels the run.
    ///
    /// # Errors
    /// [`RunError`]
    pub async fn run(&self, job: Job, on_progress: Option<OnProgress>) -> Result<Report, RunError> {
        let (call, reply) = self.begin(on_progress);
        let recorded = self.0.borrow().recorded.clone();
        if recorded.are_left() {
            recorded.come().await;
            if !self.is_current(call.id) {
                return Err(RunError::Replaced);
            }
            if let Some(report) = recorded.take(&job) {
                return Ok(report);
            }
        }
        let job = Job { id: call.id, ..job };
        self.send(Order::Run(Box::new(job)));
        match received(reply).await? {
            Reply::Run(report) => Ok(*report),
            Reply::Draft(..) | Reply::Joined(_) => Err(RunError::Replaced),
        }
    }

    /// Compiles a draft's text and runs the draft, as [`EngineClient::run`] does.
    ///
    /// # Errors
    /// [`RunError`]; [`RunError::Refused`] if the text does not compile.
    pub async fn run_draft(&self, draft: Draft, on_progress: OnProgress) -> Result<DraftReport, RunError> {
        let (call, reply) = self.begin(Some(on_progress));
        self.send(Order::RunDraft {
            id: call.id,
            draft: Box::new(draft),
        });
        let Reply::Draft(reply, mut parts) = received(reply).await? else {
            return Err(RunError::Replaced);
        };
        let reply = reply.read().ok_or(RunError::Died)?;
        let mut report = reply.map_err(|refusal| RunError::Text(Box::new(refusal)))?;
        if let Ok((_, run)) = &mut report.run {
            parts.complete(call.id, run);
        }
        Ok(report)
    }

    /// Makes one text of two, with the entry points of both.
    ///
    /// # Errors
    /// [`RunError`]
    pub async fn join(&self, first: String, second: String) -> Result<JoinReply, RunError> {
        let (call, reply) = self.begin(None);
        self.send(Order::Join {
            id: call.id,
            first,
            second,
        });
        match received(reply).await? {
            Reply::Joined(reply) => reply.read().ok_or(RunError::Died),
            Reply::Run(_) | Reply::Draft(..) => Err(RunError::Replaced),
        }
    }

    /// Starts the engine before an order needs it.
    pub fn warm(&self) {
        let has_never_started = {
            let inner = self.0.borrow();
            inner.worker.is_none() && inner.deaths == 0
        };
        if has_never_started {
            self.start();
        }
    }

    /// Returns true if `assets/early.js` has started a worker that no client has taken.
    pub fn is_started_early() -> bool {
        let early = js_sys::Reflect::get(&window(), &JsValue::from(EARLY));
        early.is_ok_and(|early| !early.is_undefined())
    }

    /// Allows a new worker after [`RunError::GaveUp`].
    pub fn start_again(&self) {
        self.0.borrow_mut().deaths = 0;
        self.end();
    }

    /// Replaces the order that the engine works on. The reply of the older one fails with [`RunError::Replaced`].
    fn begin(&self, on_progress: Option<OnProgress>) -> (CancelOnDrop, oneshot::Receiver<Result<Reply, RunError>>) {
        let (sender, receiver) = oneshot::channel();
        let mut inner = self.0.borrow_mut();
        inner.last_id = inner.last_id.wrapping_add(1);
        let id = inner.last_id;
        inner.call = Some(Call {
            id,
            parts: Parts::default(),
            on_progress,
            is_sent: false,
            reply: sender,
        });
        let client = self.clone();
        (CancelOnDrop { client, id }, receiver)
    }

    fn is_current(&self, id: u32) -> bool {
        let inner = self.0.borrow();
        inner.call.as_ref().is_some_and(|call| call.id == id)
    }

    /// Cancels an order if the engine still works on it.
    fn cancel(&self, id: u32) {
        if !self.is_current(id) {
            return;
        }
        let runs = {
            let mut inner = self.0.borrow_mut();
            inner.call = None;
            inner.worker.is_some()
        };
        if runs {
            self.send(Order::Cancel);
        }
    }

    fn send(&self, order: Order) {
        if self.0.borrow().worker.is_none() {
            self.start();
        }
        let mut inner = self.0.borrow_mut();
        inner.heard_at = now();
        if let Some(call) = &mut inner.call {
            call.is_sent = true;
        }
        match (&inner.worker, inner.ready) {
            (Some(worker), true) => post(worker, &order),
            _ => inner.waiting = Some(order),
        }
    }

    fn start(&self) {
        let early = Early::take();
        let ready = early.as_ref().is_some_and(|early| early.ready);
        let Some(worker) = early.map(|early| early.worker).or_else(new_worker) else {
            self.lost(RunError::Died);
            return;
        };
        let (hearing, failing) = (self.clone(), self.clone());
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some((news, words)) = read(&event.data()) {
                hearing.hear(news, words);
            }
        });
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            failing.lost(RunError::Died);
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // A worker lives as long as the page, or until it dies, which is rare; so its two listeners may stay.
        on_message.forget();
        on_error.forget();
        let mut inner = self.0.borrow_mut();
        inner.worker = Some(worker);
        inner.ready = ready;
        inner.heard_at = now();
    }

    fn hear(&self, news: News, words: Vec<u32>) {
        let mut inner = self.0.borrow_mut();
        let inner = &mut *inner;
        inner.heard_at = now();
        let reply = match news {
            News::Ready => {
                inner.ready = true;
                if let (Some(order), Some(worker)) = (inner.waiting.take(), &inner.worker) {
                    post(worker, &order);
                }
                return;
            }
            News::Part { id, table } => {
                if let Some(call) = inner.call.as_mut().filter(|call| call.id == id) {
                    call.parts.keep(id, table, words);
                }
                return;
            }
            News::Progress { id, done, all } => {
                let call = inner.call.as_ref().filter(|call| call.id == id);
                if let Some(on_progress) = call.and_then(|call| call.on_progress.as_ref()) {
                    on_progress(done, all);
                }
                return;
            }
            News::Finished { id, report } => (id, Ok(Reply::Run(report))),
            News::DraftFinished { id, reply } => (id, Ok(Reply::Draft(reply, Parts::default()))),
            News::Joined { id, reply } => (id, Ok(Reply::Joined(reply))),
            News::Refused { id, error } => (id, Err(RunError::Refused(error))),
            News::Cancelled { id } => (id, Err(RunError::Replaced)),
        };
        inner.deaths = 0;
        let (id, mut reply) = reply;
        // A reply to an order that a newer one has replaced is dropped.
        let Some(mut call) = inner.call.take_if(|call| call.id == id) else {
            return;
        };
        match &mut reply {
            Ok(Reply::Run(report)) => call.parts.complete(id, report),
            Ok(Reply::Draft(_, parts)) => *parts = std::mem::take(&mut call.parts),
            Ok(Reply::Joined(_)) | Err(_) => {}
        }
        // The caller may have gone.
        let _ = call.reply.send(reply);
    }

    fn watch(&self) {
        let silent = {
            let inner = self.0.borrow();
            let limit = if inner.ready { SILENCE_MILLIS } else { START_MILLIS };
            let waits = inner.call.as_ref().is_some_and(|call| call.is_sent);
            inner.worker.is_some() && waits && now() - inner.heard_at > limit
        };
        if silent {
            self.lost(RunError::Hangs);
        }
    }

    fn lost(&self, error: RunError) {
        self.end();
        let mut inner = self.0.borrow_mut();
        inner.deaths += 1;
        let error = if inner.deaths >= MOST_DEATHS {
            RunError::GaveUp
        } else {
            error
        };
        match inner.call.take() {
            Some(call) => {
                // The caller may no longer wait.
                let _ = call.reply.send(Err(error));
            }
            None => {
                let on_idle_loss = Rc::clone(&inner.on_idle_loss);
                drop(inner);
                on_idle_loss(error);
            }
        }
    }

    fn end(&self) {
        let mut inner = self.0.borrow_mut();
        inner.ready = false;
        inner.waiting = None;
        if let Some(worker) = inner.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }
}

/// Cancels an order when its future is dropped before the reply.
struct CancelOnDrop {
    client: EngineClient,
    id: u32,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.client.cancel(self.id);
    }
}

async fn received(reply: oneshot::Receiver<Result<Reply, RunError>>) -> Result<Reply, RunError> {
    reply.await.unwrap_or(Err(RunError::Replaced))
}

/// Starts the engine's worker. Its name is the compiler's address, because the engine starts the compiler for texts
/// outside the gallery.
fn new_worker() -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_name(&head::content("warpstep-compiler").unwrap_or_default());
    let address = head::content(ENGINE).unwrap_or(ADDRESS.to_owned());
    Worker::new_with_options(&address, &options).ok()
}

/// The worker that `assets/early.js` has started while the browser still read the page.
struct Early {
    worker: Worker,
    /// Its first message arrived before the page listened.
    ready: bool,
}

impl Early {
    /// Returns the worker once. `None` if it has failed; then the client starts another one.
    fn take() -> Option<Self> {
        let key = JsValue::from(EARLY);
        let early = js_sys::Reflect::get(&window(), &key).ok()?;
        let property = |name: &str| js_sys::Reflect::get(&early, &name.into()).ok();
        let worker: Worker = property("worker")?.dyn_into().ok()?;
        // The page's own window takes a plain property.
        let _ = js_sys::Reflect::set(&window(), &key, &JsValue::UNDEFINED);
        if property("failed")?.is_truthy() {
            worker.terminate();
            return None;
        }
        let ready = property("ready")?.is_truthy();
        Some(Early { worker, ready })
    }
}

/// Decodes a message, and the words that came next to it.
fn read(message: &JsValue) -> Option<(News, Vec<u32>)> {
    let (head, words) = match message.dyn_ref::<js_sys::Array>() {
        Some(both) => (both.get(0), js_sys::Uint32Array::new(&both.get(1)).to_vec()),
        None => (message.clone(), Vec::new()),
    };
    let news = decode(&js_sys::Uint8Array::new(&head).to_vec())?;
    Some((news, words))
}

fn post(worker: &Worker, order: &Order) {
    let bytes = js_sys::Uint8Array::from(encode(order).as_slice());
    let transfer = js_sys::Array::of1(&bytes.buffer());
    // A worker that does not get the message stays silent, and `watch` ends it.
    let _ = worker.post_message_with_transfer(&bytes, &transfer);
}
