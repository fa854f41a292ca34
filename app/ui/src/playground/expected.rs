//! The form for what a buffer should hold after the run.

use super::checked::{Checked, Sentence, whole};
use super::file_field::{MOST_LIST, file_field};
use super::launch::{calls, said_in};
use crate::draft::Playground;
use crate::page::Page;
use leptos::prelude::*;
use model::number;
use model::playground::chain::Launch;
use model::playground::data::Table;
use model::playground::expected::{Expectation, Expected, Operation, Slot, Tolerance};
use model::playground::filling::Filling;
use simt::{Binding, ScalarType};
use std::sync::Arc;

/// The operations, with their names in the list.
const OPERATIONS: [(&str, Operation); 9] = [
    ("copy", Operation::Copy),
    ("sum", Operation::Sum),
    ("least", Operation::Least),
    ("greatest", Operation::Greatest),
    ("scan", Operation::InclusiveScan),
    ("exclusive-scan", Operation::ExclusiveScan),
    ("sorted", Operation::Sorted),
    ("reversed", Operation::Reversed),
    ("transposed", Operation::Transposed { columns: 1 }),
];

fn operation_id(operation: Operation) -> &'static str {
    let is_same = |each: &Operation| match (each, operation) {
        (Operation::Transposed { .. }, Operation::Transposed { .. }) => true,
        (each, _) => *each == operation,
    };
    OPERATIONS
        .into_iter()
        .find(|(_, each)| is_same(each))
        .map_or("copy", |(id, _)| id)
}

/// Returns the value of the list's option.
fn option_id(expected: &Expected) -> String {
    match expected {
        Expected::Numbers { .. } => "numbers".to_owned(),
        Expected::File { .. } => "file".to_owned(),
        Expected::EntryPoint { name, .. } => format!("entry:{name}"),
        Expected::Of { operation, input } => of_option(operation_id(*operation), *input),
    }
}

fn of_option(operation: &str, (group, binding): Slot) -> String {
    format!("of:{group}:{binding}:{operation}")
}

/// Returns what an option of the list stands for.
fn expected_of(option: &str) -> Option<Expected> {
    match option.split_once(':') {
        None if option == "numbers" => Some(Expected::Numbers {
            text: String::new(),
            file: None,
        }),
        None if option == "file" => Some(Expected::File {
            name: String::new(),
            bytes: Vec::new(),
        }),
        None => None,
        Some(("entry", name)) => Some(Expected::EntryPoint {
            name: name.to_owned(),
            workgroups: [1, 1, 1],
        }),
        Some((_, rest)) => {
            let mut parts = rest.splitn(3, ':');
            let input = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            let id = parts.next()?;
            let operation = OPERATIONS.into_iter().find(|(each, _)| *each == id)?.1;
            Some(Expected::Of { operation, input })
        }
    }
}

/// The row of a buffer: the source of the expected values, and the tolerance for floats.
#[component]
pub fn ExpectedRow(
    page: Page,
    variable: StoredValue<Binding>,
    buffer: Slot,
    launch: Memo<Option<Launch>>,
    buffers: Memo<Vec<(Binding, usize)>>,
) -> impl IntoView {
    let playground = Playground::of(page);
    let words = move || page.strings().expected_words();
    let now = Memo::new(move |_| playground.draft.with(|draft| draft.setting(buffer)?.expected.clone()));
    let chosen =
        Memo::new(move |_| now.with(|now| now.as_ref().map(|now| option_id(&now.contents)).unwrap_or_default()));
    let choose = move |event| {
        let option: String = event_target_value(&event);
        match expected_of(&option) {
            Some(Expected::Of {
                operation: Operation::Transposed { .. },
                input,
            }) => {
                // A first guess: as many columns as the dispatch is wide.
                let columns = launch.with_untracked(|launch| launch.as_ref().map_or(1, |launch| launch.plane()[0]));
                give(
                    page,
                    buffer,
                    Expected::Of {
                        operation: Operation::Transposed { columns },
                        input,
                    },
                );
            }
            Some(expected) => give(page, buffer, expected),
            None => playground.set(|draft| draft.given(buffer).expected = None),
        }
    };
    let names = Memo::new(move |_| {
        let declared = playground.declared.get();
        let names = declared.iter().map(|entry| entry.name.clone());
        names.collect::<Vec<String>>()
    });
    let table = RwSignal::new(None::<Arc<Table>>);
    let kind = Memo::new(move |_| now.with(|now| now.as_ref().map(|now| now.contents.clone())));
    let has_floats = variable.with_value(|binding| {
        let scalar = binding.layout.scalar();
        scalar.is_none_or(|scalar| matches!(scalar, ScalarType::F32 | ScalarType::F16))
    });
    let tolerance = Memo::new(move |_| now.with(|now| now.as_ref().map(|now| now.tolerance).filter(|_| has_floats)));
    view! {
        <div class="setup-row expected">
            <label for=field_id(buffer, "")>{move || words().expected_row}</label>
            <select id=field_id(buffer, "") on:change=choose>
                {move || option(chosen, String::new(), words().nothing.to_owned())}
                {move || option(chosen, "numbers".to_owned(), words().list.to_owned())}
                {move || option(chosen, "file".to_owned(), words().file.to_owned())}
                {move || operation_options(page, chosen, buffers)}
                {move || reference_options(page, chosen, names, launch)}
            </select>
        </div>
        {move || source_fields(page, variable, buffer, table, kind.get()?)}
        {move || tolerance.get().map(|tolerance| tolerance_fields(page, buffer, tolerance))}
    }
    .into_any()
}

