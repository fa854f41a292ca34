//! A lesson's kernel in CUDA as a draft: its twin, with a `main` that launches it as the lesson does.

use super::{Draft, Given};
use lessons::GalleryKernel;
use std::fmt::Write;

/// A pointer of a kernel: its element's type, and its name.
struct Pointer<'t> {
    element: &'t str,
    name: &'t str,
}

impl Pointer<'_> {
    fn element_words(&self) -> u64 {
        match self.element {
            "int4" | "float4" => 4,
            _ => 1,
        }
    }
}

impl Draft {
    /// Returns the draft of a lesson's kernel in CUDA. `draft` is its draft in WGSL, with the launch. `None` if the twin
    /// is more than one kernel with pointers.
    pub fn of_twin(kernel: &GalleryKernel, draft: &Draft) -> Option<Self> {
        let (wgsl, cuda) = (draft.source.as_str(), kernel.twin);
        if !kernel.runs_in_cuda() || cuda.contains("__constant__") {
            return None;
        }
        let name = &kernel.kernel.name;
        let parameters = between(cuda, &format!("void {name}("), ")")?;
        let pointers: Vec<Pointer<'_>> = parameters.split(',').filter_map(pointer).collect();
        let settings: Vec<&Given> = pointers
            .iter()
            .map(|pointer| draft.setting((0, binding(wgsl, pointer.name)?)))
            .collect::<Option<_>>()?;
        // Each scalar is the number of elements of the first buffer.
        let elements =
            |(pointer, given): (&Pointer<'_>, &&Given)| given.words.map(|words| words / pointer.element_words());
        let pairs = || pointers.iter().zip(&settings);
        let lengths: Vec<u64> = pairs().map(elements).collect::<Option<_>>()?;
        let n = *lengths.first()?;
        let value = |name: &str| draft.overrides.get(name).map(|value| *value as u32);
        let number = |name: &str| value(name).or_else(|| declared(wgsl, name));
        let block = numbers(between(wgsl, "@workgroup_size(", ")")?, number)?;
        let mut host = String::from("\nint main() {\n");
        for (pointer, length) in pointers.iter().zip(&lengths) {
            let Pointer { element, name } = pointer;
            let _ = writeln!(host, "  {element}* {name};");
            let _ = writeln!(host, "  cudaMalloc(&{name}, {length} * sizeof({element}));");
        }
        let template = match template(cuda) {
            Some(names) => format!("<{}>", numbers(names, number)?),
            None => String::new(),
        };
        let grid = draft.workgroups().map(|blocks| blocks.to_string());
        let names = parameters.split(',').map(|parameter| match pointer(parameter) {
            Some(pointer) => pointer.name.to_owned(),
            None => n.to_string(),
        });
        let arguments: Vec<String> = names.collect();
        let _ = writeln!(
            host,
            "  {name}{template}<<<{}, {}>>>({});",
            size(&grid),
            size(&block.split(", ").map(str::to_owned).collect::<Vec<_>>()),
            arguments.join(", ")
        );
        host.push_str("  cudaDeviceSynchronize();\n}\n");
        let buffers = (0..).zip(&settings).map(|(binding, given)| Given {
            group: 0,
            binding,
            ..(*given).clone()
        });
        Some(Draft {
            buffers: buffers.collect(),
            machine: draft.machine.clone(),
            ..Draft::of_text(format!("{cuda}{host}"))
        })
    }
}

/// Returns a grid or a block as CUDA writes it.
fn size(axes: &[String]) -> String {
    match axes {
        [x] => x.clone(),
        [x, rest @ ..] if rest.iter().all(|axis| axis == "1") => x.clone(),
        axes => format!("dim3({})", axes.join(", ")),
    }
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.split_once(after)?.0)
}

/// Returns a parameter that is a pointer.
fn pointer(parameter: &str) -> Option<Pointer<'_>> {
    let (head, name) = parameter.split_once('*')?;
    Some(Pointer {
        element: head.split_whitespace().last()?,
        name: name.split_whitespace().last()?,
    })
}

/// Returns the names of a twin's template parameters, separated by commas.
fn template(cuda: &str) -> Option<&str> {
    between(cuda, "template <", ">")
}

/// Returns the numbers that the last words of a list stand for, such as `64, 4` for `unsigned BLOCK, int LIMIT`.
fn numbers(list: &str, number: impl Fn(&str) -> Option<u32>) -> Option<String> {
    let words = list.split(',').map(|item| {
        let name = item.split_whitespace().last()?;
        let value = name.parse().ok().or_else(|| number(name))?;
        Some(value.to_string())
    });
    let words: Vec<String> = words.collect::<Option<_>>()?;
    Some(words.join(", "))
}

