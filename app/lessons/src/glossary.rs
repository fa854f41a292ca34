//! One concept under its four names: in WGSL, CUDA, AMD's terms and Metal.

use crate::text::{Language, Prose};

/// The language or vendor that a term belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    Wgsl,
    Cuda,
    /// HIP and AMD's manuals.
    Amd,
    Metal,
}

impl Dialect {
    pub const ALL: [Dialect; 4] = [Dialect::Wgsl, Dialect::Cuda, Dialect::Amd, Dialect::Metal];

    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Wgsl => "WGSL",
            Dialect::Cuda => "CUDA",
            Dialect::Amd => "AMD",
            Dialect::Metal => "Metal",
        }
    }
}

/// The lesson that shows what the terms of CUDA become in WGSL, by its id.
pub const TRANSLATING: &str = "cuda-to-wgsl";

/// The slides of that lesson, from 1, by CUDA's name of the term that they show.
const SLIDES: &[(&str, usize)] = &[
    ("kernel launch", 1),
    ("__global__ function", 1),
    ("threadIdx", 1),
    ("blockIdx", 1),
    ("blockIdx * blockDim + threadIdx", 1),
    ("gridDim", 1),
    ("blockDim", 1),
    ("template parameter, constexpr", 1),
    ("pointer parameter", 2),
    ("scalar parameter", 2),
    ("__shared__ memory", 3),
    ("__syncthreads", 3),
    ("barrier with __threadfence_block", 3),
    ("warpSize", 4),
    ("__shfl_down_sync, __shfl_xor_sync", 4),
    ("__all_sync, __any_sync", 4),
    ("__ballot_sync", 4),
    ("__reduce_add_sync", 4),
    ("atomicAdd", 5),
    ("atomicCAS", 5),
    ("__threadfence", 5),
    ("__syncwarp", 6),
    ("volatile", 6),
    ("printf", 7),
    ("dynamic parallelism", 7),
];

/// One concept: its name in each dialect, and its meaning.
#[derive(Debug)]
pub struct Term {
    /// The names, in the order of [`Dialect::ALL`]; `None` if the dialect has no such concept or no name for it.
    pub words: [Option<&'static str>; 4],
    pub meaning: Prose,
}

impl Term {
    pub fn word(&self, dialect: Dialect) -> Option<&'static str> {
        let place = Dialect::ALL.iter().position(|each| *each == dialect)?;
        self.words[place]
    }

    /// Returns the slide of the lesson [`TRANSLATING`] that shows the term, from 1; `None` if no slide does.
    pub fn slide(&self) -> Option<usize> {
        let name = self.word(Dialect::Cuda)?;
        let slide = SLIDES.iter().find(|(each, _)| *each == name);
        slide.map(|(_, slide)| *slide)
    }

    /// Returns true if a name or the meaning contains the text that a reader typed. Ignores case.
    pub fn matches(&self, typed: &str) -> bool {
        let typed = typed.trim().to_lowercase();
        let texts = Language::ALL.map(|language| self.meaning.get(language));
        self.words
            .iter()
            .flatten()
            .chain(&texts)
            .any(|text| text.to_lowercase().contains(&typed))
    }
}

macro_rules! terms {
    ($($wgsl:expr, $cuda:expr, $amd:expr, $metal:expr, $en:literal, $zh:literal;)*) => {
        /// All terms: from the lane up to the launch, then memory, then words that describe a run.
        pub static TERMS: &[Term] = &[$(Term {
            words: [word($wgsl), word($cuda), word($amd), word($metal)],
            meaning: Prose::new($en, $zh),
        }),*];
    };
}

