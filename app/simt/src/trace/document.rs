//! A trace as JSON. Masks are hexadecimal strings, because most readers of JSON cannot represent 64 bits in a number.
//! Values of lanes are in the order of the mask's lanes.

use super::others::OthersChanges;
use super::stored::{Event, Request, Trace};
use crate::lanes::{ActiveMask, LaneValues};
use crate::machine::Machine;
use crate::program::{Access, BarrierKind, Outcome, ScalarType, Space};
use serde::{Serialize, Serializer};
use std::ops::Range;

/// The version of the format; every incompatible change gets a new number.
const FORMAT: u32 = 1;

/// A trace with the program it is of, to be written in any format of serde; `trace.schema.json` describes it as JSON.
#[derive(Clone, Copy, Debug)]
pub struct TraceDocument<'a> {
    pub kernel: &'a str,
    pub entry_point: &'a str,
    pub source: &'a str,
    pub machine: &'a Machine,
    pub outcome: &'a Outcome,
    pub workgroup: u32,
    pub trace: &'a Trace,
}

impl<'a> TraceDocument<'a> {
    /// Returns the document without its steps. They are the last field, so that a long trace can be written in pieces.
    pub fn without_steps(&self) -> impl Serialize + use<'a> {
        self.body(0..0)
    }

    /// Returns a range of the steps, as a list.
    pub fn steps(&self, steps: Range<usize>) -> impl Serialize + use<'a> {
        Steps(self.trace, steps)
    }

    fn body(&self, steps: Range<usize>) -> Body<'a> {
        let TraceDocument { trace, source, .. } = *self;
        Body {
            format: FORMAT,
            kernel: self.kernel,
            entry_point: self.entry_point,
            machine: &self.machine.id,
            outcome: self.outcome.name(),
            truncated: trace.truncated,
            workgroup: self.workgroup,
            workgroup_id: trace.workgroup_id,
            workgroup_size: trace.workgroup_size,
            invocations: trace.invocations,
            warps: trace.warps,
            warp_width: trace.warp_width,
            line_bytes: trace.line_bytes,
            sector_bytes: trace.sector_bytes,
            statements: trace
                .statements
                .iter()
                .map(|statement| StatementObject {
                    line: statement.line,
                    column: statement.column,
                    start: statement.start,
                    end: statement.end,
                    text: source
                        .get(statement.start as usize..statement.end as usize)
                        .unwrap_or_default(),
                })
                .collect(),
            variables: trace
                .variables
                .iter()
                .map(|variable| VariableObject {
                    name: &variable.name,
                    words: variable.words,
                    scalar: variable.scalar.map(ScalarType::name),
                })
                .collect(),
            loops: trace
                .loops
                .iter()
                .map(|info| LoopObject {
                    line: info.line,
                    depth: info.depth,
                })
                .collect(),
            memories: trace
                .memories
                .iter()
                .map(|memory| MemoryObject {
                    name: &memory.name,
                    space: space_name(memory.space),
                    group: memory.slot.map(|(group, _)| group),
                    binding: memory.slot.map(|(_, binding)| binding),
                    scalar: memory.layout.scalar().map(ScalarType::name),
                    total_words: memory.total_words,
                    first_word: memory.first_word,
                    initial: &memory.initial,
                })
                .collect(),
            steps: Steps(trace, steps),
        }
    }
}

impl Serialize for TraceDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.body(0..self.trace.len()).serialize(serializer)
    }
}

#[derive(Serialize)]
struct Body<'a> {
    format: u32,
    kernel: &'a str,
    entry_point: &'a str,
    machine: &'a str,
    outcome: &'static str,
    truncated: bool,
    workgroup: u32,
    workgroup_id: [u32; 3],
    workgroup_size: [u32; 3],
    invocations: u32,
    warps: u32,
    warp_width: u32,
    line_bytes: u32,
    sector_bytes: u32,
    statements: Vec<StatementObject<'a>>,
    variables: Vec<VariableObject<'a>>,
    loops: Vec<LoopObject>,
    memories: Vec<MemoryObject<'a>>,
    steps: Steps<'a>,
}

#[derive(Serialize)]
struct StatementObject<'a> {
    line: u32,
    column: u32,
    start: u32,
    end: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct VariableObject<'a> {
    name: &'a str,
    words: u32,
    #[serde(rename = "type")]
    scalar: Option<&'static str>,
}

#[derive(Serialize)]
struct LoopObject {
    line: u32,
    depth: u32,
}

