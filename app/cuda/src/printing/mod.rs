//! Prints a typed kernel as WGSL: the same names, the same order, the same comments where WGSL allows it.

mod expression;
mod fragment;
mod helpers;
mod memory;
mod operations;
mod requests;
mod statement;
mod text;
mod types;

use crate::error::Lines;
use crate::preprocess::Comment;
use crate::typing::tree::{BuiltIn, Function, Module, Scalar, Space, Ty, VariableKind};
use memory::Shape;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use text::Text;
use wgsl::{Integers, MarkedCall, Origins, Requests};

/// The text, and for each of its lines the CUDA line that it stands for; 0 for none.
#[derive(Debug)]
pub(crate) struct Printed {
    pub wgsl: String,
    pub lines: Vec<u32>,
    /// The functions and variables that stand for accesses of CUDA.
    pub requests: Requests,
    /// The places of CUDA that its parts stand for.
    pub origins: Origins,
}

/// The sizes of a launch, which become the defaults of overrides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    pub block: Option<[u32; 3]>,
    pub shared_bytes: Option<u32>,
}

/// The block of a kernel whose launch is not known.
const USUAL_BLOCK: [u32; 3] = [64, 1, 1];

struct Printer<'m> {
    module: &'m Module,
    sizes: Sizes,
    places: &'m Lines,
    comments: &'m [Comment],
    shown: HashSet<usize>,
    shapes: Vec<Shape>,
    /// Functions that the translation adds, by name.
    helpers: BTreeMap<String, String>,
    /// The marks of those that stand for an access.
    calls: Vec<MarkedCall>,
    used: HashSet<usize>,
    subgroups: bool,
    halves: bool,
    /// Bits of floats that a WGSL literal cannot be: infinity and no number.
    specials: BTreeSet<&'static str>,
    /// The start of the function that is printed.
    start: u32,
}

/// Returns the WGSL text of a module.
pub(crate) fn print(module: &Module, comments: &[Comment], places: &Lines, sizes: Sizes) -> Printed {
    let mut printer = Printer {
        module,
        sizes,
        places,
        comments,
        shown: HashSet::new(),
        shapes: module.roots.iter().map(|root| memory::shape(module, root)).collect(),
        helpers: BTreeMap::new(),
        calls: Vec::new(),
        used: HashSet::new(),
        subgroups: false,
        halves: false,
        specials: BTreeSet::new(),
        start: 0,
    };
    printer.module()
}

