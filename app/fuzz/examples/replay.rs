//! Runs a target on files that a fuzzer saved: `cargo run -p fuzz --example replay -- kernel FILES`.

fn main() {
    let mut words = std::env::args().skip(1);
    let target = match words.next().as_deref() {
        Some("kernel") => fuzz::kernel,
        _ => fuzz::source,
    };
    for file in words {
        let input = std::fs::read(&file).unwrap_or_default();
        eprintln!("{file}");
        target(&input);
    }
}
