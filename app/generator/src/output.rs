//! The outputs to compare after a run: which words of which buffers, and the tolerance of floats.

use crate::types::{Scalar, Type};

/// The rule for comparing a word of a buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Word {
    /// All bits must be equal.
    Exact,
    /// A float. With tolerance 0 the values must be equal, except for the sign of a zero. With a larger tolerance they
    /// may differ by that much, relative to the larger of the value and 1.
    Float { tolerance: f32 },
    /// Padding, which is not compared.
    Open,
}

/// One buffer: the words of an element, which repeat.
#[derive(Clone, Debug, PartialEq)]
struct Output {
    name: String,
    element: Vec<Word>,
}

/// The buffers of a dispatch, in the dispatch's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outputs {
    buffers: Vec<Output>,
}

/// The first word in which two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the buffer's variable.
    pub buffer: String,
    pub word: usize,
    pub ours: u32,
    pub theirs: u32,
}

impl Outputs {
    /// Adds a buffer of elements of a type.
    pub(crate) fn push(&mut self, name: &str, element: &Type, tolerance: f32) {
        let word = |scalar: Option<Scalar>| match scalar {
            Some(Scalar::F32) => Word::Float { tolerance },
            Some(Scalar::U32 | Scalar::I32 | Scalar::Bool) => Word::Exact,
            None => Word::Open,
        };
        self.buffers.push(Output {
            name: name.to_owned(),
            element: element.words().into_iter().map(word).collect(),
        });
    }

    /// Returns the first difference between the buffers of two runs in words that the language defines; `None` if they
    /// agree.
    pub fn difference(&self, ours: &[Vec<u32>], theirs: &[Vec<u32>]) -> Option<Difference> {
        let buffers = self.buffers.iter().zip(ours).zip(theirs);
        buffers.into_iter().find_map(|((output, ours), theirs)| {
            let words = output.element.iter().cycle();
            let pairs = ours.iter().zip(theirs).zip(words).enumerate();
            let different = |&(_, ((&ours, &theirs), word)): &(usize, ((&u32, &u32), &Word))| !word.agree(ours, theirs);
            let mut pairs = pairs;
            let (word, ((&ours, &theirs), _)) = pairs.find(different)?;
            Some(Difference {
                buffer: output.name.clone(),
                word,
                ours,
                theirs,
            })
        })
    }
}

impl Word {
    fn agree(self, ours: u32, theirs: u32) -> bool {
        match self {
            Word::Open => true,
            Word::Exact => ours == theirs,
            Word::Float { tolerance } => {
                let (ours, theirs) = (f32::from_bits(ours), f32::from_bits(theirs));
                ours == theirs || (ours - theirs).abs() <= tolerance * ours.abs().max(1.0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Shape;

    #[test]
    fn words_differ_as_their_type_says() {
        let mut outputs = Outputs::default();
        outputs.push("exact", &Type::Value(Shape::new(Scalar::U32, 1)), 0.0);
        outputs.push("near", &Type::Value(Shape::new(Scalar::F32, 1)), 0.125);
        let bits = f32::to_bits;
        let ours = [vec![1, 2], vec![bits(0.0), bits(8.0)]];
        let near = [vec![1, 2], vec![bits(-0.0), bits(9.0)]];
        assert_eq!(outputs.difference(&ours, &near), None);
        let far = [vec![1, 2], vec![bits(0.0), bits(9.5)]];
        let first = outputs.difference(&ours, &far).map(|d| (d.buffer, d.word));
        assert_eq!(first, Some(("near".to_owned(), 1)));
        let other = [vec![1, 3], vec![bits(0.0), bits(8.0)]];
        let first = outputs.difference(&ours, &other).map(|d| (d.buffer, d.word));
        assert_eq!(first, Some(("exact".to_owned(), 1)));
    }
}
