//! A gang: warps of one workgroup that are at the same place of the program and execute it together.
//!
//! The term is ISPC's: a gang of program instances runs in lockstep on the lanes of a vector unit, with a mask for
//! those that are active (Pharr and Mark, "ispc: A SPMD compiler for high-performance CPU programming", InPar 2012).
//! Our gang spans several warps of a simulated GPU: a workgroup begins as one gang, and where its warps must take turns
//! each warp becomes a separate gang. All counters are per warp in either case, so a gang changes the speed of the
//! machine and no result.

use crate::lanes::{ActiveMask, Activity, Affine, BlockAffine, BlockShape, CHUNK, Mask};
use crate::metrics::Costs;
use crate::program::{Program, Register};
use std::hash::{Hash, Hasher};

/// An entry of the mask stack, pushed by a structured instruction. `resume` is the position where the gang continues
/// when no lane is active.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame<const W: usize> {
    /// `saved`: lanes that continue after the branch; `other`: lanes that have yet to execute the other side.
    Branch {
        saved: Activity<W>,
        other: Mask<W>,
        resume: u32,
        split: bool,
    },
    /// `entry`: lanes that continue after the loop; `continued`: lanes that skipped the rest of the body.
    Loop {
        entry: Activity<W>,
        continued: Mask<W>,
        number: u32,
        iteration: u32,
        continuing: u32,
        resume: u32,
    },
    /// `saved`: lanes that continue after the switch; `remaining`: lanes that no case has taken yet.
    Switch {
        saved: Activity<W>,
        remaining: Mask<W>,
        resume: u32,
        split: bool,
    },
    /// `entry`: lanes that continue after the call.
    Call { entry: Activity<W>, resume: u32 },
}

impl<const W: usize> Frame<W> {
    pub(crate) fn resume(&self) -> u32 {
        match *self {
            Frame::Branch { resume, .. }
            | Frame::Loop { resume, .. }
            | Frame::Switch { resume, .. }
            | Frame::Call { resume, .. } => resume,
        }
    }

    /// Returns the lanes that continue after the frame, and those that wait inside it.
    pub(super) fn masks(&mut self) -> (&mut Activity<W>, Option<&mut Mask<W>>) {
        match self {
            Frame::Branch { saved, other, .. } => (saved, Some(other)),
            Frame::Loop { entry, continued, .. } => (entry, Some(continued)),
            Frame::Switch { saved, remaining, .. } => (saved, Some(remaining)),
            Frame::Call { entry, .. } => (entry, None),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Ready,
    /// At the barrier in this statement.
    Waiting {
        statement: u32,
    },
    /// A part of a warp, before a statement that needs the others.
    Meeting,
    Finished,
}

/// The representations that a register currently has.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// `Value::Lanes` if it has no short form.
    value: Value,
    /// True if `Gang::lanes` holds the value of each lane.
    lanes: bool,
}

/// A register's value as an operator reads it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Affine(Affine),
    /// `affine.at(lane) & bits`: a remainder by a power of two.
    Residue(Affine, u32),
    /// A value that is affine in the block, but not in the lanes.
    Block(BlockAffine),
    Lanes,
    Mask,
}

#[derive(Clone, Debug)]
pub(crate) struct Gang<const W: usize> {
    /// Number of the first warp in the workgroup, and the number of warps.
    pub(crate) first_warp: u32,
    warps: u32,
    pub(crate) warp_width: u32,
    pub(crate) block: BlockShape,
    pub(crate) state: State,
    /// True for a part of a warp whose other lanes run apart.
    pub(crate) is_part: bool,
    /// True once a loop went on while the gang was a part: its iterations are no longer those of the warp.
    pub(crate) has_own_iterations: bool,
    /// The position at which the parts of this warp have met last.
    pub(crate) met: Option<usize>,
    /// Position in the bytecode of the next instruction.
    pub(crate) at: usize,
    /// Index of the current statement.
    pub(crate) statement: u32,
    pub(crate) active: Activity<W>,
    /// Lanes that exist, and those of them that have not finished the kernel.
    pub(crate) present: Mask<W>,
    pub(crate) alive: Mask<W>,
    /// Lanes that came to the end of the kernel; the others that finished have returned before.
    pub(crate) at_end: Mask<W>,
    pub(crate) frames: Vec<Frame<W>>,
    /// Lane registers, one 32-bit word for each lane: register `r` begins at word `r * stride`. `held` has one entry
    /// for each register.
    pub(crate) lanes: Vec<u32>,
    held: Vec<Held>,
    pub(crate) uniforms: Vec<u32>,
    pub(crate) masks: Vec<Mask<W>>,
    /// Words from one lane register to the next: the lanes of the gang, rounded up to whole chunks.
    pub(crate) stride: usize,
    /// Costs of earlier requests.
    pub(crate) costs: Costs<W>,
}

