//! The sentences of the reader's deck.

use crate::address::Nonsense;
use crate::deck::{DeckError, MOST_PICTURE_BYTES, PictureError};
use crate::number::grouped;

words!(DeckWords {
    take: ("Add to my deck", "加入我的幻灯片"),
    /// Argument: slides in the deck.
    taken: (|count| (
        format!("Added to your deck as slide {count}."),
        format!("已加入你的幻灯片，为第 {count} 张。"),
    )) as fn(usize) -> String,
    open_deck: ("Open my deck", "打开我的幻灯片"),
    title: ("Title of the deck", "幻灯片标题"),
    present: ("Present", "放映"),
    save: ("Save as a file", "保存为文件"),
    share: ("Share as a link", "生成链接"),
    open: ("Open a file", "打开文件"),
    link_read: ("To read", "只读链接"),
    link_read_hint: ("slides, steps and sentences; no notes", "幻灯片、步骤和文字，不含备注",),
    link_edit: ("To edit", "编辑链接"),
    link_edit_hint: ("with notes and minutes", "含备注和时间"),
    code: ("QR code of the link to read", "只读链接的二维码"),
    code_of_first: ("QR code of the first slide", "第一张幻灯片的二维码"),
    enlarge: ("Enlarge", "放大"),
    copy: ("Copy", "复制"),
    copied: ("Copied", "已复制"),
    compact: ("Short list", "简短列表"),
    shows: ("shows", "显示"),
    as_in_lesson: ("as in the lesson", "与课程相同"),
    /// Argument: the most parts.
    parts_hint: (|most| (
        format!("The parts on stage, at most {most}"),
        format!("放映时的部分，最多 {most} 个"),
    )) as fn(usize) -> String,
    /// Argument: the first and the last step.
    steps: (
        |(from, to)| match from == to {
            true => format!("step {from}"),
            false => format!("steps {from} to {to}"),
        },
        |(from, to)| match from == to {
            true => format!("第 {from} 步"),
            false => format!("第 {from} 到 {to} 步"),
        },
    ) as fn((usize, usize)) -> String,
    /// The title of a deck without one that somebody else has shared.
    shared_deck: ("Shared slides", "分享的幻灯片"),
    /// Argument: the number of lines of words that have no room on the slide.
    left_out: (|lines| (
        match lines {
            1 => "The last line does not fit on the slide.".to_owned(),
            lines => format!("The last {lines} lines do not fit on the slide."),
        },
        format!("最后 {lines} 行在这一页上放不下。"),
    )) as fn(usize) -> String,
    marks: (
        "Lines that begin with - are a list, **two stars** make words bold, `ticks` mark code.",
        "以 - 开头的行成为列表，**两个星号**使文字加粗，`反引号`标出代码。",
    ),
    /// Argument: the characters of the link.
    no_code: (|letters| (
        format!(
            "The link to the whole deck has {} characters, and a QR code holds 2,953: enough for about four slides. The code leads to the first slide.",
            grouped(letters as u64)
        ),
        format!(
            "整份幻灯片的链接有 {} 个字符，二维码最多容纳 2,953 个（约四张）。这个二维码通向第一张。",
            grouped(letters as u64)
        ),
    )) as fn(usize) -> String,
    /// Argument: minutes.
    planned: (|minutes| (format!("{minutes} min planned"), format!("计划 {minutes} 分钟"))) as fn(u32) -> String,
    minutes: ("minutes", "分钟"),
    walk: ("Walk it yourself", "自己走一遍"),
    walk_hint: (
        "Opens the lesson at this step, with all its panels",
        "在课程里打开这一步，可用全部面板",
    ),
    no_link: (
        "This deck is too long for a link. Save it as a file and share that.",
        "这份幻灯片太长，放不进链接。请保存为文件再分享。",
    ),
    not_kept: (
        "The browser has no room to keep this deck for the next visit. Save it as a file.",
        "浏览器没有空间为下次访问保存这份幻灯片。请将其保存为文件。",
    ),
    empty: ("Your deck has no slides yet", "还没有幻灯片"),
    empty_lines: ([
        (
            "Open a lesson and go to the step that you want to show.",
            "打开一课，走到想展示的那一步。",
        ),
        (
            "Choose “Add to my deck” there: kernels, sizes, machine, view and step become a slide.",
            "在那里选“加入我的幻灯片”：内核、大小、机器、视图和步骤就成为一张幻灯片。",
        ),
        (
            "Come back here to edit the texts and the order. Everything stays in this browser until you share it.",
            "再回到这里写文字、排顺序。分享之前，一切只留在这个浏览器里。",
        ),
    ]) as [&'static str; 3],
    text: ("Text on the slide", "幻灯片上的文字"),
    from: ("from step", "从第几步"),
    to: ("to step", "到第几步"),
    drag: ("Drag to another position", "拖到别的位置"),
    up: ("Move up (Alt ↑)", "上移（Alt ↑）"),
    down: ("Move down (Alt ↓)", "下移（Alt ↓）"),
    duplicate: ("Duplicate", "复制一张"),
    delete: ("Delete", "删除"),
    deleted: (|number| (format!("Slide {number} is deleted."), format!("第 {number} 张已删除。"),))
        as fn(usize) -> String,
    /// Arguments: from, to (slide numbers).
    moved: (|from, to| (
        format!("Slide {from} is now slide {to}."),
        format!("第 {from} 张现在是第 {to} 张。"),
    )) as fn(usize, usize) -> String,
    undo: ("Undo (Ctrl Z)", "撤销（Ctrl Z）"),
    /// Arguments: title, slides.
    before: (
        |title, count| match title.trim() {
            "" => format!("An earlier deck ({}) is kept.", (super::present::EN.slide_count)(count)),
            title => format!(
                "An earlier deck, “{title}” ({}), is kept.",
                (super::present::EN.slide_count)(count)
            ),
        },
        |title, count| match title.trim() {
            "" => format!("较早的幻灯片（{count} 张）仍然保留。"),
            title => format!("较早的幻灯片“{title}”（{count} 张）仍然保留。"),
        },
    ) as fn(&str, usize) -> String,
    bring_back: ("Restore it", "换回来"),
    unreadable: (|error| (
        format!(
            "The deck in this browser's storage cannot be shown as it is. {} Save it as a file to repair it there.",
            (EN.refused)(error)
        ),
        format!(
            "这个浏览器保存的幻灯片无法完整显示。{}可保存为文件后修改。",
            (ZH.refused)(error)
        ),
    )) as fn(&DeckError) -> String,
    refused: (|error| match error {
        DeckError::TooLarge { most_bytes } => (
            format!(
                "It is too large: a deck has at most {} bytes.",
                grouped(*most_bytes as u64)
            ),
            format!("内容过大：幻灯片最多 {} 字节。", grouped(*most_bytes as u64)),
        ),
        DeckError::NotADeck => (
            "It is not a deck: choose a file that was saved on the deck page.".to_owned(),
            "这不是幻灯片：请选择在幻灯片页面保存的文件。".to_owned(),
        ),
        DeckError::OtherVersion { version, known } => (
            format!(
                "It is a deck of version {version}, and this page reads version {known}. Reload the page to get its newest version."
            ),
            format!("它的版本是 {version}，本页面支持版本 {known}。请重新加载页面以获得最新版本。"),
        ),
        DeckError::Empty => ("It has no slides.".to_owned(), "里面没有幻灯片。".to_owned(),),
        DeckError::TooManySlides { most } => (
            format!("A deck has at most {most} slides."),
            format!("一份幻灯片最多 {most} 张。"),
        ),
        DeckError::TitleTooLong { most } => (
            format!("Its title is longer than {most} characters. Shorten it."),
            format!("标题超过 {most} 个字，请缩短。"),
        ),
        DeckError::WordsTooLong { slide, most } => (
            format!(
                "Slide {slide} has more than {} characters in its text or its notes. Shorten it.",
                grouped(*most as u64)
            ),
            format!("第 {slide} 张的文字或备注超过 {} 个字，请缩短。", grouped(*most as u64)),
        ),
        DeckError::Backwards { slide } => (
            format!("Slide {slide} ends before the step at which it begins."),
            format!("第 {slide} 张的结束步骤早于开始步骤。"),
        ),
        DeckError::Picture { slide, error } => (
            format!(
                "The picture of slide {slide} cannot be shown. {}",
                (EN.no_picture)(*error)
            ),
            format!("第 {slide} 张的图片无法显示。{}", (ZH.no_picture)(*error)),
        ),
        DeckError::Damaged => (
            "It is damaged or incomplete. Ask for the link again, or for the file.".to_owned(),
            "内容已损坏或不完整。请重新索取链接，或改用文件。".to_owned(),
        ),
        DeckError::Nonsense { slide, nonsense } =>
            ((EN.wrong_slide)(*slide, nonsense), (ZH.wrong_slide)(*slide, nonsense),),
    }) as fn(&DeckError) -> String,
    /// Arguments: file, reason.
    file_refused: (|file, error| (
        format!("“{file}” was not opened. {}", (EN.refused)(error)),
        format!("没有打开“{file}”。{}", (ZH.refused)(error)),
    )) as fn(&str, &DeckError) -> String,
    link_refused: (|error| (
        format!("The deck of this link was not opened. {}", (EN.refused)(error)),
        format!("没有打开这个链接里的幻灯片。{}", (ZH.refused)(error)),
    )) as fn(&DeckError) -> String,
    wrong_slide: (|slide, nonsense| match nonsense {
        Nonsense::Lesson(name) => (
            format!("Slide {slide} shows a lesson “{name}” that does not exist."),
            format!("第 {slide} 张要显示的课程“{name}”不存在。"),
        ),
        Nonsense::Kernel(name) => (
            format!("Slide {slide} shows a kernel “{name}” that its lesson does not have."),
            format!("第 {slide} 张的课程里没有内核“{name}”。"),
        ),
        Nonsense::Machine(name) => (
            format!("Slide {slide} runs on a machine “{name}” that does not exist."),
            format!("第 {slide} 张使用的机器“{name}”不存在。"),
        ),
        Nonsense::Size { .. } => (
            format!("Slide {slide} has a size that its kernel cannot take."),
            format!("第 {slide} 张的大小不适用于它的内核。"),
        ),
        Nonsense::Number { key, text, .. } | Nonsense::Choice { key, text } => (
            format!("Slide {slide} has “{text}” for its {key}, which does not exist."),
            format!("第 {slide} 张的 {key}“{text}”不存在。"),
        ),
        Nonsense::Range { key, number, range } => (
            format!(
                "Slide {slide} has {number} for its {key}; it must be {} to {}.",
                range.start(),
                range.end()
            ),
            format!(
                "第 {slide} 张的 {key} 是 {number}，只能取 {} 到 {}。",
                range.start(),
                range.end()
            ),
        ),
        Nonsense::List { key, .. } => (
            format!("Slide {slide} has a wrong list: {key}."),
            format!("第 {slide} 张的列表 {key} 有误。"),
        ),
        Nonsense::TooMuchCode { .. } => (
            format!("Slide {slide} has a custom kernel; a slide shows kernels of the lessons only."),
            format!("第 {slide} 张带有自己的内核；幻灯片只能显示课程中的内核。"),
        ),
        Nonsense::Key(key) => (
            format!("Slide {slide} has a setting “{key}” that this page does not know."),
            format!("第 {slide} 张中的“{key}”无法识别。"),
        ),
    }) as fn(usize, &Nonsense) -> String,
    add_words: ("Add a slide of words", "添加文字页"),
    add_words_hint: ("A title, a text and a picture of your own", "标题、文字和自己的图片",),
    words_slide: ("Slide of words", "文字页"),
    card_title: ("Title", "标题"),
    picture: ("Choose a picture", "选择图片"),
    picture_hint: (
        "PNG, JPEG, GIF or WebP. A large one is made smaller, and of an animation the first picture is taken.",
        "PNG、JPEG、GIF 或 WebP。过大的会缩小，动画只取第一帧。",
    ),
    remove_picture: ("Remove the picture", "移除图片"),
    /// Arguments: the file, the reason.
    picture_refused: (|file, error| (
        format!("“{file}” was not taken. {}", (EN.no_picture)(error)),
        format!("没有采用“{file}”。{}", (ZH.no_picture)(error)),
    )) as fn(&str, PictureError) -> String,
    no_picture: (|error| match error {
        PictureError::TooLarge => (
            format!(
                "On a slide, a picture has at most {} KB. Make it smaller.",
                MOST_PICTURE_BYTES / 1024
            ),
            format!("幻灯片上的图片最大 {} KB。请缩小。", MOST_PICTURE_BYTES / 1024),
        ),
        PictureError::TooManyPixels => (
            "It has too many pixels. Make it smaller.".to_owned(),
            "图片的像素太多。请缩小。".to_owned(),
        ),
        PictureError::OtherFormat => (
            "Choose a PNG, JPEG, GIF or WebP file. Save a drawing (SVG) as PNG first.".to_owned(),
            "请选择 PNG、JPEG、GIF 或 WebP 文件。SVG 图形请先另存为 PNG。".to_owned(),
        ),
    }) as fn(PictureError) -> String,
    no_pictures_in_links: (
        "Your own pictures are too large for links. A saved file has them.",
        "自己的图片太大，放不进链接。保存的文件里有图片。",
    ),
    /// Arguments: the number that was typed, the steps of the run.
    no_such_step: (|typed, steps| (
        format!(
            "There is no step {}. This run has the steps 0 to {}.",
            grouped(typed as u64),
            grouped(steps as u64)
        ),
        format!(
            "没有第 {} 步。这次运行有第 0 到 {} 步。",
            grouped(typed as u64),
            grouped(steps as u64)
        ),
    )) as fn(usize, usize) -> String,
    /// Argument: the steps of the run.
    beyond_run: (|steps| (
        format!(
            "This run has the steps 0 to {}. The slide ends there.",
            grouped(steps as u64)
        ),
        format!("这次运行有第 0 到 {} 步，幻灯片到此为止。", grouped(steps as u64)),
    )) as fn(usize) -> String,
});
