//! One buffer of the form: its contents at the start, its size, and what is expected of it.

use super::checked::{Checked, Sentence, whole};
use super::expected::ExpectedRow;
use super::file_field::{MOST_LIST, file_field};
use super::launch::is_cuda;
use super::member_fields::member_fields;
use crate::draft::Playground;
use crate::page::Page;
use leptos::prelude::*;
use model::number::{self, shown_size};
use model::playground::cells::per_element;
use model::playground::chain::Launch;
use model::playground::data::Table;
use model::playground::draft::Draft;
use model::playground::filling::{Filling, MOST_WORDS, is_form};
use model::playground::limits::Limits;
use model::playground::ready::{Filled, filled};
use model::strings::Strings;
use model::strings::dialect::spoken;
use simt::{Binding, BindingAccess};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A filling's name in the list, and a function that makes its first value.
type Choice = (&'static str, fn() -> Filling);

/// The fillings that a reader can choose.
const FILLINGS: [Choice; 9] = [
    ("members", || Filling::Members {
        values: BTreeMap::new(),
    }),
    ("zeros", || Filling::Zeros),
    ("ones", || Filling::Ones),
    ("ramp", || Filling::Ramp),
    ("random", || Filling::Random { seed: 1 }),
    ("bytes", || Filling::Bytes),
    ("count", || Filling::Count),
    ("numbers", || Filling::Numbers {
        text: "1, 2, 3".to_owned(),
        file: None,
    }),
    ("file", || Filling::File {
        name: String::new(),
        bytes: Vec::new(),
    }),
];

/// Returns the name of a filling in the list.
pub fn filling_id(filling: &Filling) -> &'static str {
    match filling {
        Filling::Zeros => "zeros",
        Filling::Ones => "ones",
        Filling::Ramp => "ramp",
        Filling::Random { .. } => "random",
        Filling::Bytes => "bytes",
        Filling::Count => "count",
        Filling::Members { .. } => "members",
        Filling::Numbers { .. } => "numbers",
        Filling::File { .. } => "file",
        Filling::Lesson { .. } => "lesson",
    }
}

/// One buffer of the form. `launch` is the first dispatch that has it, and `buffers` are all of them.
#[component]
pub fn BufferRow(
    page: Page,
    binding: Binding,
    launch: Memo<Option<Launch>>,
    buffers: Memo<Vec<(Binding, usize)>>,
) -> impl IntoView {
    let playground = Playground::of(page);
    let Some(slot) = binding.slot else {
        return ().into_any();
    };
    let variable = StoredValue::new(binding.clone());
    let now = Memo::new(move |_| {
        launch.with(|launch| {
            let launch = launch.as_ref()?;
            let settled = playground.settled();
            Some(variable.with_value(|binding| filled(&settled, launch, binding, Limits::AT_EVERY_EDIT)))
        })
    });
    let id = Memo::new(move |_| now.with(|now| now.as_ref().map_or("zeros", |now| filling_id(&now.filling))));
    let elements = if binding.image.is_some() {
        size_field(page, variable, slot, now, field_id(slot, "size"))
    } else {
        elements_field(page, variable, slot, now, field_id(slot, "elements"))
    };
    let table = RwSignal::new(None::<Arc<Table>>);
    let can_expect = binding.access == BindingAccess::ReadWrite && binding.image.is_none();
    let expected = can_expect
        .then(|| view! { <ExpectedRow page=page variable=variable buffer=slot launch=launch buffers=buffers /> });
    let type_name = move || {
        let language = playground.draft.with(Draft::language);
        let name = variable.with_value(|binding| (page.strings().playground().binding)(binding));
        spoken(language, name)
    };
    view! {
        <div class="setup-buffer" data-buffer=format!("{}.{}", slot.0, slot.1)>
            <div class="setup-row">
                <span class="mono" title=type_name>
                    {binding.name.clone()}
                    {move || (!is_cuda(page)).then(|| view! { <small>{format!("@{}.{}", slot.0, slot.1)}</small> })}
                </span>
                {filling_list(page, variable, slot, id)}
                {elements}
            </div>
            {move || {
                let filling = now.get().map(|now| now.filling);
                filling_fields(page, variable, slot, launch, table, filling)
            }}
            {expected}
        </div>
    }
    .into_any()
}

/// Sets the contents of a buffer at the start.
fn give(page: Page, slot: (u32, u32), filling: Filling) {
    Playground::of(page).set(|draft| draft.given(slot).filling = Some(filling));
}

/// Returns the `id` of a field of a buffer's row.
fn field_id((group, binding): (u32, u32), extra: &str) -> String {
    format!("buffer-{group}-{binding}-{extra}")
}

/// Shows the list of fillings.
fn filling_list(page: Page, variable: StoredValue<Binding>, slot: (u32, u32), id: Memo<&'static str>) -> impl IntoView {
    let has_form = variable.with_value(is_form);
    let choose = move |chosen: String| {
        if let Some((_, make)) = FILLINGS.iter().find(|(id, _)| *id == chosen) {
            give(page, slot, make());
        }
    };
    let lesson = Memo::new(move |_| id.get() == "lesson");
    view! {
        <select
            id=field_id(slot, "fill")
            aria-label=move || (page
                .strings()
                .playground()
                .filled_with)(&variable.with_value(|binding| binding.name.clone()))
            on:change=move |event| choose(event_target_value(&event))
        >
            {move || {
                lesson
                    .get()
                    .then(|| {
                        view! {
                            <option value="lesson" selected=true>
                                {(page.strings().playground().filling)("lesson")}
                            </option>
                        }
                    })
            }}
            {FILLINGS
                .into_iter()
                .filter(|(each, _)| *each != "members" || has_form)
                .map(|(each, _)| {
                    view! {
                        <option value=each selected=move || id.get() == each>
                            {move || (page.strings().playground().filling)(each)}
                        </option>
                    }
                })
                .collect_view()}
        </select>
    }
}

