//! Folds a long row of workgroups into several rows, for devices that dispatch a shorter one.

use crate::error::Span;
use crate::parse::parse;
use crate::syntax::{Attribute, Declaration, ExprKind, Function, Tree};

/// An entry point that runs a grid in other rows, and the workgroups to dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    pub text: String,
    pub workgroups: [u32; 3],
}

/// Rewrites an entry point so that a grid with more than `most` workgroups in x runs as several rows in y. Its
/// `workgroup_id` and `num_workgroups` are those of the grid; workgroups past its end return at once.
///
/// Returns `None` for a grid that needs no folding or does not fit, and for an entry point with another built-in value of the
/// whole grid, such as `global_invocation_id`.
pub fn fold(text: &str, entry_point: &str, grid: [u32; 3], most: u32) -> Option<Folded> {
    let [x, y, z] = grid;
    let rows = x.div_ceil(most);
    if rows < 2 || rows.checked_mul(y)? > most || z > most {
        return None;
    }
    let columns = x.div_ceil(rows);
    let tree = parse(text).ok()?;
    let mut declarations = tree.declarations.iter();
    let function = declarations.find_map(|(declaration, _)| match declaration {
        Declaration::Function(function) if function.name.text == entry_point => Some(function),
        _ => None,
    })?;
    let (block, count) = (free(text, "folded_block"), free(text, "folded_count"));
    let mut edits: Vec<(Span, String)> = Vec::new();
    let mut values = String::new();
    let mut block_name = None;
    for parameter in &function.parameters {
        let name = parameter.name.text;
        match built_in(&tree, &parameter.attributes)? {
            "workgroup_id" => {
                edits.push((parameter.name.span, block.clone()));
                block_name = Some(name);
            }
            "num_workgroups" => {
                edits.push((parameter.name.span, count.clone()));
                // naga 30 fails on a constant that a later block uses: a variable is none.
                values += &format!(" var {name} = vec3<u32>({x}u, {y}u, {z}u);");
            }
            "local_invocation_id" | "local_invocation_index" | "subgroup_size" | "subgroup_invocation_id" => {}
            _ => return None,
        }
    }
    if block_name.is_none() {
        let open = opening(text, function)?;
        let parameter = format!("@builtin(workgroup_id) {block}: vec3<u32>, ");
        edits.push((Span { start: open, end: open }, parameter));
    }
    let fallback = free(text, "own_block");
    let name = block_name.unwrap_or(&fallback);
    let begin = function.body.span.start + 1;
    let lines = format!(
        " let {name} = vec3<u32>({block}.x + {columns}u * ({block}.y % {rows}u), {block}.y / {rows}u, {block}.z); \
         if ({name}.x >= {x}u) {{ return; }}{values}"
    );
    edits.push((
        Span {
            start: begin,
            end: begin,
        },
        lines,
    ));
    edits.sort_by_key(|(span, _)| span.start);
    let mut folded = text.to_owned();
    for (span, new) in edits.iter().rev() {
        folded.replace_range(span.start as usize..span.end as usize, new);
    }
    crate::check(&folded).ok()?;
    Some(Folded {
        text: folded,
        workgroups: [columns, rows * y, z],
    })
}

/// Returns the built-in value of a parameter.
fn built_in<'s>(tree: &Tree<'s>, attributes: &[Attribute<'s>]) -> Option<&'s str> {
    let mut attributes = attributes.iter();
    let attribute = attributes.find(|attribute| attribute.name.text == "builtin")?;
    match tree.kind(*attribute.arguments.as_ref()?.first()?) {
        ExprKind::Name(name) => Some(name.name.text),
        _ => None,
    }
}

/// Returns the byte behind the bracket that opens the parameters.
fn opening(text: &str, function: &Function<'_>) -> Option<u32> {
    let end = function.name.span.end;
    let bracket = text.get(end as usize..)?.find('(')?;
    Some(end + bracket as u32 + 1)
}

/// Returns a name that the text does not have.
fn free(text: &str, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    while text.contains(&name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(1)
fn mark(@builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) all: vec3u) {
  a[id.x] = all.x;
}
@compute @workgroup_size(1)
fn plain() { a[0] = 1u; }
@compute @workgroup_size(1)
fn global(@builtin(global_invocation_id) id: vec3u) { a[id.x] = 1u; }
";

    #[test]
    fn a_long_row_becomes_several() {
        let folded = fold(TEXT, "mark", [7, 2, 3], 4).expect("it fits");
        assert_eq!(folded.workgroups, [4, 4, 3]);
        let lines: Vec<&str> = folded.text.lines().skip(2).take(2).collect();
        assert_eq!(
            lines,
            [
                "fn mark(@builtin(workgroup_id) folded_block: vec3u, @builtin(num_workgroups) folded_count: vec3u) { \
                 let id = vec3<u32>(folded_block.x + 4u * (folded_block.y % 2u), folded_block.y / 2u, folded_block.z); \
                 if (id.x >= 7u) { return; } var all = vec3<u32>(7u, 2u, 3u);",
                "  a[id.x] = all.x;"
            ]
        );
        let plain = fold(TEXT, "plain", [5, 1, 1], 4).expect("it fits");
        assert_eq!(plain.workgroups, [3, 2, 1]);
    }

    #[test]
    fn other_grids_and_built_in_values_stay() {
        for (entry_point, grid) in [
            ("mark", [4, 1, 1]),
            ("mark", [9, 2, 1]),
            ("mark", [5, 1, 5]),
            ("global", [5, 1, 1]),
            ("none", [5, 1, 1]),
        ] {
            assert_eq!(fold(TEXT, entry_point, grid, 4), None, "{entry_point} {grid:?}");
        }
    }
}
