//! libFuzzer's side of the target `source`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::source(bytes));
