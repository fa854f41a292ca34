//! The page's end of the engine: sends jobs, hears news, and starts a new worker when one dies or hangs.

use crate::page::head;
use crate::page::recorded::Recorded;
use engine::protocol::{Job, News, Order, Parts, decode, encode};
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions};

/// What a finished page calls the engine's address in its head.
const ENGINE: &str = "warpstep-engine";
/// Where the engine lies in a page that has not been finished as a site.
const ADDRESS: &str = "./engine_loader.js";
/// A working engine speaks many times a second; a compiler at hostile text may take a while.
const SILENCE_MILLIS: f64 = 6_000.0;
/// The first word may wait for a slow network.
const START_MILLIS: f64 = 60_000.0;
const WATCH: Duration = Duration::from_millis(500);
/// Deaths in a row after which it is no longer started without being asked.
const MOST_DEATHS: u32 = 3;

/// What the page hears.
#[derive(Debug)]
pub enum Heard {
    News(News),
    /// The worker ended and a new one has been started.
    Died,
    Hangs,
    /// It ended too often.
    GaveUp,
}

type Listener = Rc<dyn Fn(Heard)>;

struct Inner {
    worker: Option<Worker>,
    recorded: Recorded,
    ready: bool,
    /// Given before the worker was ready.
    waiting: Option<Order>,
    /// A job is being worked on.
    in_flight: Option<u32>,
    /// Of its trace, what has come.
    parts: Parts,
    heard_at: f64,
    deaths: u32,
    listener: Listener,
}

/// Copies are the same client.
#[derive(Clone)]
pub struct Client(Rc<RefCell<Inner>>);

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

impl Client {
    /// No worker is started before the first job that no recorded run answers.
    pub fn new(recorded: Recorded, listener: impl Fn(Heard) + 'static) -> Self {
        let inner = Inner {
            worker: None,
            recorded,
            ready: false,
            waiting: None,
            in_flight: None,
            parts: Parts::default(),
            heard_at: 0.0,
            deaths: 0,
            listener: Rc::new(listener),
        };
        let client = Client(Rc::new(RefCell::new(inner)));
        let watched = client.clone();
        set_interval(move || watched.watch(), WATCH);
        client
    }

    pub fn run(&self, job: Job) {
        self.0.borrow_mut().in_flight = Some(job.id);
        let recorded = self.0.borrow().recorded.clone();
        if !recorded.are_left() {
            return self.send(Order::Run(Box::new(job)));
        }
        let client = self.clone();
        spawn_local(async move {
            recorded.come().await;
            let id = job.id;
            // Another job may be wanted by now, or none.
            if client.0.borrow().in_flight != Some(id) {
                return;
            }
            match recorded.take(&job).map(Box::new) {
                Some(report) => client.hear(News::Finished { id, report }, Vec::new()),
                None => client.send(Order::Run(Box::new(job))),
            }
        });
    }

    /// Starts the engine before anybody needs it.
    pub fn warm(&self) {
        let has_never_started = {
            let inner = self.0.borrow();
            inner.worker.is_none() && inner.deaths == 0
        };
        if has_never_started {
            self.start();
        }
    }

    pub fn inspect(&self, id: u32, source: String) {
        self.0.borrow_mut().in_flight = Some(id);
        self.send(Order::Inspect { id, source });
    }

    pub fn cancel(&self) {
        {
            let mut inner = self.0.borrow_mut();
            inner.in_flight = None;
            inner.parts = Parts::default();
            if inner.worker.is_none() {
                return;
            }
        }
        self.send(Order::Cancel);
    }

    /// A reader asks for a new worker after the old ones died.
    pub fn start_again(&self) {
        self.0.borrow_mut().deaths = 0;
        self.end();
    }

    fn send(&self, order: Order) {
        if self.0.borrow().worker.is_none() {
            self.start();
        }
        let mut inner = self.0.borrow_mut();
        inner.heard_at = now();
        match (&inner.worker, inner.ready) {
            (Some(worker), true) => post(worker, &order),
            _ => inner.waiting = Some(order),
        }
    }

