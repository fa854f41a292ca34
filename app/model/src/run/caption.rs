//! The facts of one caption about the next statement, from the trace; the string tables turn them into a sentence.

use crate::panels::array::{self, Moved};
use serde::{Deserialize, Serialize};
use simt::{Event, Frame, Trace};

/// A caption in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The kernel's title, if several are shown.
    pub kernel: Option<String>,
    /// The place in the loop.
    pub place: Option<String>,
    pub text: String,
}

/// A set of lanes as a person would describe it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LanePattern {
    #[default]
    None,
    One(u32),
    /// All lanes from the first to the last.
    Run {
        first: u32,
        last: u32,
    },
    /// Lanes with a constant distance: 0, 4, 8 …
    Every {
        first: u32,
        step: u32,
        last: u32,
    },
    /// The first three lanes of a set without a simple rule.
    Some {
        first: [u32; 3],
    },
}

/// The effect of the next statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// All warps have ended.
    Finished,
    /// The trace ends before the kernel does.
    CutOff,
    /// The statement accesses memory.
    Memory { loads: Moved, stores: Moved },
    /// `warps` warps arrive at a barrier.
    Barrier { warps: u32 },
    /// The lanes of one warp diverge at a branch: `first` of them run first, the others wait.
    Splits { first: u32, waiting: u32, warps: u32 },
    /// A `let` or `var` receives values.
    Assigns { variable: String },
    /// Lanes return from the kernel.
    Returns { lanes: u32 },
    /// The statement changes registers only.
    Computes,
}

/// The caption at one moment. It describes the warps that execute the highlighted statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The stride loop's variable and its value, inside the loop.
    pub stride: Option<(String, String)>,
    pub lanes: LanePattern,
    pub active: u32,
    pub warps: u32,
    pub doing: Doing,
    /// Warps that the same press advances at other statements, each with its line, from 1.
    pub elsewhere: Vec<(u32, u32)>,
}

pub fn caption(trace: &Trace, frame: &Frame, stride: Option<(String, String)>) -> Caption {
    let statement_of = |step: usize| trace.step(step).map(|step| step.statement);
    let lit = statement_of(frame.steps.start);
    let group: Vec<usize> = frame.steps.clone().filter(|&step| statement_of(step) == lit).collect();
    let mut lanes = Vec::new();
    let (mut barrier, mut returned, mut splits, mut assigned) = (0, 0, (0, 0, 0), None);
    for &index in &group {
        let Some(step) = trace.step(index) else {
            continue;
        };
        lanes.extend(step.mask.lanes().map(|lane| step.warp * trace.warp_width + lane));
        for event in trace.events(index) {
            match event {
                Event::Arrive { .. } => barrier += 1,
                Event::Return { mask } => returned += mask.count(),
                Event::Diverge { first, waiting } => {
                    splits = (splits.0 + first.count(), splits.1 + waiting.count(), splits.2 + 1);
                }
                Event::Reconverge { .. }
                | Event::Iterate { .. }
                | Event::Request(_)
                | Event::Assign(_)
                | Event::Release => {}
            }
        }
        let last = trace.assignments(index).last();
        assigned = last.map(|last| last.variable).or(assigned);
    }
    lanes.sort_unstable();
    let name = |variable: u32| {
        trace
            .variables
            .get(variable as usize)
            .map(|variable| variable.name.clone())
    };
    let (loads, stores) = array::moved(trace, group.iter().copied());
    let doing = match (loads.requests + stores.requests, assigned.and_then(name)) {
        _ if group.is_empty() && trace.truncated => Doing::CutOff,
        _ if group.is_empty() => Doing::Finished,
        (1.., _) => Doing::Memory { loads, stores },
        _ if barrier > 0 => Doing::Barrier { warps: barrier },
        _ if splits.2 > 0 => Doing::Splits {
            first: splits.0,
            waiting: splits.1,
            warps: splits.2,
        },
        (_, Some(variable)) => Doing::Assigns { variable },
        _ if returned > 0 => Doing::Returns { lanes: returned },
        _ => Doing::Computes,
    };
    Caption {
        stride,
        active: lanes.len() as u32,
        warps: group.len() as u32,
        lanes: pattern(&lanes),
        doing,
        elsewhere: frame
            .steps
            .clone()
            .filter(|&step| statement_of(step) != lit)
            .filter_map(|step| {
                let warp = trace.step(step)?.warp;
                Some((warp, trace.statement(step)?.line))
            })
            .collect(),
    }
}

