//! Launches in host code, with the values that can be computed without running the host.
//!
//! `cut` makes statements of tokens, and takes any text. `walk` follows them from `main` on: a condition that is known takes
//! its side, and names that a loop or an unknown condition changes are unknown afterwards. `effect` does what
//! expressions do, `fold` computes them, and `launch` reads launches.

mod array;
mod calls;
mod cut;
mod data;
mod effect;
mod fold;
mod launch;
mod launching;
mod names;
mod program;
mod sequence;
mod size;
mod structure;
mod value;
mod walk;
mod writes;

use crate::error::{Error, Span};
use crate::syntax::{Argument, File, TypeName};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

pub(crate) use launch::type_text;
pub(crate) use program::program;
pub use sequence::{HostWrite, Source};

/// A launch, as far as its values are known.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub kernel: Rc<str>,
    pub template: Vec<Argument>,
    pub template_text: Vec<String>,
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub shared_bytes: Option<u32>,
    pub arguments: Vec<Passed>,
    /// The members of the structures that it passes, and of the textures that it reads, by their names in the kernel.
    pub members: Vec<(String, Passed)>,
    /// The variables of the device to which the host has written what cannot be computed.
    pub unfollowed: Vec<Rc<str>>,
    /// The first name without whose value a size or an argument is not known, and the place that lost it.
    pub unknown: Option<Lost>,
    pub span: Span,
    pub reached: Reached,
}

/// A name of the host whose value or contents cannot be computed, and the place of the statement that lost them.
pub(crate) type Lost = (Rc<str>, Span);

/// The answer of the conditions around a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reached {
    /// As far as they are known, they let it happen.
    Maybe,
    Never,
}

/// An argument of a launch.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    pub text: String,
    /// Its number; of a pointer that of its first element in its buffer.
    pub number: Option<f64>,
    pub pointer: Option<Pointed>,
    /// The bytes that the host has allocated for a pointer, if they are known.
    pub bytes: Option<u64>,
    /// The place at which the host frees the array of a pointer, if it does so before the launch.
    pub freed: Option<Span>,
    pub contents: Option<Written>,
    pub ty: Option<TypeName>,
}

/// The elements that the host writes to an array before a launch.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// The first bytes.
    Bytes(Vec<u8>),
    /// Something that cannot be computed without running the host.
    Unfollowed,
}

/// The reason why CUDA refuses a launch (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LaunchFault {
    NoBlocks,
    NoThreads,
    /// More threads than a block may have, in all or in one direction.
    Block([u32; 3]),
    /// More blocks than a grid may have in one direction.
    Grid([u32; 3]),
}

impl LaunchFault {
    /// The most threads of a block, in all and in each direction, and the most blocks of a grid.
    const MOST_THREADS: u64 = 1024;
    const MOST_OF_BLOCK: [u32; 3] = [1024, 1024, 64];
    const MOST_OF_GRID: [u32; 3] = [i32::MAX as u32, 65_535, 65_535];

    /// Returns why CUDA refuses a launch with these sizes, if it does.
    pub fn of(grid: [u32; 3], block: [u32; 3]) -> Option<Self> {
        let exceeds = |sizes: [u32; 3], most: [u32; 3]| {
            let mut pairs = sizes.into_iter().zip(most);
            pairs.any(|(size, most)| size > most)
        };
        let threads = block.into_iter().map(u64::from).product::<u64>();
        if grid.contains(&0) {
            Some(LaunchFault::NoBlocks)
        } else if block.contains(&0) {
            Some(LaunchFault::NoThreads)
        } else if exceeds(block, Self::MOST_OF_BLOCK) || threads > Self::MOST_THREADS {
            Some(LaunchFault::Block(block))
        } else if exceeds(grid, Self::MOST_OF_GRID) {
            Some(LaunchFault::Grid(grid))
        } else {
            None
        }
    }
}

impl std::fmt::Display for LaunchFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LaunchFault::NoBlocks => f.write_str("the grid has 0 blocks"),
            LaunchFault::NoThreads => f.write_str("the block has 0 threads"),
            LaunchFault::Block([x, y, z]) => write!(
                f,
                "a block of {x} x {y} x {z} threads is too large: CUDA takes 1,024 in all, and 64 in z"
            ),
            LaunchFault::Grid([x, y, z]) => write!(
                f,
                "a grid of {x} x {y} x {z} blocks is too large: CUDA takes 2,147,483,647 in x, and 65,535 in y and in z"
            ),
        }
    }
}

/// The reason why the launches of a program are not taken further.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeftOut {
    /// A condition cannot be computed without running the host.
    Condition,
    /// The condition of a loop cannot be computed without running the host.
    Loop,
    /// The host's code has more statements than are followed.
    TooLong,
    /// There are more launches than this.
    TooMany(usize),
    /// The launches have more threads together than this.
    TooManyThreads(u64),
    /// The grid, the block or the bytes of shared memory are not known.
    Size,
    /// CUDA refuses the launch.
    Refused(LaunchFault),
    /// This argument is not known.
    Argument(String),
    /// The host writes to this array what cannot be computed without running it.
    Contents(String),
    /// The kernel is not translated.
    Kernel(String),
    /// Another launch of this kernel passes one array for two parameters, and this one does not, or the other way round.
    Aliases(String),
}

/// An argument of a launch, as the translation tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchArgument {
    /// Its text.
    pub text: String,
    /// Its number, if it can be computed without running the host.
    pub number: Option<f64>,
    /// The target of a pointer, if it is known.
    pub target: Option<Target>,
    /// True for a pointer that need not be the first element of its array.
    pub is_inside: bool,
    /// The bytes that the host has allocated for this pointer, if they can be computed.
    pub bytes: Option<u64>,
    /// The elements that the host writes to the array of the pointer; `None` if it writes none.
    pub contents: Option<Written>,
}

impl LaunchArgument {
    /// Returns true for a pointer to the first element of an array.
    pub fn starts_its_array(&self) -> bool {
        matches!(self.target, Some(Target::Array(_))) && !self.is_inside
    }
}

/// The target of a pointer that a launch passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Null,
    /// An array, by the name of the host's variable.
    Array(String),
}

/// The target of a pointer of the host.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pointed {
    Null,
    /// An array, by its name.
    Start(Rc<str>),
    /// An element of an array that need not be its first.
    Inside(Rc<str>),
}

impl Pointed {
    /// Returns the array's name.
    pub fn root(&self) -> Option<&Rc<str>> {
        match self {
            Pointed::Null => None,
            Pointed::Start(root) | Pointed::Inside(root) => Some(root),
        }
    }
}

pub(crate) type Launches = Vec<Launch>;

/// Returns the launches of a file; those that are never reached come last. Errors are of launches that cannot be.
pub(crate) fn launches(file: &File) -> (Launches, Vec<Error>) {
    let (mut launches, errors) = walk::Walk::new(file).whole();
    launches.sort_by_key(|launch| launch.reached);
    (launches, errors)
}