/// Returns the number with which a WGSL text declares a name.
fn declared(wgsl: &str, name: &str) -> Option<u32> {
    let value_in = |line: &str| {
        let rest = line
            .trim()
            .strip_prefix("override ")
            .or(line.trim().strip_prefix("const "))?;
        let (declares, value) = rest.split_once('=')?;
        let is_it = declares.split(':').next()?.trim() == name;
        let digits = value.trim().trim_end_matches([';', 'u', 'i']);
        is_it.then(|| digits.parse().ok()).flatten()
    };
    wgsl.lines().find_map(value_in)
}

/// Returns the binding of a variable of a WGSL text.
fn binding(wgsl: &str, name: &str) -> Option<u32> {
    let binding_in = |line: &str| {
        let (_, declares) = line.split_once("> ")?;
        let is_it = declares.split(':').next()?.trim() == name;
        let number = between(line, "@binding(", ")")?;
        is_it.then(|| number.parse().ok()).flatten()
    };
    wgsl.lines().find_map(binding_in)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::limits::Limits;
    use crate::draft::ready::ready;
    use crate::translate::translate;
    use lessons::{GALLERY, Size};
    use simt::{EntryPoint, Machine, Outcome};

    /// The draft of each twin gives the result of the reference, also with a block that no lesson offers.
    #[test]
    fn a_twin_runs_in_the_playground_as_in_its_lesson() {
        let machine = Machine::default();
        let mut ran = 0;
        for kernel in GALLERY.iter().filter(|kernel| kernel.runs_in_cuda()) {
            let size = kernel.task.nearest(Size::fixed(1024, 64));
            let lesson_draft = Draft::of_kernel(kernel, size, &machine);
            let Some(draft) = Draft::of_twin(kernel, &lesson_draft) else {
                assert!(kernel.twin.contains("__constant__"), "{kernel:?}");
                continue;
            };
            let made = translate(&draft.cuda().expect("it is CUDA"), Limits::AT_EVERY_EDIT);
            let (compiled, translated) = made.unwrap_or_else(|error| panic!("{kernel:?}: {error:?}\n{}", draft.source));
            let draft = translated.settled(&draft);
            let entries: Vec<EntryPoint> = compiled.iter().map(|(entry, _)| entry.clone()).collect();
            let ready = ready(&draft, &entries, Limits::AT_EVERY_EDIT).expect("it is ready");
            let program = compiled[0].1.as_ref().expect("it has a program");
            let run = simt::run(program, &ready.dispatch, &ready.options).expect("it runs");
            assert_eq!(run.outcome, Outcome::Completed, "{kernel:?}");
            let wgsl = simt::compile(&kernel.kernel.source, None).expect("it compiles");
            let output = &wgsl.bindings[kernel.output()].name;
            let mut names = program.bindings.iter().map(|each| each.name.as_str());
            let place = names.position(|name| name == output).expect("it has the output");
            let mut wanted = vec![0; kernel.output_words(size) as usize];
            kernel.reference(size, &machine, 0, &mut wanted);
            for (index, (&got, &want)) in (0..).zip(run.buffers[place].iter().zip(&wanted)) {
                assert!(kernel.agrees(size, index, got, want), "{kernel:?}: {index}");
            }
            ran += 1;
        }
        assert!(ran > 70, "{ran} twins have run");
    }

    #[test]
    fn a_twin_is_launched_as_its_lesson_launches_it() {
        let launch = |name: &str, block: Option<u32>| {
            let kernel = GalleryKernel::by_name(name).expect("it is in the gallery");
            let size = kernel.task.nearest(Size::fixed(1024, 64));
            let lesson_draft = Draft::of_kernel(kernel, size, &Machine::default());
            let lesson_draft = match block {
                Some(block) => lesson_draft.with_block(block).expect("its block can be set"),
                None => lesson_draft,
            };
            let draft = Draft::of_twin(kernel, &lesson_draft).expect("it is a twin");
            let line = draft.source.lines().find(|line| line.contains("<<<"));
            line.expect("it is launched").trim().to_owned()
        };
        assert_eq!(
            launch("reduce_neighbored", None),
            "reduce_neighbored<64><<<16, 64>>>(data, sums, 1024);"
        );
        assert_eq!(
            launch("reduce_neighbored", Some(96)),
            "reduce_neighbored<96><<<11, 96>>>(data, sums, 1024);"
        );
        assert_eq!(
            launch("matrix_add_16x32", None),
            "matrix_add_16x32<64><<<dim3(4, 2, 1), dim3(16, 32)>>>(a, b, c, 4096);"
        );
    }
}
