//! One record for each word of a memory, made where words are touched: large buffers cost only what a kernel uses.

/// Words that share a page.
const PAGE: usize = 1024;

#[derive(Debug)]
pub(crate) struct Pages<T> {
    pages: Vec<Option<Box<[T]>>>,
    empty: T,
}

impl<T: Copy> Pages<T> {
    pub(crate) fn new(words: usize, empty: T) -> Self {
        let pages = std::iter::repeat_with(|| None);
        Pages {
            pages: pages.take(words.div_ceil(PAGE)).collect(),
            empty,
        }
    }

    /// The record of a word; `None` past the memory's end.
    #[inline]
    pub(crate) fn get(&mut self, word: u32) -> Option<&mut T> {
        let (page, at) = (word as usize / PAGE, word as usize % PAGE);
        let page = self.pages.get_mut(page)?;
        let page = match page {
            Some(page) => page,
            None => page.insert(vec![self.empty; PAGE].into()),
        };
        page.get_mut(at)
    }
}
