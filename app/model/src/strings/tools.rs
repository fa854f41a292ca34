//! The header: what runs, and the commands that are not about stepping.

words!(ToolsWords {
    title: ("Tools", "工具"),
    take_away: ("Take away", "带走"),
    copy_link: ("Copy a link to this moment", "复制此刻的链接"),
    link_copied: (
        "The link is copied. It opens this page at this step.",
        "链接已复制，打开就是这一页的这一步。",
    ),
    /// Argument: the link.
    link_not_copied: (|link| (
        format!("The browser does not allow copying. Copy the link yourself: {link}"),
        format!("浏览器不允许复制。请自己复制链接：{link}"),
    )) as fn(&str) -> String,
    print: ("Print a handout", "打印讲义"),
    go_to: ("Go to", "前往"),
    this_page: ("This page", "本页"),
    tables: ("Pictures as tables", "用表格显示画面"),
    /// Argument: the name of the theme.
    theme_is: (|theme| (format!("Theme: {theme}"), format!("主题：{theme}"))) as fn(&str) -> String,
    present: ("Present", "放映"),
    /// The words before the lanes per block.
    blocks_of: ("blocks of", "每块"),
    edit: ("Edit", "编辑"),
    as_lesson: ("As the lesson was", "恢复本课的设置"),
});
