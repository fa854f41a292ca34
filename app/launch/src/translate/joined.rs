//! Joins the launches of a CUDA program by the arrays that its host passes to them.

use crate::dispatch::Sizes;
use crate::draft::Given;
use crate::draft::filling::{Extent, Filling};
use crate::draft::language::CudaKernel;
use crate::draft::limits::Limits;
use crate::draft::program::{ARRAYS, Call, Left, Place, Program, Write};
use crate::translate::given;
use cuda::{KernelInfo, LaunchArgument, LaunchFault, LaunchInfo, LeftOut, Source, Step, Target, Translation, Written};
use simt::{Binding, BindingAccess, EntryPoint};
use std::collections::BTreeMap;

/// A kernel of the text that is translated and compiled.
pub struct Kernel<'k> {
    pub entry: &'k EntryPoint,
    pub info: &'k KernelInfo,
    pub made: &'k Translation,
}

/// The launches of a text.
pub struct Joined {
    /// `None`: fewer than two launches run in a row.
    pub program: Option<Program>,
    /// The launches that are not taken, if the text has more than one.
    pub left: Option<Left>,
}

/// Joins the launches of a program, up to the first that cannot be taken.
pub fn join(followed: cuda::Program, kernels: &[Kernel<'_>], limits: Limits) -> Joined {
    // A text with one launch has a note of its own about what the host writes before it.
    let has_one = |kernel: &Kernel<'_>| kernel.made.launches.len() == 1;
    let is_one = match &followed.left {
        None => followed.steps.len() < 2,
        Some(left) => {
            matches!(left.why, LeftOut::Contents(_))
                && followed.steps.is_empty()
                && kernels.first().is_some_and(has_one)
        }
    };
    let mut joining = Joining {
        limits,
        program: Program::default(),
        threads: 0,
        symbols: BTreeMap::new(),
    };
    let mut left = followed.left.map(|left| Left {
        line: left.line,
        why: left.why,
        unknown: left.unknown,
    });
    for step in followed.steps {
        let (line, unknown) = (step.launch.line, step.launch.unknown.clone());
        if let Err(why) = joining.add(step, kernels) {
            let is_unknown = matches!(why, LeftOut::Size | LeftOut::Argument(_));
            left = Some(Left {
                line,
                why,
                unknown: unknown.filter(|_| is_unknown),
            });
            break;
        }
    }
    let program = joining.program;
    Joined {
        program: (program.calls.len() > 1).then_some(program),
        left: left.filter(|_| !is_one),
    }
}

struct Joining {
    limits: Limits,
    program: Program,
    threads: u64,
    symbols: BTreeMap<String, Written>,
}

impl Joining {
    /// Adds a launch.
    fn add(&mut self, step: Step, kernels: &[Kernel<'_>]) -> Result<(), LeftOut> {
        let launch = &step.launch;
        self.symbols.extend(step.symbols);
        let launched = CudaKernel {
            name: launch.kernel.clone(),
            template: launch.template.clone(),
        };
        let name = launched.entry_point();
        let kernel = kernels.iter().find(|kernel| kernel.entry.name == name);
        let kernel = kernel
            .filter(|kernel| kernel.entry.refused.is_none())
            .ok_or_else(|| LeftOut::Kernel(name.clone()))?;
        let sizes = (launch.grid, launch.block, launch.shared_bytes);
        let (Some(grid), Some(block), Some(shared_bytes)) = sizes else {
            return Err(LeftOut::Size);
        };
        if let Some(fault) = LaunchFault::of(grid, block) {
            return Err(LeftOut::Refused(fault));
        }
        let product = |sizes: [u32; 3]| {
            let sizes = sizes.into_iter().map(u64::from);
            sizes.fold(1, u64::saturating_mul)
        };
        let threads = product(grid).saturating_mul(product(block));
        self.threads = self.threads.saturating_add(threads);
        let most = 2 * self.limits.lanes;
        if threads > self.limits.lanes || self.threads > most {
            return Err(LeftOut::TooManyThreads(most));
        }
        // The translation joins the parameters for which its launch passes one array.
        let usual = kernel.made.launch.map(|index| &kernel.made.launches[index]);
        if usual.is_none_or(|usual| shared(usual, kernel.info) != shared(launch, kernel.info)) {
            return Err(LeftOut::Aliases(name));
        }
        let settings = given(kernel.made, Some(launch), kernel.entry, self.limits);
        let mut bound = Vec::new();
        for binding in &kernel.entry.buffers {
            let Some(slot) = binding.slot else { continue };
            let settings = settings.iter().find(|each| each.binding == slot.1);
            let place = match kernel.made.uniform {
                Some((uniform, _)) if uniform == slot.1 => {
                    arguments_are_known(kernel, launch)?;
                    self.arguments(binding, settings)
                }
                _ => self.array(binding, settings, kernel, launch)?,
            };
            bound.push((slot, place));
        }
        for write in step.writes {
            self.write(&write)?;
        }
        let sizes = Sizes {
            grid,
            block,
            shared_bytes,
        };
        // The kernel may read fewer sizes than its text declares.
        let mut overrides = sizes.dispatch(kernel.made).overrides;
        overrides.retain(|name, _| {
            let mut declared = kernel.entry.overrides.iter();
            declared.any(|each| each.name == *name)
        });
        let text = call_text(launch);
        self.program.calls.push(Call {
            entry_point: name,
            line: launch.line,
            text,
            grid,
            block,
            overrides,
            bound,
            writes: Vec::new(),
        });
        Ok(())
    }

    /// Returns the place of a call's scalars. Calls with the same ones share it.
    fn arguments(&mut self, binding: &Binding, given: Option<&Given>) -> Place {
        let extent = Extent {
            elements: 1,
            lanes: [1, 1],
        };
        let filling = given.and_then(|given| given.filling.as_ref());
        let contents = filling.map(|filling| filling.contents(binding, binding.words(0), extent));
        let words = contents.and_then(Result::ok).map(|contents| contents.words());
        let bytes = words.unwrap_or_default().into_iter();
        self.fixed(bytes.flat_map(u32::to_le_bytes).collect())
    }

    fn fixed(&mut self, bytes: Vec<u8>) -> Place {
        let fixed = &mut self.program.fixed;
        let earlier = fixed.iter().position(|other| *other == bytes);
        Place::Fixed(earlier.unwrap_or_else(|| {
            fixed.push(bytes);
            fixed.len() - 1
        }))
    }

    /// Returns the place of the array that a call passes for a parameter, or of a variable of the device.
    fn array(
        &mut self,
        binding: &Binding,
        given: Option<&Given>,
        kernel: &Kernel<'_>,
        launch: &LaunchInfo,
    ) -> Result<Place, LeftOut> {
        let mut parameters = kernel.info.parameters.iter();
        let parameter = parameters.position(|parameter| parameter.name == binding.name);
        let name = match parameter {
            None => match launch.members.get(&binding.name) {
                Some(LaunchArgument {
                    target: Some(Target::Array(name)),
                    ..
                }) => name,
                Some(argument) => return Err(LeftOut::Argument(argument.text.clone())),
                None => &binding.name,
            },
            Some(index) => match launch.arguments.get(index) {
                Some(argument) => match &argument.target {
                    Some(Target::Array(name)) => name,
                    _ => return Err(LeftOut::Argument(argument.text.clone())),
                },
                None => return Err(LeftOut::Argument(binding.name.clone())),
            },
        };
        let mut given = given.cloned();
        if let Some(Filling::File { name: file, .. }) = given.as_mut().and_then(|given| given.filling.as_mut()) {
            file.clone_from(name);
        }
        match self.symbols.get(name) {
            Some(Written::Bytes(bytes)) => {
                let setting = given.get_or_insert_with(|| Given::new(binding.slot.unwrap_or_default()));
                setting.filling = Some(Filling::File {
                    name: name.clone(),
                    bytes: bytes.clone(),
                });
            }
            Some(Written::Unfollowed) => return Err(LeftOut::Contents(name.clone())),
            None => {}
        }
        let Program {
            arrays,
            given: settings,
            ..
        } = &mut self.program;
        let place = arrays.iter().position(|array| array.name == *name);
        let index = place.unwrap_or(arrays.len());
        let slot = (ARRAYS, index as u32);
        let usual = Filling::usual(binding, &kernel.entry.buffers);
        let words = given.as_ref().and_then(|given| given.words);
        let filling = given.and_then(|given| given.filling);
        if place.is_none() {
            let mut array = binding.clone();
            (array.name, array.slot) = (name.clone(), Some(slot));
            arrays.push(array);
            settings.push(Given {
                words,
                filling: Some(filling.unwrap_or(usual)),
                ..Given::new(slot)
            });
        } else if let Some(earlier) = settings.get_mut(index) {
            earlier.words = earlier.words.max(words);
            if binding.indexes_updates && filling.is_none() && earlier.filling == Some(Filling::Ramp) {
                earlier.filling = Some(usual);
            }
        }
        if binding.access == BindingAccess::ReadWrite {
            arrays[index].access = BindingAccess::ReadWrite;
        }
        Ok(Place::Array(index))
    }

    /// Adds a write of the host after the call before.
    fn write(&mut self, write: &cuda::HostWrite) -> Result<(), LeftOut> {
        let place = |arrays: &[Binding], name: &str| {
            let mut arrays = arrays.iter();
            arrays.position(|array| array.name == name)
        };
        // An array that no launch has had changes nothing.
        let Some(array) = place(&self.program.arrays, &write.array) else {
            return Ok(());
        };
        let (from, bytes) = match &write.from {
            Source::Bytes(bytes) => (self.fixed(bytes.clone()), bytes.len() as u64),
            Source::Array { name, bytes } => {
                let from = place(&self.program.arrays, name);
                let from = from.ok_or_else(|| LeftOut::Contents(write.array.clone()))?;
                (Place::Array(from), *bytes)
            }
        };
        if let Some(last) = self.program.calls.last_mut() {
            last.writes.push(Write { from, array, bytes });
        }
        Ok(())
    }
}

/// Returns a launch as CUDA writes it, with the values that the host passes; `?` for sizes that are not known.
pub fn call_text(launch: &LaunchInfo) -> String {
    let kernel = CudaKernel {
        name: launch.kernel.clone(),
        template: launch.template.clone(),
    };
    let sizes = |sizes: Option<[u32; 3]>| match sizes {
        None => "?".to_owned(),
        Some([x, 1, 1]) => x.to_string(),
        Some([x, y, 1]) => format!("({x}, {y})"),
        Some([x, y, z]) => format!("({x}, {y}, {z})"),
    };
    let arguments = launch
        .arguments
        .iter()
        .map(|argument| match (&argument.target, argument.number) {
            (Some(Target::Null), _) => "NULL".to_owned(),
            (Some(Target::Array(name)), Some(offset)) if offset != 0.0 => {
                format!("{name} + {offset}")
            }
            (Some(Target::Array(name)), _) => name.clone(),
            (None, Some(number)) => number.to_string(),
            (None, None) => argument.text.clone(),
        });
    let arguments: Vec<String> = arguments.collect();
    let bytes = match launch.shared_bytes {
        Some(0) => String::new(),
        Some(bytes) => format!(", {bytes}"),
        None => ", ?".to_owned(),
    };
    format!(
        "{}<<<{}, {}{bytes}>>>({})",
        kernel.entry_point(),
        sizes(launch.grid),
        sizes(launch.block),
        arguments.join(", ")
    )
}

/// Checks that the host's code tells all scalars that a kernel uses.
fn arguments_are_known(kernel: &Kernel<'_>, launch: &LaunchInfo) -> Result<(), LeftOut> {
    for scalar in &kernel.made.scalars {
        let whole = scalar.name.split('.').next().unwrap_or_default();
        let mut parameters = kernel.info.parameters.iter();
        let index = parameters.position(|parameter| parameter.name == whole);
        let member = launch.members.get(&scalar.name);
        if member.is_some_and(|member| member.number.is_some()) {
            continue;
        }
        let argument = index.and_then(|index| launch.arguments.get(index));
        let is_first = scalar.kind == cuda::ScalarKind::First;
        let is_known = match argument {
            Some(argument) if is_first => argument.number.is_some() || argument.starts_its_array(),
            Some(argument) => argument.number.is_some() && whole == scalar.name,
            None => false,
        };
        if !is_known {
            let text = argument.map_or(&scalar.name, |argument| &argument.text);
            return Err(LeftOut::Argument(text.clone()));
        }
    }
    Ok(())
}

/// Returns for each pointer of a launch the first one with the same array, or `None` for `NULL`.
fn shared(launch: &LaunchInfo, info: &KernelInfo) -> Vec<Option<usize>> {
    let pairs = info.parameters.iter().zip(&launch.arguments);
    let targets: Vec<Option<&Target>> = pairs.map(|(_, argument)| argument.target.as_ref()).collect();
    let first = |(index, target): (usize, &Option<&Target>)| match target {
        Some(Target::Null) => None,
        Some(Target::Array(_)) => targets.iter().position(|other| other == target),
        None => Some(index),
    };
    targets.iter().enumerate().map(first).collect()
}

#[cfg(test)]
mod tests {
    use crate::draft::Draft;
    use crate::draft::chain::Between;
    use crate::draft::filling::Filling;
    use crate::draft::limits::Limits;
    use crate::draft::program::{LaunchFault, LeftOut};
    use crate::draft::ready::ready;
    use crate::translate::{CompiledCuda, translate};
    use simt::{EntryPoint, Outcome, RunOptions};

    const KERNELS: &str = "__constant__ float weight[1];
__global__ void scale(const float *x, float *y, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = by * x[i];
}
__global__ void shift(float *y, int n) {
  extern __shared__ float part[];
  part[threadIdx.x] = y[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n) y[threadIdx.x] = weight[0] + part[(threadIdx.x + 1) % n];
}
__global__ void halve(float *y, int s) { if (threadIdx.x < s) y[threadIdx.x] += y[threadIdx.x + s]; }
__global__ void unread(float *y, int n) { if (n > 3) asm(\"trap;\"); y[0] = n; }
";
    const BEGIN: &str = "int main(int argc, char **argv) {
  const int n = 4; float h[n], w = 0;
  for (int i = 0; i < n; i++) h[i] = i + 1;
  float *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(float)); cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_x, h, sizeof(h), cudaMemcpyHostToDevice);
";

    fn made(host: &str) -> CompiledCuda {
        let draft = Draft::of_text(format!("{KERNELS}{BEGIN}{host}}}"));
        let made = translate(&draft.cuda().expect("CUDA"), Limits::AT_EVERY_EDIT);
        made.unwrap_or_else(|errors| panic!("{host}: {errors:?}"))
    }

    /// Runs the program natively; returns the floats of each array after it.
    fn after(host: &str) -> Vec<(String, Vec<f32>)> {
        let (compiled, translated) = made(host);
        let draft = translated.settled(&Draft::of_text(format!("{KERNELS}{BEGIN}{host}}}")));
        let entries: Vec<EntryPoint> = compiled.iter().map(|(entry, _)| entry.clone()).collect();
        let ready = ready(&draft, &entries, Limits::AT_EVERY_EDIT).expect("ready");
        let chain = ready.chain.as_ref().unwrap_or_else(|| panic!("{:?}", translated.left));
        let mut between = Between::start(chain);
        for stage in &chain.stages {
            let mut all = compiled.iter();
            let compiled = all.find(|(entry, _)| entry.name == stage.entry_point);
            let program = compiled.and_then(|(_, program)| program.as_ref());
            let options = RunOptions {
                traced: None,
                ..ready.options.clone()
            };
            let dispatch = chain.dispatch(stage, between.contents());
            let run = simt::run(program.expect("compiled"), &dispatch, &options).expect("it runs");
            assert_eq!((run.outcome, run.findings), (Outcome::Completed, vec![]), "{host}");
            between.take(stage, &run.buffers);
        }
        let floats = |words: Vec<u32>| words.into_iter().map(f32::from_bits).collect();
        let names = chain.bindings.iter().map(|binding| binding.name.clone());
        names.zip(between.words().into_iter().map(floats)).collect()
    }

    fn array(name: &str, values: [f32; 4]) -> (String, Vec<f32>) {
        (name.to_owned(), values.to_vec())
    }

    #[test]
    fn launches_share_the_arrays_that_the_host_passes() {
        let arrays =
            after("scale<<<2, 2>>>(d_x, d_y, 2, n); scale<<<1, 4>>>(d_y, d_x, 5, n); halve<<<1, 4>>>(d_y, 2);");
        assert_eq!(
            arrays,
            [
                array("d_x", [10.0, 20.0, 30.0, 40.0]),
                array("d_y", [8.0, 12.0, 6.0, 8.0])
            ]
        );
        // A constant, and shared bytes of its own for each launch.
        let arrays = after(
            "w = 100; scale<<<2, 2>>>(d_x, d_y, 1, n); cudaMemcpyToSymbol(weight, h, sizeof(float)); shift<<<1, 4, n * sizeof(float)>>>(d_y, n);",
        );
        assert_eq!(arrays[1], array("d_y", [3.0, 4.0, 5.0, 2.0]));
        let loops = "for (int s = n / 2; s > 0; s >>= 1) halve<<<1, s>>>(d_x, s);";
        assert_eq!(after(loops), [array("d_x", [10.0, 6.0, 3.0, 4.0])]);
    }

    #[test]
    fn a_call_has_the_values_that_the_host_passes() {
        let loops =
            "for (int s = n / 2; s > 0; s >>= 1) halve<<<dim3(1, s), n>>>(d_x + 1, s); shift<<<1, 4, n * 4>>>(d_y, n);";
        let program = made(loops).1.program.expect("a program");
        let texts = program.calls.iter().map(|call| call.text.as_str());
        assert_eq!(
            texts.collect::<Vec<&str>>(),
            [
                "halve<<<(1, 2), 4>>>(d_x + 1, 2)",
                "halve<<<1, 4>>>(d_x + 1, 1)",
                "shift<<<1, 4, 16>>>(d_y, 4)"
            ]
        );
    }

    #[test]
    fn an_array_of_two_kernels_has_the_data_that_either_needs() {
        let text = "__global__ void copy(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }
            __global__ void count(const int *a, int *h) { h[a[threadIdx.x]] += 1; }
            int main() { int *x, *y, *h; cudaMalloc(&x, 128); cudaMalloc(&y, 128); cudaMalloc(&h, 128);
              copy<<<1, 32>>>(x, y); count<<<1, 32>>>(x, h); }";
        let draft = Draft::of_text(text.to_owned());
        let made = translate(&draft.cuda().expect("CUDA"), Limits::AT_EVERY_EDIT);
        let (_, translated) = made.unwrap_or_else(|errors| panic!("{errors:?}"));
        let program = translated.program.expect("a program");
        let mut given = program.given.iter();
        assert_eq!(program.arrays[0].name, "x");
        assert_eq!(
            given.next().and_then(|x| x.filling.clone()),
            Some(Filling::Random { seed: 1 })
        );
    }

    #[test]
    fn what_the_host_writes_between_two_launches_counts() {
        let arrays = after(
            "halve<<<1, 2>>>(d_x, 2); cudaMemcpy(d_y, d_x, 3 * sizeof(float), cudaMemcpyDeviceToDevice); scale<<<1, 2>>>(d_x, d_y, 10, 2); cudaMemset(d_x, 0, 2 * sizeof(float)); halve<<<1, 1>>>(d_x, 3);",
        );
        assert_eq!(
            arrays,
            [array("d_x", [4.0, 0.0, 3.0, 4.0]), array("d_y", [40.0, 60.0, 3.0, 0.0])]
        );
    }

    #[test]
    fn a_program_ends_before_a_launch_that_is_not_taken() {
        let two = "scale<<<2, 2>>>(d_x, d_y, 2, n); scale<<<2, 2>>>(d_y, d_x, 2, n);";
        for (host, calls, why) in [
            (two.to_owned(), 2, None),
            ("scale<<<2, 2>>>(d_x, d_y, 2, n);".to_owned(), 0, None),
            (
                format!("{two} scale<<<2, 2>>>(d_x, d_y, 2, atoi(argv[1]));"),
                2,
                Some(LeftOut::Argument("atoi(argv[1])".to_owned())),
            ),
            (
                format!("{two} halve<<<argc * w, h[9]>>>(d_x, 2);"),
                2,
                Some(LeftOut::Size),
            ),
            (
                format!("{two} halve<<<n - 4, 4>>>(d_x, 2);"),
                2,
                Some(LeftOut::Refused(LaunchFault::NoBlocks)),
            ),
            (
                format!("{two} halve<<<1, dim3(32, 64)>>>(d_x, 2);"),
                2,
                Some(LeftOut::Refused(LaunchFault::Block([32, 64, 1]))),
            ),
            (
                format!("{two} halve<<<dim3(1, 1 << 16), 1>>>(d_x, 2);"),
                2,
                Some(LeftOut::Refused(LaunchFault::Grid([1, 65_536, 1]))),
            ),
            (
                format!("{two} scale<<<2, 2>>>(d_y, d_y, 2, n);"),
                2,
                Some(LeftOut::Aliases("scale".to_owned())),
            ),
            (
                format!("{two} unread<<<1, 1>>>(d_x, n);"),
                2,
                Some(LeftOut::Kernel("unread".to_owned())),
            ),
            (
                format!("{two} halve<<<1 << 12, 1024>>>(d_x, 2);"),
                2,
                Some(LeftOut::TooManyThreads(1 << 21)),
            ),
        ] {
            let translated = made(&host).1;
            let taken = translated.program.map_or(0, |program| program.calls.len());
            let left = translated.left.map(|left| left.why);
            assert_eq!((taken, left), (calls, why), "{host}");
        }
    }

    #[test]
    fn a_kernel_that_the_reader_chooses_runs_alone() {
        let host = "scale<<<2, 2>>>(d_x, d_y, 2, n); halve<<<1, 4>>>(d_y, 2);";
        let translated = made(host).1;
        let mut draft = Draft::of_text(format!("{KERNELS}{BEGIN}{host}}}"));
        assert!(translated.settled(&draft).program.is_some());
        draft.entry_point = Some("halve".to_owned());
        let settled = translated.settled(&draft);
        assert_eq!((settled.program, settled.workgroups), (None, Some([1, 1, 1])));
    }
}
