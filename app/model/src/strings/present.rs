//! Words for presenting slides, in both languages.

use super::{occupancy, scheduler};
use crate::present::changes::Change;
use lessons::Values;
use simt::Scheduling;

words!(PresentWords {
    change: (
        |change| match change {
            Change::Kernels(names) => names.join(", "),
            Change::N(now, slide) => format!("n {now}, not {slide}"),
            Change::Block(now, slide) => format!("block size {now}, not {slide}"),
            Change::Values(Values::Small) => "values 0 to 9".to_owned(),
            Change::Values(Values::Source) => "values 0 to 255".to_owned(),
            Change::Machine(now, slide) => format!("{now}, not {slide}"),
            Change::Width(now, slide) => format!("warps of {now} lanes, not {slide}"),
            Change::OwnMachine => "a machine of other sizes".to_owned(),
            Change::Masking(true) => "short branches masked".to_owned(),
            Change::Masking(false) => "short branches not masked".to_owned(),
            Change::Scheduling(Scheduling::Independent) => "threads scheduled independently".to_owned(),
            Change::Scheduling(Scheduling::Lockstep) => "threads in lockstep".to_owned(),
            Change::Order(now, slide) => format!("order of warps {now}, not {slide}"),
            Change::Followed(now, slide) => format!("picture of block {now}, not {slide}"),
            Change::Capability(now, slide) => format!("compute capability {now}, not {slide}"),
            Change::Input(input, now, slide) => {
                let name = (occupancy::EN.input)(*input);
                format!("{name}: {now}, not {slide}")
            }
            Change::Chip(now, slide) => format!("{now}, not {slide}"),
            Change::Work(work) => {
                format!("{}: {}", scheduler::EN.work, (scheduler::EN.work_of)(*work))
            }
            Change::Dial(dial, now, slide) => {
                let name = (scheduler::EN.dial)(*dial);
                format!("{name}: {now}, not {slide}")
            }
            Change::Gpu(now, slide) => format!("{now}, not {slide}"),
            Change::Blocks(Some(now), _) => format!("a grid of {now} blocks"),
            Change::Blocks(None, _) => "the grid of the run".to_owned(),
        },
        |change| match change {
            Change::Kernels(names) => names.join("、"),
            Change::N(now, slide) => format!("n 为 {now}（原为 {slide}）"),
            Change::Block(now, slide) => format!("块大小 {now}（原为 {slide}）"),
            Change::Values(Values::Small) => "数值 0 至 9".to_owned(),
            Change::Values(Values::Source) => "数值 0 至 255".to_owned(),
            Change::Machine(now, slide) => format!("{now}（原为 {slide}）"),
            Change::Width(now, slide) => format!("每个线程束 {now} 条通道（原为 {slide}）"),
            Change::OwnMachine => "自定义参数的机器".to_owned(),
            Change::Masking(true) => "短分支改用屏蔽".to_owned(),
            Change::Masking(false) => "短分支不再屏蔽".to_owned(),
            Change::Scheduling(Scheduling::Independent) => "线程各自前进".to_owned(),
            Change::Scheduling(Scheduling::Lockstep) => "线程束步调一致".to_owned(),
            Change::Order(now, slide) => format!("线程束的次序 {now}（原为 {slide}）"),
            Change::Followed(now, slide) => format!("图示第 {now} 块（原为第 {slide} 块）"),
            Change::Capability(now, slide) => format!("计算能力 {now}（原为 {slide}）"),
            Change::Input(input, now, slide) => {
                let name = (occupancy::ZH.input)(*input);
                format!("{name} {now}（原为 {slide}）")
            }
            Change::Chip(now, slide) => format!("{now}（原为 {slide}）"),
            Change::Work(work) => {
                format!("{}：{}", scheduler::ZH.work, (scheduler::ZH.work_of)(*work))
            }
            Change::Dial(dial, now, slide) => {
                let name = (scheduler::ZH.dial)(*dial);
                format!("{name} {now}（原为 {slide}）")
            }
            Change::Gpu(now, slide) => format!("{now}（原为 {slide}）"),
            Change::Blocks(Some(now), _) => format!("网格为 {now} 个块"),
            Change::Blocks(None, _) => "网格与运行一致".to_owned(),
        },
    ) as fn(&Change) -> String,
    /// Argument: the planned minutes up to the end of this slide.
    planned_here: (|minutes| (
        format!("planned until the end of this slide: {minutes} min"),
        format!("计划到本张结束：{minutes} 分钟"),
    )) as fn(u32) -> String,
    /// Argument: what differs from the slide.
    changed: (
        |changes| format!("Changed on the screen: {changes}. U shows the slide as it was."),
        |changes| format!("屏幕上已改动：{changes}。按 U 恢复原样。"),
    ) as fn(&str) -> String,
    /// A dialog covers the slide.
    covered: (
        "A dialog is open on the screen. Esc closes it; until then the slide does not move.",
        "屏幕上打开了一个对话框。按 Esc 关闭；在此之前幻灯片不动。",
    ),
    /// Argument: a key that works in the audience's window only.
    only_there: (
        |key| format!("The key {key} works in the audience's window only."),
        |key| format!("按键 {key} 只在观众窗口中有效。"),
    ) as fn(&str) -> String,
    as_slide: ("As the slide was (U)", "恢复原样（U）"),
    as_lesson: ("As the lesson was (U)", "恢复本课原样（U）"),
    overview: ("All slides", "全部幻灯片"),
    slide_count: (
        |count| match count {
            1 => "1 slide".to_owned(),
            count => format!("{count} slides"),
        },
        |count| format!("共 {count} 张"),
    ) as fn(usize) -> String,
    go_to: ("Go to slide", "转到第几张"),
    of_slides: (|count| (format!("of {count}"), format!("/ {count}"))) as fn(usize) -> String,
    no_such_slide: (
        |count| match count {
            1 => "There is one slide only. Type 1.".to_owned(),
            count => format!("There are {count} slides. Type a number from 1 to {count}."),
        },
        |count| format!("一共 {count} 张幻灯片，请输入 1 到 {count} 之间的数。"),
    ) as fn(usize) -> String,
    black: (
        "The screen is black. Any key brings the slide back.",
        "屏幕已变黑，按任意键回到幻灯片。",
    ),
    print: ("Print", "打印"),
    with_notes: ("with notes", "带备注"),
    /// Arguments: runs that are ready, all runs.
    preparing: (|done, all| (
        format!("Running the kernels of the slides: {done} of {all}"),
        format!("正在运行各张幻灯片的内核：{done} / {all}"),
    )) as fn(usize, usize) -> String,
    not_prepared: (
        "The picture was not ready when the browser began to print. Cancel, and press Ctrl P.",
        "浏览器开始打印时图片尚未就绪。请取消，再按 Ctrl P。",
    ),
    speaker: ("Speaker's window", "演讲者窗口"),
    speaker_word: ("Speaker", "演讲者"),
    leave: ("Leave the stage", "离开舞台"),
    controls: ("Controls", "控制栏"),
    blocked: (
        "The browser blocked the speaker's window. The link opens it.",
        "浏览器拦截了演讲者窗口，可以点这个链接打开。",
    ),
    notes: ("Notes", "备注"),
    on_screen: ("On the screen", "屏幕上"),
    is_black: ("black", "黑屏"),
    next_slide: ("Next slide", "下一张"),
    last_slide: ("This is the last slide.", "这是最后一张。"),
    waiting: (
        "Waiting for the window with the slides. If it is closed, open the lesson again and use the key S there.",
        "正在等待放映窗口。如果它已经关闭，请重新打开课程并在那里按 S。",
    ),
    no_slide: (
        "No slide is on the screen. Open the slides there, and they appear here.",
        "屏幕上没有幻灯片。在那边打开幻灯片后，这里会显示备注。",
    ),
    gone: (
        "The window with the slides is closed or does not answer. Open the lesson again and use the key S there; this window can be closed.",
        "放映窗口已关闭或没有响应。请重新打开课程并在那里按 S；这个窗口可以关闭。",
    ),
    watch: ("Time since the start", "已用时间"),
    start_watch: ("Start the timer", "开始计时"),
    pause_watch: ("Pause the timer", "暂停计时"),
    reset_watch: ("Set the timer to zero", "计时归零"),
    /// Argument: the first and the last press of a slide.
    stretch: (
        |(from, to)| match from == to {
            true => format!("slide at {from}"),
            false => format!("slide from {from} to {to}"),
        },
        |(from, to)| match from == to {
            true => format!("本张停在第 {from} 步"),
            false => format!("本张从第 {from} 步到第 {to} 步"),
        },
    ) as fn((usize, usize)) -> String,
    black_toggle: ("Black", "黑屏"),
    back: ("Back", "后退"),
    next: ("Next", "前进"),
    /// Argument: the step of the text's size, from 0.
    text_size: (
        |step| match step {
            0 => "Usual text",
            1 => "Larger text",
            _ => "Largest text",
        },
        |step| match step {
            0 => "标准文字",
            1 => "较大文字",
            _ => "最大文字",
        },
    ) as fn(usize) -> &'static str,
    text_sizes: ("Size of sentences and code", "句子和代码的大小"),
    room: ("Light in the room", "教室光线"),
    dark_room: ("Dark room", "暗教室"),
    bright_room: ("Bright room", "亮教室"),
    /// Argument: a lesson's title.
    present_lesson: (|title| (format!("Slides: {title}"), format!("幻灯片：{title}"))) as fn(&str) -> String,
});