/// Describes these lanes (rising numbers) as a person would.
pub fn pattern(lanes: &[u32]) -> LanePattern {
    match *lanes {
        [] => LanePattern::None,
        [one] => LanePattern::One(one),
        [first, second, ..] => {
            let (step, last) = (second - first, lanes[lanes.len() - 1]);
            match lanes.windows(2).all(|pair| pair[1] - pair[0] == step) {
                true if step == 1 => LanePattern::Run { first, last },
                true => LanePattern::Every { first, step, last },
                // Two lanes always have a constant distance, so there are at least three here.
                false => LanePattern::Some {
                    first: [first, second, lanes[2]],
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples;
    use simt::Grain;

    /// The kernel's arguments are values, whose loads the translation adds to the first step.
    #[test]
    fn the_first_statement_of_a_cuda_kernel_sets_its_own_variable() {
        let text = "struct Sizes { int n; };\n\
            __global__ void k(float *x, int factor, Sizes sizes) {\n  \
            int i = factor * threadIdx.x;\n  if (i < sizes.n) x[i] = 1.0f;\n}\n\
            int main() { float *x; cudaMalloc(&x, 256); k<<<1, 32>>>(x, 2, Sizes{64}); }\n";
        let mut playback = samples::cuda(text);
        let caption = playback.step_view(0, Grain::Statement).caption;
        let sets_i = Doing::Assigns {
            variable: "i".to_owned(),
        };
        assert_eq!(caption.doing, sets_i);
        let trace = playback.trace();
        let requests = (0..trace.len()).flat_map(|step| trace.requests(step));
        let mut names: Vec<&str> = requests
            .map(|request| trace.memories[request.memory as usize].name.as_str())
            .collect();
        names.dedup();
        assert_eq!(names, ["x"]);
    }

    /// An argument that the kernel changes is captioned where the kernel does so.
    #[test]
    fn no_statement_sets_an_argument_by_taking_it() {
        let guard = "if (threadIdx.x < n)\n    x[threadIdx.x] = 1.0f;\n";
        let sets_n = Doing::Assigns {
            variable: "n".to_owned(),
        };
        let changes_first = format!("n -= 1;\n  {guard}");
        let changes_later = format!("{guard}  n = 2;\n  x[n] = 0.0f;\n");
        for (body, step, wanted) in [
            (guard, 0, &Doing::Computes),
            (changes_first.as_str(), 0, &sets_n),
            (changes_first.as_str(), 1, &Doing::Computes),
            (changes_later.as_str(), 0, &Doing::Computes),
            (changes_later.as_str(), 2, &sets_n),
        ] {
            let text = format!(
                "__global__ void k(float *x, int n) {{\n  {body}}}\n\
                int main() {{ float *x; cudaMalloc(&x, 256); k<<<1, 32>>>(x, 64); }}\n"
            );
            let mut playback = samples::cuda(&text);
            let caption = playback.step_view(step, Grain::Statement).caption;
            assert_eq!(&caption.doing, wanted, "step {step} of {body}");
        }
    }

    #[test]
    fn lanes_are_named_as_people_do() {
        assert_eq!(pattern(&[]), LanePattern::None);
        assert_eq!(pattern(&[7]), LanePattern::One(7));
        assert_eq!(pattern(&[0, 1, 2, 3]), LanePattern::Run { first: 0, last: 3 });
        assert_eq!(
            pattern(&[0, 4, 8]),
            LanePattern::Every {
                first: 0,
                step: 4,
                last: 8
            }
        );
        assert_eq!(pattern(&[0, 1, 8]), LanePattern::Some { first: [0, 1, 8] });
    }
}
