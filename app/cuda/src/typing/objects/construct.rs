//! Makes objects of structures: by constructors, from lists of members, or with the values of their declaration.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, ExprKind as Written, Function, Init, Storage};
use crate::typing::Typer;
use crate::typing::body::call::This;
use crate::typing::body::value::Value;
use crate::typing::scope::names::allowed;
use crate::typing::tree::{self, Expr, ExprKind, Place, StatementKind, Ty, VariableKind};
use std::rc::Rc;

impl Typer<'_> {
    /// Returns true if an object of a type has a value before anything is stored to it: by a constructor, or by a value of a
    /// member, of itself, of a base or of a part.
    pub(crate) fn has_constructor(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Structure(index) => {
                let info = &self.objects.structures[*index];
                let declaration = &info.declaration;
                let has_own = declaration.methods.iter().any(|method| method.name.is_empty());
                let mut fields = declaration.members.iter();
                let has_value =
                    |member: &syntax::Variable| member.init.is_some() && member.storage != Storage::Constexpr;
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
        let declared = members.find(|member| allowed(&member.name) == *name);
        match declared {
            Some(declared) => declared.init.clone(),
            None => info.bases.iter().find_map(|base| self.member_value(*base, name)),
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
        let usable = constructors.iter().any(|constructor| {
            let least = constructor
                .function
                .parameters
                .iter()
                .filter(|parameter| parameter.default.is_none())
                .count();
            (least..=constructor.function.parameters.len()).contains(&written.len())
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
        for (index_of_member, (name, member)) in members.iter().enumerate().skip(parts.len()) {
            let init = self.member_value(index, name);
            let value = match (written.get(index_of_member), init) {
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
                format!("{} values are more than `{}` holds", written.len(), self.type_name(&ty)),
            )
        }
    }

    /// Returns the values of a list that names its members, in the order of the members; `None` if it names none.
    fn ordered(&self, structure: usize, written: &[syntax::Expr]) -> Result<Option<Vec<syntax::Expr>>> {
        let members = &self.module.structures[structure].members;
        let mut ordered: Vec<Option<syntax::Expr>> = Vec::new();
        for value in written {
            let Written::Designated(name, value) = &value.kind else {
                if ordered.is_empty() {
                    return Ok(None);
                }
                return fail(value.span, "all values of the list need a name, or none");
            };
            let wanted = allowed(&name.text);
            let Some(position) = members.iter().position(|(member, _)| **member == *wanted) else {
                return fail(name.span, format!("there is no member `{}`", name.text));
            };
            ordered.resize(members.len(), None);
            ordered[position] = Some((**value).clone());
        }
        let span = written.first().map_or(Span::default(), |first| first.span);
        let declared = &self.objects.structures[structure].declaration.members;
        let missing = |member: &Rc<str>| {
            let declared = declared.iter().find(|variable| allowed(&variable.name) == **member);
            match declared.and_then(|variable| variable.init.clone()) {
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
    pub(crate) fn constructed(&mut self, function: &Rc<Function>, structure: usize) -> Result<usize> {
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
            let listed = function.members.iter().any(|(name, ..)| *name == member.name);
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
                self.set_member(&place, &member.name, std::slice::from_ref(value), member.span)?;
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
        if let Ty::Structure(structure) = place.ty {
            let bases = self.objects.structures[structure].bases.clone();
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
            let value = self.expr(value)?;
            return match self.pointer_of(value, span)? {
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
    fn set_base(&mut self, place: &Place, base: usize, values: &[syntax::Expr], span: Span) -> Result<()> {
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
}
