//! The lab's part of a link.
//!
//! Example: `#/lab?lesson=neighbored&kernels=reduce_neighbored,reduce_unroll8&n=2^10..2^24&block=256&rounds=30`.
//! `experiment` is a preset; `experiment=table` stands for all kernels of divergence and reductions. `values` are values of the kernel's parameter, `clock=wall` selects the wall clock, `rounding=65536` rounds the
//! GPU's timestamps as coarsely (in nanoseconds) as some browsers do, and `copy=off` leaves out the copy kernel, which
//! is measured for comparison.

use super::Nonsense;
use super::read::{decode, short};
use crate::lab::collection::Collection;
use crate::lab::experiment::{Experiment, Limits, MOST_ROUNDS, Preset};
use crate::lab::list;
use crate::lab::own::is_own;
use crate::number::whole;
use gpu::Clock;
use lessons::{GalleryKernel, Lesson, Size};

/// A parsed query of the lab's page.
pub(super) struct Query {
    /// `None` if the query does not describe an experiment.
    pub experiment: Option<Experiment>,
    /// Pairs with keys that do not belong to the lab.
    pub others: Vec<(String, String)>,
}

/// The most pairs that are read from a link.
const MOST_PAIRS: usize = 100;

pub(super) fn read(query: &str, nonsense: &mut Vec<Nonsense>) -> Query {
    let mut others = Vec::new();
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()).take(MOST_PAIRS) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        match key {
            "experiment" | "lesson" | "kernels" | "n" | "block" | "values" | "rounds" | "clock" | "rounding"
            | "copy" => pairs.push((key, decode(value))),
            _ => others.push((key.to_owned(), decode(value))),
        }
    }
    if pairs.is_empty() {
        return Query {
            experiment: None,
            others,
        };
    }
    let value_of = |name: &str| {
        let pair = pairs.iter().rfind(|(key, _)| *key == name);
        pair.map(|(_, value)| value.as_str())
    };
    let mut lesson = Experiment::default().lesson();
    if let Some(id) = value_of("lesson") {
        match Lesson::by_id(id) {
            Some(named) => lesson = named,
            None => nonsense.push(Nonsense::Lesson(short(id))),
        }
    }
    let mut preset = Preset::Kernels;
    if let Some(id) = value_of("experiment") {
        match Preset::by_id(id) {
            Some(named) => preset = named,
            None => nonsense.push(Nonsense::Choice {
                key: "experiment",
                text: short(id),
            }),
        }
    }
    let mut experiment = preset.experiment(lesson, Limits::LEAST);
    for (key, value) in &pairs {
        read_pair(&mut experiment, key, value, nonsense);
    }
    Query {
        experiment: Some(experiment),
        others,
    }
}

fn read_pair(experiment: &mut Experiment, key: &str, value: &str, nonsense: &mut Vec<Nonsense>) {
    let mut number = |key: &'static str, most: u32| match whole(value) {
        Ok(number) => Some(number.clamp(1, most)),
        Err(error) => {
            nonsense.push(Nonsense::Number {
                key,
                text: short(value),
                error,
            });
            None
        }
    };
    match key {
        "kernels" => {
            let mut kernels = Vec::new();
            for name in value.split(',').filter(|name| !name.is_empty()).take(MOST_PAIRS) {
                match GalleryKernel::by_name(name) {
                    Some(kernel) if !kernels.contains(&kernel) => kernels.push(kernel),
                    Some(_) => {}
                    None => nonsense.push(Nonsense::Kernel(short(name))),
                }
            }
            if !kernels.is_empty() {
                experiment.kernels = kernels;
            }
        }
        "n" => take_sizes(experiment, value, nonsense),
        "block" => take_blocks(experiment, value, nonsense),
        "values" => match list::read(value) {
            Ok(values) => experiment.values = values,
            Err(error) => nonsense.push(Nonsense::List { key: "values", error }),
        },
        "rounds" => {
            if let Some(rounds) = number("rounds", MOST_ROUNDS) {
                experiment.rounds = rounds;
            }
        }
        "rounding" => {
            if let Some(rounding) = number("rounding", u32::MAX) {
                experiment.rounding_nanos = Some(rounding);
            }
        }
        "clock" => match value {
            "gpu" => experiment.clock = Clock::Gpu,
            "wall" => experiment.clock = Clock::Wall,
            _ => nonsense.push(Nonsense::Choice {
                key: "clock",
                text: short(value),
            }),
        },
        "copy" => match value {
            "on" => experiment.copy = true,
            "off" => experiment.copy = false,
            _ => nonsense.push(Nonsense::Choice {
                key: "copy",
                text: short(value),
            }),
        },
        _ => {}
    }
}

