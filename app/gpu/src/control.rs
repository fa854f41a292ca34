//! The handle that pauses, resumes and cancels a running measurement.

use crate::error::GpuError;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// Shared by the measurement and by the code that may stop it. Clones are the same handle.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    cancelled: bool,
    paused: bool,
    /// Number of pauses so far.
    pauses: u32,
    wakers: Vec<Waker>,
}

impl Control {
    /// Creates a handle that is neither cancelled nor paused.
    pub fn new() -> Self {
        Control::default()
    }

    /// Cancels the measurement. It ends after the pass that is on the GPU now.
    pub fn cancel(&self) {
        self.state().cancelled = true;
        self.wake();
    }

    /// Returns true once the measurement is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// Pauses the measurement: nothing more is submitted to the GPU, from the next pass on. A sample that a pause
    /// interrupts is discarded, and so is the first sample after the pause, because the GPU's clock frequency has
    /// dropped by then.
    pub fn pause(&self) {
        let mut state = self.state();
        if !state.paused {
            state.paused = true;
            state.pauses += 1;
        }
    }

    /// Ends a pause.
    pub fn resume(&self) {
        self.state().paused = false;
        self.wake();
    }

    /// Returns true while the measurement is paused.
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

    /// Waits until the measurement is not paused.
    ///
    /// # Errors
    /// [`GpuError::Cancelled`] if the measurement is cancelled.
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

    /// Returns the number of pauses so far.
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
