//! Turns written types into types, and says their sizes and their names.

use crate::error::{Cause, Result, Span, error, fail};
use crate::syntax::{Argument, Name, TypeKind, TypeName};
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{FLOAT, Group, INT, Number, Scalar, Ty, UINT};
use crate::typing::{Double, LongLong, Typer};
use std::rc::Rc;

impl Typer<'_> {
    /// Returns the type of a written type; a reference is its target's.
    pub(crate) fn ty(&mut self, written: &TypeName) -> Result<Ty> {
        self.nested(written.span, |typer| typer.ty_inside(written))
    }

    fn ty_inside(&mut self, written: &TypeName) -> Result<Ty> {
        match &written.kind {
            TypeKind::Named(name) => self.named(name, written.span),
            TypeKind::Auto => Err(error(written.span, "`auto` needs an initial value here")),
            TypeKind::Reference(target) => self.ty(target),
            TypeKind::Pointer(target) => {
                if matches!(target.kind, TypeKind::Pointer(_)) {
                    return Err(error(
                        written.span,
                        "a pointer to a pointer (`T**`) is not taken: WGSL has no pointers in memory",
                    )
                    .help("use one buffer and an index"));
                }
                Ok(Ty::Pointer(Rc::new(self.ty(target)?)))
            }
            TypeKind::Array(element, length) => {
                let element = self.ty(element)?;
                let Some(length) = length else {
                    return Ok(Ty::Pointer(Rc::new(element)));
                };
                let span = length.span;
                let length = self.constant(length)?;
                match u32::try_from(length) {
                    Ok(length) if length > 0 && length <= 1 << 24 => Ok(Ty::Array(Rc::new(element), length)),
                    _ => fail(span, format!("an array cannot have {length} elements")),
                }
            }
        }
    }

    /// Returns true if the written type, behind its aliases, is a reference.
    pub(crate) fn is_reference(written: &TypeName) -> bool {
        matches!(written.kind, TypeKind::Reference(_))
    }

    pub(crate) fn named(&mut self, name: &Name, span: Span) -> Result<Ty> {
        let text = &*name.text;
        if let Some(scope) = &name.scope
            && !is_namespace(&scope.text)
        {
            return self.member_type(scope, name);
        }
        if name.scope.as_ref().is_some_and(|scope| &*scope.text == "std")
            && !matches!(
                text,
                "size_t" | "int32_t" | "uint32_t" | "uint8_t" | "int8_t" | "uint16_t" | "int16_t"
            )
        {
            return Err(error(
                span,
                format!("`std::{text}` is not taken: device code has no standard library"),
            )
            .help("use an array"));
        }
        match (self.frame.lookup(text), &name.arguments) {
            (Some(Binding::Type(ty)), None) => return Ok(ty.clone()),
            // Its declaration has an error.
            (Some(Binding::Failed), None) => return fail(span, ""),
            _ => {}
        }
        if let Some(ty) = self.structure_type(name, span)? {
            return Ok(ty);
        }
        if let Some((_, alias)) = self.file.aliases.iter().find(|(alias, _)| **alias == *text) {
            let alias = alias.clone();
            return self.ty(&alias);
        }
        if self
            .file
            .enumerations
            .iter()
            .any(|(enumeration, _)| enumeration.as_deref() == Some(text))
        {
            return Ok(INT);
        }
        match text {
            "double" | "double2" | "double3" | "double4" => return self.double_type(text, span),
            "long long" | "unsigned long long" | "int64_t" | "uint64_t" | "longlong2" | "ulonglong2" => {
                return self.long_long_type(text, span);
            }
            "long" | "unsigned long" | "size_t" | "ptrdiff_t" | "ssize_t" => {
                self.note_long(span, matches!(text, "unsigned long" | "size_t"));
            }
            "cudaPitchedPtr" | "cudaExtent" | "cudaPos" | "cudaArray_t" => {
                return Err(
                    error(span, format!("`{text}` of the runtime is not taken on the device"))
                        .help("pass the pointer with its type, and the pitch or the sizes as numbers"),
                );
            }
            "clock_t" => return Ok(INT),
            "fragment" => return fail(span, "tensor cores (`wmma::fragment`) are not taken"),
            "half2" | "__half2" => return Ok(Ty::Vector(Scalar::Half, 2)),
            "__nv_bfloat16" => {
                return fail(span, "`__nv_bfloat16` is not taken: WGSL has no such numbers");
            }
            "thread_block_tile" => {
                return match name.arguments.as_deref() {
                    Some([Argument::Value(width), ..]) => {
                        let width = width.clone();
                        Ok(Ty::Group(Group::Tile(self.constant(&width)? as u32)))
                    }
                    _ => fail(span, "`thread_block_tile` needs its number of threads"),
                };
            }
            _ => {}
        }
        match built_in(text) {
            Some(ty) => Ok(ty),
            None => match &name.scope {
                Some(library) if matches!(&*library.text, "cub" | "thrust" | "cuda") => {
                    Err(crate::parse::not_of_library(&library.text, text, span))
                }
                _ => Err(self.undeclared(text, span, "type")),
            },
        }
    }

    fn double_type(&mut self, text: &str, span: Span) -> Result<Ty> {
        if self.options.double == Double::AsFloat {
            self.note(span, "`double` is read as `float`: WGSL has no numbers of 64 bits");
            return Ok(match text.as_bytes().get(6) {
                Some(digit) => Ty::Vector(Scalar::Float, digit - b'0'),
                None => FLOAT,
            });
        }
        Err(
            error(span, format!("`{text}` is not taken: WGSL has no numbers of 64 bits"))
                .caused(Cause::Double)
                .help("the values can be read as `float`"),
        )
    }

    fn long_long_type(&mut self, text: &str, span: Span) -> Result<Ty> {
        if self.options.long_long == LongLong::AsInt {
            self.note(
                span,
                "`long long` is read as an integer of 32 bits: WGSL has none of 64 bits",
            );
            let unsigned = text.starts_with('u');
            self.module.shortens_integers |= !unsigned;
            let scalar = if unsigned { Scalar::Uint } else { Scalar::Int };
            return Ok(if text.ends_with("long2") {
                Ty::Vector(scalar, 2)
            } else {
                Ty::Scalar(scalar)
            });
        }
        Err(
            error(span, format!("`{text}` is not taken: WGSL has no integers of 64 bits"))
                .caused(Cause::LongLong)
                .help("the values can be read as `int`"),
        )
    }

    /// Notes that an integer of 64 bits has 32.
    pub(crate) fn note_long(&mut self, span: Span, unsigned: bool) {
        self.note(
            span,
            "`size_t` and `long` have 32 bits here: WGSL has no integers of 64 bits",
        );
        self.module.shortens_integers |= !unsigned;
    }

    /// Returns the error for a name that nothing declares.
    pub(crate) fn undeclared(&self, text: &str, span: Span, what: &str) -> Box<crate::error::Error> {
        if self.file.function_pointers.iter().any(|name| **name == *text) {
            return error(span, format!("a pointer to a function (`{text}`) is not taken"))
                .help("use a template parameter or a functor");
        }
        let mut functions = self.file.functions.iter();
        if what == "name" && functions.any(|function| *function.name == *text) {
            return error(
                span,
                format!("the function `{text}` is not called here: a function as a value is not taken"),
            )
            .help("write a struct with `operator()`, which can be passed");
        }
        let error = error(span, format!("the {what} `{text}` is undeclared")).caused(Cause::Undeclared);
        // The compiler and CUDA's own headers declare names with two underscores and those of `cuda::`.
        let is_own = text.starts_with("__") || text.starts_with("cuda::");
        let mut missing = self.options.missing.iter();
        match missing.find(|header| !is_own && !is_standard(header)) {
            Some(header) => error.help(may_stand_in(header)),
            None => match self.like(text) {
                Some(name) => error.help(format!("did you mean `{name}`?")),
                None if is_own => error.help("if CUDA has it, it is not taken here"),
                None => error,
            },
        }
    }

    /// Returns the value of an expression that must be a known integer.
    pub(crate) fn constant(&mut self, written: &crate::syntax::Expr) -> Result<i64> {
        let (statements, value) = self.apart(|typer| typer.rvalue(written))?;
        match value.value {
            Some(Number::Int(value)) if statements.is_empty() => Ok(value),
            _ => Err(error(
                written.span,
                "a constant is needed here: a number that is known before the run",
            )
            .help("use `const`, `constexpr`, `#define` or a template parameter")),
        }
    }

    /// Returns the size of a type in memory, in bytes.
    pub(crate) fn size_of(&self, ty: &Ty) -> u32 {
        size_of(&self.module, ty)
    }

    /// Returns the name of a type as CUDA writes it.
    pub(crate) fn type_name(&self, ty: &Ty) -> String {
        match ty {
            Ty::Void => "void".to_owned(),
            Ty::Scalar(scalar) => scalar.name().to_owned(),
            Ty::Vector(scalar, size) => match scalar {
                Scalar::Uint => format!("uint{size}"),
                Scalar::Uchar => format!("uchar{size}"),
                Scalar::Ushort => format!("ushort{size}"),
                other => format!("{}{size}", other.name()),
            },
            Ty::Array(element, length) => format!("{} [{length}]", self.type_name(element)),
            Ty::Structure(index) => self.module.structures[*index].name.to_string(),
            Ty::Pointer(target) => format!("{} *", self.type_name(target)),
            Ty::Group(_) => "a group of threads".to_owned(),
        }
    }
}

