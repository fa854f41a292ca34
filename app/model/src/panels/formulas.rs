//! A profiler's formulas with the run's own numbers in them.

use crate::number::grouped;
use crate::panels::counters::Kind;
use crate::panels::multiprocessors::Cycles;
use simt::{Machine, Metrics};

/// The formulas, in the panel's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormulaId {
    BranchEfficiency,
    BranchDivergence,
    ControlFlowDivergence,
    WarpExecutionEfficiency,
    GldEfficiency,
    GstEfficiency,
    GldTransactionsPerRequest,
    GstTransactionsPerRequest,
    InstPerWarp,
    InstPerByte,
    GlobalReplay,
    SharedReplay,
    Replayed,
    Ipc,
    Throughput,
}

impl FormulaId {
    pub const ALL: [FormulaId; 15] = [
        FormulaId::BranchEfficiency,
        FormulaId::BranchDivergence,
        FormulaId::ControlFlowDivergence,
        FormulaId::WarpExecutionEfficiency,
        FormulaId::GldEfficiency,
        FormulaId::GstEfficiency,
        FormulaId::GldTransactionsPerRequest,
        FormulaId::GstTransactionsPerRequest,
        FormulaId::InstPerWarp,
        FormulaId::InstPerByte,
        FormulaId::GlobalReplay,
        FormulaId::SharedReplay,
        FormulaId::Replayed,
        FormulaId::Ipc,
        FormulaId::Throughput,
    ];

    /// Returns nvprof's name, or that of the graphical profiler if nvprof has none.
    pub const fn name(self) -> &'static str {
        match self {
            FormulaId::BranchEfficiency => "branch_efficiency",
            FormulaId::BranchDivergence => "branch_divergence",
            FormulaId::ControlFlowDivergence => "control_flow_divergence",
            FormulaId::WarpExecutionEfficiency => "warp_execution_efficiency",
            FormulaId::GldEfficiency => "gld_efficiency",
            FormulaId::GstEfficiency => "gst_efficiency",
            FormulaId::GldTransactionsPerRequest => "gld_transactions_per_request",
            FormulaId::GstTransactionsPerRequest => "gst_transactions_per_request",
            FormulaId::InstPerWarp => "inst_per_warp",
            FormulaId::InstPerByte => "instructions / byte",
            FormulaId::GlobalReplay => "global_replay_overhead",
            FormulaId::SharedReplay => "shared_replay_overhead",
            FormulaId::Replayed => "replayed instructions",
            FormulaId::Ipc => "ipc",
            FormulaId::Throughput => "instruction throughput",
        }
    }

    /// True if the formula counts our own instructions; a compiler's differ.
    const fn is_of_instructions(self) -> bool {
        matches!(
            self,
            FormulaId::ControlFlowDivergence
                | FormulaId::WarpExecutionEfficiency
                | FormulaId::InstPerWarp
                | FormulaId::InstPerByte
                | FormulaId::GlobalReplay
                | FormulaId::SharedReplay
                | FormulaId::Replayed
                | FormulaId::Ipc
                | FormulaId::Throughput
        )
    }
}

/// The reason why a formula has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missing {
    Branches,
    Loads,
    Stores,
    Instructions,
    /// Storage memory is not accessed.
    Bytes,
    /// Workgroup memory is not accessed.
    Shared,
    /// The machine counts events, and the models give no cycles: the kernel is the reader's own, or too long.
    Clock,
}

/// One line of the panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    pub id: FormulaId,
    pub kind: Kind,
    pub value: Result<Value, Missing>,
}

/// The value of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The formula with numbers in the place of names.
    pub sum: String,
    pub number: f64,
    pub text: String,
}

/// Evaluates all formulas of a whole dispatch; `counted` is the kind of values counted from masks and addresses. `cycles`
/// come from the models of scheduler and multiprocessors, which count instructions in their own way.
pub fn formulas(metrics: &Metrics, machine: &Machine, counted: Kind, cycles: Option<Cycles>) -> Vec<Formula> {
    let formula = |id: FormulaId| Formula {
        id,
        kind: if id.is_of_instructions() {
            Kind::Modelled
        } else {
            counted
        },
        value: match id {
            FormulaId::Ipc => per_cycle(cycles, |cycles| cycles.active),
            FormulaId::Throughput => per_cycle(cycles, |cycles| cycles.elapsed),
            id => value(id, metrics, machine),
        },
    };
    FormulaId::ALL.map(formula).into()
}

