//! The trace of one workgroup, step by step, and the cursor that moves in it in both directions.
//!
//! It promises that a trace is complete in itself, also after a fault, and that moving to a position and back restores
//! every bit. Recording old and new values, so that execution can be reversed, is an old idea (Zelkowitz, "Reversible
//! execution", CACM 1973).
//!
//! - `recorder` collects the events of a run, `writer` packs them, `events` unpacks them; `stored` has the types,
//!   `packed` the bit fields, `words` the blocks of words, `others` the changes by other workgroups.
//! - `cursor` is a position in a trace. `lane_span` is what each lane of a request asks for.
//! - `request_parts` splits a request as memory serves it, `document` is the trace as JSON.

mod cursor;
mod document;
mod events;
mod lane_span;
mod others;
mod packed;
mod recorder;
mod request_parts;
mod rounding;
mod stored;
mod words;
mod writer;

pub use cursor::{Cursor, Frame, Grain, Stops, WarpState, WarpStatus};
pub use document::TraceDocument;
pub(crate) use lane_span::LaneSpan;
pub use others::{ChangedWord, OthersChanges};
pub(crate) use recorder::Recorder;
pub use request_parts::RequestPart;
pub use rounding::permitted_ulps;
pub(crate) use stored::Header;
pub use stored::{Assignment, Event, Request, Step, Trace, TraceMemory, TracePart, TraceTable};
pub(crate) use writer::Writer;
