//! The sentences about measured times.

use crate::lab::list::superscript;
use crate::number::grouped;
use crate::run::times::conditions::Conditions;
use crate::run::times::remark::Remark;
use crate::run::times::size::AtSize;
use gpu::DeviceInfo;
use lessons::published::Build;

words!(TimeWords {
    /// Arguments: the device, or `None` for the reader's; n.
    tab_note: (|device, n| match device {
        Some(device) => (
            format!("one launch on an {device}, n = {}", superscript(n)),
            format!("在 {device} 上启动一次，n = {}", superscript(n)),
        ),
        None => (
            format!("one launch on this GPU, n = {}", superscript(n)),
            format!("在本机 GPU 上启动一次，n = {}", superscript(n)),
        ),
    }) as fn(Option<&str>, u32) -> String,
    times_of: (|n, block| (
        match block {
            Some(block) => format!("n\u{a0}{} · block\u{a0}size\u{a0}{block}", grouped(n.into())),
            None => format!("n\u{a0}{}", grouped(n.into())),
        },
        match block {
            Some(block) => format!("n\u{a0}{} · 块大小\u{a0}{block}", grouped(n.into())),
            None => format!("n\u{a0}{}", grouped(n.into())),
        },
    )) as fn(u32, Option<u32>) -> String,
    /// The program and the device of a published time. Arguments: device, build, function of a library.
    published_by: (
        |device, build, library| {
            let device = match build {
                Build::Usual => device.to_owned(),
                Build::Debug => format!("{device}, debug build (-g -G)"),
            };
            library.map_or(device.clone(), |library| format!("{library}, {device}"))
        },
        |device, build, library| {
            let device = match build {
                Build::Usual => device.to_owned(),
                Build::Debug => format!("{device}，调试版（-g -G）"),
            };
            library.map_or(device.clone(), |library| format!("{library}，{device}"))
        },
    ) as fn(&str, Build, Option<&str>) -> String,
    conditions: (|work| (
        conditions(work, "block size ", " iterations"),
        conditions(work, "块大小 ", " 次迭代"),
    )) as fn(Conditions) -> String,
    /// Arguments: the choice, and its number of elements.
    at_size: (|size, n| match size {
        AtSize::Clock => (
            format!("clock · n\u{a0}{}", superscript(n)),
            format!("计时 · n\u{a0}{}", superscript(n)),
        ),
        AtSize::Picture => (
            format!("picture · n\u{a0}{}", superscript(n)),
            format!("画面 · n\u{a0}{}", superscript(n)),
        ),
    }) as fn(AtSize, u32) -> String,
    /// Arguments: the number of elements that was chosen, and the lesson's.
    smaller_n: (|n, wanted| (
        format!(
            "n is {}, not {}: with more elements, this chart would take longer than 5 seconds on this GPU.",
            grouped(n.into()),
            grouped(wanted.into())
        ),
        format!(
            "n 为 {}，而不是 {}：元素再多，在这块 GPU 上画这张图就要超过 5 秒。",
            grouped(n.into()),
            grouped(wanted.into())
        ),
    )) as fn(u32, u32) -> String,
    remark: (
        |remark| match remark {
            Remark::TooShort { kernels, empty } => format!(
                "Too short to compare: {}. Less than ten empty dispatches ({empty} each).",
                kernels.join(", ")
            ),
            Remark::FewSamples { kernels } => format!(
                "Too few samples to compare: {}. Choose a smaller n.",
                kernels.join(", ")
            ),
            Remark::NoDifference { kernels } => format!(
                "No difference was found between these kernels, because their intervals overlap: {}.",
                kernels.join(", ")
            ),
            Remark::Opposite { faster, slower, ratio } => format!(
                "The clock contradicts what the lesson’s counters suggest: {slower} takes {ratio:.3} times as long as {faster}."
            ),
        },
        |remark| match remark {
            Remark::TooShort { kernels, empty } => format!(
                "太短，无法比较：{}。不到十次空派发（每次 {empty}）。",
                kernels.join("、")
            ),
            Remark::FewSamples { kernels } => {
                format!("采样太少，无法比较：{}。请选择较小的 n。", kernels.join("、"))
            }
            Remark::NoDifference { kernels } => format!("没有测出差别，因为区间重叠：{}。", kernels.join("、")),
            Remark::Opposite { faster, slower, ratio } =>
                format!("时钟与本课计数器给人的预期相反：{slower}的时间是{faster}的 {ratio:.3} 倍。"),
        },
    ) as fn(&Remark) -> String,
    /// Arguments: device, samples.
    measured_on: (
        |device, samples| {
            let software = if device.is_fallback {
                ", a software adapter: its times say nothing about a GPU"
            } else {
                ""
            };
            let warps = match device.warp_widths {
                Some([least, most]) if least == most => format!(" (warps of {most} lanes)"),
                Some([least, most]) => format!(" (warps of {least} to {most} lanes)"),
                None => String::new(),
            };
            format!(
                "This GPU: {}{warps}{software}. Median of {samples} samples with its 95 % interval, every result checked first.",
                device.name
            )
        },
        |device, samples| {
            let software = if device.is_fallback {
                "（软件适配器，时间不代表 GPU）"
            } else {
                ""
            };
            let warps = match device.warp_widths {
                Some([least, most]) if least == most => format!("（线程束宽 {most}）"),
                Some([least, most]) => format!("（线程束宽 {least} 至 {most}）"),
                None => String::new(),
            };
            format!(
                "本机 GPU：{}{warps}{software}，{samples} 个样本的中位数及其 95 % 区间；计时前都已核对结果。",
                device.name
            )
        },
    ) as fn(&DeviceInfo, usize) -> String,
});

/// Formats the work that a time is of; `block` stands before a number, `iterations` behind one.
fn conditions(work: Conditions, block: &str, iterations: &str) -> String {
    let lanes = (work.block > 0).then(|| format!("{block}{}", work.block));
    let passes = work
        .iterations
        .map(|passes| format!("{}{iterations}", grouped(passes.into())));
    let n = u32::try_from(work.n).map_or_else(|_| grouped(work.n), superscript);
    let parts = [Some(format!("n {n}")), lanes, passes];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
