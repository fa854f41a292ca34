//! Short paths need no branch: both are issued, and a predicate decides which lanes write.

use crate::kernel::{GalleryKernel, kernel};
use crate::scheduler::{Dial, Dials, Work};
use crate::task::Roots;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static DIVERGENCE_SHORT: GalleryKernel =
    kernel!("divergence_short", "short paths", "短路径", &Roots::Short);
pub(super) static DIVERGENCE_LONG: GalleryKernel =
    kernel!("divergence_long", "long paths", "长路径", &Roots::Long);

pub(super) static LESSON: Lesson = Lesson {
    id: "predication",
    group: Group::Divergence,
    title: Text::new("Predication: masked, not branched", "谓词执行：屏蔽，而不分支"),
    question: Prose::new(
        "Mask short branches: which kernel loses its divergent branches, and does it then execute fewer instructions?",
        "打开“短分支用屏蔽执行”：哪个内核的分化分支消失了？它因此少执行指令了吗？",
    ),
    answer: Prose::new(
        "The one with short paths: divergent branches (divergent_branch) fall from 32,768 to 0 and branch efficiency (branch_efficiency) rises from 50.77 % to 100 %. Its instructions per warp (inst_per_warp) stay at 654 and its warp efficiency (warp_execution_efficiency) at 80.43 %, since both paths are issued either way; the long paths keep their 32,768.",
        "短路径的那个：分化的分支（divergent_branch）从 32768 降到 0，分支效率（branch_efficiency）从 50.77 % 升到 100 %。但每束指令数（inst_per_warp）仍是 654，线程束效率（warp_execution_efficiency）仍是 80.43 %，因为两条路径照样都要发射；长路径的 32768 次分化一次不少。",
    ),
    remember: Prose::new(
        "A short path can be masked instead of branched, but the warp still issues both paths.",
        "短路径可以用屏蔽代替分支，但线程束仍要把两条路径都发射一遍。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "x below zero: subtract 2. Otherwise: take the square root. Half of the numbers are negative, so every warp diverges in each of its 64 iterations.",
                "x 小于零就减 2，否则开平方。一半的数是负数，所以每个线程束在 64 次迭代里次次分化。",
            ),
            notes: Prose::new(
                "Step by statement to see the two masks; a step by iteration stops only at the head of the loop. 512 warps times 64 iterations are the 32,768 divergent branches (n = 16384, block size 64, 32 lanes).",
                "要看到两个掩码，请按语句单步；按迭代只停在循环头。512 个线程束乘以 64 次迭代，就是 32768 次分化的分支（n = 16384，块大小 64，32 条通道）。",
            ),
            pin: Pin::of(&[0], 0, 3),
        },
        Slide {
            text: Prose::new(
                "A compiler can do without the branch. It computes a predicate for each lane, issues both paths for the whole warp, and lets a lane write only where its predicate is true.",
                "编译器可以不用分支：先为每条通道算出谓词，再让整个线程束把两条路径都发射一遍，谓词为真的通道才写入结果。",
            ),
            notes: Prose::new(
                "In the notation of “CUDA execution model” (chapter 4, example 4.2): p: z = x - 2 and !p: z = sqrt(x). A lane with a false predicate reads no operands and writes nothing, so no square root of a negative number is ever taken; the instruction still takes its cycle.",
                "按《第四章 CUDA 执行模型》示例 4.2 的写法：p: z = x - 2，!p: z = sqrt(x)。谓词为假的通道不读操作数，也不写结果，所以不会真的对负数开方；但这条指令的周期照样要花。",
            ),
            pin: Pin::of(&[0], 3, 5).masked(),
        },
        Slide {
            text: Prose::new(
                "Without branches, both paths are one stream, and the compiler may order it. All of path B, then all of path C: B2 waits for B1, and C2 for C1. One warp takes 38 cycles in the model.",
                "没有了分支，两条路径就成了一串指令，次序由编译器安排。先全部 B 再全部 C：B2 等 B1，C2 等 C1。在模型里，一个线程束要 38 个周期。",
            ),
            notes: Prose::new(
                "ME964, slide 33: paths B and C with two instructions each, and each needs the one before it on its path. The slide sets “Instructions” to “B1 B2 C1 C2” and “Warps” to 1. The latency of 18 cycles is published for the GF100; that the four are issued in cycles 0, 18, 19 and 37 is modelled. With 18 warps both orders take 72 cycles: other warps hide the latency then.",
                "ME964 第 33 页：路径 B 和 C 各有两条指令，每条都要用到同一路径上前一条的结果。本页的“指令”为“B1 B2 C1 C2”，“线程束”为 1。18 个周期的延迟是 GF100 公布的数值；四条指令在第 0、18、19、37 周期发射，则是模型算出来的。有 18 个线程束时，两种次序都是 72 个周期：这时由别的线程束隐藏延迟。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .masked()
                .scheduling(Dials::USUAL.of(Work::OneSideThenOther).at(Dial::Warps, 1)),
        },
        Slide {
            text: Prose::new(
                "B1, C1, B2, C2 in turn: path C works while B2 still waits for B1. The same warp issues the same four instructions in 20 cycles.",
                "B1、C1、B2、C2 交替：B2 还在等 B1 时，路径 C 就在工作。同一个线程束、同样四条指令，只要 20 个周期。",
            ),
            notes: Prose::new(
                "This is the other schedule of ME964, slide 33. The slide sets “Instructions” to “B1 C1 B2 C2” and “Warps” to 1: the model issues in cycles 0, 1, 18 and 19. A branch allows only the first schedule; instructions of B and C do not depend on each other, so this one is correct as well. With 18 warps it takes 72 cycles, as the first one does: the order matters where warps are few.",
                "这是 ME964 第 33 页的另一种排法。本页的“指令”为“B1 C1 B2 C2”，“线程束”为 1：模型在第 0、1、18、19 周期发射。用分支只能是第一种；B 和 C 的指令互不依赖，所以这一种同样正确。有 18 个线程束时，它和第一种一样要 72 个周期：线程束少时次序才重要。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .masked()
                .scheduling(Dials::USUAL.of(Work::SidesInterleaved).at(Dial::Warps, 1)),
        },
        Slide {
            text: Prose::new(
                "Masking always costs both paths. So compilers mask only short ones: up to 7 instructions where lanes probably disagree, up to 4 where they probably agree. Five square roots are too long.",
                "屏蔽执行总要付两条路径的代价，所以编译器只屏蔽短路径：通道很可能意见不一时最多 7 条指令，否则最多 4 条。五次开方就太长了。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4, warp divergence) prints the limits as 7 and 4 included, ME964 (slide 34) as fewer than 7 and 4; the machine masks up to 7 and 4 of its own instructions. ME964 warns: masking a branch at which no lane would have disagreed only costs instructions.",
                "《第四章 CUDA 执行模型》（warp 分歧一节）写的是不超过 7 条和 4 条，ME964 第 34 页写的是少于 7 条和 4 条；本机器按自己的指令数，屏蔽至多 7 条和 4 条。ME964 还提醒：本来就不会分化的分支，屏蔽执行只会多花指令。",
            ),
            pin: Pin::of(&[0, 1], 0, 3).masked(),
        },
        Slide {
            text: Prose::new(
                "With its branch the short kernel has a branch efficiency (branch_efficiency) of 50.77 %, masked 100 %. Its lanes do no more useful work: 80.43 % in both cases. In the long kernel it is 58.14 %.",
                "短路径内核用分支时分支效率（branch_efficiency）为 50.77 %，屏蔽执行时为 100 %。做有用工作的通道却没有变多：两种情况都是 80.43 %；长路径内核是 58.14 %。",
            ),
            notes: Prose::new(
                "The slide masks short branches. Switch “mask short branches” (beside the machine) off and compare: branches (branch) rise from 33,792 to 66,560, as only the branch in the loop's body comes back; control flow divergence (control_flow_divergence) stays at 19.57 %. The long kernel does not change at all: 2446 instructions per warp (inst_per_warp), 32,768 divergent branches (divergent_branch).",
                "本页已打开“短分支用屏蔽执行”。在机器旁的设置里关掉它再比较：分支（branch）从 33792 升到 66560，恢复的只是循环体里的分支；控制流分化率（control_flow_divergence）仍是 19.57 %。长路径内核毫无变化：每束指令数（inst_per_warp）2446，分化的分支（divergent_branch）32768。",
            ),
            pin: Pin::of(&[0, 1], 63, 65).masked().with(Panel::Formulas).showing(&[Part::Formulas(&["branch_efficiency", "warp_execution_efficiency"])]),
        },
        Slide {
            text: Prose::new(
                "Long paths take 9.3 times as long as short ones. This machine counts only 3.7 times as many instructions.",
                "长路径的时间是短路径的 9.3 倍。本机器数得的指令却只有 3.7 倍。",
            ),
            notes: Prose::new(
                "Short paths take 260 µs, long ones 2.41 ms (H200 in a browser, n = 2^24, block size 256). In CUDA they take 842 µs and 3.74 ms. Why CUDA is slower here is open. nvcc's square root rounds exactly, WGSL's need not, but no pair of kernels isolates that. These times do not tell either if a compiler has kept the branch.",
                "短路径 260 µs，长路径 2.41 ms（H200 的浏览器，n = 2^24，块大小 256）。CUDA 版为 842 µs 和 3.74 ms。CUDA 版为什么更慢，还没有定论：nvcc 的开方结果是精确舍入的，WGSL 不要求这样，但这里没有只差这一点的两个内核。编译器有没有保留分支，从这些时间也看不出来。",
            ),
            pin: Pin::of(&[0, 1], 8, 13).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "divergent_branch"],
                cause: Cause::Open(Prose::new(
                    "In a browser the time goes with the square roots, nine in an iteration against one, and this machine counts each as one instruction. In CUDA the ratio is only 4.4, so this is no law.",
                    "在浏览器里，时间与开方的次数相符：每次迭代九次对一次，而本机器把一次开方只算作一条指令。CUDA 版只有 4.4 倍，所以这不是定律。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Scheduler, Panel::Formulas],
    kernels: &[&DIVERGENCE_SHORT, &DIVERGENCE_LONG],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 6, 6).by(Grain::Statement),
    clock: Clock::usual(&[(0, 1)]),
};
