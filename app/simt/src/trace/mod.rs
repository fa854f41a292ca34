//! What happened in one workgroup, step by step, and the cursor that walks it both ways.

mod cursor;
mod document;
mod events;
mod packed;
mod recorder;
mod request_parts;
mod stored;
mod words;
mod writer;

pub use cursor::{Cursor, Frame, Grain, Stops, WarpState, WarpStatus};
pub use document::TraceDocument;
pub(crate) use recorder::Recorder;
pub use request_parts::RequestPart;
pub(crate) use stored::Header;
pub use stored::{Assignment, Event, Request, Step, Trace, TraceMemory, TracePart, TraceTable};
pub(crate) use writer::Writer;
