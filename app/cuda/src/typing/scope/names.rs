//! Chooses names for WGSL: those of the CUDA text where WGSL allows them, else with an underscore or a number.

use crate::typing::Typer;
use std::rc::Rc;

/// Names that the translation itself writes: types, functions and words of WGSL.
const TAKEN: &[&str] = &[
    "i32",
    "u32",
    "f32",
    "f16",
    "vec2",
    "vec3",
    "vec4",
    "vec2f",
    "vec3f",
    "vec4f",
    "vec2i",
    "vec3i",
    "vec4i",
    "vec2u",
    "vec3u",
    "vec4u",
    "vec2h",
    "vec3h",
    "vec4h",
    "array",
    "atomic",
    "ptr",
    "select",
    "bitcast",
    "min",
    "max",
    "abs",
    "clamp",
    "sqrt",
    "inverseSqrt",
    "exp",
    "exp2",
    "log",
    "log2",
    "pow",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "fma",
    "sign",
    "step",
    "mix",
    "any",
    "all",
    "countOneBits",
    "countLeadingZeros",
    "countTrailingZeros",
    "reverseBits",
    "firstLeadingBit",
    "firstTrailingBit",
    "extractBits",
    "insertBits",
    "atomicAdd",
    "atomicSub",
    "atomicMin",
    "atomicMax",
    "atomicAnd",
    "atomicOr",
    "atomicXor",
    "atomicExchange",
    "atomicCompareExchangeWeak",
    "atomicLoad",
    "atomicStore",
    "workgroupBarrier",
    "storageBarrier",
    "subgroupBarrier",
    "dot",
    "cross",
    "length",
    "normalize",
    "distance",
    "storage",
    "uniform",
    "workgroup",
    "function",
    "read",
    "write",
    "read_write",
    "block_x",
    "block_y",
    "block_z",
    "shared_bytes",
    "threadIdx",
    "blockIdx",
    "gridDim",
    "blockDim",
    "warpSize",
    "lane_id",
    "parameters",
    "Parameters",
];

impl Typer<'_> {
    /// Returns a name that nothing else of the module has.
    pub(crate) fn unique(&mut self, wanted: &str) -> Rc<str> {
        let base = allowed(wanted);
        let mut name: Rc<str> = base.as_str().into();
        let mut number = self.names.numbers.get(&name).copied().unwrap_or(1);
        while self.names.used.contains(&name) || TAKEN.contains(&&*name) {
            number += 1;
            name = format!("{}_{number}", base.trim_end_matches('_')).into();
        }
        self.names.numbers.insert(base.as_str().into(), number);
        self.names.used.insert(name.clone());
        name
    }

    /// Returns a name for a variable: its own, if no visible name and none of the module is the same.
    pub(crate) fn local_name(&mut self, wanted: &str) -> Rc<str> {
        let base: Rc<str> = allowed(wanted).into();
        let shadows = self.frame.visible(&base) || self.module_has(&base) || TAKEN.contains(&&*base);
        let name = if shadows {
            self.unique(wanted)
        } else {
            self.names.used.insert(base.clone());
            base
        };
        self.note_name(&name, wanted);
        name
    }

    /// Keeps a name of the text that WGSL has in another form.
    pub(crate) fn note_name(&mut self, name: &Rc<str>, original: &str) {
        if **name != *original {
            self.module.names.insert(name.clone(), original.into());
        }
    }

    fn module_has(&self, name: &str) -> bool {
        let module = &self.module;
        module.constants.iter().any(|(other, ..)| **other == *name)
            || module.roots.iter().any(|root| *root.name == *name)
            || module.functions.iter().any(|function| *function.name == *name)
            || module.structures.iter().any(|structure| *structure.name == *name)
            || self.frame.reserved.iter().any(|other| **other == *name)
    }
}

/// Returns the name as WGSL takes it.
pub(crate) fn allowed(name: &str) -> String {
    let name = name.trim_start_matches('_');
    let name = name.replace("__", "_");
    match name.as_str() {
        "" => "unnamed".to_owned(),
        word if wgsl::is_word(word) => format!("{word}_"),
        _ if name.starts_with(|letter: char| letter.is_ascii_digit()) => format!("v{name}"),
        _ => name,
    }
}
