//! Joins two texts into one, so that entry points of both run on the same buffers.
//!
//! Declarations that are the same in both texts are kept once. A buffer is the same if its name and its type are; it
//! has the binding of the first text. Another declaration whose name is taken gets a new name, and another buffer whose
//! binding is taken gets a free one.

use crate::check::{Checked, Meaning};
use crate::error::{Error, Result, Span};
use crate::syntax::{Attribute, Declaration, ExprKind, Name, Variable};
use crate::types::{Access, Space};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A text with the declarations of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joined {
    pub text: String,
    /// The names of the second text's entry points in the joined one.
    pub entry_points: Vec<String>,
    /// Old and new names of what the second text declares, where they differ.
    pub renamed: Vec<(String, String)>,
    /// The buffers that both texts declare.
    pub shared: Vec<String>,
}

/// The reason why two texts cannot be joined.
#[derive(Clone, Debug)]
pub enum JoinError {
    First(Box<Error>),
    Second(Box<Error>),
    /// Each text is valid, and the joined one is not.
    Together(Box<Error>),
}

/// Joins two texts.
///
/// # Errors
/// Returns the first rule that one of the texts breaks, or the joined one.
pub fn join(first: &str, second: &str) -> std::result::Result<Joined, JoinError> {
    let one = Text::of(first).map_err(JoinError::First)?;
    let two = Text::of(second).map_err(JoinError::Second)?;
    let joined = joined(&one, &two);
    crate::check(&joined.text).map_err(JoinError::Together)?;
    Ok(joined)
}

/// A checked text with the names of its declarations.
struct Text<'s> {
    checked: Checked<'s>,
    /// The declarations at module scope, by name, as indices into the tree.
    declared: BTreeMap<&'s str, usize>,
}

impl<'s> Text<'s> {
    fn of(text: &'s str) -> Result<Self> {
        let checked = crate::check(text)?;
        let names = checked.tree.declarations.iter().enumerate();
        let declared = names
            .filter_map(|(index, (declaration, _))| Some((name_of(declaration)?.text, index)))
            .collect();
        Ok(Text { checked, declared })
    }

    fn declaration(&self, name: &str) -> Option<&(Declaration<'s>, Span)> {
        let index = *self.declared.get(name)?;
        self.checked.tree.declarations.get(index)
    }

    fn variable(&self, name: &str) -> Option<&Variable<'s>> {
        match self.declaration(name)? {
            (Declaration::Variable(variable), _) => Some(variable),
            _ => None,
        }
    }

    /// Returns the names in a range that stand for something at module scope or for something predeclared.
    fn uses(&self, range: Span) -> impl Iterator<Item = Name<'s>> {
        let infos = &self.checked.infos;
        let all = self.checked.tree.expressions.iter().zip(infos);
        all.filter_map(move |((kind, span), info)| {
            let (ExprKind::Name(node) | ExprKind::Call { callee: node, .. }) = kind else {
                return None;
            };
            let is_inside = range.start <= span.start && span.end <= range.end;
            let is_local = match info.meaning {
                Meaning::Variable(index) => !self.checked.variables[index as usize].is_global,
                // The words of attributes and of `var<…>`.
                Meaning::None | Meaning::Word => true,
                _ => false,
            };
            (is_inside && !is_local).then_some(node.name)
        })
    }

    fn whole(&self) -> Span {
        Span::new(0, self.checked.text.len())
    }

    /// Returns a range of the text without its spaces and line breaks.
    fn dense(&self, range: Span) -> String {
        self.checked.text[range.range()].split_whitespace().collect()
    }

    /// Returns space and access of a buffer, and its type as it is written.
    fn buffer(&self, name: &str) -> Option<(Space, Access, String)> {
        let variable = self.variable(name)?;
        let index = *self.checked.declared.get(&variable.name.span.start)?;
        let info = &self.checked.variables[index as usize];
        info.slot?;
        let ty = self.dense(self.checked.tree.span(variable.ty?));
        Some((info.space, info.access, ty))
    }

    fn slot(&self, name: &str) -> Option<(u32, u32)> {
        let variable = self.variable(name)?;
        let index = *self.checked.declared.get(&variable.name.span.start)?;
        self.checked.variables[index as usize].slot
    }
}

fn name_of<'s>(declaration: &Declaration<'s>) -> Option<Name<'s>> {
    match declaration {
        Declaration::Variable(variable) => Some(variable.name),
        Declaration::Function(function) => Some(function.name),
        Declaration::Struct(structure) => Some(structure.name),
        Declaration::Alias { name, .. } => Some(*name),
        Declaration::ConstAssert(_) => None,
    }
}

