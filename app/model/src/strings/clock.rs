//! Words of the slide about the times.

#[derive(Debug)]
pub struct ClockWords {
    /// Arguments: the second kernel and the first.
    pub second_by_first: fn(&str, &str) -> String,
    pub counted: &'static str,
    pub on_the_clock: &'static str,
    /// After a ratio of times that the reader's GPU has measured.
    pub here: &'static str,
    pub why: &'static str,
    /// No measurement shows the cause.
    pub open: &'static str,
    pub remember: &'static str,
}

words!(ClockWords {
    second_by_first: (|second, first| (format!("{second} ÷ {first}"))),
    counted: ("counted", "计数"),
    on_the_clock: ("on the clock", "实测"),
    here: ("here", "本机"),
    why: ("Why?", "为什么？"),
    open: ("Still open:", "尚无定论："),
    remember: ("Remember:", "记住："),
});
