//! Counters under nvprof's names, counted from masks and addresses alone.
//!
//! The transaction model: a *request* is one load or store instruction of one warp with at least one active lane; a
//! *transaction* is one aligned line (128 bytes) that its active lanes touch; a *sector* is one aligned unit of 32
//! bytes.

use crate::program::Access;
use serde::{Deserialize, Serialize};

/// Traffic to storage (global) memory, loads or stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Warp instructions with at least one active lane. If memory serves a part of a warp at a time, each such part
    /// counts.
    pub requests: u64,
    /// Distinct aligned lines touched, summed over all requests: `gld_transactions`, `gst_transactions`.
    pub transactions: u64,
    /// Distinct aligned sectors touched, summed over all requests.
    pub sectors: u64,
    /// Bytes that the active lanes asked for.
    pub bytes_asked: u64,
    /// Bytes that moved: sectors or whole lines, depending on the machine.
    pub bytes_moved: u64,
}

impl Traffic {
    /// Adds the counters of more requests.
    pub fn add(&mut self, other: &Traffic) {
        self.requests += other.requests;
        self.transactions += other.transactions;
        self.sectors += other.sectors;
        self.bytes_asked += other.bytes_asked;
        self.bytes_moved += other.bytes_moved;
    }

    /// Returns asked / moved in percent: `gld_efficiency`, `gst_efficiency`. `None` if nothing moved.
    pub fn efficiency(&self) -> Option<f64> {
        (self.bytes_moved > 0).then(|| 100.0 * self.bytes_asked as f64 / self.bytes_moved as f64)
    }
}

/// Traffic to workgroup (shared) memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedTraffic {
    /// The same as [`Traffic::requests`].
    pub requests: u64,
    /// For each request, the largest number of distinct words in one bank. Lanes that access the same word share it.
    pub wavefronts: u64,
    /// Wavefronts if the same words were spread evenly over all banks: more than one for a request of more words than
    /// there are banks, such as `vec4` in all lanes of a warp.
    pub least_wavefronts: u64,
    /// Bytes that the active lanes asked for.
    pub bytes_asked: u64,
    /// Bytes that all banks could deliver in these wavefronts: wavefronts × banks × bytes of a bank.
    pub bytes_moved: u64,
}

impl SharedTraffic {
    /// Adds the counters of more requests.
    pub fn add(&mut self, other: &SharedTraffic) {
        self.requests += other.requests;
        self.wavefronts += other.wavefronts;
        self.least_wavefronts += other.least_wavefronts;
        self.bytes_asked += other.bytes_asked;
        self.bytes_moved += other.bytes_moved;
    }

    /// Returns the wavefronts beyond those that the words need at least.
    pub fn bank_conflicts(&self) -> u64 {
        self.wavefronts.saturating_sub(self.least_wavefronts)
    }

    /// Returns the wavefronts beyond the first of each request.
    pub fn replays(&self) -> u64 {
        self.wavefronts.saturating_sub(self.requests)
    }
}

/// Traffic to arrays of a thread by an index that is not a constant: to local memory, unless a compiler unrolls the loop around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalTraffic {
    /// The same as [`Traffic::requests`].
    pub requests: u64,
    /// Bytes that the active lanes asked for.
    pub bytes: u64,
}

impl LocalTraffic {
    /// Adds the counters of more requests.
    pub fn add(&mut self, other: &LocalTraffic) {
        self.requests += other.requests;
        self.bytes += other.bytes;
    }
}

/// Executions of a statement, and their requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementMetrics {
    /// Executions by warps.
    pub executions: u64,
    /// Active lanes, summed over the executions.
    pub active_lanes: u64,
    /// Branches decided in the statement, and those where a warp's active lanes split.
    pub branches: u64,
    pub divergent_branches: u64,
    /// Number of times that a warp waited at a barrier in the statement.
    pub barrier_waits: u64,
    /// Requests to storage memory.
    pub loads: Traffic,
    pub stores: Traffic,
    pub atomics: Traffic,
    /// Requests to workgroup memory, and their wavefronts.
    pub shared_requests: u64,
    pub shared_wavefronts: u64,
}

impl StatementMetrics {
    /// Returns its requests to storage memory, summed over all kinds of access.
    pub fn storage(&self) -> Traffic {
        let mut all = self.loads;
        all.add(&self.stores);
        all.add(&self.atomics);
        all
    }

    /// Adds the cost of a request to storage memory.
    pub fn add_traffic(&mut self, access: Access, traffic: &Traffic) {
        match access {
            Access::Load => self.loads.add(traffic),
            Access::Store => self.stores.add(traffic),
            Access::Atomic => self.atomics.add(traffic),
        }
    }

    /// Adds the cost of a request to workgroup memory.
    pub fn add_shared_traffic(&mut self, traffic: &SharedTraffic) {
        self.shared_requests += traffic.requests;
        self.shared_wavefronts += traffic.wavefronts;
    }

    fn add(&mut self, other: &StatementMetrics) {
        self.executions += other.executions;
        self.active_lanes += other.active_lanes;
        self.branches += other.branches;
        self.divergent_branches += other.divergent_branches;
        self.barrier_waits += other.barrier_waits;
        self.loads.add(&other.loads);
        self.stores.add(&other.stores);
        self.atomics.add(&other.atomics);
        self.shared_requests += other.shared_requests;
        self.shared_wavefronts += other.shared_wavefronts;
    }
}

