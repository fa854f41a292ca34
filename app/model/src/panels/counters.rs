//! The counters panel: each number with its profiler's name, its kind and the published figure.

use crate::number::grouped;
use crate::panels::why::Making;
use crate::run::sample::Sample;
pub use lessons::Kind;
use lessons::claim::Claim;
use lessons::{Text, published};
use simt::{MetricUnit, MetricValue, Metrics};

/// The place of a counter in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// In the column of loads. The next counter is the same for stores and stands beside it, under the same heading.
    Loads {
        heading: Text,
    },
    Stores,
    /// In a row of its own.
    Alone,
    /// In a row of its own, among the counters of our own bytecode; a compiler's instructions differ.
    Instructions,
}

/// A counter of the panel.
#[derive(Debug)]
pub struct Definition {
    /// The name in [`simt::metric`], which has the unit and the value.
    pub name: &'static str,
    pub making: Making,
    pub row: Row,
    /// The rank in comparisons, where a short column shows only the first rows: counters that differ most between
    /// kernels of one task come first.
    pub rank: u8,
    pub title: Text,
    pub explanation: Text,
}

macro_rules! counters {
    ($($Name:ident => $definition:expr;)*) => {
        /// The counters of the panel, in its order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum CounterId { $($Name),* }

        impl CounterId {
            pub const ALL: &[CounterId] = &[$(CounterId::$Name),*];

            pub const fn definition(self) -> &'static Definition {
                match self { $(CounterId::$Name => const { &$definition }),* }
            }
        }
    };
}

counters! {
    GldRequests => Definition {
        name: "gld_requests",
        making: Making::Requests,
        row: Row::Loads { heading: Text::new("requests", "请求") },
        rank: 7,
        title: Text::new("load requests", "加载请求"),
        explanation: Text::new("Load instructions from global memory, counted once for each warp with at least one active lane.", "对全局内存的加载指令；每个至少有一条活动线程的线程束计一次。"),
    };
    GstRequests => Definition {
        name: "gst_requests",
        making: Making::Requests,
        row: Row::Stores,
        rank: 8,
        title: Text::new("store requests", "存储请求"),
        explanation: Text::new("Store instructions to global memory, counted once for each warp with at least one active lane.", "对全局内存的存储指令；每个至少有一条活动线程的线程束计一次。"),
    };
    GldTransactions => Definition {
        name: "gld_transactions",
        making: Making::Transactions,
        row: Row::Loads { heading: Text::new("transactions", "事务") },
        rank: 0,
        title: Text::new("load transactions", "加载事务"),
        explanation: Text::new("The sum over all load requests of the distinct 128-byte cache lines that their active lanes touch. One is the best case for a full warp.", "每个加载请求中，活动线程触及的不同 128 字节缓存行的条数，再求和。整个线程束最好的情况是一条。"),
    };
    GstTransactions => Definition {
        name: "gst_transactions",
        making: Making::Transactions,
        row: Row::Stores,
        rank: 1,
        title: Text::new("store transactions", "存储事务"),
        explanation: Text::new("The sum over all store requests of the distinct 128-byte cache lines that their active lanes touch.", "每个存储请求中，活动线程触及的不同 128 字节缓存行的条数，再求和。"),
    };
    GldEfficiency => Definition {
        name: "gld_efficiency",
        making: Making::Bytes,
        row: Row::Loads { heading: Text::new("efficiency", "效率") },
        rank: 2,
        title: Text::new("load efficiency", "加载效率"),
        explanation: Text::new("Bytes that lanes requested, divided by bytes that moved. Memory moves whole 32-byte sectors (whole cache lines on a machine with L1 loads).", "线程请求的字节数除以实际搬运的字节数。搬运以 32 字节扇区为单位（使用 L1 加载的机器以整条缓存行为单位）。"),
    };
    GstEfficiency => Definition {
        name: "gst_efficiency",
        making: Making::Bytes,
        row: Row::Stores,
        rank: 9,
        title: Text::new("store efficiency", "存储效率"),
        explanation: Text::new("Bytes that lanes stored, divided by the bytes of the 32-byte sectors that moved.", "线程写入的字节数除以为此搬运的 32 字节扇区的字节数。"),
    };
    Branch => Definition {
        name: "branch",
        making: Making::Branches,
        row: Row::Alone,
        rank: 10,
        title: Text::new("branches", "分支"),
        explanation: Text::new("Decisions of if, loops and switch, counted once for each warp that makes one.", "if、循环和 switch 的判断；每个线程束每次判断计一次。"),
    };
    DivergentBranch => Definition {
        name: "divergent_branch",
        making: Making::Divergent,
        row: Row::Alone,
        rank: 3,
        title: Text::new("divergent branches", "分化的分支"),
        explanation: Text::new("Branches at which the active lanes of a warp disagreed, so that the warp executes both paths.", "同一线程束的活动线程意见不一的分支；线程束因此要走两条路径。"),
    };
    BarrierWaits => Definition {
        name: "barrier_waits",
        making: Making::Waits,
        row: Row::Alone,
        rank: 6,
        title: Text::new("barrier waits", "同步等待"),
        explanation: Text::new("The number of times that a warp arrived at a barrier, over all warps.", "所有线程束到达同步点的总次数。"),
    };
    WarpExecutionEfficiency => Definition {
        name: "warp_execution_efficiency",
        making: Making::Lanes,
        row: Row::Instructions,
        rank: 4,
        title: Text::new("warp efficiency", "线程束效率"),
        explanation: Text::new("Average share of active lanes in an executed instruction. Counted on the machine's own instructions; a compiler's mix of instructions gives a somewhat different share.", "每条已执行指令中活动线程的平均比例。这里数的是模拟机自己的指令，编译器生成的指令不同，比例会略有差别。"),
    };
    InstPerWarp => Definition {
        name: "inst_per_warp",
        making: Making::Instructions,
        row: Row::Instructions,
        rank: 5,
        title: Text::new("instr. per warp", "每束指令数"),
        explanation: Text::new("Instructions that one warp executes on average. These are the machine's own instructions, so compare kernels with each other and not with a profiler.", "一个线程束平均执行的指令数。这是模拟机自己的指令，适合比较各个内核，不宜与性能分析器的数值比较。"),
    };
}

