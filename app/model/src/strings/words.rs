//! Macros for tables of sentences: both languages of an entry stand side by side.

/// Makes a table: a struct whose fields are the entries, and its statics `EN` and `ZH`. An entry is a pair, English first, or
/// one value for both languages. In parentheses, it is a list of pairs, or a function that returns a pair or matches its way
/// to pairs. What is no plain sentence says its type after `as`.
macro_rules! words {
    ($Words:ident { $($(#[$note:meta])* $entry:ident: $text:tt $(as $Entry:ty)?),* $(,)? }) => {
        #[derive(Clone, Copy, Debug)]
        pub struct $Words {
            $($(#[$note])* pub $entry: entry!($($Entry)?)),*
        }
        pub static EN: $Words = $Words { $($entry: text!(en $text)),* };
        pub static ZH: $Words = $Words { $($entry: text!(zh $text)),* };
    };
}

/// The type of an entry of `words!`.
macro_rules! entry {
    () => { &'static str };
    ($Entry:ty) => { $Entry };
}

/// One language of an entry of `words!`.
macro_rules! text {
    (en ($en:expr, $zh:expr $(,)?)) => { $en };
    (zh ($en:expr, $zh:expr $(,)?)) => { $zh };
    ($language:ident ([$($item:tt),* $(,)?])) => { [$(text!($language $item)),*] };
    ($language:ident (&[$($item:tt),* $(,)?])) => { &[$(text!($language $item)),*] };
    ($language:ident (|$($argument:pat_param),*| match $by:tt {
        $($case:pat $(if $guard:expr)? => $text:tt),* $(,)?
    })) => {
        |$($argument),*| match $by { $($case $(if $guard)? => text!($language $text)),* }
    };
    ($language:ident (|$($argument:pat_param),*| $text:tt)) => { |$($argument),*| text!($language $text) };
    ($language:ident ($both:expr)) => { $both };
    ($language:ident $both:tt) => { $both };
}
