//! Lazily loaded code: a release build moves it into chunks, which `wasm-split` cuts out of the linked program. A build
//! that is not split (`trunk serve`) has all code in one program.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

pub use leptos::wasm_split::SplitLoaderError as NotLoaded;

/// Declares a module with a lazy function, and with `load`, which loads the function's chunk. The function returns a
/// future that loads the chunk first; [`at_once`] reads it once the chunk is loaded.
///
/// Leptos' `#[lazy]` panics if a chunk cannot be loaded, and has no form for builds that are not split. This macro uses
/// the same `wasm_split` without these limits.
macro_rules! lazy_module {
    (mod $name:ident in $chunk:ident { fn $make:ident($($given:ident: $Type:ty),*) -> $Made:ty $made:block }) => {
        mod $name {
            use super::*;
            use $crate::browser::lazy::NotLoaded;

            fn made($($given: $Type),*) -> $Made $made

            #[cfg(split)]
            #[leptos::wasm_split::wasm_split($chunk, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
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

pub(crate) use lazy_module;

/// Polls a future that is known to be ready; `None` if it is not, or if loading failed.
pub fn at_once<Made>(made: impl Future<Output = Result<Made, NotLoaded>>) -> Option<Made> {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(made).poll(&mut context) {
        Poll::Ready(made) => made.ok(),
        Poll::Pending => None,
    }
}
