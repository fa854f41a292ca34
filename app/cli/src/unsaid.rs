//! Lists the settings of a run that neither the arguments nor the text give, with values that would do.

use cuda::{LaunchInfo, NumberType};
use launch::draft::filling::{Extent, is_form, usual_value};
use simt::{Binding, Buffer, Place, Program, ScalarType, declared_overrides};

/// Bytes of dynamic shared memory that nothing says: 16 for each thread.
pub const USUAL_BYTES: u32 = 16 * USUAL;
/// Threads of a block, elements of an array, and values of overrides that nothing says.
pub const USUAL: u32 = 64;

/// Something that nothing says, with a value that would do.
#[derive(Clone, Debug, PartialEq)]
pub enum Unsaid {
    Grid,
    /// The workgroups of a WGSL file.
    Workgroups,
    /// The threads of a block in x and y.
    Block([u32; 2]),
    /// The bytes of dynamic shared memory.
    Shared,
    /// A scalar argument of a CUDA kernel.
    Argument(String, f64),
    Override(String),
    /// A member of a uniform buffer: the variable, the path of the member, and its value.
    Member(String, String, f64),
    /// The elements of arrays, of which one is named.
    Elements {
        buffer: String,
        count: u32,
    },
}

impl Unsaid {
    /// Returns the elements of arrays without a length.
    pub fn elements(buffer: impl Into<String>) -> Self {
        Unsaid::Elements {
            buffer: buffer.into(),
            count: USUAL,
        }
    }

    /// Returns a scalar argument with the value that its name suggests.
    pub fn argument(scalar: &cuda::Scalar, elements: Option<u64>) -> Self {
        let is_float = matches!(scalar.number, Some(NumberType::Float | NumberType::Half));
        let place = Place {
            path: format!(".{}", scalar.name),
            offset: scalar.offset,
            scalar: if is_float { ScalarType::F32 } else { ScalarType::U32 },
        };
        Unsaid::Argument(scalar.name.clone(), usual_value("", &place, extent(elements)))
    }

    /// Returns the option that says it, as a sentence names it.
    fn option(&self) -> String {
        match self {
            Unsaid::Grid => "--grid X,Y,Z".to_owned(),
            Unsaid::Workgroups => "--workgroups X,Y,Z".to_owned(),
            Unsaid::Block(_) => "--block X,Y,Z".to_owned(),
            Unsaid::Shared => "--shared BYTES".to_owned(),
            Unsaid::Argument(name, _) => format!("--arg {name}=VALUE"),
            Unsaid::Override(name) => format!("--override {name}=VALUE"),
            Unsaid::Member(variable, path, _) => format!("--set {variable}{path}=VALUE"),
            Unsaid::Elements { buffer, .. } => format!("--n ELEMENTS (or --buffer {buffer}=…)"),
        }
    }

    /// Returns the option with its value.
    fn example(&self) -> String {
        match self {
            Unsaid::Grid => "--grid 1".to_owned(),
            Unsaid::Workgroups => "--workgroups 1".to_owned(),
            Unsaid::Block(threads) => format!("--block {}", block_text(*threads)),
            Unsaid::Shared => format!("--shared {USUAL_BYTES}"),
            Unsaid::Argument(name, value) => format!("--arg {name}={value}"),
            Unsaid::Override(name) => format!("--override {name}={USUAL}"),
            Unsaid::Member(variable, path, value) => format!("--set {variable}{path}={value}"),
            Unsaid::Elements { count, .. } => format!("--n {count}"),
        }
    }
}

fn extent(elements: Option<u64>) -> Extent {
    Extent {
        elements: elements.unwrap_or(USUAL.into()),
        lanes: [USUAL.into(), 1],
    }
}

/// Returns what a WGSL file's dispatch with these buffers lacks besides its workgroups.
pub fn of_wgsl(program: &Program, given: &[(String, f64)], elements: Option<u64>, buffers: &[Buffer]) -> Vec<Unsaid> {
    let overrides = declared_overrides(program).into_iter();
    let overrides = overrides
        .filter(|declared| declared.default.is_none() && !given.iter().any(|(name, _)| *name == declared.name));
    let mut unsaid: Vec<Unsaid> = overrides.map(|declared| Unsaid::Override(declared.name)).collect();
    let has_buffer = |binding: &&Binding| {
        let mut slots = buffers.iter().map(|buffer| (buffer.group, buffer.binding));
        slots.any(|slot| Some(slot) == binding.slot)
    };
    let bound = program.bindings.iter();
    let bound = bound.filter(|binding| binding.slot.is_some() && !has_buffer(binding));
    let (forms, arrays): (Vec<&Binding>, Vec<&Binding>) = bound.partition(|each| is_form(each));
    for binding in forms {
        let places = binding.layout.places(launch::draft::filling::MOST_MEMBERS);
        unsaid.extend(places.iter().map(|place| {
            let value = usual_value(&binding.name, place, extent(elements));
            Unsaid::Member(binding.name.clone(), place.path.clone(), value)
        }));
    }
    unsaid.extend(arrays.first().map(|binding| {
        let (group, number) = binding.slot.unwrap_or_default();
        Unsaid::elements(format!("{group}.{number}"))
    }));
    unsaid
}

