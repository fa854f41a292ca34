//! Finds the first use of a type: naga's errors about the size of a type have no location.

use naga::{Handle, Module, Span, Type, TypeInner};

/// Returns the span of the first declaration whose type is, or contains, `ty`.
pub(super) fn declared_with(module: &Module, ty: Handle<Type>) -> Span {
    let globals = module
        .global_variables
        .iter()
        .map(|(handle, global)| (global.ty, module.global_variables.get_span(handle)));
    let functions = module
        .functions
        .iter()
        .map(|(_, function)| function)
        .chain(module.entry_points.iter().map(|entry| &entry.function));
    let locals = functions.flat_map(|function| {
        function
            .local_variables
            .iter()
            .map(|(handle, local)| (local.ty, function.local_variables.get_span(handle)))
    });
    globals
        .chain(locals)
        .filter(|&(of, span)| span.is_defined() && holds(module, of, ty))
        .map(|(_, span)| span)
        .min_by_key(|span| span.to_range().map_or(0, |range| range.start))
        .unwrap_or_default()
}

/// Returns true if `outer` is `inner` or contains it. Types follow their parts in the module, so the recursion ends.
fn holds(module: &Module, outer: Handle<Type>, inner: Handle<Type>) -> bool {
    outer == inner
        || match &module.types[outer].inner {
            TypeInner::Array { base, .. } | TypeInner::Pointer { base, .. } => {
                holds(module, *base, inner)
            }
            TypeInner::Struct { members, .. } => {
                members.iter().any(|member| holds(module, member.ty, inner))
            }
            _ => false,
        }
}
