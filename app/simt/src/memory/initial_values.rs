//! The contents of memory before the traced workgroup: for each word that it stored to, the value before its first
//! store.

/// Words of a page. A page has one bit for each word that tells whether the value is known.
const PAGE_WORDS: usize = 1024;

/// The words of one memory that stores have replaced. Its size depends on the number of such words, not on the number
/// of stores.
#[derive(Debug, Default)]
pub(crate) struct InitialValues {
    pages: Vec<Option<Box<Page>>>,
}

#[derive(Debug)]
struct Page {
    known: [u64; PAGE_WORDS / 64],
    words: [u32; PAGE_WORDS],
}

impl InitialValues {
    /// Records that a store replaces `old`. A value from before an earlier store stays.
    pub(crate) fn keep(&mut self, word: u32, old: u32) {
        let (page, index) = (word as usize / PAGE_WORDS, word as usize % PAGE_WORDS);
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| {
            Box::new(Page {
                known: [0; PAGE_WORDS / 64],
                words: [0; PAGE_WORDS],
            })
        });
        let (bits, bit) = (&mut page.known[index / 64], 1 << (index % 64));
        if *bits & bit == 0 {
            *bits |= bit;
            page.words[index] = old;
        }
    }

    /// Returns every replaced word with its initial value.
    pub(crate) fn words(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let pages = (0..).step_by(PAGE_WORDS).zip(&self.pages);
        pages.flat_map(|(first, page)| {
            let words = page.iter().flat_map(|page| {
                let is_kept = move |index: &usize| page.known[index / 64] >> (index % 64) & 1 == 1;
                (0..PAGE_WORDS).filter(is_kept).map(|index| (index, page.words[index]))
            });
            words.map(move |(index, old)| (first + index as u32, old))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_first_stays_known() {
        let mut initial = InitialValues::default();
        for (word, old) in [(5, 7), (2000, 0), (5, 8), (1023, 1), (1024, 2), (2000, 9)] {
            initial.keep(word, old);
        }
        let words: Vec<(u32, u32)> = initial.words().collect();
        assert_eq!(words, [(5, 7), (1023, 1), (1024, 2), (2000, 0)]);
    }

    #[test]
    fn a_word_stored_to_a_million_times_takes_no_more_room() {
        let mut initial = InitialValues::default();
        for round in 0..1_000_000 {
            initial.keep(round % 64, round);
        }
        assert_eq!(initial.pages.len(), 1);
        assert!(initial.words().all(|(word, old)| word == old));
    }
}
