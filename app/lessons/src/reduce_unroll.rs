//! Each block folds two, four or eight blocks of data before its tree: more loads in flight for each barrier.

use crate::gallery::*;
use crate::{Group, Lesson, Size, Text};

pub(crate) static LESSON: Lesson = Lesson {
    id: "unroll",
    group: Group::ReductionInGlobalMemory,
    title: Text {
        en: "Unrolling data blocks",
        zh: "展开数据块",
    },
    question: Text {
        en: "The tree stays as it was. Where does the time go away?",
        zh: "树形求和没有变，时间是从哪里省下来的？",
    },
    idea: Text {
        en: "Before the tree, each lane adds up elements of two, four or eight neighbouring data blocks. A block of lanes then handles that many times the data with the same number of barriers.",
        zh: "在树形求和之前，每条线程先把相邻的两块、四块或八块数据里的元素加起来。这样，一个线程块用同样多的同步处理了数倍的数据。",
    },
    answer: Text {
        en: "Most loads now stand in the first statement, where every lane is active and up to eight loads wait at once. Barriers and idle lanes are paid once for eight times the data.",
        zh: "大部分加载都集中在第一条语句：所有线程都在工作，最多同时有八个加载在途。同步和空闲线程的代价由八倍的数据分摊。",
    },
    kernels: &[
        &REDUCE_UNROLL2,
        &REDUCE_UNROLL4,
        &REDUCE_UNROLL8,
        &REDUCE_INTERLEAVED,
    ],
    size: Size::fixed(16_384, 64),
};