impl CounterId {
    /// Returns nvprof's name (`barrier_waits` is our own).
    pub const fn name(self) -> &'static str {
        self.definition().name
    }

    /// Formats a value as the panel shows it.
    pub fn show(self, value: f64) -> String {
        match simt::metric(self.name()).map(|metric| metric.unit) {
            Some(MetricUnit::Percent) => format!("{value:.2} %"),
            Some(MetricUnit::Ratio) => format!("{value:.1}"),
            Some(MetricUnit::Count | MetricUnit::Bytes) | None => grouped(value as u64),
        }
    }

    fn value(self, metrics: &Metrics) -> Option<f64> {
        (simt::metric(self.name())?.value)(metrics).map(MetricValue::real)
    }

    fn is_of_our_instructions(self) -> bool {
        self.definition().row == Row::Instructions
    }
}

/// A published figure next to ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedFigure {
    pub text: String,
    pub device: String,
    pub source: String,
    /// True if it equals ours in every printed digit; `None` if the two need not agree.
    pub equal: Option<bool>,
}

/// Titles of metrics that slides about the times name and the panel does not have.
const OTHERS: [(&str, Text); 6] = [
    ("achieved_occupancy", Text::new("achieved occupancy", "实际占用率")),
    (
        "sm_efficiency",
        Text::new("busy multiprocessors, %", "忙碌的多处理器，%"),
    ),
    ("gld_sectors", Text::new("load sectors", "加载扇区")),
    (
        "shared_ld_requests",
        Text::new("shared load requests", "共享内存加载请求"),
    ),
    (
        "shared_ld_wavefronts",
        Text::new("shared load wavefronts", "共享内存加载 wavefront"),
    ),
    (
        "shared_st_wavefronts",
        Text::new("shared store wavefronts", "共享内存存储 wavefront"),
    ),
];

/// Returns the title of a metric that a slide about the times may name.
pub fn title(name: &str) -> Option<Text> {
    let mut panel = CounterId::ALL.iter();
    let of_panel = panel.find(|id| id.name() == name);
    of_panel.map(|id| id.definition().title).or_else(|| {
        let mut others = OTHERS.iter();
        others.find(|(other, _)| *other == name).map(|(_, title)| *title)
    })
}

/// Returns the metric of the second run divided by that of the first; `None` if the quotient does not exist.
pub fn ratio_of(name: &str, first: &Metrics, second: &Metrics) -> Option<f64> {
    let metric = simt::metric(name)?;
    let ratio = (metric.value)(second)?.real() / (metric.value)(first)?.real();
    ratio.is_finite().then_some(ratio)
}

#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    pub id: CounterId,
    /// The numeric value; `None` if nothing was counted.
    pub number: Option<f64>,
    /// The formatted value; `None` if nothing was counted, for example an efficiency without a store.
    pub value: Option<String>,
    pub kind: Kind,
    pub published: Option<PublishedFigure>,
}

