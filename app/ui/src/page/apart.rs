//! Code that is loaded when it is first called: in a release build a file of its own, which `wasm-split` cuts out of the
//! linked program. A build that is not split (`trunk serve`) has it at hand.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

pub use leptos::wasm_split::SplitLoaderError as NotLoaded;

/// Declares a module with a function that lies apart, and `load`, which brings it with all else of its group. Called before,
/// the function is waited for; what it gives, or [`NotLoaded`], comes from a future, which [`at_once`] asks where it is there.
macro_rules! apart {
    (mod $name:ident in $group:ident { fn $make:ident($($given:ident: $Type:ty),*) -> $Made:ty $made:block }) => {
        mod $name {
            use super::*;
            use $crate::page::apart::NotLoaded;

            fn made($($given: $Type),*) -> $Made $made

            #[cfg(split)]
            #[leptos::wasm_split::wasm_split($group, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
            pub fn $make($($given: $Type),*) -> Result<$Made, NotLoaded> {
                Ok(made($($given),*))
            }

            #[cfg(not(split))]
            pub async fn load() -> Result<(), NotLoaded> {
                Ok(())
            }

            #[cfg(not(split))]
            pub async fn $make($($given: $Type),*) -> Result<$Made, NotLoaded> {
                Ok(made($($given),*))
            }
        }
    };
}

pub(crate) use apart;

/// What a future gives that has nothing left to wait for.
pub fn at_once<Made>(made: impl Future<Output = Result<Made, NotLoaded>>) -> Option<Made> {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(made).poll(&mut context) {
        Poll::Ready(made) => made.ok(),
        Poll::Pending => None,
    }
}
