//! The settings of a kernel: entry point, workgroups, overrides, buffers, and the machine that runs it.

use super::checked::{Checked, Sentence, whole};
use super::file_field::{MOST_LIST, file_field};
use super::member_fields::member_fields;
use super::order::FindOrder;
use crate::draft::Playground;
use crate::page::Page;
use crate::run::runs::Runs;
use leptos::prelude::*;
use model::number::{self, shown_size};
use model::playground::cells::per_element;
use model::playground::data::Table;
use model::playground::draft::Draft;
use model::playground::filling::{Filling, MOST_WORDS, is_form};
use model::playground::orders::{WIDTHS, with_width};
use model::playground::ready::{Filled, entry_of, filled};
use model::strings::Strings;
use simt::{Binding, DeclaredOverride, EntryPoint, Machine, ScalarType};
use std::collections::BTreeMap;
use std::sync::Arc;

#[component]
pub fn Setup(page: Page, runs: Runs) -> impl IntoView {
    // The form stays as it is while a text does not compile, so that nothing moves while the reader types.
    let entry = Memo::new(move |_| {
        let declared = Playground::of(page).declared.get();
        Playground::of(page)
            .draft
            .with(|draft| entry_of(draft, &declared).cloned())
    });
    let overrides = Memo::new(move |_| {
        entry.with(|entry| {
            entry
                .as_ref()
                .map_or(Vec::new(), |entry| entry.overrides.clone())
        })
    });
    let buffers = Memo::new(move |_| {
        entry.with(|entry| {
            entry
                .as_ref()
                .map_or(Vec::new(), |entry| entry.buffers.clone())
        })
    });
    let words = move || page.strings().playground();
    view! {
        <section class="panel setup" id="setup" aria-label=move || (words().tab)("setup")>
            <form class="setup-fields" on:submit=move |event| event.prevent_default()>
                <EntryPoints page=page entry=entry />
                <Workgroups page=page />
                {move || overrides.get().into_iter().map(|declared| view! { <Override page=page declared=declared /> }).collect_view()}
                <h3>{move || words().buffers}</h3>
                {move || {
                    let all = buffers.get();
                    if all.is_empty() {
                        return view! { <p class="source">{words().no_buffers}</p> }.into_any();
                    }
                    all.into_iter().map(|binding| view! { <BufferRow page=page binding=binding entry=entry /> }).collect_view().into_any()
                }}
                <MachineRows page=page />
                <FindOrder page=page runs=runs />
            </form>
        </section>
    }
    .into_any()
}

#[component]
fn EntryPoints(page: Page, entry: Memo<Option<EntryPoint>>) -> impl IntoView {
    let playground = Playground::of(page);
    let names = Memo::new(move |_| {
        let declared = playground.declared.get();
        declared
            .iter()
            .map(|entry| entry.name.clone())
            .collect::<Vec<String>>()
    });
    let size = move || {
        let (name, declared) = entry
            .with(|entry| Some((entry.as_ref()?.name.clone(), entry.as_ref()?.workgroup_size)))?;
        // A run knows the size that the overrides have made.
        let pane = page.run.first;
        let is_its_run = pane.summary.with(|shown| {
            shown
                .as_ref()
                .is_some_and(|shown| shown.entry_point == name)
        });
        let ran = pane.playback.with_value(|playback| {
            let playback = playback.as_ref().filter(|_| is_its_run)?;
            Some(playback.trace().workgroup_size)
        });
        let size = ran.or(declared)?;
        Some((page.strings().playground().workgroup_size)(
            size,
            Some(size) == declared,
        ))
    };
    view! {
        <div class="setup-row">
            <label for="entry">{move || page.strings().playground().entry}</label>
            <select id="entry" on:change=move |event| {
                let name = event_target_value(&event);
                playground.set(|draft| draft.entry_point = Some(name));
            }>
                {move || names.get().into_iter().map(|name| {
                    let own = name.clone();
                    view! { <option value=name.clone() selected=move || entry.with(|entry| entry.as_ref().is_some_and(|entry| entry.name == own))>{name.clone()}</option> }
                }).collect_view()}
            </select>
        </div>
        <p class="source">{size}</p>
    }
}