pub(crate) fn is_namespace(text: &str) -> bool {
    matches!(
        text,
        "std" | "cg" | "cooperative_groups" | "cuda" | "thrust" | "cub" | "nvcuda" | "wmma" | "experimental"
    )
}

/// Returns the help for a name that a missing header may declare.
pub(crate) fn may_stand_in(header: &str) -> String {
    format!("it may stand in `{header}`, whose text is not here: add the file")
}

pub(crate) fn is_standard(header: &str) -> bool {
    header.starts_with("cuda")
        || !header.contains('.')
        || [
            "stdio.h",
            "stdlib.h",
            "math.h",
            "string.h",
            "assert.h",
            "time.h",
            "stdint.h",
            "limits.h",
            "float.h",
            "device_launch_parameters.h",
            "cooperative_groups.h",
            "sys/time.h",
            "math_constants.h",
            "getopt.h",
            "unistd.h",
            "strings.h",
            "signal.h",
            "errno.h",
            "ctype.h",
            "pthread.h",
            "omp.h",
            "mpi.h",
        ]
        .contains(&header)
        || ["sys/", "cublas", "curand", "cufft", "cusparse", "cusolver", "nv"]
            .iter()
            .any(|begin| header.starts_with(begin))
}

/// Returns the size of a type in memory, in bytes.
pub(crate) fn size_of(module: &crate::typing::tree::Module, ty: &Ty) -> u32 {
    match ty {
        Ty::Void | Ty::Group(_) => 1,
        Ty::Scalar(scalar) => scalar.bytes(),
        Ty::Vector(scalar, size) => scalar.bytes() * u32::from(*size),
        Ty::Array(element, length) => size_of(module, element).saturating_mul(*length),
        Ty::Pointer(_) => 8,
        Ty::Structure(index) => module.structures[*index].size,
    }
}

