//! The label of a number's kind: measured, exact, modelled or published.

use leptos::prelude::*;
use model::panels::counters::Kind;
use model::strings::Strings;

pub const fn kind_id(kind: Kind) -> &'static str {
    match kind {
        Kind::Measured => "measured",
        Kind::Exact => "exact",
        Kind::Modelled => "modelled",
        Kind::Published => "published",
    }
}

pub fn badge(strings: &'static Strings, kind: Kind) -> impl IntoView + use<> {
    view! {
        <span class=format!("kind {}", kind_id(kind)) title=(strings.kind_meaning)(kind)>
            {(strings.kind)(kind)}
        </span>
    }
}
