//! Reads types: names with qualifiers, and declarators with pointers, references and arrays.

use super::Parser;
use crate::error::{Result, Span, error, fail};
use crate::lex::Kind;
use crate::syntax::{Argument, Name, Storage, TypeKind, TypeName};
use std::rc::Rc;

/// Types of CUDA that are no keywords.
pub(super) const KNOWN: &[&str] = &[
    "size_t",
    "ptrdiff_t",
    "ssize_t",
    "int8_t",
    "uint8_t",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "uint",
    "uchar",
    "ushort",
    "ulong",
    "dim3",
    "half",
    "__half",
    "half2",
    "__half2",
    "__nv_bfloat16",
    "char1",
    "uchar1",
    "short1",
    "ushort1",
    "char2",
    "char3",
    "char4",
    "uchar2",
    "uchar3",
    "uchar4",
    "short2",
    "short3",
    "short4",
    "ushort2",
    "ushort3",
    "ushort4",
    "int1",
    "int2",
    "int3",
    "int4",
    "uint1",
    "uint2",
    "uint3",
    "uint4",
    "float1",
    "float2",
    "float3",
    "float4",
    "double2",
    "double3",
    "double4",
    "longlong2",
    "ulonglong2",
    "thread_block",
    "thread_block_tile",
    "coalesced_group",
    "grid_group",
    "thread_group",
    "cudaTextureObject_t",
    "cudaSurfaceObject_t",
    "clock_t",
    "fragment",
    "curandState",
    "curandState_t",
    "curandStateXORWOW",
    "curandStateXORWOW_t",
    "cudaStream_t",
    "cudaEvent_t",
    "cudaError_t",
    "texture",
    "cudaPitchedPtr",
    "cudaExtent",
    "cudaPos",
    "cudaArray_t",
    "uintptr_t",
    "intptr_t",
];

/// Words that a type's base consists of.
const WORDS: &[&str] = &[
    "void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
];

/// A declared type, with the name and its place if there is one.
pub(super) type Declared = (TypeName, Option<(Rc<str>, Span)>);

/// The words before a declaration, besides its type.
#[derive(Clone, Debug, Default)]
pub(super) struct Qualifiers {
    pub kernel: bool,
    pub device: bool,
    pub host: bool,
    pub storage: Storage,
    pub typedef: bool,
    pub constant: bool,
    pub volatile: bool,
    pub virtually: bool,
    pub fixed: bool,
    pub external: bool,
    pub friendly: bool,
    /// The alignments that it asks for.
    pub aligned: Vec<Argument>,
}

