//! Buffer contents for a file's kernel: `GROUP.BINDING=zeros:N`, numbers, or the bytes of a file.

use crate::number;
use crate::problem::Problem;
use simt::{Buffer, Contents, ImageSize, Indirect, Pattern, Program, ScalarType, Space};

/// Largest number of words in one buffer; its bytes are all that the simulated machine can hold.
const MOST_WORDS: u64 = 1 << 29;

/// One `--buffer` option.
#[derive(Clone, Debug, PartialEq)]
pub struct BufferArgument {
    pub group: u32,
    pub binding: u32,
    pub filling: Filling,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Filling {
    Known(Contents),
    /// The bytes of this file.
    File(String),
    /// One word per number. The variable's type decides whether a whole number becomes a float.
    Numbers(Vec<String>),
}

/// One `--texture` option: the size of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureArgument {
    group: u32,
    binding: u32,
    size: ImageSize,
}

/// What is known of the textures of a dispatch.
#[derive(Clone, Copy, Debug)]
pub struct Textures<'a> {
    pub given: &'a [TextureArgument],
    /// The lanes of the dispatch in x and y: the size of textures without an option.
    pub lanes: [u32; 2],
}

impl Textures<'_> {
    fn size(&self, slot: (u32, u32)) -> Option<ImageSize> {
        let mut given = self.given.iter();
        let found = given.find(|texture| (texture.group, texture.binding) == slot);
        found.map(|texture| texture.size)
    }
}

/// Parses a binding and the texels in x, y and z, such as `0.1=8x8`; missing ones are 1.
pub fn parse_texture(text: &str) -> Result<TextureArgument, String> {
    let wrong = || format!("`{text}` should be a binding and a size, such as 0.1=16x16");
    let (slot, given) = text.split_once('=').ok_or_else(wrong)?;
    let (group, binding) = parse_slot(slot)?;
    let mut size = [1; 3];
    let mut axes = size.iter_mut();
    for side in given.split(['x', '×']) {
        let side = number::whole(side).filter(|&side: &u32| side > 0);
        *axes.next().ok_or_else(wrong)? = side.ok_or_else(wrong)?;
    }
    Ok(TextureArgument {
        group,
        binding,
        size,
    })
}

fn parse_slot(text: &str) -> Result<(u32, u32), String> {
    let slot = text
        .split_once('.')
        .and_then(|(group, binding)| Some((group.parse().ok()?, binding.parse().ok()?)));
    slot.ok_or_else(|| format!("`{text}` should be a group and a binding, such as 0.1"))
}

pub fn parse_buffer(text: &str) -> Result<BufferArgument, String> {
    let (slot, filling) = text
        .split_once('=')
        .ok_or("give a binding and its contents, such as 0.1=zeros:64")?;
    let (group, binding) = parse_slot(slot)?;
    Ok(BufferArgument {
        group,
        binding,
        filling: parse_filling(filling)?,
    })
}

fn parse_filling(text: &str) -> Result<Filling, String> {
    if let Some(path) = text.strip_prefix('@') {
        return Ok(Filling::File(path.to_owned()));
    }
    let Some((kind, words)) = text.split_once(':') else {
        let numbers = text.split(',').map(|number| number.trim().to_owned());
        return Ok(Filling::Numbers(numbers.collect()));
    };
    let words: u64 = number::whole(words)
        .filter(|&words| words <= MOST_WORDS)
        .ok_or_else(|| format!("`{words}` should be a number of words up to {MOST_WORDS}"))?;
    let pattern = |pattern| Contents::Pattern { pattern, words };
    Ok(Filling::Known(match kind {
        "zeros" => Contents::Zeros { words },
        "ones" => pattern(Pattern::Ones),
        "index" => pattern(Pattern::Index),
        "bytes" => pattern(Pattern::Bytes),
        _ => return Err(format!("`{kind}` must be zeros, ones, index or bytes")),
    }))
}

pub fn parse_indirect(text: &str) -> Result<Indirect, String> {
    let (slot, offset) = text.split_once('+').unwrap_or((text, "0"));
    let (group, binding) = parse_slot(slot)?;
    let offset =
        number::whole(offset).ok_or_else(|| format!("`{offset}` is not an offset in bytes"))?;
    Ok(Indirect {
        group,
        binding,
        offset,
    })
}