#[component]
fn Workgroups(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let axis = move |axis: usize| {
        let value = Signal::derive(move || {
            playground
                .draft
                .with(|draft| draft.workgroups[axis].to_string())
        });
        let label = Signal::derive(move || {
            format!(
                "{} {}",
                page.strings().playground().workgroups,
                ["x", "y", "z"][axis]
            )
        });
        let take = move |text: &str| {
            let count = whole(text)?;
            playground.set(|draft| draft.workgroups[axis] = count);
            Ok(())
        };
        view! { <Checked page=page id=format!("workgroups-{}", ["x", "y", "z"][axis]) label=label value=value take=take /> }
    };
    view! {
        <div class="setup-row three">
            <span>{move || page.strings().playground().workgroups}</span>
            {axis(0)} {axis(1)} {axis(2)}
        </div>
    }
}

#[component]
fn Override(page: Page, declared: DeclaredOverride) -> impl IntoView {
    let playground = Playground::of(page);
    let name = StoredValue::new(declared.name.clone());
    let (scalar, default) = (declared.scalar, declared.default);
    let value = Signal::derive(move || {
        let own = playground
            .draft
            .with(|draft| draft.overrides.get(&name.get_value()).copied());
        match (own, default) {
            (Some(own), _) => own.to_string(),
            // Registers hold 16-bit floats as 32-bit floats.
            (None, Some(bits)) if scalar == ScalarType::F16 => ScalarType::F32.show(bits),
            (None, Some(bits)) => scalar.show(bits),
            (None, None) => String::new(),
        }
    });
    let take = move |text: &str| {
        let text = text.trim();
        let name = name.get_value();
        if text.is_empty() {
            playground.set(|draft| {
                draft.overrides.remove(&name);
            });
            return Ok(());
        }
        let number = match text {
            "true" => Some(1.0),
            "false" => Some(0.0),
            text => text.parse::<f64>().ok().filter(|number| number.is_finite()),
        };
        let shown: String = text.chars().take(24).collect();
        let number = number.ok_or_else(|| -> Sentence {
            Arc::new(move |strings| (strings.playground().no_number)(&shown))
        })?;
        playground.set(|draft| {
            draft.overrides.insert(name, number);
        });
        Ok(())
    };
    let label =
        Signal::derive(move || (page.strings().playground().override_label)(&name.get_value()));
    view! {
        <div class="setup-row">
            <span class="mono">"override " {declared.name.clone()}</span>
            <Checked page=page id=format!("override-{}", declared.name) label=label value=value take=take />
        </div>
    }
}

