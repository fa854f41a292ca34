//! Finds the name that a misspelt one may mean.

use super::Typer;

impl Typer<'_> {
    /// Returns the known name that is most like a name, if one is like it enough.
    pub(super) fn like(&self, wanted: &str) -> Option<String> {
        let scopes = self.frame.scopes.iter().flat_map(|scope| scope.keys());
        let file = self.file;
        let functions = file.functions.iter().map(|function| &function.name);
        let variables = file.variables.iter().map(|variable| &variable.name);
        let structures = file.structures.iter().map(|structure| &structure.name);
        let values = file.enumerations.iter().flat_map(|(_, values)| values);
        let names = scopes
            .chain(functions)
            .chain(variables)
            .chain(structures)
            .chain(values.map(|value| &value.name))
            .map(|name| &**name);
        nearest(wanted, names.chain(KNOWN.iter().copied()))
    }
}

/// Names of CUDA that are often misspelt.
const KNOWN: &[&str] = &[
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "__syncthreads",
    "__syncwarp",
    "__threadfence",
    "__shfl_down_sync",
    "__shfl_up_sync",
    "__shfl_xor_sync",
    "__shfl_sync",
    "__ballot_sync",
    "atomicAdd",
    "atomicSub",
    "atomicMin",
    "atomicMax",
    "atomicExch",
    "atomicCAS",
    "atomicInc",
    "printf",
    "sqrtf",
    "rsqrtf",
    "fabsf",
    "powf",
    "expf",
    "make_float2",
    "make_float3",
    "make_float4",
    "float",
    "unsigned",
    "this_thread_block",
    "tiled_partition",
];

/// Returns the name with the fewest changes to another one: at most one for each three letters.
pub(crate) fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let length = wanted.chars().count();
    let most = (length / 3).min(3);
    let near = names
        .filter(|name| name.chars().count().abs_diff(length) <= most && *name != wanted)
        .map(|name| (changes(wanted, name), name))
        .filter(|(changes, _)| *changes <= most);
    near.min().map(|(_, name)| name.to_owned())
}

/// Returns the number of letters to insert, remove, replace or swap (Damerau and Levenshtein).
fn changes(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (
        a.to_lowercase().chars().collect(),
        b.to_lowercase().chars().collect(),
    );
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &left) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &right) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(left != right);
            let mut least = replaced.min(last[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && left == b[j - 1] && a[i - 1] == right {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or(0)
}
