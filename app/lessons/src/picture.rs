//! The pictures on the lessons' cards: the part of a trace that shows the lesson's subject.

use crate::{Lesson, Size};

/// A part of a trace. A press is one statement of every warp that can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// The lanes of all warps before a press.
    Lanes(usize),
    /// The lanes of the first warp before each of these presses, a row for each.
    Steps(&'static [usize]),
    /// The words that the lanes of the first warp load and store in a press.
    Words(usize),
    /// The pairs of words that a press adds.
    Pairs(usize),
    /// The lanes of all warps over the whole run.
    Run,
}

/// The picture of a lesson: a kernel, its size, and the part of its trace.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// Index into the lesson's kernels.
    pub kernel: usize,
    /// `None`: about one block of 64 threads.
    pub size: Option<Size>,
    /// The block that is traced.
    pub block: u32,
    pub shows: Shows,
}

const fn shows(shows: Shows) -> Picture {
    Picture {
        kernel: 0,
        size: None,
        block: 0,
        shows,
    }
}

impl Picture {
    const fn of(self, kernel: usize) -> Self {
        Picture { kernel, ..self }
    }

    const fn at(self, size: Size, block: u32) -> Self {
        Picture {
            size: Some(size),
            block,
            ..self
        }
    }
}

/// The pictures by lesson. A test shows that none comes twice in a chapter, and that each shows something.
#[rustfmt::skip]
const PICTURES: &[(&str, Picture)] = &[
    ("threads", shows(Shows::Lanes(2)).at(Size::fixed(1000, 128), 7)),
    ("host", shows(Shows::Words(2))),
    ("launch", shows(Shows::Run)),
    ("divergence", shows(Shows::Steps(&[6, 200]))),
    ("thread-or-warp", shows(Shows::Lanes(6))),
    ("conditions", shows(Shows::Steps(&[7, 8, 22]))),
    ("leaving-loops", shows(Shows::Steps(&[8, 44, 80, 116, 152, 188, 224, 260]))),
    ("predication", shows(Shows::Steps(&[6, 7, 5]))),
    ("switch", shows(Shows::Steps(&[6, 200, 394, 588]))),
    ("nested", shows(Shows::Steps(&[3, 4, 5, 8])).of(2)),
    ("each-lane", shows(Shows::Steps(&[10, 207, 404, 601, 798, 995, 1192, 1389]))),
    ("vote", shows(Shows::Lanes(10))),
    ("sorting", shows(Shows::Lanes(4))),
    ("gemv", shows(Shows::Words(6))),
    ("formulas", shows(Shows::Run)),
    ("shared-pattern", shows(Shows::Pairs(9))),
    ("bank-conflicts", shows(Shows::Words(12)).of(1)),
    ("independent-threads", shows(Shows::Lanes(6))),
    ("waves", shows(Shows::Run)),
    ("occupancy", shows(Shows::Lanes(2))),
    ("matrix-add", shows(Shows::Words(2)).of(3)),
    ("latency-hiding", shows(Shows::Words(3))),
    ("ilp", shows(Shows::Words(2))),
    ("loop-unrolling", shows(Shows::Words(4))),
    ("littles-law", shows(Shows::Words(3)).of(1)),
    ("recursion", shows(Shows::Steps(&[7, 12, 17, 22, 27, 32]))),
    ("neighbored", shows(Shows::Pairs(12))),
    ("neighbored-less", shows(Shows::Words(13))),
    ("neighbored-unroll-warp", shows(Shows::Pairs(9))),
    ("interleaved", shows(Shows::Pairs(12))),
    ("unroll", shows(Shows::Words(5))),
    ("unroll-warps", shows(Shows::Run)),
    ("complete-unroll", shows(Shows::Words(5))),
    ("unrolled-in-place", shows(Shows::Steps(&[6, 9, 12, 15, 18]))),
    ("shared-modulo", shows(Shows::Pairs(12))),
    ("shared-strided", shows(Shows::Words(13))),
    ("shared-sequential", shows(Shows::Pairs(17))),
    ("first-add", shows(Shows::Words(8))),
    ("bad-idea", shows(Shows::Pairs(15))),
    ("shared-max", shows(Shows::Steps(&[12, 17, 22, 27, 32]))),
    ("subgroup", shows(Shows::Run)),
    ("grid-stride", shows(Shows::Words(7))),
    ("single-pass", shows(Shows::Run)),
    ("gemv-fast-x", shows(Shows::Words(6))),
    ("gemv-shuffle", shows(Shows::Words(8))),
    ("cuda-to-wgsl", shows(Shows::Words(4)).of(1)),
];

impl Lesson {
    /// Returns the picture of the lesson's card.
    pub fn picture(&self) -> Picture {
        let picture = PICTURES.iter().find(|(id, _)| *id == self.id);
        picture.map_or(shows(Shows::Run), |(_, picture)| *picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_of_a_lesson_and_its_kernel() {
        for (id, picture) in PICTURES {
            let lesson = Lesson::by_id(id).expect("a lesson");
            assert!(picture.kernel < lesson.kernels.len(), "{id}");
        }
    }
}