/// Shows the fields of a filling.
fn filling_fields(
    page: Page,
    variable: StoredValue<Binding>,
    slot: (u32, u32),
    launch: Memo<Option<Launch>>,
    table: RwSignal<Option<Arc<Table>>>,
    filling: Option<Filling>,
) -> AnyView {
    let playground = Playground::of(page);
    let put = move |filling: Filling| {
        playground.set(|draft| {
            let given = draft.given(slot);
            given.filling = Some(filling);
            given.words = None;
        });
    };
    let pick = move |name: String, bytes: Option<usize>| {
        let id = field_id(slot, "file");
        file_field(page, variable, put, table, id, name, bytes)
    };
    match filling {
        Some(Filling::Random { seed }) => {
            let label = Signal::derive(move || page.strings().playground().seed.to_owned());
            let value = Signal::derive(move || seed.to_string());
            let take = move |text: &str| {
                let seed = whole(text)?;
                give(page, slot, Filling::Random { seed });
                Ok(())
            };
            view! {
                <label class="setup-more">
                    {move || page.strings().playground().seed}
                    <Checked page=page id=field_id(slot, "seed") label=label value=value take=take />
                </label>
            }
            .into_any()
        }
        Some(Filling::Numbers { text, file }) => {
            let take = move |event| {
                let text: String = event_target_value(&event);
                let text = text.chars().take(MOST_LIST).collect();
                give(page, slot, Filling::Numbers { text, file: None });
            };
            let file = file.map(|name| pick(name, None));
            view! {
                {file}
                <textarea
                    class="setup-list"
                    id=field_id(slot, "numbers")
                    rows="3"
                    spellcheck="false"
                    aria-label=page.strings().playground().numbers
                    title=page.strings().playground().numbers
                    prop:value=text
                    on:change=take
                />
            }
            .into_any()
        }
        Some(Filling::Members { .. }) => member_fields(page, variable, slot, launch).into_any(),
        Some(Filling::File { name, bytes }) => pick(name, Some(bytes.len())).into_any(),
        _ => ().into_any(),
    }
}

/// Returns the elements of a run-time sized array with so many words; `None` for another variable.
pub fn elements(binding: &Binding, words: u64) -> Option<u64> {
    let stride = u64::from(binding.element_stride()?.max(1));
    Some((words * 4).saturating_sub(binding.fixed_bytes.into()) / stride)
}

/// Shows the field for the elements of a run-time sized array. An array with a fixed size shows its words instead.
fn elements_field(
    page: Page,
    variable: StoredValue<Binding>,
    slot: (u32, u32),
    now: Memo<Option<Filled>>,
    id: String,
) -> AnyView {
    let playground = Playground::of(page);
    let Some(stride) = variable.with_value(Binding::element_stride) else {
        let words = variable.with_value(|binding| binding.words(0));
        return view! { <output>{move || (page.strings().playground().words)(words)}</output> }.into_any();
    };
    let (fixed, stride) = (
        variable.with_value(|binding| u64::from(binding.fixed_bytes)),
        u64::from(stride.max(1)),
    );
    let value = Signal::derive(move || {
        let words = now.with(|now| now.as_ref().map_or(0, |now| now.words));
        let elements = variable.with_value(|binding| elements(binding, words));
        elements.unwrap_or_default().to_string()
    });
    let label = Signal::derive(move || {
        let values = variable.with_value(per_element);
        (page.strings().playground().elements_of)(&variable.with_value(|binding| binding.name.clone()), values)
    });
    let take = move |text: &str| {
        let elements = u64::from(whole(text)?);
        let least = variable.with_value(|binding| binding.words(1));
        let words = (fixed + stride * elements).div_ceil(4).max(least);
        if elements == 0 || words > MOST_WORDS {
            let most = (MOST_WORDS * 4 - fixed) / stride;
            return Err(
                Arc::new(move |strings: &'static Strings| (strings.playground().bad_elements)(most)) as Sentence,
            );
        }
        playground.set(|draft| draft.given(slot).words = Some(words));
        Ok(())
    };
    view! { <Checked page=page id=id label=label value=value take=take /> }.into_any()
}

/// Shows the field for the size of a texture.
fn size_field(
    page: Page,
    variable: StoredValue<Binding>,
    slot: (u32, u32),
    now: Memo<Option<Filled>>,
    id: String,
) -> AnyView {
    let playground = Playground::of(page);
    let value = Signal::derive(move || {
        let size = now.with(|now| now.as_ref().and_then(|now| now.size));
        size.map_or_else(String::new, shown_size)
    });
    let label = Signal::derive(move || {
        (page.strings().playground().texels_of)(&variable.with_value(|binding| binding.name.clone()))
    });
    let take = move |text: &str| {
        let words = |size| variable.with_value(|binding| Some(binding.image.as_ref()?.words(size)));
        let size = number::size(text)
            .filter(|&size| words(size).is_some_and(|words| words <= MOST_WORDS))
            .ok_or_else(|| -> Sentence { Arc::new(move |strings| (strings.playground().bad_size)(MOST_WORDS)) })?;
        playground.set(|draft| {
            let given = draft.given(slot);
            (given.size, given.words) = (Some(size), None);
        });
        Ok(())
    };
    view! { <Checked page=page id=id label=label value=value take=take /> }.into_any()
}
