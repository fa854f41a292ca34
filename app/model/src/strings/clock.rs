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
    /// Below a ratio of times that the reader's GPU has measured. Arguments: that of the shipped device, and the device.
    pub there: fn(&str, &str) -> String,
    /// The reader's GPU and the shipped device have opposite orders of the two kernels. Argument: the shipped device.
    pub other_order: fn(&str) -> String,
    /// Argument: the title of the source of a table.
    pub printed_in: fn(&str) -> String,
    pub milliseconds: &'static str,
    pub microseconds: &'static str,
}

words!(ClockWords {
    second_by_first: (|second, first| (format!("{second} ÷ {first}"))),
    counted: ("counted", "计数"),
    on_the_clock: ("on the clock", "实测"),
    here: ("here", "本机"),
    why: ("Why?", "为什么？"),
    open: ("Still open:", "尚无定论："),
    remember: ("Remember:", "记住："),
    there: (|ratio, device| (format!("{ratio} on {device}"), format!("{device}：{ratio}"))),
    other_order: (|device| (
        format!("On this GPU the other kernel is the faster one. The cause below is about {device}."),
        format!("在这块 GPU 上，更快的是另一个内核。下面的原因说的是 {device}。"),
    )),
    printed_in: (|source| (format!("printed in {source}"), format!("出自《{source}》"))),
    milliseconds: ("time in ms", "时间（ms）"),
    microseconds: ("time in µs", "时间（µs）"),
});
