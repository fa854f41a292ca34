//! Reads the events of a step from their packed words.

use super::lane_span::LaneSpan;
use super::packed::*;
use super::stored::{Assignment, Event, Request, Trace};
use crate::lanes::{ActiveMask, LaneValues};
use crate::program::{Access, BarrierKind};

impl Trace {
    /// Returns the events of a step, in the order in which they happened.
    pub fn events(&self, step: usize) -> impl Iterator<Item = Event<'_>> {
        let place = |step: usize| self.steps.get(step).map(|step| step.first_event);
        let words = place(step).map(|first| self.events.between(first, place(step + 1)));
        Events {
            trace: self,
            words: words.unwrap_or(&[]),
            whole: self.step(step).map_or(ActiveMask::NONE, |step| step.mask),
        }
    }

    /// Returns the same events from the last to the first.
    pub(crate) fn events_back(&self, step: usize) -> impl Iterator<Item = Event<'_>> {
        // The length of an event is in its head, so events can only be read forward.
        let events: Vec<Event<'_>> = self.events(step).collect();
        events.into_iter().rev()
    }
}

struct Events<'a> {
    trace: &'a Trace,
    words: &'a [u32],
    /// The lanes of the step.
    whole: ActiveMask,
}

impl<'a> Events<'a> {
    fn word(&mut self) -> u32 {
        let [first, rest @ ..] = self.words else {
            return 0;
        };
        self.words = rest;
        *first
    }

    fn take(&mut self, count: usize) -> &'a [u32] {
        let (taken, rest) = self.words.split_at(count.min(self.words.len()));
        self.words = rest;
        taken
    }

    /// Reads a number from the head, or from the word after it if it is too large.
    fn number(&mut self, field: Field, head: u32) -> u32 {
        match field.of(head) {
            small if small < field.beyond() => small,
            _ => self.word(),
        }
    }

    fn lanes(&mut self, head: u32) -> ActiveMask {
        if WHOLE.of(head) == 1 {
            return self.whole;
        }
        let number = self.word();
        self.trace.mask(number)
    }

    fn values(&mut self, kind: u32, head: u32, mask: ActiveMask) -> LaneValues<'a> {
        match kind {
            UNIFORM => LaneValues::Uniform(self.word()),
            AFFINE => LaneValues::Affine {
                base: self.word(),
                step: self.word(),
            },
            NEAR => LaneValues::Affine {
                base: self.word(),
                step: far(head),
            },
            _ => LaneValues::List(self.take(mask.count() as usize)),
        }
    }

    fn request(&mut self, access: Access, head: u32) -> Request<'a> {
        let memory = self.number(MEMORY, head);
        let span = LaneSpan::of_number(self.number(WORDS, head));
        let words = span.words();
        let mask = self.lanes(head);
        let addresses = match VALUES.of(head) {
            LIST if STEP.of(head) != 0 => {
                let base = self.word();
                let first = match STEP.of(head) {
                    beyond if beyond == STEP.beyond() => self.word(),
                    place => place - 1,
                } as usize;
                let gaps = first..first + (mask.count() as usize).saturating_sub(1);
                let gaps = self.trace.gaps.get(gaps).unwrap_or(&[]);
                LaneValues::Gaps { base, gaps }
            }
            LIST => {
                let (place, count) = (self.word(), mask.count() as usize);
                LaneValues::List(self.trace.lists.get(place, count).unwrap_or(&[]))
            }
            kind => self.values(kind, head, mask),
        };
        let changed = if access.writes() { 2 * words * mask.count() } else { 0 };
        Request {
            access,
            memory,
            words,
            bytes: span.bytes(),
            word_bytes: span.word_bytes(),
            mask,
            addresses,
            changes: self.take(changed as usize),
        }
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if self.words.is_empty() {
            return None;
        }
        let head = self.word();
        Some(match TAG.of(head) {
            DIVERGE => {
                let (first, waiting) = (self.number(FIRST, head), self.number(WAITING, head));
                Event::Diverge {
                    first: self.trace.mask(first),
                    waiting: self.trace.mask(waiting),
                }
            }
            RECONVERGE => Event::Reconverge { mask: self.lanes(head) },
            ITERATE => Event::Iterate {
                number: self.number(LOOP, head),
                iteration: self.number(ITERATION, head),
            },
            LOAD => Event::Request(self.request(Access::Load, head)),
            STORE => Event::Request(self.request(Access::Store, head)),
            ATOMIC => Event::Request(self.request(Access::Atomic, head)),
            ASSIGN => {
                let (variable, word) = (self.number(VARIABLE, head), self.number(WORD, head));
                let mask = self.lanes(head);
                Event::Assign(Assignment {
                    variable,
                    word,
                    mask,
                    old: self.values(OLD_VALUES.of(head), head, mask),
                    new: self.values(VALUES.of(head), head, mask),
                })
            }
            ARRIVE => Event::Arrive {
                kind: match KIND.of(head) {
                    0 => BarrierKind::Workgroup,
                    1 => BarrierKind::Storage,
                    3 => BarrierKind::Texture,
                    4 => BarrierKind::Grid,
                    _ => BarrierKind::Both,
                },
            },
            RELEASE => Event::Release,
            _ => Event::Return { mask: self.lanes(head) },
        })
    }
}
