//! Keeps the relocations in a page that will be split (`cargo xtask build` asks for it), because wasm-split needs them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=WARPSTEP_SPLIT");
    println!("cargo::rustc-check-cfg=cfg(split)");
    if std::env::var_os("WARPSTEP_SPLIT").is_some() {
        println!("cargo::rustc-cfg=split");
        println!("cargo::rustc-link-arg-bin=page=--emit-relocs");
    }
}
