//! The built-in values of `linear_indexing`, which WGSL has since 2026; not every compiler of a GPU takes them.

use simt::{Buffer, Contents, Dispatch, RunOptions, compile, run};

const TEXT: &str = "requires linear_indexing;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(2, 2, 2)
fn main(@builtin(global_invocation_index) index: u32, @builtin(workgroup_index) group: u32, @builtin(workgroup_id) id: vec3u) {
  data[index] = group * 100u + id.x + id.y * 2u + id.z * 6u;
}";

#[test]
fn indices_count_workgroups_with_x_first_and_their_invocations() {
    let dispatch = Dispatch {
        workgroups: [2, 3, 2],
        overrides: Default::default(),
        buffers: vec![Buffer {
            group: 0,
            binding: 0,
            contents: Contents::Zeros { words: 96 },
        }],
    };
    let program = compile(TEXT, None).expect("the text is valid");
    let run = run(&program, &dispatch, &RunOptions::default()).expect("it starts");
    let expected: Vec<u32> = (0..96).map(|index| index / 8 * 101).collect();
    assert_eq!(run.buffers, [expected]);
}
