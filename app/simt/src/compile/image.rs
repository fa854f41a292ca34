//! Lowers textures without a sampler: an image is an array of texels in global memory, row by row, with a size that the
//! dispatch gives.
//!
//! A texel out of range reads as zeros, and a store to it does nothing, which is one of the results that WGSL allows.
//! Source of formats and conversions: WGSL, sections 6.5 (texture types) and 17.7 (texture functions).

use super::compiler::Compiler;
use super::instance::Instance;
use super::place::{Root, consecutive};
use crate::program::{
    Binary, Image, ImageKind, ImageShape, KernelError, Layout, NOWHERE, Op, Reach, Register,
    ScalarType, Ternary, Unary,
};
use naga::{
    Expression, Handle, ImageClass, ImageDimension, ImageQuery, ScalarKind, StorageFormat,
    TypeInner,
};
use wgsl::Stored;

/// One channel of a texel: where its bits are, and what they mean.
#[derive(Clone, Copy, Debug)]
struct Channel {
    word: u32,
    offset: u32,
    bits: u32,
    code: Code,
}

/// The meaning of a channel's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    Uint,
    Sint,
    /// Fractions from 0 to 1, and from -1 to 1.
    Unorm,
    Snorm,
    Float,
}

/// The channels of a texel, red first, and its words.
#[derive(Clone, Debug)]
pub(super) struct Texel {
    channels: Vec<Channel>,
    words: u32,
}

/// The parts of a call that names a texel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coordinates {
    pub(super) image: Handle<Expression>,
    pub(super) coordinate: Handle<Expression>,
    pub(super) layer: Option<Handle<Expression>>,
    pub(super) level: Option<Handle<Expression>>,
}

impl Texel {
    /// Returns `count` channels of `bits` each, one after the other.
    fn even(count: u32, bits: u32, code: Code) -> Self {
        let channels = (0..count).map(|channel| Channel {
            word: channel * bits / 32,
            offset: channel * bits % 32,
            bits,
            code,
        });
        Texel {
            channels: channels.collect(),
            words: (count * bits).div_ceil(32),
        }
    }

    /// Returns red, green and blue of 10 bits, and alpha of 2.
    fn ten_bits(code: Code) -> Self {
        let channels = (0..4).map(|channel| Channel {
            word: 0,
            offset: channel * 10,
            bits: if channel == 3 { 2 } else { 10 },
            code,
        });
        Texel {
            channels: channels.collect(),
            words: 1,
        }
    }

    fn of_format(format: StorageFormat) -> Option<Self> {
        use StorageFormat as F;
        Some(match format {
            F::R32Uint => Texel::even(1, 32, Code::Uint),
            F::R32Sint => Texel::even(1, 32, Code::Sint),
            F::R32Float => Texel::even(1, 32, Code::Float),
            F::Rg16Uint => Texel::even(2, 16, Code::Uint),
            F::Rg16Sint => Texel::even(2, 16, Code::Sint),
            F::Rg16Float => Texel::even(2, 16, Code::Float),
            F::Rg16Unorm => Texel::even(2, 16, Code::Unorm),
            F::Rg16Snorm => Texel::even(2, 16, Code::Snorm),
            F::Rgba8Unorm => Texel::even(4, 8, Code::Unorm),
            F::Rgba8Snorm => Texel::even(4, 8, Code::Snorm),
            F::Rgba8Uint => Texel::even(4, 8, Code::Uint),
            F::Rgba8Sint => Texel::even(4, 8, Code::Sint),
            F::Bgra8Unorm => {
                let mut texel = Texel::even(4, 8, Code::Unorm);
                texel.channels.swap(0, 2);
                texel
            }
            F::Rgb10a2Uint => Texel::ten_bits(Code::Uint),
            F::Rgb10a2Unorm => Texel::ten_bits(Code::Unorm),
            F::Rg32Uint => Texel::even(2, 32, Code::Uint),
            F::Rg32Sint => Texel::even(2, 32, Code::Sint),
            F::Rg32Float => Texel::even(2, 32, Code::Float),
            F::Rgba16Uint => Texel::even(4, 16, Code::Uint),
            F::Rgba16Sint => Texel::even(4, 16, Code::Sint),
            F::Rgba16Float => Texel::even(4, 16, Code::Float),
            F::Rgba16Unorm => Texel::even(4, 16, Code::Unorm),
            F::Rgba16Snorm => Texel::even(4, 16, Code::Snorm),
            F::Rgba32Uint => Texel::even(4, 32, Code::Uint),
            F::Rgba32Sint => Texel::even(4, 32, Code::Sint),
            F::Rgba32Float => Texel::even(4, 32, Code::Float),
            // Texels of less than a word would share it, and three floats of 10 and 11 bits have no other use.
            F::R8Unorm
            | F::R8Snorm
            | F::R8Uint
            | F::R8Sint
            | F::R16Uint
            | F::R16Sint
            | F::R16Float
            | F::R16Unorm
            | F::R16Snorm
            | F::Rg8Unorm
            | F::Rg8Snorm
            | F::Rg8Uint
            | F::Rg8Sint
            | F::Rg11b10Ufloat
            | F::R64Uint => return None,
        })
    }

