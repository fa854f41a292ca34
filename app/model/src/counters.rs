//! The counters panel: each number with its profiler's name, its kind and the published figure.

use crate::number::grouped;
use crate::sample::Sample;
use lessons::claim::Claim;
use lessons::published;
use simt::Metrics;

/// The origin of a number. Every number on the page has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Timed on a device.
    Measured,
    /// Counted from masks and addresses.
    Exact,
    /// Depends on our own instructions, or on blocks that represent others.
    Modelled,
    /// Printed in a book or on a slide.
    Published,
}

/// The counters of the panel, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CounterId {
    GldRequests,
    GstRequests,
    GldTransactions,
    GstTransactions,
    GldEfficiency,
    GstEfficiency,
    Branch,
    DivergentBranch,
    WarpExecutionEfficiency,
    InstPerWarp,
    BarrierWaits,
}

impl CounterId {
    pub const ALL: [CounterId; 11] = [
        CounterId::GldRequests,
        CounterId::GstRequests,
        CounterId::GldTransactions,
        CounterId::GstTransactions,
        CounterId::GldEfficiency,
        CounterId::GstEfficiency,
        CounterId::Branch,
        CounterId::DivergentBranch,
        CounterId::WarpExecutionEfficiency,
        CounterId::InstPerWarp,
        CounterId::BarrierWaits,
    ];

    /// Returns nvprof's name (`barrier_waits` is our own).
    pub const fn name(self) -> &'static str {
        match self {
            CounterId::GldRequests => "gld_requests",
            CounterId::GstRequests => "gst_requests",
            CounterId::GldTransactions => "gld_transactions",
            CounterId::GstTransactions => "gst_transactions",
            CounterId::GldEfficiency => "gld_efficiency",
            CounterId::GstEfficiency => "gst_efficiency",
            CounterId::Branch => "branch",
            CounterId::DivergentBranch => "divergent_branch",
            CounterId::WarpExecutionEfficiency => "warp_execution_efficiency",
            CounterId::InstPerWarp => "inst_per_warp",
            CounterId::BarrierWaits => "barrier_waits",
        }
    }

    const fn unit(self) -> Unit {
        match self {
            CounterId::GldEfficiency
            | CounterId::GstEfficiency
            | CounterId::WarpExecutionEfficiency => Unit::Percent,
            CounterId::InstPerWarp => Unit::Average,
            _ => Unit::Count,
        }
    }

    /// Formats a value as the panel shows it.
    pub fn show(self, value: f64) -> String {
        self.unit().show(value)
    }

    /// True for counters of our own bytecode; a compiler's instructions differ.
    const fn is_of_our_instructions(self) -> bool {
        matches!(
            self,
            CounterId::WarpExecutionEfficiency | CounterId::InstPerWarp
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Count,
    Percent,
    Average,
}

impl Unit {
    fn show(self, value: f64) -> String {
        match self {
            Unit::Count => grouped(value as u64),
            Unit::Percent => format!("{value:.2} %"),
            Unit::Average => format!("{value:.1}"),
        }
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

/// Returns the kind of a counter of masks and addresses: exact if all blocks that others represent are alike.
pub fn counted(sample: Sample, alike: bool) -> Kind {
    if sample.multiplies() && !alike {
        Kind::Modelled
    } else {
        Kind::Exact
    }
}

/// Returns the counters of a whole dispatch, with the published figures of `claim`.
pub fn counters(
    claim: Option<&Claim>,
    sample: Sample,
    alike: bool,
    whole: &Metrics,
) -> Vec<Counter> {
    let counted = counted(sample, alike);
    let counter = |id: CounterId| {
        let number = value(id, whole);
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
    CounterId::ALL.map(counter).into()
}

fn value(id: CounterId, metrics: &Metrics) -> Option<f64> {
    match id {
        CounterId::GldRequests => Some(metrics.global_loads.requests as f64),
        CounterId::GstRequests => Some(metrics.global_stores.requests as f64),
        CounterId::GldTransactions => Some(metrics.global_loads.transactions as f64),
        CounterId::GstTransactions => Some(metrics.global_stores.transactions as f64),
        CounterId::GldEfficiency => metrics.global_loads.efficiency(),
        CounterId::GstEfficiency => metrics.global_stores.efficiency(),
        CounterId::Branch => Some(metrics.branch as f64),
        CounterId::DivergentBranch => Some(metrics.divergent_branch as f64),
        CounterId::WarpExecutionEfficiency => metrics.warp_execution_efficiency(),
        CounterId::InstPerWarp => metrics.instructions_per_warp(),
        CounterId::BarrierWaits => Some(metrics.barrier_waits as f64),
    }
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
        let of = |id| {
            counters
                .iter()
                .find(|counter| counter.id == id)
                .expect("listed")
        };
        let transactions = of(CounterId::GldTransactions);
        assert_eq!(transactions.value.as_deref(), Some("6,128"));
        assert_eq!(
            transactions.published.as_ref().map(|figure| figure.equal),
            Some(Some(true))
        );
        let efficiency = of(CounterId::GldEfficiency);
        assert_eq!(
            efficiency.published.as_ref().map(|figure| figure.equal),
            Some(Some(true))
        );
        let stores = of(CounterId::GstTransactions)
            .published
            .as_ref()
            .expect("published");
        assert_eq!((stores.text.as_str(), stores.equal), ("3,072", Some(false)));
        let ours = of(CounterId::InstPerWarp);
        assert_eq!(ours.kind, Kind::Modelled);
        assert_eq!(
            ours.published.as_ref().map(|figure| figure.equal),
            Some(None)
        );
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
