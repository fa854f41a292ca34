//! Buffers that one pointer reaches, as where two pointers change places after each step. The pointer's offset says which: those
//! of the second buffer begin at `APART`. Each access tells the buffers apart.

use crate::error::{Result, Span};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::tree::{Atomic, BOOL, Base, Change, Expr, ExprKind, Index, Place, RootId, Space, StatementKind};

/// The elements from the start of one buffer to the start of the next, as offsets count them.
const APART: i64 = 1 << 28;

/// A root that stands for the buffers of a joint.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    joint: usize,
    root: RootId,
}

impl Typer<'_> {
    pub(crate) fn is_choice(&self, root: RootId) -> bool {
        self.arrays.choices.iter().any(|choice| choice.root == root)
    }

    /// Returns the joint of a root that stands for several buffers.
    pub(crate) fn joint_of(&self, root: RootId) -> usize {
        let mut choices = self.arrays.choices.iter();
        choices
            .find(|choice| choice.root == root)
            .map_or(0, |choice| choice.joint)
    }

    /// Returns the same pointer with the root that stands for all buffers that a changing pointer may reach.
    pub(crate) fn in_choice(&mut self, mut pointer: Pointer, span: Span) -> Pointer {
        let Root::Memory(root) = pointer.root else {
            return pointer;
        };
        let info = &self.module.roots[root];
        let declared = (info.span, info.original.clone());
        let place = |(joint, members): (usize, &crate::typing::pointers::joint::Joint)| {
            let position = members.iter().position(|member| *member == declared)?;
            Some((joint, position))
        };
        let place_in_joint = self.arrays.joints.iter().enumerate().find_map(place);
        let Some((joint, position)) = place_in_joint.filter(|_| info.space == Space::Global) else {
            return pointer;
        };
        let element = info.element.clone();
        let existing = self.arrays.choices.iter().find(|choice| choice.joint == joint);
        let choice = match existing {
            Some(choice) => choice.root,
            None => {
                let names: Vec<&str> = self.arrays.joints[joint].iter().map(|(_, name)| &**name).collect();
                let (name, listed) = (names.join("_or_"), names.join("` and `"));
                self.note(
                    span,
                    &format!(
                        "one pointer reaches `{listed}`: here each access through it finds out which of them it means"
                    ),
                );
                let root = self.root(&name, Space::Global, element.clone(), Vec::new(), true, declared.0);
                self.module.roots[root].flat = true;
                self.arrays.choices.push(Choice { joint, root });
                root
            }
        };
        let size = self.size_of(&element).max(1);
        let unit = pointer.unit.min(size);
        let start = Expr::int(APART * i64::from(size / unit) * position as i64);
        let offset = pointer.offset.take().map(|offset| {
            let offset = self.in_unit(offset, pointer.unit, unit);
            self.int_of(offset)
        });
        pointer.offset = Some(self.sum(offset, start, Binary::Add));
        (pointer.root, pointer.unit) = (Root::Memory(choice), unit);
        pointer
    }

    /// Returns the places that a place means which a pointer to several buffers reaches, each with the condition under which
    /// it is the one; the last has none. `None` for other places.
    fn chosen(&mut self, place: &Place) -> Option<Vec<(Option<Expr>, Place)>> {
        let Base::Memory {
            root,
            index: Index::Flat { offset, unit },
            ty,
        } = &place.base
        else {
            return None;
        };
        if !self.is_choice(*root) {
            return None;
        }
        let members = self.arrays.joints[self.joint_of(*root)].clone();
        let size = self.size_of(&self.module.roots[*root].element.clone()).max(1);
        let apart = APART * i64::from(size / (*unit).max(1)).max(1);
        let offset = offset.as_deref().cloned().unwrap_or_else(|| Expr::int(0));
        let offset = self.int_of(offset);
        let offset = self.once("at", offset);
        let mut places = Vec::new();
        for (number, (span, name)) in (0_i64..).zip(&members) {
            let mut roots = self.module.roots.iter();
            let chosen =
                roots.position(|root| root.span == *span && root.original == *name && root.binding.is_some())?;
            self.module.roots[chosen].flat = true;
            let condition = (number + 1 < members.len() as i64).then(|| {
                let end = Expr::int(apart * number + apart / 2);
                Expr::new(ExprKind::Binary(Binary::Less, offset.clone().into(), end.into()), BOOL)
            });
            let by = match number {
                0 => offset.clone(),
                _ => self.sum(Some(offset.clone()), Expr::int(apart * number), Binary::Subtract),
            };
            let index = Index::Flat {
                offset: Some(by.into()),
                unit: *unit,
            };
            let base = Base::Memory {
                root: chosen,
                index,
                ty: ty.clone(),
            };
            places.push((condition, Place { base, ..place.clone() }));
        }
        Some(places)
    }

    /// Does the work at the place that is meant.
    fn at_chosen(
        &mut self,
        mut places: std::vec::IntoIter<(Option<Expr>, Place)>,
        work: &mut dyn FnMut(&mut Self, Place) -> Result<()>,
    ) -> Result<()> {
        match places.next() {
            None => Ok(()),
            Some((None, place)) => work(self, place),
            Some((Some(condition), place)) => {
                let (yes, ()) = self.apart(|typer| work(typer, place))?;
                let (no, ()) = self.apart(|typer| typer.at_chosen(places, work))?;
                self.emit(StatementKind::If(condition, yes, no));
                Ok(())
            }
        }
    }

    /// Loads through a pointer to several buffers. `None` for other places.
    pub(crate) fn load_chosen(&mut self, place: &Place) -> Option<Expr> {
        let places = self.chosen(place)?;
        let loaded = self.with_result(place, places, |typer, place| typer.load(place));
        debug_assert!(loaded.is_ok(), "a load has no error");
        loaded.ok()
    }

    /// Stores through a pointer to several buffers. Returns false for other places.
    pub(crate) fn store_chosen(
        &mut self,
        place: &Place,
        change: Option<Change>,
        value: &Expr,
        span: Span,
    ) -> Result<bool> {
        let Some(places) = self.chosen(place) else {
            return Ok(false);
        };
        let value = self.once("value", value.clone());
        self.at_chosen(places.into_iter(), &mut |typer, place| {
            typer.store(place, change, value.clone(), span)
        })?;
        Ok(true)
    }

    /// Does an atomic operation through a pointer to several buffers. `None` for other places.
    pub(crate) fn atomic_chosen(&mut self, operation: Atomic, place: &Place, values: &[Expr]) -> Result<Option<Expr>> {
        let Some(places) = self.chosen(place) else {
            return Ok(None);
        };
        let values: Vec<Expr> = values.iter().map(|value| self.once("value", value.clone())).collect();
        self.with_result(place, places, |typer, place| match place.base {
            Base::Memory { root, .. } => typer.atomic_at(operation, root, place, values.clone()),
            _ => typer.load(place),
        })
        .map(Some)
    }

    /// Returns the result of the work at the place that is meant.
    fn with_result(
        &mut self,
        place: &Place,
        places: Vec<(Option<Expr>, Place)>,
        mut work: impl FnMut(&mut Self, Place) -> Expr,
    ) -> Result<Expr> {
        let result = self.variable_hidden("chosen", place.ty.clone());
        self.module.variables[result].changed = true;
        self.emit(StatementKind::Declare(result, None));
        let into = self.place_of(result);
        self.at_chosen(places.into_iter(), &mut |typer, place| {
            let value = work(typer, place);
            typer.emit(StatementKind::Store(into.clone(), None, value));
            Ok(())
        })?;
        Ok(Expr::new(ExprKind::Variable(result), place.ty.clone()))
    }
}
