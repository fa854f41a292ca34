//! Words of the slide about the times.

words!(ClockWords {
    /// Arguments: the second kernel and the first.
    second_by_first: (|second, first| (format!("{second} ÷ {first}"))) as fn(&str, &str) -> String,
    counted: ("counted", "计数"),
    on_the_clock: ("on the clock", "实测"),
    /// After a ratio of times that the reader's GPU has measured.
    here: ("here", "本机"),
    why: ("Why?", "为什么？"),
    /// No measurement shows the cause.
    open: ("Still open:", "尚无定论："),
    remember: ("Remember:", "记住："),
    /// Below a ratio of times that the reader's GPU has measured. Arguments: that of the shipped device, and the device.
    there: (|ratio, device| (format!("{ratio} on {device}"), format!("{device}：{ratio}"))) as fn(&str, &str) -> String,
    /// The reader's GPU and the shipped device have opposite orders of the two kernels. Argument: the shipped device.
    other_order: (|device| (
        format!("On this GPU the other kernel is the faster one. The cause below is about {device}."),
        format!("在这块 GPU 上，更快的是另一个内核。下面的原因说的是 {device}。"),
    )) as fn(&str) -> String,
    /// Argument: the title of the source of a table.
    printed_in: (|source| (format!("printed in {source}"), format!("出自《{source}》"))) as fn(&str) -> String,
    milliseconds: ("time in ms", "时间（ms）"),
    microseconds: ("time in µs", "时间（µs）"),
});
