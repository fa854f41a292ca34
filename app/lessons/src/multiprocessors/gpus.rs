//! The GPUs of the multiprocessors panel: their number of multiprocessors, and where it is printed.

use crate::occupancy::ComputeCapability;

/// A GPU with its number of multiprocessors.
#[derive(Debug, PartialEq, Eq)]
pub struct Gpu {
    /// The name in links.
    pub id: &'static str,
    pub name: &'static str,
    /// The version of its compute capability, such as `3.7`.
    pub capability: &'static str,
    pub multiprocessors: u32,
    pub source: &'static str,
}

/// The GPUs, oldest first.
pub static GPUS: [Gpu; 14] = [
    Gpu {
        id: "8800-gtx",
        name: "GeForce 8800 GTX",
        capability: "1.0",
        multiprocessors: 16,
        source: "NVIDIA, CUDA Programming Guide 1.0, appendix A.1",
    },
    Gpu {
        id: "m2070",
        name: "Tesla C2050, M2070",
        capability: "2.0",
        multiprocessors: 14,
        source: "NVIDIA, CUDA C Programming Guide 4.0, appendix A",
    },
    Gpu {
        id: "k80",
        name: "Tesla K80, one of two GK210",
        capability: "3.7",
        multiprocessors: 13,
        source: "NVIDIA, Tesla K80 board specification: 2 × 2496 cores, 192 of them on a multiprocessor",
    },
    Gpu {
        id: "p100",
        name: "Tesla P100",
        capability: "6.0",
        multiprocessors: 56,
        source: "NVIDIA, Tesla P100 whitepaper",
    },
    Gpu {
        id: "v100",
        name: "Tesla V100",
        capability: "7.0",
        multiprocessors: 80,
        source: "NVIDIA, Tesla V100 GPU architecture whitepaper",
    },
    Gpu {
        id: "t4",
        name: "Tesla T4",
        capability: "7.5",
        multiprocessors: 40,
        source: "NVIDIA, specifications: 2560 cores, 64 of them on a multiprocessor",
    },
    Gpu {
        id: "a100",
        name: "A100",
        capability: "8.0",
        multiprocessors: 108,
        source: "NVIDIA, A100 Tensor Core GPU architecture whitepaper",
    },
    Gpu {
        id: "rtx-3060",
        name: "GeForce RTX 3060",
        capability: "8.6",
        multiprocessors: 28,
        source: "NVIDIA, specifications: 3584 cores, 128 of them on a multiprocessor",
    },
    Gpu {
        id: "l4",
        name: "L4",
        capability: "8.9",
        multiprocessors: 58,
        source: "NVIDIA, specifications: 7424 cores, 128 of them on a multiprocessor",
    },
    Gpu {
        id: "rtx-4070",
        name: "GeForce RTX 4070",
        capability: "8.9",
        multiprocessors: 46,
        source: "NVIDIA, specifications: 5888 cores, 128 of them on a multiprocessor",
    },
    Gpu {
        id: "h200",
        name: "H100 SXM, H200",
        capability: "9.0",
        multiprocessors: 132,
        source: "NVIDIA, H100 Tensor Core GPU architecture whitepaper",
    },
    Gpu {
        id: "b200",
        name: "B200",
        capability: "10.0",
        multiprocessors: 148,
        source: "deviceQuery on a B200, as its users publish it",
    },
    Gpu {
        id: "rtx-5080",
        name: "GeForce RTX 5080",
        capability: "12.0",
        multiprocessors: 84,
        source: "NVIDIA, RTX Blackwell GPU architecture whitepaper",
    },
    Gpu {
        id: "rtx-pro-6000",
        name: "RTX PRO 6000 Blackwell",
        capability: "12.0",
        multiprocessors: 188,
        source: "NVIDIA, RTX PRO Blackwell GPU architecture whitepaper",
    },
];

impl Gpu {
    pub fn by_id(id: &str) -> Option<&'static Gpu> {
        GPUS.iter().find(|gpu| gpu.id == id)
    }

    /// Returns the GPU of a machine preset, by its id. `None` for machines of other makers and for the reader's own.
    pub fn of_machine(id: &str) -> Option<&'static Gpu> {
        let capability = ComputeCapability::of_machine(id)?.version();
        let usual = || GPUS.iter().find(|gpu| gpu.capability == capability);
        Gpu::by_id(id).or_else(usual)
    }

    /// Returns the limits of a multiprocessor.
    pub fn limits(&self) -> Option<&'static ComputeCapability> {
        ComputeCapability::by_version(self.capability)
    }
}
