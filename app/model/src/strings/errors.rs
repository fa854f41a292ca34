//! Sentences about sizes, links and GPUs that cannot be used.

use super::lab;
use crate::address::Nonsense;
use crate::number::{NumberError, grouped};
use gpu::GpuError;
use lessons::SizeError;

words!(ErrorWords {
    size: (|error| match error {
        SizeError::TooFew { n, least } => (
            format!("n = {n} is too small for one block. Write {least} or more."),
            format!("n = {n} 还不够一个块。请填 {least} 或更大的数。"),
        ),
        SizeError::TooMany { n, most } => (
            format!(
                "n = {} is more than fits. Write at most {}.",
                grouped(n.into()),
                grouped(most.into())
            ),
            format!("n = {} 放不下。最多可填 {}。", grouped(n.into()), grouped(most.into())),
        ),
        SizeError::Block { block } => (
            format!(
                "A block of {block} threads cannot be halved down to one thread. Choose 32, 64, 128, 256, 512 or 1024."
            ),
            format!("{block} 条线程的块不能一直对半分到一条线程。请选择 32、64、128、256、512 或 1024。"),
        ),
        SizeError::Unfit { size, nearest } => (
            format!(
                "This kernel cannot take n = {} in blocks of {}. The nearest valid size is n = {} in blocks of {}.",
                grouped(size.n().into()),
                size.block(),
                grouped(nearest.n().into()),
                nearest.block()
            ),
            format!(
                "这个内核不能用 n = {}、块大小 {} 运行。最接近的可用大小是 n = {}、块大小 {}。",
                grouped(size.n().into()),
                size.block(),
                grouped(nearest.n().into()),
                nearest.block()
            ),
        ),
        SizeError::BlockBeyondAdapter { block, most } => (
            format!(
                "Your GPU's adapter runs blocks of at most {most} threads, not {block}. Stepping works; to measure, choose {most} or less."
            ),
            format!(
                "你的 GPU 适配器每块最多 {most} 条线程，不能是 {block}。单步演示不受影响；要测量请选择 {most} 或更小。"
            ),
        ),
    }) as fn(SizeError) -> String,
    /// About a part of a link.
    nonsense: (|nonsense| match nonsense {
        Nonsense::Lesson(text) => (
            format!("The link names a lesson “{text}” that does not exist. Here are all lessons."),
            format!("链接中的课程“{text}”不存在。这里是全部课程。"),
        ),
        Nonsense::Kernel(text) => (
            format!("The link names a kernel “{text}” that this lesson does not have. Its first kernel is shown."),
            format!("本课没有链接中的内核“{text}”，现显示第一个内核。"),
        ),
        Nonsense::Number {
            key,
            text,
            error: NumberError::TooLarge,
        } => (
            format!("The link's {key}, “{text}”, is too large. The usual value is shown."),
            format!("链接中的 {key}“{text}”太大，现显示默认值。"),
        ),
        Nonsense::Number {
            key,
            text,
            error: NumberError::Empty | NumberError::NotANumber,
        } => (
            format!("The link's {key}, “{text}”, is not a whole number. The usual value is shown."),
            format!("链接中的 {key}“{text}”不是整数，现显示默认值。"),
        ),
        Nonsense::Size { error, used } => (
            format!(
                "{} The link is shown with n = {} and block size {}.",
                (EN.size)(*error),
                grouped(used.n().into()),
                used.block()
            ),
            format!(
                "{}现按 n = {}、块大小 {} 显示。",
                (ZH.size)(*error),
                grouped(used.n().into()),
                used.block()
            ),
        ),
        Nonsense::Machine(text) => (
            format!("The link names a machine “{text}” that does not exist. The usual one is shown."),
            format!("链接中的机器“{text}”不存在，现显示默认的机器。"),
        ),
        Nonsense::List { key, error } => (
            format!(
                "The link's {key}: {} The usual list is shown.",
                (lab::EN.bad_list)(error)
            ),
            format!("链接中的 {key}：{}现显示默认的列表。", (lab::ZH.bad_list)(error)),
        ),
        Nonsense::Choice { key, text } => (
            format!("The link's {key}, “{text}”, does not exist. The usual one is shown."),
            format!("链接中的 {key}“{text}”不存在，现显示默认值。"),
        ),
        Nonsense::Range { key, number, range } => (
            format!(
                "The link's {key} is {}; it must be {} to {}. It is shown with {}.",
                grouped((*number).into()),
                range.start(),
                range.end(),
                number.clamp(range.start(), range.end())
            ),
            format!(
                "链接中的 {key} 是 {}，只能取 {} 到 {}，现按 {} 显示。",
                grouped((*number).into()),
                range.start(),
                range.end(),
                number.clamp(range.start(), range.end())
            ),
        ),
        Nonsense::TooMuchCode { letters, most } => (
            format!(
                "The link holds a kernel of {} characters; at most {} are read. It was not opened: ask for a file. Your own text is still here.",
                grouped(*letters as u64),
                grouped(*most as u64)
            ),
            format!(
                "链接中的内核有 {} 个字符，最多读取 {} 个，所以没有打开：请索取文件。你自己的代码还在。",
                grouped(*letters as u64),
                grouped(*most as u64)
            ),
        ),
        Nonsense::Key(text) => (
            format!("The link has a setting “{text}” that this page does not know. It is ignored."),
            format!("链接中的“{text}”无法识别，已忽略。"),
        ),
    }) as fn(&Nonsense) -> String,
    gpu: (|error| match error {
        GpuError::NoWebGpu => (
            String::from(
                "This browser has no WebGPU, so nothing can be timed here; stepping needs none. Use a current Chrome, Edge, Safari or Firefox."
            ),
            String::from(
                "这个浏览器没有 WebGPU，因此无法计时；单步演示不需要它。请使用新版 Chrome、Edge、Safari 或 Firefox。"
            ),
        ),
        GpuError::InsecureContext => (
            String::from(
                "Browsers offer WebGPU only over https or from localhost, so nothing can be timed here; stepping works."
            ),
            String::from("浏览器只在 https 或 localhost 页面上提供 WebGPU，因此无法计时；单步演示不受影响。"),
        ),
        GpuError::NoAdapter { .. } => (
            String::from(
                "The browser has WebGPU but offers no GPU adapter, so nothing can be timed here; stepping works. Check that hardware acceleration is on (in Chrome: chrome://gpu), or update the graphics driver."
            ),
            String::from(
                "浏览器支持 WebGPU，但没有提供 GPU 适配器，因此无法计时；单步演示不受影响。请确认已开启硬件加速（Chrome 见 chrome://gpu），或更新显卡驱动。"
            ),
        ),
        GpuError::DeviceRefused { detail } => (
            format!("The GPU refused a device ({detail}). Close other pages that use the GPU and reload."),
            format!("GPU 拒绝了设备请求（{detail}）。请关闭其他使用 GPU 的页面后重新加载。"),
        ),
        GpuError::DeviceLost { reason } => (
            format!("The GPU was lost while in use ({reason}). Nothing else is lost: measure again to connect."),
            format!("GPU 设备在使用中丢失（{reason}），其他内容没有丢失：再点一次测量即可重新连接。"),
        ),
        GpuError::BlockTooLarge { block, most } => (
            format!(
                "A block of {block} threads is more than this adapter's {most}. Choose a smaller block to measure."
            ),
            format!("每块 {block} 条线程超过了这个适配器的上限 {most}。请选择较小的块再测量。"),
        ),
        GpuError::BufferTooLarge { bytes, most } => (
            format!(
                "A buffer of {} bytes is more than this adapter's {}. Choose a smaller n to measure.",
                grouped(*bytes),
                grouped(*most)
            ),
            format!(
                "{} 字节的缓冲区超过了这个适配器的上限 {}。请选择较小的 n 再测量。",
                grouped(*bytes),
                grouped(*most)
            ),
        ),
        GpuError::TooManyWorkgroups { asked, most } => (
            format!(
                "{} blocks in one dimension are more than this adapter's {}. Choose a larger block or a smaller n.",
                grouped((*asked).into()),
                grouped((*most).into())
            ),
            format!(
                "一个维度上 {} 个块超过了这个适配器的上限 {}。请选择较大的块或较小的 n。",
                grouped((*asked).into()),
                grouped((*most).into())
            ),
        ),
        GpuError::Textures => (
            String::from(
                "Kernels with textures run on the simulated machine only. Use storage buffers to time it on the GPU."
            ),
            String::from("使用纹理的内核只在模拟的机器上运行。要在 GPU 上测量，请改用存储缓冲区。"),
        ),
        GpuError::GridBarrier => (
            String::from(
                "WebGPU has no barrier of the whole grid, so this kernel runs on the simulated machine only. To time it, end the kernel at the barrier and launch a second one."
            ),
            String::from(
                "WebGPU 没有整个网格的同步点，所以这个内核只在模拟的机器上运行。要测量时间，请在同步点处结束内核，再启动第二个内核。"
            ),
        ),
        GpuError::NoSuchOutput { output, buffers } => (
            format!("The run has {buffers} buffers and no number {output}, so there is no result to compare."),
            format!("这次运行只有 {buffers} 个缓冲区，没有第 {output} 个，无法核对结果。"),
        ),
        GpuError::ShaderRefused {
            message,
            line: Some(line),
        } => (
            format!("The browser refused the shader at line {line}: {message}"),
            format!("浏览器在第 {line} 行拒绝了着色器：{message}"),
        ),
        GpuError::ShaderRefused { message, line: None } => (
            format!("The browser refused the shader: {message}"),
            format!("浏览器拒绝了着色器：{message}"),
        ),
        GpuError::CommandRefused { message } => (
            format!("The browser refused a command: {message}"),
            format!("浏览器拒绝了一条命令：{message}"),
        ),
        GpuError::WrongResult { index, got, expected } => (
            format!(
                "On this GPU word {index} of the result is {}, but the CPU says {}. A wrong result is not timed.",
                *got as i32, *expected as i32
            ),
            format!(
                "在这块 GPU 上，结果的第 {index} 个字是 {}，而 CPU 得到 {}。错误的结果不计时。",
                *got as i32, *expected as i32
            ),
        ),
        GpuError::OutOfMemory => (
            String::from("The GPU has no memory left for this n. Choose a smaller one."),
            String::from("GPU 内存不足，放不下这么大的 n。请选择较小的 n。"),
        ),
        GpuError::Cancelled => (
            String::from("The measurement was cancelled."),
            String::from("测量已取消。"),
        ),
        GpuError::MapFailed => (
            String::from("The result could not be read back from the GPU. Try again."),
            String::from("无法从 GPU 读回结果，请再试一次。"),
        ),
    }) as fn(&GpuError) -> String,
});
