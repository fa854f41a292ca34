//! Finds the name that a misspelt one may mean.

use crate::typing::Typer;

impl Typer<'_> {
    /// Returns the known name that is most like a name, if one is like it enough.
    pub(crate) fn like(&self, wanted: &str) -> Option<String> {
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
        wgsl::nearest(wanted, names.chain(KNOWN.iter().copied()))
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
