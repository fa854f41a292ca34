//! The libFuzzer entry point of the target `cuda`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz::cuda(bytes);
});
