//! The sentences of the table of all kernels.

use crate::lab::kernel_table::WarpNeed;
use crate::lab::kernel_table::column::Column;

words!(TableWords {
    /// Argument: the device of the shipped times.
    column: (
        |column, device| match column {
            Column::Kernel => "kernel".to_owned(),
            Column::Counter(id) => id.definition().title.en.to_owned(),
            Column::Bytes => "bytes moved".to_owned(),
            Column::Modelled => "time, model of an H200".to_owned(),
            Column::Measured => "time, median".to_owned(),
            Column::Bandwidth => "GB/s".to_owned(),
            Column::Share => "of the copy".to_owned(),
            Column::Shipped => format!("time on {device}"),
        },
        |column, device| match column {
            Column::Kernel => "内核".to_owned(),
            Column::Counter(id) => id.definition().title.zh.to_owned(),
            Column::Bytes => "搬运的字节".to_owned(),
            Column::Modelled => "时间（H200 模型）".to_owned(),
            Column::Measured => "时间（中位数）".to_owned(),
            Column::Bandwidth => "GB/s".to_owned(),
            Column::Share => "相对于复制".to_owned(),
            Column::Shipped => format!("{device} 上的时间"),
        },
    ) as fn(Column, &str) -> String,
    column_meaning: (|column| match column {
        Column::Kernel => ("In the order of the course", "按课程的顺序"),
        Column::Counter(id) => (id.definition().explanation.en, id.definition().explanation.zh,),
        Column::Bytes => (
            "Bytes of the sectors that loads, stores and atomic operations move.",
            "加载、存储与原子操作搬运的扇区的字节数。",
        ),
        Column::Modelled => (
            "The longest of waiting, issuing, cache traffic and memory traffic, modelled for an H200.",
            "等待、发射、缓存流量、内存流量四者中最长的一项，按 H200 建模。",
        ),
        Column::Measured => (
            "The median of one dispatch on the GPU of this record, with its 95 % interval.",
            "在这份记录的 GPU 上，单次派发的中位数及其 95 % 区间。",
        ),
        Column::Bandwidth => (
            "The bytes that any kernel for this task must move, divided by the median.",
            "完成这项任务至少要搬运的字节数，除以中位数。",
        ),
        Column::Share => (
            "GB/s, divided by the GB/s of the plain copy in the same record.",
            "GB/s 除以同一份记录里单纯复制的 GB/s。",
        ),
        Column::Shipped => (
            "Measured in a browser at the same n and block, and shipped with the lessons.",
            "在浏览器中以相同的 n 和块测得，随课程提供。",
        ),
    }) as fn(Column) -> &'static str,
    need: (|need| match need {
        WarpNeed::Lockstep(lanes) => (
            format!("needs {lanes} lanes in lockstep"),
            format!("需要 {lanes} 条通道步调一致"),
        ),
        WarpNeed::Given(lanes) => (format!("is given warps of {lanes}"), format!("按线程束宽 {lanes} 编写"),),
    }) as fn(WarpNeed) -> String,
    /// Arguments: the narrowest and the widest warp of the reader's GPU, if it tells.
    own_warps: (|widths| match widths {
        Some([least, most]) if least == most => (format!("your GPU: {most}"), format!("你的 GPU：{most}"),),
        Some([least, most]) => (
            format!("your GPU: {least} to {most}"),
            format!("你的 GPU：{least} 至 {most}"),
        ),
        None => ("your GPU: unknown".to_owned(), "你的 GPU：未知".to_owned(),),
    }) as fn(Option<[u32; 2]>) -> String,
});