#[derive(Serialize)]
struct MemoryObject<'a> {
    name: &'a str,
    space: &'static str,
    group: Option<u32>,
    binding: Option<u32>,
    #[serde(rename = "type")]
    scalar: Option<&'static str>,
    total_words: u64,
    first_word: u32,
    initial: &'a [u32],
}

/// Serialized one at a time: a trace can be so long that a second copy would not fit in memory.
struct Steps<'a>(&'a Trace, Range<usize>);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let steps = self.1.clone();
        let steps = steps.filter_map(|index| Some((index, self.0.step(index)?)));
        serializer.collect_seq(steps.map(|(index, step)| {
            StepObject {
                round: self.0.round(index),
                warp: step.warp,
                statement: step.statement,
                mask: hexadecimal(step.mask),
                events: (self.0.events(index).map(event))
                    .chain(self.0.others_changes(index).iter().map(others))
                    .collect(),
            }
        }))
    }
}

#[derive(Serialize)]
struct StepObject {
    round: u32,
    warp: u32,
    statement: u32,
    mask: String,
    events: Vec<EventObject>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum EventObject {
    Diverge {
        first: String,
        waiting: String,
    },
    Reconverge {
        mask: String,
    },
    Iterate {
        #[serde(rename = "loop")]
        number: u32,
        iteration: u32,
    },
    Request {
        access: &'static str,
        memory: u32,
        words: u32,
        /// The bytes that each lane asks for, if they are not those of the words.
        #[serde(skip_serializing_if = "Option::is_none")]
        bytes: Option<u32>,
        mask: String,
        addresses: Vec<u32>,
        changes: Vec<[u32; 2]>,
    },
    Assign {
        variable: u32,
        word: u32,
        mask: String,
        old: Vec<u32>,
        new: Vec<u32>,
    },
    Arrive {
        barrier: &'static str,
    },
    Release,
    Return {
        mask: String,
    },
    /// Words that other workgroups have changed: number, old value, new value.
    Others {
        memory: u32,
        changes: Vec<[u32; 3]>,
    },
}

fn others(changes: &OthersChanges) -> EventObject {
    let words = changes.words.iter();
    EventObject::Others {
        memory: changes.memory,
        changes: words.map(|changed| [changed.word, changed.old, changed.new]).collect(),
    }
}

fn event(event: Event<'_>) -> EventObject {
    match event {
        Event::Diverge { first, waiting } => EventObject::Diverge {
            first: hexadecimal(first),
            waiting: hexadecimal(waiting),
        },
        Event::Reconverge { mask } => EventObject::Reconverge {
            mask: hexadecimal(mask),
        },
        Event::Iterate { number, iteration } => EventObject::Iterate { number, iteration },
        Event::Request(request) => EventObject::Request {
            access: match request.access {
                Access::Load => "load",
                Access::Store => "store",
                Access::Atomic => "atomic",
            },
            memory: request.memory,
            words: request.words,
            bytes: (request.bytes != 4 * request.words).then_some(request.bytes),
            mask: hexadecimal(request.mask),
            addresses: values(request.addresses, request.mask),
            changes: changes(&request),
        },
        Event::Assign(assignment) => EventObject::Assign {
            variable: assignment.variable,
            word: assignment.word,
            mask: hexadecimal(assignment.mask),
            old: values(assignment.old, assignment.mask),
            new: values(assignment.new, assignment.mask),
        },
        Event::Arrive { kind } => EventObject::Arrive {
            barrier: match kind {
                BarrierKind::Workgroup => "workgroup",
                BarrierKind::Storage => "storage",
                BarrierKind::Both => "both",
                BarrierKind::Texture => "texture",
                BarrierKind::Grid => "grid",
            },
        },
        Event::Release => EventObject::Release,
        Event::Return { mask } => EventObject::Return {
            mask: hexadecimal(mask),
        },
    }
}

/// Returns the old and the new value of each word written: the first word of every lane, then the second, and so on.
fn changes(request: &Request<'_>) -> Vec<[u32; 2]> {
    let lanes = request.mask.count();
    (0..request.words)
        .flat_map(|word| (0..lanes).map(move |rank| (rank, word)))
        .filter_map(|(rank, word)| request.change(rank, word))
        .map(|(old, new)| [old, new])
        .collect()
}

fn values(values: LaneValues<'_>, mask: ActiveMask) -> Vec<u32> {
    values.lanes(mask).map(|(_, value)| value).collect()
}

fn hexadecimal(mask: ActiveMask) -> String {
    format!("{:#x}", mask.0)
}

fn space_name(space: Space) -> &'static str {
    match space {
        Space::Storage => "storage",
        Space::Uniform => "uniform",
        Space::Workgroup => "workgroup",
    }
}