impl<const W: usize> Gang<W> {
    /// Creates a gang of `warps` warps of a workgroup. Its registers must not be read before `restart`.
    pub(crate) fn new(program: &Program, (first_warp, warps, warp_width): (u32, u32, u32), block: BlockShape) -> Self {
        let lanes = (warps * warp_width) as usize;
        let stride = lanes.next_multiple_of(CHUNK);
        let registers = program.lane_registers as usize;
        Gang {
            first_warp,
            warps,
            warp_width,
            block: block.beginning_at(first_warp * warp_width),
            state: State::Finished,
            is_part: false,
            has_own_iterations: false,
            met: None,
            at: 0,
            statement: 0,
            active: Activity::NONE,
            present: Mask::NONE,
            alive: Mask::NONE,
            at_end: Mask::NONE,
            frames: Vec::new(),
            lanes: vec![0; stride * registers],
            held: vec![
                Held {
                    value: Value::Affine(Affine::splat(0)),
                    lanes: true,
                };
                registers
            ],
            uniforms: Vec::new(),
            masks: vec![Mask::NONE; program.mask_registers as usize],
            stride,
            costs: Costs::new(),
        }
    }

    /// Returns to the start of the kernel with the first `present` lanes. Variables become zero, and uniform registers
    /// get their initial values.
    pub(crate) fn restart(&mut self, program: &Program, present: u32, uniforms: &[u32]) {
        self.state = State::Ready;
        self.is_part = false;
        self.has_own_iterations = false;
        self.met = None;
        self.at = 0;
        self.statement = 0;
        self.present = Mask::first(present);
        self.alive = self.present;
        self.at_end = Mask::NONE;
        self.active = self.activity(self.alive);
        self.frames.clear();
        self.uniforms.clear();
        self.uniforms.extend_from_slice(uniforms);
        for &register in &program.zeroed {
            if register.is_mask() {
                self.masks[register.index()] = Mask::NONE;
            } else {
                self.set_affine(register, Affine::splat(0));
            }
        }
    }

    pub(crate) fn warps(&self) -> u32 {
        self.warps
    }

    pub(crate) fn activity(&self, mask: Mask<W>) -> Activity<W> {
        Activity::new(mask, self.warp_width)
    }

    /// Returns the number in the workgroup of the gang's first invocation.
    pub(crate) fn first_invocation(&self) -> u32 {
        self.first_warp * self.warp_width
    }

