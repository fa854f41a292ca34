//! A run of a CUDA file: its translation, with the lines of the CUDA text.

use crate::arguments::JobArguments;
use crate::buffers::{self, BufferArgument, Filling, MOST_BYTES, Textures};
use crate::files;
use crate::headers;
use crate::job::{Job, Text, Translated};
use crate::number;
use crate::problem::Problem;
use crate::unsaid::{self, Missing, Unsaid};
use crate::unset::UnsetBuffer;
use cuda::{Double, LaunchFault, LaunchInfo, LongLong, NumberType, Others, Scalar, ScalarKind, Translation, Written};
use launch::dispatch::{self, Sizes, argument};
use launch::translate::kernel_error;
use simt::{Contents, Dispatch, Pattern, Program, items};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Returns true if a kernel's name is that of a CUDA file.
pub fn is_cuda(kernel: &str) -> bool {
    kernel.ends_with(".cu")
}

/// Returns the translation that the arguments ask for.
///
/// # Errors
/// Returns that an included file cannot be read.
pub fn request(arguments: &JobArguments) -> Result<cuda::Request, Problem> {
    let mut included = BTreeMap::new();
    for path in &arguments.run.include {
        included.insert(path.clone(), files::text(path)?);
    }
    let source = files::text(&arguments.kernel)?;
    let asked = request_of(arguments, included.clone());
    let mut all = included;
    headers::add_neighbours(&arguments.kernel, &source, &mut all);
    if all.len() == asked.files.len() {
        return Ok(asked);
    }
    // A header that cannot be read must not refuse a text that does without it.
    let with_all = request_of(arguments, all);
    let is_worse = || cuda::translate(&source, &with_all).is_err() && cuda::translate(&source, &asked).is_ok();
    if is_worse() { Ok(asked) } else { Ok(with_all) }
}

fn request_of(arguments: &JobArguments, files: BTreeMap<String, String>) -> cuda::Request {
    cuda::Request {
        files,
        double: if arguments.run.double_as_float {
            Double::AsFloat
        } else {
            Double::Refused
        },
        long_long: if arguments.run.long_long_as_int {
            LongLong::AsInt
        } else {
            LongLong::Refused
        },
        kernel: arguments.run.kernel_name.clone(),
        template: arguments.run.template.clone(),
        alias: arguments.run.alias.iter().cloned().collect(),
        buffers: arguments
            .run
            .buffer
            .iter()
            .filter_map(|buffer| buffer.name.clone())
            .collect(),
    }
}

/// Returns the run that the arguments describe.
pub fn job(arguments: &JobArguments) -> Result<Job, Problem> {
    let text = Text::of_file(&arguments.kernel)?;
    let request = request(arguments)?;
    let refusal = |errors: Vec<cuda::Error>| refused(&text, &errors);
    let read = cuda::Text::read(&text.source, &request.files).map_err(refusal)?;
    let made = read.translate(&request, Others::Judged).map_err(refusal)?;
    let program =
        simt::compile_marked(&made.wgsl, None, &made.marks()).map_err(|error| text.refused_for(vec![error]))?;
    let launch = made.launch.map(|launch| &made.launches[launch]);
    let symbols = dispatch::symbols(&read, &made.kernel);
    let dispatch = dispatch_of(arguments, &made, (launch, &symbols), &program)?;
    let unset = unset_buffers(arguments, &made, launch);
    Ok(Job {
        text,
        program,
        dispatch,
        translated: Some(Translated {
            wgsl: made.wgsl,
            formats: made.reports,
            notes: made.notes,
            launches: made
                .launches
                .iter()
                .filter(|launch| launch.reached == cuda::Reached::Maybe)
                .count(),
            request,
            unset,
        }),
    })
}

fn refused(text: &Text, errors: &[cuda::Error]) -> Problem {
    let mut problem = text.refused_for(errors.iter().map(kernel_error).collect());
    let mut causes = errors.iter().map(|error| error.cause);
    if let Problem::Kernel { hints, .. } = &mut problem
        && causes.any(|cause| cause == cuda::Cause::TemplateArgument)
    {
        hints.push("--template A,B gives a kernel its template arguments".to_owned());
    }
    problem
}

