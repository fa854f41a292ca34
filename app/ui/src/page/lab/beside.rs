//! The machine beside a measurement: an engine of its own, which a reader who opens a lesson meanwhile does not stop.

use crate::page::client::{Client, Heard};
use crate::page::recorded::Recorded;
use engine::protocol::{Job, News, Report};
use lessons::cost::Cost;
use model::lab::counts::Part;
use model::lab::experiment::Case;
use model::lab::length::Length;
use simt::Outcome;
use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// Clones are the same machine.
#[derive(Clone)]
pub struct Beside {
    client: Client,
    asked: Rc<RefCell<Asked>>,
}

/// The job that is awaited.
#[derive(Default)]
struct Asked {
    id: u32,
    answer: Option<Answer>,
    waker: Option<Waker>,
}

enum Answer {
    Report(Box<Report>),
    /// The machine has no answer.
    None,
    /// It ended before it had one. Another is there to be asked, if it did not end too often.
    Ended {
        is_back: bool,
    },
}

/// The machine ended again and again.
#[derive(Debug)]
pub struct Ended;

impl Asked {
    fn hear(&mut self, heard: Heard) {
        let answer = match heard {
            Heard::News(News::Finished { id, report }) if id == self.id => Answer::Report(report),
            Heard::News(News::Refused { id, .. } | News::Cancelled { id }) if id == self.id => {
                Answer::None
            }
            Heard::News(_) => return,
            Heard::Died | Heard::Hangs => Answer::Ended { is_back: true },
            Heard::GaveUp => Answer::Ended { is_back: false },
        };
        self.answer = Some(answer);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl Beside {
    /// No worker is started before the first question.
    pub fn new() -> Self {
        let asked = Rc::new(RefCell::new(Asked::default()));
        let hearing = Rc::clone(&asked);
        Beside {
            client: Client::new(Recorded::none(), move |heard| {
                hearing.borrow_mut().hear(heard)
            }),
            asked,
        }
    }

    /// The modelled cost of a dispatch; `None` where the machine cannot tell.
    pub async fn cost(&self, case: &Case) -> Result<Option<Cost>, Ended> {
        let mut length = Length::of(case);
        while let Some(part) = length.next() {
            let report = loop {
                match self.run(case, &part).await {
                    Answer::Report(report) => break Some(report),
                    Answer::None => break None,
                    Answer::Ended { is_back: true } => {}
                    Answer::Ended { is_back: false } => {
                        // The next question is for a new worker.
                        self.client.start_again();
                        return Err(Ended);
                    }
                }
            };
            let report = report.filter(|report| report.outcome == Outcome::Completed);
            let ran = report.as_ref().and_then(|report| {
                let trace = report.trace.as_ref()?;
                Some((&report.metrics, trace))
            });
            length.hear(ran);
        }
        Ok(length.cost())
    }

    async fn run(&self, case: &Case, part: &Part) -> Answer {
        let id = {
            let mut asked = self.asked.borrow_mut();
            let id = asked.id.wrapping_add(1);
            *asked = Asked {
                id,
                ..Asked::default()
            };
            id
        };
        self.client.run(Job {
            id,
            kernel: case.kernel.kernel.clone(),
            dispatch: part.dispatch.clone(),
            options: Length::options(part),
            check: None,
            with_buffers: false,
        });
        poll_fn(|context| {
            let mut asked = self.asked.borrow_mut();
            match asked.answer.take() {
                Some(answer) => Poll::Ready(answer),
                None => {
                    asked.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }
}
