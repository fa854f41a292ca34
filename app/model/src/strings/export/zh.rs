//! 带走：简体中文。

use super::{ExportWords, size};

pub static ZH: ExportWords = ExportWords {
    title: "带走",
    take_panel: |panel| format!("带走：{panel}"),
    tabs: "带走什么",
    tab: |id| match id {
        "animation" => "动画",
        "trace" => "执行轨迹",
        "frame" => "嵌入网页",
        _ => "图片",
    },
    what: "面板",
    stage: "全部面板",
    preview: "将要保存的图片",
    pictures: "SVG 放大后依然清晰；PNG 的像素密度是屏幕的三倍。",
    gone: "这个面板已不在页面上，请另选一个。",
    copy: "复制为 PNG",
    copied: "已复制",
    not_copied: "浏览器不允许页面复制图片，请改为保存 PNG。",
    working: "进度",
    size,
    from: "从第几步",
    to: "到第几步",
    rate: "每秒步数",
    scale: "大小",
    make: "生成 GIF",
    save_gif: "保存 GIF",
    frames: |frames, seconds| {
        format!("{frames} 幅画面，{seconds:.1} 秒，循环播放。生成时页面会逐步走过这些步骤。")
    },
    backwards: "结束的步骤在开始之前，请选更后的一步。",
    too_long: |frames, most| {
        format!(
            "{frames} 幅画面超过上限 {most}。请减少步数，或让每一步走得更远：按步长循环或按屏障。"
        )
    },
    too_large: "这么大的画面数量太多。请减少步数、只选一个面板，或选大小 1×。",
    predicts: "正在预测，动画会提前透露答案。请先关闭预测。",
    not_made: "面板已不在页面上，或浏览器放不下这些画面。请减少步数或选较小的面板。",
    trace: "所跟踪的块每一步做了什么：掩码、访存请求及其地址、前后的值。与 warpstep trace 写出的文件相同，格式见 app/cli/trace.schema.json。",
    trace_size: |steps, bytes| format!("共 {steps} 步，约 {}。", size(bytes)),
    trace_too_long: |bytes, most| {
        format!(
            "文件约有 {}，超过上限 {}。请减小块或 n，或用 warpstep trace 写出。",
            size(bytes),
            size(most)
        )
    },
    no_trace: "还没有运行结果，请等面板显示后再试。",
    frame: "带播放器的动画，可放进课程网页或博客。它保留此刻的核函数、步骤、语言和主题，其中的链接可回到这里。",
    width: "宽",
    height: "高",
    snippet: "放进其他网页的 HTML",
    copy_snippet: "复制 HTML",
    snippet_not_copied: "浏览器不允许页面复制，请选中文字后自行复制。",
    no_frame: "这个核函数太长，放不进链接。请缩短，或保存为文件。",
    frame_preview: "预览",
    open_whole: "在 Warpstep 中打开",
};
