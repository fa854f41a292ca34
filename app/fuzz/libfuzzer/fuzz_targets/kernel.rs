//! The libFuzzer entry point of the target `kernel`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz::kernel(bytes);
});
