//! A set of steps of a trace, with a fast search for the next one however far it is.

/// A set of steps, one bit each.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    words: Vec<u64>,
}

impl Steps {
    /// Returns the empty set for a trace of `count` steps.
    pub(super) fn none_of(count: usize) -> Self {
        Steps {
            words: vec![0; count.div_ceil(64)],
        }
    }

    pub(super) fn insert(&mut self, step: usize) {
        self.words[step / 64] |= 1 << (step % 64);
    }

    pub(super) fn contains(&self, step: usize) -> bool {
        let word = self.words.get(step / 64);
        word.is_some_and(|word| word >> (step % 64) & 1 == 1)
    }

    /// Returns the first step of the set from `step` on.
    pub(super) fn first_from(&self, step: usize) -> Option<usize> {
        let within = self.words.get(step / 64)? & (u64::MAX << (step % 64));
        let later = self.words.iter().enumerate().skip(step / 64 + 1);
        let later = later.map(|(index, word)| (index, *word));
        let (index, word) = std::iter::once((step / 64, within))
            .chain(later)
            .find(|(_, word)| *word != 0)?;
        Some(64 * index + word.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_is_the_one_that_looking_at_each_finds() {
        let members = [0, 1, 63, 64, 65, 200, 511, 640, 999];
        let mut steps = Steps::none_of(1000);
        members.into_iter().for_each(|step| steps.insert(step));
        for from in 0..1100 {
            let wanted = members.into_iter().find(|step| *step >= from);
            assert_eq!(steps.first_from(from), wanted, "from {from}");
            assert_eq!(steps.contains(from), members.contains(&from), "{from}");
        }
    }
}