/// Returns an option of the list of sources.
fn option(chosen: Memo<String>, value: String, text: String) -> impl IntoView {
    let id = value.clone();
    view! {
        <option value=value selected=move || chosen.get() == id>
            {text}
        </option>
    }
}

/// Returns the options that name an operation on the contents of a buffer. Tracked.
fn operation_options(page: Page, chosen: Memo<String>, buffers: Memo<Vec<(Binding, usize)>>) -> impl IntoView {
    let words = page.strings().expected_words();
    let inputs = buffers.get().into_iter().filter_map(|(binding, _)| {
        // Structures have no order or sum.
        let scalar = binding.layout.scalar();
        let is_list = binding.tail_stride.is_some() && scalar.is_some();
        is_list.then_some((binding.name, binding.slot?))
    });
    let group = |(name, input): (String, Slot)| {
        let options = OPERATIONS
            .into_iter()
            .map(|(id, _)| option(chosen, of_option(id, input), (words.operation)(id, &name)));
        view! { <optgroup label=(words.of)(&name)>{options.collect_view()}</optgroup> }
    };
    inputs.map(group).collect_view()
}

/// Returns the options that name another entry point of the text, as a reference. Tracked.
fn reference_options(
    page: Page,
    chosen: Memo<String>,
    names: Memo<Vec<String>>,
    launch: Memo<Option<Launch>>,
) -> impl IntoView {
    // The arrays of a program are not those of one kernel.
    if calls(page).is_some() {
        return None;
    }
    // A kernel is no reference of itself.
    let now = launch.with(|launch| launch.as_ref().map(|launch| launch.entry.name.clone()));
    let mut names = names.get();
    names.retain(|name| Some(name) != now.as_ref());
    (!names.is_empty()).then(|| {
        let label = said_in(page, page.strings().expected_words().references);
        let options = names
            .into_iter()
            .map(|name| option(chosen, format!("entry:{name}"), name));
        view! { <optgroup label=label>{options.collect_view()}</optgroup> }
    })
}

/// Shows the fields of a source of expected values.
fn source_fields(
    page: Page,
    variable: StoredValue<Binding>,
    slot: Slot,
    table: RwSignal<Option<Arc<Table>>>,
    contents: Expected,
) -> Option<AnyView> {
    let put = move |filling: Filling| match filling {
        Filling::Numbers { text, file } => give(page, slot, Expected::Numbers { text, file }),
        Filling::File { name, bytes } => give(page, slot, Expected::File { name, bytes }),
        _ => {}
    };
    let pick = move |name: String, bytes: Option<usize>| {
        let id = field_id(slot, "-file");
        file_field(page, variable, put, table, id, name, bytes)
    };
    match contents {
        Expected::Numbers { text, file } => {
            let words = page.strings().expected_words();
            let take = move |event| {
                let text: String = event_target_value(&event);
                let text = text.chars().take(MOST_LIST).collect();
                give(page, slot, Expected::Numbers { text, file: None });
            };
            let file = file.map(|name| pick(name, None));
            Some(
                view! {
                    {file}
                    <textarea
                        class="setup-list"
                        id=field_id(slot, "-numbers")
                        rows="2"
                        spellcheck="false"
                        aria-label=words.numbers
                        title=words.numbers
                        placeholder=words.numbers
                        prop:value=text
                        on:change=take
                    />
                }
                .into_any(),
            )
        }
        Expected::File { name, bytes } => Some(pick(name, Some(bytes.len())).into_any()),
        Expected::EntryPoint { name, workgroups } => Some(workgroups_field(page, slot, name, workgroups).into_any()),
        Expected::Of {
            operation: Operation::Transposed { columns },
            input,
        } => Some(columns_field(page, slot, columns, input).into_any()),
        Expected::Of { .. } => None,
    }
}

