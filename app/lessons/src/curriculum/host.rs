//! The program around a kernel: what the host does in WebGPU and in CUDA, and how long each phase takes.

use super::threads::VECTOR_SUM;
use crate::host::Phase;
use crate::{Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Text};
use simt::Grain;

pub(super) static LESSON: Lesson = Lesson {
    id: "host",
    group: Group::Threads,
    title: Text {
        en: "The host's part",
        zh: "主机做什么",
    },
    question: Prose::new(
        "Which phases of the host's program take longer than the kernel itself?",
        "主机程序里，哪些阶段比内核本身花的时间还长？",
    ),
    answer: Prose::new(
        "Both copies, by far. For 16,777,216 elements the kernel adds within a fraction of a millisecond, while 192 MiB must cross the bus.",
        "两次拷贝，而且长得多。16777216 个元素，内核不到一毫秒就加完了，而要过总线的数据有 192 MiB。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "The CPU is the host: it starts every kernel. Its program has the same phases in WebGPU and in CUDA.",
                "CPU 是主机：每个内核都由它启动。主机程序在 WebGPU 和 CUDA 里阶段相同。",
            ),
            notes: Prose::new(
                "On the left JavaScript for WebGPU, on the right C++ for CUDA. Both texts run in our tests as they stand here. Error checks are left out: in CUDA every call returns a code, in WebGPU errors arrive at the device.",
                "左边是 WebGPU 的 JavaScript，右边是 CUDA 的 C++。这两段文字原样在我们的测试里运行。错误检查省略了：CUDA 的每个调用都返回错误码，WebGPU 的错误送到 device 上。",
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
                "Allocate once and reuse: allocation is slow, too. WebGPU needs a fourth buffer for the result, because only such a buffer can be mapped for reading.",
                "分配一次、反复使用：分配也慢。WebGPU 还要第四个缓冲区来放结果，因为只有这种缓冲区才能映射给主机读取。",
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
                "BLOCK is an override: its value is set here, so one text serves every block size. In CUDA it is a template argument. Published times depend on the flags: “CUDA notes 8” compiles with -O3 -arch=sm_20, the K80 figures of “CUDA kernel execution logic” are of a debug build (-g -G).",
                "BLOCK 是 override：值在这里给出，所以同一段文字适用于各种块大小。在 CUDA 里它是模板参数。公布的时间与编译选项有关：《CUDA学习笔记(八)》用 -O3 -arch=sm_20 编译，《CUDA——kernel执行逻辑》的 K80 数据则来自调试版（-g -G）。",
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
                "A clock around the launch alone times the queue and not the kernel: wait for the end, or use the GPU's own time stamps (CUDA events, WebGPU timestamp queries). The first launch also starts the driver: “CUDA notes 8” warms up with a launch of 11.745 ms.",
                "只在启动前后看钟，量到的是排队而不是内核：要等它结束，或者用 GPU 自己的时间戳（CUDA 事件、WebGPU 时间戳查询）。第一次启动还要唤醒驱动：《CUDA学习笔记(八)》先预热一次，花了 11.745 ms。",
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
                "cudaMemcpy waits, although the launch did not. The blocks share no barrier; the end of the kernel is where all of them have finished.",
                "启动不等待，cudaMemcpy 却会等。块与块之间没有同步点；内核结束，才是所有块都完成的时刻。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .by(Grain::Statement)
                .with(Panel::Host)
                .showing(&[Part::Host(&[Phase::CopyOut, Phase::Free])]),
        },
        Slide {
            text: Prose::new(
                "What the clock says: with CUDA on an H200, n = 16777216, copying in takes 16 ms, copying out 4 ms, and the kernel 0.09 ms. Keep data on the GPU between kernels.",
                "时钟怎么说：H200 上的 CUDA，n = 16777216，拷入 16 ms，拷出 4 ms，而内核只要 0.09 ms。数据应当留在 GPU 上，供下一个内核使用。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” (Tesla K80, n = 16384) shows the same at a small size: a copy to the device takes 16.416 µs on average, one back 10.272 µs, a reduction kernel 31.936 µs. The seven times of the matrix-vector exercise leave copies out; with them its author counts about 300 ms. Measure on your own GPU with the panel's button.",
                "《CUDA——kernel执行逻辑》（Tesla K80，n = 16384）在小规模上也是如此：拷到设备平均 16.416 µs 一次，拷回 10.272 µs，一个归约内核 31.936 µs。矩阵向量乘法那份练习的七个时间不含拷贝；加上拷贝，作者说约 300 ms。可以用面板上的按钮在自己的 GPU 上测量。",
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
