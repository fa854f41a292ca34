//! Textures: their types, and the functions that take them.

use super::predeclared::{FORMATS, access_of};
use super::{Checker, Info, Meaning, Time};
use crate::builtin::Builtin;
use crate::error::{Result, Span, invalid};
use crate::syntax::{Expr, Templated};
use crate::types::{Access, Dimension, Kind, Scalar, Texture, Ty};

fn dimension_of(text: &str) -> Option<Dimension> {
    Some(match text {
        "1d" => Dimension::D1,
        "2d" => Dimension::D2,
        "2d_array" => Dimension::D2Array,
        "3d" => Dimension::D3,
        "cube" => Dimension::Cube,
        "cube_array" => Dimension::CubeArray,
        _ => return None,
    })
}

/// Returns true for the name of a texture type that needs template arguments.
pub(super) fn is_generic(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("texture_") else {
        return false;
    };
    let storage = rest.strip_prefix("storage_").and_then(dimension_of);
    rest == "multisampled_2d"
        || dimension_of(rest).is_some()
        || storage.is_some_and(|dimension| !matches!(dimension, Dimension::Cube | Dimension::CubeArray))
}

/// Returns the scalar of the texels of a storage format.
pub(crate) fn format_scalar(format: &str) -> Scalar {
    if format.ends_with("uint") {
        Scalar::U32
    } else if format.ends_with("sint") {
        Scalar::I32
    } else {
        Scalar::F32
    }
}

