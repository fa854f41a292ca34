//! Names that a text uses and does not declare.

use super::predeclared::{FORMATS, access_of, generic_of, is_predeclared, space_of};
use crate::builtin::Builtin;
use crate::error::{Error, Rule, error};
use crate::nearest::nearest;
use crate::syntax::{Attribute, Declaration, Expr, ExprKind, Name, StatementKind, Tree};
use std::collections::HashSet;

/// Types and generators that are often misspelt.
const TYPES: &[&str] = &[
    "bool", "i32", "u32", "f32", "f16", "vec2", "vec3", "vec4", "vec2f", "vec3f", "vec4f", "vec2i", "vec3i", "vec4i",
    "vec2u", "vec3u", "vec4u", "array", "atomic", "ptr",
];

/// The most names that are listed.
const MOST: usize = 20;

/// Returns the error for a name that nothing declares, with the name that it may mean.
pub(super) fn unknown(tree: &Tree<'_>, name: Name<'_>) -> Box<Error> {
    unknown_among(&declared(tree), name)
}

fn unknown_among(declared: &HashSet<&str>, name: Name<'_>) -> Box<Error> {
    let names = TYPES
        .iter()
        .copied()
        .chain(Builtin::ALL.iter().map(|builtin| builtin.name()));
    let names = declared.iter().copied().chain(names.map(|name| -> &str { name }));
    let message = format!("nothing of the name `{}` is declared", name.text);
    let message = match nearest(name.text, names) {
        Some(like) => format!("{message}; did you mean `{like}`?"),
        None => message,
    };
    error(Rule::Validation, name.span, message)
}

/// Returns an error for each name that the text uses and declares nowhere, the first use of each.
pub(crate) fn unknown_names(tree: &Tree<'_>) -> Vec<Error> {
    let declared = declared(tree);
    let words = attribute_words(tree);
    let mut seen = HashSet::new();
    let mut names: Vec<Name<'_>> = Vec::new();
    for (index, (kind, _)) in tree.expressions.iter().enumerate() {
        let (ExprKind::Name(node) | ExprKind::Call { callee: node, .. }) = kind else {
            continue;
        };
        let text = node.name.text;
        let is_known = declared.contains(text) || words.contains(&index) || is_built_in(text);
        if !is_known && seen.insert(text) {
            names.push(node.name);
        }
    }
    names.sort_by_key(|name| name.span.start);
    let names = names.iter().take(MOST);
    names.map(|name| *unknown_among(&declared, *name)).collect()
}

fn is_built_in(text: &str) -> bool {
    is_predeclared(text)
        || generic_of(text).is_some()
        || space_of(text).is_some()
        || access_of(text).is_some()
        || FORMATS.contains(&text)
        || Builtin::by_name(text).is_some()
        || text.starts_with("texture_")
        || text.starts_with("sampler")
}

/// Returns all names that a text declares, wherever they are visible.
fn declared<'s>(tree: &Tree<'s>) -> HashSet<&'s str> {
    let mut names = HashSet::new();
    for (declaration, _) in &tree.declarations {
        match declaration {
            Declaration::Variable(variable) => names.insert(variable.name.text),
            Declaration::Struct(structure) => names.insert(structure.name.text),
            Declaration::Alias { name, .. } => names.insert(name.text),
            Declaration::Function(function) => {
                let parameters = function.parameters.iter();
                names.extend(parameters.map(|parameter| parameter.name.text));
                names.insert(function.name.text)
            }
            Declaration::ConstAssert(_) => false,
        };
    }
    tree.each_statement(&mut |statement| {
        if let StatementKind::Declaration(variable) = &statement.kind {
            names.insert(variable.name.text);
        }
    });
    names
}

/// Returns the expressions that are words of an attribute, such as the value of `@builtin`.
fn attribute_words(tree: &Tree<'_>) -> HashSet<usize> {
    let mut words = HashSet::new();
    let mut add = |attributes: &[Attribute<'_>]| {
        let arguments = attributes.iter().flat_map(|attribute| &attribute.arguments);
        words.extend(arguments.flatten().map(|argument: &Expr| argument.index()));
    };
    for (declaration, _) in &tree.declarations {
        match declaration {
            Declaration::Variable(variable) => add(&variable.attributes),
            Declaration::Function(function) => {
                add(&function.attributes);
                add(&function.result_attributes);
                let parameters = function.parameters.iter();
                parameters.for_each(|parameter| add(&parameter.attributes));
            }
            Declaration::Struct(structure) => {
                let members = structure.members.iter();
                members.for_each(|member| add(&member.attributes));
            }
            Declaration::Alias { .. } | Declaration::ConstAssert(_) => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_unknown_name_is_listed_once_with_one_that_is_like_it() {
        let head = "struct S { count: u32 }\n@group(0) @binding(0) var<storage, read_write> data: array<S>;\n@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {\n  var total = 0u;\n";
        for (body, wanted) in [
            ("total += 1u;", &[][..]),
            ("totla += 1u;", &["`totla` is declared; did you mean `total`?"]),
            (
                "total = lenght + max(totl, widht) + totl;",
                &[
                    "`lenght` is declared; did you mean `length`?",
                    "`totl` is declared; did you mean `total`?",
                    "`widht` is declared",
                ],
            ),
            (
                "workgroupBarier();",
                &["`workgroupBarier` is declared; did you mean `workgroupBarrier`?"],
            ),
            (
                "let x: vec3ff = data[0].count;",
                &["`vec3ff` is declared; did you mean `vec3f`?"],
            ),
            (
                "for (var i = 0u; i < n; i++) { var t: texture_2d<f32>; _ = textureDimensions(t); }",
                &["`n` is declared"],
            ),
            (
                "let a: atomic<i32> = 0; let p = &total; _ = vec4<u32>(1u) + i;",
                &["`i` is declared"],
            ),
        ] {
            let listed = crate::unknown_names(&format!("{head}{body}\n}}"));
            let listed: Vec<&str> = listed
                .iter()
                .map(|error| error.message.trim_start_matches("nothing of the name "))
                .collect();
            assert_eq!(listed, wanted, "{body}");
        }
    }
}
