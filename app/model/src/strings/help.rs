//! The help: the keys, and how to read the page.

words!(HelpWords {
    /// Key and action.
    keys: (&[
        (("→ · N · PageDown · F10", "next"), ("→ · N · PageDown · F10", "前进"),),
        (("← · P · PageUp", "back"), ("← · P · PageUp", "后退")),
        (
            ("Space", "play and pause; on a slide: next"),
            ("空格", "播放与暂停；放映时：前进"),
        ),
        (
            ("Home · End", "start and end; on a slide: first and last slide",),
            ("Home · End", "开头与结尾；放映时：第一张与最后一张"),
        ),
        (
            ("Alt → · Alt ←", "next slide, previous slide"),
            ("Alt → · Alt ←", "下一张、上一张"),
        ),
        (("O · Esc", "all slides"), ("O · Esc", "全部幻灯片")),
        (("G", "go to a slide"), ("G", "转到某一张")),
        (
            ("B · .", "black screen; any key returns"),
            ("B · .", "黑屏，按任意键返回"),
        ),
        (
            ("S", "speaker's window: notes, next slide, timer"),
            ("S", "演讲者窗口：备注、下一张、计时"),
        ),
        (
            ("Ctrl P", "print the lesson: a page for each slide"),
            ("Ctrl P", "打印本课：每张幻灯片一页"),
        ),
        (
            ("C", "on stage: steps, n, block, machine, kernel, language"),
            ("C", "放映时：单步、n、块、机器、内核、语言"),
        ),
        (("F", "full screen"), ("F", "全屏")),
        (
            (
                "1 · 2 · 3 · 4 · 5",
                "step by warp, statement, iteration, barrier, modelled cycle",
            ),
            ("1 · 2 · 3 · 4 · 5", "按线程束、语句、迭代、同步、模型周期前进",),
        ),
        (
            ("J", "to the next step before which lanes reconverge"),
            ("J", "到线程重新汇合的下一步"),
        ),
        (("+ · -", "faster, slower"), ("+ · -", "加快、放慢")),
        (
            ("M", "predict what the next step will do"),
            ("M", "先预测下一步，再看结果"),
        ),
        (("R", "start over"), ("R", "从头开始")),
        (
            (
                "U",
                "its own run again, after a change; from the playground back to the lesson"
            ),
            ("U", "改动之后恢复原来的运行；从练习场返回本课"),
        ),
        (("T", "light, dark, projector"), ("T", "浅色、深色、投影")),
        (("D", "terms in other GPU languages"), ("D", "各家术语对照")),
        (("/", "on the list: find a lesson"), ("/", "课程列表：查找课程")),
        (("?", "this page"), ("?", "本页")),
    ]) as &'static [(&'static str, &'static str)],
    /// Keys of the playground's editor, and their actions.
    editor_keys: (&[
        (
            ("C", "outside the text: continue to the next stop"),
            ("C", "不在代码中时：运行到下一个停止点"),
        ),
        (
            ("Ctrl F10", "run to the caret's line"),
            ("Ctrl F10", "运行到光标所在的行"),
        ),
        (("Ctrl Z · Ctrl Y", "undo, redo"), ("Ctrl Z · Ctrl Y", "撤销、重做"),),
        (("Ctrl F", "find and replace"), ("Ctrl F", "查找与替换")),
        (
            ("F3 · Shift F3 · Ctrl G", "next match, previous match, next match",),
            ("F3 · Shift F3 · Ctrl G", "下一个、上一个、下一个匹配"),
        ),
        (("Ctrl Alt G", "go to a line"), ("Ctrl Alt G", "转到某一行")),
        (
            ("Ctrl D", "select the next occurrence, too"),
            ("Ctrl D", "同时选中下一处相同内容"),
        ),
        (
            ("F12 · Ctrl click", "go to the definition of a name"),
            ("F12 · Ctrl 单击", "转到名称的定义"),
        ),
        (("Ctrl Space", "complete"), ("Ctrl 空格", "补全")),
        (("F8", "next error"), ("F8", "下一个错误")),
        (("F9", "set or remove a breakpoint"), ("F9", "设置或删除断点"),),
        (("Ctrl /", "comment out lines"), ("Ctrl /", "注释行")),
        (
            ("Shift Alt A", "comment out the selection"),
            ("Shift Alt A", "注释选中的内容"),
        ),
        (("Shift Alt F", "format the text"), ("Shift Alt F", "整理格式"),),
        (
            ("Ctrl Shift [ · Ctrl Shift ]", "fold and unfold a block"),
            ("Ctrl Shift [ · Ctrl Shift ]", "折叠、展开代码块"),
        ),
        (("Alt ↑ · Alt ↓", "move lines"), ("Alt ↑ · Alt ↓", "移动行")),
        (
            ("Shift Alt ↑ · Shift Alt ↓", "copy lines"),
            ("Shift Alt ↑ · Shift Alt ↓", "复制行"),
        ),
        (("Alt click", "one more caret"), ("Alt 单击", "增加一个光标"),),
        (
            ("Tab · Shift Tab", "indent, outdent"),
            ("Tab · Shift Tab", "缩进、减少缩进"),
        ),
        (("Esc Tab", "leave the editor"), ("Esc Tab", "离开编辑器")),
    ]) as &'static [(&'static str, &'static str)],
    lines: (&[
        (
            "The highlighted statement runs next. Everything else shows the state before it.",
            "点亮的语句是下一条要执行的，其余部分显示执行它之前的那一刻。",
        ),
        (
            "A row of cells is a warp, a cell is a lane. Solid lanes execute the highlighted statement, hatched lanes wait for their warp, barred lanes wait at a barrier, pale lanes have finished.",
            "一排格子是一个线程束，一格是一条通道。实心的通道执行点亮的语句，带斜线的等待同束的其他通道，带横条的在同步点等待，浅色的已经结束。",
        ),
        (
            "In memory a row is one cache line. Green words are loaded, orange words are stored, and a corner marks words that the last step changed. Bars below a row are its sectors.",
            "内存中每排是一条缓存行。绿色表示加载，橙色表示写入，角标表示上一步改变的值；下方的短条是扇区。",
        ),
        (
            "The timeline shows every warp over the whole run; the height of a bar is the share of active lanes.",
            "时间线画出每个线程束的全程，条的高度是工作通道的比例。",
        ),
        (
            "Point at a lane or word to see its values.",
            "把指针移到任意通道或数据上，可以看到它的值。",
        ),
    ]) as &'static [&'static str],
});
