//! Buffer contents for a file's kernel: `GROUP.BINDING=zeros:N`, numbers, or the bytes of a file.

use crate::files;
use crate::number;
use crate::problem::Problem;
use simt::{
    Binding, Buffer, Contents, ImageSize, Indirect, KernelError, Layout, Pattern, Program, ScalarType, Space, items,
    write_numbers, write_values,
};

/// Limit of the bytes of a buffer that is read or made up: the machine holds no larger ones.
pub const MOST_BYTES: u64 = 1 << 31;

/// Largest number of words in one buffer; its bytes are all that the simulated machine can hold.
const MOST_WORDS: u64 = 1 << 29;

/// One `--buffer` option.
#[derive(Clone, Debug, PartialEq)]
pub struct BufferArgument {
    /// The parameter of a CUDA kernel, instead of group and binding.
    pub name: Option<String>,
    pub group: u32,
    pub binding: u32,
    pub filling: Filling,
}

impl From<simt::Buffer> for BufferArgument {
    fn from(buffer: simt::Buffer) -> Self {
        BufferArgument {
            name: None,
            group: buffer.group,
            binding: buffer.binding,
            filling: Filling::Known(buffer.contents),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Filling {
    Known(Contents),
    /// The bytes of this file.
    File(String),
    /// One word per number. The variable's type decides whether a whole number becomes a float.
    Numbers(String),
}

/// One `--texture` option: the size of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureArgument {
    group: u32,
    binding: u32,
    size: ImageSize,
}

/// The sizes of a dispatch's textures.
#[derive(Clone, Copy, Debug)]
pub struct Textures<'a> {
    pub given: &'a [TextureArgument],
    /// The lanes of the dispatch in x and y: the size of textures without an option.
    pub lanes: [u32; 2],
}

impl Textures<'_> {
    fn size(&self, slot: (u32, u32)) -> Option<ImageSize> {
        let mut given = self.given.iter();
        let texture = given.find(|texture| (texture.group, texture.binding) == slot);
        texture.map(|texture| texture.size)
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
    Ok(TextureArgument { group, binding, size })
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
    let is_name = slot.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    let (group, binding) = if is_name { (0, 0) } else { parse_slot(slot)? };
    Ok(BufferArgument {
        name: is_name.then(|| slot.to_owned()),
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
        return Ok(Filling::Numbers(text.to_owned()));
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
    let offset = number::whole(offset).ok_or_else(|| format!("`{offset}` is not an offset in bytes"))?;
    Ok(Indirect { group, binding, offset })
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
    let sizes = given.iter().map(|argument| match &argument.filling {
        Filling::Known(contents) => contents.byte_len(),
        Filling::File(_) | Filling::Numbers(_) => 0,
    });
    check_bytes(sizes.fold(0, u64::saturating_add))?;
    for argument in given {
        if let Some(name) = &argument.name {
            return Err(Problem::request(format!(
                "`{name}` is a name; a buffer of WGSL is given by group and binding, such as 0.1=zeros:64"
            )));
        }
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
        let mut bindings = program.bindings.iter();
        let binding = bindings.find(|binding| binding.slot == Some(slot));
        buffers.push(Buffer {
            group: argument.group,
            binding: argument.binding,
            contents: contents(&argument.filling, binding)?,
        });
    }
    for binding in &program.bindings {
        let Some((group, number)) = binding.slot else {
            continue;
        };
        let size = textures.size((group, number));
        let words = match (&binding.image, size, elements) {
            (Some(image), Some(size), _) => image.words(size),
            (Some(image), None, Some(elements)) => image.words(image.size_for(elements, textures.lanes)),
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
            let pattern = Contents::Pattern {
                pattern: Pattern::RandomBytes,
                words,
            };
            typed(pattern, binding)
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
                if is_exact { size } else { image.even_size_for(texels) }
            }),
            texels: Box::new(buffer.contents.clone()),
        };
    }
    Ok(buffers)
}

fn contents(filling: &Filling, binding: Option<&Binding>) -> Result<Contents, Problem> {
    Ok(match filling {
        Filling::Known(contents) => match binding {
            Some(binding) => typed(contents.clone(), binding),
            None => contents.clone(),
        },
        Filling::File(path) => Contents::Bytes(files::bytes(path, MOST_BYTES)?),
        Filling::Numbers(text) => {
            let has_point = text.contains('.');
            let scalar = if has_point { ScalarType::F32 } else { ScalarType::U32 };
            // A buffer that the kernel does not use has words.
            let unused = Layout::Array {
                element: Box::new(Layout::Scalar(scalar)),
                stride: 4,
                count: None,
            };
            let layout = binding.map_or(&unused, |binding| &binding.layout);
            let bytes = layout.bytes_for(items(text).count(), MOST_WORDS * 4);
            let written = write_numbers(layout, text, bytes);
            Contents::Bytes(written.map_err(|bad| {
                Problem::request(format!(
                    "`{}`, number {} of the list, is no {}",
                    bad.text,
                    bad.number,
                    bad.scalar.name()
                ))
            })?)
        }
    })
}

/// Checks that the machine holds buffers of so many bytes, before they are made.
///
/// # Errors
/// The sentence with which the machine would refuse them.
pub fn check_bytes(bytes: u64) -> Result<(), Problem> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Problem::request(
        KernelError::TooMuchMemory {
            what: "buffers".to_owned(),
            bytes,
            limit: MOST_BYTES,
            at: None,
        }
        .to_string(),
    ))
}

