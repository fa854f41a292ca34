//! The form of a small structure or constant: a field for each member.

use super::checked::{Checked, Sentence};
use crate::draft::Playground;
use crate::page::Page;
use leptos::prelude::*;
use model::playground::chain::Launch;
use model::playground::choices::{Choice, choices};
use model::playground::draft::Draft;
use model::playground::filling::{Extent, Filling, MOST_MEMBERS, Slot, usual_value};
use model::playground::limits::Limits;
use model::playground::ready::extent;
use model::strings::Strings;
use simt::{Binding, Place};
use std::sync::Arc;

/// Shows a field for each member of a small structure or constant. A field without a value shows its default.
pub fn member_fields(
    page: Page,
    variable: StoredValue<Binding>,
    slot: Slot,
    launch: Memo<Option<Launch>>,
) -> impl IntoView {
    // All fields share it: the extent reads every list of numbers.
    let extent = Memo::new(move |_| {
        let settled = Playground::of(page).settled();
        launch.with(|launch| Some(extent(&settled, launch.as_ref()?, Limits::AT_EVERY_EDIT)))
    });
    let places = variable.with_value(|binding| binding.layout.places(MOST_MEMBERS));
    let rows = rows_of(places).into_iter().map(|(name, scalar, places)| {
        let label = if name.is_empty() {
            variable.with_value(|binding| binding.name.clone())
        } else {
            name
        };
        let fields = places
            .into_iter()
            .map(|place| member_field(page, variable, slot, extent, place))
            .collect_view();
        view! {
            <div class="setup-row members">
                <span class="mono">{label} <small>{scalar}</small></span>
                {fields}
            </div>
        }
    });
    view! { <div class="setup-members">{rows.collect_view()}</div> }
}

/// Returns the id of a member's field.
pub fn field_id((group, binding): Slot, path: &str) -> String {
    format!("member-{group}-{binding}{}", path.replace(['.', '[', ']'], "-"))
}

/// Returns the members, with the components of a vector in one row: the row's name, its type, and its places.
fn rows_of(places: Vec<Place>) -> Vec<(String, &'static str, Vec<Place>)> {
    let mut rows: Vec<(String, &'static str, Vec<Place>)> = Vec::new();
    for place in places {
        let component = place
            .path
            .rsplit_once('.')
            .filter(|(_, last)| last.len() == 1 && "xyzw".contains(last));
        let name = component.map_or(place.path.as_str(), |(vector, _)| vector);
        let name = name.trim_start_matches('.').to_owned();
        match rows.last_mut() {
            Some((last, _, row)) if *last == name && component.is_some() => row.push(place),
            _ => rows.push((name, place.scalar.name(), vec![place])),
        }
    }
    rows
}

fn member_field(
    page: Page,
    variable: StoredValue<Binding>,
    slot: Slot,
    extent: Memo<Option<Extent>>,
    place: Place,
) -> impl IntoView {
    let playground = Playground::of(page);
    let place = StoredValue::new(place);
    let given = move |draft: &Draft| match draft.setting(slot)?.filling.as_ref()? {
        Filling::Members { values } => place.with_value(|place| values.get(&place.path).cloned()),
        _ => None,
    };
    let value = Signal::derive(move || {
        given(&playground.settled()).unwrap_or_else(|| {
            let usual = |extent| {
                place.with_value(|place| variable.with_value(|binding| usual_value(&binding.name, place, extent)))
            };
            extent.get().map_or(String::new(), |extent| usual(extent).to_string())
        })
    });
    let path = place.with_value(|place| place.path.clone());
    let label = Signal::derive(move || {
        let name = variable.with_value(|binding| binding.name.clone());
        format!("{name}{}", place.with_value(|place| place.path.clone()))
    });
    let take = move |text: &str| {
        let text = text.trim();
        let scalar = place.with_value(|place| place.scalar);
        if !text.is_empty() && scalar.parse(text).is_none() {
            let start: String = text.chars().take(24).collect();
            return Err(
                Arc::new(move |strings: &'static Strings| (strings.playground().bad_member)(&start, scalar))
                    as Sentence,
            );
        }
        playground.set(|draft| {
            let value = (!text.is_empty()).then(|| text.to_owned());
            place.with_value(|place| draft.given(slot).set_member(&place.path, value));
        });
        Ok(())
    };
    let id = field_id(slot, &path);
    // The values that the text compares the member with.
    let member = path.rsplit('.').next().unwrap_or_default().to_owned();
    let offered = Memo::new(move |_| {
        let source = playground.draft.with(|draft| draft.source.clone());
        choices(&source, &member)
    });
    let list = format!("{id}-choices");
    let list_id = list.clone();
    let options = move || {
        let options = offered.get().into_iter();
        let option = |choice: Choice| view! { <option value=choice.value label=choice.name /> };
        options.map(option).collect_view()
    };
    view! {
        <Checked page=page id=id label=label value=value take=take list=list />
        <datalist id=list_id>{options}</datalist>
    }
}
