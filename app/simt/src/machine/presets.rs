//! The presets: real machines, with the sizes that their makers publish and the document of each.

use super::{LoadGranularity, Machine, MachineSizes};

/// Sizes of most NVIDIA GPUs: 32 lanes served together, lines of 128 bytes in sectors of 32, 32 banks of 4 bytes.
const NVIDIA: MachineSizes = MachineSizes {
    warp_width: 32,
    request_lanes: 32,
    line_bytes: 128,
    sector_bytes: 32,
    loads: LoadGranularity::Sectors,
    bank_count: 32,
    bank_bytes: 4,
};

const NVIDIA_L1: MachineSizes = MachineSizes {
    loads: LoadGranularity::Lines,
    ..NVIDIA
};

/// Compute capability 1.0: half-warps are served together, words of 4 bytes in segments of 64.
const G80: MachineSizes = MachineSizes {
    request_lanes: 16,
    line_bytes: 64,
    loads: LoadGranularity::Lines,
    bank_count: 16,
    ..NVIDIA
};

const RDNA: MachineSizes = MachineSizes {
    sector_bytes: 64,
    ..NVIDIA
};

const RDNA_64: MachineSizes = MachineSizes { warp_width: 64, ..RDNA };

const INTEL: MachineSizes = MachineSizes {
    warp_width: 16,
    request_lanes: 16,
    line_bytes: 64,
    sector_bytes: 64,
    bank_count: 16,
    ..NVIDIA
};

const INTEL_8: MachineSizes = MachineSizes {
    warp_width: 8,
    request_lanes: 8,
    ..INTEL
};

const INTEL_32: MachineSizes = MachineSizes {
    warp_width: 32,
    ..INTEL
};

const RDNA_SOURCE: &str = "AMD, RDNA 3 Instruction Set Architecture Reference Guide: wave32 and wave64, LDS of 32 banks of one dword a compute unit; \
     AMD, RDNA Architecture whitepaper: cache lines of 128 bytes, wave64 as two passes of 32 lanes";
const RDNA_ASSUMED: &str = "The least that moves is not printed as such: 64 bytes, the unit that AMD's counters of requests between caches count.";
const INTEL_SOURCE: &str = "Intel, OpenCL Developer Guide for Intel Processor Graphics, Memory Access Overview: L3 lines of 64 bytes; \
     Intel, oneAPI GPU Optimization Guide, Shared Local Memory: 64 bytes in 16 banks of 4; \
     Sub-Groups and SIMD Vectorization: 8, 16 or 32 lanes";
const INTEL_ASSUMED: &str = "Lines are printed for the generations up to Xe-LP, and taken for Arc A and Arc B. Lines have no sectors: \
     a sector is a line.";

/// NVIDIA prints these sizes for all GPUs that the guides cover, and not card by card.
const NVIDIA_SOURCE: &str = "CUDA Programming Guide 13, 5.1.3: warps of 32 lanes, 32 banks; 2.3.4: global memory moves in transactions of 32 bytes, \
     banks of 32 bits; Nsight Compute, Profiling Guide, Quantities: a line of L1 and of L2 is four sectors of 32 bytes";

impl Machine {
    /// An NVIDIA GPU since Volta.
    const fn current(id: &'static str, name: &'static str) -> Self {
        Self::of(id, name, NVIDIA, NVIDIA_SOURCE, "")
    }

    /// All presets; the first is the default.
    pub const PRESETS: [Machine; 21] = [
        Machine::of(
            "k80",
            "Tesla K80",
            NVIDIA,
            "CUDA C++ Programming Guide 11, appendix Compute Capability 3.x: global loads are cached in L2 only by default",
            "Banks of 4 bytes, as in the four-byte mode, which is the default.",
        ),
        Machine::of(
            "k80-l1",
            "Tesla K80, L1 loads",
            NVIDIA_L1,
            "CUDA C++ Programming Guide 11, appendix Compute Capability 3.x: -Xptxas -dlcm=ca caches loads in L1 by 128-byte lines",
            "Banks of 4 bytes, as in the four-byte mode, which is the default.",
        ),
        Machine::of(
            "g80",
            "GeForce 8800 (G80)",
            G80,
            "CUDA C Programming Guide 4.2, appendix Compute Capability 1.x: requests of half-warps, segments of 32, 64 and 128 bytes, \
             16 banks of 32 bits",
            "Segments of 64 bytes, those of 4-byte words. A half-warp costs the segments it touches, as from compute capability 1.2 on; \
             before that, lanes out of order cost a transaction each.",
        ),
        Machine::of(
            "m2070",
            "Tesla M2070",
            NVIDIA_L1,
            "CUDA C Programming Guide 4.2, appendix Compute Capability 2.x: L1 lines of 128 bytes, L2 segments of 32, 32 banks of 32 bits",
            "",
        ),
        Machine::current("v100", "Tesla V100"),
        Machine::current("t4", "Tesla T4"),
        Machine::current("a100", "A100"),
        Machine::current("rtx-3060", "GeForce RTX 3060"),
        Machine::current("l4", "L4"),
        Machine::current("rtx-4070", "GeForce RTX 4070"),
        Machine::current("h200", "H100, H200"),
        Machine::current("b200", "B200"),
        Machine::current("rtx-5080", "GeForce RTX 5080"),
        Machine::current("rtx-pro-6000", "RTX PRO 6000 Blackwell"),
        Machine::of("rdna3-32", "AMD RDNA 3, wave32", RDNA, RDNA_SOURCE, RDNA_ASSUMED),
        Machine::of("rdna3-64", "AMD RDNA 3, wave64", RDNA_64, RDNA_SOURCE, RDNA_ASSUMED),
        Machine::of(
            "cdna3",
            "AMD CDNA 3",
            // Local memory has 32 banks and serves half of a wave64 at a time. The model assumes the same of the
            // caches.
            RDNA_64,
            "AMD, CDNA 3 Architecture whitepaper: wave64, cache lines of 128 bytes; \
             AMD, ROCm Compute Profiler documentation, Local data share: 32 banks of 4 bytes",
            "Global requests are served 32 lanes at a time like those of local memory, and move at least 64 bytes: neither is printed as such.",
        ),
        Machine::of("xe-8", "Intel Xe, 8 lanes", INTEL_8, INTEL_SOURCE, INTEL_ASSUMED),
        Machine::of("xe-16", "Intel Xe, 16 lanes", INTEL, INTEL_SOURCE, INTEL_ASSUMED),
        Machine::of(
            "xe-32",
            "Intel Xe, 32 lanes",
            // A message to memory carries at most 16 lanes.
            INTEL_32,
            INTEL_SOURCE,
            "Lines are printed for the generations up to Xe-LP, and taken for Arc A and Arc B. Lines have no sectors: a sector is a line. \
             Requests of 32 lanes are served as two of 16.",
        ),
        Machine::of(
            "apple",
            "Apple GPU",
            NVIDIA,
            "Apple, WWDC 2022, session 10159, Scale compute workloads across Apple GPUs: SIMD-groups of 32 threads",
            "Apple prints no sizes of lines, sectors or banks: those of NVIDIA's GPUs stand in for them, so that only the width is Apple's.",
        ),
    ];
}
