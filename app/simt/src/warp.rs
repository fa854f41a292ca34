//! A warp: its registers, its place in the program, and the mask stack of its lanes.

use crate::lanes::ActiveMask;
use crate::program::Register;

/// What a structured instruction left on the mask stack. `resume` is where the warp goes on when no lane is active.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// `saved`: lanes that run on after the branch; `other`: lanes that have yet to take the other side.
    Branch {
        saved: ActiveMask,
        other: ActiveMask,
        resume: u32,
        split: bool,
    },
    /// `entry`: lanes that run on after the loop; `continued`: lanes that skipped the rest of the body.
    Loop {
        entry: ActiveMask,
        continued: ActiveMask,
        number: u32,
        iteration: u32,
        continuing: u32,
        resume: u32,
    },
    /// `saved`: lanes that run on after the switch; `remaining`: lanes that no case has taken yet.
    Switch {
        saved: ActiveMask,
        remaining: ActiveMask,
        resume: u32,
        split: bool,
    },
    /// `entry`: lanes that run on after the call.
    Call { entry: ActiveMask, resume: u32 },
}

impl Frame {
    pub(crate) fn resume(&self) -> u32 {
        match *self {
            Frame::Branch { resume, .. }
            | Frame::Loop { resume, .. }
            | Frame::Switch { resume, .. }
            | Frame::Call { resume, .. } => resume,
        }
    }

    /// Lanes that left for good do not come back at the frame's end.
    pub(crate) fn remove(&mut self, lanes: ActiveMask) {
        match self {
            Frame::Branch { saved, other, .. } => {
                (*saved, *other) = (saved.without(lanes), other.without(lanes))
            }
            Frame::Loop {
                entry, continued, ..
            } => (*entry, *continued) = (entry.without(lanes), continued.without(lanes)),
            Frame::Switch {
                saved, remaining, ..
            } => (*saved, *remaining) = (saved.without(lanes), remaining.without(lanes)),
            Frame::Call { entry, .. } => *entry = entry.without(lanes),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Ready,
    /// At the barrier of this statement.
    Waiting {
        statement: u32,
    },
    Finished,
}

#[derive(Clone, Debug)]
pub(crate) struct Warp {
    pub(crate) number: u32,
    pub(crate) state: State,
    /// Position in the bytecode.
    pub(crate) at: usize,
    /// The statement being executed.
    pub(crate) statement: u32,
    pub(crate) active: ActiveMask,
    /// Lanes that exist.
    pub(crate) present: ActiveMask,
    /// Lanes that exist and have not finished the kernel.
    pub(crate) alive: ActiveMask,
    pub(crate) frames: Vec<Frame>,
    /// Lane registers, `stride` words each.
    pub(crate) lanes: Vec<u32>,
    pub(crate) uniforms: Vec<u32>,
    pub(crate) stride: usize,
}

/// One bit for each lane, which `bit` gives as 0 or 1.
#[inline]
pub(crate) fn gather_bits(lanes: &[u32], bit: impl Fn(u32) -> u32) -> u64 {
    let mut bits = 0;
    for (chunk, lanes) in lanes.chunks_exact(CHUNK).enumerate() {
        let eight = lanes
            .iter()
            .zip(0..)
            .fold(0, |eight, (&value, lane)| eight | bit(value) << lane);
        bits |= u64::from(eight) << (chunk * CHUNK);
    }
    bits
}

/// Lanes of a register are handled so many at a time: one vector instruction's worth.
pub(crate) const CHUNK: usize = 8;

/// Where an operand comes from.
#[derive(Clone, Copy)]
pub(crate) enum Operand {
    /// First word of a lane register.
    Lanes(usize),
    /// The same value in every lane.
    Splat(u32),
}

impl Warp {
    pub(crate) fn new(number: u32, lane_registers: u32, warp_width: u32) -> Self {
        let stride = (warp_width as usize).next_multiple_of(CHUNK);
        Warp {
            number,
            state: State::Finished,
            at: 0,
            statement: 0,
            active: ActiveMask::NONE,
            present: ActiveMask::NONE,
            alive: ActiveMask::NONE,
            frames: Vec::new(),
            lanes: vec![0; stride * lane_registers as usize],
            uniforms: Vec::new(),
            stride,
        }
    }

    /// Back to the start of the kernel with these lanes; registers become zero, uniform ones what they start with.
    pub(crate) fn restart(&mut self, present: ActiveMask, uniforms: &[u32]) {
        self.state = State::Ready;
        self.at = 0;
        self.statement = 0;
        self.active = present;
        self.present = present;
        self.alive = present;
        self.frames.clear();
        self.lanes.fill(0);
        self.uniforms.clear();
        self.uniforms.extend_from_slice(uniforms);
    }

    #[inline]
    pub(crate) fn operand(&self, register: Register) -> Operand {
        if register.is_uniform() {
            Operand::Splat(self.uniforms[register.index()])
        } else {
            Operand::Lanes(register.index() * self.stride)
        }
    }

    #[inline]
    pub(crate) fn value(&self, register: Register, lane: u32) -> u32 {
        match self.operand(register) {
            Operand::Lanes(first) => self.lanes[first + lane as usize],
            Operand::Splat(value) => value,
        }
    }

    /// The values of the lanes of `mask`, in lane order, at the front of `out`.
    pub(crate) fn collect(&self, register: Register, mask: ActiveMask, out: &mut [u32; 64]) {
        for (lane, value) in mask.lanes().zip(out) {
            *value = self.value(register, lane);
        }
    }

    /// The lanes in which a condition holds.
    pub(crate) fn holds(&self, condition: Register) -> ActiveMask {
        match self.operand(condition) {
            Operand::Splat(value) => ActiveMask(if value != 0 { u64::MAX } else { 0 }),
            Operand::Lanes(first) => ActiveMask(gather_bits(
                &self.lanes[first..first + self.stride],
                |value| value,
            )),
        }
    }

    /// Writes a value for each lane, whether active or not.
    pub(crate) fn set_lanes(&mut self, register: Register, value: impl Fn(u32) -> u32) {
        let first = register.index() * self.stride;
        for (lane, word) in (0..).zip(&mut self.lanes[first..first + self.stride]) {
            *word = value(lane);
        }
    }
}
