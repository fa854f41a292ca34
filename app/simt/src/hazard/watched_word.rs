//! A word of memory whose last store is asked for.

use super::warp_access::WarpAccess;

#[derive(Clone, Copy, Debug)]
pub(super) struct WatchedWord {
    pub(super) memory: u32,
    pub(super) word: u32,
    /// The last workgroup that stored it.
    pub(super) stored_by: Option<u32>,
}

impl WatchedWord {
    /// Records a store of a warp, if one of its lanes stores the word.
    pub(super) fn look(&mut self, access: &WarpAccess<'_>, workgroup: u32) {
        let last_byte = access.words * access.each - 1;
        let covers = |address: &u32| (address / 4..=address.wrapping_add(last_byte) / 4).contains(&self.word);
        if access.memory == self.memory && access.addresses.iter().any(covers) {
            self.stored_by = Some(workgroup);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Buffer, Contents, Dispatch, Execution, RunOptions, compile};

    /// Returns the last workgroup of four that stored a word of 64.
    fn stored_by(declared: &str, body: &str, word: u32) -> Option<u32> {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<{declared}>;\n\
             @compute @workgroup_size(16) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {{ {body} }}"
        );
        let program = compile(&text, None).expect("it is valid");
        let dispatch = Dispatch {
            workgroups: [4, 1, 1],
            overrides: Default::default(),
            buffers: vec![Buffer {
                group: 0,
                binding: 0,
                contents: Contents::Zeros { words: 64 },
            }],
        };
        let options = RunOptions {
            traced: None,
            findings: false,
            ..RunOptions::default()
        };
        let mut execution = Execution::new(&program, &dispatch, &options).expect("it starts");
        execution.watch(0, word);
        while !execution.advance(u64::MAX).finished {}
        execution.stored_by()
    }

    #[test]
    fn the_last_store_counts_whatever_its_value() {
        for (declared, body, word, wanted) in [
            ("u32", "data[id.x] = 0;", 20, Some(1)),
            ("u32", "data[id.x % 16] = id.x;", 5, Some(3)),
            ("u32", "if group.x == 2 { data[7] = 1; }", 7, Some(2)),
            ("u32", "let seen = data[id.x]; data[63] = seen;", 20, None),
            ("vec4f", "data[id.x / 4] = vec4f(1);", 33, Some(2)),
            ("atomic<u32>", "if group.x < 2 { atomicAdd(&data[3], 0); }", 3, Some(1)),
        ] {
            assert_eq!(stored_by(declared, body, word), wanted, "{body}");
        }
    }
}
