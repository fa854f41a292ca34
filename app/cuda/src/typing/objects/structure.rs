//! Structures: their members, methods, constructors and operators.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Binary, ExprKind as Written, Function, Init, Storage, Unary};
use crate::typing::Typer;
use crate::typing::body::call::{Candidate, This};
use crate::typing::body::value::Value;
use crate::typing::pointers::root::Pointer;
use crate::typing::scope::binding::{Binding, Given};
use crate::typing::tree::{self, Expr, ExprKind, Place, StatementKind, Ty, VariableKind};
use std::rc::Rc;

/// The most bytes of a structure.
const MOST_BYTES: u32 = 1 << 26;

/// The levels for which a constant of a structure counts: its frames on the stack are larger than those of an expression.
const CONSTANT_DEPTH: u32 = 10;

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
            && let Some((_, own)) = &self.frame.this
            && self.objects.structures[*own].declaration.name == name.text
        {
            return Ok(Some(Ty::Structure(*own)));
        }
        let structures = self.file.structures.iter();
        let named: Vec<_> = structures
            .filter(|structure| structure.name == name.text)
            .collect();
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
            let all: Vec<(Rc<str>, Given)> = explicit
                .into_iter()
                .map(|given| (Rc::from(""), given))
                .collect();
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
                return fail(
                    span,
                    format!("a base of `{}` is no structure", declaration.name),
                );
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
            if number_of(element_of(&ty))
                .is_some_and(|held| self.objects.unfinished.contains(&held))
            {
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
            let own = crate::typing::align_of(&self.module, member).max(aligned.unwrap_or(1));
            align = align.max(own);
            let offset = size.checked_next_multiple_of(own).unwrap_or(u32::MAX);
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
    fn alignment(
        &mut self,
        written: &[syntax::Argument],
        ty: &Ty,
        span: Span,
    ) -> Result<Option<u32>> {
        let mut most = crate::typing::align_of(&self.module, ty);
        let natural = most;
        for argument in written {
            let bytes = match self.given(argument)? {
                Given::Type(ty) => crate::typing::align_of(&self.module, &ty),
                Given::Value(tree::Number::Int(value), _) => {
                    u32::try_from(value).unwrap_or_default()
                }
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
        self.bind(
            info.declaration.name.clone(),
            Binding::Type(Ty::Structure(structure)),
        );
        for base in &info.bases {
            self.bind_structure(*base);
        }
        self.bind(
            info.declaration.name.clone(),
            Binding::Type(Ty::Structure(structure)),
        );
        for (name, alias) in &info.declaration.aliases {
            if let Ok(ty) = self.ty(alias) {
                self.bind(name.clone(), Binding::Type(ty));
            }
        }
    }

    pub(crate) fn methods(&self, structure: usize, name: &str) -> Vec<Candidate> {
        let methods = self.objects.structures[structure]
            .declaration
            .methods
            .iter();
        let mut found: Vec<Candidate> = methods
            .filter(|method| *method.name == *name && method.body.is_some())
            .map(|method| Candidate {
                function: method.clone(),
                structure: Some(structure),
                given: Vec::new(),
            })
            .collect();
        // Methods of a base work on the whole object, which has the base's members. Constructors are no one's heirs.
        if found.is_empty() && !name.is_empty() {
            for base in &self.objects.structures[structure].bases {
                found.extend(
                    self.methods(*base, name)
                        .into_iter()
                        .map(|method| Candidate {
                            structure: Some(structure),
                            ..method
                        }),
                );
            }
        }
        found
    }

    /// Returns true if a method changes a structure's object.
    pub(crate) fn changes_itself(&self, structure: usize) -> bool {
        let info = &self.objects.structures[structure];
        let mut methods = info.declaration.methods.iter();
        methods.any(|method| !method.name.is_empty() && self.changes_object(method, structure))
            || info.bases.iter().any(|base| self.changes_itself(*base))
    }

    /// Returns true if an object of a type has a value before anything is stored to it: by a constructor, or by a value of a
    /// member, of itself, of a base or of a part.
    pub(crate) fn has_constructor(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Structure(index) => {
                let info = &self.objects.structures[*index];
                let declaration = &info.declaration;
                let has_own = declaration
                    .methods
                    .iter()
                    .any(|method| method.name.is_empty());
                let mut fields = declaration.members.iter();
                let has_value = |member: &syntax::Variable| {
                    member.init.is_some() && member.storage != Storage::Constexpr
                };
                let mut bases = info.bases.iter();
                let mut members = self.module.structures[*index].members.iter();
                has_own
                    || fields.any(has_value)
                    || bases.any(|base| self.has_constructor(&Ty::Structure(*base)))
                    || members.any(|(_, member)| self.has_constructor(member))
            }
            Ty::Array(element, _) => self.has_constructor(element),
            _ => false,
        }
    }

    /// Returns the value of an object that gets none where it is declared.
    pub(crate) fn default_of(&mut self, ty: &Ty, span: Span) -> Result<Expr> {
        match ty {
            Ty::Structure(_) if self.has_constructor(ty) => self.build(ty, &[], span),
            Ty::Array(element, length) if self.has_constructor(ty) => {
                let value = self.default_of(element, span)?;
                let value = if value.is_pure() {
                    value
                } else {
                    self.temporary("element", value)
                };
                let parts = vec![value; *length as usize];
                Ok(Expr::new(ExprKind::Compose(parts), ty.clone()))
            }
            _ => Ok(Expr::new(ExprKind::Zero, ty.clone())),
        }
    }

    /// Returns the value that the declaration of a member gives it, in the structure or in a base.
    fn member_value(&self, structure: usize, name: &str) -> Option<Init> {
        let info = &self.objects.structures[structure];
        let mut members = info.declaration.members.iter();
        let own = members.find(|found| crate::typing::scope::names::allowed(&found.name) == *name);
        match own {
            Some(own) => own.init.clone(),
            None => info
                .bases
                .iter()
                .find_map(|base| self.member_value(*base, name)),
        }
    }

    /// Returns a structure from the arguments of its constructor, or from its members.
    pub(crate) fn build(&mut self, ty: &Ty, written: &[syntax::Expr], span: Span) -> Result<Expr> {
        let Ty::Structure(index) = *ty else {
            return self.compose(written, ty, span);
        };
        let constructors = self.methods(index, "");
        if let [only] = written
            && !matches!(only.kind, Written::List(_) | Written::Designated(..))
        {
            let (_, probe) = self.apart(|typer| typer.expr(only))?;
            let same = matches!(&probe, Value::Expr(value) if value.ty == *ty)
                || matches!(&probe, Value::Place(place) if place.ty == *ty);
            if same {
                return self.rvalue(only);
            }
        }
        let usable = constructors.iter().any(|found| {
            let least = found
                .function
                .parameters
                .iter()
                .filter(|parameter| parameter.default.is_none())
                .count();
            (least..=found.function.parameters.len()).contains(&written.len())
        });
        if usable {
            let values = self.values(written)?;
            let name = syntax::Name::plain(self.module.structures[index].name.clone(), span);
            let value = self.call_any(constructors, &name, values, written, This::None, span)?;
            return self.load_value(value, span);
        }
        if !constructors.is_empty() && !written.is_empty() {
            return fail(
                span,
                format!(
                    "`{}` has no constructor with {} arguments",
                    self.type_name(ty),
                    written.len()
                ),
            );
        }
        if !self.objects.structures[index].declaration.bits.is_empty() {
            return self.build_bits(index, written, span);
        }
        let members = self.module.structures[index].members.clone();
        let ordered = self.ordered(index, written)?;
        let written = ordered.as_deref().unwrap_or(written);
        if written.len() > members.len() && !self.has_pointers(ty) {
            return self.build_elided(index, written, span);
        }
        if written.len() > members.len() {
            return fail(
                span,
                format!(
                    "`{}` has {} members, and {} values are given",
                    self.type_name(ty),
                    members.len(),
                    written.len()
                ),
            );
        }
        if members.is_empty() {
            return Ok(Expr::new(ExprKind::Zero, ty.clone()));
        }
        if let Some(first) = self.objects.structures[index].views.first() {
            let first = first.name.clone();
            return self.build_union(ty, &first, written, span);
        }
        if self.has_pointers(ty) {
            return self.build_rooted(index, written, span);
        }
        let given = self.objects.structures[index].given.clone();
        let mut parts = Vec::new();
        if written.is_empty() {
            self.build_bases(index, &mut parts, span)?;
        }
        for (at, (name, member)) in members.iter().enumerate().skip(parts.len()) {
            let init = self.member_value(index, name);
            let value = match (written.get(at), init) {
                (Some(value), _) => self.rvalue_as(value, member)?,
                (None, Some(Init::Value(value))) => {
                    self.with_given(&given, Some(index), |typer| typer.rvalue_as(&value, member))?
                }
                _ => self.default_of(member, span)?,
            };
            parts.push(value);
        }
        Ok(Expr::new(ExprKind::Compose(parts), ty.clone()))
    }

    /// Adds the members that the constructors of a structure's first bases make.
    fn build_bases(&mut self, index: usize, parts: &mut Vec<Expr>, span: Span) -> Result<()> {
        for base in self.objects.structures[index].bases.clone() {
            if self.methods(base, "").is_empty() {
                return Ok(());
            }
            let value = self.build(&Ty::Structure(base), &[], span)?;
            let value = self.once("base", value);
            for (name, ty) in self.module.structures[base].members.clone() {
                let member = ExprKind::Member(Box::new(value.clone()), name);
                parts.push(Expr::new(member, ty));
            }
        }
        Ok(())
    }

    /// Returns a structure from values that leave out the braces of its parts.
    fn build_elided(&mut self, index: usize, written: &[syntax::Expr], span: Span) -> Result<Expr> {
        let ty = Ty::Structure(index);
        let mut rest = written;
        let mut parts = Vec::new();
        for (_, member) in self.module.structures[index].members.clone() {
            let part = self.elided(&mut rest, &member, 1)?.pop();
            parts.push(match part {
                Some(part) => part,
                None => self.default_of(&member, span)?,
            });
        }
        if rest.is_empty() {
            Ok(Expr::new(ExprKind::Compose(parts), ty))
        } else {
            fail(
                span,
                format!(
                    "{} values are more than `{}` holds",
                    written.len(),
                    self.type_name(&ty)
                ),
            )
        }
    }

    /// Returns the values of a list that names its members, in the order of the members; `None` if it names none.
    fn ordered(
        &self,
        structure: usize,
        written: &[syntax::Expr],
    ) -> Result<Option<Vec<syntax::Expr>>> {
        let members = &self.module.structures[structure].members;
        let mut ordered: Vec<Option<syntax::Expr>> = Vec::new();
        for value in written {
            let Written::Designated(name, value) = &value.kind else {
                if ordered.is_empty() {
                    return Ok(None);
                }
                return fail(value.span, "all values of the list need a name, or none");
            };
            let wanted = crate::typing::scope::names::allowed(&name.text);
            let Some(at) = members.iter().position(|(found, _)| **found == *wanted) else {
                return fail(name.span, format!("there is no member `{}`", name.text));
            };
            ordered.resize(members.len(), None);
            ordered[at] = Some((**value).clone());
        }
        let span = written.first().map_or(Span::default(), |first| first.span);
        let declared = &self.objects.structures[structure].declaration.members;
        let missing = |member: &Rc<str>| {
            let declared = declared
                .iter()
                .find(|found| crate::typing::scope::names::allowed(&found.name) == **member);
            match declared.and_then(|found| found.init.clone()) {
                Some(Init::Value(value)) => value,
                _ => syntax::Expr {
                    kind: Written::List(Vec::new()),
                    span,
                },
            }
        };
        let filled = ordered
            .into_iter()
            .zip(members)
            .map(|(value, (member, _))| value.unwrap_or_else(|| missing(member)));
        Ok((!written.is_empty()).then(|| filled.collect()))
    }

    /// Makes the object of a constructor, with the values of its list of members.
    pub(crate) fn constructed(
        &mut self,
        function: &Rc<Function>,
        structure: usize,
    ) -> Result<usize> {
        let ty = Ty::Structure(structure);
        let variable = self.variable("self_object", ty.clone(), VariableKind::Local);
        self.module.variables[variable].changed = true;
        self.emit(StatementKind::Declare(variable, None));
        let place = self.place_of(variable);
        self.frame.this = Some((place.clone(), structure));
        let declaration = self.objects.structures[structure].declaration.clone();
        for base in self.objects.structures[structure].bases.clone() {
            let name = self.objects.structures[base].declaration.name.clone();
            let is_listed = function.members.iter().any(|(listed, ..)| *listed == name);
            if !is_listed && self.has_constructor(&Ty::Structure(base)) {
                self.set_base(&place, base, &[], function.span)?;
            }
        }
        for member in &declaration.members {
            let listed = function
                .members
                .iter()
                .any(|(name, ..)| *name == member.name);
            if member.init.is_none() && !listed && member.storage != Storage::Constexpr {
                let name = syntax::Name::plain(member.name.clone(), member.span);
                let part = self.member_of(place.clone(), &name)?;
                if self.has_constructor(&part.ty) {
                    let value = self.default_of(&part.ty.clone(), member.span)?;
                    self.store(part, None, value, member.span)?;
                }
            }
            if let (Some(Init::Value(value)), false, true) =
                (&member.init, listed, member.storage != Storage::Constexpr)
            {
                self.set_member(
                    &place,
                    &member.name,
                    std::slice::from_ref(value),
                    member.span,
                )?;
            }
        }
        for (name, values, span) in &function.members {
            self.set_member(&place, name, values, *span)?;
        }
        Ok(variable)
    }

    pub(crate) fn set_member(
        &mut self,
        place: &Place,
        name: &Rc<str>,
        values: &[syntax::Expr],
        span: Span,
    ) -> Result<()> {
        let name = syntax::Name::plain(name.clone(), span);
        if let Ty::Structure(own) = place.ty {
            let bases = self.objects.structures[own].bases.clone();
            let base = bases
                .into_iter()
                .find(|base| self.objects.structures[*base].declaration.name == name.text);
            if let Some(base) = base {
                return self.set_base(place, base, values, span);
            }
        }
        let member = match self.overlaid(place, &name)? {
            Some(Value::Place(member)) => member,
            _ => self.member_of(place.clone(), &name)?,
        };
        let ty = member.ty.clone();
        if let (Ty::Pointer(_), [value]) = (&ty, values) {
            let found = self.expr(value)?;
            return match self.pointer_of(found, span)? {
                Some(pointer) => self.assign_member_pointer(member, pointer, span),
                None => fail(span, "a pointer is needed here"),
            };
        }
        let value = match (values, &ty) {
            ([value], Ty::Scalar(_) | Ty::Vector(..)) => self.rvalue_as(value, &ty)?,
            _ => self.build(&ty, values, span)?,
        };
        let roots = self.roots_of(&value);
        self.carry_roots(&member, roots, span)?;
        self.store(member, None, value, span)
    }

    /// Gives the members of a base their values, as `: Base(a, b)` says.
    fn set_base(
        &mut self,
        place: &Place,
        base: usize,
        values: &[syntax::Expr],
        span: Span,
    ) -> Result<()> {
        let value = self.build(&Ty::Structure(base), values, span)?;
        let value = self.once("base", value);
        for (name, ty) in self.module.structures[base].members.clone() {
            let mut member = place.clone();
            member.path.push(tree::Step::Member(name.clone()));
            member.ty = ty.clone();
            let part = Expr::new(ExprKind::Member(Box::new(value.clone()), name), ty);
            self.store(member, None, part, span)?;
        }
        Ok(())
    }

    /// Returns the value of an operator that the text defines for these operands.
    pub(crate) fn overloaded(
        &mut self,
        operator: &str,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Result<Option<Expr>> {
        let is_structure = |value: &Expr| matches!(value.ty, Ty::Structure(_));
        let is_vector = |value: &Expr| matches!(value.ty, Ty::Vector(..));
        if !is_structure(left) && !is_structure(right) && !is_vector(left) && !is_vector(right) {
            return Ok(None);
        }
        let text: Rc<str> = format!("operator{operator}").into();
        let name = syntax::Name::plain(text.clone(), span);
        if let Ty::Structure(index) = left.ty {
            let methods: Vec<Candidate> = self
                .methods(index, &text)
                .into_iter()
                .filter(|method| method.function.parameters.len() == 1)
                .collect();
            if !methods.is_empty() {
                let this = match &left.kind {
                    ExprKind::Load(place) => This::Place((**place).clone()),
                    ExprKind::Variable(variable) => This::Place(self.place_of(*variable)),
                    _ => This::Value(left.clone()),
                };
                let value = self.call_any(
                    methods,
                    &name,
                    vec![Value::Expr(right.clone())],
                    &[],
                    this,
                    span,
                )?;
                return self.load_value(value, span).map(Some);
            }
        }
        let functions: Vec<Candidate> = self
            .file
            .functions
            .iter()
            .filter(|function| {
                function.name == text && function.body.is_some() && function.parameters.len() == 2
            })
            .map(|function| Candidate {
                function: function.clone(),
                structure: None,
                given: Vec::new(),
            })
            .collect();
        if functions.is_empty() {
            return Ok(None);
        }
        let mut fits = false;
        for candidate in &functions {
            fits |= self.fits(candidate, &[left.ty.clone(), right.ty.clone()], span);
        }
        if !fits {
            return Ok(None);
        }
        let values = vec![self.as_value(left), self.as_value(right)];
        let value = self.call_any(functions, &name, values, &[], This::None, span)?;
        self.load_value(value, span).map(Some)
    }

    /// Returns the place of an operand, so that it can be passed as a reference.
    fn as_value(&self, value: &Expr) -> Value {
        match &value.kind {
            ExprKind::Load(place) => Value::Place((**place).clone()),
            ExprKind::Variable(variable) => Value::Place(self.place_of(*variable)),
            _ => Value::Expr(value.clone()),
        }
    }

    fn fits(&mut self, candidate: &Candidate, types: &[Ty], span: Span) -> bool {
        let types: Vec<Option<Ty>> = types.iter().cloned().map(Some).collect();
        self.fit(candidate, &[], &types, span)
            .is_ok_and(|(distance, ..)| distance < 16)
    }

    pub(crate) fn overloaded_unary(
        &mut self,
        operator: Unary,
        value: &Expr,
        span: Span,
    ) -> Result<Option<Expr>> {
        let Ty::Structure(index) = value.ty else {
            return Ok(None);
        };
        let text = match operator {
            Unary::Minus => "operator-",
            Unary::Not => "operator!",
            Unary::Complement => "operator~",
            Unary::Plus => "operator+",
            Unary::Deref | Unary::Address => return Ok(None),
        };
        let name = syntax::Name::plain(text, span);
        let mut methods: Vec<Candidate> = self
            .methods(index, text)
            .into_iter()
            .filter(|method| method.function.parameters.is_empty())
            .collect();
        if !methods.is_empty() {
            let this = This::Value(value.clone());
            let value = self.call_any(methods, &name, Vec::new(), &[], this, span)?;
            return self.load_value(value, span).map(Some);
        }
        methods.extend(
            self.file
                .functions
                .iter()
                .filter(|function| {
                    *function.name == *text
                        && function.body.is_some()
                        && function.parameters.len() == 1
                })
                .map(|function| Candidate {
                    function: function.clone(),
                    structure: None,
                    given: Vec::new(),
                }),
        );
        if methods.is_empty() {
            return Ok(None);
        }
        let value = self.call_any(
            methods,
            &name,
            vec![Value::Expr(value.clone())],
            &[],
            This::None,
            span,
        )?;
        self.load_value(value, span).map(Some)
    }

    /// Calls `operator+=` and its kin, if the structure has it.
    pub(crate) fn compound_overloaded(
        &mut self,
        operator: Binary,
        place: &Place,
        right: &Expr,
        span: Span,
    ) -> Result<Option<()>> {
        let Ty::Structure(index) = place.ty else {
            return Ok(None);
        };
        let text = format!("operator{}=", operator.text());
        let name = syntax::Name::plain(text.as_str(), span);
        let methods = self.methods(index, &text);
        if !methods.is_empty() {
            let value = self.call_any(
                methods,
                &name,
                vec![Value::Expr(right.clone())],
                &[],
                This::Place(place.clone()),
                span,
            )?;
            self.dropped(value);
            return Ok(Some(()));
        }
        let functions: Vec<Candidate> = self
            .file
            .functions
            .iter()
            .filter(|function| *function.name == *text && function.body.is_some())
            .map(|function| Candidate {
                function: function.clone(),
                structure: None,
                given: Vec::new(),
            })
            .collect();
        if functions.is_empty() {
            return Ok(None);
        }
        let value = self.call_any(
            functions,
            &name,
            vec![Value::Place(place.clone()), Value::Expr(right.clone())],
            &[],
            This::None,
            span,
        )?;
        self.dropped(value);
        Ok(Some(()))
    }

    /// Converts a structure by its conversion operator.
    pub(crate) fn convert_structure(
        &mut self,
        value: Expr,
        to: &Ty,
        span: Span,
    ) -> Result<Option<Expr>> {
        let Ty::Structure(index) = value.ty else {
            return Ok(None);
        };
        for method in self.methods(index, "operator") {
            let given = self.objects.structures[index].given.clone();
            let ty = self.with_given(&given, Some(index), |typer| {
                typer.ty(&method.function.returns)
            })?;
            if self.distance(&ty, to).is_some() {
                let found = self.call_conversion(method, value, span)?;
                return self.load_value(found, span).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the pointer that a structure converts to, as `operator T *` does.
    pub(crate) fn converted_pointer(&mut self, value: Expr, span: Span) -> Result<Option<Pointer>> {
        let Ty::Structure(index) = value.ty else {
            return Ok(None);
        };
        let method = self
            .methods(index, "operator")
            .into_iter()
            .find(|method| matches!(method.function.returns.kind, syntax::TypeKind::Pointer(_)));
        let Some(method) = method else {
            return Ok(None);
        };
        match self.call_conversion(method, value, span)? {
            Value::Pointer(pointer) => Ok(Some(pointer)),
            _ => Ok(None),
        }
    }

    /// Returns the pointer that an object converts to, as the left operand of an operator that it does not have.
    pub(crate) fn pointer_of_operand(
        &mut self,
        value: &Value,
        operator: Binary,
        span: Span,
    ) -> Result<Option<Pointer>> {
        let Some(Ty::Structure(index)) = self.value_type(value) else {
            return Ok(None);
        };
        let name = format!("operator{}", operator.text());
        let mut functions = self.file.functions.iter();
        let has_own = !self.methods(index, &name).is_empty()
            || functions.any(|function| *function.name == *name);
        let place = match value {
            Value::Place(place) if !has_own => place.clone(),
            _ => return Ok(None),
        };
        let value = self.load(place);
        self.converted_pointer(value, span)
    }

    /// Calls a conversion operator of a structure.
    fn call_conversion(&mut self, method: Candidate, value: Expr, span: Span) -> Result<Value> {
        let name = syntax::Name::plain("operator", span);
        self.call_any(
            vec![method],
            &name,
            Vec::new(),
            &[],
            This::Value(value),
            span,
        )
    }

    /// Makes a structure of one value, if it has a constructor for it.
    pub(crate) fn construct_from(
        &mut self,
        value: Expr,
        to: &Ty,
        span: Span,
    ) -> Result<Option<Expr>> {
        let Ty::Structure(index) = *to else {
            return Ok(None);
        };
        let constructors: Vec<Candidate> = self
            .methods(index, "")
            .into_iter()
            .filter(|found| found.function.parameters.len() == 1)
            .collect();
        let is_structure = matches!(value.ty, Ty::Structure(_));
        if constructors.is_empty() || is_structure || self.frame.converting {
            return Ok(None);
        }
        let name = syntax::Name::plain(self.module.structures[index].name.clone(), span);
        self.frame.converting = true;
        let found = self.call_any(
            constructors,
            &name,
            vec![Value::Expr(value)],
            &[],
            This::None,
            span,
        );
        self.frame.converting = false;
        self.load_value(found?, span).map(Some)
    }

    /// Returns a `static constexpr` member.
    pub(crate) fn fixed_member(&mut self, structure: usize, name: &str) -> Result<Option<Expr>> {
        let info = self.objects.structures[structure].clone();
        let Some(member) = info
            .declaration
            .members
            .iter()
            .find(|member| *member.name == *name && member.storage == Storage::Constexpr)
        else {
            // A base has them for the structures that are made of it.
            for base in info.bases {
                if let Some(found) = self.fixed_member(base, name)? {
                    return Ok(Some(found));
                }
            }
            return Ok(None);
        };
        let Some(Init::Value(value)) = &member.init else {
            return Ok(None);
        };
        let member = member.clone();
        let value = value.clone();
        // A constant of a template may ask for the next instance.
        self.instances.depth += CONSTANT_DEPTH;
        let found = self.with_given(&info.given, Some(structure), |typer| {
            let ty = typer.ty(&member.ty)?;
            typer.rvalue_as(&value, &ty)
        });
        self.instances.depth -= CONSTANT_DEPTH;
        found.map(Some)
    }

    /// Returns the type that a structure or an instance names: `Op<T>::type`.
    pub(crate) fn member_type(&mut self, scope: &syntax::Name, name: &syntax::Name) -> Result<Ty> {
        let found = self.structure_of(scope)?;
        if found.is_none() && self.file.namespaces.contains(&scope.text) {
            let plain = syntax::Name {
                scope: None,
                ..name.clone()
            };
            return self.named(&plain, name.span);
        }
        let Some(Ty::Structure(index)) = found else {
            return Err(self.undeclared(&scope.text, scope.span, "type"));
        };
        let info = self.objects.structures[index].clone();
        let alias = info
            .declaration
            .aliases
            .iter()
            .find(|(alias, _)| *alias == name.text)
            .cloned();
        match alias {
            Some((_, alias)) => self.with_given(&info.given, Some(index), |typer| typer.ty(&alias)),
            None => fail(
                name.span,
                format!("`{}` has no type `{}`", scope.text, name.text),
            ),
        }
    }

    pub(crate) fn structure_of(&mut self, scope: &syntax::Name) -> Result<Option<Ty>> {
        if let Some(Binding::Failed) = self.frame.lookup(&scope.text) {
            return fail(scope.span, "");
        }
        if let (Some(Binding::Type(ty)), None) = (self.frame.lookup(&scope.text), &scope.arguments)
        {
            return Ok(Some(ty.clone()));
        }
        if let Some((_, alias)) = self
            .file
            .aliases
            .iter()
            .find(|(alias, _)| *alias == scope.text)
        {
            let alias = alias.clone();
            return self.ty(&alias).map(Some);
        }
        self.structure_type(scope, scope.span)
    }

    /// Returns what `A::b` means as a value.
    pub(crate) fn scoped_name(
        &mut self,
        scope: &syntax::Name,
        name: &syntax::Name,
    ) -> Result<Value> {
        let enumeration = self
            .file
            .enumerations
            .iter()
            .any(|(found, _)| found.as_deref() == Some(&*scope.text));
        if enumeration
            && let Some(binding) = self.global(&name.text, name.span)?
            && let Binding::Constant(value) = binding
        {
            return Ok(Value::Expr(value));
        }
        let structure = self.structure_of(scope)?;
        if let Some(Ty::Structure(index)) = structure
            && let Some(value) = self.fixed_member(index, &name.text)?
        {
            return Ok(Value::Expr(value));
        }
        let is_enumerated = |(_, values): &(_, Vec<syntax::Enumerator>)| {
            values.iter().any(|value| value.name == name.text)
        };
        let in_structure = structure.is_some() && self.file.enumerations.iter().any(is_enumerated);
        if (in_structure || self.file.namespaces.contains(&scope.text))
            && let Some(binding) = self.global(&name.text, name.span)?
        {
            return self.bound(binding, name.span);
        }
        Err(self.undeclared(&format!("{}::{}", scope.text, name.text), name.span, "name"))
    }

    /// Calls a static method.
    pub(crate) fn call_fixed(
        &mut self,
        scope: &syntax::Name,
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Value> {
        // A namespace of the text itself.
        let found = self.structure_of(scope)?;
        let missing = self
            .options
            .missing
            .iter()
            .any(|header| !crate::typing::scope::types::is_standard(header));
        if found.is_none() && !missing && !self.file.namespaces.contains(&scope.text) {
            return Err(self.undeclared(&scope.text, scope.span, "namespace"));
        }
        let Some(Ty::Structure(index)) = found else {
            let plain = syntax::Name {
                scope: None,
                ..name.clone()
            };
            let callee = syntax::Expr {
                kind: Written::Name(plain),
                span,
            };
            return self.call(&callee, arguments, span);
        };
        let methods = self.methods(index, &name.text);
        if methods.is_empty() {
            return fail(
                span,
                format!("`{}` has no method `{}`", scope.text, name.text),
            );
        }
        let values = self.values(arguments)?;
        self.call_any(methods, name, values, arguments, This::None, span)
    }
}

/// Returns the number of a structure.
fn number_of(ty: &Ty) -> Option<usize> {
    match ty {
        Ty::Structure(index) => Some(*index),
        _ => None,
    }
}
