//! Members of forms that the reader has not set: a default may be the only reason for an index out of bounds.

use super::Draft;
use super::filling::{Extent, Filling, MOST_MEMBERS, Slot, Use, is_form, use_of, usual_value};
use super::ready::Ready;
use serde::{Deserialize, Serialize};
use simt::{Binding, Finding, FindingKind, Place, ScalarType};
use std::collections::{BTreeMap, BTreeSet};

/// The most values that are tried after one run.
const MOST_TRIALS: usize = 24;

/// A member that is not set, and a value with which every access stays inside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unset {
    pub slot: Slot,
    /// The path of the member in the variable, such as `.stride`.
    pub path: String,
    /// The whole expression: `params.stride`.
    pub name: String,
    pub default: u64,
    pub value: u64,
}

impl Unset {
    /// Returns the draft with the value.
    pub fn applied(&self, draft: &Draft) -> Draft {
        let mut draft = draft.clone();
        draft
            .given(self.slot)
            .set_member(&self.path, Some(self.value.to_string()));
        draft
    }
}

/// Returns the values to try for the members that are not set. There are none without an index out of bounds.
///
/// A length is tried with the lengths that were exceeded, if its default is larger: `i <= n` is no fault of `n`. Another
/// number, such as the distance of two rows, is tried with the sizes of the launch.
pub fn trials(draft: &Draft, ready: &Ready, extent: Extent, findings: &[Finding]) -> Vec<Unset> {
    let exceeded: BTreeSet<u64> = findings
        .iter()
        .filter_map(|finding| match finding.kind {
            FindingKind::OutOfBounds { length, .. } => Some(u64::from(length)),
            _ => None,
        })
        .collect();
    if exceeded.is_empty() {
        return Vec::new();
    }
    let [across, down] = extent.lanes;
    let sizes = BTreeSet::from([1, across, down, extent.elements.isqrt()]);
    let mut tried = Vec::new();
    for (binding, place) in members(draft, &ready.entry.buffers) {
        let Some(slot) = binding.slot else { continue };
        let default = usual_value(&binding.name, &place, extent) as u64;
        let values: BTreeSet<u64> = match use_of(&binding.name, &place) {
            Use::Length | Use::Width | Use::Height => {
                let shorter = exceeded.iter().filter(|length| **length < default);
                shorter.copied().collect()
            }
            Use::Other => exceeded.union(&sizes).copied().collect(),
            Use::First | Use::Step => BTreeSet::new(),
        };
        let values = values.into_iter().rev();
        let values = values.filter(|value| *value != default && *value > 0);
        tried.extend(values.map(|value| Unset {
            slot,
            path: place.path.clone(),
            name: format!("{}{}", binding.name, place.path),
            default,
            value,
        }));
    }
    tried.truncate(MOST_TRIALS);
    tried
}

/// Returns the whole-number members of forms that the draft does not set.
fn members<'b>(draft: &Draft, buffers: &'b [Binding]) -> Vec<(&'b Binding, Place)> {
    let unset = |binding: &'b Binding| {
        let filling = binding.slot.and_then(|slot| draft.setting(slot));
        let values = match filling.and_then(|given| given.filling.as_ref()) {
            None => BTreeMap::new(),
            Some(Filling::Members { values }) => values.clone(),
            // Every member has a value.
            Some(_) => return Vec::new(),
        };
        let is_whole = |place: &Place| matches!(place.scalar, ScalarType::U32 | ScalarType::I32);
        let places = binding.layout.places(MOST_MEMBERS).into_iter();
        places
            .filter(|place| is_whole(place) && !values.contains_key(&place.path))
            .map(|place| (binding, place))
            .collect::<Vec<_>>()
    };
    let forms = buffers.iter().filter(|binding| is_form(binding));
    forms.flat_map(unset).collect()
}

/// Returns true if no index is out of bounds.
pub fn is_inside(findings: &[Finding]) -> bool {
    let is_outside = |finding: &Finding| {
        matches!(finding.kind, FindingKind::OutOfBounds { .. })
            || finding
                .also
                .iter()
                .any(|also| matches!(also.kind, FindingKind::OutOfBounds { .. }))
    };
    !findings.iter().any(is_outside)
}