/// Returns a pattern of words as numbers of the variable's type: floats for a member that is a float.
fn typed(contents: Contents, binding: &Binding) -> Contents {
    let layout = &binding.layout;
    match contents {
        Contents::Pattern { pattern, words } if !layout.is_dense_integers() => {
            let value = |number, _| f64::from(pattern.word(number));
            Contents::Bytes(write_values(layout, words * 4, value))
        }
        contents => contents,
    }
}

/// One `--set` option: a variable, the path of a member such as `.dt`, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetArgument {
    variable: String,
    path: String,
    value: String,
}

impl SetArgument {
    pub fn new(variable: &str, path: &str, value: f64) -> Self {
        SetArgument {
            variable: variable.to_owned(),
            path: path.to_owned(),
            value: value.to_string(),
        }
    }
}

pub fn parse_set(text: &str) -> Result<SetArgument, String> {
    let wrong = || format!("`{text}` should be a member and a value, such as sim.dt=0.01");
    let (target, value) = text.split_once('=').ok_or_else(wrong)?;
    let target = target.trim();
    let end = target.find(['.', '[']).unwrap_or(target.len());
    let (variable, path) = target.split_at(end);
    if variable.is_empty() || value.trim().is_empty() {
        return Err(wrong());
    }
    Ok(SetArgument {
        variable: variable.to_owned(),
        path: path.to_owned(),
        value: value.trim().to_owned(),
    })
}