fn take_sizes(experiment: &mut Experiment, value: &str, nonsense: &mut Vec<Nonsense>) {
    let numbers = match list::read(value) {
        Ok(numbers) => numbers,
        Err(error) => return nonsense.push(Nonsense::List { key: "n", error }),
    };
    let block = experiment.blocks.first().copied().unwrap_or(Size::BLOCKS[0]);
    let mut sizes = Vec::new();
    for n in numbers {
        match Size::new(n, Size::nearest(n, block).block()) {
            Ok(size) => sizes.push(size.n()),
            Err(error) => {
                let used = Size::nearest(n, block);
                nonsense.push(Nonsense::Size { error, used });
                sizes.push(used.n());
            }
        }
    }
    sizes.dedup();
    experiment.sizes = sizes;
}

/// Each n is one block.
const ONE_BLOCK: &str = "n";

fn take_blocks(experiment: &mut Experiment, value: &str, nonsense: &mut Vec<Nonsense>) {
    if value == ONE_BLOCK {
        experiment.blocks.clear();
        return;
    }
    let numbers = match list::read(value) {
        Ok(numbers) => numbers,
        Err(error) => {
            return nonsense.push(Nonsense::List { key: "block", error });
        }
    };
    let n = experiment.sizes.first().copied().unwrap_or(Size::MIN_N);
    let mut blocks = Vec::new();
    for block in numbers {
        let used = Size::nearest(n, block);
        if let Err(error) = Size::new(used.n(), block) {
            nonsense.push(Nonsense::Size { error, used });
        }
        blocks.push(used.block());
    }
    blocks.dedup();
    experiment.blocks = blocks;
}

/// Appends the pairs that [`read`] turns back into this experiment.
pub(super) fn write(experiment: &Experiment, pairs: &mut Vec<String>) {
    let names: Vec<&str> = experiment
        .kernels
        .iter()
        // A link cannot carry a reader's text.
        .filter(|kernel| !is_own(kernel))
        .map(|kernel| kernel.kernel.name.as_ref())
        .collect();
    pairs.push(match experiment.collection {
        Collection::Lesson(lesson) => format!("lesson={}", lesson.id),
        Collection::Table => format!("experiment={}", Preset::Table.id()),
    });
    let all = experiment.collection.kernels().iter();
    let is_whole_table = experiment.collection == Collection::Table
        && all.map(|kernel| kernel.kernel.name.as_ref()).eq(names.iter().copied());
    // A link with the names of all kernels is too long for a slide.
    if !is_whole_table {
        pairs.push(format!("kernels={}", names.join(",")));
    }
    pairs.push(format!("n={}", list::write(&experiment.sizes)));
    pairs.push(if experiment.is_of_one_block() {
        format!("block={ONE_BLOCK}")
    } else {
        format!("block={}", list::write(&experiment.blocks))
    });
    if !experiment.values.is_empty() {
        pairs.push(format!("values={}", list::write(&experiment.values)));
    }
    pairs.push(format!("rounds={}", experiment.rounds));
    if experiment.clock == Clock::Wall {
        pairs.push("clock=wall".to_owned());
    }
    if let Some(rounding) = experiment.rounding_nanos {
        pairs.push(format!("rounding={rounding}"));
    }
    let copy = if experiment.copy { "on" } else { "off" };
    pairs.push(format!("copy={copy}"));
}