/// Shows the field for the workgroups of a reference. Tracked.
fn workgroups_field(page: Page, slot: Slot, name: String, workgroups: [u32; 3]) -> impl IntoView {
    let text = move || said_in(page, page.strings().expected_words().reference_workgroups);
    let value = Signal::derive(move || {
        let [x, y, z] = workgroups;
        format!("{x} × {y} × {z}")
    });
    let name = StoredValue::new(name);
    let take = move |text: &str| {
        let workgroups = number::size(text)
            .ok_or_else(|| -> Sentence { Arc::new(|strings| strings.expected_words().bad_workgroups.to_owned()) })?;
        let name = name.get_value();
        give(page, slot, Expected::EntryPoint { name, workgroups });
        Ok(())
    };
    let id = field_id(slot, "-workgroups");
    view! {
        <span class="setup-more">
            {text()}
            <Checked page=page id=id label=Signal::derive(text) value=value take=take />
        </span>
    }
}

/// Shows the field for the columns of a matrix that is transposed. Tracked.
fn columns_field(page: Page, slot: Slot, columns: u32, input: Slot) -> impl IntoView {
    let text = move || page.strings().expected_words().columns;
    let value = Signal::derive(move || columns.to_string());
    let label = Signal::derive(move || text().to_owned());
    let take = move |text: &str| {
        let columns = whole(text)?;
        let operation = Operation::Transposed { columns };
        give(page, slot, Expected::Of { operation, input });
        Ok(())
    };
    let id = field_id(slot, "-columns");
    view! {
        <span class="setup-more">
            {text()} <Checked page=page id=id label=label value=value take=take />
        </span>
    }
}

/// Sets the source of the expected values, and leaves the tolerance as it is.
fn give(page: Page, slot: Slot, contents: Expected) {
    Playground::of(page).set(|draft| {
        let given = draft.given(slot);
        let tolerance = given.expected.take().map(|before| before.tolerance);
        given.expected = Some(Expectation {
            contents,
            tolerance: tolerance.unwrap_or_default(),
        });
    });
}

/// Returns the `id` of a field of a buffer's row.
fn field_id((group, binding): Slot, extra: &str) -> String {
    format!("expected-{group}-{binding}{extra}")
}

/// Shows how far a float may be from the expected value.
fn tolerance_fields(page: Page, slot: Slot, tolerance: Tolerance) -> impl IntoView {
    let playground = Playground::of(page);
    let words = page.strings().expected_words();
    let give = move |tolerance: Tolerance| {
        playground.set(|draft| {
            if let Some(expected) = &mut draft.given(slot).expected {
                expected.tolerance = tolerance;
            }
        });
    };
    let is_bound = matches!(tolerance, Tolerance::Bound { .. });
    let (absolute, relative) = match tolerance {
        Tolerance::Bound { absolute, relative } => (absolute, relative),
        Tolerance::Permitted => (1e-6, 1e-5),
    };
    let choose = move |event| {
        give(match event_target_value(&event).as_str() {
            "bound" => Tolerance::Bound { absolute, relative },
            _ => Tolerance::Permitted,
        });
    };
    let number = |text: &str| -> Result<f64, Sentence> {
        let start: String = text.trim().chars().take(24).collect();
        let number = text.trim().parse::<f64>().ok();
        number
            .filter(|number| number.is_finite() && *number >= 0.0)
            .ok_or_else(|| -> Sentence { Arc::new(move |strings| (strings.expected_words().bad_bound)(&start)) })
    };
    let id = move |extra: &str| format!("tolerance-{}-{}{extra}", slot.0, slot.1);
    let field = move |extra: &'static str, label: &'static str, value: f64, make: fn(f64, f64, f64) -> Tolerance| {
        let take = move |text: &str| {
            give(make(number(text)?, absolute, relative));
            Ok(())
        };
        let (label, value) = (
            Signal::derive(move || label.to_owned()),
            Signal::derive(move || value.to_string()),
        );
        view! { <Checked page=page id=id(extra) label=label value=value take=take /> }
    };
    view! {
        <div class="setup-row tolerance">
            <select id=id("") aria-label=words.tolerance title=words.tolerance on:change=choose>
                <option value="permitted" selected=!is_bound>
                    {words.permitted}
                </option>
                <option value="bound" selected=is_bound>
                    {words.bound}
                </option>
            </select>
            {is_bound
                .then(|| {
                    view! {
                        {field(
                            "-absolute",
                            words.absolute,
                            absolute,
                            |new, _, relative| Tolerance::Bound {
                                absolute: new,
                                relative,
                            },
                        )}
                        {field(
                            "-relative",
                            words.relative,
                            relative,
                            |new, absolute, _| Tolerance::Bound {
                                absolute,
                                relative: new,
                            },
                        )}
                    }
                })}
        </div>
    }
}
