//! Writes a store to several components of a vector as one store for each component: naga has single components only
//! (wgpu issue 9159).

use super::edit::{Edits, Piece};
use crate::check::Checked;
use crate::error::{Result, Span, invalid};
use crate::syntax::{Binary, Expr, ExprKind, Name, Statement, StatementKind};
use crate::types::Kind;

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) -> Result<()> {
    let mut found = Vec::new();
    let mut heads = Vec::new();
    checked.tree.each_statement(&mut |statement| {
        if let StatementKind::For { start, update, .. } = &statement.kind {
            heads.extend(start.iter().chain(update).map(|part| part.span));
        }
        if let Some(store) = store_of(checked, statement) {
            found.push(store);
        }
    });
    for (number, store) in found.into_iter().enumerate() {
        if heads.contains(&store.span) {
            return invalid(
                store.span,
                "the machine does not execute a store to several components in the head of a `for`; move it into the body",
            );
        }
        write(checked, edits, number, &store);
    }
    Ok(())
}

struct Store<'s> {
    span: Span,
    base: Expr,
    member: Name<'s>,
    operator: Option<Binary>,
    right: Expr,
}

fn store_of<'s>(checked: &Checked<'s>, statement: &Statement<'s>) -> Option<Store<'s>> {
    let StatementKind::Assign {
        left: Some(left),
        operator,
        right,
    } = &statement.kind
    else {
        return None;
    };
    let ExprKind::Member { base, member } = checked.tree.kind(checked.tree.bare(*left)) else {
        return None;
    };
    let ty = checked.infos[left.index()].ty?;
    let is_vector = matches!(checked.types.kind(ty), Kind::Vector(..));
    (is_vector && member.text.len() > 1).then_some(Store {
        span: statement.span,
        base: *base,
        member: *member,
        operator: *operator,
        right: *right,
    })
}

fn write(checked: &Checked<'_>, edits: &mut Edits, number: usize, store: &Store<'_>) {
    let (pointer, value) = (
        format!("swizzled_in{number}"),
        format!("swizzled_by{number}"),
    );
    let base = checked.tree.span(store.base);
    let base_ty = checked.infos[store.base.index()].ty;
    let is_pointer = base_ty.is_some_and(|ty| matches!(checked.types.kind(ty), Kind::Pointer(..)));
    let ty = checked.infos[store.right.index()]
        .ty
        .map(|ty| checked.types.loaded(ty));
    let vector = match base_ty.map(|ty| checked.types.kind(ty)) {
        Some(Kind::Reference(_, to, _) | Kind::Pointer(_, to, _)) => checked.types.kind(to),
        _ => Kind::Void,
    };
    let Kind::Vector(_, scalar) = vector else {
        return;
    };
    let name = format!("vec{}<{}>", store.member.text.len(), scalar.name());
    let is_scalar = ty.is_some_and(|ty| matches!(checked.types.kind(ty), Kind::Scalar(_)));
    let mut pieces = vec![Piece::Text(format!(
        "{{ let {pointer} = {}",
        if is_pointer { "" } else { "&(" }
    ))];
    pieces.push(Piece::Old(base));
    pieces.push(Piece::Text(format!(
        "{}; let {value} = ",
        if is_pointer { "" } else { ")" }
    )));
    match store.operator {
        Some(operator) => {
            pieces.push(Piece::Text(format!(
                "(*{pointer}).{} {} ",
                store.member.text,
                operator.symbol()
            )));
            let by = match operator {
                Binary::ShiftLeft | Binary::ShiftRight => {
                    format!("vec{}<u32>", store.member.text.len())
                }
                _ if is_scalar => scalar.name().to_owned(),
                _ => String::new(),
            };
            pieces.push(Piece::Text(format!("{by}(")));
        }
        None => pieces.push(Piece::Text(format!("{name}("))),
    }
    pieces.push(Piece::Old(checked.tree.span(store.right)));
    pieces.push(Piece::Text(");".to_owned()));
    let letters = ["x", "y", "z", "w"];
    for (letter, part) in store.member.text.chars().zip(letters) {
        pieces.push(Piece::Text(format!(
            " (*{pointer}).{letter} = {value}.{part};"
        )));
    }
    pieces.push(Piece::Text(" }".to_owned()));
    edits.compose(store.span, pieces);
    edits.names.push((pointer, None));
    edits.names.push((value, None));
}