impl Counter {
    /// Returns true for an efficiency above 100 %, which needs an explanation.
    pub fn is_above_hundred(&self) -> bool {
        let is_share = simt::metric(self.id.name()).is_some_and(|metric| metric.unit == MetricUnit::Percent);
        is_share && self.number.is_some_and(|number| number > 100.0)
    }
}

/// Returns the kind of a counter of masks and addresses: exact if all blocks that others represent are alike.
pub fn counted(sample: Sample, alike: bool) -> Kind {
    if sample.multiplies() && !alike {
        Kind::Modelled
    } else {
        Kind::Exact
    }
}

/// Returns the counters of a whole dispatch, with the published figures of `claim`.
pub fn counters(claim: Option<&Claim>, sample: Sample, alike: bool, whole: &Metrics) -> Vec<Counter> {
    counters_of(claim, counted(sample, alike), whole)
}

/// Returns the counters of a whole dispatch, where `counted` is the kind of those of masks and addresses.
pub fn counters_of(claim: Option<&Claim>, counted: Kind, whole: &Metrics) -> Vec<Counter> {
    let counter = |id: CounterId| {
        let number = id.value(whole);
        let value = number.map(|value| id.show(value));
        let published = claim.and_then(|claim| {
            let table = claim.table;
            let text = id.show(*claim.figures.get(id.name())?);
            let comparable = table.exact && !id.is_of_our_instructions();
            let equal = comparable.then(|| value.as_ref() == Some(&text));
            Some(PublishedFigure {
                text,
                device: table.device.clone(),
                source: published::title(&table.source).to_owned(),
                equal,
            })
        });
        let kind = if id.is_of_our_instructions() {
            Kind::Modelled
        } else {
            counted
        };
        Counter {
            id,
            number,
            value,
            kind,
            published,
        }
    };
    CounterId::ALL.iter().copied().map(counter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::claim::claim_of;
    use lessons::{GalleryKernel, Size};
    use simt::{Machine, Traffic};

    fn of_neighbored(metrics: &Metrics, machine: &str) -> Vec<Counter> {
        let kernel = GalleryKernel::by_name("reduce_neighbored").expect("in the gallery");
        let size = Size::fixed(16_384, 1024);
        let machine = Machine::by_id(machine).expect("a preset");
        counters(
            claim_of(kernel, &machine.id, size.n(), size.block()),
            Sample::whole_of(kernel.blocks(size)),
            true,
            metrics,
        )
    }

    #[test]
    fn the_published_figure_is_compared_to_the_printed_digit() {
        let global_loads = Traffic {
            requests: 1,
            transactions: 6128,
            bytes_asked: 2501,
            bytes_moved: 10_000,
            sectors: 1,
        };
        let metrics = Metrics {
            global_loads,
            ..Metrics::default()
        };
        let counters = of_neighbored(&metrics, "k80");
        let counter_of = |id| counters.iter().find(|counter| counter.id == id).expect("listed");
        let transactions = counter_of(CounterId::GldTransactions);
        assert_eq!(transactions.value.as_deref(), Some("6,128"));
        assert_eq!(
            transactions.published.as_ref().map(|figure| figure.equal),
            Some(Some(true))
        );
        let efficiency = counter_of(CounterId::GldEfficiency);
        assert_eq!(
            efficiency.published.as_ref().map(|figure| figure.equal),
            Some(Some(true))
        );
        let stores = counter_of(CounterId::GstTransactions)
            .published
            .as_ref()
            .expect("published");
        assert_eq!((stores.text.as_str(), stores.equal), ("3,072", Some(false)));
        let ours = counter_of(CounterId::InstPerWarp);
        assert_eq!(ours.kind, Kind::Modelled);
        assert_eq!(ours.published.as_ref().map(|figure| figure.equal), Some(None));
    }

    #[test]
    fn every_counter_is_a_metric_of_the_machine() {
        let mut ranks: Vec<u8> = Vec::new();
        for id in CounterId::ALL {
            assert!(simt::metric(id.name()).is_some(), "{}", id.name());
            ranks.push(id.definition().rank);
        }
        ranks.sort_unstable();
        assert!(ranks.iter().copied().eq(0..ranks.len() as u8), "{ranks:?}");
    }

    #[test]
    fn figures_of_another_device_are_not_compared() {
        assert!(
            of_neighbored(&Metrics::default(), "v100")
                .iter()
                .all(|counter| counter.published.is_none())
        );
    }
}
