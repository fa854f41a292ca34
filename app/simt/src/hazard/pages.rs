//! Sparse arrays of records, allocated page by page when words are accessed: large buffers cost only what a kernel
//! uses.

/// Words of a page.
const PAGE: usize = 64;

#[derive(Debug)]
pub(crate) struct Pages<T> {
    pages: Vec<Option<Box<[T]>>>,
    /// Indices of the pages in use, and allocated pages that are not in use.
    touched: Vec<u32>,
    spare: Vec<Box<[T]>>,
    empty: T,
}

impl<T: Copy> Pages<T> {
    pub(crate) fn new(words: usize, empty: T) -> Self {
        let pages = std::iter::repeat_with(|| None);
        Pages {
            pages: pages.take(words.div_ceil(PAGE)).collect(),
            touched: Vec::new(),
            spare: Vec::new(),
            empty,
        }
    }

    /// Returns the record of a word; `None` past the end of the memory.
    #[inline(always)]
    pub(crate) fn get(&mut self, word: u32) -> Option<&mut T> {
        let (page, index) = (word as usize / PAGE, word as usize % PAGE);
        if self.pages.get(page)?.is_none() {
            self.make(page);
        }
        self.pages.get_mut(page)?.as_mut()?.get_mut(index)
    }

    #[cold]
    fn make(&mut self, page: usize) {
        let made = || vec![self.empty; PAGE].into();
        self.pages[page] = Some(self.spare.pop().unwrap_or_else(made));
        self.touched.push(page as u32);
    }

    /// Returns the records of all pages in use.
    pub(crate) fn in_use(&self) -> impl Iterator<Item = &T> {
        self.in_use_at().map(|(_, record)| record)
    }

    /// Returns the records of all pages in use, each with the number of its word.
    pub(crate) fn in_use_at(&self) -> impl Iterator<Item = (usize, &T)> {
        self.touched.iter().flat_map(|&page| {
            let records = self.pages[page as usize].as_deref().unwrap_or_default();
            (PAGE * page as usize..).zip(records)
        })
    }

    /// Releases all pages. Records are not cleared: the next user must recognize that a record is out of date.
    pub(crate) fn recycle(&mut self) {
        for page in self.touched.drain(..) {
            self.spare.extend(self.pages[page as usize].take());
        }
    }
}
