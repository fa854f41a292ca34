//! The sentences that compare the simulator with a GPU.

use crate::number::grouped;
use crate::playground::difference::Difference;

words!(DifferenceWords {
    compared: (
        |difference| match difference.differing {
            0 if difference.rounded > 0 => format!(
                "equal but for rounding: {} of {} values differ, by at most {}; WGSL permits {}",
                grouped(difference.rounded as u64),
                grouped(difference.cells as u64),
                (EN.ulps)(difference.most_ulps.unwrap_or(0)),
                (EN.ulps)(difference.permitted)
            ),
            0 => format!("equal: all {} values", grouped(difference.cells as u64)),
            differing => {
                let ulps = difference
                    .most_ulps
                    .map_or(String::new(), |ulps| format!(", by at most {}", (EN.ulps)(ulps)));
                let cancelled = match difference.cancelled {
                    0 => String::new(),
                    cancelled => format!(
                        "; {} of them by no more than the rounding of larger numbers: that may be cancellation, the subtraction of two almost equal values",
                        grouped(cancelled as u64)
                    ),
                };
                format!(
                    "{} of {} values differ{ulps}{cancelled}",
                    grouped(differing as u64),
                    grouped(difference.cells as u64)
                )
            }
        },
        |difference| match difference.differing {
            0 if difference.rounded > 0 => format!(
                "除舍入外相等：{} 个值中有 {} 个不同，最多相差 {}；WGSL 允许 {}",
                grouped(difference.cells as u64),
                grouped(difference.rounded as u64),
                (ZH.ulps)(difference.most_ulps.unwrap_or(0)),
                (ZH.ulps)(difference.permitted)
            ),
            0 => format!("全部 {} 个值相等", grouped(difference.cells as u64)),
            differing => {
                let ulps = difference
                    .most_ulps
                    .map_or(String::new(), |ulps| format!("，最多相差 {}", (ZH.ulps)(ulps)));
                let cancelled = match difference.cancelled {
                    0 => String::new(),
                    cancelled => format!(
                        "；其中 {} 个的差不超过较大数的舍入误差：可能是两个几乎相等的数相减造成的抵消",
                        grouped(cancelled as u64)
                    ),
                };
                format!(
                    "{} 个值中有 {} 个不同{ulps}{cancelled}",
                    grouped(difference.cells as u64),
                    grouped(differing as u64)
                )
            }
        },
    ) as fn(&Difference) -> String,
    ulps: (
        |ulps| match ulps {
            1 => "1 ulp".to_owned(),
            ulps => format!("{} ulps", grouped(ulps)),
        },
        |ulps| format!("{} ulp", grouped(ulps)),
    ) as fn(u64) -> String,
});
