//! The CUDA twin of a gallery kernel as the text that runs: its program, and its dispatch with the lesson's buffers.

use crate::dispatch::block_overrides;
use crate::translate::kernel_error;
use lessons::GalleryKernel;
use serde::{Deserialize, Serialize};
use simt::{Buffer, Contents, Dispatch, KernelError, Program, declared_overrides, workgroup_size};

/// A twin's text with the template arguments of a dispatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TwinText {
    pub source: String,
    pub kernel: String,
    pub template: Vec<String>,
}

/// A twin's program, with what its dispatch needs. The program has the places of the CUDA text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Twin {
    pub program: Program,
    /// The translation, which WebGPU runs.
    pub wgsl: String,
    buffers: Vec<TwinBuffer>,
    /// The binding and the bytes of the uniform buffer with the scalars.
    uniform: Option<(u32, u32)>,
    /// The offset of each scalar there, in bytes. All of them are the number of elements.
    scalars: Vec<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct TwinBuffer {
    name: String,
    binding: u32,
    element_bytes: u32,
}

impl TwinText {
    /// Returns the text of a kernel's twin with the template arguments that the overrides of a dispatch stand for.
    /// `program` is that of the WGSL text.
    pub fn of(kernel: &GalleryKernel, program: &Program, dispatch: &Dispatch) -> Self {
        let declared = declared_overrides(program);
        let value = |name: &str| {
            let given = dispatch.overrides.get(name).copied();
            let default = || {
                let given = declared.iter().find(|each| each.name == name)?;
                let bits = given.default?;
                Some(given.scalar.show(bits))
            };
            match given {
                Some(value) => value.to_string(),
                None => default().unwrap_or_default(),
            }
        };
        TwinText {
            source: kernel.twin.to_owned(),
            kernel: kernel.kernel.name.to_string(),
            template: template_names(kernel.twin).into_iter().map(value).collect(),
        }
    }

    /// Translates and compiles the twin.
    ///
    /// # Errors
    /// Returns the first error of the text.
    pub fn translate(&self) -> Result<Twin, KernelError> {
        let request = cuda::Request {
            kernel: Some(self.kernel.clone()),
            template: self.template.clone(),
            ..cuda::Request::default()
        };
        let made = cuda::translate(&self.source, &request).map_err(|errors| {
            let none = KernelError::NoEntryPoint { name: None };
            errors.first().map_or(none, kernel_error)
        })?;
        let program = simt::compile_marked(&made.wgsl, None, &made.marks())?;
        // A layout that WebGPU derives has only the bindings that the kernel uses.
        let slots: Vec<_> = program.bindings.iter().map(|each| each.slot).collect();
        let is_used = |binding: u32| slots.contains(&Some((0, binding)));
        let used = made.bindings.into_iter();
        let used = used.filter(|binding| is_used(binding.binding));
        let buffers = used.map(|binding| TwinBuffer {
            name: binding.name,
            binding: binding.binding,
            element_bytes: binding.element_bytes,
        });
        Ok(Twin {
            program,
            wgsl: made.wgsl,
            buffers: buffers.collect(),
            uniform: made.uniform.filter(|(binding, _)| is_used(*binding)),
            scalars: made.scalars.iter().map(|scalar| scalar.offset).collect(),
        })
    }
}

/// Returns the names of a text's first template parameters.
fn template_names(text: &str) -> Vec<&str> {
    let head = text.split("template <").nth(1).and_then(|rest| rest.split('>').next());
    let parameters = head.into_iter().flat_map(|head| head.split(','));
    parameters
        .filter_map(|parameter| parameter.split_whitespace().last())
        .collect()
}

impl Twin {
    /// Returns the twin's dispatch: that of the WGSL text, with the same contents in the buffers of the same names.
    ///
    /// # Errors
    /// Returns why the dispatch of the WGSL text cannot start.
    pub fn dispatch(&self, program: &Program, given: &Dispatch) -> Result<Dispatch, KernelError> {
        let contents = |name: &str| {
            let slot = program.bindings.iter().find(|each| each.name == name)?.slot?;
            let mut buffers = given.buffers.iter();
            let buffer = buffers.find(|buffer| (buffer.group, buffer.binding) == slot)?;
            Some(buffer.contents.clone())
        };
        let mut buffers = Vec::new();
        let mut elements = None;
        for buffer in &self.buffers {
            // A buffer that is missing is reported by name when the dispatch starts.
            let Some(contents) = contents(&buffer.name) else {
                continue;
            };
            let length = contents.byte_len() / u64::from(buffer.element_bytes.max(1));
            elements = elements.or(Some(length as u32));
            buffers.push(Buffer {
                group: 0,
                binding: buffer.binding,
                contents,
            });
        }
        if let Some((binding, bytes)) = self.uniform {
            let mut contents = vec![0; bytes as usize];
            let elements = elements.unwrap_or(0).to_le_bytes();
            for &offset in &self.scalars {
                contents[offset as usize..][..4].copy_from_slice(&elements);
            }
            buffers.push(Buffer {
                group: 0,
                binding,
                contents: Contents::Bytes(contents),
            });
        }
        let size = workgroup_size(program, given)?;
        Ok(Dispatch {
            workgroups: given.workgroups,
            overrides: block_overrides(size).collect(),
            buffers,
        })
    }

    /// Returns the place of the buffer with a name among those of a run.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.buffers.iter().position(|buffer| buffer.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{GALLERY, Size};
    use simt::{Machine, Outcome, RunOptions};

    /// Every twin that the page offers as the text that runs gives the reference's result at two sizes.
    #[test]
    fn twins_give_the_results_of_the_reference() {
        let machine = Machine::default();
        for kernel in GALLERY.iter().filter(|kernel| kernel.runs_in_cuda()) {
            for (n, block) in [(4096, 64), (1000, 128)] {
                let size = kernel.task.nearest(Size::fixed(n, block));
                let given = kernel.dispatch(size, &machine);
                let program = simt::compile(&kernel.kernel.source, None).expect("it compiles");
                let twin = TwinText::of(kernel, &program, &given).translate();
                let twin = twin.unwrap_or_else(|error| panic!("{kernel:?}: {error}"));
                let dispatch = twin.dispatch(&program, &given).expect("it starts");
                let options = RunOptions::cuda();
                let run = simt::run(&twin.program, &dispatch, &options).expect("it runs");
                assert_eq!(run.outcome, Outcome::Completed, "{kernel:?}");
                let output = &program.bindings[kernel.output()].name;
                let place = twin.place(output).expect("it has the output");
                let mut wanted = vec![0; kernel.output_words(size) as usize];
                kernel.reference(size, &machine, 0, &mut wanted);
                for (index, (&got, &want)) in (0..).zip(run.buffers[place].iter().zip(&wanted)) {
                    assert!(kernel.agrees(size, index, got, want), "{kernel:?}: {index}");
                }
            }
        }
    }
}
