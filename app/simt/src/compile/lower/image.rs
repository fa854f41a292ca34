//! Lowers textures without a sampler: an image is an array of texels in global memory, row by row, with a size that the
//! dispatch gives.
//!
//! A texel out of range reads as zeros, and a store to it does nothing, which is one of the results that WGSL allows.
//! Source of formats and conversions: WGSL, sections 6.5 (texture types) and 17.7 (texture functions).

use super::Compiler;
use crate::compile::place::{Root, consecutive};
use crate::compile::shape::Shape;
use crate::program::{
    Binary, Image, ImageKind, ImageShape, KernelError, Layout, NOWHERE, Op, Reach, Register, ScalarType, Ternary, Unary,
};
use wgsl::{Builtin, Dimension, Expr, Kind, Scalar, Span, Stored, Texture, Ty};

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
struct Coordinates {
    coordinate: Vec<Register>,
    layer: Option<Register>,
    level: Option<Register>,
}

/// The memory behind a texture, and its texels.
struct Target {
    memory: u32,
    image: Image,
    texel: Texel,
    span: Span,
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

    /// Returns the texel of a format; `None` for those of less than a word, which would share it, and for three floats of
    /// 10 and 11 bits, which have no other use.
    fn of_format(format: &str) -> Option<Self> {
        let (count, bits, code) = match format {
            "rgb10a2uint" => return Some(Texel::ten_bits(Code::Uint)),
            "rgb10a2unorm" => return Some(Texel::ten_bits(Code::Unorm)),
            "bgra8unorm" => {
                let mut texel = Texel::even(4, 8, Code::Unorm);
                texel.channels.swap(0, 2);
                return Some(texel);
            }
            "r32uint" => (1, 32, Code::Uint),
            "r32sint" => (1, 32, Code::Sint),
            "r32float" => (1, 32, Code::Float),
            "rg16uint" => (2, 16, Code::Uint),
            "rg16sint" => (2, 16, Code::Sint),
            "rg16float" => (2, 16, Code::Float),
            "rg16unorm" => (2, 16, Code::Unorm),
            "rg16snorm" => (2, 16, Code::Snorm),
            "rg32uint" => (2, 32, Code::Uint),
            "rg32sint" => (2, 32, Code::Sint),
            "rg32float" => (2, 32, Code::Float),
            "rgba8unorm" => (4, 8, Code::Unorm),
            "rgba8snorm" => (4, 8, Code::Snorm),
            "rgba8uint" => (4, 8, Code::Uint),
            "rgba8sint" => (4, 8, Code::Sint),
            "rgba16uint" => (4, 16, Code::Uint),
            "rgba16sint" => (4, 16, Code::Sint),
            "rgba16float" => (4, 16, Code::Float),
            "rgba16unorm" => (4, 16, Code::Unorm),
            "rgba16snorm" => (4, 16, Code::Snorm),
            "rgba32uint" => (4, 32, Code::Uint),
            "rgba32sint" => (4, 32, Code::Sint),
            "rgba32float" => (4, 32, Code::Float),
            _ => return None,
        };
        Some(Texel::even(count, bits, code))
    }