/// Writes the values of `--set` options. A variable of a fixed size that has no buffer gets one of zeros.
pub fn set(program: &Program, arguments: &[SetArgument], buffers: &mut Vec<Buffer>) -> Result<(), Problem> {
    for argument in arguments {
        let SetArgument { variable, path, value } = argument;
        let mut bindings = program.bindings.iter();
        let target = bindings.find_map(|binding| {
            let slot = binding.slot.filter(|_| binding.name == *variable)?;
            Some((binding, slot))
        });
        let (binding, (group, number)) =
            target.ok_or_else(|| Problem::request(format!("the kernel uses no buffer `{variable}`")))?;
        let (offset, scalar) = binding.layout.find(path).ok_or_else(|| {
            let places = binding.layout.places(8);
            let names = places.iter().map(|place| format!("{variable}{}", place.path));
            let names = names.collect::<Vec<_>>().join(", ");
            Problem::request(format!("`{variable}{path}` is no number; there are {names}"))
        })?;
        let bits = scalar
            .parse(value)
            .ok_or_else(|| Problem::request(format!("`{value}` for `{variable}{path}` is no {}", scalar.name())))?;
        let same = |buffer: &Buffer| (buffer.group, buffer.binding) == (group, number);
        let index = match buffers.iter().position(same) {
            Some(index) => index,
            None if binding.tail_stride.is_none() => {
                let words = binding.words(0);
                buffers.push(Buffer {
                    group,
                    binding: number,
                    contents: Contents::Zeros { words },
                });
                buffers.len() - 1
            }
            None => {
                return Err(Problem::request(format!(
                    "`{variable}` has no buffer; give it one, for example --buffer {group}.{number}=zeros:64"
                )));
            }
        };
        let words = buffers[index].contents.words();
        let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        let (first, size) = (offset as usize, scalar.bytes() as usize);
        let place = bytes
            .get_mut(first..first + size)
            .ok_or_else(|| Problem::request(format!("`{variable}{path}` is past the end of its buffer")))?;
        place.copy_from_slice(&bits.to_le_bytes()[..size]);
        buffers[index].contents = Contents::Bytes(bytes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_set_by_their_paths() {
        let program = simt::compile(
            "struct Sim { n: u32, dt: f32, wind: vec2f }
             @group(0) @binding(0) var<uniform> sim: Sim;
             @group(0) @binding(1) var<storage, read_write> a: array<f32>;
             @compute @workgroup_size(1) fn main() { a[0] = sim.dt; }",
            None,
        )
        .expect("it is valid");
        let after = |texts: &[&str]| -> Result<Vec<Vec<u32>>, String> {
            let texts = texts.iter().map(|text| parse_set(text));
            let arguments = texts.collect::<Result<Vec<_>, _>>()?;
            let mut buffers = Vec::new();
            set(&program, &arguments, &mut buffers).map_err(|problem| problem.to_string())?;
            Ok(buffers.iter().map(|buffer| buffer.contents.words()).collect())
        };
        let [dt, wind] = [0.01_f32, -2.0].map(f32::to_bits);
        assert_eq!(
            after(&["sim.n=0x10", "sim.dt=0.01", "sim.wind.y=-2"]),
            Ok(vec![vec![16, dt, 0, wind]])
        );
        for (text, wanted) in [
            ("sim.n=1.5", "`1.5` for `sim.n` is no u32"),
            (
                "sim.m=1",
                "`sim.m` is no number; there are sim.n, sim.dt, sim.wind.x, sim.wind.y",
            ),
            (
                "sim=1",
                "`sim` is no number; there are sim.n, sim.dt, sim.wind.x, sim.wind.y",
            ),
            ("other.n=1", "the kernel uses no buffer `other`"),
            (
                "a[0]=1",
                "`a` has no buffer; give it one, for example --buffer 0.1=zeros:64",
            ),
            ("sim.n", "`sim.n` should be a member and a value, such as sim.dt=0.01"),
        ] {
            assert_eq!(after(&[text]), Err(wanted.to_owned()));
        }
    }

    #[test]
    fn buffers_are_read_from_their_text() {
        let pattern = |pattern, words| Ok(Filling::Known(Contents::Pattern { pattern, words }));
        for (text, filling) in [
            ("0.1=zeros:8", Ok(Filling::Known(Contents::Zeros { words: 8 }))),
            ("0.1=index:3", pattern(Pattern::Index, 3)),
            ("0.1=@a=b.bin", Ok(Filling::File("a=b.bin".to_owned()))),
            ("0.1=1, 2", Ok(Filling::Numbers("1, 2".to_owned()))),
            (
                "0.1=sevens:3",
                Err("`sevens` must be zeros, ones, index or bytes".to_owned()),
            ),
            (
                "0=zeros:3",
                Err("`0` should be a group and a binding, such as 0.1".to_owned()),
            ),
        ] {
            assert_eq!(parse_buffer(text).map(|buffer| buffer.filling), filling, "{text}");
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
