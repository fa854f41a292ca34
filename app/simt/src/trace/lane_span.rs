//! The part of memory that each lane of a request asks for, from its address on.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LaneSpan {
    /// Whole words.
    Words(u32),
    /// Bytes that are less than the words around them: at most 8, and never of one word more than they need.
    Bytes(u32),
    /// Words of an array with a word for each element, which has that many bytes in the text's first language.
    Elements { words: u32, bytes: u32 },
}

/// Bits of the number of words in a span's number. The form is above them: none for whole words, then the spans of 1 to
/// 8 bytes, then elements of 1 byte and of more.
const WORD_BITS: u32 = 4;
const MOST_BYTES: u32 = 8;

impl LaneSpan {
    /// Returns the number of words that contain it.
    pub(crate) const fn words(self) -> u32 {
        match self {
            LaneSpan::Words(words) | LaneSpan::Elements { words, .. } => words,
            LaneSpan::Bytes(bytes) => bytes.div_ceil(4),
        }
    }

    /// Returns the bytes that a lane asks for, as the text's first language counts them.
    pub(super) const fn bytes(self) -> u32 {
        match self {
            LaneSpan::Words(words) => 4 * words,
            LaneSpan::Bytes(bytes) => bytes,
            LaneSpan::Elements { words, bytes } => words * bytes,
        }
    }

    /// Returns the bytes for which each word of the memory stands.
    pub(super) const fn word_bytes(self) -> u32 {
        match self {
            LaneSpan::Words(_) | LaneSpan::Bytes(_) => 4,
            LaneSpan::Elements { bytes, .. } => bytes,
        }
    }

    /// Returns the number that a trace has for it: that of its words, if they are whole.
    pub(super) const fn number(self) -> u32 {
        let form = match self {
            LaneSpan::Words(_) => 0,
            LaneSpan::Bytes(bytes) => bytes,
            LaneSpan::Elements { bytes, .. } => MOST_BYTES + bytes,
        };
        form << WORD_BITS | self.words()
    }

    pub(super) const fn of_number(number: u32) -> Self {
        let words = number & ((1 << WORD_BITS) - 1);
        match number >> WORD_BITS {
            0 => LaneSpan::Words(words),
            bytes @ 1..=MOST_BYTES => LaneSpan::Bytes(bytes),
            form => LaneSpan::Elements {
                words,
                bytes: form - MOST_BYTES,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_comes_back_from_its_number() {
        let spans = (1..16).map(LaneSpan::Words);
        let spans = spans.chain((1..=8).map(LaneSpan::Bytes));
        let elements = |bytes| (1..=4).map(move |words| LaneSpan::Elements { words, bytes });
        for span in spans.chain([1, 2].into_iter().flat_map(elements)) {
            assert_eq!(LaneSpan::of_number(span.number()), span);
        }
        // Traces of whole words are what they were before there were others.
        assert_eq!(LaneSpan::Words(4).number(), 4);
    }
}