fn dispatch_of(
    arguments: &JobArguments,
    made: &Translation,
    (launch, symbols): (Option<&LaunchInfo>, &BTreeMap<String, Vec<u8>>),
    program: &Program,
) -> Result<Dispatch, Problem> {
    let grid = arguments.run.workgroups.or(launch.and_then(|launch| launch.grid));
    let block = match &arguments.block {
        Some(text) => Some(extent(text)?),
        None => launch.and_then(|launch| launch.block),
    };
    check_launch(launch, grid, block)?;
    let elements = elements_asked(arguments)?;
    let mut unsaid = Vec::new();
    unsaid.extend(grid.is_none().then_some(Unsaid::Grid));
    check_arguments(arguments, made)?;
    let shared_bytes = arguments.run.shared.or(launch.and_then(|launch| launch.shared_bytes));
    // A launch that says nothing about shared memory has none.
    let has_none = made.shared_bytes && shared_bytes.is_none() && arguments.says_nothing();
    unsaid.extend(has_none.then_some(Unsaid::Shared));
    unsaid.extend(block.is_none().then(|| Unsaid::Block(usual_block(made))));
    let (mut given, ends) = given_buffers(arguments, made)?;
    let ungiven = UngivenBuffers {
        made,
        launch,
        symbols,
        elements,
    };
    if elements.is_none() {
        ungiven.check_bytes(&given)?;
    }
    ungiven.add_to(&mut given);
    let scalar = |scalar: &Scalar| match scalar_value(arguments, made, launch, elements, scalar) {
        Some(value) => Ok::<_, Infallible>(vec![value]),
        None => {
            unsaid.push(Unsaid::argument(scalar, elements));
            Ok(Vec::new())
        }
    };
    let Ok(scalars) = dispatch::scalars(made, scalar);
    given.extend(scalars.map(BufferArgument::from));
    if elements.is_none() {
        let without = used_without_buffer(made, program, &given);
        unsaid.extend(without.map(|binding| Unsaid::elements(&*binding.name)));
    }
    let (Some(grid), Some(block), true) = (grid, block, unsaid.is_empty()) else {
        return Err(Problem::Unsaid {
            missing: Missing::new(arguments.naming(), &made.kernel, launch, unsaid),
        });
    };
    let sizes = Sizes {
        grid,
        block,
        shared_bytes: shared_bytes.unwrap_or(0),
    };
    let textures = Textures {
        given: &[],
        lanes: [1, 1],
    };
    let mut buffers = buffers::buffers(program, &given, &textures, elements)?;
    buffers::set(program, &arguments.run.set, &mut buffers)?;
    for buffer in &mut buffers {
        let end = ends.iter().find(|(binding, _)| *binding == buffer.binding);
        if let (Some((_, end)), Contents::Bytes(bytes)) = (end, &mut buffer.contents) {
            bytes.truncate(*end);
        }
    }
    Ok(Dispatch {
        buffers,
        ..sizes.dispatch(made)
    })
}

/// Refuses a launch that CUDA refuses.
fn check_launch(launch: Option<&LaunchInfo>, grid: Option<[u32; 3]>, block: Option<[u32; 3]>) -> Result<(), Problem> {
    let fault = LaunchFault::of(grid.unwrap_or([1; 3]), block.unwrap_or([1; 3]));
    fault.map_or(Ok(()), |fault| {
        let line = launch.map_or(String::new(), |launch| format!(" in line {}", launch.line));
        Err(Problem::request(format!(
            "CUDA refuses the launch{line}, and no thread runs: {fault}"
        )))
    })
}

/// Returns the number of elements that `--n` asks for.
fn elements_asked(arguments: &JobArguments) -> Result<Option<u64>, Problem> {
    let read = |n: &str| {
        number::whole(n).ok_or_else(|| Problem::request(format!("--n is `{n}`; for a file it must be a whole number")))
    };
    arguments.n.as_deref().map(read).transpose()
}

/// Returns a usual size of a block. A kernel that reads its place in y has blocks of two dimensions.
fn usual_block(made: &Translation) -> [u32; 2] {
    let reads = |axis: &str| made.wgsl.contains(&format!("threadIdx.{axis}"));
    match (reads("x"), reads("y")) {
        (true, true) => [unsaid::USUAL.isqrt(); 2],
        (false, true) => [1, unsaid::USUAL],
        (_, false) => [unsaid::USUAL, 1],
    }
}

