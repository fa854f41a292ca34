//! The program around a kernel: what the host does in WebGPU and in CUDA, and how long each phase takes.

use super::threads::VECTOR_SUM;
use crate::host::Phase;
use crate::{Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Text};
use simt::Grain;

pub(super) static LESSON: Lesson = Lesson {
    id: "host",
    group: Group::Threads,
    title: Text::new("The host's part", "主机做什么"),
    question: Prose::new(
        "Which phases of the host's program take longer than the kernel itself?",
        "主机程序里，哪些阶段比内核本身花的时间还长？",
    ),
    answer: Prose::new(
        "Four: both copies, by far, and also allocating and freeing the three arrays. For 16,777,216 elements the kernel adds within a fraction of a millisecond, while 192 MiB must cross the bus.",
        "四个：两次拷贝，而且长得多；还有三个数组的分配和释放。16777216 个元素，内核不到一毫秒就加完了，而要过总线的数据有 192 MiB。",
    ),
    remember: Prose::new(
        "Copies between host and device can take longer than the kernel, so leave data on the GPU between kernels.",
        "主机和设备之间的拷贝可能比内核还慢，所以在内核之间应当把数据留在 GPU 上。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "The CPU is the host: it starts the kernels. Its program has the same phases in WebGPU and in CUDA.",
                "CPU 是主机：内核由它启动。主机程序在 WebGPU 和 CUDA 里阶段相同。",
            ),
            notes: Prose::new(
                "On the left JavaScript for WebGPU, on the right C++ for CUDA. The left text runs in our tests as it stands here; the right one was run on an H200 for its times. Error checks are left out: in CUDA every call returns a code, in WebGPU errors arrive at the device.",
                "左边是 WebGPU 的 JavaScript，右边是 CUDA 的 C++。左边这段文字原样在我们的测试里运行；右边那段在 H200 上运行过，时间就是这样量的。错误检查省略了：CUDA 的每个调用都返回错误码，WebGPU 的错误送到 device 上。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .by(Grain::Statement)
                .with(Panel::Host)
                .showing(&[Part::Host(&[Phase::Device, Phase::Allocate])]),
        },
        Slide {
            text: Prose::new(
                "The GPU has its own memory. The host allocates three arrays there and copies two of them in.",
                "GPU 有自己的内存。主机在那里分配三个数组，并把其中两个拷进去。",
            ),
            notes: Prose::new(
                "Allocate once and reuse: allocation is slow, too. WebGPU needs a fourth buffer for the result, because only such a buffer can be mapped for reading. ME964 (slide 5) agrees: to allocate memory on host or device is expensive, and to move data between them is a killer.",
                "分配一次、反复使用：分配也慢。WebGPU 还要第四个缓冲区来放结果，因为只有这种缓冲区才能映射给主机读取。ME964 第 5 页说得很直接：在主机或设备上分配内存都很贵，在两者之间搬数据则是性能杀手。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .by(Grain::Statement)
                .with(Panel::Host)
                .showing(&[Part::Host(&[Phase::Allocate, Phase::CopyIn])]),
        },
        Slide {
            text: Prose::new(
                "The browser compiles the kernel's text for the GPU that is there and binds the arrays to its variables. nvcc compiles before the program runs.",
                "浏览器当场为现有的 GPU 编译内核的文字，再把数组绑定到内核的变量上。nvcc 则在程序运行之前就编译好了。",
            ),
            notes: Prose::new(
                "BLOCK is an override: its value is set here, so one text serves every block size. In CUDA it is a template argument. Published times depend on the flags: “CUDA notes 8” compiles with -O3 -arch=sm_20; two programs of “CUDA kernel execution logic”, mathKernel and sumMat, are debug builds (-g -G).",
                "BLOCK 是 override：值在这里给出，所以同一段文字适用于各种块大小。在 CUDA 里它是模板参数。公布的时间与编译选项有关：《CUDA学习笔记(八)》用 -O3 -arch=sm_20 编译；《CUDA——kernel执行逻辑》里，mathKernel 和 sumMat 两个程序是调试版（-g -G）。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .by(Grain::Statement)
                .with(Panel::Host)
                .showing(&[Part::Host(&[Phase::Compile])]),
        },
        Slide {
            text: Prose::new(
                "The launch names the number of blocks, rounded up. It returns at once: the GPU works while the host goes on.",
                "启动时给出块数，向上取整。启动立即返回：GPU 在工作，主机继续往下走。",
            ),
            notes: Prose::new(
                "A clock around the launch alone times the queue and not the kernel: wait for the end, or use the GPU's own time stamps (CUDA events, WebGPU timestamp queries). “CUDA matrix-vector multiplication” (Tesla V100) sets events around each kernel. A first launch may cost more, so programs warm up: “CUDA notes 8” (Tesla M2070) launches once before it measures, 11.745 ms, and then times reduceNeighbored with 11.722 ms. Our two texts have neither a warm-up nor a clock; a program that measures needs both.",
                "只在启动前后看钟，量到的是排队而不是内核：要等它结束，或者用 GPU 自己的时间戳（CUDA 事件、WebGPU 时间戳查询）。《CUDA 矩阵向量乘法》（Tesla V100）在每个内核前后各放一个事件。第一次启动可能更慢，所以程序会先预热：《CUDA学习笔记(八)》（Tesla M2070）在测量之前先启动一次，11.745 ms，之后测得 reduceNeighbored 为 11.722 ms。我们的两段程序既没有预热，也没有计时；要测量的程序两样都需要。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .by(Grain::Statement)
                .with(Panel::Host)
                .showing(&[Part::Host(&[Phase::Launch])]),
        },
        Slide {
            text: Prose::new(
                "Copying out waits for the kernel. In the browser the wait is a promise, so the page stays awake.",
                "拷出要等内核结束。在浏览器里，等待是一个 promise，所以页面不会卡住。",
            ),
            notes: Prose::new(
                "cudaMemcpy waits, although the launch did not. The blocks share no barrier; the end of the kernel is where all of them have finished. Our two texts do not compare the result with the CPU's; your own program should. “CUDA notes 8” prints the CPU's sum and that of each kernel.",
                "启动不等待，cudaMemcpy 却会等。块与块之间没有同步点；内核结束，才是所有块都完成的时刻。我们的两段程序没有核对结果，你自己的程序应当与 CPU 的结果比较。《CUDA学习笔记(八)》把 CPU 的和与每个内核的和都打印出来。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .by(Grain::Statement)
                .with(Panel::Host)
                .showing(&[Part::Host(&[Phase::CopyOut, Phase::Free])]),
        },
        Slide {
            text: Prose::new(
                "In CUDA on an H200, copying the data in takes 16 ms, and the kernel itself only 0.09 ms.",
                "在 H200 上用 CUDA，把数据拷进去要 16 ms，内核本身只要 0.09 ms。",
            ),
            notes: Prose::new(
                "With n = 16777216 copying out takes 4 ms, allocating 0.36 and freeing 0.30. In goes at 8.4 GB/s, out at 15.3 GB/s: the number of bytes does not explain the difference, and its cause is open. “CUDA kernel execution logic” (Tesla K80, n = 16384) prints 16.416 µs for a copy to the GPU and 2.568 µs for one back, on average; its kernels take 31.711 to 39.135 µs. The copy back is short, probably because it carries only the sums of the blocks. The times of “CUDA matrix-vector multiplication” (Tesla V100) leave copies out: with them every variant takes about 300 ms, although its host memory is pinned (cudaHostAlloc). So data stay on the GPU between kernels. Measure on your own GPU with the panel's button.",
                "n = 16777216 时，拷出要 4 ms，分配 0.36 ms，释放 0.30 ms。拷入为 8.4 GB/s，拷出为 15.3 GB/s：差别不能用字节数来解释，原因待定。《CUDA——kernel执行逻辑》（Tesla K80，n = 16384）给出的平均值：拷到 GPU 一次 16.416 µs，拷回一次 2.568 µs；内核为 31.711 到 39.135 µs。拷回时间短，大概是因为只带回各块的和。《CUDA 矩阵向量乘法》（Tesla V100）的时间不含拷贝：算上拷贝，每种写法都要 300 ms 左右，尽管主机内存是锁页的（cudaHostAlloc）。所以数据应当留在 GPU 上，供下一个内核使用。可以用面板上的按钮在自己的 GPU 上测量。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .by(Grain::Statement)
                .at(Size::fixed(1 << 24, 512))
                .with(Panel::Host)
                .showing(&[Part::Host(&[Phase::CopyIn, Phase::Launch, Phase::CopyOut])]),
        },
    ],
    kernels: &[&VECTOR_SUM],
    panels: &[Panel::Host, Panel::Grid],
    size: Size::fixed(1000, 128),
    opens: Pin::START.by(Grain::Statement).with(Panel::Host),
    clock: Clock {
        size: Size::fixed(1 << 24, 512),
        faster: &[],
    },
};
