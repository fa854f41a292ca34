//! Translates and compiles a CUDA text: every kernel of it, and every instance of a template that a launch names.

pub mod advice;
mod joined;

use self::joined::{Joined, Kernel, call_text, join};
use crate::dispatch::argument;
use crate::draft::Given;
use crate::draft::filling::{Filling, MOST_MEMBERS};
use crate::draft::language::{CudaKernel, CudaText};
use crate::draft::limits::Limits;
use crate::draft::translated::{Launched, Note, Translated, TranslatedKernel};
use cuda::{
    Cause, KernelInfo, LaunchArgument, LaunchInfo, NumberType, Others, Request, ScalarKind, Text, Translation, Written,
};
use simt::{EntryPoint, KernelError, Program, Wide};
use std::borrow::Cow;

/// The most instances of one text.
const MOST_INSTANCES: usize = 32;

/// An entry point with its program. The program is `None` if the entry point is refused; see [`EntryPoint::refused`].
pub type Compiled = (EntryPoint, Option<Program>);

/// The kernels of a CUDA text with their programs, whose places are those of the CUDA text.
pub type CompiledCuda = (Vec<Compiled>, Translated);

/// Translates and compiles all kernels of a text.
///
/// # Errors
/// Returns the errors of the whole text. A kernel with an error of its own refuses no other: its entry point has the
/// error.
pub fn translate(text: &CudaText, limits: Limits) -> Result<CompiledCuda, Vec<KernelError>> {
    let read = Text::read(&text.source, &text.files).map_err(|errors| all(&errors))?;
    let first = read.translate(&request(text, None, &[]), Others::Left);
    let first = first.map_err(|errors| all(&errors))?;
    let mut made = Vec::new();
    let mut translations = Vec::new();
    for (info, template) in instances(&first) {
        let kernel = CudaKernel {
            name: info.name.clone(),
            template,
        };
        // The first kernel is translated already.
        if kernel.template.is_empty() && info.name == first.kernel {
            translations.push((made.len(), info, Cow::Borrowed(&first)));
            made.push(compile(kernel, info, &first, limits));
            continue;
        }
        let request = request(text, Some(&kernel.name), &kernel.template);
        made.push(match read.translate(&request, Others::Left) {
            Ok(translation) => {
                let compiled = compile(kernel, info, &translation, limits);
                translations.push((made.len(), info, Cow::Owned(translation)));
                compiled
            }
            Err(errors) => refused(kernel, info, &first, &errors),
        });
    }
    let kernels = translations.iter().map(|(index, info, translation)| {
        let ((entry, _), _): &(Compiled, TranslatedKernel) = &made[*index];
        Kernel {
            entry,
            info,
            made: translation,
        }
    });
    let Joined { program, left } = join(read.program(), &kernels.collect::<Vec<Kernel<'_>>>(), limits);
    // A kernel that cannot run is not the one that opens.
    made.sort_by_key(|((entry, _), _)| entry.refused.is_some());
    let (compiled, kernels) = made.into_iter().unzip();
    let translated = Translated { kernels, program, left };
    Ok((compiled, translated))
}

fn request(text: &CudaText, kernel: Option<&str>, template: &[String]) -> Request {
    Request {
        double: text.double,
        long_long: text.long_long,
        kernel: kernel.map(str::to_owned),
        template: template.to_vec(),
        ..Request::default()
    }
}

/// Returns the kernels with their template arguments: first the one that the text launches first.
fn instances(made: &Translation) -> Vec<(&KernelInfo, Vec<String>)> {
    let mut kernels: Vec<(&KernelInfo, Vec<String>)> = Vec::new();
    for info in &made.kernels {
        if info.instances.is_empty() {
            kernels.push((info, Vec::new()));
        }
        let instances = info.instances.iter().take(MOST_INSTANCES);
        kernels.extend(instances.map(|template| (info, template.clone())));
    }
    let launched = |(info, template): &(&KernelInfo, Vec<String>)| {
        let is_it =
            |launch: &LaunchInfo| launch.kernel == info.name && (template.is_empty() || launch.template == *template);
        let place = made.launches.iter().position(is_it);
        place.unwrap_or(usize::MAX)
    };
    kernels.sort_by_key(launched);
    kernels.truncate(MOST_INSTANCES);
    kernels
}

fn compile(kernel: CudaKernel, info: &KernelInfo, made: &Translation, limits: Limits) -> (Compiled, TranslatedKernel) {
    let name = kernel.entry_point();
    let compiled = simt::compile_all_marked(&made.wgsl, &made.marks());
    let of_text = compiled.map(|compiled| compiled.into_iter().next());
    let (entry, program) = match of_text {
        Ok(Some((mut entry, program))) => {
            entry.name.clone_from(&name);
            let program = program.map(|mut program| {
                program.entry_point.clone_from(&name);
                program
            });
            (entry, program)
        }
        Ok(None) => (none(&name), None),
        Err(error) => (with_error(&name, error), None),
    };
    let launch = made.launch.map(|launch| &made.launches[launch]);
    let kernel = TranslatedKernel {
        name,
        kernel,
        wgsl: made.wgsl.clone(),
        lines: made.lines.clone(),
        entry_point: made.entry_point.clone(),
        launch: launch.map(|launch| launched(launch, info)),
        given: given(made, launch, &entry, limits),
        notes: made
            .notes
            .iter()
            .map(|note| Note {
                line: note.line,
                text: note.to_string(),
            })
            .collect(),
        reports: made.reports.clone(),
    };
    ((entry, program), kernel)
}

fn refused(
    kernel: CudaKernel,
    info: &KernelInfo,
    first: &Translation,
    errors: &[cuda::Error],
) -> (Compiled, TranslatedKernel) {
    let name = kernel.entry_point();
    let mut launches = first.launches.iter();
    let is_of_kernel = |launch: &&LaunchInfo| launch.kernel == kernel.name && launch.template == kernel.template;
    let launch = launches.find(is_of_kernel).map(|launch| launched(launch, info));
    let entry = match errors.first() {
        Some(error) => with_error(&name, kernel_error(error)),
        None => none(&name),
    };
    let kernel = TranslatedKernel {
        name,
        kernel,
        wgsl: String::new(),
        lines: Vec::new(),
        entry_point: String::new(),
        launch,
        given: Vec::new(),
        notes: Vec::new(),
        reports: Vec::new(),
    };
    ((entry, None), kernel)
}

fn none(name: &str) -> EntryPoint {
    with_error(name, KernelError::NoEntryPoint { name: None })
}

fn with_error(name: &str, error: KernelError) -> EntryPoint {
    EntryPoint {
        name: name.to_owned(),
        workgroup_size: None,
        buffers: Vec::new(),
        overrides: Vec::new(),
        waits_for_grid: false,
        refused: Some(error),
    }
}

fn all(errors: &[cuda::Error]) -> Vec<KernelError> {
    errors.iter().map(kernel_error).collect()
}

/// Returns an error of a translation as the reason why a kernel cannot start.
pub fn kernel_error(error: &cuda::Error) -> KernelError {
    KernelError::Cuda {
        message: error.to_string(),
        line: error.line.max(1),
        column: error.column.max(1),
        wide: match error.cause {
            Cause::Double => Some(Wide::Double),
            Cause::LongLong => Some(Wide::LongLong),
            _ => None,
        },
    }
}

fn launched(launch: &LaunchInfo, info: &KernelInfo) -> Launched {
    let arguments = info.parameters.iter().zip(&launch.arguments);
    let unknown = arguments
        .filter(|(parameter, argument)| parameter.kind == cuda::ParameterKind::Scalar && argument.number.is_none());
    Launched {
        line: launch.line,
        text: call_text(launch),
        reached: launch.reached,
        grid: launch.grid,
        block: launch.block,
        unknown: unknown
            .map(|(parameter, argument)| (parameter.name.clone(), argument.text.clone()))
            .collect(),
        lost: launch.unknown.clone(),
    }
}

/// Returns the settings of buffers that the text determines: lengths, initial contents and scalars.
pub fn given(made: &Translation, launch: Option<&LaunchInfo>, entry: &EntryPoint, limits: Limits) -> Vec<Given> {
    let argument = |name: &str| argument(made, launch, name);
    let setting = |binding: u32| Given::new((0, binding));
    let elements = elements(made, launch, limits);
    let mut given = Vec::new();
    for binding in &made.bindings {
        let mut buffer = setting(binding.binding);
        if let Some(bytes) = &binding.initial {
            buffer.filling = Some(Filling::File {
                name: binding.name.clone(),
                bytes: bytes.clone(),
            });
        } else if let Some(bytes) = argument(&binding.name).and_then(written) {
            buffer.filling = Some(Filling::File {
                name: binding.name.clone(),
                bytes: bytes.into(),
            });
        } else if is_of_bytes(binding) && !binding.written {
            buffer.filling = Some(Filling::Bytes);
        }
        if binding.length.is_none() {
            let allocated = argument(&binding.name).and_then(|argument| argument.bytes);
            let bytes =
                allocated.or_else(|| elements.map(|elements| elements * u64::from(binding.element_bytes.max(4))));
            buffer.words = bytes.map(|bytes| bytes.div_ceil(4).max(1));
        }
        if buffer != setting(binding.binding) {
            given.push(buffer);
        }
    }
    if let Some((binding, _)) = made.uniform {
        let form = entry.buffers.iter();
        let mut form = form.filter(|each| each.slot == Some((0, binding)));
        let places = form.next().map_or(Vec::new(), |form| form.layout.places(MOST_MEMBERS));
        let values = made.scalars.iter().filter_map(|scalar| {
            let from_launch = argument(&scalar.name).and_then(|argument| argument.number);
            let first = (scalar.kind == ScalarKind::First).then_some(0.0);
            let number = from_launch.or(first)?;
            let place = places.iter().find(|place| place.offset == scalar.offset)?;
            Some((place.path.clone(), number.to_string()))
        });
        let mut buffer = setting(binding);
        buffer.filling = Some(Filling::Members {
            values: values.collect(),
        });
        given.push(buffer);
    }
    given
}

/// Returns what the host has written to an array before the launch.
fn written(argument: &LaunchArgument) -> Option<&[u8]> {
    match argument.contents.as_ref()? {
        Written::Bytes(bytes) => Some(bytes),
        Written::Unfollowed => None,
    }
}

fn is_of_bytes(binding: &cuda::Binding) -> bool {
    matches!(
        binding.number,
        Some(NumberType::Char | NumberType::Uchar | NumberType::Bool)
    )
}

/// Returns the elements of a buffer whose allocation is not known: at least one for each thread of the launch, as many as
/// its largest whole argument says, and those of a picture where two arguments are its sides.
fn elements(made: &Translation, launch: Option<&LaunchInfo>, limits: Limits) -> Option<u64> {
    // An element has up to four words.
    let most = limits.words / 4;
    let launch = launch?;
    let (grid, block) = (launch.grid?, launch.block?);
    let sizes = grid.into_iter().chain(block).map(u64::from);
    let threads = sizes.fold(1, u64::saturating_mul);
    let mut numbers: Vec<u64> = launch
        .arguments
        .iter()
        .filter_map(|argument| argument.number)
        .filter(|number| number.fract() == 0.0 && *number > 0.0)
        .map(|number| number as u64)
        .collect();
    numbers.sort_unstable_by(|one, other| other.cmp(one));
    let whole = |number: &u64| *number <= most;
    let largest = numbers.first().copied().filter(whole).unwrap_or(0);
    let product = match numbers.as_slice() {
        [one, other, ..] => Some(one.saturating_mul(*other)).filter(whole),
        _ => None,
    };
    let is_plane = made.scalars.len() > 1;
    let sides = product.filter(|_| is_plane).unwrap_or(0);
    Some(threads.max(largest).max(sides).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Draft;
    use crate::draft::filling::Extent;
    use crate::draft::ready::ready;
    use simt::Outcome;

    const TEXT: &str = r"
#define N 1000
template <int SIZE>
__global__ void sum(const float *in, float *out, int n) {
    __shared__ float part[SIZE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int half = SIZE / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
__global__ void grey(const unsigned char *rgb, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3;
}
__global__ void asks(double *x) { x[0] = 1.0; }
int main() {
    float *in, *out;
    cudaMalloc(&in, N * sizeof(float));
    cudaMalloc((void **)&out, 8 * sizeof(float));
    sum<128><<<(N + 127) / 128, 128>>>(in, out, N);
    sum<64><<<16, 64>>>(in, out, N);
}
";

    fn settled(kernel: &str) -> (CompiledCuda, Draft) {
        let mut draft = Draft::of_text(TEXT.to_owned());
        draft.entry_point = Some(kernel.to_owned());
        let made = translate(&draft.cuda().expect("it is CUDA"), Limits::AT_EVERY_EDIT).expect("it is translated");
        let draft = made.1.settled(&draft);
        (made, draft)
    }

    #[test]
    fn every_kernel_and_every_instance_is_an_entry_point() {
        let ((compiled, translated), _) = settled("");
        let names: Vec<&str> = compiled.iter().map(|(entry, _)| &*entry.name).collect();
        assert_eq!(names, ["sum<128>", "sum<64>", "grey", "asks"]);
        let refused: Vec<bool> = compiled
            .iter()
            .map(|(entry, program)| entry.refused.is_some() && program.is_none())
            .collect();
        assert_eq!(refused, [false, false, false, true]);
        let grids = translated.kernels.iter().map(TranslatedKernel::grid);
        assert_eq!(
            grids.collect::<Vec<_>>(),
            [Some([8, 1, 1]), Some([16, 1, 1]), None, None]
        );
    }

    #[test]
    fn sizes_and_arguments_are_those_of_the_launch() {
        let ((compiled, _), draft) = settled("sum<128>");
        let entries: Vec<EntryPoint> = compiled.iter().map(|(entry, _)| entry.clone()).collect();
        let ready = ready(&draft, &entries, Limits::AT_EVERY_EDIT).expect("it is ready");
        assert_eq!(ready.dispatch.workgroups, [8, 1, 1]);
        let words = ready.dispatch.buffers.iter();
        let words: Vec<u64> = words.map(|buffer| buffer.contents.byte_len() / 4).collect();
        assert_eq!(words, [1000, 8, 1]);
        let program = compiled[0].1.as_ref().expect("it has a program");
        let run = simt::run(program, &ready.dispatch, &ready.options).expect("it runs");
        assert_eq!((run.outcome, run.findings), (Outcome::Completed, vec![]));
        // 0 + 1 + … + 127, and the same of the last 104 numbers.
        assert_eq!(f32::from_bits(run.buffers[1][0]), 8128.0);
        assert_eq!(f32::from_bits(run.buffers[1][7]), 98_540.0);
    }

    #[test]
    fn steps_and_accesses_have_lines_of_the_cuda_text() {
        let ((compiled, _), draft) = settled("grey");
        let entries: Vec<EntryPoint> = compiled.iter().map(|(entry, _)| entry.clone()).collect();
        let ready = ready(&draft, &entries, Limits::AT_EVERY_EDIT).expect("it is ready");
        let program = compiled[2].1.as_ref().expect("it has a program");
        let run = simt::run(program, &ready.dispatch, &ready.options).expect("it runs");
        let trace = run.trace.expect("it has a trace");
        let steps = 0..trace.steps().count();
        let mut lines: Vec<u32> = steps
            .filter_map(|step| trace.statement(step))
            .map(|statement| statement.line)
            .collect();
        lines.sort_unstable();
        lines.dedup();
        // Neither the arguments nor the helpers that load and store a byte are steps of their own.
        assert_eq!(lines, [16, 17]);
        let requests = (0..trace.len()).flat_map(|step| trace.requests(step));
        let mut memories: Vec<u32> = requests.map(|request| request.memory).collect();
        memories.sort_unstable();
        memories.dedup();
        let names = memories.iter().map(|&memory| &*trace.memories[memory as usize].name);
        // The argument `n` is a value.
        assert_eq!(names.collect::<Vec<_>>(), ["rgb", "out"]);
    }

    #[test]
    fn a_buffer_of_bytes_has_bytes_as_elements() {
        let ((compiled, _), _) = settled("grey");
        let mut buffers = compiled[2].0.buffers.iter();
        let rgb = buffers.find(|binding| binding.name == "rgb");
        let rgb = rgb.expect("the kernel has it");
        assert_eq!(rgb.layout.path_at(17).as_deref(), Some("[17]"));
        assert_eq!(rgb.layout.show(0, 0x0403_0201), "1, 2, 3, 4");
        assert_eq!((rgb.tail_stride, rgb.element_stride()), (Some(4), Some(1)));
        let list = Filling::Numbers {
            text: "7, 8, 255".to_owned(),
            file: None,
        };
        let extent = Extent {
            elements: 1,
            lanes: [1, 1],
        };
        let contents = list.contents(rgb, 1, extent).expect("numbers of a byte");
        assert_eq!(contents.words(), [0x00ff_0807]);
    }

    /// WGSL adds floats with atomics of unsigned integers.
    #[test]
    fn a_sum_of_floats_has_floats() {
        let text = "__global__ void k(const float *x, float *sum, unsigned *count) {\n  \
            atomicAdd(sum, x[threadIdx.x]);\n  atomicAdd(count, 1);\n}\n\
            int main() { float *x, *sum; unsigned *c; k<<<1, 32>>>(x, sum, c); }";
        let draft = Draft::of_text(text.to_owned());
        let (compiled, _) = translate(&draft.cuda().expect("CUDA"), Limits::AT_EVERY_EDIT).expect("it is translated");
        let values = compiled[0].0.buffers.iter().map(|binding| {
            let word = binding.layout.show(0, 1.5_f32.to_bits());
            (&*binding.name, word)
        });
        let expected = [("x", "1.5"), ("sum", "1.5"), ("count", "1069547520")];
        let expected = expected.map(|(name, word)| (name, word.to_owned()));
        assert_eq!(values.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn errors_of_a_whole_text_come_together() {
        let text = "__global__ void a(int *x) { x[0] = y; }\n__global__ void b(int *x) { x[0] = z; }";
        let errors = translate(
            &Draft::of_text(text.to_owned()).cuda().expect("CUDA"),
            Limits::AT_EVERY_EDIT,
        );
        let lines: Vec<u32> = errors
            .expect_err("both are wrong")
            .iter()
            .filter_map(KernelError::location)
            .map(|(line, _)| line)
            .collect();
        assert_eq!(lines, [1, 2]);
    }
}
