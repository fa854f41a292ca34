//! The wall clock, and a pacer that lets the page run between slices of long work.

/// Returns nanoseconds since a fixed moment. In a browser without cross-origin isolation the clock has steps of 100 µs.
pub(crate) fn now_nanos() -> f64 {
    #[cfg(target_arch = "wasm32")]
    {
        crate::web::performance_now_millis() * 1e6
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed().as_nanos() as f64
    }
}

/// Longest work between two turns of the event loop, in nanoseconds: half a frame at 60 Hz.
const SLICE_NANOS: f64 = 8e6;

/// Splits long work into slices so that the page can keep drawing.
#[derive(Debug)]
pub(crate) struct Pace {
    since: f64,
}

impl Pace {
    pub fn new() -> Self {
        Pace { since: now_nanos() }
    }

    /// Yields to the event loop once the current slice is used up. Natively it returns at once.
    pub async fn breathe(&mut self) {
        if now_nanos() - self.since > SLICE_NANOS {
            #[cfg(target_arch = "wasm32")]
            crate::web::next_turn().await;
            self.since = now_nanos();
        }
    }
}
