//! Each input that cannot run is refused with its own error, and the device keeps working.

use crate::adapter;
use crate::skipped::skip;
use gpu::{Adapter, Control, Gpu, GpuError, Job, check, run_once};
use lessons::{GalleryKernel, Size};
use simt::{Buffer, Contents, Dispatch, Kernel, Machine, Pattern};
use std::collections::BTreeMap;
use std::sync::LazyLock;

static MACHINE: LazyLock<Machine> = LazyLock::new(Machine::default);

fn neighbored() -> &'static GalleryKernel {
    GalleryKernel::by_name("reduce_neighbored").expect("a kernel of the gallery")
}

/// Returns a custom kernel over one buffer `data` of 256 words.
fn kernel(source: &'static str) -> (Kernel, Dispatch) {
    let data = Contents::Pattern {
        pattern: Pattern::Index,
        words: 256,
    };
    let dispatch = Dispatch {
        workgroups: [1, 1, 1],
        overrides: BTreeMap::new(),
        buffers: vec![Buffer {
            group: 0,
            binding: 0,
            contents: data,
        }],
    };
    (Kernel::gallery("ours", source), dispatch)
}

fn outcome(gpu: &Gpu, source: &'static str) -> Result<Vec<Vec<u32>>, GpuError> {
    let (kernel, dispatch) = kernel(source);
    pollster::block_on(run_once(gpu, &kernel, &dispatch))
}

const DOUBLE: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] *= 2u; }";

#[test]
fn a_wrong_result_names_the_first_word_that_differs() {
    let gpu = adapter::connect();
    let size = Size::fixed(5_000, 64);
    let honest = adapter::job(neighbored(), size, &MACHINE);
    assert_eq!(pollster::block_on(check(&gpu, &honest, &Control::new())), Ok(()));
    let wrong = Job::new(honest.kernel.clone(), honest.dispatch.clone(), 1, 0, |first, out| {
        neighbored().reference(size, &MACHINE, first, out);
        for (index, word) in (first..).zip(out) {
            *word += u32::from(index >= 70);
        }
    });
    match pollster::block_on(check(&gpu, &wrong, &Control::new())) {
        Err(GpuError::WrongResult {
            index: 70,
            got,
            expected,
        }) => assert_eq!(expected, got + 1),
        other => panic!("{other:?}"),
    }
}

#[test]
fn sizes_beyond_the_adapter_are_refused_before_anything_is_made() {
    let gpu = adapter::connect();
    let most = gpu.info().max_block;
    let (kernel, mut dispatch) = kernel(DOUBLE);
    dispatch.overrides.insert("BLOCK".to_owned(), f64::from(most * 2));
    let refused = |dispatch: &Dispatch| pollster::block_on(run_once(&gpu, &kernel, dispatch));
    assert_eq!(
        refused(&dispatch),
        Err(GpuError::BlockTooLarge { block: most * 2, most })
    );

    dispatch.overrides.clear();
    let words = gpu.info().max_bytes() / 4 + 1;
    dispatch.buffers[0].contents = Contents::Zeros { words };
    assert_eq!(
        refused(&dispatch),
        Err(GpuError::BufferTooLarge {
            bytes: words * 4,
            most: gpu.info().max_bytes()
        })
    );

    dispatch.buffers[0].contents = Contents::Zeros { words: 64 };
    dispatch.workgroups = [gpu.info().max_workgroups + 1, 1, 1];
    let asked = gpu.info().max_workgroups + 1;
    assert_eq!(
        refused(&dispatch),
        Err(GpuError::TooManyWorkgroups { asked, most: asked - 1 })
    );
}

