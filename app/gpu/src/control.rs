//! The flag by which a measurement under way is ended.

use crate::error::GpuError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by whoever measures and whoever may cancel; clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Control {
    cancelled: Arc<AtomicBool>,
}

impl Control {
    pub fn new() -> Self {
        Control::default()
    }

    /// Asks for an end: it comes after the pass that is on the GPU now.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    pub(crate) fn check(&self) -> Result<(), GpuError> {
        if self.is_cancelled() {
            Err(GpuError::Cancelled)
        } else {
            Ok(())
        }
    }
}