/// Returns the buffers of a dispatch: those in `given`; if `elements` is set, the other bindings get a pattern of this
/// many elements. A texture has the size of its option. Without one, it has a texel for each lane, or as many as its
/// buffer holds.
pub fn buffers(
    program: &Program,
    given: &[BufferArgument],
    textures: &Textures<'_>,
    elements: Option<u64>,
) -> Result<Vec<Buffer>, Problem> {
    let mut buffers = Vec::new();
    for argument in given {
        let slot = (argument.group, argument.binding);
        if buffers
            .iter()
            .any(|other: &Buffer| (other.group, other.binding) == slot)
        {
            let (group, binding) = slot;
            return Err(Problem::request(format!(
                "group {group}, binding {binding} is given two buffers"
            )));
        }
        let scalar = program
            .bindings
            .iter()
            .find(|binding| binding.slot == Some(slot))
            .and_then(|binding| binding.scalar);
        buffers.push(Buffer {
            group: argument.group,
            binding: argument.binding,
            contents: contents(&argument.filling, scalar)?,
        });
    }
    for binding in &program.bindings {
        let Some((group, number)) = binding.slot else {
            continue;
        };
        let size = textures.size((group, number));
        let words = match (&binding.image, size, elements) {
            (Some(image), Some(size), _) => image.words(size),
            (Some(image), None, Some(elements)) => {
                image.words(image.size_for(elements, textures.lanes))
            }
            (None, _, Some(elements)) => binding.words(elements),
            (_, _, None) => continue,
        };
        if buffers
            .iter()
            .any(|buffer| (buffer.group, buffer.binding) == (group, number))
        {
            continue;
        }
        let words = words.min(MOST_WORDS + 1);
        let contents = if binding.space == Space::Uniform {
            Contents::Zeros { words }
        } else {
            Contents::Pattern {
                pattern: Pattern::Bytes,
                words,
            }
        };
        buffers.push(Buffer {
            group,
            binding: number,
            contents,
        });
    }
    for buffer in &mut buffers {
        let slot = (buffer.group, buffer.binding);
        let mut bindings = program.bindings.iter();
        let binding = bindings.find(|binding| binding.slot == Some(slot));
        let Some(image) = binding.and_then(|binding| binding.image.as_ref()) else {
            continue;
        };
        let texels = buffer.contents.byte_len() / u64::from(image.texel_bytes);
        buffer.contents = Contents::Image {
            size: textures.size(slot).unwrap_or_else(|| {
                let size = image.size_for(texels, textures.lanes);
                let is_exact = image.words(size) * 4 == buffer.contents.byte_len();
                if is_exact {
                    size
                } else {
                    image.even_size_for(texels)
                }
            }),
            texels: Box::new(buffer.contents.clone()),
        };
    }
    Ok(buffers)
}

fn contents(filling: &Filling, scalar: Option<ScalarType>) -> Result<Contents, Problem> {
    Ok(match filling {
        Filling::Known(contents) => contents.clone(),
        Filling::File(path) => {
            Contents::Bytes(std::fs::read(path).map_err(|error| Problem::Input {
                path: path.clone(),
                error,
            })?)
        }
        Filling::Numbers(numbers) => {
            let words: Vec<u32> = numbers
                .iter()
                .map(|number| {
                    ScalarType::read(scalar, number).ok_or_else(|| {
                        Problem::request(format!(
                            "`{number}` is not a number that fits into a word"
                        ))
                    })
                })
                .collect::<Result<_, _>>()?;
            Contents::Bytes(words.into_iter().flat_map(u32::to_le_bytes).collect())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_read_from_their_text() {
        let pattern = |pattern, words| Ok(Filling::Known(Contents::Pattern { pattern, words }));
        for (text, filling) in [
            (
                "0.1=zeros:8",
                Ok(Filling::Known(Contents::Zeros { words: 8 })),
            ),
            ("0.1=index:3", pattern(Pattern::Index, 3)),
            ("0.1=@a=b.bin", Ok(Filling::File("a=b.bin".to_owned()))),
            (
                "0.1=1, 2",
                Ok(Filling::Numbers(vec!["1".to_owned(), "2".to_owned()])),
            ),
            (
                "0.1=sevens:3",
                Err("`sevens` must be zeros, ones, index or bytes".to_owned()),
            ),
            (
                "0=zeros:3",
                Err("`0` should be a group and a binding, such as 0.1".to_owned()),
            ),
        ] {
            assert_eq!(
                parse_buffer(text).map(|buffer| buffer.filling),
                filling,
                "{text}"
            );
        }
        let indirect = |offset| Indirect {
            group: 1,
            binding: 2,
            offset,
        };
        assert_eq!(parse_indirect("1.2+8"), Ok(indirect(8)));
        assert_eq!(parse_indirect("1.2"), Ok(indirect(0)));
    }
}
