//! Whether the device still lives, and waiting that ends when it does not.

use crate::error::GpuError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// Shared with the device's callbacks, which may come at any moment.
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
    /// The device is gone; every wait ends now.
    pub fn lose(&self, reason: String) {
        let wakers = {
            let mut state = self.state();
            state.lost.get_or_insert(reason);
            std::mem::take(&mut state.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// An error that no error scope caught; the next check reports the first of them.
    pub fn complain(&self, error: GpuError) {
        self.state().complaint.get_or_insert(error);
    }

    /// The loss, or else a complaint, which is then forgotten.
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

/// An answer that a callback of the device brings once.
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

    /// Called by the device's callback.
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

    /// Waits for the answer, or for the loss of the device, which may mean that no answer ever comes.
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
            // One wait at a time polls a device's health, so wakers of waits that are over can go.
            state
                .wakers
                .retain(|waker| !waker.will_wake(context.waker()));
            state.wakers.push(context.waker().clone());
            Poll::Pending
        })
        .await
    }

    fn slot(&self) -> MutexGuard<'_, Slot<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