/// Returns the alignment of a type in memory, in bytes.
pub(crate) fn align_of(module: &crate::typing::tree::Module, ty: &Ty) -> u32 {
    match ty {
        Ty::Void | Ty::Group(_) => 1,
        Ty::Scalar(scalar) => scalar.bytes(),
        Ty::Vector(scalar, 3) => scalar.bytes(),
        Ty::Vector(scalar, size) => scalar.bytes() * u32::from(*size),
        Ty::Array(element, _) => align_of(module, element),
        Ty::Pointer(_) => 8,
        Ty::Structure(index) => module.structures[*index].align,
    }
}

/// Returns the built-in type with a name.
pub(crate) fn built_in(text: &str) -> Option<Ty> {
    let scalar = match text {
        "void" => return Some(Ty::Void),
        "bool" => Scalar::Bool,
        "char" | "signed char" | "int8_t" => Scalar::Char,
        "unsigned char" | "uchar" | "uint8_t" => Scalar::Uchar,
        "short" | "int16_t" => Scalar::Short,
        "unsigned short" | "ushort" | "uint16_t" => Scalar::Ushort,
        "int" | "int32_t" | "long" | "ptrdiff_t" | "ssize_t" | "intptr_t" => return Some(INT),
        "unsigned int" | "uint" | "uint32_t" | "unsigned long" | "ulong" | "size_t" | "uintptr_t" => return Some(UINT),
        "half" | "__half" => Scalar::Half,
        "float" => return Some(FLOAT),
        "dim3" => return Some(Ty::Vector(Scalar::Uint, 3)),
        "thread_block" => return Some(Ty::Group(Group::Block)),
        "coalesced_group" => return Some(Ty::Group(Group::Coalesced(usize::MAX))),
        "grid_group" => return Some(Ty::Group(Group::Grid)),
        "thread_group" => return Some(Ty::Group(Group::Block)),
        _ => return vector(text),
    };
    Some(Ty::Scalar(scalar))
}

fn vector(text: &str) -> Option<Ty> {
    let size = match text.as_bytes().last()? {
        digit @ b'1'..=b'4' => digit - b'0',
        _ => return None,
    };
    let scalar = match &text[..text.len() - 1] {
        "char" => Scalar::Char,
        "uchar" => Scalar::Uchar,
        "short" => Scalar::Short,
        "ushort" => Scalar::Ushort,
        "int" => Scalar::Int,
        "uint" => Scalar::Uint,
        "float" => Scalar::Float,
        _ => return None,
    };
    Some(match size {
        1 => Ty::Scalar(scalar),
        _ => Ty::Vector(scalar, size),
    })
}