impl Printer<'_> {
    fn module(&mut self) -> Printed {
        // Functions are printed first: they tell what the head must declare.
        let mut functions = Vec::new();
        for function in &self.module.functions {
            functions.push(self.function(function));
        }
        let kernel = self.module.kernel.as_ref().map(|kernel| self.kernel(kernel));
        for helper in &self.module.helpers {
            self.named_helper(helper);
        }
        let helpers = std::mem::take(&mut self.helpers);
        let mut whole = self.head();
        for helper in helpers.values() {
            whole.blank();
            for line in helper.lines() {
                whole.own(line);
            }
        }
        self.reports(&mut whole);
        for function in functions.into_iter().chain(kernel) {
            whole.blank();
            whole.append(function);
        }
        let (wgsl, lines, parts) = whole.finish(self.places);
        let integers = if self.module.shortens_integers {
            Integers::Shortened
        } else {
            Integers::AsWritten
        };
        Printed {
            wgsl,
            lines,
            requests: Requests {
                calls: std::mem::take(&mut self.calls),
                variables: self.marked_variables(),
            },
            origins: Origins::new(
                self.places.whole(),
                &self.places.included,
                integers,
                self.names(),
                parts,
            ),
        }
    }

    /// Returns the names of the CUDA text, where WGSL has others.
    fn names(&self) -> BTreeMap<String, String> {
        let variables = self.module.names.iter();
        let roots = self.module.roots.iter();
        let roots = roots.map(|root| (&root.name, &root.original));
        let renamed = variables.chain(roots).filter(|(name, original)| name != original);
        renamed
            .map(|(name, original)| (name.to_string(), original.to_string()))
            .collect()
    }

    fn head(&mut self) -> Text {
        let mut head = Text::default();
        let first = self.module.kernel.as_ref().map_or(0, |kernel| kernel.span.start);
        let leading = self.comments.iter();
        let leading = leading.filter(|comment| comment.span.start < first);
        // The comments at the text's very start.
        let mut end = 0;
        for comment in leading {
            if self.places.line(comment.span.start) > end + 1 {
                break;
            }
            for line in comment.text.lines() {
                head.line(0, line.trim_end(), Some(comment.span));
            }
            end = self.places.line(comment.span.end);
        }
        let mut declarations = Text::default();
        self.declarations(&mut declarations);
        if self.halves {
            head.own("enable f16;");
        }
        if self.subgroups {
            head.own("enable subgroups;");
        }
        head.blank();
        head.append(declarations);
        head
    }

    fn declarations(&mut self, head: &mut Text) {
        let block = self.sizes.block.unwrap_or(USUAL_BLOCK);
        for (axis, size) in ["x", "y", "z"].into_iter().zip(block) {
            head.own(&format!("override block_{axis}: u32 = {size}u;"));
        }
        if self.module.shared_bytes {
            let bytes = self.sizes.shared_bytes.unwrap_or(0).max(4);
            head.own(&format!("override shared_bytes: u32 = {bytes}u;"));
        }
        for (name, ty, value) in &self.module.constants {
            let literal = self.literal(*value, ty);
            head.own(&format!("const {name}: {} = {literal};", self.type_text(ty)));
        }
        for special in &self.specials {
            let bits = if *special == "infinity_bits" {
                "0x7f800000u"
            } else {
                "0x7fc00000u"
            };
            head.own(&format!("var<private> {special}: u32 = {bits};"));
        }
        for structure in &self.module.structures {
            if structure.members.is_empty() {
                continue;
            }
            head.blank();
            head.own(&format!("struct {} {{", structure.name));
            for ((name, ty), aligned) in structure.members.iter().zip(&structure.aligned) {
                // Numbers of less than four bytes have four here.
                let aligned = aligned.filter(|bytes| *bytes >= 4);
                let align = aligned.map_or(String::new(), |bytes| format!("@align({bytes}) "));
                head.own(&format!("  {align}{name}: {},", self.type_text(ty)));
            }
            head.own("}");
        }
        self.bindings(head);
    }

    fn bindings(&mut self, head: &mut Text) {
        let shapes = self.shapes.clone();
        if !self.module.uniform.is_empty() {
            head.blank();
            head.own("struct Parameters {");
            for member in &self.module.uniform {
                let ty = match member.ty {
                    Ty::Scalar(Scalar::Bool) => "u32".to_owned(),
                    _ => self.type_text(&member.ty),
                };
                head.own(&format!("  {}: {ty},", member.name));
            }
            head.own("}");
        }
        head.blank();
        for (root, shape) in self.module.roots.iter().zip(&shapes) {
            let Some(binding) = root.binding else {
                continue;
            };
            let ty = self.shape_type(root, shape);
            let space = match (shape, root.written) {
                (Shape::Quads(_), _) => "uniform",
                (_, true) => "storage, read_write",
                (_, false) => "storage, read",
            };
            head.line(
                0,
                &format!("@group(0) @binding({binding}) var<{space}> {}: {ty};", root.name),
                Some(root.span),
            );
        }
        if !self.module.uniform.is_empty() {
            let binding = self.module.uniform_binding;
            let arrays = self
                .module
                .uniform
                .iter()
                .any(|member| matches!(member.ty, Ty::Structure(_) | Ty::Array(..)));
            let space = if arrays { "storage, read" } else { "uniform" };
            head.own(&format!(
                "@group(0) @binding({binding}) var<{space}> {}: Parameters;",
                self.module.uniform_name
            ));
        }
        head.blank();
        for (root, shape) in self.module.roots.iter().zip(&shapes) {
            if root.space == Space::Shared {
                let ty = self.shape_type(root, shape);
                head.line(0, &format!("var<workgroup> {}: {ty};", root.name), Some(root.span));
            }
        }
    }

    /// Prints the functions whose calls the machine reports.
    fn reports(&mut self, whole: &mut Text) {
        for report in &self.module.reports {
            let parameters = report.types.iter().enumerate();
            let parameters: Vec<String> = parameters
                .map(|(number, ty)| format!("value_{number}: {}", self.type_text(ty)))
                .collect();
            whole.blank();
            whole.own(&format!("fn {}({}) {{", report.function, parameters.join(", ")));
            whole.own("}");
        }
    }

    /// Returns the parameters that carry built-in values.
    fn built_in_parameters(&self, function: &Function) -> Vec<(&'static str, &'static str, &'static str)> {
        let built_ins = function.built_ins.iter();
        built_ins
            .filter_map(|built_in| {
                Some(match built_in {
                    BuiltIn::ThreadIdx => ("threadIdx", "vec3u", "local_invocation_id"),
                    BuiltIn::BlockIdx => ("blockIdx", "vec3u", "workgroup_id"),
                    BuiltIn::GridDim => ("gridDim", "vec3u", "num_workgroups"),
                    BuiltIn::WarpSize => ("warpSize", "u32", "subgroup_size"),
                    BuiltIn::LaneId => ("lane_id", "u32", "subgroup_invocation_id"),
                    BuiltIn::BlockDim(_) => return None,
                })
            })
            .collect()
    }

    fn kernel(&mut self, kernel: &Function) -> Text {
        let place = Some(kernel.span);
        self.start = kernel.span.start;
        let body = self.body(&kernel.body, 1);
        let mut text = Text::default();
        for comment in self.comments_above(kernel.span.start) {
            text.own(&comment);
        }
        text.line(0, "@compute @workgroup_size(block_x, block_y, block_z)", place);
        let parameters = self.built_in_parameters(kernel);
        self.subgroups |= parameters
            .iter()
            .any(|(name, ..)| matches!(*name, "warpSize" | "lane_id"));
        if parameters.is_empty() {
            text.line(0, &format!("fn {}() {{", kernel.name), place);
        } else {
            text.line(0, &format!("fn {}(", kernel.name), place);
            for (name, ty, built_in) in parameters {
                text.line(1, &format!("@builtin({built_in}) {name}: {ty},"), place);
            }
            text.line(0, ") {", place);
        }
        for member in &self.module.uniform {
            if !self.used.contains(&member.variable) {
                continue;
            }
            let variable = &self.module.variables[member.variable];
            let word = if variable.changed { "var" } else { "let" };
            let value = format!("{}.{}", self.module.uniform_name, member.name);
            let value = match member.ty {
                Ty::Scalar(Scalar::Bool) => format!("{value} != 0u"),
                _ => value,
            };
            // CUDA has an argument in a register or in constant memory: taking it is no statement.
            text.line(1, &format!("{word} {} = {value};", variable.name), None);
        }
        text.append(body);
        text.line(0, "}", place);
        text.function(kernel.span);
        text
    }

    fn function(&mut self, function: &Function) -> Text {
        let place = Some(function.span);
        self.start = function.span.start;
        let body = self.body(&function.body, 1);
        let mut text = Text::default();
        for comment in self.comments_above(function.span.start) {
            text.own(&comment);
        }
        let mut parameters = Vec::new();
        let mut copies = Vec::new();
        for &id in &function.parameters {
            let variable = &self.module.variables[id];
            let ty = self.type_text(&variable.ty);
            match (variable.kind, variable.changed) {
                (VariableKind::Reference, _) => parameters.push(format!("{}: ptr<function, {ty}>", variable.name)),
                (_, true) => {
                    parameters.push(format!("{}_given: {ty}", variable.name));
                    copies.push(format!("var {0} = {0}_given;", variable.name));
                }
                (_, false) => parameters.push(format!("{}: {ty}", variable.name)),
            }
        }
        for (name, ty, _) in self.built_in_parameters(function) {
            parameters.push(format!("{name}: {ty}"));
        }
        let returns = match &function.returns {
            Ty::Void => String::new(),
            other => format!(" -> {}", self.type_text(other)),
        };
        text.line(
            0,
            &format!("fn {}({}){returns} {{", function.name, parameters.join(", ")),
            place,
        );
        for copy in copies {
            text.statement(1, &copy, self.statement_origin(function.span));
        }
        text.append(body);
        text.line(0, "}", place);
        text.function(function.span);
        text
    }

    /// Returns the comments on the lines right above a place.
    fn comments_above(&mut self, start: u32) -> Vec<String> {
        let mut line = self.places.line(start);
        let mut above: Vec<String> = Vec::new();
        for (index, comment) in self.comments.iter().enumerate().rev() {
            if comment.span.start >= start {
                continue;
            }
            if self.places.line(comment.span.end.saturating_sub(1)) + 1 != line {
                break;
            }
            line = self.places.line(comment.span.start);
            // The text's first comments stand in the head.
            if line == 1 {
                above.clear();
                break;
            }
            self.shown.insert(index);
            above.extend(comment.text.lines().rev().map(|line| line.trim_end().to_owned()));
        }
        above.reverse();
        if line == 1 { Vec::new() } else { above }
    }
}
