//! The signs on buttons.

/// Paths on a field of 16 by 16.
pub const FIRST: &str = "M3 3h2v10H3zM13.5 3v10L6 8z";
pub const BACK: &str = "M11.5 3v10L4 8z";
pub const PLAY: &str = "M4.5 2.5v11l9-5.5z";
pub const PAUSE: &str = "M4 3h3v10H4zM9 3h3v10H9z";
pub const NEXT: &str = "M4.5 3v10L12 8z";
pub const LAST: &str = "M11 3h2v10h-2zM2.500 3v10L10 8z";
pub const CLOSE: &str = "M4.2 3 8 6.8 11.800 3 13 4.200 9.200 8 13 11.800 11.800 13 8 9.200 4.200 13 3 11.800 6.800 8 3 4.200z";
pub const ENLARGE: &str = "M9 2h5v5h-1.500V4.600L9.600 7.500 8.500 6.400l2.900-2.900H9zM2 9h1.500v2.400l2.900-2.900 1.100 1.100-2.900 2.900H7V14H2z";
pub const LEFT: &str = "M10 3 5 8l5 5 1-1.100L7.200 8 11 4.100z";
pub const THEME: &str =
    "M8 1.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM8 3v10A5 5 0 0 0 8 3z";
/// Three sliders.
pub const SLIDERS: &str = "M1 3.25h6.2a2 2 0 0 1 3.6 0H15v1.5h-4.2a2 2 0 0 1-3.6 0H1zM1 7.25h2.2a2 2 0 0 1 3.6 0H15v1.5H6.8a2 2 0 0 1-3.6 0H1zM1 11.25h8.2a2 2 0 0 1 3.6 0H15v1.5h-2.2a2 2 0 0 1-3.6 0H1z";
/// An open book.
pub const BOOK: &str = "M8 4.300C6.600 3.200 4.700 2.700 2 2.700v9.600c2.700 0 4.600.500 6 1.600 1.400-1.100 3.300-1.600 6-1.600V2.700c-2.700 0-4.600.500-6 1.600zM7.300 12C6.200 11.400 5 11.050 3.400 10.950V4.150c1.600.120 2.900.500 3.900 1.200zM12.600 4.150v6.800c-1.600.100-2.800.450-3.900 1.050V5.350c1-.700 2.300-1.080 3.900-1.200z";
