//! A CUDA text that is read, before a kernel of it is translated.

use super::overloads;
use crate::error::{Cause, Error, Lines, error};
use crate::library;
use crate::parse;
use crate::preprocess::{Preprocessed, preprocess};
use crate::syntax::{File, Function};
use crate::typing::{self, Launches};
use std::collections::BTreeMap;
use std::rc::Rc;
use wgsl::Language;

/// The longest text in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The types of one part, such as `int1`, without `make_`.
const SINGLE_VECTORS: [&str; 7] = ["int1", "uint1", "float1", "char1", "uchar1", "short1", "ushort1"];

/// A CUDA text that is read once, so that each of its kernels can be translated.
#[derive(Debug)]
pub struct Text<'t> {
    pub(super) source: &'t str,
    pub(super) places: Lines,
    pub(super) read: Preprocessed,
    pub(super) file: File,
    pub(super) launches: Launches,
    /// Errors outside of the kernels.
    pub(super) faults: Vec<Error>,
    /// The kernels with a body; at least one.
    pub(super) kernels: Vec<Rc<Function>>,
    /// True if the text has vectors of one part.
    pub(super) single_vectors: bool,
}

/// Names the missing header in which an undeclared template may stand.
fn blame_headers(file: &mut File, missing: &[String]) {
    let header = missing.iter().find(|header| !typing::is_standard(header));
    let Some(header) = header else { return };
    let is_blamed = |error: &Error| error.cause == Cause::Undeclared && error.help.is_none();
    for function in &mut file.functions {
        if function.errors.iter().any(is_blamed) {
            let errors = Rc::make_mut(function).errors.iter_mut();
            for error in errors.filter(|error| is_blamed(error)) {
                error.help = Some(typing::may_stand_in(header));
            }
        }
    }
}

/// Drops the functions of CUDA's headers that the text itself defines.
fn drop_redefined(file: &mut File, places: &Lines) {
    let headers = places.included.iter();
    let mut headers = headers.filter(|included| included.name == library::HEADER);
    let Some(start) = headers.next().map(|included| included.at.start) else {
        return;
    };
    let is_own = |function: &&Rc<Function>| function.span.start < start;
    let kept: Vec<Rc<Function>> = file.functions.iter().filter(is_own).cloned().collect();
    file.functions.retain(|function| {
        let is_same = |kept: &Rc<Function>| kept.name == function.name && kept.takes_types_of(function);
        is_own(&function) || !kept.iter().any(is_same)
    });
}

impl<'t> Text<'t> {
    /// Reads a text, with the texts of the files that it may include.
    ///
    /// # Errors
    /// Returns the errors of directives, or those of a text without a kernel.
    pub fn read(source: &'t str, files: &BTreeMap<String, String>) -> Result<Self, Vec<Error>> {
        if source.len() > MOST_BYTES {
            let places = Lines::new(source.to_owned(), Vec::new());
            let mut long = error(Default::default(), format!("the text has more than {MOST_BYTES} bytes"));
            places.place(&mut long);
            return Err(vec![*long]);
        }
        let mut read = preprocess(source, files);
        let places = Lines::new(std::mem::take(&mut read.text), std::mem::take(&mut read.included));
        if !read.errors.is_empty() {
            let errors = read.errors.clone();
            return Err(placed(&places, other_language(source).unwrap_or(errors)));
        }
        let mut file = parse::parse(&read.tokens);
        drop_redefined(&mut file, &places);
        blame_headers(&mut file, &read.missing);
        let (mut launches, mut faults) = typing::launches(&file);
        let mut missing = read.missing.iter();
        if missing.any(|header| !typing::is_standard(header)) {
            faults.clear();
        }
        faults.extend(typing::check(&file));
        overloads::name_apart(&mut file);
        let kernels: Vec<Rc<Function>> = file
            .functions
            .iter()
            .filter(|function| function.kernel && function.body.is_some() && function.special.is_none())
            .cloned()
            .collect();
        for launch in &mut launches {
            overloads::choose(launch, &kernels);
        }
        if kernels.is_empty() {
            let errors = other_language(source).unwrap_or_else(|| without_kernel(&file));
            return Err(placed(&places, errors));
        }
        let single_vectors = read.tokens.iter().any(|token| {
            let name = token.text.trim_start_matches("make_");
            SINGLE_VECTORS.contains(&name)
        });
        Ok(Text {
            source,
            places,
            read,
            file,
            launches,
            faults,
            kernels,
            single_vectors,
        })
    }

    /// Returns an error about a dialect, for a text that is refused.
    pub(super) fn dialect(&self) -> Option<Error> {
        let (language, place) = wgsl::recognise(self.source)?;
        let is_unread = language == Language::Hip && !self.read.speaks_hip;
        is_unread.then(|| *error(place, language.sentence()))
    }

    /// Gives errors their lines and columns, in the text's order.
    pub(super) fn placed(&self, errors: Vec<Error>) -> Vec<Error> {
        placed(&self.places, errors)
    }
}

/// Returns the error of a text in another language. C's words occur in every text of CUDA's.
fn other_language(source: &str) -> Option<Vec<Error>> {
    let (language, place) = wgsl::recognise(source)?;
    let is_own = matches!(language, Language::Cuda | Language::Hip | Language::C);
    (!is_own).then(|| vec![*error(place, language.sentence())])
}

fn placed(places: &Lines, mut errors: Vec<Error>) -> Vec<Error> {
    errors.sort_by_key(|error| error.span.start);
    for error in &mut errors {
        places.place(error);
    }
    // Several kernels may need what is wrong.
    errors.dedup_by(|one, other| (one.span, &one.message) == (other.span, &other.message));
    errors
}

/// Returns the errors of a text that has no kernel.
fn without_kernel(file: &File) -> Vec<Error> {
    let of_functions = file.functions.iter();
    let of_functions = of_functions.flat_map(|function| function.errors.iter());
    let mut errors: Vec<Error> = file.errors.iter().chain(of_functions).cloned().collect();
    if errors.is_empty() {
        errors.push(*error(
            Default::default(),
            "the text has no kernel: no function with `__global__` and a body",
        ));
    }
    errors
}