/// A filling's name in the list, and a function that makes its first value.
type Choice = (&'static str, fn() -> Filling);

/// The fillings that a reader can choose.
const FILLINGS: [Choice; 8] = [
    ("members", || Filling::Members {
        values: BTreeMap::new(),
    }),
    ("zeros", || Filling::Zeros),
    ("ones", || Filling::Ones),
    ("ramp", || Filling::Ramp),
    ("random", || Filling::Random { seed: 1 }),
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

fn filling_id(filling: &Filling) -> &'static str {
    match filling {
        Filling::Zeros => "zeros",
        Filling::Ones => "ones",
        Filling::Ramp => "ramp",
        Filling::Random { .. } => "random",
        Filling::Count => "count",
        Filling::Members { .. } => "members",
        Filling::Numbers { .. } => "numbers",
        Filling::File { .. } => "file",
        Filling::Lesson { .. } => "lesson",
    }
}

#[component]
fn BufferRow(page: Page, binding: Binding, entry: Memo<Option<EntryPoint>>) -> impl IntoView {
    let playground = Playground::of(page);
    let Some(slot) = binding.slot else {
        return ().into_any();
    };
    let of = StoredValue::new(binding.clone());
    let now = Memo::new(move |_| {
        entry.with(|entry| {
            let entry = entry.as_ref()?;
            playground
                .draft
                .with(|draft| Some(of.with_value(|binding| filled(draft, entry, binding))))
        })
    });
    let id = Memo::new(move |_| {
        now.with(|now| now.as_ref().map_or("zeros", |now| filling_id(&now.filling)))
    });
    let own = move |extra: &'static str| format!("buffer-{}-{}-{extra}", slot.0, slot.1);
    let give =
        move |filling: Filling| playground.set(|draft| draft.given(slot).filling = Some(filling));
    let choose = move |chosen: String| {
        if let Some((_, make)) = FILLINGS.iter().find(|(id, _)| *id == chosen) {
            give(make());
        }
    };
    let elements = if binding.image.is_some() {
        size_field(page, of, slot, now, own("size"))
    } else {
        elements_field(page, of, slot, now, own("elements"))
    };
    let has_form = is_form(&binding);
    let table = RwSignal::new(None::<Arc<Table>>);
    let more = move || match now.get().map(|now| now.filling) {
        Some(Filling::Random { seed }) => {
            let label = Signal::derive(move || page.strings().playground().seed.to_owned());
            let value = Signal::derive(move || seed.to_string());
            let take = move |text: &str| {
                let seed = whole(text)?;
                give(Filling::Random { seed });
                Ok(())
            };
            view! { <label class="setup-more">{move || page.strings().playground().seed} <Checked page=page id=own("seed") label=label value=value take=take /></label> }.into_any()
        }
        Some(Filling::Numbers { text, file }) => {
            let take = move |event| {
                let text: String = event_target_value(&event);
                give(Filling::Numbers {
                    text: text.chars().take(MOST_LIST).collect(),
                    file: None,
                });
            };
            let file = file.map(|name| file_field(page, of, slot, table, own("file"), name, None));
            view! { {file} <textarea class="setup-list" id=own("numbers") rows="3" spellcheck="false" aria-label=page.strings().playground().numbers title=page.strings().playground().numbers prop:value=text on:change=take></textarea> }
                .into_any()
        }
        Some(Filling::Members { .. }) => member_fields(page, of, slot, entry).into_any(),
        Some(Filling::File { name, bytes }) => {
            file_field(page, of, slot, table, own("file"), name, Some(bytes.len())).into_any()
        }
        _ => ().into_any(),
    };
    let type_name = move || of.with_value(|binding| (page.strings().playground().binding)(binding));
    let lesson = Memo::new(move |_| id.get() == "lesson");
    view! {
        <div class="setup-buffer" data-buffer=format!("{}.{}", slot.0, slot.1)>
            <div class="setup-row">
                <span class="mono" title=type_name>{binding.name.clone()} <small>{format!("@{}.{}", slot.0, slot.1)}</small></span>
                <select id=own("fill") aria-label=move || (page.strings().playground().filled_with)(&of.with_value(|binding| binding.name.clone())) on:change=move |event| choose(event_target_value(&event))>
                    {move || lesson.get().then(|| view! { <option value="lesson" selected=true>{(page.strings().playground().filling)("lesson")}</option> })}
                    {FILLINGS.into_iter().filter(|(each, _)| *each != "members" || has_form).map(|(each, _)| view! { <option value=each selected=move || id.get() == each>{move || (page.strings().playground().filling)(each)}</option> }).collect_view()}
                </select>
                {elements}
            </div>
            {more}
        </div>
    }
    .into_any()
}

/// Shows the field for the elements of a run-time sized array. An array with a fixed size shows its words instead.
fn elements_field(
    page: Page,
    of: StoredValue<Binding>,
    slot: (u32, u32),
    now: Memo<Option<Filled>>,
    id: String,
) -> AnyView {
    let playground = Playground::of(page);
    let Some(stride) = of.with_value(|binding| binding.tail_stride) else {
        let words = of.with_value(|binding| binding.words(0));
        return view! { <output>{move || (page.strings().playground().words)(words)}</output> }
            .into_any();
    };
    let (fixed, stride) = (
        of.with_value(|binding| u64::from(binding.fixed_bytes)),
        u64::from(stride.max(1)),
    );
    let value = Signal::derive(move || {
        let words = now.with(|now| now.as_ref().map_or(0, |now| now.words));
        ((words * 4).saturating_sub(fixed) / stride).to_string()
    });
    let label = Signal::derive(move || {
        let values = of.with_value(per_element);
        (page.strings().playground().elements_of)(
            &of.with_value(|binding| binding.name.clone()),
            values,
        )
    });
    let take = move |text: &str| {
        let elements = u64::from(whole(text)?);
        let words = of.with_value(|binding| binding.words(elements));
        if elements == 0 || words > MOST_WORDS {
            let most = (MOST_WORDS * 4 - fixed) / stride;
            return Err(Arc::new(move |strings: &'static Strings| {
                (strings.playground().bad_elements)(most)
            }) as Sentence);
        }
        playground.set(|draft| draft.given(slot).words = Some(words));
        Ok(())
    };
    view! { <Checked page=page id=id label=label value=value take=take /> }.into_any()
}