    /// Returns each warp with a lane in `activity`: the number of its first lane in the gang, and its lanes in
    /// `activity`.
    #[inline]
    pub(crate) fn warps_of<'a>(
        &self,
        activity: &'a Activity<W>,
    ) -> impl Iterator<Item = (u32, ActiveMask)> + use<'a, W> {
        let width = self.warp_width;
        (64 * activity.from as u32..64 * activity.to as u32)
            .step_by(width as usize)
            .map(move |first| (first, activity.mask.warp(first, width)))
            .filter(|(_, mask)| !mask.is_empty())
    }

    /// Hashes the values of all lane registers.
    pub(super) fn hash_registers(&self, hash: &mut impl Hasher) {
        for (register, held) in (0..).map(Register).zip(&self.held) {
            match held.value {
                Value::Affine(Affine { base, step }) => [base, step].hash(hash),
                Value::Residue(Affine { base, step }, bits) => [base, step, bits].hash(hash),
                Value::Block(BlockAffine { base, steps }) => (base, steps).hash(hash),
                Value::Lanes | Value::Mask => {
                    let first = self.first_word(register);
                    self.lanes[first..first + self.stride].hash(hash);
                }
            }
        }
    }

    /// Returns the number of the last lane that registers have room for, whether it exists or not.
    pub(crate) fn last_lane(&self) -> u32 {
        self.stride as u32 - 1
    }

    /// Returns the index in `lanes` of the first word of a lane register.
    #[inline]
    pub(crate) fn first_word(&self, register: Register) -> usize {
        register.index() * self.stride
    }

    #[inline]
    pub(crate) fn value_of(&self, register: Register) -> Value {
        if register.is_uniform() {
            Value::Affine(Affine::splat(self.uniforms[register.index()]))
        } else if register.is_mask() {
            Value::Mask
        } else {
            self.held[register.index()].value
        }
    }

    /// Returns the value of a register if it is affine: the fast path of `value_of`.
    #[inline]
    pub(crate) fn even(&self, register: Register) -> Option<Affine> {
        if register.is_uniform() {
            return Some(Affine::splat(self.uniforms[register.index()]));
        }
        if register.is_mask() {
            return None;
        }
        match self.held[register.index()].value {
            Value::Affine(affine) => Some(affine),
            Value::Residue(..) | Value::Block(_) | Value::Lanes | Value::Mask => None,
        }
    }

    /// Returns the value of a register if it is affine in the lanes or in the block.
    #[inline]
    pub(crate) fn in_block(&self, register: Register) -> Option<BlockAffine> {
        match self.value_of(register) {
            Value::Affine(affine) => Some(BlockAffine::of(affine, self.block)),
            Value::Block(value) => Some(value),
            Value::Residue(..) | Value::Lanes | Value::Mask => None,
        }
    }

    /// Returns true if a register has the same short form in another gang of these lanes.
    pub(super) fn holds_same(&self, other: &Self, register: Register) -> bool {
        let values = [self, other].map(|gang| gang.held[register.index()].value);
        match values {
            [Value::Affine(one), Value::Affine(other)] => one == other,
            [Value::Block(one), Value::Block(other)] => one == other,
            [Value::Residue(one, bits), Value::Residue(other, others)] => one == other && bits == others,
            _ => false,
        }
    }

    /// Writes the values of an affine register to its lanes, unless they are there.
    #[inline]
    pub(crate) fn spread(&mut self, register: Register) {
        if register.is_uniform() || register.is_mask() {
            return;
        }
        let held = &mut self.held[register.index()];
        if held.lanes {
            return;
        }
        held.lanes = true;
        let first = register.index() * self.stride;
        let lanes = &mut self.lanes[first..first + self.stride];
        match held.value {
            Value::Affine(affine) => {
                for (word, lane) in lanes.iter_mut().zip(0..) {
                    *word = affine.at(lane);
                }
            }
            Value::Residue(affine, bits) => {
                for (word, lane) in lanes.iter_mut().zip(0..) {
                    *word = affine.at(lane) & bits;
                }
            }
            Value::Block(value) => self.block.spread(value, lanes),
            Value::Lanes | Value::Mask => {}
        }
    }

    /// Records that the lanes of a register have just been written.
    #[inline]
    pub(crate) fn hold_lanes(&mut self, register: Register) {
        self.held[register.index()] = Held {
            value: Value::Lanes,
            lanes: true,
        };
    }

    /// Sets a register to an affine value.
    #[inline]
    pub(crate) fn set_affine(&mut self, register: Register, affine: Affine) {
        if register.is_uniform() {
            self.uniforms[register.index()] = affine.base;
        } else {
            self.set_value(register, Value::Affine(affine));
        }
    }

    /// Sets a register to a value that is affine in the block.
    #[inline]
    pub(crate) fn set_block(&mut self, register: Register, value: BlockAffine) {
        match value.in_lanes(self.block) {
            Some(affine) => self.set_affine(register, affine),
            None => self.set_value(register, Value::Block(value)),
        }
    }

    /// Sets a lane register to a value that has a short form.
    #[inline]
    pub(crate) fn set_value(&mut self, register: Register, value: Value) {
        self.held[register.index()] = Held { value, lanes: false };
    }

    /// Returns the value of a register in one lane.
    #[inline]
    pub(crate) fn value(&self, register: Register, lane: u32) -> u32 {
        match self.value_of(register) {
            Value::Affine(affine) => affine.at(lane),
            Value::Residue(affine, bits) => affine.at(lane) & bits,
            Value::Block(value) => self.block.value(value, lane),
            Value::Lanes => self.lanes[self.first_word(register) + lane as usize],
            Value::Mask => u32::from(self.masks[register.index()].contains(lane)),
        }
    }

    /// Writes the values of a register to the front of `out`, in lane order, for the lanes of `mask` in the warp whose
    /// first lane is `first`.
    pub(crate) fn collect(&self, register: Register, first: u32, mask: ActiveMask, out: &mut [u32; 64]) {
        for (lane, value) in mask.lanes().zip(out) {
            *value = self.value(register, first + lane);
        }
    }

    /// Writes a value to each lane of a lane register, whether it is active or not.
    pub(crate) fn set_lanes(&mut self, register: Register, value: impl Fn(u32) -> u32) {
        let first = self.first_word(register);
        for (word, lane) in self.lanes[first..first + self.stride].iter_mut().zip(0..) {
            *word = value(lane);
        }
        self.hold_lanes(register);
    }

    /// Writes one lane of a lane register, or the whole uniform register.
    #[inline]
    pub(crate) fn write(&mut self, to: Register, lane: u32, value: u32) {
        if to.is_uniform() {
            self.uniforms[to.index()] = value;
        } else {
            let first = self.first_word(to);
            self.lanes[first + lane as usize] = value;
        }
    }

    /// Removes lanes that left for good from a frame, so that they do not return at its end.
    pub(crate) fn remove_from(&self, frame: &mut Frame<W>, lanes: &Mask<W>) {
        let (after, inside) = frame.masks();
        *after = self.activity(after.mask.without(lanes));
        if let Some(inside) = inside {
            *inside = inside.without(lanes);
        }
    }

    /// Splits the gang into one gang for each warp, at the same position. A warp without active lanes continues at the
    /// end of the frame that its lanes left.
    pub(crate) fn split(self, program: &Program) -> Vec<Self> {
        let width = self.warp_width;
        (0..self.warps)
            .map(|warp| {
                let first = warp * width;
                let slice = |mask: &Mask<W>| Mask::of_word(mask.warp(first, width).0);
                let place = (self.first_warp + warp, 1, width);
                let mut gang = Gang::new(program, place, self.block);
                let moved = |affine: Affine| Affine {
                    base: affine.at(first),
                    step: affine.step,
                };
                for register in (0..program.lane_registers).map(Register) {
                    match self.held[register.index()].value {
                        Value::Affine(affine) => gang.set_affine(register, moved(affine)),
                        Value::Residue(affine, bits) => {
                            gang.set_value(register, Value::Residue(moved(affine), bits));
                        }
                        Value::Block(value) => gang.set_value(register, Value::Block(value)),
                        Value::Lanes | Value::Mask => {
                            let from = self.first_word(register) + first as usize;
                            let to = gang.first_word(register);
                            gang.lanes[to..to + width as usize]
                                .copy_from_slice(&self.lanes[from..from + width as usize]);
                            gang.hold_lanes(register);
                        }
                    }
                }
                gang.uniforms.clone_from(&self.uniforms);
                for (to, from) in gang.masks.iter_mut().zip(&self.masks) {
                    *to = slice(from);
                }
                gang.present = slice(&self.present);
                gang.alive = slice(&self.alive);
                gang.active = gang.activity(slice(&self.active.mask));
                gang.statement = self.statement;
                gang.state = self.state;
                gang.frames = self
                    .frames
                    .iter()
                    .map(|&frame| {
                        let mut part = frame;
                        let (after, inside) = part.masks();
                        *after = gang.activity(slice(&after.mask));
                        if let Some(inside) = inside {
                            *inside = slice(inside);
                        }
                        part
                    })
                    .collect();
                gang.at = if gang.active.is_empty() {
                    gang.resume(program)
                } else {
                    self.at
                };
                gang
            })
            .collect()
    }

    /// Continues with these lanes at `next`, or, if there are none, at the end of the innermost frame.
    #[inline(never)]
    pub(crate) fn activate(&mut self, program: &Program, activity: Activity<W>, next: usize) {
        self.active = activity;
        self.at = if self.active.is_empty() {
            self.resume(program)
        } else {
            next
        };
    }

    /// Returns the position where a gang without active lanes continues.
    pub(super) fn resume(&self, program: &Program) -> usize {
        self.frames
            .last()
            .map_or(program.ops.len() - 1, |frame| frame.resume() as usize)
    }
}