    /// Returns the texel of a sampled texture: four whole words, or one for depths.
    fn of_scalar(scalar: Scalar, count: u32) -> Self {
        let code = match scalar {
            Scalar::I32 => Code::Sint,
            Scalar::U32 => Code::Uint,
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

impl<'c> Compiler<'c> {
    /// Returns the image that a type is, and its texels.
    ///
    /// # Errors
    /// Returns the name of what the machine does not run: samplers, cubes, several samples, some formats.
    pub(super) fn image_of(&self, ty: Ty) -> Result<(Image, Texel), KernelError> {
        let Kind::Texture(texture) = self.types.kind(ty) else {
            return self.unsupported("samplers; `textureLoad` reads a texel without one");
        };
        let (dimension, kind, texel, format) = match texture {
            Texture::Multisampled(_) | Texture::DepthMultisampled => {
                return self.unsupported("textures with several samples");
            }
            Texture::External => return self.unsupported("external textures"),
            Texture::Sampled(dimension, scalar) => {
                let format = match scalar {
                    Scalar::I32 => "rgba32sint",
                    Scalar::U32 => "rgba32uint",
                    _ => "rgba32float",
                };
                let texel = Texel::of_scalar(scalar, 4);
                (dimension, ImageKind::Sampled, texel, format)
            }
            Texture::Depth(dimension) => {
                let texel = Texel::of_scalar(Scalar::F32, 1);
                (dimension, ImageKind::Depth, texel, "depth32float")
            }
            Texture::Storage(dimension, format, _) => {
                let Some(texel) = Texel::of_format(format) else {
                    return self.unsupported(format!("texels of {format}"));
                };
                (dimension, ImageKind::Storage, texel, format)
            }
        };
        let shape = match dimension {
            Dimension::D1 => ImageShape::Line,
            Dimension::D2 => ImageShape::Plane,
            Dimension::D2Array => ImageShape::Layers,
            Dimension::D3 => ImageShape::Volume,
            Dimension::Cube | Dimension::CubeArray => return self.unsupported("cube textures"),
        };
        let image = Image {
            shape,
            format: format.to_owned(),
            texel_bytes: texel.words * 4,
            kind,
        };
        Ok((image, texel))
    }

    /// Lowers a function of textures.
    pub(super) fn image_function(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
    ) -> Result<Vec<Register>, KernelError> {
        let is_supported = matches!(
            builtin,
            Builtin::TextureLoad
                | Builtin::TextureStore
                | Builtin::TextureDimensions
                | Builtin::TextureNumLayers
                | Builtin::TextureNumLevels
                | Builtin::TextureNumSamples
        );
        if !is_supported {
            return self.unsupported("texture functions that sample; `textureLoad` reads a texel");
        }
        let target = self.target(arguments[0])?;
        let values = self.values(&arguments[1..])?;
        let has_layers = target.image.shape == ImageShape::Layers;
        match (builtin, values.as_slice()) {
            (Builtin::TextureLoad | Builtin::TextureStore, [coordinate, rest @ ..]) => {
                let mut rest = rest.iter();
                let layer = rest.next().filter(|_| has_layers);
                let rest = if has_layers { rest.next() } else { values.get(1) };
                let stored = (builtin == Builtin::TextureStore).then_some(rest).flatten();
                let level = rest.filter(|_| stored.is_none());
                let coordinates = Coordinates {
                    coordinate: coordinate.clone(),
                    layer: layer.map(|layer| layer[0]),
                    level: level.map(|level| level[0]),
                };
                match stored {
                    Some(value) => self.image_store(&target, coordinates, value),
                    None => self.image_load(&target, coordinates),
                }
            }
            _ => self.image_query(&target, builtin),
        }
    }

    /// Lowers `textureLoad`.
    fn image_load(&mut self, target: &Target, coordinates: Coordinates) -> Result<Vec<Register>, KernelError> {
        let texel = &target.texel;
        let address = self.texel_address(target, coordinates)?;
        let to = self.builder.registers(texel.words)?;
        let reach = reach(target.memory, address, texel);
        self.builder.sites.pointer = target.span;
        self.builder.sites.atomic = false;
        self.builder.push(Op::Load { to, reach })?;
        let mut value = Vec::new();
        for channel in &texel.channels {
            value.push(self.decode(to.offset(channel.word), *channel)?);
        }
        if target.image.kind == ImageKind::Depth {
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
    fn image_store(
        &mut self,
        target: &Target,
        coordinates: Coordinates,
        value: &[Register],
    ) -> Result<Vec<Register>, KernelError> {
        let texel = &target.texel;
        let address = self.texel_address(target, coordinates)?;
        let zero = self.builder.constant(0)?;
        let mut words = vec![zero; texel.words as usize];
        for (channel, &from) in texel.channels.iter().zip(value) {
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
        let reach = reach(target.memory, address, texel);
        self.builder.sites.pointer = target.span;
        self.builder.sites.atomic = false;
        self.builder.push(Op::Store { from, reach })?;
        Ok(Vec::new())
    }

    /// Lowers `textureDimensions`, `textureNumLevels` and `textureNumLayers`.
    fn image_query(&mut self, target: &Target, builtin: Builtin) -> Result<Vec<Register>, KernelError> {
        let axes = match (builtin, target.image.shape) {
            (Builtin::TextureDimensions, ImageShape::Line) => 0..1,
            (Builtin::TextureDimensions, ImageShape::Plane | ImageShape::Layers) => 0..2,
            (Builtin::TextureDimensions, ImageShape::Volume) => 0..3,
            (Builtin::TextureNumLayers, _) => 2..3,
            _ => return Ok(vec![self.builder.constant(1)?]),
        };
        axes.map(|axis| self.image_size(target.memory, axis)).collect()
    }

    fn target(&mut self, texture: Expr) -> Result<Target, KernelError> {
        let place = self.place(texture)?;
        let (Root::Memory { memory, .. }, Shape::Ty(ty)) = (place.root, place.shape) else {
            return self.unsupported("this texture");
        };
        let (image, texel) = self.image_of(ty)?;
        Ok(Target {
            memory,
            image,
            texel,
            span: place.span,
        })
    }

    fn image_size(&mut self, memory: u32, axis: u32) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder.push_pure(Op::ImageSize { to, memory, axis }, to, &[])
    }

    /// Returns the byte address of a texel; `NOWHERE` out of range.
    fn texel_address(&mut self, target: &Target, given: Coordinates) -> Result<Register, KernelError> {
        let (memory, texel) = (target.memory, &target.texel);
        let mut coordinates = given.coordinate;
        if let Some(layer) = given.layer {
            coordinates.resize(2, self.builder.constant(0)?);
            coordinates.push(layer);
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
        if let (Some(level), Some(before)) = (given.level, inside) {
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