    /// Returns the texel of a sampled texture: four whole words, or one for depths.
    fn of_kind(kind: ScalarKind, count: u32) -> Self {
        let code = match kind {
            ScalarKind::Sint => Code::Sint,
            ScalarKind::Uint => Code::Uint,
            _ => Code::Float,
        };
        Texel::even(count, 32, code)
    }

    /// Returns the type of a texel's words: that of its channels, if each is a whole word.
    pub(super) fn layout(&self) -> Layout {
        let scalar = match self.channels.first() {
            Some(Channel { bits: 32, code, .. }) => match code {
                Code::Sint => ScalarType::I32,
                Code::Float => ScalarType::F32,
                Code::Uint | Code::Unorm | Code::Snorm => ScalarType::U32,
            },
            _ => ScalarType::U32,
        };
        match self.words {
            1 => Layout::Scalar(scalar),
            count => Layout::Vector { scalar, count },
        }
    }
}

impl<'m> Compiler<'m> {
    /// Returns the image that a type is, and its texels.
    ///
    /// # Errors
    /// Returns the name of what the machine does not run: samplers, cubes, several samples, some formats.
    pub(super) fn image_of(&self, inner: &TypeInner) -> Result<(Image, Texel), KernelError> {
        let refuse = |what: &str| Err(self.builder.unsupported(what));
        let &TypeInner::Image {
            dim,
            arrayed,
            class,
        } = inner
        else {
            return refuse(match inner {
                TypeInner::Sampler { .. } => "samplers; `textureLoad` reads a texel without one",
                _ => "handles other than textures",
            });
        };
        let shape = match (dim, arrayed) {
            (ImageDimension::D1, _) => ImageShape::Line,
            (ImageDimension::D2, false) => ImageShape::Plane,
            (ImageDimension::D2, true) => ImageShape::Layers,
            (ImageDimension::D3, _) => ImageShape::Volume,
            (ImageDimension::Cube, _) => return refuse("cube textures"),
        };
        let (kind, texel, format) = match class {
            ImageClass::Sampled { multi: true, .. } | ImageClass::Depth { multi: true } => {
                return refuse("textures with several samples");
            }
            ImageClass::Sampled { kind, .. } => {
                let format = match kind {
                    ScalarKind::Sint => "rgba32sint",
                    ScalarKind::Uint => "rgba32uint",
                    _ => "rgba32float",
                };
                (
                    ImageKind::Sampled,
                    Texel::of_kind(kind, 4),
                    format.to_owned(),
                )
            }
            ImageClass::Depth { .. } => {
                let texel = Texel::of_kind(ScalarKind::Float, 1);
                (ImageKind::Depth, texel, "depth32float".to_owned())
            }
            ImageClass::Storage { format, .. } => {
                let name = format!("{format:?}").to_lowercase();
                let Some(texel) = Texel::of_format(format) else {
                    return refuse(&format!("texels of {name}"));
                };
                (ImageKind::Storage, texel, name)
            }
            ImageClass::External => return refuse("external textures"),
        };
        let image = Image {
            shape,
            format,
            texel_bytes: texel.words * 4,
            kind,
        };
        Ok((image, texel))
    }

