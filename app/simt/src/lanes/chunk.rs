//! Chunks of eight lanes, which compilers turn into vector instructions.

/// Lanes of a chunk.
pub(crate) const CHUNK: usize = 8;

/// Takes `new` in the lanes whose bit is set, without a branch.
#[inline]
pub(crate) fn blend(out: &mut [u32; CHUNK], new: &[u32; CHUNK], bits: u64) {
    let (old, new, bits) = (*out, *new, bits as u32);
    *out = std::array::from_fn(|lane| if bits & (1 << lane) != 0 { new[lane] } else { old[lane] });
}

/// The same as `blend` for up to 64 neighbouring lanes.
pub(crate) fn blend_row(out: &mut [u32], new: &[u32], mut bits: u64) {
    let (chunks, rest) = out.as_chunks_mut();
    let (new_chunks, new_rest) = new.as_chunks();
    for (out, new) in chunks.iter_mut().zip(new_chunks) {
        blend(out, new, bits);
        bits >>= CHUNK;
    }
    for (lane, (out, &new)) in rest.iter_mut().zip(new_rest).enumerate() {
        if bits >> lane & 1 != 0 {
            *out = new;
        }
    }
}
