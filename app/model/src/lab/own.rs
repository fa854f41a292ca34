//! A kernel of the reader in the lab: the playground's kernel at other sizes.

use crate::playground::draft::Draft;
use crate::playground::limits::{Limits, MOST_LANES};
use crate::playground::ready::ready;
use lessons::{GALLERY, GalleryKernel, Size, Task, Text};
use simt::{BindingAccess, Dispatch, EntryPoint, Kernel, Machine};

/// The override that sets the lanes of a block, as in the kernels of the lessons.
const BLOCK: &str = "BLOCK";

/// A draft whose dispatch follows n: one lane for each element, in x. Buffers without a length of their own follow it;
/// others keep theirs.
#[derive(Debug)]
struct OwnTask {
    draft: Draft,
    entry: EntryPoint,
}

/// Returns a kernel for the lab's list. `draft` runs `entry` alone. The kernel stays until the page is closed, as those
/// of the lessons do, and `others` are the ones that were added before it.
pub fn own_kernel(draft: &Draft, entry: &EntryPoint, others: &[&'static GalleryKernel]) -> &'static GalleryKernel {
    let mut draft = draft.alone();
    draft.entry_point = Some(entry.name.clone());
    draft.chain.clear();
    draft.shown = 0;
    let task = OwnTask {
        draft,
        entry: entry.clone(),
    };
    let source = task.draft.source.clone();
    let is_known = |kernel: &&&'static GalleryKernel| {
        let entry_point = kernel.kernel.entry_point.as_deref();
        kernel.kernel.source == source && entry_point == Some(entry.name.as_str())
    };
    // The same kernel with other settings takes the place of the one before.
    let before = others
        .iter()
        .find(is_known)
        .map(|kernel| kernel.kernel.name.to_string());
    let is_free = |name: &String| {
        let is_taken = |kernel: &&GalleryKernel| kernel.kernel.name == *name;
        !GALLERY.iter().any(is_taken) && !others.iter().any(is_taken)
    };
    let numbered = (2_u32..).map(|number| format!("{} {number}", entry.name));
    let mut names = std::iter::once(entry.name.clone()).chain(numbered);
    let name = before.or_else(|| names.find(is_free)).unwrap_or_default();
    let title: &'static str = name.clone().leak();
    Box::leak(Box::new(GalleryKernel {
        kernel: Kernel {
            name: name.into(),
            source: source.into(),
            entry_point: Some(entry.name.clone().into()),
        },
        twin: "",
        title: Text { en: title, zh: title },
        task: Box::leak(Box::new(task)),
        published: &[],
        findings: &[],
        least_warp_width: 1,
    }))
}

/// Returns true for a kernel of the reader. Its results have no reference.
pub fn is_own(kernel: &'static GalleryKernel) -> bool {
    !GALLERY.contains(&kernel)
}

/// Adds a kernel to a list. It takes the place of an earlier one of its name.
pub fn put(kernels: &mut Vec<&'static GalleryKernel>, kernel: &'static GalleryKernel) {
    let name = &kernel.kernel.name;
    match kernels.iter_mut().find(|each| each.kernel.name == *name) {
        Some(place) => *place = kernel,
        None => kernels.push(kernel),
    }
}

/// Adds a kernel of the reader to those that are measured. Of the others, only those of the reader stay.
pub fn send(kernels: &mut Vec<&'static GalleryKernel>, kernel: &'static GalleryKernel) {
    kernels.retain(|each| is_own(each));
    put(kernels, kernel);
}

impl OwnTask {
    /// Returns the lanes of a block: those of the text, or of the size where an override sets them.
    fn block(&self, size: Size) -> u32 {
        if self.has_block() {
            return size.block();
        }
        let sizes = self.entry.workgroup_size.unwrap_or([1, 1, 1]);
        sizes.into_iter().fold(1, u32::saturating_mul).max(1)
    }

    /// Returns true if an override of the lessons' name sets the lanes of a block.
    fn has_block(&self) -> bool {
        let function = format!("fn {}", self.entry.name);
        let size = || {
            let (before, _) = self.draft.source.split_once(&function)?;
            let (_, size) = before.rsplit_once("@workgroup_size")?;
            Some(size.split_once(')')?.0.contains(BLOCK))
        };
        let is_declared = self.entry.overrides.iter().any(|each| each.name == BLOCK);
        is_declared && size().unwrap_or(false)
    }
}

impl Task for OwnTask {
    fn nearest(&self, size: Size) -> Size {
        let n = size.n().min(MOST_LANES as u32);
        Size::nearest(n, self.block(size))
    }

    fn band(&self, _: Size) -> Option<u64> {
        None
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        let [_, y, z] = self.draft.workgroups().map(|count| count.max(1));
        let plane = u64::from(self.block(size)) * u64::from(y) * u64::from(z);
        [elements.div_ceil(plane).max(1) as u32, y, z]
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let mut draft = self.draft.clone();
        draft.workgroups = Some(self.workgroups(size, elements));
        if self.has_block() {
            let block = f64::from(size.block());
            draft.overrides.insert(BLOCK.to_owned(), block);
        }
        // Buffers have an element for each lane, so the entry point has the size of this block.
        let mut entry = self.entry.clone();
        if self.has_block() {
            entry.workgroup_size = Some([size.block(), 1, 1]);
        }
        let made = ready(&draft, &[entry], Limits::AT_EVERY_EDIT);
        // A dispatch without buffers is refused by name when it is to run.
        made.map_or_else(
            |_| Dispatch {
                workgroups: draft.workgroups(),
                overrides: draft.overrides.clone(),
                buffers: Vec::new(),
            },
            |made| made.dispatch,
        )
    }

    fn output(&self) -> usize {
        let written = |access| access == BindingAccess::ReadWrite;
        let mut buffers = self.entry.buffers.iter();
        let place = buffers.position(|binding| written(binding.access));
        place.unwrap_or(0)
    }

    fn output_words(&self, size: Size) -> u64 {
        let dispatch = self.dispatch(size, size.n().into(), &Machine::default());
        let output = dispatch.buffers.get(self.output());
        output.map_or(0, |buffer| buffer.contents.byte_len() / 4)
    }

    fn reference(&self, _: Size, _: &Machine, _: u64, out: &mut [u32]) {
        out.fill(0);
    }

    fn useful_bytes(&self, size: Size) -> u64 {
        let dispatch = self.dispatch(size, size.n().into(), &Machine::default());
        let bytes = dispatch.buffers.iter();
        bytes.map(|buffer| buffer.contents.byte_len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::experiment::{Case, Experiment};
    use simt::{Outcome, RunOptions};

    const TEXT: &str = "override BLOCK: u32 = 64;
        struct P { n: u32, scale: f32 }
        @group(0) @binding(0) var<uniform> p: P;
        @group(0) @binding(1) var<storage, read> x: array<f32>;
        @group(0) @binding(2) var<storage, read_write> y: array<f32>;
        @compute @workgroup_size(BLOCK) fn scale(@builtin(global_invocation_id) id: vec3u) {
            if (id.x < p.n) { y[id.x] = p.scale * x[id.x]; }
        }
        @compute @workgroup_size(128) fn plain(@builtin(global_invocation_id) id: vec3u) { y[id.x] = 1.0; }";

    fn own(name: &str, others: &[&'static GalleryKernel]) -> &'static GalleryKernel {
        let entries = simt::entry_points(TEXT).expect("it is WGSL");
        let entry = entries.iter().find(|entry| entry.name == name);
        own_kernel(&Draft::of_text(TEXT.to_owned()), entry.expect("an entry point"), others)
    }

    #[test]
    fn a_kernel_that_is_sent_is_measured_without_those_of_the_lessons() {
        let (scale, plain) = (own("scale", &[]), own("plain", &[]));
        let mut kernels: Vec<&'static GalleryKernel> = GALLERY.iter().copied().take(3).collect();
        send(&mut kernels, scale);
        assert_eq!(kernels, [scale]);
        send(&mut kernels, plain);
        assert_eq!(kernels, [scale, plain]);
        // The same kernel again takes its place.
        send(&mut kernels, scale);
        assert_eq!(kernels, [scale, plain]);
    }

    #[test]
    fn it_runs_at_every_size_and_block() {
        let experiment = Experiment {
            kernels: vec![own("scale", &[]), own("plain", &[])],
            sizes: vec![1_000, 1 << 16, 1 << 24],
            blocks: vec![64, 256],
            copy: false,
            ..Experiment::default()
        };
        let cases = experiment.cases();
        let rows: Vec<_> = cases
            .iter()
            .map(|case| (case.kernel.kernel.name.as_ref(), case.size.n(), case.size.block()))
            .collect();
        let most = MOST_LANES as u32;
        assert_eq!(
            rows,
            [
                ("scale", 1_000, 64),
                ("plain", 1_000, 128),
                ("scale", 1_000, 256),
                ("scale", 1 << 16, 64),
                ("plain", 1 << 16, 128),
                ("scale", 1 << 16, 256),
                ("scale", most, 64),
                ("plain", most, 128),
                ("scale", most, 256),
            ]
        );
        for Case { kernel, size, .. } in cases.into_iter().take(6) {
            let dispatch = kernel.dispatch(size, &Machine::default());
            let entry = kernel.kernel.entry_point.as_deref();
            let program = simt::compile(&kernel.kernel.source, entry).expect("it compiles");
            let run = simt::run(&program, &dispatch, &RunOptions::default()).expect("it runs");
            assert_eq!((run.outcome, run.findings), (Outcome::Completed, vec![]));
            let lanes = dispatch.workgroup_count() * u64::from(size.block());
            assert!((u64::from(size.n())..u64::from(size.n()) + 256).contains(&lanes));
            assert!(kernel.useful_bytes(size) >= 4 * u64::from(size.n()));
            assert!(is_own(kernel));
        }
    }

    #[test]
    fn names_are_told_apart() {
        let first = own("scale", &[]);
        assert_eq!(own("scale", &[first]).kernel.name, "scale");
        let other = TEXT.replace("p.scale *", "2.0 *");
        let entries = simt::entry_points(&other).expect("it is WGSL");
        let second = own_kernel(&Draft::of_text(other), &entries[0], &[first]);
        assert_eq!(second.kernel.name, "scale 2");
        assert!(!GALLERY.iter().any(|kernel| is_own(kernel)));
    }
}