fn joined(one: &Text<'_>, two: &Text<'_>) -> Joined {
    let shared = shared(one, two);
    let undeclared = |text: &Text<'_>| -> BTreeSet<String> {
        let uses = text.uses(text.whole()).map(|name| name.text);
        let free = uses.filter(|name| !text.declared.contains_key(name));
        free.map(str::to_owned).collect()
    };
    // A name that is predeclared in the other text would hide what it stands for there.
    let (free_in_one, free_in_two) = (undeclared(one), undeclared(two));
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut fresh = |name: &str| {
        let is_free = |new: &String| {
            let is_in = |text: &Text<'_>| text.checked.text.contains(new.as_str());
            !is_in(one) && !is_in(two) && !taken.contains(new)
        };
        let mut numbers = 2_u32..;
        let new = numbers.find_map(|number| Some(format!("{name}_{number}")).filter(is_free));
        let new = new.unwrap_or_default();
        taken.insert(new.clone());
        new
    };
    let mut names = |text: &Text<'_>, is_taken: &dyn Fn(&str) -> bool| -> BTreeMap<String, String> {
        let names = text.declared.keys().filter(|name| is_taken(name));
        names.map(|name| ((*name).to_owned(), fresh(name))).collect()
    };
    let renamed = names(two, &|name| {
        let is_declared = one.declared.contains_key(name) && !shared.contains(name);
        is_declared || free_in_one.contains(name)
    });
    let hidden = names(one, &|name| free_in_two.contains(name));
    let mut first = Changes::default();
    first.rename(one, &hidden);
    let mut second = Changes::default();
    second.rename(two, &renamed);
    for (_, span) in &two.checked.tree.directives {
        second.remove(*span, two.checked.text);
    }
    let mut buffers = Vec::new();
    for &name in &shared {
        if let Some((_, span)) = two.declaration(name) {
            second.remove(*span, two.checked.text);
        }
        if let (Some((_, mine, _)), Some((_, others, _))) = (one.buffer(name), two.buffer(name)) {
            buffers.push(name.to_owned());
            if mine == Access::Read && others != Access::Read {
                first.widen(one, name);
            }
        }
    }
    second.move_bindings(one, two, &shared);
    let directives_of = |text: &Text<'_>| -> Vec<String> {
        let directives = text.checked.tree.directives.iter();
        directives.map(|(_, span)| text.dense(*span)).collect()
    };
    let present = directives_of(one);
    let directives = two.checked.tree.directives.iter();
    let directives: String = directives
        .filter(|(_, span)| !present.contains(&two.dense(*span)))
        .map(|(_, span)| format!("{}\n", &two.checked.text[span.range()]))
        .collect();
    let entry_points = two.checked.entry_points.iter().map(|entry| {
        let name = &two.checked.functions[entry.function as usize].name;
        renamed.get(name).unwrap_or(name).clone()
    });
    Joined {
        text: format!(
            "{directives}{}\n\n{}\n",
            first.apply(one.checked.text).trim_end(),
            second.apply(two.checked.text).trim()
        ),
        entry_points: entry_points.collect(),
        renamed: renamed.into_iter().collect(),
        shared: buffers,
    }
}

/// Returns the names whose declarations are the same in both texts, with all that they name.
fn shared<'s>(one: &Text<'_>, two: &Text<'s>) -> BTreeSet<&'s str> {
    let is_same = |name: &&'s str| {
        let (Some((_, here)), Some((_, there))) = (one.declaration(name), two.declaration(name)) else {
            return false;
        };
        match (one.buffer(name), two.buffer(name)) {
            (Some((space, _, ty)), Some((other_space, _, other_ty))) => space == other_space && ty == other_ty,
            _ => one.dense(*here) == two.dense(*there),
        }
    };
    let mut shared: BTreeSet<&str> = two.declared.keys().copied().filter(is_same).collect();
    // A declaration that names a different one is not the same.
    loop {
        let is_whole = |name: &&str| {
            let Some((_, span)) = two.declaration(name) else {
                return false;
            };
            two.uses(*span)
                .all(|used| !two.declared.contains_key(used.text) || shared.contains(used.text))
        };
        let kept: BTreeSet<&str> = shared.iter().copied().filter(|name| is_whole(name)).collect();
        if kept.len() == shared.len() {
            return kept;
        }
        shared = kept;
    }
}

