//! The page's end of the engine: sends jobs, hears news, and starts a new worker when one dies or hangs.

use crate::engine::protocol::{Job, News, Order, decode, encode};
use crate::page::head;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker};

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
    ready: bool,
    /// Given before the worker was ready.
    waiting: Option<Order>,
    /// A job is being worked on.
    in_flight: Option<u32>,
    heard_at: f64,
    deaths: u32,
    listener: Listener,
}

/// Copies are the same client.
#[derive(Clone)]
pub struct Client(Rc<RefCell<Inner>>);

fn now() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

impl Client {
    /// No worker is started before the first job.
    pub fn new(listener: impl Fn(Heard) + 'static) -> Self {
        let inner = Inner {
            worker: None,
            ready: false,
            waiting: None,
            in_flight: None,
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
        self.send(Order::Run(Box::new(job)));
    }

    pub fn inspect(&self, id: u32, source: String) {
        self.0.borrow_mut().in_flight = Some(id);
        self.send(Order::Inspect { id, source });
    }

    pub fn cancel(&self) {
        self.0.borrow_mut().in_flight = None;
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
        let Ok(worker) =
            Worker::new(&head::content("warpstep-engine").unwrap_or(ADDRESS.to_owned()))
        else {
            self.lost(Heard::Died);
            return;
        };
        let (hearing, failing) = (self.clone(), self.clone());
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
            if let Some(news) = decode(&bytes) {
                hearing.hear(news);
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
        inner.ready = false;
        inner.heard_at = now();
    }

    fn hear(&self, news: News) {
        let listener = {
            let mut inner = self.0.borrow_mut();
            inner.heard_at = now();
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
                News::Progress { .. } => {}
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

fn post(worker: &Worker, order: &Order) {
    let bytes = js_sys::Uint8Array::from(encode(order).as_slice());
    let transfer = js_sys::Array::of1(&bytes.buffer());
    // A worker that cannot be told is silent, and the watch finds out.
    let _ = worker.post_message_with_transfer(&bytes, &transfer);
}
