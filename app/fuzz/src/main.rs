//! A plain loop of mutations: `cargo run --release -p fuzz -- TARGET INPUTS [SEED]`, with the targets `source` and
//! `kernel`. What made a panic is written to `target/fuzz/`, and the loop goes on.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use fuzz::corpus;
use fuzz::mutate::{Dice, mutate};
use std::panic::catch_unwind;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Writes the corpus to a folder, for libFuzzer: `-- corpus source FOLDER`.
fn write_corpus(inputs: &[Vec<u8>], folder: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, input) in inputs.iter().enumerate() {
        std::fs::write(Path::new(folder).join(number.to_string()), input)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let target = |name| match name {
        "source" => Some((fuzz::source as fn(&[u8]), corpus::sources())),
        "kernel" => Some((fuzz::kernel as fn(&[u8]), corpus::kernels())),
        _ => None,
    };
    match words[..] {
        ["corpus", name, folder] => {
            match target(name).map(|(_, inputs)| write_corpus(&inputs, folder)) {
                Some(Ok(())) => ExitCode::SUCCESS,
                _ => ExitCode::FAILURE,
            }
        }
        [name, inputs, ref rest @ ..] => {
            let seed = rest.first().and_then(|word| word.parse().ok()).unwrap_or(0);
            match (target(name), inputs.parse()) {
                (Some((target, corpus)), Ok(inputs)) => run(name, target, corpus, inputs, seed),
                _ => usage(),
            }
        }
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("fuzz (source | kernel) INPUTS [SEED], or fuzz corpus (source | kernel) FOLDER");
    ExitCode::FAILURE
}

/// Inputs that a mutation may start from at most; old ones make room.
const MOST_KEPT: usize = 4096;

fn run(
    name: &str,
    target: fn(&[u8]),
    mut corpus: Vec<Vec<u8>>,
    inputs: u64,
    seed: u64,
) -> ExitCode {
    let (begin, mut dice, mut panics) = (Instant::now(), Dice::new(seed), 0);
    for number in 0..inputs {
        let other = dice.below(corpus.len());
        let input = match corpus.get(number as usize) {
            Some(input) if seed == 0 => input.clone(),
            _ => mutate(&corpus[dice.below(corpus.len())], &corpus[other], &mut dice),
        };
        if catch_unwind(|| target(&input)).is_err() {
            panics += 1;
            let folder = Path::new("target/fuzz");
            let file = folder.join(format!("{name}-{seed}-{number}"));
            if let Err(error) =
                std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, &input))
            {
                eprintln!("{}: {error}", file.display());
            }
            println!(
                "input {number} after {:.1} s: {}",
                begin.elapsed().as_secs_f64(),
                file.display()
            );
        } else if input.len() < 1 << 14 && dice.below(16) == 0 {
            // Some mutations stay, so that changes add up.
            if corpus.len() < MOST_KEPT {
                corpus.push(input);
            } else {
                let place = dice.below(MOST_KEPT);
                corpus[place] = input;
            }
        }
    }
    println!(
        "{name}: {inputs} inputs, {panics} panics, {:.1} s",
        begin.elapsed().as_secs_f64()
    );
    if panics == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
