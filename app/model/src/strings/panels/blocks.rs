//! Words of the panel of blocks and their warps.

use simt::Space;

/// Formats sizes as `16 × 16`, with z only if it is more than 1.
fn sides([x, y, z]: [u32; 3]) -> String {
    match z {
        1 => format!("{x} × {y}"),
        z => format!("{x} × {y} × {z}"),
    }
}

fn place([x, y, z]: [u32; 3]) -> String {
    match z {
        0 => format!("({x}, {y})"),
        z => format!("({x}, {y}, {z})"),
    }
}

words!(BlocksWords {
    /// Above the grid: blocks in x and y, and in z if there is more than one.
    grid: (|grid| (format!("grid {}", sides(grid)), format!("网格 {}", sides(grid)),)) as fn([u32; 3]) -> String,
    /// Above the block: lanes in x, y and z.
    block: (|size| (
        format!("block of {} threads", sides(size)),
        format!("块 {} 条线程", sides(size)),
    )) as fn([u32; 3]) -> String,
    /// Above memory. Arguments: variable, words in a row, and the kind of the row.
    memory: (|name, words, space, matrix| match (space, matrix) {
        (Space::Storage, true) => (
            format!("{name}: rows of {words} words"),
            format!("{name}：每行 {words} 个字"),
        ),
        (Space::Storage | Space::Uniform, _) => (
            format!("{name}: cache lines of {words} words"),
            format!("{name}：每条缓存行 {words} 个字"),
        ),
        (Space::Workgroup, _) => (
            format!("{name}: {words} words, once over all banks"),
            format!("{name}：每行 {words} 个字，所有存储体各一个"),
        ),
    }) as fn(&str, u32, Space, bool) -> String,
    nothing: ("this warp requests nothing now", "这个线程束此时没有请求"),
    row: (|row| (format!("row {row}"), format!("第 {row} 行"))) as fn(u32) -> String,
    /// Arguments: the followed block, its number of warps.
    total: (
        |block, warps| match warps {
            1 => format!("block {} · 1 warp", place(block)),
            warps => format!("block {} · {warps} warps", place(block)),
        },
        |block, warps| format!("块 {} · {warps} 个线程束", place(block)),
    ) as fn([u32; 3], u32) -> String,
    /// The warp's first and last lane in the block.
    lanes: ("threads", "线程"),
    range: (|first, last| (format!("{first} to {last}"), format!("{first} 到 {last}"))) as fn(u32, u32) -> String,
    rows_of_block: ("block rows", "占块的行数"),
    rows_of_memory: ("memory rows", "内存行数"),
    lines: ("cache lines", "缓存行"),
    /// Arguments: warp, rows of the block, rows of memory.
    label: (
        |warp, rows, touched| {
            let rows = match rows {
                1 => "1 row".to_owned(),
                rows => format!("{rows} rows"),
            };
            match touched {
                Some(1) => format!("Warp {warp} covers {rows} of the block and requests words in 1 row of memory"),
                Some(touched) => {
                    format!("Warp {warp} covers {rows} of the block and requests words in {touched} rows of memory")
                }
                None => format!("Warp {warp} covers {rows} of the block"),
            }
        },
        |warp, rows, touched| match touched {
            Some(touched) => {
                format!("线程束 {warp} 占块的 {rows} 行，请求的字落在内存的 {touched} 行里")
            }
            None => format!("线程束 {warp} 占块的 {rows} 行"),
        },
    ) as fn(u32, usize, Option<usize>) -> String,
    pick: ("Click a warp to follow it", "点一个线程束就跟随它"),
});