    /// Lowers `textureLoad`.
    pub(super) fn image_load(
        &mut self,
        instance: &mut Instance<'m>,
        at: Coordinates,
    ) -> Result<Vec<Register>, KernelError> {
        let (memory, image, texel) = self.image(instance, at.image)?;
        let address = self.texel_address(instance, memory, &texel, at)?;
        let to = self.builder.registers(texel.words)?;
        let reach = reach(memory, address, &texel);
        self.builder.sites.pointer = instance.arena().get_span(at.image);
        self.builder.push(Op::Load { to, reach })?;
        let mut value = Vec::new();
        for channel in &texel.channels {
            value.push(self.decode(to.offset(channel.word), *channel)?);
        }
        if image.kind == ImageKind::Depth {
            return Ok(value);
        }
        // A missing channel is 0, and a missing alpha 1.
        let float = !matches!(texel.channels[0].code, Code::Uint | Code::Sint);
        for channel in value.len()..4 {
            value.push(match channel {
                3 if float => self.builder.constant(1.0_f32.to_bits())?,
                3 => self.builder.constant(1)?,
                _ => self.builder.constant(0)?,
            });
        }
        Ok(value)
    }

    /// Lowers `textureStore`.
    pub(super) fn image_store(
        &mut self,
        instance: &mut Instance<'m>,
        at: Coordinates,
        value: Handle<Expression>,
    ) -> Result<(), KernelError> {
        let (memory, _, texel) = self.image(instance, at.image)?;
        let address = self.texel_address(instance, memory, &texel, at)?;
        let value = self.value(instance, value)?;
        let zero = self.builder.constant(0)?;
        let mut words = vec![zero; texel.words as usize];
        for (channel, &from) in texel.channels.iter().zip(&value) {
            let bits = self.encode(from, *channel)?;
            let word = &mut words[channel.word as usize];
            *word = if channel.bits == 32 {
                bits
            } else {
                let field = self.builder.constant(channel.offset | channel.bits << 16)?;
                self.ternary(Ternary::Insert, *word, bits, field)?
            };
        }
        let from = consecutive(&mut self.builder, &words)?;
        let reach = reach(memory, address, &texel);
        self.builder.sites.pointer = instance.arena().get_span(at.image);
        self.builder.push(Op::Store { from, reach })
    }

    /// Lowers `textureDimensions`, `textureNumLevels` and `textureNumLayers`.
    pub(super) fn image_query(
        &mut self,
        instance: &mut Instance<'m>,
        image: Handle<Expression>,
        query: ImageQuery,
    ) -> Result<Vec<Register>, KernelError> {
        let (memory, image, _) = self.image(instance, image)?;
        let axes = match (query, image.shape) {
            (ImageQuery::Size { .. }, ImageShape::Line) => 0..1,
            (ImageQuery::Size { .. }, ImageShape::Plane | ImageShape::Layers) => 0..2,
            (ImageQuery::Size { .. }, ImageShape::Volume) => 0..3,
            (ImageQuery::NumLayers, _) => 2..3,
            (ImageQuery::NumLevels | ImageQuery::NumSamples, _) => {
                return Ok(vec![self.builder.constant(1)?]);
            }
        };
        axes.map(|axis| self.image_size(memory, axis)).collect()
    }

    /// Returns the memory behind a texture, and its texels.
    fn image(
        &mut self,
        instance: &mut Instance<'m>,
        image: Handle<Expression>,
    ) -> Result<(u32, Image, Texel), KernelError> {
        let place = self.place(instance, image)?;
        let (Root::Memory { memory, .. }, super::types::Shape::Handle(ty)) =
            (place.root, place.shape)
        else {
            return Err(self.builder.unsupported("this texture"));
        };
        let (image, texel) = self.image_of(&self.module.types[ty].inner)?;
        Ok((memory, image, texel))
    }