fn value(id: FormulaId, metrics: &Metrics, machine: &Machine) -> Result<Value, Missing> {
    let (loads, stores) = (&metrics.global_loads, &metrics.global_stores);
    let (branches, divergent) = (metrics.branch, metrics.divergent_branch);
    let instructions = metrics.instructions;
    let width = u64::from(metrics.warp_width);
    let (slots, lanes) = (instructions * width, metrics.thread_instructions);
    let mut shared = metrics.shared_loads;
    shared.add(&metrics.shared_stores);
    let replays = |transactions: u64, requests: u64| transactions.saturating_sub(requests);
    let global_replays = replays(loads.transactions, loads.requests) + replays(stores.transactions, stores.requests);
    let g = grouped;
    match id {
        FormulaId::BranchEfficiency => percent(
            branches.saturating_sub(divergent),
            branches,
            format!("({} − {}) ÷ {}", g(branches), g(divergent), g(branches)),
            Missing::Branches,
        ),
        FormulaId::BranchDivergence => percent(
            divergent,
            divergent + branches,
            format!("{} ÷ ({} + {})", g(divergent), g(divergent), g(branches)),
            Missing::Branches,
        ),
        FormulaId::ControlFlowDivergence => percent(
            slots.saturating_sub(lanes),
            slots,
            format!("({width} × {i} − {}) ÷ ({width} × {i})", g(lanes), i = g(instructions)),
            Missing::Instructions,
        ),
        FormulaId::WarpExecutionEfficiency => percent(
            lanes,
            slots,
            format!("{} ÷ ({width} × {})", g(lanes), g(instructions)),
            Missing::Instructions,
        ),
        FormulaId::GldEfficiency => efficiency(loads, Missing::Loads),
        FormulaId::GstEfficiency => efficiency(stores, Missing::Stores),
        FormulaId::GldTransactionsPerRequest => ratio(loads.transactions, loads.requests, Missing::Loads),
        FormulaId::GstTransactionsPerRequest => ratio(stores.transactions, stores.requests, Missing::Stores),
        FormulaId::InstPerWarp => ratio(instructions, metrics.warps, Missing::Instructions),
        FormulaId::InstPerByte => {
            let sectors = loads.sectors + stores.sectors + metrics.global_atomics.sectors;
            let bytes = u64::from(machine.sector_bytes) * sectors;
            let sum = format!(
                "({width} × {}) ÷ ({} × {})",
                g(instructions),
                machine.sector_bytes,
                g(sectors)
            );
            divided(slots, bytes, sum, Missing::Bytes)
        }
        FormulaId::GlobalReplay if loads.requests + stores.requests == 0 => Err(Missing::Bytes),
        FormulaId::GlobalReplay => divided(
            global_replays,
            instructions,
            format!(
                "({} − {}) ÷ {}",
                g(loads.transactions + stores.transactions),
                g(loads.requests + stores.requests),
                g(instructions)
            ),
            Missing::Instructions,
        ),
        FormulaId::SharedReplay if shared.requests == 0 => Err(Missing::Shared),
        FormulaId::SharedReplay => divided(
            shared.replays(),
            instructions,
            format!(
                "({} − {}) ÷ {}",
                g(shared.wavefronts),
                g(shared.requests),
                g(instructions)
            ),
            Missing::Instructions,
        ),
        FormulaId::Replayed => {
            let again = global_replays + shared.replays();
            percent(
                again,
                instructions + again,
                format!("{} ÷ ({} + {})", g(again), g(instructions), g(again)),
                Missing::Instructions,
            )
        }
        FormulaId::Ipc | FormulaId::Throughput => Err(Missing::Clock),
    }
}

/// Divides the issued instructions by cycles of all multiprocessors.
fn per_cycle(cycles: Option<Cycles>, count: impl Fn(Cycles) -> u64) -> Result<Value, Missing> {
    let cycles = cycles.ok_or(Missing::Clock)?;
    ratio(cycles.issued, count(cycles), Missing::Clock)
}

fn efficiency(traffic: &simt::Traffic, missing: Missing) -> Result<Value, Missing> {
    let (asked, moved) = (traffic.bytes_asked, traffic.bytes_moved);
    let sum = format!("{} ÷ {}", grouped(asked), grouped(moved));
    percent(asked, moved, sum, missing)
}

fn percent(count: u64, to: u64, sum: String, missing: Missing) -> Result<Value, Missing> {
    let number = 100.0 * part(count, to).ok_or(missing)?;
    Ok(Value {
        sum: format!("100 × {sum}"),
        number,
        text: format!("{number:.2} %"),
    })
}

fn ratio(count: u64, to: u64, missing: Missing) -> Result<Value, Missing> {
    let sum = format!("{} ÷ {}", grouped(count), grouped(to));
    divided(count, to, sum, missing)
}

fn divided(count: u64, to: u64, sum: String, missing: Missing) -> Result<Value, Missing> {
    let number = part(count, to).ok_or(missing)?;
    Ok(Value {
        sum,
        number,
        text: format!("{number:.2}"),
    })
}

