//! The first lanes process the pairs, and their words fall into the same banks.

use super::shared_modulo::REDUCE_SHARED_MODULO;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Clock, Group, Lesson, Panel, Pin, Prose, Size, Slide, Text};

pub(super) static REDUCE_SHARED_STRIDED: GalleryKernel =
    kernel!("reduce_shared_strided", "strided", "跨步", &Reduce::SUM);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-strided",
    group: Group::ReductionInSharedMemory,
    title: Text {
        en: "Shared memory: strided index",
        zh: "共享内存：跨步索引",
    },
    question: Prose::new(
        "There are fewer requests to shared memory than before, and as many wavefronts. What makes up the difference?",
        "对共享内存的请求比以前少，wavefront 却一样多。差额从哪里来？",
    ),
    answer: Prose::new(
        "Bank conflicts: 2176 load requests instead of 6016, but 3840 conflicts bring the wavefronts back to 6016 (n = 16384, block 128). Divergent branches do fall, from 3072 to 768.",
        "来自存储体冲突：加载请求从 6016 降到 2176，却有 3840 次冲突，wavefront 又回到 6016（n = 16384，块 128）。分化的分支倒是从 3072 降到了 768。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Pairs are numbered, and lane t takes pair t. The first lanes work side by side, so whole warps work or whole warps are idle.",
                "给配对编号，t 号线程负责第 t 对。干活的总是最前面的线程，于是要么整个线程束在工作，要么整个线程束在休息。",
            ),
            notes: Prose::new(
                "Compare the first presses: two full warps on one side, half of each of four warps on the other. The additions are the same ones.",
                "比较前几次按键：一边是两个满员的线程束，另一边是四个线程束各有一半线程。做的加法完全相同。",
            ),
            pin: Pin::of(&[0, 1], 0, 3),
        },
        Slide {
            text: Prose::new(
                "Neighbouring lanes now want words that lie 2 * stride apart. At stride 1, 32 lanes ask for every second word: sixteen banks get two lanes each, sixteen get none.",
                "相邻的线程现在要的字相隔 2 × 步长。步长为 1 时，32 条线程隔一个取一个字：16 个存储体各有两条线程来要，另外 16 个没有人要。",
            ),
            notes: Prose::new(
                "Point at the empty banks. Students think of a conflict as two lanes wanting one word: that is a broadcast and free. It is two words in one bank that must be served one after the other.",
                "指出那些空着的存储体。学生常把冲突理解为两条线程要同一个字，那其实是广播，没有代价；同一存储体里的两个不同的字才必须先后送出。",
            ),
            pin: Pin::of(&[0], 1, 2).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "The distance doubles with each stride, and the number of lanes soon halves. At block 128 a request takes 2, 4, 4, 4, 4, 2 and 1 wavefronts.",
                "每过一个步长，间距加倍，而线程数不久也开始减半。块为 128 时，一次请求依次要 2、4、4、4、4、2、1 个 wavefront。",
            ),
            notes: Prose::new(
                "Stride 16: four lanes, all in bank 0. Ask before pressing: how many wavefronts for two lanes at stride 32? Two, because they want the same bank.",
                "步长为 16 时：四条线程全落在 0 号存储体。按键前先问：步长 32 时只有两条线程，要几个 wavefront？两个，因为它们要的是同一个存储体。",
            ),
            pin: Pin::of(&[0], 2, 7).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "Larger blocks keep more lanes at work while the distance grows, so the conflicts get worse: up to sixteen lanes in one bank at block 512.",
                "块越大，间距拉开时还在工作的线程越多，冲突也就越重：块为 512 时，一个存储体里最多挤进 16 条线程。",
            ),
            notes: Prose::new(
                "Block 512, stride by stride: 2, 4, 8, 16, 16, 8, 4, 2, 1 wavefronts a request; 4800 conflicts of loads in all. At block 1024 it comes to the worst: all 32 lanes of a warp in one bank.",
                "块为 512 时，各步长下一次请求的 wavefront 数为 2、4、8、16、16、8、4、2、1，加载冲突共 4800 次。块为 1024 时最糟：一个线程束的 32 条线程全挤进同一个存储体。",
            ),
            pin: Pin::of(&[0], 1, 6)
                .with(Panel::Banks)
                .at(Size::fixed(16_384, 512)),
        },
        Slide {
            text: Prose::new(
                "Shared memory is no better off: what the requests save, the conflicts spend. The gain lies in the branches: fewer warps have to enter them.",
                "共享内存并没有得到好处：请求省下的，冲突又花掉了。收益在分支上：需要走进分支的线程束少了。",
            ),
            notes: Prose::new(
                "6016 load and 3456 store wavefronts in both kernels, to the last one. Our instructions fall from 125.25 to 99 a warp. Harris's slides print 3.456 ms after 8.054 ms (2^22 integers, G80).",
                "两个内核的加载 wavefront 都是 6016，存储都是 3456，一个不差。我们数的指令从每个线程束 125.25 条降到 99 条。Harris 的幻灯片给出时间从 8.054 ms 降到 3.456 ms（2^22 个整数，G80）。",
            ),
            pin: Pin::of(&[0, 1], 1, 8),
        },
    ],
    panels: &[Panel::Banks, Panel::Tree],
    kernels: &[&REDUCE_SHARED_STRIDED, &REDUCE_SHARED_MODULO],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 1, 1).with(Panel::Banks),
    clock: Clock::usual(&[(0, 1)]),
};
