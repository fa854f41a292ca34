//! A gang: warps of one workgroup that stand at the same place of the program and execute it together. All warps of
//! a workgroup begin as one gang; where they must take turns each becomes a gang of its own. What is counted is
//! counted by warp either way.

use crate::lanes::{ActiveMask, Activity, Affine, CHUNK, Mask};
use crate::metrics::Costs;
use crate::program::{Program, Register};

/// What a structured instruction left on the mask stack. `resume` is where the gang goes on when no lane is active.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame<const W: usize> {
    /// `saved`: lanes that run on after the branch; `other`: lanes that have yet to take the other side.
    Branch {
        saved: Activity<W>,
        other: Mask<W>,
        resume: u32,
        split: bool,
    },
    /// `entry`: lanes that run on after the loop; `continued`: lanes that skipped the rest of the body.
    Loop {
        entry: Activity<W>,
        continued: Mask<W>,
        number: u32,
        iteration: u32,
        continuing: u32,
        resume: u32,
    },
    /// `saved`: lanes that run on after the switch; `remaining`: lanes that no case has taken yet.
    Switch {
        saved: Activity<W>,
        remaining: Mask<W>,
        resume: u32,
        split: bool,
    },
    /// `entry`: lanes that run on after the call.
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

    /// The lanes that run on afterwards, and those that wait inside.
    fn masks(&mut self) -> (&mut Activity<W>, Option<&mut Mask<W>>) {
        match self {
            Frame::Branch { saved, other, .. } => (saved, Some(other)),
            Frame::Loop {
                entry, continued, ..
            } => (entry, Some(continued)),
            Frame::Switch {
                saved, remaining, ..
            } => (saved, Some(remaining)),
            Frame::Call { entry, .. } => (entry, None),
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

/// How the lanes of a register are held.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// As two numbers, and the low bits of them that count.
    affine: Option<Affine>,
    bits: u32,
    /// One by one.
    lanes: bool,
}

/// A register's value as an operator sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Affine(Affine),
    /// The low bits of an even rise.
    Residue(Affine, u32),
    Lanes,
    Mask,
}

#[derive(Clone, Debug)]
pub(crate) struct Gang<const W: usize> {
    /// Number of the first warp, and how many there are.
    pub(crate) first_warp: u32,
    warps: u32,
    pub(crate) warp_width: u32,
    pub(crate) state: State,
    /// Position in the bytecode.
    pub(crate) at: usize,
    /// The statement being executed.
    pub(crate) statement: u32,
    pub(crate) active: Activity<W>,
    /// Lanes that exist, and those of them that have not finished the kernel.
    pub(crate) present: Mask<W>,
    pub(crate) alive: Mask<W>,
    pub(crate) frames: Vec<Frame<W>>,
    /// Lane registers, `stride` words each, and how they are held.
    pub(crate) lanes: Vec<u32>,
    held: Vec<Held>,
    pub(crate) uniforms: Vec<u32>,
    pub(crate) masks: Vec<Mask<W>>,
    pub(crate) stride: usize,
    /// What its requests cost before.
    pub(crate) costs: Costs<W>,
}