fn part(count: u64, to: u64) -> Option<f64> {
    (to > 0).then(|| count as f64 / to as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{GALLERY, GalleryKernel, Size};
    use simt::{MetricValue, RunOptions};

    fn run(name: &str, size: Size, predication: bool) -> (Metrics, Machine) {
        let kernel = GalleryKernel::by_name(name).expect("in the gallery");
        let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
        let machine = Machine::default();
        let dispatch = kernel.dispatch(size, &machine);
        let options = RunOptions {
            machine: machine.clone(),
            predication,
            traced: None,
            ..RunOptions::default()
        };
        let run = simt::run(&program, &dispatch, &options).expect("runs");
        (run.metrics, machine)
    }

    fn text(formulas: &[Formula], id: FormulaId) -> Result<&str, Missing> {
        let formula = formulas.iter().find(|formula| formula.id == id);
        let value = &formula.expect("listed").value;
        value
            .as_ref()
            .map(|value| value.text.as_str())
            .map_err(|missing| *missing)
    }

    #[test]
    fn the_lessons_numbers_come_out() {
        use FormulaId::{BranchDivergence, BranchEfficiency, ControlFlowDivergence, InstPerByte};
        let size = Size::fixed(16_384, 64);
        let table = [
            ("divergence_parity", false, BranchDivergence, "0.75 %"),
            ("divergence_parity", false, BranchEfficiency, "99.24 %"),
            ("divergence_parity", false, ControlFlowDivergence, "49.33 %"),
            ("reduce_neighbored", false, BranchDivergence, "30.00 %"),
            ("reduce_neighbored", false, ControlFlowDivergence, "25.71 %"),
            ("reduce_neighbored", false, InstPerByte, "2.75"),
            ("reduce_interleaved", false, BranchDivergence, "17.65 %"),
            ("reduce_interleaved", false, ControlFlowDivergence, "15.89 %"),
            ("reduce_interleaved", false, InstPerByte, "6.31"),
            ("divergence_short", true, BranchEfficiency, "100.00 %"),
            ("divergence_short", true, ControlFlowDivergence, "19.57 %"),
        ];
        for (name, predication, id, wanted) in table {
            let (metrics, machine) = run(name, size, predication);
            let formulas = formulas(&metrics, &machine, Kind::Exact, None);
            assert_eq!(text(&formulas, id), Ok(wanted), "{name} {}", id.name());
        }
    }

    /// The formulas agree with the machine's own metrics of the same name.
    #[test]
    fn the_machines_own_metrics_agree() {
        for kernel in GALLERY.iter() {
            let size = kernel.task.nearest(Size::fixed(1024, 64));
            let (metrics, machine) = run(&kernel.kernel.name, size, false);
            let named = metrics.named();
            for formula in formulas(&metrics, &machine, Kind::Exact, None) {
                let Some(metric) = named.iter().find(|each| each.name == formula.id.name()) else {
                    continue;
                };
                let counted = match metric.value {
                    Some(MetricValue::Real(value)) => Some(value),
                    Some(MetricValue::Count(value)) => Some(value as f64),
                    None => None,
                };
                let number = formula.value.as_ref().ok().map(|value| value.number);
                let same = match (counted, number) {
                    (Some(counted), Some(number)) => (counted - number).abs() < 1e-9,
                    (counted, number) => counted == number,
                };
                assert!(same, "{} {}", kernel.kernel.name, metric.name);
            }
        }
    }

    /// 1000 instructions in 2000 cycles with a warp and 4000 in all: one for two, and one for four.
    #[test]
    fn modelled_cycles_give_ipc_and_throughput() {
        let cycles = Cycles {
            issued: 1000,
            active: 2000,
            elapsed: 4000,
        };
        let (metrics, machine) = (Metrics::default(), Machine::default());
        let formulas = formulas(&metrics, &machine, Kind::Exact, Some(cycles));
        for (id, wanted) in [(FormulaId::Ipc, "0.50"), (FormulaId::Throughput, "0.25")] {
            assert_eq!(text(&formulas, id), Ok(wanted));
            let formula = formulas.iter().find(|formula| formula.id == id);
            assert_eq!(formula.map(|formula| formula.kind), Some(Kind::Modelled));
        }
    }

    #[test]
    fn what_has_nothing_to_divide_by_says_why() {
        let machine = Machine::default();
        let formulas = formulas(&Metrics::default(), &machine, Kind::Exact, None);
        for (id, missing) in [
            (FormulaId::BranchEfficiency, Missing::Branches),
            (FormulaId::GldEfficiency, Missing::Loads),
            (FormulaId::GstTransactionsPerRequest, Missing::Stores),
            (FormulaId::InstPerWarp, Missing::Instructions),
            (FormulaId::InstPerByte, Missing::Bytes),
            (FormulaId::GlobalReplay, Missing::Bytes),
            (FormulaId::SharedReplay, Missing::Shared),
            (FormulaId::Ipc, Missing::Clock),
            (FormulaId::Throughput, Missing::Clock),
        ] {
            assert_eq!(text(&formulas, id), Err(missing), "{}", id.name());
        }
    }

    #[test]
    fn replays_are_what_goes_beyond_the_first() {
        let mut metrics = Metrics {
            warp_width: 32,
            warps: 1,
            instructions: 100,
            ..Metrics::default()
        };
        metrics.global_loads.requests = 10;
        metrics.global_loads.transactions = 40;
        metrics.shared_stores.requests = 5;
        metrics.shared_stores.wavefronts = 25;
        let formulas = formulas(&metrics, &Machine::default(), Kind::Exact, None);
        assert_eq!(text(&formulas, FormulaId::GlobalReplay), Ok("0.30"));
        assert_eq!(text(&formulas, FormulaId::SharedReplay), Ok("0.20"));
        assert_eq!(text(&formulas, FormulaId::Replayed), Ok("33.33 %"));
    }
}
