//! The signs on buttons.

/// Paths on a field of 16 by 16.
pub const FIRST: &str = "M3 3h2v10H3zM13.5 3v10L6 8z";
pub const BACK: &str = "M11.5 3v10L4 8z";
pub const PLAY: &str = "M4.5 2.5v11l9-5.5z";
pub const PAUSE: &str = "M4 3h3v10H4zM9 3h3v10H9z";
pub const NEXT: &str = "M4.5 3v10L12 8z";
pub const LAST: &str = "M11 3h2v10h-2zM2.500 3v10L10 8z";
pub const CLOSE: &str =
    "M4.2 3 8 6.8 11.800 3 13 4.200 9.200 8 13 11.800 11.800 13 8 9.200 4.200 13 3 11.800 6.800 8 3 4.200z";
pub const LEFT: &str = "M10 3 5 8l5 5 1-1.100L7.200 8 11 4.100z";
/// Into a file.
pub const SAVE: &str =
    "M7.250 2h1.500v6.300l2.200-2.200 1.050 1.050L8 11.150 4 7.150 5.050 6.100l2.200 2.200zM3 12.500h10V14H3z";
/// Six cards.
pub const CARDS: &str = "M1.5 3h3.7v4.300H1.500zM6.150 3h3.700v4.300h-3.700zM10.800 3h3.700v4.300h-3.700zM1.500 8.700h3.700V13H1.500zM6.150 8.700h3.700V13h-3.700zM10.800 8.700h3.700V13h-3.700z";
pub const GRIP: &str = "M5 2h2v2H5zM9 2h2v2H9zM5 7h2v2H5zM9 7h2v2H9zM5 12h2v2H5zM9 12h2v2H9z";
pub const UP: &str = "M8 4 13 10.500H3z";
pub const DOWN: &str = "M8 12 3 5.500h10z";
/// A pencil.
pub const PENCIL: &str = "M11.300 1.700 14.300 4.700 5.300 13.700 1.800 14.200 2.300 10.700zM11.300 3.800 3.700 11.400 3.550 12.450 4.600 12.300 12.200 4.700z";
/// An open book.
pub const BOOK: &str = "M8 4.300C6.600 3.200 4.700 2.700 2 2.700v9.600c2.700 0 4.600.500 6 1.600 1.400-1.100 3.300-1.600 6-1.600V2.700c-2.700 0-4.600.500-6 1.600zM7.300 12C6.200 11.400 5 11.050 3.400 10.950V4.150c1.600.120 2.900.500 3.900 1.200zM12.600 4.150v6.800c-1.600.100-2.800.450-3.900 1.050V5.350c1-.700 2.300-1.080 3.900-1.200z";