    fn image_size(&mut self, memory: u32, axis: u32) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder
            .push_pure(Op::ImageSize { to, memory, axis }, to, &[])
    }

    /// Returns the byte address of a texel; `NOWHERE` out of range.
    fn texel_address(
        &mut self,
        instance: &mut Instance<'m>,
        memory: u32,
        texel: &Texel,
        at: Coordinates,
    ) -> Result<Register, KernelError> {
        let mut coordinates = self.value(instance, at.coordinate)?;
        if let Some(layer) = at.layer {
            coordinates.resize(2, self.builder.constant(0)?);
            coordinates.push(self.value(instance, layer)?[0]);
        }
        let mut inside = None;
        let mut index = self.builder.constant(0)?;
        // From the last axis to the first: each row has as many texels as the axis before it.
        for (axis, &coordinate) in coordinates.iter().enumerate().rev() {
            let size = self.image_size(memory, axis as u32)?;
            let here = self.apply(Binary::LessUint, coordinate, size)?;
            inside = Some(match inside {
                None => {
                    index = coordinate;
                    here
                }
                Some(inside) => {
                    let rows = self.apply(Binary::Multiply, index, size)?;
                    index = self.apply(Binary::Add, rows, coordinate)?;
                    self.apply(Binary::And, inside, here)?
                }
            });
        }
        if let (Some(level), Some(before)) = (at.level, inside) {
            let level = self.value(instance, level)?[0];
            let zero = self.builder.constant(0)?;
            let first = self.apply(Binary::Equal, level, zero)?;
            inside = Some(self.apply(Binary::And, before, first)?);
        }
        let bytes = self.builder.constant(texel.words * 4)?;
        let address = self.apply(Binary::Multiply, index, bytes)?;
        let nowhere = self.builder.constant(NOWHERE)?;
        match inside {
            Some(inside) => self.ternary(Ternary::Select, address, nowhere, inside),
            None => Ok(address),
        }
    }

    /// Converts a channel's bits in a word to a value of a shader.
    fn decode(&mut self, word: Register, channel: Channel) -> Result<Register, KernelError> {
        if channel.bits == 32 {
            return Ok(word);
        }
        let field = self.builder.constant(channel.offset | channel.bits << 16)?;
        let signed = matches!(channel.code, Code::Sint | Code::Snorm);
        let extract = if signed {
            Binary::ExtractInt
        } else {
            Binary::ExtractUint
        };
        let bits = self.apply(extract, word, field)?;
        match (channel.code, channel.bits) {
            (Code::Uint | Code::Sint, _) => Ok(bits),
            (Code::Float, _) => self.apply_unary(Unary::FloatFromHalf, bits),
            (Code::Unorm, 8) => self.apply_unary(Unary::FloatFromUnorm8, bits),
            (Code::Unorm, 16) => self.apply_unary(Unary::FloatFromUnorm16, bits),
            (Code::Snorm, 8) => self.apply_unary(Unary::FloatFromSnorm8, bits),
            (Code::Snorm, _) => self.apply_unary(Unary::FloatFromSnorm16, bits),
            (Code::Unorm, width) => {
                let number = self.apply_unary(Unary::FloatFromUint, bits)?;
                let most = self.builder.constant(most(width).to_bits())?;
                self.apply(Binary::DivideFloat, number, most)
            }
        }
    }

    /// Converts a value of a shader to a channel's bits: the nearest that it has.
    fn encode(&mut self, value: Register, channel: Channel) -> Result<Register, KernelError> {
        if channel.bits == 32 {
            return Ok(value);
        }
        match (channel.code, channel.bits) {
            (Code::Uint, width) => {
                let most = self.builder.constant((1 << width) - 1)?;
                self.apply(Binary::MinUint, value, most)
            }
            (Code::Sint, width) => {
                let most = (1_i32 << (width - 1)) - 1;
                let (low, high) = (
                    self.builder.constant((-most - 1) as u32)?,
                    self.builder.constant(most as u32)?,
                );
                let raised = self.apply(Binary::MaxInt, value, low)?;
                self.apply(Binary::MinInt, raised, high)
            }
            (Code::Float, _) => self.apply_unary(Unary::HalfFromFloat, value),
            (Code::Unorm, 8) => self.apply_unary(Unary::Unorm8FromFloat, value),
            (Code::Unorm, 16) => self.apply_unary(Unary::Unorm16FromFloat, value),
            (Code::Snorm, 8) => self.apply_unary(Unary::Snorm8FromFloat, value),
            (Code::Snorm, _) => self.apply_unary(Unary::Snorm16FromFloat, value),
            (Code::Unorm, width) => {
                let inside = self.apply_unary(Unary::SaturateFloat, value)?;
                let most = self.builder.constant(most(width).to_bits())?;
                let scaled = self.apply(Binary::MultiplyFloat, inside, most)?;
                let rounded = self.apply_unary(Unary::RoundFloat, scaled)?;
                self.apply_unary(Unary::UintFromFloat, rounded)
            }
        }
    }
}

/// Returns the largest number of that many bits, as a float.
fn most(bits: u32) -> f32 {
    ((1_u32 << bits) - 1) as f32
}

fn reach(memory: u32, address: Register, texel: &Texel) -> Reach {
    Reach {
        memory,
        address,
        offset: 0,
        words: texel.words,
        stored: Stored::Word,
    }
}
