//! The state of the device, and waits that end when the device is lost.

use crate::error::GpuError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// Shared with the device's callbacks, which may run at any time.
#[derive(Debug, Default)]
pub(crate) struct Health {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    lost: Option<String>,
    complaint: Option<GpuError>,
    wakers: Vec<Waker>,
}

impl Health {
    /// Records that the device is lost, and wakes every waiting task.
    pub fn lose(&self, reason: String) {
        let wakers = {
            let mut state = self.state();
            state.lost.get_or_insert(reason);
            std::mem::take(&mut state.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Records an error that no error scope caught. The next check reports the first one.
    pub fn complain(&self, error: GpuError) {
        self.state().complaint.get_or_insert(error);
    }

    /// Returns the loss of the device as an error, or else the recorded error, which is then cleared.
    pub fn check(&self) -> Result<(), GpuError> {
        let mut state = self.state();
        if let Some(reason) = state.lost.clone() {
            return Err(GpuError::DeviceLost { reason });
        }
        state.complaint.take().map_or(Ok(()), Err)
    }

    pub fn is_lost(&self) -> bool {
        self.state().lost.is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A value that a callback of the device delivers once.
#[derive(Debug)]
pub(crate) struct Answer<T>(Arc<Mutex<Slot<T>>>);

#[derive(Debug)]
struct Slot<T> {
    value: Option<T>,
    waker: Option<Waker>,
}

impl<T> Clone for Answer<T> {
    fn clone(&self) -> Self {
        Answer(Arc::clone(&self.0))
    }
}

impl<T> Answer<T> {
    pub fn new() -> Self {
        Answer(Arc::new(Mutex::new(Slot {
            value: None,
            waker: None,
        })))
    }

    /// Stores the value and wakes the waiting task. The device's callback calls it.
    pub fn bring(&self, value: T) {
        let waker = {
            let mut slot = self.slot();
            slot.value = Some(value);
            slot.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_there(&self) -> bool {
        self.slot().value.is_some()
    }

    /// Waits for the value. Ends early if the device is lost, because then the callback may never run.
    pub async fn wait(&self, health: &Health) -> Result<T, GpuError> {
        std::future::poll_fn(|context| {
            let mut slot = self.slot();
            if let Some(value) = slot.value.take() {
                return Poll::Ready(Ok(value));
            }
            let mut state = health.state();
            if let Some(reason) = state.lost.clone() {
                return Poll::Ready(Err(GpuError::DeviceLost { reason }));
            }
            slot.waker = Some(context.waker().clone());
            // Only one task at a time waits on a device's health, so the wakers of finished waits can be dropped.
            state.wakers.retain(|waker| !waker.will_wake(context.waker()));
            state.wakers.push(context.waker().clone());
            Poll::Pending
        })
        .await
    }

    fn slot(&self) -> MutexGuard<'_, Slot<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
