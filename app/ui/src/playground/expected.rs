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
    at: Slot,
    launch: Memo<Option<Launch>>,
    buffers: Memo<Vec<(Binding, usize)>>,
) -> impl IntoView {
    let (of, slot) = (variable, at);
    let playground = Playground::of(page);
    let words = move || page.strings().expected_words();
    let own = move |extra: &'static str| format!("expected-{}-{}{extra}", slot.0, slot.1);
    let now = Memo::new(move |_| {
        playground
            .draft
            .with(|draft| draft.setting(slot)?.expected.clone())
    });
    let chosen = Memo::new(move |_| {
        now.with(|now| {
            now.as_ref()
                .map(|now| option_id(&now.contents))
                .unwrap_or_default()
        })
    });
    let give = move |contents: Expected| {
        playground.set(|draft| {
            let given = draft.given(slot);
            let tolerance = given.expected.take().map(|before| before.tolerance);
            given.expected = Some(Expectation {
                contents,
                tolerance: tolerance.unwrap_or_default(),
            });
        });
    };
    let choose = move |event| {
        let option: String = event_target_value(&event);
        match expected_of(&option) {
            Some(Expected::Of {
                operation: Operation::Transposed { .. },
                input,
            }) => {
                // A first guess: as many columns as the dispatch is wide.
                let columns = launch
                    .with_untracked(|launch| launch.as_ref().map_or(1, |launch| launch.plane()[0]));
                give(Expected::Of {
                    operation: Operation::Transposed { columns },
                    input,
                });
            }
            Some(expected) => give(expected),
            None => playground.set(|draft| draft.given(slot).expected = None),
        }
    };
    let names = Memo::new(move |_| {
        let declared = playground.declared.get();
        let names = declared.iter().map(|entry| entry.name.clone());
        names.collect::<Vec<String>>()
    });
    // A kernel is no reference of itself.
    let references = move || {
        let now = launch.with(|launch| launch.as_ref().map(|launch| launch.entry.name.clone()));
        // The arrays of a program are not those of one kernel.
        if calls(page).is_some() {
            return Vec::new();
        }
        let mut names = names.get();
        names.retain(|name| Some(name) != now.as_ref());
        names
    };
    let option = move |value: String, text: String| {
        let own = value.clone();
        view! {
            <option value=value selected=move || chosen.get() == own>
                {text}
            </option>
        }
    };
    let inputs = move || {
        let inputs = buffers.get().into_iter().filter_map(|(binding, _)| {
            // Structures have no order or sum.
            let scalar = binding.layout.scalar();
            let is_list = binding.tail_stride.is_some() && scalar.is_some();
            is_list.then_some((binding.name, binding.slot?))
        });
        let group = |(name, input): (String, Slot)| {
            let options = OPERATIONS
                .into_iter()
                .map(|(id, _)| option(of_option(id, input), (words().operation)(id, &name)));
            view! { <optgroup label=(words().of)(&name)>{options.collect_view()}</optgroup> }
        };
        inputs.map(group).collect_view()
    };
    let table = RwSignal::new(None::<Arc<Table>>);
    let put = move |filling: Filling| match filling {
        Filling::Numbers { text, file } => give(Expected::Numbers { text, file }),
        Filling::File { name, bytes } => give(Expected::File { name, bytes }),
        _ => {}
    };
    let kind = Memo::new(move |_| now.with(|now| now.as_ref().map(|now| now.contents.clone())));
    let more = move || match kind.get()? {
        Expected::Numbers { text, file } => {
            let take = move |event| {
                let text: String = event_target_value(&event);
                give(Expected::Numbers {
                    text: text.chars().take(MOST_LIST).collect(),
                    file: None,
                });
            };
            let file = file.map(|name| file_field(page, of, put, table, own("-file"), name, None));
            Some(
                view! {
                    {file}
                    <textarea
                        class="setup-list"
                        id=own("-numbers")
                        rows="2"
                        spellcheck="false"
                        aria-label=words().numbers
                        title=words().numbers
                        placeholder=words().numbers
                        prop:value=text
                        on:change=take
                    />
                }
                .into_any(),
            )
        }
        Expected::File { name, bytes } => {
            Some(file_field(page, of, put, table, own("-file"), name, Some(bytes.len())).into_any())
        }
        Expected::EntryPoint { name, workgroups } => {
            let value = Signal::derive(move || {
                let [x, y, z] = workgroups;
                format!("{x} × {y} × {z}")
            });
            let label = Signal::derive(move || said_in(page, words().reference_workgroups));
            let name = StoredValue::new(name);
            let take = move |text: &str| {
                let workgroups = number::size(text).ok_or_else(|| -> Sentence {
                    Arc::new(|strings| strings.expected_words().bad_workgroups.to_owned())
                })?;
                give(Expected::EntryPoint {
                    name: name.get_value(),
                    workgroups,
                });
                Ok(())
            };
            Some(view! {
                <span class="setup-more">
                    {said_in(page, words().reference_workgroups)}
                    <Checked page=page id=own("-workgroups") label=label value=value take=take />
                </span>
            }.into_any())
        }
        Expected::Of {
            operation: Operation::Transposed { columns },
            input,
        } => {
            let value = Signal::derive(move || columns.to_string());
            let label = Signal::derive(move || words().columns.to_owned());
            let take = move |text: &str| {
                let columns = whole(text)?;
                give(Expected::Of {
                    operation: Operation::Transposed { columns },
                    input,
                });
                Ok(())
            };
            Some(view! {
                <span class="setup-more">
                    {words().columns} <Checked page=page id=own("-columns") label=label value=value take=take />
                </span>
            }.into_any())
        }
        Expected::Of { .. } => None,
    };
    let has_floats = of.with_value(|binding| {
        let scalar = binding.layout.scalar();
        scalar.is_none_or(|scalar| matches!(scalar, ScalarType::F32 | ScalarType::F16))
    });
    let tolerance = Memo::new(move |_| {
        now.with(|now| now.as_ref().map(|now| now.tolerance).filter(|_| has_floats))
    });
    view! {
        <div class="setup-row expected">
            <label for=own("")>{move || words().expected_row}</label>
            <select id=own("") on:change=choose>
                {move || option(String::new(), words().nothing.to_owned())}
                {move || option("numbers".to_owned(), words().list.to_owned())}
                {move || option("file".to_owned(), words().file.to_owned())}
                {inputs}
                {move || {
                    let names = references();
                    (!names.is_empty())
                        .then(|| {
                            view! {
                                <optgroup label=said_in(
                                    page,
                                    words().references,
                                )>
                                    {names.into_iter().map(|name| option(format!("entry:{name}"), name)).collect_view()}
                                </optgroup>
                            }
                        })
                }}
            </select>
        </div>
        {more}
        {move || tolerance.get().map(|tolerance| tolerance_fields(page, slot, tolerance))}
    }
    .into_any()
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
        let shown: String = text.trim().chars().take(24).collect();
        let number = text.trim().parse::<f64>().ok();
        number
            .filter(|number| number.is_finite() && *number >= 0.0)
            .ok_or_else(|| -> Sentence {
                Arc::new(move |strings| (strings.expected_words().bad_bound)(&shown))
            })
    };
    let id = move |extra: &str| format!("tolerance-{}-{}{extra}", slot.0, slot.1);
    let field = move |extra: &'static str,
                      label: &'static str,
                      value: f64,
                      make: fn(f64, f64, f64) -> Tolerance| {
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