#[cfg(test)]
mod tests {
    use super::super::chain::Launch;
    use super::super::limits::Limits;
    use super::super::ready::{extent, ready};
    use super::*;
    use simt::{Outcome, RunOptions};

    /// Runs a draft and its trials; returns the first member whose value helps.
    fn of(text: &str, workgroups: [u32; 3], set: &[(&str, &str)]) -> Option<(String, u64, u64)> {
        let mut draft = Draft::of_text(text.to_owned());
        draft.workgroups = Some(workgroups);
        let values = set
            .iter()
            .map(|(path, value)| ((*path).to_owned(), (*value).to_owned()));
        draft.given((0, 0)).filling = Some(Filling::Members {
            values: values.collect(),
        });
        let entries = simt::entry_points(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let program = simt::compile(text, None).expect("it compiles");
        let run = |draft: &Draft| {
            let ready = ready(draft, &entries, Limits::AT_EVERY_EDIT).expect("ready");
            let options = RunOptions {
                traced: None,
                ..ready.options.clone()
            };
            let run = simt::run(&program, &ready.dispatch, &options).expect("it runs");
            (ready, run)
        };
        let (ready, before) = run(&draft);
        let launch = Launch {
            entry: ready.entry.clone(),
            workgroups,
        };
        let extent = extent(&draft, &launch, Limits::AT_EVERY_EDIT);
        let helps = |unset: &Unset| {
            let (_, after) = run(&unset.applied(&draft));
            after.outcome == Outcome::Completed && is_inside(&after.findings)
        };
        let tried = trials(&draft, &ready, extent, &before.findings);
        let helping = tried.into_iter().find(helps)?;
        Some((helping.name, helping.default, helping.value))
    }

    fn kernel(members: &str, body: &str) -> String {
        format!(
            "struct P {{ {members} }}
             @group(0) @binding(0) var<uniform> p: P;
             @group(0) @binding(1) var<storage, read> a: array<f32>;
             @group(0) @binding(2) var<storage, read_write> out: array<f32>;
             @compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {{ {body} }}"
        )
    }

    #[test]
    fn a_member_is_named_only_if_its_default_alone_leads_outside() {
        let rows = "out[id.y * p.ld + id.x] = a[id.y * p.ld + id.x];";
        let guarded = "let i = id.y * 16u + id.x; if (i <= p.n) { out[i] = a[i]; }";
        let reason = |name: &str, default, value| Some((name.to_owned(), default, value));
        for (members, body, set, wanted) in [
            // 256 elements as the distance of two rows: the picture has 16 in a row.
            ("ld: u32", rows, &[][..], reason("p.ld", 256, 16)),
            // The reader has set it, so the default is not the reason.
            ("ld: u32", rows, &[(".ld", "100")], None),
            // One too many is no fault of the length.
            ("n: u32", guarded, &[], None),
            ("n: u32, ld: u32", guarded, &[], None),
            // Nothing leads outside.
            ("n: u32", "if (id.x < p.n) { out[id.x] = a[id.x]; }", &[], None),
        ] {
            let text = kernel(members, body);
            assert_eq!(of(&text, [2, 2, 1], set), wanted, "{members}: {body}");
        }
    }

    #[test]
    fn a_length_of_the_longest_array_may_be_too_long_for_another_one() {
        let text = "@group(0) @binding(0) var<uniform> n: u32;
            @group(0) @binding(1) var<storage, read> a: array<f32>;
            @group(0) @binding(2) var<storage, read_write> few: array<f32, 100>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { if (id.x < n) { few[id.x] = a[id.x]; } }";
        assert_eq!(of(text, [4, 1, 1], &[]), Some(("n".to_owned(), 256, 100)));
        let wrong = text.replace("id.x < n", "id.x <= n");
        assert_eq!(of(&wrong, [4, 1, 1], &[]), None);
    }
}
