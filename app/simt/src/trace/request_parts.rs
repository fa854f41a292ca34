//! A request of a trace taken apart into the lanes that memory serves together, with what each part costs.

use super::stored::Request;
use crate::lanes::ActiveMask;
use crate::machine::Machine;
use crate::metrics::{SharedTraffic, Traffic, global_cost, shared_cost};
use crate::program::Access;

/// Lanes of one request that memory serves together: a whole warp, or half of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestPart {
    /// All lanes that belong together, asking or not.
    pub lanes: ActiveMask,
    /// Those that ask, and the byte address of each inside the variable, in lane order.
    pub asking: ActiveMask,
    pub addresses: Vec<u32>,
    /// Bytes that each of them asks for.
    pub bytes: u32,
    access: Access,
}

impl Request<'_> {
    /// The parts that memory serves one after the other; parts in which no lane asks are left out.
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
                    .map(|(_, address)| address)
                    .collect(),
                bytes: 4 * self.words,
                access: self.access,
            })
        });
        parts.collect()
    }
}

impl RequestPart {
    /// What it costs in storage memory: lines and sectors.
    pub fn traffic(&self, machine: &Machine) -> Traffic {
        global_cost(
            self.access,
            self.asking,
            &self.addresses,
            self.bytes,
            machine,
        )
    }

    /// What it costs in workgroup memory: wavefronts.
    pub fn shared_traffic(&self, machine: &Machine) -> SharedTraffic {
        shared_cost(self.asking, &self.addresses, self.bytes, machine)
    }

    /// Lane and byte address of each lane that asks.
    pub fn addresses_by_lane(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.asking.lanes().zip(self.addresses.iter().copied())
    }
}