/// Shows the field for the size of a texture.
fn size_field(
    page: Page,
    of: StoredValue<Binding>,
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
        (page.strings().playground().texels_of)(&of.with_value(|binding| binding.name.clone()))
    });
    let take = move |text: &str| {
        let words = |size| of.with_value(|binding| Some(binding.image.as_ref()?.words(size)));
        let size = number::size(text)
            .filter(|&size| words(size).is_some_and(|words| words <= MOST_WORDS))
            .ok_or_else(|| -> Sentence {
                Arc::new(move |strings| (strings.playground().bad_size)(MOST_WORDS))
            })?;
        playground.set(|draft| {
            let given = draft.given(slot);
            (given.size, given.words) = (Some(size), None);
        });
        Ok(())
    };
    view! { <Checked page=page id=id label=label value=value take=take /> }.into_any()
}

#[component]
fn MachineRows(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let machine = Memo::new(move |_| playground.draft.with(Draft::machine));
    let set =
        move |machine: Machine| playground.set(|draft| draft.machine = machine.id.into_owned());
    let width = move |width: u32| {
        if let Some(machine) = machine.with_untracked(|machine| with_width(machine, width)) {
            set(machine);
        }
    };
    let seed = Signal::derive(move || playground.draft.with(|draft| draft.seed.to_string()));
    let seed_label = Signal::derive(move || page.strings().playground().order.to_owned());
    let take_seed = move |text: &str| {
        let seed = whole(text)?;
        playground.set(|draft| draft.seed = seed);
        Ok(())
    };
    view! {
        <div class="setup-row ruled">
            <label for="own-machine">{move || page.strings().machine}</label>
            <select id="own-machine" on:change=move |event| {
                if let Some(machine) = Machine::by_id(&event_target_value(&event)) {
                    set(machine);
                }
            }>
                {Machine::PRESETS.map(|preset| {
                    let id = preset.id.clone();
                    view! { <option value=preset.id.to_string() selected=move || machine.with(|machine| machine.id == id)>{preset.name.to_string()}</option> }
                }).collect_view()}
                {move || machine.with(Machine::is_custom).then(|| view! { <option value="custom" selected=true>{page.strings().own_machine}</option> })}
            </select>
        </div>
        <div class="setup-row">
            <span>{move || (page.strings().machine_words().warp_width).name}</span>
            <div class="segments small" role="group" aria-label=move || (page.strings().machine_words().warp_width).name>
                {WIDTHS.map(|each| view! {
                    <button type="button" data-width=each.to_string() aria-pressed=move || machine.with(|machine| machine.warp_width == each).to_string() on:click=move |_| width(each)>{each}</button>
                }).collect_view()}
            </div>
        </div>
        <label class="check" title=move || page.strings().machine_words().branches.hint>
            <input id="own-predication" type="checkbox"
                prop:checked=move || playground.draft.with(|draft| draft.predication)
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    playground.set(|draft| draft.predication = on);
                } />
            <span>{move || page.strings().machine_words().branches.name}</span>
        </label>
        <div class="setup-row">
            <span title=move || page.strings().playground().order_hint>{move || page.strings().playground().order}</span>
            <Checked page=page id="own-seed" label=seed_label value=seed take=take_seed />
        </div>
    }
}
