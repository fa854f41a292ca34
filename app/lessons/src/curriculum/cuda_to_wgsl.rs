//! The lesson *From CUDA to WGSL and back*: words with a counterpart, words without one, and the way back.

use super::bad_idea::REDUCE_SHARED_LAST_WARP;
use super::launch::NESTED_LAUNCH_PARENT;
use super::shared_pattern::SHARED_REVERSE;
use super::single_pass::REDUCE_SINGLE_PASS_ONCE;
use super::subgroup::REDUCE_SUBGROUP_SHUFFLE;
use super::threads::VECTOR_SUM;
use crate::{Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Subject, Text};
use simt::Grain;

pub(super) static LESSON: Lesson = Lesson {
    id: "cuda-to-wgsl",
    group: Group::Execution,
    title: Text::new("From CUDA to WGSL and back", "从 CUDA 到 WGSL，再回来"),
    question: Prose::new(
        "Step through shared_reverse in WGSL, then in CUDA: which words and which memory counters differ?",
        "先用 WGSL 单步执行 shared_reverse，再用 CUDA：哪些词、哪些内存计数器不同？",
    ),
    answer: Prose::new(
        "The names of thread and block, the pointer, __shared__, __syncthreads() and the length n. No counter of memory differs: 512 loads and 512 stores in global memory, 1024 loads and 1024 stores in shared memory (n = 16384, block size 128).",
        "线程和块的名称、指针、__shared__、__syncthreads()，还有长度 n。内存的计数器没有一个不同：全局内存 512 次加载、512 次存储，共享内存 1024 次加载、1024 次存储（n = 16384，块大小 128）。",
    ),
    remember: Prose::new(
        "CUDA and WGSL name the same threads, memories and barriers in different words, but they do not promise the same.",
        "CUDA 和 WGSL 用不同的名称指同样的线程、内存和同步，但作出的保证并不相同。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "threadIdx and blockIdx become parameters: @builtin(local_invocation_id) and @builtin(workgroup_id). blockDim becomes @workgroup_size, with an override as its value. Choose CUDA above the code: each step lights the CUDA line.",
                "threadIdx、blockIdx 变成参数 @builtin(local_invocation_id)、@builtin(workgroup_id)。blockDim 变成 @workgroup_size，值由 override 给出。在代码上方选 CUDA：每一步点亮 CUDA 的那一行。",
            ),
            notes: Prose::new(
                "__global__ becomes @compute, gridDim becomes @builtin(num_workgroups). The numbers in <<<blocks, threads>>> stand in neither kernel: the host gives them to the dispatch. An override gets its value before the last step of the compilation, as a template argument does. So another block size is another pipeline from the same text. Back: global_invocation_id has no word in CUDA; write blockIdx.x * blockDim.x + threadIdx.x.",
                "__global__ 变成 @compute，gridDim 变成 @builtin(num_workgroups)。<<<块数, 线程数>>> 里的数不在内核里：由主机在派发（dispatch）时给出。override 与模板参数（template）一样，在编译的最后一步之前确定；所以换一个块大小，就是由同一段代码得到另一条管线。反过来：global_invocation_id 在 CUDA 里没有对应的词，写 blockIdx.x * blockDim.x + threadIdx.x。",
            ),
            pin: Pin::of(&[0], 0, 1)
                .by(Grain::Statement)
                .about(&[
                    Subject::Lines("@builtin"),
                    Subject::Lines("@workgroup_size"),
                    Subject::Lines("override BLOCK"),
                    Subject::Lines("block.x * BLOCK"),
                ])
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "A pointer becomes a binding, var<storage, read> or var<storage, read_write>. A binding knows its length: this guard asks arrayLength(&c). CUDA passes a scalar, unsigned n; translated, it is in a struct in var<uniform>.",
                "指针变成绑定：var<storage, read> 或 var<storage, read_write>。绑定知道自己的长度，这里的 if 问 arrayLength(&c)。CUDA 则传入标量 unsigned n；翻译后在 var<uniform> 的结构体里。",
            ),
            notes: Prose::new(
                "A binding is read_write if the kernel stores through its pointer. In the playground, paste the CUDA text and read its translation: struct Parameters has the member n, and the kernel begins with let n = parameters.n. WGSL has no variable that holds a pointer: p = a + i becomes an index, and p++ adds one to it. Two pointers to one buffer become one binding, because WebGPU refuses to bind a buffer twice if one of the bindings writes. Back: a binding becomes a pointer, and arrayLength() one more parameter.",
                "内核通过指针存储时，绑定才是 read_write。在练习场粘贴 CUDA 代码，看它的翻译：struct Parameters 有成员 n，内核以 let n = parameters.n 开头。WGSL 里没有保存指针的变量：p = a + i 变成下标，p++ 就是把下标加一。指向同一缓冲区的两个指针变成一个绑定，因为同一缓冲区绑定两次、其中一个要写入时，WebGPU 会拒绝。反过来：绑定变成指针，arrayLength() 变成多出来的一个参数。",
            ),
            pin: Pin::of(&[0], 1, 3)
                .by(Grain::Statement)
                .about(&[
                    Subject::Lines("@binding"),
                    Subject::Lines("arrayLength(&c)"),
                    Subject::Lines("c[i] = a[i] + b[i]"),
                ])
                .showing(&[Part::Code, Part::Memory]),
        },
        Slide {
            text: Prose::new(
                "A __shared__ array becomes var<workgroup>, outside the function; __syncthreads() becomes workgroupBarrier(). If some threads miss a barrier, the result in CUDA is undefined. WGSL refuses the text unless all are certain to come.",
                "__shared__ 数组变成函数外的 var<workgroup>，__syncthreads() 变成 workgroupBarrier()。有些线程到不了的同步，在 CUDA 里结果未定义；WGSL 要能确定所有线程都到，否则拒绝这段代码。",
            ),
            notes: Prose::new(
                "Step to line 21 of the code: all four warps wait. In the playground, move this barrier into the if before it: the page names the rule. A guard that returns before a barrier breaks the same rule, so here the guards stand around the loads and stores. __syncthreads() orders shared and global memory, and WGSL has a barrier for each: where a kernel stores to global memory and also loads from it, the translation writes storageBarrier() and workgroupBarrier(). The size of extern __shared__ comes from the launch; in WGSL an override sets it.",
                "走到代码第 21 行：四个线程束都在等待。在练习场把这个同步移进它前面的 if：页面会说出这条规则。在同步之前就 return 的 if 也违反这条规则，所以这里的 if 只围住加载和存储。__syncthreads() 同时约束共享内存和全局内存，WGSL 则各有一种同步：内核对全局内存既存储又加载时，翻译会写上 storageBarrier() 和 workgroupBarrier()。extern __shared__ 的大小由启动给出；WGSL 里由 override 给出。",
            ),
            pin: Pin::of(&[1], 4, 7)
                .by(Grain::Statement)
                .about(&[
                    Subject::Lines("var<workgroup>"),
                    Subject::Lines("workgroupBarrier()"),
                ])
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "__shfl_down_sync becomes subgroupShuffleDown, __ballot_sync becomes subgroupBallot. The mask goes: in WGSL the active lanes take part. So does the 32: warpSize is @builtin(subgroup_size), and GPUs differ in it.",
                "__shfl_down_sync 变成 subgroupShuffleDown，__ballot_sync 变成 subgroupBallot。掩码没有了：WGSL 里由活动的通道参与。写死的 32 也没有了：warpSize 是 @builtin(subgroup_size)，因 GPU 而异。",
            ),
            notes: Prose::new(
                "Step to line 30 of the code. __any_sync becomes subgroupAny. A lane whose partner lies past the end of the warp gets its own value in CUDA and any value in WGSL, so a translation adds select(). WebGPU has subgroups as an option: the text asks for them by enable subgroups, and a GPU without them cannot run it. Back: for subgroupAdd CUDA has __reduce_add_sync, since compute capability 8.0 and for integers only. Our CUDA texts add by __shfl_xor_sync, which is subgroupShuffleXor.",
                "走到代码第 30 行。__any_sync 变成 subgroupAny。要读的那条通道若超出线程束末尾，通道在 CUDA 里得到自己的值，在 WGSL 里得到的值不确定，所以翻译会加上 select()。子组是 WebGPU 的可选功能：代码用 enable subgroups 提出要求，没有这项功能的 GPU 不能运行它。反过来：subgroupAdd 对应 CUDA 的 __reduce_add_sync，从计算能力 8.0 起才有，而且只用于整数。我们的 CUDA 代码用 __shfl_xor_sync 求和，也就是 subgroupShuffleXor。",
            ),
            pin: Pin::of(&[2], 9, 16)
                .by(Grain::Statement)
                .about(&[
                    Subject::Lines("enable subgroups"),
                    Subject::Lines("@builtin(subgroup"),
                    Subject::Lines("subgroupShuffleDown"),
                ])
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "In CUDA an operation is atomic, in WGSL a variable: int* total becomes a binding of atomic<i32>, and each access is an atomic operation. CUDA loads of_block as any variable, WGSL by atomicLoad(&of_block).",
                "在 CUDA 里，原子的是操作；在 WGSL 里是变量：int* total 变成 atomic<i32> 的绑定，每次访问都是原子操作。of_block 在 CUDA 里像普通变量一样加载，在 WGSL 里要用 atomicLoad(&of_block)。",
            ),
            notes: Prose::new(
                "Lines 36 and 40 of the code: one lane of each warp adds to of_block, then thread 0 adds of_block to total, both by atomicAdd. WGSL has atomics for 32-bit integers only: atomicAdd on a float becomes a loop around atomicCompareExchangeWeak. So does atomicCAS, because the weak exchange may fail where the value is the expected one. __threadfence() has no counterpart: a translation leaves it out with a note, because WGSL orders nothing between blocks but the atomics on one variable. Back: a plain load of an atomic word is right only behind a barrier, as here.",
                "代码第 36、40 行：每个线程束有一条通道往 of_block 上加，然后 0 号线程把 of_block 加到 total 上，两处都用 atomicAdd。WGSL 只有 32 位整数的原子操作：对 float 的 atomicAdd 变成围绕 atomicCompareExchangeWeak 的循环。atomicCAS 也是如此，因为这种“弱”交换即使遇到预期的值也可能失败。__threadfence() 没有对应物：翻译把它去掉并加以说明，因为在块与块之间，WGSL 只约束同一变量上的原子操作。反过来：用普通加载读取原子变量，只有隔着同步才正确，就像这里。",
            ),
            pin: Pin::of(&[3], 13, 16)
                .by(Grain::Statement)
                .about(&[Subject::Lines("atomic<i32>"), Subject::Lines("atomicAdd")])
                .showing(&[Part::Code, Part::Memory]),
        },
        Slide {
            text: Prose::new(
                "WGSL has neither volatile nor __syncwarp(). The first makes CUDA load and store each time, the second lets the lanes of a warp meet. In WGSL these six statements are a data race, and only a barrier of the whole block orders them.",
                "WGSL 没有 volatile，也没有 __syncwarp()。在 CUDA 里，前者要求每次都真正加载和存储，后者让线程束的通道会合。在 WGSL 里，这六条语句就是数据竞争，只有整个块的同步才能排定先后。",
            ),
            notes: Prose::new(
                "Step through lines 37 to 42 of the code and read the findings. Then choose CUDA: the line with volatile lights at no step, because nothing in WGSL stands for it. Run in lockstep, as before Volta, the CUDA text has no finding; with independent threads (beside the machine) it has the races: since Volta volatile orders no lanes. For __syncwarp() a translation writes subgroupBarrier(), which the machine executes; but it is not a word of WGSL, and browsers refuse it. Put a barrier behind each if (lesson A further refinement, but a bad idea), or shuffle (lesson Shuffles and subgroupAdd).",
                "走过代码第 37 到 42 行，看检查结果。再选 CUDA：volatile 那一行在任何一步都不亮，因为 WGSL 里没有对应的内容。步调一致时（Volta 之前就是这样）CUDA 文本没有检查结果；在机器旁选“线程各自前进”，竞争就会出现：从 Volta 起，volatile 不规定通道的先后。遇到 __syncwarp()，翻译写 subgroupBarrier()，机器能执行它；但它不属于 WGSL，浏览器会拒绝。应当在每个 if 之后放一次同步（见《再进一步的改进：一个坏主意》一课），或者用洗牌（见《洗牌与 subgroupAdd》一课）。",
            ),
            pin: Pin::of(&[4], 19, 24)
                .by(Grain::Statement)
                .about(&[
                    Subject::Lanes(0..32),
                    Subject::Lines("if (tid < 32u)"),
                    Subject::Lines("u];"),
                ])
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "WGSL has neither printf nor a launch from a kernel. A kernel stores what it would print: here its level, in log. It asks for what it would launch: it stores the number of blocks, and an indirect dispatch of the host reads it.",
                "WGSL 没有 printf，也不能在内核里启动内核。要打印的内容就存下来：这里把层号存进 log。要启动的就提出请求：存下块数，由主机的间接派发读取。",
            ),
            notes: Prose::new(
                "Step to line 22 of the code, then to line 26: where the CUDA text has <<<GRID, BLOCK>>>, WGSL stores the numbers of a dispatch. In a translation printf does nothing, and a note says so; the playground lists its lines by thread. It refuses a kernel that launches, names its line, and takes the other kernels of the text. CUDA calls such launches dynamic parallelism; the lesson Grids that launch grids has the whole tree.",
                "走到代码第 22 行，再到第 26 行：CUDA 代码写 <<<GRID, BLOCK>>> 的地方，WGSL 存下一次派发的各个数。翻译中的 printf 什么也不做，并有说明；练习场按线程列出它的输出。内核里若有启动，翻译就拒绝这个内核并指出是哪一行，其余的内核照常翻译。CUDA 把这种启动叫作动态并行（dynamic parallelism）；《网格启动网格》一课有整棵树。",
            ),
            pin: Pin::of(&[5], 2, 8)
                .by(Grain::Statement)
                .at(Size::fixed(64, 64))
                .about(&[
                    Subject::Lines("log[number] = level"),
                    Subject::Lines("arguments[0]"),
                ])
                .showing(&[Part::Code, Part::Memory]),
        },
        Slide {
            text: Prose::new(
                "On the way back, promises are lost. WGSL keeps an index inside its binding, clears workgroup memory, and gives a division by zero a result. In CUDA all three are undefined: write the guards and the zeros yourself.",
                "回到 CUDA，会失去一些保证。WGSL 把下标限制在绑定之内，把工作组内存清零，除以零也有确定的结果。在 CUDA 里这三样都未定义：要自己写 if，自己清零。",
            ),
            notes: Prose::new(
                "Let the class predict which threads are active in the last step: the last 24 of block 7 have no element (n = 1000). Without the guard WGSL stores them to some element of the array (the machine here drops them), and CUDA may change other data. The overflow of a signed integer and a shift by 32 or more differ in the same way. An override becomes a template parameter, vec4i becomes int4, select(a, b, c) becomes c ? b : a. Our CUDA texts are written in this way. A test translates each but the two that launch, runs it, and compares the result with the kernel's reference.",
                "让全班预测最后一步哪些线程是活动的：7 号块的最后 24 条线程没有元素（n = 1000）。没有这个 if，WGSL 可能写到数组的任何一个元素（本机器丢弃这样的写入），CUDA 则可能改掉别的数据。有符号整数溢出、移位 32 位或更多，也是同样的差别。override 变成模板参数，vec4i 变成 int4，select(a, b, c) 变成 c ? b : a。我们的 CUDA 代码就是这样写的。除了两段会启动内核的代码，测试会翻译并运行每一段，再与内核的参考结果比较。",
            ),
            pin: Pin::of(&[0], 1, 3)
                .by(Grain::Statement)
                .at(Size::fixed(1000, 128))
                .following(7)
                .about(&[Subject::Lanes(104..128), Subject::Lines("arrayLength(&c)")])
                .showing(&[Part::Code, Part::Lanes]),
        },
    ],
    panels: &[],
    kernels: &[
        &VECTOR_SUM,
        &SHARED_REVERSE,
        &REDUCE_SUBGROUP_SHUFFLE,
        &REDUCE_SINGLE_PASS_ONCE,
        &REDUCE_SHARED_LAST_WARP,
        &NESTED_LAUNCH_PARENT,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[1], 4, 4).by(Grain::Statement),
    clock: Clock::usual(&[]),
};
