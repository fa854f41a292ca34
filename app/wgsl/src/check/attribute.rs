//! Directives and attributes: which there are, and what they take.

use super::{Checker, Warning};
use crate::error::{Result, Span, counted_range, invalid};
use crate::parse::foreign;
use crate::syntax::{Attribute, Control, Directive};

/// The extensions that browsers know. Kernels that need another one are refused by name.
const EXTENSIONS: &[&str] = &[
    "f16",
    "subgroups",
    "clip_distances",
    "dual_source_blending",
    "primitive_index",
    "subgroup_size_control",
];

/// The language features that browsers know.
const FEATURES: &[&str] = &[
    "readonly_and_readwrite_storage_textures",
    "packed_4x8_integer_dot_product",
    "unrestricted_pointer_parameters",
    "pointer_composite_access",
    "uniform_buffer_standard_layout",
    "subgroup_id",
    "subgroup_uniformity",
    "texture_and_sampler_let",
    "texture_formats_tier1",
    "linear_indexing",
    "immediate_address_space",
    "swizzle_assignment",
];

/// The rules of diagnostics that browsers know.
const RULES: &[&str] = &["derivative_uniformity", "subgroup_uniformity"];

/// The severities of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    Off,
    Info,
    Warning,
    Error,
}

/// Returns the severity of a word.
pub(crate) fn severity_of(word: &str) -> Option<Severity> {
    Some(match word {
        "off" => Severity::Off,
        "info" => Severity::Info,
        "warning" => Severity::Warning,
        "error" => Severity::Error,
        _ => return None,
    })
}