/// Returns `None` for an empty word: the dialect has no name for the concept.
const fn word(word: &'static str) -> Option<&'static str> {
    if word.is_empty() { None } else { Some(word) }
}

#[rustfmt::skip]
terms! {
    "invocation", "thread", "work-item", "thread",
        "One execution of the kernel's code, with its own variables. Its number counts within the block; the picture draws it as a cell.",
        "内核代码的一次执行，有自己的变量。线程号是它在块中的编号；图中画成一格。";
    "", "lane", "lane", "lane",
        "The place of a thread in its warp, from 0 to the warp's width less one: thread 44 is lane 12 of warp 1 where warps have 32 lanes.",
        "通道：线程在线程束中的位置，从 0 到束宽减一。束宽 32 时，44 号线程是 1 号线程束的 12 号通道。";
    "subgroup", "warp", "wavefront", "SIMD-group",
        "Lanes that execute one instruction together: 32 on NVIDIA and Apple, 32 or 64 on AMD, 8, 16 or 32 on Intel. In the counters and lessons here a wavefront is not a warp, but one pass over the banks of shared memory, as in Nsight Compute.",
        "一起执行同一条指令的一组通道：NVIDIA 和 Apple 为 32 条，AMD 为 32 或 64 条，Intel 为 8、16 或 32 条。这里的计数器和课程中，wavefront 不是线程束，而是在共享内存的存储体上走的一趟，与 Nsight Compute 相同。";
    "workgroup", "thread block", "work-group", "threadgroup",
        "Threads that share workgroup memory and can wait for each other.",
        "共享工作组内存、可以互相等待的一组线程。";
    "dispatch", "kernel launch", "kernel dispatch", "dispatchThreadgroups",
        "The order to run a kernel over a number of workgroups.",
        "让内核在若干个工作组上运行的命令。";
    "", "grid", "grid", "grid",
        "All workgroups of one dispatch together.",
        "一次派发的全部工作组。";
    "@compute entry point", "__global__ function", "__global__ function", "kernel function",
        "The function in which each thread begins.",
        "每条线程开始执行的函数。";
    "local_invocation_id", "threadIdx", "threadIdx", "thread_position_in_threadgroup",
        "A thread's place in its workgroup, in three dimensions.",
        "线程在工作组中的三维位置。";
    "workgroup_id", "blockIdx", "blockIdx", "threadgroup_position_in_grid",
        "A workgroup's place in the dispatch.",
        "工作组在派发中的位置。";
    "global_invocation_id", "blockIdx * blockDim + threadIdx", "blockIdx * blockDim + threadIdx", "thread_position_in_grid",
        "A thread's place in the whole dispatch.",
        "线程在整个派发中的位置。";
    "num_workgroups", "gridDim", "gridDim", "threadgroups_per_grid",
        "How many workgroups the dispatch has in each dimension.",
        "派发在每一维上的工作组数。";
    "@workgroup_size", "blockDim", "blockDim", "threads_per_threadgroup",
        "How many threads a workgroup has in each dimension.",
        "工作组在每一维上的线程数。";
    "subgroup_size", "warpSize", "warpSize", "threads_per_simdgroup",
        "How many lanes a warp has. WGSL knows it only while the kernel runs.",
        "线程束的通道数。WGSL 要到内核运行时才知道。";
    "subgroup_invocation_id", "lane ID (%laneid)", "lane ID (__lane_id)", "thread_index_in_simdgroup",
        "A thread's place in its warp: its lane.",
        "线程在线程束中的编号，即它的通道号。";
    "private variable", "register, local memory", "VGPR, scratch", "thread address space",
        "Data that belongs to one thread only.",
        "只属于一条线程的数据。";
    "var<workgroup>", "__shared__ memory", "LDS (local data share)", "threadgroup memory",
        "Small, fast memory that the threads of one workgroup share.",
        "同一工作组的线程共享的小而快的内存。";
    "var<storage>", "global memory", "global memory", "device memory",
        "Large memory that all workgroups reach; it outlives the kernel.",
        "所有工作组都能访问的大内存，内核结束后内容仍在。";
    "@group, @binding", "pointer parameter", "pointer parameter", "[[buffer(n)]] argument",
        "How a kernel reaches an array in global memory: in WGSL by a number, in CUDA by an address.",
        "内核访问全局内存中数组的方式：WGSL 用编号，CUDA 用地址。";
    "struct in var<uniform>", "scalar parameter", "scalar parameter", "constant argument",
        "A number that the host gives to the kernel, the same for all threads.",
        "主机交给内核的一个数，对所有线程都相同。";
    "var<uniform>", "__constant__ memory", "__constant__ memory", "constant memory",
        "Memory that a kernel only reads; fast where all lanes of a warp read the same word.",
        "内核只读的内存；线程束的所有通道读同一个字时最快。";
    "workgroupBarrier", "__syncthreads", "__syncthreads (s_barrier)", "threadgroup_barrier",
        "Every thread of the workgroup waits until all have arrived.",
        "工作组的每条线程都等到全体到齐。";
    "storageBarrier", "barrier with __threadfence_block", "barrier with __threadfence_block", "threadgroup_barrier(mem_device)",
        "Every thread of the workgroup waits, and sees what the others have stored in storage memory. It orders one workgroup, not the grid.",
        "工作组的每条线程都等待，并看到其他线程写入存储内存的内容。它只约束一个工作组，不约束整个网格。";
    "", "__threadfence", "__threadfence", "atomic_thread_fence",
        "A thread's stores before it are seen by other blocks before its stores after it. WGSL orders nothing between blocks but the atomics on one variable.",
        "内存屏障：在别的块看来，线程在它之前的写入先于在它之后的写入。在块与块之间，WGSL 只约束同一变量上的原子操作。";
    "", "grid.sync()", "grid.sync()", "",
        "All threads of the grid wait until each has arrived. It needs a cooperative launch, whose blocks are all resident at once. WGSL has no such barrier: end the kernel there and launch a second one. The machine runs it; a GPU in a browser cannot.",
        "网格的全部线程都等到齐。它要求协作启动：所有的块同时驻留。WGSL 没有这样的同步：在那里结束内核，再启动第二个。本站的机器能执行它，浏览器里的 GPU 不能。";
    "", "__syncwarp", "", "simdgroup_barrier",
        "The lanes of a warp meet, and each sees what the others have stored. In WGSL only the whole workgroup can wait.",
        "线程束的通道会合，并看到彼此写入的内容。WGSL 里只有整个工作组才能一起等待。";
    "data race", "data race", "data race", "data race",
        "Two threads access one word, at least one of them stores, and nothing orders the two: the result depends on chance. A barrier or an atomic operation orders them.",
        "数据竞争：两条线程访问同一个字，至少一条写入，而没有任何东西规定先后，结果就要看运气。同步或原子操作可以规定先后。";
    "", "volatile", "volatile", "volatile",
        "Each access in the text loads or stores in memory. It orders no threads.",
        "代码里的每次访问都真正读写内存。它不规定线程的先后。";
    "", "request", "request", "",
        "One load or store instruction of one warp: all words that its active lanes access in it.",
        "一个线程束的一条加载或存储指令：其活动通道在这条指令里访问的全部字。";
    "", "cache line (128 bytes)", "cache line", "cache line",
        "The aligned piece of memory that a cache keeps under one address. A line of code is something else.",
        "缓存按一个地址保存的一段对齐内存。它和代码行不是一回事。";
    "", "sector (32 bytes)", "", "",
        "A quarter of a cache line on current NVIDIA GPUs: the least that moves.",
        "在当前的 NVIDIA GPU 上是缓存行的四分之一，是移动的最小单位。";
    "", "transaction", "", "",
        "One piece that memory moves for a request: a cache line or a sector. A request whose words are far apart takes many.",
        "内存为一次请求移动的一段：一条缓存行或一个扇区。所要的字相距远，一次请求就要多次事务。";
    "subgroupAdd", "__reduce_add_sync", "DPP reduction", "simd_sum",
        "The sum over the lanes of a warp, without memory.",
        "不经过内存，对线程束的各通道求和。";
    "subgroupShuffle", "__shfl_sync", "__shfl, ds_bpermute", "simd_shuffle",
        "A lane reads another lane's variable in the same warp.",
        "读取同一线程束中另一条通道的变量。";
    "subgroupShuffleDown, subgroupShuffleXor", "__shfl_down_sync, __shfl_xor_sync", "__shfl_down, __shfl_xor", "simd_shuffle_down, simd_shuffle_xor",
        "A lane reads the variable of the lane some places further on, or of the one whose number differs in some bits.",
        "读取后面第几条通道的变量，或者编号有几位不同的那条通道的变量。";
    "subgroupAll, subgroupAny", "__all_sync, __any_sync", "__all, __any", "simd_all, simd_any",
        "One answer for the whole warp: whether the condition holds in all lanes, or in at least one.",
        "整个线程束得到同一个答案：条件是否在所有通道中成立，或者至少在一条通道中成立。";
    "subgroupBallot", "__ballot_sync", "__ballot", "simd_ballot",
        "One bit for each lane of the warp: whether its condition holds.",
        "线程束中每条通道一位：它的条件是否成立。";
    "override", "template parameter, constexpr", "template parameter, constexpr", "function constant",
        "A constant that gets its value before the last step of the kernel's compilation.",
        "在内核的最后一步编译之前确定的常量。";
    "atomicAdd", "atomicAdd", "atomicAdd", "atomic_fetch_add_explicit",
        "Reads, adds and writes in one operation, so that no other thread can interfere.",
        "读、加、写是一个操作，别的线程无法插入。";
    "atomicCompareExchangeWeak", "atomicCAS", "atomicCAS", "atomic_compare_exchange_weak_explicit",
        "Writes a new value only where the expected one still stands. A loop around it makes any operation atomic.",
        "只有原值仍是预期的值，才写入新值。套上循环，任何操作都能成为原子操作。";
    "", "printf", "printf", "os_log",
        "A kernel prints text. In WGSL it stores into a buffer what it has to say.",
        "内核打印文字。WGSL 的内核把要说的内容存进缓冲区。";
    "dispatchWorkgroupsIndirect", "dynamic parallelism", "", "dispatchThreadgroups with an indirect buffer",
        "A kernel decides how much the next one does; in CUDA it may even launch it.",
        "由内核决定下一个内核做多少；CUDA 里还能由它启动。";
    "", "streaming multiprocessor (SM)", "compute unit (CU)", "GPU core",
        "The part of the chip on which a workgroup is resident from beginning to end.",
        "芯片上的一个单元，一个工作组从头到尾都在上面。";
    "", "CUDA core", "SIMD lane (stream processor)", "ALU",
        "The unit that does one operation for one lane.",
        "为一条通道做一次运算的部件。";
    "", "warp scheduler", "wavefront scheduler", "",
        "Chooses in each cycle a warp whose next instruction can be issued.",
        "每个周期选一个下一条指令可以发射的线程束。";
    "", "occupancy", "occupancy", "occupancy",
        "Warps that are resident on a multiprocessor, as a share of those that it has room for.",
        "多处理器上驻留的线程束占其容量的比例。";
    "", "memory coalescing", "memory coalescing", "coalesced access",
        "The lanes' addresses fall into few cache lines, and few transactions serve all of them.",
        "各通道的地址落在少数缓存行里，少数几次事务就够了。";
    "", "bank conflict", "LDS bank conflict", "threadgroup bank conflict",
        "Lanes of a warp need different words of one bank of workgroup memory and are served in turn.",
        "同一线程束的多条通道要同一存储体里的不同字，只能轮流访问。";
    "non-uniform control flow", "warp divergence", "wavefront divergence", "SIMD-group divergence",
        "Lanes of a warp take different paths, and the warp executes both.",
        "同一线程束的通道走了不同的路，线程束两条都要走一遍。";
    "", "reconvergence", "", "",
        "The lanes of a warp that took different paths meet again and execute the same instructions together: they converge, at the latest behind the branch if they run in lockstep.",
        "重新汇合：走了不同路径的通道又会合，一起执行同样的指令；步调一致时，最迟在分支之后会合。";
    "", "predication", "EXEC mask", "predication",
        "Lanes that do not take part are masked; no branch is needed.",
        "不参与的通道被屏蔽，无需分支。";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_word_is_empty_and_no_term_comes_twice() {
        let mut seen = HashSet::new();
        for term in TERMS {
            assert!(term.word(Dialect::Cuda).is_some(), "{term:?}");
            assert!(seen.insert(term.words), "{term:?}");
            for word in term.words.into_iter().flatten() {
                assert_eq!(word, word.trim());
                assert!(!word.is_empty());
            }
            assert!(term.meaning.get(Language::English).ends_with('.'), "{term:?}");
            assert!(
                term.meaning.get(Language::SimplifiedChinese).ends_with('。'),
                "{term:?}"
            );
        }
        let meanings: HashSet<_> = TERMS.iter().map(|term| term.meaning.get(Language::English)).collect();
        assert_eq!(meanings.len(), TERMS.len());
        assert!(TERMS.len() >= 25);
        for dialect in [Dialect::Wgsl, Dialect::Cuda] {
            let words: Vec<_> = TERMS.iter().filter_map(|term| term.word(dialect)).collect();
            let different: HashSet<_> = words.iter().collect();
            assert_eq!(different.len(), words.len(), "{dialect:?}");
        }
    }

    /// A term leads to a slide that names it, in one of its two languages at least.
    #[test]
    fn terms_lead_to_slides_that_name_them() {
        let lesson = crate::Lesson::by_id(TRANSLATING).expect("a lesson");
        let led = TERMS.iter().filter(|term| term.slide().is_some()).count();
        assert_eq!(led, SLIDES.len(), "each name is one of a term");
        for term in TERMS {
            let Some(slide) = term.slide() else { continue };
            let slide = &lesson.slides[slide - 1];
            let said = [&slide.text, &slide.notes].map(|prose| prose.get(Language::English));
            let names = [Dialect::Wgsl, Dialect::Cuda].map(|dialect| term.word(dialect));
            let mut words = names
                .iter()
                .flatten()
                .flat_map(|name| name.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')));
            let is_named = words.any(|word| word.len() > 4 && said.concat().contains(word));
            assert!(is_named, "{term:?}");
        }
    }

    #[test]
    fn a_term_is_found_by_any_of_its_words_and_by_its_meaning() {
        let matching_terms = |typed: &str| TERMS.iter().filter(|term| term.matches(typed)).count();
        assert_eq!(matching_terms(""), TERMS.len());
        assert_eq!(matching_terms("WAVEFRONT "), 3);
        assert_eq!(matching_terms("no such word"), 0);
        for (typed, word) in [
            ("__syncthreads", "workgroupBarrier"),
            ("simd_sum", "subgroupAdd"),
            ("lds (", "var<workgroup>"),
            ("全体到齐", "workgroupBarrier"),
        ] {
            let terms: Vec<_> = TERMS.iter().filter(|term| term.matches(typed)).collect();
            assert_eq!(terms.len(), 1, "{typed}");
            assert_eq!(terms[0].word(Dialect::Wgsl), Some(word));
        }
        for (typed, word) in [
            ("reconverge", "reconvergence"),
            ("converge", "reconvergence"),
            ("汇合", "reconvergence"),
            ("race", "data race"),
            ("竞争", "data race"),
            ("coalescing", "memory coalescing"),
        ] {
            let mut names = TERMS.iter().filter(|term| term.matches(typed));
            let is_found = names.any(|term| term.word(Dialect::Cuda) == Some(word));
            assert!(is_found, "{typed}");
        }
    }
}