    fn start(&self) {
        let early = Early::take();
        let ready = early.as_ref().is_some_and(|early| early.ready);
        let Some(worker) = early.map(|early| early.worker).or_else(new_worker) else {
            self.lost(Heard::Died);
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
            failing.lost(Heard::Died);
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // A worker lives as long as the page or until it dies, which is seldom: its two listeners may stay.
        on_message.forget();
        on_error.forget();
        let mut inner = self.0.borrow_mut();
        inner.worker = Some(worker);
        inner.ready = ready;
        inner.heard_at = now();
    }

    fn hear(&self, mut news: News, words: Vec<u32>) {
        let listener = {
            let mut inner = self.0.borrow_mut();
            inner.heard_at = now();
            match &mut news {
                News::Part { id, table } => {
                    if inner.in_flight == Some(*id) {
                        inner.parts.keep(*id, *table, words);
                    }
                    return;
                }
                News::Finished { id, report } => inner.parts.complete(*id, report),
                _ => {}
            }
            match &news {
                News::Ready => {
                    inner.ready = true;
                    if let (Some(order), Some(worker)) = (inner.waiting.take(), &inner.worker) {
                        post(worker, &order);
                    }
                }
                News::Finished { id, .. }
                | News::Refused { id, .. }
                | News::Cancelled { id }
                | News::Inspected { id, .. } => {
                    inner.deaths = 0;
                    inner.in_flight = inner.in_flight.filter(|in_flight| in_flight != id);
                }
                News::Progress { .. } | News::Part { .. } => {}
            }
            Rc::clone(&inner.listener)
        };
        listener(Heard::News(news));
    }

    fn watch(&self) {
        let silent = {
            let inner = self.0.borrow();
            let limit = if inner.ready {
                SILENCE_MILLIS
            } else {
                START_MILLIS
            };
            inner.worker.is_some() && inner.in_flight.is_some() && now() - inner.heard_at > limit
        };
        if silent {
            self.lost(Heard::Hangs);
        }
    }

    fn lost(&self, how: Heard) {
        self.end();
        let (listener, deaths) = {
            let mut inner = self.0.borrow_mut();
            inner.deaths += 1;
            inner.in_flight = None;
            inner.parts = Parts::default();
            (Rc::clone(&inner.listener), inner.deaths)
        };
        listener(if deaths >= MOST_DEATHS {
            Heard::GaveUp
        } else {
            how
        });
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

/// A worker by the name of the compiler's address: the engine starts that one itself, for texts of a reader's own.
fn new_worker() -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_name(&head::content("warpstep-compiler").unwrap_or_default());
    let address = head::content(ENGINE).unwrap_or(ADDRESS.to_owned());
    Worker::new_with_options(&address, &options).ok()
}

/// The worker that `assets/early.js` has started while the page was still loading.
struct Early {
    worker: Worker,
    /// It has said so before anybody listened.
    ready: bool,
}

impl Early {
    /// Once; one that has failed is started anew.
    fn take() -> Option<Self> {
        let key = JsValue::from("warpstepEngine");
        let early = js_sys::Reflect::get(&window(), &key).ok()?;
        let of = |name: &str| js_sys::Reflect::get(&early, &name.into()).ok();
        let worker: Worker = of("worker")?.dyn_into().ok()?;
        // The page's own window takes a plain property.
        let _ = js_sys::Reflect::set(&window(), &key, &JsValue::UNDEFINED);
        if of("failed")?.is_truthy() {
            worker.terminate();
            return None;
        }
        let ready = of("ready")?.is_truthy();
        Some(Early { worker, ready })
    }
}

/// News, and the words that came beside them.
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
    // A worker that cannot be told is silent, and the watch finds out.
    let _ = worker.post_message_with_transfer(&bytes, &transfer);
}