impl<'s> Checker<'s, '_> {
    pub(super) fn texture_type(&mut self, name: &Templated<'s>) -> Result<Option<Ty>> {
        let text = name.name.text;
        let kind = match text {
            "sampler" => Kind::Sampler,
            "sampler_comparison" => Kind::SamplerComparison,
            "texture_external" => Kind::Texture(Texture::External),
            "texture_depth_multisampled_2d" => Kind::Texture(Texture::DepthMultisampled),
            _ => match text.strip_prefix("texture_depth_").and_then(dimension_of) {
                Some(dimension) if !matches!(dimension, Dimension::D1 | Dimension::D3) => {
                    Kind::Texture(Texture::Depth(dimension))
                }
                _ => return self.generic_texture(name),
            },
        };
        if name.arguments.is_some() {
            return invalid(name.span, format!("`{text}` takes no template arguments"));
        }
        Ok(Some(self.types.get(kind)))
    }

    fn generic_texture(&mut self, name: &Templated<'s>) -> Result<Option<Ty>> {
        let text = name.name.text;
        let (true, Some(arguments)) = (is_generic(text), &name.arguments) else {
            return Ok(None);
        };
        let rest = text.trim_start_matches("texture_");
        if let Some(dimension) = rest.strip_prefix("storage_").and_then(dimension_of) {
            let [format, access] = arguments[..] else {
                return invalid(name.span, format!("`{text}` needs a texel format and an access mode"));
            };
            let Some(format) = self
                .word(format)
                .and_then(|word| FORMATS.iter().find(|format| **format == word))
            else {
                return invalid(
                    self.span(format),
                    format!("`{}` is not a texel format", self.quote(self.span(format))),
                );
            };
            let Some(access) = self.word(access).and_then(access_of) else {
                return invalid(self.span(access), "the access mode is `read`, `write` or `read_write`");
            };
            return Ok(Some(
                self.types
                    .get(Kind::Texture(Texture::Storage(dimension, format, access))),
            ));
        }
        let [scalar] = arguments[..] else {
            return invalid(name.span, format!("`{text}` needs one template argument"));
        };
        let component = self.scalar_argument(scalar, "the type of a texture's components")?;
        if !matches!(component, Scalar::F32 | Scalar::I32 | Scalar::U32) {
            return invalid(
                self.span(scalar),
                "the components of a texture are `f32`, `i32` or `u32`",
            );
        }
        Ok(Some(self.types.get(Kind::Texture(match rest {
            "multisampled_2d" => Texture::Multisampled(component),
            _ => Texture::Sampled(dimension_of(rest).unwrap_or(Dimension::D2), component),
        }))))
    }

    pub(super) fn texture_call(&mut self, builtin: Builtin, arguments: &[Expr], span: Span) -> Result<Info> {
        let name = builtin.name();
        let samples = builtin.samples();
        let gathers = matches!(builtin, Builtin::TextureGather | Builtin::TextureGatherCompare);
        let mut types = Vec::new();
        for &argument in arguments {
            types.push(self.value_ty(argument)?);
        }
        let texture = types.iter().find_map(|&ty| match self.types.kind(ty) {
            Kind::Texture(texture) => Some(texture),
            _ => None,
        });
        let Some(texture) = texture else {
            return invalid(span, format!("`{name}` needs a texture"));
        };
        let (dimension, scalar) = match texture {
            Texture::Sampled(dimension, scalar) => (dimension, scalar),
            Texture::Multisampled(scalar) => (Dimension::D2, scalar),
            Texture::Depth(dimension) => (dimension, Scalar::F32),
            Texture::DepthMultisampled | Texture::External => (Dimension::D2, Scalar::F32),
            Texture::Storage(dimension, format, _) => (dimension, format_scalar(format)),
        };
        let size = match dimension {
            Dimension::D1 => 1,
            Dimension::D3 => 3,
            _ => 2,
        };
        let is_depth = matches!(texture, Texture::Depth(_) | Texture::DepthMultisampled);
        let ty = match builtin {
            Builtin::TextureDimensions => self.types.vector(size, Scalar::U32),
            Builtin::TextureNumLayers | Builtin::TextureNumLevels | Builtin::TextureNumSamples => {
                self.types.scalar(Scalar::U32)
            }
            Builtin::TextureStore => {
                self.check_store(texture, arguments, scalar, span)?;
                self.types.void()
            }
            Builtin::TextureLoad => {
                self.check_load(texture, arguments, (size, dimension), span)?;
                if is_depth {
                    self.types.scalar(Scalar::F32)
                } else {
                    self.types.vector(4, scalar)
                }
            }
            Builtin::TextureSampleCompare | Builtin::TextureSampleCompareLevel => self.types.scalar(Scalar::F32),
            _ if is_depth && !gathers => self.types.scalar(Scalar::F32),
            Builtin::TextureGatherCompare => self.types.vector(4, Scalar::F32),
            _ => self.types.vector(4, scalar),
        };
        for (&argument, ty) in arguments.iter().zip(types) {
            if self.info(argument).target.is_none() && self.types.is_abstract(ty) {
                let float = samples || gathers;
                let target = match (float, self.types.components(ty)) {
                    (true, Some((size, Scalar::AbstractFloat))) => self.types.vector(size, Scalar::F32),
                    _ => self.types.concrete(ty),
                };
                self.set_target(argument, target)?;
            }
        }
        Ok(Info {
            meaning: Meaning::Builtin(builtin),
            ty: Some(ty),
            time: Time::Runtime,
            ..Info::default()
        })
    }

    fn check_load(
        &mut self,
        texture: Texture,
        arguments: &[Expr],
        (size, dimension): (u8, Dimension),
        span: Span,
    ) -> Result<()> {
        if let Texture::Storage(_, _, Access::Write) = texture {
            return invalid(span, "this texture can be written only");
        }
        self.check_coordinates(arguments, size, dimension, span)?;
        let level = match (texture, dimension) {
            (Texture::Storage(..) | Texture::External, _) => None,
            (_, Dimension::D2Array) => Some(3),
            _ => Some(2),
        };
        let count = match (level, dimension) {
            (Some(level), _) => level + 1,
            (None, Dimension::D2Array) => 3,
            (None, _) => 2,
        };
        if arguments.len() != count {
            return invalid(
                span,
                format!("`textureLoad` takes {count} arguments here, not {}", arguments.len()),
            );
        }
        if let Some(level) = level {
            self.concretize(arguments[level])?;
        }
        Ok(())
    }

    fn check_coordinates(&mut self, arguments: &[Expr], size: u8, dimension: Dimension, span: Span) -> Result<()> {
        let Some(&coordinates) = arguments.get(1) else {
            return invalid(span, "the coordinates are missing");
        };
        let ty = self.value_ty(coordinates)?;
        match self.types.components(ty) {
            Some((count, scalar)) if count == size && scalar.is_integer() => self.concretize(coordinates)?,
            _ => {
                let given = self.types.name(ty);
                return invalid(
                    self.span(coordinates),
                    format!("the coordinates must be {size} integers; this is `{given}`"),
                );
            }
        };
        if dimension == Dimension::D2Array {
            let Some(&layer) = arguments.get(2) else {
                return invalid(span, "the layer is missing");
            };
            let ty = self.concretize(layer)?;
            if !matches!(self.types.components(ty), Some((1, Scalar::I32 | Scalar::U32))) {
                return invalid(self.span(layer), "the layer must be an integer");
            }
        }
        Ok(())
    }

    fn check_store(&mut self, texture: Texture, arguments: &[Expr], scalar: Scalar, span: Span) -> Result<()> {
        let Texture::Storage(dimension, _, access) = texture else {
            return invalid(span, "`textureStore` needs a storage texture");
        };
        if !access.writes() {
            return invalid(span, "this texture can be read only");
        }
        let size = match dimension {
            Dimension::D1 => 1,
            Dimension::D3 => 3,
            _ => 2,
        };
        self.check_coordinates(arguments, size, dimension, span)?;
        let texel = if dimension == Dimension::D2Array { 3 } else { 2 };
        if arguments.len() != texel + 1 {
            return invalid(
                span,
                format!(
                    "`textureStore` takes {} arguments here, not {}",
                    texel + 1,
                    arguments.len()
                ),
            );
        }
        let wanted = self.types.vector(4, scalar);
        self.convert(arguments[texel], wanted, "the texel")
    }
}