/// Replacements in one text.
#[derive(Default)]
struct Changes {
    found: Vec<(Span, String)>,
}

impl Changes {
    fn rename(&mut self, text: &Text<'_>, names: &BTreeMap<String, String>) {
        let declared = text.checked.tree.declarations.iter();
        let declared = declared.filter_map(|(declaration, _)| name_of(declaration));
        for name in declared.chain(text.uses(text.whole())) {
            if let Some(new) = names.get(name.text) {
                self.found.push((name.span, new.clone()));
            }
        }
    }

    /// Removes a declaration with the line break after it.
    fn remove(&mut self, span: Span, text: &str) {
        let rest = &text[span.end as usize..];
        let line_break = match rest {
            _ if rest.starts_with("\r\n") => 2,
            _ if rest.starts_with('\n') => 1,
            _ => 0,
        };
        let range = span.start as usize..span.end as usize + line_break;
        self.found.push((Span::new(range.start, range.end), String::new()));
    }

    /// Lets a buffer be written, too.
    fn widen(&mut self, text: &Text<'_>, name: &str) {
        let Some(variable) = text.variable(name) else {
            return;
        };
        let (from, to) = (variable.keyword.start, variable.name.span.start);
        let storage = "var<storage, read_write> ".to_owned();
        let range = Span::new(from as usize, to as usize);
        self.found.push((range, storage));
    }

    /// Gives the second text's own buffers bindings that the first one does not use.
    fn move_bindings(&mut self, one: &Text<'_>, two: &Text<'_>, shared: &BTreeSet<&str>) {
        let unshared = two.declared.keys().filter(|name| !shared.contains(*name));
        let unshared: Vec<(&str, (u32, u32))> = unshared.filter_map(|name| Some((*name, two.slot(name)?))).collect();
        let mut taken: BTreeSet<(u32, u32)> = one.declared.keys().filter_map(|name| one.slot(name)).collect();
        for (name, (group, binding)) in unshared {
            let mut bindings = std::iter::once(binding).chain(0..);
            let free = bindings.find(|binding| !taken.contains(&(group, *binding)));
            let free = free.unwrap_or(binding);
            taken.insert((group, free));
            if free == binding {
                continue;
            }
            let attributes = two.variable(name).map(|variable| &variable.attributes);
            let number = attributes
                .into_iter()
                .flatten()
                .find_map(|attribute| binding_of(attribute, two));
            if let Some(span) = number {
                self.found.push((span, free.to_string()));
            }
        }
    }

    /// Returns the changed text. A change inside of one before it is dropped.
    fn apply(mut self, text: &str) -> String {
        self.found
            .sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut new = String::with_capacity(text.len());
        let mut offset = 0;
        for (span, replacement) in self.found {
            if (span.start as usize) < offset {
                continue;
            }
            new.push_str(&text[offset..span.start as usize]);
            new.push_str(&replacement);
            offset = span.end as usize;
        }
        new.push_str(&text[offset..]);
        new
    }
}