/// The settings that a run lacks.
#[derive(Clone, Debug)]
pub struct Missing {
    kernel: String,
    /// The launch of the text that cannot be followed, and what is lost there.
    launch: Option<String>,
    /// The options that name the kernel.
    naming: Vec<String>,
    pub unsaid: Vec<Unsaid>,
}

impl Missing {
    /// Returns what a run of a kernel lacks. `naming` are the options that name it, `launch` is the one of the text.
    pub fn new(naming: Vec<String>, kernel: &str, launch: Option<&LaunchInfo>, unsaid: Vec<Unsaid>) -> Self {
        let launch = launch.map(|launch| {
            let lost = launch.unknown.as_ref().map_or(String::new(), |unknown| {
                let cuda::Unknown { name, line } = unknown;
                format!(" (line {line} gives `{name}` what cannot be followed here)")
            });
            let line = launch.line;
            let mut arguments = launch.arguments.iter();
            let unallocated = arguments.find_map(|argument| match &argument.target {
                Some(cuda::Target::Array(name)) if argument.bytes.is_none() => Some(name),
                _ => None,
            });
            match unallocated {
                Some(name) if lost.is_empty() => format!(
                    "the launch of `{kernel}` in line {line} passes `{name}`, for which the text has no `cudaMalloc`"
                ),
                _ => format!("the launch of `{kernel}` in line {line} is not known in numbers{lost}"),
            }
        });
        Missing {
            kernel: kernel.to_owned(),
            launch,
            naming,
            unsaid,
        }
    }

    /// Returns all that is missing, and a command that would run.
    pub fn sentence(&self) -> String {
        let options: Vec<String> = self.unsaid.iter().map(Unsaid::option).collect();
        let (options, command) = (options.join(", "), self.command());
        match &self.launch {
            Some(launch) => format!("{launch}: give {options}; for example:\n  {command}"),
            None => {
                let kernel = &self.kernel;
                format!("`{kernel}` cannot run yet: give {options}; for example:\n  {command}")
            }
        }
    }

    /// Returns the command that runs now, with options for what is missing.
    fn command(&self) -> String {
        let given: Vec<String> = std::env::args().skip(1).collect();
        let has = |option: &str| given.iter().any(|word| word.starts_with(option));
        let naming = self.naming.chunks(2);
        let naming = naming.filter(|pair| !pair.first().is_some_and(|option| has(option)));
        let naming: Vec<&String> = naming.flatten().collect();
        let words = std::iter::once("warpstep".to_owned())
            .chain(given.iter().chain(naming).map(|word| quoted(word)))
            .chain(self.unsaid.iter().map(Unsaid::example));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Returns the sentence about a run with the usual values.
    pub fn assumed(&self) -> String {
        let kernel = &self.kernel;
        let nothing = || format!("nothing says how `{kernel}` is launched");
        let reason = self.launch.clone().unwrap_or_else(nothing);
        format!("{reason}; this was run:\n  {}", self.command())
    }

    /// Sets the elements of arrays; returns false if nothing asks for them.
    pub fn set_elements(&mut self, elements: u32) -> bool {
        let mut counts = self.unsaid.iter_mut().filter_map(|each| match each {
            Unsaid::Elements { count, .. } => Some(count),
            _ => None,
        });
        counts.next().map(|count| *count = elements).is_some()
    }

    /// Returns the threads of a block; `None` if nothing asks for them.
    pub fn block(&self) -> Option<[u32; 2]> {
        self.unsaid.iter().find_map(|each| match each {
            Unsaid::Block(block) => Some(*block),
            _ => None,
        })
    }

    /// Sets the threads of a block, if something asks for them.
    pub fn set_block(&mut self, threads: [u32; 2]) {
        for each in &mut self.unsaid {
            if let Unsaid::Block(block) = each {
                *block = threads;
            }
        }
    }
}

/// Returns the threads of a block as an option has them.
pub fn block_text([x, y]: [u32; 2]) -> String {
    match y {
        1 => x.to_string(),
        _ => format!("{x},{y}"),
    }
}

/// Returns a word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=,:^@+".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
