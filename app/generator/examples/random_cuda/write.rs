//! Writes the programs that nvcc compiles, their data, and the script that runs them.

use crate::{LIST, RESULTS, kernel};
use generator::{RandomCuda, Use};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

/// Kernels of one program. nvcc takes about one second for ten of them.
const KERNELS_OF_A_FILE: u64 = 50;

const HEAD: &str = r#"#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static FILE *data, *results;

static void check(cudaError_t error, unsigned long long seed) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "seed %llu: %s\n", seed, cudaGetErrorString(error));
    exit(1);
}

static unsigned char *take(size_t bytes, unsigned long long seed) {
    unsigned char host[1 << 12], *device;
    if (fread(host, 1, bytes, data) != bytes)
        exit(2);
    check(cudaMalloc(&device, bytes), seed);
    check(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice), seed);
    return device;
}

static void give(unsigned char *device, size_t bytes, unsigned long long seed) {
    unsigned char host[1 << 12];
    check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), seed);
    fwrite(host, 1, bytes, results);
}

"#;

pub fn write(folder: &Path, options: &[&str]) -> Result<(), Box<dyn Error>> {
    let (mut count, mut seed) = (2000, 0);
    let mut words = options.iter();
    while let Some(&word) = words.next() {
        let value: u64 = words.next().ok_or("an option wants a number")?.parse()?;
        match word {
            "--count" => count = value,
            "--seed" => seed = value,
            _ => return Err(format!("`{word}` is not an option").into()),
        }
    }
    std::fs::create_dir_all(folder)?;
    let mut names = Vec::new();
    for first in (seed..seed + count).step_by(KERNELS_OF_A_FILE as usize) {
        let last = (first + KERNELS_OF_A_FILE).min(seed + count);
        let name = format!("part_{:04}", names.len());
        let (text, data) = program(first, last);
        std::fs::write(folder.join(format!("{name}.cu")), text)?;
        std::fs::write(folder.join(format!("{name}.data")), data)?;
        names.push(name);
    }
    std::fs::write(folder.join("run.sh"), script(&names))?;
    std::fs::write(folder.join(LIST), format!("{seed} {count}\n"))?;
    println!(
        "{count} kernels in {} programs: `sh run.sh` leaves `{RESULTS}`",
        names.len()
    );
    Ok(())
}

/// Returns a program with the kernels of some seeds, and its data.
fn program(first: u64, last: u64) -> (String, Vec<u8>) {
    let (mut text, mut data) = (HEAD.to_owned(), Vec::new());
    let mut main = "int main(int, char **names) {\n    data = fopen(names[1], \"rb\");\n    \
                    results = fopen(names[2], \"wb\");\n    if (!data || !results)\n        return 2;\n"
        .to_owned();
    for seed in first..last {
        let kernel = kernel(seed);
        text.push_str(&one(seed, &kernel));
        let _ = writeln!(main, "    run_{seed}();");
        for buffer in &kernel.buffers {
            data.extend_from_slice(&buffer.contents);
        }
    }
    main.push_str("    return fclose(results);\n}\n");
    (text + &main, data)
}

/// Returns a kernel in a namespace of its own, and the function that launches it.
fn one(seed: u64, kernel: &RandomCuda) -> String {
    let mut text = format!("namespace k{seed} {{\n{}}}\n", kernel.source);
    for line in kernel.source.lines() {
        if let Some(rest) = line.strip_prefix("#define ") {
            let name = rest.split(['(', ' ']).next().unwrap_or_default();
            let _ = writeln!(text, "#undef {name}");
        }
    }
    let mut arguments = Vec::new();
    let _ = writeln!(text, "static void run_{seed}() {{");
    for buffer in &kernel.buffers {
        let (name, bytes) = (&buffer.name, buffer.contents.len());
        let _ = writeln!(text, "    unsigned char *{name} = take({bytes}, {seed});");
        arguments.push(format!("({} *){name}", buffer.element.name()));
    }
    for (_, element, value) in &kernel.arguments {
        arguments.push(format!("({})({value})", element.name()));
    }
    let template = if kernel.template.is_empty() {
        String::new()
    } else {
        format!("<{}>", kernel.template.join(", "))
    };
    let extent = |[x, y, z]: [u32; 3]| format!("dim3({x}, {y}, {z})");
    let _ = writeln!(
        text,
        "    k{seed}::{}{template}<<<{}, {}, {}>>>({});\n    check(cudaGetLastError(), {seed});\n    \
         check(cudaDeviceSynchronize(), {seed});",
        kernel.kernel,
        extent(kernel.grid),
        extent(kernel.block),
        kernel.shared_bytes,
        arguments.join(", ")
    );
    for buffer in kernel.buffers.iter().filter(|it| it.used == Use::Output) {
        let _ = writeln!(text, "    give({}, {}, {seed});", buffer.name, buffer.contents.len());
    }
    for buffer in &kernel.buffers {
        let _ = writeln!(text, "    cudaFree({});", buffer.name);
    }
    text.push_str("}\n\n");
    text
}

/// Returns the script: all programs are compiled, as many at once as there are cores, then run one after the other.
fn script(names: &[String]) -> String {
    let parts = names.join("\n");
    format!(
        "#!/bin/sh\n# Compiles and runs the random kernels, and joins their results in one file.\nset -e\ncd \"$(dirname \"$0\")\"\n\
         arch=${{1:-native}}\ncat > parts.txt <<'END'\n{parts}\nEND\n\
         xargs -P \"$(nproc)\" -I NAME nvcc -w -std=c++20 -O3 -arch=\"$arch\" -o NAME.run NAME.cu < parts.txt\n\
         rm -f {RESULTS}\n\
         for name in $(cat parts.txt); do\n    ./$name.run $name.data $name.out\n    cat $name.out >> {RESULTS}\n    \
         rm $name.out $name.run\ndone\nls -l {RESULTS}\n"
    )
}