impl<'s> Checker<'s, '_> {
    pub(super) fn directives(&mut self) -> Result<()> {
        let tree = self.tree;
        let mut filters = Vec::new();
        for (directive, _) in &tree.directives {
            match directive {
                Directive::Enable(names) => {
                    for name in names {
                        if !EXTENSIONS.contains(&name.text) {
                            let message = format!(
                                "the extension `{}` is not known here; known are {}",
                                name.text,
                                EXTENSIONS.join(", ")
                            );
                            return invalid(name.span, message);
                        }
                        self.enabled.insert(name.text);
                    }
                }
                Directive::Requires(names) => {
                    for name in names {
                        if !FEATURES.contains(&name.text) {
                            let message = format!(
                                "the language feature `{}` is not known here; known are {}",
                                name.text,
                                FEATURES.join(", ")
                            );
                            return invalid(name.span, message);
                        }
                        self.enabled.insert(name.text);
                    }
                }
                Directive::Diagnostic(control) => {
                    let severity = self.severity(control)?;
                    self.filter(&mut filters, control, severity)?;
                }
            }
        }
        if self.enabled.contains("subgroup_size_control") {
            self.enabled.insert("subgroups");
        }
        Ok(())
    }

    /// Two filters of one rule at one place must agree. Browsers warn about a rule that they do not know.
    fn filter(
        &mut self,
        filters: &mut Vec<(String, Severity)>,
        control: &Control<'s>,
        severity: Severity,
    ) -> Result<()> {
        let rule: Vec<&str> = control.rule.iter().map(|name| name.text).collect();
        let rule = rule.join(".");
        if filters
            .iter()
            .any(|(other, other_severity)| *other == rule && *other_severity != severity)
        {
            return invalid(
                control.rule[0].span,
                format!("the rule `{rule}` has two severities here"),
            );
        }
        if control.rule.len() == 1 && !RULES.contains(&rule.as_str()) {
            self.warnings.push(Warning::UnknownRule {
                rule: rule.clone(),
                span: control.rule[0].span,
            });
        }
        filters.push((rule, severity));
        Ok(())
    }

    fn severity(&self, control: &Control<'s>) -> Result<Severity> {
        match severity_of(control.severity.text) {
            Some(severity) => Ok(severity),
            None => invalid(
                control.severity.span,
                format!(
                    "`{}` is no severity; there are `off`, `info`, `warning` and `error`",
                    control.severity.text
                ),
            ),
        }
    }

    /// Checks attributes that only set the severity of diagnostics.
    pub(super) fn only_diagnostics(&mut self, attributes: &[Attribute<'s>]) -> Result<()> {
        let mut filters = Vec::new();
        for attribute in attributes {
            match &attribute.control {
                Some(control) => {
                    self.controls.push(attribute.span);
                    let severity = self.severity(control)?;
                    let before = filters.len();
                    self.filter(&mut filters, control, severity)?;
                    // Directives may repeat a rule, attributes may not.
                    if filters[..before].contains(&filters[before]) {
                        return invalid(attribute.span, "this attribute stands here twice");
                    }
                }
                None => {
                    return invalid(attribute.span, format!("`@{}` cannot stand here", attribute.name.text));
                }
            }
        }
        Ok(())
    }

    /// Checks that the attributes of a place are some of a list, each at most once.
    pub(super) fn allow(&mut self, attributes: &[Attribute<'s>], allowed: &[&str], owner: &str) -> Result<()> {
        for (index, attribute) in attributes.iter().enumerate() {
            let name = attribute.name.text;
            if !is_attribute(name) {
                let message = match name {
                    "if" | "elif" | "else" => foreign::of_modules(&format!("@{name}")),
                    _ => format!("`@{name}` is no attribute of WGSL"),
                };
                return invalid(attribute.span, message);
            }
            if !allowed.contains(&name) {
                return invalid(attribute.span, format!("`@{name}` cannot stand at {owner}"));
            }
            if name != "diagnostic" && attributes[..index].iter().any(|other| other.name.text == name) {
                return invalid(attribute.span, format!("`@{name}` is given twice"));
            }
            self.check_count(attribute)?;
        }
        let diagnostics: Vec<Attribute<'s>> = attributes
            .iter()
            .filter(|attribute| attribute.control.is_some())
            .cloned()
            .collect();
        self.only_diagnostics(&diagnostics)
    }

    fn check_count(&self, attribute: &Attribute<'s>) -> Result<()> {
        let name = attribute.name.text;
        let (least, most) = match name {
            "align" | "binding" | "blend_src" | "builtin" | "group" | "id" | "location" | "size" | "subgroup_size" => {
                (1, 1)
            }
            "interpolate" => (1, 2),
            "workgroup_size" => (1, 3),
            _ => (0, 0),
        };
        let given = attribute.arguments.as_ref().map_or(0, Vec::len);
        if !(least..=most).contains(&given) && attribute.control.is_none() {
            return invalid(
                attribute.span,
                format!(
                    "`@{name}` takes {}, not {given}",
                    counted_range(least, most, "argument")
                ),
            );
        }
        if most == 0 && attribute.arguments.is_some() {
            return invalid(attribute.span, format!("`@{name}` takes no arguments and no `()`"));
        }
        Ok(())
    }

    /// Returns an argument of an attribute as a number of 0 or more.
    pub(super) fn attribute_number(&mut self, attribute: &Attribute<'s>, index: usize) -> Result<u32> {
        let argument = attribute
            .arguments
            .as_ref()
            .and_then(|arguments| arguments.get(index).copied());
        let Some(argument) = argument else {
            return invalid(attribute.span, format!("`@{}` needs a number", attribute.name.text));
        };
        let number = self.const_integer(argument, &format!("the argument of `@{}`", attribute.name.text))?;
        match u32::try_from(number) {
            Ok(number) if number <= i32::MAX as u32 => Ok(number),
            _ => invalid(
                self.span(argument),
                format!("the argument of `@{}` must be 0 or more", attribute.name.text),
            ),
        }
    }

    pub(super) fn attribute_span(attributes: &[Attribute<'s>], name: &str) -> Option<Span> {
        attributes
            .iter()
            .find(|attribute| attribute.name.text == name)
            .map(|attribute| attribute.span)
    }
}

fn is_attribute(name: &str) -> bool {
    [
        "align",
        "binding",
        "blend_src",
        "builtin",
        "const",
        "diagnostic",
        "group",
        "id",
        "interpolate",
        "invariant",
        "location",
        "must_use",
        "size",
        "workgroup_size",
        "vertex",
        "fragment",
        "compute",
        "subgroup_size",
    ]
    .contains(&name)
}