/// All counters of a run, summed over the workgroups that ran.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metrics {
    pub warp_width: u32,
    /// Workgroups and warps that ran.
    pub workgroups: u64,
    pub warps: u64,
    pub global_loads: Traffic,
    pub global_stores: Traffic,
    /// Atomic operations: each is one request, whatever it reads and writes.
    pub global_atomics: Traffic,
    pub shared_loads: SharedTraffic,
    pub shared_stores: SharedTraffic,
    pub shared_atomics: SharedTraffic,
    pub local_loads: LocalTraffic,
    pub local_stores: LocalTraffic,
    /// Branch instructions, counted once for each warp.
    pub branch: u64,
    /// Branches at which the active lanes of a warp split.
    pub divergent_branch: u64,
    /// Bytecode instructions of this machine, counted once for each warp. A compiler's count differs.
    pub instructions: u64,
    /// The same, counted once for each active lane.
    pub thread_instructions: u64,
    /// Number of times that a warp waited at a barrier.
    pub barrier_waits: u64,
    /// Counters of each statement, in the order of the program's statements.
    pub statements: Vec<StatementMetrics>,
}

impl Metrics {
    /// Returns the average share of active lanes in an executed instruction, in percent, based on bytecode
    /// instructions.
    pub fn warp_execution_efficiency(&self) -> Option<f64> {
        let slots = self.instructions * u64::from(self.warp_width);
        (slots > 0).then(|| 100.0 * self.thread_instructions as f64 / slots as f64)
    }

    /// Returns the bytecode instructions per warp.
    pub fn instructions_per_warp(&self) -> Option<f64> {
        (self.warps > 0).then(|| self.instructions as f64 / self.warps as f64)
    }

    /// Returns the share of active lanes over the executions of some statements, in percent: the efficiency of a
    /// branch's body.
    pub fn efficiency_of(&self, statements: impl IntoIterator<Item = usize>) -> Option<f64> {
        let (executions, active) = statements
            .into_iter()
            .filter_map(|index| self.statements.get(index))
            .fold((0, 0), |(e, a), s| (e + s.executions, a + s.active_lanes));
        let slots = executions * u64::from(self.warp_width);
        (slots > 0).then(|| 100.0 * active as f64 / slots as f64)
    }

    /// Returns the counters of one kind of access to storage memory.
    pub(crate) fn global(&mut self, access: Access) -> &mut Traffic {
        match access {
            Access::Load => &mut self.global_loads,
            Access::Store => &mut self.global_stores,
            Access::Atomic => &mut self.global_atomics,
        }
    }

    /// Returns the counters of one kind of access to workgroup memory.
    pub(crate) fn shared(&mut self, access: Access) -> &mut SharedTraffic {
        match access {
            Access::Load => &mut self.shared_loads,
            Access::Store => &mut self.shared_stores,
            Access::Atomic => &mut self.shared_atomics,
        }
    }

    /// Returns the counters of one kind of access to arrays of a thread.
    pub(crate) fn local(&mut self, access: Access) -> &mut LocalTraffic {
        match access {
            Access::Load => &mut self.local_loads,
            Access::Store | Access::Atomic => &mut self.local_stores,
        }
    }

    /// Adds the counters of more workgroups of the same program on the same machine.
    pub fn add(&mut self, other: &Metrics) {
        self.workgroups += other.workgroups;
        self.warps += other.warps;
        self.global_loads.add(&other.global_loads);
        self.global_stores.add(&other.global_stores);
        self.global_atomics.add(&other.global_atomics);
        self.shared_loads.add(&other.shared_loads);
        self.shared_stores.add(&other.shared_stores);
        self.shared_atomics.add(&other.shared_atomics);
        self.local_loads.add(&other.local_loads);
        self.local_stores.add(&other.local_stores);
        self.branch += other.branch;
        self.divergent_branch += other.divergent_branch;
        self.instructions += other.instructions;
        self.thread_instructions += other.thread_instructions;
        self.barrier_waits += other.barrier_waits;
        for (statement, other) in self.statements.iter_mut().zip(&other.statements) {
            statement.add(other);
        }
    }

    /// Sets all counters to zero.
    pub(crate) fn reset(&mut self) {
        let mut statements = std::mem::take(&mut self.statements);
        statements.fill(StatementMetrics::default());
        *self = Metrics {
            warp_width: self.warp_width,
            statements,
            ..Metrics::default()
        };
    }

    /// Returns the counters of `times` workgroups like the ones that ran.
    pub fn times(&self, times: u64) -> Metrics {
        // Doubling reuses `add`, the only definition of a sum.
        let mut sum = Metrics {
            warp_width: self.warp_width,
            ..self.clone()
        };
        sum.reset();
        let (mut power, mut rest) = (self.clone(), times);
        while rest > 0 {
            if rest & 1 == 1 {
                sum.add(&power);
            }
            let same = power.clone();
            power.add(&same);
            rest >>= 1;
        }
        sum
    }
}
