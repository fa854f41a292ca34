//! The handle by which a measurement under way is paused, resumed and ended.

use crate::error::GpuError;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// Shared by whoever measures and whoever may stop it; clones are the same handle.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    cancelled: bool,
    paused: bool,
    /// Times that it was paused.
    pauses: u32,
    wakers: Vec<Waker>,
}

impl Control {
    pub fn new() -> Self {
        Control::default()
    }

    /// Asks for an end: it comes after the pass that is on the GPU now.
    pub fn cancel(&self) {
        self.state().cancelled = true;
        self.wake();
    }

    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// Nothing more is given to the GPU from the next pass on. A sample that a pause falls into is thrown away, and so
    /// is the first after it, on clocks that have fallen.
    pub fn pause(&self) {
        let mut state = self.state();
        if !state.paused {
            state.paused = true;
            state.pauses += 1;
        }
    }

    pub fn resume(&self) {
        self.state().paused = false;
        self.wake();
    }

    pub fn is_paused(&self) -> bool {
        self.state().paused
    }

    pub(crate) fn check(&self) -> Result<(), GpuError> {
        if self.is_cancelled() {
            Err(GpuError::Cancelled)
        } else {
            Ok(())
        }
    }

    /// Waits for a pause to end.
    pub(crate) async fn turn(&self) -> Result<(), GpuError> {
        poll_fn(|context| {
            let mut state = self.state();
            if state.cancelled || !state.paused {
                return Poll::Ready(());
            }
            state.wakers.push(context.waker().clone());
            Poll::Pending
        })
        .await;
        self.check()
    }

    /// Times that it was paused so far.
    pub(crate) fn pauses(&self) -> u32 {
        self.state().pauses
    }

    fn wake(&self) {
        let wakers = std::mem::take(&mut self.state().wakers);
        wakers.into_iter().for_each(Waker::wake);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