/// Returns the place of the number in `@binding(…)`.
fn binding_of(attribute: &Attribute<'_>, text: &Text<'_>) -> Option<Span> {
    let number = attribute.arguments.as_ref()?.first()?;
    (attribute.name.text == "binding").then(|| text.checked.tree.span(*number))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "@group(0) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
const BLOCK = 64u;
@compute @workgroup_size(BLOCK) fn main(@builtin(global_invocation_id) id: vec3u) {
    sums[id.x] = max(data[id.x], 1u);
}
";

    fn of(second: &str) -> Joined {
        join(FIRST, second).unwrap_or_else(|error| panic!("{second}: {error:?}"))
    }

    #[test]
    fn a_buffer_with_the_same_name_and_type_is_one() {
        let second = "@group(0) @binding(0) var<storage, read> sums: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: array<u32>;
const BLOCK = 64u;
@compute @workgroup_size(BLOCK) fn main(@builtin(local_invocation_index) t: u32) { total[t] = sums[t]; }";
        let joined = of(second);
        assert_eq!(joined.shared, ["sums"]);
        assert_eq!(joined.entry_points, ["main_2"]);
        assert_eq!(joined.renamed, [("main".to_owned(), "main_2".to_owned())]);
        let wanted = format!(
            "{FIRST}
@group(0) @binding(2) var<storage, read_write> total: array<u32>;
@compute @workgroup_size(BLOCK) fn main_2(@builtin(local_invocation_index) t: u32) {{ total[t] = sums[t]; }}
"
        );
        assert_eq!(joined.text, wanted);
    }

    #[test]
    fn a_buffer_that_the_second_text_writes_is_writable() {
        let joined = of("@group(2) @binding(7) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn clear() { data[0] = 0u; }");
        assert_eq!(joined.shared, ["data"]);
        let text = &joined.text;
        assert!(
            text.starts_with("@group(0) @binding(0) var<storage, read_write> data:"),
            "{text}"
        );
    }

    #[test]
    fn names_keep_their_meaning() {
        for (second, wanted) in [
            // The first text calls the function that is predeclared.
            (
                "fn max(a: u32, b: u32) -> u32 { return a + b; }
@compute @workgroup_size(1) fn two() { var x = max(1u, 2u); }",
                "fn two() { var x = max_2(1u, 2u); }",
            ),
            // A local value, a member and an attribute's word are no declarations at module scope.
            (
                "struct P { main: u32 }
@compute @workgroup_size(1) fn two(@builtin(local_invocation_index) main: u32) { var p: P; p.main = main; }",
                "var p: P; p.main = main;",
            ),
            // A constant of another value, in a size and in a type.
            (
                "const BLOCK = 8u;
var<workgroup> tile: array<f32, BLOCK>;
@compute @workgroup_size(BLOCK) fn two() { tile[0] = 1.0; }",
                "array<f32, BLOCK_2>",
            ),
            (
                "enable f16;\n@compute @workgroup_size(1) fn two() { var x = 1h; }",
                "enable f16;\n@group(0)",
            ),
        ] {
            let joined = of(second);
            assert!(joined.text.contains(wanted), "{}", joined.text);
        }
    }

    #[test]
    fn the_first_texts_names_do_not_hide_what_the_second_one_calls() {
        let first = "fn dot(a: u32) -> u32 { return a; }\n@compute @workgroup_size(1) fn one() { var x = dot(1u); }";
        let second = "@compute @workgroup_size(1) fn two() { var x = dot(vec2f(1.0), vec2f(2.0)); }";
        let joined = join(first, second).expect("both are valid");
        assert!(joined.text.contains("var x = dot_2(1u);"), "{}", joined.text);
        assert!(joined.text.contains("var x = dot(vec2f(1.0)"), "{}", joined.text);
    }

    #[test]
    fn a_structure_with_another_member_is_another_one() {
        let first = "struct P { n: u32 }\n@group(0) @binding(0) var<uniform> p: P;\n@compute @workgroup_size(1) fn one() { var x = p.n; }";
        let second = "struct P { m: u32 }\n@group(0) @binding(0) var<uniform> p: P;\n@compute @workgroup_size(1) fn two() { var x = p.m; }";
        let joined = join(first, second).expect("both are valid");
        assert_eq!(joined.shared, Vec::<String>::new());
        let wanted = "@group(0) @binding(1) var<uniform> p_2: P_2;";
        assert!(joined.text.contains(wanted), "{}", joined.text);
    }

    #[test]
    fn a_text_with_an_error_is_named() {
        assert!(matches!(join("fn", FIRST), Err(JoinError::First(_))));
        assert!(matches!(join(FIRST, "fn"), Err(JoinError::Second(_))));
        let number = "@id(1) override A: u32 = 1;";
        let other = "@id(1) override B: u32 = 1;";
        assert!(matches!(join(number, other), Err(JoinError::Together(_))));
    }

    /// Every kernel of the lessons with every other one.
    #[test]
    fn all_kernels_can_be_joined() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
        let files = std::fs::read_dir(folder).expect("the kernels").flatten();
        let files = files.filter(|file| file.path().extension().is_some_and(|name| name == "wgsl"));
        let mut texts: Vec<String> = files
            .map(|file| std::fs::read_to_string(file.path()).expect("a text"))
            .collect();
        texts.sort();
        assert!(texts.len() > 60, "{} kernels", texts.len());
        for one in texts.iter().step_by(5) {
            for two in &texts {
                let joined = join(one, two).unwrap_or_else(|error| {
                    panic!("{error:?}\n{one}\n---\n{two}");
                });
                let checked = crate::check(&joined.text).expect("it is valid");
                let names: Vec<&String> = checked
                    .entry_points
                    .iter()
                    .map(|entry| &checked.functions[entry.function as usize].name)
                    .collect();
                assert!(joined.entry_points.iter().all(|name| names.contains(&name)));
            }
        }
    }
}