/// Returns the first binding that has no buffer. A parameter that the kernel does not use needs none.
fn used_without_buffer<'m>(
    made: &'m Translation,
    program: &Program,
    given: &[BufferArgument],
) -> Option<&'m cuda::Binding> {
    made.bindings.iter().find(|binding| {
        let mut used = program.bindings.iter();
        used.any(|used| used.slot == Some((0, binding.binding))) && !is_given(binding, given)
    })
}

fn is_given(binding: &cuda::Binding, given: &[BufferArgument]) -> bool {
    given.iter().any(|argument| argument.binding == binding.binding)
}

/// Checks that the kernel has the arguments that are given, and that their values fit.
fn check_arguments(arguments: &JobArguments, made: &Translation) -> Result<(), Problem> {
    let mut kernels = made.kernels.iter();
    let parameters = kernels
        .find(|kernel| kernel.name == made.kernel)
        .map_or(&[][..], |kernel| &kernel.parameters);
    for (name, value) in &arguments.run.arguments {
        let scalar = made.scalars.iter().find(|scalar| scalar.name == *name);
        if let Some([least, most]) = scalar.and_then(|scalar| integers_of(scalar.number))
            && (value.fract() != 0.0 || !(least..=most).contains(value))
        {
            return Err(Problem::request(format!(
                "`--arg {name}={value}` does not fit: the parameter holds whole numbers from {least} to {most}"
            )));
        }
        let whole = name.split('.').next().unwrap_or_default();
        // The members of a structure in constant memory are among the scalars.
        let is_known = parameters.iter().any(|parameter| parameter.name == whole)
            || made.scalars.iter().any(|scalar| scalar.name == *name);
        if !is_known {
            let names = parameters.iter().map(|each| &*each.name);
            let others = made.scalars.iter().map(|scalar| &*scalar.name);
            let others = others.filter(|other| other.contains('.'));
            let mut names: Vec<&str> = names.chain(others).collect();
            names.dedup();
            let names = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            return Err(Problem::request(format!(
                "`{}` has no argument `{name}`; it has {names}",
                made.kernel,
            )));
        }
    }
    Ok(())
}

/// The binding of an array that ends inside of a word, and its bytes.
type End = (u32, usize);

/// Returns the buffers that the arguments give, and the bytes of arrays that end inside of a word, by their bindings.
fn given_buffers(arguments: &JobArguments, made: &Translation) -> Result<(Vec<BufferArgument>, Vec<End>), Problem> {
    let mut given: Vec<BufferArgument> = Vec::new();
    let mut ends: Vec<End> = Vec::new();
    for argument in &arguments.run.buffer {
        let mut argument = argument.clone();
        if let Some(name) = argument.name.take() {
            let binding = made.bindings.iter().find(|binding| binding.name == name);
            let binding =
                binding.ok_or_else(|| Problem::request(format!("`{}` has no buffer `{name}`", made.kernel)))?;
            argument.binding = binding.binding;
            if binding.length.is_none() && is_narrow(binding) {
                let numbers = elements_of(&mut argument.filling, binding);
                ends.extend(numbers.map(|numbers| (binding.binding, numbers)));
            }
        }
        given.push(argument);
    }
    Ok((given, ends))
}

/// Fills the buffers that no argument gives.
struct UngivenBuffers<'a> {
    made: &'a Translation,
    launch: Option<&'a LaunchInfo>,
    symbols: &'a BTreeMap<String, Vec<u8>>,
    elements: Option<u64>,
}

