//! The columns of the table of all kernels, and the order that a reader chooses with them.

use crate::panels::counters::{CounterId, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The kernel's title. It sorts in the order of the course.
    Kernel,
    Counter(CounterId),
    Bytes,
    /// The time by the model of an H200.
    Modelled,
    /// The median on the GPU of the record.
    Measured,
    Bandwidth,
    /// The bandwidth divided by that of the copy in the same record.
    Share,
    /// The time that is shipped with the lessons.
    Shipped,
}

impl Column {
    pub const ALL: [Column; 12] = [
        Column::Kernel,
        Column::Counter(CounterId::InstPerWarp),
        Column::Counter(CounterId::WarpExecutionEfficiency),
        Column::Counter(CounterId::DivergentBranch),
        Column::Counter(CounterId::GldTransactions),
        Column::Counter(CounterId::GstTransactions),
        Column::Bytes,
        Column::Modelled,
        Column::Measured,
        Column::Bandwidth,
        Column::Share,
        Column::Shipped,
    ];

    /// Returns a stable name for tests.
    pub const fn id(self) -> &'static str {
        match self {
            Column::Kernel => "kernel",
            Column::Counter(id) => id.name(),
            Column::Bytes => "bytes_moved",
            Column::Modelled => "modelled",
            Column::Measured => "measured",
            Column::Bandwidth => "gb_per_s",
            Column::Share => "share_of_copy",
            Column::Shipped => "shipped",
        }
    }

    /// Returns the kind of the column's numbers. Counters that are multiplied are marked in their cells.
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Column::Kernel => None,
            // The machine counts its own instructions, and a compiler makes others.
            Column::Counter(CounterId::InstPerWarp | CounterId::WarpExecutionEfficiency) | Column::Modelled => {
                Some(Kind::Modelled)
            }
            Column::Counter(_) | Column::Bytes => Some(Kind::Exact),
            Column::Measured | Column::Bandwidth | Column::Share | Column::Shipped => Some(Kind::Measured),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Rising,
    Falling,
}

/// The order of the rows. Rows without a number in the column come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub column: Column,
    pub direction: Direction,
}

impl Order {
    pub const OF_THE_COURSE: Order = Order {
        column: Column::Kernel,
        direction: Direction::Rising,
    };

    /// Returns the order after a click on a heading: the smallest number first, and the largest after the next click.
    pub fn after_click(self, column: Column) -> Order {
        let direction = match self.direction {
            Direction::Rising if self.column == column => Direction::Falling,
            Direction::Rising | Direction::Falling => Direction::Rising,
        };
        Order { column, direction }
    }
}
