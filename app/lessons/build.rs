//! A page that is built in parts (`cargo xtask build` asks for it) keeps words and figures in packs beside its program.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=WARPSTEP_SPLIT");
    println!("cargo::rustc-check-cfg=cfg(packed)");
    let is_web = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if is_web && std::env::var_os("WARPSTEP_SPLIT").is_some() {
        println!("cargo::rustc-cfg=packed");
    }
}