impl<const W: usize> Gang<W> {
    /// A gang of `warps` warps. Its registers hold nothing that may be read before `restart`.
    pub(crate) fn new(program: &Program, first_warp: u32, warps: u32, warp_width: u32) -> Self {
        let lanes = (warps * warp_width) as usize;
        let stride = lanes.next_multiple_of(CHUNK);
        let registers = program.lane_registers as usize;
        Gang {
            first_warp,
            warps,
            warp_width,
            state: State::Finished,
            at: 0,
            statement: 0,
            active: Activity::NONE,
            present: Mask::NONE,
            alive: Mask::NONE,
            frames: Vec::new(),
            lanes: vec![0; stride * registers],
            held: vec![
                Held {
                    affine: Some(Affine::splat(0)),
                    bits: u32::MAX,
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

    /// Back to the start of the kernel with the first `present` lanes; variables become zero, uniform registers what
    /// they start with.
    pub(crate) fn restart(&mut self, program: &Program, present: u32, uniforms: &[u32]) {
        self.state = State::Ready;
        self.at = 0;
        self.statement = 0;
        self.present = Mask::first(present);
        self.alive = self.present;
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

    /// Number of its first invocation in the workgroup.
    pub(crate) fn first_invocation(&self) -> u32 {
        self.first_warp * self.warp_width
    }

    /// Its warps with their first lanes' numbers and their lanes of `activity`, without those that have none.
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

    /// The last lane.
    pub(crate) fn last_lane(&self) -> u32 {
        self.stride as u32 - 1
    }

    /// First word of a lane register.
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
            match self.held[register.index()] {
                Held {
                    affine: Some(affine),
                    bits: u32::MAX,
                    ..
                } => Value::Affine(affine),
                Held {
                    affine: Some(affine),
                    bits,
                    ..
                } => Value::Residue(affine, bits),
                Held { affine: None, .. } => Value::Lanes,
            }
        }
    }

    /// The value of a register where it rises evenly: the quick half of `value_of`.
    #[inline]
    pub(crate) fn even(&self, register: Register) -> Option<Affine> {
        if register.is_uniform() {
            return Some(Affine::splat(self.uniforms[register.index()]));
        }
        if register.is_mask() {
            return None;
        }
        let held = &self.held[register.index()];
        held.affine.filter(|_| held.bits == u32::MAX)
    }

    /// Makes sure that a lane register holds its lanes one by one.
    #[inline]
    pub(crate) fn spread(&mut self, register: Register) {
        if register.is_uniform() || register.is_mask() {
            return;
        }
        let held = &mut self.held[register.index()];
        if let (false, Some(affine)) = (held.lanes, held.affine) {
            held.lanes = true;
            let first = register.index() * self.stride;
            for (word, lane) in self.lanes[first..first + self.stride].iter_mut().zip(0..) {
                *word = affine.at(lane) & held.bits;
            }
        }
    }

    /// Says that the lanes of a register have just been written one by one.
    #[inline]
    pub(crate) fn hold_lanes(&mut self, register: Register) {
        self.held[register.index()] = Held {
            affine: None,
            bits: u32::MAX,
            lanes: true,
        };
    }

    /// Gives a register one value for each lane, of an even rise.
    #[inline]
    pub(crate) fn set_affine(&mut self, register: Register, affine: Affine) {
        if register.is_uniform() {
            self.uniforms[register.index()] = affine.base;
        } else {
            self.set_residue(register, affine, u32::MAX);
        }
    }

    /// The same for a lane register, of which only the low `bits` count: a remainder by a power of two.
    #[inline]
    pub(crate) fn set_residue(&mut self, register: Register, affine: Affine, bits: u32) {
        self.held[register.index()] = Held {
            affine: Some(affine),
            bits,
            lanes: false,
        };
    }

    /// One value of a register.
    #[inline]
    pub(crate) fn value(&self, register: Register, lane: u32) -> u32 {
        match self.value_of(register) {
            Value::Affine(affine) => affine.at(lane),
            Value::Residue(affine, bits) => affine.at(lane) & bits,
            Value::Lanes => self.lanes[self.first_word(register) + lane as usize],
            Value::Mask => u32::from(self.masks[register.index()].contains(lane)),
        }
    }

    /// The values of the lanes of `mask`, of the warp whose first lane is `first`, in lane order at the front of `out`.
    pub(crate) fn collect(
        &self,
        register: Register,
        first: u32,
        mask: ActiveMask,
        out: &mut [u32; 64],
    ) {
        for (lane, value) in mask.lanes().zip(out) {
            *value = self.value(register, first + lane);
        }
    }

    /// Writes a value for each lane of a lane register, whether active or not.
    pub(crate) fn set_lanes(&mut self, register: Register, value: impl Fn(u32) -> u32) {
        let first = self.first_word(register);
        for (word, lane) in self.lanes[first..first + self.stride].iter_mut().zip(0..) {
            *word = value(lane);
        }
        self.hold_lanes(register);
    }

    /// Writes one lane of a register, or the register itself where it is uniform.
    #[inline]
    pub(crate) fn write(&mut self, to: Register, lane: u32, value: u32) {
        if to.is_uniform() {
            self.uniforms[to.index()] = value;
        } else {
            let first = self.first_word(to);
            self.lanes[first + lane as usize] = value;
        }
    }

    /// Takes lanes that left for good out of a frame: they do not come back at its end.
    pub(crate) fn remove_from(&self, frame: &mut Frame<W>, lanes: &Mask<W>) {
        let (after, inside) = frame.masks();
        *after = self.activity(after.mask.without(lanes));
        if let Some(inside) = inside {
            *inside = inside.without(lanes);
        }
    }

    /// Each warp as a gang of its own, where it stands. One without active lanes goes on at the end of what it left.
    pub(crate) fn split(mut self, program: &Program) -> Vec<Self> {
        for register in 0..program.lane_registers {
            self.spread(Register(register));
        }
        let width = self.warp_width;
        (0..self.warps)
            .map(|warp| {
                let first = warp * width;
                let slice = |mask: &Mask<W>| Mask::of_word(mask.warp(first, width).0);
                let mut gang = Gang::new(program, self.first_warp + warp, 1, width);
                for register in 0..program.lane_registers as usize {
                    let from = register * self.stride + first as usize;
                    let to = register * gang.stride;
                    gang.lanes[to..to + width as usize]
                        .copy_from_slice(&self.lanes[from..from + width as usize]);
                    gang.hold_lanes(Register(register as u32));
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
                        let mut own = frame;
                        let (after, inside) = own.masks();
                        *after = gang.activity(slice(&after.mask));
                        if let Some(inside) = inside {
                            *inside = slice(inside);
                        }
                        own
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

    /// Goes on with these lanes at `next`, or without any where the innermost frame ends.
    #[inline(never)]
    pub(crate) fn activate(&mut self, program: &Program, activity: Activity<W>, next: usize) {
        self.active = activity;
        self.at = if self.active.is_empty() {
            self.resume(program)
        } else {
            next
        };
    }

    /// Where a gang without active lanes goes on.
    fn resume(&self, program: &Program) -> usize {
        self.frames
            .last()
            .map_or(program.ops.len() - 1, |frame| frame.resume() as usize)
    }
}