impl Parser<'_> {
    /// Returns true if a type begins here.
    pub(super) fn type_begins(&self) -> bool {
        let Some(token) = self.peek().filter(|token| token.kind == Kind::Word) else {
            return false;
        };
        let word = &*token.text;
        if WORDS.contains(&word)
            || matches!(
                word,
                "const" | "volatile" | "auto" | "typename" | "struct" | "static" | "constexpr" | "register"
            )
            || word.starts_with("__shared__") && word.len() == 10
            || matches!(
                word,
                "extern" | "__constant__" | "__restrict__" | "__align__" | "alignas" | "enum" | "union"
            )
        {
            return true;
        }
        // The last part of `a::b` counts.
        let mut index = self.at;
        while self.tokens.get(index + 1).is_some_and(|next| next.is("::")) && index + 2 < self.tokens.len() {
            index += 2;
        }
        if index > self.at && &*token.text == "std" && self.tokens[index].kind == Kind::Word {
            return self.is_type(&self.tokens[index].text) || STANDARD.contains(&&*self.tokens[index].text);
        }
        self.is_type(&self.tokens[index].text)
    }

    /// Reads qualifiers, also those that stand after the type.
    pub(super) fn qualifiers(&mut self, qualifiers: &mut Qualifiers) -> Result<()> {
        while let Some(token) = self.peek().filter(|token| token.kind == Kind::Word) {
            match &*token.text {
                "__global__" => qualifiers.kernel = true,
                "__device__" => {
                    qualifiers.device = true;
                    if qualifiers.storage == Storage::Plain {
                        qualifiers.storage = Storage::Device;
                    }
                }
                "__host__" => qualifiers.host = true,
                "__shared__" => {
                    qualifiers.storage = if qualifiers.external {
                        Storage::ExternShared
                    } else {
                        Storage::Shared
                    }
                }
                "__constant__" => qualifiers.storage = Storage::Constant,
                "__managed__" => qualifiers.storage = Storage::Device,
                "extern" => {
                    qualifiers.external = true;
                    if qualifiers.storage == Storage::Shared {
                        qualifiers.storage = Storage::ExternShared;
                    }
                    if self.ahead(1).is_some_and(|next| next.kind == Kind::Text) {
                        self.at += 1;
                    }
                }
                "constexpr" | "consteval" | "constinit" => {
                    if qualifiers.storage == Storage::Plain {
                        qualifiers.storage = Storage::Constexpr;
                    }
                    qualifiers.constant = true;
                }
                "const" => qualifiers.constant = true,
                "typedef" => qualifiers.typedef = true,
                "virtual" => qualifiers.virtually = true,
                "static" => qualifiers.fixed = true,
                "volatile" => qualifiers.volatile = true,
                "inline" | "__inline__" | "__forceinline__" | "__noinline__" | "__restrict__" | "__restrict"
                | "restrict" | "register" | "typename" | "explicit" | "mutable" | "__grid_constant__" => {}
                "friend" => qualifiers.friendly = true,
                "__align__" | "__builtin_align__" | "alignas" | "__attribute__" => {
                    self.alignment(&mut qualifiers.aligned)?;
                    continue;
                }
                "__launch_bounds__" | "__cluster_dims__" | "__maxnreg__" => {
                    if self.is_ahead(1, "(") {
                        self.at = self.after_bracket(self.at + 1);
                        continue;
                    }
                }
                _ => return Ok(()),
            }
            self.at += 1;
        }
        // `[[nodiscard]]`
        if self.is("[") && self.is_ahead(1, "[") {
            self.at = self.after_bracket(self.at);
            return self.qualifiers(qualifiers);
        }
        Ok(())
    }

    /// Reads `alignas(16)`, `__align__(16)`, `__attribute__((aligned(16)))` or another attribute.
    pub(super) fn alignment(&mut self, alignments: &mut Vec<Argument>) -> Result<()> {
        let is_attribute = self.is("__attribute__");
        let start = self.here();
        self.at += 1;
        if !self.is("(") {
            return Ok(());
        }
        let end = self.after_bracket(self.at);
        if is_attribute {
            let mut inner = self.tokens[self.at..end].iter();
            let is_packed = |text: &str| matches!(text, "packed" | "__packed__");
            if inner.clone().any(|token| is_packed(&token.text)) {
                return Err(error(start, "a packed structure is not taken")
                    .help("order its members by their sizes, or read its bytes"));
            }
            let aligned = inner.position(|token| matches!(&*token.text, "aligned" | "__aligned__"));
            let Some(aligned) = aligned.map(|by| self.at + by + 1) else {
                self.at = end;
                return Ok(());
            };
            self.at = aligned;
        }
        if self.take("(") {
            alignments.push(if self.type_begins() {
                Argument::Type(self.whole_type()?)
            } else {
                Argument::Value(self.conditional()?)
            });
        }
        self.at = end;
        Ok(())
    }

    /// Reads a type without its declarator, with qualifiers before and after it.
    pub(super) fn base_type(&mut self, qualifiers: &mut Qualifiers) -> Result<TypeName> {
        self.qualifiers(qualifiers)?;
        let start = self.here();
        let first = self.at;
        let kind = self.base()?;
        // `unsigned volatile int`, `int const`; an argument of a template has its own.
        let words = self.tokens[first..self.at].iter();
        for token in words.take_while(|token| !token.is("<")) {
            qualifiers.volatile |= token.is("volatile");
            qualifiers.constant |= token.is("const");
        }
        self.qualifiers(qualifiers)?;
        Ok(TypeName {
            kind,
            constant: qualifiers.constant,
            volatile: qualifiers.volatile,
            span: start.to(self.before()),
        })
    }

    fn base(&mut self) -> Result<TypeKind> {
        let Some(token) = self.peek().filter(|token| token.kind == Kind::Word) else {
            return self.expected("a type");
        };
        let span = token.span;
        if self.take("auto") {
            return Ok(TypeKind::Auto);
        }
        if matches!(&*token.text, "struct" | "class" | "enum" | "union") {
            self.at += 1;
        }
        let mut words: Vec<&str> = Vec::new();
        while let Some(token) = self.peek() {
            let word = &*token.text;
            if token.kind == Kind::Word && WORDS.contains(&word) {
                words.push(word);
            } else if !matches!(word, "const" | "volatile") || words.is_empty() {
                break;
            }
            self.at += 1;
        }
        if words.is_empty() {
            return Ok(TypeKind::Named(self.name(true)?));
        }
        let count = |word: &str| words.iter().filter(|other| **other == word).count();
        let unsigned = count("unsigned") > 0;
        let name = match (count("char"), count("short"), count("long")) {
            (1.., _, _) if unsigned => "unsigned char",
            (1.., _, _) => "char",
            (_, 1.., _) if unsigned => "unsigned short",
            (_, 1.., _) => "short",
            _ if count("double") > 0 => "double",
            (_, _, 2..) if unsigned => "unsigned long long",
            (_, _, 2..) => "long long",
            (_, _, 1) if unsigned => "unsigned long",
            (_, _, 1) => "long",
            _ if unsigned => "unsigned int",
            _ if count("float") > 0 => "float",
            _ if count("bool") > 0 => "bool",
            _ if count("void") > 0 => "void",
            _ => "int",
        };
        Ok(TypeKind::Named(Name::plain(name, span.to(self.before()))))
    }

    /// Reads a name with its scopes and template arguments. In a type, `<` always begins arguments.
    pub(super) fn name(&mut self, in_type: bool) -> Result<Name> {
        self.take("::");
        let mut scope: Option<Box<Name>> = None;
        loop {
            self.take("template");
            let (text, span) = self.word("a name")?;
            let mut name = Name {
                scope,
                text,
                arguments: None,
                span,
            };
            let is_known = self.templates.contains(&name.text) || self.is_type(&name.text);
            if self.is("<") && name.scope.is_some() && !in_type && !is_known {
                // `A::f<int>(x)` is a call; `A::N < x` compares.
                name.arguments = self.attempt(|parser| {
                    let arguments = parser.template_arguments()?;
                    if parser.is("(") || parser.is("::") {
                        Ok(arguments)
                    } else {
                        parser.expected("`(`")
                    }
                });
            } else if self.is("<") && (in_type || is_known) {
                if in_type {
                    name.arguments = Some(self.template_arguments()?)
                } else {
                    name.arguments = self.attempt(Self::template_arguments);
                    // A template of the text is never compared.
                    if name.arguments.is_none() && self.own_template(&name.text) {
                        return fail(
                            self.here(),
                            format!("the template arguments of `{}` have no closing `>`", name.text),
                        );
                    }
                }
                name.span = span.to(self.before());
            }
            if !(self.is("::") && self.ahead(1).is_some_and(|next| next.kind == Kind::Word)) {
                return Ok(name);
            }
            self.at += 1;
            scope = Some(Box::new(name));
        }
    }

    /// Returns true if the name is that of a function template of the text.
    fn own_template(&self, name: &str) -> bool {
        self.templates.contains(name) && !super::Known::default().templates.contains(name)
    }

    pub(super) fn template_arguments(&mut self) -> Result<Vec<Argument>> {
        self.expect("<")?;
        let mut arguments = Vec::new();
        while !self.take(">") {
            let argument = self.nested(|parser| {
                if parser.type_begins() {
                    let written = parser.attempt(|parser| {
                        let ty = parser.whole_type()?;
                        if parser.is(",") || parser.is(">") {
                            Ok(ty)
                        } else {
                            parser.expected("`>`")
                        }
                    });
                    if let Some(ty) = written {
                        return Ok(Argument::Type(ty));
                    }
                }
                Ok(Argument::Value(parser.template_value()?))
            })?;
            arguments.push(argument);
            if !self.take(",") && !self.is(">") {
                return self.expected("`,` or `>`");
            }
        }
        Ok(arguments)
    }

    /// Reads a type with its abstract declarator, as in a cast.
    pub(super) fn whole_type(&mut self) -> Result<TypeName> {
        let mut qualifiers = Qualifiers::default();
        let base = self.base_type(&mut qualifiers)?;
        let (ty, name) = self.declarator(base)?;
        match name {
            None => Ok(ty),
            Some((name, span)) => fail(span, format!("`{name}` is not expected in a type")),
        }
    }

    /// Reads pointers, a name and arrays after a base type. The name may be missing.
    pub(super) fn declarator(&mut self, base: TypeName) -> Result<Declared> {
        let start = base.span;
        let mut ty = base;
        loop {
            let span = start.to(self.here());
            if self.take("*") {
                ty = TypeName {
                    kind: TypeKind::Pointer(Box::new(ty)),
                    constant: false,
                    volatile: false,
                    span,
                };
            } else if self.take("&&") || self.take("&") {
                ty = TypeName {
                    kind: TypeKind::Reference(Box::new(ty)),
                    constant: false,
                    volatile: false,
                    span,
                };
            } else if self.is("const")
                || self.is("volatile")
                || self.is("__restrict__")
                || self.is("__restrict")
                || self.is("restrict")
            {
                ty.constant |= self.is("const");
                self.at += 1;
            } else {
                break;
            }
        }
        // `(*name)[N]` and `(&name)[N]`
        let inner = self.is("(") && (self.is_ahead(1, "*") || self.is_ahead(1, "&"));
        if inner {
            let reference = self.is_ahead(1, "&");
            self.at += 2;
            while self.take("__restrict__") || self.take("const") {}
            let name = match self.peek() {
                Some(token) if token.kind == Kind::Word => Some(self.word("a name")?),
                _ => None,
            };
            self.expect(")")?;
            if self.is("(") {
                return Err(error(self.here(), "a pointer to a function is not taken")
                    .help("use a template parameter or a functor"));
            }
            let ty = self.arrays(ty)?;
            let span = ty.span;
            let kind = if reference {
                TypeKind::Reference(Box::new(ty))
            } else {
                TypeKind::Pointer(Box::new(ty))
            };
            return Ok((
                TypeName {
                    kind,
                    constant: false,
                    volatile: false,
                    span,
                },
                name,
            ));
        }
        let named = self
            .peek()
            .is_some_and(|token| token.kind == Kind::Word && !super::refuse::is_keyword(&token.text));
        let name = if named { Some(self.word("a name")?) } else { None };
        let ty = self.arrays(ty)?;
        Ok((ty, name))
    }

    fn arrays(&mut self, element: TypeName) -> Result<TypeName> {
        let mut lengths = Vec::new();
        while self.take("[") {
            let length = if self.is("]") {
                None
            } else {
                Some(Box::new(self.conditional()?))
            };
            self.expect("]")?;
            lengths.push(length);
        }
        let span = element.span;
        let wrap = |ty, length| TypeName {
            kind: TypeKind::Array(Box::new(ty), length),
            constant: false,
            volatile: false,
            span,
        };
        Ok(lengths.into_iter().rev().fold(element, wrap))
    }
}

/// Types of the standard library that the parser reads, so that they are refused by name.
const STANDARD: &[&str] = &[
    "vector",
    "array",
    "string",
    "pair",
    "tuple",
    "map",
    "set",
    "list",
    "deque",
    "function",
    "unique_ptr",
    "shared_ptr",
    "complex",
    "unordered_map",
    "queue",
    "stack",
    "optional",
    "atomic",
];
