//! The CUDA examples (`shaders/examples`): each is launched as its own host code says, gives the result of an independent
//! calculation, and has no finding, neither in lockstep nor in another order of warps.

mod warpstep;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use warpstep::{folder, warpstep};

/// A kernel of an example, with its buffers before, and one of them after the run.
struct Example {
    file: &'static str,
    kernel: &'static str,
    buffers: Vec<(&'static str, Vec<u8>)>,
    expected: (&'static str, Vec<u8>),
}

fn words(values: impl IntoIterator<Item = i32>) -> Vec<u8> {
    values.into_iter().flat_map(i32::to_le_bytes).collect()
}

fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

/// Returns numbers with no pattern that a wrong index would keep.
fn scattered(count: usize) -> Vec<i32> {
    let step = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some((*state >> 12) as i32 - (1 << 19))
    };
    std::iter::repeat_n((), count)
        .scan(7, |state, ()| step(state))
        .collect()
}

fn sums(values: &[i32], block: usize) -> Vec<u8> {
    words(values.chunks(block).map(|part| part.iter().sum()))
}

fn examples() -> Vec<Example> {
    let numbers = scattered(2048);
    let bytes: Vec<u8> = scattered(7200).iter().map(|number| *number as u8).collect();
    let (a, b) = numbers.split_at(1000);
    let halves = |values: &[i32]| values.iter().map(|value| *value as f32 / 2.0).collect();
    let (a, b): (Vec<f32>, Vec<f32>) = (halves(a), halves(&b[..1000]));
    let sum = a.iter().zip(&b).map(|(a, b)| a + b);
    let mut examples = vec![Example {
        file: "vector_sum",
        kernel: "add",
        expected: ("c", floats(sum)),
        buffers: vec![("a", floats(a.clone())), ("b", floats(b.clone())), ("c", vec![9; 4000])],
    }];
    for (kernel, block) in [
        ("reduce_neighbored", 128),
        ("reduce_neighbored_less", 128),
        ("reduce_interleaved", 128),
        ("reduce_unroll2", 256),
    ] {
        examples.push(Example {
            file: "reduction_ladder",
            kernel,
            buffers: vec![("data", words(numbers[..1024].to_vec())), ("sums", vec![0; 32])],
            expected: ("sums", sums(&numbers[..1024], block)),
        });
    }
    examples.push(Example {
        file: "templated_reduction",
        kernel: "reduce",
        buffers: vec![("data", words(numbers.clone())), ("sums", vec![0; 16])],
        expected: ("sums", sums(&numbers, 512)),
    });
    let matrix: Vec<f32> = (0..64 * 48).map(|element| element as f32).collect();
    let columns = (0..64).flat_map(|x| (0..48).map(move |y| (y * 64 + x) as f32));
    examples.push(Example {
        file: "transpose",
        kernel: "transpose",
        buffers: vec![("in", floats(matrix)), ("out", vec![0; 64 * 48 * 4])],
        expected: ("out", floats(columns)),
    });
    examples.push(Example {
        file: "shuffle_reduction",
        kernel: "sum",
        buffers: vec![("data", words(numbers[..1500].to_vec())), ("total", vec![0; 4])],
        expected: ("total", sums(&numbers[..1500], 1500)),
    });
    let mut counts = vec![0; 256];
    for byte in &bytes[..1024] {
        counts[usize::from(*byte)] += 1;
    }
    examples.push(Example {
        file: "histogram",
        kernel: "histogram",
        buffers: vec![("data", bytes[..1024].to_vec()), ("bins", vec![0; 1024])],
        expected: ("bins", words(counts)),
    });
    let grey = |pixel: &[u8]| {
        let weighted = [77, 150, 29]
            .iter()
            .zip(pixel)
            .map(|(weight, byte)| weight * u32::from(*byte));
        (weighted.sum::<u32>() / 256) as u8
    };
    examples.push(Example {
        file: "grey_picture",
        kernel: "grey",
        expected: ("result", bytes.chunks(3).map(grey).collect()),
        buffers: vec![("colour", bytes), ("result", vec![0; 2400])],
    });
    examples.push(Example {
        file: "block_groups",
        kernel: "sum",
        buffers: vec![("data", words(numbers[..1024].to_vec())), ("totals", vec![0; 16])],
        expected: ("totals", sums(&numbers[..1024], 256)),
    });
    examples
}

#[test]
fn examples_run_as_their_host_code_says() {
    let examples = examples();
    for seed in [0, 5] {
        let mut input = Vec::new();
        for example in &examples {
            let path = folder("../../../shaders/examples")
                .join(example.file)
                .with_extension("cu");
            let text = std::fs::read_to_string(path).expect("an example");
            let buffers: Vec<Value> = example
                .buffers
                .iter()
                .map(|(name, bytes)| json!({"name": name, "base64": BASE64.encode(bytes)}))
                .collect();
            let request = json!({
                "op": "run", "cuda": text, "kernel": example.kernel, "seed": seed, "buffers": buffers,
            });
            input.extend(request.to_string().into_bytes());
            input.push(b'\n');
        }
        let output = warpstep("exec", &input);
        assert_eq!(output.status, 0, "{}", output.stderr);
        assert_eq!(output.stdout.lines().count(), examples.len());
        for (example, line) in examples.iter().zip(output.stdout.lines()) {
            let answer: Value = serde_json::from_str(line).expect("JSON");
            let name = format!("{} in {}, seed {seed}", example.kernel, example.file);
            assert_eq!(answer["outcome"], "completed", "{name}: {answer}");
            let (buffer, bytes) = &example.expected;
            let buffers = answer["buffers"].as_array().expect("a list");
            let contents = buffers.iter().find(|answered| answered["name"] == *buffer);
            let contents = contents
                .and_then(|answered| answered["base64"].as_str())
                .expect("a buffer");
            let contents = BASE64.decode(contents).expect("base64");
            assert!(contents.starts_with(bytes), "{name}: {contents:?}");
            let findings = answer["findings"].as_array().expect("a list");
            assert!(findings.is_empty(), "{name}: {findings:#?}");
        }
    }
}

#[test]
fn every_example_is_run() {
    let files = std::fs::read_dir(folder("../../../shaders/examples")).expect("the examples");
    for file in files {
        let path = file.expect("a file").path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(examples().iter().any(|example| example.file == stem), "{stem}");
    }
}
