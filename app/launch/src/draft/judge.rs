//! Compares the buffers of a draft's run with what its settings expect.

use super::Draft;
use super::chain::{Launch, declared_overrides};
use super::expected::{Comparison, Expectation, Expected, ExpectedError, Input, Judged, Source, compare, own_words};
use super::filling::MOST_WORDS;
use super::limits::Limits;
use super::ready::{Ready, buffer_of, extent};
use simt::{Binding, Buffer, Dispatch, EntryPoint};

/// A buffer with an expectation: its index among the draft's variables, and what is expected.
pub fn expectations<'d>(draft: &'d Draft, ready: &Ready) -> Vec<(usize, &'d Expectation)> {
    let bindings = ready.bindings().iter().enumerate();
    bindings
        .filter_map(|(place, binding)| {
            let given = draft.setting(binding.slot?)?;
            Some((place, given.expected.as_ref()?))
        })
        .collect()
}

/// Returns the dispatch of a reference: another entry point of the text, with the same initial contents.
///
/// # Errors
/// Returns that there is no such entry point, or that a buffer of its own cannot be filled.
pub fn reference(
    draft: &Draft,
    ready: &Ready,
    entries: &[EntryPoint],
    name: &str,
    workgroups: [u32; 3],
) -> Result<(EntryPoint, Dispatch), ExpectedError> {
    let none = || ExpectedError::NoReference { name: name.to_owned() };
    let entry = entries.iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(none)?.clone();
    let launch = Launch { entry, workgroups };
    let bindings = ready.bindings();
    let limits = Limits::AT_EVERY_EDIT;
    let extent = extent(draft, &launch, limits);
    let buffer = |binding: &Binding| -> Result<Buffer, ExpectedError> {
        let place = bindings.iter().position(|each| each.slot == binding.slot);
        match place.and_then(|place| ready.initial().get(place)) {
            Some(buffer) => Ok(buffer.clone()),
            None => buffer_of(draft, &launch, extent, binding, limits).map_err(|_| none()),
        }
    };
    let bound = launch.entry.buffers.iter();
    let bound = bound.filter(|binding| binding.slot.is_some());
    let dispatch = Dispatch {
        workgroups,
        overrides: declared_overrides(draft, &launch.entry),
        buffers: bound.map(buffer).collect::<Result<_, _>>()?,
    };
    Ok((launch.entry, dispatch))
}

/// Compares one buffer. `of_reference` has the buffer's words after its reference has run.
pub fn judge(
    ready: &Ready,
    (place, expectation): (usize, &Expectation),
    after: &[Vec<u32>],
    of_reference: Option<Result<Vec<u32>, ExpectedError>>,
    ulps: f64,
) -> Option<Judged> {
    let binding = ready.bindings().get(place)?;
    let after = after.get(place)?;
    let result = comparison(ready, binding, expectation, after, of_reference, ulps);
    Some(Judged {
        slot: binding.slot?,
        name: binding.name.clone(),
        result,
    })
}

fn comparison(
    ready: &Ready,
    binding: &Binding,
    expectation: &Expectation,
    after: &[u32],
    of_reference: Option<Result<Vec<u32>, ExpectedError>>,
    ulps: f64,
) -> Result<Comparison, ExpectedError> {
    let layout = &binding.layout;
    let tolerance = expectation.tolerance;
    let given = own_words(&expectation.contents, layout, MOST_WORDS * 4);
    if let Some(words) = given.or(of_reference) {
        return compare(layout, after, Source::Words(&words?), tolerance, ulps);
    }
    let Expected::Of { operation, input } = expectation.contents else {
        return Err(ExpectedError::NoInput);
    };
    let bindings = ready.bindings();
    let place = bindings.iter().position(|each| each.slot == Some(input));
    let place = place.ok_or(ExpectedError::NoInput)?;
    let initial = ready.initial().get(place).ok_or(ExpectedError::NoInput)?;
    let words = initial.contents.words();
    let input = Input {
        layout: &bindings[place].layout,
        words: &words,
    };
    compare(layout, after, Source::Of(operation, input), tolerance, ulps)
}
