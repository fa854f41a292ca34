//! Words of the export dialog, which saves pictures, animations and traces of the page.

/// Formats a size: `820 B`, `14 kB`, `2.5 MB`.
fn size(bytes: f64) -> String {
    match bytes {
        ..1e3 => format!("{bytes:.0} B"),
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        ..1e7 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.0} MB", bytes / 1e6),
    }
}

words!(ExportWords {
    title: ("Export", "带走"),
    tabs: ("What to export", "带走什么"),
    tab: (|id| match id {
        "animation" => ("Animation", "动画"),
        "trace" => ("Trace", "执行轨迹"),
        "frame" => ("Embed", "嵌入网页"),
        _ => ("Picture", "图片"),
    }) as fn(&str) -> &'static str,
    what: ("Panel", "面板"),
    stage: ("All panels", "全部面板"),
    // Pictures.
    preview: ("The picture as it will be saved", "将要保存的图片"),
    pictures: (
        "SVG stays sharp at any size; PNG has three times the screen's resolution.",
        "SVG 放大后依然清晰；PNG 的像素密度是屏幕的三倍。",
    ),
    gone: (
        "This panel is no longer on the page. Choose another one.",
        "这个面板已不在页面上，请另选一个。",
    ),
    copy: ("Copy as PNG", "复制为 PNG"),
    copied: ("Copied", "已复制"),
    not_copied: (
        "This browser does not let the page copy pictures. Save the PNG instead.",
        "浏览器不允许页面复制图片，请改为保存 PNG。",
    ),
    working: ("Progress", "进度"),
    /// Formats a number of bytes.
    size: size as fn(f64) -> String,
    // Animations.
    from: ("From step", "从第几步"),
    to: ("to step", "到第几步"),
    rate: ("Steps a second", "每秒步数"),
    scale: ("Size", "大小"),
    make: ("Make GIF", "生成 GIF"),
    save_gif: ("Save GIF", "保存 GIF"),
    /// Arguments: frames, seconds.
    frames: (
        |frames, seconds| {
            let frames = match frames {
                1 => "1 picture".to_owned(),
                frames => format!("{frames} pictures"),
            };
            format!("{frames}, {seconds:.1} seconds, repeated. While it is made, the page goes through the steps.")
        },
        |frames, seconds| {
            format!("{frames} 幅画面，{seconds:.1} 秒，循环播放。生成时页面会逐步走过这些步骤。")
        },
    ) as fn(usize, f64) -> String,
    backwards: (
        "The last step comes before the first. Choose a later one.",
        "结束的步骤在开始之前，请选更后的一步。",
    ),
    /// Arguments: frames asked for, the most that are possible.
    too_long: (|frames, most| (
        format!(
            "{frames} pictures are more than the {most} that fit. Choose fewer steps, or a larger step: iteration or barrier."
        ),
        format!("{frames} 幅画面超过上限 {most}。请减少步数，或让每一步走得更远：按迭代或按同步。"),
    )) as fn(usize, usize) -> String,
    too_large: (
        "The animation would be too large. Choose fewer steps, one panel, or size 1×.",
        "这么大的画面数量太多。请减少步数、只选一个面板，或选大小 1×。",
    ),
    predicts: (
        "Predict is on, and an animation would show the answers. Switch it off first.",
        "正在预测，动画会提前透露答案。请先关闭预测。",
    ),
    not_made: (
        "The panel is gone, or the browser has no memory for its pictures. Choose fewer steps or a smaller panel.",
        "面板已不在页面上，或浏览器放不下这些画面。请减少步数或选较小的面板。",
    ),
    // The trace.
    trace: (
        "The steps of the followed block: masks, requests with their addresses, values before and after. The same file as from warpstep trace; app/cli/trace.schema.json describes it.",
        "所跟踪的块每一步做了什么：掩码、访存请求及其地址、前后的值。与 warpstep trace 写出的文件相同，格式见 app/cli/trace.schema.json。",
    ),
    /// Arguments: steps, bytes.
    trace_size: (|steps, bytes| (
        format!("{steps} steps, about {}.", size(bytes)),
        format!("共 {steps} 步，约 {}。", size(bytes)),
    )) as fn(usize, f64) -> String,
    /// Arguments: bytes, the most bytes that are possible.
    trace_too_long: (|bytes, most| (
        format!(
            "The file would have about {}, and at most {} can be saved. Choose a smaller block or n, or write it with warpstep trace.",
            size(bytes),
            size(most)
        ),
        format!(
            "文件约有 {}，超过上限 {}。请减小块或 n，或用 warpstep trace 写出。",
            size(bytes),
            size(most)
        ),
    )) as fn(f64, f64) -> String,
    no_trace: (
        "There is no run yet. Wait until the panels show one.",
        "还没有运行结果，请等面板显示后再试。",
    ),
    // Other pages.
    frame: (
        "The animation with its player, for a course page or a blog. It keeps the current kernel, step, language and theme, and links back to this page.",
        "带播放器的动画，可放进课程网页或博客。它保留此刻的内核、步骤、语言和主题，其中的链接可回到这里。",
    ),
    width: ("Width", "宽"),
    height: ("Height", "高"),
    snippet: ("HTML for the other page", "放进其他网页的 HTML"),
    copy_snippet: ("Copy HTML", "复制 HTML"),
    snippet_not_copied: (
        "This browser does not let the page copy. Select the text and copy it.",
        "浏览器不允许页面复制，请选中文字后自行复制。",
    ),
    no_frame: (
        "This kernel is too long for a link. Shorten it, or save it as a file.",
        "这个内核太长，放不进链接。请缩短，或保存为文件。",
    ),
    frame_preview: ("Preview", "预览"),
    open_whole: ("Open in Warpstep", "在 Warpstep 中打开"),
});
