//! Shared arrays that one pointer reaches: they lie one behind another in one array, so that the pointer has one root. Buffers
//! that one pointer reaches are in `choice`.

use crate::error::Span;
use crate::typing::Typer;
use crate::typing::pointers::root::Root;
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{Base, Expr, Index, Place, RootId, Space, Ty};
use std::rc::Rc;

/// A declared array: the place of its declaration in the text, and its name.
pub(crate) type Declared = (Span, Rc<str>);

/// The arrays that one pointer reaches, in the order of the text.
pub(crate) type Joint = Vec<Declared>;

/// The array that the arrays of a joint share in an instance of a function.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// The indices of the joint and of the instance.
    key: (usize, usize),
    root: RootId,
    /// The places and first elements of the arrays that lie in it so far.
    placed: Vec<(Span, u32)>,
}

/// Adds pairs of arrays that one pointer reaches to the joints.
pub(crate) fn join(joints: &mut Vec<Joint>, pairs: Vec<[Declared; 2]>) {
    for pair in pairs {
        let (mut with, without): (Vec<Joint>, Vec<Joint>) = std::mem::take(joints)
            .into_iter()
            .partition(|joint| joint.iter().any(|member| pair.contains(member)));
        with.push(pair.to_vec());
        let mut joint: Joint = with.concat();
        joint.sort_by_key(|(span, _)| span.start);
        joint.dedup();
        *joints = without;
        joints.push(joint);
    }
}

impl Typer<'_> {
    /// Notes that one pointer reaches two roots. The kernel is then read again with both in one array, if they are shared
    /// arrays of one type.
    pub(crate) fn want_joint(&mut self, a: &Root, b: &Root) {
        let (Root::Memory(a), Root::Memory(b)) = (a, b) else {
            return;
        };
        let (first, second) = (&self.module.roots[*a], &self.module.roots[*b]);
        let is_joinable = |root: &crate::typing::tree::MemoryRoot| match root.space {
            Space::Shared => !root.unbounded,
            Space::Constant => false,
            Space::Global => root.binding.is_some() || self.is_choice(*a) || self.is_choice(*b),
        };
        let are_alike = first.space == second.space && first.element == second.element;
        if a != b && are_alike && is_joinable(first) && is_joinable(second) {
            let pair = [self.declared_array(*a), self.declared_array(*b)];
            self.restart.wanted_joints.push(pair);
        }
    }

    /// Returns the array of the text that a root stands for, or the first of several.
    pub(crate) fn declared_array(&self, root: RootId) -> Declared {
        let joined = self.arrays.joined.iter().find(|joined| joined.root == root);
        match joined {
            Some(joined) => self.arrays.joints[joined.key.0][0].clone(),
            None if self.is_choice(root) => self.arrays.joints[self.joint_of(root)][0].clone(),
            None => {
                let root = &self.module.roots[root];
                (root.span, root.original.clone())
            }
        }
    }

    /// Returns what a shared array means that lies in one array with others; `None` if it lies alone.
    pub(crate) fn joint_array(&mut self, ty: &Ty, span: Span) -> Option<Binding> {
        let number = self
            .arrays
            .joints
            .iter()
            .position(|joint| joint.iter().any(|(member, _)| *member == span))?;
        let key = (number, self.frame.instance);
        let (element, lengths) = crate::typing::pointers::memory::parts(ty.clone());
        let length = lengths.iter().product::<u32>();
        let existing = self.arrays.joined.iter().position(|joined| joined.key == key);
        let index = existing.unwrap_or_else(|| {
            let names: Vec<&str> = self.arrays.joints[number].iter().map(|(_, name)| &**name).collect();
            let name = names.join("_");
            let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let listed = listed.join(", ");
            self.note(
                span,
                &format!("one pointer reaches {listed}: here they lie one behind another in the array `{name}`"),
            );
            let root = self.root(&name, Space::Shared, element.clone(), vec![0], false, span);
            self.module.roots[root].flat = true;
            self.arrays.joined.push(Shared {
                key,
                root,
                placed: Vec::new(),
            });
            self.arrays.joined.len() - 1
        });
        let root = self.arrays.joined[index].root;
        let placed = self.arrays.joined[index].placed.iter();
        let first = match placed.clone().find(|(member, _)| *member == span) {
            Some((_, first)) => *first,
            None => {
                let first = self.module.roots[root].lengths[0];
                self.module.roots[root].lengths[0] = first.saturating_add(length);
                self.arrays.joined[index].placed.push((span, first));
                first
            }
        };
        let unit = self.size_of(&element).max(1);
        let offset = (first > 0).then(|| Box::new(Expr::int(i64::from(first))));
        Some(Binding::Alias(Place::new(
            Base::Memory {
                root,
                index: Index::Flat { offset, unit },
                ty: ty.clone(),
            },
            ty.clone(),
        )))
    }
}
