//! Structures: their members, layouts, bases, methods and template arguments.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Storage};
use crate::typing::Typer;
use crate::typing::body::call::Candidate;
use crate::typing::scope::binding::{Binding, Given};
use crate::typing::tree::{self, Expr, Ty};
use std::rc::Rc;

/// The most bytes of a structure.
const MOST_BYTES: u32 = 1 << 26;

/// A member of a union: its type, and the byte at which it begins.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub name: Rc<str>,
    pub ty: Ty,
    pub offset: u32,
}

/// The declaration that a structure of the module was made of, with its template arguments.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    pub declaration: Rc<syntax::Structure>,
    pub given: Vec<(Rc<str>, Given)>,
    /// The structures whose members come first.
    pub bases: Vec<usize>,
    /// The members of a union. They are views of its only member in WGSL, the array `bits`.
    pub views: Vec<View>,
}

/// Returns the type of the elements of an array of any dimensions, or the type itself.
fn element_of(ty: &Ty) -> &Ty {
    match ty {
        Ty::Array(element, _) => element_of(element),
        other => other,
    }
}

impl Typer<'_> {
    /// Returns the structure that a name means, if it means one.
    pub(crate) fn structure_type(&mut self, name: &syntax::Name, span: Span) -> Result<Option<Ty>> {
        // Inside of a structure its own name has its arguments.
        if name.arguments.is_none()
            && let Some((_, around)) = &self.frame.this
            && self.objects.structures[*around].declaration.name == name.text
        {
            return Ok(Some(Ty::Structure(*around)));
        }
        let structures = self.file.structures.iter();
        let named: Vec<_> = structures.filter(|structure| structure.name == name.text).collect();
        if named.is_empty() {
            return Ok(None);
        }
        let mut named = named.into_iter();
        let declaration = named.find(|structure| structure.special.is_none()).cloned();
        let explicit = match &name.arguments {
            None => Vec::new(),
            Some(arguments) => arguments
                .iter()
                .map(|argument| self.given(argument))
                .collect::<Result<Vec<_>>>()?,
        };
        let Some(declaration) = declaration else {
            // The first template is only declared: the arguments are those that stand here.
            let all: Vec<(Rc<str>, Given)> = explicit.into_iter().map(|given| (Rc::from(""), given)).collect();
            let special = self.special_structure(&name.text, &all)?;
            return match special {
                Some((special, given)) => self.make_structure(special, given, span).map(Some),
                None => Ok(None),
            };
        };
        let mut given: Vec<(Rc<str>, Option<Given>)> = declaration
            .template
            .iter()
            .map(|parameter| (parameter.name().clone(), None))
            .collect();
        for (slot, value) in given.iter_mut().zip(explicit) {
            slot.1 = Some(value);
        }
        let given = self.complete(&declaration.template, given, None, &declaration.name, span)?;
        let (declaration, given) = match self.special_structure(&name.text, &given)? {
            Some(special) => special,
            None => (declaration, given),
        };
        self.make_structure(declaration, given, span).map(Some)
    }

    fn make_structure(
        &mut self,
        declaration: Rc<syntax::Structure>,
        given: Vec<(Rc<str>, Given)>,
        span: Span,
    ) -> Result<Ty> {
        let same = |info: &Info| Rc::ptr_eq(&info.declaration, &declaration) && info.given == given;
        if let Some(index) = self.objects.structures.iter().position(same) {
            return Ok(Ty::Structure(index));
        }
        if let Some(error) = &declaration.broken {
            return Err(Box::new(error.clone()));
        }
        let index = self.objects.structures.len();
        if index > 200 {
            return fail(span, "too many structures");
        }
        let name = self.unique(&declaration.name);
        self.objects.structures.push(Info {
            declaration: declaration.clone(),
            given: given.clone(),
            bases: Vec::new(),
            views: Vec::new(),
        });
        self.module.structures.push(tree::Structure {
            name,
            members: Vec::new(),
            offsets: Vec::new(),
            aligned: Vec::new(),
            size: 1,
            align: 1,
            has_pointers: false,
            is_unlike: false,
        });
        self.objects.unfinished.push(index);
        let filled = self.fill_structure(index, &declaration, &given, span);
        self.objects.unfinished.pop();
        filled.map(|()| Ty::Structure(index))
    }

    /// Gives a structure its members.
    fn fill_structure(
        &mut self,
        index: usize,
        declaration: &syntax::Structure,
        given: &[(Rc<str>, Given)],
        span: Span,
    ) -> Result<()> {
        let mut members: Vec<(Rc<str>, Ty)> = Vec::new();
        let mut aligned: Vec<Option<u32>> = Vec::new();
        for base in &declaration.bases {
            let base = self.with_given(given, None, |typer| typer.ty(base))?;
            let Some(base) = number_of(&base).filter(|base| *base != index) else {
                return fail(span, format!("a base of `{}` is no structure", declaration.name));
            };
            members.extend(self.module.structures[base].members.clone());
            aligned.extend(self.module.structures[base].aligned.clone());
            self.objects.structures[index].bases.push(base);
        }
        for member in declaration
            .members
            .iter()
            .filter(|member| member.storage != Storage::Constexpr)
        {
            let ty = self.with_given(given, Some(index), |typer| typer.ty(&member.ty))?;
            if number_of(element_of(&ty)).is_some_and(|held| self.objects.unfinished.contains(&held)) {
                return fail(member.span, "a structure cannot contain itself");
            }
            if let Ty::Pointer(pointee) = &ty
                && **pointee == Ty::Structure(index)
            {
                return Err(error(
                    member.span,
                    format!(
                        "`{0}` points to its own kind (`{0} *{1}`), as lists and trees do, which is not taken: WGSL has no pointers in memory",
                        declaration.name, member.name
                    ),
                )
                .help("keep the nodes in one array, and link them by their indices"));
            }
            let name = crate::typing::scope::names::allowed(&member.name).into();
            self.note_name(&name, &member.name);
            aligned.push(self.with_given(given, Some(index), |typer| {
                typer.alignment(&member.aligned, &ty, member.span)
            })?);
            members.push((name, ty));
        }
        if declaration.layout == syntax::Layout::Over {
            let Some((views, bits, align)) = self.overlay(&members) else {
                return Err(Box::new(declaration.refused_union()));
            };
            self.objects.structures[index].views = views;
            (members, aligned) = (vec![bits], vec![Some(align)]);
        }
        let whole = self.with_given(given, Some(index), |typer| {
            typer.alignment(&declaration.aligned, &Ty::Void, span)
        })?;
        // A structure is aligned as its first member is.
        if let (Some(first), Some(whole)) = (aligned.first_mut(), whole) {
            *first = Some(first.unwrap_or(1).max(whole));
        }
        let (mut size, mut align) = (0u32, whole.unwrap_or(1));
        let mut offsets = Vec::new();
        for ((_, member), aligned) in members.iter().zip(&aligned) {
            let natural = crate::typing::align_of(&self.module, member).max(aligned.unwrap_or(1));
            align = align.max(natural);
            let offset = size.checked_next_multiple_of(natural).unwrap_or(u32::MAX);
            offsets.push(offset);
            size = offset.saturating_add(self.size_of(member));
        }
        if size > MOST_BYTES {
            return fail(
                span,
                format!(
                    "the structure `{}` is too large: it has {size} bytes, and the limit is {MOST_BYTES}",
                    declaration.name
                ),
            );
        }
        let has_pointers = members
            .iter()
            .any(|(_, member)| matches!(member, Ty::Pointer(_)) || self.has_pointers(member));
        let is_unlike = members.iter().any(|(_, member)| self.is_unlike(member));
        let made = &mut self.module.structures[index];
        (made.members, made.offsets, made.aligned) = (members, offsets, aligned);
        (made.size, made.align) = (size.next_multiple_of(align).max(1), align);
        (made.has_pointers, made.is_unlike) = (has_pointers, is_unlike);
        Ok(())
    }

    /// Returns the alignment that a declaration asks for, if it is more than that of its type.
    fn alignment(&mut self, written: &[syntax::Argument], ty: &Ty, span: Span) -> Result<Option<u32>> {
        let mut most = crate::typing::align_of(&self.module, ty);
        let natural = most;
        for argument in written {
            let bytes = match self.given(argument)? {
                Given::Type(ty) => crate::typing::align_of(&self.module, &ty),
                Given::Value(tree::Number::Int(value), _) => u32::try_from(value).unwrap_or_default(),
                Given::Value(..) => 0,
            };
            if !bytes.is_power_of_two() || bytes > MOST_BYTES {
                return fail(span, "an alignment must be a power of two, such as 16");
            }
            most = most.max(bytes);
        }
        Ok((most > natural).then_some(most))
    }

    pub(crate) fn structure_given(&self, index: usize) -> Vec<Given> {
        self.objects.structures[index]
            .given
            .iter()
            .map(|(_, given)| given.clone())
            .collect()
    }

    /// Binds a structure's template arguments and the names of its types.
    pub(crate) fn bind_structure(&mut self, structure: usize) {
        let Some(info) = self.objects.structures.get(structure).cloned() else {
            return;
        };
        for (name, given) in &info.given {
            let binding = match given {
                Given::Type(ty) => Binding::Type(ty.clone()),
                Given::Value(value, ty) => Binding::Constant(Expr::literal(*value, ty.clone())),
            };
            self.bind(name.clone(), binding);
        }
        self.bind(info.declaration.name.clone(), Binding::Type(Ty::Structure(structure)));
        for base in &info.bases {
            self.bind_structure(*base);
        }
        self.bind(info.declaration.name.clone(), Binding::Type(Ty::Structure(structure)));
        for (name, alias) in &info.declaration.aliases {
            if let Ok(ty) = self.ty(alias) {
                self.bind(name.clone(), Binding::Type(ty));
            }
        }
    }

    pub(crate) fn methods(&self, structure: usize, name: &str) -> Vec<Candidate> {
        let methods = self.objects.structures[structure].declaration.methods.iter();
        let mut candidates: Vec<Candidate> = methods
            .filter(|method| *method.name == *name && method.body.is_some())
            .map(|method| Candidate {
                function: method.clone(),
                structure: Some(structure),
                given: Vec::new(),
            })
            .collect();
        // Methods of a base work on the whole object, which has the base's members. Constructors are no one's heirs.
        if candidates.is_empty() && !name.is_empty() {
            for base in &self.objects.structures[structure].bases {
                candidates.extend(self.methods(*base, name).into_iter().map(|method| Candidate {
                    structure: Some(structure),
                    ..method
                }));
            }
        }
        candidates
    }

    /// Returns true if a method changes a structure's object.
    pub(crate) fn changes_itself(&self, structure: usize) -> bool {
        let info = &self.objects.structures[structure];
        let mut methods = info.declaration.methods.iter();
        methods.any(|method| !method.name.is_empty() && self.changes_object(method, structure))
            || info.bases.iter().any(|base| self.changes_itself(*base))
    }
}

/// Returns the number of a structure.
fn number_of(ty: &Ty) -> Option<usize> {
    match ty {
        Ty::Structure(index) => Some(*index),
        _ => None,
    }
}