impl UngivenBuffers<'_> {
    /// Checks that the machine can hold what the launch passes, before it is made.
    fn check_bytes(&self, given: &[BufferArgument]) -> Result<(), Problem> {
        let ungiven = self.made.bindings.iter();
        let passed = ungiven
            .filter(|binding| !is_given(binding, given))
            .filter_map(|binding| argument(self.made, self.launch, &binding.name)?.bytes);
        buffers::check_bytes(passed.fold(0, u64::saturating_add))
    }

    /// Adds the buffers that are not given: what the host has written or allocated, and the arrays of the text.
    fn add_to(&self, given: &mut Vec<BufferArgument>) {
        for binding in &self.made.bindings {
            if is_given(binding, given) {
                continue;
            }
            match binding.length {
                None => given.extend(self.allocated(binding)),
                Some(_) => {
                    let written = self.symbols.get(&binding.name).cloned();
                    let first = written.or_else(|| binding.initial.clone());
                    let array = dispatch::array(binding, first.unwrap_or_default());
                    given.push(BufferArgument::from(array));
                }
            }
        }
    }

    /// Returns the array behind a pointer; `None` if all arrays have the same number of elements, or if nothing says how
    /// many there are.
    fn allocated(&self, binding: &cuda::Binding) -> Option<BufferArgument> {
        let (made, launch, elements) = (self.made, self.launch, self.elements);
        let allocated = || argument(made, launch, &binding.name)?.bytes;
        if let Some(mut bytes) = written(made, launch, &binding.name) {
            let whole = elements.map(|elements| elements * u64::from(binding.element_bytes));
            let whole = whole.or_else(allocated).map(|whole| whole.min(MOST_BYTES));
            bytes.resize(whole.map_or(bytes.len(), |whole| whole as usize), 0);
            return Some(with_bytes(binding.binding, bytes));
        }
        let random = |words| BufferArgument {
            filling: Filling::Known(Contents::Pattern {
                pattern: Pattern::RandomBytes,
                words,
            }),
            ..with_bytes(binding.binding, Vec::new())
        };
        match (elements, is_narrow(binding)) {
            // Bytes and short integers have a value for each, and the buffer ends with the last one.
            (_, true) => {
                let held = || Some(allocated()? / u64::from(binding.element_bytes.max(1)));
                let elements = elements.or_else(held)?;
                Some(with_bytes(binding.binding, narrow(binding, elements)))
            }
            // The text says how much memory it allocates.
            (None, false) => Some(random(allocated()?.div_ceil(4))),
            // The text has three words for an element, and a length in words.
            (Some(elements), false) if binding.element_bytes == 12 => {
                Some(random(elements.saturating_mul(3).min(MOST_BYTES / 4 + 1)))
            }
            // All arrays have the same number of elements.
            (Some(_), false) => None,
        }
    }
}

/// Returns true for elements of bytes or short integers, of which a word holds several.
fn is_narrow(binding: &cuda::Binding) -> bool {
    binding.element_bytes < 4 && binding.number != Some(NumberType::Half)
}

/// Makes a filling of words one of as many elements. Returns the bytes of a list of numbers, which is written later.
fn elements_of(filling: &mut Filling, binding: &cuda::Binding) -> Option<usize> {
    let each = binding.element_bytes as usize;
    let bytes = match filling {
        Filling::Numbers(text) => {
            let numbers = items(text).count();
            return Some(numbers.next_multiple_of(each / number_bytes(binding)) * number_bytes(binding));
        }
        Filling::Known(Contents::Zeros { words }) => vec![0; *words as usize * each],
        Filling::Known(Contents::Pattern { pattern, words }) => {
            let size = number_bytes(binding);
            let numbers = 0..*words * (each / size) as u64;
            let bytes = numbers.map(|number| pattern.word(number).to_le_bytes());
            bytes.flat_map(|bytes| bytes.into_iter().take(size)).collect()
        }
        Filling::Known(_) | Filling::File(_) => return None,
    };
    *filling = Filling::Known(Contents::Bytes(bytes));
    None
}

/// Returns the bytes of one number of a byte or short integer type.
fn number_bytes(binding: &cuda::Binding) -> usize {
    match binding.number {
        Some(NumberType::Short | NumberType::Ushort) => 2,
        _ => 1,
    }
}

/// Returns as many elements with scattered values, of bytes or short integers.
fn narrow(binding: &cuda::Binding, elements: u64) -> Vec<u8> {
    let is_bool = binding.number == Some(NumberType::Bool);
    let bytes = u64::from(binding.element_bytes);
    let elements = elements.min(MOST_BYTES / bytes + 1);
    let number = |element: u64| Pattern::RandomBytes.word(element) & if is_bool { 1 } else { 0xff };
    if matches!(binding.number, Some(NumberType::Short | NumberType::Ushort)) {
        (0..elements * bytes / 2)
            .flat_map(|element| (number(element) as u16).to_le_bytes())
            .collect()
    } else {
        (0..elements * bytes).map(|element| number(element) as u8).collect()
    }
}

