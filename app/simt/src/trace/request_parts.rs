//! Splits a request of a trace into the parts that memory serves one after the other, with the cost of each.

use super::stored::Request;
use crate::lanes::ActiveMask;
use crate::machine::Machine;
use crate::metrics::{SharedTraffic, Traffic, global_cost, shared_cost};
use crate::program::Access;

/// The lanes of one request that memory serves together: a whole warp, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestPart {
    /// All lanes of the part, whether they ask or not.
    pub lanes: ActiveMask,
    /// The lanes that ask, and the byte address in the variable of each, in lane order.
    pub asking: ActiveMask,
    pub addresses: Vec<u32>,
    /// Bytes that each lane asks for.
    pub bytes: u32,
    access: Access,
}

impl Request<'_> {
    /// Returns the parts that memory serves one after the other, without those in which no lane asks.
    pub fn parts(&self, machine: &Machine) -> Vec<RequestPart> {
        let width = machine.request_lanes.clamp(1, machine.warp_width.max(1));
        let parts = (0..machine.warp_width).step_by(width as usize);
        let parts = parts.filter_map(|first| {
            let lanes = ActiveMask(ActiveMask::first(width).0 << first);
            let asking = self.mask.and(lanes);
            let addresses = self.addresses.lanes(self.mask);
            (!asking.is_empty()).then(|| RequestPart {
                lanes,
                asking,
                addresses: addresses
                    .filter(|(lane, _)| lanes.contains(*lane))
                    .map(|(_, address)| self.served_at(address))
                    .collect(),
                bytes: self.bytes,
                access: self.access,
            })
        });
        parts.collect()
    }
}

impl RequestPart {
    /// Computes the cost in storage memory: lines and sectors.
    pub fn traffic(&self, machine: &Machine) -> Traffic {
        global_cost(self.access, self.asking, &self.addresses, self.bytes, machine)
    }

    /// Computes the cost in workgroup memory: wavefronts.
    pub fn shared_traffic(&self, machine: &Machine) -> SharedTraffic {
        shared_cost(self.access, self.asking, &self.addresses, self.bytes, machine)
    }

    /// Returns lane and byte address of each lane that asks.
    pub fn addresses_by_lane(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.asking.lanes().zip(self.addresses.iter().copied())
    }
}
