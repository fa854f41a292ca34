//! The lanes that accessed a word from one site: a single lane, or several.

/// Site, first lane that was seen, and a flag for further lanes, packed into one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accessors(u32);

/// A workgroup has at most 1024 invocations.
const LANE_BITS: u32 = 10;
const LANE: u32 = (1 << LANE_BITS) - 1;
const MANY: u32 = 1 << LANE_BITS;

impl Accessors {
    pub(crate) const NONE: Accessors = Accessors(u32::MAX);

    pub(crate) const fn new(site: u32, lane: u32) -> Self {
        Accessors(site << (LANE_BITS + 1) | lane)
    }

    pub(crate) const fn site(self) -> u32 {
        self.0 >> (LANE_BITS + 1)
    }

    pub(crate) const fn lane(self) -> u32 {
        self.0 & LANE
    }

    pub(crate) const fn is_many(self) -> bool {
        self.0 & MANY != 0
    }

    pub(crate) const fn as_many(self) -> Self {
        Accessors(self.0 | MANY)
    }

    /// Returns true if an access by a single lane adds nothing to these accessors.
    #[inline]
    pub(crate) const fn covers(self, access: Accessors) -> bool {
        let difference = self.0 ^ access.0;
        difference == 0 || self.0 & MANY != 0 && difference >> (LANE_BITS + 1) == 0
    }

    /// Returns true if the two contain accesses of different lanes.
    pub(crate) const fn differs(self, other: Accessors) -> bool {
        self.is_many() || other.is_many() || self.lane() != other.lane()
    }
}
