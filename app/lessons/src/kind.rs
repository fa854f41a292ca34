//! Where a number comes from.

/// The origin of a number. Every number on the page has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Timed on a device.
    Measured,
    /// Counted from masks and addresses.
    Exact,
    /// Depends on our own instructions, or on blocks that represent others.
    Modelled,
    /// Printed in a book or on a slide.
    Published,
}
