//! Which launch of a report belongs to which of ours.

use super::ReportedLaunch;
use super::function::plain_template;
use std::collections::BTreeSet;

/// Identifies a launch of ours in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launched {
    pub function: String,
    /// The arguments of its template; empty if the call has none.
    pub template: String,
    pub blocks: [u32; 3],
    /// `None` if it is not known.
    pub threads: Option<[u32; 3]>,
}

/// Returns the name by which a report knows a kernel: a kernel of the gallery has the name of its file.
pub fn kernel_name<'a>(entry_point: &'a str, text: &'a str) -> &'a str {
    if entry_point == "main" { text } else { entry_point }
}

impl Launched {
    /// Reads the function and its template from a call such as `reduce<256><<<4, 256>>>(a)`, or from a name alone.
    pub fn new(call: &str, blocks: [u32; 3], threads: Option<[u32; 3]>) -> Self {
        let function = call.split("<<<").next().unwrap_or(call);
        let (function, template) = function.split_once('<').unwrap_or((function, ""));
        Launched {
            function: function.trim().to_owned(),
            template: plain_template(template),
            blocks,
            threads,
        }
    }

    /// Returns true if the grid and the block are those of the report, where it has them.
    pub fn has_sizes_of(&self, launch: &ReportedLaunch) -> bool {
        let is_same = |own: Option<_>, other: Option<[u32; 3]>| own.is_none() || other.is_none() || own == other;
        is_same(Some(self.blocks), launch.grid) && is_same(self.threads, launch.block)
    }
}

/// Returns for each launch of ours the index of the next reported one of its kernel. A report of one kernel belongs to a
/// text of one.
pub fn pairs(ours: &[Launched], reported: &[ReportedLaunch]) -> Vec<Option<usize>> {
    let functions: BTreeSet<&str> = ours.iter().map(|launch| &*launch.function).collect();
    let kernels: BTreeSet<&str> = reported.iter().map(|launch| &*launch.kernel).collect();
    let is_one = functions.len() == 1 && kernels.len() == 1;
    let mut left: Vec<usize> = (0..reported.len()).collect();
    let next = |own: &Launched| {
        let is_its = |index: &usize| {
            let launch = &reported[*index];
            match own.function.strip_prefix(&*launch.kernel) {
                Some("") => may_agree(&own.template, &launch.template),
                // The text's own name of an instance of a template.
                Some(rest) if !launch.template.is_empty() => rest.starts_with('_'),
                _ => is_one,
            }
        };
        let place = left.iter().position(is_its)?;
        Some(left.remove(place))
    };
    ours.iter().map(next).collect()
}

/// The launches of a report that have none of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub launches: usize,
    /// The names of their kernels; `None` if there is no launch.
    pub names: Option<String>,
}

/// Returns the launches that `pairs` leaves out.
pub fn left_out(pairs: &[Option<usize>], reported: &[ReportedLaunch]) -> LeftOut {
    let left = reported.iter().enumerate();
    let left = left.filter(|(index, _)| !pairs.contains(&Some(*index)));
    let left: Vec<&str> = left.map(|(_, launch)| &*launch.kernel).collect();
    let names: BTreeSet<&str> = left.iter().copied().collect();
    let names: Vec<&str> = names.into_iter().collect();
    LeftOut {
        launches: left.len(),
        names: Some(names.join(", ")).filter(|_| !left.is_empty()),
    }
}

/// Returns false for template arguments with different numbers. A type may have several names.
fn may_agree(own: &str, other: &str) -> bool {
    let is_number = |argument: &str| !argument.is_empty() && argument.bytes().all(|byte| byte.is_ascii_digit());
    let mut pairs = own.split(',').zip(other.split(','));
    pairs.all(|(own, other)| own == other || !is_number(own) || !is_number(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_paired_by_name_and_template() {
        let own = |call: &str| Launched::new(call, [1; 3], Some([64, 1, 1]));
        let reported = |kernel: &str, template: &str| ReportedLaunch {
            kernel: kernel.to_owned(),
            template: template.to_owned(),
            block: Some([64, 1, 1]),
            ..ReportedLaunch::default()
        };
        // (ours, theirs, the index of each of ours)
        for (ours, theirs, wanted) in [
            (
                vec!["gather<1><<<1, 64>>>(a)", "gather<8><<<1, 64>>>(a)"],
                vec![("gather", "8"), ("gather", "1")],
                vec![Some(1), Some(0)],
            ),
            (
                vec!["sum_fast<<<1, 64>>>(a)", "sum<<<1, 64>>>(a)"],
                vec![("sum", ""), ("sum_fast", "")],
                vec![Some(1), Some(0)],
            ),
            (
                vec!["gather_float"],
                vec![("gather", "float"), ("sum", "")],
                vec![Some(0)],
            ),
            (vec!["main"], vec![("reduce", "")], vec![Some(0)]),
            (vec!["scale"], vec![("sum", ""), ("copy", "")], vec![None]),
            (vec!["sum", "sum"], vec![("sum", "")], vec![Some(0), None]),
        ] {
            let own: Vec<Launched> = ours.iter().map(|call| own(call)).collect();
            let theirs = theirs.into_iter().map(|(kernel, template)| reported(kernel, template));
            let theirs: Vec<ReportedLaunch> = theirs.collect();
            assert_eq!(pairs(&own, &theirs), wanted, "{ours:?}");
        }
        assert!(own("sum").has_sizes_of(&reported("sum", "")));
        let wider = Launched::new("sum", [1; 3], Some([128, 1, 1]));
        assert!(!wider.has_sizes_of(&reported("sum", "")));
    }
}
