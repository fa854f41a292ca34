//! The sentences of the list of lessons.

use crate::number::grouped;

/// The words of one door: its title, what is behind it, and its button.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    pub title: &'static str,
    pub about: &'static str,
    pub open: &'static str,
}

words!(ListWords {
    headline: (
        "See what every thread of your kernel does.",
        "看清内核的每条线程在做什么。"
    ),
    lead: (
        "Step CUDA or WGSL (WebGPU) in the browser, forward and back: who works, who waits, and what moves through memory.",
        "在浏览器里单步执行 CUDA 或 WGSL（WebGPU），可进可退：谁在工作，谁在等待，内存里移动了什么。",
    ),
    needs: (
        "No GPU, account or installation is needed. With a GPU you also get its times.",
        "不需要 GPU、账号或安装。有 GPU 时还能得到它的时间。",
    ),
    film: ("Two kernels, one sum: who works?", "两个内核，同一个和：谁在工作？"),
    stride: ("stride", "步长"),
    works: ("works", "工作"),
    masked: ("waits for its warp of 32", "等待所在的线程束（32 条）"),
    waits: ("its warp is at the barrier", "所在线程束在等待同步"),
    /// Arguments: device, elements, block size.
    timed: (|device, n, block| (
        format!("measured: one launch on an {device}, in a browser, n = {n}, block size {block}"),
        format!("实测：{device}，浏览器中启动一次，n = {n}，块大小 {block}"),
    )) as fn(&str, &str, u32) -> String,
    pause: ("Pause", "暂停"),
    play: ("Play", "播放"),
    teach: (
        Door {
            title: "Teach",
            about: "Put a ready deck on stage, or build your own from any step. The last row can read it.",
            open: "Choose a deck",
        },
        Door {
            title: "讲课",
            about: "现成的幻灯片可以直接上台，也可以用任何一步拼出自己的。最后一排也看得清。",
            open: "选择幻灯片",
        }
    ) as Door,
    learn: (
        Door {
            title: "Learn",
            about: "Four lessons lead from one thread to the first reduction. Predict each step, then look.",
            open: "Start the first hour",
        },
        Door {
            title: "学习",
            about: "四课从一条线程讲到第一个归约。先预测每一步，再看结果。",
            open: "开始第一个小时",
        }
    ) as Door,
    try_out: (
        Door {
            title: "Try your kernel",
            about: "Paste CUDA or WGSL. See who reads and writes what, and the race that no test shows.",
            open: "Open the playground",
        },
        Door {
            title: "运行自己的内核",
            about: "粘贴 CUDA 或 WGSL，看谁读写了什么，以及测试发现不了的竞争。",
            open: "打开练习场",
        }
    ) as Door,
    paths: ("Paths", "学习路线"),
    paths_about: (
        "A few lessons in the order in which they need each other. Each is a deck too.",
        "几课按先后次序排好。每条路线也是一份幻灯片。",
    ),
    /// Arguments: lessons, minutes.
    path_length: (|lessons, minutes| (
        format!("{lessons} lessons · about {minutes} min"),
        format!("{lessons} 课 · 约 {minutes} 分钟"),
    )) as fn(usize, usize) -> String,
    on_stage: ("On stage", "上台放映"),
    /// The same for screen readers. Argument: the path.
    path_on_stage: (|path| (format!("On stage: {path}"), format!("上台放映：{path}"))) as fn(&str) -> String,
    /// Argument: lessons.
    all: (|lessons| (format!("All {lessons} lessons"), format!("全部 {lessons} 课"))) as fn(usize) -> String,
    /// Argument: chapters.
    all_about: (|chapters| (
        format!(
            "Each has one question, which you answer by stepping. There are {chapters} chapters; each needs only what stands before it."
        ),
        format!("每课一个问题，单步执行就能回答。共 {chapters} 章，每章只需要前面的内容。"),
    )) as fn(usize) -> String,
    /// Arguments: number, minutes.
    chapter: (|number, minutes| (
        format!("Chapter {number} · about {minutes} min"),
        format!("第 {number} 章 · 约 {minutes} 分钟"),
    )) as fn(usize, usize) -> String,
    minutes: (|minutes| (format!("about {minutes} min"), format!("约 {minutes} 分钟"))) as fn(usize) -> String,
    minutes_meaning: ("An estimate: two minutes for each slide", "估计值：每张幻灯片两分钟",),
    find: ("Find a lesson, a kernel, a term", "查找课程、内核、术语"),
    find_hint: ("Find (/)", "查找（/）"),
    examples: ("For example:", "例如："),
    /// Arguments: the query, lessons that are shown, lessons that have it.
    found: (|query, count, all| (
        match count == all {
            true => format!("Lessons with “{query}”: {}", grouped(all as u64)),
            false => format!("Lessons with “{query}”: the best {count} of {all}"),
        },
        match count == all {
            true => format!("包含“{query}”的课程：{}", grouped(all as u64)),
            false => format!("包含“{query}”的课程：共 {all} 课，列出最相关的 {count} 课"),
        },
    )) as fn(&str, usize, usize) -> String,
    nothing_found: (|query| (
        format!(
            "No lesson and no term has “{query}”. Type fewer letters, or one word only: a name from CUDA or WGSL works too."
        ),
        format!("没有课程或术语包含“{query}”。请少输入几个字，或只输入一个词；CUDA 和 WGSL 的名称也可以。"),
    )) as fn(&str) -> String,
    offline: (
        "Works offline. Nothing leaves your computer.",
        "可以离线使用。任何内容都不会离开你的电脑。"
    ),
});

#[cfg(test)]
mod tests {
    use super::*;

    /// The head of the list is in `index.html` too, which shows it until the program has started.
    #[test]
    fn the_first_paint_has_the_words_of_the_list() {
        let page = include_str!("../../../../index.html");
        for words in [&EN, &ZH] {
            for text in [words.headline, words.lead, words.needs, words.find, words.examples] {
                assert!(
                    page.contains(&format!(">{text}<")) || page.contains(&format!("\"{text}\"")),
                    "{text}"
                );
            }
        }
    }
}