fn with_bytes(binding: u32, bytes: Vec<u8>) -> BufferArgument {
    BufferArgument {
        name: None,
        group: 0,
        binding,
        filling: Filling::Known(Contents::Bytes(bytes)),
    }
}

/// Returns the buffers that the host allocates, that it does not set to their end, and that no option gives.
fn unset_buffers(arguments: &JobArguments, made: &Translation, launch: Option<&LaunchInfo>) -> Vec<UnsetBuffer> {
    let is_given = |binding: &cuda::Binding| {
        let mut options = arguments.run.buffer.iter();
        let of_name = |option: &BufferArgument| match &option.name {
            Some(name) => *name == binding.name,
            None => (option.group, option.binding) == (0, binding.binding),
        };
        arguments.n.is_some() || options.any(of_name)
    };
    let unset = |binding: &cuda::Binding| {
        let argument = argument(made, launch, &binding.name)?;
        let set_bytes = match &argument.contents {
            None => 0,
            Some(Written::Bytes(bytes)) => bytes.len(),
            Some(Written::Unfollowed) => return None,
        };
        let is_unset = argument.bytes.is_some_and(|bytes| bytes > set_bytes as u64);
        (is_unset && !is_given(binding)).then(|| UnsetBuffer {
            name: binding.name.clone(),
            binding: binding.binding,
            set_bytes,
            element_bytes: binding.element_bytes.max(1) as usize,
        })
    };
    // An earlier launch may have set it.
    let is_alone = made.launches.len() == 1;
    let bindings = made.bindings.iter().filter(|_| is_alone);
    bindings.filter_map(unset).collect()
}

/// Returns what the host writes to an array before the launch.
fn written(made: &Translation, launch: Option<&LaunchInfo>, name: &str) -> Option<Vec<u8>> {
    match argument(made, launch, name)?.contents.as_ref()? {
        Written::Bytes(bytes) => Some(bytes.clone()),
        Written::Unfollowed => None,
    }
}

/// Returns the least and the largest number of an integer's type; `None` for other types. A negative number stands for a
/// large unsigned one, as C writes `-1` for all bits.
fn integers_of(number: Option<NumberType>) -> Option<[f64; 2]> {
    let [least, most] = match number? {
        NumberType::Char => [i64::from(i8::MIN), i64::from(i8::MAX)],
        NumberType::Uchar => [0, i64::from(u8::MAX)],
        NumberType::Short => [i64::from(i16::MIN), i64::from(i16::MAX)],
        NumberType::Ushort => [0, i64::from(u16::MAX)],
        NumberType::Int => [i64::from(i32::MIN), i64::from(i32::MAX)],
        NumberType::Uint => [i64::from(i32::MIN), i64::from(u32::MAX)],
        NumberType::Bool => [0, 1],
        NumberType::Float | NumberType::Half => return None,
    };
    Some([least as f64, most as f64])
}

/// Returns the value of a scalar: that of an option, of the launch, or the number of elements for `n`.
fn scalar_value(
    arguments: &JobArguments,
    made: &Translation,
    launch: Option<&LaunchInfo>,
    elements: Option<u64>,
    scalar: &Scalar,
) -> Option<f64> {
    let mut given = arguments.run.arguments.iter();
    let given = given.find(|(name, _)| *name == scalar.name);
    let from_launch = || argument(made, launch, &scalar.name)?.number;
    let length = || elements.filter(|_| scalar.name == "n").map(|n| n as f64);
    let first = || (scalar.kind == ScalarKind::First).then_some(0.0);
    given
        .map(|(_, value)| *value)
        .or_else(from_launch)
        .or_else(length)
        .or_else(first)
}

/// Reads the size of a block: `256`, `16,16` or `16x16`.
fn extent(text: &str) -> Result<[u32; 3], Problem> {
    let mut extent = [1; 3];
    let mut axes = extent.iter_mut();
    for part in text.split([',', 'x']) {
        let number: Option<u32> = number::whole(part);
        match (axes.next(), number) {
            (Some(axis), Some(number)) => *axis = number,
            _ => {
                return Err(Problem::request(format!(
                    "--block is `{text}`; give one to three whole numbers, such as 16,16,1"
                )));
            }
        }
    }
    Ok(extent)
}