#[test]
fn a_block_of_2048_is_too_large() {
    let gpu = adapter::connect();
    let size = Size::fixed(16_384, 1024);
    let mut dispatch = neighbored().dispatch(size, &MACHINE);
    dispatch.overrides.insert("BLOCK".to_owned(), 2048.0);
    match pollster::block_on(run_once(&gpu, &neighbored().kernel, &dispatch)) {
        Err(GpuError::BlockTooLarge { block: 2048, most }) => {
            assert_eq!(most, gpu.info().max_block)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_shader_that_does_not_compile_is_refused_with_its_line() {
    let gpu = adapter::connect();
    let syntax = "@compute @workgroup_size(64)\nfn main() {\n  let x = ;\n}";
    match outcome(&gpu, syntax) {
        Err(GpuError::ShaderRefused { message, line: Some(3) }) => assert!(message.contains("expected"), "{message}"),
        other => panic!("{other:?}"),
    }
    let types = "@compute @workgroup_size(64)\nfn main() {\n  let x: u32 = 1.5;\n}";
    assert!(matches!(
        outcome(&gpu, types),
        Err(GpuError::ShaderRefused { line: Some(3), .. })
    ));
    let two_entries = "@compute @workgroup_size(1) fn a() {}\n@compute @workgroup_size(1) fn b() {}";
    assert!(matches!(
        outcome(&gpu, two_entries),
        Err(GpuError::ShaderRefused { .. })
    ));
    let block = "@compute @workgroup_size(4096) fn main() {}";
    assert!(matches!(outcome(&gpu, block), Err(GpuError::ShaderRefused { .. })));
    // The device still works after all of this.
    let doubled: Vec<u32> = (0..256)
        .map(|index| if index < 64 { 2 * index } else { index })
        .collect();
    assert_eq!(outcome(&gpu, DOUBLE), Ok(vec![doubled]));
}

#[test]
fn a_binding_or_an_override_that_the_shader_lacks_is_refused() {
    let gpu = adapter::connect();
    let (kernel, mut dispatch) = kernel(DOUBLE);
    dispatch.buffers.push(Buffer {
        group: 0,
        binding: 7,
        contents: Contents::Zeros { words: 4 },
    });
    let refused = pollster::block_on(run_once(&gpu, &kernel, &dispatch));
    assert!(matches!(refused, Err(GpuError::CommandRefused { .. })), "{refused:?}");
    dispatch.buffers.pop();
    dispatch.overrides.insert("NOT_THERE".to_owned(), 1.0);
    let refused = pollster::block_on(run_once(&gpu, &kernel, &dispatch));
    assert!(matches!(refused, Err(GpuError::ShaderRefused { .. })), "{refused:?}");
    dispatch.overrides.clear();
    dispatch.buffers.clear();
    let refused = pollster::block_on(run_once(&gpu, &kernel, &dispatch));
    assert!(matches!(refused, Err(GpuError::CommandRefused { .. })), "{refused:?}");
}

#[test]
fn an_output_that_is_not_there_is_named() {
    let gpu = adapter::connect();
    let (kernel, dispatch) = kernel(DOUBLE);
    let job = Job::new(kernel, dispatch, 3, 0, |_, _| {});
    let refused = pollster::block_on(check(&gpu, &job, &Control::new()));
    assert_eq!(refused, Err(GpuError::NoSuchOutput { output: 3, buffers: 1 }));
}

#[test]
fn a_lost_device_answers_at_once_and_for_good() {
    let gpu = adapter::connect();
    assert!(!gpu.is_lost());
    gpu.destroy();
    assert!(gpu.is_lost());
    for _ in 0..2 {
        assert!(matches!(outcome(&gpu, DOUBLE), Err(GpuError::DeviceLost { .. })));
        let job = adapter::job(neighbored(), Size::fixed(1_024, 64), &MACHINE);
        let checked = pollster::block_on(check(&gpu, &job, &Control::new()));
        assert!(matches!(checked, Err(GpuError::DeviceLost { .. })), "{checked:?}");
    }
    // A new device can be created in the usual way.
    assert!(outcome(&adapter::connect(), DOUBLE).is_ok());
}

#[test]
fn an_adapter_that_is_not_there_is_refused_by_name() {
    let refused = pollster::block_on(Gpu::connect_to(&Adapter::Named("abacus".to_owned())));
    match refused {
        Err(GpuError::NoAdapter { detail }) => assert!(detail.contains("abacus"), "{detail}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_device_is_named_and_has_room() {
    let gpu = adapter::connect();
    let info = gpu.info();
    assert!(!info.name.is_empty() && !info.backend.is_empty());
    assert!(info.max_block >= 256 && info.max_bytes() >= 128 << 20, "{info:?}");
}

#[test]
fn subgroup_shaders_compile_here_with_the_directive_that_browsers_want() {
    let gpu = adapter::connect();
    if !gpu.info().subgroups {
        return skip("this adapter has no subgroups");
    }
    let source = "enable subgroups;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] = subgroupAdd(0u) + 1u; }";
    let buffers = outcome(&gpu, source).expect("subgroup operations run");
    assert!(buffers[0][..64].iter().all(|&word| word == 1));
}
