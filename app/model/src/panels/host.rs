//! The phases of the host's program with their times: those that ship with the lesson, and those of the reader's GPU.

use gpu::RoundTrip;
use lessons::host::Phase;

/// Returns the time of a phase on the reader's GPU in milliseconds; `None` if it is not timed.
pub fn own_millis(trip: &RoundTrip, phase: Phase) -> Option<f64> {
    match phase {
        Phase::Device | Phase::Free => None,
        Phase::Allocate => Some(trip.allocate),
        Phase::CopyIn => Some(trip.copy_in),
        Phase::Compile => Some(trip.compile),
        Phase::Launch => Some(trip.launch),
        Phase::CopyOut => Some(trip.copy_out),
    }
}
